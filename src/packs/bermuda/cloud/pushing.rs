//! pushing: cylinder and hanging ships push others aside, and what they pushed is set down again (B-K7, B-K8).
//! The pushing itself happens in the sweep; this rule switches it on and brings the setting down.

use super::super::Sea;
use super::super::components::{At, Cloud};
use super::super::events::Settled;
use super::super::waters::{FLEET, Waters, relocate};
use super::SPIN;
use super::geometry::{Point, inside};
use crate::sim::rule::Printed;
use crate::sim::{Game, Phase, Seat, Step};

pub(crate) const SETTLE: Step = Step::new("settle", settle);

pub(crate) const RULE: Printed = Printed { id: "pushing", steps: &[(Phase::Round, SETTLE)], settings: None, essential: false };

/// Sets down every ship adrift that no cloud covers any more: in order of play from the cloud mover on, so that no
/// colour is favoured, and a player's own ships by number.
pub(crate) fn settle(game: &mut Game) {
    if Waters::of(game).adrift == 0 {
        return;
    }
    let (first, seats) = (mover(game), game.turn().seats);
    let in_order = (0..seats).map(|step| usize::from((first + step) % seats));
    for ship in in_order.flat_map(|seat| seat * FLEET..(seat + 1) * FLEET) {
        let Some((at, port)) = Waters::of(game).drift_of(ship) else { continue };
        if is_covered(game, at) {
            continue;
        }
        let Some(spot) = landing(game, ship, at, port) else { continue };
        let sea = Sea::of(game.rules());
        let waters = Waters::of(game);
        let (ship_id, to) = (waters.ship_id(ship), waters.place(&sea.chart, spot));
        let event = Settled { ship: ship_id, to, berth: sea.chart.berth_of(spot) };
        game.emit(event);
        relocate(game, ship, At::Spot(spot));
    }
}

/// Who moves the cloud: the player who began moves it first, then the task goes round. Where it moves after every
/// turn, it is the player whose turn it was.
pub(crate) fn mover(game: &Game) -> Seat {
    let turn = game.turn();
    match game.rules().plan.find(SPIN.name) {
        Some((Phase::Turn, _)) => turn.seat,
        _ => ((u32::from(turn.first) + turn.round.max(1) - 1) % u32::from(turn.seats)) as Seat,
    }
}

fn is_covered(game: &Game, at: Point) -> bool {
    let sea = Sea::of(game.rules());
    Waters::of(game).standing_clouds().any(|pieces| {
        let cloud: Cloud = game.get(pieces.cloud);
        let centre = sea.chart.grid.at(cloud.column, cloud.row);
        inside(&sea.geometry.outline[cloud.letter as usize], at - centre)
    })
}

/// Its own port if it was pushed out of one and a clear berth has room, or else the nearest empty space clear of the
/// cloud.
fn landing(game: &Game, ship: usize, at: Point, port: Option<u8>) -> Option<u8> {
    let sea = Sea::of(game.rules());
    let waters = Waters::of(game);
    if let Some(port) = port.map(usize::from)
        && waters.has_room(sea, port, (ship / FLEET) as u8)
        && let Some(berth) = waters.clear_berth(&sea.chart.ports[port].berths)
    {
        return Some(berth);
    }
    let taken = waters.occupied | waters.under;
    let mut nearest: Option<(f64, u8)> = None;
    for space in (0..sea.chart.spaces() as u8).filter(|space| taken >> space & 1 == 0) {
        let distance = sea.chart.spots[space as usize].distance(at);
        if nearest.is_none_or(|(best, _)| distance < best) {
            nearest = Some((distance, space));
        }
    }
    nearest.map(|(_, space)| space)
}

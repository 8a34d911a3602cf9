//! Settling: ships adrift that no cloud covers any more are set down again (B-K8).

use super::super::Sea;
use super::super::components::At;
use super::super::docking::{admits, clear_berth};
use super::super::events::Settled;
use super::super::signals::ADRIFT;
use super::super::waters::{Waters, fleet_of, owner, relocate, ships, spots};
use super::geometry::Point;
use crate::sim::{Game, Seat, Step};

pub(crate) const SETTLE: Step = Step::new("settle", settle).when(ADRIFT).made_of(&["settling"]);

/// Sets down every ship adrift that no cloud covers any more: in order of play from the cloud mover on, so that no
/// colour is favoured, and a player's own ships by number.
pub(crate) fn settle(game: &mut Game) {
    if Waters::of(game).adrift == 0 {
        return game.lower(ADRIFT);
    }
    let (first, seats) = (mover(game), game.turn().seats);
    let adrift = Waters::of(game).adrift;
    let in_order = (0..seats).map(|step| (first + step) % seats);
    for ship in in_order.flat_map(|seat| ships(adrift & fleet_of(seat))) {
        let Some((at, port)) = Waters::of(game).drift_of(ship) else { continue };
        if is_covered(game, at) {
            continue;
        }
        let Some(spot) = landing(game, ship, at, port) else { continue };
        game.emit_with(|game| {
            let (waters, chart) = (Waters::of(game), &Sea::of(game.rules()).chart);
            Settled { ship: waters.ship_id(ship), to: waters.place(chart, spot), berth: chart.berth_of(spot) }
        });
        relocate(game, ship, At::Spot(spot));
    }
}

/// Who moves the cloud: the player who began moves it first, then the task goes round. Where it moves after every
/// turn, it is the player whose turn it was.
pub(crate) fn mover(game: &Game) -> Seat {
    let turn = game.turn();
    if Sea::of(game.rules()).spins_every_turn {
        return turn.seat;
    }
    ((u32::from(turn.first) + turn.round.max(1) - 1) % u32::from(turn.seats)) as Seat
}

fn is_covered(game: &Game, at: Point) -> bool {
    let sea = Sea::of(game.rules());
    Waters::of(game).standing_clouds().any(|cloud| {
        let centre = sea.chart.grid.at(cloud.column, cloud.row);
        sea.geometry.covers(cloud.letter, at - centre)
    })
}

/// Its own port if it was pushed out of one and a clear berth has room, or else the nearest empty space clear of the
/// cloud.
fn landing(game: &Game, ship: usize, at: Point, port: Option<u8>) -> Option<u8> {
    let sea = Sea::of(game.rules());
    let waters = Waters::of(game);
    if let Some(port) = port.map(usize::from)
        && admits(waters, port, owner(ship)).is_ok()
        && let berths = &sea.chart.ports[port].berths
        && let Some(berth) = clear_berth(waters, spots(berths.start, berths.end))
    {
        return Some(berth);
    }
    let mut free = spots(0, sea.chart.spaces() as u8) & !(waters.occupied | waters.under);
    let mut nearest: Option<(f64, u8)> = None;
    while free != 0 {
        let space = free.trailing_zeros() as u8;
        free &= free - 1;
        let way = sea.chart.spots[space as usize] - at;
        let square = way.dot(way);
        // The roots decide, as two squares may have the same one; few come so far.
        if nearest.is_none_or(|(best, _)| square < best && square.sqrt() < best.sqrt()) {
            nearest = Some((square, space));
        }
    }
    nearest.map(|(_, space)| space)
}

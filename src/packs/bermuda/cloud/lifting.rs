//! lifting: after a word segment (or at the edge) the cloud is lifted off with all that hangs from it, and starts anew
//! (B-K9). While it is off the board it covers nothing, and every ship adrift is set down.

use super::super::Sea;
use super::super::components::{At, Cloud, NoCargo};
use super::super::events::Lifted;
use super::super::waters::{Waters, cover, relocate, ships};
use super::pushing::settle;
use super::spinner::{Way, segment_of};
use super::{LiftOn, MOST_MAGNETS, set_down};
use crate::sim::rule::Printed;
use crate::sim::{Game, Phase, Step};

pub(crate) const LIFT_CLOUD: Step = Step::new("lift_cloud", lift_cloud);

pub(crate) const RULE: Printed =
    Printed { id: "lifting", steps: &[(Phase::Round, LIFT_CLOUD)], settings: None, essential: false };

fn lift_cloud(game: &mut Game) {
    let mut aloft = 0;
    for number in 0..Waters::of(game).clouds.len() {
        let pieces = Waters::of(game).clouds[number];
        let cloud: Cloud = game.get(pieces.cloud);
        let Some(segment) = segment_of(game, cloud) else { continue };
        let sea = Sea::of(game.rules());
        let lifts = match sea.lift_on {
            LiftOn::Word => segment.way == Way::Word,
            LiftOn::Edge => sea.chart.grid.is_edge(cloud.column, cloud.row),
        };
        if lifts {
            take_off(game, number);
            aloft |= 1 << number;
        }
    }
    if aloft == 0 {
        return;
    }
    Waters::of_mut(game).aloft = aloft;
    cover(game);
    settle(game);
    Waters::of_mut(game).aloft = 0;
    for number in (0..Waters::of(game).clouds.len()).filter(|number| aloft >> number & 1 == 1) {
        let cloud: Cloud = game.get(Waters::of(game).clouds[number].cloud);
        set_down(game, number, Cloud::at_home(cloud.home, cloud.mirrored));
    }
    cover(game);
}

/// Lifts a cloud off the board with all that hangs from it.
fn take_off(game: &mut Game, number: usize) {
    let first = Waters::of(game).clouds[number].first_magnet;
    let mut lost: Vec<usize> = Vec::new();
    for ship in ships(Waters::of(game).hanging) {
        if let Some(magnet) = Waters::of(game).hook_of(ship)
            && (first.0..first.0 + MOST_MAGNETS as u16).contains(&magnet.0)
        {
            lost.push(ship);
        }
    }
    let ids = lost.iter().map(|ship| Waters::of(game).ship_id(*ship)).collect();
    game.emit(Lifted { lost: ids });
    for ship in lost {
        let id = Waters::of(game).ship_id(ship);
        game.set(id, NoCargo { at: None });
        relocate(game, ship, At::Lost);
    }
}

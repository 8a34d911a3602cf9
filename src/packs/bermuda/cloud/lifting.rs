//! lifting: after a word segment (or at the edge) the cloud is lifted off with all that hangs from it, and starts anew
//! (B-K9). While it is off the board it covers nothing, and every ship adrift is set down.

use super::super::Sea;
use super::super::components::{At, Cloud};
use super::super::events::Lifted;
use super::super::waters::{Waters, bar, note_way, relocate, set_cloud, ships};
use super::settling::settle;
use super::spinner::{Way, spun};
use super::{LiftOn, which};
use crate::sim::rule::Printed;
use crate::sim::{Game, Phase, Step};

pub(crate) const LIFT_CLOUD: Step = Step::new("lift_cloud", lift_cloud);

pub(crate) const RULE: Printed = Printed::new("lifting", &[(Phase::Round, LIFT_CLOUD)]).optional();

fn lift_cloud(game: &mut Game) {
    let Some(segment) = spun(game) else { return };
    let mut aloft = 0;
    for number in 0..Waters::of(game).clouds() {
        let cloud = Waters::of(game).cloud(number);
        let sea = Sea::of(game.rules());
        let lifts = match sea.lift_on {
            LiftOn::Word => segment.way == Way::Word,
            LiftOn::Edge => sea.chart.grid.is_edge(cloud.column, cloud.row),
        };
        if lifts {
            take_off(game, number);
            set_cloud(game, number, Cloud { aloft: true, ..cloud });
            aloft += 1;
        }
    }
    if aloft == 0 {
        return;
    }
    settle(game);
    for number in 0..Waters::of(game).clouds() {
        let cloud = Waters::of(game).cloud(number);
        if cloud.aloft {
            set_cloud(game, number, Cloud::at_home(cloud.home, cloud.mirrored));
        }
    }
}

/// Takes what hangs from a cloud out of the game.
fn take_off(game: &mut Game, number: usize) {
    let lost = Waters::of(game).hanging_under(number);
    let ids = |game: &Game| ships(lost).map(|ship| Waters::of(game).ship_id(ship)).collect();
    game.emit_with(|game| Lifted { lost: ids(game), cloud: which(game, number) });
    let cloud = Waters::of(game).cloud(number);
    note_way(game, number, Cloud::at_home(cloud.home, cloud.mirrored));
    for ship in ships(lost) {
        if Waters::of(game).is_barred(ship) {
            bar(game, ship, 0);
        }
        relocate(game, ship, At::Lost);
    }
}

//! The steps that take every completed area off the table, or leave them if the player may and wants to (D-P5, D-P6).

use super::capture::{Holes, SelfShut};
use super::events::{Captured, Declined};
use super::lattice::{AreaId, Lying};
use super::tabletop::{Tabletop, take_area};
use super::{TAKE_VERB, Terms};
use crate::sim::{Command, DECLINE, Game, Seat, Step};

pub(super) const CHOOSE_TAKE: Step = Step::new("choose_take", choose_take);
pub(super) const TAKE: Step = Step::new("take", take);

/// Where taking is optional: asks the player, for everything that is completed at once.
fn choose_take(game: &mut Game) {
    if !Terms::of(game.rules()).capture.is_some_and(|c| c.optional) {
        return;
    }
    if Tabletop::of(game).completed != [None; 3] {
        game.offer(None, |_, offers| offers.extend([Command::bare(TAKE_VERB), DECLINE]));
    }
}

fn take(game: &mut Game) {
    let completed = std::mem::take(&mut Tabletop::of_mut(game).completed);
    if game.chosen() == Some(DECLINE) {
        game.emit(Declined { player: game.turn().seat });
    } else {
        // All were found before the first one goes: what one frees does not save another.
        for area in completed.into_iter().flatten() {
            take_off(game, area, game.turn().seat);
        }
    }
    if let Some(area) = shut_in_by_its_own_tile(game) {
        take_off(game, area, 1 - game.turn().seat);
    }
}

/// The area of the tile just laid, if it has no way out and that is the opponent's gain.
fn shut_in_by_its_own_tile(game: &Game) -> Option<AreaId> {
    let capture = Terms::of(game.rules()).capture.filter(|c| c.self_shut == SelfShut::Opponent && game.turn().seats == 2)?;
    let top = Tabletop::of(game);
    let area = top.lattice().area_at(top.played?.cell)?;
    top.lattice().is_surrounded(area, capture.holes == Holes::Liberty).then_some(area)
}

fn take_off(game: &mut Game, area: AreaId, by: Seat) {
    let lattice = Tabletop::of(game).lattice();
    let owner = lattice.area(area).owner;
    let mut taken: Vec<Lying> = lattice.cells_of(area).collect();
    taken.sort_unstable_by_key(|lying| lying.cell);
    game.emit_with(|_| {
        let cells = taken.iter().map(|lying| lying.cell.coordinates()).collect();
        let tiles = taken.iter().map(|lying| i64::from(lying.tile)).collect();
        Captured { player: by, owner, cells, tiles }
    });
    take_area(game, area, &taken, by);
}

//! The step that offers every tile in every place where it fits; a player without any must pass (D-P1 … D-P3).

use super::components::Passes;
use super::hand::Mode;
use super::put_under::PUT_UNDER;
use super::tabletop::{Tabletop, command};
use super::{LAY_VERB, Terms};
use crate::sim::{Command, Game, Step};

pub(super) const OFFER: Step = Step::new("offer", offer);

fn offer(game: &mut Game) {
    let top = Tabletop::of_mut(game);
    (top.played, top.passed) = (None, false);
    game.offer(Some(PUT_UNDER.name), list);
    if game.offers().is_empty() {
        game.pass();
        Tabletop::of_mut(game).passed = true;
        let table = Tabletop::of(game).pieces.table;
        let passes: Passes = game.get(table);
        game.set(table, Passes { in_a_row: passes.in_a_row.saturating_add(1) });
    }
}

/// The placements the table keeps are the same for everyone; a player may use those of the tiles at hand.
fn list(game: &Game, offers: &mut Vec<Command>) {
    let top = Tabletop::of(game);
    let hand = top.hand(game.turn().seat);
    let first = top.tile_id(game.turn().seat, 0);
    let placements = top.lattice.placements();
    match Terms::of(game.rules()).hand.mode {
        Mode::Hand => offers.extend(placements.iter().filter(|p| hand.has(p.tile())).map(|p| command(LAY_VERB, first, *p))),
        Mode::Stack => {
            let Some(tile) = hand.top() else { return };
            let from = placements.partition_point(|p| p.tile() < tile);
            let of_tile = placements[from..].iter().take_while(|p| p.tile() == tile);
            offers.extend(of_tile.map(|p| command(LAY_VERB, first, *p)));
        }
    }
}

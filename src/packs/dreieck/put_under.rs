//! The step that puts a drawn tile under its stack when it fits nowhere (D-M3).

use super::Terms;
use super::events::PutUnder;
use super::hand::Mode;
use super::tabletop::{Tabletop, put_top_under};
use crate::sim::{Game, Step};

pub(super) const PUT_UNDER: Step = Step::new("put_under", put_under);

fn put_under(game: &mut Game) {
    let terms = Terms::of(game.rules()).hand;
    let player = game.turn().seat;
    let top = Tabletop::of(game);
    if !top.passed || terms.mode != Mode::Stack || !terms.stack_rotate || top.hand(player).len() < 2 {
        return;
    }
    let Some(tile) = top.hand(player).top() else { return };
    game.emit(PutUnder { player, tile });
    put_top_under(game, player);
}

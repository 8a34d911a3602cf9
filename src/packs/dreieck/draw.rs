//! The step that turns up the top tile of the stack, when there is one (D-M3).

use super::Terms;
use super::events::Drawn;
use super::hand::Mode;
use super::tabletop::Tabletop;
use crate::sim::{Game, Step};

pub(super) const DRAW: Step = Step::new("draw", draw);

fn draw(game: &mut Game) {
    if Terms::of(game.rules()).hand.mode != Mode::Stack {
        return;
    }
    let player = game.turn().seat;
    if let Some(tile) = Tabletop::of(game).hand(player).top() {
        game.emit(Drawn { player, tile });
    }
}

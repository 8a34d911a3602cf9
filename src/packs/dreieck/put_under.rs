//! The step that puts a drawn tile under its stack when it fits nowhere (D-M3).

use super::Terms;
use super::components::At;
use super::events::PutUnder;
use super::hand::Mode;
use super::tabletop::Tabletop;
use crate::sim::{Effect, Game, Step, Where};

pub(super) const PUT_UNDER: Step = Step::new("put_under", put_under);

fn put_under(game: &mut Game) {
    let terms = Terms::of(game.rules()).hand;
    let player = game.turn().seat;
    let top = Tabletop::of(game);
    if !top.passed || terms.mode != Mode::Stack || !terms.stack_rotate || top.hand(player).len() < 2 {
        return;
    }
    let (Some(tile), Some(bottom)) = (top.hand(player).top(), top.hand(player).bottom()) else { return };
    let (id, below) = (top.tile_id(player, tile), top.tile_id(player, bottom));
    let At::Hand { order } = game.get::<At>(below) else { return };
    game.emit(PutUnder { player, tile });
    game.set(id, At::Hand { order: order + 1 });
    Tabletop::of_mut(game).hand_mut(player).put_under();
    game.effect(|_| Effect::Moved { piece: id, from: Where::With(player), to: Where::With(player) });
}

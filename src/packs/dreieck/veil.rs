//! What lies face down in another order: the tiles of a stack that nobody has seen yet.

use super::Terms;
use super::hand::Mode;
use super::tabletop::{Tabletop, reorder};
use crate::sim::Game;

pub(super) fn veil(game: &mut Game) {
    if Terms::of(game.rules()).hand.mode != Mode::Stack {
        return;
    }
    for seat in 0..game.turn().seats {
        // The player to act has turned up the top tile.
        let known = usize::from(seat == game.turn().seat);
        let mut tiles = Tabletop::of(game).hand(seat).tiles().to_vec();
        if tiles.len() <= known {
            continue;
        }
        game.shuffle(&mut tiles[known..]);
        reorder(game, seat, &tiles);
    }
}

//! What lies face down in another order: the tiles of a stack that nobody has seen yet.

use super::Terms;
use super::components::At;
use super::hand::Mode;
use super::tabletop::Tabletop;
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
        let id = |game: &Game, tile: u8| Tabletop::of(game).tile_id(seat, tile);
        let order = |tile: &u8| match game.get::<At>(id(game, *tile)) {
            At::Hand { order } => order,
            _ => 0,
        };
        let mut orders: Vec<u16> = tiles.iter().map(order).collect();
        orders.sort_unstable();
        for (tile, order) in tiles.iter().zip(orders) {
            let id = id(game, *tile);
            game.set(id, At::Hand { order });
        }
        Tabletop::of_mut(game).hand_mut(seat).arrange(&tiles);
    }
}

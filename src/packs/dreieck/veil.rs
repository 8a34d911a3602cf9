//! What lies face down in another order: tiles that nobody has seen yet, because they lie in a stack or because a rule keeps them
//! out of reach.

use super::hand::Mode;
use super::lattice::Placement;
use super::tabletop::{Tabletop, command, reorder};
use super::{Cell, LAY_VERB, Terms};
use crate::sim::{Game, Seat};

pub(super) fn veil(game: &mut Game) {
    for seat in 0..game.turn().seats {
        let mut tiles = Tabletop::of(game).hand(seat).tiles().to_vec();
        let unseen: Vec<usize> = (0..tiles.len()).filter(|place| !is_at_hand(game, seat, *place)).collect();
        let mut order: Vec<u8> = unseen.iter().map(|place| tiles[*place]).collect();
        if order.is_empty() {
            continue;
        }
        // Where they begin from, nobody may know either.
        order.sort_unstable();
        game.shuffle(&mut order);
        unseen.iter().zip(order).for_each(|(place, tile)| tiles[*place] = tile);
        reorder(game, seat, &tiles);
    }
}

/// Whether a player may choose the tile at a place of those not laid yet, the top one being the first; of a stack that is turned up
/// only by the player to act.
pub(super) fn is_at_hand(game: &Game, seat: Seat, place: usize) -> bool {
    match Terms::of(game.rules()).hand.mode {
        Mode::Stack => place == 0 && seat == game.turn().seat,
        Mode::Hand => !is_out_of_reach(game, seat, place),
    }
}

/// Whether a rule forbids laying a tile, such as one that lies too deep. It is asked about one place where the tile fits, or about any:
/// if it minds the place and not the tile, one tile more is unknown, which tells nobody anything.
fn is_out_of_reach(game: &Game, seat: Seat, place: usize) -> bool {
    const ANYWHERE: Cell = Cell { a: 0, b: 0, c: 1 };
    let top = Tabletop::of(game);
    let Some(tile) = top.hand(seat).tiles().get(place).copied() else { return false };
    let fits = top.lattice().placements_of(tile).first().copied();
    let lay = command(LAY_VERB, top.tile_id(seat, 0), fits.unwrap_or_else(|| Placement::new(tile, ANYWHERE, 0)));
    game.is_forbidden(lay)
}

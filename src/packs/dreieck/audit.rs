//! What must hold at every moment: no tile is lost or in two places, and what is kept beside the world follows from it.

use super::components::{At, Spot, Store, Tile};
use super::tabletop::{Tabletop, recount};
use super::view;
use crate::sim::Game;

pub(super) fn audit(game: &Game) -> Result<(), String> {
    let top = Tabletop::of(game);
    for seat in 0..game.turn().seats {
        let ids = (0..top.set.len() as u8).map(|tile| top.tile_id(seat, tile));
        let mut unlaid = 0;
        for id in ids {
            if game.get::<Tile>(id).owner != seat {
                return Err(format!("{} has changed its owner", game.name(id)));
            }
            match game.get::<At>(id) {
                At::Hand { .. } => unlaid += 1,
                At::Laid { cell, .. } if game.get::<Spot>(cell).tile != Some(id) => {
                    return Err(format!("{} lies in a cell that does not hold it", game.name(id)));
                }
                At::Taken { by } if by == seat => return Err(format!("{} is its owner's prisoner", game.name(id))),
                At::Laid { .. } | At::Taken { .. } | At::Aside => {}
            }
        }
        let Store { unlaid: kept, prisoners } = view::store(game, seat);
        if usize::from(prisoners) != view::prisoners(game, seat).len() || kept != unlaid {
            return Err(format!("seat {seat} counts {kept} tiles and {prisoners} prisoners"));
        }
    }
    let spots = (0..top.set.len() * game.turn().seats as usize).map(|n| game.get::<Spot>(top.pieces.first_spot.plus(n)));
    let filled = spots.filter(|spot| spot.tile.is_some()).count();
    if filled != usize::from(top.lattice.laid()) {
        return Err(format!("{filled} cells hold a tile, and {} tiles are laid", top.lattice.laid()));
    }
    let mut anew = game.clone();
    recount(&mut anew);
    let fresh = &Tabletop::of(&anew).lattice;
    if fresh.placements() != top.lattice.placements() || fresh.open_edges() != top.lattice.open_edges() {
        return Err("the placements kept up to date are not those counted anew".to_owned());
    }
    Ok(())
}

//! What must hold at every moment: no tile is lost, none is in two places.

use super::components::{At, Spot, Tile};
use super::tabletop::Tabletop;
use crate::sim::Game;

pub(super) fn audit(game: &Game) -> Result<(), String> {
    let top = Tabletop::of(game);
    for seat in 0..game.turn().seats {
        for id in (0..top.set.len() as u8).map(|tile| top.tile_id(seat, tile)) {
            let Tile { owner, number } = game.get(id);
            if owner != seat {
                return Err(format!("{} has changed its owner", game.name(id)));
            }
            match game.get::<At>(id) {
                At::Laid { cell, .. } => {
                    let lying = game.get::<Spot>(cell).cell.and_then(|cell| top.lattice().at(cell));
                    if lying.is_none_or(|lying| (lying.owner, lying.tile) != (seat, number)) {
                        return Err(format!("{} lies in a cell that does not hold it", game.name(id)));
                    }
                }
                At::Taken { by } if by == seat => return Err(format!("{} is its owner's prisoner", game.name(id))),
                At::Hand { .. } | At::Taken { .. } | At::Aside => {}
            }
        }
    }
    Ok(())
}

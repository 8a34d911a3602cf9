//! The step that takes every completed area off the table (D-P5, D-P6).

use super::components::{At, Spot, Store};
use super::events::Captured;
use super::lattice::Lying;
use super::tabletop::Tabletop;
use crate::sim::{Effect, Game, Step};

pub const TAKE: Step = Step::new("take", take);

fn take(game: &mut Game) {
    let player = game.turn().seat;
    // All were found before the first one goes: what one frees does not save another.
    for area in std::mem::take(&mut Tabletop::of_mut(game).completed).into_iter().flatten() {
        let top = Tabletop::of(game);
        let owner = top.lattice.area(area).owner;
        let mut taken: Vec<Lying> = top.lattice.cells_of(area).collect();
        taken.sort_unstable_by_key(|lying| lying.cell);
        let cells = taken.iter().map(|lying| lying.cell.coordinates()).collect();
        let tiles = taken.iter().map(|lying| i64::from(lying.tile)).collect();
        game.emit(Captured { player, owner, cells, tiles });
        Tabletop::of_mut(game).lattice.take(area);
        for lying in &taken {
            let top = Tabletop::of(game);
            let (tile, spot) = (top.tile_id(owner, lying.tile), top.spot_id(lying.cell));
            game.set(tile, At::Taken { by: player });
            game.set(spot, Spot { cell: Some(lying.cell), tile: None });
            game.effect(|_| Effect::Took { seat: player, from: owner, piece: tile });
        }
        let store = Tabletop::of(game).store_id(player);
        let held: Store = game.get(store);
        game.set(store, Store { prisoners: held.prisoners + taken.len() as u16, ..held });
    }
}

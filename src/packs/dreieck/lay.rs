//! laying: a player lays one tile edge to edge with the others (D-P1 … D-P3). Offering comes first, in a file of its own.

use super::LAY_VERB;
use super::components::{At, Passes, Spot, Store};
use super::events::Laid;
use super::offer::OFFER;
use super::tabletop::{Played, Tabletop, placed};
use crate::sim::rule::Printed;
use crate::sim::{Effect, Game, Phase, Step, Where};

pub(crate) const LAY: Step = Step::new("lay", lay);

pub(crate) const RULE: Printed =
    Printed { id: "laying", steps: &[(Phase::Turn, OFFER), (Phase::Turn, LAY)], settings: None, essential: true };

fn lay(game: &mut Game) {
    let Some(command) = game.chosen().filter(|c| c.verb == LAY_VERB) else { return };
    let player = game.turn().seat;
    let id = command.piece();
    let (cell, rotation) = placed(command);
    let top = Tabletop::of(game);
    let tile = (id.0 - top.tile_id(player, 0).0) as u8;
    let shown = top.set.corners(tile, rotation).map(i16::from);
    game.emit(Laid { player, tile, cell: cell.coordinates(), rotation, corners: shown });
    let top = Tabletop::of_mut(game);
    let number = top.lattice.lay(cell, player, tile, rotation);
    top.hand_mut(player).remove(tile);
    top.played = Some(Played { cell, tile });
    let (spot, store, table) = (top.pieces.first_spot.plus(number.into()), top.store_id(player), top.pieces.table);
    game.set(id, At::Laid { cell: spot, rotation });
    game.set(spot, Spot { cell: Some(cell), tile: Some(id) });
    let held: Store = game.get(store);
    game.set(store, Store { unlaid: held.unlaid - 1, ..held });
    game.set(table, Passes { in_a_row: 0 });
    game.effect(|_| Effect::Moved { piece: id, from: Where::With(player), to: Where::On(spot) });
}

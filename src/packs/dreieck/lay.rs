//! laying: a player lays one tile edge to edge with the others (D-P1 … D-P3). Offering comes first, in a file of its own.

use super::LAY_VERB;
use super::events::Laid;
use super::offer::OFFER;
use super::tabletop::{Played, Tabletop, lay_tile, placed, set_passes};
use crate::sim::rule::Printed;
use crate::sim::{Game, Phase, Step};

pub(crate) const LAY: Step = Step::new("lay", lay).on(LAY_VERB);

pub(crate) const RULE: Printed = Printed::new("laying", &[(Phase::Turn, OFFER), (Phase::Turn, LAY)]);

fn lay(game: &mut Game) {
    let Some(command) = game.chosen_to(LAY_VERB) else { return };
    let player = game.turn().seat;
    let (cell, rotation) = placed(command);
    let tile = (command.piece().0 - Tabletop::of(game).tile_id(player, 0).0) as u8;
    game.emit_with(|game| {
        let corners = Tabletop::of(game).set.corners(tile, rotation).map(i16::from);
        Laid { player, tile, cell: cell.coordinates(), rotation, corners }
    });
    lay_tile(game, player, Played { cell, tile }, rotation);
    set_passes(game, 0);
}

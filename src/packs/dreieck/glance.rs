//! Triangle Takes at a glance: what a tile would take, whom it closes in on, and how open its own area stays.

use super::bot::{AWKWARD, lost};
use super::lattice::{Area, AreaId};
use super::tabletop::{Tabletop, placed};
use super::{LAY_VERB, TAKE_VERB};
use crate::sim::{Command, DECLINE, Game, Seat};

/// How much of what others may lose is a gain.
const PRESSURE: f64 = 0.5;

/// How good each offer looks; false if one is of another kind.
pub(super) fn rate(game: &Game, ratings: &mut Vec<f64>) -> bool {
    let me = game.deciding();
    // Offers of one tile stand together.
    for of_tile in
        game.offers().chunk_by(|one, other| one.verb == LAY_VERB && other.verb == LAY_VERB && one.piece() == other.piece())
    {
        for offer in of_tile {
            ratings.push(match offer.verb {
                LAY_VERB => lay(game, me, *offer) + AWKWARD / of_tile.len() as f64,
                TAKE_VERB => 1.0,
                _ if *offer == DECLINE => 0.0,
                _ => return false,
            });
        }
    }
    true
}

/// What the areas around a new tile become of it.
fn lay(game: &Game, me: Seat, offer: Command) -> f64 {
    let lattice = Tabletop::of(game).lattice();
    let (cell, _) = placed(offer);
    let mut beside: [Option<(AreaId, Area, u16)>; 3] = [None; 3];
    let mut neighbours = 0;
    for edge in 0..3 {
        let Some(id) = lattice.area_at(cell.neighbour(edge)) else { continue };
        neighbours += 1;
        match beside.iter_mut().flatten().find(|(known, ..)| *known == id) {
            Some((.., edges)) => *edges += 1,
            None => beside[edge] = Some((id, lattice.area(id), 1)),
        }
    }
    let (mut worth, mut size, mut open) = (0.0, 1, 3 - neighbours);
    for (_, area, edges) in beside.into_iter().flatten() {
        let left = area.open.saturating_sub(edges);
        let tiles = f64::from(area.size);
        if area.owner == me {
            size += area.size;
            open += left;
            worth += tiles * lost(area.open);
        } else if left == 0 {
            // It leaves the table: a gain for one, a loss for the other, and its edges open again.
            worth += 2.0 * tiles;
            open += edges;
        } else {
            worth += PRESSURE * tiles * (lost(left) - lost(area.open));
        }
    }
    worth - f64::from(size) * lost(open)
}

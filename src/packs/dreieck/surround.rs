//! The step that finds the areas whose ring the new tile completes (D-P4, D-P5): only areas beside it can be.

use super::Terms;
use super::capture::Holes;
use super::tabletop::Tabletop;
use crate::sim::{Game, Step};

pub(super) const SURROUND: Step = Step::new("surround", find_completed);

pub(super) fn find_completed(game: &mut Game) {
    let holes_count = Terms::of(game.rules()).capture.is_some_and(|c| c.holes == Holes::Liberty);
    let player = game.turn().seat;
    let top = Tabletop::of_mut(game);
    top.completed = [None; 3];
    let Some(played) = top.played else { return };
    for edge in 0..3 {
        let Some(beside) = top.lattice().at(played.cell.neighbour(edge)).filter(|lying| lying.owner != player) else { continue };
        let area = top.lattice().area_at(beside.cell);
        let completed = area.filter(|area| top.lattice().is_completed(*area, played.cell, holes_count));
        // One area may touch the new tile with two edges.
        if !top.completed.contains(&completed) {
            top.completed[edge] = completed;
        }
    }
}

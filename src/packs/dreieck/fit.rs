//! match: which corners must agree when a tile is laid (D-P2), and why a tile does not fit.

use super::cell::Cell;
use super::hand::Mode;
use super::tabletop::{Tabletop, placed};
use super::take::CHOOSE_TAKE;
use super::tiles::LETTERS;
use super::{COLOURS, LAY_VERB, PASS_VERB, Terms};
use crate::sim::rule::{Printed, read};
use crate::sim::{Command, Game, Reason};
use serde::Deserialize;

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub rule: Matching,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Matching {
    /// Both symbols on every shared edge.
    Edges,
    /// Every symbol in every shared corner.
    Corners,
}

pub(crate) const RULE: Printed = Printed { id: "match", steps: &[], settings: Some(read::<Settings>), essential: true };

/// Why a command is not on offer.
pub fn why_not(game: &Game, command: Command) -> Reason {
    if game.outcome().is_some() {
        return Reason::new("D-P7", "the game is over");
    }
    if command.verb == PASS_VERB {
        return Reason::new("D-P3", "whoever can lay a tile must");
    }
    if game.waiting_at() == Some(CHOOSE_TAKE.name) {
        return Reason::new("D-P5", "first decide whether to take what is surrounded");
    }
    let owner = (command.verb == LAY_VERB).then(|| Tabletop::of(game).tile_of(command.piece())).flatten();
    let Some((owner, tile)) = owner else { return Reason::new("D-P2", "that is not a tile") };
    if owner != game.turn().seat {
        return Reason::new("D-P1", format!("it is {}'s turn", COLOURS[game.turn().seat as usize]));
    }
    let (cell, rotation) = placed(command);
    not_at_hand(game, tile).or_else(|| no_place(game, cell)).unwrap_or_else(|| no_match(game, tile, cell, rotation))
}

/// The tile is not there to be laid.
fn not_at_hand(game: &Game, tile: u8) -> Option<Reason> {
    use super::components::At;
    let top = Tabletop::of(game);
    let seat = game.turn().seat;
    let name = top.set.name(tile);
    match game.get::<At>(top.tile_id(seat, tile)) {
        At::Hand { .. } => {}
        At::Laid { .. } => return Some(Reason::new("D-M1", format!("{name} is laid already, and there is only one"))),
        At::Taken { by } => return Some(Reason::new("D-P6", format!("{name} is a prisoner of {}", COLOURS[by as usize]))),
        At::Aside => return Some(Reason::new("D-M1", format!("{name} is out of this game"))),
    }
    let covered = Terms::of(game.rules()).hand.mode == Mode::Stack && top.hand(seat).top() != Some(tile);
    covered.then(|| Reason::new("D-M3", format!("{name} is not on top of the stack")).because_of("hand.mode"))
}

/// No tile can be laid there.
fn no_place(game: &Game, cell: Cell) -> Option<Reason> {
    let lattice = Tabletop::of(game).lattice();
    let terms = Terms::of(game.rules());
    if lattice.laid() == 0 {
        let start = terms.board.start;
        return (cell != start).then(|| Reason::new("D-P1", format!("the first tile is laid at {start}")));
    }
    if !cell.is_within(lattice.radius()) {
        return Some(Reason::new("D-M2", format!("{cell} lies beyond the edge of the table")).because_of("table.radius"));
    }
    if let Some(lying) = lattice.at(cell) {
        return Some(Reason::new("D-P2", format!("a tile of {} lies at {cell}", COLOURS[lying.owner as usize])));
    }
    (!lattice.is_beside(cell)).then(|| Reason::new("D-P2", format!("{cell} does not touch the edge of any tile")))
}

/// The symbols do not agree; the first edge or corner where they do not is named.
fn no_match(game: &Game, tile: u8, cell: Cell, rotation: u8) -> Reason {
    let top = Tabletop::of(game);
    let shown = top.set.corners(tile, rotation);
    let pair = |first: u8, second: u8| format!("{}-{}", LETTERS[first as usize], LETTERS[second as usize]);
    for edge in 0..3 {
        let Some(lying) = top.lattice().at(cell.neighbour(edge)) else { continue };
        let mine = (shown[(edge + 1) % 3], shown[(edge + 2) % 3]);
        let theirs = (lying.corners[(edge + 2) % 3], lying.corners[(edge + 1) % 3]);
        if mine != theirs {
            let (mine, theirs) = (pair(mine.0, mine.1), pair(theirs.0, theirs.1));
            let text = format!("the edge towards {} shows {theirs}, the tile would bring {mine}", lying.cell);
            return Reason::new("D-P2", text);
        }
    }
    if Terms::of(game.rules()).matching == Matching::Corners {
        for number in 0..3 {
            for (other, theirs) in Cell::around(cell.corner(number)) {
                let differs = top.lattice().at(other).filter(|lying| lying.corners[theirs] != shown[number]);
                if let Some(lying) = differs {
                    let (mine, theirs) = (LETTERS[shown[number] as usize], LETTERS[lying.corners[theirs] as usize]);
                    let text = format!("the corner shared with {other} shows {theirs}, the tile would bring {mine}");
                    return Reason::new("D-P2", text).because_of("match.rule");
                }
            }
        }
    }
    if top.set.is_redundant(tile, rotation) {
        return Reason::new("D-P2", "this tile looks the same in every rotation; only r0 is offered");
    }
    Reason::new("D-P2", "it is on offer")
}

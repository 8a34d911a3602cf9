//! match: which corners must agree when a tile is laid (D-P2), and why a tile does not fit.

use super::cell::Cell;
use super::hand::Mode;
use super::tabletop::{Tabletop, placed};
use super::take::CHOOSE_TAKE;
use super::{LAY_VERB, PASS_VERB, Terms, phrases};
use crate::sim::rule::Printed;
use crate::sim::{Command, Game, Reason};
use crate::words::msg;
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

pub(crate) const RULE: Printed = Printed::new("match", &[]).reading::<Settings>();

/// Why a command is not on offer.
pub fn why_not(game: &Game, command: Command) -> Reason {
    if game.outcome().is_some() {
        return Reason::new("D-P7", msg!("dreieck.reason.over"));
    }
    if command.verb == PASS_VERB {
        return Reason::new("D-P3", msg!("dreieck.reason.must_lay"));
    }
    if game.waiting_at() == Some(CHOOSE_TAKE.name) {
        return Reason::new("D-P5", msg!("dreieck.reason.decide_first"));
    }
    let owner = (command.verb == LAY_VERB).then(|| Tabletop::of(game).tile_of(command.piece())).flatten();
    let Some((owner, tile)) = owner else { return Reason::new("D-P2", msg!("dreieck.reason.not_a_tile")) };
    if owner != game.turn().seat {
        let player = game.rules().pack.seat(game.turn().seat);
        return Reason::new("D-P1", msg!("dreieck.reason.other_turn", player));
    }
    let (cell, rotation) = placed(command);
    not_at_hand(game, tile).or_else(|| no_place(game, cell)).unwrap_or_else(|| no_match(game, tile, cell, rotation))
}

/// The tile is not there to be laid.
fn not_at_hand(game: &Game, tile: u8) -> Option<Reason> {
    use super::components::At;
    let top = Tabletop::of(game);
    let seat = game.turn().seat;
    let covered = Terms::of(game.rules()).hand.mode == Mode::Stack && top.hand(seat).top() != Some(tile);
    let at = game.get::<At>(top.tile_id(seat, tile));
    let tile = phrases::tile(game, tile);
    Some(match at {
        At::Hand { .. } if covered => Reason::new("D-M3", msg!("dreieck.reason.covered", tile)).because_of("hand.mode"),
        At::Hand { .. } => return None,
        At::Laid { .. } => Reason::new("D-M1", msg!("dreieck.reason.laid_already", tile)),
        At::Taken { by } => Reason::new("D-P6", msg!("dreieck.reason.prisoner", tile, player = game.rules().pack.seat(by))),
        At::Aside => Reason::new("D-M1", msg!("dreieck.reason.aside", tile)),
    })
}

/// No tile can be laid there.
fn no_place(game: &Game, cell: Cell) -> Option<Reason> {
    let lattice = Tabletop::of(game).lattice();
    let terms = Terms::of(game.rules());
    if lattice.laid() == 0 {
        return (cell != terms.board.start).then(|| Reason::new("D-P1", msg!("dreieck.reason.first_tile")));
    }
    let place = phrases::cell(cell);
    if !cell.is_within(lattice.radius()) {
        return Some(Reason::new("D-M2", msg!("dreieck.reason.beyond", place)).because_of("table.radius"));
    }
    if let Some(lying) = lattice.at(cell) {
        let tile = phrases::tile_of(game, lying.owner, lying.tile);
        return Some(Reason::new("D-P2", msg!("dreieck.reason.taken", tile)));
    }
    (!lattice.is_beside(cell)).then(|| Reason::new("D-P2", msg!("dreieck.reason.alone", place)))
}

/// The symbols do not agree; the first edge or corner where they do not is named.
fn no_match(game: &Game, tile: u8, cell: Cell, rotation: u8) -> Reason {
    let top = Tabletop::of(game);
    let shown = top.set.corners(tile, rotation);
    for edge in 0..3 {
        let Some(lying) = top.lattice().at(cell.neighbour(edge)) else { continue };
        let mine = (shown[(edge + 1) % 3], shown[(edge + 2) % 3]);
        let theirs = (lying.corners[(edge + 2) % 3], lying.corners[(edge + 1) % 3]);
        if !top.set.agree(mine.0, theirs.0) || !top.set.agree(mine.1, theirs.1) {
            let (mine, theirs) = (phrases::edge(game, mine), phrases::edge(game, theirs));
            let tile = phrases::tile_of(game, lying.owner, lying.tile);
            return Reason::new("D-P2", msg!("dreieck.reason.edge", edge = phrases::side(cell, edge), tile, theirs, mine));
        }
    }
    if Terms::of(game.rules()).matching == Matching::Corners {
        for (number, symbol) in shown.iter().copied().enumerate() {
            for (other, theirs) in Cell::around(cell.corner(number)) {
                let differs = top.lattice().at(other).filter(|lying| !top.set.agree(lying.corners[theirs], symbol));
                if let Some(lying) = differs {
                    let (mine, theirs) = (phrases::symbol(game, symbol), phrases::symbol(game, lying.corners[theirs]));
                    let tile = phrases::tile_of(game, lying.owner, lying.tile);
                    let text = msg!("dreieck.reason.corner", tile, theirs, mine);
                    return Reason::new("D-P2", text).because_of("match.rule");
                }
            }
        }
    }
    if top.set.is_redundant(tile, rotation) {
        return Reason::new("D-P2", msg!("dreieck.reason.same_all_ways"));
    }
    Reason::new("D-P2", msg!("dreieck.reason.on_offer"))
}

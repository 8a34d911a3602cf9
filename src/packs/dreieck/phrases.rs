//! How tiles, their symbols and the places on the table are called.

use super::Terms;
use super::board_file::Setting;
use super::cell::Cell;
use super::events::Captured;
use super::tabletop::Tabletop;
use super::tiles::{Corners, LETTERS, name};
use crate::sim::show::Standing;
use crate::sim::{Game, Seat};
use crate::words::{Message, msg};

/// How a player stands.
pub fn standing(score: i64, prisoners: u16, unlaid: u16) -> Standing {
    Standing::of(msg!("sim.show.count", n = score), msg!("dreieck.window.standing", prisoners, unlaid))
}

/// A symbol by its name on the board: those that come with the game have one in every language.
pub(super) fn symbol_on(board: &Setting, number: u8) -> Message {
    let named = board.symbols.get(usize::from(number)).map_or("?", String::as_str);
    let id = match named {
        "sun" => "dreieck.symbol.sun",
        "moon" => "dreieck.symbol.moon",
        "star" => "dreieck.symbol.star",
        "leaf" => "dreieck.symbol.leaf",
        "drop" => "dreieck.symbol.drop",
        "flame" => "dreieck.symbol.flame",
        other => return Message::verbatim(other),
    };
    msg!(id, id = LETTERS[usize::from(number)])
}

pub fn symbol(game: &Game, number: u8) -> Message {
    symbol_on(&Terms::of(game.rules()).board, number)
}

/// A tile by its corners.
pub(super) fn tile_with(board: &Setting, corners: Corners) -> Message {
    let [a, b, c] = corners.map(|corner| symbol_on(board, corner));
    msg!("dreieck.piece.tile", a, b, c, id = name(corners))
}

/// A tile by its corners as it lies in its owner's set: the same words however it is turned.
pub fn tile(game: &Game, number: u8) -> Message {
    tile_with(&Terms::of(game.rules()).board, Tabletop::of(game).set.corners(number, 0))
}

/// Somebody's tile; there is only one such.
pub fn tile_of(game: &Game, owner: Seat, number: u8) -> Message {
    let id = game.name(Tabletop::of(game).tile_id(owner, number)).to_owned();
    msg!("dreieck.piece.tile_of", owner = game.rules().pack.seat(owner), tile = tile(game, number), id)
}

/// The two symbols along an edge.
pub(super) fn edge(game: &Game, (first, second): (u8, u8)) -> Message {
    let id = [first, second].map(|symbol| LETTERS[usize::from(symbol)].to_string()).join("-");
    msg!("dreieck.piece.edge", first = symbol(game, first), second = symbol(game, second), id)
}

/// A cell one is pointing at.
pub(super) fn cell(cell: Cell) -> Message {
    msg!("dreieck.place.cell", id = cell.to_string())
}

/// An edge of a cell, by the side it lies on.
pub(super) fn side(cell: Cell, edge: usize) -> Message {
    let other = cell.neighbour(edge);
    let (from, to) = (cell.centre(), other.centre());
    let id = match (to.x - from.x, to.y - from.y) {
        (_, y) if y > 0.5 => "dreieck.place.edge.lower",
        (_, y) if y < -0.5 => "dreieck.place.edge.upper",
        (x, _) if x > 0.0 => "dreieck.place.edge.right",
        _ => "dreieck.place.edge.left",
    };
    msg!(id, id = other.to_string())
}

/// Which edge of the only tile beside a cell leads there; where there are several tiles, they say enough.
pub fn edge_beside(game: &Game, cell: Cell) -> Option<Message> {
    let lattice = Tabletop::of(game).lattice();
    let mut lying = (0..3).map(|edge| cell.neighbour(edge)).filter(|cell| lattice.at(*cell).is_some());
    let (only, None) = (lying.next()?, lying.next()) else { return None };
    (0..3).find(|edge| only.neighbour(*edge) == cell).map(|edge| side(only, edge))
}

/// The tiles beside a cell, those included that have just been taken.
pub fn beside(game: &Game, cell: Cell) -> Vec<Message> {
    let taken = |wanted: Cell| {
        game.events().iter().filter_map(Captured::read).find_map(|e| {
            let at = e.cells.iter().position(|cell| *cell == wanted.coordinates())?;
            Some((e.owner, *e.tiles.get(at)? as u8))
        })
    };
    let lying = |cell: Cell| Tabletop::of(game).lattice().at(cell).map(|lying| (lying.owner, lying.tile));
    let neighbours = (0..3).map(|edge| cell.neighbour(edge));
    let tiles = neighbours.filter_map(|cell| lying(cell).or_else(|| taken(cell)));
    tiles.map(|(owner, number)| tile_of(game, owner, number)).collect()
}

//! What can be seen on the table, for windows, drawings and tests. Everything answers in a stable order.

use super::cell::Cell;
use super::components::{At, Spot, Tile};
use super::lattice::Placement;
use super::score::total;
use super::tabletop::{Tabletop, command, placed};
use super::tiles::Corners;
use super::veil::is_at_hand;
use super::{LAY_VERB, Terms};
use crate::sim::{Command, Game, Id, Seat};
use std::collections::BTreeSet;

/// A tile on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LaidTile {
    pub id: Id,
    pub owner: Seat,
    /// Its place in the set, from 0.
    pub number: u8,
    pub cell: Cell,
    pub rotation: u8,
    /// The symbols in corners 0, 1 and 2 of the cell.
    pub corners: Corners,
}

/// A tile not laid yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeldTile {
    pub id: Id,
    pub number: u8,
    /// Its symbols, unrotated.
    pub corners: Corners,
    /// Whether its owner may choose it: any tile of a hand that no rule keeps out of reach, only the top one of a stack.
    pub open: bool,
}

/// Every tile on the table, in id order.
pub fn table(game: &Game) -> Vec<LaidTile> {
    let top = Tabletop::of(game);
    let mut tiles = Vec::with_capacity(top.lattice().laid().into());
    for index in 0..top.set.len() * game.turn().seats as usize {
        let id = top.pieces.first_tile.plus(index);
        if let At::Laid { cell, rotation } = game.get(id)
            && let Some(cell) = game.get::<Spot>(cell).cell
        {
            let Tile { owner, number } = game.get(id);
            tiles.push(LaidTile { id, owner, number, cell, rotation, corners: top.set.corners(number, rotation) });
        }
    }
    tiles
}

/// A player's unlaid tiles, the top of the stack first; an open hand comes in the order of the set.
pub fn hand(game: &Game, seat: Seat) -> Vec<HeldTile> {
    let top = Tabletop::of(game);
    let stack = is_stack(game);
    let held = |(place, number): (usize, &u8)| {
        let (id, corners) = (top.tile_id(seat, *number), top.set.corners(*number, 0));
        HeldTile { id, number: *number, corners, open: if stack { place == 0 } else { is_at_hand(game, seat, place) } }
    };
    let mut tiles: Vec<HeldTile> = top.hand(seat).tiles().iter().enumerate().map(held).collect();
    if !stack {
        tiles.sort_unstable_by_key(|tile| tile.number);
    }
    tiles
}

/// Whether players have face-down stacks instead of open hands.
pub fn is_stack(game: &Game) -> bool {
    Terms::of(game.rules()).hand.mode == super::hand::Mode::Stack
}

/// The cells and rotations where a tile may be laid now, from the offers.
pub fn placements(game: &Game, tile: Id) -> Vec<(Cell, u8)> {
    let about = |command: &&Command| command.verb == LAY_VERB && command.piece() == tile;
    game.offers().iter().filter(about).map(|command| placed(*command)).collect()
}

/// The laying of a tile that fits somewhere, where a rule forbids it to the player to act.
pub fn kept_back(game: &Game, number: u8) -> Option<Command> {
    let top = Tabletop::of(game);
    let fitting = top.lattice().placements_of(number).iter();
    let mut laying = fitting.map(|place| command(LAY_VERB, top.tile_id(game.deciding(), 0), *place));
    laying.find(|command| game.is_forbidden(*command))
}

/// Every cell where the player to act may lay something, sorted.
pub fn open_cells(game: &Game) -> Vec<Cell> {
    let cells: BTreeSet<Cell> = game.offers().iter().filter(|c| c.verb == LAY_VERB).map(|c| placed(*c).0).collect();
    cells.into_iter().collect()
}

/// The command that lays a tile.
pub fn lay(game: &Game, tile: Id, cell: Cell, rotation: u8) -> Option<Command> {
    let top = Tabletop::of(game);
    let (owner, number) = top.tile_of(tile)?;
    (rotation < 3).then(|| command(LAY_VERB, top.tile_id(owner, 0), Placement::new(number, cell, rotation)))
}

/// Tile, cell and rotation of a command that lays one.
pub fn laying(command: Command) -> Option<(Id, Cell, u8)> {
    let (cell, rotation) = placed(command);
    (command.verb == LAY_VERB).then_some((command.piece(), cell, rotation))
}

/// The tiles a player has captured, in id order.
pub fn prisoners(game: &Game, seat: Seat) -> Vec<Id> {
    let top = Tabletop::of(game);
    let ids = (0..top.set.len() * game.turn().seats as usize).map(|index| top.pieces.first_tile.plus(index));
    ids.filter(|id| game.get::<At>(*id) == At::Taken { by: seat }).collect()
}

/// How many tiles a player has still to lay.
pub fn unlaid(game: &Game, seat: Seat) -> usize {
    Tabletop::of(game).hand(seat).len()
}

/// A player's score at the moment.
pub fn score(game: &Game, seat: Seat) -> i64 {
    total(game, seat)
}

/// The areas of a player's tiles, each with its cells sorted, in the order of their first cells.
pub fn areas(game: &Game, seat: Seat) -> Vec<Vec<Cell>> {
    let lattice = Tabletop::of(game).lattice();
    let mut areas: Vec<Vec<Cell>> = Vec::new();
    for tile in table(game).iter().filter(|tile| tile.owner == seat) {
        if !areas.iter().any(|area| area.contains(&tile.cell)) {
            let area = lattice.area_at(tile.cell).expect("a laid tile belongs to an area");
            let mut cells: Vec<Cell> = lattice.cells_of(area).map(|lying| lying.cell).collect();
            cells.sort_unstable();
            areas.push(cells);
        }
    }
    areas.sort_unstable();
    areas
}

/// The size of the table; 0 for one without end.
pub fn radius(game: &Game) -> i16 {
    Tabletop::of(game).lattice().radius()
}

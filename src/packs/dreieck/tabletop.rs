//! What is kept beside the world: the lattice, every player's tiles at hand, and the move in hand. The components are the
//! truth; everything here follows from them and is never hashed.

use super::cell::Cell;
use super::components::{At, Spot, Tile};
use super::lattice::{AreaId, Lattice, Placement};
use super::tiles::TileSet;
use crate::sim::{Command, Game, Id, Seat, Verb};
use std::sync::Arc;

pub(crate) const MOST_SEATS: usize = 6;
/// The most tiles a player can have: those of six symbols.
pub(crate) const MOST_TILES: usize = 76;

/// Ids of pieces that steps reach for; pieces of one kind are numbered in a row.
#[derive(Debug, Clone, Copy)]
pub struct Pieces {
    pub first_tile: Id,
    pub first_spot: Id,
    pub first_store: Id,
    pub table: Id,
}

/// The tile that was just laid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    pub cell: Cell,
    pub tile: u8,
}

/// The tiles a player has not laid yet, top tile first.
#[derive(Debug, Clone, Copy)]
pub struct AtHand {
    order: [u8; MOST_TILES],
    count: u8,
    /// The same as a set.
    held: u128,
}

impl AtHand {
    const EMPTY: Self = Self { order: [0; MOST_TILES], count: 0, held: 0 };

    pub fn tiles(&self) -> &[u8] {
        &self.order[..self.count as usize]
    }

    pub fn len(&self) -> usize {
        self.count as usize
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn top(&self) -> Option<u8> {
        self.tiles().first().copied()
    }

    pub fn bottom(&self) -> Option<u8> {
        self.tiles().last().copied()
    }

    #[inline]
    pub fn has(&self, tile: u8) -> bool {
        self.held >> tile & 1 == 1
    }

    fn add(&mut self, tile: u8) {
        self.order[self.count as usize] = tile;
        self.count += 1;
        self.held |= 1 << tile;
    }

    pub(super) fn remove(&mut self, tile: u8) {
        if let Some(at) = self.tiles().iter().position(|held| *held == tile) {
            self.order.copy_within(at + 1..self.count as usize, at);
            self.count -= 1;
            self.held &= !(1 << tile);
        }
    }

    /// Puts the same tiles in another order.
    pub(super) fn arrange(&mut self, tiles: &[u8]) {
        self.order[..tiles.len()].copy_from_slice(tiles);
    }

    /// Puts the top tile at the bottom.
    pub(super) fn put_under(&mut self) {
        self.order[..self.count as usize].rotate_left(1);
    }
}

#[derive(Debug, Clone)]
pub struct Tabletop {
    pub pieces: Pieces,
    /// The set this game was furnished with.
    pub set: Arc<TileSet>,
    pub lattice: Lattice,
    hands: [AtHand; MOST_SEATS],
    /// The tile laid in this turn.
    pub played: Option<Played>,
    /// Whether the player to act had nothing to lay.
    pub passed: bool,
    /// Areas the tile has completed the ring of, by the edge they lie at.
    pub completed: [Option<AreaId>; 3],
}

impl Tabletop {
    pub fn new(pieces: Pieces, set: Arc<TileSet>, lattice: Lattice) -> Self {
        let hands = [AtHand::EMPTY; MOST_SEATS];
        Self { pieces, set, lattice, hands, played: None, passed: false, completed: [None; 3] }
    }

    #[inline]
    pub fn of(game: &Game) -> &Self {
        game.side()
    }

    #[inline]
    pub fn of_mut(game: &mut Game) -> &mut Self {
        game.side_mut()
    }

    #[inline]
    pub fn hand(&self, seat: Seat) -> &AtHand {
        &self.hands[seat as usize]
    }

    pub(super) fn hand_mut(&mut self, seat: Seat) -> &mut AtHand {
        &mut self.hands[seat as usize]
    }

    #[inline]
    pub fn tile_id(&self, seat: Seat, tile: u8) -> Id {
        self.pieces.first_tile.plus(seat as usize * self.set.len() + tile as usize)
    }

    /// Owner and number of a piece, if it is a tile.
    pub fn tile_of(&self, id: Id) -> Option<(Seat, u8)> {
        let index = id.0.checked_sub(self.pieces.first_tile.0).map(usize::from)?;
        let tile = index < (self.pieces.first_spot.0 - self.pieces.first_tile.0).into();
        tile.then(|| ((index / self.set.len()) as Seat, (index % self.set.len()) as u8))
    }

    pub fn store_id(&self, seat: Seat) -> Id {
        self.pieces.first_store.plus(seat.into())
    }

    /// The piece of a cell that a tile lies in.
    pub fn spot_id(&self, cell: Cell) -> Id {
        let number = self.lattice.number(cell).expect("a cell with a tile has been numbered");
        self.pieces.first_spot.plus(number.into())
    }
}

/// A placement as a command of the player whose first tile this is.
#[inline]
pub(crate) fn command(verb: Verb, first_tile: Id, placement: Placement) -> Command {
    let [a, b, last] = placement.numbers();
    Command::new(verb, [first_tile.plus(placement.tile().into()).0 as i16, a, b, last])
}

/// The cell and the rotation a command speaks of.
#[inline]
pub(crate) fn placed(command: Command) -> (Cell, u8) {
    let [_, a, b, last] = command.args();
    (Cell::from_two(a, b, last < 3), last.rem_euclid(3) as u8)
}

/// Works everything out anew from the components: after a deal, an arranged position or a change of rules.
pub(crate) fn recount(game: &mut Game) {
    let pieces = Tabletop::of(game).pieces;
    let count = Tabletop::of(game).set.len() * game.turn().seats as usize;
    let mut hands = [AtHand::EMPTY; MOST_SEATS];
    let mut held: Vec<(Seat, u16, u8)> = Vec::with_capacity(count);
    let mut laid = Vec::new();
    for index in 0..count {
        let id = pieces.first_tile.plus(index);
        let tile: Tile = game.get(id);
        match game.get::<At>(id) {
            At::Hand { order } => held.push((tile.owner, order, tile.number)),
            At::Laid { cell, rotation } => laid.push((tile, cell, rotation)),
            At::Taken { .. } | At::Aside => {}
        }
    }
    held.sort_unstable();
    for (seat, _, tile) in held {
        hands[seat as usize].add(tile);
    }
    let spots: Vec<Option<Cell>> = (0..count).map(|n| game.get::<Spot>(pieces.first_spot.plus(n)).cell).collect();
    let top = Tabletop::of_mut(game);
    top.hands = hands;
    top.lattice.clear();
    for (number, cell) in spots.iter().enumerate() {
        if let Some(cell) = cell {
            top.lattice.give_number(*cell, number as u16);
        }
    }
    for (tile, cell, rotation) in laid {
        if let Some(cell) = spots[cell.index() - pieces.first_spot.index()] {
            top.lattice.lay(cell, tile.owner, tile.number, rotation);
        }
    }
}

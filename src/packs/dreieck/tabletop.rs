//! What is kept beside the world: the lattice, every player's tiles at hand, and the move in hand; and the only ways to set
//! the components it follows from, so that it always does.

use super::cell::Cell;
use super::components::{At, Passes, Spot, Tile};
use super::fit::Matching;
use super::lattice::{AreaId, Lattice, Lying, Placement};
use super::tiles::TileSet;
use crate::sim::{Beside, Command, Effect, Game, Id, Seat, Verb, Where};
use std::sync::Arc;

pub(crate) const MOST_SEATS: usize = 6;
/// The most tiles a player can have: those of six symbols.
pub(crate) const MOST_TILES: usize = 76;

/// Ids of pieces that steps reach for; pieces of one kind are numbered in a row.
#[derive(Debug, Clone, Copy)]
pub struct Pieces {
    pub first_tile: Id,
    pub first_spot: Id,
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

    fn remove(&mut self, tile: u8) {
        if let Some(at) = self.tiles().iter().position(|held| *held == tile) {
            self.order.copy_within(at + 1..self.count as usize, at);
            self.count -= 1;
            self.held &= !(1 << tile);
        }
    }

    /// Puts the same tiles in another order.
    fn arrange(&mut self, tiles: &[u8]) {
        self.order[..tiles.len()].copy_from_slice(tiles);
    }

    /// Puts the top tile at the bottom.
    fn put_under(&mut self) {
        self.order[..self.count as usize].rotate_left(1);
    }
}

#[derive(Debug, Clone)]
pub struct Tabletop {
    pub pieces: Pieces,
    /// The set this game was furnished with.
    pub set: Arc<TileSet>,
    lattice: Lattice,
    hands: [AtHand; MOST_SEATS],
    prisoners: [u16; MOST_SEATS],
    passes: u8,
    /// The tile laid in this turn.
    pub played: Option<Played>,
    /// Whether the player to act had nothing to lay.
    pub passed: bool,
    /// Areas the tile has completed the ring of, by the edge they lie at.
    pub completed: [Option<AreaId>; 3],
    /// How often anyone's score has changed.
    pub changes: u32,
}

/// Everything the table can be asked, whatever numbers cells and areas have got.
#[derive(Debug, PartialEq)]
pub struct Answers {
    placements: Vec<Placement>,
    open_edges: u32,
    laid: u16,
    hands: Vec<Vec<u8>>,
    prisoners: [u16; MOST_SEATS],
    passes: u8,
    /// Every tile with its area: all cells of it, and how many of its edges are open.
    tiles: Vec<(Lying, Vec<Cell>, u16)>,
}

impl Beside for Tabletop {
    type Index = Answers;
    fn index(&self) -> Answers {
        let lattice = &self.lattice;
        let mut tiles: Vec<(Lying, Vec<Cell>, u16)> = Vec::new();
        for lying in lattice.tiles() {
            let Some(area) = lattice.area_at(lying.cell) else { continue };
            let mut cells: Vec<Cell> = lattice.cells_of(area).map(|lying| lying.cell).collect();
            cells.sort_unstable();
            tiles.push((lying, cells, lattice.area(area).open));
        }
        tiles.sort_unstable_by_key(|(lying, ..)| lying.cell);
        Answers {
            placements: lattice.placements().collect(),
            open_edges: lattice.open_edges(),
            laid: lattice.laid(),
            hands: self.hands.iter().map(|hand| hand.tiles().to_vec()).collect(),
            prisoners: self.prisoners,
            passes: self.passes,
            tiles,
        }
    }
    fn recounted(game: &Game) -> Self {
        let mut top = Self::of(game).clone();
        top.count(game);
        top
    }
}

impl Tabletop {
    pub fn new(pieces: Pieces, set: Arc<TileSet>, lattice: Lattice) -> Self {
        let hands = [AtHand::EMPTY; MOST_SEATS];
        let (prisoners, passes, played, passed, completed) = ([0; MOST_SEATS], 0, None, false, [None; 3]);
        Self { pieces, set, lattice, hands, prisoners, passes, played, passed, completed, changes: 0 }
    }

    #[inline]
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// How many tiles a player has captured.
    #[inline]
    pub fn prisoners(&self, seat: Seat) -> u16 {
        self.prisoners[seat as usize]
    }

    /// How many players have passed one after another.
    #[inline]
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// Takes up changed rules; the table must be counted anew afterwards.
    pub(super) fn obey(&mut self, matching: Matching, open_border: bool) {
        self.lattice.obey(matching, open_border);
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

// ── The only ways to move a tile ──────────────────────────────────────────────────────────────────────────────

/// Lays a tile of a player's hand in an empty cell.
pub(super) fn lay_tile(game: &mut Game, player: Seat, played: Played, rotation: u8) {
    let Played { cell, tile } = played;
    let top = Tabletop::of_mut(game);
    let number = top.lattice.lay(cell, player, tile, rotation);
    top.hands[player as usize].remove(tile);
    top.changes = top.changes.wrapping_add(1);
    top.played = Some(played);
    let (piece, spot) = (top.tile_id(player, tile), top.pieces.first_spot.plus(number.into()));
    game.set(piece, At::Laid { cell: spot, rotation });
    game.set(spot, Spot { cell: Some(cell) });
    game.effect(|_| Effect::Moved { piece, from: Where::With(player), to: Where::On(spot) });
}

/// Takes a whole area off the table as somebody's prisoners; `tiles` are those of the area.
pub(super) fn take_area(game: &mut Game, area: AreaId, tiles: &[Lying], by: Seat) {
    let top = Tabletop::of_mut(game);
    top.lattice.take(area);
    top.prisoners[by as usize] += tiles.len() as u16;
    top.changes = top.changes.wrapping_add(1);
    for lying in tiles {
        let piece = Tabletop::of(game).tile_id(lying.owner, lying.tile);
        game.set(piece, At::Taken { by });
        game.effect(|_| Effect::Took { seat: by, from: lying.owner, piece });
    }
}

/// Puts the top tile of a player's stack at the bottom.
pub(super) fn put_top_under(game: &mut Game, player: Seat) {
    let top = Tabletop::of(game);
    let (Some(tile), Some(bottom)) = (top.hand(player).top(), top.hand(player).bottom()) else { return };
    let (piece, below) = (top.tile_id(player, tile), top.tile_id(player, bottom));
    let At::Hand { order } = game.look::<At>(below) else { return };
    game.set(piece, At::Hand { order: order + 1 });
    Tabletop::of_mut(game).hands[player as usize].put_under();
    game.effect(|_| Effect::Moved { piece, from: Where::With(player), to: Where::With(player) });
}

/// Puts a player's tiles in another order.
pub(super) fn reorder(game: &mut Game, seat: Seat, tiles: &[u8]) {
    let id = |game: &Game, tile: u8| Tabletop::of(game).tile_id(seat, tile);
    let order = |tile: &u8| match game.get::<At>(id(game, *tile)) {
        At::Hand { order } => order,
        At::Laid { .. } | At::Taken { .. } | At::Aside => 0,
    };
    let mut orders: Vec<u16> = tiles.iter().map(order).collect();
    orders.sort_unstable();
    for (tile, order) in tiles.iter().zip(orders) {
        let id = id(game, *tile);
        game.set(id, At::Hand { order });
    }
    Tabletop::of_mut(game).hands[seat as usize].arrange(tiles);
}

/// Says how many players have passed one after another.
pub(super) fn set_passes(game: &mut Game, in_a_row: u8) {
    let top = Tabletop::of_mut(game);
    if top.passes != in_a_row {
        top.passes = in_a_row;
        let table = top.pieces.table;
        game.set(table, Passes { in_a_row });
    }
}

/// Takes over what the components say, after they were set in another way: a deal, an arranged position, other rules.
pub(crate) fn recount(game: &mut Game) {
    let counted = Tabletop::recounted(game);
    *Tabletop::of_mut(game) = counted;
}

impl Tabletop {
    fn count(&mut self, game: &Game) {
        let pieces = self.pieces;
        let mut held: Vec<(Seat, u16, u8)> = Vec::with_capacity(self.set.len() * usize::from(game.turn().seats));
        let mut laid = Vec::new();
        (self.hands, self.prisoners) = ([AtHand::EMPTY; MOST_SEATS], [0; MOST_SEATS]);
        // Pieces of one kind lie in one row, in the order of their ids.
        for (tile, at) in &mut game.world().query::<(&Tile, &At)>() {
            match *at {
                At::Hand { order } => held.push((tile.owner, order, tile.number)),
                At::Laid { cell, rotation } => laid.push((*tile, cell, rotation)),
                At::Taken { by } => self.prisoners[by as usize] += 1,
                At::Aside => {}
            }
        }
        held.sort_unstable();
        for (seat, _, tile) in held {
            self.hands[seat as usize].add(tile);
        }
        let spots: Vec<Option<Cell>> = game.world().query::<&Spot>().iter().map(|spot| spot.cell).collect();
        self.lattice.clear();
        for (number, cell) in spots.iter().enumerate() {
            if let Some(cell) = cell {
                self.lattice.give_number(*cell, number as u16);
            }
        }
        for (tile, cell, rotation) in laid {
            if let Some(cell) = spots[cell.index() - pieces.first_spot.index()] {
                self.lattice.lay(cell, tile.owner, tile.number, rotation);
            }
        }
        self.passes = game.get::<Passes>(pieces.table).in_a_row;
        self.changes = self.changes.wrapping_add(1);
    }
}

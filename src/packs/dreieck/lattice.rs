//! The table as numbers: which cell holds what, which areas there are, and which tile fits where. Everything is kept up
//! to date as tiles come and go; nothing here ever looks at the whole table. The components are the truth, this follows.

use super::cell::Cell;
use super::fit::Matching;
use super::tiles::{Corners, TileSet};
use super::wanting::{ask, for_each_fit};
use crate::sim::Seat;
use std::sync::Arc;

/// No slot, no area, no number.
const NONE: u16 = u16::MAX;
/// Beyond the edge of the table.
const BEYOND: u16 = u16::MAX - 1;
/// No tile in a slot.
const EMPTY: u8 = u8::MAX;
/// A corner that no neighbour asks anything of.
pub const ANY: u8 = u8::MAX;
/// The side of the first grid; it grows when the game does.
const FIRST_SIDE: i16 = 32;

/// What a laid tile is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lying {
    pub cell: Cell,
    pub owner: Seat,
    pub tile: u8,
    /// The symbols in corners 0, 1 and 2 of the cell.
    pub corners: Corners,
}

/// A cell that holds a tile, has held one, or lies beside one.
#[derive(Debug, Clone)]
struct Slot {
    cell: Cell,
    /// The slots over the three edges.
    near: [u16; 3],
    tile: u8,
    owner: Seat,
    corners: Corners,
    area: u16,
    /// The next slot of the same area, round and round.
    next: u16,
    /// What the neighbours ask of the three corners, while the slot is listed among the placements.
    wants: Option<Corners>,
    /// The number of the cell's piece, once a tile has lain here.
    number: u16,
}

/// Tiles of one colour that hang together edge to edge.
#[derive(Debug, Clone, Copy)]
pub struct Area {
    pub owner: Seat,
    pub size: u16,
    /// Edges with nothing on the other side.
    pub open: u16,
    /// Any of its slots.
    any: u16,
    /// The slot that lies farthest in the first coordinate; one that points up before one that points down.
    outermost: u16,
}

/// The number of an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct AreaId(u16);

/// A tile, a cell and a rotation in one number; sorted like the commands they become.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placement(u64);

impl Placement {
    pub fn new(tile: u8, cell: Cell, rotation: u8) -> Self {
        let biased = |n: i16| u64::from((i32::from(n) + 0x8000) as u16);
        let last = u64::from(!cell.is_up()) * 3 + u64::from(rotation);
        Self(u64::from(tile) << 48 | biased(cell.a) << 32 | biased(cell.b) << 16 | last)
    }

    #[inline]
    pub fn tile(self) -> u8 {
        (self.0 >> 48) as u8
    }

    /// The two coordinates, and orientation and rotation in one: 0 to 2 upwards, 3 to 5 downwards.
    #[inline]
    pub fn numbers(self) -> [i16; 3] {
        let unbiased = |n: u64| ((n as u16 as i32) - 0x8000) as i16;
        [unbiased(self.0 >> 32), unbiased(self.0 >> 16), (self.0 & 7) as i16]
    }
}

#[derive(Debug, Clone)]
pub struct Lattice {
    set: Arc<TileSet>,
    matching: Matching,
    /// Six-sided table of this size; 0 is unbounded.
    radius: i16,
    /// Whether an edge at the border of the table counts as open.
    open_border: bool,
    start: Cell,
    slots: Vec<Slot>,
    areas: Vec<Area>,
    /// Slot by cell: two for each pair of first coordinates, from `-side / 2` up.
    grid: Vec<u16>,
    side: i16,
    laid: u16,
    /// Cells that have been numbered so far.
    numbered: u16,
    open_edges: u32,
    /// By tile.
    placements: Vec<Vec<Placement>>,
}

impl Lattice {
    pub fn new(set: Arc<TileSet>, start: Cell, matching: Matching, radius: i16, open_border: bool) -> Self {
        let side = FIRST_SIDE;
        let tiles = set.len();
        let mut lattice = Self {
            set,
            matching,
            radius,
            open_border,
            start,
            slots: Vec::new(),
            areas: Vec::new(),
            grid: vec![NONE; 2 * side as usize * side as usize],
            side,
            laid: 0,
            numbered: 0,
            open_edges: 0,
            placements: vec![Vec::new(); tiles],
        };
        lattice.clear();
        lattice
    }

    /// Takes up changed rules; the table must be counted anew afterwards.
    pub fn obey(&mut self, matching: Matching, open_border: bool) {
        (self.matching, self.open_border) = (matching, open_border);
    }

    /// Takes everything off the table.
    pub fn clear(&mut self) {
        for slot in 0..self.slots.len() {
            let index = self.index(self.slots[slot].cell).expect("every slot is in the grid");
            self.grid[index] = NONE;
        }
        self.slots.clear();
        self.areas.clear();
        self.placements.iter_mut().for_each(Vec::clear);
        (self.laid, self.numbered, self.open_edges) = (0, 0, 0);
        let start = self.slot_for(self.start);
        self.refit(start);
    }

    // ── Questions ─────────────────────────────────────────────────────────────────────────────────────────────

    /// Every tile that fits somewhere, whoever may lay it: by tile, then by cell, then by rotation.
    pub fn placements(&self) -> impl Iterator<Item = Placement> {
        self.placements.iter().flatten().copied()
    }

    /// Where a tile fits: by cell, then by rotation.
    #[inline]
    pub fn placements_of(&self, tile: u8) -> &[Placement] {
        &self.placements[usize::from(tile)]
    }

    /// Every tile on the table, in no particular order.
    pub fn tiles(&self) -> impl Iterator<Item = Lying> {
        (0..self.slots.len() as u16).filter_map(|slot| self.lying(slot))
    }

    /// The size of the table; 0 for one without end.
    pub fn radius(&self) -> i16 {
        self.radius
    }

    /// Tiles on the table.
    pub fn laid(&self) -> u16 {
        self.laid
    }

    /// Edges of laid tiles with nothing on the other side.
    pub fn open_edges(&self) -> u32 {
        self.open_edges
    }

    /// The tile in a cell.
    pub fn at(&self, cell: Cell) -> Option<Lying> {
        self.lying(self.find(cell))
    }

    /// Whether a cell touches a laid tile with an edge.
    pub fn is_beside(&self, cell: Cell) -> bool {
        (0..3).any(|edge| self.at(cell.neighbour(edge)).is_some())
    }

    pub fn area_at(&self, cell: Cell) -> Option<AreaId> {
        self.at(cell).map(|_| AreaId(self.slots[self.find(cell) as usize].area))
    }

    pub fn area(&self, area: AreaId) -> Area {
        self.areas[area.0 as usize]
    }

    /// The cells of an area, in no particular order.
    pub fn cells_of(&self, area: AreaId) -> impl Iterator<Item = Lying> + '_ {
        let first = self.areas[area.0 as usize].any;
        let mut at = Some(first);
        std::iter::from_fn(move || {
            let slot = at?;
            let next = self.slots[slot as usize].next;
            at = (next != first).then_some(next);
            self.lying(slot)
        })
    }

    fn lying(&self, slot: u16) -> Option<Lying> {
        let slot = self.slots.get(slot as usize)?;
        (slot.tile != EMPTY).then_some(Lying { cell: slot.cell, owner: slot.owner, tile: slot.tile, corners: slot.corners })
    }

    // ── Tiles come ────────────────────────────────────────────────────────────────────────────────────────────

    /// Lays a tile in an empty cell; gives the number of the cell's piece.
    pub fn lay(&mut self, cell: Cell, owner: Seat, tile: u8, rotation: u8) -> u16 {
        let here = self.slot_for(cell);
        self.unlist(here);
        let corners = self.set.corners(tile, rotation);
        let area = self.areas.len() as u16;
        let slot = &mut self.slots[here as usize];
        (slot.tile, slot.owner, slot.corners, slot.area, slot.next) = (tile, owner, corners, area, here);
        if slot.number == NONE {
            slot.number = self.numbered;
            self.numbered += 1;
        }
        let number = slot.number;
        self.areas.push(Area { owner, size: 1, open: 0, any: here, outermost: here });
        self.laid += 1;
        for edge in 0..3 {
            let near = self.near(here, edge);
            if near == BEYOND {
                self.open(area, u16::from(self.open_border));
            } else if self.slots[near as usize].tile == EMPTY {
                self.open(area, 1);
            } else {
                self.shut(near);
            }
        }
        for edge in 0..3 {
            let near = self.slots[here as usize].near[edge];
            if near < BEYOND && self.slots[near as usize].tile != EMPTY && self.slots[near as usize].owner == owner {
                self.join(self.slots[here as usize].area, self.slots[near as usize].area);
            }
        }
        self.refit_round(here);
        // The first tile need not lie in the first cell when a position is counted anew; then nothing begins there.
        if self.laid == 1 && cell != self.start {
            let start = self.slot_for(self.start);
            self.refit(start);
        }
        number
    }

    /// Gives a cell its number before any tile is laid there: when a position is counted anew.
    pub fn give_number(&mut self, cell: Cell, number: u16) {
        let slot = self.slot_for(cell);
        self.slots[slot as usize].number = number;
        self.numbered = self.numbered.max(number + 1);
    }

    fn open(&mut self, area: u16, edges: u16) {
        self.areas[area as usize].open += edges;
        self.open_edges += u32::from(edges);
    }

    /// One edge of a neighbour's area is covered now.
    fn shut(&mut self, slot: u16) {
        let area = self.slots[slot as usize].area;
        self.areas[area as usize].open -= 1;
        self.open_edges -= 1;
    }

    /// Makes two areas one; the smaller one takes the larger one's number.
    fn join(&mut self, one: u16, other: u16) {
        if one == other {
            return;
        }
        let larger = self.areas[one as usize].size >= self.areas[other as usize].size;
        let (kept, gone) = if larger { (one, other) } else { (other, one) };
        let joined = self.areas[gone as usize];
        let mut at = joined.any;
        loop {
            let slot = &mut self.slots[at as usize];
            slot.area = kept;
            at = slot.next;
            if at == joined.any {
                break;
            }
        }
        let area = self.areas[kept as usize];
        // Two rings become one when two of their links are exchanged.
        let after = self.slots[area.any as usize].next;
        self.slots[area.any as usize].next = self.slots[joined.any as usize].next;
        self.slots[joined.any as usize].next = after;
        let rank = |slot: u16| (self.slots[slot as usize].cell.a, self.slots[slot as usize].cell.is_up());
        let outermost = if rank(joined.outermost) > rank(area.outermost) { joined.outermost } else { area.outermost };
        let area = &mut self.areas[kept as usize];
        area.size += joined.size;
        area.open += joined.open;
        area.outermost = outermost;
    }

    // ── Tiles go ──────────────────────────────────────────────────────────────────────────────────────────────

    /// Takes a whole area off the table.
    pub fn take(&mut self, area: AreaId) {
        let first = self.areas[area.0 as usize].any;
        self.open_edges -= u32::from(self.areas[area.0 as usize].open);
        let mut freed = Vec::with_capacity(self.areas[area.0 as usize].size.into());
        let mut at = first;
        loop {
            let slot = &mut self.slots[at as usize];
            (slot.tile, slot.area) = (EMPTY, NONE);
            freed.push(at);
            at = slot.next;
            if at == first {
                break;
            }
        }
        self.laid -= freed.len() as u16;
        for slot in &freed {
            for edge in 0..3 {
                let near = self.slots[*slot as usize].near[edge];
                if near < BEYOND && self.slots[near as usize].tile != EMPTY {
                    let beside = self.slots[near as usize].area;
                    self.open(beside, 1);
                }
            }
        }
        for slot in freed {
            self.refit(slot);
            self.refit_round(slot);
        }
    }

    // ── What fits ─────────────────────────────────────────────────────────────────────────────────────────────

    /// Lists every empty cell anew that a change in this one concerns.
    fn refit_round(&mut self, here: u16) {
        match self.matching {
            Matching::Edges => {
                for edge in 0..3 {
                    let near = self.slots[here as usize].near[edge];
                    if near < BEYOND {
                        self.refit(near);
                    }
                }
            }
            Matching::Corners => {
                let cell = self.slots[here as usize].cell;
                for (near, _) in (0..3).flat_map(|number| Cell::around(cell.corner(number))) {
                    let near = self.find(near);
                    if near < BEYOND && near != here {
                        self.refit(near);
                    }
                }
            }
        }
    }

    fn refit(&mut self, slot: u16) {
        let wants = self.wants(slot);
        if wants == self.slots[slot as usize].wants {
            return;
        }
        self.unlist(slot);
        let Self { slots, placements, set, .. } = self;
        let Slot { cell, wants: listed, .. } = &mut slots[slot as usize];
        *listed = wants;
        if let Some(wants) = wants {
            for_each_fit(set, wants, |tile, rotation| {
                let (placement, placements) = (Placement::new(tile, *cell, rotation), &mut placements[usize::from(tile)]);
                if let Err(at) = placements.binary_search(&placement) {
                    placements.insert(at, placement);
                }
            });
        }
    }

    fn unlist(&mut self, slot: u16) {
        let Self { slots, placements, set, .. } = self;
        let Slot { cell, wants: listed, .. } = &mut slots[slot as usize];
        if let Some(wants) = listed.take() {
            for_each_fit(set, wants, |tile, rotation| {
                let placements = &mut placements[usize::from(tile)];
                if let Ok(at) = placements.binary_search(&Placement::new(tile, *cell, rotation)) {
                    placements.remove(at);
                }
            });
        }
    }

    /// What an empty cell's corners must show; nothing when no tile can lie there.
    fn wants(&self, slot: u16) -> Option<Corners> {
        let here = &self.slots[slot as usize];
        if here.tile != EMPTY {
            return None;
        }
        if self.laid == 0 {
            return (here.cell == self.start).then_some([ANY; 3]);
        }
        let mut wants = [ANY; 3];
        let mut beside = false;
        for edge in 0..3 {
            let near = here.near[edge];
            if near < BEYOND && self.slots[near as usize].tile != EMPTY {
                beside = true;
                let theirs = self.slots[near as usize].corners;
                ask(&self.set, &mut wants, (edge + 1) % 3, theirs[(edge + 2) % 3])?;
                ask(&self.set, &mut wants, (edge + 2) % 3, theirs[(edge + 1) % 3])?;
            }
        }
        if !beside {
            return None;
        }
        if self.matching == Matching::Corners {
            for number in 0..3 {
                for (cell, theirs) in Cell::around(here.cell.corner(number)) {
                    if let Some(lying) = self.at(cell) {
                        ask(&self.set, &mut wants, number, lying.corners[theirs])?;
                    }
                }
            }
        }
        Some(wants)
    }

    // ── Surrounded ────────────────────────────────────────────────────────────────────────────────────────────

    /// Whether the tile just laid in `last` has covered the last outer edge of an area. Holes are empty cells the area
    /// shuts off from the rest of the lattice; either they count as open like any other, or they are left out.
    pub fn is_completed(&self, area: AreaId, last: Cell, holes_count: bool) -> bool {
        if self.has_no_holes_that_matter(area, holes_count) {
            return self.area(area).open == 0;
        }
        self.walk_round(area, last).is_some_and(|touched| touched)
    }

    /// Whether every outer edge of an area is covered, whoever covered it last.
    pub fn is_surrounded(&self, area: AreaId, holes_count: bool) -> bool {
        if self.has_no_holes_that_matter(area, holes_count) {
            return self.area(area).open == 0;
        }
        self.walk_round(area, self.slots[self.area(area).any as usize].cell).is_some()
    }

    fn has_no_holes_that_matter(&self, area: AreaId, holes_count: bool) -> bool {
        /// The fewest tiles that can shut off a cell: its three neighbours, and three more round each of two corners.
        const LEAST_RING: u16 = 9;
        holes_count || self.area(area).size < LEAST_RING
    }

    /// Walks once round the outside of an area, where it finds no open edge; says whether it came through `last`. The
    /// walker goes from cell to cell outside the area, over edges only, and turns round every corner of the area it meets.
    fn walk_round(&self, area: AreaId, last: Cell) -> Option<bool> {
        let belongs = |cell: Cell| {
            let slot = self.find(cell);
            slot < BEYOND && self.slots[slot as usize].area == area.0
        };
        // No cell beyond the outermost one belongs to the area, so its free edge lies open to the outside. A cell that
        // points down has none in that direction, but then neither of its neighbours in the same row belongs here.
        let outermost = self.slots[self.area(area).outermost as usize].cell;
        let edge = usize::from(!outermost.is_up());
        let mut inside = outermost;
        let mut outside = outermost.neighbour(edge);
        let mut pivot = outermost.corner((edge + 1) % 3);
        let began = (inside, outside);
        let mut touched = false;
        loop {
            let covered = if outside.is_within(self.radius) { self.at(outside).is_some() } else { !self.open_border };
            if !covered {
                return None;
            }
            touched |= outside == last;
            let ring = Cell::around(pivot).map(|(cell, _)| cell);
            let position = |wanted: Cell| ring.iter().position(|cell| *cell == wanted).expect("both cells share the pivot");
            let from = position(outside);
            let step = if (position(inside) + 1) % 6 == from { 1 } else { 5 };
            let mut at = from;
            while !belongs(ring[(at + step) % 6]) {
                at = (at + step) % 6;
            }
            (outside, inside) = (ring[at], ring[(at + step) % 6]);
            let edge = inside.edge_to(outside).expect("cells side by side round a corner share an edge");
            let ends = [inside.corner((edge + 1) % 3), inside.corner((edge + 2) % 3)];
            pivot = if ends[0] == pivot { ends[1] } else { ends[0] };
            if (inside, outside) == began {
                return Some(touched);
            }
        }
    }

    // ── The grid ──────────────────────────────────────────────────────────────────────────────────────────────

    #[inline]
    fn index(&self, cell: Cell) -> Option<usize> {
        let (a, b) = (cell.a + self.side / 2, cell.b + self.side / 2);
        let inside = (0..self.side).contains(&a) && (0..self.side).contains(&b);
        inside.then(|| (a as usize * self.side as usize + b as usize) * 2 + usize::from(!cell.is_up()))
    }

    /// The slot of a cell, [`BEYOND`] for a cell off the table, [`NONE`] for one nobody has come near yet.
    #[inline]
    fn find(&self, cell: Cell) -> u16 {
        if !cell.is_within(self.radius) {
            return BEYOND;
        }
        self.index(cell).map_or(NONE, |index| self.grid[index])
    }

    /// The slot over an edge, made if need be.
    fn near(&mut self, slot: u16, edge: usize) -> u16 {
        let known = self.slots[slot as usize].near[edge];
        if known == NONE { self.slot_for(self.slots[slot as usize].cell.neighbour(edge)) } else { known }
    }

    /// The slot of a cell on the table, made if need be and linked with its neighbours.
    fn slot_for(&mut self, cell: Cell) -> u16 {
        let found = self.find(cell);
        if found != NONE {
            return found;
        }
        while self.index(cell).is_none() {
            self.grow();
        }
        let slot = self.slots.len() as u16;
        let index = self.index(cell).expect("the grid has grown until the cell was in it");
        self.grid[index] = slot;
        let near = [0, 1, 2].map(|edge| self.find(cell.neighbour(edge)));
        for (edge, near) in near.into_iter().enumerate().filter(|(_, near)| *near < BEYOND) {
            self.slots[near as usize].near[edge] = slot;
        }
        let (tile, owner, corners) = (EMPTY, 0, [ANY; 3]);
        self.slots.push(Slot { cell, near, tile, owner, corners, area: NONE, next: NONE, wants: None, number: NONE });
        slot
    }

    fn grow(&mut self) {
        self.side *= 2;
        self.grid = vec![NONE; 2 * self.side as usize * self.side as usize];
        for slot in 0..self.slots.len() {
            let index = self.index(self.slots[slot].cell).expect("a larger grid holds what a smaller one held");
            self.grid[index] = slot as u16;
        }
    }
}

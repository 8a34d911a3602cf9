//! The components of the pieces: small plain values on hecs entities.

use super::cell::Cell;
use crate::sim::snapshot::{Part, part};
use crate::sim::{Id, Seat};

/// A tile; what its corners show is in the set it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tile {
    pub owner: Seat,
    /// Its place in the set, from 0.
    pub number: u8,
}

/// Where a tile is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum At {
    /// Not laid yet; of several tiles the one with the lowest order is on top.
    Hand {
        order: u16,
    },
    Laid {
        cell: Id,
        rotation: u8,
    },
    /// A prisoner.
    Taken {
        by: Seat,
    },
    /// Out of the game; only in positions someone has arranged.
    Aside,
}

/// A cell a tile has lain in. The table has no end, so cells become pieces as they are first filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Spot {
    pub cell: Option<Cell>,
}

/// How many players have passed one after another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Passes {
    pub in_a_row: u8,
}

pub const PARTS: &[Part] = &[part::<Tile>("tile"), part::<At>("at"), part::<Spot>("spot"), part::<Passes>("passes")];

//! The components of Triple Mill's pieces: small plain values on hecs entities.

use crate::sim::Seat;
use crate::sim::snapshot::{Part, part};

/// A stone: the seat whose colour it has, and its number among them from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stone {
    pub colour: Seat,
    pub number: u8,
}

/// Who moves a stone; adopted stones keep their colour but not their owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Owner(pub Seat);

/// Where a stone is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum At {
    Hand,
    /// On a field, by its number, and a level from 0.
    On {
        field: u8,
        level: u8,
    },
    /// Taken, out of the game.
    Gone,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Player {
    /// Down to the last two stones, which belong to somebody else now.
    pub out: bool,
}

/// Stones the player to act may still take for the mills just closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Due(pub u8);

/// What the game remembers beside the position.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Memory {
    /// Moves since a stone was last taken.
    pub quiet: u16,
    /// Positions since the last one that can never come again: every field and the seat to act, packed.
    pub seen: Vec<u128>,
}

pub const PARTS: &[Part] = &[
    part::<Stone>("stone"),
    part::<Owner>("owner"),
    part::<At>("at"),
    part::<Player>("player"),
    part::<Due>("due"),
    part::<Memory>("memory"),
];

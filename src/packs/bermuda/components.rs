//! The components of Bermuda's pieces: small plain values on hecs entities. `waters.rs` has the only ways to set those that
//! the index follows.

use super::cloud::geometry::Point;
use crate::sim::event::Row;
use crate::sim::snapshot::{Part, part};
use crate::sim::{Id, Seat};
use std::hash::{Hash, Hasher};

/// A space of the route.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Space {
    /// The next space, or the port in which the leg ends.
    pub next: Id,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Port {
    /// The first space of the leg that begins here.
    pub onward: Id,
    /// How many ships it takes.
    pub capacity: u8,
    /// How many of one owner.
    pub per_player: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Berth {
    pub port: Id,
    /// Neither magnets nor pushes reach a ship that lies here.
    pub sheltered: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ship {
    pub player: Seat,
    /// From 0.
    pub number: u8,
}

/// Where a ship is.
#[derive(Debug, Clone, Copy, PartialEq, Hash)]
pub enum At {
    /// On a space or in a berth: the number of the spot on the board.
    Spot(u8),
    /// Pushed off its place, waiting until the cloud has gone; a ship pushed from a berth remembers its port.
    Adrift {
        at: Point,
        port: Option<u8>,
    },
    /// Hanging from a magnet.
    Hanging {
        magnet: Id,
    },
    Lost,
    /// Not in the game yet: a rule may bring it in.
    InBox,
}

/// The ports, as a set, that give this ship no card when it next docks there, because a bump put it back before them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoCargo {
    pub at: u8,
}

/// As when it was one port at most, so that records of such games keep their hashes.
impl Hash for NoCargo {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let first = (self.at != 0).then(|| self.at.trailing_zeros() as u8);
        first.hash(state);
        if self.at.count_ones() > 1 {
            self.at.hash(state);
        }
    }
}

/// Whether neither magnets nor pushes reach this ship, wherever it lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sheltered(pub bool);

/// A product deck: its cards are numbered in a row, top card first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Deck {
    pub first_card: Id,
    pub size: u8,
    pub drawn: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Card {
    pub deck: Id,
    pub value: i64,
    pub holder: Option<Seat>,
}

/// What a player has earned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Purse {
    pub money: i64,
    pub cards: u16,
}

/// The dice, as last thrown: each for itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dice {
    pub faces: Row,
}

/// The segment that was spun last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Spinner {
    pub segment: Option<u8>,
}

/// The cloud's locator: the dot it stands on, and the letter at the notch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cloud {
    /// The dot it returns to when it is lifted.
    pub home: [i16; 2],
    /// Travels the opposite way of what the spinner says.
    pub mirrored: bool,
    pub column: i16,
    pub row: i16,
    pub letter: u8,
    /// Off the board at this moment: it covers nothing.
    pub aloft: bool,
}

/// One magnet under a cloud's plate; ships say themselves from which they hang.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Magnet {
    pub index: u8,
}

pub const PARTS: &[Part] = &[
    part::<Space>("space"),
    part::<Port>("port"),
    part::<Berth>("berth"),
    part::<Ship>("ship"),
    part::<At>("at"),
    part::<NoCargo>("no_cargo"),
    part::<Sheltered>("sheltered"),
    part::<Deck>("deck"),
    part::<Card>("card"),
    part::<Purse>("purse"),
    part::<Dice>("dice"),
    part::<Spinner>("spinner"),
    part::<Cloud>("cloud"),
    part::<Magnet>("magnet"),
];

//! The components of Bermuda's pieces: small plain values on hecs entities.

use super::cloud::geometry::Point;
use crate::sim::snapshot::{Part, part};
use crate::sim::{Id, Seat};

/// A space of the route; its place on the chart is in the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Space {
    pub leg: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Port {
    /// The leg that ends here.
    pub after_leg: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Berth {
    pub port: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ship {
    pub player: Seat,
    /// From 0 to 3.
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
}

/// The port that gives this ship no card when it next docks there, because a bump put it back before that port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NoCargo {
    pub at: Option<u8>,
}

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

/// The dice, as last thrown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Die {
    pub value: u8,
}

/// The cloud's locator: the dot it stands on, the letter at the notch, and the spinner segment it obeys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cloud {
    /// The dot it returns to when it is lifted.
    pub home: [i16; 2],
    /// Travels the opposite way of what the spinner says.
    pub mirrored: bool,
    pub column: i16,
    pub row: i16,
    pub letter: u8,
    pub segment: Option<u8>,
}

/// One magnet under a cloud's plate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Magnet {
    pub index: u8,
    /// Ships hanging from it.
    pub load: u8,
}

pub const PARTS: &[Part] = &[
    part::<Space>("space"),
    part::<Port>("port"),
    part::<Berth>("berth"),
    part::<Ship>("ship"),
    part::<At>("at"),
    part::<NoCargo>("no_cargo"),
    part::<Deck>("deck"),
    part::<Card>("card"),
    part::<Purse>("purse"),
    part::<Die>("die"),
    part::<Cloud>("cloud"),
    part::<Magnet>("magnet"),
];

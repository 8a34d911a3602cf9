//! What can happen in Bermuda, as the trace tells it.

use super::cloud::geometry::Point;
use crate::sim::event::{Arg, Field, Heavy, events, fields};
use crate::sim::{Id, Seat};

/// A place in an event: a space, a port, or one of the words `adrift`, `cloud`, `lost`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    On(Id),
    Adrift,
    Cloud,
}

/// What pushed a ship aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pusher {
    Cylinder,
    Ship(Id),
}

fields! {
    Place: arg => match arg {
        Arg::Piece(id) => Some(Self::On(id)),
        Arg::Word("adrift") => Some(Self::Adrift),
        Arg::Word("cloud") => Some(Self::Cloud),
        _ => None,
    }, self => match self {
        Self::On(id) => Arg::Piece(id),
        Self::Adrift => Arg::Word("adrift"),
        Self::Cloud => Arg::Word("cloud"),
    };
    Pusher: arg => match arg {
        Arg::Piece(id) => Some(Self::Ship(id)),
        Arg::Word("cylinder") => Some(Self::Cylinder),
        _ => None,
    }, self => match self {
        Self::Cylinder => Arg::Word("cylinder"),
        Self::Ship(id) => Arg::Piece(id),
    };
    Point: Arg::Point(x, y) => Some(Self { x, y }), self => Arg::Point(self.x, self.y);
}

events! {
    /// A throw for who begins.
    StartRoll = "start_roll" { player: Seat, value: u8 }
    Rolled = "rolled" { player: Seat, value: u8 }
    /// `pips` are the spaces sailed; `stop` says what ended the move.
    Sailed = "sailed" { ship: Id, from: Place, to: Place, pips: u8, stop: &'static str }
    Bumped = "bumped" { ship: Id, by: Id, from: Place, to: Place }
    CardDrawn = "card" { player: Seat, port: Id, deck: Id, value: i64 }
    SpunDots = "spun" { letter: &'static str, dots: u8, dir: &'static str }
    SpunWord = "spun" { letter: &'static str, word: &'static str }
    /// `eighths` are the eighth turns made.
    Rotated = "rotated" { from: &'static str, to: &'static str, eighths: u8 }
    Travelled = "travelled" { from: [i16; 2], to: [i16; 2] }
    /// `from` is where the magnet found the ship.
    Captured = "captured" { ship: Id, magnet: u8, from: Place }
    Pushed = "pushed" { ship: Id, by: Pusher, at: Point, from: Place }
    Settled = "settled" { ship: Id, to: Place }
    Lifted = "lifted" { lost: Box<[Id]> }
}

//! What can happen in Bermuda, as the trace tells it.

use super::cloud::geometry::{LETTERS, Point};
use super::cloud::spinner::Direction;
use super::movement::Stop;
use crate::sim::event::{Arg, Field, Heavy, Row, events, fields};
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

/// A letter of the cloud's plate, from 0 for A.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Letter(pub u8);

impl Letter {
    pub fn text(self) -> &'static str {
        LETTERS[usize::from(self.0) % LETTERS.len()]
    }
}

/// What cut the cloud's way short.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    Edge,
}

/// When a ship was touched, from 0 to 1: the share of the whole turn or of the whole way that the cloud had made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Moment {
    Turn(f64),
    Travel(f64),
}

impl Moment {
    /// The share, whichever movement it was.
    pub fn share(self) -> f64 {
        match self {
            Self::Turn(share) | Self::Travel(share) => share,
        }
    }
}

fields! {
    Stop: Arg::Word(word) => Self::ALL.into_iter().find(|stop| stop.word() == word), self => Arg::Word(self.word());
    Direction: Arg::Word(word) => Self::ALL.into_iter().find(|direction| direction.letter() == word),
        self => Arg::Word(self.letter());
    Letter: Arg::Word(word) => LETTERS.iter().position(|letter| *letter == word).map(|at| Self(at as u8)),
        self => Arg::Word(self.text());
    Held: Arg::Word("edge") => Some(Self::Edge), self => match self {
        Self::Edge => Arg::Word("edge"),
    };
    Moment: arg => match arg {
        Arg::Share(&"turn", share) => Some(Self::Turn(share)),
        Arg::Share(&"travel", share) => Some(Self::Travel(share)),
        _ => None,
    }, self => match self {
        Self::Turn(share) => Arg::Share(&"turn", share),
        Self::Travel(share) => Arg::Share(&"travel", share),
    };
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
    /// `dice` are the faces that make the value.
    Rolled = "rolled" { player: Seat, value: u8; dice: Row }
    /// `pips` are the spaces sailed; `stop` says what ended the move. Berths are counted from 0 in their port.
    Sailed = "sailed" { ship: Id, from: Place, to: Place, pips: u8, stop: Stop; berth: Option<u8> }
    Bumped = "bumped" { ship: Id, by: Id, from: Place, to: Place; berth: Option<u8> }
    CardDrawn = "card" { player: Seat, port: Id, deck: Id, value: i64 }
    /// `player` moves the cloud.
    SpunDots = "spun" { letter: Letter, dots: u8, dir: Direction; player: Seat }
    SpunWord = "spun" { letter: Letter, word: Direction; player: Seat }
    /// `eighths` are the eighth turns made. Where there are several clouds, `cloud` says which of them it is.
    Rotated = "rotated" { from: Letter, to: Letter, eighths: u8; cloud: Option<u8> }
    /// `asked` are the dots the spinner said; a word names none.
    Travelled = "travelled" { from: [i16; 2], to: [i16; 2]; asked: Option<u8>, held: Option<Held>, cloud: Option<u8> }
    /// `from` is where the magnet found the ship.
    Captured = "captured" { ship: Id, magnet: u8, from: Place; moment: Moment }
    Pushed = "pushed" { ship: Id, by: Pusher, at: Point, from: Place; moment: Moment }
    Settled = "settled" { ship: Id, to: Place; berth: Option<u8> }
    Lifted = "lifted" { lost: Box<[Id]>; cloud: Option<u8> }
}

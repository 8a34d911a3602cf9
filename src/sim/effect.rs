//! What an event did to pieces, money and players, in terms that every game shares. The few actions that change the world
//! record these, so that a rule nobody has met before can be shown and measured.

use super::event::Row;
use super::id::{Id, Seat};

/// Where money is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Account {
    Seat(Seat),
    Bank,
}

/// Where a piece is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Where {
    /// On or in another piece: a space, a berth, a field, a magnet.
    On(Id),
    /// In a player's hand or store.
    With(Seat),
    /// On the open board, in its own measure.
    At(f32, f32),
    /// Out of the game.
    Away,
}

/// One thing that was done. Plain copies only, like the values of events.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Effect {
    Moved {
        piece: Id,
        from: Where,
        to: Where,
    },
    Paid {
        from: Account,
        to: Account,
        amount: i64,
    },
    /// A player got a card from a deck, and what it is worth with it.
    Drew {
        seat: Seat,
        card: Id,
        deck: Id,
        value: i64,
    },
    /// A player got a piece from another one.
    Took {
        seat: Seat,
        from: Seat,
        piece: Id,
    },
    /// A piece stayed where it is and belongs to someone else.
    ChangedOwner {
        piece: Id,
        from: Seat,
        to: Seat,
    },
    /// A piece came into the game.
    Appeared {
        piece: Id,
        at: Where,
    },
    /// A piece went out of the game.
    Left {
        piece: Id,
        from: Where,
    },
    /// A piece turned clockwise where it is.
    Turned {
        piece: Id,
        degrees: i16,
    },
    Threw {
        seat: Seat,
        dice: Row,
    },
    /// Something about a piece changed that is neither place nor owner.
    Marked {
        piece: Id,
    },
    Ended,
}

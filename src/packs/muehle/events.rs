//! What can happen in Triple Mill, as the trace tells it. Levels are counted from 1.

use crate::sim::event::{Few, events};
use crate::sim::{Id, Seat};

events! {
    /// A stone came from the hand onto a field.
    Placed = "placed" { player: Seat, field: Id, level: u8, stone: Id }
    /// A stone went to a neighbouring field.
    Slid = "moved" { player: Seat, from: Id, to: Id, level: u8, stone: Id }
    /// A stone went anywhere; `jump` is always true.
    Jumped = "moved" { player: Seat, from: Id, to: Id, level: u8, stone: Id, jump: bool }
    /// A line of three was closed on a level (0: the stones lie on several levels).
    Mill = "mill" { player: Seat, fields: Few, level: u8 }
    /// Three stones of one owner lie on one field; `tower` is always true.
    Tower = "mill" { player: Seat, fields: Few, tower: bool }
    /// A mill was closed, but no stone may be taken.
    Spared = "spared" { player: Seat }
    /// A mill was closed, and the player chose to take nothing (more).
    Declined = "declined" { player: Seat }
    /// A stone was taken off the board, out of the game.
    Captured = "captured" { player: Seat, owner: Seat, field: Id, level: u8, stone: Id }
    /// A stone came down a level because one below it was taken.
    Dropped = "dropped" { stone: Id, field: Id, level: u8 }
    /// A player is down to the last two stones and out.
    Eliminated = "eliminated" { player: Seat, by: Seat }
    /// `player` got the last stones of `from`.
    Adopted = "adopted" { player: Seat, from: Seat, stones: Few }
}

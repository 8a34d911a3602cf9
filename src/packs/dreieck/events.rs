//! What can happen, as the trace tells it. Tiles are written as their number in the header's list, from 0.

use crate::sim::Seat;
use crate::sim::event::events;

events! {
    /// The top tile of a face-down stack is turned up.
    Drawn = "drawn" { player: Seat, tile: u8 }
    /// A tile came to lie in a cell; `corners` are the symbols in corners 0, 1 and 2 of the cell.
    Laid = "laid" { player: Seat, tile: u8, cell: [i16; 3], rotation: u8, corners: [i16; 3] }
    /// An area left the table; `tiles` are in the order of `cells`.
    Captured = "captured" { player: Seat, owner: Seat, cells: Box<[[i16; 3]]>, tiles: Box<[i64]> }
    /// Areas were completed, and the player chose to leave them.
    Declined = "declined" { player: Seat }
    /// The scores after a tile was laid.
    Scored = "scored" { totals: Box<[i64]> }
    /// A drawn tile that fits nowhere goes to the bottom of its stack.
    PutUnder = "put_under" { player: Seat, tile: u8 }
}

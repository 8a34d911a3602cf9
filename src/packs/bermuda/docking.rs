//! Docking: whether a port takes a ship, and which berth it gets (B-M4 … B-M7). Movement is composed from this.

use super::waters::{Index, spots};
use crate::sim::Seat;
use std::ops::Range;

/// Why a port does not take a ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shut {
    /// As many ships are in it as it takes.
    Full,
    /// The player has as many ships in it as allowed.
    OwnShips,
}

/// Whether a port takes one more ship of a player, as far as counting goes (B-M5, B-M6).
#[inline]
pub(super) fn admits(waters: &Index, port: usize, player: Seat) -> Result<(), Shut> {
    if waters.is_full(port) {
        Err(Shut::Full)
    } else if waters.has_enough_of(port, player) {
        Err(Shut::OwnShips)
    } else {
        Ok(())
    }
}

/// The first free berth of a set that is clear of the cloud: the one a ship docks in.
#[inline]
pub(super) fn clear_berth(waters: &Index, berths: u128) -> Option<u8> {
    let clear = berths & !(waters.occupied | waters.under);
    (clear != 0).then(|| clear.trailing_zeros() as u8)
}

/// The berth for a ship that comes to a port in another way: the first one clear of the cloud, or else the first free one.
pub(super) fn free_berth(waters: &Index, berths: &Range<u8>) -> Option<u8> {
    let berths = spots(berths.start, berths.end);
    let free = berths & !waters.occupied;
    clear_berth(waters, berths).or_else(|| (free != 0).then(|| free.trailing_zeros() as u8))
}

//! Blocking: what keeps a ship from going on, and where it waits (B-M2, B-M3, B-M7). Movement is composed from this.

use super::Sea;
use super::waters::{Index, owner, spaces};
use crate::sim::Seat;

/// The first space under the cloud on the way from one space up to, but not including, another.
#[inline]
pub(super) fn cloud_ahead(waters: &Index, first: u8, end: u8) -> Option<u8> {
    let covered = spaces(first, end) & waters.under as u64;
    (covered != 0).then(|| covered.trailing_zeros() as u8)
}

/// The last empty space clear of the cloud on the way from one space up to, but not including, another: there a ship
/// waits that cannot go all its way.
#[inline]
pub(super) fn waiting_space(waters: &Index, first: u8, end: u8) -> Option<u8> {
    let free = spaces(first, end) & !(waters.occupied | waters.under) as u64;
    (free != 0).then(|| 63 - free.leading_zeros() as u8)
}

/// Who lies on the space where a count ends, and whether a player may bump that ship.
#[inline]
pub(super) fn ship_on(sea: &Sea, waters: &Index, space: u8, player: Seat) -> Option<(usize, bool)> {
    let ship = waters.ship_at(space)?;
    Some((ship, sea.may_bump(player, owner(ship))))
}

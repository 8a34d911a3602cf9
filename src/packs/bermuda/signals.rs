//! What Bermuda's steps wait for: each is raised where it happens, and taken down where it has been dealt with.

use crate::sim::Signals;

/// The move in hand bumps a ship.
pub(crate) const BUMPS: Signals = Signals::of_pack(0);
/// The move in hand ends in a port.
pub(crate) const DOCKED: Signals = Signals::of_pack(1);
/// The move in hand ends before a port that is full.
pub(crate) const WAITS: Signals = Signals::of_pack(2);
/// Anyone's money, or the goal, has changed since the goal was last checked.
pub(crate) const MONEY: Signals = Signals::of_pack(3);
/// A ship is adrift.
pub(crate) const ADRIFT: Signals = Signals::of_pack(4);

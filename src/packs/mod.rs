//! The games. Packs never name each other; this list is the only place that knows them all.

pub mod bermuda;
pub mod dreieck;
pub mod muehle;

use crate::sim::Pack;

/// The revision of the packs' native rules: raised whenever a recorded game could go another way.
pub const REVISION: u64 = 2;

/// Every pack, in the order they are shown.
pub const ALL: &[&dyn Pack] = &[&bermuda::Bermuda, &muehle::Muehle, &dreieck::Dreieck];

/// The pack of that name.
pub fn find(name: &str) -> Option<&'static dyn Pack> {
    ALL.iter().copied().find(|pack| pack.name() == name)
}

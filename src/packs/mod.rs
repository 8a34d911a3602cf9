//! The games. Packs never name each other; this list is the only place that knows them all.

pub mod bermuda;
pub mod dreieck;
pub mod muehle;

use crate::built_in;
use crate::script::{Dialect, plain};
use crate::sim::{Pack, from_files};
use serde_json::Value;
use std::any::Any;
use std::sync::OnceLock;

/// The revision of the native rules of the program and its packs: raised whenever a recorded game could go another way. A pack from
/// elsewhere also counts [its own](Pack::revision).
pub const REVISION: u64 = 2;

/// Every pack that comes with the program, in the order they are shown.
pub const ALL: &[&dyn Pack] = &[&bermuda::Bermuda, &muehle::Muehle, &dreieck::Dreieck];

/// The revision of all native rules there are, as files have it that are of several games: ours, and those of packs that count their own.
pub fn revisions() -> Value {
    let own = known().iter().filter(|pack| pack.revision() > 0).map(|pack| format!(" {} {}", pack.name(), pack.revision()));
    let own: String = own.collect();
    if own.is_empty() { REVISION.into() } else { format!("{REVISION}{own}").into() }
}

/// What rules from files can say in a pack.
pub fn dialect(pack: &dyn Pack) -> &'static Dialect {
    let reader: &'static dyn Any = pack.dialect();
    reader.downcast_ref().unwrap_or_else(|| plain(pack.name()))
}

static REGISTERED: OnceLock<Vec<&'static dyn Pack>> = OnceLock::new();

/// From now on these are the games there are, in the order they are shown, and no others; their files are found like those of
/// the program. For the start of a program, before anything is read: the first call decides, and later ones say whether they
/// came with the same games. None at all are ours.
pub fn register(packs: &[&'static dyn Pack]) -> bool {
    let packs = if packs.is_empty() { ALL } else { packs };
    let first = REGISTERED.get_or_init(|| {
        built_in::bring(packs.iter().map(|pack| (pack.name(), pack.files())));
        from_files::bring(|pack| plain(pack));
        packs.to_vec()
    });
    first.iter().map(|pack| pack.name()).eq(packs.iter().map(|pack| pack.name()))
}

/// The games there are: those that were registered, else [`ALL`]. There is always one.
pub fn known() -> &'static [&'static dyn Pack] {
    REGISTERED.get().map_or(ALL, Vec::as_slice)
}

/// The pack of that name.
pub fn find(name: &str) -> Option<&'static dyn Pack> {
    known().iter().copied().find(|pack| pack.name() == name)
}

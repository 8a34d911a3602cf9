//! A game at a table: the one door through which it changes, who sits where, what can be taken back, the journal of
//! the running game, traces and saves.
//! Everything a window or another front needs around a [`Game`](crate::sim::Game), without drawing anything.

mod again;
mod aloud;
mod cast;
mod deed;
mod eyes;
mod files;
mod handicap;
mod journal;
mod link;
mod luck;
mod replay;
mod saves;
mod seed;
#[allow(clippy::module_inception, reason = "the table is what this room is about")]
mod table;
pub mod trace;
mod writer;

pub use again::Again;
pub use aloud::stands;
pub use cast::{COLOURS, Colour, HUMAN, SeatCard, default_cast, named};
pub use deed::{Deed, NoUndo, Refused, Verdict};
pub use files::{FileSide, Heard};
pub use handicap::Handicap;
pub use journal::{Flaw, Note, Reading, Record};
pub use link::{Link, is_link};
pub use luck::luck;
pub use replay::{Replayed, Replaying, Until, replay};
pub use saves::{Resumed, SLOTS, Saves, Slot, read_trace, suggested_name};
pub use seed::fresh_seed;
pub use table::{Entry, Keeper, Table};
pub use writer::Journal;

//! A game at a table: who sits where, moves that can be taken back, and saves. Everything a window or another front
//! needs around a [`Game`](crate::sim::Game), without drawing anything.

mod cast;
mod luck;
mod saves;
mod session;

pub use cast::{COLOURS, Colour, HUMAN, SeatCard, default_cast, retell};
pub use luck::luck;
pub use saves::{Saves, suggested_name};
pub use session::{Deed, Entry, NoUndo, Session};

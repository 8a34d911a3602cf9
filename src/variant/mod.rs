//! Variants: TOML files that say how a game differs. Loading, layering, checking and explaining them.

pub mod book_page;
pub mod catalogue;
pub mod contract;
pub mod declare;
pub mod edit;
pub(crate) mod effective;
pub mod explain;
pub mod export;
pub(crate) mod layer;
pub(crate) mod library;
pub mod own;
pub mod propose;
pub mod rulebook;
pub mod schema;
pub mod shelf;
#[cfg_attr(target_family = "wasm", path = "watch_here.rs")]
pub mod watch;
mod watched;
pub mod wording;

pub use catalogue::Catalogue;
pub use effective::{Effective, Leaf};
pub use library::{Library, STANDARD, Variant, find_pack};
pub use shelf::Shelf;

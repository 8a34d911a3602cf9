//! Variants: TOML files that say how a game differs. Loading, layering, checking and explaining them.

pub mod catalogue;
pub mod contract;
pub mod declare;
pub mod edit;
pub mod explain;
pub mod layer;
pub mod library;
#[cfg(not(target_family = "wasm"))]
pub mod live;
pub mod reload;
pub mod rulebook;
pub mod schema;
pub mod shelf;
#[cfg(not(target_family = "wasm"))]
pub mod watch;

pub use catalogue::Catalogue;
pub use library::{Leaf, Library, STANDARD, Variant, find_pack};
pub use shelf::Shelf;

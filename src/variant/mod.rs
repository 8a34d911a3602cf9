//! Variants: TOML files that say how a game differs. Loading, layering, checking and explaining them.

pub mod catalogue;
pub mod declare;
pub mod layer;
pub mod library;
pub mod reload;
pub mod rulebook;
pub mod shelf;

pub use catalogue::Catalogue;
pub use library::{Leaf, Library, STANDARD, Variant, find_pack};
pub use shelf::Shelf;

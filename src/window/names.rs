//! What people call the things of a game that a file or a pack names by an id.

use crate::sim::Pack;
use crate::words::{self, Message};

/// What the game is, in a line.
pub(super) fn tagline(pack: &dyn Pack) -> Message {
    Message::new(format!("{}.tagline", pack.name()))
}

/// A variant by its name on the shelf: those that came with the program have names in every language.
pub(super) fn variant(pack: &dyn Pack, name: &str) -> Message {
    let id = format!("{}.variant.{name}.name", pack.name());
    if words::spoken().knows(&id) { Message::new(id) } else { Message::verbatim(name.replace('_', " ")) }
}

//! What people call the things of a game that a file or a pack names by an id.

use crate::sim::Pack;
use crate::words::{self, Message};

/// What the game is, in a line.
pub(super) fn tagline(pack: &dyn Pack) -> Message {
    Message::new(format!("{}.tagline", pack.name()))
}

/// What a variant that came with the program says about itself.
pub(super) fn about(pack: &dyn Pack, name: &str) -> Option<Message> {
    let id = format!("{}.variant.{name}.about", pack.name());
    words::spoken().knows(&id).then(|| Message::new(id))
}

/// A variant by its name on the shelf: those that came with the program have names in every language, others what their
/// files call them, if they do.
pub(super) fn variant(pack: &dyn Pack, name: &str, title: Option<&str>) -> Message {
    let id = format!("{}.variant.{name}.name", pack.name());
    let own = || Message::verbatim(title.map_or_else(|| name.replace('_', " "), str::to_owned));
    if words::spoken().knows(&id) { Message::new(id) } else { own() }
}

//! Rules from files, as the core knows them: somebody in a room above (`script`) reads them, by what their game lets them say.

use super::rule::Rule;
use crate::words::{Message, msg};
use std::any::Any;
use std::sync::OnceLock;

/// Whoever reads a game's rules from files.
pub trait Reader: Any + Sync {
    /// The house rules of the game: those of the program, then those in the files that came with it.
    fn house_rules(&'static self, native: &'static [&'static dyn Rule]) -> &'static [&'static dyn Rule];

    /// Reads a house rule from the text of its file; the message says what is wrong with it. Equal texts are one rule.
    fn read(&'static self, id: &str, text: &str) -> Result<&'static dyn Rule, Message>;
}

/// Makes the reader of a game that brings none, by the game's name.
type Usual = fn(&'static str) -> &'static dyn Reader;
static USUAL: OnceLock<Usual> = OnceLock::new();

/// Says who reads for games that bring no reader of their own; once, before anything is read.
pub(crate) fn bring(usual: Usual) {
    USUAL.get_or_init(|| usual);
}

/// The reader of a game that brings none.
pub(super) fn usual(pack: &'static str) -> &'static dyn Reader {
    USUAL.get().map_or(&Nobody, |usual| usual(pack))
}

/// Nobody has said yet which games there are.
struct Nobody;

impl Reader for Nobody {
    fn house_rules(&'static self, native: &'static [&'static dyn Rule]) -> &'static [&'static dyn Rule] {
        native
    }

    fn read(&'static self, id: &str, _text: &str) -> Result<&'static dyn Rule, Message> {
        Err(msg!("script.unreadable", rule = id))
    }
}

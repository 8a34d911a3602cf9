//! House rules: optional plugins, one file each. Registering one is a line in [`HOUSE_RULES`].

use crate::sim::{Command, Game, Rule, Verb};

/// Every house rule, in the order they edit the plan.
pub const HOUSE_RULES: &[&dyn Rule] = &[];

/// The text of a house rule's command.
pub fn verb_text(_game: &Game, _verb: Verb, _command: Command) -> String {
    "?".to_owned()
}

/// A house rule's command from its words.
pub fn parse(_game: &Game, _words: &[&str]) -> Option<Command> {
    None
}

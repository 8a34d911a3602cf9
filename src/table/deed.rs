//! Everything that can be done to a game at a table, and why it was not done.

use crate::problem::Problems;
use crate::sim::{Command, Illegal};
use crate::variant::Variant;
use crate::variant::propose::Change;

/// Something somebody wants done.
pub enum Deed {
    /// What the deciding player chose.
    Command(Command),
    /// Play by what a variant's files say now.
    Rules(Box<Variant>),
    /// Go back to before the last decision of a person, or before the last change of rules.
    Undo {
        /// Also when chance has spoken since.
        across_chance: bool,
    },
    /// Do again what was taken back, up to the next decision of a person.
    Redo,
    /// Go to the moment after so many moves and changes of rules, as far as they are known.
    Seek(usize),
    /// Take over from here: what was taken back is forgotten.
    PlayOn,
}

/// What a deed led to, beside the new state of the game.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Verdict {
    /// What differs in the rules, and when each difference applies.
    pub changes: Vec<Change>,
    /// What follows from the changes that nobody would expect.
    pub remarks: Vec<String>,
}

impl Verdict {
    /// Everything there is to tell, a line each.
    pub fn lines(&self) -> Vec<String> {
        self.changes.iter().map(ToString::to_string).chain(self.remarks.iter().cloned()).collect()
    }
}

/// Why a move cannot be taken back.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoUndo {
    #[error("there is nothing to take back")]
    Nothing,
    #[error("chance has spoken since: the settings can allow undo across a roll")]
    Chance,
}

/// Why a deed was not done; nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error(transparent)]
    Illegal(#[from] Illegal),
    #[error(transparent)]
    Rules(#[from] Problems),
    #[error("not taken back: {0}")]
    NoUndo(#[from] NoUndo),
    #[error("there is nothing to do again")]
    NothingToRedo,
}

//! Everything that can be done to a game at a table, and why it was not done.

use crate::problem::Problems;
use crate::sim::{Command, Illegal};
use crate::variant::Variant;
use crate::variant::propose::{ABOUT, Change, NAME, VARIANT};
use crate::words::{Message, msg, speaks};

/// Something somebody wants done.
pub enum Deed {
    /// What the deciding player chose.
    Command(Command),
    /// Play by what a variant's files say now.
    Rules(Box<Variant>),
    /// Go back to before the last decision of a person, or before the last change of rules.
    Undo {
        /// Also when chance has spoken since, or something has been turned up.
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
    pub remarks: Vec<Message>,
}

impl Verdict {
    /// The same as one would say it at the table.
    pub fn sentences(&self) -> Vec<String> {
        self.said().iter().map(ToString::to_string).collect()
    }

    /// The same, to be said.
    pub fn said(&self) -> Vec<Message> {
        let moved = Change::moved_rules(&self.changes);
        // What a rule brings along is told with it.
        let comes_along = |change: &Change| moved.iter().any(|rule| change.belongs_to(rule));
        // Which file it is in is nothing people speak of.
        let told = self.changes.iter().filter(|change| change.key != VARIANT && !comes_along(change));
        // What the rules are called is said after what they are.
        let (names, told): (Vec<&Change>, Vec<&Change>) = told.partition(|change| change.key == NAME || change.key == ABOUT);
        told.into_iter().chain(names).map(Change::verdict).chain(self.remarks.iter().cloned()).collect()
    }

    /// Everything there is to tell, a line each.
    pub fn lines(&self) -> Vec<String> {
        self.changes.iter().map(Change::message).chain(self.remarks.iter().cloned()).map(|line| line.to_string()).collect()
    }
}

/// Why a move cannot be taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoUndo {
    Nothing,
    /// Chance has spoken since; the settings can allow it all the same.
    Chance,
    /// Something nobody had seen has been turned up since, such as the next card of a deck; the settings can allow it all the same.
    Seen,
}

impl NoUndo {
    pub fn message(&self) -> Message {
        match self {
            Self::Nothing => msg!("table.nothing_to_undo"),
            Self::Chance => msg!("table.chance_has_spoken"),
            Self::Seen => msg!("table.turned_up"),
        }
    }
}

/// Why a deed was not done; nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "made when somebody tried what cannot be done, which is seldom")]
pub enum Refused {
    Illegal(Illegal),
    Rules(Problems),
    NoUndo(NoUndo),
    NothingToRedo,
}

impl Refused {
    pub fn message(&self) -> Message {
        match self {
            Self::Illegal(illegal) => illegal.message(),
            // Several lines, each with its place.
            Self::Rules(problems) => Message::verbatim(problems.to_string()),
            Self::NoUndo(why) => msg!("table.not_undone", why = why.message()),
            Self::NothingToRedo => msg!("table.nothing_to_redo"),
        }
    }
}

speaks!(NoUndo, Refused);

impl From<Illegal> for Refused {
    fn from(illegal: Illegal) -> Self {
        Self::Illegal(illegal)
    }
}

impl From<Problems> for Refused {
    fn from(problems: Problems) -> Self {
        Self::Rules(problems)
    }
}

impl From<NoUndo> for Refused {
    fn from(why: NoUndo) -> Self {
        Self::NoUndo(why)
    }
}

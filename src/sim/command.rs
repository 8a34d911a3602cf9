//! What a player may do: a verb and up to four small numbers. Packs turn commands into text and back.

use super::id::Id;
use std::cmp::Ordering;

/// A pack's verb; its text stands in the pack's list of verbs at this index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Verb(pub u8);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Command {
    pub verb: Verb,
    pub args: [i16; 4],
}

impl Command {
    pub const fn bare(verb: Verb) -> Self {
        Self { verb, args: [0; 4] }
    }

    /// A command about one piece.
    pub const fn about(verb: Verb, piece: Id) -> Self {
        Self { verb, args: [piece.0 as i16, 0, 0, 0] }
    }

    /// Verb and arguments in one number, in their natural order: offers are searched at every decision.
    #[inline]
    fn rank(self) -> u128 {
        let [a, b, c, d] = self.args.map(|arg| u128::from(arg.cast_unsigned() ^ 0x8000));
        u128::from(self.verb.0) << 64 | a << 48 | b << 32 | c << 16 | d
    }

    /// The piece a command built with [`Command::about`] speaks of.
    pub fn piece(self) -> Id {
        Id(self.args[0] as u16)
    }
}

impl Ord for Command {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Command {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Why a command is not offered, in words, with the rule and the setting that decide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The rule's number in the rulebook, such as `B-M6`.
    pub rule: &'static str,
    pub text: String,
    /// The setting that decides, such as `ports.capacity.4`.
    pub setting: Option<String>,
    /// Where that setting got its value, as `file:line`.
    pub set_at: Option<String>,
}

impl Reason {
    pub fn new(rule: &'static str, text: impl Into<String>) -> Self {
        Self { rule, text: text.into(), setting: None, set_at: None }
    }

    pub fn because_of(mut self, setting: impl Into<String>) -> Self {
        self.setting = Some(setting.into());
        self
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({}", self.text, self.rule)?;
        if let Some(setting) = &self.setting {
            write!(f, "; {setting}")?;
        }
        if let Some(place) = &self.set_at {
            write!(f, ", set in {place}")?;
        }
        write!(f, ")")
    }
}

/// A command that was not on offer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{command}` is not possible now: {reason}")]
pub struct Illegal {
    pub command: String,
    pub reason: Reason,
}

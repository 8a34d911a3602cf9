//! What a player may do: a verb and up to four small numbers. Packs turn commands with their own verbs into text and
//! back; those of rules say what they speak of, and the game does it for them.

use super::id::Id;
use crate::words::{Arg, Message, msg, speaks};
use std::fmt;

/// The number of a verb: the pack's own come first, in the order of [`Pack::verbs`](super::pack::Pack::verbs), then
/// those of its rules in the order the rules are registered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Verb(pub u8);

/// Not to do what is offered, in any game; sorts last.
pub const DECLINE: Command = Command::bare(Verb(u8::MAX));

/// How [`DECLINE`] is written.
pub(super) const DECLINE_WORD: &str = "decline";

/// A verb that a rule brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VerbDecl {
    /// How it is written; interned.
    pub word: &'static str,
    pub about: About,
}

/// What a verb speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    Nothing,
    /// One piece, written by its name.
    Piece,
    /// A piece, a seat, a number or one of these words: the [target](super::asking::Target) of an answer.
    Answer(&'static [&'static str]),
}

impl About {
    /// How many pieces it names.
    pub(super) fn pieces(self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Piece | Self::Answer(_) => 1,
        }
    }
}

/// Commands are ordered by verb, then by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Command {
    pub verb: Verb,
    /// The four numbers, the first one highest, shifted so that they sort as one: offers are listed and searched at
    /// every decision.
    packed: u64,
}

/// What makes signed numbers sort as unsigned ones.
const SHIFTED: u64 = 0x8000_8000_8000_8000;

impl Command {
    #[inline]
    pub const fn new(verb: Verb, [a, b, c, d]: [i16; 4]) -> Self {
        let packed = (a as u16 as u64) << 48 | (b as u16 as u64) << 32 | (c as u16 as u64) << 16 | d as u16 as u64;
        Self { verb, packed: packed ^ SHIFTED }
    }

    pub const fn bare(verb: Verb) -> Self {
        Self::new(verb, [0; 4])
    }

    /// A command about one piece.
    #[inline]
    pub const fn about(verb: Verb, piece: Id) -> Self {
        Self::new(verb, [piece.0 as i16, 0, 0, 0])
    }

    /// A command that names up to four pieces.
    pub fn naming(verb: Verb, pieces: &[Id]) -> Self {
        let mut args = [0; 4];
        args.iter_mut().zip(pieces).for_each(|(arg, piece)| *arg = piece.0 as i16);
        Self::new(verb, args)
    }

    /// The pieces a command built with [`Command::naming`] names, and zeros behind them.
    pub fn pieces(self) -> [Id; 4] {
        self.args().map(|arg| Id(arg as u16))
    }

    #[inline]
    pub const fn args(self) -> [i16; 4] {
        let packed = self.packed ^ SHIFTED;
        [(packed >> 48) as i16, (packed >> 32) as i16, (packed >> 16) as i16, packed as i16]
    }

    /// The piece a command built with [`Command::about`] speaks of.
    #[inline]
    pub const fn piece(self) -> Id {
        Id(self.args()[0] as u16)
    }
}

impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}{:?}", self.verb, self.args())
    }
}

/// Why a command is not offered, in words, with the rule and the setting that decide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The rule's number in the rulebook, such as `B-M6`, or the id of a house rule; interned.
    pub rule: &'static str,
    pub text: Message,
    /// The setting that decides, such as `ports.capacity.4`.
    pub setting: Option<String>,
    /// Where that setting got its value, as `file:line`.
    pub set_at: Option<String>,
    /// What people call the rule and the setting.
    pub(super) names: [Option<Message>; 2],
}

impl Reason {
    pub fn new(rule: &'static str, text: impl Into<Message>) -> Self {
        Self { rule, text: text.into(), setting: None, set_at: None, names: [None, None] }
    }

    pub fn because_of(mut self, setting: impl Into<String>) -> Self {
        self.setting = Some(setting.into());
        self
    }
}

speaks!(Reason, Illegal);

impl Reason {
    /// The whole of it, with the rule, the setting and where that was set.
    pub fn message(&self) -> Message {
        let [rule, setting] = &self.names;
        let (text, rule) = (&self.text, rule.as_ref().map_or_else(|| Arg::from(self.rule), Into::into));
        let setting = setting.as_ref().map(Arg::from).or_else(|| self.setting.as_ref().map(Arg::from));
        match (setting, &self.set_at) {
            (None, _) => msg!("sim.reason.by_rule", text, rule),
            (Some(setting), None) => msg!("sim.reason.by_setting", text, rule, setting),
            (Some(setting), Some(place)) => msg!("sim.reason.set_in", text, rule, setting, place),
        }
    }
}

/// A command that was not on offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Illegal {
    pub command: String,
    pub reason: Reason,
}

impl Illegal {
    pub fn message(&self) -> Message {
        msg!("sim.illegal", command = &self.command, reason = self.reason.message())
    }
}

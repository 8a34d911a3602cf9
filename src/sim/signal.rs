//! Signals: what has happened that a step waits for. They are filters for speed, not decisions: a step whose signal is up
//! may still find nothing to do, and one whose signal is down would have found nothing.

use super::command::Verb;

/// A set of signals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signals(u32);

/// Signals a pack may declare.
const OWN: u32 = 16;
/// The first verbs have one each; the others share the last.
const VERBS: u32 = 15;

impl Signals {
    /// The signal that is always up.
    pub const ALWAYS: Self = Self(1 << 31);
    /// All a pack can have.
    pub(super) const ALL_OWN: Self = Self((1 << OWN) - 1);
    /// Those of all verbs.
    pub(super) const ALL_VERBS: Self = Self(((1 << VERBS) - 1) << OWN);

    /// The pack's own signal of this number, from 0.
    pub const fn of_pack(number: u32) -> Self {
        assert!(number < OWN, "a pack has sixteen signals of its own");
        Self(1 << number)
    }

    /// A command with this verb is carried out.
    pub const fn of_verb(verb: Verb) -> Self {
        let number = if (verb.0 as u32) < VERBS { verb.0 as u32 } else { VERBS - 1 };
        Self(1 << (OWN + number))
    }

    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline]
    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether any of these is up.
    #[inline]
    pub const fn any(self, wanted: Self) -> bool {
        self.0 & wanted.0 != 0
    }
}

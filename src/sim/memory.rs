//! What a rule from a file remembers: numbers under names, one for the game, or one for each seat or piece.

use super::id::Seat;
use super::snapshot::{Part, part};

/// The numbers of one rule, on a piece of its own.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Memory {
    pub names: Vec<&'static str>,
    /// By name, then by seat or piece; what is not there has its starting value.
    pub values: Vec<Vec<i64>>,
    /// The turn they were last written in, for those that do not outlast a turn or a round.
    pub round: u32,
    pub seat: Seat,
}

pub(super) const PART: Part = part::<Memory>("memory");

//! The lab: many games at once, on every core, with the same numbers on any number of cores.
//!
//! - [`run`]: plays a batch and adds up what was read; [`Tally`] is the sum, [`Histogram`](histogram::Histogram) one metric.
//! - [`compare`]: the same games under several rules; sweeps, what-ifs and coverage are comparisons too.
//! - [`contract`](crate::variant::contract)s are kept or broken in [`check`]; [`part`]s are shards of a batch.
//! - [`tune`]: settings under which a contract is kept.
//! - [`soak`]: random games under random [combinations](combine) of rules, with a referee.
//! - [`interval`]: how far to trust a number. [`report`]: tables, files and pages for people.
//! - [`ladder`]: kinds of players against each other, and their [`rating`].

pub mod alter;
pub mod check;
pub mod combine;
pub mod compare;
pub mod coverage;
pub mod histogram;
pub mod interval;
pub mod ladder;
pub mod part;
pub mod rating;
pub mod report;
pub mod run;
pub mod soak;
mod surface;
pub mod sweep;
pub mod tally;
pub mod tune;
pub mod what_if;

pub use compare::{Comparison, compare};
pub use run::{Batch, Progress, run};
pub use tally::{Summary, Tally};

use crate::players;
use crate::problem::{Problem, Problems};
use crate::sim::WrongSeats;
use crate::words::{Message, msg, speaks};

/// Why games cannot be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LabError {
    Seats(WrongSeats),
    Table {
        named: usize,
        playing: usize,
    },
    Player(String),
    /// A rule made a mistake in the game of this seed; what it says about it.
    Rule {
        seed: u64,
        told: Message,
    },
}

impl LabError {
    pub fn message(&self) -> Message {
        match self {
            Self::Seats(wrong) => Message::verbatim(wrong.to_string()),
            Self::Table { named, playing } => msg!("lab.error.table", named = *named, playing = *playing),
            Self::Player(kind) => msg!("lab.error.player", kind),
            Self::Rule { seed, told } => msg!("lab.error.rule", told, seed = seed.to_string()),
        }
    }
}

speaks!(LabError);

impl From<WrongSeats> for LabError {
    fn from(wrong: WrongSeats) -> Self {
        Self::Seats(wrong)
    }
}

impl From<LabError> for Problems {
    fn from(error: LabError) -> Self {
        let problem = Problem::about("lab", error.message());
        if matches!(error, LabError::Player(_)) { problem.allowed(players::allowed()).into() } else { problem.into() }
    }
}

/// The seed of one game of a batch.
pub fn game_seed(batch: u64, number: u64) -> u64 {
    batch.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number)
}

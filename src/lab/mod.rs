//! The lab: many games at once, on every core, with the same numbers on any number of cores.
//!
//! - [`mod@run`]: plays a batch and adds up what was read; [`Tally`] is the sum, [`Histogram`](histogram::Histogram) one metric.
//! - [`mod@compare`]: the same games under several rules; sweeps, what-ifs and coverage are comparisons too.
//! - [`contract`](crate::variant::contract)s are kept or broken in [`check`].
//! - [`mod@games`]: whoever wants games asks there, so that any question can be played in [`part`]s on many machines.
//! - [`tune`]: settings under which a contract is kept.
//! - [`soak`]: random games under random [combinations](combine) of rules, with a referee.
//! - [`interval`]: how far to trust a number. [`report`]: tables, files and pages for people.
//! - [`ladder`]: kinds of players against each other, and their [`rating`].

pub mod alter;
pub mod check;
pub mod combine;
pub mod compare;
pub mod coverage;
pub mod games;
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
pub use games::{Count, Games};
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
    /// A player is to avoid what nobody counts; what could be avoided.
    Uncounted {
        key: String,
        counted: Vec<String>,
    },
    /// A rule made a mistake in the game of this seed; what it says about it.
    Rule {
        seed: u64,
        told: Message,
    },
    /// A part file does not hold what is wanted of it.
    Part {
        path: String,
        told: Message,
    },
}

impl LabError {
    pub fn message(&self) -> Message {
        match self {
            Self::Seats(wrong) => Message::verbatim(wrong.to_string()),
            Self::Table { named, playing } => msg!("lab.error.table", named = *named, playing = *playing),
            Self::Player(kind) => msg!("lab.error.player", kind),
            Self::Uncounted { key, .. } => msg!("lab.error.uncounted", key),
            Self::Rule { seed, told } => msg!("lab.error.rule", told, seed = seed.to_string()),
            Self::Part { told, .. } => told.clone(),
        }
    }

    /// The same as a problem; where it is, is for the caller to say.
    pub(crate) fn problem(&self, at: impl FnOnce(Message) -> Problem) -> Problem {
        let problem = at(self.message());
        match self {
            Self::Player(kind) => {
                let word = kind.split(':').next().unwrap_or(kind);
                problem.allowed(players::allowed()).did_you_mean(word, players::WORDS)
            }
            Self::Uncounted { key, counted } => {
                problem.allowed_names(counted).did_you_mean(key, counted.iter().map(String::as_str))
            }
            Self::Part { .. } => problem.remedy(msg!("lab.part.one_batch")),
            _ => problem,
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
        let about = if let LabError::Part { path, .. } = &error { path } else { "lab" };
        error.problem(|message| Problem::about(about, message)).into()
    }
}

/// The seed of one game of a batch.
pub fn game_seed(batch: u64, number: u64) -> u64 {
    batch.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number)
}

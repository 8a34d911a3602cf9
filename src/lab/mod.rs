//! The lab: many games at once, on every core, with the same numbers on any number of cores.
//!
//! - [`run`]: plays a batch and adds up what was read; [`Tally`] is the sum, [`Histogram`](histogram::Histogram) one metric.
//! - [`compare`]: the same games under several rules; sweeps, what-ifs and coverage are comparisons too.
//! - [`contract`](crate::variant::contract)s are kept or broken in [`check`]; [`part`]s are shards of a batch.
//! - [`soak`]: random games under random [combinations](combine) of rules, with a referee.
//! - [`interval`]: how far to trust a number. [`report`]: tables, files and pages for people.
//! - [`ladder`]: kinds of players against each other.

pub(crate) mod alter;
pub mod check;
pub mod combine;
pub mod compare;
pub mod coverage;
pub mod histogram;
pub mod interval;
pub mod ladder;
pub mod part;
pub mod report;
pub mod run;
pub mod soak;
pub mod sweep;
pub mod tally;
pub mod what_if;

pub use compare::{Comparison, compare};
pub use run::{Batch, Progress, run};
pub use tally::{Summary, Tally};

use crate::problem::{Problem, Problems};
use crate::sim::WrongSeats;

/// Why games cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LabError {
    #[error(transparent)]
    Seats(#[from] WrongSeats),
    #[error("{named} players are named, but {playing} sit at this table")]
    Table { named: usize, playing: usize },
    #[error("there is no player called `{0}`; allowed: {1}")]
    Player(String, String),
}

impl From<LabError> for Problems {
    fn from(error: LabError) -> Self {
        Problem::about("lab", error.to_string()).into()
    }
}

/// The seed of one game of a batch.
pub fn game_seed(batch: u64, number: u64) -> u64 {
    batch.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number)
}

//! The lab: many games at once, on every core, with the same numbers on any number of cores.

pub mod ladder;
mod tally;

pub use tally::Tally;

use crate::players;
use crate::sim::{Chance, Game, Ruleset, WrongSeats};
use rayon::prelude::*;
use std::sync::Arc;

/// What to play.
#[derive(Debug, Clone)]
pub struct Batch {
    pub rules: Arc<Ruleset>,
    /// The kind of player in each seat.
    pub seats: Vec<String>,
    pub seed: u64,
    pub games: u64,
}

/// Why a batch cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LabError {
    #[error(transparent)]
    Seats(#[from] WrongSeats),
    #[error("there is no player called `{0}`; allowed: {1}")]
    Player(String, String),
}

/// Games played one after another by one worker, whatever the number of cores.
const CHUNK: u64 = 256;

/// The seed of one game of a batch.
pub fn game_seed(batch: u64, number: u64) -> u64 {
    batch.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number)
}

/// Plays a batch. `progress` is told how many games were just finished.
pub fn run(batch: &Batch, progress: &(dyn Fn(u64) + Sync)) -> Result<Tally, LabError> {
    for kind in &batch.seats {
        if players::Kind::parse(kind).is_none() {
            return Err(LabError::Player(kind.clone(), players::ALLOWED.to_owned()));
        }
    }
    let template = Game::new(batch.rules.clone(), batch.seats.len(), Chance::seeded(0))?;
    let empty = || Tally::new(&template);
    let chunks = batch.games.div_ceil(CHUNK);
    // Tallies are sums of whole numbers, so the order in which chunks are added does not matter.
    let tally = (0..chunks)
        .into_par_iter()
        .map_init(
            || template.clone(),
            |game, chunk| {
                let mut tally = Tally::new(game);
                let range = chunk * CHUNK..((chunk + 1) * CHUNK).min(batch.games);
                let played = range.end - range.start;
                for number in range {
                    play(game, batch, game_seed(batch.seed, number), &mut tally);
                }
                progress(played);
                tally
            },
        )
        .reduce(empty, Tally::plus);
    Ok(tally)
}

fn play(game: &mut Game, batch: &Batch, seed: u64, tally: &mut Tally) {
    let mut seats: Vec<_> = (batch.seats.iter().zip(0..)).filter_map(|(kind, seat)| players::seat(kind, seed, seat)).collect();
    game.restart(seed);
    tally.begin(game);
    while game.outcome().is_none() {
        let command = seats[game.to_act() as usize].choose(game);
        tally.decision(game);
        if game.apply(command).is_err() {
            break;
        }
        tally.events(game);
    }
    tally.end(game);
}

//! The ladder: kinds of players meet in pairs, in every seat order equally often, and are [rated](super::rating) by what comes of it.

use super::rating::{Met, Standings};
use super::run::Progress;
use super::{LabError, game_seed};
use crate::players::{self, Player, Random};
use crate::sim::{Chance, Game, Ruleset, Seat};
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What to play.
#[derive(Debug, Clone)]
pub struct Ladder {
    pub rules: Arc<Ruleset>,
    pub seats: usize,
    pub kinds: Vec<String>,
    pub seed: u64,
    /// Games for each pairing, made up to whole rounds of all seat orders.
    pub games: u64,
    /// Moves made at random before the players take over, the same in all seat orders of a round. Without them two players
    /// who leave nothing to chance would play the same game over and over where there are no dice.
    pub opening: u32,
}

/// Moves at random when nobody says how many.
pub const USUAL_OPENING: u32 = 6;

impl Ladder {
    fn pairs(&self) -> Vec<[usize; 2]> {
        let all = 0..self.kinds.len();
        all.clone().flat_map(|a| all.clone().filter(move |b| a < *b).map(move |b| [b, a])).collect()
    }

    /// Every way to seat two kinds so that both are there: a bit for each seat of the first kind.
    fn orders(&self) -> std::ops::Range<u32> {
        1..(1 << self.seats) - 1
    }

    fn rounds(&self) -> u64 {
        self.games.div_ceil(self.orders().len() as u64)
    }

    pub fn games_per_pairing(&self) -> u64 {
        self.rounds() * self.orders().len() as u64
    }

    /// Games in all.
    pub fn length(&self) -> u64 {
        self.games_per_pairing() * self.pairs().len() as u64
    }

    /// Brings a game to the position a round begins with.
    fn open(&self, game: &mut Game, seed: u64) {
        game.restart(seed);
        // A seat nobody has, so that no player at the table draws from the same stream.
        let mut opener = Random::new(seed, Seat::MAX);
        for _ in 0..self.opening {
            if game.outcome().is_some() || game.apply(opener.choose(game)).is_err() {
                break;
            }
        }
    }

    /// The share of the win that goes to the first kind of the pair.
    fn play(&self, game: &mut Game, pair: [usize; 2], order: u32, seed: u64) -> f64 {
        let kinds = (0..self.seats).map(|seat| &self.kinds[if order >> seat & 1 == 1 { pair[0] } else { pair[1] }]);
        let mut seats: Vec<_> = kinds.zip(0..).filter_map(|(kind, seat)| players::seat(kind, seed, seat)).collect();
        self.open(game, seed);
        while game.outcome().is_none() {
            let command = seats[usize::from(game.deciding())].choose(game);
            if game.apply(command).is_err() {
                break;
            }
        }
        let Some(outcome) = game.outcome() else { return 0.5 };
        let firsts = outcome.winners.iter().filter(|seat| order >> **seat & 1 == 1).count();
        firsts as f64 / outcome.winners.len().max(1) as f64
    }
}

/// Plays the tournament; the same seed gives the same standings on any number of cores. `progress` is told of every game
/// and may stop it: then the rounds that were played whole count.
pub fn climb(ladder: &Ladder, progress: Progress<'_>) -> Result<Standings, LabError> {
    if let Some(kind) = ladder.kinds.iter().find(|kind| players::Kind::parse(kind).is_none()) {
        return Err(LabError::Player(kind.clone()));
    }
    let template = Game::new(ladder.rules.clone(), ladder.seats, Chance::seeded(0))?;
    let pairs = ladder.pairs();
    let orders = ladder.orders();
    let each = ladder.games_per_pairing();
    let stopped = AtomicBool::new(false);
    let played: Vec<Option<(f64, u64)>> = (0..ladder.length() as usize)
        .into_par_iter()
        .with_max_len(1)
        .map_init(
            || template.clone(),
            |game, number| {
                if stopped.load(Ordering::Relaxed) {
                    return None;
                }
                let number = number as u64;
                let (pair, within) = (pairs[(number / each) as usize], number % each);
                let order = orders.start + (within % orders.len() as u64) as u32;
                // A round of all seat orders has the same seed: what luck gives to a seat, both kinds get.
                let share = ladder.play(game, pair, order, game_seed(ladder.seed, within / orders.len() as u64));
                if !progress(1) {
                    stopped.store(true, Ordering::Relaxed);
                }
                Some((share, game.hash()))
            },
        )
        .collect();
    let whole = |played: &[Option<(f64, u64)>]| -> Vec<Vec<(f64, u64)>> {
        played.chunks(orders.len()).filter_map(|round| round.iter().copied().collect()).collect()
    };
    let games = played.chunks(each as usize);
    let met: Vec<Met> = pairs.iter().zip(games).map(|(places, played)| Met { places: *places, rounds: whole(played) }).collect();
    Ok(Standings::of(&ladder.kinds, &met))
}

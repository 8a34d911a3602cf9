//! The ladder: kinds of players meet in pairs, in every seat order equally often, and are [rated](super::rating) by what comes of it.

use super::games::{Count, Games, digest};
use super::rating::{Met, Standings};
use super::run::{Progress, known, mistake};
use super::{LabError, game_seed};
use crate::players::{self, Player, Random};
use crate::sim::{Chance, Game, Observer, Ruleset, Seat};
use crate::words::{Message, msg};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

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
    fn orders(&self) -> Range<u32> {
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
            if is_over(game) || game.apply(opener.choose(game)).is_err() {
                break;
            }
        }
    }

    /// The share of the win that goes to the first kind of the pair.
    fn play(&self, game: &mut Game, pair: [usize; 2], order: u32, seed: u64) -> Result<f64, LabError> {
        let kinds = (0..self.seats).map(|seat| &self.kinds[if order >> seat & 1 == 1 { pair[0] } else { pair[1] }]);
        let mut seats: Vec<_> = kinds.zip(0..).filter_map(|(kind, seat)| players::seat(kind, seed, seat)).collect();
        self.open(game, seed);
        while !is_over(game) {
            let command = seats[usize::from(game.deciding())].choose(game);
            if game.apply(command).is_err() {
                break;
            }
        }
        if !game.suspended().is_empty() {
            return Err(mistake(game, seed));
        }
        let Some(outcome) = game.outcome() else { return Ok(0.5) };
        let firsts = outcome.winners.iter().filter(|seat| order >> **seat & 1 == 1).count();
        Ok(firsts as f64 / outcome.winners.len().max(1) as f64)
    }
}

/// Whether there is nothing left to play: a rule that made a mistake rests, and what is played without it counts for nothing.
fn is_over(game: &Game) -> bool {
    game.outcome().is_some() || !game.suspended().is_empty()
}

/// Plays the tournament; the same seed gives the same standings on any number of cores and machines. If it is ended early, the rounds
/// that were played whole count.
pub fn climb(ladder: &Ladder, games: &Games<'_>) -> Result<Standings, LabError> {
    let template = Game::new(ladder.rules.clone(), ladder.seats, Chance::seeded(0))?;
    known(&ladder.kinds, &Observer::new(&ladder.rules, template.turn().seats))?;
    let rounds = ladder.pairs().len() as u64 * ladder.rounds();
    let empty = || Ok(Rounds { orders: ladder.orders().len(), played: Vec::new() });
    let met = games.count(|| ladder.described(), 0..rounds, empty, |numbers| ladder.meet(&template, numbers, games.progress))?;
    let met = ladder.pairs().into_iter().enumerate().map(|(pair, places)| {
        let own = met.played.iter().filter(|(number, _)| number / ladder.rounds() == pair as u64);
        Met { places, rounds: own.map(|(_, round)| round.clone()).collect() }
    });
    Ok(Standings::of(&ladder.kinds, &met.collect::<Vec<_>>()))
}

/// A round of all seat orders by its number among those of all pairings: of each game the first kind's share of the win, and where it ended.
type Round = (u64, Vec<(f64, u64)>);

/// Rounds of a tournament.
struct Rounds {
    orders: usize,
    played: Vec<Round>,
}

impl Count for Rounds {
    /// Whole rounds: they are what is spread.
    fn games(&self) -> u64 {
        self.played.len() as u64
    }

    fn plus(mut self, other: &Self) -> Self {
        self.played.extend(other.played.iter().cloned());
        self
    }

    fn to_json(&self) -> Value {
        let games = |round: &Vec<(f64, u64)>| round.iter().map(|(share, end)| json!([share, end])).collect::<Vec<_>>();
        self.played.iter().map(|(number, round)| json!([number, games(round)])).collect()
    }

    fn filled(mut self, value: &Value) -> Result<Self, Message> {
        let played: Option<Vec<Round>> = serde_json::from_value(value.clone()).ok();
        let fits = |(_, games): &Round| games.len() == self.orders && games.iter().all(|(share, _)| is_share(*share));
        self.played = played.filter(|played| played.iter().all(fits)).ok_or_else(|| msg!("lab.part.field", key = "counts"))?;
        Ok(self)
    }
}

fn is_share(share: f64) -> bool {
    (0.0..=1.0).contains(&share)
}

impl Ladder {
    /// In so few words that files can keep them.
    fn described(&self) -> Value {
        json!({
            "pack": self.rules.pack.name(),
            "variants": [self.rules.blueprint.variant],
            "players": self.kinds,
            "seats": self.seats,
            "seed": self.seed.to_string(),
            "opening": self.opening,
            "rules": [digest(&self.rules, self.seats)],
        })
    }

    /// Plays rounds of these numbers, all seat orders in each, up to the first mistake of a rule.
    fn meet(&self, template: &Game, numbers: Range<u64>, progress: Progress<'_>) -> Result<Rounds, LabError> {
        let (pairs, orders) = (self.pairs(), self.orders());
        // The last game that matters: the first mistake is the same however many cores look for it.
        let (stopped, last) = (AtomicBool::new(false), AtomicU64::new(u64::MAX));
        let each = orders.len() as u64;
        let played: Vec<Option<Result<(f64, u64), LabError>>> = (numbers.start * each..numbers.end * each)
            .collect::<Vec<_>>()
            .into_par_iter()
            .with_max_len(1)
            .map_init(
                || template.clone(),
                |game, number| {
                    if stopped.load(Ordering::Relaxed) || number > last.load(Ordering::Relaxed) {
                        return None;
                    }
                    let (round, order) = (number / each, orders.start + (number % each) as u32);
                    let pair = pairs[(round / self.rounds()) as usize];
                    // A round of all seat orders has the same seed: what luck gives to a seat, both kinds get.
                    let share = self.play(game, pair, order, game_seed(self.seed, round % self.rounds()));
                    if share.is_err() {
                        last.fetch_min(number, Ordering::Relaxed);
                    }
                    if !progress(1) {
                        stopped.store(true, Ordering::Relaxed);
                    }
                    Some(share.map(|share| (share, game.hash())))
                },
            )
            .collect();
        let played = played.into_iter().map(Option::transpose).collect::<Result<Vec<_>, _>>()?;
        let whole = |(number, round): (u64, &[Option<(f64, u64)>])| Some((number, round.iter().copied().collect::<Option<_>>()?));
        let played = numbers.zip(played.chunks(orders.len())).filter_map(whole).collect();
        Ok(Rounds { orders: orders.len(), played })
    }
}

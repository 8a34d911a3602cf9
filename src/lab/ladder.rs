//! The ladder: kinds of players meet in pairs, in every seat order equally often, and are rated by what comes of it.

use super::interval::two_sided;
use super::report::percent;
use super::run::Progress;
use super::{LabError, game_seed};
use crate::players::{self, Player, Random};
use crate::sim::{Chance, Game, Ruleset, Seat};
use crate::words::{fixed, say};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::fmt;
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

/// How two kinds have met. Shares are those of the first one, fair is one half.
#[derive(Debug, Clone, PartialEq)]
pub struct Pairing {
    pub kinds: [String; 2],
    pub games: u64,
    /// Games that ended in different positions: if they are few, the same games were played again and p means little.
    pub different: u64,
    /// Won games of each; who shares a win has a part of it.
    pub wins: [f64; 2],
    pub share: f64,
    /// The standard error of the share.
    pub error: f64,
    /// How likely a share so far from one half is between equals.
    pub p: f64,
}

/// A player's strength on a scale like Elo's; the first one named stands at 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Rating {
    pub kind: String,
    pub games: u64,
    pub wins: f64,
    pub elo: f64,
    /// Half of a 95 % interval.
    pub error: f64,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Standings {
    pub pairings: Vec<Pairing>,
    pub ratings: Vec<Rating>,
}

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
    let games = played.chunks(each as usize);
    let pairings: Vec<Pairing> = pairs.iter().zip(games).filter_map(|(pair, played)| pairing(ladder, *pair, played)).collect();
    let met = |kind: &&String| pairings.iter().any(|pairing| pairing.kinds.contains(kind));
    let ratings = rate(&ladder.kinds.iter().filter(met).cloned().collect::<Vec<_>>(), &pairings);
    Ok(Standings { pairings, ratings })
}

/// Sums up the games of two kinds: each with the share of the first one and the hash of the last position. Nothing when not
/// one round was played whole.
fn pairing(ladder: &Ladder, pair: [usize; 2], played: &[Option<(f64, u64)>]) -> Option<Pairing> {
    let orders = ladder.orders().len();
    let whole: Vec<Vec<(f64, u64)>> = played.chunks(orders).filter_map(|round| round.iter().copied().collect()).collect();
    if whole.is_empty() {
        return None;
    }
    let different = whole.iter().flatten().map(|(_, end)| *end).collect::<BTreeSet<u64>>().len() as u64;
    let won: f64 = whole.iter().flatten().map(|(share, _)| share).sum();
    let rounds: Vec<f64> = whole.iter().map(|round| round.iter().map(|(share, _)| share).sum::<f64>() / orders as f64).collect();
    let games = (whole.len() * orders) as f64;
    let share = won / games;
    let error = standard_error(&rounds, orders);
    let p = two_sided((share - 0.5) / error);
    let kinds = pair.map(|kind| ladder.kinds[kind].clone());
    Some(Pairing { kinds, games: games as u64, different, wins: [won, games - won], share, error, p })
}

/// The standard error of the mean over rounds, which are independent of each other. Two rounds are added to the spread, as
/// far from the mean as single games would put them, so that a clean sweep of a few games is not taken for certainty.
fn standard_error(rounds: &[f64], orders: usize) -> f64 {
    let count = rounds.len() as f64;
    let mean = rounds.iter().sum::<f64>() / count;
    let spread: f64 = rounds.iter().map(|share| (share - mean).powi(2)).sum();
    let added = 2.0 * 0.25 / orders as f64;
    ((spread + added) / (count + 1.0) / count).sqrt()
}

/// Rounds of fitting; the strengths have settled long before.
const FITTINGS: usize = 500;

/// Fits strengths to all pairings at once (Bradley and Terry), with half a game won and lost added to each.
#[allow(clippy::disallowed_methods, reason = "a report to four digits; nothing is decided by it")]
fn rate(kinds: &[String], pairings: &[Pairing]) -> Vec<Rating> {
    let place = |kind: &String| kinds.iter().position(|known| known == kind).unwrap_or(0);
    let met: Vec<(usize, usize, f64, f64)> =
        pairings.iter().map(|p| (place(&p.kinds[0]), place(&p.kinds[1]), p.wins[0] + 0.5, p.wins[1] + 0.5)).collect();
    let mut strength = vec![1.0; kinds.len()];
    for _ in 0..FITTINGS {
        let fit = |kind: usize| {
            let (mut won, mut weight) = (0.0, 0.0);
            for (a, b, by_a, by_b) in met.iter().filter(|(a, b, ..)| *a == kind || *b == kind) {
                won += if *a == kind { by_a } else { by_b };
                weight += (by_a + by_b) / (strength[*a] + strength[*b]);
            }
            won / weight
        };
        let fitted: Vec<f64> = (0..kinds.len()).map(fit).collect();
        strength = fitted.iter().map(|s| s / fitted[0]).collect();
    }
    let scale = 400.0 / std::f64::consts::LN_10;
    let rating = |(kind, name): (usize, &String)| {
        let own = || pairings.iter().zip(&met).filter(move |(_, (a, b, ..))| *a == kind || *b == kind);
        let expected = |a: usize, b: usize| strength[a] / (strength[a] + strength[b]);
        // What every pairing tells about the strength, by the error of its share.
        let known: f64 = own().map(|(p, (a, b, ..))| (expected(*a, *b) * expected(*b, *a) / p.error).powi(2)).sum();
        Rating {
            kind: name.clone(),
            games: own().map(|(p, _)| p.games).sum(),
            wins: own().map(|(p, (a, ..))| p.wins[usize::from(*a != kind)]).sum(),
            elo: scale * f64::ln(strength[kind]),
            error: 1.96 * scale / known.sqrt(),
        }
    };
    kinds.iter().enumerate().map(rating).collect()
}

/// The narrowest first column.
const FIRST: usize = 28;

impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = |name: &str| say!(format!("lab.ladder.{name}"));
        let [games, wins] = ["games", "wins"].map(column);
        let [pairing, different, share, p] = ["pairing", "different", "share", "p"].map(column);
        let called = |kind: &String| players::called(kind).to_string();
        let pairs: Vec<String> = self.pairings.iter().map(|p| p.kinds.each_ref().map(called).join(" – ")).collect();
        let first = pairs.iter().map(|pair| pair.chars().count()).max().unwrap_or_default().max(FIRST);
        writeln!(f, "{pairing:<first$} {games:>8} {different:>11} {wins:>17} {share:>16} {p:>9}")?;
        for (p, pair) in self.pairings.iter().zip(&pairs) {
            let wins = p.wins.map(|wins| fixed(wins, 1)).join(" : ");
            let share = percent(format!("{} ± {}", fixed(100.0 * p.share, 1), fixed(196.0 * p.error, 1)));
            let chance = if p.p < 0.0001 { format!("< {}", fixed(0.0001, 4)) } else { fixed(p.p, 4) };
            writeln!(f, "{pair:<first$} {:>8} {:>11} {wins:>17} {share:>16} {chance:>9}", p.games, p.different)?;
        }
        let [player, rating] = ["player", "rating"].map(column);
        writeln!(f, "\n{player:<first$} {games:>8} {:>11} {wins:>17} {rating:>16}", "")?;
        for r in &self.ratings {
            let rating = format!("{} ± {}", fixed(r.elo, 0), fixed(r.error, 0));
            writeln!(f, "{:<first$} {:>8} {:>11} {:>17} {rating:>16}", called(&r.kind), r.games, "", fixed(r.wins, 1))?;
        }
        writeln!(f, "\n{}", column("note").trim_end())
    }
}

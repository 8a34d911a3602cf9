//! greedy: rates every offer by a page of rules of thumb and takes the best. It looks at the table, never at chance to come.

pub mod bermuda;
pub mod dreieck;
pub mod muehle;

use super::Player;
use crate::sim::chance::{below, stream};
use crate::sim::{Command, Game, Seat};
use rand_pcg::Pcg32;

pub struct Greedy {
    stream: Pcg32,
    trial: Option<Game>,
}

/// Streams of players lie apart from those of the game, and from those of other kinds.
const FIRST_STREAM: u64 = 2_000;

impl Greedy {
    pub fn new(seed: u64, seat: Seat) -> Self {
        Self { stream: stream(seed, FIRST_STREAM + u64::from(seat)), trial: None }
    }
}

impl Player for Greedy {
    fn choose(&mut self, game: &Game) -> Command {
        let offers = game.offers();
        if offers.len() == 1 {
            return offers[0];
        }
        let trial = self.trial.get_or_insert_with(|| game.clone());
        let ratings = ratings(game, trial);
        let best = ratings.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let ties: Vec<usize> = (0..offers.len()).filter(|offer| ratings[*offer] == best).collect();
        offers[ties[below(&mut self.stream, ties.len() as u32) as usize]]
    }
}

/// How good each offer looks, in the order of the offers. One unit is about what decides between two moves that are
/// not alike: a few tens of thousands in Bermuda, a stone, a tile. `trial` is a game to think in.
pub fn ratings(game: &Game, trial: &mut Game) -> Vec<f64> {
    match game.rules().pack.name() {
        "bermuda" => bermuda::ratings(game, trial),
        "muehle" => muehle::ratings(game, trial),
        "dreieck" => dreieck::ratings(game, trial),
        _ => vec![0.0; game.offers().len()],
    }
}

/// What each seat has reached, in the same units.
pub fn standing(game: &Game) -> Vec<f64> {
    let value: fn(&Game, Seat) -> f64 = match game.rules().pack.name() {
        "bermuda" => bermuda::value,
        "muehle" => muehle::value,
        "dreieck" => dreieck::value,
        _ => return game.rules().pack.course(game).iter().map(|total| *total as f64).collect(),
    };
    (0..game.turn().seats).map(|seat| value(game, seat)).collect()
}

/// A move that needs no thinking, where there is one.
pub fn quick(game: &Game) -> Option<Command> {
    if game.rules().pack.name() == "bermuda" { bermuda::quick(game) } else { None }
}

/// What the end of a game is to each seat: the winners share it.
pub fn verdict(game: &Game) -> Option<Vec<f64>> {
    let outcome = game.outcome()?;
    let share = 1.0 / outcome.winners.len().max(1) as f64;
    Some((0..game.turn().seats).map(|seat| if outcome.winners.contains(&seat) { share } else { 0.0 }).collect())
}

/// Rates every offer by doing it and comparing what everyone then has; only for games where doing it meets no chance.
fn by_doing(game: &Game, trial: &mut Game, value: fn(&Game, Seat) -> f64) -> Vec<f64> {
    let me = game.deciding();
    let rate = |offer: &Command| {
        trial.clone_from(game);
        trial.mute();
        trial.chance_mut().reseed(0);
        game.rules().pack.veil(trial);
        if trial.apply(*offer).is_err() {
            return f64::NEG_INFINITY;
        }
        match verdict(trial) {
            Some(shares) => DECIDED * (shares[usize::from(me)] - 1.0 / f64::from(game.turn().seats)),
            None => ahead(trial, me, value),
        }
    };
    game.offers().iter().map(rate).collect()
}

/// A won game against a lost one, in units of a rating.
const DECIDED: f64 = 100.0;

/// A seat's value against the mean of the others, and a little more against the best of them.
fn ahead(game: &Game, me: Seat, value: fn(&Game, Seat) -> f64) -> f64 {
    let others: Vec<f64> = (0..game.turn().seats).filter(|seat| *seat != me).map(|seat| value(game, seat)).collect();
    let mean = others.iter().sum::<f64>() / others.len().max(1) as f64;
    let best = others.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    value(game, me) - 0.75 * mean - 0.25 * best
}

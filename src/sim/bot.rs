//! How a game looks to the program's own players: what a seat has reached, what an offer is worth. A pack that says nothing is
//! played by its scores.

use super::command::Command;
use super::game::Game;
use super::id::Seat;
use crate::words::Message;

/// How thinking ahead suits a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Manner {
    /// Quick moves beyond what was thought through, for each seat.
    pub playout: usize,
    /// Differences of value that nearly decide a game.
    pub decisive: f64,
    /// Differences of rating that make an offer hardly worth a thought.
    pub obvious: f64,
}

/// The ways to think ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thinking {
    /// Follow up what has gone well, move by move: where little is left to chance.
    Tree,
    /// Play every offer on at a glance, all with the same luck, and drop the worse half again and again: where chance soon
    /// makes every branch another.
    Halving,
}

/// Something that speaks for an offer, or against it if its weight is below 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// What is compared: an offer has one point of a kind.
    pub about: &'static str,
    /// In units of a rating.
    pub weight: f64,
    /// A clause that can follow "because" or "but".
    pub said: Message,
}

/// A pack's rules of thumb. They look at the table, never at chance to come.
pub trait Bot: Sync {
    /// What a seat has reached. One unit is about what decides between two moves that are not alike, such as a stone or a tile.
    fn value(&self, game: &Game, seat: Seat) -> f64 {
        game.rules().pack.standing(game, seat) as f64
    }

    /// How good each offer looks, in the order of the offers and the same units. `trial` is a game to think in.
    fn ratings(&self, game: &Game, trial: &mut Game) -> Vec<f64> {
        by_doing(self, game, trial)
    }

    /// How good each offer looks at a glance, in the order of the offers: by looking alone, nothing is tried out. Only which is
    /// better matters. False where looking does not tell; then whatever was noted counts for nothing.
    fn glance(&self, _game: &Game, _ratings: &mut Vec<f64>) -> bool {
        false
    }

    /// What speaks for an offer and against it, in words for somebody who wants to learn.
    fn points(&self, _game: &Game, _offer: Command) -> Vec<Point> {
        Vec::new()
    }

    /// How to think ahead.
    fn thinking(&self) -> Thinking {
        Thinking::Tree
    }

    fn manner(&self) -> Manner {
        Manner { playout: 10, decisive: 10.0, obvious: 1.0 }
    }
}

/// Nothing but the scores.
pub struct ByScore;

impl Bot for ByScore {}

/// A won game against a lost one, in units of a rating.
const DECIDED: f64 = 100.0;

/// Rates every offer by doing it and comparing what everyone then has; best for games where doing it meets no chance.
pub fn by_doing<B: Bot + ?Sized>(bot: &B, game: &Game, trial: &mut Game) -> Vec<f64> {
    let me = game.deciding();
    let rate = |offer: &Command| {
        if !try_out(game, trial, *offer) {
            return f64::NEG_INFINITY;
        }
        match verdict(trial) {
            Some(shares) => DECIDED * (shares[usize::from(me)] - 1.0 / f64::from(game.turn().seats)),
            None => ahead(bot, trial, me),
        }
    };
    game.offers().iter().map(rate).collect()
}

/// Does an offer in a game to think in, with other luck and without a look at what its player cannot see; false if it is refused.
pub fn try_out(game: &Game, trial: &mut Game, offer: Command) -> bool {
    trial.clone_from(game);
    trial.imagine(0);
    trial.apply(offer).is_ok()
}

/// What the end of a game is to each seat: the winners share it.
pub fn verdict(game: &Game) -> Option<Vec<f64>> {
    let outcome = game.outcome()?;
    let share = 1.0 / outcome.winners.len().max(1) as f64;
    Some((0..game.turn().seats).map(|seat| if outcome.winners.contains(&seat) { share } else { 0.0 }).collect())
}

/// A seat's value against the mean of the others, and a little more against the best of them.
fn ahead<B: Bot + ?Sized>(bot: &B, game: &Game, me: Seat) -> f64 {
    let others: Vec<f64> = (0..game.turn().seats).filter(|seat| *seat != me).map(|seat| bot.value(game, seat)).collect();
    let mean = others.iter().sum::<f64>() / others.len().max(1) as f64;
    let best = others.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    bot.value(game, me) - 0.75 * mean - 0.25 * best
}

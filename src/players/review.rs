//! After the game: how everyone's chances went, and the three decisions that cost most. Whoever plays a game again shows every
//! decision to a reviewer, who thinks it through without knowing what came of it.

use super::search::{Search, chances};
use crate::sim::{Command, Game, Seat};

/// His own seed, whatever the game's: the same game gets the same review.
const SEED: u64 = 1975;
/// The decisions a game turned on.
const TURNING_POINTS: usize = 3;
/// What a decision must have cost to be one of them: less nobody would notice.
const NOTABLE: f64 = 0.02;

/// A decision that was made, and what could be expected of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Moment {
    /// Its number among all decisions, from 1.
    pub number: usize,
    pub round: u32,
    pub seat: Seat,
    /// Everyone's chances before it, by what they had.
    pub chances: Vec<f64>,
    pub done: Command,
    /// The part of the win that was to be expected of what was done, and of what would have been best.
    pub share: f64,
    pub best: Command,
    pub best_share: f64,
}

impl Moment {
    /// What was given away.
    pub fn cost(&self) -> f64 {
        self.best_share - self.share
    }
}

pub struct Reviewer {
    thoughts: u32,
    moments: Vec<Moment>,
}

impl Reviewer {
    pub fn new(thoughts: u32) -> Self {
        Self { thoughts, moments: Vec::new() }
    }

    /// Takes note of a decision that is about to be made.
    pub fn see(&mut self, game: &Game, done: Command) {
        let seat = game.deciding();
        let (share, best, best_share) = match game.offers() {
            [] | [_] => (0.0, done, 0.0),
            _ => {
                let advice = Search::new(SEED, seat, self.thoughts).advise(game);
                let share =
                    |command| advice.choices.iter().find(|choice| choice.command == command).map_or(0.0, |choice| choice.share);
                let best = advice.best().unwrap_or(done);
                (share(done), best, share(best))
            }
        };
        let (number, round) = (self.moments.len() + 1, game.turn().round);
        self.moments.push(Moment { number, round, seat, chances: chances(game), done, share, best, best_share });
    }

    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// The decisions that cost most, in the order of the game.
    pub fn turning_points(&self) -> Vec<&Moment> {
        let mut costly: Vec<&Moment> = self.moments.iter().filter(|moment| moment.cost() >= NOTABLE).collect();
        costly.sort_by(|a, b| b.cost().total_cmp(&a.cost()));
        costly.truncate(TURNING_POINTS);
        costly.sort_by_key(|moment| moment.number);
        costly
    }
}

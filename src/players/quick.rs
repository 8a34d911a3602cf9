//! quick: decides at a glance ([`Bot::glance`](crate::sim::Bot::glance)), nearly as fast as chance. Where a glance does not tell,
//! it goes by the rules of thumb that greedy goes by.

use super::Player;
use super::greedy::Greedy;
use crate::sim::chance::{below, stream};
use crate::sim::{Command, Game, Seat};
use rand_pcg::Pcg32;

/// Streams of players lie apart from those of the game, and from those of other kinds.
const FIRST_STREAM: u64 = 4_000;

pub struct Quick {
    stream: Pcg32,
    eye: Eye,
    greedy: Greedy,
}

impl Quick {
    pub fn new(seed: u64, seat: Seat) -> Self {
        let stream = stream(seed, FIRST_STREAM + u64::from(seat));
        Self { stream, eye: Eye::default(), greedy: Greedy::new(seed, seat) }
    }
}

impl Player for Quick {
    fn choose(&mut self, game: &Game) -> Command {
        match game.offers() {
            [only] => *only,
            _ if game.has_secrets() => self.greedy.choose(game),
            _ => self.eye.pick(game, &mut self.stream).unwrap_or_else(|| self.greedy.choose(game)),
        }
    }
}

/// Who looks at offers; keeps room for the ratings from one look to the next.
#[derive(Debug, Default)]
pub(super) struct Eye {
    ratings: Vec<f64>,
}

impl Eye {
    /// The offer that looks best, any one of those that look alike; nothing where a glance does not tell.
    pub(super) fn pick(&mut self, game: &Game, stream: &mut Pcg32) -> Option<Command> {
        self.ratings.clear();
        if !game.rules().pack.bot().glance(game, &mut self.ratings) {
            return None;
        }
        best_of(&self.ratings, stream).map(|at| game.offers()[at])
    }
}

/// The number of the best rating, any one of those that are alike.
pub(super) fn best_of(ratings: &[f64], stream: &mut Pcg32) -> Option<usize> {
    let best = ratings.iter().copied().reduce(f64::max)?;
    let alike = ratings.iter().filter(|rating| **rating == best).count() as u32;
    let lucky = if alike == 1 { 0 } else { below(stream, alike) };
    ratings.iter().enumerate().filter(|(_, rating)| **rating == best).nth(lucky as usize).map(|(at, _)| at)
}

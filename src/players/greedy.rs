//! greedy: rates every offer by the pack's rules of thumb ([`Bot`](crate::sim::Bot)) and takes the best.

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
        let veiled = game.has_secrets().then(|| veiled(game));
        let game = veiled.as_ref().unwrap_or(game);
        let trial = self.trial.get_or_insert_with(|| game.clone());
        let ratings = game.rules().pack.bot().ratings(game, trial);
        let best = ratings.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let ties: Vec<usize> = (0..offers.len()).filter(|offer| ratings[*offer] == best).collect();
        offers[ties[below(&mut self.stream, ties.len() as u32) as usize]]
    }
}

/// The game as its deciding player knows it.
fn veiled(game: &Game) -> Game {
    let mut copy = game.clone();
    copy.imagine(game.chance().draws());
    copy
}

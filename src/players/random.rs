//! random: takes any offer, each with the same chance.

use super::Player;
use crate::sim::chance::{below, stream};
use crate::sim::{Command, Game, Seat};
use rand_pcg::Pcg32;

pub struct Random {
    stream: Pcg32,
}

/// Streams of players lie apart from those of the game.
const FIRST_STREAM: u64 = 1_000;

impl Random {
    pub fn new(seed: u64, seat: Seat) -> Self {
        Self { stream: stream(seed, FIRST_STREAM + u64::from(seat)) }
    }
}

impl Player for Random {
    fn choose(&mut self, game: &Game) -> Command {
        let offers = game.offers();
        offers[below(&mut self.stream, offers.len() as u32) as usize]
    }
}

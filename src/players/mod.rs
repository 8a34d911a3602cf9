//! Who sits in a seat. A player sees the game, its offers, and nothing else.

mod random;

pub use random::Random;

use crate::sim::{Command, Game};

/// Someone who decides.
pub trait Player: Send {
    /// One of the game's offers; there is always at least one when this is asked.
    fn choose(&mut self, game: &Game) -> Command;
}

/// The names of the players a seat can have.
pub const KINDS: [&str; 1] = ["random"];

/// The player of that name for a seat; the same seed gives the same player.
pub fn seat(kind: &str, seed: u64, seat: u8) -> Option<Box<dyn Player>> {
    match kind {
        "random" => Some(Box::new(Random::new(seed, seat))),
        _ => None,
    }
}

//! short: short-sighted. Takes whatever brings most at once, and sees neither what others may do nor what comes of it.

use super::Player;
use super::quick::best_of;
use crate::sim::chance::stream;
use crate::sim::{Command, Game, Seat};
use rand_pcg::Pcg32;

/// Streams of players lie apart from those of the game, and from those of other kinds.
const FIRST_STREAM: u64 = 5_000;

pub struct Short {
    stream: Pcg32,
    trial: Option<Game>,
}

impl Short {
    pub fn new(seed: u64, seat: Seat) -> Self {
        Self { stream: stream(seed, FIRST_STREAM + u64::from(seat)), trial: None }
    }
}

impl Player for Short {
    fn choose(&mut self, game: &Game) -> Command {
        if let [only] = game.offers() {
            return *only;
        }
        let trial = self.trial.get_or_insert_with(|| game.clone());
        let gains: Vec<f64> = game.offers().iter().map(|offer| gain(game, trial, *offer)).collect();
        best_of(&gains, &mut self.stream).map_or(game.offers()[0], |at| game.offers()[at])
    }
}

/// What a seat has once it has done something, as the scores say; being allowed something more is worth a little.
fn gain(game: &Game, trial: &mut Game, offer: Command) -> f64 {
    let me = game.deciding();
    trial.clone_from(game);
    trial.imagine(game.chance().draws());
    if trial.apply(offer).is_err() {
        return f64::NEG_INFINITY;
    }
    let course = game.rules().pack.course(trial);
    let others: i64 = (0..).zip(&course).filter(|(seat, _)| *seat != me).map(|(_, standing)| standing).sum();
    let goes_on = trial.turn() == game.turn() && trial.deciding() == me;
    course[usize::from(me)] as f64 - others as f64 / course.len() as f64 + if goes_on { 0.5 } else { 0.0 }
}

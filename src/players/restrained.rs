//! Somebody who plays like another but must not do certain things: what is worth how much shows when it is missing.

use super::Player;
use crate::sim::{Command, Game, Observer};

pub struct Restrained {
    player: Box<dyn Player>,
    /// What the lab counts and this player avoids.
    avoids: Vec<String>,
    tools: Option<Tools>,
}

/// A game to try moves in, and who sees what they do.
struct Tools {
    trial: Game,
    observer: Observer,
    places: Vec<usize>,
}

impl Restrained {
    pub fn new(player: Box<dyn Player>, avoids: Vec<String>) -> Self {
        Self { player, avoids, tools: None }
    }

    /// The game with those of its offers that lead to nothing forbidden; with all of them if there are no others.
    fn narrowed(&mut self, game: &Game) -> Game {
        let avoids = &self.avoids;
        let Tools { trial, observer, places } = self.tools.get_or_insert_with(|| {
            let observer = Observer::new(game.rules(), game.turn().seats);
            let places = observer.metrics().iter().enumerate().filter(|(_, metric)| avoids.contains(&metric.key));
            Tools { trial: game.clone(), places: places.map(|(place, _)| place).collect(), observer }
        });
        let mut is_free = |offer: &Command| {
            trial.clone_from(game);
            trial.imagine(game.chance().draws());
            trial.keep_effects(observer.wants_effects());
            trial.listen_for(observer.wants());
            observer.resume(trial);
            if trial.apply(*offer).is_ok() {
                observer.events(trial);
            }
            places.iter().all(|place| observer.counted(*place).unwrap_or(0) <= 0)
        };
        let free: Vec<Command> = game.offers().iter().copied().filter(|offer| is_free(offer)).collect();
        let mut narrowed = game.clone();
        if !free.is_empty() {
            narrowed.keep_offers(|offer| free.contains(offer));
        }
        narrowed
    }
}

impl Player for Restrained {
    fn choose(&mut self, game: &Game) -> Command {
        if let [only] = game.offers() {
            return *only;
        }
        let narrowed = self.narrowed(game);
        self.player.choose(&narrowed)
    }

    fn think(&mut self, game: &Game, budget: u32) -> Option<Command> {
        if let [only] = game.offers() {
            return Some(*only);
        }
        let narrowed = self.narrowed(game);
        self.player.think(&narrowed, budget)
    }
}

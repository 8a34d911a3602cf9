//! A running game and the files behind its rules: takes what the watch has found and swaps it in between two commands.

use super::library::Variant;
use super::reload::{Change, apply, differences};
use super::watch::{News, Watch};
use crate::problem::Problems;
use crate::sim::Game;

/// What happened to the rules of a game.
pub enum Verdict {
    /// Every key that changed, and when it applies. Empty when a broken file was mended without a change.
    Applied(Vec<Change>),
    /// The files are wrong; the game goes on under the last good rules.
    Refused(Problems),
}

/// The last good variant of a game, kept up to date.
pub struct Live {
    pub variant: Variant,
    watch: Watch,
}

impl Live {
    pub fn new(variant: Variant, watch: Watch) -> Self {
        Self { variant, watch }
    }

    /// Brings the game up to date; call it between two commands.
    pub fn poll(&mut self, game: &mut Game) -> Vec<Verdict> {
        std::iter::from_fn(|| self.poll_one(game)).collect()
    }

    /// Takes up the next change the watch has found, if there is one.
    pub fn poll_one(&mut self, game: &mut Game) -> Option<Verdict> {
        let news = self.watch.news().next()?;
        Some(self.take(game, news))
    }

    fn take(&mut self, game: &mut Game, news: News) -> Verdict {
        let new = match news {
            News::Loaded(new) => *new,
            News::Broken(problems) => return Verdict::Refused(problems),
        };
        let changes = differences(&self.variant.rules.blueprint, &new.rules.blueprint, &new.catalogue);
        let verdict = apply(game, &changes, Some(&new));
        self.variant = new;
        match verdict {
            Ok(()) => Verdict::Applied(changes),
            Err(problems) => Verdict::Refused(problems),
        }
    }
}

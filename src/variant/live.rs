//! A running game and the files behind its rules: takes what the watch has found and swaps it in between two commands.

use super::library::Variant;
use super::reload::{Change, Prepared, differences};
use super::watch::{News, Watch};
use crate::problem::{Problem, Problems};
use crate::sim::Game;
use crate::sim::rule::all_reasons;

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
        let news: Vec<News> = self.watch.news().collect();
        news.into_iter().map(|news| self.take(game, news)).collect()
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

/// Makes changes in a running game, all or none.
pub fn apply(game: &mut Game, changes: &[Change], source: Option<&Variant>) -> Result<(), Problems> {
    if changes.is_empty() {
        return Ok(());
    }
    let blueprint = source.map(|variant| &variant.rules.blueprint);
    let prepared = Prepared::new(game, changes, blueprint).map_err(|errors| {
        Problem::about(source.and_then(|v| v.files.last()).map_or("rules", String::as_str), all_reasons(&errors))
    })?;
    prepared.swap_into(game);
    Ok(())
}

//! How far the story is told: as far as the board has shown it.

use crate::sim::Game;
use crate::table::Table;

pub(crate) struct Telling {
    /// How many lines have been told.
    pub lines: usize,
    /// For each event still in motion: whether it has a line in the story.
    coming: Vec<bool>,
}

impl Telling {
    /// Everything has been told.
    pub(super) fn all_of(table: &Table) -> Self {
        Self { lines: table.story().len(), coming: Vec::new() }
    }

    /// The game's last events are to be told as they are shown.
    pub(super) fn expect(&mut self, game: &Game) {
        self.coming.extend(game.events().iter().map(|event| game.sentence(event).is_some()));
    }

    /// Lines have gone from the story that nothing was shown for.
    pub(super) fn keep_to(&mut self, table: &Table) {
        self.lines = self.lines.min(table.story().len());
    }

    /// So many more events have been shown.
    pub(super) fn go_on(&mut self, shown: usize, table: &Table) {
        let shown = shown.min(self.coming.len());
        self.lines += self.coming.drain(..shown).filter(|tells| *tells).count();
        self.lines = self.lines.min(table.story().len());
        if self.coming.is_empty() {
            // What moves nothing, such as a change of rules, is told when everything else has been.
            self.lines = table.story().len();
        }
    }
}

//! How far the story is told: as far as the board has shown it.

use super::drama::Moment;
use crate::sim::{Effect, Game};
use crate::table::Table;
use crate::window::sound::Cue;

/// An event still in motion.
struct Coming {
    /// It has a line in the story.
    tells: bool,
    /// It changes what lies where, or how anybody stands.
    changes: bool,
    moment: Option<Moment>,
    cue: Option<Cue>,
}

pub(crate) struct Telling {
    /// How many lines have been told.
    pub lines: usize,
    coming: Vec<Coming>,
    /// What may be heard of what was shown, until somebody takes it.
    pub cues: Vec<Cue>,
}

impl Telling {
    /// Everything has been told.
    pub(super) fn all_of(table: &Table) -> Self {
        Self { lines: table.story().len(), coming: Vec::new(), cues: Vec::new() }
    }

    /// The game's last events are to be told as they are shown.
    pub(super) fn expect(&mut self, game: &Game) {
        let coming = |(number, event)| {
            let tells = game.sentence(event).is_some();
            let changes = game.effects_of(number).any(|effect| !matches!(effect, Effect::Threw { .. } | Effect::Ended));
            Coming { tells, changes, moment: tells.then(|| Moment::of(game, number)).flatten(), cue: Cue::of(game, number) }
        };
        self.coming.extend(game.events().iter().enumerate().map(coming));
    }

    /// What is to be shown was told before: it is told anew.
    pub(super) fn take_back(&mut self) {
        self.lines = self.lines.saturating_sub(self.coming.iter().filter(|coming| coming.tells).count());
    }

    /// How many of the game's last events have been shown.
    pub(crate) fn shown(&self, game: &Game) -> usize {
        game.events().len().saturating_sub(self.coming.len())
    }

    /// Whether the position is known to whoever looks: nothing that is still to be shown changes it.
    pub(crate) fn is_level(&self) -> bool {
        !self.coming.iter().any(|coming| coming.changes)
    }

    /// Lines have gone from the story that nothing was shown for.
    pub(super) fn keep_to(&mut self, table: &Table) {
        self.lines = self.lines.min(table.story().len());
    }

    /// So many more events have been shown; gives the moments among them, each with its line of the story.
    pub(super) fn go_on(&mut self, shown: usize, table: &Table) -> Vec<(Moment, usize)> {
        let shown = shown.min(self.coming.len());
        let mut moments = Vec::new();
        for Coming { tells, moment, cue, .. } in self.coming.drain(..shown) {
            self.cues.extend(cue);
            moments.extend(moment.map(|moment| (moment, self.lines)));
            self.lines += usize::from(tells);
        }
        self.lines = self.lines.min(table.story().len());
        if self.coming.is_empty() {
            // What moves nothing, such as a change of rules, is told when everything else has been.
            self.lines = table.story().len();
        }
        moments
    }
}

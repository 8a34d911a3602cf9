//! Watching a recorded game: it plays by itself, or goes wherever one wants to look.

use super::Tabletop;
use crate::table::Deed;
use crate::window::settings::Settings;

/// Between two moves, at normal speed.
const PAUSE: f32 = 0.7;

#[derive(Default)]
pub(crate) struct Replay {
    pub playing: bool,
    /// It is the recording of a game that is over, so that nothing in it is a secret any more.
    pub to_the_end: bool,
    /// Seconds until the next move.
    wait: f32,
}

impl Replay {
    /// One of a game that is over.
    pub(super) fn of_whole_game() -> Self {
        Self { to_the_end: true, ..Self::default() }
    }

    /// One that plays by itself.
    pub(super) fn playing() -> Self {
        Self { playing: true, wait: PAUSE, to_the_end: false }
    }
}

impl Tabletop {
    /// Watches the recording at the table from its beginning.
    pub(crate) fn watch(&mut self) {
        let to_the_end = self.table.game().outcome().is_some();
        self.replay = Some(Replay { to_the_end, ..Replay::default() });
        self.seek(0);
        self.ending_seen = true;
    }

    pub(super) fn play_replay(&mut self, seconds: f32, settings: &Settings) {
        let Some(replay) = self.replay.as_mut().filter(|replay| replay.playing) else { return };
        replay.wait -= seconds;
        if replay.wait > 0.0 {
            return;
        }
        replay.wait = settings.speed.pause(PAUSE);
        let next = self.table.deeds() + 1;
        if next <= self.table.known_deeds() && self.table.carry_out(Deed::Seek(next)).is_ok() {
            self.enqueue(settings);
        } else if let Some(replay) = &mut self.replay {
            replay.playing = false;
        }
    }

    /// Leaves the replay and plays on from the position shown.
    pub(crate) fn play_on(&mut self) {
        self.jump();
        // Forgetting what was taken back is always possible.
        let _ = self.table.carry_out(Deed::PlayOn);
        self.replay = None;
        self.look_back = None;
        self.keep();
    }

    /// Goes to another moment of the game and shows it at once.
    pub(crate) fn seek(&mut self, deeds: usize) {
        if let Err(refused) = self.table.carry_out(Deed::Seek(deeds)) {
            self.remark.complain(&refused);
        }
        self.unfit = true;
        self.drama.clear();
        self.jump();
    }
}

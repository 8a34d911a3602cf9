//! The curtain: where several people sit at one device and something is hidden, it is handed over before anybody's secrets are shown.

use super::Tabletop;
use crate::sim::{Eyes, Seat};
use crate::window::scene::Standing;
use crate::words::Message;

/// Who has the device in hand.
#[derive(Default)]
pub(super) struct Curtain {
    holds: Option<Seat>,
    /// Seconds since it fell.
    down_for: f32,
}

/// A key that was meant for something else must not raise it: so long after it fell, keys do nothing.
const TOO_SOON: f32 = 1.5;

impl Tabletop {
    /// For whose eyes the table is shown. A game that is over hides nothing, nor does the recording of one.
    pub(crate) fn eyes(&self) -> Eyes {
        if self.replay.as_ref().is_some_and(|replay| replay.to_the_end) || !self.table.game().has_secrets() {
            return Eyes::All;
        }
        self.table.eyes(self.curtain.holds.filter(|_| self.hand_over_to().is_none()))
    }

    /// How the players stand, as far as whoever looks may know.
    pub(crate) fn standings(&self) -> Vec<Standing> {
        let (game, eyes) = (self.table.game(), self.eyes());
        let standings = self.scene.standings(game);
        (0..).zip(standings).map(|(seat, standing)| standing.as_seen(game, seat, eyes)).collect()
    }

    /// The line of the story that was told last, as far as whoever looks may know.
    pub(crate) fn last_line(&self) -> Option<Message> {
        let entry = self.table.story().get(self.telling.lines.checked_sub(1)?)?;
        Some(self.table.read_to(entry, self.eyes()))
    }

    /// The person the device must be handed to before the game goes on.
    pub(crate) fn hand_over_to(&self) -> Option<Seat> {
        let due = match self.scene.gate() {
            Some(gate) => Some(gate.seat),
            None => (!self.scene.moving()).then(|| self.table.game().deciding()),
        };
        due.filter(|seat| self.replay.is_none() && self.table.must_hand_over(*seat, self.curtain.holds))
    }

    pub(super) fn mind_curtain(&mut self, seconds: f32) {
        if self.hand_over_to().is_none() {
            self.curtain.down_for = 0.0;
            return;
        }
        self.curtain.down_for += seconds;
        // It is on its way, and nobody knows whose hands it is in: whoever takes a move back now is asked, too.
        self.curtain.holds = None;
    }

    /// Raises the curtain for somebody at the keys.
    pub(super) fn raise_curtain_by_key(&mut self) {
        if self.curtain.down_for > TOO_SOON {
            self.raise_curtain();
        }
    }

    /// Whoever is due has the device now.
    pub(crate) fn raise_curtain(&mut self) {
        if let Some(seat) = self.hand_over_to() {
            self.curtain.holds = Some(seat);
        }
    }
}

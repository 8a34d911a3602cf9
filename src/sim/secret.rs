//! Secrets: what a rule keeps from those at the table until it is told. A secret is a view: it changes who is shown what, and never
//! the game, its events or its hash. Whoever thinks ahead for a seat does so in a copy in which what that seat may not know is
//! another by chance.

use super::game::Game;
use super::id::Seat;
use crate::problem::each_once;
use crate::words::{Message, msg};

/// What a player has earned.
pub const MONEY: &str = "money";
/// How many cards a player holds.
pub const CARDS: &str = "cards";
/// What a player has in hand.
pub const HAND: &str = "hand";

/// Until when something is hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// The game is over.
    End,
    /// This round begins.
    Round(u32),
}

/// Something a rule hides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Secret {
    /// What is of the game, such as [`MONEY`], or a number of the rule's own: `state.<name>`.
    pub what: &'static str,
    pub until: Until,
}

/// Who looks at a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Eyes {
    /// Somebody who may see everything, such as whoever looks at a game that was played.
    #[default]
    All,
    /// The player of a seat.
    Of(Seat),
    /// Somebody who may see nothing that is hidden from anyone.
    Nobody,
}

/// What is shown in the place of a number that is hidden.
pub fn kept() -> Message {
    msg!("sim.secret.kept")
}

impl Game {
    /// What is hidden at this moment, each once. Nothing is when the game is over.
    pub fn hidden(&self) -> Vec<&'static str> {
        let rules = self.rules().hiding.iter().filter(|rule| !self.is_suspended(rule.id()));
        let kept = rules.flat_map(|rule| rule.secrets()).filter(|secret| self.is_kept(secret.until));
        each_once(kept.map(|secret| secret.what))
    }

    fn is_kept(&self, until: Until) -> bool {
        self.outcome().is_none()
            && match until {
                Until::End => true,
                Until::Round(round) => self.turn().round < round,
            }
    }

    /// Whether anything is hidden at this moment.
    pub fn has_secrets(&self) -> bool {
        !self.rules().hiding.is_empty() && !self.hidden().is_empty()
    }

    /// Whether somebody is asked something that nobody else is to see.
    pub fn is_asked_in_secret(&self) -> bool {
        self.rules().in_force.iter().any(|rule| rule.asks_in_secret(self))
    }

    /// Whether something of a seat may be seen by whoever looks.
    pub fn is_seen(&self, what: &str, of: Seat, by: Eyes) -> bool {
        match by {
            Eyes::All => true,
            Eyes::Of(seat) if seat == of => true,
            Eyes::Of(_) | Eyes::Nobody => !self.has_secrets() || !self.hidden().contains(&what),
        }
    }

    /// A sentence as it is told to whoever looks: sums are for those only whom it names, as long as money is hidden.
    pub fn as_told(&self, message: Message, about: &[Seat], to: Eyes) -> Message {
        let may_know = match to {
            Eyes::All => true,
            Eyes::Of(seat) => about.contains(&seat),
            Eyes::Nobody => false,
        };
        if may_know || !self.has_secrets() || !self.hidden().contains(&MONEY) { message } else { message.without_sums(&kept()) }
    }

    /// Makes this copy one to think in for whoever decides: nothing is written down, and neither chance to come nor anything hidden
    /// is that of the game.
    pub fn imagine(&mut self, luck: u64) {
        self.mute();
        self.chance_mut().reseed(luck);
        self.veil(Some(self.deciding()));
    }

    /// Makes a copy to think in one that tells a seat nothing it may not know: what nobody can see lies in another order, and what
    /// is hidden from this seat is another by chance. For no seat only what nobody can see is changed. The chance of the copy must
    /// be its own already.
    pub fn veil(&mut self, seat: Option<Seat>) {
        self.rules().pack.veil(self);
        if !self.rules().veiling.is_empty() {
            let rules = self.rules().clone();
            rules.veiling.iter().for_each(|rule| rule.veil(self, seat));
        }
        if let Some(seat) = seat.filter(|_| self.has_secrets()) {
            for what in self.hidden() {
                self.rules().pack.conceal(self, what, seat);
            }
        }
    }
}

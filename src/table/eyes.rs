//! For whose eyes a table is shown and told, and when the device goes from hand to hand.

use super::cast::SeatCard;
use super::table::{Entry, Table};
use crate::sim::{Eyes, Seat, secret};
use crate::words::{Message, msg};

impl Table {
    /// A line of the story as it is told to whoever looks.
    pub fn read_to(&self, entry: &Entry, eyes: Eyes) -> Message {
        self.game().as_told(entry.message.clone(), &entry.about, eyes)
    }

    /// Who looks where people sit at one device: the only person, and among several whoever it was handed to. Nobody else is
    /// shown what is hidden.
    pub fn eyes(&self, holds: Option<Seat>) -> Eyes {
        let is_person = |(_, card): &(Seat, &SeatCard)| card.is_human();
        let mut people = (0..).zip(self.cast()).filter(is_person).map(|(seat, _)| seat);
        match (people.next(), people.next()) {
            (Some(only), None) => Eyes::Of(only),
            (Some(_), Some(_)) => holds.map_or(Eyes::Nobody, Eyes::Of),
            (None, _) => Eyes::Nobody,
        }
    }

    /// Whether the device must be handed to the person of a seat before the game goes on: several sit at it, something is hidden, and
    /// somebody else holds it.
    pub fn must_hand_over(&self, to: Seat, holds: Option<Seat>) -> bool {
        let (game, is_person) = (self.game(), self.cast().get(usize::from(to)).is_some_and(SeatCard::is_human));
        is_person && holds != Some(to) && self.humans() > 1 && (game.has_secrets() || game.is_asked_in_secret())
    }

    /// Why it must be: what only one player at a time may see, if that is anything now.
    pub fn why_hand_over(&self) -> Option<Message> {
        let mut hidden: Vec<Message> = self.game().hidden().into_iter().map(called).collect();
        if self.game().is_asked_in_secret() {
            hidden.push(msg!("table.curtain.what.answer"));
        }
        (!hidden.is_empty()).then(|| msg!("table.curtain.why", hidden))
    }
}

/// What is hidden, in words; a number of a rule's own has a name that is nobody's business.
fn called(what: &str) -> Message {
    match what {
        secret::MONEY => msg!("table.curtain.what.money"),
        secret::CARDS => msg!("table.curtain.what.cards"),
        secret::HAND => msg!("table.curtain.what.hand"),
        _ => msg!("table.curtain.what.state"),
    }
}

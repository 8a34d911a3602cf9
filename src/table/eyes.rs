//! For whose eyes a table is shown and told.

use super::cast::SeatCard;
use super::table::{Entry, Table};
use crate::sim::{Eyes, Seat};
use crate::words::Message;

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
}

//! A table in words, for those who do not see the board: how everybody stands, and what lies where.

use super::cast::{SeatCard, named};
use super::table::Table;
use crate::sim::Eyes;
use crate::sim::show::Standing;
use crate::words::{Message, msg};

impl Table {
    /// How everybody stands and what lies where, line by line, as far as whoever looks may know.
    pub fn aloud(&self, to: Eyes) -> Vec<Message> {
        let (game, cast) = (self.game(), self.cast());
        let standing = |(seat, card): (u8, &SeatCard)| stands(card, game.rules().pack.stands(game, seat).as_seen(game, seat, to));
        let position = game.rules().pack.aloud(game, to);
        (0..).zip(cast).map(standing).chain(position).map(|line| named(cast, line)).collect()
    }
}

/// How a player stands, in a line.
pub fn stands(card: &SeatCard, standing: Standing) -> Message {
    let (who, Standing { total, detail, .. }) = (card.called(), standing);
    if detail.to_string().is_empty() {
        msg!("table.aloud.total", who, total)
    } else {
        msg!("table.aloud.stands", who, total, detail)
    }
}

//! Events as sentences, for the log, the terminal and the window.

use super::cell::Cell;
use super::events::{Captured, Drawn, Laid, PutUnder};
use super::phrases::{beside, tile};
use crate::sim::event::Ended;
use crate::sim::{Event, Game, Seat};
use crate::words::{Message, msg};

pub(super) fn sentence(game: &Game, event: &Event) -> Option<Message> {
    let seat = |seat: Seat| game.rules().pack.seat(seat);
    if let Some(e) = Drawn::read(event) {
        return Some(msg!("dreieck.event.drawn", player = seat(e.player), tile = tile(game, e.tile)));
    }
    if let Some(e) = Laid::read(event) {
        let [a, b, c] = e.cell;
        let others = Cell::new(a, b, c).map(|cell| beside(game, cell)).unwrap_or_default();
        let (player, tile) = (seat(e.player), tile(game, e.tile));
        return Some(if others.is_empty() {
            msg!("dreieck.event.laid.middle", player, tile)
        } else {
            msg!("dreieck.event.laid.beside", player, tile, others)
        });
    }
    if let Some(e) = Captured::read(event) {
        let tiles: Vec<Message> = e.tiles.iter().map(|number| tile(game, *number as u8)).collect();
        return Some(msg!("dreieck.event.captured", player = seat(e.player), owner = seat(e.owner), n = tiles.len(), tiles));
    }
    if let Some(e) = PutUnder::read(event) {
        return Some(msg!("dreieck.event.put_under", tile = tile(game, e.tile)));
    }
    let Some(e) = Ended::read(event) else { return game.told(event) };
    let why = msg!(match e.reason {
        "all_laid" => "dreieck.ending.all_laid",
        "all_passed" => "dreieck.ending.all_passed",
        "house_rule" => "dreieck.ending.house_rule",
        _ => "dreieck.ending.stalled",
    });
    let winners: Vec<_> = e.winners.iter().map(|winner| seat(*winner as Seat)).collect();
    let total = |(player, total): (usize, &i64)| msg!("dreieck.event.total", player = seat(player as Seat), total = *total);
    let totals: Vec<Message> = e.totals.iter().enumerate().map(total).collect();
    Some(msg!("dreieck.event.ended", why, n = winners.len(), winners, totals))
}

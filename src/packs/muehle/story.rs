//! Triple Mill's events as sentences, for the log, the terminal and the window.

use super::events::{Adopted, Captured, Dropped, Eliminated, Jumped, Mill, Placed, Slid, Tower};
use super::phrases::{line, place};
use crate::sim::{Event, Game};
use crate::words::{Message, msg};

pub(super) fn sentence(game: &Game, event: &Event) -> Option<Message> {
    // With two players the game is over then, and nobody plays on with the stones.
    if game.turn().seats == 2 {
        if let Some(e) = Eliminated::read(event) {
            return Some(msg!("muehle.event.defeated", player = game.rules().pack.seat(e.player)));
        }
        if Adopted::read(event).is_some() {
            return None;
        }
    }
    moving(game, event).or_else(|| taking(game, event)).or_else(|| game.told(event))
}

fn moving(game: &Game, event: &Event) -> Option<Message> {
    let seat = |seat| game.rules().pack.seat(seat);
    // What a stone lands on: nothing on the lowest level.
    let landing = |level: u8, ground: &'static str, stacked: &'static str| match level {
        ..=1 => Message::new(ground),
        _ => msg!(stacked, n = level - 1),
    };
    if let Some(e) = Placed::read(event) {
        let placed = landing(e.level, "muehle.event.placed.ground", "muehle.event.placed.stacked");
        return Some(placed.with("player", seat(e.player)).with("place", place(game, e.field)));
    }
    if let Some(e) = Slid::read(event) {
        let moved = landing(e.level, "muehle.event.moved.ground", "muehle.event.moved.stacked");
        return Some(moved.with("player", seat(e.player)).with("from", place(game, e.from)).with("to", place(game, e.to)));
    }
    let e = Jumped::read(event)?;
    let moved = landing(e.level, "muehle.event.moved.jump", "muehle.event.moved.jump_stacked");
    Some(moved.with("player", seat(e.player)).with("from", place(game, e.from)).with("to", place(game, e.to)))
}

fn taking(game: &Game, event: &Event) -> Option<Message> {
    let seat = |seat| game.rules().pack.seat(seat);
    if let Some(e) = Mill::read(event) {
        let id = match e.level {
            2 => "muehle.event.mill.second",
            3 => "muehle.event.mill.third",
            _ => "muehle.event.mill.ground",
        };
        return Some(msg!(id, player = seat(e.player), line = line(game, e.fields)));
    }
    if let Some(e) = Tower::read(event) {
        let field = *e.fields.ids().first()?;
        return Some(msg!("muehle.event.mill.tower", player = seat(e.player), place = place(game, field)));
    }
    if let Some(e) = Captured::read(event) {
        let (player, owner, place) = (seat(e.player), seat(e.owner), place(game, e.field));
        return Some(msg!("muehle.event.captured", player, owner, place));
    }
    if let Some(e) = Dropped::read(event) {
        let id = if e.level > 1 { "muehle.event.dropped.stacked" } else { "muehle.event.dropped.ground" };
        return Some(msg!(id, place = place(game, e.field)));
    }
    let e = Adopted::read(event)?;
    Some(msg!("muehle.event.adopted", player = seat(e.player), from = seat(e.from)))
}

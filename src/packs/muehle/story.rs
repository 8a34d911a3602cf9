//! Triple Mill's events as sentences, for the log, the terminal and the window.

use super::COLOURS;
use super::events::{Adopted, Captured, Declined, Dropped, Eliminated, Jumped, Mill, Placed, Slid, Spared, Tower};
use crate::sim::event::{Ended, Few, Passed, TurnBegan};
use crate::sim::{Event, Game};

pub(super) fn sentence(game: &Game, event: &Event) -> Option<String> {
    moving(game, event).or_else(|| taking(game, event)).or_else(|| ending(event))
}

fn moving(game: &Game, event: &Event) -> Option<String> {
    if let Some(e) = TurnBegan::read(event) {
        return Some(format!("Round {}, {}.", e.round, seat(e.player)));
    }
    if let Some(e) = Placed::read(event) {
        return Some(format!("{} places a stone on {}{}.", seat(e.player), game.name(e.field), on_level(e.level)));
    }
    if let Some(e) = Slid::read(event) {
        let (from, to) = (game.name(e.from), game.name(e.to));
        return Some(format!("{} moves from {from} to {to}{}.", seat(e.player), on_level(e.level)));
    }
    if let Some(e) = Jumped::read(event) {
        let (from, to) = (game.name(e.from), game.name(e.to));
        return Some(format!("{} jumps from {from} to {to}{}.", seat(e.player), on_level(e.level)));
    }
    let e = Passed::read(event)?;
    Some(format!("{} cannot move any stone and skips the turn.", seat(e.player)))
}

fn taking(game: &Game, event: &Event) -> Option<String> {
    if let Some(e) = Mill::read(event) {
        let level = if e.level > 1 { format!(" on level {}", e.level) } else { String::new() };
        return Some(format!("{} closes a mill on {}{level}.", seat(e.player), list(game, e.fields)));
    }
    if let Some(e) = Tower::read(event) {
        return Some(format!("{} builds a tower on {}.", seat(e.player), list(game, e.fields)));
    }
    if let Some(e) = Spared::read(event) {
        return Some(format!("{} finds every stone protected and takes nothing.", seat(e.player)));
    }
    if let Some(e) = Declined::read(event) {
        return Some(format!("{} takes nothing.", seat(e.player)));
    }
    if let Some(e) = Captured::read(event) {
        let place = game.name(e.field);
        return Some(format!("{} takes {}'s stone from {place}.", seat(e.player), COLOURS[usize::from(e.owner)]));
    }
    if let Some(e) = Dropped::read(event) {
        return Some(format!("The stone above comes down to level {} on {}.", e.level, game.name(e.field)));
    }
    if let Some(e) = Eliminated::read(event) {
        return Some(format!("{} has only two stones left and is out.", seat(e.player)));
    }
    let e = Adopted::read(event)?;
    let from = COLOURS[usize::from(e.from)];
    Some(format!("{} adopts {from}'s last stones.", seat(e.player)))
}

fn ending(event: &Event) -> Option<String> {
    let e = Ended::read(event)?;
    let names: Vec<String> = e.winners.iter().map(|winner| seat(*winner as u8)).collect();
    Some(match e.reason {
        "last_player" => format!("The game is over: {} is the last one left and wins.", names.join(" and ")),
        "repetition" => format!("The position has come back once too often: a draw between {}.", names.join(" and ")),
        "no_capture" => format!("Nothing has been taken for too long: a draw between {}.", names.join(" and ")),
        _ => format!("Nobody can do anything any more: {} share the game.", names.join(" and ")),
    })
}

fn seat(seat: u8) -> String {
    let colour = COLOURS[usize::from(seat) % COLOURS.len()];
    colour[..1].to_uppercase() + &colour[1..]
}

/// The ground level goes without saying.
fn on_level(level: u8) -> String {
    if level > 1 { format!(", level {level}") } else { String::new() }
}

fn list(game: &Game, few: Few) -> String {
    few.ids().iter().map(|id| game.name(*id)).collect::<Vec<_>>().join(", ")
}

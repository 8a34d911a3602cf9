//! Events as sentences, for the log, the terminal and the window.

use super::COLOURS;
use super::cell::Cell;
use super::events::{Captured, Declined, Drawn, Laid, PutUnder};
use super::tabletop::Tabletop;
use super::tiles::name;
use crate::sim::event::{Ended, Passed, TurnBegan};
use crate::sim::{Event, Game};

pub(super) fn sentence(game: &Game, event: &Event) -> Option<String> {
    let tile = |number: u8| Tabletop::of(game).set.name(number);
    if let Some(e) = TurnBegan::read(event) {
        return Some(format!("Round {}, {}.", e.round, seat(e.player)));
    }
    if let Some(e) = Drawn::read(event) {
        return Some(format!("{} turns up {}.", seat(e.player), tile(e.tile)));
    }
    if let Some(e) = Laid::read(event) {
        let shown = name(e.corners.map(|symbol| symbol as u8));
        let turned = if shown == tile(e.tile) { String::new() } else { format!(", turned to {shown}") };
        return Some(format!("{} lays {} at {}{turned}.", seat(e.player), tile(e.tile), place(e.cell)));
    }
    if let Some(e) = Captured::read(event) {
        let cells: Vec<String> = e.cells.iter().map(|cell| place(*cell)).collect();
        let what = if cells.len() == 1 { "a tile".to_owned() } else { format!("{} tiles", cells.len()) };
        let owner = COLOURS[e.owner as usize % COLOURS.len()];
        return Some(format!("{} surrounds and takes {what} of {owner}: {}.", seat(e.player), cells.join(" ")));
    }
    if let Some(e) = Declined::read(event) {
        return Some(format!("{} leaves what is surrounded on the table.", seat(e.player)));
    }
    if let Some(e) = Passed::read(event) {
        return Some(format!("{} has nothing that fits and passes.", seat(e.player)));
    }
    if let Some(e) = PutUnder::read(event) {
        return Some(format!("{} goes to the bottom of the stack.", tile(e.tile)));
    }
    ending(event)
}

fn ending(event: &Event) -> Option<String> {
    let e = Ended::read(event)?;
    let why = match e.reason {
        "all_laid" => "every tile is laid",
        "all_passed" => "everyone has passed",
        _ => "nobody can go on",
    };
    let winners: Vec<String> = e.winners.iter().map(|s| seat(*s as u8)).collect();
    let totals: Vec<String> = e.totals.iter().enumerate().map(|(s, total)| format!("{} {total}", COLOURS[s])).collect();
    let verb = if winners.len() == 1 { "wins" } else { "share the win" };
    Some(format!("The game is over, {why}: {} {verb}. {}.", winners.join(" and "), totals.join(", ")))
}

fn seat(seat: u8) -> String {
    let colour = COLOURS[seat as usize % COLOURS.len()];
    colour[..1].to_uppercase() + &colour[1..]
}

fn place([a, b, c]: [i16; 3]) -> String {
    Cell::new(a, b, c).map_or_else(|| "?".to_owned(), |cell| cell.to_string())
}

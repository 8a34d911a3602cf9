//! Bermuda's events as sentences, for the log, the terminal and the window.

use super::events::{
    Bumped, Captured, CardDrawn, Lifted, Place, Pushed, Pusher, Rolled, Rotated, Sailed, Settled, SpunDots, SpunWord, StartRoll,
    Travelled,
};
use super::movement::Stop;
use super::{COLOURS, Sea};
use crate::sim::event::{Ended, Passed, TurnBegan};
use crate::sim::{Event, Game, Id};

pub(super) fn sentence(game: &Game, event: &Event) -> Option<String> {
    setting_out(event).or_else(|| sailing(game, event)).or_else(|| cloud(game, event)).or_else(|| ending(event))
}

fn setting_out(event: &Event) -> Option<String> {
    if let Some(e) = StartRoll::read(event) {
        return Some(format!("{} throws {} for the start.", seat(e.player), e.value));
    }
    if let Some(e) = TurnBegan::read(event) {
        return Some(format!("Round {}, {}.", e.round, seat(e.player)));
    }
    if let Some(e) = Rolled::read(event) {
        return Some(format!("{} rolls {}.", seat(e.player), e.value));
    }
    let e = Passed::read(event)?;
    Some(format!("{} cannot move any ship and passes.", seat(e.player)))
}

fn sailing(game: &Game, event: &Event) -> Option<String> {
    if let Some(e) = Sailed::read(event) {
        let ship = game.name(e.ship);
        let (from, to) = (place(game, e.from), place(game, e.to));
        return Some(match e.stop {
            Stop::Docked => format!("{ship} sails from {from} and docks in {to}."),
            Stop::Cloud => format!("{ship} sails from {from} to {to} and stops at the cloud's edge."),
            Stop::PortFull => format!("{ship} sails from {from} to {to} and waits for room in the port."),
            Stop::Occupied => format!("{ship} sails from {from} to {to}, behind another ship."),
            Stop::Full => format!("{ship} sails from {from} to {to}."),
        });
    }
    if let Some(e) = Bumped::read(event) {
        return Some(format!("{} bumps {} back to {}.", game.name(e.by), game.name(e.ship), place(game, e.to)));
    }
    let e = CardDrawn::read(event)?;
    let goods = match game.name(e.deck) {
        "home" => "a Home Port bonus".to_owned(),
        deck => deck.to_owned(),
    };
    Some(format!("{} earns {} with {goods}.", seat(e.player), money(e.value)))
}

fn cloud(game: &Game, event: &Event) -> Option<String> {
    let ship = |id: Id| game.name(id).to_owned();
    if let Some(e) = SpunDots::read(event) {
        return Some(format!("The spinner shows {} {} {}.", e.letter.text(), e.dots, e.dir.letter()));
    }
    if let Some(e) = SpunWord::read(event) {
        return Some(format!(
            "The spinner shows {} {}: the cloud goes to the edge and is lifted.",
            e.letter.text(),
            e.word.word()
        ));
    }
    if let Some(e) = Rotated::read(event) {
        return (e.eighths > 0).then(|| format!("The cloud turns from {} to {}.", e.from.text(), e.to.text()));
    }
    if let Some(e) = Travelled::read(event) {
        let dots = (e.to[0] - e.from[0]).abs() + (e.to[1] - e.from[1]).abs();
        return Some(match dots {
            0 => "The cloud is at the edge and stays there.".to_owned(),
            1 => "The cloud travels 1 dot.".to_owned(),
            dots => format!("The cloud travels {dots} dots."),
        });
    }
    if let Some(e) = Captured::read(event) {
        return Some(format!("{} is caught at {} and hangs from magnet {}.", ship(e.ship), place(game, e.from), e.magnet + 1));
    }
    if let Some(e) = Pushed::read(event) {
        let by = match e.by {
            Pusher::Cylinder => "The cylinder".to_owned(),
            Pusher::Ship(id) => format!("{}, hanging,", ship(id)),
        };
        return Some(format!("{by} pushes {} off {}.", ship(e.ship), place(game, e.from)));
    }
    if let Some(e) = Settled::read(event) {
        return Some(format!("{} is set down at {}.", ship(e.ship), place(game, e.to)));
    }
    let e = Lifted::read(event)?;
    if e.lost.is_empty() {
        return Some("The cloud is lifted, empty, and starts anew from the red circle.".to_owned());
    }
    let lost: Vec<String> = e.lost.iter().map(|id| ship(*id)).collect();
    let verb = if lost.len() == 1 { "is" } else { "are" };
    Some(format!("The cloud is lifted; {} {verb} lost.", lost.join(", ")))
}

fn ending(event: &Event) -> Option<String> {
    let e = Ended::read(event)?;
    let why = match e.reason {
        "goal" => "the goal is reached",
        "fleet_lost" => "a fleet is lost",
        "max_rounds" => "the last round is over",
        _ => "nothing can move any more",
    };
    let winners: Vec<String> = e.winners.iter().map(|s| seat(*s as u8)).collect();
    let totals: Vec<String> = e.totals.iter().enumerate().map(|(s, total)| format!("{} {}", COLOURS[s], money(*total))).collect();
    let verb = if winners.len() == 1 { "wins" } else { "share the win" };
    Some(format!("The game is over, {why}: {} {verb}. {}.", winners.join(" and "), totals.join(", ")))
}

fn seat(seat: u8) -> String {
    let colour = COLOURS[seat as usize % COLOURS.len()];
    colour[..1].to_uppercase() + &colour[1..]
}

fn place(game: &Game, place: Place) -> String {
    match place {
        Place::On(id) => {
            let name = game.name(id);
            let port = Sea::of(game.rules()).chart.ports.iter().find(|port| port.id == name);
            port.map_or(name, |port| port.name.as_str()).to_owned()
        }
        Place::Adrift => "the open water".to_owned(),
        Place::Cloud => "the cloud".to_owned(),
    }
}

/// A sum of money with thousands separators.
pub fn money(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if value < 0 { format!("−{text}") } else { text }
}

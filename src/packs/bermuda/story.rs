//! Bermuda's events as sentences, for the log, the terminal and the window.

use super::cloud::MOST_MAGNETS;
use super::cloud::spinner::Direction;
use super::events::{
    Bumped, Captured, CardDrawn, Lifted, Pushed, Pusher, Rotated, Sailed, Settled, SpunDots, SpunWord, Travelled,
};
use super::phrases::{deck, direction, place, seat, ship, start};
use crate::sim::event::Ended;
use crate::sim::{Event, Game};
use crate::words::{Message, money, msg};

pub(super) fn sentence(game: &Game, event: &Event) -> Option<Message> {
    sailing(game, event).or_else(|| cloud(game, event)).or_else(|| ending(event)).or_else(|| game.told(event))
}

fn sailing(game: &Game, event: &Event) -> Option<Message> {
    if let Some(e) = Sailed::read(event) {
        let id = format!("bermuda.event.sailed.{}", e.stop.word());
        return Some(msg!(id, ship = ship(game, e.ship), from = start(game, e.from, e.to), to = place(game, e.to)));
    }
    if let Some(e) = Bumped::read(event) {
        return Some(msg!("bermuda.event.bumped", by = ship(game, e.by), ship = ship(game, e.ship), to = place(game, e.to)));
    }
    let e = CardDrawn::read(event)?;
    Some(msg!("bermuda.event.card", player = seat(e.player), value = money(e.value), goods = deck(game.name(e.deck))))
}

fn cloud(game: &Game, event: &Event) -> Option<Message> {
    if let Some(e) = SpunDots::read(event) {
        return Some(msg!("bermuda.event.spun.dots", letter = e.letter.text(), dots = e.dots, way = direction(e.dir)));
    }
    if let Some(e) = SpunWord::read(event) {
        return Some(msg!("bermuda.event.spun.word", letter = e.letter.text(), way = direction(e.word)));
    }
    if let Some(e) = Rotated::read(event) {
        let (from, to) = (e.from.text(), e.to.text());
        return (e.eighths > 0).then(|| msg!("bermuda.event.rotated.turns", cloud = which_cloud(e.cloud), from, to));
    }
    if let Some(e) = Travelled::read(event) {
        let cloud = which_cloud(e.cloud);
        let (east, south) = (e.to[0] - e.from[0], e.to[1] - e.from[1]);
        let Some(way) = Direction::ALL.into_iter().find(|way| way.delta() == (east.signum(), south.signum())) else {
            return Some(msg!("bermuda.event.travelled.stays", cloud));
        };
        let (dots, way) = ((east + south).abs(), direction(way));
        return Some(match e.asked.filter(|_| e.held.is_some()) {
            Some(asked) => msg!("bermuda.event.travelled.to_edge", cloud, dots, asked, way),
            None => msg!("bermuda.event.travelled.goes", cloud, dots, way),
        });
    }
    if let Some(e) = Captured::read(event) {
        // Magnets are counted on from the first cloud's.
        let first = usize::from(e.magnet) < MOST_MAGNETS;
        let id = if first { "bermuda.event.captured" } else { "bermuda.event.captured_by_second" };
        return Some(msg!(id, ship = ship(game, e.ship), from = place(game, e.from)));
    }
    if let Some(e) = Pushed::read(event) {
        let pushed = match e.by {
            Pusher::Cylinder => msg!("bermuda.event.pushed.by_cylinder"),
            Pusher::Ship(by) => msg!("bermuda.event.pushed.by_ship", by = ship(game, by)),
        };
        return Some(pushed.with("ship", ship(game, e.ship)).with("from", place(game, e.from)));
    }
    if let Some(e) = Settled::read(event) {
        return Some(msg!("bermuda.event.settled", ship = ship(game, e.ship), to = place(game, e.to)));
    }
    let e = Lifted::read(event)?;
    if e.lost.is_empty() {
        return Some(match e.cloud {
            Some(2) => msg!("bermuda.event.lifted.empty_second"),
            first => msg!("bermuda.event.lifted.empty", cloud = which_cloud(first)),
        });
    }
    let lost: Vec<Message> = e.lost.iter().map(|id| ship(game, *id)).collect();
    Some(msg!("bermuda.event.lifted.lost", cloud = which_cloud(e.cloud), lost))
}

/// The cloud, or one of two.
fn which_cloud(number: Option<u8>) -> Message {
    match number {
        None => msg!("bermuda.piece.cloud"),
        Some(1) => msg!("bermuda.piece.first_cloud"),
        Some(_) => msg!("bermuda.piece.second_cloud"),
    }
}

fn ending(event: &Event) -> Option<Message> {
    let e = Ended::read(event)?;
    let why = Message::new(format!("bermuda.ending.{}", e.reason));
    let winners: Vec<_> = e.winners.iter().map(|winner| seat(*winner as u8)).collect();
    let total = |(player, total): (usize, &i64)| msg!("bermuda.event.total", player = seat(player as u8), value = money(*total));
    let totals: Vec<Message> = e.totals.iter().enumerate().map(total).collect();
    Some(msg!("bermuda.event.ended", why, winners, totals))
}

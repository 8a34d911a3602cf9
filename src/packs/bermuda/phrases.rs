//! Ships, places and goods as people call them. Each phrase carries the id that machines know the thing by.

use super::board::{Chart, PortPlace, space_name};
use super::cloud::geometry::MagnetSettings;
use super::cloud::spinner::{Direction, Segment, Way};
use super::events::Place;
use super::facts::beside_letter;
use super::waters::{Waters, owner};
use super::{COLOURS, Sea};
use crate::sim::{Game, Id, Seat};
use crate::words::{self, Arg, Message, figure, msg};

/// A player as messages name one.
pub fn seat(seat: Seat) -> Arg {
    words::seat(seat, COLOURS[usize::from(seat) % COLOURS.len()])
}

/// A sum of money as the spoken language writes it.
pub fn money(value: i64) -> String {
    words::number(value as f64)
}

/// How many cards a player has, and the goal where it is not the same for everybody.
pub fn holdings(sea: &Sea, seats: Seat, seat: Seat, n: u16) -> Message {
    let (goal, own) = (sea.victory.goal, sea.victory.goal.of(seat));
    let all = (0..seats).all(|other| goal.of(other) == own);
    if all { msg!("bermuda.window.cards", n) } else { msg!("bermuda.window.cards_and_goal", n, goal = words::money(own)) }
}

/// A ship with its owner.
pub fn ship(game: &Game, id: Id) -> Message {
    let player = Waters::of(game).ship_number(id).map_or(0, owner);
    msg!("bermuda.piece.owned", owner = seat(player), name = ship_name(game, id), id = game.name(id))
}

/// Any piece: a ship, a port, a space; whatever else there is by its id.
pub fn piece(game: &Game, id: Id) -> Message {
    let chart = &Sea::of(game.rules()).chart;
    if Waters::of(game).ship_number(id).is_some() {
        ship(game, id)
    } else if id.index() < chart.spaces() + chart.ports.len() {
        place(game, Place::On(id))
    } else {
        Message::verbatim(game.name(id))
    }
}

/// The name painted on a ship.
pub fn ship_name(game: &Game, id: Id) -> Message {
    let id = game.name(id);
    msg!(format!("bermuda.piece.ship.{id}"), id)
}

/// Where something happened.
pub fn place(game: &Game, place: Place) -> Message {
    let chart = &Sea::of(game.rules()).chart;
    match place {
        Place::On(id) if id.index() < chart.spaces() => space(chart, id.index()),
        Place::On(id) => port(chart, id.index() - chart.spaces()),
        Place::Adrift => msg!("bermuda.place.open_water", id = "adrift"),
        Place::Cloud => msg!("bermuda.place.cloud", id = "cloud"),
    }
}

/// A port by its number.
pub fn port(chart: &Chart, port: usize) -> Message {
    let Some(port) = chart.ports.get(port) else { return Message::verbatim("") };
    msg!("bermuda.place.port", name = port_name(port), id = &port.id)
}

/// What a port is called: one of the printed board in every language.
pub fn port_name(port: &PortPlace) -> Message {
    words::of_ours(format!("bermuda.place.{}", port.id), &port.name)
}

/// A space of the route, told by the number it has on the board and by how far it is to the port ahead.
pub fn space(chart: &Chart, space: usize) -> Message {
    let leg = chart.leg_of(space as u8);
    let left = usize::from(chart.legs[leg].end).saturating_sub(space);
    let (number, port, id) = (space + 1, port(chart, chart.port_after(leg)), space_name(space));
    match left {
        1 => msg!("bermuda.place.last_space", number, port, id),
        n => msg!("bermuda.place.space", number, n, port, id),
    }
}

/// Where a voyage begins that ends somewhere else: on the same leg the port ahead is named once.
pub fn start(game: &Game, from: Place, to: Place) -> Message {
    let chart = &Sea::of(game.rules()).chart;
    let space = |place| match place {
        Place::On(id) if id.index() < chart.spaces() => Some(id.index()),
        _ => None,
    };
    match (space(from), space(to)) {
        (Some(from), Some(to)) if from < to && chart.leg_of(from as u8) == chart.leg_of(to as u8) => {
            msg!("bermuda.place.same_leg", number = from + 1, id = space_name(from))
        }
        _ => place(game, from),
    }
}

/// A space or a berth.
pub fn spot(chart: &Chart, spot: usize) -> Message {
    match chart.berth_of(spot as u8).zip(chart.port_of(spot as u8)) {
        Some((berth, at)) => msg!("bermuda.place.berth", n = berth + 1, port = port(chart, at), id = spot_id(chart, spot)),
        None => space(chart, spot),
    }
}

/// What machines call a space or a berth.
pub fn spot_id(chart: &Chart, spot: usize) -> String {
    match chart.berth_of(spot as u8).zip(chart.port_of(spot as u8)) {
        Some((berth, port)) => format!("{}-berth-{}", chart.ports[port].id, berth + 1),
        None => space_name(spot),
    }
}

/// What a deck's cards stand for; the decks of other boards are called as those call them.
pub fn deck(id: &str) -> Message {
    drawn(&format!("bermuda.deck.{id}"), id).with("id", id)
}

/// Words of a board in the spoken language, or as the board has them.
pub(super) fn drawn(id: &str, text: &str) -> Message {
    if words::spoken().knows(id) { Message::new(id.to_owned()) } else { Message::verbatim(text) }
}

/// A name or a title of the chart.
pub(super) fn lettering(text: &str) -> String {
    drawn(&format!("bermuda.chart.{}", text.to_lowercase().replace(' ', "_")), text).to_string()
}

pub fn direction(way: Direction) -> Message {
    let letter = way.letter();
    msg!(format!("bermuda.direction.{}", letter.to_lowercase()), id = letter)
}

/// A segment of the spinner as it is read there.
pub fn segment(segment: Segment) -> Message {
    let (letter, way) = (segment.letter_text(), direction(segment.direction));
    match segment.way {
        Way::Dots(dots) => msg!("bermuda.piece.segment.dots", letter, dots, way, id = segment.text()),
        Way::Word => msg!("bermuda.piece.segment.word", letter, way, id = segment.text()),
    }
}

/// A magnet as a setting lists it, in the order everybody reads it.
pub(super) fn magnet(magnet: MagnetSettings) -> Message {
    let [distance, angle, reach] = [magnet.radius, magnet.angle, magnet.reach].map(|number| figure(number, 6));
    msg!("bermuda.piece.magnet", place = beside_letter(&magnet), angle, distance, reach, n = magnet.capacity)
}

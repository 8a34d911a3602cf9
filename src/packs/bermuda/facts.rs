//! What the rulebook tells of board, cards and cloud that no single setting says: counts, measures, where the magnets hang.

use super::board::{Chart, PortPlace};
use super::cargo::decks;
use super::cloud::geometry::{LETTERS, MagnetSettings, Point};
use super::phrases::{deck, port_name};
use super::{HOME_DECK, Sea};
use crate::sim::{Ruleset, Seat};
use crate::words::{Arg, Message, figure, money, msg};
use std::ops::Range;

/// The width of a board somebody builds, in centimetres: all measures are told for one of this size.
const BUILT_WIDTH: f64 = 50.0;
/// Degrees from one letter of the plate to the next.
const EIGHTH: f64 = 45.0;

pub(super) fn fact(rules: &Ruleset, name: &str) -> Option<Arg> {
    let sea = Sea::of(rules);
    let (chart, magnets) = (&*sea.chart, &sea.geometry.magnets);
    let centimetres = |units: f64| figure(units * BUILT_WIDTH / chart.size.x, 1);
    let rim = || chart.cloud.outline.iter().map(|point| point.length());
    Some(match name {
        "spaces" => chart.spaces().into(),
        "legs" => (0..chart.legs.len()).map(|leg| leg_of(sea, leg)).collect::<Vec<_>>().into(),
        "berths" => berths(&chart.ports),
        "columns" => chart.grid.columns.into(),
        "rows" => chart.grid.rows.into(),
        "segments" => sea.spinner.len().into(),
        "start" => start(sea, rules).into(),
        "board_width" => centimetres(chart.size.x),
        "board_height" => centimetres(chart.size.y),
        "dot_gap" => centimetres(chart.grid.pitch),
        "places" => places(chart),
        "first_dot" => place(chart, chart.grid.at(0, 0)).into(),
        "outline" => chart.cloud.outline.iter().map(|corner| place(chart, *corner)).collect::<Vec<_>>().into(),
        "ship" => centimetres(2.0 * chart.ship_radius),
        "cylinder" => centimetres(2.0 * chart.cloud.cylinder),
        "plate_least" => centimetres(rim().fold(f64::INFINITY, f64::min)),
        "plate_most" => centimetres(rim().fold(0.0, f64::max)),
        "magnets" => {
            let told = |magnet: &MagnetSettings| {
                let (distance, reach) = (centimetres(magnet.radius), figure(magnet.reach * 10.0 * BUILT_WIDTH / chart.size.x, 1));
                let (place, angle, n) = (beside_letter(magnet), figure(magnet.angle, 1), magnet.capacity);
                msg!("bermuda.fact.magnet", distance, place, angle, reach, n)
            };
            lines(magnets.iter().map(told))
        }
        "room" => magnets
            .iter()
            .map(|magnet| msg!("bermuda.fact.room", n = magnet.capacity, letter = letter_at((magnet.angle / EIGHTH).round())))
            .collect::<Vec<_>>()
            .into(),
        "decks" => lines(products(sea).map(|(port, name, cards)| {
            let (n, values) = (cards.len(), cards.iter().map(|value| money(*value)).collect::<Vec<Arg>>());
            let port = port_name(&chart.ports[port]);
            if n == 0 {
                return msg!("bermuda.fact.no_deck", deck = deck(name), port);
            }
            msg!("bermuda.fact.deck", deck = deck(name), port, n, values)
        })),
        "cards" => products(sea).map(|(_, _, cards)| cards.len()).sum::<usize>().into(),
        "worth" => money(decks(sea).flat_map(|(_, _, cards)| cards).sum()),
        _ => return None,
    })
}

/// The decks of products with their ports and cards; the bonus cards are told apart.
fn products(sea: &Sea) -> impl Iterator<Item = (usize, &str, &[i64])> {
    decks(sea).filter(|(_, name, _)| *name != HOME_DECK)
}

/// One line for each.
fn lines(told: impl Iterator<Item = Message>) -> Arg {
    told.map(|line| format!("\n• {line}")).collect::<Vec<_>>().concat().into()
}

fn leg_of(sea: &Sea, leg: usize) -> Message {
    let chart = &sea.chart;
    let [from, to] = [chart.port_before(leg), chart.port_after(leg)].map(|port| port_name(&chart.ports[port]));
    msg!("bermuda.fact.leg", from, to, n = chart.legs[leg].len())
}

/// Where every space and every berth lies, a line for each leg and each port.
fn places(chart: &Chart) -> Arg {
    let listed = |spots: Range<u8>, first: u8| -> Vec<Message> {
        let at = |spot: u8| place(chart, chart.spots[usize::from(spot)]);
        spots.map(|spot| msg!("bermuda.fact.numbered", n = spot - first + 1, place = at(spot))).collect()
    };
    let legs = (0..chart.legs.len()).map(|leg| {
        let [from, to] = [chart.port_before(leg), chart.port_after(leg)].map(|port| port_name(&chart.ports[port]));
        msg!("bermuda.fact.spaces_at", from, to, places = listed(chart.legs[leg].clone(), 0))
    });
    let ports = chart.ports.iter().map(|port| {
        msg!("bermuda.fact.berths_at", port = port_name(port), places = listed(port.berths.clone(), port.berths.start))
    });
    lines(legs.chain(ports))
}

/// A place on a board of [`BUILT_WIDTH`], in centimetres.
fn place(chart: &Chart, at: Point) -> Message {
    let Point { x, y } = at * (BUILT_WIDTH / chart.size.x);
    msg!("bermuda.fact.place", x = figure(x, 1), y = figure(y, 1))
}

/// Berths of a port, where not all have as many from the fewest to the most.
fn berths(ports: &[PortPlace]) -> Arg {
    let count = || ports.iter().map(|port| port.berths.len());
    match (count().min().unwrap_or(0), count().max().unwrap_or(0)) {
        (fewest, most) if fewest == most => most.into(),
        (fewest, most) => msg!("bermuda.fact.range", fewest, most).into(),
    }
}

/// How the ports stand when all ships have been berthed: 2 where some hold more ships than they take, 1 where all are just
/// full, 0 where there is room.
fn start(sea: &Sea, rules: &Ruleset) -> i64 {
    let holds = |port: usize, seats: Seat| if port < sea.fleet.ships() { seats } else { 0 };
    let each = rules.seats().map(|seats| seats as Seat);
    let each = each.flat_map(|seats| sea.capacities(seats).into_iter().enumerate().map(move |(port, most)| (port, seats, most)));
    let (mut over, mut full) = (false, true);
    for (port, seats, most) in each {
        over |= holds(port, seats) > most;
        full &= holds(port, seats) == most;
    }
    if over { 2 } else { i64::from(full) }
}

/// The letter so many eighths of a turn clockwise from A; letters run counter-clockwise.
fn letter_at(eighths: f64) -> &'static str {
    LETTERS[(8 - eighths as usize % 8) % 8]
}

/// Where a magnet hangs, by the letters of the rim.
pub(super) fn beside_letter(magnet: &MagnetSettings) -> Message {
    let eighths = magnet.angle.rem_euclid(8.0 * EIGHTH) / EIGHTH;
    let (before, share) = (eighths.floor(), eighths - eighths.floor());
    let (one, other) = (letter_at(before), letter_at(before + 1.0));
    // Nobody glues a magnet more exactly than to a degree or so.
    if share < 0.03 {
        msg!("bermuda.fact.at_letter", letter = one)
    } else if share > 0.97 {
        msg!("bermuda.fact.at_letter", letter = other)
    } else if (share - 0.5).abs() < 0.03 {
        msg!("bermuda.fact.halfway", one, other)
    } else if share > 0.5 {
        msg!("bermuda.fact.between", one, other)
    } else {
        msg!("bermuda.fact.between", one = other, other = one)
    }
}

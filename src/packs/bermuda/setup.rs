//! Setting the table: pieces, starting values (B-S1 … B-S3), and fitting a running game to changed rules.

use super::board::{Chart, PORTS, space_name};
use super::cloud::settling::settle;
use super::components::{At, Berth, Card, Deck, Dice, NoCargo, Port, Purse, Sheltered, Ship, Space, Spinner};
use super::signals::MONEY;
use super::waters::{
    Furniture, MOST_FLEET, Waters, bar, lay_down, owner, point_at, recount, relocate, set_port, set_voyage, shelter, shelter_in,
    ships,
};
use super::{COLOURS, Sea, cargo, treasury};
use crate::sim::event::Row;
use crate::sim::{Game, Id};
use std::sync::Arc;

pub(super) fn furnish(game: &mut Game) {
    let rules = game.rules().clone();
    let sea = Sea::of(&rules);
    let chart = &*sea.chart;
    let first_port = Id(chart.spaces() as u16);
    for space in 0..chart.spaces() {
        let is_last = chart.legs.iter().any(|leg| usize::from(leg.end) == space + 1);
        let port = || first_port.plus(chart.port_after(chart.leg_of(space as u8)));
        let next = if is_last { port() } else { Id(space as u16 + 1) };
        game.spawn(space_name(space), (Space { next },));
    }
    for number in 0..chart.ports.len() {
        game.spawn(chart.ports[number].id.clone(), (port_state(sea, number, game.turn().seats),));
    }
    for (number, port) in chart.ports.iter().enumerate() {
        for berth in 1..=port.berths.len() {
            let state = Berth { port: first_port.plus(number), sheltered: false };
            game.spawn(format!("{}-berth-{berth}", port.id), (state,));
        }
    }
    let seats = &COLOURS[..game.turn().seats as usize];
    let first_ship = Id(game.pieces().len() as u16);
    for (player, colour) in seats.iter().enumerate() {
        for number in 0..sea.fleet.all() {
            let ship = Ship { player: player as u8, number: number as u8 };
            let components = (ship, At::InBox, NoCargo { at: 0 }, Sheltered(false));
            game.spawn(format!("{colour}-{}", number + 1), components);
        }
    }
    let first_purse = Id(game.pieces().len() as u16);
    for colour in seats {
        game.spawn((*colour).to_owned(), (Purse { money: 0, cards: 0 },));
    }
    let dice = game.spawn("die".to_owned(), (Dice { faces: Row::default() },));
    let spinner = game.spawn("spinner".to_owned(), (Spinner { segment: None },));
    let mut decks: [Vec<Id>; PORTS] = Default::default();
    for (port, name, _) in cargo::decks(sea) {
        decks[port].push(game.spawn(name.to_owned(), (Deck { first_card: Id(0), size: 0, drawn: 0 },)));
    }
    for (port, name, values) in cargo::decks(sea) {
        let deck = decks[port].iter().copied().find(|deck| game.name(*deck) == name);
        cargo::lay_out(game, name, deck.expect("every deck was put down above"), values);
    }
    let fleet = sea.fleet.all();
    let ships = (0..seats.len()).fold(0, |set, seat| set | ((1 << fleet) - 1) << (seat * MOST_FLEET));
    let furniture = Furniture { first_port, first_ship, first_purse, dice, spinner, fleet, ships, decks, clouds: Vec::new() };
    game.put_beside(Waters::new(furniture));
    recount(game);
}

/// What the rules in force say about a port.
fn port_state(sea: &Sea, port: usize, seats: u8) -> Port {
    let onward = onward(&sea.chart, port);
    Port { onward, capacity: sea.capacities(seats)[port], per_player: sea.ports.per_player }
}

/// The first space of the leg that begins in a port.
fn onward(chart: &Chart, port: usize) -> Id {
    let leg = (usize::from(chart.ports[port].after_leg) + 1) % chart.legs.len();
    Id(chart.legs[leg].start.into())
}

pub(super) fn deal(game: &mut Game) {
    let rules = game.rules().clone();
    let sea = Sea::of(&rules);
    for seat in 0..game.turn().seats {
        let purse = Waters::of(game).purse_id(seat);
        game.set(purse, Purse { money: 0, cards: 0 });
    }
    for ship in ships(Waters::of(game).furniture.ships) {
        let (seat, number) = (owner(ship), ship % MOST_FLEET);
        let berth = || sea.chart.ports[number].berths.start + seat;
        let at = if number < sea.fleet.ships() { At::Spot(berth()) } else { At::InBox };
        relocate(game, ship, at);
        if Waters::of(game).is_barred(ship) {
            bar(game, ship, 0);
        }
        if Waters::of(game).sheltered >> ship & 1 == 1 {
            shelter(game, ship, false);
        }
    }
    lay_down(game, Row::default());
    point_at(game, None);
    fit_decks(game, sea, true);
    let mut nth = [0; PORTS];
    for (port, _, values) in cargo::decks(sea) {
        let deck = Waters::of(game).furniture.decks[port][nth[port]];
        nth[port] += 1;
        cargo::shuffle(game, deck, values);
    }
    treasury::reset(game);
    shelter_in(game, 0);
    set_voyage(game, None);
    let waters = Waters::of_mut(game);
    waters.payments = waters.payments.wrapping_add(1);
}

/// After a change of rules: undrawn decks take their new cards, clouds come and go, ports take as many ships as they do now.
pub(super) fn refit(game: &mut Game) {
    let rules = game.rules().clone();
    let sea = Sea::of(&rules);
    for deck in fit_decks(game, sea, false) {
        let values = sea.cards_of(game.name(deck)).to_vec();
        cargo::shuffle(game, deck, &values);
    }
    for port in 0..PORTS {
        set_port(game, port, port_state(sea, port, game.turn().seats));
    }
    if Waters::of(game).segment.is_some_and(|segment| usize::from(segment) >= sea.spinner.len()) {
        point_at(game, None);
    }
    for number in (0..Waters::of(game).clouds()).rev() {
        let pieces = Waters::of(game).furniture.clouds[number];
        let gone = !rules.is_in_force(if number == 0 { "cloud" } else { game.name(pieces.cloud) });
        drop_ships(game, number, if gone { 0 } else { sea.geometry.magnets.len() });
        if gone {
            Arc::make_mut(&mut Waters::of_mut(game).furniture).clouds.remove(number);
        }
    }
    game.raise(MONEY);
    shelter_in(game, 0);
    // Another board's spots, another cloud's plate: everything may lie elsewhere now.
    recount(game);
    if !rules.is_in_force("cloud") || !sea.pushing {
        // Nobody else would set them down.
        settle(game);
    }
}

/// Ships on magnets that are no longer there fall into the sea.
fn drop_ships(game: &mut Game, cloud: usize, kept: usize) {
    let state = Waters::of(game).cloud(cloud);
    let centre = Sea::of(game.rules()).chart.grid.at(state.column, state.row);
    let fallen = (kept..super::cloud::MOST_MAGNETS).fold(0, |all, magnet| all | Waters::of(game).hanging_from(cloud, magnet));
    for ship in ships(fallen) {
        relocate(game, ship, At::Adrift { at: centre, port: None });
    }
}

/// Lays out new cards for every deck whose cards are others now, unless some were drawn in the game at hand; gives the decks that changed.
fn fit_decks(game: &mut Game, sea: &Sea, dealing: bool) -> Vec<Id> {
    let mut changed = Vec::new();
    let mut nth = [0; PORTS];
    for (port, name, values) in cargo::decks(sea) {
        let id = Waters::of(game).furniture.decks[port][nth[port]];
        nth[port] += 1;
        let deck: Deck = game.get(id);
        if deck.size as usize == values.len() && !differs(game, deck, values) {
            continue;
        }
        if dealing || deck.drawn == 0 {
            for card in 0..deck.size {
                game.set(deck.first_card.plus(card.into()), Card { deck: id, value: 0, holder: None });
            }
            cargo::lay_out(game, name, id, values);
            changed.push(id);
        }
    }
    changed
}

fn differs(game: &Game, deck: Deck, values: &[i64]) -> bool {
    let mut laid: Vec<i64> = (0..values.len()).map(|card| game.get::<Card>(deck.first_card.plus(card)).value).collect();
    let mut wanted = values.to_vec();
    laid.sort_unstable();
    wanted.sort_unstable();
    laid != wanted
}

//! Setting the table: pieces, starting values (B-S1 … B-S3), and fitting a running game to changed rules.

use super::board::{PORTS, space_name};
use super::cloud::geometry::Point;
use super::components::{At, Berth, Card, Cloud, Deck, Die, Magnet, NoCargo, Port, Purse, Ship, Space};
use super::waters::{FLEET, Pieces, Waters, cover, recount, relocate, unhook, whereabouts};
use super::{COLOURS, Sea, cargo, treasury};
use crate::sim::{Game, Id};

pub(super) fn furnish(game: &mut Game) {
    let rules = game.rules().clone();
    let sea = Sea::of(&rules);
    let chart = &*sea.chart;
    for space in 0..chart.spaces() {
        game.spawn(space_name(space), (Space { leg: chart.leg_of(space as u8) as u8 },));
    }
    let first_port = Id(game.pieces().len() as u16);
    for port in &chart.ports {
        game.spawn(port.id.clone(), (Port { after_leg: port.after_leg },));
    }
    for (number, port) in chart.ports.iter().enumerate() {
        for berth in 1..=port.berths.len() {
            game.spawn(format!("{}-berth-{berth}", port.id), (Berth { port: number as u8 },));
        }
    }
    let seats = &COLOURS[..game.turn().seats as usize];
    let first_ship = Id(game.pieces().len() as u16);
    for (player, colour) in seats.iter().enumerate() {
        for number in 0..FLEET {
            let ship = Ship { player: player as u8, number: number as u8 };
            game.spawn(format!("{colour}-{}", number + 1), (ship, At::Lost, NoCargo { at: None }));
        }
    }
    let first_purse = Id(game.pieces().len() as u16);
    for colour in seats {
        game.spawn((*colour).to_owned(), (Purse { money: 0, cards: 0 },));
    }
    let die = game.spawn("die".to_owned(), (Die { value: 0 },));
    let mut decks: [Vec<Id>; PORTS] = Default::default();
    for (port, name, _) in cargo::decks(sea) {
        decks[port].push(game.spawn(name.to_owned(), (Deck { first_card: Id(0), size: 0, drawn: 0 },)));
    }
    for (port, name, values) in cargo::decks(sea) {
        let deck = decks[port].iter().copied().find(|deck| game.name(*deck) == name);
        cargo::lay_out(game, name, deck.expect("every deck was put down above"), values);
    }
    game.put_beside(Waters::new(Pieces { first_port, first_ship, first_purse, die }, decks));
}

pub(super) fn deal(game: &mut Game) {
    let rules = game.rules().clone();
    let sea = Sea::of(&rules);
    let pieces = Waters::of(game).pieces;
    for seat in 0..game.turn().seats as usize {
        game.set(pieces.first_purse.plus(seat), Purse { money: 0, cards: 0 });
        for number in 0..FLEET {
            let berth = sea.chart.ports[number % PORTS].berths.start + seat as u8;
            let ship = pieces.first_ship.plus(seat * FLEET + number);
            game.set(ship, At::Spot(berth));
            game.set(ship, NoCargo { at: None });
        }
    }
    game.set(pieces.die, Die { value: 0 });
    fit_decks(game, sea);
    let mut nth = [0; PORTS];
    for (port, _, values) in cargo::decks(sea) {
        let deck = Waters::of(game).decks[port][nth[port]];
        nth[port] += 1;
        cargo::shuffle(game, deck, values);
    }
    treasury::reset(game);
    Waters::of_mut(game).voyage = None;
    Waters::of_mut(game).money_moved = false;
    Waters::of_mut(game).sheltered = 0;
    recount(game);
}

/// After a change of rules: undrawn decks take their new cards, clouds come and go, and the tables are counted anew.
pub(super) fn refit(game: &mut Game) {
    let rules = game.rules().clone();
    let sea = Sea::of(&rules);
    for deck in fit_decks(game, sea) {
        let values = sea.cards_of(game.name(deck)).to_vec();
        cargo::shuffle(game, deck, &values);
    }
    let mut clouds = std::mem::take(&mut Waters::of_mut(game).clouds);
    for number in (0..clouds.len()).rev() {
        let name = game.name(clouds[number].cloud).to_owned();
        let gone = !rules.is_in_force(if number == 0 { "cloud" } else { &name });
        let kept = if gone { 0 } else { sea.geometry.magnets.len() };
        let cloud: Cloud = game.get(clouds[number].cloud);
        drop_from(game, clouds[number].first_magnet, kept, sea.chart.grid.at(cloud.column, cloud.row));
        if gone {
            clouds.remove(number);
        } else if cloud.segment.is_some_and(|segment| usize::from(segment) >= sea.spinner.len()) {
            game.set(clouds[number].cloud, Cloud { segment: None, ..cloud });
        }
    }
    Waters::of_mut(game).clouds = clouds;
    Waters::of_mut(game).money_moved = true;
    Waters::of_mut(game).sheltered = 0;
    recount(game);
    if !rules.is_in_force("cloud") || !sea.pushing {
        // Nobody else would set them down.
        super::cloud::pushing::settle(game);
    }
    cover(game);
}

/// Ships on magnets that are no longer there fall into the sea.
fn drop_from(game: &mut Game, first_magnet: Id, kept: usize, centre: Point) {
    for ship in 0..game.turn().seats as usize * FLEET {
        if let At::Hanging { magnet } = whereabouts(game, ship)
            && magnet.0 >= first_magnet.0
            && game.world().get::<&Magnet>(game.entity(magnet)).is_ok_and(|m| usize::from(m.index) >= kept)
            && magnet.0 < first_magnet.0 + super::cloud::MOST_MAGNETS as u16
        {
            unhook(game, ship);
            relocate(game, ship, At::Adrift { at: centre, port: None });
        }
    }
}

/// Lays out new cards for every undrawn deck whose cards are others now; gives the decks that changed.
fn fit_decks(game: &mut Game, sea: &Sea) -> Vec<Id> {
    let mut changed = Vec::new();
    let mut nth = [0; PORTS];
    for (port, name, values) in cargo::decks(sea) {
        let id = Waters::of(game).decks[port][nth[port]];
        nth[port] += 1;
        let deck: Deck = game.get(id);
        if deck.size as usize == values.len() && !differs(game, deck, values) {
            continue;
        }
        if deck.drawn == 0 || game.turn().round == 1 && game.events().is_empty() {
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
    let mut laid = [0; 64];
    let laid = &mut laid[..values.len().min(64)];
    for (i, value) in laid.iter_mut().enumerate() {
        *value = game.get::<Card>(deck.first_card.plus(i)).value;
    }
    let mut wanted = [0; 64];
    let wanted = &mut wanted[..laid.len()];
    wanted.copy_from_slice(&values[..laid.len()]);
    laid.sort_unstable();
    wanted.sort_unstable();
    laid != wanted
}

//! A still of a running game: chart, top cards, ships and clouds where they are.

use super::super::Sea;
use super::super::cloud::geometry::{MagnetSettings, Point, turned};
use super::super::components::{At, Card, Deck};
use super::super::waters::{Waters, owner, ships};
use super::card::{self, CARD_SIZE};
use super::ink::{direction, placed};
use super::{chart, cloud, hull, locator, route};
use crate::sim::show::{badge, usual_colours};
use crate::sim::{Game, Id};

/// How far what has a badge reaches, in radii of a ship: ships are small, and a badge must be seen.
pub const BADGED: f32 = 1.7;

pub fn position(game: &Game) -> String {
    position_in(game, &usual_colours(game))
}

/// The same with the ships of every seat in its colour.
pub fn position_in(game: &Game, colours: &[usize]) -> String {
    let sea = Sea::of(game.rules());
    let ships = || Waters::of(game).all_ships();
    let afloat: String = ships().filter_map(|ship| Some(ship_at(game, colours, ship, floating_place(game, ship)?))).collect();
    let hanging: String = ships().filter_map(|ship| Some(ship_at(game, colours, ship, hanging_place(game, ship)?))).collect();
    let reach = BADGED * sea.chart.ship_radius as f32;
    let badges = badge::on_drawing(game, &|id| spot_of(game, id).map(|at| ([at.x as f32, at.y as f32], reach)));
    let body = [chart::fragment(&sea.chart), top_cards(game), afloat, hanging, clouds(game), badges].concat();
    chart::sheet(&sea.chart, &body)
}

/// Where a ship, a space or a port is on the chart; nothing for whatever is not on it.
fn spot_of(game: &Game, id: Id) -> Option<Point> {
    let (chart, waters) = (&Sea::of(game.rules()).chart, Waters::of(game));
    if let Some(ship) = waters.ship_number(id) {
        let place = floating_place(game, ship).or_else(|| hanging_place(game, ship));
        return place.map(|(place, _)| place);
    }
    if id.index() < chart.spaces() {
        return Some(chart.spots[id.index()]);
    }
    let port = id.index().checked_sub(waters.furniture.first_port.index()).filter(|port| *port < chart.ports.len())?;
    Some(chart.spots[usize::from(chart.ports[port].berths.start)])
}

fn ship_at(game: &Game, colours: &[usize], ship: usize, (place, heading): (Point, Point)) -> String {
    let seat = usize::from(owner(ship));
    let hull = hull::fragment(colours.get(seat).copied().unwrap_or(seat));
    let name = game.name(Waters::of(game).ship_id(ship));
    format!(r#"<g id="{name}">{}</g>"#, placed(place, heading, &hull))
}

/// Place and heading of a ship on a spot or adrift.
fn floating_place(game: &Game, ship: usize) -> Option<(Point, Point)> {
    let chart = &Sea::of(game.rules()).chart;
    match Waters::of(game).at(ship) {
        At::Spot(spot) => Some((chart.spots[spot as usize], route::heading(chart, spot))),
        At::Adrift { at, .. } => Some((at, direction(Point { x: 2.0, y: 1.0 }))),
        At::Hanging { .. } | At::Lost | At::InBox => None,
    }
}

/// Place and heading of a hanging ship on the chart.
fn hanging_place(game: &Game, ship: usize) -> Option<(Point, Point)> {
    let (sea, waters) = (Sea::of(game.rules()), Waters::of(game));
    let At::Hanging { magnet } = waters.at(ship) else { return None };
    let (number, index) = waters.hook(magnet)?;
    let cloud = waters.cloud(number);
    let others: Vec<usize> = ships(waters.hanging_from(number, index)).collect();
    let nth = others.iter().position(|other| *other == ship)?;
    let (place, heading) = hanging_in_plate(sea, index, nth, others.len());
    let turn = |p: Point| turned(p, cloud.letter.into());
    Some((sea.chart.grid.at(cloud.column, cloud.row) + turn(place), turn(heading)))
}

/// Place and heading of the `nth` of `count` ships at a magnet, in the plate's own frame (letter A north).
pub fn hanging_in_plate(sea: &Sea, magnet: usize, nth: usize, count: usize) -> (Point, Point) {
    let hook = sea.geometry.magnets.get(magnet).map_or(Point::ORIGIN, MagnetSettings::at);
    let out = direction(hook);
    let row = nth as f64 - (count as f64 - 1.0) / 2.0;
    (hook + out * (row * 13.0), turned(out, 2))
}

fn top_cards(game: &Game) -> String {
    let waters = Waters::of(game);
    let places = &Sea::of(game.rules()).chart.scenery.cards;
    let decks = waters.furniture.decks.iter().zip(places).flat_map(|(decks, places)| decks.iter().zip(places));
    let top = |(id, place): (&Id, &Point)| {
        let deck: Deck = game.get(*id);
        let card = (deck.drawn < deck.size).then(|| game.get::<Card>(deck.first_card.plus(deck.drawn.into())))?;
        let body = card::fragment(game.name(*id)) + &card::value(card.value);
        let corner = *place - Point::from(CARD_SIZE) * 0.5;
        Some(format!(r#"<g transform="translate({} {})">{body}</g>"#, corner.x, corner.y))
    };
    decks.filter_map(top).collect()
}

/// Every cloud in its place and turned to its letter. They share one plate, so that its gradients are defined once.
fn clouds(game: &Game) -> String {
    let sea = Sea::of(game.rules());
    let waters = Waters::of(game);
    if waters.clouds() == 0 {
        return String::new();
    }
    let mut svg = format!(
        r#"<defs><g id="cloud">{}</g><g id="cylinder">{}</g></defs>"#,
        cloud::fragment(sea),
        locator::cylinder_fragment(sea)
    );
    for cloud in (0..waters.clouds()).map(|number| waters.cloud(number)) {
        let Point { x, y } = sea.chart.grid.at(cloud.column, cloud.row);
        let turn = u32::from(cloud.letter) * 45;
        svg += &format!(
            r##"<g transform="translate({x} {y})"><use href="#cloud" transform="rotate({turn})"/><use href="#cylinder"/></g>"##
        );
    }
    svg
}

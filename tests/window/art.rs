//! The drawings of Bermuda: well-formed, finite, complete, and with names clear of what players look at.

use crate::common;
use crate::common::{game, shipped, trace_text, variant};
use crate::svg::assert_well_formed;
use triangulum::packs::bermuda::cloud::geometry::{Point, unit};
use triangulum::packs::bermuda::components::At;
use triangulum::packs::bermuda::{Sea, art, waters};
use triangulum::players::{Player, Random};
use triangulum::problem::Source;
use triangulum::sim::Game;
use triangulum::table::trace::Trace;

#[test]
fn every_drawing_is_well_formed() {
    for variant in shipped().iter().filter(|v| v.rules.pack.name() == "bermuda") {
        let sea = Sea::of(&variant.rules);
        let drawings = [
            ("chart", art::chart(sea)),
            ("layout", art::layout(sea)),
            ("cloud", art::cloud(sea)),
            ("cylinder", art::cylinder(sea)),
            ("magnets", art::magnets(sea)),
            ("cloud from above", art::cloud_from_above(sea)),
            ("cloud seen through", art::cloud_seen_through(sea)),
            ("pushed aside", art::pushed_aside(sea)),
            ("spinner", art::spinner(sea)),
            ("needle", art::needle()),
        ];
        let hulls = (0..4).map(|seat| ("hull", art::hull(seat)));
        let dice = (0..=20).map(|face| ("die", art::die(face)));
        let cards = ["bananas", "lumber", "oil", "sugar", "home", "spice"].map(|deck| (deck, art::card(deck)));
        for (name, svg) in drawings.into_iter().chain(hulls).chain(dice).chain(cards) {
            assert_well_formed(name, &svg);
        }
    }
}

#[test]
fn a_position_shows_every_ship_that_is_not_lost_once() {
    for variant in shipped().iter().filter(|v| v.rules.pack.name() == "bermuda") {
        let mut game = game(variant, 4, 11);
        let mut player = Random::new(11, 0);
        for turn in 0..160 {
            if turn % 20 == 0 {
                assert_shows_every_ship(&game);
            }
            if game.outcome().is_none() {
                let command = player.choose(&game);
                game.apply(command).unwrap();
            }
        }
        assert_shows_every_ship(&game);
    }
}

#[test]
fn a_game_from_a_trace_can_be_drawn_though_its_board_has_no_scenery() {
    let trace = Trace::parse(Source::new("trace.jsonl", trace_text(&variant("standard"), 3, 5))).unwrap();
    assert_shows_every_ship(&common::resume(&trace, Some(30)));
}

fn assert_shows_every_ship(game: &Game) {
    let svg = art::position(game);
    assert_well_formed("position", &svg);
    let table = waters::Waters::of(game);
    for ship in table.all_ships() {
        let id = format!(r#"<g id="{}">"#, game.name(table.ship_id(ship)));
        let afloat = !matches!(table.at(ship), At::Lost | At::InBox);
        assert_eq!(svg.matches(&id).count(), usize::from(afloat), "{id}");
    }
}

#[test]
fn names_keep_clear_of_spaces_dots_plates_and_cards() {
    let variant = variant("standard");
    let chart = &Sea::of(&variant.rules).chart;
    let scenery = &chart.scenery;
    let waters = scenery.lettering.iter().map(|l| (l.text.as_str(), l.at, l.angle, l.size));
    let lands = scenery.lands.iter().filter(|land| !land.name.is_empty());
    let lands = lands.map(|l| (l.name.as_str(), l.label, l.label_angle, if l.outline.len() > 60 { 15.0 } else { 8.6 }));
    let mut clashes = Vec::new();
    for (name, at, angle, size) in waters.chain(lands) {
        let half = name.chars().count() as f64 * size * if size >= 15.0 { 0.33 } else { 0.23 };
        for i in -20..=20 {
            let p = at + unit(angle + 90.0) * (half * f64::from(i) / 20.0) + unit(angle) * (size * 0.25);
            let near = |other: &Point, reach: f64| p.distance(*other) < reach + size * 0.3;
            let within = |other: &Point, x: f64, y: f64| (p.x - other.x).abs() < x && (p.y - other.y).abs() < y + size * 0.3;
            let dot = (0..chart.grid.dots()).any(|dot| near(&chart.grid.at_index(dot), 1.7));
            let space = chart.spots.iter().any(|spot| near(spot, 12.0));
            let plate = scenery.plates.iter().any(|plate| within(plate, 44.0, 18.0));
            let card = scenery.cards.iter().flatten().any(|card| within(card, 17.0, 23.0));
            if dot || space || plate || card {
                clashes.push(format!("{name}: dot {dot}, space {space}, plate {plate}, card {card} near {:.0} {:.0}", p.x, p.y));
            }
        }
    }
    assert!(clashes.is_empty(), "{clashes:#?}");
}

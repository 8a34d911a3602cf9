//! The closed-form sweep against a naive one that creeps along in small steps.

#![allow(clippy::disallowed_methods, reason = "the naive side may use the library")]

use crate::common;
use proptest::prelude::*;
use triangulum::packs::bermuda::Sea;
use triangulum::packs::bermuda::cloud::geometry::{Point, inside, turned, unit};
use triangulum::packs::bermuda::events::Captured;
use triangulum::sim::Game;

/// Big magnets that hold every ship, and nothing pushes: what is caught is what came within reach, no more.
const CATCHERS: &str = r#"
pack = "bermuda"
extends = "standard"
rules = ["!pushing", "!lifting"]
[cloud]
magnets = [{ radius = 60, angle = 75, reach = 30, capacity = 16 }, { radius = 110, angle = 200, reach = 20, capacity = 16 }]
"#;

/// The least distance between a ship and any magnet less that magnet's reach, over a turn and then a glide.
fn least_gap(sea: &Sea, from: [i16; 2], to: [i16; 2], letter: usize, eighths: usize, ship: Point) -> f64 {
    const STEPS: usize = 4_000;
    let mut least = f64::INFINITY;
    let (start, end) = (sea.chart.grid.at(from[0], from[1]), sea.chart.grid.at(to[0], to[1]));
    for magnet in &sea.geometry.magnets {
        for step in 0..=STEPS * eighths {
            let degrees = 45.0 * (letter as f64 + step as f64 / STEPS as f64);
            let at = start + unit(magnet.angle + degrees) * magnet.radius;
            least = least.min(at.distance(ship) - magnet.reach);
        }
        let arm = turned(magnet.at(), letter + eighths);
        for step in 0..=STEPS {
            let share = step as f64 / STEPS as f64;
            let at = start * (1.0 - share) + end * share + arm;
            least = least.min(at.distance(ship) - magnet.reach);
        }
    }
    least
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn exactly_the_ships_a_magnet_passes_over_are_caught(
        seed in any::<u64>(), column in 0i16..15, row in 0i16..11, letter in 0usize..8, spaces in Just((1..=46).collect::<Vec<u8>>()).prop_shuffle(),
    ) {
        let variant = common::from_text(CATCHERS);
        let mut game: Game = common::game(&variant, 4, seed);
        let letter_name = ["A", "B", "C", "D", "E", "F", "G", "H"][letter];
        let pack = game.rules().pack;
        let ships: serde_json::Map<String, serde_json::Value> = ["blue", "green", "red", "yellow"]
            .iter()
            .flat_map(|colour| (1..=4).map(move |number| format!("{colour}-{number}")))
            .zip(&spaces)
            .map(|(ship, space)| (ship, format!("s{space:02}").into()))
            .collect();
        let given = serde_json::json!({"ships": ships, "cloud": {"at": [column, row], "letter": letter_name}});
        pack.arrange(&mut game, &given).unwrap();
        game.stage(0, 3);
        let Some(command) = game.offers().first().copied() else { return Ok(()) };
        game.apply(command).unwrap();
        let events: Vec<serde_json::Value> = triangulum::table::trace::lines(&game);
        let find = |kind: &str| events.iter().find(|e| e["type"] == kind).cloned();
        let (Some(rotated), Some(travelled)) = (find("rotated"), find("travelled")) else { return Ok(()) };
        let cell = |value: &serde_json::Value| -> [i16; 2] { serde_json::from_value(value.clone()).unwrap() };
        let (from, to) = (cell(&travelled["from"]), cell(&travelled["to"]));
        let eighths = rotated["eighths"].as_u64().unwrap() as usize;
        if eighths == 0 && from == to {
            return Ok(());
        }
        let caught: Vec<String> = game.events().iter().filter_map(Captured::read).map(|e| game.name(e.ship).to_owned()).collect();
        let sea = Sea::of(game.rules());
        // Where every ship lay when the cloud began to move: those still in place, and those caught from where they were.
        let view = pack.observe(&game);
        for (ship, place) in view["ships"].as_object().unwrap() {
            let was_caught = caught.contains(ship);
            let place = if was_caught {
                events.iter().find(|e| e["type"] == "captured" && e["ship"] == ship.as_str()).unwrap()["from"].clone()
            } else {
                place.clone()
            };
            // Berths share a port's name; spaces are enough to compare.
            let Some(space) = game.find(place.as_str().unwrap()).map(triangulum::sim::Id::index).filter(|i| *i < sea.chart.spaces()) else { continue };
            let gap = least_gap(sea, from, to, letter, eighths, sea.chart.spots[space]);
            if gap < -0.05 {
                prop_assert!(was_caught, "{ship} on {place} was passed over by {gap}");
            }
            if gap > 0.05 {
                prop_assert!(!was_caught, "{ship} on {place} was caught from {gap} away");
            }
        }
    }
}

#[test]
fn directions_are_exact_at_eighths_and_close_to_the_library_elsewhere() {
    for degrees in 0..720 {
        let exact = unit(f64::from(degrees));
        let radians = f64::from(degrees).to_radians();
        assert!((exact.x - radians.sin()).abs() < 1e-12 && (exact.y + radians.cos()).abs() < 1e-12, "{degrees}");
    }
    assert_eq!(unit(90.0), Point { x: 1.0, y: -0.0 });
}

#[test]
fn every_letter_covers_and_endangers_other_spaces() {
    let variant = common::variant("standard");
    let sea = Sea::of(&variant.rules);
    let centre = sea.chart.grid.at(7, 5);
    let covered: Vec<Vec<usize>> = (0..8)
        .map(|letter| {
            (0..sea.chart.spaces()).filter(|s| inside(&sea.geometry.outline[letter], sea.chart.spots[*s] - centre)).collect()
        })
        .collect();
    assert!(covered.iter().all(|spaces| spaces.len() >= 4), "the deep leg lies under the cloud's start at every letter");
    for a in 0..8 {
        for b in 0..a {
            assert_ne!(sea.geometry.magnet_at[a], sea.geometry.magnet_at[b]);
        }
    }
}

//! A table in words: for every game, in every language, and nothing of what is hidden.

use crate::common;
use std::sync::Arc;
use triangulum::packs;
use triangulum::sim::Eyes;
use triangulum::table::Table;
use triangulum::words::{Lexicon, within};

/// A table some random moves into a game.
fn table(pack: &str, variant: &str, seed: u64, moves: usize) -> Table {
    let variant = common::variant_of(pack, variant);
    let seats = *variant.rules.seats().start();
    let mut table = common::table(&variant, seats, seed);
    (0..moves).for_each(|_| assert!(table.let_bot_play()));
    table
}

fn told(table: &Table, to: Eyes) -> Vec<String> {
    table.aloud(to).iter().map(ToString::to_string).collect()
}

#[test]
fn every_game_tells_how_all_stand_and_what_lies_where() {
    for pack in packs::ALL {
        for language in ["en", "de", "fr"] {
            let table = table(pack.name(), "standard", 5, 9);
            let lines = within(Arc::new(Lexicon::built_in(language)), || told(&table, Eyes::Nobody));
            assert!(lines.len() > table.cast().len(), "{}: {lines:?}", pack.name());
            assert!(!lines.iter().any(|line| line.contains(['{', '_'])), "{lines:?}");
        }
    }
}

#[test]
fn triangle_takes_tells_who_is_nearly_surrounded_and_what_can_be_laid() {
    let variant = common::variant_of("dreieck", "standard");
    let mut game = common::game(&variant, 2, 1);
    let given = serde_json::json!({
        "table": { "0,0,1": "blue-abc r0", "0,0,2": "green-aab r2" },
        "hands": { "blue": ["aab", "ddd"], "green": ["abb"] },
    });
    let arranged = game.rules().pack.arrange(&mut game, &given);
    arranged.unwrap_or_else(|why| panic!("{why}"));
    game.stage(0, 0);
    let lines: Vec<String> = game.rules().pack.aloud(&game, Eyes::Nobody).iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "2 tiles lie on the table.",
            "Blue, one tile with 2 open edges: sun–moon–star.",
            "Green, one tile with 2 open edges: sun–sun–moon.",
            "Blue can choose from 2 tiles: sun–sun–moon and leaf–leaf–leaf.",
        ]
    );
}

#[test]
fn of_a_stack_only_the_tile_that_is_turned_up_is_told_and_of_five_at_hand_only_these() {
    for (variant, tiles) in [("stack", "can choose from one tile: "), ("hand_of_five", "can choose from 5 tiles: ")] {
        let lines = told(&table("dreieck", variant, 3, 6), Eyes::Nobody);
        assert!(lines.iter().any(|line| line.contains(tiles)), "{variant}: {lines:?}");
    }
}

#[test]
fn whoever_hears_the_position_learns_nothing_of_hidden_purses() {
    let table = table("bermuda", "hidden_purses", 4, 60);
    let (all, own, nobody) = (told(&table, Eyes::All), told(&table, Eyes::Of(1)), told(&table, Eyes::Nobody));
    assert!(all[0].starts_with("Blue: ") && !all.iter().any(|line| line.contains("•••")), "{all:?}");
    assert_eq!((own[0].contains("•••"), &own[1]), (true, &all[1]), "{own:?}");
    assert!(nobody[0].contains("•••") && nobody[1].contains("•••"), "{nobody:?}");
}

//! Golden playthroughs: whole games told as stories, and the digest of every trace line behind them.

use crate::common;
use std::hash::Hasher;
use triangulum::players::{Player, Random};
use triangulum::sim::snapshot::StateHasher;

fn playthrough(pack: &str, variant: &str, seats: usize, seed: u64) -> String {
    let variant = common::variant_of(pack, variant);
    let mut game = common::game(&variant, seats, seed);
    let mut player = Random::new(seed, 0);
    let mut story = String::new();
    let mut digest = StateHasher::default();
    loop {
        for event in game.events() {
            digest.write(event.to_json(game.names(), &|c| game.command_text(c)).to_string().as_bytes());
            if let Some(sentence) = game.sentence(event) {
                story += &format!("{sentence}\n");
            }
        }
        if game.outcome().is_some() {
            return format!("{story}trace digest {:016x}\nfinal state {:016x}\n", digest.finish(), game.hash());
        }
        let command = player.choose(&game);
        game.apply(command).unwrap();
    }
}

#[test]
fn two_players_seed_7() {
    insta::assert_snapshot!(playthrough("bermuda", "standard", 2, 7));
}

#[test]
fn three_players_seed_8() {
    insta::assert_snapshot!(playthrough("bermuda", "short", 3, 8));
}

#[test]
fn four_players_seed_9() {
    insta::assert_snapshot!(playthrough("bermuda", "standard", 4, 9));
}

#[test]
fn triple_mill_for_three_seed_3() {
    insta::assert_snapshot!(playthrough("muehle", "standard", 3, 3));
}

#[test]
fn triple_mill_for_two_seed_4() {
    insta::assert_snapshot!(playthrough("muehle", "two_player", 2, 4));
}

#[test]
fn triple_mill_from_anywhere_seed_5() {
    insta::assert_snapshot!(playthrough("muehle", "take_any", 3, 5));
}

#[test]
fn triangle_takes_for_two_seed_7() {
    insta::assert_snapshot!(playthrough("dreieck", "standard", 2, 7));
}

#[test]
fn triangle_takes_for_three_with_stacks_seed_8() {
    insta::assert_snapshot!(playthrough("dreieck", "stack", 3, 8));
}

#[test]
fn triangle_takes_for_six_at_a_walled_table_seed_9() {
    insta::assert_snapshot!(playthrough("dreieck", "walled_table", 6, 9));
}

#[test]
fn every_game_has_a_golden_playthrough() {
    let source = include_str!("golden.rs");
    for pack in triangulum::packs::ALL {
        assert!(source.contains(&format!("playthrough(\"{}\"", pack.name())), "{} has none", pack.name());
    }
}

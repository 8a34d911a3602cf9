//! Golden playthroughs: whole games told as stories, and the digest of every trace line behind them.

mod common;

use std::hash::Hasher;
use triangulum::players::{Player, Random};
use triangulum::sim::snapshot::StateHasher;

fn playthrough(variant: &str, seats: usize, seed: u64) -> String {
    let variant = common::variant(variant);
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
    insta::assert_snapshot!(playthrough("standard", 2, 7));
}

#[test]
fn three_players_seed_8() {
    insta::assert_snapshot!(playthrough("short", 3, 8));
}

#[test]
fn four_players_seed_9() {
    insta::assert_snapshot!(playthrough("standard", 4, 9));
}

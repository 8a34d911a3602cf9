//! What every shipped variant plays, boiled down: one number for all events and offers of a few games at every size of
//! table. A change of the engine must leave them alone; a change of the rules says why they changed.
//!
//! `TRIANGULUM_GAMES=100` plays so many games at each table instead of the recorded number, and prints the digests
//! without comparing them: two builds can be compared that way.

use crate::common;
use rayon::prelude::*;
use std::fmt::Write;
use std::hash::Hasher;
use triangulum::players::{Player, Random};
use triangulum::sim::Game;
use triangulum::sim::snapshot::StateHasher;
use triangulum::variant::Variant;

const GAMES: u64 = 3;

/// Everything the game has told since the last decision, and everything that may be done now. Hashes of the state are
/// left out: how they are made may change when nothing else does.
fn note(game: &Game, digest: &mut StateHasher) {
    for event in game.events().iter().filter(|event| event.kind.name != "state") {
        digest.write(event.to_json(game.names(), &|c| game.command_text(c)).to_string().as_bytes());
    }
    for offer in game.offers() {
        digest.write(game.command_text(*offer).as_bytes());
    }
}

fn digest(variant: &Variant, seats: usize, games: u64) -> u64 {
    let mut digest = StateHasher::default();
    for seed in 0..games {
        let mut game = common::game(variant, seats, seed);
        let mut player = Random::new(seed, 0);
        note(&game, &mut digest);
        while game.outcome().is_none() {
            let command = player.choose(&game);
            game.apply(command).unwrap();
            note(&game, &mut digest);
        }
    }
    digest.finish()
}

#[test]
fn every_variant_plays_as_it_did() {
    let asked = std::env::var("TRIANGULUM_GAMES").ok().and_then(|games| games.parse().ok());
    let variants = common::shipped();
    let tables: Vec<(&Variant, usize)> = variants.iter().flat_map(|v| v.rules.seats().map(move |seats| (v, seats))).collect();
    let digests: Vec<u64> = tables.par_iter().map(|(v, seats)| digest(v, *seats, asked.unwrap_or(GAMES))).collect();
    let mut text = String::new();
    for ((variant, seats), digest) in tables.iter().zip(digests) {
        let blueprint = &variant.rules.blueprint;
        writeln!(text, "{} {} for {seats}: {digest:016x}", blueprint.pack, blueprint.variant).unwrap();
    }
    match asked {
        Some(_) => println!("{text}"),
        None => insta::assert_snapshot!(text),
    }
}

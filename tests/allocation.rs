//! In the steady state a turn asks the system for no memory.

mod common;

use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use triangulum::players::{Player, Random};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn turns_do_not_allocate() {
    let variant = common::variant("standard");
    let mut game = triangulum::sim::Game::new(variant.rules.clone(), 4, triangulum::sim::Chance::seeded(1)).unwrap();
    let (mut turns, mut quiet) = (0, 0);
    for seed in 0..40 {
        game.restart(seed);
        let mut player = Random::new(seed, 0);
        while game.outcome().is_none() {
            let command = player.choose(&game);
            let region = Region::new(ALLOCATOR);
            game.apply(command).unwrap();
            let change = region.change();
            // Losing ships and ending the game make lists; everything else must be free after the first few games.
            let lists = game.events().iter().any(|event| !event.heavy.is_empty());
            if seed > 20 && !lists {
                turns += 1;
                quiet += usize::from(change.allocations + change.reallocations == 0);
            }
        }
    }
    assert!(turns > 1_000);
    assert_eq!(quiet, turns, "{} of {turns} turns asked for memory", turns - quiet);
}

//! The cloud once more, by creeping: a referee that knows only the trace moves every magnet and the cylinder in small
//! steps, and says of each catch and each push whether it had to happen, there and then. Nothing here is shared with
//! the closed form in `cloud/sweeping.rs`; where ships are bumped and set down to, and which dockings pay, is worked out in
//! the plain way too.
//!
//! 2,000 games are played, or 100,000 with `TRIANGULUM_LONG=1` in the environment. `TRIANGULUM_SEED` is the number of the
//! first one.

#![allow(clippy::disallowed_methods, reason = "the plain side may use the library")]

mod board;
mod creep;
mod referee;

use crate::common;
use rayon::prelude::*;
use referee::{Referee, Seen};
use triangulum::players::{Player, Random};
use triangulum::variant::Variant;

/// Settings under which much more is touched than in the shipped variants, and the readings that are off there.
const CROWDED: [&str; 3] = [
    r#"
rules = ["twin_cloud"]
[cloud]
same_letter = "full_turn"
magnets = [{ radius = 60, angle = 75, reach = 9, capacity = 3 }, { radius = 80, angle = 200, reach = 8, capacity = 3 }, { radius = 120, angle = 310, reach = 12, capacity = 1 }]
[bumping]
under_cloud = false
optional = true
[victory]
goal = 800_000
"#,
    r#"
[cloud]
lift_on = "edge"
magnets = [{ radius = 45, angle = 10, reach = 7, capacity = 2 }, { radius = 70, angle = 120, reach = 7, capacity = 2 }, { radius = 95, angle = 230, reach = 7, capacity = 2 }, { radius = 120, angle = 300, reach = 7, capacity = 2 }]
[bumping]
overflow = "before_port"
under_cloud = false
"#,
    r#"
rules = ["!lifting"]
[cloud]
magnets = [{ radius = 30, angle = 10, reach = 5, capacity = 4 }, { radius = 110, angle = 200, reach = 20, capacity = 8 }]
[ports]
capacity = 2
per_player = 1
"#,
];

/// House rules that move ships, draw cards or hold off the cloud in ways that the trace of the cloud alone does not tell.
const UNKNOWN: [&str; 4] = ["fifth_ship", "hurricane", "rescue", "shield"];

fn variants() -> Vec<Variant> {
    let shipped = common::shipped().into_iter().filter(|v| v.rules.pack.name() == "bermuda");
    let shipped = shipped.filter(|v| UNKNOWN.iter().all(|rule| !v.rules.is_in_force(rule)));
    let crowded = CROWDED.iter().map(|text| common::from_text(&format!("pack = \"bermuda\"\nextends = \"standard\"\n{text}")));
    shipped.chain(crowded).collect()
}

fn referee(variant: &Variant, seats: usize, seed: u64) -> Seen {
    let mut game = common::game(variant, seats, seed);
    game.stop_recording();
    let mut referee = Referee::new(&game);
    let mut player = Random::new(seed, 0);
    referee.follow(&game);
    while game.outcome().is_none() {
        let command = player.choose(&game);
        game.apply(command).unwrap();
        referee.follow(&game);
    }
    referee.seen
}

#[test]
fn a_referee_that_creeps_agrees_on_every_catch_and_push() {
    let games: u64 = if std::env::var_os("TRIANGULUM_LONG").is_some() { 100_000 } else { 2_000 };
    let first: u64 = std::env::var("TRIANGULUM_SEED").map_or(0, |seed| seed.parse().expect("TRIANGULUM_SEED is a number"));
    let variants = variants();
    let play = |number: u64| {
        let (which, others) = (number as usize % variants.len(), number as usize / variants.len());
        let variant = &variants[which];
        let seats = 2 + others % 3;
        let name = &variant.rules.blueprint.variant;
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| referee(variant, seats, number)));
        outcome.unwrap_or_else(|_| panic!("{name}, {seats} players, seed {number}"))
    };
    let seen = (first..first + games).into_par_iter().map(play).reduce(Seen::default, |mut all, next| {
        all += next;
        all
    });
    println!("{seen:?}");
    assert!(seen.caught > games && seen.pushed > games && seen.settled > games && seen.bumped > games, "{seen:?}");
    assert!(seen.pushed_again > 0 && seen.at_once > 0 && seen.put_before > 0 && seen.unpaid > 0, "{seen:?}");
}

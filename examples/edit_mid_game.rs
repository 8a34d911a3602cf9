//! A variant from a TOML string, a game played by it, and a rule changed halfway: all without a file or a window.

use triangulum::players::{Player, Random};
use triangulum::problem::Source;
use triangulum::sim::{Chance, Game};
use triangulum::variant::reload::apply;
use triangulum::variant::reload::differences;
use triangulum::variant::{Library, Shelf, Variant};

fn variant(library: &Library, goal: &str) -> Variant {
    let text = format!("pack = \"bermuda\"\nextends = \"standard\"\n[victory]\ngoal = {goal}\n");
    library.load_source(Source::new("example.toml", text)).unwrap_or_else(|problems| panic!("{problems}"))
}

fn main() {
    let library = Library::new(Shelf::built_in());
    let long = variant(&library, "1_000_000");
    let mut game = Game::new(long.rules.clone(), 2, Chance::seeded(7)).expect("Bermuda is for two to four");
    let mut player = Random::new(7, 0);
    while game.rules().pack.totals(&game).iter().sum::<i64>() < 200_000 {
        let command = player.choose(&game);
        game.apply(command).expect("players choose from the offers");
    }

    let short = variant(&library, "60_000");
    let changes = differences(&long.rules.blueprint, &short.rules.blueprint, &short.catalogue);
    assert_eq!(changes.len(), 1);
    assert_eq!(changes[0].to_string(), "victory.goal: 1000000 → 60000 (now)");
    apply(&mut game, &changes, Some(&short)).unwrap_or_else(|problems| panic!("{problems}"));

    let command = player.choose(&game);
    game.apply(command).expect("players choose from the offers");
    let outcome = game.outcome().expect("the goal lies below a total, so the next check ends the game");
    assert_eq!(outcome.reason, "goal");
}

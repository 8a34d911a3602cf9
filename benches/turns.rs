//! Turns and instructions: `cargo bench --bench turns` plays the same games with nobody watching, observed as in the lab,
//! and (for Bermuda) with rules from files and house rules, one after another in one run, and prints what a decision costs in each.
//! Instructions are counted by `valgrind --tool=callgrind` over `cargo bench --bench turns -- PACK playing|observed|rules GAMES`.

use std::path::Path;
use std::time::Instant;
use triangulum::players::{Player, Random};
use triangulum::problem::Source;
use triangulum::sim::event::Wanted;
use triangulum::sim::{Chance, Game, Observer};
use triangulum::variant::{Library, Shelf, Variant};

/// Rules that act in nearly every turn, three at a time.
const HOUSE_RULES: &str = "pack = \"bermuda\"\nextends = \"standard\"\nrules = [\"toll\", \"pirates\", \"insurance\"]\n";

/// Rules from files: two whose conditions never hold, one of them asked at every turn, the other only when a ship waits before a
/// port; and one that acts now and then.
const GUARDED: &str = "pack = \"bermuda\"\nextends = \"standard\"\nrules = [\"never\"]\n[rule.never]\ntitle = \"Never\"\nwhat = \"Nothing.\"\n[[rule.never.do]]\nat = \"after sail\"\nif = 'move.pips > 99'\nrun = 'end_turn();'\n";
const SIGNALLED: &str = "pack = \"bermuda\"\nextends = \"standard\"\nrules = [\"never\"]\n[rule.never]\ntitle = \"Never\"\nwhat = \"Nothing.\"\n[[rule.never.do]]\nat = \"after sail\"\nif = 'move.stop == \"port_full\" && move.pips > 99'\nrun = 'end_turn();'\n";
const TOLL: &str = "pack = \"bermuda\"\nextends = \"standard\"\nrules = [\"toll\"]\n";

fn load(pack: &str, mode: &str) -> Variant {
    let library = Library::new(Shelf::around(Path::new(env!("CARGO_MANIFEST_DIR"))));
    let loaded = match mode {
        "rules" => library.load_source(Source::new("rules.toml", HOUSE_RULES)),
        "guarded" => library.load_source(Source::new("guarded.toml", GUARDED)),
        "signalled" => library.load_source(Source::new("signalled.toml", SIGNALLED)),
        "toll" => library.load_source(Source::new("toll.toml", TOLL)),
        _ => library.load(pack, "standard"),
    };
    loaded.unwrap_or_else(|problems| panic!("{problems}"))
}

/// Plays so many games and gives how many decisions were made.
fn play(pack: &str, mode: &str, games: u64) -> u64 {
    let variant = load(pack, mode);
    let seats = variant.rules.pack.usual_seats(&variant.rules);
    let mut game = Game::new(variant.rules.clone(), seats, Chance::seeded(0)).expect("the usual number of seats");
    let mut observer = (mode == "observed" || mode == "rules").then(|| Observer::new(&variant.rules, game.turn().seats));
    if let Some(observer) = &observer {
        game.keep_effects(observer.wants_effects());
        game.listen_for(observer.wants());
    }
    if observer.is_none() {
        game.listen_for(Wanted::NOTHING);
    }
    let mut decisions = 0;
    for seed in 0..games {
        game.restart(seed);
        let mut player = Random::new(seed, 0);
        if let Some(observer) = &mut observer {
            observer.begin(&game);
        }
        while game.outcome().is_none() {
            let command = player.choose(&game);
            if let Some(observer) = &mut observer {
                observer.decision(&game);
            }
            game.apply(command).expect("players choose from the offers");
            if let Some(observer) = &mut observer {
                observer.events(&game);
            }
            decisions += 1;
        }
        if let Some(observer) = &mut observer {
            observer.end(&game);
        }
    }
    decisions
}

#[allow(clippy::disallowed_methods, reason = "a bench looks at the clock")]
fn report(pack: &str, mode: &str, games: u64) -> f64 {
    let start = Instant::now();
    let decisions = play(pack, mode, games);
    let rate = decisions as f64 / start.elapsed().as_secs_f64();
    println!("{pack:<8} {mode:<9} {games:>6} games  {decisions:>9} decisions  {:>6.2} M/s", rate / 1e6);
    rate
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if let [pack, mode, games] = &words[..] {
        println!("{} decisions", play(pack, mode, games.parse().expect("a number of games")));
        return;
    }
    // Three times round, so that what the machine does besides is seen.
    for _ in 0..3 {
        let playing = report("bermuda", "playing", 10_000);
        let guarded = report("bermuda", "guarded", 10_000);
        let signalled = report("bermuda", "signalled", 10_000);
        let toll = report("bermuda", "toll", 10_000);
        println!(
            "         a condition that never holds / playing {:.3}, with a signal {:.3}, toll / playing {:.3}",
            playing / guarded,
            playing / signalled,
            playing / toll
        );
        let observed = report("bermuda", "observed", 10_000);
        let rules = report("bermuda", "rules", 10_000);
        println!("         observed / playing {:.2}, three house rules / observed {:.2}", playing / observed, observed / rules);
        for (pack, games) in [("muehle", 3_000), ("dreieck", 3_000)] {
            let playing = report(pack, "playing", games);
            let observed = report(pack, "observed", games);
            println!("         observed / playing {:.2}", playing / observed);
        }
    }
}

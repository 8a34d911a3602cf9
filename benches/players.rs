//! How fast each kind of player decides, in each game: decisions of one player who plays for every seat.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::path::Path;
use std::time::Duration;
use triangulum::players;
use triangulum::sim::{Chance, Game};
use triangulum::variant::{Library, Shelf};

const KINDS: [&str; 4] = ["random", "quick", "greedy", "search:100"];

fn decisions(criterion: &mut Criterion) {
    let library = Library::new(Shelf::around(Path::new(env!("CARGO_MANIFEST_DIR"))));
    for pack in triangulum::packs::ALL {
        let variant = library.load(pack.name(), "standard").unwrap_or_else(|problems| panic!("{problems}"));
        let seats = *variant.rules.seats().start();
        let mut group = criterion.benchmark_group(format!("decisions, {}, {seats} seats", pack.name()));
        group.throughput(Throughput::Elements(1)).sample_size(20);
        group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
        for kind in KINDS {
            let mut game = Game::new(variant.rules.clone(), seats, Chance::seeded(1)).expect("a number the rules allow");
            let mut player = players::seat(kind, 1, 0).expect("a kind there is");
            let mut seed = 1;
            group.bench_function(kind, |bench| {
                bench.iter(|| {
                    if game.outcome().is_some() {
                        seed += 1;
                        game.restart(seed);
                    }
                    let command = player.choose(&game);
                    game.apply(command).expect("players choose from the offers");
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, decisions);
criterion_main!(benches);

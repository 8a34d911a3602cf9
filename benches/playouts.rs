//! How fast games are played, cloned, reloaded: `cargo bench`.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::path::Path;
use triangulum::players::{Player, Random};
use triangulum::problem::Source;
use triangulum::sim::{Chance, Game};
use triangulum::variant::propose::differences;
use triangulum::variant::{Library, Shelf, Variant};

fn library() -> Library {
    Library::new(Shelf::around(Path::new(env!("CARGO_MANIFEST_DIR"))))
}

fn load(pack: &str, name: &str) -> Variant {
    library().load(pack, name).unwrap_or_else(|problems| panic!("{problems}"))
}

fn play(game: &mut Game, player: &mut Random) {
    while game.outcome().is_none() {
        let command = player.choose(game);
        game.apply(command).expect("players choose from the offers");
    }
}

fn playouts(criterion: &mut Criterion) {
    for (pack, variant) in [("bermuda", "standard"), ("muehle", "standard"), ("muehle", "two_player")] {
        let variant = load(pack, variant);
        let mut group = criterion.benchmark_group(format!("random games, {pack}"));
        for seats in variant.rules.seats() {
            let mut game = Game::new(variant.rules.clone(), seats, Chance::seeded(1)).expect("a number the rules allow");
            let mut seed = 0;
            group.throughput(Throughput::Elements(1));
            group.bench_function(format!("{seats} players"), |bench| {
                bench.iter(|| {
                    seed += 1;
                    game.restart(seed);
                    play(&mut game, &mut Random::new(seed, 0));
                });
            });
        }
        group.finish();
    }
}

/// Single decisions, so that games of different length can be compared.
fn decisions(criterion: &mut Criterion) {
    let variant = load("muehle", "standard");
    let mut game = Game::new(variant.rules.clone(), 3, Chance::seeded(1)).expect("three");
    let (mut seed, mut player) = (1, Random::new(1, 0));
    let mut group = criterion.benchmark_group("decisions, muehle");
    group.throughput(Throughput::Elements(1));
    group.bench_function("3 players", |bench| {
        bench.iter(|| {
            if game.outcome().is_some() {
                seed += 1;
                game.restart(seed);
                player = Random::new(seed, 0);
            }
            let command = player.choose(&game);
            game.apply(command).expect("players choose from the offers");
        });
    });
    group.finish();
}

fn cloning(criterion: &mut Criterion) {
    let variant = load("bermuda", "standard");
    let mut game = Game::new(variant.rules.clone(), 4, Chance::seeded(1)).expect("two to four");
    let mut player = Random::new(1, 0);
    for _ in 0..60 {
        let command = player.choose(&game);
        game.apply(command).expect("players choose from the offers");
    }
    criterion.bench_function("clone a game", |bench| bench.iter(|| black_box(game.clone())));
    let mut scratch = game.clone();
    criterion.bench_function("clone into a used game", |bench| bench.iter(|| scratch.clone_from(black_box(&game))));
    criterion.bench_function("hash a game", |bench| bench.iter(|| black_box(game.hash())));
}

fn reloading(criterion: &mut Criterion) {
    let library = library();
    let stormy = library.load("bermuda", "stormy").unwrap_or_else(|problems| panic!("{problems}"));
    let text = std::fs::read_to_string(stormy.file()).expect("a shipped variant is a file");
    criterion.bench_function("parse, build and compare the longest chain", |bench| {
        bench.iter_batched(
            || Source::new(stormy.file(), text.clone() + "\n[twin_cloud]\nmirrored = false\n"),
            |source| {
                let new = library.load_source(source).unwrap_or_else(|problems| panic!("{problems}"));
                black_box(differences(&stormy.rules.blueprint, &new.rules.blueprint, &new.catalogue))
            },
            BatchSize::SmallInput,
        );
    });
}

criterion_group!(benches, playouts, decisions, cloning, reloading);
criterion_main!(benches);

//! How fast Triangle Takes is played, and what a move costs on tables of different sizes: `cargo bench --bench dreieck`.

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::path::Path;
use triangulum::packs::dreieck::Tabletop;
use triangulum::players::{Player, Random};
use triangulum::problem::Source;
use triangulum::sim::{Chance, Game};
use triangulum::variant::{Library, Shelf, Variant};

fn library() -> Library {
    Library::new(Shelf::around(Path::new(env!("CARGO_MANIFEST_DIR"))))
}

fn load(name: &str) -> Variant {
    library().load("dreieck", name).unwrap_or_else(|problems| panic!("{problems}"))
}

fn playouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("triangle takes, random games");
    for (name, seats) in [("standard", 2), ("standard", 4), ("standard", 6), ("corners", 2), ("stack", 2), ("five_symbols", 2)] {
        let mut game = Game::new(load(name).rules, seats, Chance::seeded(1)).expect("two to six");
        let mut seed = 0;
        group.throughput(Throughput::Elements(1));
        group.bench_function(format!("{name}, {seats} players"), |bench| {
            bench.iter(|| {
                seed += 1;
                game.restart(seed);
                let mut player = Random::new(seed, 0);
                while game.outcome().is_none() {
                    let command = player.choose(&game);
                    game.apply(command).expect("players choose from the offers");
                }
            });
        });
    }
    group.finish();
}

/// One move, throughput in open edges: a cost that grows no faster than these keeps the throughput level or rising.
fn moves(criterion: &mut Criterion) {
    let large = Source::new("large.toml", "pack = \"dreieck\"\nextends = \"standard\"\n[tiles]\nsymbols = 6\n");
    let rules = library().load_source(large).unwrap_or_else(|problems| panic!("{problems}")).rules;
    let mut group = criterion.benchmark_group("triangle takes, one move on a table of");
    for tiles in [6, 12, 25, 50, 100, 200, 300] {
        // Several positions, so that no single one decides.
        let positions: Vec<Game> = (1..=16)
            .map(|seed| {
                let mut game = Game::new(rules.clone(), 6, Chance::seeded(seed)).expect("two to six");
                let mut player = Random::new(seed, 0);
                while game.outcome().is_none() && Tabletop::of(&game).lattice().laid() < tiles {
                    let command = player.choose(&game);
                    game.apply(command).expect("players choose from the offers");
                }
                game
            })
            .filter(|game| game.outcome().is_none())
            .collect();
        assert!(!positions.is_empty(), "some games come to {tiles} tiles");
        let open: u32 = positions.iter().map(|game| Tabletop::of(game).lattice().open_edges()).sum();
        group.throughput(Throughput::Elements(u64::from(open) / positions.len() as u64));
        let mut number = 0;
        let mut player = Random::new(99, 0);
        group.bench_function(BenchmarkId::from_parameter(format!("{tiles} tiles")), |bench| {
            bench.iter_batched(
                || {
                    number += 1;
                    let game = positions[number % positions.len()].clone();
                    let command = player.choose(&game);
                    (game, command)
                },
                |(mut game, command)| {
                    game.apply(command).expect("players choose from the offers");
                    game
                },
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, playouts, moves);
criterion_main!(benches);

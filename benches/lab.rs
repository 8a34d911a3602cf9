//! How fast the lab is: measuring against bare playing, and one core against all: `cargo bench --bench lab`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::path::Path;
use triangulum::lab::{Batch, compare, run};
use triangulum::players::{Player, Random};
use triangulum::sim::{Chance, Game};
use triangulum::variant::{Library, Shelf, Variant};

const GAMES: u64 = 2_000;

fn load(pack: &str, name: &str) -> Variant {
    let library = Library::new(Shelf::around(Path::new(env!("CARGO_MANIFEST_DIR"))));
    library.load(pack, name).unwrap_or_else(|problems| panic!("{problems}"))
}

fn batch(variant: &Variant) -> Batch {
    let seats = variant.rules.pack.usual_seats(&variant.rules);
    Batch::new(variant.rules.clone(), vec!["random".to_owned(); seats], 1, GAMES)
}

fn bare(variant: &Variant) {
    let seats = variant.rules.pack.usual_seats(&variant.rules);
    let mut game = Game::new(variant.rules.clone(), seats, Chance::seeded(1)).expect("the usual number of seats");
    for seed in 0..GAMES {
        game.restart(seed);
        let mut player = Random::new(seed, 0);
        while game.outcome().is_none() {
            let command = player.choose(&game);
            game.apply(command).expect("players choose from the offers");
        }
    }
}

/// The same batch bare, measured on one core, and measured on all: the ratios say what measuring costs and how well cores add up.
fn runs(criterion: &mut Criterion) {
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    for pack in ["bermuda", "muehle", "dreieck"] {
        let variant = load(pack, "standard");
        let batch = batch(&variant);
        let mut group = criterion.benchmark_group(format!("lab, {pack}"));
        group.sample_size(10).throughput(Throughput::Elements(GAMES));
        group.bench_function("bare games, one core", |bench| bench.iter(|| bare(&variant)));
        group.bench_function("lab run, one core", |bench| bench.iter(|| one.install(|| run(&batch, &|_| true))));
        group.bench_function("lab run, all cores", |bench| bench.iter(|| run(&batch, &|_| true)));
        group.finish();
    }
}

fn comparison(criterion: &mut Criterion) {
    let batches = [batch(&load("bermuda", "standard")), batch(&load("bermuda", "short"))];
    let mut group = criterion.benchmark_group("lab compare, bermuda");
    group.sample_size(10).throughput(Throughput::Elements(GAMES * 2));
    group.bench_function("standard and short, all cores", |bench| bench.iter(|| compare(&batches, &|_| true)));
    group.finish();
}

criterion_group!(benches, runs, comparison);
criterion_main!(benches);

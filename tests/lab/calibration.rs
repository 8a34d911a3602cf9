//! Whether the lab keeps its word: how often its intervals hold the truth and how often it tells what is not there. Games are
//! drawn from a large set of games that were played, so that the truth is known exactly and thousands of batches cost little.
//! A sample here; with `TRIANGULUM_LONG=1` (.ci/long) the whole, whose figures stand in docs/lab.md.

use crate::common::variant_of;
use rand_pcg::Pcg32 as Luck;
use std::sync::OnceLock;
use triangulum::lab::check::{RISK, Verdict, looked_at};
use triangulum::lab::histogram::Histogram;
use triangulum::lab::interval::FEW;
use triangulum::lab::rating::{Met, Standings};
use triangulum::lab::{Batch, Comparison, Tally};
use triangulum::sim::chance::{below, stream};
use triangulum::variant::contract::{Bound, Clause, Statistic};

fn is_long() -> bool {
    std::env::var_os("TRIANGULUM_LONG").is_some()
}

/// In the sample, or in the whole.
fn sized(sample: usize, whole: usize) -> usize {
    if is_long() { whole } else { sample }
}

/// Games that were played once.
struct Population {
    pack: &'static str,
    games: usize,
    /// What was read in each game, metric by metric.
    readings: Vec<Vec<i64>>,
    empty: Tally,
    /// The mean of each metric over all of them.
    truth: Vec<f64>,
}

impl Population {
    fn of(pack: &'static str) -> Self {
        let variant = variant_of(pack, "standard");
        let seats = variant.rules.pack.usual_seats(&variant.rules);
        let batch = Batch::new(variant.rules.clone(), vec!["random".to_owned(); seats], 5, 1);
        let mut table = batch.table().unwrap();
        let empty = Tally::empty(&table.observer);
        let games = sized(600, 20_000);
        let mut readings = vec![Vec::with_capacity(games); empty.metrics.len()];
        for number in 0..games {
            readings.iter_mut().zip(table.play(&batch, number as u64)).for_each(|(all, value)| all.push(*value));
        }
        let truth = readings.iter().map(|values| histogram(values.iter().copied()).mean()).collect();
        Self { pack, games, readings, empty, truth }
    }

    /// So many games, any of them and as often as luck has it.
    fn draw(&self, luck: &mut Luck, games: usize) -> Vec<usize> {
        (0..games).map(|_| below(luck, self.games as u32) as usize).collect()
    }

    fn tally(&self, drawn: &[usize]) -> Tally {
        let of = |values: &Vec<i64>| histogram(drawn.iter().map(|game| values[*game]));
        Tally { readings: self.readings.iter().map(of).collect(), games: drawn.len() as u64, ..self.empty.clone() }
    }

    /// How far games lie from those drawn before, one by one.
    fn differences(&self, before: &[usize], drawn: &[usize]) -> Vec<Histogram> {
        let pairs = || before.iter().zip(drawn);
        let of = |values: &Vec<i64>| histogram(pairs().map(|(before, now)| values[*now] - values[*before]));
        self.readings.iter().map(of).collect()
    }

    fn true_value(&self, at: usize) -> f64 {
        self.truth[at] / f64::from(self.empty.metrics[at].scale)
    }

    /// Metrics of which so many games have at least ten readings that are not 0, and not all the same.
    fn frequent(&self, games: usize) -> Vec<usize> {
        let is_frequent = |at: &usize| {
            let others = self.readings[*at].iter().filter(|value| **value != 0).count();
            self.is_spread(*at) && others * games >= FEW as usize * self.games
        };
        (0..self.truth.len()).filter(is_frequent).collect()
    }

    fn is_spread(&self, at: usize) -> bool {
        self.readings[at].iter().any(|value| *value != self.readings[at][0])
    }
}

/// How often each value is there. Sorted first: one by one takes several times as long, and all of this is done millions of times.
fn histogram(values: impl Iterator<Item = i64>) -> Histogram {
    let mut values: Vec<i64> = values.collect();
    values.sort_unstable();
    let mut readings = Histogram::default();
    values.chunk_by(|one, other| one == other).for_each(|alike| readings.add_times(alike[0], alike.len() as u64));
    readings
}

/// Played once for all tests.
fn populations() -> &'static [Population] {
    static PLAYED: OnceLock<[Population; 3]> = OnceLock::new();
    PLAYED.get_or_init(|| ["bermuda", "muehle", "dreieck"].map(Population::of))
}

/// How much more than its true rate a count of so many tries may show by luck.
fn slack(rate: f64, tries: usize) -> f64 {
    3.5 * (rate * (1.0 - rate) / tries as f64).sqrt()
}

#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let tries = sized(300, 4_000);
    let mut failures = Vec::new();
    for population in populations() {
        for games in [60, 250, 1_000].into_iter().take(sized(2, 3)) {
            let mut luck = stream(games as u64, 1);
            let frequent = population.frequent(games);
            let mut held = vec![0usize; population.truth.len()];
            for _ in 0..tries {
                let tally = population.tally(&population.draw(&mut luck, games));
                for at in &frequent {
                    held[*at] += usize::from(tally.summary(*at).interval.contains(population.true_value(*at)));
                }
            }
            let share = |at: usize| held[at] as f64 / tries as f64;
            let (least, worst) = frequent.iter().map(|at| (share(*at), *at)).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
            let mean = frequent.iter().map(|at| share(*at)).sum::<f64>() / frequent.len() as f64;
            let key = population.empty.metrics[worst].key.clone();
            println!(
                "{} {games} games, {tries} batches, {} metrics: intervals hold the truth {:.1} %, least {:.1} % ({key})",
                population.pack,
                frequent.len(),
                100.0 * mean,
                100.0 * least
            );
            let wanted = 0.93 - if is_long() { 0.0 } else { slack(0.05, tries) };
            let short =
                frequent.iter().filter(|at| share(**at) < wanted).map(|at| (&population.empty.metrics[*at].key, share(*at)));
            failures.extend(short.map(|(key, share)| format!("{}: {key} {share} with {games} games", population.pack)));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn of_many_equal_variants_hardly_ever_one_is_said_to_differ() {
    const VARIANTS: usize = 20;
    let (tries, games) = (sized(25, 1_000), sized(60, 200));
    for population in populations() {
        let mut luck = stream(9, 2);
        let mut wrong = 0;
        for _ in 0..tries {
            let first = population.draw(&mut luck, games);
            let others: Vec<Vec<usize>> = (0..VARIANTS).map(|_| population.draw(&mut luck, games)).collect();
            let tallies = std::iter::once(&first).chain(&others).map(|drawn| population.tally(drawn)).collect();
            let differences = others.iter().map(|drawn| population.differences(&first, drawn)).collect();
            let judged = Comparison { tallies, differences }.all_judged();
            wrong += usize::from(judged.iter().flatten().any(|difference| difference.seen));
            assert!(judged.iter().flatten().all(|difference| difference.p > 0.0));
        }
        let rate = wrong as f64 / tries as f64;
        println!(
            "{} {VARIANTS} equal variants, {games} games, {tries} comparisons: {:.1} % with a false finding",
            population.pack,
            100.0 * rate
        );
        assert!(rate <= 0.05 + if is_long() { 0.0 } else { slack(0.05, tries) }, "{}: {rate}", population.pack);
    }
}

#[test]
fn a_contract_is_hardly_ever_judged_wrongly() {
    let (tries, games) = (sized(60, 2_000), sized(500, 4_000));
    for population in populations() {
        let all: Vec<usize> = (0..population.truth.len()).collect();
        // The bound is the truth itself: neither kept nor broken is right, so every verdict is an error.
        let clause = |at: &usize| Clause {
            name: population.empty.metrics[*at].key.clone(),
            statistic: Statistic::Mean,
            metric: population.empty.metrics[*at].key.clone(),
            bound: Bound { low: f64::NEG_INFINITY, high: population.true_value(*at), inclusive: false },
            text: String::new(),
            line: 0,
        };
        let clauses: Vec<Clause> = all.iter().map(clause).collect();
        let mut luck = stream(3, 3);
        let mut wrong = vec![0usize; clauses.len()];
        for _ in 0..tries {
            let play = |numbers: std::ops::Range<u64>| {
                Ok::<_, ()>((population.tally(&population.draw(&mut luck, (numbers.end - numbers.start) as usize)), true))
            };
            let (findings, _) = looked_at(&clauses, RISK, games as u64, false, population.empty.clone(), play).unwrap();
            for (wrong, finding) in wrong.iter_mut().zip(&findings) {
                *wrong += usize::from(matches!(finding.verdict, Verdict::Kept | Verdict::Broken));
            }
        }
        // What never happened in any of the games has its bound kept without an error.
        let share = |at: usize| wrong[at] as f64 / tries as f64;
        let judged: Vec<usize> = all.iter().copied().filter(|at| population.is_spread(*at)).collect();
        let (most, worst) = judged.iter().map(|at| (share(*at), *at)).max_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        let mean = judged.iter().map(|at| share(*at)).sum::<f64>() / judged.len() as f64;
        let key = &clauses[worst].name;
        println!(
            "{} up to {games} games, {tries} checks, {} clauses: {:.2} % judged wrongly, most {:.2} % ({key})",
            population.pack,
            judged.len(),
            100.0 * mean,
            100.0 * most
        );
        assert!(mean <= 0.01 && most <= 0.01 + slack(0.01, tries), "{}: {key} {most}, {mean}", population.pack);
    }
}

#[test]
fn ratings_lie_as_near_the_truth_as_they_say() {
    const CHANCES: [[f64; 4]; 4] =
        [[0.5, 0.4, 0.25, 0.2], [0.6, 0.5, 1.0 / 3.0, 0.2727], [0.75, 2.0 / 3.0, 0.5, 0.4286], [0.8, 0.7273, 0.5714, 0.5]];
    // Strengths of 1, 1.5, 3 and 4 on Elo's scale.
    const TRUTH: [f64; 4] = [0.0, 70.437, 190.849, 240.824];
    let tries = sized(400, 4_000);
    let kinds: Vec<String> = (0..4).map(|number| format!("search:{}", number + 1)).collect();
    let mut luck = stream(4, 4);
    let (mut held, mut all) = (0, 0);
    for try_number in 0..tries {
        let mut met = Vec::new();
        for (first, chances) in CHANCES.iter().enumerate() {
            for (other, chance) in chances.iter().enumerate().take(first) {
                let rounds = (0..40).map(|round| {
                    let game = |order: u64| {
                        let won = f64::from(below(&mut luck, 10_000)) < 10_000.0 * chance;
                        (f64::from(u8::from(won)), (try_number as u64) << 32 | round << 1 | order)
                    };
                    [0, 1].map(game).to_vec()
                });
                met.push(Met { places: [first, other], rounds: rounds.collect() });
            }
        }
        for (rating, truth) in Standings::of(&kinds, &met).ratings.iter().zip(TRUTH).skip(1) {
            held += usize::from((rating.elo - truth).abs() <= rating.error);
            all += 1;
        }
    }
    let share = held as f64 / all as f64;
    println!("ratings of four players, {tries} tournaments: intervals hold the truth {:.1} %", 100.0 * share);
    assert!((0.93..0.985).contains(&share), "{share}");
}

#[test]
fn players_who_are_the_same_are_rated_the_same_and_the_doubt_is_told() {
    let kinds = vec!["greedy".to_owned(), "greedy".to_owned(), "random".to_owned()];
    let game = |share: f64, end: u64| vec![(share, end), (1.0 - share, end)];
    let rounds = |share: f64| (0..20).map(|_| game(share, 7)).collect::<Vec<_>>();
    let met = [([1, 0], 1.0), ([2, 0], 0.0), ([2, 1], 0.0)].map(|(places, share)| Met { places, rounds: rounds(share) });
    let standings = Standings::of(&kinds, &met);
    assert_eq!(standings.ratings.len(), 3);
    assert!(standings.ratings.iter().all(|rating| rating.elo.is_finite() && rating.error.is_finite()), "{standings}");
    assert!(standings.ratings[1].elo.abs() < 1e-6 && (standings.pairings[0].p - 1.0).abs() < 1e-9);
    assert!(standings.to_string().contains("only 1 of 40 games were different ones"), "{standings}");
}

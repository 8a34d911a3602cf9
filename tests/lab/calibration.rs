//! Whether the lab keeps its word: how often its intervals hold the truth and how often it tells what is not there. Games are
//! drawn from a large set of games that were played, so that the truth is known exactly and thousands of batches cost little.
//! A sample here; with `TRIANGULUM_LONG=1` (.ci/long) the whole, whose figures stand in docs/lab.md.

use crate::common::variant_of;
use rand_pcg::Pcg32 as Luck;
use std::sync::OnceLock;
use triangulum::lab::check::{RISK, Then, Verdict, looked_at};
use triangulum::lab::histogram::Histogram;
use triangulum::lab::interval::FEW;
use triangulum::lab::rating::{Met, Standings};
use triangulum::lab::{Batch, Comparison, Tally};
use triangulum::sim::chance::{below, stream};
use triangulum::sim::observer::{BY_SEAT, WHOLE_WIN};
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

    /// Batches against the first, game by game.
    fn compared(&self, first: &[usize], others: &[Vec<usize>]) -> Comparison {
        let drawn = std::iter::once(first).chain(others.iter().map(Vec::as_slice));
        let differences = others.iter().map(|drawn| self.differences(first, drawn)).collect();
        Comparison { tallies: drawn.map(|drawn| self.tally(drawn)).collect(), differences }
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

/// How often one of 20 variants that are equal to the first is said to differ, when each is played `as_others` after the first.
fn false_findings(what: &str, as_others: impl Fn(&Population, &mut Luck, &[usize]) -> Vec<usize>) {
    const VARIANTS: usize = 20;
    let (tries, games) = (sized(25, 1_000), sized(60, 200));
    for population in populations() {
        let mut luck = stream(9, 2);
        let mut wrong = 0;
        for _ in 0..tries {
            let first = population.draw(&mut luck, games);
            let others: Vec<Vec<usize>> = (0..VARIANTS).map(|_| as_others(population, &mut luck, &first)).collect();
            let judged = population.compared(&first, &others).all_judged();
            wrong += usize::from(judged.iter().flatten().any(|difference| difference.seen));
            assert!(judged.iter().flatten().all(|difference| difference.p > 0.0));
        }
        let rate = wrong as f64 / tries as f64;
        println!(
            "{} {VARIANTS} equal variants, {what}, {games} games, {tries} comparisons: {:.1} % with a false finding",
            population.pack,
            100.0 * rate
        );
        assert!(rate <= 0.05 + if is_long() { 0.0 } else { slack(0.05, tries) }, "{}: {rate}", population.pack);
    }
}

#[test]
fn of_many_equal_variants_hardly_ever_one_is_said_to_differ() {
    false_findings("all games others", |population, luck, first| population.draw(luck, first.len()));
}

/// Of a hundred games so many go another way under a rule that hardly matters; the others are the same to the last move.
const OTHERWISE: u32 = 7;

/// The same games, but for a few that are replaced by others.
fn mostly_the_same(luck: &mut Luck, first: &[usize], others: &[usize]) -> Vec<usize> {
    let same_or_other = |game: &usize| {
        let other = others[below(luck, others.len() as u32) as usize];
        if below(luck, 100) < OTHERWISE { other } else { *game }
    };
    first.iter().map(same_or_other).collect()
}

#[test]
fn of_variants_that_hardly_matter_and_change_nothing_hardly_ever_one_is_said_to_differ() {
    false_findings("7 % of games others", |population, luck, first| {
        let all: Vec<usize> = (0..population.games).collect();
        mostly_the_same(luck, first, &all)
    });
}

#[test]
fn intervals_of_differences_hold_the_truth_as_often_as_they_say() {
    let (tries, games) = (sized(150, 2_000), 1_000);
    for population in populations() {
        // The games that go another way are longer ones, so that there is a difference, and it is known.
        let rounds = population.empty.find("rounds").unwrap();
        let mut longer: Vec<usize> = (0..population.games).collect();
        longer.sort_by_key(|game| population.readings[rounds][*game]);
        longer.drain(..population.games / 2);
        let mean = |at: usize| histogram(longer.iter().map(|game| population.readings[at][*game])).mean();
        let part = f64::from(OTHERWISE) / 100.0;
        let truth = |at: usize| part * (mean(at) - population.truth[at]) / f64::from(population.empty.metrics[at].scale);
        let frequent = population.frequent((part * games as f64) as usize);
        let truths: Vec<f64> = frequent.iter().map(|at| truth(*at)).collect();
        let mut held = vec![0usize; frequent.len()];
        let mut luck = stream(6, 6);
        for _ in 0..tries {
            let first = population.draw(&mut luck, games);
            let other = mostly_the_same(&mut luck, &first, &longer);
            let judged = population.compared(&first, &[other]).all_judged();
            for ((held, at), truth) in held.iter_mut().zip(&frequent).zip(&truths) {
                *held += usize::from(judged[0][*at].interval.contains(*truth));
            }
        }
        let share = |held: &usize| *held as f64 / tries as f64;
        let (least, worst) = held.iter().map(share).zip(&frequent).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        let mean = held.iter().map(share).sum::<f64>() / held.len() as f64;
        let key = &population.empty.metrics[*worst].key;
        println!(
            "{} {games} games, 7 % of them others, {tries} comparisons, {} metrics: intervals of differences hold the truth {:.1} %, least {:.1} % ({key})",
            population.pack,
            frequent.len(),
            100.0 * mean,
            100.0 * least
        );
        let wanted = 0.93 - if is_long() { 0.0 } else { slack(0.05, tries) };
        assert!(least >= wanted, "{}: {key} {least}", population.pack);
    }
}

/// A clause whose bound is the truth itself, and the verdicts on it that would be wrong.
struct AtTheEdge {
    clause: Clause,
    wrong: &'static [Verdict],
}

/// A promise that something is below the truth or, if it is `inclusive`, not above.
fn promise(metric: &str, statistic: Statistic, truth: f64, inclusive: bool, wrong: &'static [Verdict]) -> AtTheEdge {
    let bound = Bound { low: f64::NEG_INFINITY, high: truth, inclusive };
    let (name, metric) = (format!("{statistic:?} {metric}"), metric.to_owned());
    AtTheEdge { clause: Clause { name, statistic, metric, bound, text: String::new(), line: 0 }, wrong }
}

impl Population {
    /// Of every metric that is not always the same its mean, its median, and how often it is there at all; and the best seat.
    fn promises(&self) -> Vec<AtTheEdge> {
        // A mean or a share lies on its bound only by chance: neither kept nor broken is right.
        const BOTH: &[Verdict] = &[Verdict::Kept, Verdict::Broken];
        let mut all = Vec::new();
        for at in (0..self.truth.len()).filter(|at| self.is_spread(*at)) {
            let metric = &self.empty.metrics[at];
            let (key, unit) = (&metric.key, 1.0 / f64::from(metric.scale));
            all.push(promise(key, Statistic::Mean, self.true_value(at), false, BOTH));
            let values = histogram(self.readings[at].iter().copied());
            // A median is one of the values, so it keeps "at most" and breaks "less than".
            let median = values.quantile(0.5) as f64 * unit;
            all.push(promise(key, Statistic::Quantile(0.5), median, false, &[Verdict::Kept]));
            all.push(promise(key, Statistic::Quantile(0.5), median, true, &[Verdict::Broken]));
            let any = 1.0 - values.count(0) as f64 / values.total() as f64;
            if any < 1.0 {
                all.push(promise(key, Statistic::Any, any, false, BOTH));
            }
        }
        let wins: Vec<usize> = (0..self.truth.len())
            .filter(|at| self.empty.metrics[*at].group == BY_SEAT && self.empty.metrics[*at].scale == WHOLE_WIN)
            .collect();
        let best = wins.iter().map(|at| self.true_value(*at)).fold(0.0, f64::max);
        all.push(promise("seats", Statistic::Advantage(BY_SEAT), best - 1.0 / wins.len() as f64, false, BOTH));
        all
    }
}

#[test]
fn a_contract_is_hardly_ever_judged_wrongly() {
    let (tries, games) = (sized(60, 2_000), sized(500, 4_000));
    for population in populations() {
        let promises = population.promises();
        let clauses: Vec<Clause> = promises.iter().map(|promise| promise.clause.clone()).collect();
        let mut luck = stream(3, 3);
        let mut wrong = vec![0usize; clauses.len()];
        for _ in 0..tries {
            let play = |numbers: std::ops::Range<u64>| {
                Ok::<_, ()>((population.tally(&population.draw(&mut luck, (numbers.end - numbers.start) as usize)), Then::Look))
            };
            let (findings, _) = looked_at(&clauses, RISK, games as u64, population.empty.clone(), play).unwrap();
            for ((wrong, finding), promise) in wrong.iter_mut().zip(&findings).zip(&promises) {
                *wrong += usize::from(promise.wrong.contains(&finding.verdict));
            }
        }
        let share = |at: usize| wrong[at] as f64 / tries as f64;
        for (what, is_one) in [
            ("means", (|statistic| statistic == Statistic::Mean) as fn(Statistic) -> bool),
            ("medians", |statistic| matches!(statistic, Statistic::Quantile(_))),
            ("shares of games with any", |statistic| statistic == Statistic::Any),
            ("seat advantage", |statistic| matches!(statistic, Statistic::Advantage(_))),
        ] {
            let judged: Vec<usize> = (0..clauses.len()).filter(|at| is_one(clauses[*at].statistic)).collect();
            let (most, worst) = judged.iter().map(|at| (share(*at), *at)).max_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
            let mean = judged.iter().map(|at| share(*at)).sum::<f64>() / judged.len() as f64;
            let key = &clauses[worst].name;
            println!(
                "{} up to {games} games, {tries} checks, {} clauses about {what}: {:.2} % judged wrongly, most {:.2} % ({key})",
                population.pack,
                judged.len(),
                100.0 * mean,
                100.0 * most
            );
            // A single clause is not blamed for what luck may do to so few checks.
            let worst_luck = slack(0.01, tries);
            let all_luck = if judged.len() > 1 { 0.0 } else { worst_luck };
            assert!(mean <= 0.01 + all_luck && most <= 0.01 + worst_luck, "{}: {key} {most}, {mean}", population.pack);
        }
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

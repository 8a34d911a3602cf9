//! What the games played so far say, worked out once for each block, so that no frame has to.

use crate::lab::compare::Difference;
use crate::lab::histogram::Histogram;
use crate::lab::interval::standard_error;
use crate::lab::report::{shown, shown_difference, shown_interval};
use crate::lab::tally::Tally;
use crate::lab::{Comparison, Summary};
use crate::sim::Metric;
use crate::sim::observer::{BY_SEAT, BY_TURN, TOTALS};
use crate::words::Message;

/// The metric that tells how long a game is.
pub(in crate::window) const ROUNDS: &str = "rounds";
/// The share of games whose length the plot shows; the rest would squeeze it flat.
const PLOTTED: f64 = 0.995;
/// About so many bars are drawn for the lengths of games.
const BARS: i64 = 34;

pub struct Findings {
    pub comparison: Comparison,
    /// How each metric of the first rules differs; nothing for one set of rules alone.
    pub differences: Vec<Difference>,
    /// The chance to win, seat by seat.
    pub wins: Vec<Pair<Summary>>,
    pub rounds: Option<Pair<Summary>>,
    pub lengths: Lengths,
    /// What differs beside wins and rounds, the strongest first; for one set of rules alone, what was measured.
    pub rows: Vec<Row>,
    /// How many metrics differ at all.
    pub seen: usize,
    /// Not a single game went otherwise.
    pub same: bool,
}

/// Something before a change and after it; without a change there is only a before.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pair<T> {
    pub before: T,
    pub after: Option<T>,
}

impl<T: Copy> Pair<T> {
    /// What holds now.
    pub fn now(&self) -> T {
        self.after.unwrap_or(self.before)
    }
}

/// How many games of a hundred last how long, for a plot.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Lengths {
    /// Rounds each bar stands for.
    pub width: i64,
    /// Where the first bar begins.
    pub first: i64,
    /// Percent in each bar, for each set of rules.
    pub bars: Vec<Vec<f64>>,
}

/// A line of the table of differences, in words.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// With seats in it, for whoever knows who sits there.
    pub label: Message,
    pub group: String,
    pub values: String,
    /// How far the value or the difference may be off.
    pub range: String,
}

impl Findings {
    pub fn of(comparison: Comparison) -> Self {
        let compares = comparison.tallies.len() > 1;
        let differences = comparison.all_judged().into_iter().next().unwrap_or_default();
        let rows = if compares { differing(&comparison, &differences) } else { measured(&comparison) };
        let wins = (0..comparison.metrics().len()).filter(|at| comparison.metrics()[*at].group == BY_SEAT);
        Self {
            wins: wins.map(|at| pair(&comparison, at)).collect(),
            rounds: comparison.tallies.first().and_then(|tally| tally.find(ROUNDS)).map(|at| pair(&comparison, at)),
            lengths: Lengths::of(&comparison.tallies),
            rows,
            seen: differences.iter().filter(|difference| difference.seen).count(),
            same: compares && comparison.is_same(1),
            differences,
            comparison,
        }
    }

    pub fn games(&self) -> u64 {
        self.comparison.games()
    }
}

/// A metric of the first rules beside the same one of the others, which may stand at another place.
fn pair(comparison: &Comparison, at: usize) -> Pair<Summary> {
    let key = &comparison.metrics()[at].key;
    let after = comparison.tallies.get(1).and_then(|tally| Some(tally.summary(tally.find(key)?)));
    Pair { before: comparison.tallies[0].summary(at), after }
}

/// What the panel shows elsewhere, or twice: who wins, and how long games are.
fn told_elsewhere(metric: &Metric) -> bool {
    [BY_SEAT, BY_TURN].contains(&metric.group) || metric.key == ROUNDS
}

/// The differences seen that are not told elsewhere, the strongest first (in standard errors).
fn differing(comparison: &Comparison, differences: &[Difference]) -> Vec<Row> {
    let strength = |at: usize| {
        let readings = &comparison.differences[0][at];
        readings.mean().abs() / standard_error(readings).max(1e-12)
    };
    let is_told = |at: &usize| differences[*at].seen && !told_elsewhere(&comparison.metrics()[*at]);
    let mut told: Vec<usize> = (0..differences.len()).filter(is_told).collect();
    told.sort_by(|a, b| strength(*b).total_cmp(&strength(*a)));
    let row = |at: &usize| {
        let (metric, difference) = (&comparison.metrics()[*at], &differences[*at]);
        let before = comparison.tallies[0].summary(*at).mean;
        Row {
            label: metric.label.clone(),
            group: Message::new(metric.group).to_string(),
            values: format!("{} → {}", shown(metric, before), shown(metric, before + difference.mean)),
            range: shown_difference(metric, difference.mean, difference.interval.half_width()),
        }
    };
    told.iter().map(row).collect()
}

/// What one set of rules alone leads to.
fn measured(comparison: &Comparison) -> Vec<Row> {
    let tally = &comparison.tallies[0];
    let wanted = |metric: &Metric| !told_elsewhere(metric) && metric.group != TOTALS;
    let row = |(at, metric): (usize, &Metric)| {
        let summary = tally.summary(at);
        Row {
            label: metric.label.clone(),
            group: Message::new(metric.group).to_string(),
            values: shown(metric, summary.mean),
            range: shown_interval(metric, summary.interval),
        }
    };
    tally.metrics.iter().enumerate().filter(|(_, metric)| wanted(metric)).map(row).collect()
}

impl Lengths {
    fn of(tallies: &[Tally]) -> Self {
        let all: Vec<&Histogram> = tallies.iter().filter_map(|tally| tally.of(ROUNDS)).collect();
        let first = all.iter().map(|one| one.at_rank(1)).min().unwrap_or(0);
        let last = all.iter().map(|one| one.quantile(PLOTTED)).max().unwrap_or(0);
        let width = ((last - first + 1) as f64 / BARS as f64).ceil().max(1.0) as i64;
        let first = first.div_euclid(width) * width;
        let count = (last - first) / width + 1;
        let bars = |readings: &&Histogram| {
            let mut bars = vec![0.0; count as usize];
            let share = 100.0 / readings.total().max(1) as f64;
            for (value, times) in readings.counts() {
                if let Some(bar) = bars.get_mut(((value - first) / width) as usize) {
                    *bar += times as f64 * share;
                }
            }
            bars
        };
        Self { width, first, bars: all.iter().map(bars).collect() }
    }
}

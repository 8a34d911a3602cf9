//! Several batches beside each other: every game is played with the same seed under all rules (common random numbers),
//! so that what differs comes from the rules and not from luck.

use super::LabError;
use super::games::Count;
use super::histogram::Histogram;
use super::interval::{self, Interval, Sort, USUAL, holding};
use super::run::{Batch, Mistakes, Progress, Table, add_up};
use super::tally::Tally;
use crate::sim::Metric;
use crate::words::{Message, msg};
use serde_json::{Value, json};
use std::ops::Range;
use std::sync::Arc;

/// The chance that even one of all the differences told is not there.
pub const RISK: f64 = 0.05;

/// The first batch is what the others are compared with. All tallies have the same metrics in the same order, those of any of
/// the batches: what rules cannot do was done no times in their games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    pub tallies: Vec<Tally>,
    /// For each of the other batches, for each metric: how far each game's reading was from the first one's.
    pub differences: Vec<Vec<Histogram>>,
}

/// How a metric differs from the first batch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// In the units of the metric.
    pub mean: f64,
    pub interval: Interval,
    pub p: f64,
    /// Whether it holds when all rows of all batches are looked at together.
    pub seen: bool,
    /// Fewer games differ than say anything about a mean.
    pub rare: bool,
}

impl Comparison {
    fn empty(tables: &[Table], metrics: &Arc<[Metric]>) -> Self {
        Self {
            tallies: tables.iter().map(|table| Tally::empty(&table.observer).with_metrics(metrics)).collect(),
            differences: vec![vec![Histogram::default(); metrics.len()]; tables.len().saturating_sub(1)],
        }
    }

    /// One of these batches in which nothing was played yet.
    pub(super) fn of(batches: &[Batch]) -> Result<Self, LabError> {
        let tables = batches.iter().map(Batch::table).collect::<Result<Vec<Table>, _>>()?;
        Ok(Self::empty(&tables, &metrics_of(&tables)))
    }

    pub fn metrics(&self) -> &[Metric] {
        self.tallies.first().map_or(&[], |tally| &tally.metrics)
    }

    pub fn games(&self) -> u64 {
        self.tallies.first().map_or(0, |tally| tally.games)
    }

    /// How every other batch differs from the first, metric by metric. The rows told are one family over all batches: the
    /// chance of even one false finding among them stays below [`RISK`]. Nothing is told of other rows.
    pub fn judged(&self, rows: &[usize]) -> Vec<Vec<Difference>> {
        let p: Vec<Vec<f64>> = self.differences.iter().map(|batch| batch.iter().map(interval::p_of_mean).collect()).collect();
        let family: Vec<f64> = p.iter().flat_map(|batch| rows.iter().map(|at| batch[*at])).collect();
        let holds = holding(&family, RISK);
        let is_seen = |batch: usize, at: usize| {
            let row = rows.iter().position(|row| *row == at);
            row.is_some_and(|row| holds[batch * rows.len() + row])
        };
        let difference = |batch: usize, at: usize| {
            let unit = 1.0 / f64::from(self.metrics()[at].scale);
            let readings = &self.differences[batch][at];
            Difference {
                mean: readings.mean() * unit,
                interval: interval::of_mean(readings, Sort::Difference, USUAL).scaled(unit),
                p: p[batch][at],
                seen: is_seen(batch, at),
                rare: !readings.is_flat() && interval::is_too_rare(readings, Sort::Difference),
            }
        };
        let metrics = self.metrics().len();
        (0..self.differences.len()).map(|batch| (0..metrics).map(|at| difference(batch, at)).collect()).collect()
    }

    /// The same for tables that show every metric.
    pub fn all_judged(&self) -> Vec<Vec<Difference>> {
        self.judged(&(0..self.metrics().len()).collect::<Vec<_>>())
    }

    /// Whether not a single game read differently under a batch (from 1) than under the first.
    pub fn is_same(&self, batch: usize) -> bool {
        self.differences[batch - 1].iter().all(Histogram::is_flat)
    }
}

impl Count for Comparison {
    fn games(&self) -> u64 {
        self.games()
    }

    fn plus(self, other: &Self) -> Self {
        let tallies = self.tallies.into_iter().zip(&other.tallies).map(|(mine, theirs)| mine.plus(theirs)).collect();
        let mut differences = self.differences;
        for (mine, theirs) in differences.iter_mut().flatten().zip(other.differences.iter().flatten()) {
            mine.plus(theirs);
        }
        Self { tallies, differences }
    }

    fn to_json(&self) -> Value {
        let differences: Vec<Vec<Value>> =
            self.differences.iter().map(|batch| batch.iter().map(Histogram::to_json).collect()).collect();
        json!({"tallies": self.tallies.iter().map(Tally::to_json).collect::<Vec<_>>(), "differences": differences})
    }

    fn filled(mut self, value: &Value) -> Result<Self, Message> {
        for (at, tally) in self.tallies.iter_mut().enumerate() {
            *tally = tally.clone().filled(&value["tallies"][at])?;
        }
        let games = self.games();
        let metrics = self.tallies.first().map(|tally| tally.metrics.clone()).unwrap_or_default();
        for (batch, differences) in self.differences.iter_mut().enumerate() {
            for (at, readings) in differences.iter_mut().enumerate() {
                let found = Histogram::from_json(&value["differences"][batch][at]).filter(|found| found.total() == games);
                *readings = found.ok_or_else(|| msg!("lab.part.no_readings", metric = &metrics[at].key))?;
            }
        }
        Ok(self)
    }
}

/// Plays all batches over the seeds and games of the first.
pub fn compare(batches: &[Batch], progress: Progress<'_>) -> Result<Comparison, LabError> {
    let games = batches.first().map_or(0, |batch| batch.games);
    compare_part(batches, 0..games, progress)
}

/// Some games of a comparison; all parts add up to the whole. A game under all batches counts as one for each.
pub fn compare_part(batches: &[Batch], numbers: Range<u64>, progress: Progress<'_>) -> Result<Comparison, LabError> {
    let tables = batches.iter().map(Batch::table).collect::<Result<Vec<Table>, _>>()?;
    // The same metric may stand at another place under other rules.
    let metrics = metrics_of(&tables);
    let places: Vec<Vec<Option<usize>>> = tables.iter().map(|table| places(&metrics, table)).collect();
    let empty = Comparison::empty(&tables, &metrics);
    drop(tables);
    let mistakes: Vec<Mistakes> = batches.iter().map(|_| Mistakes::default()).collect();
    let sum = add_up(
        numbers,
        &|played| progress(played * batches.len() as u64),
        || {
            let tables: Vec<Table> = batches.iter().filter_map(|batch| batch.table().ok()).collect();
            (tables, Vec::new(), Vec::new())
        },
        || empty.clone(),
        |(tables, first, values): &mut (Vec<Table>, Vec<i64>, Vec<i64>), number, sum: &mut Comparison| {
            for (at, (table, batch)) in tables.iter_mut().zip(batches).enumerate() {
                if !mistakes[at].none_before(number) {
                    return;
                }
                table.play(batch, number);
                mistakes[at].note(table, number);
                values.clear();
                values.extend(places[at].iter().map(|place| place.map_or(0, |place| table.readings()[place])));
                sum.tallies[at].add(values);
                if at == 0 {
                    first.clone_from(values);
                } else {
                    for ((readings, value), before) in sum.differences[at - 1].iter_mut().zip(&*values).zip(&*first) {
                        readings.add(value - before);
                    }
                }
                table.observer.hand_over_touched(&mut sum.tallies[at].touched);
            }
        },
        |one, other| one.plus(&other),
    );
    mistakes.iter().zip(batches).try_for_each(|(mistakes, batch)| mistakes.first(batch))?;
    Ok(sum)
}

/// Everything that is measured at any of the tables, in the order of the first.
fn metrics_of(tables: &[Table]) -> Arc<[Metric]> {
    let mut all: Vec<Metric> = Vec::new();
    for metric in tables.iter().flat_map(|table| table.observer.metrics().iter()) {
        if !all.iter().any(|known| known.key == metric.key) {
            all.push(metric.clone());
        }
    }
    all.into()
}

/// For each metric its place at a table.
fn places(metrics: &[Metric], table: &Table) -> Vec<Option<usize>> {
    let find = |key: &str| table.observer.metrics().iter().position(|metric| metric.key == key);
    metrics.iter().map(|metric| find(&metric.key)).collect()
}

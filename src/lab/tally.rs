//! What was read in many games: a histogram for each metric, and how often each element of the game had a part in it.
//! Sums of whole numbers, so that any number of cores, shards and orders gives the same.

use super::games::Count;
use super::histogram::Histogram;
use super::interval::{self, Interval, Sort, USUAL};
use crate::sim::{Element, Metric, Observer};
use crate::words::{Message, msg};
use serde_json::{Value, json};
use std::sync::Arc;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    pub metrics: Arc<[Metric]>,
    /// The readings of each metric.
    pub readings: Vec<Histogram>,
    pub elements: Arc<[Element]>,
    pub touched: Vec<u64>,
    pub games: u64,
}

/// A metric in numbers, in the units people know.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    pub mean: f64,
    /// Where the true mean lies, 95 times of 100.
    pub interval: Interval,
    /// Hardly a game read anything but the usual, so the interval is a bound and no more.
    pub rare: bool,
    pub deviation: f64,
    /// What a quarter, half and three quarters of the games do not exceed.
    pub quartiles: [f64; 3],
    pub least: f64,
    pub most: f64,
}

impl Tally {
    pub fn empty(observer: &Observer) -> Self {
        Self {
            metrics: observer.metrics().clone(),
            readings: vec![Histogram::default(); observer.metrics().len()],
            elements: observer.elements().clone(),
            touched: vec![0; observer.elements().len()],
            games: 0,
        }
    }

    /// The same for other metrics.
    #[must_use]
    pub(super) fn with_metrics(self, metrics: &Arc<[Metric]>) -> Self {
        Self { metrics: metrics.clone(), readings: vec![Histogram::default(); metrics.len()], ..self }
    }

    /// Adds the readings of one game.
    pub fn add(&mut self, values: &[i64]) {
        self.games += 1;
        self.readings.iter_mut().zip(values).for_each(|(readings, value)| readings.add(*value));
    }

    pub fn find(&self, key: &str) -> Option<usize> {
        self.metrics.iter().position(|metric| metric.key == key)
    }

    /// The readings of a metric by its key.
    pub fn of(&self, key: &str) -> Option<&Histogram> {
        self.find(key).map(|at| &self.readings[at])
    }

    pub fn summary(&self, at: usize) -> Summary {
        summary(&self.metrics[at], &self.readings[at])
    }

    /// The groups of metrics in order, each with the places of its metrics.
    pub fn groups(&self) -> Vec<(&'static str, Vec<usize>)> {
        let mut groups: Vec<(&'static str, Vec<usize>)> = Vec::new();
        for (at, metric) in self.metrics.iter().enumerate() {
            match groups.iter_mut().find(|(group, _)| *group == metric.group) {
                Some((_, members)) => members.push(at),
                None => groups.push((metric.group, vec![at])),
            }
        }
        groups
    }

    /// The elements of a group with how often each was touched.
    pub fn elements_of<'a>(&'a self, group: &'a str) -> impl Iterator<Item = (&'a str, u64)> {
        let all = self.elements.iter().zip(&self.touched);
        all.filter(move |(element, _)| element.group == group).map(|(element, touched)| (element.name.as_str(), *touched))
    }
}

impl Count for Tally {
    fn games(&self) -> u64 {
        self.games
    }

    fn plus(mut self, other: &Self) -> Self {
        self.games += other.games;
        self.readings.iter_mut().zip(&other.readings).for_each(|(mine, theirs)| mine.plus(theirs));
        self.touched.iter_mut().zip(&other.touched).for_each(|(all, more)| *all = all.saturating_add(*more));
        self
    }

    fn to_json(&self) -> Value {
        let readings = self.metrics.iter().zip(&self.readings).map(|(metric, readings)| (metric.key.clone(), readings.to_json()));
        json!({
            "games": self.games,
            "readings": readings.collect::<serde_json::Map<_, _>>(),
            "touched": self.touched,
        })
    }

    fn filled(mut self, value: &Value) -> Result<Self, Message> {
        self.games = value["games"].as_u64().ok_or_else(|| msg!("lab.part.no_games"))?;
        for (metric, readings) in self.metrics.iter().zip(&mut self.readings) {
            let found = value["readings"].get(&metric.key).and_then(Histogram::from_json);
            *readings = found.ok_or_else(|| msg!("lab.part.no_readings", metric = &metric.key))?;
            if readings.total() != self.games {
                let (n, metric, games) = (readings.total(), &metric.key, self.games);
                return Err(msg!("lab.part.readings", n, metric, games));
            }
        }
        let touched: Option<Vec<u64>> = serde_json::from_value(value["touched"].clone()).ok();
        self.touched = touched.filter(|touched| touched.len() == self.elements.len()).ok_or_else(|| msg!("lab.part.touched"))?;
        Ok(self)
    }
}

/// What is known of a metric's readings before any are taken.
pub fn sort_of(metric: &Metric) -> Sort {
    if metric.share { Sort::Share(metric.scale.into()) } else { Sort::Count }
}

/// A metric's readings in numbers.
pub fn summary(metric: &Metric, readings: &Histogram) -> Summary {
    let unit = 1.0 / f64::from(metric.scale);
    let sort = sort_of(metric);
    let quartile = |share: f64| readings.quantile(share) as f64 * unit;
    Summary {
        mean: readings.mean() * unit,
        interval: interval::of_mean(readings, sort, USUAL).scaled(unit),
        rare: interval::is_too_rare(readings, sort),
        deviation: readings.variance().sqrt() * unit,
        quartiles: [quartile(0.25), quartile(0.5), quartile(0.75)],
        least: readings.at_rank(1) as f64 * unit,
        most: readings.at_rank(u64::MAX) as f64 * unit,
    }
}

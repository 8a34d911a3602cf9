//! How often each whole number was read: exact in any order of adding, and everything else follows from it.

use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The largest reading, either way, and the most readings a file may have: no sum of squares can overflow by them.
const LARGEST: u64 = 1 << 31;
const MOST: u64 = 1 << 32;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Histogram {
    counts: BTreeMap<i64, u64>,
}

impl Histogram {
    pub fn add(&mut self, value: i64) {
        self.add_times(value, 1);
    }

    /// A value that was read so often.
    pub fn add_times(&mut self, value: i64, times: u64) {
        *self.counts.entry(value).or_default() += times;
    }

    pub fn plus(&mut self, other: &Self) {
        other.counts().for_each(|(value, count)| self.add_times(value, count));
    }

    /// Values in order, with how often each was read.
    pub fn counts(&self) -> impl Iterator<Item = (i64, u64)> {
        self.counts.iter().map(|(value, count)| (*value, *count))
    }

    pub fn total(&self) -> u64 {
        self.counts.values().sum()
    }

    /// How often a value was read.
    pub fn count(&self, value: i64) -> u64 {
        self.counts.get(&value).copied().unwrap_or(0)
    }

    /// The value that was read most often; the smallest of several.
    pub fn commonest(&self) -> i64 {
        let most = self.counts.values().max();
        self.counts().find(|(_, count)| Some(count) == most).map_or(0, |(value, _)| value)
    }

    /// Whether nothing but 0 was ever read.
    pub fn is_flat(&self) -> bool {
        self.counts.keys().all(|value| *value == 0)
    }

    /// Whether every reading is one of these two.
    pub fn is_within(&self, either: [i64; 2]) -> bool {
        self.counts.keys().all(|value| either.contains(value))
    }

    fn sum(&self) -> i128 {
        self.counts().map(|(value, count)| i128::from(value) * i128::from(count)).sum()
    }

    pub fn mean(&self) -> f64 {
        self.sum() as f64 / self.total().max(1) as f64
    }

    /// The variance of the readings around their mean, as of a sample; 0 for fewer than two.
    pub fn variance(&self) -> f64 {
        let n = i128::from(self.total());
        if n < 2 {
            return 0.0;
        }
        let squares: i128 = self.counts().map(|(value, count)| i128::from(value) * i128::from(value) * i128::from(count)).sum();
        let sum = self.sum();
        // Whole numbers up to here, so that nothing is lost by taking a large one from another.
        (n * squares - sum * sum) as f64 / (n * (n - 1)) as f64
    }

    /// The mean of the cubes of how far readings lie from their mean: 0 when they lie alike on both sides.
    pub fn third_moment(&self) -> f64 {
        let mean = self.mean();
        let cubes: f64 = self.counts().map(|(value, count)| (value as f64 - mean).powi(3) * count as f64).sum();
        cubes / self.total().max(1) as f64
    }

    /// The value of a rank, from 1 for the smallest reading.
    pub fn at_rank(&self, rank: u64) -> i64 {
        let mut seen = 0;
        let found = self.counts().find(|(_, count)| {
            seen += count;
            seen >= rank
        });
        found.or(self.counts().last()).map_or(0, |(value, _)| value)
    }

    /// The smallest value that a share of the readings does not exceed.
    pub fn quantile(&self, share: f64) -> i64 {
        self.at_rank(((self.total() as f64 * share).ceil() as u64).max(1))
    }

    /// Counts by value, as a file keeps them.
    pub fn to_json(&self) -> Value {
        self.counts().map(|(value, count)| (value.to_string(), count.into())).collect::<Map<_, _>>().into()
    }

    /// The way back; nothing when it is not such a table, or one that could not be added up.
    pub fn from_json(value: &Value) -> Option<Self> {
        let entry = |(value, count): (&String, &Value)| {
            let value: i64 = value.parse().ok().filter(|value: &i64| value.unsigned_abs() <= LARGEST)?;
            Some((value, count.as_u64()?))
        };
        let counts: BTreeMap<i64, u64> = value.as_object()?.iter().map(entry).collect::<Option<_>>()?;
        counts.values().try_fold(0u64, |sum, count| sum.checked_add(*count)).filter(|sum| *sum <= MOST)?;
        Some(Self { counts })
    }
}

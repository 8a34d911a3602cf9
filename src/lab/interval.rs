//! How far a number found in a sample may be from the truth: intervals and probabilities, all from histograms.

use super::histogram::Histogram;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The share of intervals that hold the truth.
pub const USUAL: f64 = 0.95;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

impl Interval {
    pub fn new(low: f64, high: f64) -> Self {
        Self { low, high }
    }

    pub fn contains(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// The same in other units.
    pub fn scaled(self, factor: f64) -> Self {
        Self { low: self.low * factor, high: self.high * factor }
    }

    fn around(middle: f64, reach: f64) -> Self {
        Self { low: middle - reach, high: middle + reach }
    }
}

/// How many standard errors an interval reaches to either side when so much of the truth shall lie inside.
fn reach(confidence: f64, readings: u64) -> f64 {
    let upper = 1.0 - (1.0 - confidence) / 2.0;
    let student = StudentsT::new(0.0, 1.0, readings.saturating_sub(1).max(1) as f64);
    // Beyond a few hundred the two are the same, and the normal one is quick.
    match student {
        Ok(student) if readings < 300 => student.inverse_cdf(upper),
        _ => Normal::standard().inverse_cdf(upper),
    }
}

/// The mean's interval. Where every reading is all or nothing (`whole` or 0) it is Wilson's, which holds for rare things too.
pub fn of_mean(readings: &Histogram, whole: Option<i64>, confidence: f64) -> Interval {
    let n = readings.total();
    if n == 0 {
        return Interval::new(f64::NEG_INFINITY, f64::INFINITY);
    }
    match whole {
        Some(whole) if readings.is_within([0, whole]) => {
            wilson(readings.count(whole) as f64, n as f64, confidence).scaled(whole as f64)
        }
        _ if n < 2 => Interval::new(f64::NEG_INFINITY, f64::INFINITY),
        _ => Interval::around(readings.mean(), reach(confidence, n) * standard_error(readings)),
    }
}

/// The interval of a share of which `count` of `n` were seen.
pub fn wilson(count: f64, n: f64, confidence: f64) -> Interval {
    let z = Normal::standard().inverse_cdf(1.0 - (1.0 - confidence) / 2.0);
    let share = count / n;
    let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let reach = z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    Interval::new((middle - reach).max(0.0), (middle + reach).min(1.0))
}

/// The interval of a quantile, from the ranks it can have; it needs no belief about how readings are spread.
pub fn of_quantile(readings: &Histogram, share: f64, confidence: f64) -> Interval {
    let n = readings.total() as f64;
    let z = Normal::standard().inverse_cdf(1.0 - (1.0 - confidence) / 2.0);
    let slack = z * (n * share * (1.0 - share)).sqrt();
    let (low, high) = ((n * share - slack).floor(), (n * share + slack).ceil() + 1.0);
    if low < 1.0 || high > n {
        return Interval::new(f64::NEG_INFINITY, f64::INFINITY);
    }
    Interval::new(readings.at_rank(low as u64) as f64, readings.at_rank(high as u64) as f64)
}

pub fn standard_error(readings: &Histogram) -> f64 {
    (readings.variance() / readings.total().max(1) as f64).sqrt()
}

/// How likely a mean so far from 0 is if the truth is 0; 1 when every reading is 0.
pub fn p_of_mean(readings: &Histogram) -> f64 {
    let (mean, error) = (readings.mean(), standard_error(readings));
    if readings.is_flat() || readings.total() < 2 {
        1.0
    } else if error == 0.0 {
        0.0
    } else {
        two_sided(mean / error)
    }
}

/// How likely a normal number lies so far from the middle, on either side.
pub fn two_sided(z: f64) -> f64 {
    2.0 * Normal::standard().cdf(-z.abs())
}

/// Which of several findings hold when all are looked at together (Holm): the chance of even one false one stays below
/// `risk`.
pub fn holding(p: &[f64], risk: f64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    let mut holds = vec![false; p.len()];
    for (rank, at) in order.iter().enumerate() {
        if p[*at] > risk / (p.len() - rank) as f64 {
            break;
        }
        holds[*at] = true;
    }
    holds
}

//! How far a number found in a sample may be from the truth: intervals and probabilities, all from histograms.

use super::histogram::Histogram;
use statrs::distribution::{Beta, ContinuousCDF, Normal, StudentsT};

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

/// Readings that are not the usual one, or differences that are not nothing: fewer than these are too rare to say anything
/// about a mean.
pub const FEW: u64 = 10;
/// Up to this share of them they are counted like rare things, whose luck grows with how many there are.
const RARE_SHARE: f64 = 0.2;

/// What is known of readings before any are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// A part of this whole.
    Share(i64),
    Count,
    /// What one game has more than another; nothing is what is expected.
    Difference,
}

/// How many standard errors an interval reaches to either side when so much of the truth shall lie inside.
pub fn reach(confidence: f64, readings: u64) -> f64 {
    let upper = 1.0 - (1.0 - confidence) / 2.0;
    let student = StudentsT::new(0.0, 1.0, readings.saturating_sub(1).max(1) as f64);
    // Beyond a thousand the two are the same, and the normal one is quick.
    match student {
        Ok(student) if readings < 1_000 => student.inverse_cdf(upper),
        _ => Normal::standard().inverse_cdf(upper),
    }
}

/// Whether too few games read anything but the usual for a word about the mean: of differences, anything but 0. A share has
/// exact bounds however rare it is.
pub fn is_too_rare(readings: &Histogram, sort: Sort) -> bool {
    let usual = usual(readings, sort);
    let is_exact = matches!(sort, Sort::Share(whole) if readings.is_within([0, whole]));
    !is_exact && readings.total() - readings.count(usual) < FEW
}

fn usual(readings: &Histogram, sort: Sort) -> i64 {
    if sort == Sort::Difference { 0 } else { readings.commonest() }
}

/// The mean's interval: Student's, bent where readings are lopsided; where every reading is all or nothing Wilson's, and the exact one when there are few of
/// either; where almost all readings are the same, one for rare things.
pub fn of_mean(readings: &Histogram, sort: Sort, confidence: f64) -> Interval {
    let n = readings.total();
    if n == 0 {
        return Interval::new(f64::NEG_INFINITY, f64::INFINITY);
    }
    if let Sort::Share(whole) = sort
        && readings.is_within([0, whole])
    {
        return of_share(readings.count(whole), n, confidence).scaled(whole as f64);
    }
    let usual = readings.commonest();
    let others = n - readings.count(usual);
    if n < 2 {
        Interval::new(f64::NEG_INFINITY, f64::INFINITY)
    } else if others < FEW && 2 * others <= n {
        of_the_rare(readings, usual, sort, confidence)
    } else if (others as f64) < RARE_SHARE * n as f64
        && let Some(interval) = of_rare_counts(readings, usual, confidence)
    {
        interval
    } else {
        // Games that are all alike tell nothing of how far they lie apart.
        let telling = if sort == Sort::Difference { n - readings.count(0) } else { n };
        let reach = reach(confidence, telling);
        if sort == Sort::Difference {
            Interval::around(readings.mean(), reach * standard_error(readings))
        } else {
            lopsided(readings, reach)
        }
    }
}

/// The interval that reaches so many standard errors to either side, bent as far as the readings are lopsided (Hall's
/// transformation): a mean of counts with a long tail is more often far below the truth than far above it.
fn lopsided(readings: &Histogram, reach: f64) -> Interval {
    let (mean, deviation, n) = (readings.mean(), readings.variance().sqrt(), readings.total() as f64);
    let skew = if deviation > 0.0 { readings.third_moment() / deviation.powi(3) } else { 0.0 };
    let bent = |y: f64| if skew.abs() < 1e-6 { y } else { 3.0 / skew * (f64::cbrt(1.0 + skew * (y - skew / (6.0 * n))) - 1.0) };
    let end = |sign: f64| mean - deviation * bent(sign * reach / n.sqrt());
    Interval::new(end(1.0), end(-1.0))
}

/// The interval of a share of which `count` of `n` were seen.
pub fn of_share(count: u64, n: u64, confidence: f64) -> Interval {
    if count < FEW || n - count < FEW { exact(count, n, confidence) } else { wilson(count as f64, n as f64, confidence) }
}

/// The interval of a share that holds the truth at least as often as it says, however rare (Clopper and Pearson).
pub fn exact(count: u64, n: u64, confidence: f64) -> Interval {
    let tail = (1.0 - confidence) / 2.0;
    let (count, n) = (count as f64, n as f64);
    let bound = |a: f64, b: f64, at: f64| Beta::new(a, b).map_or(f64::NAN, |beta| beta.inverse_cdf(at));
    let low = if count > 0.0 { bound(count, n - count + 1.0, tail) } else { 0.0 };
    let high = if count < n { bound(count + 1.0, n - count, 1.0 - tail) } else { 1.0 };
    Interval::new(low, high)
}

/// Bounds where hardly any reading is not the usual one: how often there are others is known exactly, how large they are
/// only from those that were seen. With none it is the rule of three, for others that are one more or less.
fn of_the_rare(readings: &Histogram, usual: i64, sort: Sort, confidence: f64) -> Interval {
    let n = readings.total();
    let often = exact(n - readings.count(usual), n, confidence);
    let others: Vec<i64> = readings.counts().map(|(value, _)| value - usual).filter(|off| *off != 0).collect();
    let (least, most) = match (sort, others.first().copied(), others.last().copied()) {
        (Sort::Share(whole), ..) => (-usual, whole - usual),
        (_, Some(least), Some(most)) => (least, most),
        (Sort::Count, ..) if usual == 0 => (0, 1),
        _ => (-1, 1),
    };
    let low = if least < 0 { often.high } else { often.low } * least as f64;
    let high = if most > 0 { often.high } else { often.low } * most as f64;
    Interval::new(usual as f64 + low, usual as f64 + high)
}

/// The interval where most readings are the usual one and all others lie on one side of it: its spread grows with the mean,
/// as Wilson's does, which it is when the others are all alike.
fn of_rare_counts(readings: &Histogram, usual: i64, confidence: f64) -> Option<Interval> {
    let (first, last) = (readings.at_rank(1), readings.at_rank(u64::MAX));
    let side = match (first == usual, last == usual) {
        (true, false) => 1.0,
        (false, true) => -1.0,
        _ => return None,
    };
    let n = readings.total() as f64;
    let off = |value: i64| (value - usual) as f64 * side;
    let sum: f64 = readings.counts().map(|(value, count)| off(value) * count as f64).sum();
    let squares: f64 = readings.counts().map(|(value, count)| off(value) * off(value) * count as f64).sum();
    let (mean, size) = (sum / n, squares / sum);
    let z = reach(confidence, readings.total());
    let c = z * z / n;
    let middle = 2.0 * mean + c * size;
    let root = (middle * middle - 4.0 * (1.0 + c) * mean * mean).max(0.0).sqrt();
    let end = |sign: f64| usual as f64 + side * (middle + sign * root) / (2.0 * (1.0 + c));
    let (one, other) = (end(-1.0), end(1.0));
    Some(Interval::new(one.min(other), one.max(other)))
}

/// Wilson's interval of a share.
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

/// How likely a mean difference so far from 0 is if the truth is 0, by Student's distribution over the games that differ;
/// 1 where too few do. Never 0: nothing is that certain.
pub fn p_of_mean(differences: &Histogram) -> f64 {
    if is_too_rare(differences, Sort::Difference) {
        return 1.0;
    }
    let telling = differences.total() - differences.count(0);
    let error = standard_error(differences);
    let p = if error > 0.0 {
        student_two_sided(differences.mean() / error, telling)
    } else {
        // All games differ by the same: as likely as so many coins that fall on one side.
        2.0 * 0.5f64.powi(i32::try_from(telling).unwrap_or(i32::MAX))
    };
    p.clamp(f64::MIN_POSITIVE, 1.0)
}

/// How likely a mean so many standard errors from the middle is with so many readings, on either side.
pub fn student_two_sided(t: f64, readings: u64) -> f64 {
    let student = StudentsT::new(0.0, 1.0, readings.saturating_sub(1).max(1) as f64);
    let p = student.map_or(1.0, |student| 2.0 * student.cdf(-t.abs()));
    p.clamp(f64::MIN_POSITIVE, 1.0)
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

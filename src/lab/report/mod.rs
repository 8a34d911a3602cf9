//! What the lab found, for people and for other programs: tables of text, JSON and CSV, and pages with plots.

pub mod data;
pub mod html;
pub mod page;
pub mod plot;
pub mod text;

use super::interval::Interval;
use crate::sim::Metric;
use crate::sim::observer::COURSE;
use crate::words::number;

/// What was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// The game's short name and its name for people.
    pub pack: String,
    pub game: String,
    /// What the batches are called, in order; the first is what the others are compared with.
    pub variants: Vec<String>,
    /// The kind of player in each seat.
    pub seats: Vec<String>,
    pub seed: u64,
    /// Games that were asked for, of each variant.
    pub asked: u64,
}

impl Heading {
    /// One line that says it all.
    pub fn line(&self, reached: u64) -> String {
        let games = number(reached as f64);
        let games = if reached < self.asked { format!("{games} of {}", number(self.asked as f64)) } else { games };
        let each = if self.variants.len() > 1 { " each" } else { "" };
        format!(
            "{} / {} · {} · seed {} · {games} games{each}",
            self.game,
            self.variants.join(", "),
            self.seats.join(" "),
            self.seed
        )
    }
}

/// A number with as many digits as say something.
pub fn digits(value: f64) -> String {
    match value.abs() {
        size if !size.is_finite() => "–".to_owned(),
        size if size >= 1_000.0 => number(value.round()),
        size if size >= 100.0 => format!("{value:.1}"),
        size if size >= 10.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

/// A value of a metric in its unit.
pub fn shown(metric: &Metric, value: f64) -> String {
    if metric.share { format!("{:.1} %", 100.0 * value) } else { digits(value) }
}

/// A quartile or an extreme: counts are whole numbers.
pub fn shown_whole(metric: &Metric, value: f64) -> String {
    if metric.share { format!("{:.0} %", 100.0 * value) } else { number(value) }
}

/// Whether quartiles say more than the mean: not where a game has all or nothing.
pub fn is_spread(metric: &Metric) -> bool {
    !metric.share || metric.group == COURSE
}

/// An interval in the unit of a metric.
pub fn shown_interval(metric: &Metric, interval: Interval) -> String {
    if metric.share {
        format!("{:.1} – {:.1} %", 100.0 * interval.low, 100.0 * interval.high)
    } else {
        format!("{} – {}", digits(interval.low), digits(interval.high))
    }
}

/// A difference with its sign, and how far it may be off.
pub fn shown_difference(metric: &Metric, mean: f64, half: f64) -> String {
    let factor = if metric.share { 100.0 } else { 1.0 };
    let unit = if metric.share { " points" } else { "" };
    let sign = if mean < 0.0 { "−" } else { "+" };
    let figure = |value: f64| if metric.share { format!("{value:.1}") } else { digits(value) };
    format!("{sign}{} ± {}{unit}", figure((mean * factor).abs()), figure(half * factor))
}

/// A text that fits into so many characters.
pub fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most { text.to_owned() } else { text.chars().take(most - 1).chain(['…']).collect() }
}

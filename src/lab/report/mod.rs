//! What the lab found, for people and for other programs: tables of text, JSON and CSV, and pages with plots.

pub mod data;
pub mod html;
pub mod page;
pub mod pages;
pub mod plot;
pub mod text;

use super::interval::Interval;
use crate::players;
use crate::sim::Metric;
use crate::sim::observer::COURSE;
use crate::words::{Message, fixed, msg, number, say, spoken};
use serde_json::Value;

/// What was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// The game's short name and its name for people.
    pub pack: String,
    pub game: String,
    /// What the batches are called in files, in order; the first is what the others are compared with.
    pub variants: Vec<String>,
    /// What people call them.
    pub names: Vec<String>,
    /// The kind of player in each seat.
    pub seats: Vec<String>,
    pub seed: u64,
    /// Games that were asked for, of each variant.
    pub asked: u64,
    /// The rules in force and every effective value, of each variant.
    pub settings: Vec<Value>,
    /// Where every game starts, when not from the beginning.
    pub position: Option<Position>,
}

/// A position of a recorded game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    pub trace: String,
    /// Moves made before it.
    pub moves: u64,
    pub round: u32,
}

impl Heading {
    /// One line that says it all.
    pub fn line(&self, reached: u64) -> String {
        let games = match (reached < self.asked, self.variants.len() > 1) {
            (false, false) => msg!("lab.games.all", n = reached),
            (false, true) => msg!("lab.games.each", n = reached),
            (true, false) => msg!("lab.games.some", n = reached, asked = self.asked),
            (true, true) => msg!("lab.games.some_each", n = reached, asked = self.asked),
        };
        let (variants, players, seed) = (self.names.join(", "), players(&self.seats), self.seed.to_string());
        let line = say!("lab.heading", game = &self.game, variants, players, seed, games);
        match &self.position {
            None => line,
            Some(Position { trace, moves, round }) => say!("lab.from_position", line, trace, moves = *moves, round = *round),
        }
    }
}

/// Who sits at a table; neighbours of a kind together.
fn players(seats: &[String]) -> Message {
    let alike = seats.chunk_by(|one, other| one == other);
    let several = alike.map(|kind| match kind.len() {
        1 => players::called(&kind[0]),
        n => msg!("lab.players_alike", n, kind = players::called(&kind[0])),
    });
    msg!("lab.players", list = several.collect::<Vec<_>>())
}

/// What metrics or elements stand under: an id the lexicon knows, or the words themselves.
pub fn heading(group: &str) -> String {
    if spoken().knows(group) { Message::new(group.to_owned()).to_string() } else { group.to_owned() }
}

/// A figure that is a share of a hundred.
pub fn percent(figure: String) -> String {
    say!("lab.percent", figure)
}

/// A number with as many digits as say something.
pub fn digits(value: f64) -> String {
    match value.abs() {
        size if !size.is_finite() => "–".to_owned(),
        size if size >= 1_000.0 => number(value.round()),
        size if size >= 100.0 => fixed(value, 1),
        size if size >= 10.0 => fixed(value, 2),
        _ => fixed(value, 3),
    }
}

/// A value of a metric in its unit.
pub fn shown(metric: &Metric, value: f64) -> String {
    if metric.share { percent(fixed(100.0 * value, 1)) } else { digits(value) }
}

/// A quartile or an extreme: counts are whole numbers.
pub fn shown_whole(metric: &Metric, value: f64) -> String {
    if metric.share { percent(fixed(100.0 * value, 0)) } else { number(value) }
}

/// Whether quartiles say more than the mean: not where a game has all or nothing.
pub fn is_spread(metric: &Metric) -> bool {
    !metric.share || metric.group == COURSE
}

/// An interval in the unit of a metric.
pub fn shown_interval(metric: &Metric, interval: Interval) -> String {
    if metric.share {
        percent(format!("{} – {}", fixed(100.0 * interval.low, 1), fixed(100.0 * interval.high, 1)))
    } else {
        format!("{} – {}", digits(interval.low), digits(interval.high))
    }
}

/// A difference with its sign, and how far it may be off.
pub fn shown_difference(metric: &Metric, mean: f64, half: f64) -> String {
    let factor = if metric.share { 100.0 } else { 1.0 };
    let sign = if mean < 0.0 { "−" } else { "+" };
    let figure = |value: f64| if metric.share { fixed(value, 1) } else { digits(value) };
    let difference = format!("{sign}{} ± {}", figure((mean * factor).abs()), figure(half * factor));
    if metric.share { say!("lab.points", difference) } else { difference }
}

/// A text that fits into so many characters.
pub fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most { text.to_owned() } else { text.chars().take(most - 1).chain(['…']).collect() }
}

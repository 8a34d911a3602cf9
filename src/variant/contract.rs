//! Contracts: what a variant promises about its games, such as `median_rounds = "25..45"`. Read and checked here; the lab
//! finds out whether they are kept.

use super::layer::Assigned;
use crate::limits;
use crate::problem::{Problem, Problems, Source};
use crate::sim::observer;
use crate::sim::{Metric, Ruleset};
use crate::words::{Message, figure, msg, say, span};
use serde_json::Value;
use std::ops::Range;

/// The section of a variant file.
pub const SECTION: &str = "contract";
/// Keys of the section that are no promises: for how many players it is made, and which kind of players.
const SEATS: &str = "seats";
const PLAYERS: &str = "players";

/// What the best seat, and the best place in the order of play, wins more than its fair part.
const ADVANTAGES: [(&str, Statistic); 2] =
    [("seat_advantage", Statistic::Advantage(observer::BY_SEAT)), ("turn_advantage", Statistic::Advantage(observer::BY_TURN))];
const PREFIXES: [(&str, Statistic); 7] = [
    ("any_", Statistic::Any),
    ("mean_", Statistic::Mean),
    ("median_", Statistic::Quantile(0.5)),
    ("q10_", Statistic::Quantile(0.1)),
    ("q25_", Statistic::Quantile(0.25)),
    ("q75_", Statistic::Quantile(0.75)),
    ("q90_", Statistic::Quantile(0.9)),
];

/// What is asked of many games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Statistic {
    /// Of a metric.
    Mean,
    /// What this share of the games does not exceed, of a metric.
    Quantile(f64),
    /// In which share of the games a metric is anything but 0.
    Any,
    /// Of the best among the wins of this group.
    Advantage(&'static str),
}

/// Between which numbers it must lie.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bound {
    pub low: f64,
    pub high: f64,
    /// The ends themselves are allowed.
    pub inclusive: bool,
}

impl Bound {
    /// Reads `25..45`, `<0.05`, `<=40`, `>0.2` or `>=1`.
    fn parse(text: &str) -> Option<Self> {
        let number = |text: &str| text.trim().replace('_', "").parse::<f64>().ok().filter(|n| n.is_finite());
        let below = |high: &str, inclusive| Some(Self { low: f64::NEG_INFINITY, high: number(high)?, inclusive });
        let above = |low: &str, inclusive| Some(Self { low: number(low)?, high: f64::INFINITY, inclusive });
        let text = text.trim();
        if let Some((low, high)) = text.split_once("..") {
            let bound = Self { low: number(low)?, high: number(high)?, inclusive: true };
            return (bound.low <= bound.high).then_some(bound);
        }
        let forms = [text.strip_prefix("<="), text.strip_prefix('<'), text.strip_prefix(">="), text.strip_prefix('>')];
        match forms {
            [Some(high), ..] => below(high, true),
            [_, Some(high), ..] => below(high, false),
            [_, _, Some(low), _] => above(low, true),
            [_, _, _, Some(low)] => above(low, false),
            _ => None,
        }
    }

    pub fn holds(self, value: f64) -> bool {
        if self.inclusive { (self.low..=self.high).contains(&value) } else { self.low < value && value < self.high }
    }
}

/// One promise.
#[derive(Debug, Clone, PartialEq)]
pub struct Clause {
    /// As it is written, such as `median_rounds`.
    pub name: String,
    pub statistic: Statistic,
    /// The key of the metric it is about; empty for a promise about all seats.
    pub metric: String,
    pub bound: Bound,
    /// The bound as it is written.
    pub text: String,
    /// The line of the file it stands on.
    pub line: usize,
}

impl Clause {
    /// What it is about, as people call it.
    pub fn about(&self, metrics: &[Metric]) -> Message {
        let known = metrics.iter().find(|metric| metric.key == self.metric);
        let what = || known.map_or_else(|| Message::verbatim(&self.metric), |metric| metric.label.clone());
        match self.statistic {
            Statistic::Mean => what(),
            Statistic::Quantile(0.5) => msg!("variant.contract.median_of", what = what()),
            Statistic::Quantile(share) => msg!("variant.contract.at_most", what = what(), percent = figure(100.0 * share, 0)),
            Statistic::Any => msg!("variant.contract.any_of", what = what()),
            Statistic::Advantage(observer::BY_SEAT) => msg!("variant.contract.best_seat"),
            Statistic::Advantage(_) => msg!("variant.contract.best_turn"),
        }
    }
}

/// What a variant promises; a variant that extends it promises nothing by that.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Contract {
    pub clauses: Vec<Clause>,
    /// For how many players; the usual number when it is left out.
    pub seats: Option<usize>,
    /// The kind of player in every seat.
    pub players: Option<String>,
    /// Where it says so.
    pub players_at: Range<usize>,
}

/// Reads the section of a variant whose rules are built.
pub fn read(entries: &[Assigned], source: &Source, rules: &Ruleset, problems: &mut Problems) -> Option<Contract> {
    if entries.is_empty() {
        return None;
    }
    let mut contract = Contract::default();
    let at = |entry: &Assigned, message: Message| Problem::at(source, entry.span.clone(), message);
    if let Some(entry) = entries.get(limits::CLAUSES) {
        let problem = at(entry, msg!("variant.contract.entries", n = entries.len()));
        problems.push(problem.allowed(msg!("variant.contract.up_to", n = limits::CLAUSES)));
        return None;
    }
    for entry in entries {
        if entry.key == SEATS {
            let seats = entry.value.as_u64().map(|seats| seats as usize);
            contract.seats = seats.filter(|seats| rules.seats().contains(seats));
            if contract.seats.is_none() {
                let (fewest, most) = rules.seats().into_inner();
                let problem = at(entry, msg!("variant.contract.seats"));
                problems.push(problem.allowed(span(fewest, most)));
            }
        } else if entry.key == PLAYERS {
            contract.players_at = entry.span.clone();
            contract.players = entry.value.as_str().map(str::to_owned);
            if contract.players.is_none() {
                let problem = at(entry, msg!("variant.contract.players"));
                problems.push(problem.allowed(msg!("variant.contract.kinds")));
            }
        }
    }
    let seats = contract.seats.unwrap_or_else(|| rules.pack.usual_seats(rules));
    let metrics = observer::metrics(rules, seats as u8);
    for entry in entries.iter().filter(|entry| ![SEATS, PLAYERS].contains(&entry.key.as_str())) {
        match clause(entry, source, &metrics) {
            Ok(clause) => contract.clauses.push(clause),
            Err(problem) => problems.push(*problem),
        }
    }
    Some(contract)
}

fn clause(entry: &Assigned, source: &Source, metrics: &[Metric]) -> Result<Clause, Box<Problem>> {
    let name = entry.key.as_str();
    let wrong = |message: Message| Problem::at(source, entry.span.clone(), message);
    let (statistic, metric) = meaning(name, metrics).ok_or_else(|| {
        let keys: Vec<&str> = metrics.iter().map(|metric| metric.key.as_str()).collect();
        let all: Vec<String> =
            PREFIXES.iter().flat_map(|(prefix, _)| keys.iter().map(move |key| format!("{prefix}{key}"))).collect();
        let known = ADVANTAGES
            .map(|(name, _)| name)
            .into_iter()
            .chain([SEATS, PLAYERS])
            .chain(keys.iter().copied())
            .chain(all.iter().map(String::as_str));
        wrong(msg!("variant.contract.nothing_measured", name))
            .allowed(msg!(
                "variant.contract.measures",
                advantages = ADVANTAGES.map(|(name, _)| name).join(", "),
                keys = keys.join(", ")
            ))
            .did_you_mean(name, known)
    })?;
    let text = entry.value.as_str().map(str::to_owned);
    let bound = text.as_deref().and_then(Bound::parse);
    let bound = bound.ok_or_else(|| wrong(msg!("variant.contract.no_bound", name)).allowed(msg!("variant.contract.bounds")))?;
    let line = source.line_of(entry.span.start);
    Ok(Clause { name: name.to_owned(), statistic, metric, bound, text: text.unwrap_or_default(), line })
}

/// The statistic and the metric a name stands for.
fn meaning(name: &str, metrics: &[Metric]) -> Option<(Statistic, String)> {
    let known = |key: &str| metrics.iter().any(|metric| metric.key == key);
    if let Some((_, advantage)) = ADVANTAGES.iter().find(|(known, _)| *known == name) {
        return Some((*advantage, String::new()));
    }
    if known(name) {
        return Some((Statistic::Mean, name.to_owned()));
    }
    PREFIXES.iter().find_map(|(prefix, statistic)| {
        let key = name.strip_prefix(prefix).filter(|key| known(key))?;
        Some((*statistic, key.to_owned()))
    })
}

/// The section in a JSON Schema.
pub fn schema() -> Value {
    serde_json::json!({
        "type": "object",
        "description": say!("variant.schema.contract"),
        "properties": {
            SEATS: {"type": "integer", "description": say!("variant.schema.seats")},
            PLAYERS: {"type": "string", "description": say!("variant.schema.players")},
            "seat_advantage": {"type": "string", "description": say!("variant.schema.seat_advantage")},
            "turn_advantage": {"type": "string", "description": say!("variant.schema.turn_advantage")},
            "median_rounds": {"type": "string", "description": say!("variant.schema.median_rounds")},
        },
        "additionalProperties": {"type": "string", "pattern": "^\\s*(-?[0-9_.]+\\.\\.-?[0-9_.]+|[<>]=?\\s*-?[0-9_.]+)\\s*$"},
    })
}

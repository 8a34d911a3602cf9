//! Sweeping settings: a grid of values, every point of it played with the same seeds and compared with the variant as it is.

use super::LabError;
use super::alter::{altered, declared};
use super::compare::Comparison;
use super::games::Games;
use super::run::Batch;
use crate::problem::{Problem, Problems};
use crate::variant::Variant;
use crate::variant::declare::{Kind, Setting};
use crate::variant::edit::value_of;
use crate::words::{Message, msg, say};
use serde_json::{Value, json};

/// A setting and the values it takes, one after another.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    pub key: String,
    pub values: Vec<Value>,
    /// What people call it, and each of its values.
    pub name: Message,
    words: Vec<Message>,
}

/// The most points of a grid.
pub const MOST_POINTS: usize = 400;
/// The most values of one setting.
const MOST_VALUES: usize = 100;
/// Every value of a range is taken while there are not more than these; else as many of them, evenly spread.
const ALL_UP_TO: i64 = 12;
const SPREAD: usize = 5;

impl Axis {
    /// Reads `victory.goal=200000..400000/5`, `ports.capacity.4=3..5`, `bumping.overflow=after_port,before_port`, or just a
    /// key for all that is declared.
    pub fn parse(text: &str, variant: &Variant) -> Result<Self, Problem> {
        Self::read("--set", text, variant, &between)
    }

    /// Reads the same for a search: of a long range, many round values.
    pub fn fine(text: &str, variant: &Variant) -> Result<Self, Problem> {
        Self::read("--vary", text, variant, &round_values)
    }

    fn read(option: &str, text: &str, variant: &Variant, between: Between<'_>) -> Result<Self, Problem> {
        let (key, values) = text.split_once('=').map_or((text, None), |(key, values)| (key, Some(values)));
        let key = key.trim();
        let setting = declared(variant, key)?;
        let wrong = |message: Message| Problem::about(format!("{option} {text}"), message).allowed(msg!("lab.set.forms"));
        let values = match values {
            None => whole_range(setting, between).ok_or_else(|| wrong(msg!("lab.set.no_range", key)))?,
            Some(values) => match values.split_once("..") {
                Some((low, rest)) => {
                    span(setting, low, rest, between).ok_or_else(|| wrong(msg!("lab.set.not_a_range", values)))?
                }
                None => values.split(',').map(|value| value_of(value.trim())).collect(),
            },
        };
        for value in &values {
            setting.check(value).map_err(|message| {
                Problem::about(format!("{option} {text}"), msg!("lab.set.value", key, message)).allowed(setting.allowed())
            })?;
        }
        if values.is_empty() || values.len() > MOST_VALUES {
            return Err(wrong(msg!("lab.set.count", n = values.len())));
        }
        let words = values.iter().map(|value| setting.in_words(value)).collect();
        Ok(Self { key: key.to_owned(), values, name: setting.full_name(key), words })
    }

    /// Its values in words.
    pub fn said(&self) -> Vec<String> {
        self.words.iter().map(ToString::to_string).collect()
    }
}

/// The values of a range of a kind of setting, when nobody says how many.
type Between<'a> = &'a dyn Fn(Kind, f64, f64) -> Vec<Value>;

/// Values a search may take of a long range.
const FINE: f64 = 40.0;

/// About so many values of a range: whole ones where they must be, and steps of 1, 2 or 5 and noughts, with both ends.
fn round_values(kind: Kind, low: f64, high: f64) -> Vec<Value> {
    let whole = kind != Kind::Number;
    let mut step = if whole { 1.0 } else { 1e-6 };
    let mut factors = [2.0, 2.5, 2.0].into_iter().cycle();
    while (high - low) / step > FINE {
        step *= factors.next().unwrap_or(2.0);
    }
    let value = |at: f64| if whole { json!(at.round() as i64) } else { json!((at * 1e6).round() / 1e6) };
    let first = (low / step).ceil();
    let count = ((high / step).floor() - first).max(-1.0) as i64 + 1;
    let mut values = vec![value(low)];
    values.extend((0..count).map(|number| value((first + number as f64) * step)));
    values.push(value(high));
    values.dedup();
    values
}

fn whole_range(setting: &Setting, between: Between<'_>) -> Option<Vec<Value>> {
    match (setting.kind, setting.range) {
        (Kind::Bool, _) => Some(vec![json!(false), json!(true)]),
        (Kind::Choice, _) => Some(setting.one_of.iter().map(|choice| json!(choice)).collect()),
        (Kind::Int | Kind::ByPlayers | Kind::Number, Some([low, high])) => Some(between(setting.kind, low, high)),
        _ => None,
    }
}

/// `LOW..HIGH` or `LOW..HIGH/POINTS`.
fn span(setting: &Setting, low: &str, rest: &str, between: Between<'_>) -> Option<Vec<Value>> {
    let number = |text: &str| text.trim().replace('_', "").parse::<f64>().ok().filter(|n| n.is_finite());
    let (high, points) = match rest.split_once('/') {
        Some((high, points)) => (high, Some(points.trim().parse::<usize>().ok().filter(|n| (2..=MOST_VALUES).contains(n))?)),
        None => (rest, None),
    };
    let (low, high) = (number(low)?, number(high)?);
    let numeric = matches!(setting.kind, Kind::Int | Kind::ByPlayers | Kind::Number);
    if low > high || !numeric {
        return None;
    }
    Some(points.map_or_else(|| between(setting.kind, low, high), |points| spread(setting.kind, low, high, points)))
}

/// The values of a range when nobody says how many: all of them while they are few.
fn between(kind: Kind, low: f64, high: f64) -> Vec<Value> {
    if kind != Kind::Number && high - low < ALL_UP_TO as f64 {
        return (low as i64..=high as i64).map(Value::from).collect();
    }
    spread(kind, low, high, SPREAD)
}

/// Evenly spread values with both ends; whole ones where the setting wants them, each once.
fn spread(kind: Kind, low: f64, high: f64, points: usize) -> Vec<Value> {
    let at = |point: usize| low + (high - low) * point as f64 / (points - 1) as f64;
    let value = |at: f64| if kind == Kind::Number { json!(at) } else { json!(at.round() as i64) };
    let mut values: Vec<Value> = (0..points).map(|point| value(at(point))).collect();
    values.dedup();
    values
}

/// A grid and what came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Sweep {
    pub axes: Vec<Axis>,
    /// The values of each point, in the order of the axes; the last axis changes fastest.
    pub points: Vec<Vec<Value>>,
    /// The variant as it is, then every point.
    pub comparison: Comparison,
}

impl Sweep {
    /// A point in words, such as “Money to win: 200,000”.
    pub fn words(axes: &[Axis], point: &[Value]) -> String {
        let part = |(axis, value): (&Axis, &Value)| {
            let value = axis.values.iter().position(|known| known == value).and_then(|at| axis.words.get(at));
            value.map(|value| say!("lab.set.point", setting = &axis.name, value))
        };
        axes.iter().zip(point).filter_map(part).collect::<Vec<_>>().join(", ")
    }

    /// A point as other programs read it, such as `victory.goal 200000, ports.capacity.4 3`.
    pub fn name(axes: &[Axis], point: &[Value]) -> String {
        let parts = axes.iter().zip(point).map(|(axis, value)| format!("{} {}", axis.key, shown(value)));
        parts.collect::<Vec<_>>().join(", ")
    }
}

/// A value as it is typed.
pub fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Every point of a grid.
pub fn grid(axes: &[Axis]) -> Result<Vec<Vec<Value>>, Problem> {
    let count = axes.iter().try_fold(1usize, |count, axis| count.checked_mul(axis.values.len()));
    if count.is_none_or(|count| count > MOST_POINTS) {
        let problem = Problem::about("--set", msg!("lab.set.grid", most = MOST_POINTS));
        return Err(problem.remedy(msg!("lab.set.fewer")));
    }
    let mut points = vec![Vec::new()];
    for axis in axes {
        let longer = |point: &Vec<Value>| {
            axis.values.iter().map(|value| [point.clone(), vec![value.clone()]].concat()).collect::<Vec<_>>()
        };
        points = points.iter().flat_map(longer).collect();
    }
    Ok(points)
}

/// The batches of a sweep: the variant as it is, then every point. All points that cannot be played are told at once.
pub fn batches(variant: &Variant, base: &Batch, axes: &[Axis], points: &[Vec<Value>]) -> Result<Vec<Batch>, Problems> {
    let mut problems = Problems::default();
    let mut batches = vec![base.clone()];
    for point in points {
        let values: Vec<(&str, &Value)> = axes.iter().map(|axis| axis.key.as_str()).zip(point).collect();
        match altered(variant, &values) {
            Ok(rules) if rules.seats().contains(&base.seats.len()) => batches.push(Batch { rules, ..base.clone() }),
            Ok(_) => problems.push(Problem::about(Sweep::name(axes, point), msg!("lab.set.other_players"))),
            Err(problem) => problems.push(Problem { path: Sweep::name(axes, point), ..problem }),
        }
    }
    problems.unless_errors(batches).map(|(batches, _)| batches)
}

/// Plays the grid.
pub fn sweep(axes: Vec<Axis>, points: Vec<Vec<Value>>, batches: &[Batch], games: &Games<'_>) -> Result<Sweep, LabError> {
    let comparison = games.compare(batches)?;
    Ok(Sweep { axes, points, comparison })
}

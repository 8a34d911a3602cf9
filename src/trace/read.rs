//! Reading traces: every line is checked to be an object with a type, and the header to be one we understand.

use super::FORMAT;
use crate::packs;
use crate::problem::{Problem, Problems, Source};
use crate::sim::game::span;
use crate::sim::rule::{Ruleset, all_reasons};
use crate::sim::{Blueprint, Pack};
use serde_json::Value;
use std::sync::Arc;

/// The first line, understood.
pub struct Header {
    pub pack: &'static dyn Pack,
    pub seats: Vec<String>,
    pub seed: u64,
    pub rules: Arc<Ruleset>,
    /// The whole header, for fields a reader may know and others need not.
    pub extra: Value,
}

/// One event line.
pub struct Line {
    /// From 1.
    pub number: usize,
    pub kind: String,
    pub value: Value,
}

/// A trace file, read but not yet replayed.
pub struct Trace {
    pub source: Source,
    pub header: Header,
    pub lines: Vec<Line>,
}

impl Trace {
    pub fn parse(source: Source) -> Result<Self, Problems> {
        let mut values = Vec::new();
        for (index, text) in source.text.lines().enumerate() {
            if text.trim().is_empty() {
                continue;
            }
            values.push(parse_line(&source, index + 1, text)?);
        }
        let mut values = values.into_iter();
        let first = values.next().ok_or_else(|| {
            Problem::about(&source.path, "the trace is empty").remedy("record one with `triangulum run --trace FILE`")
        })?;
        let header = read_header(&first.value).map_err(|message| Problem::on_line(&source, first.number, message))?;
        Ok(Self { header, lines: values.collect(), source })
    }
}

fn parse_line(source: &Source, number: usize, text: &str) -> Result<Line, Problem> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let start: usize = source.text.split_inclusive('\n').take(number - 1).map(str::len).sum();
        // The parser counts lines from this one; the place is shown by the problem itself.
        let text_of_error = error.to_string();
        let reason = text_of_error.split(" at line ").next().unwrap_or_default();
        let at = start + error.column().saturating_sub(1).min(text.len());
        let problem = Problem::at(source, at..at + 1, format!("this line is not a JSON object: {reason}"));
        if error.is_eof() { problem.remedy("the file was cut off; remove the last line to use what is left") } else { problem }
    })?;
    match value.get("type").and_then(Value::as_str) {
        Some(kind) => Ok(Line { number, kind: kind.to_owned(), value }),
        None => Err(Problem::on_line(source, number, "this line has no \"type\"")),
    }
}

fn read_header(value: &Value) -> Result<Header, String> {
    if value["type"] != "header" {
        return Err("a trace begins with its header".into());
    }
    match value["format"].as_u64() {
        Some(FORMAT) => {}
        Some(other) => return Err(format!("this trace has format {other}; this program reads format {FORMAT}")),
        None => return Err("the header has no format number".into()),
    }
    let name = value["pack"].as_str().ok_or("the header does not name a pack")?;
    let pack = packs::find(name).ok_or_else(|| format!("there is no game called `{name}`"))?;
    let seats: Option<Vec<String>> = serde_json::from_value(value["seats"].clone()).ok();
    let seats = seats.ok_or("the header's seats are not a list of texts")?;
    let seed = value["seed"].as_str().and_then(|seed| seed.parse().ok());
    let seed = seed.ok_or("the header's seed is not a number in quotes")?;
    let variant = value["variant"].as_str().unwrap_or("unknown");
    let blueprint = Blueprint::from_json(pack.name(), variant, &value["settings"])?;
    let board = pack.read_trace_board(&value["board"])?;
    let rules = Ruleset::build(pack, blueprint, &board)
        .map_err(|errors| format!("the header's settings do not work: {}", all_reasons(&errors)))?;
    if !rules.seats().contains(&seats.len()) {
        let (fewest, most) = rules.seats().into_inner();
        return Err(format!("the header has {} seats; {name} is for {}", seats.len(), span(fewest, most)));
    }
    Ok(Header { pack, seats, seed, rules: Arc::new(rules), extra: value.clone() })
}

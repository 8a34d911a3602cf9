//! Reading traces: every line is checked to be an object with a type, and the header to be one we understand.

use super::super::cast::{SeatCard, from_header};
use super::chain::{Seal, inspect};
use super::{FORMAT, HASH_RECIPE, REVISION};
use crate::packs;
use crate::problem::{Problem, Problems, Source};
use crate::sim::rule::{Ruleset, all_reasons};
use crate::sim::{Blueprint, Pack};
use crate::variant::Library;
use crate::words::span;
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
    /// Format, revision of the native rules, recipe of the hash.
    versions: [u64; 3],
}

impl Header {
    /// Who sits where.
    pub fn cast(&self) -> Vec<SeatCard> {
        from_header(self.pack, &self.seats, &self.extra["players"])
    }

    /// Whether this very program could have recorded it, so that every event and hash can be verified.
    pub fn is_of_this_program(&self) -> bool {
        self.versions == [FORMAT, REVISION, HASH_RECIPE]
    }

    pub(in crate::table) fn is_older_format(&self) -> bool {
        self.versions[0] < FORMAT
    }

    /// Whether its hashes are made the way this program makes them.
    pub fn is_of_this_hash(&self) -> bool {
        self.versions[2] == HASH_RECIPE
    }

    /// Which rules it was recorded under, and which ones there are here.
    pub(in crate::table) fn whose(&self) -> String {
        let [format, revision, _] = self.versions;
        let program = self.extra["program"].as_str().map(|program| format!(" by version {program}")).unwrap_or_default();
        format!(
            "it was recorded{program} (format {format}, rules {revision}); this version has rules {REVISION} and cannot verify it"
        )
    }
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
    /// Whether it is as it was written.
    pub seal: Seal,
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
        let seal = inspect(&source, &values);
        let mut values = values.into_iter();
        let first = values.next().ok_or_else(|| {
            Problem::about(&source.path, "the trace is empty").remedy("record one with `triangulum run --trace FILE`")
        })?;
        let header = read_header(&first.value).map_err(|message| Problem::on_line(&source, first.number, message))?;
        Ok(Self { header, lines: values.collect(), source, seal })
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
    let format = value["format"].as_u64().ok_or("the header has no format number")?;
    if !(1..=FORMAT).contains(&format) {
        return Err(format!("this trace has format {format}; this program reads formats 1 to {FORMAT}"));
    }
    // Format 1 knew neither revisions nor recipes.
    let versions = [format, value["rules"].as_u64().unwrap_or(1), value["hash"].as_u64().unwrap_or(1)];
    let name = value["pack"].as_str().ok_or("the header does not name a pack")?;
    let pack = packs::find(name).ok_or_else(|| format!("there is no game called `{name}`"))?;
    let seats: Option<Vec<String>> = serde_json::from_value(value["seats"].clone()).ok();
    let seats = seats.ok_or("the header's seats are not a list of texts")?;
    let seed = value["seed"].as_str().and_then(|seed| seed.parse().ok());
    let seed = seed.ok_or("the header's seed is not a number in quotes")?;
    let variant = value["variant"].as_str().unwrap_or("unknown");
    let mut blueprint = Blueprint::from_json(pack.name(), variant, &value["settings"])?;
    let catalogue = Library::built_in().catalogue(pack).map_err(|problems| problems.to_string())?;
    catalogue.complete(&mut blueprint);
    catalogue.check(&blueprint.settings).map_err(|message| format!("the header's settings do not work: {message}"))?;
    let board = pack.read_trace_board(&value["board"])?;
    let rules = Ruleset::build(pack, blueprint, &board)
        .map_err(|errors| format!("the header's settings do not work: {}", all_reasons(&errors)))?;
    if !rules.seats().contains(&seats.len()) {
        let (fewest, most) = rules.seats().into_inner();
        return Err(format!("the header has {} seats; {name} is for {}", seats.len(), span(fewest, most)));
    }
    Ok(Header { pack, seats, seed, rules: Arc::new(rules), extra: value.clone(), versions })
}

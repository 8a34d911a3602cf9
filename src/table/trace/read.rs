//! Reading traces: every line is checked to be an object with a type, and the header to be one we understand.

use super::super::cast::{SeatCard, from_header};
use super::chain::{Seal, inspect};
use super::{FORMAT, HASH_RECIPE, OWN_REVISION, REVISION};
use crate::packs;
use crate::problem::{Problem, Problems, Source};
use crate::sim::blueprint::all_reasons;
use crate::sim::ruleset::Ruleset;
use crate::sim::{Blueprint, Pack};
use crate::variant::Library;
use crate::words::{Message, msg, span};
use serde_json::Value;
use std::sync::Arc;

/// What a header says instead of a board that came with the program.
pub(in crate::table) const PRINTED: &str = "printed";
/// Where a brief trace has the hash of its last position.
pub(in crate::table) const END: &str = "end";

/// The first line, understood.
pub struct Header {
    pub pack: &'static dyn Pack,
    pub seats: Vec<String>,
    pub seed: u64,
    pub rules: Arc<Ruleset>,
    /// The whole header, for fields a reader may know and others need not.
    pub extra: Value,
    /// Format, revision of the native rules, recipe of the hash, revision of the pack's own rules.
    versions: [u64; 4],
}

impl Header {
    /// Who sits where.
    pub fn cast(&self) -> Vec<SeatCard> {
        from_header(self.pack, &self.seats, &self.extra["players"])
    }

    /// Whether this very program could have recorded it, so that every event and hash can be verified.
    pub fn is_of_this_program(&self) -> bool {
        self.versions == [FORMAT, REVISION, HASH_RECIPE, self.pack.revision()]
    }

    pub(in crate::table) fn is_older_format(&self) -> bool {
        self.versions[0] < FORMAT
    }

    /// Whether its hashes are made the way this program makes them.
    pub fn is_of_this_hash(&self) -> bool {
        self.versions[2] == HASH_RECIPE
    }

    /// Which rules it was recorded under, and which ones there are here.
    pub(in crate::table) fn whose(&self) -> Message {
        let [format, rules, _, own] = self.versions;
        let said = |rules: u64, own: u64| if own == 0 { rules.to_string() } else { format!("{rules}.{own}") };
        let (revision, ours) = (said(rules, own), said(REVISION, self.pack.revision()));
        match self.extra["program"].as_str() {
            Some(program) => msg!("table.trace.recorded_by", program, format, revision, ours),
            None => msg!("table.trace.recorded", format, revision, ours),
        }
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
    /// It tells what was done and nothing of what followed.
    pub(in crate::table) is_brief: bool,
}

impl Trace {
    /// Reads a trace that has nothing in it but its header and what was done.
    pub(in crate::table) fn brief(source: Source) -> Result<Self, Problems> {
        Ok(Self { is_brief: true, ..Self::parse(source)? })
    }

    /// How many moves were made.
    pub fn moves(&self) -> usize {
        self.lines.iter().filter(|line| line.kind == "command").count()
    }

    pub fn parse(source: Source) -> Result<Self, Problems> {
        let (lines, wrong) = parse_lines(&source);
        let seal = inspect(&source, &lines);
        if let Some(wrong) = wrong {
            return Err(seal.explain(wrong));
        }
        let mut lines = lines.into_iter();
        let first = lines
            .next()
            .ok_or_else(|| Problem::about(&source.path, msg!("table.trace.empty")).remedy(msg!("table.trace.record_one")))?;
        let header = read_header(&first.value).map_err(|message| {
            let is_later = first.value["format"].as_u64().is_some_and(|format| format > FORMAT);
            let remedy = if is_later { msg!("table.trace.later_version") } else { another_copy() };
            seal.explain(Problem::on_line(&source, first.number, message).remedy(remedy))
        })?;
        Ok(Self { header, lines: lines.collect(), source, seal, is_brief: false })
    }

    /// What is wrong with a text that is known to be no trace, after the damage that explains it.
    pub(in crate::table) fn explain(source: &Source, problem: Problem) -> Problems {
        inspect(source, &parse_lines(source).0).explain(problem)
    }
}

/// What helps against a file that is not as a program wrote it.
fn another_copy() -> Message {
    msg!("table.trace.another_copy")
}

/// Every line that can be read, and the first that cannot: what follows it tells by its checksums where the damage is.
fn parse_lines(source: &Source) -> (Vec<Line>, Option<Problem>) {
    let (mut lines, mut wrong) = (Vec::new(), None);
    for (text, number) in source.text.lines().zip(1..).filter(|(text, _)| !text.trim().is_empty()) {
        match parse_line(source, number, text) {
            Ok(line) => lines.push(line),
            Err(problem) => wrong = wrong.or(Some(problem)),
        }
    }
    (lines, wrong)
}

fn parse_line(source: &Source, number: usize, text: &str) -> Result<Line, Problem> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        // The parser counts lines from this one; the place is shown by the problem itself.
        let text_of_error = error.to_string();
        let reason = text_of_error.split(" at line ").next().unwrap_or_default();
        let at = source.start_of(number) + error.column().saturating_sub(1).min(text.len());
        let problem = Problem::at(source, at..at + 1, msg!("table.trace.no_json")).detail(reason);
        problem.remedy(if error.is_eof() { msg!("table.trace.remove_last") } else { another_copy() })
    })?;
    match value.get("type").and_then(Value::as_str) {
        Some(kind) => Ok(Line { number, kind: kind.to_owned(), value }),
        None => Err(Problem::on_line(source, number, msg!("table.trace.no_type")).remedy(another_copy())),
    }
}

fn read_header(value: &Value) -> Result<Header, Message> {
    if value["type"] != "header" {
        return Err(msg!("table.trace.no_header"));
    }
    let format = value["format"].as_u64().ok_or_else(|| msg!("table.trace.no_format"))?;
    if !(1..=FORMAT).contains(&format) {
        return Err(msg!("table.trace.format", format, ours = FORMAT));
    }
    // Format 1 knew neither revisions nor recipes.
    let [rules, hash] = ["rules", "hash"].map(|key| value[key].as_u64().unwrap_or(1));
    let versions = [format, rules, hash, value[OWN_REVISION].as_u64().unwrap_or(0)];
    let name = value["pack"].as_str().ok_or_else(|| msg!("table.trace.no_pack"))?;
    let pack = packs::find(name).ok_or_else(|| msg!("variant.load.no_game", name))?;
    let seats: Option<Vec<String>> = serde_json::from_value(value["seats"].clone()).ok();
    let seats = seats.ok_or_else(|| msg!("table.trace.seats_no_list"))?;
    let seed = value["seed"].as_str().and_then(|seed| seed.parse().ok());
    let seed = seed.ok_or_else(|| msg!("table.trace.seed"))?;
    let variant = value["variant"].as_str().unwrap_or("unknown");
    let mut blueprint = Blueprint::from_json(pack.name(), variant, &value["settings"])?;
    let catalogue = Library::built_in().catalogue(pack).map_err(|problems| Message::verbatim(problems.to_string()))?;
    catalogue.complete(&mut blueprint);
    catalogue.check(&blueprint.settings).map_err(|why| msg!("table.trace.settings", why))?;
    let board = match &value["board"] {
        Value::String(which) if which == PRINTED => catalogue.board.clone(),
        board => pack.read_trace_board(board)?,
    };
    let rules =
        Ruleset::build(pack, blueprint, &board).map_err(|errors| msg!("table.trace.settings", why = all_reasons(&errors)))?;
    if !rules.seats().contains(&seats.len()) {
        let (fewest, most) = rules.seats().into_inner();
        return Err(msg!("table.trace.seats", n = seats.len(), pack = pack.title(), span = span(fewest, most)));
    }
    Ok(Header { pack, seats, seed, rules: Arc::new(rules), extra: value.clone(), versions })
}

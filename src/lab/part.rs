//! Parts of a batch: any scheduler can spread a batch over machines, each writes a part file, and the parts add up to
//! exactly what one machine would have found.

use super::run::Batch;
use super::tally::Tally;
use crate::packs::{self, REVISION};
use crate::problem::{Problem, Problems, Source};
use crate::seal::{Sum, push_sealed, split};
use crate::sim::rule::all_reasons;
use crate::sim::{Blueprint, Chance, Game, Ruleset};
use crate::variant::Library;
use serde_json::{Value, json};
use std::ops::Range;
use std::sync::Arc;

/// The version of part files.
const FORMAT: u64 = 2;
/// The last field: a checksum of everything before it.
const CHECKSUM: &str = "checksum";
/// The version of the program: games of another one may go another way.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// One of so many parts, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    pub number: u64,
    pub of: u64,
}

impl Shard {
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Reads `3/64`.
    pub fn parse(text: &str) -> Option<Self> {
        let (number, of) = text.split_once('/')?;
        let shard = Self { number: number.trim().parse().ok()?, of: of.trim().parse().ok()? };
        (1..=shard.of).contains(&shard.number).then_some(shard)
    }

    /// The games of a batch that belong to this part.
    pub fn numbers(self, games: u64) -> Range<u64> {
        let until = |part: u64| (u128::from(games) * u128::from(part) / u128::from(self.of)) as u64;
        until(self.number - 1)..until(self.number)
    }
}

/// A part as its file keeps it.
pub struct Part {
    pub batch: Batch,
    pub numbers: Range<u64>,
    pub tally: Tally,
}

impl Part {
    /// What parts of one batch have in common.
    fn header(&self) -> Value {
        let Batch { rules, seats, seed, games, .. } = &self.batch;
        let board = Game::new(rules.clone(), seats.len(), Chance::seeded(0)).map(|game| rules.pack.trace_board(&game));
        json!({
            "type": "lab_part",
            "format": FORMAT,
            "program": PROGRAM,
            "rules": REVISION,
            "pack": rules.pack.name(),
            "variant": rules.blueprint.variant,
            "seats": seats,
            "seed": seed.to_string(),
            "games": games,
            "settings": rules.blueprint.to_json(),
            "board": board.unwrap_or_default(),
        })
    }

    /// The whole file.
    pub fn to_text(&self) -> String {
        let mut part = self.header();
        part["from"] = self.numbers.start.into();
        part["to"] = self.numbers.end.into();
        part["tally"] = self.tally.to_json();
        let mut text = String::new();
        push_sealed(&mut text, &mut Sum::default(), &part.to_string(), CHECKSUM);
        text
    }

    /// Reads a part file; the problem says what is wrong with it.
    pub fn read(source: &Source) -> Result<Self, Problems> {
        let value: Value = serde_json::from_str(&source.text).map_err(|error| {
            let reason = error.to_string();
            let problem = Problem::on_line(source, error.line().max(1), format!("this is not JSON: {reason}"));
            if error.is_eof() { problem.remedy("the file was cut off; run this part again") } else { problem }
        })?;
        let wrong = |message: String, remedy: String| Problems::from(Problem::about(&source.path, message).remedy(remedy));
        let other = |message: String| wrong(message, "write part files with `triangulum lab run --shard 1/4 --out FILE`".into());
        if value["type"] != "lab_part" {
            return Err(other("this is not a part file".into()));
        }
        let again = || "run this part again with this version, or merge all parts with the version that wrote them".to_owned();
        if value["format"] != FORMAT {
            return Err(wrong(format!("this part file has format {}, not {FORMAT}", value["format"]), again()));
        }
        // Before anything in it is believed.
        if !is_whole(&source.text) {
            let message = "the file is not as it was written: its checksum is another".to_owned();
            return Err(wrong(message, "take another copy of it, or run this part again".into()));
        }
        if value["program"] != PROGRAM || value["rules"] != REVISION {
            let program = value["program"].as_str().unwrap_or("another");
            let message = format!(
                "this part was written by version {program} (rules {}), not {PROGRAM} (rules {REVISION})",
                value["rules"]
            );
            return Err(wrong(message, again()));
        }
        Self::from_json(&value).map_err(other)
    }

    fn from_json(value: &Value) -> Result<Self, String> {
        let name = value["pack"].as_str().unwrap_or_default();
        let pack = packs::find(name).ok_or_else(|| format!("there is no game called `{name}`"))?;
        let blueprint = Blueprint::from_json(pack.name(), value["variant"].as_str().unwrap_or("unknown"), &value["settings"])?;
        let catalogue = Library::built_in().catalogue(pack).map_err(|problems| problems.to_string())?;
        catalogue.check(&blueprint.settings)?;
        let board = pack.read_trace_board(&value["board"])?;
        let rules = Ruleset::build(pack, blueprint, &board).map_err(|errors| all_reasons(&errors))?;
        let seats: Option<Vec<String>> = serde_json::from_value(value["seats"].clone()).ok();
        let seats = seats.ok_or("its seats are not a list of texts")?;
        let seed = value["seed"].as_str().and_then(|seed| seed.parse().ok()).ok_or("its seed is not a number in quotes")?;
        let number = |key: &str| value[key].as_u64().ok_or_else(|| format!("`{key}` is not a number"));
        let batch = Batch::new(Arc::new(rules), seats, seed, number("games")?);
        let numbers = number("from")?..number("to")?;
        let empty = Tally::empty(&batch.table().map_err(|error| error.to_string())?.observer);
        let tally = empty.filled(&value["tally"])?;
        if numbers.end > batch.games || numbers.end.checked_sub(numbers.start) != Some(tally.games) {
            return Err(format!("it says games {} to {} and counts {}", numbers.start, numbers.end, tally.games));
        }
        Ok(Self { batch, numbers, tally })
    }
}

/// Whether every byte of a part file is as it was written.
fn is_whole(text: &str) -> bool {
    let Some((body, digits)) = text.strip_suffix('\n').and_then(|line| split(line, CHECKSUM)) else { return false };
    let mut sum = Sum::default();
    sum.add(body);
    digits == sum.digits()
}

/// Puts parts together; every game of the batch must be in exactly one of them.
pub fn merge(parts: Vec<(String, Part)>) -> Result<Part, Problems> {
    let mut parts = parts;
    parts.sort_by_key(|(_, part)| (part.numbers.start, part.numbers.end));
    let mut all = parts.into_iter();
    let (first_path, mut whole) = all.next().ok_or_else(|| Problem::about("lab merge", "there are no parts to put together"))?;
    let header = whole.header();
    let mut problems = Problems::default();
    let mut last_path = first_path.clone();
    let gap = |from: u64, to: u64| {
        let problem = Problem::about("lab merge", format!("games {} to {to} are in none of the parts", from + 1));
        problem.remedy("name all part files, or run the missing part")
    };
    if whole.numbers.start > 0 {
        problems.push(gap(0, whole.numbers.start));
    }
    for (path, part) in all {
        if part.header() != header {
            let message =
                format!("this part is of another batch than {first_path}: {}", first_difference(&header, &part.header()));
            problems.push(
                Problem::about(&path, message).remedy("merge only parts of one `lab run`: same rules, seats, seed and games"),
            );
            continue;
        }
        if part.numbers.start < whole.numbers.end && !part.numbers.is_empty() {
            let message =
                format!("games {} to {} are in {last_path} too", part.numbers.start + 1, part.numbers.end.min(whole.numbers.end));
            problems.push(Problem::about(&path, message).remedy("name every part once"));
            continue;
        }
        if part.numbers.start > whole.numbers.end {
            problems.push(gap(whole.numbers.end, part.numbers.start));
        }
        whole.numbers.end = part.numbers.end.max(whole.numbers.end);
        whole.tally = whole.tally.plus(&part.tally);
        last_path = path;
    }
    if whole.numbers.end < whole.batch.games {
        problems.push(gap(whole.numbers.end, whole.batch.games));
    }
    problems.unless_errors(whole).map(|(whole, _)| whole)
}

/// The first field in which two headers differ.
fn first_difference(one: &Value, other: &Value) -> String {
    let fields = one.as_object().into_iter().flatten();
    let differs = fields.into_iter().find(|(key, value)| other.get(key.as_str()) != Some(value));
    differs.map_or_else(String::new, |(key, _)| format!("`{key}` differs"))
}

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
use crate::words::{Message, msg};
use serde_json::{Value, json};
use std::ops::Range;
use std::sync::Arc;

/// Where parts are put together.
const MERGE: &str = "lab merge";
/// The version of part files.
const FORMAT: u64 = 2;
/// The last field: a checksum of everything before it.
const CHECKSUM: &str = "checksum";
/// How every part file begins, so that one that is damaged is known for what it was.
const BEGINNING: &str = "{\"type\":\"lab_part\"";
/// What helps against a part that is not as it was written.
pub fn another_copy() -> Message {
    msg!("lab.part.other_copy")
}

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
            let at = source.start_of(error.line().max(1)) + error.column().saturating_sub(1);
            // The place is shown by the problem itself.
            let whole = error.to_string();
            let reason = whole.split(" at line ").next().unwrap_or_default();
            let begins_as_one = source.text.starts_with(BEGINNING);
            let (message, remedy) = match (begins_as_one, error.is_eof()) {
                (true, true) => (msg!("lab.part.cut_off"), another_copy()),
                (true, false) => (msg!("lab.part.changed_here"), another_copy()),
                (false, _) => (msg!("lab.part.not_json"), msg!("lab.part.how_to_write")),
            };
            Problem::at(source, at..at + 1, message).remedy(remedy).detail(reason)
        })?;
        let wrong = |message: Message, remedy: Message| Problems::from(Problem::about(&source.path, message).remedy(remedy));
        let other = |message: Message| wrong(message, msg!("lab.part.how_to_write"));
        if value["type"] != "lab_part" {
            return Err(other(msg!("lab.part.none")));
        }
        let again = || msg!("lab.part.again");
        if value["format"] != FORMAT {
            return Err(wrong(msg!("lab.part.format", format = value["format"].to_string(), ours = FORMAT), again()));
        }
        // Before anything in it is believed.
        if !is_whole(&source.text) {
            return Err(wrong(msg!("lab.part.damaged"), another_copy()));
        }
        if value["program"] != PROGRAM || value["rules"] != REVISION {
            let program = value["program"].as_str().unwrap_or("?");
            let rules = value["rules"].to_string();
            let message = msg!("lab.part.version", program, rules, ours = PROGRAM, our_rules = REVISION.to_string());
            return Err(wrong(message, again()));
        }
        Self::from_json(&value).map_err(other)
    }

    fn from_json(value: &Value) -> Result<Self, Message> {
        let name = value["pack"].as_str().unwrap_or_default();
        let pack = packs::find(name).ok_or_else(|| msg!("lab.part.no_pack", name))?;
        let blueprint = Blueprint::from_json(pack.name(), value["variant"].as_str().unwrap_or("?"), &value["settings"])?;
        let catalogue = Library::built_in().catalogue(pack).map_err(|problems| Message::verbatim(problems.to_string()))?;
        catalogue.check(&blueprint.settings)?;
        let board = pack.read_trace_board(&value["board"])?;
        let rules = Ruleset::build(pack, blueprint, &board).map_err(|errors| all_reasons(&errors))?;
        let seats: Option<Vec<String>> = serde_json::from_value(value["seats"].clone()).ok();
        let seats = seats.ok_or_else(|| msg!("lab.part.seats"))?;
        let seed = value["seed"].as_str().and_then(|seed| seed.parse().ok()).ok_or_else(|| msg!("lab.part.seed"))?;
        let number = |key: &str| value[key].as_u64().ok_or_else(|| msg!("lab.part.number", key));
        let batch = Batch::new(Arc::new(rules), seats, seed, number("games")?);
        let numbers = number("from")?..number("to")?;
        let empty = Tally::empty(&batch.table().map_err(|error| error.message())?.observer);
        let tally = empty.filled(&value["tally"])?;
        if numbers.end > batch.games || numbers.end.checked_sub(numbers.start) != Some(tally.games) {
            return Err(msg!("lab.part.numbers", from = numbers.start, to = numbers.end, n = tally.games));
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
    let (first_path, mut whole) = all.next().ok_or_else(|| Problem::about(MERGE, msg!("lab.part.no_parts")))?;
    let header = whole.header();
    let mut problems = Problems::default();
    let mut last_path = first_path.clone();
    let gap = |from: u64, to: u64| {
        let problem = Problem::about(MERGE, msg!("lab.part.gap", from = from + 1, to));
        problem.remedy(msg!("lab.part.name_all"))
    };
    if whole.numbers.start > 0 {
        problems.push(gap(0, whole.numbers.start));
    }
    for (path, part) in all {
        if part.header() != header {
            let differs = first_difference(&header, &part.header());
            let message = msg!("lab.part.other_batch", first = &first_path, differs);
            problems.push(Problem::about(&path, message).remedy(msg!("lab.part.one_batch")));
            continue;
        }
        if part.numbers.start < whole.numbers.end && !part.numbers.is_empty() {
            let (from, to) = (part.numbers.start + 1, part.numbers.end.min(whole.numbers.end));
            let message = msg!("lab.part.twice", from, to, other = &last_path);
            problems.push(Problem::about(&path, message).remedy(msg!("lab.part.once")));
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

/// The most parts anybody cuts a batch into.
const MOST_PARTS: u64 = 100_000;

/// The shards of a batch that none of these parts is; nothing when they are not all cut alike.
pub fn missing(parts: &[Part]) -> Option<Vec<Shard>> {
    let games = parts.first()?.batch.games;
    // Which shard of so many a part is.
    let place = |part: &Part, of: u64| {
        let near = (u128::from(part.numbers.start) * u128::from(of) / u128::from(games.max(1))) as u64;
        let fits = |number: &u64| Shard { number: *number, of }.numbers(games) == part.numbers;
        (near.max(1)..=(near + 2).min(of)).find(fits)
    };
    let found = |of: u64| parts.iter().map(|part| place(part, of)).collect::<Option<Vec<u64>>>().map(|found| (of, found));
    let (of, found) = (1..=games.clamp(1, MOST_PARTS)).find_map(found)?;
    Some((1..=of).filter(|number| !found.contains(number)).map(|number| Shard { number, of }).collect())
}

/// The first field in which two headers differ.
fn first_difference(one: &Value, other: &Value) -> String {
    let fields = one.as_object().into_iter().flatten();
    let differs = fields.into_iter().find(|(key, value)| other.get(key.as_str()) != Some(value));
    differs.map_or_else(String::new, |(key, _)| key.clone())
}

//! Parts of what a command plays: any scheduler can spread them over machines, each writes a part file, and the parts add up to
//! exactly what one machine would have found. A part keeps the command it belongs to, and what was counted of everything that
//! command asked for; putting parts together is the same command once more, with these games instead of new ones.

use super::LabError;
use super::games::Count;
use crate::packs::revisions;
use crate::problem::{Problem, Problems, Source};
use crate::seal::{Sum, push_sealed, split};
use crate::words::{Message, msg};
use serde_json::{Value, json};
use std::cell::Cell;
use std::ops::Range;

/// Where parts are put together.
pub const MERGE: &str = "lab merge";
/// The version of part files.
const FORMAT: u64 = 3;
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

/// The most parts anybody cuts games into.
const MOST_PARTS: u64 = 100_000;

impl Shard {
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Reads `3/64`.
    pub fn parse(text: &str) -> Option<Self> {
        let (number, of) = text.split_once('/')?;
        let shard = Self { number: number.trim().parse().ok()?, of: of.trim().parse().ok()? };
        (shard.of <= MOST_PARTS && (1..=shard.of).contains(&shard.number)).then_some(shard)
    }

    /// The games of so many that belong to this part.
    pub fn numbers(self, games: u64) -> Range<u64> {
        let until = |part: u64| (u128::from(games) * u128::from(part) / u128::from(self.of)) as u64;
        until(self.number - 1)..until(self.number)
    }

    /// The games of a range that belong to this part.
    pub fn within(self, numbers: &Range<u64>) -> Range<u64> {
        let own = self.numbers(numbers.end.saturating_sub(numbers.start));
        numbers.start + own.start..numbers.start + own.end
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// What was counted in games that a command asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// What was played: rules, seats, seed.
    pub what: Value,
    /// All games that were asked for; a part has counted its own of them.
    pub numbers: Range<u64>,
    pub counts: Value,
}

/// A part as its file keeps it.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// The words of the command, without those that say what is made of it.
    pub command: Vec<String>,
    pub shard: Shard,
    pub entries: Vec<Entry>,
}

impl Part {
    /// The whole file.
    pub fn to_text(&self) -> String {
        let entry = |Entry { what, numbers, counts }: &Entry| json!({"what": what, "from": numbers.start, "to": numbers.end, "counts": counts});
        let part = json!({
            "type": "lab_part",
            "format": FORMAT,
            "program": PROGRAM,
            "rules": revisions(),
            "command": self.command,
            "shard": self.shard.to_string(),
            "games": self.entries.iter().map(entry).collect::<Vec<_>>(),
        });
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
        if value["program"] != PROGRAM || value["rules"] != revisions() {
            let program = value["program"].as_str().unwrap_or("?");
            let rules = value["rules"].to_string();
            let message = msg!("lab.part.version", program, rules, ours = PROGRAM, our_rules = revisions().to_string());
            return Err(wrong(message, again()));
        }
        Self::from_json(&value).map_err(|key| other(msg!("lab.part.field", key)))
    }

    /// What a file says; the field that is wrong when it is no part.
    fn from_json(value: &Value) -> Result<Self, &'static str> {
        let command = serde_json::from_value(value["command"].clone()).map_err(|_| "command")?;
        let shard = value["shard"].as_str().and_then(Shard::parse).ok_or("shard")?;
        let entry = |value: &Value| {
            let numbers = value["from"].as_u64()?..value["to"].as_u64()?;
            let entry = Entry { what: value["what"].clone(), counts: value["counts"].clone(), numbers };
            (entry.numbers.start <= entry.numbers.end).then_some(entry)
        };
        let entries = value["games"].as_array().and_then(|entries| entries.iter().map(entry).collect());
        Ok(Self { command, shard, entries: entries.ok_or("games")? })
    }
}

/// Whether every byte of a part file is as it was written.
fn is_whole(text: &str) -> bool {
    let Some((body, digits)) = text.strip_suffix('\n').and_then(|line| split(line, CHECKSUM)) else { return false };
    let mut sum = Sum::default();
    sum.add(body);
    digits == sum.digits()
}

/// All parts of a command, each with the name of its file; of one that is played in rounds those of the last round, and what is
/// known from all before it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Parts {
    known: Layer,
    cut: Layer,
    /// In how many parts the last round was played.
    of: u64,
}

/// Parts that add up to all games of some questions.
#[derive(Debug, Clone, PartialEq, Default)]
struct Layer {
    parts: Vec<(String, Part)>,
    is_used: Cell<bool>,
}

impl Layer {
    fn of(parts: Vec<(String, Part)>) -> Self {
        Self { parts, is_used: Cell::default() }
    }

    fn first(&self) -> Option<&Part> {
        self.parts.first().map(|(_, part)| part)
    }
}

impl Parts {
    /// Takes parts together; every one of them must be there exactly once.
    pub fn of(parts: Vec<(String, Part)>) -> Result<Self, Problems> {
        if parts.is_empty() {
            return Err(Problem::about(MERGE, msg!("lab.part.no_parts")).into());
        }
        Self::after(None, parts)
    }

    /// Parts of a round, of which there may be none yet, after what is known from all before it. A round that is known already adds nothing.
    pub fn after(known: Option<(String, Part)>, parts: Vec<(String, Part)>) -> Result<Self, Problems> {
        let mut parts = parts;
        parts.sort_by_key(|(_, part)| part.shard.number);
        let mut problems = Problems::default();
        let of = parts.first().map_or(1, |(_, part)| part.shard.of);
        if let Some((path, part)) = known.as_ref().filter(|(_, part)| part.shard != Shard::WHOLE) {
            let problem = Problem::about(path, msg!("lab.part.not_all", shard = part.shard.to_string()));
            problems.push(problem.remedy(msg!("lab.part.how_to_know")));
        }
        if let (Some((known_path, known)), Some((path, part))) = (&known, parts.first()) {
            if known.command != part.command {
                problems.push(other_batch(path, known_path, "command"));
            }
            if part.entries.first().is_some_and(|entry| known.find(&entry.what, &entry.numbers).is_some()) {
                parts.clear();
            }
        }
        Self::check(&parts, &mut problems);
        let parts = Self { known: Layer::of(known.into_iter().collect()), cut: Layer::of(parts), of };
        problems.unless_errors(parts).map(|(parts, _)| parts)
    }

    /// Whether parts are all of one command.
    fn check(parts: &[(String, Part)], problems: &mut Problems) {
        let Some((first_path, first)) = parts.first() else { return };
        for (at, (path, part)) in parts.iter().enumerate().skip(1) {
            if let Some(differs) = first.differs(part) {
                problems.push(other_batch(path, first_path, differs));
            } else if parts[at - 1].1.shard == part.shard {
                let message = msg!("lab.part.twice", shard = part.shard.to_string(), other = &parts[at - 1].0);
                problems.push(Problem::about(path, message).remedy(msg!("lab.part.once")));
            }
        }
        let missing: Vec<String> = missing(parts.iter().map(|(_, part)| part)).iter().map(ToString::to_string).collect();
        if !problems.has_errors() && !missing.is_empty() {
            let problem = Problem::about(MERGE, msg!("lab.part.gap", n = missing.len(), parts = few(&missing)));
            problems.push(problem.remedy(msg!("lab.part.name_all")));
        }
    }

    /// The command they are parts of.
    pub fn command(&self) -> &[String] {
        self.layers().find_map(Layer::first).map_or(&[], |part| &part.command)
    }

    /// In how many parts the last round was played.
    pub fn count(&self) -> u64 {
        self.of
    }

    fn layers(&self) -> impl Iterator<Item = &Layer> {
        [&self.known, &self.cut].into_iter()
    }

    /// What all parts together have counted in these games, if they are among those that they have played.
    pub(super) fn sum<S: Count>(
        &self,
        what: &Value,
        numbers: &Range<u64>,
        empty: impl Fn() -> Result<S, LabError>,
    ) -> Result<Option<S>, LabError> {
        let has = |layer: &&Layer| layer.parts.iter().any(|(_, part)| part.find(what, numbers).is_some());
        let Some(layer) = self.layers().find(has) else { return Ok(None) };
        layer.is_used.set(true);
        let mut sum = empty()?;
        for (path, part) in &layer.parts {
            let wrong = |told: Message| LabError::Part { path: path.clone(), told };
            let Some(entry) = part.find(what, numbers) else { return Err(part.lack(path, what)) };
            let counted = empty()?.filled(&entry.counts).map_err(wrong)?;
            let own = part.shard.within(numbers);
            if counted.games() != own.end - own.start {
                return Err(wrong(msg!("lab.part.numbers", from = own.start + 1, to = own.end, n = counted.games())));
            }
            sum = sum.plus(&counted);
        }
        Ok(Some(sum))
    }

    /// Whether something in every file was asked for: where nothing was, the files are of other games.
    pub(super) fn are_all_used(&self) -> bool {
        self.layers().all(|layer| layer.parts.is_empty() || layer.is_used.get())
    }

    /// That games which were asked for are not among those played.
    pub(super) fn lack(&self, what: &Value) -> LabError {
        let of_others = |layer: &&Layer| !layer.is_used.get();
        let filled = || self.layers().filter(|layer| !layer.parts.is_empty());
        let part = filled().find(of_others).or_else(|| filled().next()).and_then(|layer| layer.parts.first());
        part.map_or_else(
            || LabError::Part { path: MERGE.to_owned(), told: msg!("lab.part.no_parts") },
            |(path, part)| part.lack(path, what),
        )
    }
}

fn other_batch(path: &str, first: &str, differs: &str) -> Problem {
    Problem::about(path, msg!("lab.part.other_batch", first, differs)).remedy(msg!("lab.part.one_batch"))
}

impl Part {
    fn find(&self, what: &Value, numbers: &Range<u64>) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.what == *what && entry.numbers == *numbers)
    }

    fn lack(&self, path: &str, what: &Value) -> LabError {
        let differs = self.entries.first().map_or("games", |entry| first_difference(&entry.what, what));
        LabError::Part { path: path.to_owned(), told: msg!("lab.part.other_games", differs) }
    }

    /// In which field another part is not of the same command.
    fn differs(&self, other: &Self) -> Option<&'static str> {
        let asked = |part: &Self| part.entries.iter().map(|entry| entry.numbers.clone()).collect::<Vec<_>>();
        let mut both = self.entries.iter().zip(&other.entries);
        if self.shard.of != other.shard.of {
            return Some("shard");
        }
        if let Some((mine, theirs)) = both.find(|(mine, theirs)| mine.what != theirs.what) {
            return Some(first_difference(&mine.what, &theirs.what));
        }
        if asked(self) != asked(other) {
            return Some("games");
        }
        (self.command != other.command).then_some("command")
    }
}

/// The parts that are not there, when all that are there are cut alike.
pub fn missing<'a>(parts: impl Iterator<Item = &'a Part>) -> Vec<Shard> {
    let there: Vec<Shard> = parts.map(|part| part.shard).collect();
    let of = there.iter().map(|shard| shard.of).max().unwrap_or(0);
    let all = (1..=of).map(|number| Shard { number, of });
    all.filter(|shard| !there.contains(shard)).collect()
}

/// The first of many, and that there are more.
fn few(all: &[String]) -> String {
    const SHOWN: usize = 8;
    let more = if all.len() > SHOWN { ", …" } else { "" };
    format!("{}{more}", all[..all.len().min(SHOWN)].join(", "))
}

/// What may differ between two descriptions of games, in the order in which it is told.
const FIELDS: [&str; 9] = ["pack", "variants", "players", "seats", "seed", "opening", "position", "rules", "games"];

fn first_difference(one: &Value, other: &Value) -> &'static str {
    FIELDS.into_iter().find(|key| one.get(key) != other.get(key)).unwrap_or("games")
}

//! Taking up a trace: the game is played again, once, through the table's door, and every event and hash is compared on
//! the way. It can be done at once or bit by bit.

use super::handicap::Handicap;
use super::table::{Done, Table};
use super::trace::{END, Line, Seal, Trace};
use crate::problem::{Problem, Problems};
use crate::sim::Ruleset;
use crate::sim::blueprint::all_reasons;
use crate::sim::pack::Board;
use crate::variant::Library;
use crate::variant::propose::{Change, Proposal};
use crate::words::{Message, msg};
use serde_json::Value;
use std::ops::Deref;
use std::sync::Arc;

/// How much of a trace is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    End,
    /// The position after so many moves and changes of rules.
    Deeds(usize),
    /// The position after so many moves.
    Commands(usize),
}

/// What a replay found.
pub struct Replayed {
    /// The game at the table where the trace ends.
    pub table: Table,
    pub events: usize,
    pub hashes: usize,
    pub commands: usize,
    /// The file ends with the end of the game.
    pub finished: bool,
    /// Why the rest could not be followed: the game was recorded under other native rules.
    pub departs: Option<Problem>,
    /// Whether the file is as it was written.
    pub seal: Seal,
}

impl Replayed {
    /// What a person should know about the file, though it could be played.
    pub fn trouble(&self) -> Option<&Problem> {
        self.seal.damage().or(self.departs.as_ref())
    }
}

/// The first place where the file and the game disagree.
#[derive(Debug, Clone, PartialEq)]
struct Divergence {
    event: String,
    piece: Option<String>,
    field: String,
    in_file: Value,
    played: Value,
}

impl Divergence {
    fn message(&self) -> Message {
        let (event, field) = (&self.event, &self.field);
        let (in_file, played) = (self.in_file.to_string(), self.played.to_string());
        match &self.piece {
            Some(piece) => msg!("table.replay.diverges_piece", event, piece, field, in_file, played),
            None => msg!("table.replay.diverges", event, field, in_file, played),
        }
    }
}

/// Plays a trace again and verifies every event and hash. The error names the line and, for a divergence, event, piece
/// and field; a game recorded under other native rules is followed as far as it goes.
pub fn replay(trace: &Trace, library: &Library, until: Until) -> Result<Replayed, Problems> {
    let mut replaying = Replaying::begin(trace, library, until)?;
    while replaying.go_on()? {}
    Ok(replaying.finish())
}

/// A trace that is being played again, line by line: whoever made it up may have made it long, and its rules slow.
pub struct Replaying<T> {
    trace: T,
    until: Until,
    /// How many lines have been followed.
    lines: usize,
    /// How many of the lines that the last deed added have been compared.
    compared: usize,
    replayed: Replayed,
}

impl<T: Deref<Target = Trace>> Replaying<T> {
    /// Sets the table, with nothing played on it yet.
    pub fn begin(trace: T, library: &Library, until: Until) -> Result<Self, Problems> {
        let header = &trace.header;
        let named = header.extra["variant_file"].as_str().filter(|named| library.shelf.may_be_followed(named));
        let variant = named.unwrap_or(&header.rules.blueprint.variant).to_owned();
        let handicap = Handicap::from_header(&header.extra);
        let rules = furnished(&header.rules, library, &variant);
        let table = Table::with_handicap(rules, &variant, header.cast(), header.seed, handicap);
        let table = table.map_err(|problems| {
            let problem = Problem::on_line(&trace.source, 1, Message::verbatim(problems.to_string()));
            trace.seal.explain(problem.remedy(msg!("table.trace.other_copy")))
        })?;
        let seal = trace.seal.clone();
        let replayed = Replayed { table, events: 0, hashes: 0, commands: 0, finished: false, departs: None, seal };
        Ok(Self { trace, until, lines: 0, compared: 0, replayed })
    }

    /// Follows the next line; false when there is nothing more to follow.
    pub fn go_on(&mut self) -> Result<bool, Problems> {
        let Self { trace, until, lines, compared, replayed } = self;
        let Some(line) = trace.lines.get(*lines).filter(|_| replayed.departs.is_none()) else { return Ok(false) };
        let is_enough = match until {
            Until::End => false,
            Until::Deeds(most) => is_deed(&line.kind) && replayed.table.deeds() >= *most,
            Until::Commands(most) => line.kind == "command" && replayed.commands >= *most,
        };
        if is_enough {
            return Ok(false);
        }
        if let Err(message) = follow(trace, line, replayed, compared) {
            let problem = Problem::on_line(&trace.source, line.number, message);
            if trace.header.is_of_this_program() {
                return Err(trace.seal.explain(problem.remedy(msg!("table.trace.recording_changed"))));
            }
            replayed.departs = Some(problem.remedy(trace.header.whose()));
        }
        *lines += 1;
        Ok(true)
    }

    /// How much of it has been followed, from 0 to 1.
    pub fn progress(&self) -> f32 {
        self.lines as f32 / self.trace.lines.len().max(1) as f32
    }

    /// What was found, as far as it was followed.
    pub fn finish(self) -> Replayed {
        let Self { trace, until, compared, mut replayed, .. } = self;
        let header = &trace.header;
        // Who tells nothing of what followed tells at least where it led.
        if until == Until::End && trace.is_brief && header.is_of_this_hash() && replayed.departs.is_none() {
            let end = format!("{:016x}", replayed.table.game().hash());
            if header.extra[END].as_str() != Some(&end) {
                replayed.departs = Some(Problem::on_line(&trace.source, 1, msg!("table.link.other_end")).remedy(header.whose()));
            }
        }
        if until == Until::End && !trace.is_brief && header.is_of_this_program() && replayed.seal.damage().is_none() {
            // What follows a deed is written with it.
            if let Some(missing) = replayed.table.added().get(compared) {
                let last = trace.lines.last().map_or(1, |line| line.number);
                replayed.seal = Seal::cut_off(&trace.source, last, missing["type"].as_str().unwrap_or_default());
            }
        }
        replayed
    }
}

/// Does what a line says, or compares it with what the game has done.
fn follow(trace: &Trace, line: &Line, replayed: &mut Replayed, compared: &mut usize) -> Result<(), Message> {
    if is_deed(&line.kind) {
        if let Some(missing) = replayed.table.added().get(*compared).filter(|_| !trace.is_brief) {
            let (in_file, played) = (line.kind.clone().into(), missing["type"].clone());
            let field = "type".to_owned();
            return Err(Divergence { event: line.kind.clone(), piece: None, field, in_file, played }.message());
        }
        let done = read_deed(&replayed.table, line)?;
        replayed.commands += usize::from(matches!(done, Done::Command(_)));
        replayed.table.apply(done).map_err(|refused| refused.message())?;
        *compared = 0;
    }
    if trace.is_brief {
        return Ok(());
    }
    let Some(played) = replayed.table.added().get(*compared) else {
        let over = replayed.table.game().outcome().is_some();
        let event = &line.kind;
        return Err(if over { msg!("table.replay.after_the_end", event) } else { msg!("table.replay.no_decision", event) });
    };
    if let Some(divergence) = compare(trace, line, played) {
        return Err(divergence.message());
    }
    *compared += 1;
    replayed.events += 1;
    replayed.hashes += usize::from(line.kind == "state" && trace.header.is_of_this_hash());
    replayed.finished = line.kind == "ended";
    Ok(())
}

fn read_deed(table: &Table, line: &Line) -> Result<Done, Message> {
    let game = table.game();
    if line.kind == "command" {
        let text = line.value["text"].as_str().ok_or_else(|| msg!("table.replay.no_text"))?;
        let command = game.parse_command(text).map_err(|reason| msg!("sim.illegal", command = text, reason));
        return command.map(Done::Command);
    }
    let changes = line.value["changes"].as_array().ok_or_else(|| msg!("table.replay.no_changes"))?;
    let changes = changes.iter().map(Change::from_json).collect::<Result<Vec<_>, _>>()?.concat();
    // What it changes must be what holds.
    let catalogue =
        Library::built_in().catalogue(game.rules().pack).map_err(|problems| Message::verbatim(problems.to_string()))?;
    let moved = Change::moved_rules(&changes);
    changes.iter().try_for_each(|change| change.is_possible(game, &catalogue, &moved))?;
    for change in changes.iter().filter(|change| change.section().is_some()) {
        let holds = game.rules_to_come().value(&change.key).unwrap_or(&Value::Null);
        if change.from != *holds {
            let (field, in_file, played) = (format!("changes.{}.from", change.key), change.from.clone(), holds.clone());
            return Err(Divergence { event: line.kind.clone(), piece: None, field, in_file, played }.message());
        }
    }
    // The story tells it in the same words as when it was done.
    let changes = changes.into_iter().map(|change| change.told_by(&catalogue)).collect();
    Proposal::recorded(game, changes).map(Done::Rules).map_err(|errors| all_reasons(&errors))
}

/// Whether a line of a trace is something that was done, rather than something that followed.
fn is_deed(kind: &str) -> bool {
    matches!(kind, "command" | "rules_changed")
}

/// Compares every field the game produced; fields only the file has are from other tools and left alone, and so are
/// fields that came after the file's format.
fn compare(trace: &Trace, line: &Line, played: &Value) -> Option<Divergence> {
    let header = &trace.header;
    let fields = played.as_object()?;
    let is_newer = |field: &str| {
        let later = line.value.get(field).is_none() || line.kind == "rules_changed";
        later && header.is_older_format() || field == "hash" && !header.is_of_this_hash()
    };
    let differs = |(field, value): &(&String, &Value)| !is_newer(field) && line.value.get(field.as_str()) != Some(*value);
    let (field, value) = fields.iter().find(differs)?;
    let mut piece = header.pack.piece_fields().iter().filter_map(|key| fields.get(*key));
    let in_file = line.value.get(field.as_str()).unwrap_or(&Value::Null);
    let (field, in_file, played) = leaf(field.clone(), in_file, value);
    Some(Divergence {
        event: fields["type"].as_str().unwrap_or_default().to_owned(),
        piece: piece.next().map(|piece| piece.as_str().map_or_else(|| piece.to_string(), str::to_owned)),
        field,
        in_file: in_file.clone(),
        played: played.clone(),
    })
}

/// The first place inside two values where they differ, as a dotted path.
fn leaf<'a>(path: String, in_file: &'a Value, played: &'a Value) -> (String, &'a Value, &'a Value) {
    let missing = &Value::Null;
    let inside = match (in_file, played) {
        (Value::Object(a), Value::Object(b)) => {
            let keys = b.keys().chain(a.keys().filter(|key| !b.contains_key(*key)));
            let pairs = keys.map(|key| (key.clone(), a.get(key).unwrap_or(missing), b.get(key).unwrap_or(missing)));
            pairs.into_iter().find(|(_, a, b)| a != b)
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let pairs = a.iter().zip(b).enumerate().map(|(index, (a, b))| (index.to_string(), a, b));
            pairs.into_iter().find(|(_, a, b)| a != b)
        }
        _ => None,
    };
    match inside {
        Some((key, a, b)) => leaf(format!("{path}.{key}"), a, b),
        None => (path, in_file, played),
    }
}

/// The rules of a trace with the whole board, coasts and all, if the library still has the one it was played on.
fn furnished(rules: &Arc<Ruleset>, library: &Library, variant: &str) -> Arc<Ruleset> {
    let printed = library.catalogue(rules.pack).ok().map(|known| known.board.clone());
    // What a recorded game names is read only where it may be followed.
    let follow = || Some(variant).filter(|variant| library.shelf.may_be_followed(variant));
    let own = || library.load(rules.pack.name(), follow()?).ok().map(|variant| variant.rules.board.clone());
    let known = |board: &Board| rules.pack.same_board(board, &rules.board);
    let board = printed.filter(known).or_else(|| own().filter(known));
    let built = board.and_then(|board| Ruleset::build(rules.pack, rules.blueprint.clone(), &board).ok());
    built.map_or_else(|| rules.clone(), Arc::new)
}

//! Replaying: the game is played again from its header and commands, and every event and hash is compared.

use super::lines;
use super::read::{Line, Trace};
use crate::problem::{Problem, Problems};
use crate::sim::rule::all_reasons;
use crate::sim::{Chance, Game};
use crate::variant::reload::{Change, Prepared};
use serde_json::Value;
use std::collections::VecDeque;
use std::fmt;

/// What a replay found.
pub struct Replayed {
    pub game: Game,
    pub events: usize,
    pub hashes: usize,
    pub commands: usize,
    /// The file ends with the end of the game.
    pub finished: bool,
}

/// The first place where the file and the game disagree.
#[derive(Debug, Clone, PartialEq)]
pub struct Divergence {
    pub line: usize,
    pub event: String,
    pub piece: Option<String>,
    pub field: String,
    pub in_file: Value,
    pub played: Value,
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the game goes another way here: event `{}`", self.event)?;
        if let Some(piece) = &self.piece {
            write!(f, ", piece `{piece}`")?;
        }
        write!(f, ", field `{}`: the file says {}, the game says {}", self.field, self.in_file, self.played)
    }
}

/// Plays a trace again and verifies every event and hash. The error names the line and, for a divergence, event,
/// piece and field.
pub fn replay(trace: &Trace) -> Result<Replayed, Problems> {
    play(trace, None)
}

/// Plays a trace up to its end (or through its first `commands`), to go on from there.
pub fn resume(trace: &Trace, commands: Option<usize>) -> Result<Game, Problems> {
    play(trace, commands).map(|replayed| replayed.game)
}

fn play(trace: &Trace, most_commands: Option<usize>) -> Result<Replayed, Problems> {
    let header = &trace.header;
    let at = |line: &Line, message: String| Problems::from(Problem::on_line(&trace.source, line.number, message));
    let game = Game::recorded(header.rules.clone(), header.seats.len(), Chance::seeded(header.seed));
    let game = game.map_err(|error| Problem::on_line(&trace.source, 1, error.to_string()))?;
    let mut played: VecDeque<Value> = lines(&game).into();
    let mut replayed = Replayed { game, events: 0, hashes: 0, commands: 0, finished: false };
    for line in &trace.lines {
        match line.kind.as_str() {
            "command" => {
                if most_commands.is_some_and(|most| replayed.commands >= most) {
                    break;
                }
                expect_nothing_left(line, &played).map_err(|d| at(line, d.to_string()))?;
                let text = line.value["text"].as_str().ok_or_else(|| at(line, "a command has no text".into()))?;
                replayed.game.apply_text(text).map_err(|illegal| at(line, illegal.to_string()))?;
                replayed.commands += 1;
                played = lines(&replayed.game).into();
            }
            "rules_changed" => {
                expect_nothing_left(line, &played).map_err(|d| at(line, d.to_string()))?;
                change_rules(&mut replayed.game, &line.value).map_err(|message| at(line, message))?;
                played = lines(&replayed.game).into();
            }
            _ => {}
        }
        let Some(event) = played.pop_front() else {
            return Err(at(line, format!("the file has an event `{}` after everything that happens in the game", line.kind)));
        };
        if let Some(divergence) = compare(line, &event, header.pack.piece_fields()) {
            return Err(at(line, divergence.to_string()));
        }
        replayed.events += 1;
        replayed.hashes += usize::from(line.kind == "state");
        replayed.finished = line.kind == "ended";
    }
    Ok(replayed)
}

fn change_rules(game: &mut Game, value: &Value) -> Result<(), String> {
    let changes = value["changes"].as_array().ok_or("a change of rules has no list of changes")?;
    let changes = changes.iter().map(Change::from_json).collect::<Result<Vec<_>, _>>()?;
    let prepared = Prepared::new(game, &changes, None).map_err(|errors| all_reasons(&errors))?;
    prepared.swap_into(game);
    Ok(())
}

/// Before a command everything the game did must have been in the file.
fn expect_nothing_left(line: &Line, played: &VecDeque<Value>) -> Result<(), Divergence> {
    match played.front() {
        None => Ok(()),
        Some(missing) => Err(Divergence {
            line: line.number,
            event: line.kind.clone(),
            piece: None,
            field: "type".into(),
            in_file: line.kind.clone().into(),
            played: missing["type"].clone(),
        }),
    }
}

/// Compares every field the game produced; fields only the file has are from other tools and left alone.
fn compare(line: &Line, played: &Value, piece_fields: &[&str]) -> Option<Divergence> {
    let fields = played.as_object()?;
    let (field, value) = fields.iter().find(|(field, value)| line.value.get(field.as_str()) != Some(value))?;
    let piece = piece_fields.iter().find_map(|key| fields.get(*key));
    Some(Divergence {
        line: line.number,
        event: fields["type"].as_str().unwrap_or_default().to_owned(),
        piece: piece.map(|piece| piece.as_str().map_or_else(|| piece.to_string(), str::to_owned)),
        field: field.clone(),
        in_file: line.value.get(field.as_str()).cloned().unwrap_or_default(),
        played: value.clone(),
    })
}

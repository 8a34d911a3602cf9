//! The kept games as they are listed: the running ones in their slots, each told in a line, and those saved by name.

use crate::table::trace::Trace;
use crate::table::{Saves, Slot, read_trace};
use std::path::PathBuf;

/// A running game.
pub(super) struct Running {
    pub slot: Slot,
    /// Somebody plays it now: another window, or this one.
    pub held: bool,
    /// Which game it is and how far it has come, or why it cannot be read.
    pub line: Result<String, String>,
}

/// What was found when the list was last looked at.
#[derive(Default)]
pub(super) struct Kept {
    /// Newest first.
    pub running: Vec<Running>,
    pub named: Vec<(String, PathBuf)>,
}

impl Kept {
    pub(super) fn look(saves: &Saves) -> Self {
        let running = saves.slots().into_iter().map(|slot| {
            let line = match read_trace(&slot.path) {
                Ok(trace) => Ok(told(&trace)),
                Err(problems) => Err(problems.0.first().map(|problem| problem.message.clone()).unwrap_or_default()),
            };
            Running { held: saves.is_held(&slot), slot, line }
        });
        Self { running: running.collect(), named: saves.list() }
    }

    /// The game to go on with: the newest that nobody plays.
    pub(super) fn newest(&self) -> Option<&Running> {
        self.running.iter().find(|running| !running.held && running.line.is_ok())
    }
}

/// A recorded game in a line.
fn told(trace: &Trace) -> String {
    let (header, state) = (&trace.header, how_far(trace));
    let cast = header.cast();
    let names: Vec<&str> = cast.iter().map(|card| card.name.as_str()).collect();
    format!("{}, {}: {} · {state}", header.pack.title(), header.rules.blueprint.title, names.join(", "))
}

/// How far a recorded game has come, without playing it.
fn how_far(trace: &Trace) -> String {
    let last = |kind: &str| trace.lines.iter().rfind(|line| line.kind == kind);
    match last("turn").and_then(|line| line.value["round"].as_u64()) {
        _ if last("ended").is_some() => "finished".to_owned(),
        Some(round) => format!("round {round}"),
        None => "just begun".to_owned(),
    }
}

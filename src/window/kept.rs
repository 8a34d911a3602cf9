//! The kept games as they are listed: the running ones in their slots, each told in a line, and those saved by name.

use crate::table::trace::Trace;
use crate::table::{Saves, SeatCard, Slot, read_trace};
use crate::variant::propose::{NAME, VARIANT};
use crate::words::{Arg, Message, msg};
use std::path::PathBuf;

/// A running game.
pub(super) struct Running {
    pub slot: Slot,
    /// Somebody plays it now: another window, or this one.
    pub held: bool,
    /// Which game it is and how far it has come, or why it cannot be read.
    pub line: Result<Message, Message>,
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
                Err(problems) => {
                    Err(problems.0.into_iter().next().map_or_else(|| msg!("window.kept.unreadable"), |problem| problem.message))
                }
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
fn told(trace: &Trace) -> Message {
    let header = &trace.header;
    let names: Vec<Arg> = header.cast().iter().map(SeatCard::called).collect();
    let (game, rules) = (header.pack.title(), rules(trace));
    msg!("window.kept.line", game, rules, names, state = how_far(trace))
}

/// What the rules are called that were last followed, without playing the game.
fn rules(trace: &Trace) -> Message {
    let mut blueprint = trace.header.rules.blueprint.clone();
    for change in trace.lines.iter().filter_map(|line| line.value["changes"].as_array()).flatten() {
        match (change["key"].as_str(), change["to"].as_str()) {
            (Some(VARIANT), Some(variant)) => variant.clone_into(&mut blueprint.variant),
            (Some(NAME), Some(name)) => name.clone_into(&mut blueprint.title),
            _ => {}
        }
    }
    blueprint.called()
}

/// How far a recorded game has come, without playing it.
fn how_far(trace: &Trace) -> Message {
    let last = |kind: &str| trace.lines.iter().rfind(|line| line.kind == kind);
    match last("turn").and_then(|line| line.value["round"].as_u64()) {
        _ if last("ended").is_some() => msg!("window.kept.finished"),
        Some(round) => msg!("window.kept.round", round),
        None => msg!("window.kept.just_begun"),
    }
}

//! The kept games as they are listed: the running ones in their slots, each told in a line, and those saved by name.

use super::system;
use crate::files::stamp;
use crate::table::trace::Trace;
use crate::table::{Saves, SeatCard, Slot, read_trace};
use crate::variant::propose::{NAME, VARIANT};
use crate::words::{Arg, Message, msg};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

const DAY: u64 = 24 * 60 * 60;

/// A running game.
pub(super) struct Running {
    pub slot: Slot,
    /// Somebody plays it now: another window, or this one.
    pub held: bool,
    /// Which game it is and how far it has come, or why it cannot be read.
    pub line: Result<Message, Message>,
    /// It is over: there is nothing to go on with.
    pub finished: bool,
}

/// A game saved by name.
pub(super) struct Named {
    pub name: String,
    pub path: PathBuf,
}

/// A game that was thrown away: where it lies now, and where it lay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Thrown {
    pub lies: PathBuf,
    pub lay: PathBuf,
}

/// What was found when the list was last looked at.
#[derive(Default)]
pub(super) struct Kept {
    /// Newest first.
    pub running: Vec<Running>,
    pub named: Vec<Named>,
    /// The one that is being given another name, and that name so far.
    pub renaming: Option<(PathBuf, String)>,
    /// The one thrown away last.
    pub thrown: Option<Thrown>,
}

impl Kept {
    pub(super) fn look(saves: &Saves) -> Self {
        let running = saves.slots().into_iter().map(|slot| {
            let read = read_trace(&slot.path);
            let finished = read.as_ref().is_ok_and(is_over);
            let line = match read {
                Ok(trace) => Ok(told(&trace)),
                Err(problems) => {
                    Err(problems.0.into_iter().next().map_or_else(|| msg!("window.kept.unreadable"), |problem| problem.message))
                }
            };
            Running { held: saves.is_held(&slot), slot, line, finished }
        });
        let named = saves.list().into_iter().map(|(name, path)| Named { name, path });
        Self { running: running.collect(), named: named.collect(), ..Self::default() }
    }

    /// The game to go on with: the newest that nobody plays and that is not over.
    pub(super) fn newest(&self) -> Option<&Running> {
        self.running.iter().find(|running| !running.held && !running.finished && running.line.is_ok())
    }
}

/// When a file was written, as the disk has it.
pub(super) fn written(path: &Path) -> Option<SystemTime> {
    stamp(path).ok().flatten().map(|(written, _, _)| written)
}

/// How long ago that was, in days.
pub(super) fn ago(written: SystemTime) -> Message {
    let written = written.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    match (system::now() as u64 / DAY).saturating_sub(written / DAY) {
        0 => msg!("window.kept.today"),
        1 => msg!("window.kept.yesterday"),
        days => msg!("window.kept.days_ago", days),
    }
}

/// A recorded game in a line.
pub(super) fn told(trace: &Trace) -> Message {
    let header = &trace.header;
    let names: Vec<Arg> = header.cast().iter().map(SeatCard::called).collect();
    let (game, rules) = (header.pack.title(), rules(trace));
    msg!("window.kept.line", game, rules, names, state = how_far(trace))
}

fn is_over(trace: &Trace) -> bool {
    trace.lines.iter().any(|line| line.kind == "ended")
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
    let last = trace.lines.iter().rfind(|line| line.kind == "turn");
    match last.and_then(|line| line.value["round"].as_u64()) {
        _ if is_over(trace) => msg!("window.kept.finished"),
        Some(round) => msg!("window.kept.round", round),
        None => msg!("window.kept.just_begun"),
    }
}

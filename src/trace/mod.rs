//! A game as JSON Lines: one format for recording, saving and replaying. docs/trace.md describes every field.

mod read;
mod replay;

pub use read::{Header, Line, Trace};
pub use replay::{Divergence, Replayed, replay, resume};

use crate::sim::Game;
use serde_json::{Value, json};

/// The version of the format.
pub const FORMAT: u64 = 1;

/// The first line of a trace.
pub fn header(game: &Game, seats: &[String], seed: u64) -> Value {
    let blueprint = &game.rules().blueprint;
    json!({
        "type": "header",
        "format": FORMAT,
        "pack": blueprint.pack,
        "variant": blueprint.variant,
        "seats": seats,
        "seed": seed.to_string(),
        "settings": blueprint.to_json(),
        "board": game.rules().pack.trace_board(game),
    })
}

/// The events since the last command, as trace objects, followed by the offers of the next decision.
pub fn lines(game: &Game) -> Vec<Value> {
    let text = |command| game.command_text(command);
    let mut lines: Vec<Value> = game.events().iter().map(|event| event.to_json(game.names(), &text)).collect();
    if game.outcome().is_none() {
        lines.push(json!({"type": "offers", "player": game.deciding(), "commands": game.offer_texts()}));
    }
    lines
}

/// Writes a file so that a crash leaves either the old one or the new one, never half of it.
pub fn write_atomically(path: &std::path::Path, contents: impl AsRef<[u8]>) -> std::io::Result<()> {
    use std::io::Write;
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = std::path::PathBuf::from(beside);
    let written = std::fs::File::create(&beside).and_then(|mut file| {
        file.write_all(contents.as_ref())?;
        file.sync_all()
    });
    written.and_then(|()| std::fs::rename(&beside, path)).inspect_err(|_| {
        // The original error is the one worth telling.
        let _ = std::fs::remove_file(&beside);
    })
}

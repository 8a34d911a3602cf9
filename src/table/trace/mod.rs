//! A game as JSON Lines: one format for recording, saving and replaying. docs/trace.md describes every field.

mod chain;
mod read;

pub use chain::{Chain, Seal};
pub(super) use read::{END, PRINTED};
pub use read::{Header, Line, Trace};

pub use crate::packs::REVISION;
use crate::sim::Game;
use serde_json::{Value, json};

/// The version of the format. Format 1 is still read: everything since has been added, nothing renamed.
pub const FORMAT: u64 = 2;
/// The recipe of the state hash: raised whenever the same position gets another hash.
pub const HASH_RECIPE: u64 = 3;

/// What the pack's own native rules are counted under, where a pack counts them.
const OWN_REVISION: &str = "revision";

/// The first line of a trace.
pub fn header(game: &Game, seats: &[String], seed: u64) -> Value {
    let blueprint = &game.standing_rules().blueprint;
    let mut header = json!({
        "type": "header",
        "format": FORMAT,
        "program": env!("CARGO_PKG_VERSION"),
        "rules": REVISION,
        "hash": HASH_RECIPE,
        "pack": blueprint.pack,
        "variant": blueprint.variant,
        "seats": seats,
        "seed": seed.to_string(),
        "settings": blueprint.to_json(),
        "board": game.rules().pack.trace_board(game),
    });
    match game.rules().pack.revision() {
        0 => {}
        own => header[OWN_REVISION] = own.into(),
    }
    // A record is complete: who reads one that hides something should know that it shows all of it.
    let hidden = game.standing_rules().secrets();
    if !hidden.is_empty() {
        header["hidden"] = json!(hidden);
    }
    header
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

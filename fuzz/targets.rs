//! What each fuzz target does with a text. The same functions run over the corpus as plain tests (tests/files/fuzz.rs), so that
//! what was found once is looked at with every change.
#![allow(dead_code, reason = "each target uses its own")]

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec_zlib;
use serde_json::Value;
use triangulum::lab::part::{Part, Parts};
use triangulum::packs;
use triangulum::players::{Player, Random};
use triangulum::problem::{Problems, Source};
use triangulum::scenario as scenarios;
use triangulum::seal::{Sum, push_sealed};
use triangulum::sim::{Chance, Game};
use triangulum::table::trace::Trace;
use triangulum::table::{Link, Until, replay};
use triangulum::variant::Library;

/// Moves made under rules somebody sent.
const MOVES: usize = 60;

/// A refusal must be one that can be printed.
fn told(problems: &Problems) {
    assert!(problems.has_errors() && !problems.to_string().is_empty());
}

/// A variant file: loaded, explained, and played for a while.
pub(crate) fn variant(text: &str) {
    let variant = match Library::built_in().load_source(Source::new("fuzz.toml", text)) {
        Ok(variant) => variant,
        Err(problems) => return told(&problems),
    };
    let _ = triangulum::variant::explain::values(variant.effective());
    let seats = *variant.rules.seats().start();
    let Ok(mut game) = Game::recorded(variant.rules.clone(), seats, Chance::seeded(1)) else { return };
    let mut player = Random::new(1, 0);
    for _ in 0..MOVES {
        if game.outcome().is_some() {
            break;
        }
        let command = player.choose(&game);
        game.apply(command).expect("an offer is accepted");
    }
    variant.rules.pack.audit(&game).expect("nothing is lost");
}

/// A scenario file.
pub(crate) fn scenario(text: &str) {
    match scenarios::run(Library::built_in(), &Source::new("fuzz.toml", text)) {
        Ok(verdict) => verdict.failures.iter().for_each(|failure| assert!(!failure.to_string().is_empty())),
        Err(problems) => told(&problems),
    }
}

/// A recorded game, as far as it goes.
pub(crate) fn trace(text: &str) {
    let trace = match Trace::parse(Source::new("fuzz.jsonl", text)) {
        Ok(trace) => trace,
        Err(problems) => return told(&problems),
    };
    match replay(&trace, Library::built_in(), Until::End) {
        Ok(replayed) => assert!(replayed.trouble().is_none_or(|problem| !problem.to_string().is_empty())),
        Err(problems) => told(&problems),
    }
}

/// A part of the lab, sealed first: whoever edits a file can compute its checksum anew.
pub(crate) fn part(text: &str) {
    let mut sealed = String::new();
    let line = text.lines().next().unwrap_or_default();
    push_sealed(&mut sealed, &mut Sum::default(), line, "checksum");
    match Part::read(&Source::new("fuzz.json", sealed)) {
        Ok(part) => {
            if let Err(problems) = Parts::of(vec![("fuzz.json".to_owned(), part)]) {
                told(&problems);
            }
        }
        Err(problems) => told(&problems),
    }
}

/// What stands behind the sign of a link: as it is, and packed first, since whoever makes one up can do that, too.
pub(crate) fn link(text: &str) {
    let packed = compress_to_vec_zlib(text.as_bytes(), 6);
    for letters in [text.trim().to_owned(), URL_SAFE_NO_PAD.encode(packed)] {
        match Link::read(&format!("#t1.{letters}")) {
            Ok(Link::Rules { text, .. }) => variant(&text),
            Ok(Link::Game(trace)) => {
                if let Err(problems) = replay(&trace, Library::built_in(), Until::End) {
                    told(&problems);
                }
            }
            Err(problems) => told(&problems),
        }
    }
}

/// A board, as a file and as the header of a trace has it.
pub(crate) fn board(text: &str) {
    for pack in packs::ALL {
        if let Err(problems) = pack.read_board(&Source::new("board.toml", text), false) {
            told(&problems);
        }
        if let Ok(value) = serde_json::from_str::<Value>(text) {
            let _ = pack.read_trace_board(&value);
        }
    }
}

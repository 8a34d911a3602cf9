//! Mutated files never make the program panic, and every refusal says where.

use crate::common;
use proptest::prelude::*;
use std::path::Path;
use triangulum::document;
use triangulum::problem::{Problems, Source};
use triangulum::table::trace::Trace;
use triangulum::variant::{Library, declare};

/// One way to spoil a text.
#[derive(Debug, Clone)]
enum Spoil {
    Cut(f64),
    Drop(f64, usize),
    Insert(f64, String),
    Swap(f64, f64),
    Number(f64, String),
}

fn spoil() -> impl Strategy<Value = Spoil> {
    let junk = prop_oneof![
        Just("\u{0}".to_owned()),
        Just("[[".to_owned()),
        Just("\"".to_owned()),
        Just("=".to_owned()),
        Just("{".to_owned()),
        Just("\n".to_owned()),
        Just("é🐙".to_owned()),
        "[a-z_.=\\[\\]\"0-9-]{1,12}",
    ];
    let number = prop_oneof![
        Just("-1".to_owned()),
        Just("0".to_owned()),
        Just("1e308".to_owned()),
        Just("nan".to_owned()),
        Just("9223372036854775807".to_owned()),
        Just("\"text\"".to_owned()),
        Just("[]".to_owned()),
        Just("{}".to_owned()),
    ];
    prop_oneof![
        (0.0..1.0).prop_map(Spoil::Cut),
        (0.0..1.0, 1usize..40).prop_map(|(at, n)| Spoil::Drop(at, n)),
        (0.0..1.0, junk).prop_map(|(at, text)| Spoil::Insert(at, text)),
        (0.0..1.0, 0.0..1.0).prop_map(|(a, b)| Spoil::Swap(a, b)),
        (0.0..1.0, number).prop_map(|(at, text)| Spoil::Number(at, text)),
    ]
}

fn index(text: &str, share: f64) -> usize {
    let mut at = (text.len() as f64 * share) as usize;
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn spoiled(text: &str, spoil: &Spoil) -> String {
    match spoil {
        Spoil::Cut(at) => text[..index(text, *at)].to_owned(),
        Spoil::Drop(at, n) => {
            let start = index(text, *at);
            let rest: String = text[start..].chars().skip(*n).collect();
            format!("{}{rest}", &text[..start])
        }
        Spoil::Insert(at, junk) => {
            let at = index(text, *at);
            format!("{}{junk}{}", &text[..at], &text[at..])
        }
        Spoil::Swap(a, b) => {
            let mut lines: Vec<&str> = text.lines().collect();
            if lines.is_empty() {
                return String::new();
            }
            let (a, b) = ((lines.len() as f64 * a) as usize, (lines.len() as f64 * b) as usize);
            lines.swap(a, b);
            lines.join("\n")
        }
        Spoil::Number(at, number) => {
            let start = index(text, *at);
            let Some(first) = text[start..].find(|c: char| c.is_ascii_digit()).map(|i| start + i) else { return text.to_owned() };
            let length = text[first..].find(|c: char| !c.is_ascii_digit() && c != '_' && c != '.').unwrap_or(text.len() - first);
            format!("{}{number}{}", &text[..first], &text[first + length..])
        }
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn shipped_texts() -> Vec<(String, String)> {
    let folders = triangulum::packs::ALL.iter().map(|pack| root().join("variants").join(pack.name()));
    let mut texts: Vec<(String, String)> = folders
        .flat_map(|folder| std::fs::read_dir(folder).unwrap().flatten())
        .map(|entry| (entry.path().display().to_string(), std::fs::read_to_string(entry.path()).unwrap()))
        .collect();
    texts.sort();
    texts
}

fn positioned(problems: &Problems) {
    assert!(problems.has_errors());
    for problem in &problems.0 {
        assert!(problem.place.is_some() && !problem.message.to_string().is_empty(), "{problem}");
        // Printing must work too, whatever the line holds.
        assert!(problem.to_string().contains(&problem.message.to_string()));
    }
}

#[test]
fn ten_thousand_spoiled_variants() {
    let library: Library = common::library();
    let texts = shipped_texts();
    let config = ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |(which in 0..texts.len(), spoils in prop::collection::vec(spoil(), 1..4))| {
        let text = spoils.iter().fold(texts[which].1.clone(), |text, s| spoiled(&text, s));
        if let Err(problems) = library.load_source(Source::new(texts[which].0.clone(), text)) {
            positioned(&problems);
        }
    });
}

#[test]
fn spoiled_boards_and_declarations() {
    for pack in triangulum::packs::ALL {
        let files = common::library().shelf.rule_files(pack.name());
        let read = |file: &String| std::fs::read_to_string(root().join("rules").join(file)).unwrap();
        let board_text = read(&format!("{}/board.toml", pack.name()));
        let is_text = |file: &&String| file.ends_with("/board.toml") || file.ends_with("/rulebook.toml");
        let declared: String = files.iter().filter(|file| !is_text(file)).map(read).collect();
        let config = ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() };
        proptest!(config, |(spoils in prop::collection::vec(spoil(), 1..4))| {
            let text = spoils.iter().fold(board_text.clone(), |text, s| spoiled(&text, s));
            if let Err(problems) = pack.read_board(&Source::new("board.toml", text), false) {
                prop_assert!(problems.has_errors());
            }
            let text = spoils.iter().fold(declared.clone(), |text, s| spoiled(&text, s));
            if let Err(problems) = declare::read(&Source::new("settings.toml", text), "bermuda") {
                positioned(&problems);
            }
        });
    }
}

#[test]
fn spoiled_traces() {
    for pack in triangulum::packs::ALL {
        let variant = common::variant_of(pack.name(), "standard");
        let seats = *variant.rules.seats().start();
        spoil_trace(&common::trace_text(&variant, seats, 5));
    }
}

fn spoil_trace(whole: &str) {
    let config = ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |(spoils in prop::collection::vec(spoil(), 1..3), in_header in any::<bool>())| {
        let (header, rest) = whole.split_once('\n').unwrap();
        let text = if in_header {
            format!("{}\n{rest}", spoils.iter().fold(header.to_owned(), |text, s| spoiled(&text, s)))
        } else {
            format!("{header}\n{}", spoils.iter().fold(rest.to_owned(), |text, s| spoiled(&text, s)))
        };
        let problems = match Trace::parse(Source::new("game.jsonl", text)) {
            Ok(trace) => common::replay(&trace).err(),
            Err(problems) => Some(problems),
        };
        if let Some(problems) = problems {
            prop_assert!(problems.has_errors());
            prop_assert!(!problems.to_string().is_empty());
        }
    });
}

#[test]
fn garbage_of_a_megabyte() {
    let garbage: String = (0..1_000_000u32).map(|i| char::from(32 + (i.wrapping_mul(2_654_435_761) >> 25) as u8 % 95)).collect();
    let Err(problems) = common::library().load_source(Source::new("garbage.toml", garbage)) else {
        panic!("garbage was accepted")
    };
    positioned(&problems);
    assert!(problems.to_string().len() < 2_000, "a long line is not printed whole");
    let deep = "a = ".to_owned() + &"[".repeat(100_000);
    assert!(document::parse(&Source::new("deep.toml", deep)).is_err());
}

// ── The corpus of the fuzz targets ────────────────────────────────────────────────────────────────────────────────

#[path = "../../fuzz/targets.rs"]
mod targets;

/// Runs a target over every file of its corpus; what cargo-fuzz has found once stays found.
fn over_corpus(target: &str, run: fn(&str)) {
    let folder = root().join("fuzz/corpus").join(target);
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().flatten().map(|entry| entry.path()).collect();
    files.sort();
    assert!(files.len() >= 3, "{target} has a corpus");
    for file in files {
        let bytes = std::fs::read(&file).unwrap();
        run(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn the_corpus_of_every_fuzz_target_is_harmless() {
    over_corpus("variant", targets::variant);
    over_corpus("scenario", targets::scenario);
    over_corpus("trace", targets::trace);
    over_corpus("part", targets::part);
    over_corpus("board", targets::board);
    over_corpus("link", targets::link);
}

#[test]
fn spoiled_scenarios_parts_and_links() {
    for (target, run) in [("scenario", targets::scenario as fn(&str)), ("part", targets::part), ("link", targets::link)] {
        let folder = root().join("fuzz/corpus").join(target);
        let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()).collect();
        files.sort();
        let texts: Vec<String> = files.iter().map(|file| std::fs::read_to_string(file).unwrap_or_default()).collect();
        let config = ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() };
        proptest!(config, |(which in 0..texts.len(), spoils in prop::collection::vec(spoil(), 1..4))| {
            run(&spoils.iter().fold(texts[which].clone(), |text, s| spoiled(&text, s)));
        });
    }
}

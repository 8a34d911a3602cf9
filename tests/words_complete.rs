//! The words are whole: every id the code says is there in English, none is there for nothing, and every other language has the same ids
//! with the same slots.

mod common;

use common::source::{literals, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use triangulum::words::{ENGLISH, Flaw, Lexicon, languages};

/// Ids that are put together as the program runs begin like this; `*` stands for any one part.
const MADE: [&str; 50] = [
    "cli.",
    "form.",
    "language.",
    "lab.group.",
    "lab.ladder.",
    "lab.verdict.",
    "list.",
    "number.",
    "players.",
    "seat.",
    "window.bar.",
    "window.ending.",
    "window.keys.",
    "window.menu.",
    "window.options.",
    "window.tips.",
    "window.speed.",
    "window.workshop.tab.",
    "*.title",
    "*.tagline",
    "*.piece.",
    "*.place.",
    "*.event.",
    "*.reason.",
    "*.ask.",
    "*.label.",
    "*.problem.",
    "*.metric.",
    "*.element.",
    "*.ending.",
    "*.luck.",
    "*.setting.",
    "*.group.",
    "*.section.",
    "*.house.",
    "*.rule.",
    "*.step.",
    "*.window.",
    "*.book.",
    "*.ship.",
    "*.port.",
    "*.tile.",
    "*.variant.",
    "*.deck.",
    "*.direction.",
    "*.field.",
    "*.chart.",
    "*.symbol.",
    "*.new_rule.",
    "*.lesson.",
];

fn is_made(id: &str) -> bool {
    let pack = id.split('.').next().is_some_and(|first| triangulum::packs::find(first).is_some());
    MADE.iter().any(|made| match made.strip_prefix("*.") {
        Some(rest) => pack && id.split_once('.').is_some_and(|(_, own)| own.starts_with(rest)),
        None => id.starts_with(made),
    })
}

/// Whether a literal can be an id: small words with dots between.
fn is_id(text: &str) -> bool {
    let part = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    text.contains('.') && text.split('.').all(part) && text.starts_with(|c: char| c.is_ascii_lowercase())
}

/// A list by area, so that it can be read.
fn by_area(ids: &BTreeSet<String>) -> String {
    let mut areas: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for id in ids {
        areas.entry(id.split('.').next().unwrap_or_default()).or_default().push(id);
    }
    let told = areas.iter().map(|(area, ids)| format!("{area} ({}):\n  {}", ids.len(), ids.join("\n  ")));
    told.collect::<Vec<_>>().join("\n")
}

/// Ids as the code says them: those of `msg!` and `say!`, and every literal that could be one.
fn said() -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut said, mut named) = (BTreeSet::new(), BTreeSet::new());
    for path in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        for literal in literals(&std::fs::read_to_string(&path).unwrap()) {
            let before = literal.before.trim_end();
            if ["msg!(", "say!(", "said!("].iter().any(|call| before.ends_with(call)) && is_id(&literal.text) {
                said.insert(literal.text.clone());
            }
            if is_id(&literal.text) {
                named.insert(literal.text);
            }
        }
    }
    (said, named)
}

#[test]
fn every_id_the_code_says_is_there() {
    let english = Lexicon::built_in(ENGLISH);
    let missing: BTreeSet<String> = said().0.into_iter().filter(|id| !english.knows(id)).collect();
    assert!(missing.is_empty(), "English lacks {} ids:\n{}", missing.len(), by_area(&missing));
}

#[test]
fn no_id_is_there_for_nothing() {
    let english = Lexicon::built_in(ENGLISH);
    let named = said().1;
    let unused: BTreeSet<String> = english.ids().filter(|id| !named.contains(*id) && !is_made(id)).map(str::to_owned).collect();
    assert!(unused.is_empty(), "nobody says {} ids:\n{}", unused.len(), by_area(&unused));
}

#[test]
fn every_language_has_the_ids_and_slots_of_english() {
    let english = Lexicon::built_in(ENGLISH);
    for (code, _) in languages().into_iter().filter(|(code, _)| code != ENGLISH) {
        let faults = Lexicon::built_in(&code).compare(&english);
        let told = |flaw: &Flaw| match flaw {
            Flaw::Unknown(id) => format!("{id} is not English"),
            Flaw::Missing(id) => format!("{id} is missing"),
            Flaw::Untranslated(id) => format!("{id} is still English"),
            Flaw::Slots { id, lacking, foreign } => format!("{id}: lacks {lacking:?}, has {foreign:?}"),
            other => format!("{other:?}"),
        };
        let wrong: BTreeSet<String> = faults.iter().map(|fault| told(&fault.flaw)).collect();
        assert!(wrong.is_empty(), "{code} has {} faults:\n{}", wrong.len(), by_area(&wrong));
    }
}

#[test]
fn every_file_of_words_is_read_without_a_fault() {
    let shelf = common::library().shelf;
    for code in triangulum::variant::wording::codes(&shelf) {
        let (files, problems) = triangulum::variant::wording::check(&shelf, &code, &|_| true);
        assert!(files > 0 && problems.0.is_empty(), "{problems}");
    }
}

/// French has spaces where no line may break: before high signs, and inside quotes.
#[test]
fn no_line_of_french_begins_with_a_sign() {
    let french = Lexicon::built_in("fr");
    let is_loose = |text: &str| {
        let mut plain = text.split('`').step_by(2);
        plain.any(|part| [" ;", " :", " !", " ?", " »", "« ", "} %"].iter().any(|loose| part.contains(loose)))
    };
    let texts = french.ids().filter_map(|id| Some((id, french.written(id)?)));
    // What a condition may hold is code.
    let loose: Vec<_> = texts.filter(|(_, text)| is_loose(text) && !text.contains("&&")).collect();
    assert!(loose.is_empty(), "{loose:#?}");
}

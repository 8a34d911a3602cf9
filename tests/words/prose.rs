//! No sentence stands in the code: what people read is in the files of words. String literals that read like prose are found here, each
//! with its place.

use crate::source::{Literal, literals, sources};
use std::path::Path;

/// Files whose texts are not for players: audits, indexes that went astray and dumps are read by programmers,
/// and the words of the rule language are explained to those who write in it.
const FOR_PROGRAMMERS: [&str; 10] = [
    "src/packs/bermuda/audit.rs",
    "src/packs/bermuda/speech.rs",
    "src/packs/dreieck/audit.rs",
    "src/packs/dreieck/speech.rs",
    "src/packs/muehle/audit.rs",
    "src/packs/muehle/speech.rs",
    "src/script/any_game.rs",
    "src/script/api.rs",
    "src/sim/side.rs",
    "src/sim/snapshot.rs",
];

/// What stands before a literal that no player reads.
const SILENT: [&str; 14] = [
    "expect(",
    "panic!(",
    "unreachable!(",
    "assert!(",
    "assert_eq!(",
    "assert_ne!(",
    "debug_assert!(",
    "debug_assert_eq!(",
    "debug_assert_ne!(",
    // Names of settings and reasons for lints are for those who read the code.
    "reason = ",
    "include_dir!(",
    "include_str!(",
    "env!(",
    "concat!(",
];

/// Whether a text reads like words in a row: two of them at least, of letters, with a space between.
fn is_prose(text: &str) -> bool {
    // Code in other languages: SVG, HTML, CSS, shaders, TOML, and lines that are typed.
    let code = ["<", "xmlns", "#version", "--", "font:", "{ ", "= \"", "triangulum "];
    if code.iter().any(|mark| text.contains(mark)) {
        return false;
    }
    let mut outside = String::new();
    let mut depth = 0;
    for letter in text.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ if depth == 0 => outside.push(letter),
            _ => {}
        }
    }
    let word = |word: &str| {
        let bare = word.trim_matches(|c: char| ",.;:!?()“”„’'`\"…".contains(c));
        bare.chars().count() >= 2 && bare.chars().all(|c| c.is_alphabetic() || c == '’' || c == '\'' || c == '-')
    };
    let words: Vec<&str> = outside.split_whitespace().collect();
    words.windows(2).any(|pair| pair.iter().all(|part| word(part)))
}

/// Literals that look like prose and are not, each with the reason.
const ALLOWED: [(&str, &str); 9] = [
    ("no value for any seat", "a reader's remark, quoted as detail"),
    ("'Goudy Bookletter 1911', 'Times New Roman', Times, serif", "names of fonts"),
    ("Cabin, sans-serif", "the name of a font"),
    ("next turn", "as it stands in recorded games"),
    ("next game", "as it stands in recorded games"),
    ("lab seat", "the id of a widget"),
    ("lab merge", "the verb a problem is about, as it is typed"),
    ("lab soak", "the verb a problem is about, as it is typed"),
    ("EB Garamond", "the name of a font"),
];

fn is_silent(literal: &Literal) -> bool {
    let before = literal.before.trim_end();
    SILENT.iter().any(|word| before.ends_with(word.trim_end()) || literal.statement.contains(word))
        || ALLOWED.iter().any(|(text, _)| literal.text == *text || literal.text.contains("EB Garamond") && *text == "EB Garamond")
}

#[test]
fn no_sentence_stands_in_the_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found: Vec<String> = Vec::new();
    for path in sources(&root.join("src")) {
        let shown = path.strip_prefix(root).unwrap().display().to_string();
        if FOR_PROGRAMMERS.contains(&shown.as_str()) {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for literal in literals(&text).iter().filter(|literal| is_prose(&literal.text) && !is_silent(literal)) {
            found.push(format!("{shown}:{}: {:?}", literal.line, literal.text.chars().take(80).collect::<String>()));
        }
    }
    found.sort();
    assert!(found.is_empty(), "{} sentences stand in the code:\n{}", found.len(), found.join("\n"));
}

#[test]
fn prose_is_told_from_ids_and_markup() {
    for prose in ["there is no such folder", "Not at all.", "{n} games are over", "Cabin boy"] {
        assert!(is_prose(prose), "{prose}");
    }
    for other in ["terminal.folder.missing", "<text x=\"{}\">on it</text>", "{a} / {b}", "standard", "M{x} {y}v6", "--set {text}"]
    {
        assert!(!is_prose(other), "{other}");
    }
}

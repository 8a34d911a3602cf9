//! What verbs print is said in the language that is asked for.

use crate::common;

/// What is printed under a language, wherever.
fn told(arguments: &[&str], language: &str) -> String {
    let mut command = common::program();
    let output = command.args(arguments).args(["--lang", language]).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

/// Words that look the same in the pseudo-language: values of settings, and numbers written out.
const THE_SAME: [&str; 5] = ["true", "false", "two", "three", "four"];

/// Words without an accent, where the pseudo-language has one on every vowel. What stands in quotes or has a point or a stroke in it is
/// of a file, as are lines quoted from one, lists of what it may say, and the keys of promises.
fn plain_words(text: &str) -> Vec<String> {
    let is_quoted = |line: &&str| line.contains(" | ") || line.trim_start().starts_with("àllöwéd");
    let of_promise = |line: &str| line.trim_start().starts_with("- ") && line.contains(".toml:");
    let lines = text.lines().filter(|line| !is_quoted(line));
    let words = lines.flat_map(|line| line.split_whitespace().skip(if of_promise(line) { 2 } else { 0 }));
    let bare = words.map(|word| word.trim_matches(|c: char| ".,;:!?()“”’–…*•".contains(c)));
    let is_plain = |word: &&str| {
        word.len() > 2
            && word.bytes().all(|byte| byte.is_ascii_alphabetic())
            && word.contains(['a', 'e', 'i', 'o', 'u'])
            && !THE_SAME.contains(word)
    };
    bare.filter(is_plain).map(str::to_owned).collect()
}

#[test]
fn whatever_verbs_print_comes_from_the_words() {
    let folder = tempfile::tempdir().unwrap();
    let bad = folder.path().join("bad.toml");
    std::fs::write(&bad, "pack = \"bermuda\"\nextends = \"short\"\n[victory]\ngoal = \"x\"\nfoo = 1\n").unwrap();
    let bad = bad.to_str().unwrap();
    let mut verbs = vec![vec!["check", bad]];
    for (pack, variant) in [("bermuda", "short"), ("muehle", "quick"), ("dreieck", "corners")] {
        verbs.push(vec!["explain", variant, "--pack", pack]);
        verbs.push(vec!["rulebook", variant, "--pack", pack]);
        verbs.push(vec!["lab", "compare", "standard", variant, "--pack", pack, "--games", "10"]);
    }
    for verb in verbs {
        let text = told(&verb, "pseudo");
        assert!(text.contains('ø'), "{verb:?}: {text}");
        assert_eq!(plain_words(&text), Vec::<String>::new(), "{verb:?}: {text}");
    }
}

#[test]
fn german_is_spoken_by_every_verb_house_rules_included() {
    let all = [
        (
            &["explain", "pirate_evening"][..],
            &["Piratenabend", "Was anders ist als im Standardspiel:", "Runden, Median", "der beste Platz"][..],
        ),
        (&["rulebook", "pirate_evening"], &["Piraten", "Verdrängst du ein fremdes Schiff"]),
        (&["lab", "compare", "standard", "pirate_evening", "--games", "10"], &["Piraten: wie oft", "Dieselben Startzahlen"]),
    ];
    for (verb, sentences) in all {
        let text = told(verb, "de");
        assert!(sentences.iter().all(|sentence| text.contains(sentence)), "{verb:?}: {text}");
        assert!(!["Pirates", "Salvage", "Bumping", "against"].iter().any(|word| text.contains(word)), "{verb:?}: {text}");
    }
}

/// Nobody reads coordinates where the letters of the plate say it.
#[test]
fn magnets_are_told_by_the_letters_of_the_plate() {
    let text = told(&["explain", "gentle_cloud"], "en");
    assert!(
        text.contains("between the letters H and G, nearer to G, 75° clockwise from A, 60 from the middle of the plate"),
        "{text}"
    );
    let text = told(&["explain", "gentle_cloud"], "de");
    assert!(text.contains("näher an G, 75° im Uhrzeigersinn von A aus"), "{text}");
}

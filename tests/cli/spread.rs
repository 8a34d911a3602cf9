//! What is played in parts, each by a process of its own, is told exactly as one machine would have told it, whatever was asked.

use crate::common;
use std::path::Path;
use std::process::Output;
use triangulum::lab::part::Part;
use triangulum::problem::Source;

const PARTS: usize = 3;

/// The contract of a variant that is neither kept at the first look nor broken.
const PROMISE: &str =
    "pack = \"bermuda\"\nextends = \"short\"\n[contract]\nrounds = \"5..60\"\nlead_changes = \">0.2\"\nseats = 2\n";

fn triangulum(folder: &Path, words: &[&str]) -> Output {
    common::program().args(words).current_dir(folder).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder with a recorded game and a variant that promises something.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("promise.toml"), PROMISE).unwrap();
    assert!(triangulum(folder.path(), &["run", "--variant", "short", "--seed", "7", "--trace", "game.jsonl"]).status.success());
    folder
}

/// Plays all parts of a command.
fn play(folder: &Path, words: &[&str]) -> Vec<String> {
    let names: Vec<String> = (1..=PARTS).map(|number| format!("part{number}.json")).collect();
    for (number, name) in names.iter().enumerate() {
        let shard = format!("{}/{PARTS}", number + 1);
        let output = triangulum(folder, &[words, &["--shard", &shard, "--out", name]].concat());
        assert!(output.status.success(), "{words:?} {shard}: {}", text(&output.stderr));
        assert_eq!(text(&output.stdout), "", "{words:?}: nothing can be told of a part");
    }
    names
}

fn merge(folder: &Path, names: &[String], words: &[&str]) -> Output {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    triangulum(folder, &[&["lab", "merge"], words, &names].concat())
}

#[test]
fn parts_of_every_question_add_up_to_what_one_machine_tells() {
    let folder = folder();
    let folder = folder.path();
    for (words, forms) in [
        (&["lab", "run", "--variant", "short", "--games", "203", "--seed", "5"][..], &["--json", "--csv", ""][..]),
        (&["lab", "run", "--variant", "short", "--games", "3000", "--precision", "rounds=1"], &["--json"]),
        (&["lab", "run", "--variant", "short", "--games", "20", "--set", "victory.goal=60_000"], &["--json"]),
        (&["lab", "compare", "short", "standard", "--games", "20", "--seats", "greedy,random"], &["--json", "--csv", ""]),
        (&["lab", "sweep", "--variant", "short", "--games", "10", "--set", "ports.capacity.4=2..4"], &["--json", "--csv", ""]),
        (&["lab", "what-if", "game.jsonl", "--at", "10", "standard", "--games", "10"], &["--json", ""]),
        (&["lab", "coverage", "--variant", "short", "--games", "4", "--seats", "random,random"], &["--json", ""]),
        (&["lab", "check", "promise.toml", "--games", "4000"], &["--json", ""]),
        (&["ladder", "--variant", "short", "--players", "random,quick,greedy", "--games", "22"], &["--json", ""]),
    ] {
        let names = play(folder, words);
        for form in forms {
            let form: &[&str] = if form.is_empty() { &[] } else { &[form] };
            let (whole, merged) = (triangulum(folder, &[words, form].concat()), merge(folder, &names, form));
            assert_eq!(text(&merged.stdout), text(&whole.stdout), "{words:?} {form:?}: {}", text(&merged.stderr));
            assert_eq!(merged.status.code(), whole.status.code(), "{words:?} {form:?}");
            assert!(!whole.stdout.is_empty());
        }
    }
}

/// A search that takes several rounds, with a contract that no point keeps for sure in so few games, so that every candidate is tried.
const SEARCH: [&str; 9] =
    ["lab", "tune", "promise.toml", "--vary", "victory.goal=40_000..120_000", "--games", "1500", "--confirm", "300"];

#[test]
fn a_search_is_played_in_rounds_and_ends_as_on_one_machine() {
    let folder = folder();
    let folder = folder.path();
    std::fs::write(folder.join("promise.toml"), PROMISE.replace("5..60", "20..20.5")).unwrap();
    // Nothing is known at first, and from then on what the last merge has written.
    let words = [&SEARCH[..], &["--known", "known.json"]].concat();
    let mut rounds = 0;
    let (names, merged) = loop {
        let names = play(folder, &words);
        rounds += 1;
        let merged = merge(folder, &names, &["--known", "known.json", "--json", "--write", "merged.toml"]);
        if merged.status.code() != Some(3) {
            break (names, merged);
        }
        let commands = text(&merged.stdout);
        let next: Vec<&str> = commands.lines().map(|line| line.split_once(' ').unwrap().1).collect();
        assert_eq!(next.len(), PARTS, "{commands}");
        assert_eq!(next[1], format!("{} --shard 2/{PARTS} --out part2.json", words.join(" ")));
        // Merging the same once more changes nothing.
        let again = merge(folder, &names, &["--known", "known.json"]);
        assert_eq!((again.status.code(), text(&again.stdout)), (Some(3), commands), "{}", text(&again.stderr));
        assert!(rounds < 50);
    };
    assert!(rounds > 4, "{rounds} rounds");
    let whole = triangulum(folder, &[&SEARCH[..], &["--json", "--write", "whole.toml"]].concat());
    assert_eq!(text(&merged.stdout), text(&whole.stdout), "{}", text(&merged.stderr));
    assert_eq!(merged.status.code(), whole.status.code());
    assert_eq!(std::fs::read(folder.join("merged.toml")).unwrap(), std::fs::read(folder.join("whole.toml")).unwrap());
    // What is known by then is enough for every other form.
    let told = merge(folder, &[], &["--known", "known.json"]);
    assert_eq!(text(&told.stdout), text(&triangulum(folder, &SEARCH).stdout), "{}", text(&told.stderr));
    // Other rules are not what is known of these.
    std::fs::write(folder.join("promise.toml"), PROMISE.replace("\"short\"", "\"stormy\"")).unwrap();
    let other = triangulum(folder, &[&words[..], &["--shard", "1/3", "--out", "other.json"]].concat());
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("known.json: error: it holds other games"), "{}", text(&other.stderr));
    let longer = triangulum(folder, &[&words[..], &["--seed", "2", "--shard", "1/3", "--out", "other.json"]].concat());
    assert!(text(&longer.stderr).contains("it is of another command than this one"), "{}", text(&longer.stderr));
    let part = merge(folder, &names, &["--known", "part1.json"]);
    assert!(text(&part.stderr).contains("it holds part 1/3 only"), "{}", text(&part.stderr));
}

#[test]
fn a_search_that_goes_on_asks_where_to_keep_what_is_known() {
    let folder = folder();
    let names = play(folder.path(), &SEARCH);
    let merged = merge(folder.path(), &names, &[]);
    assert_eq!((merged.status.code(), text(&merged.stdout)), (Some(2), String::new()));
    assert!(text(&merged.stderr).contains("--known FILE"), "{}", text(&merged.stderr));
    let missing = merge(folder.path(), &names[1..], &["--missing", "--known", "known.json"]);
    let command = format!("{} --known known.json --shard 1/3 --out part1.json", SEARCH.join(" "));
    assert!(text(&missing.stdout).trim_end().ends_with(&command), "{}", text(&missing.stdout));
}

#[test]
fn missing_parts_are_commands_to_type() {
    let folder = folder();
    let words = ["lab", "check", "promise.toml", "--games", "600", "--set", "victory.goal=90_000"];
    let names = play(folder.path(), &words);
    let missing = merge(folder.path(), &names[..1], &["--missing"]);
    assert_eq!(missing.status.code(), Some(1));
    let told = text(&missing.stdout);
    let commands: Vec<&str> = told.lines().map(|line| line.split_once(' ').unwrap().1).collect();
    assert_eq!(commands.len(), 2);
    assert_eq!(commands[0], format!("{} --shard 2/3 --out part2.json", words.join(" ")));
    let whole = std::fs::read(folder.path().join("part2.json")).unwrap();
    std::fs::remove_file(folder.path().join("part2.json")).unwrap();
    assert!(triangulum(folder.path(), &commands[0].split(' ').collect::<Vec<_>>()).status.success());
    assert_eq!(std::fs::read(folder.path().join("part2.json")).unwrap(), whole);
    assert_eq!(merge(folder.path(), &names, &["--missing"]).status.code(), Some(0));
}

#[test]
fn other_rules_than_those_the_parts_were_played_by_are_refused() {
    let folder = folder();
    let names = play(folder.path(), &["lab", "check", "promise.toml", "--games", "300"]);
    std::fs::write(folder.path().join("promise.toml"), format!("{PROMISE}[victory]\ngoal = 70_000\n")).unwrap();
    let merged = merge(folder.path(), &names, &[]);
    assert_eq!(merged.status.code(), Some(2));
    assert!(text(&merged.stderr).contains("other games than its command plays: `rules` differs"), "{}", text(&merged.stderr));
    let csv = merge(folder.path(), &names, &["--csv"]);
    assert_eq!(csv.status.code(), Some(2), "a contract has no CSV");
}

#[test]
fn a_part_that_somebody_made_up_writes_nothing_and_reads_nothing_elsewhere() {
    let folder = folder();
    let names = play(folder.path(), &["lab", "check", "promise.toml", "--games", "300"]);
    let other = tempfile::tempdir().unwrap();
    let secret = other.path().join("secret.toml");
    std::fs::write(&secret, "password").unwrap();
    for (command, says) in [
        (vec!["lab", "check", secret.to_str().unwrap()], "does not lie in this folder"),
        (vec!["lab", "run", "--variants=/"], "does not lie in this folder"),
        (vec!["lab", "run", "--html", "out.html"], "`command` is not what it should be"),
        (vec!["lab", "soak"], "no command that can be put together"),
        (vec!["run", "--seed", "1"], "no command that can be put together"),
        (vec!["lab", "run", "--gmaes", "3"], "--gmaes"),
    ] {
        let made_up = |name: &String| {
            let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
            let mut part = Part::read(&Source::new(name.as_str(), text)).unwrap_or_else(|problems| panic!("{problems}"));
            part.command = command.iter().map(|word| (*word).to_owned()).collect();
            let made_up = format!("made_up_{name}");
            std::fs::write(folder.path().join(&made_up), part.to_text()).unwrap();
            made_up
        };
        let merged = merge(folder.path(), &names.iter().map(made_up).collect::<Vec<_>>(), &[]);
        assert_eq!(merged.status.code(), Some(2), "{command:?}");
        let told = text(&merged.stderr);
        assert!(told.contains(says) && !told.contains("password"), "{command:?}: {told}");
        assert!(!folder.path().join("out.html").exists());
    }
}

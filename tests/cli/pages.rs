//! Pages of questions whose answer is a list: they speak of players, rules and promises by their names, in every language.

use crate::common;
use std::path::Path;

const PROMISE: &str = "pack = \"bermuda\"\nextends = \"short\"\n[contract]\nlead_changes = \">0.2\"\nmedian_rounds = \"10..40\"\n\
                       any_blocked = \"<0.99\"\nseat_advantage = \"<0.5\"\nseats = 2\n";

/// What a page says, without its style and marks.
fn page(folder: &Path, words: &[&str], language: &str) -> (String, String) {
    let output = common::program()
        .args(words)
        .args(["--html", "page.html", "--lang", language])
        .current_dir(folder)
        .output()
        .expect("the program starts");
    assert_ne!(output.status.code(), Some(2), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    let whole = std::fs::read_to_string(folder.join("page.html")).unwrap();
    let body = whole.split_once("</style>").unwrap().1;
    let told = body.split('<').filter_map(|piece| piece.split_once('>')).map(|(_, text)| text).collect::<Vec<_>>().join("\n");
    (told, whole)
}

#[test]
fn pages_of_lists_speak_by_names_in_every_language() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("promise.toml"), PROMISE).unwrap();
    let questions: [(&[&str], [&str; 3]); 4] = [
        (
            &["lab", "coverage", "--variant", "short", "--seats", "random,random", "--games", "2"],
            ["standard deviations of a game", "Standardabweichungen einer Partie", "écarts types d’une partie"],
        ),
        (&["lab", "check", "promise.toml", "--games", "250"], ["rounds: median", "Runden: Median", "tours\u{a0}: médiane"]),
        (
            &["ladder", "--variant", "short", "--players", "random,quick", "--games", "4"],
            ["rating points", "Wertungspunkte", "points de cote"],
        ),
        (
            &["lab", "tune", "promise.toml", "--vary", "victory.goal=60_000..90_000", "--games", "1000", "--confirm", "250"],
            ["1 % divided by 3", "1 % geteilt durch 3", "1 % divisé par 3"],
        ),
    ];
    for (words, says) in questions {
        for (language, says) in ["en", "de", "fr"].into_iter().zip(says) {
            let (told, _) = page(folder.path(), words, language);
            let plain = told.replace(['\u{a0}', '\u{202f}'], " ");
            assert!(plain.contains(&says.replace('\u{a0}', " ")), "{words:?} {language}: {says} is not in\n{told}");
            // Ids have underscores or dots between letters, and players have names.
            let is_id = |word: &str| {
                let letters: Vec<char> = word.chars().collect();
                letters.windows(3).any(|three| "_.".contains(three[1]) && three[0].is_alphabetic() && three[2].is_alphabetic())
            };
            let ids: Vec<&str> = told.split_whitespace().filter(|word| is_id(word)).collect();
            assert!(ids.is_empty(), "{words:?} {language}: {ids:?}");
            for nobody in ["player 1", "Spieler 1", "joueur 1", "seat 1"] {
                assert!(!told.contains(nobody), "{words:?} {language}: {nobody} in\n{told}");
            }
        }
    }
}

#[test]
fn axes_say_what_they_count_and_a_seventh_variant_looks_unlike_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["short", "standard", "stormy", "short", "standard", "stormy", "short"];
    let words = [&["lab", "compare"][..], &names, &["--games", "10"]].concat();
    let (told, whole) = page(folder.path(), &words, "en");
    for unit in ["mean of all games", "of games", "standard deviations of a game"] {
        assert!(told.contains(unit), "{unit}");
    }
    // Caption and axis.
    assert!(told.lines().filter(|line| *line == "rounds").count() >= 2);
    let keys: Vec<&str> = whole.split("<i style=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(keys.len(), names.len());
    assert!(keys[1..].iter().all(|key| *key != keys[0]), "{keys:?}");
    assert!(whole.contains("stroke-dasharray=\"6 3\"") && whole.contains("fill-opacity=\"0.55\""));
}

#[test]
fn what_is_too_rare_to_say_is_marked_in_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["lab", "run", "--games", "30", "--seats", "random,random"];
    let (told, _) = page(folder.path(), &words, "en");
    assert!(told.contains("(too rare to say)"), "{told}");
    let print = |form: &[&str]| {
        let output = common::program().args(words).args(form).args(["--lang", "en"]).current_dir(folder.path()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let row = |text: &str, name: &str| {
        text.lines().find(|line| line.contains(name)).unwrap_or_else(|| panic!("{name}: {text}")).to_owned()
    };
    let (table, csv) = (print(&[]), print(&["--csv"]));
    assert!(row(&csv, "variant,").ends_with(",most,too_rare"));
    assert!(row(&csv, ",rounds,").ends_with(",false") && row(&csv, ",blocked_havana,").ends_with(",true"), "{csv}");
    assert!(table.lines().any(|line| line.ends_with("too rare to say")) && !row(&table, "  rounds").contains("rare"), "{table}");
    // A key occurs once in the head of a comparison.
    let output = common::program().args(["lab", "compare", "short", "standard", "--games", "5", "--csv"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut head: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let all = head.len();
    head.sort_unstable();
    head.dedup();
    assert_eq!(head.len(), all);
}

#[test]
fn json_keeps_values_that_were_set() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("promise.toml"), PROMISE).unwrap();
    let print = |words: &[&str]| {
        let output = common::program().args(words).args(["--lang", "en"]).current_dir(folder.path()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let value = |settings: &serde_json::Value| settings["victory"]["goal"].clone();
    let ladder = ["ladder", "--players", "random,quick", "--games", "2", "--set", "victory.goal=30_000"];
    let json: serde_json::Value = serde_json::from_str(&print(&[&ladder[..], &["--json"]].concat())).unwrap();
    assert_eq!(value(&json["settings"]), 30_000, "{}", json["settings"]);
    assert!(print(&ladder).lines().next().unwrap().contains("victory.goal=30_000"));
    let tune = "lab tune promise.toml --set victory.goal=30_000 --vary ports.capacity.4=3,4 --games 1000 --confirm 250 --json";
    let json: serde_json::Value = serde_json::from_str(&print(&tune.split(' ').collect::<Vec<_>>())).unwrap();
    assert_eq!(value(&json["base"]), 30_000, "{}", json["base"]);
}

#[test]
fn rows_of_parts_are_those_of_one_machine() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["lab", "run", "--variant", "short", "--games", "11", "--rows"];
    let rows = |name: &str, more: &[&str]| {
        let output = common::program().args(words).arg(name).args(more).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success());
        let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
        text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let parts = [1, 2]
        .map(|part| rows(&format!("rows{part}.csv"), &["--shard", &format!("{part}/2"), "--out", &format!("part{part}.json")]));
    assert_eq!(parts.concat(), rows("rows.csv", &["--json"]));
}

//! Every scenario holds, every rule has one, and every setting is tried in one.

use crate::common;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use triangulum::files::read_file;
use triangulum::problem::Source;
use triangulum::scenario;
use triangulum::sim::settings::flatten;
use triangulum::variant::Library;
use triangulum::variant::declare::Kind;
use triangulum::words::{Arg, ENGLISH, Lexicon, Message, languages};

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        if entry.path().is_dir() {
            found.extend(files(&entry.path()));
        } else {
            found.push(entry.path());
        }
    }
    found.sort();
    found
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios")
}

#[test]
fn every_scenario_holds() {
    let library = common::library();
    let mut failures = String::new();
    for file in files(&folder()) {
        match scenario::run(&library, &read_file(&file).unwrap()) {
            Ok(verdict) => verdict.failures.iter().for_each(|problem| failures += &format!("{problem}\n")),
            Err(problems) => failures += &format!("{problems}\n"),
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// Events and reasons that no scenario can show, and why.
const UNSHOWN: [(&str, &str); 12] = [
    ("bermuda.reason.no_ship", "no text can name such a command"),
    ("bermuda.reason.on_offer", "nobody asks why not what may be done"),
    ("dreieck.reason.not_a_tile", "no text can name such a command"),
    ("dreieck.reason.on_offer", "nobody asks why not what may be done"),
    ("muehle.event.ended.house_rule", "no shipped rule ends a game of Triple Mill"),
    ("muehle.event.ended.stalled", "only rules of somebody's own make a game stand still"),
    ("muehle.reason.no_field", "no text can name such a command"),
    ("muehle.reason.on_offer", "nobody asks why not what may be done"),
    ("sim.event.ended", "for games that have no words of their own for it"),
    ("sim.event.passed", "for games that have no words of their own for it"),
    ("sim.reason.by_setting", "a scenario knows where its settings were set; only a recorded game does not"),
    ("sim.reason.other_decides", "only rules of somebody's own ask another player"),
];

/// The ids of a message and of every phrase in it.
fn ids(message: &Message, found: &mut BTreeSet<String>) {
    fn walk(arg: &Arg, found: &mut BTreeSet<String>) {
        match arg {
            Arg::Phrase(message) => ids(message, found),
            Arg::List(items) => items.iter().for_each(|item| walk(item, found)),
            _ => {}
        }
    }
    found.insert(message.id.to_string());
    message.args.iter().for_each(|(_, arg)| walk(arg, found));
}

#[test]
fn every_event_and_reason_is_said_in_every_language_by_some_scenario() {
    let library = common::library();
    let lexicons: Vec<Lexicon> = languages().into_iter().map(|(code, _)| Lexicon::built_in(&code)).collect();
    let mut said = BTreeSet::new();
    for file in files(&folder()) {
        for message in scenario::run(&library, &read_file(&file).unwrap()).unwrap().said {
            for lexicon in &lexicons {
                let text = lexicon.say(&message);
                let is_whole = !text.is_empty() && !text.contains(['{', '}']) && !text.contains(message.id.as_ref());
                assert!(is_whole, "{} in {}: {text}", file.display(), lexicon.language);
            }
            ids(&message, &mut said);
        }
    }
    let english = Lexicon::built_in(ENGLISH);
    let shown = |id: &&str| id.split('.').nth(1).is_some_and(|part| ["event", "reason"].contains(&part));
    let unsaid: Vec<&str> = english.ids().filter(shown).filter(|id| !said.contains(*id)).collect();
    let unshown: Vec<&str> = UNSHOWN.iter().map(|(id, _)| *id).collect();
    assert_eq!(unsaid, unshown, "no scenario says these");
}

#[test]
fn every_rule_of_the_book_and_every_house_rule_has_a_scenario() {
    let library = common::library();
    let mut shown = BTreeSet::new();
    for file in files(&folder()) {
        let verdict = scenario::run(&library, &read_file(&file).unwrap()).unwrap();
        assert!(!verdict.about.is_empty(), "{} says what it is about", file.display());
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        assert!(verdict.rules.iter().any(|rule| name.starts_with(&format!("{rule}-"))), "{name} is named after its rule");
        shown.extend(verdict.rules);
    }
    for pack in triangulum::packs::ALL {
        let catalogue = library.catalogue(*pack).unwrap();
        for paragraph in catalogue.book.paragraphs.iter().filter(|paragraph| paragraph.is_numbered()) {
            assert!(shown.contains(&paragraph.id), "{} has no scenario", paragraph.id);
        }
        for rule in pack.house_rules() {
            assert!(shown.contains(rule.id()), "{} has no scenario", rule.id());
        }
    }
}

/// The settings in force in a scenario, by dotted key, and the rules it shows.
fn settings_in(library: &Library, file: &Path) -> (BTreeMap<String, Value>, BTreeSet<String>) {
    let scenario: toml::Table = read_file(file).unwrap().text.parse().unwrap();
    let text = |key: &str, usual: &str| scenario.get(key).and_then(toml::Value::as_str).unwrap_or(usual).to_owned();
    let pack = file.parent().unwrap().file_name().unwrap().to_str().unwrap();
    let set = scenario.get("set").map_or_else(String::new, |set| toml::to_string(set).unwrap());
    let layer = format!("pack = \"{}\"\nextends = \"{}\"\n{set}", text("pack", pack), text("variant", "standard"));
    let variant = library.load_source(Source::new("set.toml", layer)).unwrap_or_else(|problems| panic!("{problems}"));
    let rules = scenario.get("rules").or(scenario.get("rule")).unwrap();
    let rules = rules.as_array().cloned().unwrap_or_else(|| vec![rules.clone()]);
    let rules = rules.iter().map(|rule| rule.as_str().unwrap().to_owned()).collect();
    (flatten(&variant.rules.blueprint.settings), rules)
}

#[test]
fn every_setting_is_changed_in_a_scenario_of_its_rule_and_every_choice_is_made() {
    let library = common::library();
    for pack in triangulum::packs::ALL {
        let standard = flatten(&common::variant_of(pack.name(), "standard").rules.blueprint.settings);
        let scenarios: Vec<_> = files(&folder().join(pack.name())).iter().map(|file| settings_in(&library, file)).collect();
        for setting in &library.catalogue(*pack).unwrap().settings {
            let of_its_rule = scenarios.iter().filter(|(_, rules)| rules.contains(&setting.rule));
            let leaves = of_its_rule.flat_map(|(settings, _)| settings).filter(|(key, _)| {
                let path: Vec<&str> = key.split('.').collect();
                (1..=path.len()).any(|length| setting.matches(&path[..length]))
            });
            let key = &setting.key;
            let wanted: Vec<Value> = match setting.kind {
                Kind::Bool => vec![true.into(), false.into()],
                Kind::Choice => setting.one_of.iter().map(|choice| choice.as_str().into()).collect(),
                _ => {
                    let usual = |leaf: &str| standard.get(leaf).or(setting.default.as_ref());
                    let changed = leaves.clone().any(|(leaf, value)| usual(leaf) != Some(value));
                    assert!(changed, "no scenario of {} changes {key}", setting.rule);
                    continue;
                }
            };
            for choice in wanted {
                assert!(
                    leaves.clone().any(|(_, value)| *value == choice),
                    "no scenario of {} has {key} = {choice}",
                    setting.rule
                );
            }
        }
    }
}

#[test]
fn where_chance_says_who_begins_every_seat_does_in_some_game() {
    // B-S4, `turn.first = "random"`: scenarios are all dealt from one seed, so no scenario can show this.
    let variant = common::from_text("pack = \"bermuda\"\nextends = \"standard\"\n[turn]\nfirst = \"random\"\n");
    let first: BTreeSet<u8> = (0..40).map(|seed| common::game(&variant, 4, seed).turn().seat).collect();
    assert_eq!(first, BTreeSet::from([0, 1, 2, 3]));
}

#[test]
fn a_scenario_that_is_wrong_says_where() {
    let source = Source::new(
        "wrong.toml",
        "rule = \"B-T1\"\nabout = \"wrong on purpose\"\nwhen = [\"sail blue-1\"]\n\n[given]\ndice = [2]\n\n[then]\nships = { blue-1 = \"s09\" }\n",
    );
    let verdict = scenario::run(&common::library(), &source).unwrap();
    insta::assert_snapshot!(verdict.failures[0].to_string(), @r#"
    wrong.toml:9:9: error: `ships.blue-1`: expected "s09", found "s02"
      9 | ships = { blue-1 = "s09" }
                  ^^^^^^^^^^^^^^^^^^
    "#);
}

#[test]
fn what_a_scenario_expects_in_the_wrong_kind_is_told() {
    let head = "rule = \"B-T1\"\nabout = \"x\"\n";
    for (lines, told) in [
        ("[given]\nseats = 2\n[then]\nwhy_not = [\"sail blue-1\"]\n", "`why_not` is not a table"),
        ("[given]\nseats = 2\n[then]\nended = true\n", "`ended` is not a table"),
        ("[given]\nseats = 2\ncloud = \"nowhere\"\n", "`cloud` is not a table"),
        ("[given]\nseats = 2\ncloud = { att = [1, 1] }\n", "`cloud` has no `att`"),
        ("rules = [\"B-T2\"]\n[given]\nseats = 2\n", "`rule` and `rules` are both there"),
    ] {
        let source = Source::new("mine.toml", format!("{head}{lines}"));
        let failed = scenario::run(&common::library(), &source).err().map(|problems| problems.to_string()).unwrap_or_default();
        assert!(failed.contains(told), "{failed}");
    }
}

#[test]
fn a_cell_has_one_tile_however_it_is_written_and_none_lies_out_of_reach() {
    let failed = |table: &str| {
        let text =
            format!("pack = \"dreieck\"\nrule = \"D-M1\"\nabout = \"x\"\n[given]\nseats = 2\ntable = {{ {table} }}\n[then]\n");
        scenario::run(&common::library(), &Source::new("mine.toml", text))
            .err()
            .map(|problems| problems.to_string())
            .unwrap_or_default()
    };
    let ring =
        r#""0,0,1" = "blue-abc", "1,0,0" = "blue-aaa", "1,0,+0" = "blue-bbb", "1,0,00" = "blue-ccc", "1,0,-0" = "blue-ddd""#;
    assert!(failed(ring).contains("two tiles lie at 1,0,0"), "{}", failed(ring));
    assert!(failed(r#""501,-500,0" = "blue-abc""#).contains("501,-500,0"), "{}", failed(r#""501,-500,0" = "blue-abc""#));
}

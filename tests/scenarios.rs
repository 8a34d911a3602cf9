//! Every scenario holds, and every rule has one.

mod common;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use triangulum::files::read_file;
use triangulum::scenario;

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
        for paragraph in &catalogue.book.paragraphs {
            assert!(shown.contains(&paragraph.id), "{} has no scenario", paragraph.id);
        }
        for rule in pack.house_rules() {
            assert!(shown.contains(rule.id()), "{} has no scenario", rule.id());
        }
    }
}

#[test]
fn a_scenario_that_is_wrong_says_where() {
    let source = triangulum::problem::Source::new(
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

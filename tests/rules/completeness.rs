//! One name, four places: rules, files, settings sections, texts and variants agree with each other.

use crate::common;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use triangulum::sim::settings::flatten;

#[test]
fn every_house_rule_has_file_page_variant_and_section() {
    let library = common::library();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manual = std::fs::read_to_string(root.join("docs/variants.md")).unwrap();
    for pack in triangulum::packs::ALL {
        let words = triangulum::words::english();
        for rule in pack.house_rules() {
            let id = rule.id();
            let native = root.join(format!("src/packs/{}/rules/{id}.rs", pack.name())).exists();
            assert_eq!(native, rule.text().is_none(), "{id} has its own file, in the program or beside it");
            for part in ["title", "what", "text"] {
                assert!(words.knows(&format!("{}.house.{id}.{part}", pack.name())), "{id} has a page with a {part}");
            }
            let variant = library.load(pack.name(), id).unwrap_or_else(|p| panic!("{p}"));
            assert!(variant.rules.is_in_force(id), "the variant {id} has the rule in force");
            assert!(manual.contains(&format!("\n| `{id}` | ")), "docs/variants.md has a row for {id}");
            assert!(variant.contract.is_some(), "the variant {id} promises what the rule does to a game");
        }
        let pages = format!("{}.house.", pack.name());
        for page in words.ids().filter_map(|id| id.strip_prefix(&pages)?.split('.').next()) {
            assert!(pack.house_rules().iter().any(|rule| rule.id() == page), "the page {page} has a rule");
        }
    }
}

/// Every source file under a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    let here = files.into_iter().filter(|path| path.extension().is_some_and(|e| e == "rs"));
    here.chain(folders.iter().flat_map(|folder| sources(folder))).collect()
}

/// The words of a line of code, comments left out: `OFFER_SALVAGE` and `OfferSalvage` are two in a row. Between words
/// that stand apart there is an empty one.
fn words(line: &str) -> Vec<String> {
    let code = line.split("//").next().unwrap_or_default();
    let mut words = vec![String::new()];
    let mut last = ' ';
    for letter in code.chars() {
        let begins = letter.is_ascii_uppercase() && last.is_ascii_lowercase();
        match letter {
            '_' => words.push(String::new()),
            _ if !letter.is_ascii_alphanumeric() => words.extend([String::new(), String::new()]),
            _ if begins => words.push(letter.to_ascii_lowercase().to_string()),
            _ => words.last_mut().unwrap().push(letter.to_ascii_lowercase()),
        }
        last = letter;
    }
    words
}

#[test]
fn no_house_rule_is_known_outside_its_own_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut known = Vec::new();
    for pack in triangulum::packs::ALL {
        let folder = root.join(format!("packs/{}/rules", pack.name()));
        for path in sources(&root) {
            let text = std::fs::read_to_string(&path).unwrap();
            for (number, line) in text.lines().enumerate() {
                let words = words(line);
                for id in pack.house_rules().iter().map(|rule| rule.id()) {
                    let parts: Vec<&str> = id.split('_').collect();
                    let registered = path == folder.join("mod.rs")
                        && (line == format!("mod {id};") || line.starts_with(&format!("    &{id}::")));
                    if words.windows(parts.len()).any(|window| window == parts)
                        && path != folder.join(format!("{id}.rs"))
                        && !registered
                    {
                        known.push(format!("{}:{}: {}", path.display(), number + 1, line.trim()));
                    }
                }
            }
        }
    }
    assert!(known.is_empty(), "a house rule is known elsewhere:\n{}", known.join("\n"));
}

#[test]
fn every_setting_belongs_to_a_rule_and_a_paragraph() {
    let library = common::library();
    for pack in triangulum::packs::ALL {
        let catalogue = library.catalogue(*pack).unwrap();
        let standard = common::variant_of(pack.name(), "standard");
        for setting in &catalogue.settings {
            assert!(catalogue.rule_ids().any(|id| id == setting.section()), "{} is the section of a rule", setting.key);
            let told = catalogue.book.paragraph(&setting.rule).is_some()
                || pack.house_rules().iter().any(|rule| rule.id() == setting.rule);
            assert!(told, "{} belongs to {}, which the book does not have", setting.key, setting.rule);
        }
        for paragraph in &catalogue.book.paragraphs {
            if let Some(owner) = &paragraph.owner {
                assert!(catalogue.rule_ids().any(|id| id == owner), "{} belongs to a rule", paragraph.id);
            }
            for key in paragraph.settings.iter().chain(paragraph.cases.iter().flat_map(|case| case.when.keys())) {
                let path: Vec<&str> = key.split('.').collect();
                let in_force = key.strip_prefix("rules.").is_some_and(|rule| catalogue.rule_ids().any(|id| id == rule));
                let fact = key.strip_prefix("fact.").is_some_and(|fact| pack.fact(&standard.rules, fact).is_some());
                let known = in_force || fact || catalogue.settings.iter().any(|s| s.matches(&path) || s.lies_under(&path));
                assert!(known, "{} names the setting {key}", paragraph.id);
            }
        }
    }
}

#[test]
fn every_fact_of_the_rules_has_its_paragraph() {
    // The catalogue numbers its facts from 1 in every chapter. A number that is not in the book would need no scenario.
    let catalogue = [
        ("bermuda", &[("B-S", 4), ("B-T", 4), ("B-M", 9), ("B-B", 4), ("B-C", 4), ("B-K", 9), ("B-E", 2)][..]),
        ("muehle", &[("T-F", 4), ("T-D", 2), ("T-P", 10)][..]),
        ("dreieck", &[("D-M", 3), ("D-P", 8)][..]),
    ];
    let library = common::library();
    for (pack, chapters) in catalogue {
        let facts = chapters.iter().flat_map(|(chapter, facts)| (1..=*facts).map(move |fact| format!("{chapter}{fact}")));
        let facts: BTreeSet<String> = facts.collect();
        let book = &library.catalogue(triangulum::packs::find(pack).unwrap()).unwrap().book;
        let told: BTreeSet<String> =
            book.paragraphs.iter().filter(|p| p.is_numbered()).map(|paragraph| paragraph.id.clone()).collect();
        assert_eq!(told, facts, "{pack}");
        assert_eq!(book.paragraphs.iter().filter(|p| p.is_numbered()).count(), facts.len(), "{pack}: no number is given twice");
    }
}

#[test]
fn every_effective_value_knows_where_it_came_from() {
    for pack in triangulum::packs::ALL {
        let standard = common::variant_of(pack.name(), "standard");
        let leaves = flatten(&standard.rules.blueprint.settings);
        assert_eq!(leaves.len(), standard.effective().leaves().len());
        assert!(leaves.keys().all(|key| standard.rules.origin(key).is_some()), "every value knows where it came from");
    }
}

#[test]
fn the_rulebook_of_every_variant_has_no_gap() {
    let library = common::library();
    for variant in common::shipped() {
        let standard = library.load(variant.rules.blueprint.pack, "standard").unwrap();
        let text = triangulum::variant::rulebook::print(variant.effective(), &standard.rules);
        assert!(!text.contains('{'), "{}: a value is missing in the text", variant.rules.blueprint.variant);
        let marked = text.contains('▸');
        assert_eq!(
            marked,
            variant.rules.blueprint.variant != "standard"
                && !triangulum::variant::explain::differences(variant.effective(), &standard.rules).is_empty()
        );
    }
}

#[test]
fn the_plan_of_the_standard_game_reads_as_printed() {
    insta::assert_snapshot!(common::variant("standard").rules.plan, @r"
    each turn
       1  roll             dice
       2  choose           sailing: movement, blocking, docking
       3  sail             sailing: movement, blocking, docking
       4  bump             bumping
       5  load_cargo       cargo
       6  draw_bonus       home_bonus
       7  check_goal       victory
    each round
       1  spin             cloud
       2  rotate_cloud     cloud: sweeping, pushing
       3  travel_cloud     cloud: sweeping, pushing
       4  lift_cloud       lifting
       5  settle           pushing: settling
       6  check_fleets     victory
    ");
}

#[test]
fn the_plan_of_triple_mill_reads_as_printed() {
    insta::assert_snapshot!(common::variant_of("muehle", "standard").rules.plan, @r"
    each turn
       1  remember         draw
       2  offer            turn
       3  place            stones
       4  slide            slide
       5  jump             jump
       6  close_mill       mills
       7  choose_capture   capture
       8  capture          capture
       9  adopt            adopt
      10  check_win        finish
      11  check_draw       draw
    ");
}

#[test]
fn all_cards_are_worth_1_360_000() {
    let variant = common::variant("standard");
    let sea = triangulum::packs::bermuda::Sea::of(&variant.rules);
    let total: i64 = triangulum::packs::bermuda::cargo::decks(sea).flat_map(|(_, _, cards)| cards).sum();
    assert_eq!(total, 1_360_000);
}

#[test]
fn the_spinner_has_every_letter_three_times_and_one_word_per_direction() {
    use triangulum::packs::bermuda::cloud::spinner::{Direction, Way};
    let variant = common::variant("standard");
    let spinner = &triangulum::packs::bermuda::Sea::of(&variant.rules).spinner;
    assert_eq!(spinner.len(), 24);
    for letter in 0..8 {
        assert_eq!(spinner.iter().filter(|s| s.letter == letter).count(), 3);
    }
    for direction in Direction::ALL {
        assert_eq!(spinner.iter().filter(|s| s.direction == direction && s.way == Way::Word).count(), 1);
    }
}

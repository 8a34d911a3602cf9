//! The JSON Schema agrees with the checker, and the shipped copy is up to date.

use crate::common;
use std::path::Path;
use triangulum::variant::schema::{schema, schema_text};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn as_json(text: &str) -> serde_json::Value {
    serde_json::to_value(toml::from_str::<toml::Table>(text).unwrap()).unwrap()
}

#[test]
fn every_shipped_variant_validates_and_names_its_schema() {
    let library = common::library();
    for pack in triangulum::packs::ALL {
        let catalogue = library.catalogue(*pack).unwrap();
        let validator = jsonschema::validator_for(&schema(&catalogue)).unwrap();
        for name in library.shelf.variant_names(pack.name()) {
            let text = std::fs::read_to_string(root().join(format!("variants/{}/{name}.toml", pack.name()))).unwrap();
            let errors: Vec<String> = validator.iter_errors(&as_json(&text)).map(|e| e.to_string()).collect();
            assert!(errors.is_empty(), "{name}: {errors:?}");
            let wanted = format!("#:schema ../../assets/schema/{}.json\n", pack.name());
            assert!(text.starts_with(&wanted), "{name} begins with {wanted}");
        }
    }
}

#[test]
fn the_schema_refuses_what_the_checker_refuses() {
    let catalogue = common::library().catalogue(triangulum::packs::find("bermuda").unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema(&catalogue)).unwrap();
    for wrong in [
        "pack = \"chess\"",
        "pack = \"bermuda\"\n[victory]\ngoal = 3",
        "pack = \"bermuda\"\n[victory]\ngoall = 200_000",
        "pack = \"bermuda\"\nrules = [\"Twin cloud\"]",
        "pack = \"bermuda\"\nvictroy = 3",
        "pack = \"bermuda\"\n[ports]\ncapacity = { 9 = 1 }",
        "pack = \"bermuda\"\n[ports.atlantis]\ncapacity = 3",
        "pack = \"bermuda\"\n[cloud]\nmagnets = []",
        "pack = \"bermuda\"\n[bumping]\nown = 1",
        "pack = \"bermuda\"\n[victory]\ngoal = { 7 = 200_000 }",
        "pack = \"bermuda\"\n[victory]\ngoal = { blue = 2 }",
        "pack = \"bermuda\"\n[dice]\nsides = { blue = 8 }",
        "pack = \"bermuda\"\nboard = 3",
    ] {
        assert!(!validator.is_valid(&as_json(wrong)), "{wrong}");
        assert!(common::library().load_source(triangulum::problem::Source::new("wrong.toml", wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn the_schema_accepts_values_for_numbers_of_players_and_for_seats() {
    let catalogue = common::library().catalogue(triangulum::packs::find("bermuda").unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema(&catalogue)).unwrap();
    for right in [
        "pack = \"bermuda\"\n[victory]\ngoal = { 2 = 400_000, blue = 200_000, else = 350_000 }",
        "pack = \"bermuda\"\n[bumping]\nown = { 2 = false }",
        "pack = \"bermuda\"\n[ports]\ncapacity = { 2 = 3, else = 5 }",
    ] {
        assert!(validator.is_valid(&as_json(right)), "{right}");
        common::from_text(right);
    }
}

#[test]
fn the_schema_accepts_a_rule_that_the_variant_brings_along() {
    let catalogue = common::library().catalogue(triangulum::packs::find("bermuda").unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema(&catalogue)).unwrap();
    let own = "pack = \"bermuda\"\nextends = \"standard\"\nrules = [\"tip\"]\n[tip]\nvalue = 3\n[rule.tip]\ntitle = \"Tip\"\nwhat = \"A tip.\"\n[rule.tip.settings.value]\ndefault = 1\nrange = [0, 9]\n[[rule.tip.do]]\nat = \"after sail\"\nrun = 'pay(bank, me, set.value);'\n";
    assert!(validator.is_valid(&as_json(own)));
    common::from_text(own);
}

#[test]
fn the_shipped_schema_is_up_to_date() {
    for pack in triangulum::packs::ALL {
        let catalogue = common::library().catalogue(*pack).unwrap();
        let shipped = std::fs::read_to_string(root().join(format!("assets/schema/{}.json", pack.name()))).unwrap();
        assert_eq!(shipped, schema_text(&catalogue), "run `triangulum schema`");
    }
}

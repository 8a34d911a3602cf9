//! Bermuda in every language: whole games under every house rule, every reason, label, setting and element, without an id, an open
//! slot or a word that is missing.

use crate::common;
use std::collections::BTreeSet;
use std::sync::Arc;
use triangulum::packs::bermuda::gauge::Voyages;
use triangulum::players::{Player, Random};
use triangulum::sim::{Command, Game, Gauge};
use triangulum::variant::Variant;
use triangulum::words::{Lexicon, Message, say, within};

const LANGUAGES: [&str; 3] = ["en", "de", "fr"];

/// Whether a text calls a piece or a place by what machines know it by.
fn has_id(text: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    text.split(|c| !word(c)).any(|word| {
        let numbered = word.split_once('-').is_some_and(|(name, rest)| {
            name.len() > 1 && name.bytes().all(|b| b.is_ascii_lowercase()) && rest.starts_with(|c: char| c.is_ascii_digit())
        });
        let space = word.len() == 3 && word.starts_with('s') && word[1..].bytes().all(|b| b.is_ascii_digit());
        numbered || space || word.contains('_')
    })
}

/// Whether a text can be read to people.
fn is_well_said(text: &str) -> bool {
    !has_id(text) && !text.contains(['{', '}']) && !text.contains("bermuda.") && !text.contains("sim.")
}

/// Everything a game says here and now: what happened, what is asked, every offer, and why other commands are none.
fn said(game: &Game, told: &mut Vec<Message>) {
    told.extend(game.events().iter().filter_map(|event| game.sentence(event)));
    told.extend(game.question());
    told.extend(game.offers().iter().filter_map(|command| game.label(*command)));
    told.extend(game.consequence("victory"));
    let ships = ["blue", "green", "red", "yellow"].into_iter().flat_map(|colour| (1..=8).map(move |n| format!("{colour}-{n}")));
    for ship in ships.filter(|ship| game.find(ship).is_some()) {
        let texts = [format!("sail {ship}"), format!("sail {ship} short"), format!("salvage {ship}")];
        let commands: Vec<Command> = texts.iter().filter_map(|text| game.parse_command(text).ok()).collect();
        let refused = commands.into_iter().filter(|command| !game.offers().contains(command));
        told.extend(refused.map(|command| game.why_not(command).text));
    }
}

/// A few games with every house rule by itself, and with settings that bring out rare reasons.
fn variants() -> Vec<Variant> {
    let names = common::library().shelf.variant_names("bermuda");
    let shipped = names.iter().map(|name| common::variant(name));
    let house = triangulum::packs::ALL[0]
        .house_rules()
        .iter()
        .map(|rule| common::from_text(&format!("pack = \"bermuda\"\nextends = \"standard\"\nrules = [\"{}\"]\n", rule.id())));
    let rare = "pack = \"bermuda\"\nextends = \"standard\"\nrules = [\"salvage\"]\n[fleet]\nspare = 2\n[bumping]\nown = false\n\
                optional = true\n[ports]\nper_player = 1\n[victory]\ngoal = 200_000\n[salvage]\nprice = 150_000\n";
    shipped.chain(house).chain([common::from_text(rare)]).collect()
}

#[test]
fn games_are_told_in_every_language_without_ids() {
    let lexicons = LANGUAGES.map(|language| Arc::new(Lexicon::built_in(language)));
    let mut ids = BTreeSet::new();
    for variant in variants() {
        for seats in [2, 4] {
            let mut game = common::game(&variant, seats, 11);
            let mut player = Random::new(11, 0);
            let mut told = Vec::new();
            said(&game, &mut told);
            while game.outcome().is_none() && told.len() < 20_000 {
                let command = player.choose(&game);
                game.apply(command).unwrap();
                said(&game, &mut told);
            }
            for message in told {
                // Each kind of sentence in every language, a few times.
                let new = ids.insert(format!("{}{message:?}", message.id)) && ids.len() < 30_000;
                for lexicon in lexicons.iter().filter(|_| new) {
                    let text = lexicon.say(&message);
                    assert!(is_well_said(&text), "{}: {text}", lexicon.language);
                    assert!(lexicon.knows(&message.id), "{}: {}", lexicon.language, message.id);
                }
            }
        }
    }
}

#[test]
fn languages_have_the_same_ids_and_slots() {
    let read = |language: &str| {
        let path = format!("{}/rules/bermuda/words/{language}.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let (lexicon, faults) = Lexicon::read(language, &[("bermuda", &text)], None);
        assert_eq!(faults, [], "{language}");
        lexicon
    };
    let english = read("en");
    for language in LANGUAGES {
        assert_eq!(read(language).compare(&english), [], "{language}");
    }
}

#[test]
fn a_ship_and_a_space_have_names() {
    let variant = common::variant("standard");
    let mut game = common::game(&variant, 2, 7);
    let sentences = |game: &Game| game.events().iter().filter_map(|event| game.sentence(event)).collect::<Vec<_>>();
    while !sentences(&game).iter().any(|sentence| sentence.id == "bermuda.event.sailed.full") {
        let command = game.offers()[0];
        game.apply(command).unwrap();
    }
    let sentence = sentences(&game).into_iter().find(|sentence| sentence.id == "bermuda.event.sailed.full").unwrap();
    let said = LANGUAGES.map(|language| Lexicon::built_in(language).say(&sentence));
    let expected = [
        "Green’s Dolphin sails from Miami to space 5 (the seventh before Hamilton).",
        "Die „Delfin“ von Grün segelt von Miami auf Feld 5 (das siebte vor Hamilton).",
        "Le «\u{a0}Dauphin\u{a0}» de Vert navigue de Miami à la case 5 (la septième avant Hamilton).",
    ];
    assert_eq!(said, expected);
    assert_eq!(Lexicon::built_in("en").by_ids().say(&sentence), "Green-1 sails from miami to s05.");
}

#[test]
fn what_is_counted_has_names() {
    let variant = common::variant("standard");
    let gauge = Voyages::new(&variant.rules);
    for language in LANGUAGES {
        within(Arc::new(Lexicon::built_in(language)), || {
            for metric in gauge.metrics() {
                let text = format!("{}: {}", say!(metric.group), metric.label);
                assert!(is_well_said(&text), "{text}");
            }
            for element in gauge.elements() {
                let text = format!("{}: {}", say!(element.group), element.label);
                assert!(is_well_said(&text), "{text}");
            }
        });
    }
}

#[test]
fn every_setting_choice_and_house_rule_has_words() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/bermuda");
    let house = std::fs::read_dir(folder.join("house")).unwrap().map(|entry| entry.unwrap().path());
    let files = ["settings.toml", "decks.toml", "cloud.toml"].map(|name| folder.join(name)).into_iter().chain(house);
    for file in files {
        let table: toml::Table = std::fs::read_to_string(&file).unwrap().parse().unwrap();
        if table.contains_key("title") {
            // A rule that is a file has its words in it.
            continue;
        }
        for language in LANGUAGES {
            let words = Lexicon::built_in(language);
            let own: BTreeSet<&str> = words.ids().collect();
            let has = |id: String| assert!(own.contains(id.as_str()), "{language}: {id}");
            for setting in table.get("setting").and_then(|list| list.as_array()).into_iter().flatten() {
                let key = setting["key"].as_str().unwrap();
                for what in ["name", "doc", "says"] {
                    has(format!("bermuda.setting.{key}.{what}"));
                }
                assert_eq!(words.slots(&format!("bermuda.setting.{key}.says")), ["value"], "{language}: {key}");
                for choice in setting.get("one_of").and_then(|list| list.as_array()).into_iter().flatten() {
                    has(format!("bermuda.setting.{key}.choice.{}", choice.as_str().unwrap()));
                }
            }
            if file.parent().is_some_and(|parent| parent.ends_with("house")) {
                let rule = file.file_stem().unwrap().to_str().unwrap();
                for what in ["title", "what", "text"] {
                    has(format!("bermuda.house.{rule}.{what}"));
                }
            }
        }
    }
}

#[test]
fn the_lab_calls_ports_as_everybody_does() {
    let rules = common::variant("standard").rules;
    let labels = |language: &str| {
        let gauge = rules.pack.measure().gauge(&rules);
        let told = gauge.metrics().into_iter().map(|metric| metric.label).chain(gauge.elements().into_iter().map(|e| e.label));
        let told: Vec<_> = told.collect();
        within(Arc::new(Lexicon::built_in(language)), || told.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
    };
    let (german, french) = (labels("de"), labels("fr"));
    assert!(german.contains("Schiffe, die vor Havanna halten") && german.contains("zwischen Havanna und Miami"), "{german}");
    assert!(french.contains("entre La Havane et Miami") && french.lines().any(|line| line == "La Havane"), "{french}");
    assert!(!german.contains("Havana") && !french.contains("Havana"), "{french}");
}

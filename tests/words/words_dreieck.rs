//! Triangle Takes in every language: whole games, refusals, problems and settings are said completely and without ids.

use crate::common;
use crate::common::{from_text, variant_of};
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::Arc;
use triangulum::packs::dreieck::tiles::{TileSet, name};
use triangulum::packs::dreieck::{COLOURS, Cell, phrases, view};
use triangulum::players::{Player, Random};
use triangulum::sim::{Command, Game};
use triangulum::words::{Lexicon, Message, languages, seat, within};

fn lexicons() -> Vec<Arc<Lexicon>> {
    languages().iter().map(|(code, _)| Arc::new(Lexicon::built_in(code))).collect()
}

/// Whatever a machine would call a tile: `abc`, or `a-c` for an edge.
fn ids() -> BTreeSet<String> {
    let tiles = TileSet::new(6).tiles().iter().map(|corners| name(*corners)).collect::<Vec<_>>();
    let edges = ('a'..='f').flat_map(|x| ('a'..='f').map(move |y| format!("{x}-{y}")));
    tiles.into_iter().chain(edges).collect()
}

/// What a message is in a language: its own words, all of them, and no ids where some are given that must not be read.
fn check(words: &Lexicon, message: &Message, ids: &BTreeSet<String>) -> String {
    let said = words.say(message);
    let language = &words.language;
    assert!(words.knows(&message.id), "{language} has no words for {}", message.id);
    assert!(!said.contains(['{', '}']) && !said.contains("dreieck."), "{language}: {said}");
    for word in said.split([' ', '\u{a0}']).map(|word| word.trim_matches(['.', ',', ';', ':', '(', ')'])) {
        let colour = COLOURS.iter().any(|colour| word.starts_with(&format!("{colour}-")));
        let is_id = ids.contains(word) || colour || word.parse::<Cell>().is_ok();
        assert!(ids.is_empty() || !is_id, "{language}: `{word}` in {said}");
    }
    said
}

#[test]
fn games_are_told_and_refusals_explained_in_every_language() {
    let (lexicons, ids) = (lexicons(), ids());
    let (mut told, mut refused) = (BTreeSet::new(), BTreeSet::new());
    for variant in common::library().shelf.variant_names("dreieck") {
        for (seats, seed) in [(2, 1), (3, 2), (6, 3)] {
            let mut game = common::game(&variant_of("dreieck", &variant), seats, seed);
            let mut player = Random::new(seed, 0);
            let mut laid: Option<Command> = None;
            loop {
                for message in game.events().iter().filter_map(|event| game.sentence(event)) {
                    for words in &lexicons {
                        drop(check(words, &message, &ids));
                    }
                    told.insert(message.id.to_string());
                }
                for command in impossible(&game, laid) {
                    let reason = game.why_not(command);
                    for words in &lexicons {
                        drop(check(words, &reason.text, &ids));
                    }
                    refused.insert(reason.text.id.to_string());
                }
                if game.outcome().is_some() {
                    break;
                }
                let command = player.choose(&game);
                laid = Some(command);
                game.apply(command).unwrap();
            }
        }
    }
    let events = "captured drawn ended laid.beside laid.middle passed put_under sim.event.barred sim.event.turn";
    let own = told.iter().filter(|id| !id.contains(".rule."));
    assert!(own.map(|id| id.trim_start_matches("dreieck.event.")).eq(events.split(' ')), "{told:?}");
    for reason in "alone beyond covered edge first_tile laid_already must_lay other_turn over prisoner taken".split(' ') {
        assert!(refused.contains(&format!("dreieck.reason.{reason}")), "{reason}: {refused:?}");
    }
}

#[test]
fn rare_refusals_are_explained_too() {
    let (lexicons, ids) = (lexicons(), ids());
    let refused = |text: &str, given: serde_json::Value, moves: &[&str], asked: &str| {
        let mut game = common::game(&from_text(text), 2, 1);
        let pack = game.rules().pack;
        pack.arrange(&mut game, &given).unwrap();
        game.stage(0, 0);
        for text in moves {
            game.apply_text(text).unwrap();
        }
        let reason = game.why_not(game.parse_command(asked).unwrap());
        lexicons.iter().map(|words| check(words, &reason.text, &ids)).collect::<Vec<_>>().join(" | ")
    };
    let standard = "pack = \"dreieck\"\nname = \"T\"\nextends = \"standard\"\n";
    let strict = format!("{standard}[match]\nrule = \"corners\"\n");
    let optional = format!("{standard}[capture]\noptional = true\n");
    let corner = json!({"table": {"-1,2,0": "blue-ddd r0", "0,0,1": "green-abc r0"}, "hands": {"blue": ["acb", "acd"]}});
    let said = [
        refused(&strict, corner.clone(), &[], "lay acb 0,1,1 r1"),
        refused(standard, corner.clone(), &[], "lay bbb 0,1,1 r0"),
        refused(&optional, corner, &[], "take"),
        refused(
            &optional,
            json!({
                "table": {"0,0,1": "blue-aad r0", "0,1,0": "blue-bdd r0", "0,1,1": "green-adb r1"},
                "hands": {"blue": ["aab", "ddd"]},
            }),
            &["lay aab -1,1,1 r0"],
            "lay ddd 0,0,1 r0",
        ),
    ];
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn files_commands_and_positions_that_are_wrong_are_refused_in_every_language() {
    let mut game = common::game(&variant_of("dreieck", "small_table"), 2, 1);
    let pack = game.rules().pack;
    let mut wrong = Vec::new();
    for text in ["lay xyz 0,0,1 r0", "lay aab 0,0,0 r0", "lay aab 0,0,1 r3", "fly away"] {
        wrong.push(game.parse_command(text).unwrap_err());
    }
    for given in [
        json!([]),
        json!({"ships": {}}),
        json!({"table": []}),
        json!({"table": {"0,0,1": 3}}),
        json!({"table": {"4,-3,0": "blue-abc"}}),
        json!({"table": {"0,0,1": "blue-abc", "0,1,1": "blue-abc r1"}}),
        json!({"table": {"0,0,1": "blue-abc", "0,1,1": "green-ddd"}}),
        json!({"hands": {"red": []}}),
        json!({"hands": {"blue": 3}}),
        json!({"passes": 2}),
    ] {
        game.restart(1);
        wrong.push(pack.arrange(&mut game, &given).unwrap_err());
    }
    for board in [
        json!({}),
        json!({"start": [0, 0, 1]}),
        json!({"start": [9, 9, 9], "symbols": []}),
        json!({"start": [0, 0, 1], "symbols": ["a"]}),
        json!({"start": [0, 0, 1], "symbols": ["a", "b", "c", "d", "e", "a"]}),
    ] {
        wrong.extend(pack.read_trace_board(&board).err());
    }
    assert_eq!(wrong.len(), 19);
    for message in &wrong {
        for words in &lexicons() {
            drop(check(words, message, &BTreeSet::new()));
        }
    }
}

/// Commands that are not on offer: another place, another turn, somebody else's tile, one that is gone.
fn impossible(game: &Game, before: Option<Command>) -> Vec<Command> {
    let parse = |text: &str| game.parse_command(text).ok();
    let places = game.offers().first().and_then(|offer| view::laying(*offer));
    let turned = places.into_iter().flat_map(|(tile, cell, _)| {
        let cells = [cell, cell.neighbour(0), cell.neighbour(1), cell.neighbour(2)];
        cells.into_iter().flat_map(move |cell| (0..3).filter_map(move |rotation| view::lay(game, tile, cell, rotation)))
    });
    let texts = ["lay aab 40,-40,1 r0", "lay abb 0,0,1 r1", "pass", "take", "decline"];
    let mut commands: Vec<Command> = texts.iter().filter_map(|text| parse(text)).chain(turned).chain(before).collect();
    commands.retain(|command| !game.offers().contains(command));
    commands
}

#[test]
fn every_language_has_the_same_words_with_the_same_slots() {
    let all = lexicons();
    let english = all.iter().find(|words| words.language == "en").unwrap();
    for words in &all {
        let faults = words.compare(english);
        let ours: Vec<_> = faults.iter().filter(|fault| format!("{:?}", fault.flaw).contains("\"dreieck.")).collect();
        assert!(ours.is_empty(), "{}: {ours:?}", words.language);
    }
}

#[test]
fn every_setting_has_a_name_a_sentence_and_named_choices() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/dreieck/settings.toml")).unwrap();
    let file: toml::Table = toml::from_str(&text).unwrap();
    for setting in file["setting"].as_array().unwrap() {
        let key = setting["key"].as_str().unwrap();
        for words in lexicons() {
            let own: BTreeSet<&str> = words.ids().collect();
            let has = |what: &str| own.contains(format!("dreieck.setting.{key}.{what}").as_str());
            assert!(has("name") && has("doc") && has("says"), "{key} in {}", words.language);
            assert_eq!(words.slots(&format!("dreieck.setting.{key}.says")), ["value"]);
            for choice in setting.get("one_of").and_then(toml::Value::as_array).into_iter().flatten() {
                assert!(has(&format!("choice.{}", choice.as_str().unwrap())), "{key}: {choice} in {}", words.language);
            }
        }
    }
}

#[test]
fn tiles_are_called_by_their_corners_and_machines_still_get_ids() {
    let game = common::game(&variant_of("dreieck", "standard"), 2, 1);
    let number = TileSet::new(4).find("abd").unwrap();
    let message = phrases::tile_of(&game, 1, number);
    let said = |language: &str| within(Arc::new(Lexicon::built_in(language)), || message.to_string());
    assert_eq!(said("en"), "Green’s sun–moon–leaf");
    assert_eq!(said("de"), "Sonne–Mond–Blatt von Grün");
    assert_eq!(said("fr"), "soleil–lune–feuille de Vert");
    let reason = triangulum::msg!("dreieck.reason.taken", tile = message);
    assert_eq!(Lexicon::built_in("de").by_ids().say(&reason), "dort liegt schon green-abd");
    // A colour said as a phrase takes the form the sentence wants.
    let other = reason.with_seats(&|_| Some(Message::new("seat.red").into()));
    assert_eq!(Lexicon::built_in("fr").say(&other), "il y a déjà là soleil–lune–feuille de Rouge");
    assert_eq!(
        Lexicon::built_in("en").say(&Message::new("dreieck.event.passed").with("player", seat(5, "white"))),
        "White has nothing that fits and passes."
    );
}

//! Decks of a rule's own: every card comes once before any comes again, the open one can be read, and all of it is part of the game.

use crate::common;
use triangulum::packs::bermuda::speech::DIALECT;
use triangulum::players::{Player, Random};
use triangulum::problem::Source;
use triangulum::script::read;
use triangulum::sim::Game;
use triangulum::sim::event::Arg;
use triangulum::table::trace::Trace;

fn said(text: &str) -> String {
    match read(&DIALECT, "mine", &Source::new("mine.toml", text)) {
        Ok(rule) => rule.warnings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
        Err(problems) => problems.to_string(),
    }
}

/// A rule with a deck of three kinds of cards, four in all, and some hooks.
fn with_deck(hooks: &str) -> String {
    let card = |id: &str, count: u8| {
        format!("[[deck.omen.card]]\nid = \"{id}\"\ncount = {count}\ntitle = \"{id}!\"\ntext = \"So it is.\"\n")
    };
    let cards = [card("sun", 2), card("rain", 1), card("hail", 1)].concat();
    format!("title = \"T\"\nwhat = \"W\"\n{cards}{hooks}")
}

const TURNING: &str = "[[do]]\nat = \"before roll\"\nrun = 'turn_card(\"omen\");'\n";

/// Bermuda with that rule inside the variant.
fn game_with(text: &str, seed: u64) -> Game {
    let inside = text.replace("[[deck", "[[rule.mine.deck").replace("[[do", "[[rule.mine.do").replace("[[set", "[[rule.mine.set");
    let text = format!("pack = \"bermuda\"\nextends = \"standard\"\nrules = [\"mine\"]\n[rule.mine]\n{inside}");
    common::game(&common::from_text(&text), 2, seed)
}

fn turned(game: &Game) -> Vec<&'static str> {
    let cards = game.events().iter().filter(|event| event.kind.name == "omen");
    cards.filter_map(|event| if let Arg::Word(card) = event.args[0] { Some(card) } else { None }).collect()
}

#[test]
fn every_card_comes_once_before_any_comes_again() {
    for seed in 0..5 {
        let mut game = game_with(&with_deck(TURNING), seed);
        let (mut player, mut seen) = (Random::new(seed, 0), turned(&game));
        while seen.len() < 12 {
            let command = player.choose(&game);
            game.apply(command).unwrap();
            seen.extend(turned(&game));
        }
        for deal in seen.chunks_exact(4) {
            let mut deal = deal.to_vec();
            deal.sort_unstable();
            assert_eq!(deal, ["hail", "rain", "sun", "sun"]);
        }
    }
}

#[test]
fn the_open_card_is_told_shown_hashed_and_kept_in_the_record() {
    let game = game_with(&with_deck(TURNING), 1);
    let card = *turned(&game).last().unwrap();
    let event = game.events().iter().find(|event| event.kind.name == "omen").unwrap();
    assert_eq!(game.sentence(event).unwrap().to_string(), format!("{card}!: So it is."));
    let shown: Vec<_> = game.rules().in_force.iter().flat_map(|rule| rule.open_cards(&game)).collect();
    assert_eq!(shown.iter().map(|card| card.title.to_string()).collect::<Vec<_>>(), [format!("{card}!")]);
    let other =
        (2..20).map(|seed| game_with(&with_deck(TURNING), seed)).find(|other| turned(other).last() != Some(&card)).unwrap();
    assert_ne!(game.dump(), other.dump());
    let text = common::trace_text(&common::variant("hurricane"), 2, 3);
    assert!(text.contains("\"type\":\"hurricane\""), "cards are in the record");
    assert!(common::replay(&Trace::parse(Source::new("t.jsonl", text)).unwrap()).unwrap().finished);
}

#[test]
fn a_setting_can_be_another_one_while_a_card_lies_open() {
    let hooks = "[[do]]\nat = \"end of round\"\nrun = 'turn_card(\"omen\");'\n[[set]]\nkey = \"dice.sides\"\nif = 'open(\"omen\") == \"sun\"'\nto = '3'\n";
    let mut game = game_with(&with_deck(hooks), 2);
    let mut player = Random::new(2, 0);
    let (mut small, mut usual) = (0, 0);
    for _ in 0..80 {
        let open = game.rules().in_force.iter().flat_map(|rule| rule.open_cards(&game)).next();
        let sunny = open.is_some_and(|card| card.title.to_string() == "sun!");
        let sides = game.rules().value("dice.sides").and_then(serde_json::Value::as_i64);
        assert_eq!(sides, Some(if sunny { 3 } else { 6 }));
        *(if sunny { &mut small } else { &mut usual }) += 1;
        let command = player.choose(&game);
        game.apply(command).unwrap();
    }
    assert!(small > 10 && usual > 10);
}

#[test]
fn mistakes_are_told_before_play() {
    let wrong = said(&with_deck("[[do]]\nat = \"before roll\"\nrun = 'turn_card(\"omens\");'\n"));
    assert!(wrong.contains("no deck called `omens`") && wrong.contains("`omen`"), "{wrong}");
    let wrong =
        said(&with_deck(&format!("{TURNING}[[set]]\nkey = \"dice.sides\"\nif = 'open(\"omen\") == \"snow\"'\nto = '3'\n")));
    assert!(wrong.contains("never “snow”") && wrong.contains("sun, rain, hail"), "{wrong}");
    let wrong = said(&with_deck("[[do]]\nat = \"before roll\"\nrun = 'let d = \"omen\"; turn_card(d);'\n"));
    assert!(wrong.contains("in quotes"), "{wrong}");
    let wrong = said(&with_deck("[[do]]\nat = \"before roll\"\nrun = 'pay(me, 0, 1);'\n"));
    assert!(wrong.contains("`deck.omen` is declared"), "{wrong}");
    let event = "[event.omen]\nsays = \"x\"\n";
    let wrong = said(&with_deck(&format!("{event}{TURNING}[[do]]\nat = \"after sail\"\nrun = 'emit(\"omen\");'\n")));
    assert!(wrong.contains("cannot both be called `omen`"), "{wrong}");
    for card in ["id = \"sun\"", "id = \"Sun\"", "id = \"x\"\ncount = 0", "count = 1", "id = \"x\"\ncolour = 1"] {
        let text = format!("{}[[deck.omen.card]]\n{card}\ntitle = \"x\"\ntext = \"x\"\n", with_deck(TURNING));
        assert!(!said(&text).is_empty(), "{card}");
    }
    assert_eq!(said(&with_deck(TURNING)), "");
}

//! Triple Mill in words: whatever is told, refused or asked is whole in every language, and people read of corners and
//! sides, not of `a1`.

use crate::common;
use std::collections::BTreeSet;
use std::sync::Arc;
use triangulum::packs::muehle::view::{self, Meaning};
use triangulum::players::{Player, Random};
use triangulum::problem::Source;
use triangulum::sim::{Chance, Command, DECLINE, Game, Ruleset};
use triangulum::variant::Variant;
use triangulum::words::{Arg, Flaw, Lexicon, Message, within};

const LANGUAGES: [&str; 3] = ["en", "de", "fr"];

fn lexicons() -> Vec<Arc<Lexicon>> {
    LANGUAGES.iter().map(|language| Arc::new(Lexicon::built_in(language))).collect()
}

/// The shipped variants, and others that make what those never do.
fn variants() -> Vec<Variant> {
    let made = [
        "[capture]\noptional = true\nper_move = \"per_mill\"\nfrom = \"any\"\n",
        "[mills]\nlevels = \"any\"\n",
        "[jump]\nstones = 0\n[draw]\nrepetitions = 2\n",
    ];
    let made = made.iter().map(|text| common::from_text(&format!("pack = \"muehle\"\nextends = \"standard\"\n{text}")));
    common::shipped().into_iter().filter(|variant| variant.rules.pack.name() == "muehle").chain(made).collect()
}

/// Every command that names fields of the board.
fn all_commands() -> Vec<Command> {
    let mut all = vec![DECLINE];
    for field in 0..18 {
        all.push(view::command(Meaning::Place { to: field }));
        all.extend((0..3).map(|level| view::command(Meaning::Take { field, level })));
        for to in 0..18 {
            all.extend([false, true].map(|jump| view::command(Meaning::Move { from: field, to, jump })));
        }
    }
    all
}

/// Panics unless a message is a whole sentence for people.
fn read(words: &Lexicon, message: &Message) {
    let said = words.say(message);
    let whole = !said.trim().is_empty() && !said.contains(['{', '}', '`', '_']) && !said.contains("muehle.");
    assert!(whole, "{}: {} is said as “{said}”", words.language, message.id);
    let is_id = |word: &str| matches!(word.as_bytes(), [b'a'..=b'c', b'1'..=b'6']);
    // Behind its name, in brackets, stands what is written on the board.
    let mut parts =
        said.split(' ').filter(|word| !word.starts_with('(')).flat_map(|word| word.split(|c: char| !c.is_alphanumeric()));
    assert!(!parts.any(is_id), "{}: “{said}” names a field by its id", words.language);
    for stone in ["yellow-", "red-", "blue-"] {
        assert!(!said.contains(stone), "{}: “{said}” names a stone by its id", words.language);
    }
}

#[test]
fn whatever_is_told_or_refused_is_whole_in_every_language() {
    let (lexicons, commands) = (lexicons(), all_commands());
    let mut ids: BTreeSet<String> = BTreeSet::new();
    for variant in variants() {
        let seats = *variant.rules.pack.seats_under(&variant.rules).end();
        for seed in 0..3 {
            let mut game = common::game(&variant, seats, seed);
            let mut player = Random::new(seed, 0);
            let mut next = 0;
            loop {
                let told = game.events().iter().filter_map(|event| game.sentence(event));
                let some = commands.iter().cycle().skip(next).take(10).filter(|command| !game.offers().contains(command));
                let refused = some.map(|command| game.why_not(*command).text);
                let labels = game.offers().iter().filter_map(|command| game.label(*command));
                for message in told.chain(refused).chain(labels).chain(game.consequence("draw")).chain(game.question()) {
                    for words in &lexicons {
                        read(words, &message);
                    }
                    ids.insert(message.id.into_owned());
                }
                // Coprime to the number of commands, so that all have their turn.
                next = (next + 61) % commands.len();
                if game.outcome().is_some() {
                    break;
                }
                let command = player.choose(&game);
                game.apply(command).unwrap();
            }
        }
    }
    // What chance does not bring about in these few games has scenarios.
    let rare = [
        "event.ended.house_rule",
        "event.ended.stalled",
        "event.mill.third",
        "event.passed",
        "event.spared",
        "reason.no_field",
        "reason.on_offer",
        "reason.draw_is_near",
    ];
    let known = |id: &&str| id.starts_with("muehle.event.") || id.starts_with("muehle.reason.");
    let untold: Vec<&str> = lexicons[0]
        .ids()
        .filter(known)
        .filter(|id| !ids.contains(*id) && !rare.contains(&id.trim_start_matches("muehle.")))
        .collect();
    assert_eq!(untold, [""; 0], "never said in any of these games");
}

#[test]
fn every_language_has_every_word_of_the_game_with_the_same_slots() {
    let english = Lexicon::built_in("en");
    for language in ["de", "fr"] {
        for fault in Lexicon::built_in(language).compare(&english) {
            let (Flaw::Unknown(id) | Flaw::Missing(id) | Flaw::Slots { id, .. }) = &fault.flaw else { continue };
            assert!(!id.starts_with("muehle."), "{language}: {fault:?}");
        }
    }
}

#[test]
fn every_setting_and_every_measure_has_words() {
    let english = Lexicon::built_in("en");
    let text = std::fs::read_to_string(format!("{}/rules/muehle/settings.toml", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let settings: toml::Table = text.parse().unwrap();
    for setting in settings["setting"].as_array().unwrap() {
        let key = setting["key"].as_str().unwrap();
        let known = |part: &str| assert!(english.knows(&format!("muehle.setting.{key}.{part}")), "{key}.{part}");
        ["name", "doc", "says"].into_iter().for_each(known);
        for choice in setting.get("one_of").and_then(toml::Value::as_array).into_iter().flatten() {
            known(&format!("choice.{}", choice.as_str().unwrap()));
        }
    }
    let rules = common::variant_of("muehle", "standard").rules;
    for ending in rules.pack.endings() {
        assert!(english.knows(&format!("muehle.ending.{ending}")), "{ending}");
    }
    let gauge = rules.pack.measure().gauge(&rules);
    for words in lexicons() {
        for metric in gauge.metrics() {
            read(&words, &metric.label);
            read(&words, &Message::new(metric.group));
        }
        for element in gauge.elements() {
            read(&words, &element.label);
            read(&words, &Message::new(element.group));
        }
    }
}

/// The first sentence of a game in which a stone is placed on the first field.
fn first_sentence(rules: Arc<Ruleset>, words: Lexicon) -> String {
    let mut game = Game::recorded(rules, 3, Chance::seeded(1)).unwrap();
    game.apply(view::command(Meaning::Place { to: 0 })).unwrap();
    let told = game.events().iter().find_map(|event| game.sentence(event)).unwrap();
    within(Arc::new(words), || told.with_seats(&|seat| (seat == 0).then(|| Arg::from("Anna"))).to_string())
}

#[test]
fn fields_are_called_by_where_they_lie_and_by_their_ids_for_machines() {
    let rules = common::variant_of("muehle", "standard").rules;
    let say = |words| first_sentence(rules.clone(), words);
    assert_eq!(say(Lexicon::built_in("en")), "Anna places a stone on the outer top corner (a1).");
    assert_eq!(say(Lexicon::built_in("de")), "Anna setzt einen Stein auf die äußere obere Ecke (a1).");
    assert_eq!(say(Lexicon::built_in("fr")), "Anna pose un pion au coin extérieur du haut (a1).");
    assert_eq!(say(Lexicon::built_in("en").by_ids()), "Anna places a stone on a1.");
}

#[test]
fn on_a_board_that_lies_otherwise_fields_keep_their_own_names() {
    let rules = common::variant_of("muehle", "standard").rules;
    let board = std::fs::read_to_string(format!("{}/rules/muehle/board.toml", env!("CARGO_MANIFEST_DIR"))).unwrap();
    // The upper corner of the outer triangle comes to lie below.
    let board = board.replacen("at = [500, 65]", "at = [500, 845]", 1);
    let board = rules.pack.read_board(&Source::new("board.toml", board), false).unwrap_or_else(|problems| panic!("{problems}"));
    let other = Arc::new(Ruleset::build(rules.pack, rules.blueprint.clone(), &board).unwrap());
    assert_eq!(first_sentence(other, Lexicon::built_in("en")), "Anna places a stone on field a1.");
}

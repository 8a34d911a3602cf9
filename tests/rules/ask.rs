//! Questions in rules from files: who is asked, what is offered, what the answer leads to; what is found before play, what is
//! stopped in it, and that a question survives undo, records and changes of rules.

use crate::common;
use serde_json::{Value, json};
use std::sync::Arc;
use triangulum::packs::bermuda::speech::DIALECT;
use triangulum::players::{Player, Random};
use triangulum::problem::Source;
use triangulum::script::{read, rehearse};
use triangulum::sim::{Chance, Game, Memory, Ruleset};
use triangulum::table::trace::Trace;
use triangulum::table::{Deed, Table, Until, default_cast, replay};
use triangulum::variant::Library;

const HEAD: &str = "title = \"Quiz\"\nwhat = \"A test.\"\n";

fn try_rules(text: &str) -> Result<Arc<Ruleset>, String> {
    let standard = Library::built_in().load("bermuda", "standard").unwrap_or_else(|problems| panic!("{problems}")).rules;
    let mut blueprint = standard.blueprint.clone();
    blueprint.rules.push("quiz".to_owned());
    blueprint.settings["rule"] = json!({ "quiz": text });
    let built = Ruleset::build(standard.pack, blueprint, &standard.board);
    built.map(Arc::new).map_err(|errors| triangulum::sim::blueprint::all_reasons(&errors).to_string())
}

fn rules(text: &str) -> Arc<Ruleset> {
    try_rules(&format!("{HEAD}{text}")).unwrap_or_else(|message| panic!("{message}"))
}

fn told(text: &str) -> String {
    match read(&DIALECT, "quiz", &Source::new("quiz.toml", format!("{HEAD}{text}"))) {
        Ok(rule) => rule.warnings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
        Err(problems) => problems.to_string(),
    }
}

/// A question before the roll.
fn ask(rest: &str) -> String {
    format!("[[ask]]\nname = \"q\"\nat = \"before roll\"\n{rest}\n")
}

fn kept(game: &Game, slot: usize) -> Vec<i64> {
    let memory = game.find("quiz-memory").unwrap();
    game.world().get::<&Memory>(game.entity(memory)).unwrap().values[slot].clone()
}

fn texts(game: &Game) -> Vec<String> {
    game.offers().iter().map(|offer| game.command_text(*offer)).collect()
}

#[test]
fn every_kind_of_option_is_offered_written_labelled_and_chosen() {
    for (of, list, run, offers, labels) in [
        ("", "option(40_000); option(-3);", "state.n = chosen;", &["quiz.q -3", "quiz.q 40000"][..], &["3", "40"][..]),
        ("of = \"money\"", "option(40_000);", "state.n = chosen;", &["quiz.q 40000"], &["40"]),
        ("of = \"seat\"", "for s in others(me) { option(s); }", "state.n = chosen;", &["quiz.q green"], &["Green"]),
        ("", "option(home);", "state.n = if chosen == home { 7 } else { 0 };", &["quiz.q miami"], &["Miami"]),
        (
            "choices = { yes = \"Do it\", no = \"Leave it\" }",
            "option(\"no\"); option(\"yes\");",
            "state.n = if chosen == \"yes\" { 1 } else { 2 };",
            &["quiz.q yes", "quiz.q no"],
            &["Do it", "Leave it"],
        ),
    ] {
        let text = ask(&format!("if = 'round == 1 && me == 0'\n{of}\nlist = '''{list}'''\nrun = '''{run}'''"));
        let rules = rules(&format!("[state.n]\n{text}"));
        let mut game = (0..40)
            .map(|seed| Game::recorded(rules.clone(), 2, Chance::seeded(seed)).unwrap())
            .find(|game| game.turn().seat == 0)
            .unwrap();
        assert_eq!(game.waiting_at(), Some("quiz.q"));
        assert_eq!(texts(&game), offers);
        let said: Vec<String> = game.offers().iter().map(|offer| game.label(*offer).unwrap().to_string()).collect();
        assert!(said.iter().zip(labels).all(|(said, label)| said.replace('\u{a0}', " ").contains(label)), "{said:?}");
        assert_eq!(game.question().unwrap().to_string(), "Quiz");
        for (text, offer) in offers.iter().zip(game.offers().to_vec()) {
            assert_eq!(game.parse_command(text), Ok(offer));
        }
        let last = *game.offers().last().unwrap();
        game.apply(last).unwrap();
        assert_ne!(game.waiting_at(), Some("quiz.q"));
        assert!(kept(&game, 0)[0] != 0, "{run}");
    }
}

#[test]
fn others_are_asked_in_order_and_the_move_goes_on_behind_them() {
    let text = "[state.answers]\n[state.last]\n[[ask]]\nname = \"q\"\nat = \"after sail\"\nwho = 'others(me)'\nof = \"seat\"\n\
                list = 'option(asked);'\nskip = \"No\"\nrun = 'state.answers += 1; state.last = asked;'\n";
    let rules = rules(text);
    let mut game = Game::recorded(rules, 3, Chance::seeded(4)).unwrap();
    let turn = game.turn().seat;
    let offer = game.offers()[0];
    game.apply(offer).unwrap();
    let (first, second) = (game.deciding(), (0..3).rfind(|seat| *seat != turn && *seat != game.deciding()).unwrap());
    assert!(first < second && game.turn().seat == turn);
    let copy = game.clone();
    assert_eq!(copy, game);
    let answer = game.offers()[0];
    game.apply(answer).unwrap();
    assert_eq!((game.deciding(), game.waiting_at()), (second, Some("quiz.q")));
    assert_ne!(copy.hash(), game.hash());
    game.apply_text("decline").unwrap();
    assert_eq!(kept(&game, 0), [1]);
    assert_eq!(kept(&game, 1), [i64::from(first)]);
    assert_ne!(game.turn().seat, turn, "the turn was played to its end");
    assert_eq!(game.index_astray(), None);
}

/// The steps behind a question carry out the move it has interrupted: every game goes on as if nobody had been asked.
#[test]
fn a_question_in_the_midst_of_a_move_changes_nothing_else() {
    let plain = rules("[state.n]\n[[do]]\nat = \"after sail\"\nif = 'false'\nrun = 'state.n = 1;'\n");
    let asking = rules("[[ask]]\nat = \"after sail\"\nlist = 'option(1);'\nrun = 'let x = chosen;'\n");
    for seed in 0..6 {
        let (mut one, mut other) = (
            Game::new(plain.clone(), 3, Chance::seeded(seed)).unwrap(),
            Game::new(asking.clone(), 3, Chance::seeded(seed)).unwrap(),
        );
        let mut player = Random::new(seed, 0);
        for _ in 0..120 {
            while other.waiting_at() == Some("quiz.after_sail") {
                let answer = other.offers()[0];
                other.apply(answer).unwrap();
            }
            if one.outcome().is_some() {
                break;
            }
            assert_eq!(one.offer_texts(), other.offer_texts());
            let command = player.choose(&one);
            let text = one.command_text(command);
            one.apply(command).unwrap();
            other.apply_text(&text).unwrap();
        }
        assert_eq!(one.outcome(), other.outcome());
    }
}

#[test]
fn a_chain_of_questions_goes_by_what_the_one_before_has_set() {
    let text = "[state.stage]\nreset = \"turn\"\n[state.done]\n".to_owned()
        + &ask("if = 'round == 1'\nlist = 'option(1); option(2);'\nskip = \"No\"\nrun = 'state.stage = chosen;'")
        + "[[ask]]\nname = \"then\"\nat = \"before roll\"\nif = 'state.stage == 2'\nwho = 'others(me)[0]'\nlist = 'option(5);'\nrun = 'state.done = chosen;'\n";
    // Both stand before the same step: the one that is written first is asked first.
    let rules = rules(&text);
    let mut game = Game::recorded(rules, 2, Chance::seeded(1)).unwrap();
    let me = game.turn().seat;
    game.apply_text("quiz.q 2").unwrap();
    assert_eq!((game.waiting_at(), game.deciding()), (Some("quiz.then"), 1 - me));
    game.apply_text("quiz.then 5").unwrap();
    assert_eq!(kept(&game, 1), [5]);
    assert_eq!(game.deciding(), me);
}

#[test]
fn nothing_to_choose_is_not_asked_and_secret_answers_are_not_told() {
    let none = rules(&ask("list = 'if false { option(1); }'\nskip = \"No\"\nrun = 'let x = chosen;'"));
    let game = Game::new(none, 2, Chance::seeded(1)).unwrap();
    assert_eq!(game.waiting_at(), Some("choose"));
    let secret = rules(&ask("if = 'round == 1'\nlist = 'option(1);'\nsecret = true\nrun = 'let x = chosen;'"));
    let mut game = Game::recorded(secret, 2, Chance::seeded(1)).unwrap();
    let answer = game.offers()[0];
    let events = game.apply(answer).unwrap().to_vec();
    let said: Vec<String> = events.iter().filter_map(|event| game.sentence(event)).map(|said| said.to_string()).collect();
    assert!(said.iter().any(|said| said.contains("has decided")), "{said:?}");
}

#[test]
fn questions_are_undone_recorded_and_played_again() {
    let variant = common::variant_of("bermuda", "trade");
    let cast = default_cast(variant.rules.pack, &["human".to_owned(), "human".to_owned()]);
    let mut table = Table::new(variant.rules.clone(), "trade", cast, 3).unwrap();
    let mut asked = 0;
    for seed in 0..400 {
        if table.game().outcome().is_some() {
            break;
        }
        asked += usize::from(table.game().waiting_at().is_some_and(|step| step.starts_with("trade.")));
        let before = table.game().clone();
        let command = Random::new(seed, 0).choose(table.game());
        table.carry_out(Deed::Command(command)).unwrap_or_else(|refused| panic!("{refused}"));
        if seed % 7 == 0 {
            table.carry_out(Deed::Undo { across_chance: true }).unwrap_or_else(|refused| panic!("{refused}"));
            assert_eq!(*table.game(), before);
            table.carry_out(Deed::Command(command)).unwrap_or_else(|refused| panic!("{refused}"));
        }
    }
    assert!(asked > 3, "{asked}");
    let trace = Trace::parse(Source::new("own.jsonl", table.trace())).unwrap_or_else(|problems| panic!("{problems}"));
    let replayed = replay(&trace, Library::built_in(), Until::End).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(replayed.table.game().hash(), table.game().hash());
}

#[test]
fn an_open_question_is_asked_again_when_rules_change_and_dropped_with_its_rule() {
    let text = |label: &str| {
        format!(
            "[state.n]\n[[ask]]\nname = \"q\"\nat = \"after sail\"\nwho = 'others(me)'\nlist = 'option(1);'\nlabel = \"{label}\"\nrun = 'state.n += 1;'\n"
        )
    };
    let (one, other) = (rules(&text("First {target}")), rules(&text("Second {target}")));
    let mut game = Game::recorded(one, 3, Chance::seeded(2)).unwrap();
    let offer = game.offers()[0];
    game.apply(offer).unwrap();
    game.apply_text("quiz.q 1").unwrap();
    let asked = game.deciding();
    game.change_rules(other, None, Value::Null, Value::Null);
    assert_eq!((game.deciding(), game.waiting_at()), (asked, Some("quiz.q")), "who has answered is not asked again");
    assert_eq!(game.label(game.offers()[0]).unwrap().to_string(), "Second 1");
    let standard = Library::built_in().load("bermuda", "standard").unwrap_or_else(|problems| panic!("{problems}")).rules;
    let mut without = game.clone();
    without.change_rules(standard, None, Value::Null, Value::Null);
    assert!(without.waiting_at() != Some("quiz.q") && !without.offers().is_empty());
    game.apply_text("quiz.q 1").unwrap();
    assert_eq!(kept(&game, 0), [2]);
}

/// Triple Mill with rules of its own, and yellow about to take a red stone.
fn about_to_take(rules: &[(&str, &str)], red: &[&str]) -> Game {
    let standard = common::variant_of("muehle", "standard").rules;
    let mut blueprint = standard.blueprint.clone();
    blueprint.rules.extend(rules.iter().map(|(id, _)| (*id).to_owned()));
    let texts =
        rules.iter().filter(|(_, text)| !text.is_empty()).map(|(id, text)| ((*id).to_owned(), json!(format!("{HEAD}{text}"))));
    blueprint.settings["rule"] = Value::Object(texts.collect());
    let rules = Arc::new(Ruleset::build(standard.pack, blueprint, &standard.board).unwrap());
    let mut game = Game::recorded(rules.clone(), 3, Chance::seeded(1)).unwrap();
    let yellow = ["a1", "a2", "a4", "c1"].map(|field| (field, "yellow"));
    let blue = ["b5", "c4", "b2"].map(|field| (field, "blue"));
    let stacks = yellow.into_iter().chain(blue).chain(red.iter().map(|field| (*field, "red")));
    let stacks: serde_json::Map<String, Value> = stacks.map(|(field, owner)| (field.to_owned(), json!(owner))).collect();
    rules.pack.arrange(&mut game, &json!({ "stacks": stacks })).unwrap();
    game.stage(0, 0);
    game.apply_text("move a4 a3").unwrap();
    game
}

const ROBBED: &str = "[[ask]]\nname = \"q\"\nat = \"after capture\"\nif = 'robbed != ()'\nwho = 'robbed'\nlist = 'option(1);'\n";

/// A question is no new turn: what has happened in the turn before it counts behind it.
#[test]
fn a_question_in_the_midst_of_a_capture_lets_nobody_off() {
    let taking = format!("{ROBBED}run = 'let top = field(\"c1\").stack; take(top[0]);'\n");
    let mut game = about_to_take(&[("quiz", &taking)], &["b1", "c2", "c3"]);
    game.apply_text("take b1").unwrap();
    assert_eq!((game.waiting_at(), game.deciding()), (Some("quiz.q"), 1));
    assert_eq!(game.audit(), Ok(()), "who is asked is not out yet");
    let mut changed = game.clone();
    game.apply_text("quiz.q 1").unwrap();
    assert!(game.rules().pack.is_out(&game, 1), "red has two stones left");
    // The same where rules change while the question is open.
    let (same, settings) = (changed.rules().clone(), Value::Null);
    changed.change_rules(same, None, settings.clone(), settings);
    assert_eq!((changed.waiting_at(), changed.deciding()), (Some("quiz.q"), 1));
    changed.apply_text("quiz.q 1").unwrap();
    assert!(changed.rules().pack.is_out(&changed, 1));
    assert_eq!(changed.dump(), game.dump());
}

#[test]
fn who_was_robbed_in_another_turn_is_asked_nothing() {
    let asking = format!("{ROBBED}run = 'let x = chosen;'\n");
    let mut game = about_to_take(&[("no_adoption", ""), ("quiz", &asking)], &["b1", "c2", "c3", "c6"]);
    game.apply_text("take b1").unwrap();
    game.apply_text("quiz.q 1").unwrap();
    assert_eq!(game.deciding(), 1);
    game.apply_text("move c2 b2").unwrap();
    assert_eq!((game.turn().seat, game.waiting_at()), (2, Some("offer")), "nobody was robbed in this turn");
}

#[test]
fn everything_wrong_with_a_question_is_told_with_its_place() {
    for (text, wanted) in [
        (ask("run = 'let x = 1;'"), "`list` is missing"),
        (ask("list = 'option(1);'"), "`run` is missing"),
        (ask("list = 'let x = 1;'\nrun = 'let x = 1;'"), "never calls `option`"),
        (ask("list = 'option(1, 2);'\nrun = 'let x = 1;'"), "`option` does not take 2 values"),
        (ask("list = 'option(\"yess\");'\nchoices = { yes = \"Y\" }\nrun = 'let x = 1;'"), "did you mean `yes`"),
        (ask("lst = 'option(1);'\nlist = 'option(1);'\nrun = 'let x = 1;'"), "did you mean `list`"),
        (ask("list = 'option(1); pay(bank, me, 5);'\nrun = 'let x = 1;'"), "`pay` has no place here"),
        (ask("list = 'option(chosen);'\nrun = 'let x = 1;'"), "`chosen` has no place here"),
        (ask("list = 'option(1);'\nrun = 'option(2);'"), "`option` has a meaning in an `[[ask]]` only"),
        (ask("list = 'option(1);'\nlabel = \"{nobody}\"\nrun = 'let x = 1;'"), "`nobody` in this text"),
        (ask("list = 'option(1);'\nchoices = { yes = \"Y\" }\nrun = 'let x = 1;'"), ""),
        (ask("list = 'option(1);'\nsecret = 3\nrun = 'let x = 1;'"), "`secret` must be true or false"),
        ("[[ask]]\nat = \"start\"\nlist = 'option(1);'\nrun = 'let x = 1;'\n".to_owned(), "nobody can be asked there"),
        ("[[do]]\nat = \"after sail\"\nrun = 'let x = chosen;'\n".to_owned(), "`chosen` has a meaning"),
        (ask("list = 'option(\"a\");'\nchoices = { a = \"A\", b = \"B\" }\nrun = 'let x = 1;'"), "`choices.b` is declared"),
    ] {
        let told = told(&text);
        assert!(told.contains(wanted), "{text}\n{told}");
        assert!(wanted.is_empty() || told.contains("quiz.toml:"), "{told}");
    }
    let lost = format!("{HEAD}{}", ask("list = 'option(1);'\nrun = 'let x = 1;'").replace("before roll", "before rol"));
    assert!(try_rules(&lost).is_err_and(|why| why.contains("rol")));
}

#[test]
fn hostile_questions_are_stopped_and_the_game_goes_on() {
    for (rest, rests) in [
        ("list = 'loop { option(1); }'\nrun = 'let x = 1;'", true),
        ("list = 'for i in 0..1_000 { option(i); }'\nrun = 'let x = 1;'", true),
        ("list = 'option(());'\nrun = 'let x = 1;'", true),
        ("list = 'option([1, 2]);'\nrun = 'let x = 1;'", true),
        ("list = 'option(9_223_372_036_854_775_807);'\nrun = 'let x = 1;'", true),
        ("of = \"seat\"\nlist = 'option(99);'\nrun = 'let x = 1;'", true),
        ("of = \"seat\"\nlist = 'option(-1);'\nrun = 'let x = 1;'", true),
        ("who = '99'\nlist = 'option(1);'\nrun = 'let x = 1;'", true),
        ("who = '[0, \"x\"]'\nlist = 'option(1);'\nrun = 'let x = 1;'", true),
        ("who = '()'\nlist = 'option(1);'\nrun = 'let x = 1;'", false),
        ("who = '[]'\nlist = 'option(1);'\nrun = 'let x = 1;'", false),
        ("who = '[0, 0, 0, 0]'\nlist = 'option(1);'\nrun = 'let x = 1;'", false),
        ("list = 'state.n = 3; option(1);'\nrun = 'let x = 1;'", true),
        ("list = 'option(1);'\nrun = 'loop {}'", true),
        ("list = 'option(1);'\nrun = 'chosen.owner;'", true),
        ("list = 'option(1);'\nrun = 'go_to(\"quiz.q\");'", true),
        ("list = 'option(1);'\nrun = 'go_to(\"roll\");'", false),
        ("list = 'option(1);'\nrun = 'run_round();'", false),
        ("list = 'option(1);'\nrun = 'end_turn();'", false),
        ("list = 'option(1);'\nrun = 'end_game();'", false),
        ("list = 'for s in ships() { option(s); }'\nrun = 'move(chosen, home); shelter(chosen, true);'", false),
        ("list = 'for s in ships() { if threatened(s) { option(s); } }'\nrun = 'let x = 1;'", false),
    ] {
        let rules = rules(&format!("[state.n]\n[[do]]\nat = \"end of round\"\nrun = 'state.n += 1;'\n{}", ask(rest)));
        let mut game = Game::recorded(rules.clone(), 3, Chance::seeded(7)).unwrap();
        let mut player = Random::new(7, 0);
        for _ in 0..150 {
            if game.outcome().is_some() {
                break;
            }
            let command = player.choose(&game);
            game.apply(command).unwrap();
            assert_eq!(game.index_astray(), None, "{rest}");
            rules.pack.audit(&game).unwrap();
        }
        assert_eq!(game.is_suspended("quiz"), rests, "{rest}");
        assert!(game.outcome().is_some() || game.turn().round > 1, "{rest}: the game goes on");
    }
}

#[test]
fn a_mistake_in_the_answer_undoes_it_and_is_found_in_the_rehearsal() {
    let text = ask("if = 'round == 1'\nlist = 'option(1);'\nrun = 'pay(bank, me, 500); let x = chosen + \"a\".owner;'");
    let rules = rules(&text);
    let mut game = Game::recorded(rules.clone(), 2, Chance::seeded(1)).unwrap();
    let me = game.turn().seat;
    game.apply_text("quiz.q 1").unwrap();
    assert!(game.is_suspended("quiz"));
    assert_eq!(rules.pack.total(&game, me), 0, "what was paid was not paid");
    assert_eq!(game.waiting_at(), Some("choose"));
    let found = rehearse(&rules, false);
    assert!(found.to_string().contains("in a rehearsal the rule could not go on here"), "{found}");
}

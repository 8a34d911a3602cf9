//! Rules from files: what they can say, what is found before play, what happens when they make a mistake.

use crate::common;
use serde_json::json;
use std::sync::Arc;
use triangulum::packs::bermuda::speech::DIALECT;
use triangulum::packs::bermuda::treasury::money_in_bank;
use triangulum::players::{Player, Random};
use triangulum::problem::Source;
use triangulum::script::{self, ANY_GAME, COMMON, Entry, Kind, Of, Scene, ScriptRule, language_table, read, table};
use triangulum::sim::event::Arg;
use triangulum::sim::{Account, Chance, Effect, Game, Memory, Rule, Ruleset};
use triangulum::table::trace::Trace;
use triangulum::table::{Deed, Heard, Table, Until, default_cast, replay};
use triangulum::variant::declare::Applies;
use triangulum::variant::propose::{Change, amended};
use triangulum::variant::watch::Watch;
use triangulum::variant::{Library, Shelf};

#[test]
fn every_shipped_file_is_read_and_rehearsed_without_a_word() {
    for (pack, least) in [("bermuda", 16), ("muehle", 2), ("dreieck", 3)] {
        let house = common::library().catalogue(triangulum::packs::find(pack).unwrap()).unwrap();
        assert!(house.scripts.len() >= least, "{pack}");
        for rule in &house.scripts {
            assert!(rule.warnings.is_empty(), "{}: {:?}", rule.id(), rule.warnings);
            let variant = common::variant_of(pack, rule.id());
            let found = script::rehearse(&variant.rules, true);
            assert!(!found.has_errors(), "{found}");
        }
    }
}

/// The scripts of a variant's rules.
fn scripts(game: &Game) -> Vec<&'static ScriptRule> {
    game.rules().in_force.iter().filter_map(|rule| script::find(*rule)).collect()
}

#[test]
fn every_guard_is_the_same_natively_and_by_rhai() {
    let mut compared = 0;
    let scripts_of = |pack: &'static str| {
        let house = common::library().catalogue(triangulum::packs::find(pack).unwrap()).unwrap();
        house.scripts.iter().map(move |rule| (pack, rule.id())).collect::<Vec<_>>()
    };
    for (pack, id) in ["bermuda", "muehle", "dreieck"].into_iter().flat_map(scripts_of) {
        let variant = common::variant_of(pack, id);
        for seed in 0..3 {
            let mut game = Game::new(variant.rules.clone(), *variant.rules.seats().end(), Chance::seeded(seed)).unwrap();
            for turn in 0..40 {
                for rule in scripts(&game) {
                    for guard in rule.guards() {
                        let natively = guard.holds(&Scene::now(&game, rule)).map_err(|m| m.0.to_string());
                        let by_rhai = guard.by_rhai(rule, &mut game);
                        assert_eq!(natively.is_ok(), by_rhai.is_ok(), "{id} {guard:?} {natively:?} {by_rhai:?}");
                        assert!(natively.is_err() || natively.ok() == by_rhai.ok(), "{id} {guard:?}");
                        compared += 1;
                    }
                }
                let Some(command) = game.offers().get((seed as usize + turn) % game.offers().len().max(1)).copied() else {
                    break;
                };
                game.apply(command).unwrap();
            }
        }
    }
    assert!(compared > 500);
}

/// A hook that first asks how the move ended is passed over where it ended otherwise, at whatever step it stands.
#[test]
fn a_condition_with_a_signal_never_misses_a_move() {
    for condition in ["move.stop == \"docked\"", "move.stop == \"port_full\" && money(me) >= 0", "move.bumps != ()"] {
        let counted: Vec<i64> = ["", "round > 0 && "]
            .iter()
            .map(|first| {
                let hook = |step: &str| format!("[[do]]\nat = \"{step}\"\nif = '{first}{condition}'\nrun = 'state.seen += 1;'\n");
                let steps = [
                    "before roll",
                    "after choose",
                    "before bump",
                    "after bump",
                    "after load_cargo",
                    "before spin",
                    "after settle",
                ];
                let hooks: String = steps.iter().map(|step| hook(step)).collect();
                let rules = rules_with("mine", &format!("title = \"T\"\nwhat = \"W\"\n[state.seen]\n{hooks}"));
                let mut game = Game::new(rules, 4, Chance::seeded(5)).unwrap();
                game.mistrust_signals();
                let mut player = Random::new(5, 0);
                while game.outcome().is_none() {
                    let command = player.choose(&game);
                    game.apply(command).unwrap();
                }
                let memory = game.find("mine-memory").unwrap();
                game.world().get::<&Memory>(game.entity(memory)).unwrap().values[0][0]
            })
            .collect();
        assert!(counted[0] > 0, "{condition}");
        assert_eq!(counted[0], counted[1], "{condition}");
    }
}

/// Bermuda with a rule from a text, unrehearsed.
fn rules_with(id: &str, text: &str) -> Arc<Ruleset> {
    try_rules_with(id, text).unwrap_or_else(|message| panic!("{message}"))
}

fn try_rules_with(id: &str, text: &str) -> Result<Arc<Ruleset>, String> {
    try_rules_of("bermuda", id, text)
}

fn try_rules_of(pack: &str, id: &str, text: &str) -> Result<Arc<Ruleset>, String> {
    let standard = Library::built_in().load(pack, "standard").unwrap_or_else(|problems| panic!("{problems}")).rules;
    let mut blueprint = standard.blueprint.clone();
    blueprint.rules.push(id.to_owned());
    blueprint.settings["rule"] = json!({ id: text });
    let built = Ruleset::build(standard.pack, blueprint, &standard.board);
    built.map(Arc::new).map_err(|errors| triangulum::sim::blueprint::all_reasons(&errors).to_string())
}

fn rule(body: &str) -> String {
    format!("title = \"Test\"\nwhat = \"A test.\"\n\n[[do]]\nat = \"after sail\"\nrun = '''\n{body}\n'''\n")
}

fn told(text: &str) -> String {
    match read(&DIALECT, "mine", &Source::new("mine.toml", text)) {
        Ok(rule) => rule.warnings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n") + "\n",
        Err(problems) => problems.to_string(),
    }
}

fn play(rules: &Arc<Ruleset>, decisions: usize, seed: u64) -> Game {
    let mut game = Game::recorded(rules.clone(), rules.pack.usual_seats(rules).min(3), Chance::seeded(seed)).unwrap();
    let mut player = Random::new(seed, 0);
    for _ in 0..decisions {
        if game.outcome().is_some() {
            break;
        }
        let command = player.choose(&game);
        game.apply(command).unwrap();
        assert_eq!(game.index_astray(), None, "seed {seed} after {command:?}");
        rules.pack.audit(&game).unwrap();
    }
    game
}

#[test]
fn everything_wrong_with_a_file_is_told_at_once_with_its_place() {
    let text = "title = \"Test\"\nwhat = \"A test.\"\nwhi = \"x\"\n\n[settings.fee]\ndefault = 500\nrange = [1, 10]\n\n[event.paid]\nfields = { who = \"seet\" }\nsays = \"{hwo} pays.\"\n\n[[do]]\nat = \"after sail\"\nif = 'move.stp == \"docked\"'\nrun = '''\nlet x = monny(me);\nemit(\"payd\", me);\npay(me, bnk);\nstate.used += 1;\n'''\n";
    let told = told(text);
    for expected in [
        "mine.toml:3:1: error: `whi` means nothing here",
        "did you mean `why`?",
        "mine.toml:6:11: error: `default` must be a whole number within `range`",
        "mine.toml:10:18: error: `who` does not know this word",
        "did you mean `seat`?",
        "mine.toml:11:1: error: `hwo` is no field of this event",
        "mine.toml:15:12: error: `move` has no `stp`",
        "did you mean `stop`?",
        "mine.toml:17:9: error: there is no function called `monny`",
        "did you mean `money`?",
        "mine.toml:18:6: error: the rule has no event called `payd`",
        "did you mean `paid`?",
        "mine.toml:19:1: error: `pay` does not take 2 values",
        "allowed: pay(account, account, money)",
        "mine.toml:19:9: error: there is nothing called `bnk`",
        "did you mean `bank`?",
        "mine.toml:20:7: error: `state` has no `used`",
    ] {
        assert!(told.contains(expected), "{expected}\n\n{told}");
    }
}

#[test]
fn code_that_cannot_be_read_and_code_in_the_wrong_quotes_are_told() {
    let broken = told(&rule("let x = ;"));
    assert!(broken.contains("mine.toml:7:9: error: this is no code that can be read"), "{broken}");
    let quotes = told("title = \"T\"\nwhat = \"W\"\n[[do]]\nat = \"after sail\"\nrun = \"end_turn();\"\n");
    assert!(quotes.contains("mine.toml:5:7: error: code in `run` stands between single quotes"), "{quotes}");
    let at = told("title = \"T\"\nwhat = \"W\"\n[[do]]\nat = \"behind sail\"\nrun = 'end_turn();'\n");
    assert!(at.contains("mine.toml:4:6: error: `behind sail` is no place in a game"), "{at}");
    let complex =
        told("title = \"T\"\nwhat = \"W\"\n[[do]]\nat = \"after sail\"\nif = '[1, 2].len() == 2'\nrun = 'end_turn();'\n");
    assert!(complex.contains("a condition is kept simple"), "{complex}");
    let idle = told("title = \"T\"\nwhat = \"W\"\n");
    assert!(idle.contains("the rule does nothing"), "{idle}");
    let taken = told(&rule("let me = 2;"));
    assert!(taken.contains("`me` is a name that rules are given"), "{taken}");
    let unused = told(
        "title = \"T\"\nwhat = \"W\"\n[settings.fee]\ndefault = 1\nrange = [0, 2]\n[state.n]\n[event.e]\nsays = \"E.\"\n[[do]]\nat = \"after sail\"\nrun = 'end_turn();'\n",
    );
    for name in ["set.fee", "state.n", "event.e"] {
        assert!(unused.contains(&format!("warning: `{name}` is declared, but nothing uses it")), "{unused}");
    }
}

#[test]
fn a_step_that_is_not_there_is_told_at_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let variant = "pack = \"bermuda\"\nextends = \"standard\"\nrules = [\"mine\"]\n\n[rule.mine]\ntitle = \"T\"\nwhat = \"W\"\n[[rule.mine.do]]\nat = \"after sial\"\nrun = 'end_turn();'\n";
    std::fs::write(folder.path().join("own.toml"), variant).unwrap();
    let library = Library::new(Shelf { rules: None, variants: vec![folder.path().to_owned()], ..Shelf::default() });
    let told = library.load("bermuda", "own").err().unwrap().to_string();
    assert!(told.contains("own.toml:9:6: error") && told.contains("did you mean `sail`?"), "{told}");
}

#[test]
fn mistakes_that_only_show_at_play_are_found_in_the_rehearsal() {
    let folder = tempfile::tempdir().unwrap();
    let inside = "pack = \"bermuda\"\nextends = \"standard\"\nrules = [\"mine\"]\n\n[rule.mine]\ntitle = \"T\"\nwhat = \"W\"\n[[rule.mine.do]]\nat = \"after sail\"\nrun = '''\nlet x = 5;\npay(x, me, 10);\n'''\n";
    std::fs::write(folder.path().join("own.toml"), inside).unwrap();
    let library = Library::new(Shelf { rules: None, variants: vec![folder.path().to_owned()], ..Shelf::default() });
    let told = library.load("bermuda", "own").err().unwrap().to_string();
    assert!(
        told.contains(
            "own.toml:12:1: error: in a rehearsal the rule could not go on here: `pay` wants another kind of value here: account"
        ),
        "{told}"
    );
}

#[test]
fn a_mistake_undoes_its_hook_and_lets_the_rule_rest() {
    let text = rule("pay(bank, me, 5_000);\nif round == 3 { pay(bank, me, 1_000); let x = 1 / 0; }");
    let rules = rules_with("resting", &text);
    let mut game = Game::recorded(rules.clone(), 2, Chance::seeded(4)).unwrap();
    let mut player = Random::new(4, 0);
    let (mut rested, mut paid) = (Vec::new(), 0);
    while game.outcome().is_none() {
        let command = player.choose(&game);
        game.apply(command).unwrap();
        for (number, event) in game.events().iter().enumerate() {
            let of_bank = |effect: &Effect| matches!(effect, Effect::Paid { from: Account::Bank, amount: 5_000, .. });
            paid += game.effects_of(number).filter(of_bank).count();
            if event.kind.name == "suspended" {
                rested.push((
                    game.turn().round,
                    game.sentence(event).unwrap().to_string(),
                    event.to_json(game.names(), &|_| String::new()),
                ));
            }
        }
        assert!(!game.events().iter().any(|e| e.kind.name == "suspended") || game.is_suspended("resting"));
    }
    assert_eq!(rested.len(), 1, "once, and the game goes on");
    let (round, sentence, json) = &rested[0];
    assert_eq!((*round, &json["line"], &json["column"]), (3, &json!(8), &json!(49)), "{json}");
    assert!(sentence.contains("Test") && sentence.contains("resting.toml:8:49"), "{sentence}");
    assert_eq!(paid as i64 * 5_000, -money_in_bank(&game), "what it had done is undone");
    // Another text wakes it up.
    let other = rules_with("resting", &rule("pay(bank, me, 1);"));
    game.change_rules(other, None, json!({}), json!([]));
    assert!(!game.is_suspended("resting"));
}

/// Code that means no good, and code that asks for what cannot be, family by family.
fn hostile() -> Vec<String> {
    let mut bodies: Vec<String> = ONE_BY_ONE.iter().map(|body| (*body).to_owned()).collect();
    let inner =
        ["", "x += 1;", "die(6);", "l.push(1);", "l = [l, l];", "t += t;", "t = `${t}${t}`;", "pay(bank, me, 1);", "ships();"];
    let without_end = [
        "loop { B }",
        "while true { B }",
        "do { B } while true;",
        "for i in 0..9_000_000_000 { B }",
        "for i in range(0, 9_000_000_000) { B }",
    ];
    for (form, body) in without_end.iter().flat_map(|form| inner.iter().map(move |body| (form, body))) {
        bodies.push(format!("let x = 0; let l = []; let t = \"x\"; {}", form.replace('B', body)));
    }
    for depth in 1..6 {
        let names: Vec<String> = (0..depth).map(|n| format!("f{n}")).collect();
        let next = |n: usize| &names[(n + 1) % depth];
        let functions: Vec<String> = (0..depth).map(|n| format!("fn {}(n) {{ {}(n + 1) }}", names[n], next(n))).collect();
        let functions = functions.join(" ");
        bodies.push(format!("{functions} f0(0);"));
        bodies.push(format!("{} f0(0);", functions.replace("n + 1", "[n, n]")));
    }
    let (most, least) = (i64::MAX.to_string(), format!("(-{} - 1)", i64::MAX));
    let numbers = [most.as_str(), least.as_str(), "-1", "0", "99", "64", "1_000_001"];
    for operator in ["+", "-", "*", "/", "%", "**", "<<", ">>"] {
        for (one, other) in [(0, 0), (0, 1), (1, 2), (1, 0), (4, 3), (0, 5), (3, 3), (5, 5), (2, 2), (6, 1), (1, 1)] {
            bodies.push(format!("let x = {} {operator} {};", numbers[one], numbers[other]));
        }
    }
    for depth in [40, 400, 4_000] {
        for (open, shut) in
            [("(", ")"), ("[", "]"), ("{", "}"), ("if true {", "}"), ("most([1], |a| ", ")"), ("abs(", ")"), ("!(", ")")]
        {
            bodies.push(format!("let x = {}1{};", open.repeat(depth), shut.repeat(depth)));
        }
    }
    bodies
}

/// Every name of a game asked in every wrong way.
fn wrong_questions(entries: impl Iterator<Item = &'static Entry>) -> Vec<String> {
    let wrong = ["()", "\"nowhere\"", "[]", "-1", "9_223_372_036_854_775_807", "true", "[[], (), \"x\"]", "|x| x"];
    let mut bodies = Vec::new();
    for entry in entries {
        for value in wrong {
            match entry.of {
                Of::Function => {
                    let values = vec![value; entry.takes.len()];
                    bodies.push(format!("{}({});", entry.name, values.join(", ")));
                    // Right but for the last.
                    let right = entry.takes.iter().map(|kind| match kind {
                        Kind::Seat | Kind::Account => "me",
                        Kind::Int | Kind::Money => "1",
                        Kind::Bool => "true",
                        Kind::Text => "\"miami\"",
                        Kind::List => "[0]",
                        _ => value,
                    });
                    let mut values: Vec<&str> = right.collect();
                    bodies.push(format!("{}({});", entry.name, values.join(", ")));
                    if let Some(last) = values.last_mut() {
                        *last = value;
                        bodies.push(format!("{}({});", entry.name, values.join(", ")));
                    }
                }
                Of::Name => bodies.push(format!("{} = {value};", entry.name)),
                Of::Move => bodies.push(format!("move.{} = {value};", entry.name)),
                Of::Thing => bodies.push(format!("({value}).{};", entry.name)),
            }
        }
    }
    bodies.sort();
    bodies.dedup();
    bodies
}

const ONE_BY_ONE: &[&str] = &[
    "loop {}",
    "while true {}",
    "let i = 0; while i < 1_000_000_000 { i += 1; }",
    "for i in 0..1_000_000_000 {}",
    "for i in range(0, 9_000_000_000) { let x = i * i; }",
    "fn f() { f() } f();",
    "fn f(n) { f(n + 1) } f(0);",
    "fn a(n) { b(n) } fn b(n) { a(n) } a(1);",
    "let l = []; loop { l.push(1); }",
    "let l = [1]; loop { l = [l, l]; }",
    "let t = \"x\"; loop { t += t; }",
    "let t = \"x\"; for i in 0..100 { t = t + t; }",
    "let m = #{}; m.a = 9;",
    "let x = 9_223_372_036_854_775_807 + 1;",
    "let x = 9_223_372_036_854_775_807 * 9_223_372_036_854_775_807;",
    "let x = -9_223_372_036_854_775_807 - 10;",
    "let x = 1 / 0;",
    "let x = 1 % 0;",
    "let x = 2 ** 9_999;",
    "let x = 1 << 9_999;",
    "pay(bank, me, 9_223_372_036_854_775_807);",
    "pay(bank, me, -5);",
    "loop { pay(bank, me, 1_000_000_000); }",
    "pay(me, 99, 5);",
    "pay(-1, me, 5);",
    "go_to(\"roll\");",
    "go_to(\"sail\");",
    "go_to(\"after_sail\");",
    "loop { run_round(); }",
    "run_round(); run_round();",
    "for i in 0..150 { run_round(); }",
    "end_turn(); go_to(\"roll\");",
    "loop { die(6); }",
    "die(0);",
    "die(-3);",
    "die(9_999_999_999);",
    "pick([]).owner;",
    "move(move.ship, place(\"s01\"));",
    "for s in ships() { move(s, place(\"miami\")); }",
    "for s in ships() { move(s, move.to); move(s, move.from); }",
    "for s in ships() { move(s, s); }",
    "move(place(\"miami\"), place(\"miami\"));",
    "place(\"nowhere\");",
    "shelter(place(\"miami\"), true);",
    "for s in ships() { shelter(s, true); }",
    "give(move.ship, me);",
    "for c in cards(me) { give(c, others(me)[0]); }",
    "draw(place(\"s01\"));",
    "for i in 0..100 { draw(place(\"miami\")); }",
    "end_game();",
    "let f = |x| x; most([1, 2], |x| \"no number\");",
    "most(ships(), |s| most(ships(), |t| 1).value);",
    "rule(\"victory.goal\", 77);",
    "others(1_000);",
    "total(\"blue\");",
    "ships()[99_999];",
    "ships()[-1];",
    "let x = (); x.owner;",
    "move.bumps.owner;",
];

/// Plays by every one of these rules and counts those that were stopped, before play or in it.
fn stopped(pack: &str, step: &str, bodies: &[String], decisions: usize) -> usize {
    let mut rested = 0;
    for (number, body) in bodies.iter().enumerate() {
        let text = rule(body).replace("after sail", step);
        // What is found before play never comes to a table.
        let Ok(rules) = try_rules_of(pack, "mine", &text) else {
            rested += 1;
            continue;
        };
        let game = play(&rules, decisions, number as u64);
        rested += usize::from(game.is_suspended("mine"));
    }
    rested
}

#[test]
fn hostile_code_is_stopped_and_the_game_goes_on() {
    let bodies = hostile();
    assert!(bodies.len() > 200, "{}", bodies.len());
    let rested = stopped("bermuda", "after sail", &bodies, 25);
    assert!(rested > bodies.len() * 3 / 5, "{rested} of {}", bodies.len());
}

#[test]
fn every_name_asked_in_every_wrong_way_leaves_the_game_whole() {
    for (pack, step) in [("bermuda", "after sail"), ("muehle", "before check_draw"), ("dreieck", "after take")] {
        let dialect = triangulum::packs::dialect(triangulum::packs::find(pack).unwrap());
        let bodies = wrong_questions(dialect.all());
        assert!(bodies.len() > 200, "{pack}: {}", bodies.len());
        let rested = stopped(pack, step, &bodies, 6);
        assert!(rested > bodies.len() / 2, "{pack}: {rested} of {}", bodies.len());
    }
}

/// A rule with so many hooks before every roll, each of which takes so many rounds of a loop.
fn busy(hooks: usize, rounds: usize) -> String {
    let hook = |number| {
        format!("[[do]]\nname = \"h{number}\"\nat = \"before roll\"\nrun = 'let i = 0; while i < {rounds} {{ i += 1; }}'\n")
    };
    format!("title = \"Test\"\nwhat = \"A test.\"\n{}", (0..hooks).map(hook).collect::<String>())
}

#[test]
fn hooks_that_hold_up_a_table_only_together_are_stopped_too() {
    let hog = rules_with("hog", &busy(20, 2_000));
    let game = play(&hog, 30, 1);
    assert!(game.is_suspended("hog"));
    let told = script::rehearse(&hog, false).to_string();
    assert!(told.contains("rules from files together take more than 200,000 operations"), "{told}");
    // What a few hooks need is nothing to complain about.
    let busy = rules_with("busy", &busy(3, 500));
    assert!(!play(&busy, 60, 1).is_suspended("busy"));
}

/// A rule that uses up whatever it may is rehearsed for a moment and not for minutes.
#[test]
#[allow(clippy::disallowed_methods, reason = "without its bound a rehearsal takes minutes, and nothing else tells")]
fn a_rehearsal_comes_to_its_end_however_busy_a_rule_is() {
    let rules = rules_with("busy", &busy(18, 1_000));
    let begun = std::time::Instant::now();
    assert_eq!(script::rehearse(&rules, false).to_string(), "");
    assert!(begun.elapsed() < std::time::Duration::from_secs(30), "{:?}", begun.elapsed());
}

#[test]
fn what_could_reach_outside_is_not_there() {
    for body in [
        "eval(\"1\");",
        "import \"x\" as y;",
        "print(1);",
        "sleep(1);",
        "exit();",
        "Fn(\"sleep\").call(1);",
        "timestamp();",
        "rand();",
    ] {
        assert!(read(&DIALECT, "mine", &Source::new("mine.toml", rule(body))).is_err(), "{body}");
    }
}

#[test]
fn state_is_kept_reset_hashed_and_copied() {
    let text = "title = \"T\"\nwhat = \"W\"\n[state.all]\nstart = 3\n[state.turn]\nreset = \"turn\"\n[state.by]\nper = \"seat\"\n[event.count]\nfields = { all = \"int\", turn = \"int\", by = \"int\" }\nsays = \"{all} {turn} {by}\"\n[[do]]\nat = \"after sail\"\nrun = '''\nstate.all += 1; state.turn += 1; state.by[me] += 1;\nemit(\"count\", state.all, state.turn, state.by[me]);\n'''\n";
    let rules = rules_with("mine", text);
    let mut game = Game::recorded(rules.clone(), 2, Chance::seeded(1)).unwrap();
    let mut player = Random::new(1, 0);
    let (mut all, mut by) = (3, [0i64; 2]);
    for _ in 0..30 {
        let seat = usize::from(game.turn().seat);
        let (command, before) = (player.choose(&game), game.hash());
        game.apply(command).unwrap();
        assert_ne!(game.hash(), before);
        all += 1;
        by[seat] += 1;
        let event = game.events().iter().find(|event| event.kind.name == "count").unwrap();
        assert_eq!(event.args[..3], [Arg::Int(all), Arg::Int(1), Arg::Int(by[seat])]);
        assert_eq!(game.clone(), game);
    }
    assert!(game.dump().contains("mine-memory"));
    // A text that still knows the name knows the number; a new game begins anew.
    let more = rules_with(
        "mine",
        &text
            .replace("[state.turn]", "[state.other]\n[state.turn]")
            .replace("state.all += 1;", "state.all += 1; state.other += 1;"),
    );
    game.change_rules(more, None, json!({}), json!([]));
    let command = player.choose(&game);
    game.apply(command).unwrap();
    let event = game.events().iter().find(|event| event.kind.name == "count").unwrap();
    assert_eq!(event.args[0], Arg::Int(all + 1));
}

#[test]
fn a_rules_chance_is_its_own_and_leaves_the_dice_alone() {
    let dice = |rules: &Arc<Ruleset>| -> Vec<String> {
        let mut game = Game::recorded(rules.clone(), 2, Chance::seeded(9)).unwrap();
        let mut rolled = Vec::new();
        for _ in 0..20 {
            let command = game.offers()[0];
            game.apply(command).unwrap();
            let rolls = game.events().iter().filter(|event| event.kind.name == "rolled");
            rolled.extend(rolls.map(|event| format!("{:?}", event.args[1])));
        }
        rolled
    };
    let throwing = rules_with("mine", &rule("die(6); pick([1, 2, 3]);"));
    assert_eq!(dice(&throwing), dice(&common::variant("standard").rules));
    let sums = |seed| {
        let text = "title = \"T\"\nwhat = \"W\"\n[state.sum]\n[[do]]\nat = \"after sail\"\nrun = 'state.sum += die(100);'\n";
        play(&rules_with("mine", text), 20, seed).dump()
    };
    assert_eq!(sums(1), sums(1));
}

#[test]
fn a_rule_beside_a_variant_and_one_inside_it_are_found_and_replayed_without_files() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("rules")).unwrap();
    let tip = "title = \"Tip\"\nwhat = \"Docking pays {value}.\"\n[settings.value]\ndefault = 700\nrange = [0, 9_000]\n[event.tip]\nfields = { player = \"seat\", value = \"money\" }\nsays = { en = \"{^player} gets a tip of {value}.\", de = \"{^player} bekommt {value} Trinkgeld.\" }\n[[do]]\nat = \"after sail\"\nif = 'move.stop == \"docked\"'\nrun = 'emit(\"tip\", me, pay(bank, me, set.value));'\n";
    std::fs::write(folder.path().join("rules/tip.toml"), tip).unwrap();
    let variant = "pack = \"bermuda\"\nextends = \"standard\"\nrules = [\"tip\", \"slow\"]\n\n[tip]\nvalue = 900\n\n[rule.slow]\ntitle = \"Slow\"\nwhat = \"No sixes.\"\n\n[[rule.slow.forbid]]\ncommand = \"sail\"\nif = 'roll == 6'\nbecause = \"a six is too fast for {move.ship}\"\n";
    std::fs::write(folder.path().join("own.toml"), variant).unwrap();
    // However a rule inside a variant is written, it is the same.
    for written in [
        "[rule]\nx.title = \"X\"\nx.what = \"W\"\nx.do = [{ at = \"after sail\", run = 'pay(bank, me, 1);' }]\n",
        "rule.x.title = \"X\"\nrule.x.what = \"W\"\n[[rule.x.do]]\nat = \"after sail\"\nrun = 'pay(bank, me, 1);'\n",
        "rule = { x = { title = \"X\", what = \"W\", do = [{ at = \"after sail\", run = 'pay(bank, me, 1);' }] } }\n",
    ] {
        let variant = common::from_text(&format!("pack = \"bermuda\"\nextends = \"standard\"\nrules = [\"x\"]\n{written}"));
        assert!(variant.rules.is_in_force("x"), "{written}");
    }
    let library = Library::new(Shelf { rules: None, variants: vec![folder.path().to_owned()], ..Shelf::default() });
    let variant = library.load("bermuda", "own").unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(variant.rules.value("tip.value"), Some(&json!(900)));
    assert!(variant.rules.plan.to_string().contains("tip.after_sail"), "{}", variant.rules.plan);
    let book = triangulum::variant::rulebook::print(variant.effective(), &common::variant("standard").rules);
    assert!(book.contains("Docking pays 900.") && book.contains("No sixes."), "{book}");
    // Whoever extends it can set its rules' settings, as scenarios do.
    let child = "pack = \"bermuda\"\nextends = \"own\"\n[tip]\nvalue = 5\n";
    let child = library.load_source(Source::new("child.toml", child)).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(child.rules.value("tip.value"), Some(&json!(5)));
    let cast = default_cast(variant.rules.pack, &["random".to_owned(), "random".to_owned()]);
    let mut table = Table::new(variant.rules.clone(), "own", cast, 3).unwrap();
    let mut player = Random::new(3, 0);
    let (mut tips, mut refused) = (Vec::new(), 0);
    for _ in 0..80 {
        let game = table.game();
        if game.outcome().is_some() {
            break;
        }
        let command = player.choose(game);
        table.carry_out(Deed::Command(command)).unwrap_or_else(|refused| panic!("{refused}"));
        let game = table.game();
        tips.extend(game.events().iter().filter(|e| e.kind.name == "tip").map(|e| game.sentence(e).unwrap()));
        if game.events().iter().any(|event| event.kind.name == "passed") {
            refused += 1;
        }
    }
    assert!(refused > 0, "with a six nobody may sail");
    let tip = tips.first().unwrap();
    assert!(tip.to_string().contains("a tip of 900"), "{tip}");
    let german = Arc::new(triangulum::words::Lexicon::built_in("de"));
    assert!(triangulum::words::within(german, || tip.to_string()).contains("900 Trinkgeld"));
    // The files are gone; the record has all that is needed.
    let trace = Trace::parse(Source::new("own.jsonl", table.trace())).unwrap_or_else(|problems| panic!("{problems}"));
    drop(folder);
    let replayed = replay(&trace, Library::built_in(), Until::End).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(replayed.table.game().hash(), table.game().hash());
}

#[test]
fn rules_are_written_the_same_way_however_they_came_into_force() {
    let written = common::from_text("pack = \"bermuda\"\nextends = \"standard\"\nrules = [\"toll\", \"squall\"]\n").rules;
    let plain = common::variant("standard").rules;
    let settings = |id: &str| written.blueprint.settings[id].as_object().unwrap().clone();
    let set = ["toll", "squall"].iter().flat_map(|id| {
        settings(id).into_iter().map(move |(key, value)| Change::set(format!("{id}.{key}"), value)).collect::<Vec<_>>()
    });
    let changes: Vec<Change> = [Change::adopt("squall"), Change::adopt("toll")].into_iter().chain(set).collect();
    let joined = plain.rebuild(amended(&plain.blueprint, &changes, Applies::Now)).unwrap();
    assert_eq!(joined.blueprint.settings.to_string(), written.blueprint.settings.to_string());
}

#[test]
fn why_not_is_answered_from_the_line_that_forbids() {
    let text = "title = \"T\"\nwhat = \"W\"\n[[forbid]]\ncommand = \"sail\"\nif = 'roll > 0 && move.ship.name != \"blue-1\"'\nbecause = \"only blue-1 may sail, not {move.ship} from {move.from}\"\n";
    let rules = rules_with("mine", text);
    let game = (0..20)
        .map(|seed| Game::new(rules.clone(), 2, Chance::seeded(seed)).unwrap())
        .find(|game| game.turn().seat == 0)
        .unwrap();
    assert_eq!(game.offer_texts(), ["sail blue-1"]);
    let reason = game.why_not(game.parse_command("sail blue-2").unwrap());
    assert_eq!(
        (reason.rule, reason.text.to_string().as_str()),
        ("mine", "only blue-1 may sail, not Blue’s Petrel from Hamilton")
    );
}

#[test]
fn a_save_takes_effect_in_the_running_game_and_a_broken_one_does_not() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("rules")).unwrap();
    let path = folder.path().join("rules/perk.toml");
    let perk =
        |sum: &str| format!("title = \"Tip\"\nwhat = \"A perk.\"\n[[do]]\nat = \"after sail\"\nrun = 'pay(bank, me, {sum});'\n");
    std::fs::write(&path, perk("100")).unwrap();
    std::fs::write(folder.path().join("own.toml"), "pack = \"bermuda\"\nextends = \"standard\"\nrules = [\"perk\"]\n").unwrap();
    let library = Arc::new(Library::new(Shelf { rules: None, variants: vec![folder.path().to_owned()], ..Shelf::default() }));
    let variant = library.load("bermuda", "own").unwrap_or_else(|problems| panic!("{problems}"));
    let cast = default_cast(variant.rules.pack, &["random".to_owned(), "random".to_owned()]);
    let mut table = Table::new(variant.rules.clone(), "own", cast, 3).unwrap();
    table.follow("own", Ok(variant.clone()));
    let watch = Watch::start(library, "bermuda", "own", Some(variant));
    let paid = |table: &mut Table| {
        let before = money_in_bank(table.game());
        let command = table.game().offers()[0];
        table.carry_out(Deed::Command(command)).unwrap_or_else(|refused| panic!("{refused}"));
        before - money_in_bank(table.game())
    };
    assert_eq!(paid(&mut table), 100);
    std::thread::sleep(std::time::Duration::from_millis(200));
    std::fs::write(&path, perk("250")).unwrap();
    let news = watch.wait(std::time::Duration::from_secs(10)).unwrap();
    assert!(matches!(table.hear(news), Heard::Changed(_)));
    assert_eq!(paid(&mut table), 250);
    std::fs::write(&path, perk("nothing")).unwrap();
    let news = watch.wait(std::time::Duration::from_secs(10)).unwrap();
    let Heard::Refused(problems) = table.hear(news) else { panic!("a broken rule is refused") };
    assert!(problems.to_string().contains("perk.toml:5:22: error: there is nothing called `nothing`"), "{problems}");
    assert_eq!(paid(&mut table), 250, "the game goes on under its own rules");
    let trace = Trace::parse(Source::new("own.jsonl", table.trace())).unwrap_or_else(|problems| panic!("{problems}"));
    let replayed = replay(&trace, Library::built_in(), Until::End).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(replayed.table.game().hash(), table.game().hash());
}

#[test]
fn the_tables_in_the_manual_are_the_api() {
    let manual = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/house_rules.md")).unwrap();
    let own = triangulum::packs::ALL.iter().map(|pack| table(triangulum::packs::dialect(*pack).entries));
    let wanted = [table(COMMON), language_table(), table(ANY_GAME)].into_iter().chain(own);
    let missing: Vec<String> = wanted.filter(|wanted| !manual.contains(wanted)).collect();
    assert!(missing.is_empty(), "docs/house_rules.md wants these tables:\n{}", missing.join("\n"));
}

#[test]
fn what_a_condition_can_never_be_is_told_before_play() {
    let guard = |text: &str| {
        told(&format!("title = \"T\"\nwhat = \"W\"\n[[forbid]]\ncommand = \"sail\"\nif = '{text}'\nbecause = \"no\"\n"))
    };
    for (text, expected) in [
        ("move.stop == \"doked\"", "mine.toml:5:17: error: this is never “doked”"),
        ("move.stop == \"doked\"", "did you mean `docked`?"),
        ("move.pips == \"six\"", "these two can never be equal"),
        ("roll", "a condition must be true or false"),
        ("roll && true", "a condition must be true or false"),
        ("move.ship > 3", "only numbers and texts have an order"),
        ("move.stop + 1 == 2", "this cannot be worked out with whole numbers"),
    ] {
        let told = guard(text);
        assert!(told.contains(expected), "{text}: {expected}\n\n{told}");
    }
}

#[test]
fn a_mistake_in_what_is_forbidden_lets_the_rule_rest_too() {
    let text = "title = \"T\"\nwhat = \"W\"\n[[forbid]]\ncommand = \"sail\"\nif = 'round > 2 && 6 / (round - round) == 1'\nbecause = \"no\"\n";
    let game = play(&rules_with("mine", text), 40, 3);
    assert!(game.is_suspended("mine"));
    assert!(game.turn().round >= 3);
}

#[test]
fn a_setting_can_be_another_one_for_some_seats_and_for_a_while() {
    let text =
        "title = \"T\"\nwhat = \"W\"\n[[set]]\nkey = \"victory.goal\"\nfor = 'seat == 1 && round > 2'\nto = '100_000 * round'\n";
    let rules = rules_with("mine", text);
    let mut game = Game::recorded(rules.clone(), 2, Chance::seeded(5)).unwrap();
    let mut player = Random::new(5, 0);
    while game.outcome().is_none() && game.turn().round < 5 {
        let goal = |seat| game.rules().value_for("victory.goal", seat).and_then(serde_json::Value::as_i64);
        let round = i64::from(game.turn().round);
        assert_eq!(goal(0), Some(350_000));
        assert_eq!(goal(1), Some(if round > 2 { 100_000 * round } else { 350_000 }), "round {round}");
        assert_eq!(game.standing_rules().value("victory.goal"), Some(&json!(350_000)));
        assert_eq!(game.clone(), game);
        let command = player.choose(&game);
        game.apply(command).unwrap();
    }
    // A new game begins with the rules as they stand.
    game.restart(1);
    assert!(Arc::ptr_eq(game.rules(), game.standing_rules()));
    for (text, expected) in [
        ("key = \"victory.gaol\"\nto = '1'", "no setting `victory.gaol`"),
        ("key = \"fleet.ships\"\nto = '3'", "`fleet.ships` cannot change while a game is being played"),
        ("key = \"dice.sides\"\nfor = 'seat == 1'\nto = '3'", "`dice.sides` is the same for everybody"),
    ] {
        let told = try_rules_with("mine", &format!("title = \"T\"\nwhat = \"W\"\n[[set]]\n{text}\n")).unwrap_err();
        assert!(told.contains(expected), "{told}");
    }
    let wrong = "title = \"T\"\nwhat = \"W\"\n[[set]]\nkey = \"dice.sides\"\nif = 'round > 1'\nto = '1_000 * round'\n";
    assert!(play(&rules_with("mine", wrong), 20, 1).is_suspended("mine"), "a value out of its range is a mistake");
}

#[test]
fn the_lab_counts_what_a_rule_counts_and_stops_at_its_mistake() {
    use triangulum::lab::ladder::{Ladder, climb};
    use triangulum::lab::{Batch, Games, LabError, run};
    let batch = |rules: Arc<Ruleset>, games| Batch::new(rules, vec!["random".to_owned(); 3], 1, games);
    let tally = run(&batch(common::variant("helping_hand").rules, 20), &|_| true).unwrap();
    let paid = tally.metrics.iter().position(|metric| metric.key == "helping_hand_given").unwrap();
    assert!(tally.readings[paid].mean() > 0.0);
    let text = rule("if round == 4 && me == 1 { let x = 1 / (me - 1); }");
    let found = |games| match run(&batch(rules_with("mine", &text), games), &|_| true) {
        Err(LabError::Rule { seed, told }) => (seed, told.to_string()),
        other => panic!("{:?}", other.map(|tally| tally.games)),
    };
    let (seed, told) = found(40);
    assert!(told.contains("mine.toml:7:"), "{told}");
    assert_eq!(found(40), (seed, told), "the same however many cores look for it");
    let kinds = vec!["random".to_owned(); 2];
    let ladder = Ladder { rules: rules_with("mine", &text), seats: 3, kinds, seed: 1, games: 40, opening: 6 };
    let Err(LabError::Rule { told, .. }) = climb(&ladder, &Games::here(&|_| true)) else {
        panic!("it was played without the rule")
    };
    assert!(told.to_string().contains("mine.toml:7:"), "{told}");
}

#[test]
fn a_scenario_can_load_the_chance_of_a_rule() {
    let library = Library::built_in();
    let scenario = |dice: &str| {
        let text = format!(
            "rule = \"mine\"\nabout = \"x\"\npack = \"bermuda\"\nwhen = [\"sail blue-1\"]\n[set]\nrules = [\"mine\"]\n[set.rule.mine]\ntitle = \"T\"\nwhat = \"W\"\n[set.rule.mine.event.thrown]\nfields = {{ value = \"int\" }}\nsays = \"{{value}}\"\n[[set.rule.mine.do]]\nat = \"after sail\"\nrun = 'emit(\"thrown\", die(6));'\n[given]\nseats = 2\ndice = [2, 1]\nchance = {{ {dice} }}\n[then]\nsome_events = [\"thrown 4\"]\n"
        );
        triangulum::scenario::run(library, &Source::new("mine.toml", text))
    };
    let verdict = scenario("mine = [4]").unwrap_or_else(|problems| panic!("{problems}"));
    assert!(verdict.passed(), "{:?}", verdict.failures);
    assert!(!scenario("mine = [4, 5]").unwrap_or_else(|problems| panic!("{problems}")).passed(), "what is loaded must be used");
    assert!(scenario("yours = [4]").is_err());
}

#[test]
fn an_exported_variant_needs_no_other_file() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("rules")).unwrap();
    let tip = "# Said first.\ntitle = \"Tip\"\nwhat = \"Docking pays {value}.\"\n[settings.value]\ndefault = 700\nrange = [0, 9_000]\n[[do]]\nat = \"after sail\"\nif = 'move.stop == \"docked\"'\nrun = \'\'\'\nlet sum = set.value;\npay(bank, me, sum);\n\'\'\'\n";
    std::fs::write(folder.path().join("rules/tip.toml"), tip).unwrap();
    let parent = "pack = \"bermuda\"\nextends = \"toll\"\nrules = [\"tip\", \"!bumping\"]\n[toll]\nfee = 4_000\n[victory.goal]\nelse = 250_000\n2 = 200_000\nblue = 150_000\n";
    std::fs::write(folder.path().join("parent.toml"), parent).unwrap();
    let own = "pack = \"bermuda\"\nname = \"Mine\"\nabout = \"All mine.\"\nextends = \"parent\"\n[tip]\nvalue = 900\n[dice]\nsides = 8\n[contract]\nmedian_rounds = \"5..80\"\n";
    std::fs::write(folder.path().join("own.toml"), own).unwrap();
    let library = Library::new(Shelf { rules: None, variants: vec![folder.path().to_owned()], ..Shelf::default() });
    let variant = library.load("bermuda", "own").unwrap_or_else(|problems| panic!("{problems}"));
    let text = triangulum::variant::export::export(&library, &variant).unwrap_or_else(|problems| panic!("{problems}"));
    let alone =
        Library::built_in().load_source(Source::new("own.toml", &*text)).unwrap_or_else(|problems| panic!("{problems}\n{text}"));
    assert_eq!(alone.rules.blueprint.rules, variant.rules.blueprint.rules);
    for key in ["tip.value", "toll.fee", "dice.sides", "victory.goal", "victory.goal.2", "victory.goal.blue"] {
        assert_eq!(alone.rules.value(key), variant.rules.value(key), "{key}\n{text}");
    }
    assert!(alone.contract.is_some() && text.contains("[rule.tip.settings.value]") && text.contains("[[rule.tip.do]]"), "{text}");
    let played = |variant: &triangulum::variant::Variant| {
        let mut game = common::game(variant, 2, 4);
        common::play_out(&mut game, 4);
        (game.outcome().cloned(), game.turn())
    };
    assert_eq!(played(&alone), played(&variant));
    // Every shipped variant can be exported too.
    for variant in common::shipped() {
        triangulum::variant::export::export(Library::built_in(), &variant).unwrap_or_else(|problems| panic!("{problems}"));
    }
}

#[test]
fn a_new_rule_works_as_it_is_written() {
    for pack in ["bermuda", "muehle", "dreieck"] {
        let folder = tempfile::tempdir().unwrap();
        let run = |words: &[&str]| {
            let output = common::program().current_dir(folder.path()).args(words).output().unwrap();
            let told = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            (output.status.code(), told)
        };
        let (code, told) = run(&["new", "rule", "my_rule", "--pack", pack]);
        assert_eq!(code, Some(0), "{told}");
        let (code, told) = run(&["scenario", "variants/scenarios/my_rule-works.toml"]);
        assert_eq!(code, Some(0), "{pack}: {told}");
        let (code, told) = run(&["check", "variants/my_rule.toml"]);
        assert!(code == Some(0) && told.contains("0 errors") && told.contains("0 warnings"), "{pack}: {told}");
        let (code, told) = run(&["new", "rule", "my_rule", "--pack", pack]);
        assert!(code == Some(2) && told.contains("there is such a file already"), "{told}");
        // The example of a question and a secret counts as soon as its # is gone.
        let file = folder.path().join("variants/rules/my_rule.toml");
        let text = std::fs::read_to_string(&file).unwrap();
        let bare = |line: &str| line.strip_prefix('#').filter(|rest| !rest.starts_with(' ')).unwrap_or(line).to_owned();
        let whole = text.lines().map(bare).collect::<Vec<_>>().join("\n");
        assert!(whole.contains("\n[[ask]]\n") && whole.contains("\nhide = "), "{whole}");
        std::fs::write(&file, whole).unwrap();
        let (code, told) = run(&["check", "variants/my_rule.toml"]);
        assert!(code == Some(0) && told.contains("0 errors") && told.contains("0 warnings"), "{pack}: {told}");
        let (code, told) = run(&["new", "rule", "My Rule", "--pack", pack]);
        assert!(code == Some(2) && told.contains("cannot be a name"), "{told}");
        let (code, told) = run(&["export", "variants/my_rule.toml"]);
        assert!(code == Some(0) && told.contains("[rule.my_rule]"), "{pack}: {told}");
    }
}

#[test]
fn people_play_in_the_terminal_and_settings_can_be_set_there() {
    use std::io::Write;
    let play = |words: &[&str], typed: &str| {
        let mut command = common::program();
        command.args(words).stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
        let mut child = command.stderr(std::process::Stdio::piped()).spawn().unwrap();
        // It may have gone before everything was typed.
        let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
        let output = child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr))
    };
    let (code, told) = play(&["run", "--seats", "human,random", "--seed", "3"], "?\n99\nsail green-1\n1\n");
    assert_eq!(code, Some(0), "{told}");
    for expected in
        ["it is your turn", "  (sail blue-1)", "Type the number", "there is no such number: 1 to 4", "Nobody answers any more"]
    {
        assert!(told.contains(expected), "{expected}\n{told}");
    }
    // What can be done is said as people speak, with the command behind it; by ids the command alone is said.
    let (_, told) = play(&["run", "--seats", "human,random", "--seed", "3", "--lang", "de"], "");
    assert!(told.contains("   1  mit der „Turmfalke“ von Blau ") && told.contains(" segeln  (sail blue-1)"), "{told}");
    let (_, told) = play(&["run", "--seats", "human,random", "--seed", "3", "--ids"], "");
    assert!(told.contains("   1  sail blue-1\n"), "{told}");
    let (_, told) = play(&["run", "--pack", "dreieck", "--seats", "human,random", "--lang", "fr"], "");
    assert!(told.contains("   1  poser ") && told.contains("  (lay "), "{told}");
    let (code, told) =
        play(&["run", "--seats", "human,random", "--set", "dice.sides=1", "--set", "victory.goal=60_000"], &"1\n".repeat(2_000));
    assert!(code == Some(0) && told.contains("wins"), "{told}");
    let (code, told) = play(&["run", "--set", "dice.size=1"], "");
    assert!(code == Some(2) && told.contains("did you mean `dice.sides`?"), "{told}");
    let (code, _) = play(&["run", "--seats", "human,wizard"], "");
    assert_eq!(code, Some(2));
}

//! What the writer of a house rule is told: before play, at play, in the lab and in the books.

use crate::common;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use triangulum::lab::combine::Combination;
use triangulum::lab::report::{Heading, text};
use triangulum::lab::{Batch, LabError, compare, run};
use triangulum::players::{Player, Random};
use triangulum::script::{self, Scene};
use triangulum::sim::{Chance, Game, Ruleset};
use triangulum::variant::explain::differences;
use triangulum::variant::propose;
use triangulum::variant::{Library, Shelf, Variant};
use triangulum::words::{Lexicon, within};

/// A folder with a variant called `own` and rules beside it.
struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    fn new(variant: &str, rules: &[(&str, &str)]) -> Self {
        let desk = Self { folder: tempfile::tempdir().unwrap() };
        std::fs::create_dir(desk.path().join("rules")).unwrap();
        desk.save("own", variant);
        for (id, text) in rules {
            desk.save(&format!("rules/{id}"), text);
        }
        desk
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn save(&self, name: &str, text: &str) {
        let text =
            if name.contains('/') { text.to_owned() } else { format!("pack = \"bermuda\"\nextends = \"standard\"\n{text}") };
        std::fs::write(self.path().join(format!("{name}.toml")), text).unwrap();
    }

    fn load(&self) -> Result<Variant, String> {
        let library = Library::new(Shelf { rules: None, variants: vec![self.path().to_owned()], ..Shelf::default() });
        let home = format!("{}{}", self.path().display(), std::path::MAIN_SEPARATOR);
        library.load("bermuda", "own").map_err(|problems| problems.to_string().replace(&home, ""))
    }

    fn variant(&self) -> Variant {
        self.load().unwrap_or_else(|told| panic!("{told}"))
    }

    /// What is told of a variant that cannot be played.
    fn told(&self) -> String {
        self.load().err().expect("it should not be playable")
    }
}

const HARBOUR: &str = r#"
title = { en = "Harbour master", de = "Hafenmeister" }
what = "Docking costs {fee}."
why = "The harbour must live."

[settings.fee]
default = 5_000
range = [0, 20_000]
unit = "money"

[event.harbour_master]
fields = { player = "seat", sum = "money" }
says = "{^player} pays {sum}."

[metric.collected]
event = "harbour_master"
sum = "sum"
label = "money of the harbour master"

[[do]]
at = "after sail"
if = 'move.stop == "docked"'
run = 'emit("harbour_master", me, pay(me, bank, set.fee));'
"#;

fn with_run(run: &str) -> String {
    format!("title = \"Mine\"\nwhat = \"A test.\"\n[[do]]\nat = \"after sail\"\nrun = '''\n{run}\n'''\n")
}

/// Bermuda with a rule that has not been rehearsed.
fn unrehearsed(text: &str) -> Arc<Ruleset> {
    let standard = common::variant("standard").rules;
    let mut blueprint = standard.blueprint.clone();
    blueprint.rules.push("mine".to_owned());
    blueprint.settings["rule"] = serde_json::json!({ "mine": text });
    Arc::new(Ruleset::build(standard.pack, blueprint, &standard.board).unwrap())
}

fn with_condition(condition: &str) -> String {
    format!("title = \"Mine\"\nwhat = \"A test.\"\n[[do]]\nat = \"after sail\"\nif = '{condition}'\nrun = 'pay(bank, me, 1);'\n")
}

#[test]
fn a_mistake_at_play_is_told_whole_in_every_language() {
    let cases = [
        ("if round >= 3 { pay(7, me, 1); }", "`pay`", "account"),
        ("if round >= 3 { let n = 0; while true { n += 1; } }", "20,000", "operations"),
    ];
    for (run_text, first, second) in cases {
        let rules = unrehearsed(&with_run(run_text));
        let mut game = Game::recorded(rules.clone(), 2, Chance::seeded(1)).unwrap();
        let mut player = Random::new(1, 0);
        let mut told = None;
        while game.outcome().is_none() && told.is_none() {
            let command = player.choose(&game);
            game.apply(command).unwrap();
            told = game.events().iter().find(|event| event.kind.name == "suspended").and_then(|event| game.sentence(event));
        }
        let told = told.expect("the rule makes a mistake");
        assert!(told.to_string().contains(first) && told.to_string().contains(second), "{told}");
        for language in ["en", "de", "fr"] {
            let said = within(Arc::new(Lexicon::built_in(language)), || told.to_string());
            assert!(said.contains("mine.toml:6:") && !said.contains('{'), "{language}: {said}");
        }
        match run(&Batch::new(rules, vec!["random".to_owned(); 2], 1, 8), &|_| true) {
            Err(LabError::Rule { told, .. }) => assert!(!told.to_string().contains('{'), "{told}"),
            other => panic!("{:?}", other.map(|tally| tally.games)),
        }
    }
}

#[test]
fn a_setting_without_a_sentence_is_told_by_name_and_value() {
    let variant = Desk::new("rules = [\"harbour\"]\n[harbour]\nfee = 10_000\n", &[("harbour", HARBOUR)]).variant();
    let told: Vec<String> =
        differences(variant.effective(), &common::variant("standard").rules).iter().map(|(what, _)| what.to_string()).collect();
    assert!(told.contains(&"Fee: 10,000.".to_owned()), "{told:?}");
    assert!(told.contains(&"Harbour master: Docking costs 10,000.".to_owned()), "{told:?}");
}

#[test]
fn a_comparison_has_what_any_of_the_variants_counts_and_names_rules_by_their_titles() {
    let own = Desk::new("rules = [\"harbour\"]\n", &[("harbour", HARBOUR)]).variant();
    let batch = |variant: &Variant| Batch::new(variant.rules.clone(), vec!["random".to_owned(); 2], 1, 30);
    let both = [batch(&common::variant("standard")), batch(&own)];
    let there = compare(&both, &|_| true).unwrap();
    let [standard, harbour] = both;
    let back = compare(&[harbour.clone(), standard], &|_| true).unwrap();
    for (comparison, of_harbour) in [(&there, 1), (&back, 0)] {
        let at = comparison.metrics().iter().position(|metric| metric.key == "harbour_collected").expect("the rule's metric");
        assert!(comparison.tallies[of_harbour].summary(at).mean > 0.0);
        assert!(comparison.tallies[1 - of_harbour].summary(at).mean.abs() < 1e-9);
        assert!(comparison.all_judged()[0][at].mean.abs() > 0.0);
    }
    assert_eq!(back.tallies[0], run(&harbour, &|_| true).unwrap());
    let labels: Vec<String> = there.metrics().iter().map(|metric| metric.label.to_string()).collect();
    assert!(labels.contains(&"Harbour master: how often".to_owned()), "{labels:?}");
    assert!(labels.contains(&"money of the harbour master".to_owned()), "{labels:?}");
    let heading = Heading {
        pack: "bermuda".to_owned(),
        game: "Bermuda".to_owned(),
        variants: vec!["standard".to_owned(), "own".to_owned()],
        names: vec!["Standard".to_owned(), "Own".to_owned()],
        seats: vec!["random".to_owned(); 2],
        seed: 1,
        asked: 30,
        settings: Vec::new(),
        position: None,
    };
    let page = text::comparison(&heading, &there);
    assert!(page.contains("money of the harbour master"), "{page}");
}

#[test]
fn a_file_named_like_a_rule_of_the_game_is_told() {
    for name in ["squall", "dice"] {
        let desk = Desk::new(&format!("rules = [\"{name}\"]\n"), &[(name, &with_run("pay(bank, me, 1);"))]);
        let told = desk.told();
        assert!(told.contains(&format!("own.toml:3:10: error: the game has a rule or section called `{name}`")), "{told}");
        assert!(told.contains("rename ") && told.contains(&format!("{name}.toml")), "{told}");
    }
    // Whoever extends a variant with a rule of its own may name it again.
    let desk = Desk::new("rules = [\"harbour\"]\n", &[("harbour", HARBOUR)]);
    std::fs::copy(desk.path().join("own.toml"), desk.path().join("first.toml")).unwrap();
    std::fs::write(
        desk.path().join("own.toml"),
        "pack = \"bermuda\"\nextends = \"first\"\nrules = [\"harbour\"]\n[harbour]\nfee = 7_000\n",
    )
    .unwrap();
    assert!(desk.variant().rules.is_in_force("harbour"));
}

#[test]
fn what_conditions_know_of_lists_and_numbers_is_the_same_natively_and_by_rhai() {
    let conditions = [
        "contains(dice, 6)",
        "dice.contains(roll)",
        "contains(others(me), me)",
        "contains(ships(me), move.ship)",
        "len(dice) == 1",
        "ships(me).len() > 2",
        "cards(me).len > 0",
        "min(roll, 3) == 3",
        "max(roll, seats) > 4",
        "abs(money(0) - money(1)) > 10_000",
        "contains(roll, 6)",
        "len(roll) > 1",
        "min(roll, bank) > 1",
    ];
    let hook =
        |(n, text): (usize, &&str)| format!("[[do]]\nname = \"h{n}\"\nat = \"after sail\"\nif = '{text}'\nrun = 'let x = 1;'\n");
    let hooks: String = conditions.iter().enumerate().map(hook).collect();
    let text = format!("title = \"Mine\"\nwhat = \"A test.\"\n{hooks}");
    let source = triangulum::problem::Source::new("mine.toml", text.as_str());
    let rule =
        script::read(&triangulum::packs::bermuda::speech::DIALECT, "mine", &source).unwrap_or_else(|told| panic!("{told}"));
    let (mut game, mut player) =
        (Game::new(common::variant("standard").rules.clone(), 3, Chance::seeded(3)).unwrap(), Random::new(3, 0));
    let mut held = vec![[0, 0]; conditions.len()];
    for _ in 0..120 {
        for (guard, held) in rule.guards().zip(&mut held) {
            let natively = guard.holds(&Scene::now(&game, rule)).map_err(|mistake| mistake.0.to_string());
            let by_rhai = guard.by_rhai(rule, &mut game);
            assert_eq!(natively.as_ref().ok(), by_rhai.as_ref().ok(), "{guard:?} {natively:?} {by_rhai:?}");
            if let Ok(is) = natively {
                held[usize::from(is)] += 1;
            }
        }
        if game.outcome().is_some() {
            break;
        }
        let command = player.choose(&game);
        game.apply(command).unwrap();
    }
    assert!(held[0][0] > 0 && held[0][1] > 0 && held[10] == [0, 0], "{held:?}");
}

#[test]
fn functions_that_cannot_stand_in_a_condition_say_so() {
    let told = Desk::new("rules = [\"mine\"]\n", &[("mine", &with_condition("dice.filter(|d| d > 3) != ()"))]).told();
    assert!(told.contains("`filter` cannot stand in a condition"), "{told}");
    assert!(told.contains("contains(list, value)"), "{told}");
    let told = Desk::new("rules = [\"mine\"]\n", &[("mine", &with_run("let x = contains(dice);"))]).told();
    assert!(told.contains("`contains` does not take 1 value") && !told.contains("did you mean"), "{told}");
}

#[test]
fn one_mistake_in_a_rule_is_told_once() {
    let bad = HARBOUR.replace("pay(me, bank, set.fee)", "pya(me, bank, set.fee)");
    let told = Desk::new("rules = [\"bad\"]\n[bad]\nfee = 7_000\n", &[("bad", &bad)]).told();
    assert_eq!(told.matches("error:").count(), 1, "{told}");
    assert!(told.contains("did you mean `pay`?") && !told.contains("warning:"), "{told}");
    let told = Desk::new("rules = [\"bda\"]\n", &[("bad", HARBOUR)]).told();
    assert!(told.contains("did you mean `bad`?") && told.contains("allowed: bad, "), "{told}");
}

#[test]
fn lists_of_names_have_each_once_and_beside_a_guess_only_the_nearest() {
    let told = Desk::new("rules = [\"mine\"]\n", &[("mine", &with_run("end_gaem();"))]).told();
    let allowed = told.lines().find(|line| line.contains("allowed:")).expect("what is allowed");
    assert!(allowed.matches("end_game").count() == 1 && allowed.ends_with('…') && allowed.split(',').count() <= 7, "{told}");
    let told = Desk::new("rules = [\"mine\"]\n", &[("mine", &with_run("quinquireme();"))]).told();
    let allowed = told.lines().find(|line| line.contains("allowed:")).expect("what is allowed");
    assert!(allowed.matches("end_game").count() == 1 && allowed.split(',').count() > 20, "{told}");
}

#[test]
fn people_read_titles_and_not_names_of_files() {
    let desk = Desk::new("rules = [\"harbour\"]\n", &[("harbour", HARBOUR)]);
    let before = desk.variant();
    desk.save("rules/harbour", &HARBOUR.replace("after sail", "end of turn"));
    desk.save("own", "rules = [\"harbour\"]\n[harbour]\nfee = 7_000\n");
    let after = desk.variant();
    let told = propose::differences(&before.rules.blueprint, &after.rules.blueprint, &after.catalogue);
    let told: Vec<String> = told.iter().map(|change| change.what().to_string()).collect();
    assert!(told.contains(&"Harbour master: its rule was changed".to_owned()), "{told:?}");
    assert!(told.contains(&"Harbour master: fee: from 5,000 to 7,000".to_owned()), "{told:?}");
    let joined = propose::differences(&common::variant("standard").rules.blueprint, &after.rules.blueprint, &after.catalogue);
    assert!(joined.iter().any(|change| change.what().to_string() == "New rule: Harbour master"));
    assert_eq!(after.rules.pack.rule_name("harbour").to_string(), "Harbour master");
    desk.save("own", "name = \"At the quay\"\n");
    let shelf = Shelf { rules: None, variants: vec![desk.path().to_owned()], ..Shelf::default() };
    assert_eq!(shelf.variant_title("bermuda", "own").as_deref(), Some("At the quay"));
    desk.save("own", "rules = [\"harbour\"]\n[harbour]\nfee = 70_000\n");
    let told = desk.told();
    assert!(told.contains("the rule’s default is 5,000") && !told.contains("printed"), "{told}");
}

#[test]
fn wrong_names_are_told_at_the_rules_own_line_with_what_was_meant() {
    let of = |text: &str| Desk::new("rules = [\"mine\"]\n", &[("mine", text)]).told();
    let head = "title = \"Mine\"\nwhat = \"A test.\"\n";
    let told = of(&format!("{head}[[forbid]]\ncommand = \"saill\"\nif = 'roll == 6'\nbecause = \"no\"\n"));
    assert!(
        told.contains("mine.toml:4:11: error: rule `mine` forbids `saill`") && told.contains("did you mean `sail`?"),
        "{told}"
    );
    let told = of(&format!("{head}[[set]]\nkey = \"dice.side\"\nto = '4'\n"));
    assert!(told.contains("mine.toml:4:7: error:") && told.contains("did you mean `dice.sides`?"), "{told}");
    let told = of(&with_run("if roll == 6 {\n    go_to(\"rol\");\n}"));
    assert!(told.contains("mine.toml:7:11: error:") && told.contains("did you mean `roll`?"), "{told}");
    let told =
        of(&format!("{head}[[forbid]]\ncommand = \"sail\"\nif = 'roll == 6'\nbecause = \"{{move.ship}} rolls {{rol}}\"\n"));
    assert!(told.contains("mine.toml:6:31: error: `rol`") && told.contains("did you mean `roll`?"), "{told}");
    let told = of(&format!("{head}[[forbid]]\ncommand = \"sail\"\nif = 'roll == 6'\n"));
    assert!(told.contains("mine.toml:3:1: error: `because` is missing"), "{told}");
    let told = of(&HARBOUR.replace("label = \"money of the harbour master\"\n", ""));
    assert!(told.contains("mine.toml:15:9: error: `label` is missing"), "{told}");
    let told = of(&HARBOUR.replace("costs {fee}", "costs {fees}"));
    assert!(
        told.contains("mine.toml:3:24: error: `fees` is no setting of this rule") && told.contains("did you mean `fee`?"),
        "{told}"
    );
}

#[test]
fn what_is_written_as_in_other_languages_is_answered_in_our_words() {
    let kept = |run: &str| with_run(run).replace("[[do]]", "[state.count]\nper = \"seat\"\n[[do]]");
    for (text, expected) in [
        (kept("fn note(who) { state.count[who] = 3; who }\nlet done = note(me);"), "only the body of `run` can change the state"),
        (kept("state.count += 1;"), "`count` is kept by seat: `state.count[me]`"),
        (kept("if move.ship != () { state.count[move.ship] += 1; }"), "`count` is kept by seat: `state.count[me]`"),
        (HARBOUR.replace("run = '", "run = 'set.fee = 3; "), "settings cannot be changed here"),
        (with_condition("roll = 6"), "did you mean `==`?"),
        (with_condition("roll == 6 and round > 1"), "did you mean `&&`?"),
        (with_condition("roll == 6 or round > 1"), "did you mean `||`?"),
        (with_condition("not passed"), "did you mean `!`?"),
        (with_condition("roll > 2.5"), "whole numbers only"),
        (
            HARBOUR.replace(
                "emit(\"harbour_master\", me, pay(me, bank, set.fee))",
                "emit(\"harbour_master\", pay(me, bank, set.fee), me)",
            ),
            "the event’s field `player` wants seat",
        ),
        (with_run("let rich = most(others(me), money);"), "`money` is a function: write `money(…)`, or `|x| money(x)`"),
        ("title = \"M\"\nwhat = \"W\"\n[[set]]\nkey = \"dice.sides\"\nto = '1_000 * round'\n".to_owned(), "`dice.sides` can be "),
    ] {
        let told = Desk::new("rules = [\"mine\"]\n", &[("mine", &text)]).told();
        assert!(told.contains(expected), "{expected}\n\n{told}");
    }
}

#[test]
fn a_way_out_of_the_round_is_warned_of() {
    let desk = Desk::new(
        "rules = [\"mine\"]\n",
        &[("mine", &with_run("if roll == 6 {\n    go_to(\"spin\");\n}").replace("after sail", "after check_goal"))],
    );
    let told = triangulum::problem::Problems(desk.variant().warnings).to_string();
    assert!(told.contains("mine.toml:7:11: warning:") && told.contains("`run_round()`"), "{told}");
    desk.save("rules/mine", &with_run("go_to(\"spin\");").replace("after sail", "before spin"));
    assert!(!triangulum::problem::Problems(desk.variant().warnings).to_string().contains("run_round"));
}

#[test]
fn why_there_is_a_rule_stands_in_the_books() {
    let variant = Desk::new("rules = [\"harbour\"]\n", &[("harbour", HARBOUR)]).variant();
    let standard = common::variant("standard").rules;
    let book = triangulum::variant::rulebook::print(variant.effective(), &standard);
    assert!(book.contains("Why: The harbour must live."), "{book}");
    let page =
        triangulum::variant::book_page::page(&triangulum::variant::rulebook::blocks(variant.effective(), &standard, false));
    assert!(page.contains("Why: The harbour must live."));
}

#[test]
fn the_plan_lists_what_is_beside_the_steps() {
    let text = "title = \"Mine\"\nwhat = \"W\"\n[[do]]\nat = \"start\"\nrun = 'pay(bank, me, 1);'\n[[forbid]]\ncommand = \"sail\"\nif = 'roll == 6'\nbecause = \"no\"\n[[set]]\nkey = \"dice.sides\"\nif = 'round == 2'\nto = '4'\n";
    let desk = Desk::new("rules = [\"mine\"]\n", &[("mine", text)]);
    let own = desk.path().join("own.toml");
    let said = |verb: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_triangulum"));
        let output = command.arg(verb).arg(&own).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let plan = said("plan");
    let (_, beside) = plan.split_once("beside the steps").unwrap_or_else(|| panic!("{plan}"));
    for what in ["start", "forbid sail", "set dice.sides"] {
        assert!(beside.lines().any(|line| line.trim().starts_with(what) && line.ends_with("mine")), "{plan}");
    }
    desk.save("rules/mine", HARBOUR);
    let explained = said("explain");
    assert!(explained.contains("Harbour master: The harbour must live."), "{explained}");
    let rules = explained.lines().find(|line| line.contains("Harbour master")).unwrap_or_default();
    assert!(!rules.contains("mine"), "{explained}");
}

#[test]
fn loaded_chance_that_is_left_over_is_told_at_its_key_with_everything_else() {
    let text = "rule = \"x\"\nabout = \"x\"\npack = \"bermuda\"\nwhen = [\"sail blue-1\"]\n[given]\nseats = 2\ndice = [2, 1, 4]\n[then]\nturn = \"blue\"\n";
    let verdict = triangulum::scenario::run(Library::built_in(), &triangulum::problem::Source::new("x.toml", text))
        .unwrap_or_else(|told| panic!("{told}"));
    let told: Vec<String> = verdict.failures.iter().map(ToString::to_string).collect();
    assert!(told.len() == 2 && told[0].contains("x.toml:7:1: error: 1 loaded outcome of chance was never used"), "{told:?}");
    assert!(told[1].contains("x.toml:9:"), "{told:?}");
}

#[test]
fn a_single_stone_need_not_be_a_list_and_totals_are_those_of_the_end() {
    let text = "rule = \"x\"\nabout = \"x\"\npack = \"muehle\"\nwhen = []\n[given]\nstacks = { a1 = \"yellow\", a2 = \"red\" }\nhands = { yellow = 5, red = 5, blue = 5 }\n[then]\nstacks = { a2 = \"red\" }\n";
    let verdict = triangulum::scenario::run(Library::built_in(), &triangulum::problem::Source::new("x.toml", text))
        .unwrap_or_else(|told| panic!("{told}"));
    assert!(verdict.passed(), "{:?}", verdict.failures);
    let end = "rule = \"x\"\nabout = \"x\"\npack = \"dreieck\"\nvariant = \"great_realm\"\n[given]\nseats = 2\nturn = \"green\"\ntable = { \"0,0,1\" = \"blue-aab r0\", \"0,0,2\" = \"blue-aaa r0\" }\nhands = { blue = [\"ccc\", \"ddd\"], green = [\"ccc\"] }\n[then]\nended = { reason = \"all_passed\", winners = [\"blue\"] }\ntotals = { blue = 1, green = -1 }\n";
    let verdict = triangulum::scenario::run(Library::built_in(), &triangulum::problem::Source::new("x.toml", end))
        .unwrap_or_else(|told| panic!("{told}"));
    assert!(verdict.passed(), "{:?}", verdict.failures);
}

#[test]
fn a_missing_language_and_money_that_moves_without_a_word_are_warned_of() {
    let text = HARBOUR
        .replace("says = \"{^player} pays {sum}.\"", "says = { en = \"{^player} pays {sum}.\", fr = \"{^player} paie {sum}.\" }");
    let told =
        triangulum::problem::Problems(Desk::new("rules = [\"harbour\"]\n", &[("harbour", &text)]).variant().warnings).to_string();
    assert!(told.contains("harbour.toml:13:8: warning: `says` is not there in every language of this rule: de"), "{told}");
    assert!(told.contains("harbour.toml:2:9: warning: `title`") && !told.contains("nobody is told"), "{told}");
    let silent = Desk::new("rules = [\"mine\"]\n", &[("mine", &with_run("pay(bank, me, 5);"))]).variant().warnings;
    let told = triangulum::problem::Problems(silent).to_string();
    assert!(told.contains("mine.toml:6:1: warning: money moves here, and nobody is told"), "{told}");
}

/// What a lost ship had aboard is lost, even if the ship is bought back.
#[test]
fn a_ship_that_is_bought_back_has_no_cargo_aboard() {
    let standard = common::variant("standard");
    let rules = Combination::with_rules(&standard, &["salvage", "paid_at_home"]).build().unwrap_or_else(|why| panic!("{why}"));
    let (mut paid, mut sunk) = (0, 0);
    for seed in 0..20 {
        let mut game = Game::recorded(rules.clone(), 3, Chance::seeded(seed)).unwrap();
        let mut player = Random::new(seed, 0);
        let mut aboard: BTreeMap<String, i64> = BTreeMap::new();
        while game.outcome().is_none() {
            let command = player.choose(&game);
            game.apply(command).unwrap();
            for event in game.events() {
                let told = event.to_json(game.names(), &|command| game.command_text(command));
                let ship = told["ship"].as_str().unwrap_or_default().to_owned();
                match event.kind.name {
                    "stowed" => *aboard.entry(ship).or_default() += told["value"].as_i64().unwrap(),
                    "salvaged" => sunk += usize::from(aboard.remove(&ship).is_some()),
                    "paid_off" => {
                        assert_eq!(aboard.remove(&ship), told["value"].as_i64(), "{told}");
                        paid += 1;
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(paid > 20 && sunk > 3, "{paid} {sunk}");
}

/// A rule that asks whoever rolls next, with a price in its words.
const HOIST: &str = r#"
title = "Spinnaker"
what = "Costs {price}."
[settings.price]
default = 10_000
range = [0, 100_000]
unit = "money"
[[ask]]
name = "hoist"
at = "before roll"
list = 'option("up");'
choices = { up = "Hoist it for {set.price}" }
question = "Hoist it, {me}?"
skip = "Keep {set.price}"
run = 'let x = chosen;'
"#;

#[test]
fn slots_in_the_words_of_options_are_filled_in() {
    let labels = |text: &str| {
        let game = Game::new(unrehearsed(text), 2, Chance::seeded(1)).unwrap();
        game.offers().iter().map(|offer| game.label(*offer).unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(labels(HOIST), ["Hoist it for 10,000", "Keep 10,000"]);
    let labelled = HOIST.replace("question =", "label = \"Now: {target}, {asked}\"\nquestion =");
    let said = &labels(&labelled)[0];
    assert!(said.starts_with("Now: Hoist it for 10,000, ") && !said.contains('{'), "{said}");
}

/// Bermuda with a rule that gives money to whoever rolls, by an answer.
const GIFT: &str = "title = \"Gift\"\nwhat = \"A test.\"\n[event.gift]\nfields = { player = \"seat\", sum = \"money\" }\nsays = \"{player} {sum}\"\n\
[[ask]]\nat = \"before roll\"\nlist = 'option(1);'\nrun = 'RUN'\n";

#[test]
fn the_lab_finds_what_is_paid_in_an_answer() {
    for run_text in [
        "let sum = pay(bank, me, 500); emit(\"gift\", me, sum);",
        "emit(\"gift\", me, 500); pay(bank, me, 500);",
        "emit(\"gift\", me, pay(bank, me, 500));",
    ] {
        let rules = unrehearsed(&GIFT.replace("RUN", run_text));
        let tally = run(&Batch::new(rules, vec!["random".to_owned(); 2], 1, 6), &|_| true).unwrap();
        let mean = |key: &str| tally.summary(tally.find(key).unwrap()).mean;
        assert!(mean("gift") > 1.0, "{run_text}");
        assert!((mean("gift_paid") - 500.0 * mean("gift")).abs() < 1e-6, "{run_text}: {} {}", mean("gift"), mean("gift_paid"));
    }
}

#[test]
fn events_are_called_like_nothing_else_in_the_game_or_the_lab() {
    let text = |event: &str| {
        format!(
            "title = \"Mine\"\nwhat = \"W\"\n[event.{event}]\nfields = {{ player = \"seat\" }}\nsays = \"{{player}}\"\n\
             [[do]]\nat = \"end of turn\"\nrun = 'emit(\"{event}\", me);'\n"
        )
    };
    for event in ["card", "sailed", "lost", "caught", "rounds", "drama", "turn", "answered", "suspended", "ended"] {
        let told = Desk::new("rules = [\"mine\"]\n", &[("mine", &text(event))]).told();
        assert!(told.contains("mine.toml:3:8: error:") && told.contains(&format!("`{event}`")), "{told}");
        assert!(told.contains(&format!("`mine_{event}`")) && told.matches("error:").count() == 1, "{told}");
        // A game that was recorded so can still be played again.
        assert!(Game::new(unrehearsed(&text(event)), 2, Chance::seeded(1)).is_ok());
    }
    let deck = "title = \"M\"\nwhat = \"W\"\n[[deck.bumped.card]]\nid = \"a\"\ntitle = \"A\"\ntext = \"A\"\n[[do]]\nat = \"end of round\"\nrun = 'turn_card(\"bumped\");'\n";
    let told = Desk::new("rules = [\"mine\"]\n", &[("mine", deck)]).told();
    assert!(told.contains("mine.toml:3:8: error:") && told.contains("`mine_bumped`"), "{told}");
    assert!(Desk::new("rules = [\"mine\"]\n", &[("mine", &text("mine_card"))]).load().is_ok());
}

/// What packs say they tell is all that is told in their games.
#[test]
fn every_event_of_a_game_is_known_by_name() {
    for pack in triangulum::packs::known() {
        let dialect = triangulum::packs::dialect(*pack);
        let rules = common::variant_of(pack.name(), "standard").rules;
        let mut game = Game::recorded(rules.clone(), *rules.seats().end(), Chance::seeded(4)).unwrap();
        let mut player = Random::new(4, 0);
        while game.outcome().is_none() {
            for event in game.events() {
                let common = triangulum::sim::event::EVENT_NAMES.contains(&event.kind.name);
                assert!(common || dialect.tells.contains(&event.kind.name), "{}: {}", pack.name(), event.kind.name);
            }
            let command = player.choose(&game);
            game.apply(command).unwrap();
        }
    }
}

#[test]
fn the_lab_tells_the_events_of_a_rule_apart_and_counts_money_only_where_there_is_some() {
    let labels = |rules: &Arc<Ruleset>| -> Vec<(String, String)> {
        let all = triangulum::sim::observer::metrics(rules, *rules.seats().start() as u8);
        all.into_iter().map(|metric| (metric.key, metric.label.to_string())).collect()
    };
    let two = "title = \"Two\"\nwhat = \"W\"\n[event.first_thing]\nsays = \"a\"\n[event.second]\nsays = \"b\"\n[[do]]\nat = \"end of turn\"\nrun = 'emit(\"first_thing\"); emit(\"second\");'\n";
    let told = labels(&Desk::new("rules = [\"two\"]\n", &[("two", two)]).variant().rules);
    let of = |key: &str| told.iter().find(|(known, _)| known == key).map(|(_, label)| label.clone()).unwrap_or_default();
    assert_eq!(of("first_thing"), "Two (first thing): how often");
    assert_eq!(of("second"), "Two (second): how often");
    assert_eq!(of("second_paid"), "Two (second): money paid");
    let gift = GIFT.replace("RUN", "emit(\"gift\", me, 1);");
    let one = labels(&Desk::new("rules = [\"giver\"]\n", &[("giver", &gift)]).variant().rules);
    assert!(one.contains(&("gift".to_owned(), "Gift: how often".to_owned())), "{one:?}");
    let hunger = labels(&common::variant_of("muehle", "hunger").rules);
    assert!(hunger.iter().any(|(key, _)| key == "starved"), "{hunger:?}");
    assert!(!hunger.iter().any(|(key, _)| key.ends_with("_paid")), "{hunger:?}");
    let rules = common::variant_of("muehle", "hunger").rules.clone();
    let seats = rules.pack.usual_seats(&rules);
    let tally = run(&Batch::new(rules, vec!["random".to_owned(); seats], 1, 6), &|_| true).unwrap();
    assert_eq!(tally.metrics.len(), tally.readings.len());
}

/// Thinking about the next spin asks nobody anything that would be declined anyway.
#[test]
#[allow(clippy::disallowed_methods, reason = "how long it takes is what this is about")]
fn a_question_that_looks_ahead_does_not_hold_up_those_who_think() {
    let time = |name: &str| {
        let rules = common::variant_of("bermuda", name).rules.clone();
        let mut game = Game::new(rules, 3, Chance::seeded(2)).unwrap();
        let mut players: Vec<triangulum::players::Greedy> =
            (0..3).map(|seat| triangulum::players::Greedy::new(2, seat)).collect();
        let began = std::time::Instant::now();
        for _ in 0..40 {
            if game.outcome().is_some() {
                break;
            }
            let command = players[usize::from(game.deciding())].choose(&game);
            game.apply(command).unwrap();
        }
        began.elapsed()
    };
    time("standard");
    let (plain, asking) = (time("standard"), time("shield"));
    assert!(asking < plain * 12, "{plain:?} {asking:?}");
}

#[test]
fn what_is_wrong_with_the_words_of_a_question_is_told_where_they_stand() {
    let of = |text: &str| Desk::new("rules = [\"mine\"]\n", &[("mine", text)]).told();
    let with_state = HOIST
        .replace("[[ask]]", "[state.sail]\nper = \"seat\"\n[[do]]\nat = \"end of turn\"\nrun = 'state.sail[me] = 1;'\n[[ask]]");
    let told = of(&HOIST.replace("Hoist it for {set.price}", "Hoist it for {price}"));
    assert!(told.contains("mine.toml:12:33: error: `price`") && told.contains("write {set.price}"), "{told}");
    let told = of(&HOIST.replace("Hoist it, {me}", "Hoist it, {mee}"));
    assert!(told.contains("mine.toml:13:24: error: `mee`") && told.contains("did you mean `me`?"), "{told}");
    let told = of(&HOIST.replace("Keep {set.price}", "Keep {nothing_of_the_kind}"));
    assert!(told.contains("mine.toml:14:15: error: `nothing_of_the_kind`"), "{told}");
    let told = of(&HOIST.replace("skip =", "label = \"{target} {set.prize}\"\nskip ="));
    assert!(told.contains("mine.toml:14:20: error: `set.prize`") && told.contains("did you mean `price`?"), "{told}");
    let told = of(&with_state.replace("Hoist it, {me}", "Hoist it, {state.sail}"));
    assert!(told.contains("`sail` is kept by seat") && told.contains(":18:24: error:"), "{told}");
    let told = of(&with_state.replace("Hoist it, {me}", "Hoist it, {sail}"));
    assert!(told.contains("`sail` is kept by seat"), "{told}");
    let told = of(&HOIST.replace("option(\"up\");", "let x = 1;"));
    assert!(told.contains("mine.toml:11:8: error: the question offers nothing"), "{told}");
    // The second question of a rule must offer something too.
    let second = format!("{HOIST}[[ask]]\nname = \"more\"\nat = \"after sail\"\nlist = 'let x = 1;'\nrun = 'let x = 1;'\n");
    let told = of(&second);
    assert!(told.contains("mine.toml:19:8: error: the question offers nothing"), "{told}");
    let spare = HOIST.replace("choices = { up", "choices = { down = \"Strike it\", up");
    let told =
        triangulum::problem::Problems(Desk::new("rules = [\"mine\"]\n", &[("mine", &spare)]).variant().warnings).to_string();
    assert!(told.contains("mine.toml:12:13: warning: `choices.down` is declared"), "{told}");
}

#[test]
fn pages_name_settings_either_way_and_nothing_else() {
    let what = |text: &str| HARBOUR.replace("Docking costs {fee}.", text);
    // Under a name of its own: what a rule says is learnt by its name, for the whole program.
    let variant =
        Desk::new("rules = [\"quay\"]\n", &[("quay", &what("Costs {set.fee}, {^set.fee} and {fee|one|many}."))]).variant();
    let told: Vec<String> =
        differences(variant.effective(), &common::variant("standard").rules).iter().map(|(what, _)| what.to_string()).collect();
    assert!(told.contains(&"Harbour master: Costs 5,000, 5,000 and many.".to_owned()), "{told:?}");
    let book = triangulum::variant::rulebook::print(variant.effective(), &common::variant("standard").rules);
    assert!(book.contains("Costs 5,000, 5,000 and many."), "{book}");
    let of = |text: &str| Desk::new("rules = [\"mine\"]\n", &[("mine", text)]).told();
    let told = of(&what("Costs {set.fees}."));
    assert!(told.contains("mine.toml:3:16: error: `set.fees` is no setting") && told.contains("did you mean `fee`?"), "{told}");
    let told = of(&what("Costs {state.fee}."));
    assert!(told.contains("mine.toml:3:16: error: `state.fee`"), "{told}");
    let told = of(&what("Rolls {dice.side}."));
    assert!(
        told.contains("mine.toml:3:16: error: there is nothing called `dice.side`")
            && told.contains("did you mean `dice.sides`?"),
        "{told}"
    );
    assert!(Desk::new("rules = [\"mine\"]\n", &[("mine", &what("Rolls {dice.sides}."))]).load().is_ok());
    let told = of(&HARBOUR.replace("The harbour must live.", "It must have {fee}."));
    assert!(told.contains("mine.toml:4:22: error: `fee`"), "{told}");
    let told = of(&HARBOUR.replace("de = \"Hafenmeister\"", "de = \"Hafen {fee}\""));
    assert!(told.contains("mine.toml:2:47: error: `fee`"), "{told}");
    let told = of(&HARBOUR.replace("why = ", "text = \"More: {fees}\"\nwhy = "));
    assert!(told.contains("mine.toml:4:16: error: `fees`") && told.contains("did you mean `fee`?"), "{told}");
}

#[test]
fn what_a_set_cannot_change_is_told_without_a_guess() {
    let of = |key: &str, to: &str| {
        let text = format!("title = \"M\"\nwhat = \"W\"\n[[set]]\nkey = \"{key}\"\nto = '{to}'\n");
        Desk::new("rules = [\"mine\"]\n", &[("mine", &text)]).told()
    };
    let told = of("fleet.ships", "3");
    assert!(told.contains("`fleet.ships` cannot change while a game is being played"), "{told}");
    assert!(!told.contains("did you mean") && !told.contains("allowed:"), "{told}");
    let told = of("bumping.enabled", "1");
    assert!(told.contains("can be true or false"), "{told}");
}

#[test]
fn more_that_is_written_as_elsewhere_is_answered_in_our_words() {
    let of = |text: &str| Desk::new("rules = [\"mine\"]\n", &[("mine", text)]).told();
    let told = of(&with_run("switch roll { 1 => pay(bank, me, 1), _ => () }"));
    assert!(told.contains("if … else if …"), "{told}");
    let told =
        of(&HARBOUR
            .replace("says = \"{^player} pays {sum}.\"", "says = \"{^player} pays {sum}.\"\nhide = [{ what = \"money\" }]"));
    assert!(told.contains("`hide` means nothing here") && told.contains("above the first `[…]`"), "{told}");
    let told = of(&with_run("if move.ship != () && move.ship.wallet > 3 { end_turn(); }"));
    assert!(told.contains("`ship` has no `wallet`"), "{told}");
    let told = of(&with_run("for s in ships(me) { let x = s.wallet; }"));
    assert!(told.contains("`s` has no `wallet`"), "{told}");
    let told = of(&with_run("let x = place(\"miami\").wallet; let y = ships(me)[0].wallet;"));
    assert!(told.contains("`place(…)` has no `wallet`") && !told.contains("`…` has"), "{told}");
}

#[test]
fn a_folder_of_ones_own_is_made_and_its_scenarios_are_told_from_its_rules() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("sm");
    let said = |args: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_triangulum")).args(args).output().unwrap();
        (output.status.success(), String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap())
    };
    let path = own.to_str().unwrap();
    let (made, told) = said(&["new", "rule", "tip", "--variants", path]);
    assert!(made && own.join("rules").join("tip.toml").is_file(), "{told}");
    let (passed, told) = said(&["scenario", "--variants", path, path]);
    assert!(passed && told.contains("1 passed, 0 failed") && !told.contains("error"), "{told}");
    assert!(told.contains("this is a variant, no scenario") && told.contains("this is a rule, no scenario"), "{told}");
    assert!(told.lines().count() == 3, "{told}");
    // Whoever names such a file meant something else.
    let (passed, told) = said(&["scenario", "--variants", path, own.join("tip.toml").to_str().unwrap()]);
    assert!(!passed && told.contains("error: this is a variant, no scenario"), "{told}");
}

#[test]
fn a_word_can_stand_in_an_event() {
    let text = "title = \"Plans\"\nwhat = \"W\"\n[event.revealed]\nfields = { player = \"seat\", plan = { hunt = { en = \"Prisoners\", de = \"Gefangene\" }, realm = \"A large area\" } }\n\
                says = \"{^player}: {plan}.\"\n[[do]]\nat = \"after sail\"\nrun = 'emit(\"revealed\", me, if roll > 0 { \"hunt\" } else { \"realm\" });'\n";
    let variant = Desk::new("rules = [\"plans\"]\n", &[("plans", text)]).variant();
    let mut game = Game::recorded(variant.rules.clone(), 2, Chance::seeded(1)).unwrap();
    let offer = game.offers()[0];
    game.apply(offer).unwrap();
    let event = game.events().iter().find(|event| event.kind.name == "revealed").unwrap();
    let told = game.sentence(event).unwrap();
    assert!(told.to_string().ends_with(": Prisoners."), "{told}");
    let german = within(Arc::new(Lexicon::built_in("de")), || told.to_string());
    assert!(german.ends_with(": Gefangene."), "{german}");
    let json = event.to_json(game.names(), &|command| game.command_text(command));
    assert_eq!(json["plan"], "hunt");
    let of = |text: &str| Desk::new("rules = [\"mine\"]\n", &[("mine", text)]).told();
    let told = of(&text.replace("if roll > 0 { \"hunt\" } else { \"realm\" }", "\"hunts\""));
    assert!(told.contains("mine.toml:8:29: error:") && told.contains("did you mean `hunt`?"), "{told}");
    let told = of(&text
        .replace("emit(\"revealed\", me, if", "let s = \"s\"; emit(\"revealed\", me, \"hunt\" + s); emit(\"revealed\", me, if"));
    assert!(told.contains("the event’s field `plan` wants hunt, realm, and here is hunts"), "{told}");
    let told = of(&text.replace("hunt = {", "Hunt = {"));
    assert!(told.contains("`Hunt` cannot be a name"), "{told}");
}

//! Rules as plugins: what a rule may bring, through the same doors as any other. The rules here are nobody's but this
//! file's, built into games as guests of a pack.

use crate::common;
use serde_json::json;
use std::sync::Arc;
use triangulum::packs::bermuda::cloud::{SPIN, TRAVEL_CLOUD};
use triangulum::packs::bermuda::components::Port;
use triangulum::packs::bermuda::danger::dangers;
use triangulum::packs::bermuda::dice::ROLL;
use triangulum::packs::bermuda::waters::{Waters, set_port, shelter};
use triangulum::packs::bermuda::{bumping, sailing};
use triangulum::players::{Greedy, Player, Random, Search};
use triangulum::sim::blueprint::BuildError;
use triangulum::sim::event::Arg;
use triangulum::sim::name::{intern, intern_kind};
use triangulum::sim::plan::{Editor, PlanError};
use triangulum::sim::{About, Chance, Command, DECLINE, Game, Phase, Reason, Rule, Ruleset, Step, VerbDecl};
use triangulum::table::trace;
use triangulum::words::{Message, msg};

/// A variant of Bermuda with guests in force, and some rules repealed.
fn with(guests: &[&'static dyn Rule], repealed: &[&str]) -> Result<Arc<Ruleset>, Vec<BuildError>> {
    let rules = common::variant("standard").rules;
    let mut blueprint = rules.blueprint.clone();
    blueprint.rules.retain(|id| !repealed.contains(&id.as_str()));
    blueprint.rules.extend(guests.iter().map(|rule| rule.id().to_owned()));
    Ruleset::build_with(rules.pack, guests, blueprint, &rules.board).map(Arc::new)
}

fn game(rules: &Arc<Ruleset>, seats: usize, seed: u64) -> Game {
    Game::recorded(rules.clone(), seats, Chance::seeded(seed)).unwrap()
}

fn nothing(_: &mut Game) {}

/// Before every roll the player on the left is asked for a blessing.
struct Blessing;

const BLESS: VerbDecl = VerbDecl { word: "bless", about: About::Nothing };
const TOUCH: VerbDecl = VerbDecl { word: "touch", about: About::Piece };
const ASK: Step = Step::new("ask_blessing", ask);

fn left(game: &Game) -> u8 {
    game.turn().after(game.turn().seat)
}

fn ask(game: &mut Game) {
    let asked = left(game);
    game.offer_to(asked, |game, offers| {
        assert_eq!(game.deciding(), asked);
        offers.push(Command::bare(game.rules().verb("bless").unwrap()));
        offers.push(Command::about(game.rules().verb("touch").unwrap(), game.find("blue-1").unwrap()));
        offers.push(DECLINE);
    });
}

impl Rule for Blessing {
    fn id(&self) -> &'static str {
        "blessing"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.before(ROLL, ASK)
    }
    fn verbs(&self) -> &[VerbDecl] {
        &[BLESS, TOUCH]
    }
    fn why_not(&self, game: &Game, command: Command) -> Option<Reason> {
        let mine = Some(command.verb) == game.rules().verb(TOUCH.word);
        mine.then(|| Reason::new("blessing", Message::verbatim("only the first may be touched")).because_of("victory.goal"))
    }
    fn label(&self, _game: &Game, command: Command) -> Option<Message> {
        (command == DECLINE).then(|| Message::verbatim("Keep silent"))
    }
    fn question(&self, game: &Game) -> Option<Message> {
        Some(Message::verbatim(format!("Bless {}?", game.rules().pack.seat_name(game.turn().seat))))
    }
}

/// Whoever lists offers need not know that they are sorted, each once.
#[test]
fn offers_are_put_in_order_whoever_lists_them() {
    struct Careless;
    fn ask(game: &mut Game) {
        game.offer(None, |game, offers| {
            let touch = |ship: &str| Command::about(game.rules().verb("touch").unwrap(), game.find(ship).unwrap());
            offers.extend([DECLINE, touch("green-1"), touch("blue-1"), DECLINE, touch("green-1")]);
        });
    }
    impl Rule for Careless {
        fn id(&self) -> &'static str {
            "careless"
        }
        fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
            plan.before(ROLL, Step::new("careless_ask", ask))
        }
        fn verbs(&self) -> &[VerbDecl] {
            &[TOUCH]
        }
    }
    let mut game = game(&with(&[&Careless], &[]).unwrap(), 2, 5);
    let texts: Vec<String> = game.offers().iter().map(|offer| game.command_text(*offer)).collect();
    assert_eq!(texts, ["touch blue-1", "touch green-1", "decline"]);
    game.apply_text("touch green-1").unwrap();
}

#[test]
fn another_seat_can_be_asked_and_everyone_honours_it() {
    let rules = with(&[&Blessing], &[]).unwrap();
    let mut game = game(&rules, 3, 5);
    let mover = game.turn().seat;
    let asked = left(&game);
    assert_eq!((game.deciding(), game.turn().seat), (asked, mover));
    assert_eq!(game.offer_texts(), ["bless", "decline", "touch blue-1"]);
    assert_eq!(game.offers().last(), Some(&DECLINE), "declining sorts last");

    let offers = trace::lines(&game).pop().unwrap();
    assert_eq!(offers, json!({"type": "offers", "player": asked, "commands": ["bless", "decline", "touch blue-1"]}));

    // The hash knows who was asked: the same step, waiting for another seat, is another state.
    let copy = game.clone();
    assert_eq!((copy.hash(), copy.deciding()), (game.hash(), asked));
    assert!(game.dump().contains(&format!("asked {asked}")));

    for bot in [&mut Greedy::new(1, asked) as &mut dyn Player, &mut Search::new(1, asked, 20), &mut Random::new(1, asked)] {
        let choice = bot.choose(&game);
        assert!(game.offers().contains(&choice));
    }

    let sail = game.parse_command(&format!("sail {}-1", rules.pack.seat_name(mover))).unwrap();
    let refused = game.why_not(sail);
    assert_eq!((refused.rule, refused.text), ("offers", msg!("sim.reason.other_decides", seat = rules.pack.seat(asked))));

    game.apply_text("bless").unwrap();
    let lines = trace::lines(&game);
    assert_eq!((&lines[0]["player"], &lines[0]["text"]), (&json!(asked), &json!("bless")));
    assert_eq!((game.deciding(), game.turn().seat), (mover, mover), "then the player goes on");
    assert!(game.offers().iter().all(|offer| game.command_text(*offer).starts_with("sail")));

    common::play_out(&mut game, 3);
    assert!(game.outcome().is_some());
}

#[test]
fn a_rules_verbs_have_texts_reasons_labels_and_questions() {
    let rules = with(&[&Blessing], &[]).unwrap();
    let game = game(&rules, 2, 1);
    for offer in game.offers() {
        assert_eq!(game.parse_command(&game.command_text(*offer)), Ok(*offer));
    }
    let label = |command: Command| game.label(command).map(|label| label.to_string());
    assert_eq!(label(DECLINE).as_deref(), Some("Keep silent"));
    assert_eq!(label(game.offers()[0]).as_deref(), Some("bless"), "without words of its own, the command's");
    let question = game.question().map(|question| question.to_string());
    assert_eq!(question, Some(format!("Bless {}?", rules.pack.seat_name(game.turn().seat))));
    let wrong = |text: &str| game.parse_command(text).unwrap_err().to_string();
    assert_eq!(wrong("touch green-9"), "there is no piece called `green-9`");
    assert_eq!(wrong("bless blue-1"), "`bless` stands alone");
    assert_eq!(wrong("touch"), "`touch` wants the name of one piece");
    let reason = game.why_not(game.parse_command("touch green-1").unwrap());
    assert_eq!((reason.rule, reason.setting.as_deref()), ("blessing", Some("victory.goal")));
    assert!(reason.set_at.is_some(), "where the setting was set is looked up for rules too");
    let standard = common::game(&common::variant("standard"), 2, 1);
    assert_eq!(standard.why_not(DECLINE).text.to_string(), "this is not the moment for it");
    assert!(standard.parse_command("bless").is_err());
}

struct Echo(&'static str, &'static [VerbDecl]);

impl Rule for Echo {
    fn id(&self) -> &'static str {
        self.0
    }
    fn verbs(&self) -> &[VerbDecl] {
        self.1
    }
    fn check(&self, rules: &Ruleset) -> Vec<BuildError> {
        let complain = self.0 == "complaint" && rules.is_in_force("bumping");
        let error = BuildError::Setting { key: "bumping.own".into(), message: Message::verbatim("not with bumping") };
        if complain { vec![error] } else { Vec::new() }
    }
}

#[test]
fn verbs_that_cannot_be_told_apart_and_failed_checks_are_refused() {
    static TWICE: Echo = Echo("echo", &[BLESS]);
    static DECLINES: Echo = Echo("declines", &[VerbDecl { word: "decline", about: About::Nothing }]);
    static SAILS: Echo = Echo("sails", &[VerbDecl { word: "sail", about: About::Piece }]);
    static COMPLAINT: Echo = Echo("complaint", &[]);
    let told = |guests: &[&'static dyn Rule]| with(guests, &[]).unwrap_err()[0].to_string();
    assert_eq!(told(&[&Blessing, &TWICE]), "rule `echo` brings the verb `bless`, and so does the rule `blessing`");
    assert_eq!(told(&[&DECLINES]), "rule `declines` brings the verb `decline`, which the game has already");
    assert_eq!(told(&[&SAILS]), "rule `sails` brings the verb `sail`, which the game has already");
    assert_eq!(told(&[&COMPLAINT]), "not with bumping");
    assert!(with(&[&COMPLAINT], &["bumping"]).is_ok());
}

#[test]
fn a_verb_keeps_its_number_whether_its_rule_is_in_force_or_not() {
    static OTHER: Echo = Echo("other", &[VerbDecl { word: "hum", about: About::Nothing }]);
    let rules = with(&[&Blessing, &OTHER], &[]).unwrap();
    let mut blueprint = rules.blueprint.clone();
    blueprint.rules.retain(|id| id != "blessing");
    let without = rules.rebuild(blueprint).unwrap();
    assert_eq!(without.verb("hum"), rules.verb("hum"));
    assert_eq!(without.verb("bless"), None, "but only rules in force speak");
}

/// A cloud that never moves, in place of the one that travels and turns.
struct Calm;

impl Rule for Calm {
    fn id(&self) -> &'static str {
        "calm"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.replace(TRAVEL_CLOUD, Step::new("stay", nothing))?;
        plan.replace(Step::new("rotate_cloud", nothing), Step::new("stand", nothing))
    }
}

#[test]
fn danger_runs_the_plan_so_a_rule_that_replaces_a_step_counts() {
    let taken = |rules: &Arc<Ruleset>| {
        let mut game = game(rules, 4, 3);
        let mut player = Random::new(3, 0);
        let mut taken = 0;
        for _ in 0..40 {
            taken += dangers(&mut game.clone(), &game, None).iter().map(|danger| danger.taken).sum::<u32>();
            let command = player.choose(&game);
            game.apply(command).unwrap();
        }
        taken
    };
    assert!(taken(&with(&[], &[]).unwrap()) > 0, "the cloud of the printed game takes ships");
    assert_eq!(taken(&with(&[&Calm], &[]).unwrap()), 0, "one that stays does not");
}

#[test]
fn a_question_between_the_steps_is_declined_in_a_rehearsal() {
    struct Shield;
    impl Rule for Shield {
        fn id(&self) -> &'static str {
            "parry"
        }
        fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
            plan.after(SPIN, ASK)
        }
        fn verbs(&self) -> &[VerbDecl] {
            &[BLESS, TOUCH]
        }
    }
    let (plain, shielded) = (with(&[], &[]).unwrap(), with(&[&Shield], &[]).unwrap());
    let danger = |rules| {
        let game = game(rules, 2, 4);
        dangers(&mut game.clone(), &game, None)
    };
    assert_eq!(danger(&plain), danger(&shielded));
}

/// Stands behind the bump, whether anybody bumps or not.
struct Behind;

impl Rule for Behind {
    fn id(&self) -> &'static str {
        "behind"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.after(bumping::BUMP, Step::new("behind", nothing))
    }
}

struct Insists(&'static str, fn(&mut Editor<'_>) -> Result<(), PlanError>);

impl Rule for Insists {
    fn id(&self) -> &'static str {
        self.0
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        (self.1)(plan)
    }
}

#[test]
fn steps_of_a_repealed_rule_remain_as_anchors_and_nothing_more() {
    static NEEDS: Insists = Insists("needs", |plan| plan.needs(bumping::BUMP));
    static REPLACES: Insists = Insists("replaces", |plan| plan.replace(bumping::BUMP, Step::new("nudge", nothing)));
    static OWN: Insists = Insists("own", |plan| plan.after(sailing::SAIL, Step::new("bump", nothing)));
    let names = |rules: &Ruleset| rules.plan.steps(Phase::Turn).iter().map(|planned| planned.step.name).collect::<Vec<_>>();
    let rules = with(&[&Behind], &["bumping"]).unwrap();
    assert_eq!(names(&rules), ["roll", "choose", "sail", "behind", "load_cargo", "draw_bonus", "check_goal"]);
    for rule in [&NEEDS, &REPLACES] {
        let error = with(&[rule], &["bumping"]).unwrap_err()[0].to_string();
        assert_eq!(error, format!("rule `{}` needs the step `bump`, which no rule in force provides", rule.0));
        assert!(with(&[rule], &[]).is_ok());
    }
    let taken_over = with(&[&OWN, &Behind], &["bumping"]).unwrap();
    assert_eq!(names(&taken_over)[2..5], ["sail", "bump", "behind"], "a repealed rule's name is free");
    assert!(with(&[&OWN], &[]).is_err());
}

#[test]
fn names_are_kept_once_however_often_they_are_read() {
    let first = intern(&String::from("a name from a file"));
    let kind = intern_kind("an_event", &["player", "value"]);
    for _ in 0..1_000 {
        let again = format!("a name from {}", "a file");
        assert!(std::ptr::eq(intern(&again), first));
        assert!(std::ptr::eq(intern_kind(&String::from("an_event"), &["player", "value"]), kind));
    }
    assert!(!std::ptr::eq(intern_kind("an_event", &["player"]), kind), "other fields are another shape");
    assert_eq!((kind.name, kind.fields), ("an_event", &["player", "value"][..]));
}

/// A roll of six moves the cloud as the end of a round does.
struct Squall;

const SQUALL: Step = Step::new("gust", squall);

fn squall(game: &mut Game) {
    if Waters::of(game).roll == 6 {
        assert!(game.call(SPIN.name, "settle"));
    }
}

impl Rule for Squall {
    fn id(&self) -> &'static str {
        "gust"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.after(sailing::SAIL, SQUALL)
    }
}

#[test]
fn the_rounds_steps_can_run_inside_a_turn() {
    let rules = with(&[&Squall], &[]).unwrap();
    let mut squalls = 0;
    for seed in 0..20 {
        let mut game = game(&rules, 4, seed);
        let mut player = Random::new(seed, 0);
        while game.outcome().is_none() {
            // The cloud of the round itself moves after the last player.
            let last = game.turn().taken + 1 == game.turn().seats;
            let rolled = Waters::of(&game).roll;
            let command = player.choose(&game);
            let events: Vec<&str> = game.apply(command).unwrap().iter().map(|event| event.kind.name).collect();
            let turn = events.iter().position(|name| *name == "turn").unwrap_or(events.len());
            let spins = events[..turn].iter().filter(|name| **name == "spun").count();
            assert!(spins == usize::from(rolled == 6) + usize::from(last) || game.outcome().is_some(), "{events:?}");
            squalls += usize::from(rolled == 6);
            assert_eq!(game.index_astray(), None);
            rules.pack.audit(&game).unwrap();
        }
    }
    assert!(squalls > 50);
}

#[test]
fn a_call_for_steps_that_are_not_there_does_nothing() {
    let rules = with(&[], &[]).unwrap();
    let mut game = game(&rules, 2, 1);
    assert!(!game.call("sail", SPIN.name), "not one after the other");
    assert!(!game.call("nonsense", SPIN.name));
    assert!(!game.call(TRAVEL_CLOUD.name, SPIN.name), "the wrong way round");
}

/// Asks something in the middle of steps that were called for.
struct Omen;

const OMEN: Step = Step::new("omen", omen);

fn omen(game: &mut Game) {
    game.offer(None, |_, offers| offers.push(DECLINE));
}

impl Rule for Omen {
    fn id(&self) -> &'static str {
        "omen"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.after(SPIN, OMEN)
    }
}

#[test]
fn a_question_inside_a_call_is_hashed_copied_and_answered() {
    let rules = with(&[&Squall, &Omen], &[]).unwrap();
    let mut inside = 0;
    for seed in 0..10 {
        let mut game = game(&rules, 3, seed);
        let mut player = Random::new(seed, 0);
        while game.outcome().is_none() {
            if game.dump().contains("called from") {
                inside += 1;
                assert_eq!(game.offers(), [DECLINE]);
                let mut copy = game.clone();
                copy.apply(DECLINE).unwrap();
                let mut twin = game.clone();
                twin.clone_from(&game);
                assert_eq!(twin.hash(), game.hash());
                twin.apply(DECLINE).unwrap();
                assert_eq!(twin.dump(), copy.dump());
                // Other rules come in while the question is open: it is asked again, and the turn goes on behind it.
                let mut changed = game.clone();
                changed.change_rules(with(&[&Squall], &[]).unwrap(), None, json!({}), json!([]));
                assert!(!changed.dump().contains("called from"), "nothing is asked any more");
                assert_eq!(
                    changed.turn().seat == game.turn().seat,
                    changed.turn().round == game.turn().round && changed.turn().taken == game.turn().taken
                );
            }
            let command = player.choose(&game);
            game.apply(command).unwrap();
        }
    }
    assert!(inside > 20);
}

/// A port can be made smaller, and a ship sheltered, by whoever has a reason to.
#[test]
fn a_port_and_a_ship_can_be_told_apart_from_the_others() {
    let rules = with(&[], &[]).unwrap();
    let mut game = game(&rules, 2, 3);
    let port: Port = game.get(Waters::of(&game).port_id(1));
    set_port(&mut game, 1, Port { capacity: 1, per_player: 1, ..port });
    shelter(&mut game, 0, true);
    assert_eq!(game.index_astray(), None);
    assert!(Waters::of(&game).is_full(1));
    let mut player = Random::new(3, 0);
    while game.outcome().is_none() {
        let command = player.choose(&game);
        game.apply(command).unwrap();
        let touched = |kind: &str| {
            game.events().iter().any(|e| e.kind.name == kind && e.args[0] == Arg::Piece(Waters::of(&game).ship_id(0)))
        };
        assert!(!touched("captured") && !touched("pushed"), "a sheltered ship is out of the cloud's reach");
        assert_eq!(game.index_astray(), None);
    }
}

/// Calls for steps and asks in one go.
struct Both;

const BOTH: Step = Step::new("both", both);

fn both(game: &mut Game) {
    if Waters::of(game).roll == 6 {
        assert!(game.call(SPIN.name, "settle"));
        game.offer(None, |_, offers| offers.push(DECLINE));
    }
}

impl Rule for Both {
    fn id(&self) -> &'static str {
        "both"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.after(sailing::SAIL, BOTH)
    }
}

#[test]
fn a_step_that_calls_and_asks_is_waited_at() {
    let rules = with(&[&Both], &[]).unwrap();
    let mut game = game(&rules, 3, 1);
    let mut player = Random::new(1, 0);
    let mut asked = 0;
    while game.outcome().is_none() {
        asked += usize::from(game.waiting_at() == Some("both"));
        let command = player.choose(&game);
        game.apply(command).unwrap();
    }
    assert!(asked > 3);
}

/// Runs a step that does nothing by a call, between spin and turn.
struct Gust;

const GUST: Step = Step::new("gust", gust);
const LULL: Step = Step::new("lull", nothing);

fn gust(game: &mut Game) {
    assert!(game.call("lull", "lull"));
}

impl Rule for Gust {
    fn id(&self) -> &'static str {
        "gust"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.after(SPIN, GUST)?;
        plan.after(TRAVEL_CLOUD, LULL)
    }
}

#[test]
fn a_rehearsal_comes_back_from_a_call() {
    let taken = |rules: &Arc<Ruleset>| {
        let mut game = game(rules, 4, 3);
        let mut player = Random::new(1, 0);
        for _ in 0..40 {
            let command = player.choose(&game);
            game.apply(command).unwrap();
        }
        dangers(&mut game.clone(), &game, None).iter().map(|danger| danger.taken).sum::<u32>()
    };
    let calm = taken(&with(&[], &[]).unwrap());
    assert!(calm > 0);
    assert_eq!(taken(&with(&[&Gust], &[]).unwrap()), calm);
}

/// Stands behind everything in a round, and must not run in a call.
struct Tail;

const TAIL: Step = Step::new("tail", tail);

fn tail(game: &mut Game) {
    assert!(game.is_end_of_round(), "it came into a call for steps before it");
}

impl Rule for Tail {
    fn id(&self) -> &'static str {
        "tail"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.append(Phase::Round, TAIL)
    }
}

/// Calls for the whole round as it stands.
struct Whole;

const WHOLE: Step = Step::new("whole", whole);

fn whole(game: &mut Game) {
    if Waters::of(game).roll == 6 {
        game.call(SPIN.name, "check_fleets");
    }
}

impl Rule for Whole {
    fn id(&self) -> &'static str {
        "whole"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.after(sailing::SAIL, WHOLE)
    }
}

#[test]
fn rules_that_change_inside_a_call_leave_it_what_it_was() {
    let rules = with(&[&Whole, &Omen], &[]).unwrap();
    // A step more behind the call, and the one it waits at gone with all that follows it there.
    let changes = [with(&[&Whole, &Omen, &Tail], &[]).unwrap(), with(&[&Whole], &["cloud", "lifting", "pushing"]).unwrap()];
    let mut inside = 0;
    for seed in 0..10 {
        let mut game = game(&rules, 3, seed);
        let mut player = Random::new(seed, 0);
        while game.outcome().is_none() {
            if game.dump().contains("called from") && game.turn().taken == 0 {
                inside += 1;
                for rules in &changes {
                    let mut changed = game.clone();
                    changed.change_rules(rules.clone(), None, json!({}), json!([]));
                    common::play_out(&mut changed, seed);
                }
            }
            let command = player.choose(&game);
            game.apply(command).unwrap();
        }
    }
    assert!(inside > 5);
}

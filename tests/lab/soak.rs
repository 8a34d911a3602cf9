//! The soak finds what it looks for: faults planted in rules made up for it, each found by another of the referee's eyes.

use crate::common;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use triangulum::lab::soak::{Soak, Soaked};
use triangulum::packs::bermuda::components::{At, Purse};
use triangulum::packs::bermuda::dice::ROLL;
use triangulum::packs::bermuda::treasury::transfer;
use triangulum::sim::plan::{Editor, PlanError};
use triangulum::sim::{Account, Chance, Game, Rule, Ruleset, Step};
use triangulum::variant::Variant;
use triangulum::words::Message;

/// A rule that does something before every roll.
struct Planted {
    id: &'static str,
    step: Step,
}

impl Rule for Planted {
    fn id(&self) -> &'static str {
        self.id
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.before(ROLL, self.step)
    }
}

/// Money out of nowhere.
fn forge(game: &mut Game) {
    let purse = game.find(game.rules().pack.seat_name(0)).unwrap();
    game.update(purse, |purse: &mut Purse| purse.money += i64::from(game_is_late(purse)));
}

fn game_is_late(purse: &Purse) -> bool {
    purse.money > 50_000
}

/// A ship that is moved without telling the index.
fn smuggle(game: &mut Game) {
    let ship = game.find("blue-1").unwrap();
    if game.turn().round == 6 && matches!(game.get::<At>(ship), At::Spot(_)) {
        game.set(ship, At::Lost);
    }
}

/// Something that is not the same when it is played again.
fn remember(game: &mut Game) {
    static RUNS: AtomicI64 = AtomicI64::new(0);
    let runs = RUNS.fetch_add(1, Ordering::Relaxed);
    if game.turn().round > 3 {
        transfer(game, Account::Bank, Account::Seat(0), runs % 1_000);
    }
}

fn fall(game: &mut Game) {
    assert!(game.turn().round < 9, "planted");
}

fn nothing(_: &mut Game) {}

/// Games of Bermuda with a planted rule, soaked.
fn soaked(rule: &'static Planted) -> Soaked {
    let standard = common::variant("standard");
    let mut blueprint = standard.rules.blueprint.clone();
    blueprint.rules.push(rule.id.to_owned());
    let rules = Ruleset::build_with(standard.rules.pack, &[rule], blueprint, &standard.rules.board);
    let rules = Arc::new(rules.unwrap_or_else(|errors| panic!("{errors:?}")));
    let variants = [Variant { rules, ..standard }];
    let replay = |rules: &Arc<Ruleset>, seats: usize, seed: u64| {
        let [one, other] = [0, 1].map(|_| {
            let mut game = Game::new(rules.clone(), seats, Chance::seeded(seed)).unwrap();
            common::play_out(&mut game, seed);
            game.hash()
        });
        if one == other { Ok(()) } else { Err(Message::verbatim("it goes another way")) }
    };
    Soak { variants: &variants, seed: 7, replay: &replay }.play(0..1_600, &|_| true)
}

#[test]
fn every_kind_of_planted_fault_is_found_and_told() {
    static FORGE: Planted = Planted { id: "forge", step: Step::new("forge", forge) };
    static SMUGGLE: Planted = Planted { id: "smuggle", step: Step::new("smuggle", smuggle) };
    static REMEMBER: Planted = Planted { id: "remember", step: Step::new("remember", remember) };
    static FALL: Planted = Planted { id: "fall", step: Step::new("fall", fall) };
    static NOTHING: Planted = Planted { id: "nothing", step: Step::new("nothing", nothing) };
    assert_eq!(soaked(&NOTHING).finding, None);
    for (rule, says) in [(&FORGE, "do not make"), (&SMUGGLE, ""), (&REMEMBER, "it goes another way"), (&FALL, "planted")] {
        let found = soaked(rule).finding.unwrap_or_else(|| panic!("{} is not found", rule.id));
        let told = found.fault.to_string();
        assert!(told.contains(says) && !told.is_empty(), "{}: {told}", rule.id);
        assert!(found.variant.contains("pack = \"bermuda\""), "{}", found.variant);
    }
}

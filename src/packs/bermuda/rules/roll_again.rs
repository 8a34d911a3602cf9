//! `roll_again`: a six gives another roll.
//!
//! What changes: a player who rolled the lucky number and moved a ship rolls again. Why: every child expects it.
//! Steps: adds `roll_again` after `check_goal`, which goes back to `roll`.

use super::super::Sea;
use super::super::dice::ROLL;
use super::super::victory::CHECK_GOAL;
use super::super::waters::Waters;
use crate::sim::plan::{Editor, PlanError};
use crate::sim::rule::{Idle, Section, read};
use crate::sim::snapshot::{Part, part};
use crate::sim::{Game, Rule, Ruleset, Seat, Step};
use serde::Deserialize;

const ROLL_AGAIN: Step = Step::new("roll_again", roll_again);
const NAME: &str = "extra-rolls";

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    /// The roll that earns another one.
    on: u8,
    /// Extra rolls in one turn.
    most: u8,
}

/// Extra rolls taken in the turn named here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Extra {
    round: u32,
    seat: Seat,
    used: u8,
}

pub(super) struct RollAgain;

impl Rule for RollAgain {
    fn id(&self) -> &'static str {
        "roll_again"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.after(CHECK_GOAL, ROLL_AGAIN)
    }
    fn settings(&self, section: &serde_json::Value) -> Result<Option<Section>, serde_json::Error> {
        read::<Settings>(section)
    }
    fn idle(&self, rules: &Ruleset) -> Vec<Idle> {
        let Some(settings) = rules.section::<Settings>() else { return Vec::new() };
        let dice = Sea::of(rules).dice;
        let (least, most) = (dice.count, dice.count.saturating_mul(dice.sides));
        let never = !(least..=most).contains(&settings.on);
        let idle = || Idle {
            about: "roll_again.on",
            message: format!("no roll is ever {}: these dice give {least} to {most}", settings.on),
            remedy: "name a roll that can be, or change the dice".into(),
        };
        never.then(idle).into_iter().collect()
    }
    fn parts(&self) -> &'static [Part] {
        const { &[part::<Extra>("extra")] }
    }
    fn furnish(&self, game: &mut Game) {
        if game.find(NAME).is_none() {
            game.spawn(NAME.to_owned(), (Extra { round: 0, seat: 0, used: 0 },));
        }
    }
    fn deal(&self, game: &mut Game) {
        if let Some(extra) = game.find(NAME) {
            game.set(extra, Extra { round: 0, seat: 0, used: 0 });
        }
    }
}

fn roll_again(game: &mut Game) {
    let Some(settings) = game.rules().section::<Settings>().copied() else { return };
    let waters = Waters::of(game);
    if waters.voyage().is_none() || waters.roll != settings.on {
        return;
    }
    let Some(id) = game.find(NAME) else { return };
    let mut extra: Extra = game.get(id);
    if (extra.round, extra.seat) != (game.turn().round, game.turn().seat) {
        extra = Extra { round: game.turn().round, seat: game.turn().seat, used: 0 };
    }
    if extra.used < settings.most {
        extra.used += 1;
        game.set(id, extra);
        game.jump(ROLL.name);
    }
}

//! sailing: the player chooses a ship and it sails by the roll (B-T1 … B-T3, B-M1 … B-M3, B-M8).

use super::components::At;
use super::events::Sailed;
use super::victory::CHECK_GOAL;
use super::voyage::{Stop, Voyage, voyage};
use super::waters::{FLEET, Waters, relocate};
use super::{SAIL_VERB, Sea};
use crate::sim::plan::{Editor, PlanError};
use crate::sim::{Command, Game, Phase, Rule, Step};

pub const CHOOSE: Step = Step::new("choose", choose);
pub const SAIL: Step = Step::new("sail", sail);

pub struct Sailing;

impl Rule for Sailing {
    fn id(&self) -> &'static str {
        "sailing"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.append(Phase::Turn, CHOOSE)?;
        plan.append(Phase::Turn, SAIL)
    }
    fn essential(&self) -> bool {
        true
    }
}

fn choose(game: &mut Game) {
    chart_voyages(game);
    game.offer(Some(CHECK_GOAL.name), list);
    if game.offers().is_empty() {
        game.pass();
    }
}

/// Works out what each ship of the player to act can do with the roll on the table.
fn chart_voyages(game: &mut Game) {
    let first = game.turn().seat as usize * FLEET;
    let (rules, waters, _) = game.split::<Waters>();
    let sea = Sea::of(rules);
    waters.voyages = std::array::from_fn(|number| voyage(sea, waters, first + number, waters.roll).ok());
    waters.voyage = None;
}

/// Every ship with an ordinary move; only when there is none, those that may creep up to the cloud.
fn list(game: &Game, offers: &mut Vec<Command>) {
    let waters = Waters::of(game);
    let creeps = |v: &&Voyage| v.stop == Stop::Cloud;
    let only_creeping = waters.voyages.iter().flatten().all(|v| creeps(&v));
    let allowed = waters.voyages.iter().flatten().filter(|v| only_creeping || !creeps(v));
    offers.extend(allowed.map(|v| Command::about(SAIL_VERB, waters.ship_id(v.ship.into()))));
}

fn sail(game: &mut Game) {
    let Some(command) = game.chosen().filter(|c| c.verb == SAIL_VERB) else { return };
    let sea = Sea::of(game.rules());
    let waters = Waters::of(game);
    let Some(v) = waters.ship_number(command.piece()).and_then(|ship| waters.voyages[ship % FLEET]) else { return };
    let ship = waters.ship_id(v.ship as usize);
    let (from, to) = (waters.place(&sea.chart, v.from), waters.place(&sea.chart, v.to));
    let berth = sea.chart.berth_of(v.to);
    game.emit(Sailed { ship, from, to, pips: v.pips, stop: v.stop, berth });
    relocate(game, v.ship as usize, At::Spot(v.to));
    Waters::of_mut(game).voyage = Some(v);
}

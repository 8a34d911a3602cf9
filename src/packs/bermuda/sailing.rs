//! sailing: the player chooses a ship and it sails by the roll (B-T1 … B-T3, B-M1 … B-M3, B-M8).

use super::components::{At, Die};
use super::events::Sailed;
use super::victory::CHECK_GOAL;
use super::voyage::{Stop, voyage};
use super::waters::{FLEET, Waters, relocate};
use super::{SAIL_VERB, Sea};
use crate::sim::plan::{Editor, PlanError};
use crate::sim::{Command, Game, Phase, Rule, Step};

pub const CHOOSE: Step = Step { name: "choose", run: choose };
pub const SAIL: Step = Step { name: "sail", run: sail };

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
    Waters::of_mut(game).voyage = None;
    game.offer(Some(CHECK_GOAL.name), list);
    if game.offers().is_empty() {
        game.pass();
    }
}

/// Every ship with an ordinary move; only when there is none, those that may creep up to the cloud.
fn list(game: &Game, offers: &mut Vec<Command>) {
    let sea = Sea::of(&game.rules);
    let waters = Waters::of(game);
    let roll = game.get::<Die>(waters.pieces.die).value;
    let first = game.turn.seat as usize * FLEET;
    let mut creeping = [None; FLEET];
    for ship in first..first + FLEET {
        let command = Command::about(SAIL_VERB, waters.ship_id(ship));
        match voyage(game, sea, waters, ship, roll) {
            Ok(v) if v.stop == Stop::Cloud => creeping[ship - first] = Some(command),
            Ok(_) => offers.push(command),
            Err(_) => {}
        }
    }
    if offers.is_empty() {
        offers.extend(creeping.into_iter().flatten());
    }
}

fn sail(game: &mut Game) {
    let Some(command) = game.chosen().filter(|c| c.verb == SAIL_VERB) else { return };
    let sea = Sea::of(&game.rules);
    let waters = Waters::of(game);
    let roll = game.get::<Die>(waters.pieces.die).value;
    let Some(Ok(v)) = waters.ship_number(command.piece()).map(|ship| voyage(game, sea, waters, ship, roll)) else {
        return;
    };
    let ship = waters.ship_id(v.ship as usize);
    let (from, to) = (waters.place(&sea.chart, v.from), waters.place(&sea.chart, v.to));
    game.log.emit(Sailed { ship, from, to, pips: v.pips, stop: v.stop.word() });
    relocate(game, v.ship as usize, At::Spot(v.to));
    Waters::of_mut(game).voyage = Some(v);
}

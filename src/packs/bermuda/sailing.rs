//! sailing: the player chooses a ship and it sails by the roll (B-T1 … B-T3, B-M1 … B-M3, B-M8).

use super::components::{At, NoCargo};
use super::events::Sailed;
use super::victory::CHECK_GOAL;
use super::voyage::{Stop, Voyage, voyage};
use super::waters::{FLEET, Waters, relocate};
use super::{SAIL_VERB, Sea, cargo};
use crate::sim::plan::{Editor, PlanError};
use crate::sim::{Command, Game, Id, Phase, Rule, Step};

pub const CHOOSE: Step = Step::new("choose", choose);
pub const SAIL: Step = Step::new("sail", sail);

pub(crate) struct Sailing;

impl Rule for Sailing {
    fn id(&self) -> &'static str {
        "sailing"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.append(Phase::Turn, CHOOSE)?;
        plan.append(Phase::Turn, SAIL)
    }
    fn label(&self, game: &Game, command: Command) -> Option<String> {
        is_short(command).then(|| format!("{} stops short", game.name(command.piece())))
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
    let optional = sea.bumping.as_ref().is_some_and(|b| b.optional);
    waters.short = if optional { waters.voyages.map(|v| v?.stopped_short(waters)) } else { [None; FLEET] };
    waters.voyage = None;
}

/// The number after the ship in a command that says: stop short of the ship you would bump.
const SHORT: i16 = 1;

/// The command to sail a ship, all the way or short of the one it would bump.
pub(crate) fn command(ship: Id, short: bool) -> Command {
    Command::new(SAIL_VERB, [ship.0 as i16, if short { SHORT } else { 0 }, 0, 0])
}

/// Whether a command to sail says: stop short.
pub(crate) fn is_short(command: Command) -> bool {
    command.verb == SAIL_VERB && command.args()[1] == SHORT
}

/// The voyage a command of the player to act means, if it is one.
pub(crate) fn voyage_of(waters: &Waters, command: Command) -> Option<Voyage> {
    let ship = waters.ship_number(command.piece()).filter(|_| command.verb == SAIL_VERB)?;
    if is_short(command) { waters.short[ship % FLEET] } else { waters.voyages[ship % FLEET] }
}

/// Every ship with an ordinary move; only when there is none, those that may creep up to the cloud.
fn list(game: &Game, offers: &mut Vec<Command>) {
    let waters = Waters::of(game);
    let creeps = |v: &&Voyage| v.stop == Stop::Cloud;
    let only_creeping = waters.voyages.iter().flatten().all(|v| creeps(&v));
    let allowed = waters.voyages.iter().flatten().filter(|v| only_creeping || !creeps(v));
    for v in allowed {
        let ship = waters.ship_id(v.ship.into());
        offers.push(command(ship, false));
        if waters.short[usize::from(v.ship) % FLEET].is_some() {
            offers.push(command(ship, true));
        }
    }
}

fn sail(game: &mut Game) {
    let Some(command) = game.chosen().filter(|c| c.verb == SAIL_VERB) else { return };
    let sea = Sea::of(game.rules());
    let waters = Waters::of(game);
    let Some(v) = voyage_of(waters, command) else { return };
    let ship = waters.ship_id(v.ship as usize);
    let (from, to) = (waters.place(&sea.chart, v.from), waters.place(&sea.chart, v.to));
    let berth = sea.chart.berth_of(v.to);
    game.emit(Sailed { ship, from, to, pips: v.pips, stop: v.stop, berth });
    relocate(game, v.ship as usize, At::Spot(v.to));
    let unpaid = cargo::is_unpaid(game, v);
    if unpaid {
        game.set(ship, NoCargo { at: None });
    }
    Waters::of_mut(game).voyage = Some(Voyage { unpaid, ..v });
}

//! sailing: the player chooses a ship and it sails by the roll (B-T1 … B-T3, B-M1 … B-M3, B-M8).

use super::components::At;
use super::events::Sailed;
use super::movement::{Stop, Voyage, voyage};
use super::signals::{BUMPS, DOCKED, WAITS};
use super::victory::CHECK_GOAL;
use super::waters::{MOST_FLEET, Waters, bar, relocate};
use super::{SAIL_VERB, Sea, cargo};
use crate::sim::plan::{Editor, PlanError};
use crate::sim::{Command, Game, Id, Phase, Rule, Step};

pub const CHOOSE: Step = Step::new("choose", choose).made_of(&["movement", "blocking", "docking"]);
pub const SAIL: Step = Step::new("sail", sail).on(SAIL_VERB).made_of(&["movement", "blocking", "docking"]);

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
    game.lower(BUMPS.and(DOCKED).and(WAITS));
    chart_voyages(game);
    game.offer(Some(CHECK_GOAL.name), list);
    if game.offers().is_empty() {
        game.pass();
    }
}

/// Works out what each ship of the player to act can do with the roll on the table.
fn chart_voyages(game: &mut Game) {
    let first = usize::from(game.turn().seat) * MOST_FLEET;
    let (rules, waters, _) = game.split::<Waters>();
    let sea = Sea::of(rules);
    let roll = waters.roll;
    for number in 0..waters.furniture.fleet.min(MOST_FLEET) {
        waters.voyages[number] = voyage(sea, waters, first + number, roll).ok();
    }
    waters.voyage = None;
}

/// Every ship with an ordinary move; only when there is none, those that may creep up to the cloud.
fn list(game: &Game, offers: &mut Vec<Command>) {
    let (sea, waters) = (Sea::of(game.rules()), Waters::of(game));
    let optional = sea.bumping.as_ref().is_some_and(|b| b.optional);
    let first = waters.ship_id(usize::from(game.turn().seat) * MOST_FLEET);
    let voyages = || waters.voyages[..waters.furniture.fleet].iter().enumerate();
    for (number, voyage) in voyages() {
        let Some(voyage) = voyage.filter(|voyage| voyage.stop != Stop::Cloud) else { continue };
        offers.push(command(first.plus(number), false));
        if optional && voyage.stopped_short(waters).is_some() {
            offers.push(command(first.plus(number), true));
        }
    }
    if offers.is_empty() {
        let creeping = voyages().filter(|(_, voyage)| voyage.is_some());
        offers.extend(creeping.map(|(number, _)| command(first.plus(number), false)));
    }
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

/// The voyage a command of the player to act means with the roll on the table, if it is one.
pub(crate) fn voyage_of(waters: &Waters, command: Command) -> Option<Voyage> {
    let ship = waters.ship_number(command.piece()).filter(|_| command.verb == SAIL_VERB)?;
    let whole = waters.voyages[ship % MOST_FLEET].filter(|voyage| usize::from(voyage.ship) == ship)?;
    if is_short(command) { whole.stopped_short(waters) } else { Some(whole) }
}

fn sail(game: &mut Game) {
    let Some(command) = game.chosen_to(SAIL_VERB) else { return };
    let Some(mut v) = voyage_of(Waters::of(game), command) else { return };
    game.emit_with(|game| {
        let (waters, chart) = (Waters::of(game), &Sea::of(game.rules()).chart);
        let (from, to) = (waters.place(chart, v.from), waters.place(chart, v.to));
        Sailed { ship: command.piece(), from, to, pips: v.pips, stop: v.stop, berth: chart.berth_of(v.to) }
    });
    relocate(game, v.ship.into(), At::Spot(v.to));
    match v.stop {
        Stop::Docked => {
            v.unpaid = cargo::is_unpaid(game, v);
            if v.unpaid {
                bar(game, v.ship.into(), None);
            }
            game.raise(DOCKED);
        }
        Stop::PortFull => game.raise(WAITS),
        Stop::Full if v.bumps.is_some() => game.raise(BUMPS),
        Stop::Full | Stop::Cloud | Stop::Occupied => {}
    }
    Waters::of_mut(game).voyage = Some(v);
}

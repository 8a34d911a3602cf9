//! sailing: the player chooses a ship and it sails by the roll (B-T1 … B-T3, B-M1 … B-M3, B-M8).

use super::components::At;
use super::events::Sailed;
use super::movement::{Stop, Voyage, voyage};
use super::victory::CHECK_GOAL;
use super::waters::{MOST_FLEET, Ships, Waters, bar, barred_from, relocate, set_voyage, ships};
use super::{SAIL_VERB, Sea, cargo, phrases};
use crate::sim::rule::Printed;
use crate::sim::{Command, Game, Id, Phase, Rule, Step};
use crate::words::{Message, msg};

pub const CHOOSE: Step = Step::new("choose", choose).made_of(&["movement", "blocking", "docking"]);
pub const SAIL: Step = Step::new("sail", sail).on(SAIL_VERB).made_of(&["movement", "blocking", "docking"]);

pub(crate) struct Sailing;

impl Rule for Sailing {
    fn printed(&self) -> &Printed {
        &Printed { id: "sailing", steps: &[(Phase::Turn, CHOOSE), (Phase::Turn, SAIL)], settings: None, essential: true }
    }
    fn label(&self, game: &Game, command: Command) -> Option<Message> {
        is_short(command).then(|| msg!("bermuda.label.short", ship = phrases::ship(game, command.piece())))
    }
}

fn choose(game: &mut Game) {
    set_voyage(game, None);
    game.offer(Some(CHECK_GOAL.name), list);
    if game.offers().is_empty() {
        game.pass();
    }
}

/// Every ship with an ordinary move; only when there is none, those that may creep up to the cloud.
fn list(game: &Game, offers: &mut Vec<Command>) {
    let (sea, waters) = (Sea::of(game.rules()), Waters::of(game));
    let optional = sea.bumping.as_ref().is_some_and(|b| b.optional);
    let first = usize::from(game.turn().seat) * MOST_FLEET;
    let (first_id, roll) = (waters.ship_id(first), waters.roll);
    let mut creeping: Ships = 0;
    for number in 0..waters.furniture.fleet {
        match voyage(sea, waters, first + number, roll).map(|v| v.stop) {
            Ok(Stop::Cloud) => creeping |= 1 << number,
            Ok(_) => {
                let whole = command(first_id.plus(number), false);
                offers.push(whole);
                if optional && voyage_of(game, whole).is_some_and(|v| v.stopped_short(waters).is_some()) {
                    offers.push(command(first_id.plus(number), true));
                }
            }
            Err(_) => {}
        }
    }
    // What is forbidden is no move that would keep another ship from creeping up to the cloud.
    if offers.iter().all(|offer| game.is_forbidden(*offer)) {
        offers.extend(ships(creeping).map(|number| command(first_id.plus(number), false)));
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

/// The voyage a command means with the roll on the table, if it is one.
pub(crate) fn voyage_of(game: &Game, command: Command) -> Option<Voyage> {
    let (sea, waters) = (Sea::of(game.rules()), Waters::of(game));
    let ship = waters.ship_number(command.piece()).filter(|_| command.verb == SAIL_VERB)?;
    let whole = voyage(sea, waters, ship, waters.roll).ok()?;
    if is_short(command) { whole.stopped_short(waters) } else { Some(whole) }
}

fn sail(game: &mut Game) {
    let Some(command) = game.chosen_to(SAIL_VERB) else { return };
    let Some(mut v) = voyage_of(game, command) else { return };
    game.emit_with(|game| {
        let (waters, chart) = (Waters::of(game), &Sea::of(game.rules()).chart);
        let (from, to) = (waters.place(chart, v.from), waters.place(chart, v.to));
        Sailed { ship: command.piece(), from, to, pips: v.pips, stop: v.stop, berth: chart.berth_of(v.to) }
    });
    relocate(game, v.ship.into(), At::Spot(v.to));
    v.unpaid = cargo::is_unpaid(game, v);
    if v.unpaid {
        let port = Sea::of(game.rules()).chart.port_of(v.to);
        let others = barred_from(game, v.ship.into()) & !port.map_or(0, |port| 1 << port);
        bar(game, v.ship.into(), others);
    }
    set_voyage(game, Some(v));
}

//! stones: how many there are, and placing them (T-P1).

use super::events::Placed;
use super::figure::fields;
use super::stacks::{Landing, Stacks, place as put};
use super::{Ground, PLACE_VERB, draw};
use crate::sim::rule::Printed;
use crate::sim::{Command, Game, Phase, Step};
use serde::Deserialize;
use std::ops::RangeInclusive;

pub(crate) const PLACE: Step = Step::new("place", place).on(PLACE_VERB);

/// How many stones a player can have: two would be out at once.
pub(crate) const PER_PLAYER: RangeInclusive<u8> = 3..=12;

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    pub per_player: u8,
}

pub(crate) const RULE: Printed = Printed::new("stones", &[(Phase::Turn, PLACE)]).reading::<Settings>();

/// Every field that is not closed.
pub(crate) fn list(ground: &Ground, stacks: &Stacks, offers: &mut Vec<Command>) {
    let open = ground.figure.all() & !stacks.closed();
    for field in fields(open) {
        offers.push(Command::new(PLACE_VERB, [field.into(), 0, 0, 0]));
    }
}

fn place(game: &mut Game) {
    let Some(command) = game.chosen_to(PLACE_VERB) else { return };
    let player = game.turn().seat;
    let field = command.args()[0] as u8;
    let stacks = Stacks::of(game);
    let Some(next) = stacks.next_in_hand(player) else { return };
    let Landing { stone, field: on, level } = stacks.landing(next, field);
    game.emit(Placed { player, field: on, level, stone });
    put(game, player, next, field);
    draw::forget(game);
}

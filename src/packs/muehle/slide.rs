//! slide: moving an unblocked stone to a neighbouring field (T-P5).

use super::events::Slid;
use super::stacks::{Landing, Stacks, carry};
use super::{Ground, MOVE_VERB};
use crate::sim::rule::Printed;
use crate::sim::{Command, Game, Phase, Seat, Step};

pub(crate) const SLIDE: Step = Step::new("slide", slide).on(MOVE_VERB);

pub(crate) const RULE: Printed = Printed::new("slide", &[(Phase::Turn, SLIDE)]);

/// Every top stone of the seat to every neighbouring field that is not closed.
pub(crate) fn list(ground: &Ground, stacks: &Stacks, seat: Seat, offers: &mut Vec<Command>) {
    ground.ways.list(stacks.top(seat), stacks.closed(), offers);
}

fn slide(game: &mut Game) {
    let Some(command) = game.chosen_to(MOVE_VERB) else { return };
    let [from, to, ..] = command.args().map(|arg| arg as u8);
    let stacks = Stacks::of(game);
    let (left, Landing { stone, field, level }) = (stacks.field_id(from), stacks.landing(stacks.top_stone(from), to));
    game.emit(Slid { player: game.turn().seat, from: left, to: field, level, stone });
    carry(game, from, to);
}

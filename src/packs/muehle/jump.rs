//! jump: with few stones left a player may go anywhere (T-P6).

use super::events::Jumped;
use super::figure::fields;
use super::stacks::{Landing, Stacks, carry};
use super::{Ground, JUMP_VERB};
use crate::sim::rule::Printed;
use crate::sim::{Command, Game, Phase, Seat, Step};
use serde::Deserialize;

pub(crate) const JUMP: Step = Step::new("jump", jump).on(JUMP_VERB);

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    /// With so many stones left, or fewer; 0 is never.
    pub stones: u8,
}

pub(crate) const RULE: Printed = Printed::new("jump", &[(Phase::Turn, JUMP)]).reading::<Settings>().optional();

/// Whether a seat may jump.
pub(crate) fn may_jump(ground: &Ground, stacks: &Stacks, seat: Seat) -> bool {
    !stacks.places(seat) && ground.jump_with.is_some_and(|most| stacks.on_board(seat) <= most)
}

/// Every top stone of the seat to every open field that is no neighbour: those are ordinary moves.
pub(crate) fn list(ground: &Ground, stacks: &Stacks, seat: Seat, offers: &mut Vec<Command>) {
    if !may_jump(ground, stacks, seat) {
        return;
    }
    let open = ground.figure.all() & !stacks.closed();
    for from in fields(stacks.top(seat)) {
        for to in fields(open & !ground.figure.neighbours(from) & !(1 << from)) {
            offers.push(Command::new(JUMP_VERB, [from.into(), to.into(), 0, 0]));
        }
    }
}

fn jump(game: &mut Game) {
    let Some(command) = game.chosen_to(JUMP_VERB) else { return };
    let [from, to, ..] = command.args().map(|arg| arg as u8);
    let stacks = Stacks::of(game);
    let (left, Landing { stone, field, level }) = (stacks.field_id(from), stacks.landing(stacks.top_stone(from), to));
    game.emit(Jumped { player: game.turn().seat, from: left, to: field, level, stone, jump: true });
    carry(game, from, to);
}

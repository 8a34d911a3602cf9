//! adopt: who is down to two stones is out, and the taker gets them (T-P8).

use super::events::{Adopted, Eliminated};
use super::stacks::{ROBBED, Stacks, hand_over, leave, stones_of};
use crate::sim::event::Few;
use crate::sim::rule::Printed;
use crate::sim::{Game, Phase, Seat, Step};

pub(super) const ADOPT: Step = Step::new("adopt", adopt).when(ROBBED);

/// With so many stones left a player can close no mill and is out.
const TOO_FEW: u8 = 2;

pub(crate) const RULE: Printed = Printed::new("adopt", &[(Phase::Turn, ADOPT)]);

fn adopt(game: &mut Game) {
    let stacks = Stacks::of_mut(game);
    if let Some(loser) = stacks.robbed.take()
        && stacks.left(loser) <= TOO_FEW
    {
        change_owner(game, loser);
    }
}

#[cold]
fn change_owner(game: &mut Game, loser: Seat) {
    let player = game.turn().seat;
    game.emit(Eliminated { player: loser, by: player });
    leave(game, loser);
    let stones = Few::of(stones_of(game, loser));
    game.emit(Adopted { player, from: loser, stones });
    hand_over(game, loser, player);
}

//! finish: the last player left wins (T-P9); until then a move may have more stones to take.

use super::capture::CHOOSE_CAPTURE;
use super::stacks::{DUE, ROBBED, Stacks};
use crate::sim::rule::Printed;
use crate::sim::{Game, Phase, Step};

pub(super) const CHECK_WIN: Step = Step::new("check_win", check_win).when(DUE.and(ROBBED));

pub(crate) const RULE: Printed = Printed::new("finish", &[(Phase::Turn, CHECK_WIN)]);

fn check_win(game: &mut Game) {
    game.lower(ROBBED);
    let stacks = Stacks::of(game);
    if stacks.is_decided(game.turn().seats) {
        game.highest_wins("last_player");
    } else if stacks.due() > 0 {
        game.jump(CHOOSE_CAPTURE.name);
    }
}

//! finish: the last player left wins (T-P9); until then a move may have more stones to take.

use super::capture::CHOOSE_CAPTURE;
use super::stacks::{DUE, ROBBED, Stacks};
use crate::sim::rule::Printed;
use crate::sim::{Game, Phase, Seat, Step};

pub(super) const CHECK_WIN: Step = Step::new("check_win", check_win).when(DUE.and(ROBBED));

pub(crate) const RULE: Printed = Printed { id: "finish", steps: &[(Phase::Turn, CHECK_WIN)], settings: None, essential: true };

fn check_win(game: &mut Game) {
    game.lower(ROBBED);
    let stacks = Stacks::of(game);
    if let Some(winner) = stacks.last_in(game.turn().seats) {
        let totals = game.rules().pack.totals(game);
        game.finish("last_player", vec![winner], totals);
    } else if stacks.due() > 0 {
        game.jump(CHOOSE_CAPTURE.name);
    }
}

/// The seats still in the game.
pub(super) fn still_in(game: &Game) -> Vec<Seat> {
    (0..game.turn().seats).filter(|seat| !Stacks::of(game).is_out(*seat)).collect()
}

//! finish: the last player left wins (T-P9); until then a move may have more stones to take.

use super::capture::CHOOSE_CAPTURE;
use super::stacks::Stacks;
use crate::sim::plan::{Editor, PlanError};
use crate::sim::{Game, Phase, Rule, Seat, Step};

pub(super) const CHECK_WIN: Step = Step::new("check_win", check_win);

pub(super) struct Finish;

impl Rule for Finish {
    fn id(&self) -> &'static str {
        "finish"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.append(Phase::Turn, CHECK_WIN)
    }
    fn essential(&self) -> bool {
        true
    }
}

fn check_win(game: &mut Game) {
    let stacks = Stacks::of(game);
    if let Some(winner) = stacks.last_in(game.turn().seats) {
        let totals = totals(game);
        game.finish("last_player", vec![winner], totals);
    } else if stacks.due() > 0 {
        game.jump(CHOOSE_CAPTURE.name);
    }
}

/// A point for everyone still in the game: one for the winner, or one each for those who share a draw.
pub(super) fn totals(game: &Game) -> Vec<i64> {
    (0..game.turn().seats).map(|seat| i64::from(!Stacks::of(game).is_out(seat))).collect()
}

/// The seats still in the game.
pub(super) fn still_in(game: &Game) -> Vec<Seat> {
    (0..game.turn().seats).filter(|seat| !Stacks::of(game).is_out(*seat)).collect()
}

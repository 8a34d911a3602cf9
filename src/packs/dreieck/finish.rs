//! finish: when the game ends and who has won (D-P7, D-P8). A stack's unfitting tile goes under just before.

use super::components::{Passes, Store};
use super::put_under::PUT_UNDER;
use super::score::totals;
use super::tabletop::Tabletop;
use crate::sim::plan::{Editor, PlanError};
use crate::sim::{Game, Phase, Rule, Step};

pub const FINISH: Step = Step { name: "finish", run: finish };

pub struct Finish;

impl Rule for Finish {
    fn id(&self) -> &'static str {
        "finish"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.append(Phase::Turn, PUT_UNDER)?;
        plan.append(Phase::Turn, FINISH)
    }
    fn essential(&self) -> bool {
        true
    }
}

fn finish(game: &mut Game) {
    let top = Tabletop::of(game);
    let unlaid = |seat| game.get::<Store>(top.store_id(seat)).unlaid;
    if top.played.is_some() && (0..game.turn.seats).all(|seat| unlaid(seat) == 0) {
        best_wins(game, "all_laid");
    } else if game.get::<Passes>(top.pieces.table).in_a_row >= game.turn.seats {
        best_wins(game, "all_passed");
    }
}

/// Ends the game: the highest score wins, equal scores share the win.
fn best_wins(game: &mut Game, reason: &'static str) {
    let totals = totals(game);
    let best = totals.iter().max().copied().unwrap_or(0);
    let winners = (0..game.turn.seats).filter(|seat| totals[*seat as usize] == best).collect();
    game.finish(reason, winners, totals);
}

//! replay --review: how everyone's chances went, and the decisions a game turned on.

use super::say;
use crate::players::{REVIEW_THOUGHTS, Reviewer};
use crate::problem::Problems;
use crate::table::{Table, named};
use crate::words::{Message, figure, msg};

/// Lines that show how chances went.
const LINES: usize = 12;

/// Thinks about every decision that was made at a table and tells what came of it.
pub(super) fn review(table: &Table) -> Result<(), Problems> {
    let reviewer = Reviewer::new(REVIEW_THOUGHTS, table.decisions()).think_through();
    let (cast, pack) = (table.cast(), table.game().rules().pack);
    say(format!("\n{}", msg!("terminal.review.chances")))?;
    let moments = reviewer.moments();
    for moment in moments.iter().step_by(moments.len().div_ceil(LINES).max(1)) {
        let of = |(seat, chance): (u8, &f64)| {
            msg!("terminal.review.chance", player = pack.seat(seat), percent = figure(100.0 * chance, 0))
        };
        let all: Vec<Message> = (0..).zip(&moment.chances).map(of).collect();
        say(format!("  {}", named(cast, msg!("terminal.review.round", round = moment.round, all))))?;
    }
    let turns = reviewer.turning_points();
    if turns.is_empty() {
        return say(msg!("players.review.none")).map(|_| ());
    }
    say(format!("\n{}", msg!("players.review.turns")))?;
    for moment in turns {
        let game = reviewer.game(moment);
        let told = named(cast, moment.in_words(game, &|command| game.deed(command)));
        say(format!("  {}", msg!("terminal.review.decision", number = moment.number, told)))?;
    }
    Ok(())
}

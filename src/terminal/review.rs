//! replay --review: how everyone's chances went, and the decisions a game turned on.

use super::say;
use crate::players::{Advice, Moment, Reviewer, Weighed};
use crate::problem::Problems;
use crate::sim::{Command, Game};
use crate::table::trace::Trace;
use crate::table::{Until, named, replay};
use crate::variant::Library;
use crate::words::{Message, figure, msg};

/// How long each decision is thought about.
const THOUGHTS: u32 = 200;
/// Lines that show how chances went.
const LINES: usize = 12;

/// Plays a trace again, thinks about every decision and tells what came of it.
pub(super) fn review(trace: &Trace, library: &Library, commands: usize) -> Result<(), Problems> {
    let mut reviewer = Reviewer::new(THOUGHTS);
    let texts = trace.lines.iter().filter(|line| line.kind == "command").filter_map(|line| line.value["text"].as_str());
    for (number, text) in texts.take(commands).enumerate() {
        let replayed = replay(trace, library, Until::Commands(number))?;
        let game = replayed.table.game();
        if let Ok(command) = game.parse_command(text) {
            reviewer.see(game, command);
        }
    }
    let cast = trace.header.cast();
    say(format!("\n{}", msg!("terminal.review.chances")))?;
    let moments = reviewer.moments();
    for moment in moments.iter().step_by(moments.len().div_ceil(LINES).max(1)) {
        let of = |(seat, chance): (u8, &f64)| {
            msg!("terminal.review.chance", player = trace.header.pack.seat(seat), percent = figure(100.0 * chance, 0))
        };
        let all: Vec<Message> = (0..).zip(&moment.chances).map(of).collect();
        say(format!("  {}", named(&cast, msg!("terminal.review.round", round = moment.round, all))))?;
    }
    let turns = reviewer.turning_points();
    if turns.is_empty() {
        return say(msg!("terminal.review.none")).map(|_| ());
    }
    say(format!("\n{}", msg!("terminal.review.turns")))?;
    for moment in turns {
        let replayed = replay(trace, library, Until::Commands(moment.number - 1))?;
        say(format!("  {}", named(&cast, told(replayed.table.game(), moment))))?;
    }
    Ok(())
}

/// What was done, what would have been better, and why.
fn told(game: &Game, moment: &Moment) -> Message {
    let text = |command: Command| Message::verbatim(format!("`{}`", game.command_text(command)));
    let weighed = |command, share| Weighed { command, visits: 1, share };
    let advice = Advice { choices: vec![weighed(moment.best, moment.best_share), weighed(moment.done, moment.share)] };
    let percent = |share: f64| figure(100.0 * share, 0);
    msg!(
        "terminal.review.turn",
        number = moment.number,
        round = moment.round,
        player = game.rules().pack.seat(moment.seat),
        done = text(moment.done),
        before = percent(moment.best_share),
        after = percent(moment.share),
        advice = advice.in_words(game, &text),
    )
}

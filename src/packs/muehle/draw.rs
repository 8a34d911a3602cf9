//! draw: a position that comes back too often, or too long without a capture, ends the game undecided (T-P10).

use super::Ground;
use super::components::Memory;
use super::stacks::Stacks;
use super::turn::OFFER;
use crate::sim::plan::{Editor, PlanError};
use crate::sim::rule::{Printed, read};
use crate::sim::{Game, Id, Phase, Rule, Step};
use crate::words::{Message, msg};
use serde::Deserialize;

pub const REMEMBER: Step = Step::new("remember", remember);
pub const CHECK_DRAW: Step = Step::new("check_draw", check_draw);

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub repetitions: u8,
    pub quiet_moves: u16,
}

pub struct Draw;

impl Rule for Draw {
    fn printed(&self) -> &Printed {
        &Printed { id: "draw", steps: &[], settings: Some(read::<Settings>), essential: true }
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.before(OFFER, REMEMBER)?;
        plan.append(Phase::Turn, CHECK_DRAW)
    }
    fn consequence(&self, game: &Game) -> Option<Message> {
        let (so_far, most) = (quiet(game), Ground::of(game.rules()).draw.quiet_moves);
        (so_far + 1 >= most).then(|| msg!("muehle.reason.draw_is_near", n = so_far))
    }
}

fn memory(game: &mut Game, table: Id) -> &mut Memory {
    let table = game.entity(table);
    game.world_mut().query_one_mut::<&mut Memory>(table).expect("the table keeps its memory")
}

/// Moves since a stone was last taken.
pub fn quiet(game: &Game) -> u16 {
    let table = game.entity(Stacks::of(game).pieces.table);
    game.world().get::<&Memory>(table).map_or(0, |memory| memory.quiet)
}

/// Notes the position a player is to act in, where the end of the turn before has not done so already. With stones
/// in the player's hand it cannot come again.
fn remember(game: &mut Game) {
    let player = game.turn().seat;
    let stacks = Stacks::of_mut(game);
    if stacks.is_noted() || stacks.places(player) {
        return;
    }
    let (table, position) = (stacks.pieces.table, stacks.position(player));
    stacks.note(position);
    let memory = memory(game, table);
    if memory.seen.last() != Some(&position) {
        memory.seen.push(position);
    }
}

fn check_draw(game: &mut Game) {
    let settings = Ground::of(game.rules()).draw;
    let turn = game.turn();
    let stacks = Stacks::of_mut(game);
    let moved = std::mem::take(&mut stacks.moved);
    let next = stacks.next_in(turn.seat, turn.seats);
    if stacks.places(next) && !moved {
        return;
    }
    let (table, position) = (stacks.pieces.table, stacks.position(next));
    let maybe_seen = stacks.note(position);
    let memory = memory(game, table);
    memory.quiet += u16::from(moved);
    let before = if maybe_seen { memory.seen.iter().filter(|known| **known == position).count() } else { 0 };
    let comes_again = before + 1 >= usize::from(settings.repetitions);
    let too_quiet = memory.quiet >= settings.quiet_moves;
    memory.seen.push(position);
    if comes_again {
        game.highest_wins("repetition");
    } else if too_quiet {
        game.highest_wins("no_capture");
    }
}

/// Forgets what can never come again, because a stone has been placed.
pub fn forget(game: &mut Game) {
    let stacks = Stacks::of_mut(game);
    if stacks.forget() {
        let table = stacks.pieces.table;
        memory(game, table).seen.clear();
    }
}

/// Begins the count anew: at the start, and when a stone was taken.
pub fn begin(game: &mut Game, quiet: u16) {
    let stacks = Stacks::of_mut(game);
    stacks.forget();
    stacks.moved = false;
    let table = stacks.pieces.table;
    let memory = memory(game, table);
    memory.seen.clear();
    memory.quiet = quiet;
}

//! draw: a position that comes back too often, or too long without a capture, ends the game undecided (T-P10).

use super::Ground;
use super::components::Memory;
use super::finish::{still_in, totals};
use super::stacks::Stacks;
use super::turn::OFFER;
use crate::sim::plan::{Editor, PlanError};
use crate::sim::rule::{Section, read};
use crate::sim::{Game, Phase, Rule, Seat, Step};
use serde::Deserialize;

pub const REMEMBER: Step = Step { name: "remember", run: remember };
pub const CHECK_DRAW: Step = Step { name: "check_draw", run: check_draw };

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub repetitions: u8,
    pub quiet_moves: u16,
}

pub struct Draw;

impl Rule for Draw {
    fn id(&self) -> &'static str {
        "draw"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.before(OFFER, REMEMBER)?;
        plan.append(Phase::Turn, CHECK_DRAW)
    }
    fn settings(&self, section: &serde_json::Value) -> Result<Option<Section>, serde_json::Error> {
        read::<Settings>(section)
    }
    fn essential(&self) -> bool {
        true
    }
}

fn memory(game: &mut Game) -> &mut Memory {
    let table = game.entity(Stacks::of(game).pieces.table);
    game.world.query_one_mut::<&mut Memory>(table).expect("the table keeps its memory")
}

/// Moves since a stone was last taken.
pub fn quiet(game: &Game) -> u16 {
    let table = game.entity(Stacks::of(game).pieces.table);
    game.world.get::<&Memory>(table).map_or(0, |memory| memory.quiet)
}

/// Notes the position a player is to act in, where the end of the turn before has not done so already. With stones
/// in the player's hand it cannot come again.
fn remember(game: &mut Game) {
    let stacks = Stacks::of(game);
    if stacks.noted || stacks.in_hand(game.turn.seat) > 0 {
        return;
    }
    let position = stacks.position(game.turn.seat);
    note(game, position);
}

fn note(game: &mut Game, position: u128) {
    let memory = memory(game);
    if memory.seen.last() != Some(&position) {
        memory.seen.push(position);
    }
    let stacks = Stacks::of_mut(game);
    stacks.remembers = true;
    stacks.noted = true;
}

fn check_draw(game: &mut Game) {
    let settings = Ground::of(&game.rules).draw;
    let stacks = Stacks::of_mut(game);
    let moved = std::mem::take(&mut stacks.moved);
    let next = next_seat(game);
    let stacks = Stacks::of(game);
    if stacks.in_hand(next) > 0 && !moved {
        return;
    }
    let position = stacks.position(next);
    let memory = memory(game);
    memory.quiet += u16::from(moved);
    let before = memory.seen.iter().filter(|known| **known == position).count();
    if before + 1 >= usize::from(settings.repetitions) {
        share(game, "repetition");
    } else if memory.quiet >= settings.quiet_moves {
        share(game, "no_capture");
    } else {
        note(game, position);
    }
}

fn next_seat(game: &Game) -> Seat {
    let after = (1..=game.turn.seats).map(|steps| (game.turn.seat + steps) % game.turn.seats);
    after.into_iter().find(|seat| !Stacks::of(game).is_out(*seat)).unwrap_or(game.turn.seat)
}

fn share(game: &mut Game, reason: &'static str) {
    let (winners, totals) = (still_in(game), totals(game));
    game.finish(reason, winners, totals);
}

/// Forgets what can never come again, because a stone has been placed.
pub fn forget(game: &mut Game) {
    let stacks = Stacks::of_mut(game);
    stacks.noted = false;
    if std::mem::take(&mut stacks.remembers) {
        memory(game).seen.clear();
    }
}

/// Begins the count anew: at the start, and when a stone was taken.
pub fn begin(game: &mut Game, quiet: u16) {
    let stacks = Stacks::of_mut(game);
    stacks.remembers = true;
    stacks.moved = false;
    forget(game);
    memory(game).quiet = quiet;
}

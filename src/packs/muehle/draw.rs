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
    if stacks.is_noted() || stacks.in_hand(game.turn.seat) > 0 {
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
    Stacks::of_mut(game).note(position);
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
    let maybe_seen = stacks.may_have_seen(position);
    let memory = memory(game);
    memory.quiet += u16::from(moved);
    let before = if maybe_seen { memory.seen.iter().filter(|known| **known == position).count() } else { 0 };
    let comes_again = before + 1 >= usize::from(settings.repetitions);
    let too_quiet = memory.quiet >= settings.quiet_moves;
    memory.seen.push(position);
    Stacks::of_mut(game).note(position);
    if comes_again {
        share(game, "repetition");
    } else if too_quiet {
        share(game, "no_capture");
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
    if Stacks::of_mut(game).forget() {
        memory(game).seen.clear();
    }
}

/// Begins the count anew: at the start, and when a stone was taken.
pub fn begin(game: &mut Game, quiet: u16) {
    let stacks = Stacks::of_mut(game);
    stacks.forget();
    stacks.moved = false;
    let memory = memory(game);
    memory.seen.clear();
    memory.quiet = quiet;
}

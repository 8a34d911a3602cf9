//! draw: a position that comes back too often, or too long without a capture, ends the game undecided (T-P10).

use super::Ground;
use super::components::{Ledger, Seen};
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

fn seen(game: &mut Game) -> &mut Seen {
    let table = game.entity(Stacks::of(game).pieces.table);
    game.world.query_one_mut::<&mut Seen>(table).expect("the table keeps its memory")
}

/// Notes the position a player is to act in. With stones in the player's hand it cannot come again.
fn remember(game: &mut Game) {
    let stacks = Stacks::of(game);
    if stacks.in_hand(game.turn.seat) == 0 {
        let position = stacks.position(game.turn.seat);
        seen(game).0.push(position);
    }
}

fn check_draw(game: &mut Game) {
    let settings = Ground::of(&game.rules).draw;
    let stacks = Stacks::of(game);
    let position = stacks.position(next_seat(game));
    let (table, quiet) = (stacks.pieces.table, Ground::of(&game.rules).draw.quiet_moves);
    let before = seen(game).0.iter().filter(|known| **known == position).count();
    if before + 1 >= usize::from(settings.repetitions) {
        share(game, "repetition");
    } else if game.get::<Ledger>(table).quiet >= quiet {
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

/// What came before can never come again.
pub fn forget(game: &mut Game) {
    seen(game).0.clear();
}

/// One more move without a capture.
pub fn count_move(game: &mut Game) {
    let table = Stacks::of(game).pieces.table;
    let ledger: Ledger = game.get(table);
    game.set(table, Ledger { quiet: ledger.quiet.saturating_add(1), ..ledger });
}

/// A stone was taken.
pub fn end_quiet(game: &mut Game) {
    let table = Stacks::of(game).pieces.table;
    let ledger: Ledger = game.get(table);
    game.set(table, Ledger { quiet: 0, ..ledger });
}

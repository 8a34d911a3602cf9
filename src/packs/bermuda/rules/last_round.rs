//! `last_round`: the round is finished after someone reaches the goal.
//!
//! What changes: the goal no longer ends the game at once; everyone gets an equal number of turns, and then the
//! highest total wins. Why: fair to those who sit last. Steps: replaces `check_goal`, adds `end_last_round`.

use super::super::signals::MONEY;
use super::super::victory::{CHECK_GOAL, goal_reached, richest_wins};
use crate::sim::event::{Kind, events};
use crate::sim::plan::{Editor, PlanError};
use crate::sim::snapshot::{Part, part};
use crate::sim::{Effect, Event, Game, Phase, Rule, Seat, Step};

const NOTE_GOAL: Step = Step::new("note_goal", note_goal).when(MONEY);
const END_LAST_ROUND: Step = Step::new("end_last_round", end_last_round);
const NAME: &str = "last-round-bell";

/// Whether someone has reached the goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Bell(bool);

events! {
    /// Someone has reached the goal; the round is played to its end.
    LastRoundBegan = "last_round" { player: Seat }
}

pub(super) struct LastRound;

impl Rule for LastRound {
    fn id(&self) -> &'static str {
        "last_round"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.replace(CHECK_GOAL, NOTE_GOAL)?;
        plan.append(Phase::Round, END_LAST_ROUND)
    }
    fn parts(&self) -> &'static [Part] {
        const { &[part::<Bell>("bell")] }
    }
    fn furnish(&self, game: &mut Game) {
        if game.find(NAME).is_none() {
            game.spawn(NAME.to_owned(), (Bell(false),));
        }
    }
    fn deal(&self, game: &mut Game) {
        if let Some(bell) = game.find(NAME) {
            game.set(bell, Bell(false));
        }
    }
    /// The bell may have rung for a goal that is another by now; whoever has reached this one rings it again.
    fn join(&self, game: &mut Game) {
        self.furnish(game);
        self.deal(game);
    }
    fn events(&self) -> &'static [&'static Kind] {
        const { &[LastRoundBegan::kind()] }
    }
    fn sentence(&self, game: &Game, event: &Event) -> Option<String> {
        let e = LastRoundBegan::read(event)?;
        Some(format!("{} has reached the goal; the round is played to its end.", game.rules().pack.seat_name(e.player)))
    }
}

fn note_goal(game: &mut Game) {
    if !goal_reached(game) {
        return;
    }
    let Some(bell) = game.find(NAME) else { return };
    if !game.get::<Bell>(bell).0 {
        game.emit(LastRoundBegan { player: game.turn().seat });
        game.set(bell, Bell(true));
        game.effect(|_| Effect::Marked { piece: bell });
    }
}

fn end_last_round(game: &mut Game) {
    if game.find(NAME).is_some_and(|bell| game.get::<Bell>(bell).0) {
        richest_wins(game, "goal");
    }
}

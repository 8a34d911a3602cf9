//! turn: who is to act and what they may do (T-P1, T-P5, T-P7). The order of play itself is the table's.

use super::draw::CHECK_DRAW;
use super::stacks::Stacks;
use super::{Ground, jump, slide, stones};
use crate::sim::plan::{Editor, PlanError};
use crate::sim::rule::{Section, read};
use crate::sim::{Command, Game, Phase, Rule, Step};
use serde::Deserialize;
use std::ops::RangeInclusive;

pub(crate) const OFFER: Step = Step::new("offer", offer);

/// How many can play.
pub(crate) const PLAYERS: RangeInclusive<u8> = 2..=3;

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    pub players: u8,
}

pub(crate) struct Turn;

impl Rule for Turn {
    fn id(&self) -> &'static str {
        "turn"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.append(Phase::Turn, OFFER)
    }
    fn settings(&self, section: &serde_json::Value) -> Result<Option<Section>, serde_json::Error> {
        read::<Settings>(section)
    }
    fn essential(&self) -> bool {
        true
    }
}

fn offer(game: &mut Game) {
    game.offer(Some(CHECK_DRAW.name), list);
    if game.offers().is_empty() {
        game.pass();
    }
}

/// Placing while there are stones in hand, then moving, and jumping with few stones.
fn list(game: &Game, offers: &mut Vec<Command>) {
    let (ground, stacks, seat) = (Ground::of(game.rules()), Stacks::of(game), game.turn().seat);
    if stacks.places(seat) {
        stones::list(ground, stacks, offers);
    } else {
        slide::list(ground, stacks, seat, offers);
        jump::list(ground, stacks, seat, offers);
    }
}

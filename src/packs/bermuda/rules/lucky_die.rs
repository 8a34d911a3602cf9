//! `lucky_die`: roll twice, keep the better.
//!
//! What changes: every roll is thrown twice and the higher (or lower) throw counts. Why: a faster or a slower game
//! without touching the route. Steps: replaces `roll`.

use super::super::dice::{ROLL, show, throw};
use crate::sim::plan::{Editor, PlanError};
use crate::sim::rule::{Section, read};
use crate::sim::{Game, Rule, Step};
use serde::Deserialize;

const THROW_TWICE: Step = Step::new("throw_twice", throw_twice);

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    keep: Keep,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Keep {
    Higher,
    Lower,
}

pub(super) struct LuckyDie;

impl Rule for LuckyDie {
    fn id(&self) -> &'static str {
        "lucky_die"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.replace(ROLL, THROW_TWICE)
    }
    fn settings(&self, section: &serde_json::Value) -> Result<Option<Section>, serde_json::Error> {
        read::<Settings>(section)
    }
}

fn throw_twice(game: &mut Game) {
    let keep = game.rules().section::<Settings>().map_or(Keep::Higher, |s| s.keep);
    let (first, second) = (throw(game), throw(game));
    let second_counts = if keep == Keep::Higher { second.sum() > first.sum() } else { second.sum() < first.sum() };
    show(game, if second_counts { second } else { first });
}

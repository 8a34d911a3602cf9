//! hand: whether all of a player's tiles are open to choose from, or only the top of a face-down stack (D-M3).

use super::draw::DRAW;
use crate::sim::plan::{Editor, PlanError};
use crate::sim::rule::{Section, read};
use crate::sim::{Phase, Rule};
use serde::Deserialize;

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub mode: Mode,
    /// Whether a top tile that fits nowhere goes to the bottom of the stack.
    pub stack_rotate: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    Hand,
    Stack,
}

pub(crate) struct Hand;

impl Rule for Hand {
    fn id(&self) -> &'static str {
        "hand"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.append(Phase::Turn, DRAW)
    }
    fn settings(&self, section: &serde_json::Value) -> Result<Option<Section>, serde_json::Error> {
        read::<Settings>(section)
    }
    fn essential(&self) -> bool {
        true
    }
}

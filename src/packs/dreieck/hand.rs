//! hand: whether all of a player's tiles are open to choose from, or only the top of a face-down stack (D-M3).

use super::draw::DRAW;
use crate::sim::Phase;
use crate::sim::rule::Printed;
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

pub(crate) const RULE: Printed = Printed::new("hand", &[(Phase::Turn, DRAW)]).reading::<Settings>();

//! stack: how many stones a field holds (T-F4). It has no step: [`super::stacks`] knows which fields are closed.

use crate::sim::Rule;
use crate::sim::rule::{Section, read};
use serde::Deserialize;
use std::ops::RangeInclusive;

/// How high stacks can be allowed to grow.
pub(crate) const HEIGHTS: RangeInclusive<u8> = 1..=super::stacks::MOST_LEVELS as u8;

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    pub max: u8,
}

pub(crate) struct Stack;

impl Rule for Stack {
    fn id(&self) -> &'static str {
        "stack"
    }
    fn settings(&self, section: &serde_json::Value) -> Result<Option<Section>, serde_json::Error> {
        read::<Settings>(section)
    }
    fn essential(&self) -> bool {
        true
    }
}

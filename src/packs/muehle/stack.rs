//! stack: how many stones a field holds (T-F4). It has no step: [`super::stacks`] knows which fields are closed.

use crate::sim::rule::Printed;
use serde::Deserialize;
use std::ops::RangeInclusive;

/// How high stacks can be allowed to grow.
pub(crate) const HEIGHTS: RangeInclusive<u8> = 1..=super::stacks::MOST_LEVELS as u8;

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    pub max: u8,
}

pub(crate) const RULE: Printed = Printed::new("stack", &[]).reading::<Settings>();

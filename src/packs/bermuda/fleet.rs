//! fleet: how many ships a player has (B-S1). Those beyond the first stay in the box until a rule brings them in.

use super::board::PORTS;
use super::waters::MOST_FLEET;
use crate::sim::rule::Printed;
use serde::Deserialize;

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Ships that start in port, one in each.
    ships: u8,
    /// Ships that wait in the box.
    spare: u8,
}

impl Settings {
    /// Ships that start in port.
    pub fn ships(self) -> usize {
        usize::from(self.ships).clamp(1, PORTS)
    }

    /// All ships of a player.
    pub fn all(self) -> usize {
        (self.ships() + usize::from(self.spare)).min(MOST_FLEET)
    }
}

pub(crate) const RULE: Printed = Printed::new("fleet", &[]).reading::<Settings>();

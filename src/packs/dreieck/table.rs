//! table: the lattice the tiles lie on, without end or with an edge (D-M2).

use crate::sim::rule::Printed;
use serde::Deserialize;

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    /// From the middle of a six-sided table to its side; 0 for a table without end.
    pub radius: i16,
}

pub(crate) const RULE: Printed = Printed::new("table", &[]).reading::<Settings>();

//! table: the lattice the tiles lie on, without end or with an edge (D-M2).

use crate::sim::Rule;
use crate::sim::rule::{Section, read};
use serde::Deserialize;

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    /// From the middle of a six-sided table to its side; 0 for a table without end.
    pub radius: i16,
}

pub(crate) struct TableRule;

impl Rule for TableRule {
    fn id(&self) -> &'static str {
        "table"
    }
    fn settings(&self, section: &serde_json::Value) -> Result<Option<Section>, serde_json::Error> {
        read::<Settings>(section)
    }
    fn essential(&self) -> bool {
        true
    }
}

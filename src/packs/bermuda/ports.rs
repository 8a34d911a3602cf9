//! ports: how many ships a port takes (B-S1, B-M4 … B-M7). Docking itself happens as the ship sails in: the first free
//! berth clear of the cloud is its place, and a full port makes it wait outside.

use crate::sim::rule::Printed;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Debug, Clone, Deserialize)]
pub struct Settings {
    /// Ships by number of players.
    pub capacity: BTreeMap<String, u8>,
    pub per_player: u8,
    /// Ports with a capacity of their own.
    #[serde(flatten)]
    pub named: BTreeMap<String, Named>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    #[serde(default)]
    pub capacity: BTreeMap<String, u8>,
}

pub(crate) const RULE: Printed = Printed::new("ports", &[]).reading::<Settings>();

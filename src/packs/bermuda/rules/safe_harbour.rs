//! `safe_harbour`: ships in port are out of the cloud's reach.
//!
//! What changes: magnets do not catch and nothing pushes ships that lie in a berth. Why: for gentle evenings.
//! Steps: none of its own; it shelters berths from the sweep.

use super::super::waters::{shelter_in, spots};
use super::super::{HOME_DECK, Sea};
use crate::sim::rule::{Section, read};
use crate::sim::{Game, Rule};
use serde::Deserialize;

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    ports: Which,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Which {
    All,
    Home,
}

pub(super) struct SafeHarbour;

impl Rule for SafeHarbour {
    fn id(&self) -> &'static str {
        "safe_harbour"
    }
    fn settings(&self, section: &serde_json::Value) -> Result<Option<Section>, serde_json::Error> {
        read::<Settings>(section)
    }
    fn deal(&self, game: &mut Game) {
        shelter(game);
    }
    fn refit(&self, game: &mut Game) {
        shelter(game);
    }
}

fn shelter(game: &mut Game) {
    let which = game.rules().section::<Settings>().map_or(Which::All, |s| s.ports);
    let ports = Sea::of(game.rules()).chart.ports.iter();
    let safe = ports.filter(|port| which == Which::All || port.decks.iter().any(|deck| deck == HOME_DECK));
    let sheltered = safe.fold(0, |set, port| set | spots(port.berths.start, port.berths.end));
    shelter_in(game, sheltered);
}

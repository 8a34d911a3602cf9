//! `storm_season`: the cloud moves after every player.
//!
//! What changes: what happened once a round now happens after each turn. Why: for people who like it wild.
//! Steps: moves every step of the round into the turn.

use super::super::cloud::SPIN;
use crate::sim::Rule;
use crate::sim::plan::{Editor, PlanError};

pub(super) struct StormSeason;

impl Rule for StormSeason {
    fn id(&self) -> &'static str {
        "storm_season"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.needs(SPIN)?;
        plan.round_into_turn();
        Ok(())
    }
}

//! What if the rules changed now? Games played on from one position, once under each variant.

use super::run::Batch;
use crate::problem::Problems;
use crate::sim::Game;
use crate::variant::Variant;
use crate::variant::declare::Applies;
use crate::variant::propose::{Change, Proposal};
use std::sync::Arc;

/// A variant brought into a position.
pub struct Turned {
    pub batch: Batch,
    /// What differs from the rules the position was reached by.
    pub changes: Vec<Change>,
}

impl Turned {
    /// Differences that would only matter in a new game.
    pub fn too_late(&self) -> impl Iterator<Item = &Change> {
        self.changes.iter().filter(|change| change.applies == Applies::NextGame)
    }
}

/// The position under the rules it was reached by.
pub fn as_it_is(position: &Game, seats: Vec<String>, seed: u64, games: u64) -> Batch {
    let mut from = position.clone();
    from.stop_recording();
    Batch { rules: from.rules().clone(), seats, seed, games, from: Some(Arc::new(from)) }
}

/// The position with a variant's rules swapped in, as if its file had just been saved.
pub fn turned(base: &Batch, position: &Game, variant: &Variant) -> Result<Turned, Problems> {
    let proposal = Proposal::from_files(position, variant)?;
    let mut game = position.clone();
    game.stop_recording();
    if proposal.matters() {
        proposal.swap_into(&mut game);
    }
    let batch = Batch { rules: game.rules().clone(), from: Some(Arc::new(game)), ..base.clone() };
    Ok(Turned { batch, changes: proposal.changes })
}

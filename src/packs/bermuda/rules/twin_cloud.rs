//! `twin_cloud`: a second cloud prowls the sea.
//!
//! What changes: a second cloud with the same magnets obeys the same spins, travelling the opposite way if mirrored,
//! and returns to its own corner when lifted. Why: nowhere is safe. Steps: none of its own; the cloud's steps move
//! every cloud there is.

use super::super::Sea;
use super::super::board::Grid;
use super::super::cloud::{SPIN, furnish_cloud};
use super::super::components::Cloud;
use super::super::waters::{Waters, stand};
use crate::sim::plan::{Editor, PlanError};
use crate::sim::rule::{Printed, read};
use crate::sim::{Game, Rule};
use serde::Deserialize;

const NAME: &str = "twin_cloud";

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    start: Corner,
    /// Whether it travels the opposite way.
    mirrored: bool,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Corner {
    NorthWest,
    NorthEast,
    SouthWest,
    SouthEast,
}

impl Corner {
    fn dot(self, grid: &Grid) -> [i16; 2] {
        let (east, south) = (grid.columns - 1, grid.rows - 1);
        match self {
            Self::NorthWest => [0, 0],
            Self::NorthEast => [east, 0],
            Self::SouthWest => [0, south],
            Self::SouthEast => [east, south],
        }
    }
}

pub(super) struct TwinCloud;

impl Rule for TwinCloud {
    fn printed(&self) -> &Printed {
        &Printed { id: "twin_cloud", steps: &[], settings: Some(read::<Settings>), essential: false }
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.needs(SPIN)
    }
    fn picture(&self) -> &[&'static str] {
        &["cloud", "cloud"]
    }
    fn furnish(&self, game: &mut Game) {
        furnish_cloud(game, NAME);
    }
    fn deal(&self, game: &mut Game) {
        if let Some((number, home)) = twin(game) {
            stand(game, number, home);
        }
    }
    /// One that has been here before goes on from where it was, with the corner and the way it has now.
    fn join(&self, game: &mut Game) {
        let before: Option<Cloud> = game.find(NAME).map(|cloud| game.get(cloud));
        self.furnish(game);
        let Some((number, home)) = twin(game) else { return };
        let place = before.map_or(home, |cloud| Cloud { home: home.home, mirrored: home.mirrored, ..cloud });
        stand(game, number, place);
    }
}

/// Which cloud is the twin, and how it stands in its corner.
fn twin(game: &Game) -> Option<(usize, Cloud)> {
    let settings = *game.rules().section::<Settings>()?;
    let home = settings.start.dot(&Sea::of(game.rules()).chart.grid);
    let number = Waters::of(game).furniture.clouds.iter().position(|pieces| game.name(pieces.cloud) == NAME)?;
    Some((number, Cloud::at_home(home, settings.mirrored)))
}

//! cloud: every round ends with a spin that makes the cloud turn and travel and catch ships (B-S3, B-T4, B-K1 … B-K6).

pub mod geometry;
pub(crate) mod lifting;
pub mod peril;
pub(crate) mod pushing;
mod rotate;
pub(crate) mod settling;
pub mod spinner;
mod sweeping;
mod travel;

use super::Sea;
use super::components::{Cloud, Magnet};
use super::waters::{CloudPieces, Waters, recount, stand};
use crate::sim::rule::{Printed, read};
use crate::sim::{Game, Phase, Rule, Step};
use geometry::MagnetSettings;
use serde::Deserialize;
use std::sync::Arc;

pub const SPIN: Step = Step::new("spin", spinner::spin);
pub const ROTATE_CLOUD: Step = Step::new("rotate_cloud", rotate::rotate_cloud).made_of(&["sweeping", "pushing"]);
pub const TRAVEL_CLOUD: Step = Step::new("travel_cloud", travel::travel_cloud).made_of(&["sweeping", "pushing"]);

/// Magnets a cloud may have at most; that many are always furnished, so that a variant can change their number.
pub const MOST_MAGNETS: usize = 4;

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub same_letter: SameLetter,
    pub lift_on: LiftOn,
    pub magnets: Vec<MagnetSettings>,
    pub spinner: Vec<String>,
}

/// What the plate does when the letter at the notch comes up again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SameLetter {
    Stay,
    FullTurn,
}

/// When the cloud is lifted off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LiftOn {
    /// After a word segment.
    Word,
    /// Whenever the cloud has come to an outermost dot.
    Edge,
}

/// The number of a cloud from 1, as events name it where there is more than one.
fn which(game: &Game, number: usize) -> Option<u8> {
    (Waters::of(game).clouds() > 1).then_some(number as u8 + 1)
}

pub struct CloudRule;

impl Rule for CloudRule {
    fn printed(&self) -> &Printed {
        &Printed {
            id: "cloud",
            steps: &[(Phase::Round, SPIN), (Phase::Round, ROTATE_CLOUD), (Phase::Round, TRAVEL_CLOUD)],
            settings: Some(read::<Settings>),
            essential: false,
        }
    }
    fn furnish(&self, game: &mut Game) {
        furnish_cloud(game, "cloud");
    }
    fn deal(&self, game: &mut Game) {
        let home = Sea::of(game.rules()).chart.grid.center;
        stand(game, 0, Cloud::at_home(home, false));
    }
}

impl Cloud {
    /// A cloud standing on its home dot, letter A at the notch.
    pub fn at_home(home: [i16; 2], mirrored: bool) -> Self {
        Self { home, mirrored, column: home[0], row: home[1], letter: 0, aloft: false }
    }
}

/// Puts a cloud with its magnets on the table; one that is already there is taken up again.
pub fn furnish_cloud(game: &mut Game, name: &str) {
    let magnet_name = |index: usize| format!("{name}-magnet-{}", index + 1);
    let pieces = if let (Some(cloud), Some(first_magnet)) = (game.find(name), game.find(&magnet_name(0))) {
        CloudPieces { cloud, first_magnet }
    } else {
        let cloud = game.spawn(name.to_owned(), (Cloud::at_home([0, 0], false),));
        let magnets = (0..MOST_MAGNETS).map(|index| game.spawn(magnet_name(index), (Magnet { index: index as u8 },)));
        let magnets: Vec<_> = magnets.collect();
        CloudPieces { cloud, first_magnet: magnets[0] }
    };
    Arc::make_mut(&mut Waters::of_mut(game).furniture).clouds.push(pieces);
    recount(game);
}

//! Which scene shows a game: one made by hand for it, or else the one that is made from its pack's `show`.

use super::bermuda::BermudaScene;
use super::dreieck::DreieckScene;
use super::generic::GenericScene;
use super::scene::Scene;
use crate::sim::{Game, Pack};
use crate::table::COLOURS;

/// A scene made by hand.
struct HandMade {
    pack: &'static str,
    /// How many of the table's colours its pieces come in.
    colours: usize,
    scene: fn(&Game) -> Box<dyn Scene>,
}

static HAND_MADE: [HandMade; 2] = [
    HandMade { pack: "bermuda", colours: 4, scene: |game| Box::new(BermudaScene::new(game)) },
    HandMade { pack: "dreieck", colours: COLOURS.len(), scene: |game| Box::new(DreieckScene::new(game)) },
];

fn hand_made(pack: &dyn Pack) -> Option<&'static HandMade> {
    HAND_MADE.iter().find(|scene| scene.pack == pack.name())
}

/// Whether a game can be shown at all.
pub(super) fn is_shown(pack: &dyn Pack) -> bool {
    hand_made(pack).is_some() || pack.show().is_some()
}

/// How many of the table's colours its pieces come in.
pub(super) fn colours(pack: &dyn Pack) -> usize {
    hand_made(pack).map_or(COLOURS.len(), |scene| scene.colours)
}

/// The scene of a game, if it can be shown.
pub(super) fn scene(game: &Game) -> Option<Box<dyn Scene>> {
    let pack = game.rules().pack;
    match hand_made(pack) {
        Some(scene) => Some((scene.scene)(game)),
        None => Some(Box::new(GenericScene::new(pack.show()?, game))),
    }
}

//! The games that have a picture: the only place of the window that knows them by name.

use super::bermuda::BermudaScene;
use super::dreieck::DreieckScene;
use super::muehle::MuehleScene;
use super::scene::Scene;
use crate::sim::Game;
use crate::table::COLOURS;

/// A game as the start screen and the table need it.
pub(super) struct Shown {
    pub pack: &'static str,
    /// What the game is, in a line.
    pub tagline: &'static str,
    /// How many of the table's colours its pieces come in.
    pub colours: usize,
    pub scene: fn(&Game) -> Box<dyn Scene>,
}

static ALL: [Shown; 3] = [
    Shown {
        pack: "bermuda",
        tagline: "Merchant ships, four ports, and a magnetic cloud. 2 to 4 players.",
        colours: 4,
        scene: |game| Box::new(BermudaScene::new(game)),
    },
    Shown {
        pack: "muehle",
        tagline: "Morris on three triangles, with towers. 3 players, or 2.",
        colours: COLOURS.len(),
        scene: |game| Box::new(MuehleScene::new(game)),
    },
    Shown {
        pack: "dreieck",
        tagline: "Lay triangles, match corners, surround. 2 to 6 players.",
        colours: COLOURS.len(),
        scene: |game| Box::new(DreieckScene::new(game)),
    },
];

/// How a pack is shown, if it is.
pub(super) fn shown(pack: &str) -> Option<&'static Shown> {
    ALL.iter().find(|shown| shown.pack == pack)
}

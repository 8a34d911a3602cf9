//! How the game is looked at: seven points joined by lines. The window makes a board of wood and stones from it.

use crate::{At, Ground, Tsoro, stones};
use triangulum::sim::show::{Piece, Place, Show};
use triangulum::sim::{Game, Ruleset, Where};

impl Show for Tsoro {
    fn places(&self, rules: &Ruleset) -> Vec<Place> {
        let ground = rules.prepared::<Ground>();
        ground.points.iter().zip(&ground.at).map(|(name, at)| Place::disc("point", name, *at, 40.0)).collect()
    }

    fn pieces(&self, game: &Game) -> Vec<Piece> {
        let lies = |at, seat| if let At::On(point) = at { Where::On(point) } else { Where::With(seat) };
        stones(game).map(|(stone, seat, at)| Piece::owned("stone", stone, seat, lies(at, seat))).collect()
    }

    fn ways(&self, rules: &Ruleset) -> Vec<[usize; 2]> {
        let ends = |[a, b, c]: [triangulum::sim::Id; 3]| [[a.index(), b.index()], [b.index(), c.index()]];
        rules.prepared::<Ground>().lines.iter().flat_map(|line| ends(*line)).collect()
    }
}

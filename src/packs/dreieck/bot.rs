//! Triangle Takes by rule of thumb: take what can be taken, leave nothing one edge from being taken, close in on others.

use super::glance;
use super::lattice::Area;
use super::points;
use super::view::{score, table};
use super::{LAY_VERB, Tabletop};
use crate::sim::bot::by_doing;
use crate::sim::{Bot, Command, Game, Manner, Point, Seat};
use std::collections::BTreeSet;

/// What the last few open edges of an area say of its tiles, when its player is not the next to act.
const LOST: [f64; 5] = [0.0, 0.7, 0.16, 0.04, 0.01];
/// The same when its player can still mend it.
const MENDED: f64 = 0.4;
/// A tile that fits in one place only should be laid while it does.
pub(super) const AWKWARD: f64 = 0.3;

pub(super) struct Layer;

impl Bot for Layer {
    fn ratings(&self, game: &Game, trial: &mut Game) -> Vec<f64> {
        let mut ratings = by_doing(self, game, trial);
        for (rating, offer) in ratings.iter_mut().zip(game.offers()) {
            *rating += AWKWARD / f64::from(places(game, *offer));
        }
        ratings
    }

    /// What a seat has: its score, less what it may soon lose.
    fn value(&self, game: &Game, seat: Seat) -> f64 {
        let lattice = Tabletop::of(game).lattice();
        let mut value = score(game, seat) as f64;
        let mut seen = BTreeSet::new();
        let own = table(game).into_iter().filter(|tile| tile.owner == seat);
        for area in own.filter_map(|tile| lattice.area_at(tile.cell)) {
            if seen.insert(area) {
                value -= at_risk(lattice.area(area), game.deciding() == seat);
            }
        }
        value
    }

    fn glance(&self, game: &Game, ratings: &mut Vec<f64>) -> bool {
        glance::rate(game, ratings)
    }

    fn points(&self, game: &Game, offer: Command) -> Vec<Point> {
        points::of(game, offer)
    }

    fn manner(&self) -> Manner {
        Manner { playout: 0, decisive: 2.0, obvious: 0.7 }
    }
}

/// In how many ways the tile of an offer can be laid.
fn places(game: &Game, offer: Command) -> u32 {
    let of_tile = |other: &&Command| other.verb == LAY_VERB && other.piece() == offer.piece();
    game.offers().iter().filter(of_tile).count().max(1) as u32
}

fn at_risk(area: Area, can_mend: bool) -> f64 {
    f64::from(area.size) * lost(area.open) * if can_mend { MENDED } else { 1.0 }
}

/// What so many open edges say of an area's tiles.
pub(super) fn lost(open: u16) -> f64 {
    LOST.get(usize::from(open)).copied().unwrap_or(0.0)
}

//! pushing: cylinder and hanging ships push others aside (B-K7), and what they pushed is set down again (B-K8). When a push
//! happens is found in the sweep; here is where the ship goes.

use super::super::components::At;
use super::super::events::{Moment, Pushed, Pusher};
use super::super::waters::{Waters, relocate};
use super::geometry::Point;
use super::settling::SETTLE;
use super::sweeping::{GRAZE, Path, origin};
use crate::sim::rule::Printed;
use crate::sim::{Game, Phase};

pub(crate) const RULE: Printed = Printed::new("pushing", &[(Phase::Round, SETTLE)]).optional();

/// Pushes a ship off its place; it is adrift from now on.
pub(super) fn push(game: &mut Game, ship: usize, by: Pusher, at: Point, moment: impl Fn() -> Moment) {
    let (from, port) = origin(game, ship);
    game.emit_with(|game| Pushed { ship: Waters::of(game).ship_id(ship), by, at, from, moment: moment() });
    relocate(game, ship, At::Adrift { at, port });
}

/// Where a ship ends up that is pushed aside: square to the movement, just outside the ways that the parts take
/// which have pushed it, wherever that is nearest. While the plate turns, the cylinder's foot is in the way too.
pub(super) fn aside(path: Path, pushers: &[(Point, f64)], ship: Point, foot: f64) -> Point {
    match path {
        Path::Glide { along, .. } => {
            let abeam = Point { x: -along.y, y: along.x };
            let lanes = pushers.iter().map(|(start, touch)| (start.dot(abeam), *touch));
            along * ship.dot(along) + abeam * nearest_clear(&lanes, ship.dot(abeam), f64::NEG_INFINITY)
        }
        Path::Turn { .. } => {
            let lanes = pushers.iter().map(|(start, touch)| (start.length(), *touch)).chain([(0.0, foot)]);
            let distance = ship.length();
            let target = nearest_clear(&lanes, distance, 0.0);
            // A ship exactly under the centre has no side of its own; any will do, as long as it is always the same.
            if distance > 0.0 { ship * (target / distance) } else { Point { x: 0.0, y: target } }
        }
    }
}

/// The number nearest to `here`, but not below `least`, that lies in none of the lanes (middle and half width); of two
/// equally near ones the larger.
fn nearest_clear(lanes: &(impl Iterator<Item = (f64, f64)> + Clone), here: f64, least: f64) -> f64 {
    let is_clear = |place: f64| place >= least && lanes.clone().all(|(middle, half)| (place - middle).abs() > half);
    let edges = lanes.clone().flat_map(|(middle, half)| [middle + half + GRAZE, middle - half - GRAZE]);
    let nearest = edges.filter(|edge| is_clear(*edge)).map(|edge| ((edge - here).abs(), edge));
    let best = nearest.reduce(|best, next| if next.0 < best.0 || next.0 == best.0 && next.1 > best.1 { next } else { best });
    best.map_or(here, |(_, edge)| edge)
}

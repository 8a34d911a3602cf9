//! Where the cloud takes its ships: every space tinted by the ships caught on it, and a number for every leg.

use super::pieces::to_vec;
use crate::lab::Comparison;
use crate::packs::bermuda::board::Chart;
use crate::packs::bermuda::gauge::{CAUGHT_ON, lost_on};
use crate::window::heat::{HeatMap, Plate, spots};
use macroquad::prelude::{Vec2, vec2};

const LEGEND: &str = "Tints: where ships are caught. Numbers: ships lost in a game, by the leg they were caught on.";
const TINT: f32 = 21.0;
const LETTERS: f32 = 25.0;
/// Half the size of a plate, how far beside the route it stands, and the free space it likes around it.
const PLATE: Vec2 = vec2(74.0, 32.0);
const BESIDE: f32 = 24.0;
const CLEAR: f32 = 70.0;
/// The cloud begins here around the middle of the board.
const CLOUD: f32 = 200.0;

/// What was found under the last of the rules compared.
pub fn map(chart: &Chart, counted: &Comparison) -> HeatMap {
    let now = counted.tallies.last();
    let games = counted.games().max(1) as f64;
    let caught = now.into_iter().flat_map(|tally| tally.elements_of(CAUGHT_ON));
    let places = chart.spots.iter().zip(caught).map(|(at, (_, times))| (to_vec(*at), times as f64 / games));
    let (most, spots) = spots(places, TINT);
    HeatMap { legend: LEGEND, most, spots, plates: plates(chart, counted) }
}

fn plates(chart: &Chart, counted: &Comparison) -> Vec<Plate> {
    let changes = if counted.tallies.len() > 1 { counted.against_first(1) } else { Vec::new() };
    let plate = |leg: usize| {
        let key = lost_on(chart, leg);
        let now = counted.tallies.last()?;
        let value = now.summary(now.find(&key)?).mean;
        let change = counted.tallies[0].find(&key).and_then(|at| changes.get(at)).filter(|change| change.seen);
        Some(Plate { at: beside(chart, leg), value, unit: " lost", change: change.map(|change| change.mean), size: LETTERS })
    };
    (0..chart.legs.len()).filter_map(plate).collect()
}

/// Where a leg's plate has most room: beside the route, near the leg's middle, off lettering and not where the cloud begins.
fn beside(chart: &Chart, leg: usize) -> Vec2 {
    let spot = |spot: u8| to_vec(chart.spots[usize::from(spot)]);
    let all = chart.legs[leg].clone();
    let middle = f32::from(all.start + all.end - 1) / 2.0;
    let size = to_vec(chart.size);
    let spots: Vec<Vec2> = chart.spots.iter().map(|at| to_vec(*at)).collect();
    let drawn = drawn(chart);
    let mut best = (f32::NEG_INFINITY, spot(all.start));
    for space in all.clone() {
        let way = spot((space + 1).min(all.end - 1)) - spot(space.saturating_sub(1).max(all.start));
        for side in [way.perp().normalize_or_zero(), -way.perp().normalize_or_zero()] {
            let at = spot(space) + side * (side.abs().dot(PLATE) + BESIDE);
            let edge = at.x.min(at.y).min(size.x - at.x).min(size.y - at.y);
            let score = 2.0 * clearance(at, &spots).min(BESIDE)
                + clearance(at, &drawn).min(CLEAR)
                + 2.0 * edge.min(PLATE.x)
                + 0.3 * at.distance(size / 2.0).min(CLOUD)
                - 3.0 * (f32::from(space) - middle).abs();
            if score > best.0 {
                best = (score, at);
            }
        }
    }
    best.1
}

/// What the chart shows beside the route: a plate shall not hide it.
fn drawn(chart: &Chart) -> Vec<Vec2> {
    let scenery = &chart.scenery;
    let signs = scenery.cartouche.iter().chain(&scenery.compass).chain(&scenery.plates);
    signs.copied().chain(scenery.lettering.iter().map(|lettering| lettering.at)).map(to_vec).collect()
}

/// How far the nearest of some points is from a plate around a place.
fn clearance(at: Vec2, points: &[Vec2]) -> f32 {
    let outside = |point: &Vec2| ((*point - at).abs() - PLATE).max(Vec2::ZERO).length();
    points.iter().map(outside).fold(f32::INFINITY, f32::min)
}

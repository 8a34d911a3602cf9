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
const CLEAR: f32 = 60.0;
/// The cloud begins here around the middle of the board.
const CLOUD: f32 = 230.0;

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
    let is_own = |at: usize| all.contains(&(at as u8));
    let (own, foreign): (Vec<usize>, Vec<usize>) = (0..chart.spots.len()).partition(|at| is_own(*at));
    let places = |spots: Vec<usize>| spots.into_iter().map(|at| to_vec(chart.spots[at])).collect::<Vec<Vec2>>();
    let (own, foreign, drawn) = (places(own), places(foreign), drawn(chart));
    let mut best = (f32::NEG_INFINITY, spot(all.start));
    for space in all.clone() {
        let way = spot((space + 1).min(all.end - 1)) - spot(space.saturating_sub(1).max(all.start));
        let side = way.perp().normalize_or_zero();
        for side in [side, -side] {
            let at = spot(space) + side * (side.abs().dot(PLATE) + BESIDE);
            let edge = at.x.min(at.y * 2.0).min(size.x - at.x).min((size.y - at.y) * 2.0);
            let score = 2.0 * clearance(at, &own).min(BESIDE)
                + clearance(at, &foreign).min(CLEAR)
                + clearance(at, &drawn).min(BESIDE)
                + 2.0 * edge.min(PLATE.x + BESIDE)
                + 0.5 * at.distance(size / 2.0).min(CLOUD)
                - 4.0 * (f32::from(space) - middle).abs();
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
    let cartouche = scenery.cartouche.iter().flat_map(|at| [-60.0, 0.0, 60.0].map(|step| to_vec(*at) + vec2(step, 0.0)));
    let signs = scenery.compass.iter().chain(&scenery.plates).map(|at| to_vec(*at));
    let letters = scenery.lettering.iter().flat_map(|text| {
        let (half, way) = (0.25 * text.size * text.text.chars().count() as f64, text.angle.to_radians() as f32);
        [-1.0, -0.5, 0.0, 0.5, 1.0].map(|share| to_vec(text.at) + Vec2::from_angle(way) * (share * half) as f32)
    });
    cartouche.chain(signs).chain(letters).collect()
}

/// How far the nearest of some points is from a plate around a place.
fn clearance(at: Vec2, points: &[Vec2]) -> f32 {
    let outside = |point: &Vec2| ((*point - at).abs() - PLATE).max(Vec2::ZERO).length();
    points.iter().map(outside).fold(f32::INFINITY, f32::min)
}

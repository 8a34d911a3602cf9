//! Where the cloud takes its ships: every space tinted by the ships caught on it, and a number for every leg.

use super::pieces::to_vec;
use crate::packs::bermuda::board::Chart;
use crate::packs::bermuda::cloud::geometry::Point;
use crate::packs::bermuda::gauge::{CAUGHT_ON, lost_on};
use crate::window::heat::{HeatMap, Plate, spots};
use crate::window::laboratory::findings::Findings;
use macroquad::prelude::{Vec2, vec2};
use std::ops::Range;

const LEGEND: &str = "bermuda.window.heat.legend";
const TINT: f32 = 21.0;
const LETTERS: f32 = 25.0;
/// Half the size of a plate, how close to its leg it stands, and the free space it likes towards others.
const PLATE: Vec2 = vec2(74.0, 32.0);
const CLOSE: Range<f32> = 12.0..36.0;
const CLEAR: f32 = 60.0;
/// What is at least between two plates.
const APART: f32 = 16.0;
/// How finely places for plates are looked for.
const STEP: f32 = 20.0;
/// The cloud begins here around the middle of the board.
const CLOUD: f32 = 230.0;

/// What was found under the last of the rules compared.
pub(super) fn map(chart: &Chart, found: &Findings) -> HeatMap {
    let counted = &found.comparison;
    let now = counted.tallies.last();
    let games = counted.games().max(1) as f64;
    let caught = now.into_iter().flat_map(|tally| tally.elements_of(CAUGHT_ON));
    let places = chart.spots.iter().zip(caught).map(|(at, (_, times))| (to_vec(*at), times as f64 / games));
    let (most, spots) = spots(places, TINT);
    HeatMap { legend: LEGEND, most, spots, plates: plates(chart, found) }
}

fn plates(chart: &Chart, found: &Findings) -> Vec<Plate> {
    let counted = &found.comparison;
    let mut plates: Vec<Plate> = Vec::new();
    for leg in 0..chart.legs.len() {
        let key = lost_on(chart, leg);
        let Some(now) = counted.tallies.last() else { break };
        let Some(place) = now.find(&key) else { continue };
        let change = counted.tallies[0].find(&key).and_then(|at| found.differences.get(at)).filter(|change| change.seen);
        let others: Vec<Vec2> = plates.iter().map(|plate| plate.at).collect();
        plates.push(Plate {
            at: beside(chart, leg, &others),
            value: now.summary(place).mean,
            unit: "bermuda.window.heat.lost",
            change: change.map(|change| change.mean),
            size: LETTERS,
        });
    }
    plates
}

/// Where a leg's plate has most room: close to the route, near the leg's middle, off lettering and not where the cloud begins.
fn beside(chart: &Chart, leg: usize, others: &[Vec2]) -> Vec2 {
    let all = chart.legs[leg].clone();
    let (own, foreign): (Vec<usize>, Vec<usize>) = (0..chart.spots.len()).partition(|spot| all.contains(&(*spot as u8)));
    let places = |spots: Vec<usize>| spots.into_iter().map(|spot| to_vec(chart.spots[spot])).collect::<Vec<Vec2>>();
    let (own, foreign, drawn) = (places(own), places(foreign), drawn(chart));
    let (size, middle) = (to_vec(chart.size), own[own.len() / 2]);
    let mut best = (f32::NEG_INFINITY, middle);
    let is_free = |at: Vec2| others.iter().all(|other| (*other - at).abs().cmpgt(PLATE * 2.0 + APART).any());
    for at in lattice(size).filter(|at| CLOSE.contains(&clearance(*at, &own)) && is_free(*at)) {
        let score = clearance(at, &foreign).min(CLEAR)
            + 3.0 * clearance(at, &drawn).min(CLOSE.start)
            + 0.5 * at.distance(size / 2.0).min(CLOUD)
            - 0.1 * at.distance(middle);
        if score > best.0 {
            best = (score, at);
        }
    }
    best.1
}

/// Places all over the board where a whole plate fits.
fn lattice(size: Vec2) -> impl Iterator<Item = Vec2> {
    let least = PLATE + Vec2::splat(16.0);
    let count = ((size - least * 2.0) / STEP).max(Vec2::ZERO).as_uvec2();
    (0..=count.y).flat_map(move |row| (0..=count.x).map(move |column| least + vec2(column as f32, row as f32) * STEP))
}

/// What the chart shows beside the route: a plate shall not hide it.
fn drawn(chart: &Chart) -> Vec<Vec2> {
    let scenery = &chart.scenery;
    let around = |at: &Point, reach: Vec2| {
        let at = to_vec(*at);
        [-1.0, 0.0, 1.0].into_iter().flat_map(move |x| [-1.0, 0.0, 1.0].map(move |y| at + vec2(x, y) * reach))
    };
    let cartouche = scenery.cartouche.iter().flat_map(|at| around(at, vec2(75.0, 36.0)));
    let compass = scenery.compass.iter().flat_map(|at| around(at, Vec2::splat(36.0)));
    let ports = scenery.plates.iter().map(|at| to_vec(*at));
    let letters = scenery.lettering.iter().flat_map(|text| {
        let (half, way) = (0.25 * text.size * text.text.chars().count() as f64, text.angle.to_radians() as f32);
        [-1.0, -0.5, 0.0, 0.5, 1.0].map(|share| to_vec(text.at) + Vec2::from_angle(way) * (share * half) as f32)
    });
    cartouche.chain(compass).chain(ports).chain(letters).collect()
}

/// How far the nearest of some points is from a plate around a place.
fn clearance(at: Vec2, points: &[Vec2]) -> f32 {
    let outside = |point: &Vec2| ((*point - at).abs() - PLATE).max(Vec2::ZERO).length();
    points.iter().map(outside).fold(f32::INFINITY, f32::min)
}

//! What the lab counts on each place: a tint, and the number beside it.

use super::board::Board;
use crate::lab::Comparison;
use crate::lab::compare::RISK;
use crate::lab::interval::{holding, two_sided};
use crate::sim::show::Heat;
use crate::window::heat::{HeatMap, Plate, spots};
use macroquad::prelude::{Vec2, vec2};

/// Tints reach out from under a piece.
const TINT: f32 = 1.6;
/// Where the number stands, in radii: below the place, clear of its neighbours' pieces.
const BESIDE: Vec2 = vec2(-0.32, 1.43);
/// How large it is.
const LETTERS: f32 = 0.66;

/// What was found under the last of the rules compared.
pub(super) fn map(heat: Heat, board: &Board, counted: &Comparison) -> HeatMap {
    let games = counted.games().max(1) as f64;
    let counts: Vec<Vec<u64>> =
        counted.tallies.iter().map(|tally| tally.elements_of(heat.group).map(|(_, times)| times).collect()).collect();
    let now = counts.last().map_or(&[][..], Vec::as_slice);
    let radius = board.radius();
    let places = || board.places.iter().map(|(_, place)| Vec2::from(place.at)).zip(now);
    let (most, spots) = spots(places().map(|(at, times)| (at, *times as f64 / games)), TINT * radius);
    let changes = changes(&counts);
    let plate = |(number, (at, times)): (usize, (Vec2, &u64))| Plate {
        at: at + BESIDE * radius,
        value: *times as f64 / games,
        unit: "",
        change: changes.get(number).copied().flatten().map(|change| change / games),
        size: LETTERS * radius,
    };
    HeatMap { legend: heat.legend, most, spots, plates: places().enumerate().map(plate).collect() }
}

/// How much more was counted on each place, where that can hardly be luck when all are looked at together.
fn changes(counts: &[Vec<u64>]) -> Vec<Option<f64>> {
    let [before, after] = counts else { return Vec::new() };
    let pairs = || before.iter().zip(after).map(|(before, after)| (*before as f64, *after as f64));
    // Counts of rare things vary about as much as they are large.
    let p: Vec<f64> = pairs().map(|(before, after)| two_sided((after - before) / (before + after).max(1.0).sqrt())).collect();
    pairs().zip(holding(&p, RISK)).map(|((before, after), seen)| seen.then_some(after - before)).collect()
}

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
/// Where the number can stand, in radii, the best first: below the place, clear of its neighbours' pieces.
const BESIDE: [Vec2; 6] =
    [vec2(-0.32, 1.43), vec2(0.95, 1.43), vec2(-1.3, 1.43), vec2(0.0, -1.43), vec2(2.0, 0.0), vec2(-2.0, 0.0)];
/// Half of what a number and the name of a place take up together, in radii.
const CROWDED: Vec2 = vec2(1.45, 0.82);
/// The same for a number and a piece.
const COVERED: Vec2 = vec2(1.5, 0.95);
/// How large it is.
const LETTERS: f32 = 0.66;

/// What was found under the last of the rules compared. The names of places stand where the board has them.
pub(super) fn map(heat: Heat, board: &Board, names: &[Vec2], counted: &Comparison) -> HeatMap {
    let games = counted.games().max(1) as f64;
    let counts: Vec<Vec<u64>> =
        counted.tallies.iter().map(|tally| tally.elements_of(heat.group).map(|(_, times)| times).collect()).collect();
    let now = counts.last().map_or(&[][..], Vec::as_slice);
    let radius = board.radius();
    let places = || board.places.iter().map(|(_, place)| Vec2::from(place.at)).zip(now);
    let (most, spots) = spots(places().map(|(at, times)| (at, *times as f64 / games)), TINT * radius);
    let changes = changes(&counts);
    let plate = |(number, (at, times)): (usize, (Vec2, &u64))| Plate {
        at: beside(at, board, names),
        value: *times as f64 / games,
        unit: "",
        change: changes.get(number).copied().flatten().map(|change| change / games),
        size: LETTERS * radius,
    };
    HeatMap { legend: heat.legend, most, spots, plates: places().enumerate().map(plate).collect() }
}

/// The first place for a number that covers neither a name nor the piece of another place.
fn beside(at: Vec2, board: &Board, names: &[Vec2]) -> Vec2 {
    let radius = board.radius();
    let covers = |number: Vec2, other: Vec2, room: Vec2| (number - other).abs().cmplt(room * radius).all();
    let others = || board.places.iter().map(|(_, place)| Vec2::from(place.at)).filter(|other| *other != at);
    let is_free = |number: &Vec2| {
        !names.iter().any(|name| covers(*number, *name, CROWDED)) && !others().any(|other| covers(*number, other, COVERED))
    };
    BESIDE.iter().map(|way| at + *way * radius).find(is_free).unwrap_or(at + BESIDE[0] * radius)
}

/// How much more was counted on each place, where that can hardly be luck when all are looked at together.
fn changes(counts: &[Vec<u64>]) -> Vec<Option<f64>> {
    let [before, after] = counts else { return Vec::new() };
    let pairs = || before.iter().zip(after).map(|(before, after)| (*before as f64, *after as f64));
    // Counts of rare things vary about as much as they are large.
    let p: Vec<f64> = pairs().map(|(before, after)| two_sided((after - before) / (before + after).max(1.0).sqrt())).collect();
    pairs().zip(holding(&p, RISK)).map(|((before, after), seen)| seen.then_some(after - before)).collect()
}

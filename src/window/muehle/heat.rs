//! Where stones are taken: every field tinted by the stones taken from it, with the number beside it.

use super::MuehleScene;
use crate::lab::Comparison;
use crate::lab::compare::RISK;
use crate::lab::interval::{holding, two_sided};
use crate::packs::muehle::gauge::TAKEN_ON;
use crate::window::heat::{HeatMap, Plate, spots};
use macroquad::prelude::{Vec2, vec2};

const LEGEND: &str = "Tints and numbers: stones taken from each field in a game.";
/// Tints reach out from under a stone.
const TINT: f32 = 1.5;
/// Where the number stands, in stone radii: below the field, clear of its name on the right and of its neighbours' stones.
const BESIDE: Vec2 = vec2(-0.3, 1.35);
/// How large it is.
const LETTERS: f32 = 0.62;

/// What was found under the last of the rules compared.
pub(super) fn map(scene: &MuehleScene, counted: &Comparison) -> HeatMap {
    let games = counted.games().max(1) as f64;
    let taken: Vec<Vec<u64>> =
        counted.tallies.iter().map(|tally| tally.elements_of(TAKEN_ON).map(|(_, times)| times).collect()).collect();
    let now = taken.last().map_or(&[][..], Vec::as_slice);
    let radius = scene.radius();
    let places = (0..).zip(now).map(|(field, times)| (scene.field_at(field), *times as f64 / games));
    let (most, spots) = spots(places, TINT * radius);
    let changes = changes(&taken);
    let plate = |(field, times): (u8, &u64)| Plate {
        at: scene.field_at(field) + BESIDE * radius,
        value: *times as f64 / games,
        unit: "",
        change: changes.get(usize::from(field)).copied().flatten().map(|change| change / games),
        size: LETTERS * radius,
    };
    HeatMap { legend: LEGEND, most, spots, plates: (0..).zip(now).map(plate).collect() }
}

/// How many more stones were taken from each field, where that can hardly be luck when all fields are looked at together.
fn changes(taken: &[Vec<u64>]) -> Vec<Option<f64>> {
    let [before, after] = taken else { return Vec::new() };
    let pairs = || before.iter().zip(after).map(|(before, after)| (*before as f64, *after as f64));
    // Counts of rare things vary about as much as they are large.
    let p: Vec<f64> = pairs().map(|(before, after)| two_sided((after - before) / (before + after).max(1.0).sqrt())).collect();
    pairs().zip(holding(&p, RISK)).map(|((before, after), seen)| seen.then_some(after - before)).collect()
}

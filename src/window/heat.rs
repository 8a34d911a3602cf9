//! The lab's map on the board: tints where much happens, and plates with numbers. A scene says what is where; drawing it
//! is the same for every game.

use super::scene::View;
use super::theme;
use crate::lab::report::digits;
use egui::Color32;
use macroquad::prelude::{Color, Vec2, draw_circle, draw_rectangle, draw_rectangle_lines, vec2};

/// What was counted, place by place, in board units.
#[derive(Debug, Clone, PartialEq)]
pub struct HeatMap {
    /// What the tints and the numbers mean, by the id of the words.
    pub legend: &'static str,
    /// The count at the hottest place, per game.
    pub most: f64,
    pub spots: Vec<Spot>,
    pub plates: Vec<Plate>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Spot {
    pub at: Vec2,
    pub radius: f32,
    /// From 0 for nothing to 1 for the hottest place.
    pub heat: f32,
}

/// A number beside the board's places, and how it has changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Plate {
    pub at: Vec2,
    pub value: f64,
    /// The id of words for so many of what is counted, or nothing where there is no room for them.
    pub unit: &'static str,
    /// The change, where one was seen.
    pub change: Option<f64>,
    /// Height of the letters in board units.
    pub size: f32,
}

/// Letters are never smaller than this on the screen.
const SMALLEST: f32 = 11.0;
/// Discs laid over each other for one soft tint.
const RINGS: usize = 7;

/// Tints from a count for each place.
pub(super) fn spots(places: impl Iterator<Item = (Vec2, f64)>, radius: f32) -> (f64, Vec<Spot>) {
    let places: Vec<(Vec2, f64)> = places.collect();
    let most = places.iter().map(|(_, count)| *count).fold(0.0, f64::max);
    let heat = |count: f64| if most > 0.0 { (count / most) as f32 } else { 0.0 };
    (most, places.into_iter().map(|(at, count)| Spot { at, radius, heat: heat(count) }).collect())
}

/// From the yellow of a few to the red of many.
pub(super) fn colour(heat: f32) -> Color32 {
    let stops = [[250.0, 222.0, 120.0], [236.0, 140.0, 40.0], [170.0, 22.0, 22.0]];
    let along = heat.clamp(0.0, 1.0) * 2.0;
    let (first, share) = if along < 1.0 { (0, along) } else { (1, along - 1.0) };
    let mix = |part: usize| (stops[first][part] + (stops[first + 1][part] - stops[first][part]) * share) as u8;
    Color32::from_rgb(mix(0), mix(1), mix(2))
}

/// The tints, under pieces.
pub(super) fn draw_tints(view: &View<'_>) {
    for spot in view.heat.iter().flat_map(|map| &map.spots).filter(|spot| spot.heat > 0.0) {
        let at = view.at(spot.at);
        let base = theme::to_macroquad(colour(spot.heat));
        // Soft at the edge, so that neighbours run into each other.
        let alpha = (0.5 + 0.5 * spot.heat) * 0.24;
        for ring in 0..RINGS {
            let size = 1.3 - 0.8 * ring as f32 / (RINGS - 1) as f32;
            draw_circle(at.x, at.y, spot.radius * size * view.scale, Color { a: alpha, ..base });
        }
    }
}

/// The numbers, over everything.
pub(super) fn draw_plates(view: &View<'_>) {
    for plate in view.heat.iter().flat_map(|map| &map.plates) {
        draw_plate(plate, view);
    }
}

fn draw_plate(plate: &Plate, view: &View<'_>) {
    let size = (plate.size * view.scale).max(SMALLEST);
    let value = short(plate.value);
    let value = if plate.unit.is_empty() { value } else { crate::words::say!(plate.unit, n = value) };
    let change = plate.change.map(|change| (format!("{}{}", if change < 0.0 { "−" } else { "+" }, short(change.abs())), change));
    let widest = value.chars().count().max(change.as_ref().map_or(0, |(text, _)| text.chars().count()));
    let lines = if change.is_some() { 2.0 } else { 1.0 };
    let room = vec2(size * (0.56 * widest as f32 + 0.7), size * (1.08 * lines + 0.3));
    let at = view.at(plate.at);
    let corner = at - room / 2.0;
    draw_rectangle(corner.x, corner.y, room.x, room.y, Color { a: 0.93, ..theme::to_macroquad(theme::PAPER) });
    draw_rectangle_lines(corner.x, corner.y, room.x, room.y, 2.0, theme::to_macroquad(theme::PAPER_EDGE));
    let line = |number: f32| vec2(at.x, corner.y + size * (0.15 + 1.08 * (number + 0.5)));
    view.letters.centred(&value, line(0.0), size, "bold", theme::to_macroquad(theme::INK));
    if let Some((text, change)) = change {
        let ink = if change > 0.0 { theme::RED } else { theme::SEA };
        view.letters.centred(&text, line(1.0), size, "bold", theme::to_macroquad(ink));
    }
}

/// Two digits behind the point say enough on a board, and all numbers have as many.
fn short(value: f64) -> String {
    if value < 10.0 { crate::words::fixed(value, 2) } else { digits(value) }
}

//! What is already taken on the chart: so that small print keeps clear of spaces, plates and names.

use super::super::board::Chart;
use super::super::cloud::geometry::{Point, inside, unit};
use super::super::phrases;
use super::ink::at;

/// Taken places as discs; a line of words is a row of them.
pub(super) struct Room {
    discs: Vec<(Point, f64)>,
}

impl Room {
    /// Everything on the chart that must stay readable.
    pub(super) fn of(chart: &Chart) -> Self {
        let scenery = &chart.scenery;
        let mut room = Self { discs: Vec::new() };
        room.discs.extend(chart.spots.iter().map(|spot| (*spot, 19.0)));
        for (a, b) in chart.legs.iter().flat_map(|leg| leg.clone().zip(leg.clone().skip(1))) {
            room.discs.push(((chart.spots[a as usize] + chart.spots[b as usize]) * 0.5, 9.0));
        }
        room.discs.extend((0..chart.grid.dots()).map(|dot| (chart.grid.at_index(dot), 2.0)));
        for plate in &scenery.plates {
            room.discs.extend(row(*plate, 0.0, 92.0, 15.0));
        }
        room.discs.extend(scenery.cards.iter().flatten().map(|card| (*card, 28.0)));
        room.discs.extend(scenery.compass.map(|place| (place, 46.0)));
        if let Some(place) = scenery.cartouche {
            room.discs.extend([-20.0, 0.0, 20.0].into_iter().flat_map(|y| row(place + at(0.0, y), 0.0, 164.0, 20.0)));
        }
        for land in scenery.lands.iter().filter(|land| !land.name.is_empty()) {
            let size = if land.outline.len() > 60 { 20.0 } else { 9.0 };
            room.discs.extend(words(&land.name, land.label, land.label_angle, size));
        }
        for lettering in &scenery.lettering {
            room.discs.extend(words(&phrases::lettering(&lettering.text), lettering.at, lettering.angle, lettering.size));
        }
        room
    }

    pub(super) fn take(&mut self, place: Point, radius: f64) {
        self.discs.push((place, radius));
    }

    pub(super) fn is_free(&self, place: Point, radius: f64) -> bool {
        self.around(place) >= radius
    }

    /// How far a place is from everything that is taken.
    pub(super) fn around(&self, place: Point) -> f64 {
        self.discs.iter().map(|(disc, size)| disc.distance(place) - size).fold(f64::INFINITY, f64::min)
    }
}

/// The discs of a line of words standing on a baseline.
pub(super) fn words(text: &str, place: Point, angle: f64, size: f64) -> impl Iterator<Item = (Point, f64)> {
    let width = text.chars().count() as f64 * size * if size < 20.0 { 0.5 } else { 0.62 };
    let up = unit(angle) * (size * 0.3);
    row(place + up, angle, width, size * 0.5)
}

/// Discs in a row, `width` long over all.
fn row(centre: Point, angle: f64, width: f64, radius: f64) -> impl Iterator<Item = (Point, f64)> {
    let along = unit(angle + 90.0);
    let reach = (width / 2.0 - radius).max(0.0);
    let count = (reach / radius).ceil() as i32;
    (-count..=count).map(move |i| (centre + along * (reach * f64::from(i) / f64::from(count.max(1))), radius))
}

/// The distance to the nearest coast, or nothing on land.
pub(super) fn from_coast(chart: &Chart, place: Point) -> Option<f64> {
    let mut nearest = f64::INFINITY;
    for land in &chart.scenery.lands {
        if inside(&land.outline, place) {
            return None;
        }
        nearest = land.outline.iter().fold(nearest, |nearest, p| nearest.min(p.distance(place)));
    }
    Some(nearest)
}

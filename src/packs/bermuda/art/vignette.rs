//! An old ship under sail, drawn where the chart has most room to spare.

use super::super::board::Chart;
use super::super::cloud::geometry::Point;
use super::ink::at;
use super::room::{Room, from_coast};
use crate::built_in::drawing;

/// The room the drawing needs around its middle.
const REACH: f64 = 36.0;

/// The place at sea with most room around it, if there is enough.
pub(super) fn place(chart: &Chart, room: &Room) -> Option<Point> {
    let [columns, rows] = [chart.size.x, chart.size.y].map(|side| (side / 10.0).clamp(0.0, 300.0) as u32);
    let lattice = (0..columns * rows).map(|cell| at(f64::from(cell % columns), f64::from(cell / columns)) * 10.0);
    let spare = |p: Point| {
        let far = chart.size - p;
        let spare = (p.x.min(p.y).min(far.x).min(far.y) - 20.0).min(room.around(p));
        // Coasts are long to ask; most places are ruled out before.
        if spare < REACH { 0.0 } else { from_coast(chart, p).map_or(0.0, |coast| spare.min(coast - 24.0)) }
    };
    lattice.map(|p| (spare(p), p)).filter(|(spare, _)| *spare >= REACH).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, p)| p)
}

pub(super) fn vignette(place: Point) -> String {
    let ship = drawing("bermuda/ship").unwrap_or_default();
    format!(r#"<g transform="translate({:.1} {:.1})">{ship}</g>"#, place.x, place.y)
}

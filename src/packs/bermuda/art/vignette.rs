//! An old ship under sail, drawn where the chart has most room to spare.

use super::super::board::Chart;
use super::super::cloud::geometry::Point;
use super::ink::{SEA_INK, at, path};
use super::room::{Room, from_coast};

/// The room the drawing needs around its middle.
const REACH: f64 = 36.0;
const FAINT: &str = "#6b7a78";
const SAIL: &str = "#e6ede4";

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
    let line = |width: f64| format!(r#"fill="none" stroke="{FAINT}" stroke-width="{width}" stroke-linecap="round""#);
    let mut svg = path("M-11 14V-19M1 14V-29M13 14V-20", &line(0.9));
    svg += &path("M22 12L33 6M-13 -19L-24 12M1 -28L13 -19M13 -20L33 6", &line(0.4));
    svg += &path("M14 -17Q21 -6 31 5Q22 3 16 6Z", &sailcloth());
    for (mast, top, width, height) in SAILS {
        svg += &path(&sail(mast, top, width, height), &sailcloth());
    }
    svg += &path("M1 -29Q-3 -31 -7 -28.6Q-4 -28.4 1 -26.6Z", r##"fill="#b0645c""##);
    let hull = "M-25 8C-23 15 -20 20 -14 22H14C19 20 22 16 24 11L17 12.6H-15L-18 7.4Z";
    svg += &path(hull, &format!(r##"fill="#b9a684" stroke="{FAINT}" stroke-width=".8" stroke-linejoin="round""##));
    svg += &path("M-19.6 16.4H20M-12 14.4h1.6M-6 14.4h1.6M0 14.4h1.6M6 14.4h1.6M12 14.4h1.6", &line(0.6));
    let swell = "M-33 23Q-29 20.4 -25 23T-17 23T-9 23T-1 23T7 23T15 23T23 23T31 23M-25 26.6Q-21 24.4 -17 26.6T-9 26.6T-1 26.6T7 26.6T15 26.6";
    svg += &path(swell, &format!(r#"fill="none" stroke="{SEA_INK}" stroke-width=".8" stroke-linecap="round""#));
    format!(r#"<g transform="translate({:.1} {:.1})">{svg}</g>"#, place.x, place.y)
}

/// Mast, height, width and depth of every square sail.
const SAILS: [(f64, f64, f64, f64); 7] = [
    (-11.0, -18.0, 8.0, 8.0),
    (-11.0, -9.0, 11.0, 13.0),
    (1.0, -27.0, 8.0, 7.0),
    (1.0, -19.0, 12.0, 10.0),
    (1.0, -8.0, 15.0, 14.0),
    (13.0, -18.0, 8.0, 8.0),
    (13.0, -9.0, 11.0, 13.0),
];

fn sailcloth() -> String {
    format!(r#"fill="{SAIL}" stroke="{FAINT}" stroke-width=".6" stroke-linejoin="round""#)
}

/// A square sail, filled by a wind from the left.
fn sail(mast: f64, top: f64, width: f64, height: f64) -> String {
    let (left, right, foot) = (mast - width / 2.0, mast + width / 2.0, top + height);
    let (lower_left, lower_right, belly) = (left - 1.2, right + 1.2, top + height * 0.55);
    format!(
        "M{left} {top}H{right}Q{:.1} {belly:.1} {lower_right:.1} {foot}Q{mast} {:.1} {lower_left:.1} {foot}Q{:.1} {belly:.1} {left} {top}Z",
        right + 3.4,
        foot - 3.0,
        left + 2.6
    )
}

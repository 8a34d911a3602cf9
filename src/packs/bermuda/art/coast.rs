//! Lands: water-lining outside the coast, soft shading inside it, and their names.

use super::super::board::{Chart, Land};
use super::super::cloud::geometry::{Point, inside};
use super::super::phrases;
use super::ink::{COAST, INK, LAND, ROMAN, Words, at, closed_curve, direction, path, polygon};

/// Bands of shallower water with a fine line along every coast, widest first: width, tint, weight of the line.
const BANDS: [(f64, &str, f64); 3] = [(44.0, "#cfe5e0", 0.0), (20.0, "#d8ebe4", 0.4), (8.0, "#e4f2e9", 0.6)];
/// The tints inside the coast: how far in, and the colour from there on.
const SHADES: [(f64, &str); 3] = [(3.0, "#e9d2a0"), (7.0, "#eedaae"), (12.0, LAND)];
/// Lands with more points than this are great lands; the others are islets.
const GREAT: usize = 26;
/// How finely outlines are followed.
const STEP: f64 = 9.0;

/// The halo around all lands; banks are drawn before it. Islets have no room for the widest band.
pub(super) fn shallows(chart: &Chart) -> String {
    let outlines = |great: bool| {
        chart
            .scenery
            .lands
            .iter()
            .filter(|l| (l.outline.len() > GREAT) == great)
            .map(|l| closed_curve(&l.outline))
            .collect::<String>()
    };
    let mut svg = format!(r#"<defs><path id="great" d="{}"/><path id="islets" d="{}"/></defs>"#, outlines(true), outlines(false));
    for (width, tint, line) in BANDS {
        let stroke = |id: &str, width: f64, colour: &str| {
            format!(r##"<use href="#{id}" fill="none" stroke="{colour}" stroke-width="{width:.2}" stroke-linejoin="round"/>"##)
        };
        let rings = if line > 0.0 { &[("great", 1.0), ("islets", 0.7)][..] } else { &[("great", 1.0)] };
        for (id, scale) in rings.iter().filter(|_| line > 0.0) {
            svg += &stroke(id, width * scale + 2.0 * line, "#86b3b1");
        }
        for (id, scale) in rings {
            svg += &stroke(id, width * scale, tint);
        }
    }
    svg
}

pub(super) fn lands(chart: &Chart) -> String {
    let coast = format!(r##"fill="#dfc28b" stroke="{COAST}" stroke-width="1.1" stroke-linejoin="round""##);
    let mut svg = format!(r##"<use href="#islets" {coast}/><use href="#great" {coast}/>"##);
    for (depth, colour) in SHADES {
        let shade = |land: &Land| inset(&land.outline, depth).iter().map(|points| polygon(points)).collect::<String>();
        svg += &path(&chart.scenery.lands.iter().map(shade).collect::<String>(), &format!(r#"fill="{colour}""#));
    }
    svg
}

/// The outline drawn in by so much. Where the land is too narrow for that it falls into several loops.
fn inset(outline: &[Point], depth: f64) -> Vec<Vec<Point>> {
    let outline = &stepped(outline)[..];
    let count = outline.len();
    let corner = |i: usize| {
        let (before, here, after) = (outline[(i + count - 1) % count], outline[i], outline[(i + 1) % count]);
        let both = direction(here - before) + direction(after - here);
        // At a corner the shift is longer, so that both sides move in by the same depth.
        let along = direction(both) * (2.0 / both.length().max(0.8));
        [at(-along.y, along.x), at(along.y, -along.x)].map(|inwards| here + inwards * depth)
    };
    let kept = |p: &Point| inside(outline, *p) && coast_distance(outline, *p) > depth * 0.93;
    let mut loops: Vec<Vec<Point>> = Vec::new();
    for point in (0..count).flat_map(corner).filter(kept) {
        let gap = |l: &&mut Vec<Point>| l.last().map_or(f64::INFINITY, |last| last.distance(point));
        match loops.iter_mut().min_by(|a, b| gap(a).total_cmp(&gap(b))).filter(|l| gap(l) < 5.0 * STEP) {
            Some(nearest) => nearest.push(point),
            None => loops.push(vec![point]),
        }
    }
    loops.retain(|l| l.len() > 4);
    loops
}

/// The outline with no two points further apart than a step.
fn stepped(outline: &[Point]) -> Vec<Point> {
    let mut points = Vec::new();
    for (i, from) in outline.iter().enumerate() {
        let to = outline[(i + 1) % outline.len()];
        let parts = (from.distance(to) / STEP).ceil().clamp(1.0, 200.0) as i32;
        points.extend((0..parts).map(|part| *from + (to - *from) * (f64::from(part) / f64::from(parts))));
    }
    points
}

/// The least distance from a point to any stretch of an outline.
fn coast_distance(outline: &[Point], p: Point) -> f64 {
    let stretch = |i: usize| {
        let (from, to) = (outline[i], outline[(i + 1) % outline.len()]);
        let way = to - from;
        let share = ((p - from).dot(way) / way.dot(way).max(1e-9)).clamp(0.0, 1.0);
        p.distance(from + way * share)
    };
    (0..outline.len()).map(stretch).fold(f64::INFINITY, f64::min)
}

pub(super) fn names(chart: &Chart) -> String {
    let mut svg = String::new();
    for land in chart.scenery.lands.iter().filter(|land| !land.name.is_empty()) {
        let great = land.outline.len() > 60;
        let (size, spacing) = if great { (15.5, 3.2) } else { (8.6, 0.35) };
        let name = phrases::lettering(&land.name);
        let text = if great { name.to_uppercase() } else { name };
        let style = format!(r#"fill="{INK}" letter-spacing="{spacing}""#);
        // Spacing also follows the last letter: half of it moves the name back to its middle.
        let place = land.label + at(spacing / 2.0, 0.0);
        svg += &Words { text: &text, at: place, angle: land.label_angle, size, family: ROMAN, style: &style }.draw();
    }
    svg
}

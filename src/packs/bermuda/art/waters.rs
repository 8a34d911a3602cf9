//! The sea of the chart: tints, banks, depth contours, graticule, soundings, names of waters, and the cloud's dots.

use super::super::board::{Chart, Lettering, Shoal};
use super::super::cloud::geometry::{Point, inside, unit};
use super::super::phrases;
use super::border::{DEGREE, meridians, parallels};
use super::ink::{ITALIC, PLAIN, SEA, SEA_INK, Words, at, circle, closed_curve, curve, escaped, path};
use super::room::{Room, from_coast};

pub(super) fn floor(chart: &Chart) -> String {
    let Point { x: width, y: height } = chart.size;
    format!(r#"<rect width="{width}" height="{height}" fill="{SEA}"/>"#)
}

fn is_closed(shoal: &Shoal) -> bool {
    shoal.outline.len() > 3 && shoal.outline.first() == shoal.outline.last()
}

fn is_deep(shoal: &Shoal) -> bool {
    shoal.name.ends_with("Deep")
}

/// Deeps are a shade darker, banks pale with a dotted edge, and open contours fine broken lines.
pub(super) fn shoals(chart: &Chart) -> String {
    let draw = |shoal: &Shoal| match (is_closed(shoal), is_deep(shoal)) {
        (true, true) => path(&closed_curve(&shoal.outline[1..]), r##"fill="#5d9fa8" fill-opacity=".16""##),
        (true, false) => path(
            &closed_curve(&shoal.outline[1..]),
            r##"fill="#d9ece3" stroke="#6d9f9a" stroke-width=".8" stroke-dasharray=".1 2.4" stroke-linecap="round""##,
        ),
        _ => path(&curve(&shoal.outline), r##"fill="none" stroke="#74a9aa" stroke-width=".7" stroke-dasharray="7 2 1.2 2""##),
    };
    chart.scenery.shoals.iter().map(draw).collect()
}

pub(super) fn graticule(chart: &Chart) -> String {
    let Point { x: width, y: height } = chart.size;
    let style = format!(r#"stroke="{SEA_INK}" stroke-opacity=".32" stroke-width=".5""#);
    let down = meridians(chart).map(|(x, _)| path(&format!("M{x} 0V{height}"), &style));
    let across = parallels(chart).map(|(y, _)| path(&format!("M0 {y}H{width}"), &style));
    down.chain(across).collect()
}

/// Sparse depths in fathoms: deeper with the distance from the coast, shallow on the banks.
pub(super) fn soundings(chart: &Chart, room: &mut Room) -> String {
    let mut svg = String::new();
    let [columns, rows] = [chart.size.x, chart.size.y].map(|side| (side / DEGREE).clamp(0.0, 60.0) as u32);
    for cell in 0..columns * rows {
        let chance = scattered(cell);
        let jitter = at(f64::from(chance % 37), f64::from(chance / 37 % 37));
        let place = at(f64::from(cell % columns), f64::from(cell / columns)) * DEGREE + at(6.0, 6.0) + jitter;
        let on_contour = chart.scenery.shoals.iter().flat_map(|s| &s.outline).any(|p| p.distance(place) < 11.0);
        if on_contour || !is_on_chart(chart, place) || !room.is_free(place + at(0.0, -2.0), 8.0) {
            continue;
        }
        if let Some(fathoms) = depth(chart, place, chance) {
            room.take(place, 26.0);
            let style = format!(r#"fill="{SEA_INK}" fill-opacity=".62""#);
            svg += &Words { text: &fathoms.to_string(), at: place, angle: 0.0, size: 7.2, family: ITALIC, style: &style }.draw();
        }
    }
    svg
}

fn is_on_chart(chart: &Chart, place: Point) -> bool {
    let (margin, far) = (22.0, chart.size - place);
    place.x.min(place.y).min(far.x).min(far.y) > margin
}

/// Nothing on land and close to the coast.
fn depth(chart: &Chart, place: Point, chance: u32) -> Option<u32> {
    let coast = from_coast(chart, place).filter(|coast| *coast > 12.0)?.min(200.0);
    let bank = chart.scenery.shoals.iter().any(|s| is_closed(s) && !is_deep(s) && inside(&s.outline, place));
    let slope = (coast * coast * 0.16).min(1800.0) as u32 + 14;
    Some(if bank { 2 + chance % 7 } else { slope + chance % (20 + coast as u32 * 2) })
}

/// A number that looks thrown, the same every time.
fn scattered(cell: u32) -> u32 {
    let mixed = cell.wrapping_add(17).wrapping_mul(2_654_435_761);
    (mixed ^ mixed >> 15).wrapping_mul(2_246_822_519) >> 9
}

pub(super) fn lettering(chart: &Chart) -> String {
    chart.scenery.lettering.iter().enumerate().map(|(number, words)| name_of_water(number, words)).collect()
}

/// Great waters are lettered along a slight swell, small ones straight.
fn name_of_water(number: usize, words: &Lettering) -> String {
    let text = phrases::lettering(&words.text);
    let spacing = words.size * if words.size >= 20.0 { 0.14 } else { 0.05 };
    let style = format!(r#"fill="{SEA_INK}" letter-spacing="{spacing:.2}""#);
    if words.size < 20.0 {
        let Lettering { at, size, angle, .. } = words;
        return Words { text: &text, at: *at, angle: *angle, size: *size, family: ITALIC, style: &style }.draw();
    }
    let along = unit(words.angle + 90.0);
    let up = unit(words.angle);
    let half = text.chars().count() as f64 * words.size * 0.36;
    let (from, to) = (words.at - along * half, words.at + along * half);
    let (rise, fall) =
        (words.at - along * (half * 0.4) + up * (words.size * 0.3), words.at + along * (half * 0.4) - up * (words.size * 0.3));
    let d =
        format!("M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}", from.x, from.y, rise.x, rise.y, fall.x, fall.y, to.x, to.y);
    format!(
        r##"<path id="swell{number}" d="{d}" fill="none"/><text font-family="{ITALIC}" font-style="italic" font-size="{}" text-anchor="middle" {style}><textPath href="#swell{number}" startOffset="50%">{}</textPath></text>"##,
        words.size,
        escaped(&text)
    )
}

/// The dots the cloud can stand on, and the red circle.
pub(super) fn grid(chart: &Chart) -> String {
    let grid = &chart.grid;
    let dots: String = (0..grid.dots()).map(|dot| circle(grid.at_index(dot), 1.7, "")).collect();
    let centre = grid.at(grid.center[0], grid.center[1]);
    let mut svg = format!(r##"<g fill="#2f6268" fill-opacity=".85">{dots}</g>"##);
    svg += &circle(centre, 8.5, r##"fill="#fff" fill-opacity=".45" stroke="#b8322a" stroke-width="2.2""##);
    svg += &circle(centre, 1.7, r##"fill="#b8322a""##);
    svg
}

/// Figures of the border and the cartouche.
pub(super) fn small_print(text: &str, place: Point, angle: f64, size: f64) -> String {
    Words { text, at: place, angle, size, family: PLAIN, style: r##"fill="#43372b""## }.draw()
}

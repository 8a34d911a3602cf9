//! The chart's border: a neat line, a scale of degrees in black and white, and the figures of the graticule.

use super::super::board::Chart;
use super::super::cloud::geometry::Point;
use super::super::cloud::spinner::Direction;
use super::super::phrases::direction;
use super::ink::{INK, PAPER, at, path};
use super::waters::small_print;

/// Chart units to a degree.
pub(super) const DEGREE: f64 = 50.0;
/// Width of the border.
pub(super) const BORDER: f64 = 14.0;
/// The meridian and the parallel in the north-west corner, in half degrees.
const WEST: i32 = 165;
const NORTH: i32 = 67;
/// The scale's own width, next to the neat line.
const SCALE: f64 = 3.2;

/// The drawn meridians, every five degrees: x and degrees west.
pub(super) fn meridians(chart: &Chart) -> impl Iterator<Item = (f64, i32)> {
    fifth_degrees(WEST, chart.size.x)
}

/// The drawn parallels, every five degrees: y and degrees north.
pub(super) fn parallels(chart: &Chart) -> impl Iterator<Item = (f64, i32)> {
    fifth_degrees(NORTH, chart.size.y)
}

fn fifth_degrees(first: i32, length: f64) -> impl Iterator<Item = (f64, i32)> {
    let halves = (length / DEGREE * 2.0).clamp(0.0, 400.0) as i32;
    let fives = (0..=halves).filter(move |half| (first - half) % 10 == 0);
    fives.map(move |half| (f64::from(half) * DEGREE / 2.0, (first - half) / 2))
}

pub(super) fn border(chart: &Chart) -> String {
    let Point { x: width, y: height } = chart.size;
    let (inner, outer) = (BORDER, 1.5);
    let mut svg = path(
        &format!("M0 0H{width}V{height}H0ZM{inner} {inner}V{}H{}V{inner}Z", height - inner, width - inner),
        &format!(r#"fill="{PAPER}" fill-rule="evenodd""#),
    );
    svg += &scale(chart);
    let frame = |inset: f64, weight: f64| {
        format!(
            r#"<rect x="{inset}" y="{inset}" width="{}" height="{}" fill="none" stroke="{INK}" stroke-width="{weight}"/>"#,
            width - 2.0 * inset,
            height - 2.0 * inset
        )
    };
    svg += &(frame(outer, 1.6) + &frame(inner - SCALE, 0.6) + &frame(inner, 0.9));
    svg + &figures(chart)
}

/// Half-degree bars, every other one black.
fn scale(chart: &Chart) -> String {
    let Point { x: width, y: height } = chart.size;
    let mut d = String::new();
    let bars = |length: f64| {
        let count = (length / DEGREE * 2.0).clamp(0.0, 400.0) as i32;
        let bar = |i: i32| (f64::from(i) * DEGREE / 2.0).clamp(BORDER - SCALE, length - BORDER + SCALE);
        (0..count).step_by(2).map(move |i| (bar(i), bar(i + 1))).collect::<Vec<_>>()
    };
    for (from, to) in bars(width) {
        for y in [BORDER - SCALE, height - BORDER] {
            d += &format!("M{from:.1} {y:.1}H{to:.1}v{SCALE}H{from:.1}Z");
        }
    }
    for (from, to) in bars(height) {
        for x in [BORDER - SCALE, width - BORDER] {
            d += &format!("M{x:.1} {from:.1}h{SCALE}V{to:.1}h-{SCALE}Z");
        }
    }
    path(&d, &format!(r#"fill="{INK}""#))
}

fn figures(chart: &Chart) -> String {
    let Point { x: width, y: height } = chart.size;
    let (size, baseline) = (6.4, 8.6);
    let mut svg = String::new();
    let fits = |place: f64, length: f64| place > BORDER + 10.0 && place < length - BORDER - 10.0;
    for (x, degree) in meridians(chart).filter(|(x, _)| fits(*x, width)) {
        for y in [baseline, height - BORDER + SCALE + 6.0] {
            svg += &small_print(&format!("{degree}°{}", direction(Direction::West)), at(x, y), 0.0, size);
        }
    }
    for (y, degree) in parallels(chart).filter(|(y, _)| fits(*y, height)) {
        let text = format!("{degree}°{}", direction(Direction::North));
        svg += &small_print(&text, at(baseline, y), -90.0, size);
        svg += &small_print(&text, at(width - baseline, y), 90.0, size);
    }
    svg
}

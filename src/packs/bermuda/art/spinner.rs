//! The spinner: a dial of three rings, and its needle.

use super::super::Sea;
use super::super::cloud::geometry::{Point, unit};
use super::super::cloud::spinner::{Segment, Way};
use super::super::phrases::direction;
use super::ink::{COURSE, INK, PAPER, PLAIN, Words, at, circle, path, placed, square};
use crate::built_in::drawing;
use crate::words::say;

const REACH: f64 = 100.0;
/// Where the rings begin and end: letters, numbers, directions.
const RINGS: [f64; 4] = [39.0, 55.5, 74.5, 94.0];

/// The rings' colours, in turn.
const EVEN: [&str; 3] = ["#f0dcae", "#fdf8ea", "#d8e8e4"];
const ODD: [&str; 3] = ["#f7e8c4", "#f2ead6", "#c6dcd9"];

/// The dial; segment k is centred at k × 360/n degrees clockwise from north.
pub fn spinner(sea: &Sea) -> String {
    let mut svg = circle(Point::ORIGIN, 99.0, &format!(r#"fill="{COURSE}" stroke="{INK}" stroke-width="1.2""#));
    svg += &circle(Point::ORIGIN, 96.4, r##"fill="none" stroke="#e7c98f" stroke-width=".8""##);
    svg += &circle(Point::ORIGIN, RINGS[3], r##"fill="#f2ead6""##);
    let count = sea.spinner.len();
    for (number, segment) in sea.spinner.iter().enumerate() {
        svg += &ground(number, count, *segment);
    }
    for radius in [RINGS[0], RINGS[1], RINGS[3]] {
        svg += &circle(Point::ORIGIN, radius, &format!(r#"fill="none" stroke="{INK}" stroke-width=".9""#));
    }
    for (number, segment) in sea.spinner.iter().enumerate() {
        svg += &inscription(number, count, *segment);
    }
    square(REACH, &(svg + &hub()))
}

/// The coloured field of a segment over all its rings.
fn ground(number: usize, count: usize, segment: Segment) -> String {
    let [letters, numbers, directions] = if number.is_multiple_of(2) { EVEN } else { ODD };
    let field = |inner: usize, outer: usize, fill: &str| {
        let style = format!(r#"fill="{fill}" stroke="{INK}" stroke-width=".5""#);
        path(&field(number, count, RINGS[inner], RINGS[outer]), &style)
    };
    match segment.way {
        Way::Word => field(0, 1, letters) + &field(1, 3, COURSE),
        Way::Dots(_) => field(0, 1, letters) + &field(1, 2, numbers) + &field(2, 3, directions),
    }
}

/// Part of a ring.
fn field(number: usize, count: usize, inner: f64, outer: f64) -> String {
    let step = 360.0 / count as f64;
    let middle = number as f64 * step;
    let (from, to) = (unit(middle - step / 2.0), unit(middle + step / 2.0));
    let (a, b, c, d) = (from * inner, from * outer, to * outer, to * inner);
    let large = i32::from(step > 180.0);
    format!(
        "M{:.2} {:.2}L{:.2} {:.2}A{outer} {outer} 0 {large} 1 {:.2} {:.2}L{:.2} {:.2}A{inner} {inner} 0 {large} 0 {:.2} {:.2}Z",
        a.x, a.y, b.x, b.y, c.x, c.y, d.x, d.y, a.x, a.y
    )
}

/// Letters and numbers stand upright all around; words run along the ray, never upside down.
fn inscription(number: usize, count: usize, segment: Segment) -> String {
    let degrees = number as f64 * 360.0 / count as f64;
    let out = unit(degrees);
    let crowd = (24.0 / count as f64).clamp(0.35, 1.0);
    let upright = |text: &str, ring: usize, size: f64, style: &str| {
        let size = size * crowd;
        let place = out * f64::midpoint(RINGS[ring], RINGS[ring + 1]) + at(0.0, size * 0.36);
        Words { text, at: place, angle: 0.0, size, family: PLAIN, style }.draw()
    };
    let bold = format!(r#"fill="{INK}" font-weight="700""#);
    let letter = upright(segment.letter_text(), 0, 13.0, &format!(r#"fill="{COURSE}" font-weight="700""#));
    match segment.way {
        Way::Dots(dots) => {
            letter
                + &upright(&dots.to_string(), 1, 13.0, &bold)
                + &upright(&direction(segment.direction).to_string(), 2, 13.5, &bold)
        }
        Way::Word => letter + &word(out, &say!("bermuda.art.word", way = direction(segment.direction)), crowd),
    }
}

fn word(out: Point, text: &str, crowd: f64) -> String {
    let place = out * f64::midpoint(RINGS[1], RINGS[3]);
    // On the left half the word runs inwards, so that it is not upside down.
    let along = if out.x < -1e-9 { out * -1.0 } else { out };
    let style = format!(r#"fill="{PAPER}" font-weight="700" letter-spacing=".2""#);
    let size = 10.4 * crowd;
    placed(place, along, &Words { text, at: at(0.0, size * 0.36), angle: 0.0, size, family: PLAIN, style: &style }.draw())
}

fn hub() -> String {
    let mut svg = circle(Point::ORIGIN, RINGS[0], &format!(r##"fill="#2f6268" stroke="{INK}" stroke-width=".9""##));
    svg += &circle(Point::ORIGIN, RINGS[0] - 3.0, r##"fill="none" stroke="#e7c98f" stroke-width=".7""##);
    for ray in 0..16 {
        let (long, width) = if ray % 2 == 0 { (30.0, 6.0) } else { (20.0, 5.0) };
        let degrees = f64::from(ray) * 22.5;
        let (tip, side) = (unit(degrees) * long, unit(degrees + 22.5) * width);
        svg += &path(
            &format!("M0 0L{:.2} {:.2}L{:.2} {:.2}Z", tip.x, tip.y, side.x, side.y),
            r##"fill="#86b3b1" fill-opacity=".55""##,
        );
    }
    svg
}

/// The needle, pointing north; a second mark runs round the rim with it.
pub fn needle() -> String {
    square(REACH, &drawing("bermuda/needle").unwrap_or_default())
}

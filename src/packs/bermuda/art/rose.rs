//! The compass rose.

use super::super::cloud::geometry::{Point, unit};
use super::super::cloud::spinner::Direction;
use super::super::phrases::direction;
use super::ink::{INK, PAPER, ROMAN, SEA_INK, Words, at, circle, path, polygon};

pub(super) fn rose(centre: Point) -> String {
    let mut svg = circle(centre, 33.0, &format!(r#"fill="{PAPER}" fill-opacity=".5" stroke="{SEA_INK}" stroke-width=".7""#));
    svg += &circle(centre, 29.0, &format!(r#"fill="none" stroke="{SEA_INK}" stroke-width=".4""#));
    svg += &graduation(centre);
    for sixteenth in (1..16).step_by(2) {
        svg += &point(centre, f64::from(sixteenth) * 22.5, 20.0, 3.0);
    }
    for eighth in [1, 3, 5, 7] {
        svg += &point(centre, f64::from(eighth) * 45.0, 26.0, 4.4);
    }
    for quarter in 0..4 {
        svg += &point(centre, f64::from(quarter) * 90.0, 35.0, 5.6);
    }
    svg += &circle(centre, 2.6, &format!(r#"fill="{PAPER}" stroke="{INK}" stroke-width=".6""#));
    let places = [at(0.0, -36.6), at(39.6, 2.9), at(0.0, 42.6), at(-39.8, 2.9)];
    for (way, place) in Direction::ALL.into_iter().zip(places) {
        let letter = &direction(way).to_string();
        svg +=
            &Words { text: letter, at: centre + place, angle: 0.0, size: 8.5, family: ROMAN, style: &format!(r#"fill="{INK}""#) }
                .draw();
    }
    svg
}

/// A tick every five degrees.
fn graduation(centre: Point) -> String {
    let mut d = String::new();
    for tick in 0..72 {
        let out = unit(f64::from(tick) * 5.0);
        let (from, to) = (centre + out * if tick % 2 == 0 { 29.0 } else { 31.0 }, centre + out * 33.0);
        d += &format!("M{:.2} {:.2}L{:.2} {:.2}", from.x, from.y, to.x, to.y);
    }
    path(&d, &format!(r#"stroke="{SEA_INK}" stroke-width=".45""#))
}

/// One ray, light on its left and dark on its right.
fn point(centre: Point, degrees: f64, length: f64, width: f64) -> String {
    let tip = centre + unit(degrees) * length;
    let (left, right) = (centre + unit(degrees - 45.0) * width, centre + unit(degrees + 45.0) * width);
    let outline = format!(r#"stroke="{INK}" stroke-width=".5" stroke-linejoin="round""#);
    path(&polygon(&[centre, left, tip]), &format!(r#"fill="{PAPER}" {outline}"#))
        + &path(&polygon(&[centre, tip, right]), &format!(r#"fill="{SEA_INK}" {outline}"#))
}

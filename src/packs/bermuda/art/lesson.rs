//! Drawings that only the rulebook shows: the cloud with its magnets, and where a ship goes that is pushed aside.

use super::super::Sea;
use super::super::cloud::geometry::Point;
use super::cloud::{cloud_reach, fragment, letter_radius};
use super::ink::{COURSE, INK, PAPER, PLAIN, SEA, Words, at, circle, direction, document, path, placed, polygon, square};
use super::{hull, locator};
use crate::words::say;

/// Plate and cylinder as one picture, letter A at the notch.
pub fn cloud_from_above(sea: &Sea) -> String {
    square(cloud_reach(sea), &(fragment(sea) + &locator::cylinder_fragment(sea) + &notch(sea)))
}

/// The same as if the plate were glass: the magnets with their reach, and how many ships each can hold.
pub fn cloud_seen_through(sea: &Sea) -> String {
    let mut svg = format!(r#"<g opacity=".55">{}</g>"#, fragment(sea));
    svg += &(locator::magnets_fragment(sea) + &locator::cylinder_fragment(sea) + &notch(sea));
    for magnet in &sea.geometry.magnets {
        let below = at(0.0, magnet.reach.max(9.0) + 13.0);
        svg += &badge(&say!("bermuda.art.room", n = magnet.capacity), magnet.at() + below);
    }
    square(cloud_reach(sea), &svg)
}

/// The word for the notch, beside the pointer.
fn notch(sea: &Sea) -> String {
    let height = sea.chart.cloud.cylinder.midpoint(letter_radius(sea));
    badge(&say!("bermuda.art.notch"), at(34.0, -height))
}

/// A word on a slip of paper.
fn badge(text: &str, place: Point) -> String {
    let (size, half) = (11.0, text.chars().count() as f64 * 3.1 + 5.0);
    let slip = format!(
        r#"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="16" rx="4" fill="{PAPER}" stroke="{INK}" stroke-width=".7"/>"#,
        place.x - half,
        place.y - 8.0,
        2.0 * half
    );
    let style = format!(r#"fill="{INK}""#);
    slip + &Words { text, at: place + at(0.0, 3.8), angle: 0.0, size, family: PLAIN, style: &style }.draw()
}

/// The cylinder travels east past two ships: one lies left of its way, one exactly in it.
pub fn pushed_aside(sea: &Sea) -> String {
    let (cylinder, ship) = (sea.chart.cloud.cylinder, sea.chart.ship_radius);
    let foot = cylinder + ship;
    let (wide, high) = (3.6 * foot, 2.0 * foot);
    let mut svg =
        format!(r#"<rect x="-{wide:.1}" y="-{high:.1}" width="{:.1}" height="{:.1}" fill="{SEA}"/>"#, 2.0 * wide, 2.0 * high);
    let lane =
        format!(r##"fill="#fff" fill-opacity=".4" stroke="{INK}" stroke-opacity=".5" stroke-width=".8" stroke-dasharray="4 3""##);
    let ends = [(-wide, -cylinder), (wide, -cylinder), (wide, cylinder), (-wide, cylinder)];
    svg += &path(&polygon(&ends.map(|(x, y)| at(x, y))), &lane);
    svg += &format!(r#"<defs><g id="foot">{}</g></defs>"#, locator::foot_fragment(sea));
    let stand = |x: f64, opacity: &str| format!(r##"<use href="#foot" x="{x:.1}" opacity="{opacity}"/>"##);
    let (begins, ends) = (-2.4 * foot, 2.4 * foot);
    svg += &stand(begins, ".45");
    svg += &arrow(at(begins + cylinder + 6.0, 0.0), at(ends - cylinder - 6.0, 0.0), COURSE);
    svg += &stand(ends, "1");
    for (seat, x, from, to) in [(3, -0.5 * foot, -0.35 * foot, -foot), (2, 0.7 * foot, 0.0, foot)] {
        let lies = |y: f64, opacity: &str| {
            format!(r#"<g opacity="{opacity}">{}</g>"#, placed(at(x, y), at(1.0, 0.0), &hull::fragment(seat)))
        };
        let ring = format!(r#"fill="none" stroke="{INK}" stroke-width=".8" stroke-dasharray="2 2""#);
        svg += &(lies(from, ".4") + &circle(at(x, from), ship, &ring) + &lies(to, "1") + &circle(at(x, to), ship, &ring));
        let off = direction(at(0.0, to));
        svg += &arrow(at(x, from) + off * (ship * 0.4), at(x, to) - off * (ship * 1.2), INK);
    }
    svg += &badge(&say!("bermuda.art.left"), at(begins, -1.45 * foot));
    svg += &badge(&say!("bermuda.art.right"), at(begins, 1.45 * foot));
    document([-wide, -high, 2.0 * wide, 2.0 * high], &svg)
}

fn arrow(from: Point, to: Point, colour: &str) -> String {
    let along = direction(to - from);
    let (head, abeam) = (to - along * 7.0, at(-along.y, along.x) * 3.6);
    let [a, b] = [head + abeam, head - abeam];
    path(
        &format!("M{:.1} {:.1}L{:.1} {:.1}", from.x, from.y, head.x, head.y),
        &format!(r#"fill="none" stroke="{colour}" stroke-width="2""#),
    ) + &path(&format!("M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z", to.x, to.y, a.x, a.y, b.x, b.y), &format!(r#"fill="{colour}""#))
}

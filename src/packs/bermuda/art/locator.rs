//! Under the plate: the cylinder it turns on, whose pointer always shows north, and the magnets.

use super::super::Sea;
use super::super::cloud::geometry::{Point, unit};
use super::cloud::{cloud_reach, letter_radius};
use super::ink::{COURSE, INK, PAPER, circle, path, placed, square};
use crate::built_in::drawing;

/// Half the side of the cylinder's picture: its pointer ends below the letter at the notch.
pub fn cylinder_reach(sea: &Sea) -> f64 {
    pointer_tip(sea).max(sea.chart.cloud.cylinder + 6.0).ceil()
}

fn pointer_tip(sea: &Sea) -> f64 {
    (letter_radius(sea) - 12.0).max(sea.chart.cloud.cylinder + 4.0)
}

/// The foot in the middle of the cloud; it stays put while the plate turns.
pub fn cylinder(sea: &Sea) -> String {
    square(cylinder_reach(sea), &cylinder_fragment(sea))
}

pub(super) fn cylinder_fragment(sea: &Sea) -> String {
    let (radius, tip) = (sea.chart.cloud.cylinder, pointer_tip(sea));
    let stem = format!("M-1.1 -{radius}L-.7 {:.1}H.7L1.1 -{radius}Z", 8.0 - tip);
    let head = format!("M0 -{tip}L4.6 {:.1}L0 {:.1}L-4.6 {:.1}Z", 10.0 - tip, 7.6 - tip, 10.0 - tip);
    let shadow = circle(Point::ORIGIN, radius + 2.5, r##"fill="#0d2b33" fill-opacity=".14""##);
    let stem = path(&stem, &format!(r#"fill="{COURSE}""#));
    let head = path(&head, &format!(r#"fill="{COURSE}" stroke="{PAPER}" stroke-width=".6""#));
    shadow + &stem + &head + &foot_fragment(sea)
}

/// The cylinder without its pointer.
pub(super) fn foot_fragment(sea: &Sea) -> String {
    let radius = sea.chart.cloud.cylinder;
    let mut svg = r##"<defs><radialGradient id="brass" cx=".5" cy=".38" r=".62"><stop offset="0" stop-color="#fff8e4"/><stop offset=".6" stop-color="#ead5a4"/><stop offset="1" stop-color="#b9985a"/></radialGradient></defs>"##.to_owned();
    svg += &circle(Point::ORIGIN, radius, &format!(r#"fill="url(#brass)" stroke="{INK}" stroke-width="1.2""#));
    svg += &circle(Point::ORIGIN, radius * 0.8, &format!(r#"fill="none" stroke="{INK}" stroke-opacity=".5" stroke-width=".7""#));
    svg += &knurling(radius);
    svg += &path(
        &format!("M0 -{:.1}L6 -{:.1}Q0 -{:.1} -6 -{:.1}Z", radius * 0.98, radius * 0.52, radius * 0.62, radius * 0.52),
        &format!(r#"fill="{COURSE}" stroke="{INK}" stroke-width=".7" stroke-linejoin="round""#),
    );
    svg + &circle(Point::ORIGIN, radius * 0.2, &format!(r#"fill="{PAPER}" stroke="{INK}" stroke-width="1""#))
}

fn knurling(radius: f64) -> String {
    let mut d = String::new();
    for tick in 0..48 {
        let out = unit(f64::from(tick) * 7.5);
        let (from, to) = (out * (radius * 0.88), out * (radius * 0.97));
        d += &format!("M{:.2} {:.2}L{:.2} {:.2}", from.x, from.y, to.x, to.y);
    }
    path(&d, &format!(r#"stroke="{INK}" stroke-opacity=".45" stroke-width=".6""#))
}

/// The magnets as if the plate were glass: their reach, and the ring each one sweeps when the plate turns.
pub fn magnets(sea: &Sea) -> String {
    square(cloud_reach(sea), &magnets_fragment(sea))
}

pub(super) fn magnets_fragment(sea: &Sea) -> String {
    let mut svg = String::new();
    for magnet in &sea.geometry.magnets {
        svg += &circle(
            Point::ORIGIN,
            magnet.radius,
            &format!(r##"fill="none" stroke="#c23b2e" stroke-opacity=".13" stroke-width="{:.2}""##, 2.0 * magnet.reach),
        );
        for edge in [-magnet.reach, magnet.reach] {
            svg += &circle(
                Point::ORIGIN,
                (magnet.radius + edge).max(0.0),
                r##"fill="none" stroke="#c23b2e" stroke-opacity=".5" stroke-width=".7" stroke-dasharray="4 3""##,
            );
        }
    }
    // Its poles point outwards.
    let horseshoe = drawing("bermuda/magnet").unwrap_or_default();
    for magnet in &sea.geometry.magnets {
        svg += &circle(magnet.at(), magnet.reach, r##"fill="#c23b2e" fill-opacity=".38" stroke="#a02a20" stroke-width="1.2""##);
        svg += &placed(magnet.at(), magnet.at(), &horseshoe);
    }
    svg
}

//! The cloud's plate: its true outline, billows inside it, and the letters on its rim.

use super::super::Sea;
use super::super::cloud::geometry::{LETTERS, Point, unit};
use super::ink::{PLAIN, Words, at, circle, path, polygon, square};

/// Room for the soft shadow around the plate.
const MARGIN: f64 = 10.0;
const SLATE: &str = "#4f6475";

/// Half the side of the cloud's picture.
pub fn cloud_reach(sea: &Sea) -> f64 {
    let far = sea.chart.cloud.outline.iter().map(|p| p.length()).fold(0.0, f64::max);
    (far + MARGIN).ceil()
}

/// How far from the centre the letters stand: inside the narrowest part of the rim.
pub(super) fn letter_radius(sea: &Sea) -> f64 {
    sea.chart.cloud.outline.iter().map(|p| p.length()).fold(f64::INFINITY, f64::min) * 0.9
}

/// The plate with letter A north.
pub fn cloud(sea: &Sea) -> String {
    square(cloud_reach(sea), &fragment(sea))
}

pub(super) fn fragment(sea: &Sea) -> String {
    let outline = &sea.chart.cloud.outline;
    let edge = polygon(outline);
    let mut svg = definitions(&edge);
    for (width, opacity) in [(18.0, 0.05), (12.0, 0.06), (7.0, 0.08), (3.0, 0.1)] {
        let style =
            format!(r#"fill="none" stroke="{SLATE}" stroke-opacity="{opacity}" stroke-width="{width}" stroke-linejoin="round""#);
        svg += &path(&edge, &style);
    }
    svg += &format!(r#"<g clip-path="url(#plate)"><g opacity=".57">{}</g>"#, billows(&edge, outline));
    // Only the inner half of the stroke shows, so that the edge is exactly the outline.
    svg += &path(&edge, r##"fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="8" stroke-linejoin="round""##);
    svg += &path(&edge, &format!(r#"fill="none" stroke="{SLATE}" stroke-width="2.8" stroke-linejoin="round""#));
    svg += "</g>";
    svg + &letters(sea)
}

fn definitions(edge: &str) -> String {
    let gradient = |id: &str, stops: [(&str, &str); 3]| {
        let stop = |(at, colour): (&str, &str)| format!(r#"<stop offset="{at}" stop-color="{colour}"/>"#);
        let stops = stops.map(stop).concat();
        format!(r#"<radialGradient id="{id}">{stops}</radialGradient>"#)
    };
    let billow = gradient("billow", [("0", "#fff"), (".7", "#f6f9fb"), ("1", "#d3dee6")]);
    let dome = gradient("dome", [("0", "#f4f8fa"), (".75", "#edf2f6"), ("1", "#d6e0e8")]);
    format!(r#"<defs><clipPath id="plate"><path d="{edge}"/></clipPath>{billow}{dome}</defs>"#)
}

/// Heads of cumulus, those towards the middle lying on those at the rim.
fn billows(edge: &str, outline: &[Point]) -> String {
    let heads = |share: f64, size: f64, step: usize, fill: &str| {
        let style = format!(r#"fill="url(#{fill})""#);
        outline.iter().step_by(step).map(|p| circle(*p * share, p.length() * size, &style)).collect::<String>()
    };
    path(edge, r##"fill="#e3ebf0""##)
        + &heads(0.93, 0.14, 1, "billow")
        + &heads(0.74, 0.19, 2, "billow")
        + &heads(0.5, 0.24, 3, "dome")
        + &heads(0.2, 0.3, 7, "dome")
}

/// Letters run counter-clockwise; each is upright when its eighth is north.
fn letters(sea: &Sea) -> String {
    let radius = letter_radius(sea);
    let mut svg = String::new();
    for (eighth, letter) in LETTERS.iter().enumerate() {
        let degrees = 360.0 - 45.0 * eighth as f64;
        let out = unit(degrees);
        svg += &circle(out * radius, 10.0, &format!(r##"fill="#fff" fill-opacity=".82" stroke="{SLATE}" stroke-width=".9""##));
        let style = r##"fill="#26323c" font-weight="700""##;
        let words = Words { text: letter, at: at(0.0, 5.1 - radius), angle: 0.0, size: 14.0, family: PLAIN, style };
        svg += &format!(r#"<g transform="rotate({degrees})">{}</g>"#, words.draw());
    }
    svg
}

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
pub fn letter_radius(sea: &Sea) -> f64 {
    sea.chart.cloud.outline.iter().map(|p| p.length()).fold(f64::INFINITY, f64::min) * 0.9
}

/// The plate with letter A north.
pub fn cloud(sea: &Sea) -> String {
    square(cloud_reach(sea), &fragment(sea))
}

pub fn fragment(sea: &Sea) -> String {
    let outline = &sea.chart.cloud.outline;
    let edge = polygon(outline);
    let mut svg = definitions(&edge);
    for (width, opacity) in [(18.0, 0.05), (12.0, 0.06), (7.0, 0.08), (3.0, 0.1)] {
        let style = format!(r#"fill="none" stroke="{SLATE}" stroke-opacity="{opacity}" stroke-width="{width}" stroke-linejoin="round""#);
        svg += &path(&edge, &style);
    }
    svg += &path(&edge, r#"fill="url(#vapour)""#);
    svg += r#"<g clip-path="url(#plate)">"#;
    svg += &billows(outline);
    // Only the inner half of the stroke shows, so that the edge is exactly the outline.
    svg += &path(&edge, r##"fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="8" stroke-linejoin="round""##);
    svg += &path(&edge, &format!(r#"fill="none" stroke="{SLATE}" stroke-width="2.8" stroke-linejoin="round""#));
    svg += "</g>";
    svg + &letters(sea)
}

fn definitions(edge: &str) -> String {
    format!(
        r##"<defs><clipPath id="plate"><path d="{edge}"/></clipPath><radialGradient id="vapour" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="160"><stop offset=".15" stop-color="#e9eff3" stop-opacity=".42"/><stop offset=".7" stop-color="#f4f7f9" stop-opacity=".56"/><stop offset="1" stop-color="#fff" stop-opacity=".66"/></radialGradient><radialGradient id="billow"><stop offset="0" stop-color="#fff" stop-opacity=".3"/><stop offset=".72" stop-color="#fff" stop-opacity=".12"/><stop offset=".93" stop-color="#8fa3b3" stop-opacity=".2"/><stop offset="1" stop-color="#8fa3b3" stop-opacity="0"/></radialGradient></defs>"##
    )
}

/// Round heads of cumulus along the rim, and larger ones behind them.
fn billows(outline: &[Point]) -> String {
    let heads = |share: f64, size: f64, step: usize| {
        let head = move |p: &Point| circle(*p * share, p.length() * size, r#"fill="url(#billow)""#);
        outline.iter().step_by(step).map(head).collect::<String>()
    };
    heads(0.5, 0.34, 4) + &heads(0.78, 0.24, 2) + &heads(0.92, 0.13, 1)
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

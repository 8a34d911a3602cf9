//! Lands: water-lining outside the coast, soft shading inside it, and their names.

use super::super::board::Chart;
use super::ink::{COAST, INK, LAND, ROMAN, Words, at, closed_curve};

/// Bands of shallower water and fine lines along every coast, widest first: width, tint, line.
const BANDS: [(f64, &str, f64); 4] =
    [(54.0, "#cce3df", 0.0), (30.0, "#d3e8e2", 0.35), (16.0, "#dcede5", 0.5), (7.0, "#e6f3ea", 0.65)];

/// The halo around all lands; banks are drawn before it.
pub fn shallows(chart: &Chart) -> String {
    let outlines: String = chart.scenery.lands.iter().map(|land| closed_curve(&land.outline)).collect();
    let mut svg = format!(r##"<defs><path id="lands" d="{outlines}"/><clipPath id="ashore"><use href="#lands"/></clipPath></defs>"##);
    for (width, tint, line) in BANDS {
        let stroke = |width: f64, colour: &str| {
            format!(r##"<use href="#lands" fill="none" stroke="{colour}" stroke-width="{width:.2}" stroke-linejoin="round"/>"##)
        };
        if line > 0.0 {
            svg += &stroke(width + 2.0 * line, "#86b3b1");
        }
        svg += &stroke(width, tint);
    }
    svg
}

pub fn lands() -> String {
    let mut svg = format!(r##"<use href="#lands" fill="{LAND}"/><g clip-path="url(#ashore)" fill="none" stroke-linejoin="round">"##);
    for (width, colour) in [(24.0, "#eed9ac"), (14.0, "#e8cf9b"), (6.0, "#dfc088")] {
        svg += &format!(r##"<use href="#lands" stroke="{colour}" stroke-width="{width}" stroke-opacity=".6"/>"##);
    }
    svg + &format!(r##"</g><use href="#lands" fill="none" stroke="{COAST}" stroke-width="1.1" stroke-linejoin="round"/>"##)
}

pub fn names(chart: &Chart) -> String {
    let mut svg = String::new();
    for land in chart.scenery.lands.iter().filter(|land| !land.name.is_empty()) {
        let great = land.outline.len() > 60;
        let (size, spacing) = if great { (17.0, 4.0) } else { (8.6, 0.35) };
        let text = if great { land.name.to_uppercase() } else { land.name.clone() };
        let style = format!(r#"fill="{INK}" fill-opacity=".9" letter-spacing="{spacing}""#);
        // Spacing also follows the last letter: half of it moves the name back to its middle.
        let place = land.label + at(spacing / 2.0, 0.0);
        svg += &Words { text: &text, at: place, angle: land.label_angle, size, family: ROMAN, style: &style }.draw();
    }
    svg
}

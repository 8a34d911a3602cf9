//! The art of Triple Mill as SVG text: the board, the stones, and a position with every level of its stacks.

use super::view;
use crate::sim::{Game, Ruleset};
use std::fmt::Write;

/// The players' colours: yellow, red, blue.
const SEAT_COLOURS: [[u8; 3]; 3] = [[244, 190, 32], [198, 48, 40], [28, 78, 156]];

/// A position: the board with its stacks, lower stones first.
pub fn position(game: &Game) -> String {
    let rules = game.rules();
    let (width, height) = view::size(rules);
    let radius = view::stone_radius(rules) * 1.06;
    let mut svg = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">"#) + &surface(rules);
    for (field, place) in view::fields(rules).iter().enumerate() {
        for (level, lying) in view::stack(game, field as u8).iter().enumerate() {
            let seat = usize::from(lying.owner);
            let y = place.y - level as f64 * 0.5 * radius;
            let scale = 2.6 * radius / 104.0;
            let disc = disc(SEAT_COLOURS[seat % SEAT_COLOURS.len()], seat);
            let _ = write!(svg, r#"<g transform="translate({:.1} {y:.1}) scale({scale:.4})">{disc}</g>"#, place.x);
        }
    }
    svg + "</svg>"
}

/// The empty board of inlaid wood.
pub fn board(rules: &Ruleset) -> String {
    let (width, height) = view::size(rules);
    let frame = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">"#);
    frame + &surface(rules) + "</svg>"
}

fn surface(rules: &Ruleset) -> String {
    let (width, height) = view::size(rules);
    let fields = view::fields(rules);
    let mut svg = format!(
        r##"<defs>
<linearGradient id="wood" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#f0dfb9"/><stop offset="1" stop-color="#e2c893"/></linearGradient>
<linearGradient id="edge" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#7b4a26"/><stop offset="1" stop-color="#5b3318"/></linearGradient></defs>
<rect width="{width}" height="{height}" rx="22" fill="url(#edge)"/>
<rect x="20" y="20" width="{}" height="{}" rx="12" fill="url(#wood)" stroke="#3b2412" stroke-width="2"/>"##,
        width - 40.0,
        height - 40.0
    );
    // A grain of long quiet lines.
    for line in 0..26 {
        let y = 34.0 + f64::from(line) * (height - 68.0) / 25.0;
        let bend = f64::from((line * 37) % 23) - 11.0;
        let _ = write!(
            svg,
            r##"<path d="M24 {y:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {y:.1}" fill="none" stroke="#b98f52" stroke-opacity=".16" stroke-width="1.4"/>"##,
            width * 0.3,
            y + bend,
            width * 0.7,
            y - bend,
            width - 24.0
        );
    }
    let tints = ["#d7b06a", "#c2904a", "#a06a33"];
    for (ring, tint) in fields.chunks_exact(6).zip(tints) {
        let corners: Vec<String> = ring.iter().step_by(2).map(|place| format!("{:.1} {:.1}", place.x, place.y)).collect();
        let _ = write!(svg, r#"<path d="M{}Z" fill="{tint}" fill-opacity=".45"/>"#, corners.join("L"));
    }
    for (colour, stroke) in [("#4a2f16", 9.0), ("#f6e7c4", 3.0)] {
        for [from, to] in view::edges(rules) {
            let (a, b) = (&fields[usize::from(*from)], &fields[usize::from(*to)]);
            let _ = write!(
                svg,
                r#"<path d="M{:.1} {:.1}L{:.1} {:.1}" stroke="{colour}" stroke-width="{stroke}" stroke-linecap="round"/>"#,
                a.x, a.y, b.x, b.y
            );
        }
    }
    for place in fields {
        let _ = write!(
            svg,
            r##"<circle cx="{0:.1}" cy="{1:.1}" r="21" fill="#4a2f16"/><circle cx="{0:.1}" cy="{1:.1}" r="17.5" fill="#f6e7c4"/><circle cx="{0:.1}" cy="{1:.1}" r="7" fill="#c9a368"/>"##,
            place.x, place.y
        );
        // The story speaks of fields by name; beside the field neither stones nor lines hide it.
        let name = place.id.replace('&', "&amp;").replace('<', "&lt;");
        let _ = write!(
            svg,
            r##"<text x="{:.1}" y="{:.1}" text-anchor="middle" font-family="Cabin, sans-serif" font-size="19" fill="#4a2f16">{name}</text>"##,
            place.x + 40.0,
            place.y + 34.0
        );
    }
    svg
}

/// A thick disc seen a little from the front, with a pattern of its own for each seat.
pub fn stone(colour: [u8; 3], seat: usize) -> String {
    format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-52 -52 104 104">{}</svg>"#, disc(colour, seat))
}

fn disc([r, g, b]: [u8; 3], seat: usize) -> String {
    let dark = |share: f32| format!("rgb({},{},{})", mix(r, 0, share), mix(g, 0, share), mix(b, 0, share));
    let light = |share: f32| format!("rgb({},{},{})", mix(r, 255, share), mix(g, 255, share), mix(b, 255, share));
    let mark = light(0.72);
    let pattern = match seat % 6 {
        0 => format!(r#"<circle r="15" cy="-4" fill="none" stroke="{mark}" stroke-width="4"/>"#),
        1 => format!(r#"<path d="M-13 -4H13M0 -17V9" stroke="{mark}" stroke-width="5" stroke-linecap="round"/>"#),
        2 => format!(r#"<path d="M0 -18L13 5H-13Z" fill="none" stroke="{mark}" stroke-width="4" stroke-linejoin="round"/>"#),
        3 => format!(r#"<path d="M-12 -12L12 4M12 -12L-12 4" stroke="{mark}" stroke-width="5" stroke-linecap="round"/>"#),
        4 => format!(r#"<rect x="-10" y="-14" width="20" height="20" fill="none" stroke="{mark}" stroke-width="4"/>"#),
        _ => format!(r#"<circle r="7" cy="-4" fill="{mark}"/>"#),
    };
    format!(
        r##"<defs><radialGradient id="top{seat}" cx=".38" cy=".3" r=".8">
<stop offset="0" stop-color="{}"/><stop offset="1" stop-color="{}"/></radialGradient></defs>
<ellipse cx="3" cy="17" rx="41" ry="30" fill="#000" fill-opacity=".22"/>
<path d="M-39 -4V10A39 30 0 0 0 39 10V-4Z" fill="{}" stroke="#2a1a0c" stroke-width="1.6"/>
<path d="M-39 4A39 30 0 0 0 39 4" fill="none" stroke="{mark}" stroke-opacity=".55" stroke-width="2.4"/>
<ellipse cy="-4" rx="39" ry="30" fill="url(#top{seat})" stroke="#2a1a0c" stroke-width="1.6"/>{pattern}"##,
        light(0.28),
        dark(0.08),
        dark(0.34)
    )
}

fn mix(from: u8, to: u8, share: f32) -> u8 {
    (f32::from(from) + (f32::from(to) - f32::from(from)) * share) as u8
}

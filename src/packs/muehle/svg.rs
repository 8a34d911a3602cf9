//! The board as an SVG drawing: to look at a figure without opening the window.

use super::figure::Figure;
use std::fmt::Write;

const WOOD: &str = "#e9d8b4";
const FRAME: &str = "#8a5a2b";
const INK: &str = "#4a3319";
const HOLLOW: &str = "#f7efdc";

pub fn draw(figure: &Figure) -> String {
    let mut svg = String::new();
    let (width, height) = (figure.width, figure.height);
    // Writing into a String cannot fail, so the results below are not looked at.
    let _ = write!(svg, r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="serif">"#);
    let _ = write!(svg, r#"<rect width="{width}" height="{height}" fill="{WOOD}"/>"#);
    triangles(&mut svg, figure);
    for edge in &figure.edges {
        let [from, to] = edge.map(|field| &figure.fields[usize::from(field)]);
        let _ = write!(
            svg,
            r#"<path d="M{:.1} {:.1}L{:.1} {:.1}" stroke="{INK}" stroke-width="5" stroke-linecap="round"/>"#,
            from.x, from.y, to.x, to.y
        );
    }
    for place in &figure.fields {
        let escaped = place.id.replace('&', "&amp;").replace('<', "&lt;");
        let _ = write!(
            svg,
            r#"<circle cx="{0:.1}" cy="{1:.1}" r="{2:.1}" fill="{HOLLOW}" stroke="{INK}" stroke-width="3"/>"#,
            place.x,
            place.y,
            figure.stone_radius * 0.75
        );
        let _ = write!(
            svg,
            r#"<text x="{:.1}" y="{:.1}" text-anchor="middle" font-size="{:.1}" fill="{INK}">{escaped}</text>"#,
            place.x,
            place.y + figure.stone_radius * 0.22,
            figure.stone_radius * 0.65
        );
    }
    let _ = write!(
        svg,
        r#"<rect x="6" y="6" width="{}" height="{}" rx="10" fill="none" stroke="{FRAME}" stroke-width="12"/></svg>"#,
        width - 12.0,
        height - 12.0
    );
    svg
}

/// A tint under every triangle of six fields, the outermost first.
fn triangles(svg: &mut String, figure: &Figure) {
    let tints = ["#e2cca0", "#d9bd87", "#cfae6e"];
    for (ring, tint) in figure.fields.chunks_exact(6).zip(tints) {
        let corners: Vec<String> = ring.iter().step_by(2).map(|place| format!("{:.1} {:.1}", place.x, place.y)).collect();
        let _ = write!(svg, r#"<path d="M{}Z" fill="{tint}"/>"#, corners.join("L"));
    }
}

//! The board as an SVG drawing: to look at a layout without opening the window.

use super::Sea;
use super::board::{Chart, space_name};
use super::cloud::geometry::{LETTERS, Point, turned, unit};
use std::fmt::Write;

const WATER: &str = "#d3e6e1";
const LAND: &str = "#f4e6c4";
const INK: &str = "#5b4632";
const ROUTE: &str = "#7b2d26";

pub fn draw(sea: &Sea) -> String {
    let chart = &*sea.chart;
    let mut svg = String::new();
    let (width, height) = (chart.size.x, chart.size.y);
    // Writing into a String cannot fail, so the results below are not looked at.
    let _ = write!(svg, r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="serif">"#);
    let _ = write!(svg, r#"<rect width="{width}" height="{height}" fill="{WATER}"/>"#);
    scenery(&mut svg, chart);
    grid(&mut svg, chart);
    cartouche(&mut svg, chart);
    route(&mut svg, chart);
    ports(&mut svg, chart);
    cloud(&mut svg, sea);
    let _ = write!(
        svg,
        r#"<rect x="1" y="1" width="{}" height="{}" fill="none" stroke="{INK}" stroke-width="3"/></svg>"#,
        width - 2.0,
        height - 2.0
    );
    svg
}

fn path(points: impl IntoIterator<Item = Point>) -> String {
    let steps = points.into_iter().enumerate().map(|(i, p)| format!("{}{:.1} {:.1}", if i == 0 { "M" } else { "L" }, p.x, p.y));
    steps.collect::<String>()
}

fn text(svg: &mut String, at: Point, angle: f64, style: &str, words: &str) {
    let escaped = words.replace('&', "&amp;").replace('<', "&lt;");
    let _ = write!(
        svg,
        r#"<text x="{0}" y="{1}" transform="rotate({angle} {0} {1})" text-anchor="middle" {style}>{escaped}</text>"#,
        at.x, at.y
    );
}

fn scenery(svg: &mut String, chart: &Chart) {
    for line in 1..10 {
        let (x, y) = (chart.size.x * f64::from(line) / 10.0, chart.size.y * f64::from(line) / 10.0);
        let _ = write!(svg, r##"<path d="M{x} 0V{}M0 {y}H{}" stroke="#b9d2cc" stroke-width=".6"/>"##, chart.size.y, chart.size.x);
    }
    for shoal in &chart.scenery.shoals {
        let closed = shoal.outline.first() == shoal.outline.last();
        let fill = if closed { "#e2f0e6" } else { "none" };
        let _ = write!(
            svg,
            r##"<path d="{}" fill="{fill}" stroke="#8fb5ad" stroke-dasharray="1 3"/>"##,
            path(shoal.outline.iter().copied())
        );
    }
    for land in &chart.scenery.lands {
        let _ =
            write!(svg, r#"<path d="{}Z" fill="{LAND}" stroke="{INK}" stroke-width="1.2"/>"#, path(land.outline.iter().copied()));
    }
    for land in chart.scenery.lands.iter().filter(|land| !land.name.is_empty()) {
        let size = if land.outline.len() > 60 { 20 } else { 9 };
        text(svg, land.label, land.label_angle, &format!(r#"font-size="{size}" fill="{INK}""#), &land.name);
    }
    for lettering in &chart.scenery.lettering {
        let style = format!(r##"font-size="{}" font-style="italic" fill="#47807e""##, lettering.size);
        text(svg, lettering.at, lettering.angle, &style, &lettering.text);
    }
    if let Some(at) = chart.scenery.compass {
        for eighth in 0..8 {
            let long = if eighth % 2 == 0 { 40.0 } else { 22.0 };
            let tip = at + turned(Point { x: 0.0, y: -long }, eighth);
            let side = turned(Point { x: 5.0, y: -5.0 }, eighth);
            let _ = write!(svg, r##"<path d="{}Z" fill="#47807e" fill-opacity=".7"/>"##, path([at, at + side, tip]));
        }
    }
}

/// The title in its frame, over the dots, on two lines.
fn cartouche(svg: &mut String, chart: &Chart) {
    let Some(at) = chart.scenery.cartouche else { return };
    let (x, y) = (at.x - 100.0, at.y - 30.0);
    let _ = write!(
        svg,
        r#"<rect x="{x}" y="{y}" width="200" height="60" rx="8" fill="{LAND}" stroke="{ROUTE}" stroke-width="1.5"/>"#
    );
    let words: Vec<&str> = chart.scenery.title.split_whitespace().collect();
    let (first, second) = words.split_at(words.len().div_ceil(2));
    for (line, y) in [(first, -5.0), (second, 17.0)] {
        text(svg, at + Point { x: 0.0, y }, 0.0, &format!(r#"font-size="17" fill="{ROUTE}""#), &line.join(" "));
    }
}

fn grid(svg: &mut String, chart: &Chart) {
    for dot in 0..chart.grid.dots() {
        let at = chart.grid.at_index(dot);
        let _ = write!(svg, r##"<circle cx="{}" cy="{}" r="1.5" fill="#47807e"/>"##, at.x, at.y);
    }
    let centre = chart.grid.at(chart.grid.center[0], chart.grid.center[1]);
    let _ =
        write!(svg, r##"<circle cx="{}" cy="{}" r="8" fill="none" stroke="#c0392b" stroke-width="2.5"/>"##, centre.x, centre.y);
}

/// A hull around its centre, bow in the direction given.
fn hull(at: Point, heading: Point) -> String {
    let length = heading.length();
    let ahead = if length > 0.0 { heading * (1.0 / length) } else { Point { x: 0.0, y: -1.0 } };
    let abeam = Point { x: -ahead.y, y: ahead.x };
    let corner = |forward: f64, aside: f64| at + ahead * forward + abeam * aside;
    path([corner(-16.0, -7.0), corner(6.0, -7.0), corner(17.0, 0.0), corner(6.0, 7.0), corner(-16.0, 7.0)]) + "Z"
}

fn route(svg: &mut String, chart: &Chart) {
    for leg in &chart.legs {
        let points: Vec<Point> = leg.clone().map(|s| chart.spots[s as usize]).collect();
        let _ =
            write!(svg, r#"<path d="{}" fill="none" stroke="{ROUTE}" stroke-dasharray="2 3"/>"#, path(points.iter().copied()));
        for (i, at) in points.iter().enumerate() {
            let (before, after) = (points[i.saturating_sub(1)], points[(i + 1).min(points.len() - 1)]);
            let _ = write!(svg, r#"<path d="{}" fill="white" stroke="{ROUTE}" stroke-width="1.2"/>"#, hull(*at, after - before));
            text(
                svg,
                *at + Point { x: 0.0, y: 3.0 },
                0.0,
                &format!(r#"font-size="7" fill="{INK}""#),
                &space_name(leg.start as usize + i),
            );
        }
    }
}

fn ports(svg: &mut String, chart: &Chart) {
    let centre = chart.grid.at(chart.grid.center[0], chart.grid.center[1]);
    for (number, port) in chart.ports.iter().enumerate() {
        for berth in port.berths.clone() {
            let at = chart.spots[berth as usize];
            let _ = write!(svg, r#"<path d="{}" fill="none" stroke="{INK}" stroke-dasharray="3 2"/>"#, hull(at, centre - at));
        }
        if let Some(at) = chart.scenery.plates.get(number) {
            let _ = write!(
                svg,
                r#"<rect x="{}" y="{}" width="110" height="26" rx="3" fill="{LAND}" stroke="{ROUTE}"/>"#,
                at.x - 55.0,
                at.y - 13.0
            );
            text(
                svg,
                *at + Point { x: 0.0, y: 6.0 },
                0.0,
                &format!(r#"font-size="17" font-weight="bold" fill="{ROUTE}""#),
                &port.name,
            );
        }
        for (at, deck) in chart.scenery.cards.get(number).into_iter().flatten().zip(&port.decks) {
            let _ = write!(
                svg,
                r#"<rect x="{}" y="{}" width="34" height="46" rx="3" fill="white" stroke="{INK}"/>"#,
                at.x - 17.0,
                at.y - 23.0
            );
            text(svg, *at, 0.0, r#"font-size="7.5""#, deck);
        }
    }
}

fn cloud(svg: &mut String, sea: &Sea) {
    let chart = &*sea.chart;
    let centre = chart.grid.at(chart.grid.center[0], chart.grid.center[1]);
    let outline = path(chart.cloud.outline.iter().map(|p| *p + centre));
    let _ = write!(svg, r##"<path d="{outline}Z" fill="white" fill-opacity=".5" stroke="#4a5a6a" stroke-width="1.5"/>"##);
    let _ = write!(
        svg,
        r##"<circle cx="{}" cy="{}" r="{}" fill="none" stroke="#4a5a6a" stroke-dasharray="4 3"/>"##,
        centre.x, centre.y, chart.cloud.cylinder
    );
    for magnet in &sea.geometry.magnets {
        let at = centre + magnet.at();
        let _ = write!(
            svg,
            r##"<circle cx="{}" cy="{}" r="{}" fill="#c0392b" fill-opacity=".35" stroke="#c0392b"/>"##,
            at.x, at.y, magnet.reach
        );
    }
    for (eighth, letter) in LETTERS.iter().enumerate() {
        // Letters run counter-clockwise round the rim.
        let at = centre + unit(360.0 - 45.0 * eighth as f64) * 106.0;
        text(svg, at + Point { x: 0.0, y: 5.0 }, 0.0, r##"font-size="15" fill="#4a5a6a""##, letter);
    }
}

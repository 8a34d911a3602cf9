//! Ports: quay, berths, name plate, and the places of the decks.

use super::super::board::{Chart, PortPlace};
use super::super::cloud::geometry::{Point, turned};
use super::super::phrases::port_name;
use super::super::{HOME_DECK, phrases};
use super::card::CARD_SIZE;
use super::emblem::emblem;
use super::ink::{COURSE, INK, PAPER, PLAIN, ROMAN, Words, at, curve, direction, path, placed};
use super::route::{SPACE, heading};
use crate::words::say;

pub(super) fn ports(chart: &Chart) -> String {
    let mut svg = String::new();
    for (number, port) in chart.ports.iter().enumerate() {
        svg += &quay(chart, port);
        svg += &berths(chart, port);
        if let Some(place) = chart.scenery.plates.get(number) {
            svg += &plate(*place, port);
        }
        for (place, deck) in chart.scenery.cards.get(number).into_iter().flatten().zip(&port.decks) {
            svg += &slot(*place, deck);
        }
    }
    svg
}

/// A stone quay behind the sterns, parallel to the row of berths.
fn quay(chart: &Chart, port: &PortPlace) -> String {
    let spot = |berth: u8| chart.spots[berth as usize];
    let mut row: Vec<u8> = port.berths.clone().collect();
    let middle = row.iter().fold(Point::ORIGIN, |sum, b| sum + spot(*b)) * (1.0 / row.len().max(1) as f64);
    let ahead = chart.grid.at(chart.grid.center[0], chart.grid.center[1]) - middle;
    row.sort_by(|a, b| ahead.cross(spot(*a)).total_cmp(&ahead.cross(spot(*b))));
    let behind = |(i, berth): (usize, &u8)| {
        let beside = spot(row[(i + 1).min(row.len() - 1)]) - spot(row[i.saturating_sub(1)]);
        let shore = turned(direction(beside), 2);
        let shore = if shore.dot(ahead) > 0.0 { shore * -1.0 } else { shore };
        let bow = heading(chart, *berth);
        spot(*berth) + shore * (16.2 * bow.dot(shore).abs() + 7.0 * bow.cross(shore).abs() + 4.0)
    };
    let mut line: Vec<Point> = row.iter().enumerate().map(behind).collect();
    if let [first, second, .., before, last] = line[..] {
        line.insert(0, first + (first - second) * 0.4);
        line.push(last + (last - before) * 0.4);
    }
    let line = curve(&line);
    path(&line, &format!(r#"fill="none" stroke="{INK}" stroke-width="4.6" stroke-linecap="round""#))
        + &path(&line, r##"fill="none" stroke="#d9c7a3" stroke-width="3.2" stroke-linecap="round""##)
}

fn berths(chart: &Chart, port: &PortPlace) -> String {
    let style = format!(
        r#"fill="{PAPER}" fill-opacity=".45" stroke="{INK}" stroke-width="1" stroke-dasharray="2.6 1.9" stroke-linejoin="round""#
    );
    let number = format!(r#"fill="{INK}" font-weight="600""#);
    let berth = |(number_of, berth): (usize, u8)| {
        let spot = chart.spots[berth as usize];
        let text = (number_of + 1).to_string();
        placed(spot, heading(chart, berth), &path(SPACE, &style))
            + &Words { text: &text, at: spot + at(0.0, 3.4), angle: 0.0, size: 9.5, family: PLAIN, style: &number }.draw()
    };
    port.berths.clone().enumerate().map(berth).collect()
}

fn plate(place: Point, port: &PortPlace) -> String {
    let home = port.decks.iter().any(|deck| deck == HOME_DECK);
    let (width, height) = (88.0, if home { 36.0 } else { 26.0 });
    let sheet = |inset: f64, style: &str| {
        format!(
            r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{}" {style}/>"#,
            inset - width / 2.0,
            inset - height / 2.0,
            width - 2.0 * inset,
            height - 2.0 * inset,
            3.0 - inset * 0.6
        )
    };
    let (back, front) = if home { (COURSE, PAPER) } else { (PAPER, COURSE) };
    let mut svg = sheet(0.0, &format!(r#"fill="{back}" stroke="{INK}" stroke-width="1""#));
    svg += &sheet(2.2, &format!(r#"fill="none" stroke="{front}" stroke-width=".6""#));
    let baseline = if home { 11.5 } else { 5.8 };
    let style = format!(r#"fill="{front}" letter-spacing=".5""#);
    let name = port_name(port).to_string();
    // Long names are written smaller, so that they keep clear of the edge.
    let size = (150.0 / name.chars().count().max(1) as f64).min(18.0);
    svg += &Words { text: &name, at: at(0.25, baseline), angle: 0.0, size, family: ROMAN, style: &style }.draw();
    if home {
        let style = format!(r#"fill="{front}" font-weight="600" letter-spacing="1.4""#);
        svg += &Words {
            text: &say!("bermuda.art.home_port"),
            at: at(0.7, -6.2),
            angle: 0.0,
            size: 7.2,
            family: PLAIN,
            style: &style,
        }
        .draw();
    }
    format!(r#"<g transform="translate({} {})">{svg}</g>"#, place.x, place.y)
}

/// An empty place for a deck: a frame and the faint emblem of its product.
fn slot(place: Point, deck: &str) -> String {
    // A little smaller than a card, which hides it.
    let [width, height] = CARD_SIZE.map(|side| side - 2.0);
    let mut svg = format!(
        r#"<rect x="{}" y="{}" width="{width}" height="{height}" rx="3" fill="{PAPER}" fill-opacity=".55" stroke="{INK}" stroke-width=".9" stroke-dasharray="3 2"/>"#,
        -width / 2.0,
        -height / 2.0
    );
    svg += &format!(r#"<g transform="translate(0 -5)" opacity=".75">{}</g>"#, emblem(deck));
    let style = format!(r#"fill="{INK}" font-weight="600" letter-spacing=".3""#);
    let text = say!("bermuda.art.deck", deck = phrases::deck(deck));
    svg += &Words { text: &text.to_uppercase(), at: at(0.0, 18.0), angle: 0.0, size: 5.2, family: PLAIN, style: &style }.draw();
    format!(r#"<g transform="translate({} {})">{svg}</g>"#, place.x, place.y)
}

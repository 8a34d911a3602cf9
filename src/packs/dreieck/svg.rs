//! The table as an SVG drawing: to look at a game without opening the window, and for the rulebook.

use super::Terms;
use super::art::{self, INSET, SEAT_COLOURS};
use super::cell::{Cell, Point};
use super::tiles::{Corners, TileSet};
use super::view;
use crate::sim::show::usual_colours;
use crate::sim::{Game, Seat};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Units to an edge, as the tiles are drawn.
const SCALE: f64 = 100.0;
/// From the middle of a triangle to its corner, in edges.
const TO_CORNER: f64 = 0.577_35;
/// Tiles of a set side by side, and how far apart rows and columns are, in edges.
const ROW: usize = 8;
const GAP: f64 = 1.14;

/// A triangle to paint: where its middle lies, whether it points upwards, its symbols, and its colour.
struct Painted {
    at: Point,
    up: bool,
    corners: Corners,
    colour: usize,
}

impl Painted {
    fn on(cell: Cell, corners: Corners, colour: usize) -> Self {
        Self { at: cell.centre(), up: cell.is_up(), corners, colour }
    }

    /// The corners of the square it lies in.
    fn around(&self) -> [Point; 2] {
        [-TO_CORNER, TO_CORNER].map(|far| Point { x: self.at.x + far, y: self.at.y + far })
    }
}

/// A position: every tile, and dashed the cells where the player to act may lay one.
pub fn draw(game: &Game) -> String {
    draw_in(game, &usual_colours(game))
}

/// The same with the tiles of every seat in its colour.
pub fn draw_in(game: &Game, colours: &[usize]) -> String {
    let colour = |seat: Seat| colours.get(usize::from(seat)).copied().unwrap_or(seat.into());
    let tiles: Vec<Painted> =
        view::table(game).iter().map(|tile| Painted::on(tile.cell, tile.corners, colour(tile.owner))).collect();
    paint(&tiles, &view::open_cells(game), view::radius(game))
}

/// One player's whole set, in rows.
pub fn draw_set(set: &TileSet) -> String {
    let tile = |(number, corners): (usize, &Corners)| {
        let at = Point { x: (number % ROW) as f64 * GAP, y: (number / ROW) as f64 * GAP };
        Painted { at, up: true, corners: *corners, colour: 0 }
    };
    paint(&set.tiles().iter().enumerate().map(tile).collect::<Vec<_>>(), &[], 0)
}

/// A table with an edge: all its cells, and the first tile where it lies; nothing for a table without end.
pub(super) fn draw_table(terms: &Terms) -> Option<String> {
    let radius = terms.radius;
    if radius == 0 || radius > 20 {
        return None;
    }
    let reach = || -2 * radius..=2 * radius;
    let cells = reach().flat_map(|a| reach().flat_map(move |b| [true, false].map(|up| Cell::from_two(a, b, up))));
    let cells: Vec<Cell> = cells.filter(|cell| cell.is_within(radius) && *cell != terms.board.start).collect();
    let first = Painted::on(terms.board.start, *terms.set.tiles().get(terms.set.len() / 2)?, 0);
    Some(paint(&[first], &cells, radius))
}

fn paint(tiles: &[Painted], open: &[Cell], radius: i16) -> String {
    let rim = rim(radius);
    let cells = || open.iter().flat_map(|cell| cell.corner_points());
    let points = || tiles.iter().flat_map(Painted::around).chain(cells()).chain(rim.iter().copied());
    let least = |of: fn(&Point) -> f64| points().map(|p| of(&p)).fold(f64::INFINITY, f64::min);
    let most = |of: fn(&Point) -> f64| points().map(|p| of(&p)).fold(f64::NEG_INFINITY, f64::max);
    let nothing = points().next().is_none();
    let (left, top, right, bottom) =
        if nothing { (0.0, 0.0, 1.0, 1.0) } else { (least(|p| p.x), least(|p| p.y), most(|p| p.x), most(|p| p.y)) };
    let shift = |p: Point| Point { x: (p.x - left + 0.2) * SCALE, y: (p.y - top + 0.2) * SCALE };
    let (width, height) = ((right - left + 0.4) * SCALE, (bottom - top + 0.4) * SCALE);
    let mut svg = String::new();
    // Writing into a String cannot fail, so the results below are not looked at.
    let _ = write!(svg, r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.1} {height:.1}">{}"#, definitions(tiles));
    let _ = write!(svg, r##"<rect width="{width:.1}" height="{height:.1}" fill="#e9dfc7"/>"##);
    if !rim.is_empty() {
        let _ = write!(svg, r##"<path d="{}" fill="#f6efdc" stroke="#6b4f2a" stroke-width="7"/>"##, outline(&rim, shift));
    }
    for cell in open {
        let style = r##"fill="none" stroke="#b5a67f" stroke-width="1.6" stroke-dasharray="5 6""##;
        let _ = write!(svg, r#"<path d="{}" {style}/>"#, outline(&cell.corner_points(), shift));
    }
    for tile in tiles {
        let Point { x, y } = shift(tile.at);
        let base = if tile.up { 0 } else { 180 };
        let _ = write!(svg, r#"<g transform="translate({x:.1} {y:.1}) rotate({base})">"#);
        let _ = write!(svg, r##"<use href="#body{}"/>"##, tile.colour);
        for (corner, symbol) in (0..).zip(tile.corners) {
            let (turn, up) = (120 * (corner - 1), INSET - TO_CORNER * SCALE);
            let _ = write!(svg, r##"<use href="#symbol{symbol}" transform="rotate({turn}) translate(0 {up:.2})"/>"##);
        }
        svg += "</g>";
    }
    svg + "</svg>"
}

/// Every body and every symbol that is there, once.
fn definitions(tiles: &[Painted]) -> String {
    let colours: BTreeSet<usize> = tiles.iter().map(|tile| tile.colour).collect();
    let symbols: BTreeSet<u8> = tiles.iter().flat_map(|tile| tile.corners).collect();
    let body =
        |colour: &usize| format!(r#"<g id="body{colour}">{}</g>"#, art::body(*colour, SEAT_COLOURS[colour % SEAT_COLOURS.len()]));
    let symbol = |symbol: &u8| format!(r#"<g id="symbol{symbol}">{}</g>"#, art::symbol(usize::from(*symbol)));
    let drawn: String = colours.iter().map(body).chain(symbols.iter().map(symbol)).collect();
    format!("<defs>{drawn}</defs>")
}

/// The corners of a six-sided table; none of a table without end.
fn rim(radius: i16) -> Vec<Point> {
    let (far, high) = (f64::from(radius), f64::from(radius) * 3f64.sqrt() / 2.0);
    let corners = [(far, 0.0), (far / 2.0, high), (-far / 2.0, high), (-far, 0.0), (-far / 2.0, -high), (far / 2.0, -high)];
    if radius > 0 { corners.map(|(x, y)| Point { x, y }).to_vec() } else { Vec::new() }
}

fn outline(corners: &[Point], shift: impl Fn(Point) -> Point) -> String {
    let corners = corners.iter().map(|corner| shift(*corner)).map(|p| format!("{:.1} {:.1}", p.x, p.y));
    format!("M{}Z", corners.collect::<Vec<_>>().join("L"))
}

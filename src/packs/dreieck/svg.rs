//! A position as an SVG drawing: to look at a game without opening the window.

use super::cell::{Cell, Point};
use super::tiles::{Corners, LETTERS, TileSet};
use super::view;
use crate::sim::Game;
use std::fmt::Write;

/// Fill and ink of each seat's tiles.
const PAINT: [(&str, &str); 6] = [
    ("#3f6fb5", "#ffffff"),
    ("#3f8f5a", "#ffffff"),
    ("#bf3f3a", "#ffffff"),
    ("#e0b93c", "#3b2f16"),
    ("#7d55a8", "#ffffff"),
    ("#f1ede2", "#3b2f16"),
];
/// Pixels to an edge.
const SCALE: f64 = 60.0;

/// A triangle to paint: where it lies, its symbols, and whose it is.
struct Painted {
    cell: Cell,
    corners: Corners,
    owner: usize,
}

/// A position: every tile, and dashed the cells where the player to act may lay one.
pub fn draw(game: &Game) -> String {
    let tiles: Vec<Painted> = view::table(game)
        .iter()
        .map(|tile| Painted { cell: tile.cell, corners: tile.corners, owner: tile.owner.into() })
        .collect();
    paint(&tiles, &view::open_cells(game))
}

/// One player's whole set, in rows of six, with a gap of a triangle between two tiles.
pub fn draw_set(set: &TileSet) -> String {
    const ROW: usize = 6;
    let place = |number: usize| {
        let (column, row) = ((number % ROW) as i16, (number / ROW) as i16);
        let b = 2 * row;
        Cell::from_two(2 * column - row, b, true)
    };
    let tiles: Vec<Painted> =
        set.tiles().iter().enumerate().map(|(i, corners)| Painted { cell: place(i), corners: *corners, owner: 0 }).collect();
    paint(&tiles, &[])
}

fn paint(tiles: &[Painted], open: &[Cell]) -> String {
    let cells: Vec<Cell> = tiles.iter().map(|tile| tile.cell).chain(open.iter().copied()).collect();
    let points = || cells.iter().flat_map(|cell| cell.corner_points());
    let least = |of: fn(&Point) -> f64| points().map(|p| of(&p)).fold(f64::INFINITY, f64::min);
    let most = |of: fn(&Point) -> f64| points().map(|p| of(&p)).fold(f64::NEG_INFINITY, f64::max);
    let (left, top, right, bottom) =
        if cells.is_empty() { (0.0, 0.0, 1.0, 1.0) } else { (least(|p| p.x), least(|p| p.y), most(|p| p.x), most(|p| p.y)) };
    let shift = |p: Point| Point { x: (p.x - left + 0.5) * SCALE, y: (p.y - top + 0.5) * SCALE };
    let (width, height) = ((right - left + 1.0) * SCALE, (bottom - top + 1.0) * SCALE);
    let mut svg = String::new();
    // Writing into a String cannot fail, so the results below are not looked at.
    let _ = write!(svg, r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.1} {height:.1}" font-family="serif">"#);
    let _ = write!(svg, r##"<rect width="{width:.1}" height="{height:.1}" fill="#e9dfc7"/>"##);
    for cell in open {
        let _ = write!(svg, r##"<path d="{}" fill="none" stroke="#b5a67f" stroke-dasharray="3 4"/>"##, outline(*cell, shift));
    }
    for tile in tiles {
        let (fill, ink) = PAINT[tile.owner % PAINT.len()];
        let _ = write!(svg, r##"<path d="{}" fill="{fill}" stroke="#4a3d22" stroke-width="1.5"/>"##, outline(tile.cell, shift));
        let centre = tile.cell.centre();
        for (corner, symbol) in tile.cell.corner_points().into_iter().zip(tile.corners) {
            let towards = |from: f64, to: f64| from + (to - from) * 0.55;
            let at = shift(Point { x: towards(centre.x, corner.x), y: towards(centre.y, corner.y) });
            let letter = LETTERS[symbol as usize];
            let _ = write!(
                svg,
                r#"<text x="{:.1}" y="{:.1}" font-size="13" text-anchor="middle" fill="{ink}">{letter}</text>"#,
                at.x,
                at.y + 4.0
            );
        }
    }
    svg + "</svg>"
}

fn outline(cell: Cell, shift: impl Fn(Point) -> Point) -> String {
    let [p, q, r] = cell.corner_points().map(shift);
    format!("M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z", p.x, p.y, q.x, q.y, r.x, r.y)
}

//! A position as an SVG drawing: to look at a game without opening the window.

use super::cell::{Cell, Point};
use super::tiles::LETTERS;
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

pub fn draw(game: &Game) -> String {
    let tiles = view::table(game);
    let open = view::open_cells(game);
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
    for cell in &open {
        let _ = write!(svg, r##"<path d="{}" fill="none" stroke="#b5a67f" stroke-dasharray="3 4"/>"##, outline(*cell, shift));
    }
    for tile in &tiles {
        let (fill, ink) = PAINT[tile.owner as usize % PAINT.len()];
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

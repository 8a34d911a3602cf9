//! Boards and pieces as SVG for games that bring no drawings of their own: inlaid wood, and thick discs with a pattern for
//! each seat. Also whole positions, put together from what a show tells.

use super::{COLOURS, Place, Shape, Show, Spot, Sprite, badge};
use crate::sim::{Game, Id, Where};
use crate::words::escaped;
use std::fmt::Write;

/// A drawing from its elements and the part of their plane that is shown.
pub fn svg([left, top, width, height]: [f32; 4], art: &str) -> String {
    format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}">{art}</svg>"#)
}

/// A position: the board, then every piece on it, those farther away first; the pieces of every seat in its colour.
pub fn position(show: &dyn Show, game: &Game, colours: &[usize]) -> String {
    let rules = game.rules();
    let colours: Vec<[u8; 3]> = colours.iter().map(|colour| COLOURS[colour % COLOURS.len()].rgb).collect();
    let sprites = show.sprites(rules, &colours);
    let places = show.places(rules);
    let mut art = show.board(rules) + "<defs>";
    for (look, sprite) in sprites.iter().enumerate() {
        let _ = write!(art, r#"<g id="look-{look}">{}</g>"#, sprite.art);
    }
    art += "</defs>";
    let mut lying = vec![0; places.len()];
    let mut drawn = Vec::new();
    for piece in show.pieces(game) {
        let spot = match piece.at {
            Where::On(id) => places.iter().position(|place| place.name == game.name(id)).map(|number| {
                lying[number] += 1;
                (places[number].spot(lying[number] - 1), places[number].at[1])
            }),
            Where::At(x, y) => Some(([x, y], y)),
            Where::With(_) | Where::Away => None,
        };
        drawn.extend(spot.zip(sprites.get(piece.look)).map(|((at, far), sprite)| (piece, at, far, sprite)));
    }
    drawn.sort_by(|(.., a, _), (.., b, _)| a.total_cmp(b));
    let lain: Vec<(Id, Spot, f32)> = drawn.iter().map(|(piece, at, _, sprite)| (piece.id, *at, 0.36 * sprite.width)).collect();
    for (piece, [x, y], _, sprite) in drawn {
        let ([left, top, width, height], scale) = (sprite.frame, sprite.width / sprite.frame[2]);
        let (x, y) = (x - scale * (left + width / 2.0), y - scale * (top + height / 2.0));
        let (name, look) = (escaped(game.name(piece.id)), piece.look);
        let _ = write!(art, r##"<use id="{name}" href="#look-{look}" transform="translate({x:.1} {y:.1}) scale({scale:.4})"/>"##);
    }
    art += &badge::on_drawing(game, &|id| {
        let place = places.iter().find(|place| place.name == game.name(id)).map(|place| (place.at, place.shape.reach()));
        let lies = || lain.iter().find(|(piece, ..)| *piece == id).map(|(_, at, reach)| (*at, *reach));
        place.or_else(lies)
    });
    let [width, height] = show.size(rules);
    svg([0.0, 0.0, width, height], &art)
}

/// A board of wood with an inlay, lines, places and their names.
pub fn board(size: Spot, places: &[Place], ways: &[[usize; 2]], inlay: &str) -> String {
    let mut art = wood(size) + inlay;
    for (colour, stroke) in [("#4a2f16", 9.0), ("#f6e7c4", 3.0)] {
        for [[ax, ay], [bx, by]] in lines(places, ways) {
            let _ = write!(
                art,
                r#"<path d="M{ax:.1} {ay:.1}L{bx:.1} {by:.1}" stroke="{colour}" stroke-width="{stroke}" stroke-linecap="round"/>"#
            );
        }
    }
    for place in places {
        let [x, y] = place.at;
        match &place.shape {
            Shape::Disc(radius) => {
                for (share, colour) in [(0.75, "#4a2f16"), (0.625, "#f6e7c4"), (0.25, "#c9a368")] {
                    let _ = write!(art, r#"<circle cx="{x:.1}" cy="{y:.1}" r="{:.1}" fill="{colour}"/>"#, share * radius);
                }
            }
            Shape::Cell(corners) => {
                let corners: Vec<String> = corners.iter().map(|[dx, dy]| format!("{:.1} {:.1}", x + dx, y + dy)).collect();
                let path = corners.join("L");
                let _ = write!(
                    art,
                    r##"<path d="M{path}Z" fill="#f6e7c4" fill-opacity=".55" stroke="#4a2f16" stroke-width="3" stroke-linejoin="round"/>"##
                );
            }
        }
    }
    for (place, ([x, y], letters)) in places.iter().zip(labels(size, places, ways)) {
        let (y, name) = (y + 0.35 * letters, escaped(&place.name));
        let _ = write!(
            art,
            r##"<text x="{x:.1}" y="{y:.1}" text-anchor="middle" font-family="Cabin, sans-serif" font-size="{letters:.1}" fill="#4a2f16">{name}</text>"##
        );
    }
    art
}

/// A frame with a light board in it, and a grain of long quiet lines.
fn wood([width, height]: Spot) -> String {
    let mut art = format!(
        r##"<defs>
<linearGradient id="wood" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#f0dfb9"/><stop offset="1" stop-color="#e2c893"/></linearGradient>
<linearGradient id="edge" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#7b4a26"/><stop offset="1" stop-color="#5b3318"/></linearGradient></defs>
<rect width="{width}" height="{height}" rx="22" fill="url(#edge)"/>
<rect x="{FRAME}" y="{FRAME}" width="{}" height="{}" rx="12" fill="url(#wood)" stroke="#3b2412" stroke-width="2"/>"##,
        width - 2.0 * FRAME,
        height - 2.0 * FRAME
    );
    let (left, right) = (FRAME + 4.0, width - FRAME - 4.0);
    for line in 0..26u8 {
        let y = FRAME + 14.0 + f32::from(line) * (height - 2.0 * FRAME - 28.0) / 25.0;
        let bend = f32::from((line * 9) % 23) - 11.0;
        let (near, far) = (width * 0.3, width * 0.7);
        let _ = write!(
            art,
            r##"<path d="M{left} {y:.1}C{near:.1} {:.1} {far:.1} {:.1} {right:.1} {y:.1}" fill="none" stroke="#b98f52" stroke-opacity=".16" stroke-width="1.4"/>"##,
            y + bend,
            y - bend
        );
    }
    art
}

/// How wide the frame of a wooden board is.
const FRAME: f32 = 20.0;

/// The ends of every line on the board.
fn lines(places: &[Place], ways: &[[usize; 2]]) -> Vec<[Spot; 2]> {
    let known = |way: &[usize; 2]| Some([places.get(way[0])?.at, places.get(way[1])?.at]);
    ways.iter().filter_map(known).collect()
}

/// So many pieces on one place leave the names beside it free.
const TOWER: f32 = 2.0;

/// Where the name of each place stands, and how large its letters are: beside the place, where no line crosses it and no
/// piece lies over it, not even the third one of a tower.
pub fn labels(size: Spot, places: &[Place], ways: &[[usize; 2]]) -> Vec<(Spot, f32)> {
    let lines = lines(places, ways);
    let towers: Vec<([Spot; 2], f32)> = places
        .iter()
        .map(|place| ([place.at, [0, 1].map(|axis| place.at[axis] + TOWER * place.step[axis])], 1.25 * place.shape.reach()))
        .collect();
    let mut found: Vec<(Spot, f32)> = Vec::new();
    for place in places {
        let reach = place.shape.reach();
        let letters = 0.86 * reach;
        let half = [0.29 * letters * place.name.chars().count() as f32, 0.38 * letters];
        let clearance = |at: Spot| {
            let near = |line: &[Spot; 2]| box_to_line(at, half, *line);
            let to_lines = lines.iter().map(|line| near(line) - 6.0);
            let to_pieces = towers.iter().map(|(tower, radius)| near(tower) - radius);
            let to_names = found.iter().map(|(other, _)| near(&[*other, *other]) - letters);
            let to_frame = (0..2).map(|axis| at[axis].min(size[axis] - at[axis]) - FRAME - half[axis]);
            to_lines.chain(to_pieces).chain(to_names).chain(to_frame).fold(0.2 * reach, f32::min)
        };
        let around = (0..24u8).flat_map(|way| {
            let angle = f32::from(way) * std::f32::consts::TAU / 24.0;
            [1.6, 1.75, 1.9, 2.1].map(|far| [place.at[0] + far * reach * angle.cos(), place.at[1] + far * reach * angle.sin()])
        });
        let worth = |at: Spot| {
            let [dx, dy] = [0, 1].map(|axis| at[axis] - place.at[axis]);
            // Close by, and rather below and to the right.
            clearance(at) - 0.06 * dx.hypot(dy) + 0.02 * (dx + dy)
        };
        let best = around.max_by(|a, b| worth(*a).total_cmp(&worth(*b))).unwrap_or(place.at);
        found.push((best, letters));
    }
    found
}

/// How far a box of half this size around a point is from a line, about.
fn box_to_line(at: Spot, half: Spot, line: [Spot; 2]) -> f32 {
    let inside = [-1.0, 0.0, 1.0].into_iter().flat_map(|x| [-1.0, 1.0].map(|y| [at[0] + x * half[0], at[1] + y * half[1]]));
    inside.map(|point| to_line(point, line)).fold(f32::INFINITY, f32::min)
}

fn to_line([x, y]: Spot, [[ax, ay], [bx, by]]: [Spot; 2]) -> f32 {
    let (wx, wy) = (bx - ax, by - ay);
    let long = wx * wx + wy * wy;
    let share = if long > 0.0 { (((x - ax) * wx + (y - ay) * wy) / long).clamp(0.0, 1.0) } else { 0.0 };
    (x - ax - share * wx).hypot(y - ay - share * wy)
}

/// A thick disc seen a little from the front, with a pattern of its own for each seat, as wide as a place of that radius.
pub fn disc([r, g, b]: [u8; 3], seat: usize, radius: f32) -> Sprite {
    let mixed = |to: u8, share: f32| {
        let mix = |from: u8| (f32::from(from) + (f32::from(to) - f32::from(from)) * share) as u8;
        format!("rgb({},{},{})", mix(r), mix(g), mix(b))
    };
    let (dark, light) = (|share| mixed(0, share), |share| mixed(255, share));
    let mark = light(0.72);
    let pattern = match seat % 6 {
        0 => format!(r#"<circle r="15" cy="-4" fill="none" stroke="{mark}" stroke-width="4"/>"#),
        1 => format!(r#"<path d="M-13 -4H13M0 -17V9" stroke="{mark}" stroke-width="5" stroke-linecap="round"/>"#),
        2 => format!(r#"<path d="M0 -18L13 5H-13Z" fill="none" stroke="{mark}" stroke-width="4" stroke-linejoin="round"/>"#),
        3 => format!(r#"<path d="M-12 -12L12 4M12 -12L-12 4" stroke="{mark}" stroke-width="5" stroke-linecap="round"/>"#),
        4 => format!(r#"<rect x="-10" y="-14" width="20" height="20" fill="none" stroke="{mark}" stroke-width="4"/>"#),
        _ => format!(r#"<circle r="7" cy="-4" fill="{mark}"/>"#),
    };
    let art = format!(
        r##"<defs><radialGradient id="top{seat}" cx=".38" cy=".3" r=".8">
<stop offset="0" stop-color="{}"/><stop offset="1" stop-color="{}"/></radialGradient></defs>
<ellipse cx="3" cy="17" rx="41" ry="30" fill="#000" fill-opacity=".22"/>
<path d="M-39 -4V10A39 30 0 0 0 39 10V-4Z" fill="{}" stroke="#2a1a0c" stroke-width="1.6"/>
<path d="M-39 4A39 30 0 0 0 39 4" fill="none" stroke="{mark}" stroke-opacity=".55" stroke-width="2.4"/>
<ellipse cy="-4" rx="39" ry="30" fill="url(#top{seat})" stroke="#2a1a0c" stroke-width="1.6"/>{pattern}"##,
        light(0.28),
        dark(0.08),
        dark(0.34)
    );
    Sprite { art, frame: [-52.0, -52.0, 104.0, 104.0], width: 2.756 * radius }
}

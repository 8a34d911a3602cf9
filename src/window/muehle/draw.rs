//! Drawing Triple Mill: a board of inlaid wood, and stones thick enough that every level of a stack can be read.

use super::MuehleScene;
use super::motion::{FLASH, Stone};
use crate::packs::muehle::view;
use crate::sim::{Game, Ruleset};
use crate::table::SeatCard;
use crate::window::scene::{Scene, View};
use crate::window::sprites::Commission;
use crate::window::theme;
use macroquad::prelude::{Color, Rect, Vec2, WHITE, draw_circle, draw_circle_lines, vec2};
use std::fmt::Write;

/// The board, then one stone for each seat.
pub fn commissions(rules: &Ruleset, cast: &[SeatCard], radius: f32, scale: f32) -> Vec<Commission> {
    let (width, height) = view::size(rules);
    let board = Commission::new(board(rules), vec2(width as f32, height as f32), scale);
    let stones = cast.iter().enumerate().map(|(seat, card)| {
        let side = 2.6 * radius;
        Commission::new(stone(card.colour().rgb, seat), Vec2::splat(side), scale * 1.3)
    });
    std::iter::once(board).chain(stones).collect()
}

fn board(rules: &Ruleset) -> String {
    let (width, height) = view::size(rules);
    let fields = view::fields(rules);
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"><defs>
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
    }
    svg + "</svg>"
}

/// A thick disc seen a little from the front, with a pattern of its own for each seat.
fn stone([r, g, b]: [u8; 3], seat: usize) -> String {
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
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-52 -52 104 104"><defs><radialGradient id="t" cx=".38" cy=".3" r=".8">
<stop offset="0" stop-color="{}"/><stop offset="1" stop-color="{}"/></radialGradient></defs>
<ellipse cx="3" cy="17" rx="41" ry="30" fill="#000" fill-opacity=".22"/>
<path d="M-39 -4V10A39 30 0 0 0 39 10V-4Z" fill="{}" stroke="#2a1a0c" stroke-width="1.6"/>
<path d="M-39 4A39 30 0 0 0 39 4" fill="none" stroke="{mark}" stroke-opacity=".55" stroke-width="2.4"/>
<ellipse cy="-4" rx="39" ry="30" fill="url(#t)" stroke="#2a1a0c" stroke-width="1.6"/>{pattern}</svg>"##,
        light(0.28),
        dark(0.08),
        dark(0.34)
    )
}

fn mix(from: u8, to: u8, share: f32) -> u8 {
    (f32::from(from) + (f32::from(to) - f32::from(from)) * share) as u8
}

pub fn draw(scene: &MuehleScene, game: &Game, view: &View<'_>) {
    let sprites = &scene.gallery.sprites;
    let Some(board) = sprites.first() else { return };
    let size = scene.size() * view.scale;
    board.fill(Rect::new(view.origin.x, view.origin.y, size.x, size.y), WHITE);
    let radius = scene.radius();
    glow(scene, game, view);
    for stone in scene.in_drawing_order() {
        if let Some(sprite) = sprites.get(1 + usize::from(stone.owner)) {
            let at = view.at(place(scene, stone) - vec2(0.0, stone.lift * radius * 0.6));
            sprite.draw(at, 0.0, view.scale * (1.0 + 0.06 * stone.lift), Color { a: stone.alpha, ..WHITE });
        }
    }
    rings(scene, game, view);
    for (field, time) in &scene.motion.flashes {
        let at = view.at(scene.field_at(*field));
        let t = time / FLASH;
        let pulse = (time * 9.0).sin().abs();
        draw_circle_lines(at.x, at.y, radius * (1.25 + 0.2 * pulse) * view.scale, 6.0, Color::new(0.85, 0.58, 0.1, 1.0 - t));
    }
    tray(scene, view);
}

/// Where a stone is drawn, on its way or at rest.
fn place(scene: &MuehleScene, stone: &Stone) -> Vec2 {
    let Some(field) = stone.field else { return scene.size() / 2.0 };
    let to = scene.stone_at(field, stone.level);
    match stone.from {
        None => to,
        Some((Some(from), level, share)) => scene.stone_at(from, level).lerp(to, share),
        Some((None, _, share)) => (scene.size() * vec2(1.0, 0.9)).lerp(to, share),
    }
}

/// Light under every field that means something now.
fn glow(scene: &MuehleScene, game: &Game, view: &View<'_>) {
    if scene.moving() || game.outcome().is_some() {
        return;
    }
    let pulse = 0.5 + 0.5 * (view.clock * 3.2).sin();
    for field in scene.open_fields(game) {
        let at = view.at(scene.field_at(field));
        draw_circle(at.x, at.y, scene.radius() * 1.2 * view.scale, Color::new(1.0, 0.80, 0.22, 0.35 + 0.2 * pulse));
    }
}

/// Rings over the stones: what can be taken, what is held, what is pointed at.
fn rings(scene: &MuehleScene, game: &Game, view: &View<'_>) {
    if scene.moving() {
        return;
    }
    let radius = scene.radius() * view.scale;
    let top = |field: u8| view::stack(game, field).len().saturating_sub(1) as f32;
    for (_, meaning) in scene.meanings(game) {
        if let view::Meaning::Take { field, level } = meaning {
            let at = view.at(scene.stone_at(field, level.into()));
            draw_circle_lines(at.x, at.y, radius * 1.05, 4.0, theme::to_macroquad(theme::RED));
        }
    }
    if let Some(held) = scene.held {
        let at = view.at(scene.stone_at(held, top(held)));
        draw_circle_lines(at.x, at.y, radius * 1.15, 5.0, theme::to_macroquad(theme::SEA));
    }
    if let Some(target) = view.focus {
        let at = view.at(target.at);
        let colour = if target.choosable { theme::RED } else { theme::INK_SOFT };
        draw_circle_lines(at.x, at.y, radius * 1.3, 3.0, theme::to_macroquad(colour));
    }
}

/// The stones still in hand, a row for each player.
fn tray(scene: &MuehleScene, view: &View<'_>) {
    let (tray, sprites) = (view.tray, &scene.gallery.sprites);
    let rows = scene.seats.max(1) as f32;
    let row = tray.h / rows;
    let size = (row * 0.8).min(tray.w / 10.5);
    for seat in 0..scene.seats {
        let count = scene.motion.hands[seat];
        for stone in 0..count {
            let at = vec2(tray.x + size * (0.7 + f32::from(stone)), tray.y + row * (seat as f32 + 0.5));
            if let Some(sprite) = sprites.get(1 + seat) {
                sprite.draw(at, 0.0, size / (2.6 * scene.radius()), WHITE);
            }
        }
        if count == 0 {
            let at = vec2(tray.x + tray.w / 2.0, tray.y + row * (seat as f32 + 0.5));
            let ink = theme::to_macroquad(theme::INK_SOFT);
            view.letters.centred("no stones in hand", at, (row * 0.28).min(15.0), "slanted", ink);
        }
    }
}

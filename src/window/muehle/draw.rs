//! Drawing Triple Mill: a board of inlaid wood, and stones thick enough that every level of a stack can be read.

use super::MuehleScene;
use super::motion::{FLASH, Stone};
use crate::packs::muehle::{art, view};
use crate::sim::{Game, Ruleset};
use crate::table::SeatCard;
use crate::window::heat;
use crate::window::scene::{Scene, View};
use crate::window::sprites::Commission;
use crate::window::theme;
use macroquad::prelude::{Color, Rect, Vec2, WHITE, draw_circle, draw_circle_lines, draw_line, draw_triangle, vec2};

/// The board, then one stone for each seat.
pub(super) fn commissions(rules: &Ruleset, cast: &[SeatCard], radius: f32, scale: f32) -> Vec<Commission> {
    let (width, height) = view::size(rules);
    let board = Commission::new(art::board(rules), vec2(width as f32, height as f32), scale);
    let stones = cast.iter().enumerate().map(|(seat, card)| {
        let side = 2.6 * radius;
        Commission::new(art::stone(card.colour().rgb, seat), Vec2::splat(side), scale * 1.3)
    });
    std::iter::once(board).chain(stones).collect()
}

pub(super) fn draw(scene: &MuehleScene, game: &Game, view: &View<'_>) {
    let sprites = &scene.gallery.sprites;
    let Some(board) = sprites.first() else { return };
    let size = scene.size() * view.scale;
    board.fill(Rect::new(view.origin.x, view.origin.y, size.x, size.y), WHITE);
    let radius = scene.radius();
    heat::draw_tints(view);
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
    heat::draw_plates(view);
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
    for (_, meaning) in MuehleScene::meanings(game) {
        if let view::Meaning::Take { field, level } = meaning {
            let at = view.at(scene.stone_at(field, level.into()));
            draw_circle_lines(at.x, at.y, radius * 1.05, 4.0, theme::to_macroquad(theme::RED));
        }
    }
    if let Some(held) = scene.held {
        let at = view.at(scene.stone_at(held, top(held)));
        draw_circle_lines(at.x, at.y, radius * 1.15, 5.0, theme::to_macroquad(theme::SEA));
    }
    advised(scene, game, view);
    let follows = |name: &str| scene.advice.is_some_and(|c| scene.next_target(game, c).as_deref() == Some(name));
    if let Some(target) = view.focus.filter(|target| !follows(&target.name)) {
        let at = view.at(target.at);
        let colour = if target.choosable { theme::RED } else { theme::INK_SOFT };
        draw_circle_lines(at.x, at.y, radius * 1.3, 3.0, theme::to_macroquad(colour));
    }
}

/// What is advised: the stone and the field it goes to, or the one field it is about.
fn advised(scene: &MuehleScene, game: &Game, view: &View<'_>) {
    let Some(meaning) = scene.advice.and_then(|command| view::meaning(game, command)) else { return };
    let top = |field: u8| view.at(scene.stone_at(field, view::stack(game, field).len().saturating_sub(1) as f32));
    let pulse = 0.5 + 0.5 * (view.clock * 3.2).sin();
    let radius = scene.radius() * view.scale;
    let ring = |at: Vec2| theme::advice_ring(at, radius * (1.25 + 0.08 * pulse), 0.16 * radius);
    match meaning {
        view::Meaning::Place { to } => ring(top(to)),
        view::Meaning::Take { field, level } => ring(view.at(scene.stone_at(field, level.into()))),
        view::Meaning::Move { from, to, .. } => {
            ring(top(from));
            arrow(top(from), top(to), radius);
        }
        // It has a button, which is marked there.
        view::Meaning::Decline => {}
    }
}

/// An arrow from a ring to the middle of a field, with an edge of white.
fn arrow(from: Vec2, to: Vec2, radius: f32) {
    let way = (to - from).normalize_or_zero();
    let (start, neck, side) = (from + way * 1.3 * radius, to - way * 0.75 * radius, way.perp());
    for (color, grown) in [(WHITE, 0.07 * radius), (theme::to_macroquad(theme::ADVICE), 0.0)] {
        let width = 0.22 * radius + 2.0 * grown;
        if (neck - start).dot(way) > 0.0 {
            draw_line(start.x, start.y, neck.x, neck.y, width, color);
        }
        let wing = side * (0.42 * radius + 1.6 * grown);
        draw_triangle(to + way * 2.2 * grown, neck - way * grown + wing, neck - way * grown - wing, color);
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

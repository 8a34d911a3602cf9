//! Drawing any game: backdrop, trails of the last moves, light under what can be chosen, pieces, and rings over them.

use super::board::Seen;
use super::{GenericScene, named_by};
use crate::sim::show::{Shape, Show, board};
use crate::sim::{Game, Id, Ruleset, Seat, Where};
use crate::window::heat;
use crate::window::motion::Pose;
use crate::window::scene::{Scene, View};
use crate::window::sprites::Commission;
use crate::window::theme::{self, to_macroquad};
use crate::words::{Message, spoken};
use macroquad::prelude::{
    Color, Rect, Vec2, WHITE, draw_circle, draw_circle_lines, draw_line, draw_rectangle, draw_rectangle_lines, draw_triangle,
    vec2,
};

/// Sprites are drawn a little finer than they lie, for pieces in the air.
const FINER: f32 = 1.3;

/// The board, then everything pieces can look like.
pub(super) fn commissions(show: &dyn Show, rules: &Ruleset, colours: &[[u8; 3]], scale: f32) -> Vec<Commission> {
    let backdrop = Commission::new(board(show, rules), show.size(rules).into(), scale);
    let sprites = show.sprites(rules, colours);
    let sprites = sprites.iter().map(|sprite| Commission::new(sprite.svg(), sprite.size().into(), scale * FINER));
    std::iter::once(backdrop).chain(sprites).collect()
}

pub(super) fn draw(scene: &GenericScene, game: &Game, view: &View<'_>) {
    let sprites = &scene.gallery.sprites;
    let Some(backdrop) = sprites.first() else { return };
    let size = scene.size() * view.scale;
    backdrop.fill(Rect::new(view.origin.x, view.origin.y, size.x, size.y), WHITE);
    let (radius, rests) = (scene.board().radius(), !scene.moving());
    heat::draw_tints(view);
    if rests {
        dangers(scene, view);
        trails(scene, view);
        glow(scene, game, view);
        together(scene, view);
    }
    for (seen, pose) in in_drawing_order(scene) {
        if let Some(sprite) = sprites.get(1 + seen.piece.look) {
            let at = view.at(pose.at - vec2(0.0, 0.6 * pose.height * radius));
            let scale = view.scale * pose.size * (1.0 + 0.06 * pose.height);
            sprite.draw(at, pose.angle, scale, Color { a: pose.alpha, ..WHITE });
        }
    }
    if rests {
        marks(scene, view);
        towers(scene, view);
        rings(scene, game, view);
    }
    for (light, share) in scene.motion.marks() {
        if let Some((at, reach)) = scene.spot(light.0) {
            let pulse = (share * 12.6).sin().abs();
            let gold = Color::new(0.85, 0.58, 0.1, 1.0 - share);
            ring(view.at(at), reach * (1.3 + 0.2 * pulse) * view.scale, 6.0, gold);
        }
    }
    heat::draw_plates(view);
    tray(scene, game, view);
}

fn ring(at: Vec2, radius: f32, width: f32, colour: Color) {
    draw_circle_lines(at.x, at.y, radius, width, colour);
}

/// Pieces farther away first, those in a stack from the lowest up, and what is in the air over everything.
fn in_drawing_order(scene: &GenericScene) -> Vec<(&Seen, Pose)> {
    let far = |seen: &Seen| match seen.piece.at {
        Where::On(id) => scene.board().place(id).map_or(0.0, |place| place.at[1]),
        Where::At(_, y) => y,
        Where::With(_) | Where::Away => 0.0,
    };
    let pieces = scene.board().pieces.iter();
    let mut seen: Vec<(&Seen, Pose)> = pieces.filter_map(|seen| Some((seen, scene.motion.pose(seen.piece.id)?))).collect();
    let height =
        |(seen, pose): &(&Seen, Pose)| (if scene.motion.is_moving(seen.piece.id) { 1.0 + pose.height } else { 0.0 }, far(seen));
    seen.sort_by(|a, b| height(a).partial_cmp(&height(b)).unwrap_or(std::cmp::Ordering::Equal));
    seen
}

/// Fills the shape of a place, grown by a factor.
fn fill(scene: &GenericScene, id: Id, grown: f32, colour: Color, view: &View<'_>) {
    let Some(place) = scene.board().place(id) else { return };
    let at = view.at(place.at.into());
    match &place.shape {
        Shape::Disc(radius) => draw_circle(at.x, at.y, radius * grown * view.scale, colour),
        Shape::Cell(corners) => {
            let corners: Vec<Vec2> = corners.iter().map(|corner| at + Vec2::from(*corner) * view.scale).collect();
            for pair in corners.windows(2).skip(1) {
                draw_triangle(corners[0], pair[0], pair[1], colour);
            }
        }
    }
}

/// Light under everything that can be chosen now.
fn glow(scene: &GenericScene, game: &Game, view: &View<'_>) {
    if game.outcome().is_some() || !view.awaits {
        return;
    }
    let pulse = 0.5 + 0.5 * (view.clock * 3.2).sin();
    let mut places: Vec<Id> = scene.next_aims().into_iter().map(|id| scene.place_of(id)).collect();
    places.dedup();
    for id in places {
        let grown = if scene.is_bare(Where::On(id)) { 1.27 } else { 1.5 };
        fill(scene, id, grown, Color { a: 0.45 + 0.25 * pulse, ..WHITE }, view);
    }
}

/// What somebody should keep an eye on, when it is asked for.
fn dangers(scene: &GenericScene, view: &View<'_>) {
    if !view.shows(super::DANGER.name) {
        return;
    }
    for danger in &scene.dangers {
        let red = to_macroquad(theme::RED);
        fill(scene, scene.place_of(danger.of), 1.55, Color { a: 0.45 * danger.risk, ..red }, view);
        if let Some((at, reach)) = scene.spot(danger.of) {
            ring(view.at(at), 1.55 * reach * view.scale, 4.0, red);
        }
    }
}

fn colour(scene: &GenericScene, seat: Seat) -> Color {
    let [r, g, b] = scene.colours.get(usize::from(seat)).copied().unwrap_or_default();
    Color::from_rgba(r, g, b, 255)
}

fn middle(scene: &GenericScene, at: Where) -> Option<Vec2> {
    match at {
        Where::On(id) => scene.spot(id).map(|(at, _)| at),
        Where::At(x, y) => Some(vec2(x, y)),
        Where::With(_) | Where::Away => None,
    }
}

/// The edge of marks in players' colours, so that they read on any wood.
fn edge() -> Color {
    Color { a: 0.55, ..to_macroquad(theme::INK) }
}

/// Where pieces have come from with each player's last move: a line in the player's colour.
fn trails(scene: &GenericScene, view: &View<'_>) {
    let radius = scene.board().radius() * view.scale;
    for trail in &scene.trails {
        if let Some((from, to)) = middle(scene, trail.from).zip(middle(scene, trail.to)) {
            let (from, to) = (view.at(from), view.at(to));
            for (width, colour) in [(0.32, edge()), (0.2, colour(scene, trail.by))] {
                draw_line(from.x, from.y, to.x, to.y, width * radius, colour);
                draw_circle(from.x, from.y, (0.2 + width) * radius, colour);
            }
        }
    }
}

/// Where each player's last move ended, and where a piece was taken.
fn marks(scene: &GenericScene, view: &View<'_>) {
    let radius = scene.board().radius() * view.scale;
    for trail in &scene.trails {
        let own = colour(scene, trail.by);
        if let Some(pose) = scene.motion.pose(trail.piece).filter(|_| scene.is_on_top(trail.piece)) {
            let at = view.at(pose.at);
            ring(at, 1.17 * radius, 0.22 * radius, edge());
            ring(at, 1.21 * radius, 0.14 * radius, own);
        } else if let Some(at) = middle(scene, trail.from).filter(|_| trail.to == Where::Away && scene.is_bare(trail.from)) {
            let at = view.at(at);
            for (width, colour) in [(0.32, edge()), (0.2, own)] {
                let arm = 0.6 * radius;
                draw_line(at.x - arm, at.y - arm, at.x + arm, at.y + arm, width * radius, colour);
                draw_line(at.x - arm, at.y + arm, at.x + arm, at.y - arm, width * radius, colour);
            }
        }
    }
}

/// What belongs together by what was told last: a line from place to place and a ring round each, until the next move. They lie
/// under the pieces, because what belongs together may lie at any level, and the uppermost piece may be anybody's.
fn together(scene: &GenericScene, view: &View<'_>) {
    let radius = scene.board().radius() * view.scale;
    for places in &scene.lit {
        let spots: Vec<Vec2> = places.iter().filter_map(|id| scene.spot(*id)).map(|(at, _)| view.at(at)).collect();
        // White rings are for what can be chosen.
        for (width, colour) in [(0.34, to_macroquad(theme::INK)), (0.2, to_macroquad(theme::SEA_PALE))] {
            for pair in spots.windows(2) {
                draw_line(pair[0].x, pair[0].y, pair[1].x, pair[1].y, width * radius, Color { a: 0.8, ..colour });
            }
            for at in &spots {
                ring(*at, (1.57 - 0.5 * width) * radius, width * radius, colour);
            }
        }
    }
}

/// Whose pieces lie in a tower, beside it from the lowest up: from above only the uppermost is seen.
fn towers(scene: &GenericScene, view: &View<'_>) {
    let radius = scene.board().radius() * view.scale;
    for (id, place) in &scene.board().places {
        let owners: Vec<Seat> = scene.board().lying(Where::On(*id)).filter_map(|seen| seen.piece.owner).collect();
        if owners.len() < 2 {
            continue;
        }
        let foot = view.at(place.at.into()) + vec2(1.42 * radius, 0.45 * radius);
        for (level, seat) in owners.into_iter().enumerate() {
            let at = foot - vec2(0.0, 0.46 * radius * level as f32);
            draw_circle(at.x, at.y, 0.25 * radius, to_macroquad(theme::INK));
            draw_circle(at.x, at.y, 0.19 * radius, colour(scene, seat));
        }
    }
}

/// Rings over pieces: what can be chosen, what is held, what is pointed at.
fn rings(scene: &GenericScene, game: &Game, view: &View<'_>) {
    let radius = scene.board().radius() * view.scale;
    // Over the stones, and in no player's colour: white with an edge of ink.
    for at in scene.next_aims().into_iter().filter(|_| view.awaits).filter_map(|id| scene.top(id)) {
        ring(view.at(at), 1.08 * radius, 0.2 * radius, edge());
        ring(view.at(at), 1.11 * radius, 0.12 * radius, WHITE);
    }
    for at in scene.held.iter().filter_map(|held| scene.top(*held)) {
        ring(view.at(at), 1.22 * radius, 5.0, to_macroquad(theme::SEA));
    }
    advised(scene, view);
    let follows = |name: &str| scene.advice.is_some_and(|command| scene.next_target(game, command).as_deref() == Some(name));
    if let Some(target) = view.focus.filter(|target| !follows(&target.name)) {
        let colour = if target.choosable { theme::RED } else { theme::INK_SOFT };
        let top = named_by(game, &target.name).and_then(|id| scene.top(id)).unwrap_or(target.at);
        ring(view.at(top), 1.38 * radius, 3.0, to_macroquad(colour));
    }
}

/// What is advised: what is to be chosen, and an arrow to where it goes.
fn advised(scene: &GenericScene, view: &View<'_>) {
    let Some((_, aims)) = scene.aims.iter().find(|(command, _)| scene.advice == Some(*command)) else { return };
    let radius = 1.06 * scene.board().radius() * view.scale;
    let pulse = 0.5 + 0.5 * (view.clock * 3.2).sin();
    let spots: Vec<Vec2> = aims.iter().filter_map(|id| scene.top(*id)).map(|at| view.at(at)).collect();
    if let Some(first) = spots.first() {
        theme::advice_ring(*first, radius * (1.25 + 0.08 * pulse), 0.16 * radius);
    }
    for way in spots.windows(2) {
        arrow(way[0], way[1], radius);
    }
}

/// An arrow from a ring to the middle of a field, with an edge of white.
fn arrow(from: Vec2, to: Vec2, radius: f32) {
    let way = (to - from).normalize_or_zero();
    let (start, neck, side) = (from + way * 1.3 * radius, to - way * 0.75 * radius, way.perp());
    for (color, grown) in [(WHITE, 0.07 * radius), (to_macroquad(theme::ADVICE), 0.0)] {
        let width = 0.22 * radius + 2.0 * grown;
        if (neck - start).dot(way) > 0.0 {
            draw_line(start.x, start.y, neck.x, neck.y, width, color);
        }
        let wing = side * (0.42 * radius + 1.6 * grown);
        draw_triangle(to + way * 2.2 * grown, neck - way * grown + wing, neck - way * grown - wing, color);
    }
}

/// What is said where a hand is empty, and what was thrown last. Hands themselves are pieces like any other.
fn tray(scene: &GenericScene, game: &Game, view: &View<'_>) {
    let board = scene.board();
    let ink = to_macroquad(theme::INK_SOFT);
    let id = format!("{}.window.no_hand", game.rules().pack.name());
    for seat in (0..game.turn().seats).filter(|_| spoken().knows(&id)) {
        let (middle, high, _) = board.row(seat);
        if board.lying(Where::With(seat)).next().is_none() {
            let at = view.at(vec2(board.tray.x + board.tray.w / 2.0, middle));
            let size = (0.28 * high * view.scale).min(15.0);
            view.letters.note(&Message::new(id.clone()).to_string(), at, size, "slanted", ink);
        }
    }
    let dice = board.dice.iter().flat_map(|dice| dice.numbers().iter().enumerate());
    for (number, face) in dice {
        let side = (0.4 * view.tray.h).min(56.0);
        let corner = vec2(view.tray.x + view.tray.w - (side + 8.0) * (number + 1) as f32, view.tray.y + 4.0);
        draw_rectangle(corner.x, corner.y, side, side, to_macroquad(theme::PAPER));
        draw_rectangle_lines(corner.x, corner.y, side, side, 3.0, to_macroquad(theme::INK));
        view.letters.centred(&face.to_string(), corner + side / 2.0, 0.6 * side, "bold", to_macroquad(theme::INK));
    }
}

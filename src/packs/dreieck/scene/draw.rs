//! Drawing Triangle Takes: paper, tiles, what glows, the rack with the hand, and the tray.

use super::art::{INSET, Sprites};
use super::picture::{Mark, Thing};
use super::places::{HEIGHT, RACK, to_vec};
use super::plan::unturned;
use super::{DreieckScene, Held, POINTED, art, cell_named, hand_named};
use crate::packs::dreieck::tiles::{Corners, turned};
use crate::packs::dreieck::view::LaidTile;
use crate::packs::dreieck::{Cell, view as seen};
use crate::sim::secret::HAND;
use crate::sim::{Game, Id};
use crate::table::SeatCard;
use crate::window::motion::{Pose, turn};
use crate::window::panels::side::shortened;
use crate::window::scene::{Scene, View};
use crate::window::theme::{self, faded};
use crate::words::{Arg, say};
use macroquad::prelude::{
    BLACK, Camera2D, Color, Rect, Vec2, WHITE, draw_circle, draw_line, draw_rectangle, draw_rectangle_lines, draw_triangle,
    screen_dpi_scale, screen_height, set_camera, set_default_camera, vec2,
};

fn ink() -> Color {
    theme::to_macroquad(theme::INK)
}

fn gold() -> Color {
    theme::to_macroquad(theme::GOLD)
}

/// The held tile as it hovers over its place in the fan.
pub(super) fn lifted(place: Pose, held: &Held) -> Pose {
    Pose::at(place.at - vec2(0.0, 34.0)).turned(held.spin).sized(place.size * 1.22)
}

pub(super) fn draw(scene: &DreieckScene, game: &Game, view: &View<'_>) {
    let Some(sprites) = &Sprites::of(&scene.gallery.sprites) else { return };
    let brush = Brush { scene, sprites, view };
    brush.paper(game);
    set_camera(&clip(view, scene.camera().area));
    brush.lattice(game);
    brush.open_cells(game);
    brush.laid();
    brush.laid_last();
    brush.answers(game);
    brush.advised(game);
    brush.pointed(game);
    brush.beacons();
    brush.traces();
    set_default_camera();
    brush.rack(game);
    brush.flying();
    brush.notes();
    brush.tray(game);
}

/// A camera that shows screen points where they are, but only inside a part of the board.
fn clip(view: &View<'_>, area: Rect) -> Camera2D {
    let (at, size) = (view.at(area.point()), area.size() * view.scale);
    let dpi = screen_dpi_scale();
    let pixels = |points: f32| (points * dpi).round() as i32;
    let viewport = (pixels(at.x), pixels(screen_height() - at.y - size.y), pixels(size.x), pixels(size.y));
    let zoom = vec2(2.0 / size.x, 2.0 / size.y);
    Camera2D { target: at + size / 2.0, zoom, viewport: Some(viewport), ..Camera2D::default() }
}

struct Brush<'a> {
    scene: &'a DreieckScene,
    sprites: &'a Sprites<'a>,
    view: &'a View<'a>,
}

impl Brush<'_> {
    fn screen(&self, lattice: Vec2) -> Vec2 {
        self.view.at(self.scene.camera().at(lattice))
    }

    fn corners(&self, cell: Cell) -> [Vec2; 3] {
        self.scene.camera().corners(cell).map(|at| self.view.at(at))
    }

    /// Waves between 0 and 1, for what glows.
    fn pulse(&self) -> f32 {
        0.5 + 0.5 * (self.view.clock * 3.2).sin()
    }

    fn paper(&self, game: &Game) {
        let View { origin, scale, .. } = self.view;
        let size = self.scene.size() * *scale;
        draw_rectangle(origin.x, origin.y, size.x, size.y, theme::to_macroquad(theme::PAPER_DEEP));
        let edge = theme::to_macroquad(theme::PAPER_EDGE);
        if seen::radius(game) == 0 {
            let high = (HEIGHT - RACK) * scale;
            draw_rectangle_lines(origin.x, origin.y, size.x, high, 2.0, faded(edge, 0.8));
        }
    }

    /// The faint lattice of the paper, and the edge of a table that has one.
    fn lattice(&self, game: &Game) {
        let camera = self.scene.camera();
        let (low, high) = (camera.lattice(camera.area.point()), camera.lattice(camera.area.point() + camera.area.size()));
        let line = |from: Vec2, to: Vec2, width: f32, color: Color| {
            let (from, to) = (self.screen(from), self.screen(to));
            draw_line(from.x, from.y, to.x, to.y, width, color);
        };
        let radius = f32::from(seen::radius(game));
        let ring: Vec<Vec2> = (0..6).map(|i| turn(vec2(radius, 0.0), i as f32 * std::f32::consts::FRAC_PI_3)).collect();
        if radius > 0.0 {
            let area = self.scene.camera().area;
            let (at, size) = (self.view.at(area.point()), area.size() * self.view.scale);
            draw_rectangle(at.x, at.y, size.x, size.y, faded(ink(), 0.14));
            for i in 0..6 {
                let (a, b) = (self.screen(ring[i]), self.screen(ring[(i + 1) % 6]));
                draw_triangle(self.screen(Vec2::ZERO), a, b, theme::to_macroquad(theme::PAPER_DEEP));
            }
        }
        let faint = faded(ink(), if camera.zoom() < 28.0 { 0.05 } else { 0.09 });
        let step = 3f32.sqrt() / 2.0;
        for row in (low.y / step).floor() as i32..=(high.y / step).ceil() as i32 {
            let y = row as f32 * step;
            line(vec2(low.x, y), vec2(high.x, y), 1.0, faint);
        }
        // Lines that lean: x = n ± y / √3.
        let lean = 1.0 / 3f32.sqrt();
        for sign in [-1.0, 1.0] {
            let ends = [
                low.x + sign * lean * low.y,
                low.x + sign * lean * high.y,
                high.x + sign * lean * low.y,
                high.x + sign * lean * high.y,
            ];
            let (first, last) = ends.iter().fold((f32::MAX, f32::MIN), |(a, b), e| (a.min(*e), b.max(*e)));
            for n in first.floor() as i32..=last.ceil() as i32 {
                let x = |y: f32| n as f32 - sign * lean * y;
                line(vec2(x(low.y), low.y), vec2(x(high.y), high.y), 1.0, faint);
            }
        }
        if radius > 0.0 {
            for i in 0..6 {
                line(ring[i], ring[(i + 1) % 6], 5.0, theme::to_macroquad(theme::PAPER_EDGE));
                line(ring[i], ring[(i + 1) % 6], 1.5, ink());
            }
        }
    }

    fn fill(&self, cell: Cell, color: Color) {
        let [a, b, c] = self.corners(cell);
        draw_triangle(a, b, c, color);
    }

    fn outline(&self, cell: Cell, inset: f32, width: f32, color: Color) {
        let corners = self.corners(cell);
        let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
        let corners = corners.map(|corner| corner.lerp(middle, inset));
        for i in 0..3 {
            let (a, b) = (corners[i], corners[(i + 1) % 3]);
            draw_line(a.x, a.y, b.x, b.y, width, color);
            draw_circle(a.x, a.y, width / 2.0, color);
        }
    }

    /// Cells for the held tile glow: bright where it fits as it is turned, softly where it must be turned.
    fn open_cells(&self, game: &Game) {
        let scene = self.scene;
        if !scene.is_acting(game) || !self.view.awaits {
            return;
        }
        let width = (scene.camera().zoom() * self.view.scale * 0.035).clamp(1.5, 4.0);
        let Some(held) = &scene.held else {
            for cell in seen::open_cells(game) {
                self.fill(cell, faded(WHITE, 0.28));
                self.outline(cell, 0.06, 1.2, faded(ink(), 0.16));
            }
            return;
        };
        let cells: std::collections::BTreeSet<Cell> = held.places.iter().map(|(cell, _)| *cell).collect();
        for cell in cells {
            let bright = held.fits_as_it_is(cell);
            let glow = if bright { 0.5 + 0.28 * self.pulse() } else { 0.16 };
            self.fill(cell, faded(gold(), glow));
            self.outline(cell, 0.07, width, faded(gold(), if bright { 1.0 } else { 0.55 }));
        }
    }

    fn tile(&self, pose: Pose, colour: usize, corners: Option<Corners>, alpha: f32) {
        let side = pose.size * self.view.scale;
        let at = self.view.at(pose.at);
        let tint = faded(WHITE, alpha);
        self.sprites.body(colour, side * screen_dpi_scale()).draw(at, pose.angle, side, tint);
        if let Some(corners) = corners {
            self.symbols(at, pose.angle, side, corners, tint);
        }
    }

    /// Corner 0 of an unturned tile lies to the left, then clockwise; every symbol has its head to its corner.
    fn symbols(&self, at: Vec2, angle: f32, side: f32, corners: Corners, tint: Color) {
        for (number, symbol) in corners.iter().enumerate() {
            let turned = angle + (number as f32 - 1.0) * std::f32::consts::TAU / 3.0;
            let place = at + turn(vec2(0.0, -(0.57735 - INSET) * side), turned);
            self.sprites.symbol(usize::from(*symbol), side * screen_dpi_scale()).draw(place, turned, side, tint);
        }
    }

    /// Whether a tile is in the air, or about to be.
    fn is_aloft(&self, tile: &LaidTile) -> bool {
        self.scene.motion.is_moving(Thing::Tile(tile.id)) || self.scene.shown().is_leaving(tile.id)
    }

    /// All laid tiles: first the bodies of each colour, then every symbol, so that the card changes pictures rarely.
    fn laid(&self) {
        let scene = self.scene;
        let side = scene.camera().zoom() * self.view.scale;
        let lying = || scene.shown().tiles.iter().filter(|tile| !self.is_aloft(tile));
        for seat in 0..scene.shown().scores.len() as u8 {
            let body = self.sprites.body(scene.colour(seat), side * screen_dpi_scale());
            for tile in lying().filter(|tile| tile.owner == seat) {
                let pose = scene.camera().pose(tile.cell, tile.rotation);
                body.draw(self.view.at(pose.at), pose.angle, side, WHITE);
            }
        }
        for symbol in 0..art::SYMBOLS {
            let sprite = self.sprites.symbol(symbol, side * screen_dpi_scale());
            for tile in lying() {
                let at = self.screen(to_vec(tile.cell.centre()));
                let base = if tile.cell.is_up() { 0.0 } else { std::f32::consts::PI };
                for (number, _) in tile.corners.iter().enumerate().filter(|(_, shown)| usize::from(**shown) == symbol) {
                    let turned = base + (number as f32 - 1.0) * std::f32::consts::TAU / 3.0;
                    sprite.draw(at + turn(vec2(0.0, -(0.57735 - INSET) * side), turned), turned, side, WHITE);
                }
            }
        }
    }

    /// A frame around every laid tile that a rule's question is about.
    fn answers(&self, game: &Game) {
        let scene = self.scene;
        if !scene.is_acting(game) || !self.view.awaits {
            return;
        }
        let width = (scene.camera().zoom() * self.view.scale * 0.05).clamp(2.0, 6.0);
        for tile in scene.shown().tiles.iter().filter(|tile| game.answer_naming(tile.id).is_some()) {
            if self.is_advised(game, tile.id) {
                self.outline(tile.cell, -0.04, width * 2.6, WHITE);
                self.outline(tile.cell, -0.04, width * (1.4 + 0.3 * self.pulse()), theme::to_macroquad(theme::ADVICE));
            } else {
                self.outline(tile.cell, 0.04, width * 1.6, faded(WHITE, 0.9));
                self.outline(tile.cell, 0.04, width, faded(gold(), 0.7 + 0.3 * self.pulse()));
            }
        }
    }

    /// The tile that is advised, as it would lie.
    fn advised(&self, game: &Game) {
        let scene = self.scene;
        let Some((tile, cell, rotation)) = scene.advice.and_then(seen::laying).filter(|_| !scene.moving()) else { return };
        let hand = seen::hand(game, scene.viewer());
        let Some(tile) = hand.into_iter().find(|held| held.id == tile) else { return };
        self.tile(scene.camera().pose(cell, rotation), scene.colour(scene.viewer()), Some(tile.corners), 0.75);
        let width = (scene.camera().zoom() * self.view.scale * 0.07).clamp(3.0, 8.0);
        self.outline(cell, -0.04, width * 1.8, WHITE);
        self.outline(cell, -0.04, width * (0.9 + 0.25 * self.pulse()), theme::to_macroquad(theme::ADVICE));
    }

    /// Whether a tile is the one that is advised, to be laid or as an answer.
    fn is_advised(&self, game: &Game, tile: Id) -> bool {
        let Some(advice) = self.scene.advice.filter(|_| !self.scene.moving()) else { return false };
        seen::laying(advice).map(|(advised, _, _)| advised).or_else(|| DreieckScene::named_by(game, advice)) == Some(tile)
    }

    /// What the pointer or the keyboard is on: the tile as it would lie, and what it would take.
    fn pointed(&self, game: &Game) {
        let scene = self.scene;
        if scene.moving() {
            return;
        }
        let Some((target, cell)) = self.view.focus.and_then(|target| Some((target, cell_named(&target.name)?))) else { return };
        let width = (scene.camera().zoom() * self.view.scale * 0.05).clamp(2.0, 5.0);
        let red = theme::to_macroquad(theme::RED);
        match &scene.held {
            Some(held) if scene.is_acting(game) && scene.shown().at(cell).is_none() => {
                let fitting = held.rotation_in(cell);
                let rotation = fitting.unwrap_or(held.rotation);
                let alpha = if fitting.is_some() { 0.9 } else { 0.4 };
                self.tile(scene.camera().pose(cell, rotation), scene.colour(scene.viewer()), Some(held.tile.corners), alpha);
                self.edges(cell, turned(held.tile.corners, rotation), width);
                if fitting.is_none() {
                    return;
                }
                for cell in scene.outlook(game, &target.name).taken.iter().flat_map(|(_, cells)| cells) {
                    self.fill(*cell, faded(red, 0.18 + 0.22 * self.pulse()));
                    self.outline(*cell, 0.0, width, red);
                }
            }
            _ => {
                let area = scene.shown().at(cell).map(|tile| seen::areas(game, tile.owner));
                let area = area.and_then(|areas| areas.into_iter().find(|area| area.contains(&cell)));
                for cell in area.unwrap_or_else(|| vec![cell]) {
                    self.outline(cell, 0.03, width * 0.8, faded(ink(), 0.7));
                }
            }
        }
    }

    /// The edges a tile would share with others: green where both symbols agree, red where they do not.
    fn edges(&self, cell: Cell, corners: Corners, width: f32) {
        let places = self.corners(cell);
        for edge in 0..3 {
            let (first, second) = ((edge + 1) % 3, (edge + 2) % 3);
            let Some(other) = self.scene.shown().at(cell.neighbour(edge)) else { continue };
            let agrees = (corners[first], corners[second]) == (other.corners[second], other.corners[first]);
            let color = if agrees { Color::from_rgba(0x1f, 0x85, 0x4b, 255) } else { theme::to_macroquad(theme::RED) };
            let (a, b) = (places[first], places[second]);
            draw_line(a.x, a.y, b.x, b.y, width * 1.3, color);
            draw_circle(a.x, a.y, width * 0.9, color);
            draw_circle(b.x, b.y, width * 0.9, color);
        }
    }

    fn beacons(&self) {
        for tile in &self.scene.shown().leaving {
            self.outline(tile.cell, 0.0, 3.0, theme::to_macroquad(theme::RED));
        }
        let width = (self.scene.camera().zoom() * self.view.scale * 0.06).clamp(3.0, 7.0);
        for (mark, share) in self.scene.motion.marks() {
            let (cell, wave) = match mark {
                Mark::Landed(cell) => (cell, 1.0),
                Mark::Pointed(cell) => (cell, 0.5 + 0.5 * (share * POINTED * 7.0).cos()),
                Mark::Note(..) => continue,
            };
            self.outline(*cell, -0.06, width, faded(gold(), (1.0 - share) * (0.35 + 0.65 * wave)));
        }
    }

    /// The tile each player laid last, until the next one: in the player's colour, with white beside it, as the tile has that colour too.
    fn laid_last(&self) {
        let width = (self.scene.camera().zoom() * self.view.scale * 0.045).clamp(2.5, 5.5);
        let tiles = &self.scene.shown().tiles;
        for (seat, id) in &self.scene.laid {
            let Some(tile) = tiles.iter().find(|tile| tile.id == *id).filter(|tile| !self.is_aloft(tile)) else { continue };
            self.outline(tile.cell, 0.02, width * 2.0, WHITE);
            self.outline(tile.cell, 0.02, width, art::colour(self.scene.colour(*seat)));
        }
    }

    /// Where the last move took tiles away.
    fn traces(&self) {
        let empty = |cell: &&Cell| !self.scene.shown().tiles.iter().any(|tile| tile.cell == **cell);
        for cell in self.scene.taken.iter().filter(|_| !self.scene.moving()).filter(empty) {
            self.outline(*cell, 0.12, 3.0 * self.view.scale, faded(theme::to_macroquad(theme::RED), 0.7));
        }
    }

    fn rack(&self, game: &Game) {
        let (scene, view) = (self.scene, self.view);
        let at = view.at(vec2(0.0, HEIGHT - RACK));
        let size = vec2(scene.width, RACK) * view.scale;
        let wood = Color::from_rgba(0x8a, 0x64, 0x3f, 255);
        draw_rectangle(at.x, at.y, size.x, size.y, wood);
        for i in 0..9 {
            let y = at.y + size.y * (0.08 + 0.115 * i as f32);
            draw_rectangle(at.x, y, size.x, (1.0 + (i % 3) as f32 * 0.6) * view.scale, faded(BLACK, 0.05));
        }
        draw_rectangle(at.x, at.y, size.x, 7.0 * view.scale, Color::from_rgba(0xb0, 0x86, 0x58, 255));
        draw_rectangle(at.x, at.y + 7.0 * view.scale, size.x, 2.0 * view.scale, faded(BLACK, 0.28));
        let acting = scene.is_acting(game);
        let seat = scene.viewer();
        if !game.is_seen(HAND, seat, view.eyes) {
            return;
        }
        let colour = scene.colour(seat);
        let hand = scene.hand(game);
        if seen::is_stack(game) {
            self.stack(game, seat, hand.len());
        } else if hand.is_empty() {
            let text = say!("dreieck.window.all_laid");
            view.letters.centred(&text, at + size / 2.0, 19.0 * view.scale, "slanted", faded(WHITE, 0.85));
        }
        let layable: Vec<_> = game.offers().iter().filter_map(|c| seen::laying(*c)).map(|(id, _, _)| id).collect();
        let focus = view.focus.and_then(|target| hand_named(&target.name));
        let mut above = None;
        for (tile, pose) in hand {
            let held = scene.held.as_ref().filter(|held| held.tile.number == tile.number);
            if let Some(held) = held {
                above = Some((lifted(pose, held), tile.corners, 1.0, Some(gold())));
                continue;
            }
            // Where none can be laid, something else is asked.
            let usable = !acting || layable.is_empty() || layable.contains(&tile.id);
            let answers = acting && view.awaits && game.answer_naming(tile.id).is_some();
            let advised = self.is_advised(game, tile.id).then(|| theme::to_macroquad(theme::ADVICE));
            let ring = advised.or_else(|| answers.then(gold));
            if focus == Some(tile.number) {
                let pose = Pose { at: pose.at - vec2(0.0, 8.0), size: pose.size * 1.16, ..pose };
                above = above.or(Some((pose, tile.corners, 0.6, ring)));
                if usable && scene.held.is_none() {
                    continue;
                }
            }
            self.shadow(pose, colour, 0.3);
            self.ringed(pose, ring);
            self.tile(pose, colour, Some(tile.corners), 1.0);
            if !usable {
                self.veil(pose, Color::from_rgba(0x8a, 0x64, 0x3f, 150));
            }
        }
        if let Some((pose, corners, height, ring)) = above {
            self.shadow(pose, colour, height);
            self.ringed(pose, ring);
            self.tile(pose, colour, Some(corners), 1.0);
        }
    }

    /// A face-down stack beside the tile that is up.
    fn stack(&self, game: &Game, seat: u8, up: usize) {
        let (scene, view) = (self.scene, self.view);
        let count = seen::hand(game, seat).len().saturating_sub(up);
        let base = vec2(scene.width / 2.0 - 210.0, HEIGHT - RACK / 2.0 + 24.0);
        for i in 0..count.min(6) {
            let pose = Pose::at(base - vec2(0.0, 5.0 * i as f32)).sized(92.0);
            self.shadow(pose, scene.colour(seat), 0.2);
            self.tile(pose, scene.colour(seat), None, 1.0);
        }
        let text = match count {
            0 if up == 0 => say!("dreieck.window.all_laid"),
            0 => say!("dreieck.window.last_tile"),
            n if up == 0 => say!("dreieck.window.face_down", n),
            n => say!("dreieck.window.more", n),
        };
        view.letters.centred(&text, view.at(base + vec2(104.0, 6.0)), 17.0 * view.scale, "slanted", faded(WHITE, 0.9));
    }

    fn triangle(&self, pose: Pose, grown: f32) -> [Vec2; 3] {
        let at = self.view.at(pose.at);
        let reach = (pose.size * 0.57735 * self.view.scale) + grown;
        [0.0, 1.0, 2.0].map(|i: f32| at + turn(vec2(0.0, -reach), pose.angle + i * std::f32::consts::TAU / 3.0))
    }

    fn veil(&self, pose: Pose, color: Color) {
        let [a, b, c] = self.triangle(pose, 1.0);
        draw_triangle(a, b, c, color);
    }

    /// A ring around a tile of the hand, for what is held and what is advised.
    fn ringed(&self, pose: Pose, color: Option<Color>) {
        let Some(color) = color else { return };
        self.ring(pose, 6.5 * self.view.scale, WHITE);
        self.ring(pose, 5.0 * self.view.scale, color);
    }

    fn ring(&self, pose: Pose, width: f32, color: Color) {
        let [a, b, c] = self.triangle(pose, 1.7 * width);
        draw_triangle(a, b, c, color);
    }

    fn shadow(&self, pose: Pose, colour: usize, height: f32) {
        let side = pose.size * self.view.scale;
        let at = self.view.at(pose.at + vec2(3.0, 4.0) + vec2(5.0, 9.0) * height);
        self.sprites.body(colour, side).draw(at, pose.angle, side * 1.01, faded(BLACK, 0.28));
    }

    fn flying(&self) {
        for tile in self.scene.shown().all().filter(|tile| self.is_aloft(tile)) {
            let Some(pose) = self.scene.motion.pose(Thing::Tile(tile.id)) else { continue };
            let colour = self.scene.colour(tile.owner);
            self.shadow(pose, colour, pose.height);
            self.tile(pose.sized(pose.size * (1.0 + 0.12 * pose.height)), colour, Some(unturned(tile)), pose.alpha);
        }
    }

    fn called(&self, seat: u8) -> Arg {
        self.scene.cast.get(usize::from(seat)).map_or_else(|| "".into(), SeatCard::called)
    }

    /// Who passes, in the middle of the table.
    fn notes(&self) {
        for (mark, _) in self.scene.motion.marks() {
            if let Mark::Note(seat, what) = mark {
                self.note(*seat, what);
            }
        }
    }

    fn note(&self, seat: u8, what: &'static str) {
        let player = self.called(seat);
        let at = self.view.at(vec2(self.scene.width / 2.0, 44.0));
        let size = vec2(460.0, 48.0) * self.view.scale;
        draw_rectangle(at.x - size.x / 2.0, at.y - size.y / 2.0, size.x, size.y, faded(theme::to_macroquad(theme::PAPER), 0.95));
        draw_rectangle_lines(at.x - size.x / 2.0, at.y - size.y / 2.0, size.x, size.y, 3.0, art::colour(self.scene.colour(seat)));
        self.view.letters.centred(&say!(what, player), at, 21.0 * self.view.scale, "strong", ink());
    }

    /// The tray: the tile in hand or pointed at, large, and the prisoners of the hand's owner.
    fn tray(&self, game: &Game) {
        let (scene, view) = (self.scene, self.view);
        let Rect { x, y, w, h } = view.tray;
        let unit = w / 300.0;
        let seat = scene.viewer();
        let soft = theme::to_macroquad(theme::INK_SOFT);
        let own = Brush { view: &View { origin: Vec2::ZERO, scale: 1.0, ..*view }, ..*self };
        let focus = view.focus.and_then(|target| hand_named(&target.name));
        let hand = seen::hand(game, seat);
        let held = scene.held.as_ref().map(|held| (held.tile, held.spin));
        let pointed = focus.and_then(|number| hand.iter().find(|tile| tile.number == number)).map(|tile| (*tile, 0.0));
        let left = vec2(x + 80.0 * unit, y + h * 0.57);
        if let Some((tile, angle)) = held.or(pointed).filter(|_| !scene.moving() && game.is_seen(HAND, seat, view.eyes)) {
            own.tile(Pose::at(left).turned(angle).sized(142.0 * unit), scene.colour(seat), Some(tile.corners), 1.0);
            let text = if held.is_some() { say!("dreieck.window.turns") } else { say!("dreieck.window.take_up") };
            view.letters.note(&text, vec2(left.x, y + h - 8.0 * unit), 13.0 * unit, "slanted", soft);
        } else {
            for (text, below) in say!("dreieck.window.point").lines().zip([-10.0, 10.0]) {
                view.letters.note(text, vec2(left.x, left.y + below * unit), 14.0 * unit, "slanted", soft);
            }
        }
        self.prisoners(game, seat, &own);
    }

    fn prisoners(&self, game: &Game, seat: u8, own: &Brush<'_>) {
        let Rect { x, y, w, h } = self.view.tray;
        let unit = w / 300.0;
        let count = usize::from(self.scene.shown().prisoners.get(usize::from(seat)).copied().unwrap_or(0));
        let player = match self.called(seat) {
            Arg::Text(name) => shortened(&name, 10).into(),
            colour => colour,
        };
        let title = say!("dreieck.window.prisoners", player, n = count);
        let middle = x + 222.0 * unit;
        let letters = self.view.letters;
        letters.note(&title, vec2(middle, y + 10.0 * unit), 13.0 * unit, "strong", theme::to_macroquad(theme::SEA));
        let taken = seen::prisoners(game, seat);
        let shown = count.min(taken.len());
        if shown == 0 {
            letters.note(
                &say!("dreieck.window.none_yet"),
                vec2(middle, y + h * 0.5),
                14.0 * unit,
                "slanted",
                theme::to_macroquad(theme::INK_SOFT),
            );
            return;
        }
        let columns = match shown {
            0..=6 => 3,
            7..=15 => 5,
            _ => 8,
        };
        let rows = shown.div_ceil(columns) as f32;
        let step = (130.0 * unit / columns as f32).min((h - 34.0 * unit) / rows.max(1.0));
        for (index, id) in taken.into_iter().take(shown).enumerate() {
            let (column, row) = ((index % columns) as f32, (index / columns) as f32);
            let here = columns.min(shown) as f32;
            let at = vec2(middle + (column - (here - 1.0) / 2.0) * step, y + 22.0 * unit + (row + 0.62) * step);
            let tile: crate::packs::dreieck::components::Tile = game.get(id);
            own.tile(Pose::at(at).sized(step * 1.02), self.scene.colour(tile.owner), None, 1.0);
        }
    }
}

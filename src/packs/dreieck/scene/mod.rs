//! Triangle Takes on the screen: a table of paper, triangles with symbols in their corners, and the hand on its rack.

mod art;
mod draw;
mod picture;
mod places;
mod plan;
mod tips;

use super::motion::{Gate, Motion, Pose, Speed, shortest};
use super::scene::{Choice, Scene, Standing, Target, Tip, Tone, View, by_motion};
use super::sprites::Gallery;
use crate::packs::dreieck::events as told;
use crate::packs::dreieck::view::HeldTile;
use crate::packs::dreieck::{Cell, Terms, phrases, view};
use crate::sim::{Command, Event, Eyes, Game, Id, Seat, Target as Named};
use crate::table::{SeatCard, Table};
use crate::words::{Message, msg};
use macroquad::prelude::{KeyCode, Vec2, is_key_down, vec2};
use picture::{Mark, Shown, Thing};
use places::{Camera, HEIGHT, RACK, angle_in, fan, to_vec};
use plan::cell_of;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The tile a person has taken from the hand.
#[derive(Debug, Clone, PartialEq)]
struct Held {
    tile: HeldTile,
    rotation: u8,
    /// The turn as it is seen, on its way to the rotation's own.
    spin: f32,
    /// Where it may be laid.
    places: Vec<(Cell, u8)>,
}

impl Held {
    /// The rotation it would be laid with in a cell: its own if that fits, or else the next one that does.
    fn rotation_in(&self, cell: Cell) -> Option<u8> {
        (0..3).map(|step| (self.rotation + step) % 3).find(|rotation| self.places.contains(&(cell, *rotation)))
    }

    fn fits_as_it_is(&self, cell: Cell) -> bool {
        self.places.contains(&(cell, self.rotation))
    }
}

/// How far from the middle of a tile its badges lie, in parts of its edge.
const BADGED: f32 = 0.3;

/// How long light points at something.
const POINTED: f32 = 2.6;

pub(super) struct DreieckScene {
    motion: Motion<Shown>,
    gallery: Gallery,
    cast: Vec<SeatCard>,
    held: Option<Held>,
    /// Where the tiles of the hand were seen last.
    seen: Vec<(Seat, u8, Pose)>,
    width: f32,
    /// Seconds until the wheel turns a tile again: one flick of a pad is one turn.
    wheel_rests: f32,
    /// What was said last, with what it was said about.
    said: RefCell<Option<(String, tips::Outlook)>>,
    /// What somebody advises.
    advice: Option<Command>,
    /// The tile each player laid last, marked until the next one.
    laid: Vec<(Seat, Id)>,
    /// Cells whose tiles the last move took.
    taken: Vec<Cell>,
    /// The position that was played last: what it left behind is marked in no other.
    played: Option<u64>,
}

impl DreieckScene {
    pub(super) fn new(game: &Game) -> Self {
        let width = 1000.0;
        let mut camera = Camera::new(width);
        camera.frame(game, true);
        let mut scene = Self {
            motion: Motion::new(Shown::of(game, camera)),
            gallery: Gallery::default(),
            cast: Vec::new(),
            held: None,
            seen: Vec::new(),
            width,
            wheel_rests: 0.0,
            said: RefCell::default(),
            advice: None,
            laid: Vec::new(),
            taken: Vec::new(),
            played: None,
        };
        scene.settle_hand(game);
        scene
    }

    fn shown(&self) -> &Shown {
        self.motion.picture()
    }

    fn camera(&self) -> &Camera {
        &self.shown().camera
    }

    fn camera_mut(&mut self) -> &mut Camera {
        &mut self.motion.picture_mut().camera
    }

    /// Whose hand lies on the rack: the person to act, or else the person who acted last.
    fn viewer(&self) -> Seat {
        let seats = self.cast.len().max(1);
        let back = (0..seats).map(|step| (usize::from(self.shown().seat) + seats - step) % seats);
        let person = back.into_iter().find(|seat| self.cast.get(*seat).is_some_and(SeatCard::is_human));
        person.map_or(self.shown().seat, |seat| seat as Seat)
    }

    fn colour(&self, seat: Seat) -> usize {
        self.cast.get(usize::from(seat)).map_or(usize::from(seat), |card| card.colour)
    }

    /// The hand on the rack and where its tiles lie; of a stack only the top one, and only in its owner's turn.
    fn hand(&self, game: &Game) -> Vec<(HeldTile, Pose)> {
        let mut tiles = view::hand(game, self.viewer());
        if view::is_stack(game) {
            tiles.truncate(usize::from(self.is_acting(game)));
        } else if tiles.iter().any(|tile| tile.open) {
            // What a rule keeps out of reach lies in the stack, unless it may be laid all the same.
            tiles.retain(|tile| tile.open || !view::placements(game, tile.id).is_empty());
        }
        let places = fan(tiles.len(), self.width);
        tiles.into_iter().zip(places).collect()
    }

    /// Whether the person whose hand is shown may act now.
    fn is_acting(&self, game: &Game) -> bool {
        !self.moving() && game.outcome().is_none() && game.deciding() == self.viewer()
    }

    fn take_up(&mut self, game: &Game, tile: HeldTile) -> bool {
        let places = view::placements(game, tile.id);
        let Some((_, first)) = places.iter().min_by_key(|(_, rotation)| *rotation).copied() else { return false };
        let first = self.advised_turn(tile.id).unwrap_or(first);
        self.held = Some(Held { tile, rotation: first, spin: angle_in(true, first), places });
        true
    }

    /// Lets go of a tile that cannot be laid any more, and takes the drawn one of a stack up by itself.
    fn settle_hand(&mut self, game: &Game) {
        if let Some(held) = &mut self.held {
            held.places = view::placements(game, held.tile.id);
            if held.places.is_empty() {
                self.held = None;
            }
        }
        if self.held.is_none() && view::is_stack(game) && game.outcome().is_none() && game.deciding() == self.viewer() {
            let top = view::hand(game, game.deciding()).into_iter().next();
            let person = self.cast.get(usize::from(game.deciding())).is_some_and(SeatCard::is_human);
            if let Some(top) = top.filter(|_| person) {
                self.take_up(game, top);
            }
        }
    }

    /// The tile that the answer to a rule's question names.
    fn named_by(game: &Game, command: Command) -> Option<Id> {
        match game.target_of(command) {
            Some(Named::Piece(id)) => Some(id),
            _ => None,
        }
    }

    /// How a tile is to be turned if it is laid as advised.
    fn advised_turn(&self, tile: Id) -> Option<u8> {
        self.advice.and_then(view::laying).filter(|(id, _, _)| *id == tile).map(|(_, _, rotation)| rotation)
    }

    fn lay(&self, game: &Game, cell: Cell) -> Option<Command> {
        let held = self.held.as_ref()?;
        view::lay(game, held.tile.id, cell, held.rotation_in(cell)?)
    }

    /// The answer to a rule's question that names a laid tile.
    fn answer_in(&self, game: &Game, cell: Cell) -> Option<Command> {
        game.answer_naming(self.shown().at(cell)?.id)
    }

    /// Where a tile is pointed at, on the table or on the rack.
    fn target_of(&self, game: &Game, tile: Id) -> Option<String> {
        if let Some(laid) = self.shown().tiles.iter().find(|laid| laid.id == tile) {
            return Some(format!("cell:{}", laid.cell));
        }
        let held = self.hand(game).into_iter().find(|(held, _)| held.id == tile);
        held.map(|(held, _)| format!("hand:{}", held.number))
    }

    fn cell_target(&self, cell: Cell, choosable: bool) -> Target {
        // What has slid under the rack cannot be met with the pointer, but the keyboard still reaches it.
        let radius = if self.camera().shows(cell) { 0.36 * self.camera().zoom() } else { 0.0 };
        Target { name: format!("cell:{cell}"), at: self.camera().at(to_vec(cell.centre())), radius, choosable }
    }
}

fn cell_named(name: &str) -> Option<Cell> {
    name.strip_prefix("cell:")?.parse().ok()
}

fn hand_named(name: &str) -> Option<u8> {
    name.strip_prefix("hand:")?.parse().ok()
}

impl DreieckScene {
    /// Turns the tile in hand.
    fn turn_held(&mut self, steps: i32) {
        if let Some(held) = &mut self.held {
            held.rotation = (i32::from(held.rotation) + steps).rem_euclid(3) as u8;
            *self.said.borrow_mut() = None;
        }
    }
}

impl Scene for DreieckScene {
    by_motion!();

    fn size(&self) -> Vec2 {
        vec2(self.width, HEIGHT)
    }

    fn room(&mut self, game: &Game, room: Vec2) {
        self.width = (HEIGHT * room.x / room.y.max(1.0)).clamp(560.0, 1700.0);
        let width = self.width;
        self.camera_mut().resize(game, width);
    }

    fn fit(&mut self, game: &Game, cast: &[SeatCard], _pixels_per_unit: f32, _tray_pixels: f32) {
        self.cast = cast.to_vec();
        if self.gallery.sprites.is_empty() {
            self.gallery.commission(art::commissions);
        }
        if !self.moving() {
            self.settle_hand(game);
        }
    }

    fn show(&mut self, game: &Game) {
        self.motion.show(Shown::of(game, *self.camera()));
        if self.played != Some(game.hash()) {
            self.laid.clear();
            self.taken.clear();
        }
        *self.said.borrow_mut() = None;
        self.settle_hand(game);
        self.camera_mut().frame(game, false);
    }

    fn play(&mut self, game: &Game, _by_hand: &dyn Fn(Seat) -> bool) {
        *self.said.borrow_mut() = None;
        self.held = None;
        let captured = game.events().iter().filter_map(told::Captured::read);
        let cells = captured.flat_map(|e| e.cells.iter().filter_map(|cell| cell_of(*cell)).collect::<Vec<_>>());
        self.taken = cells.collect();
        for tile in (0..game.events().len()).filter_map(|number| plan::laid(game, number)) {
            self.laid.retain(|(owner, _)| *owner != tile.owner);
            self.laid.push((tile.owner, tile.id));
        }
        self.played = Some(game.hash());
        let seen = std::mem::take(&mut self.seen);
        let from = |seat: Seat, number: u8| seen.iter().find(|(s, n, _)| (*s, *n) == (seat, number)).map(|(_, _, pose)| *pose);
        plan::plan(&mut self.motion, game, &from);
        self.camera_mut().frame(game, false);
    }

    fn tick(&mut self, seconds: f32, speed: Speed) -> usize {
        self.gallery.refresh();
        self.camera_mut().tick(speed.pass(seconds));
        self.wheel_rests = (self.wheel_rests - seconds).max(0.0);
        if let Some(held) = &mut self.held {
            let turn = shortest(held.spin, angle_in(true, held.rotation));
            held.spin += turn * (1.0 - (-14.0 * speed.pass(seconds)).exp());
        }
        self.motion.tick(seconds, speed)
    }

    fn moving(&self) -> bool {
        !self.motion.is_idle() || self.camera().is_easing()
    }

    fn turn(&self) -> (Seat, u32) {
        (self.shown().seat, self.shown().round)
    }

    fn standings(&self, _game: &Game) -> Vec<Standing> {
        let shown = self.shown();
        let score = |seat| self.motion.pose(Thing::Score(seat)).unwrap_or_default().count.round() as i64;
        let standing = |seat: usize| phrases::standing(score(seat as Seat), shown.prisoners[seat], shown.unlaid[seat]);
        (0..shown.scores.len()).map(standing).collect()
    }

    /// With a tile in hand its cells come first, those it fits as it is turned before the others.
    fn targets(&self, game: &Game) -> Vec<Target> {
        let acting = self.is_acting(game);
        let held = self.held.as_ref().filter(|_| acting);
        let mut targets = Vec::new();
        let mut open = BTreeSet::new();
        if let Some(held) = held {
            open.extend(held.places.iter().map(|(cell, _)| *cell));
            let mut order: Vec<Cell> = open.iter().copied().collect();
            order.sort_by_key(|cell| (!held.fits_as_it_is(*cell), cell.b, cell.a));
            targets.extend(order.into_iter().map(|cell| self.cell_target(cell, true)));
        }
        let layable: BTreeSet<Id> = game.offers().iter().filter_map(|c| view::laying(*c)).map(|(id, _, _)| id).collect();
        let stack = view::is_stack(game);
        targets.extend(self.hand(game).into_iter().map(|(tile, pose)| Target {
            name: format!("hand:{}", tile.number),
            at: pose.at,
            radius: 0.36 * pose.size,
            choosable: acting
                && (layable.contains(&tile.id) && !(stack && held.is_some()) || game.answer_naming(tile.id).is_some()),
        }));
        let empty = self.shown().border.iter().filter(|cell| !open.contains(cell));
        targets.extend(empty.map(|cell| self.cell_target(*cell, false)));
        let laid = self.shown().tiles.iter().map(|tile| tile.cell);
        targets.extend(laid.map(|cell| self.cell_target(cell, acting && self.answer_in(game, cell).is_some())));
        targets.sort_by_key(|target| !target.choosable);
        targets
    }

    fn choose(&mut self, game: &Game, target: &str) -> Choice {
        if let Some(number) = hand_named(target) {
            if self.held.as_ref().is_some_and(|held| held.tile.number == number) {
                self.held = None;
                return Choice::Begun;
            }
            let hand = view::hand(game, game.deciding());
            if let Some(answer) = hand.iter().find(|tile| tile.number == number).and_then(|tile| game.answer_naming(tile.id)) {
                return Choice::Command(answer);
            }
            let tile = hand.into_iter().find(|tile| tile.number == number && tile.open);
            return if tile.is_some_and(|tile| self.take_up(game, tile)) { Choice::Begun } else { Choice::Nothing };
        }
        match cell_named(target).and_then(|cell| self.lay(game, cell).or_else(|| self.answer_in(game, cell))) {
            Some(command) => {
                self.remember_hand(game);
                Choice::Command(command)
            }
            None => Choice::Nothing,
        }
    }

    fn lift(&mut self, game: &Game, target: &str) -> bool {
        let Some(number) = hand_named(target) else { return false };
        let is_held = self.held.as_ref().is_some_and(|held| held.tile.number == number);
        is_held || matches!(self.choose(game, target), Choice::Begun)
    }

    fn cancel(&mut self) -> bool {
        self.held.take().is_some()
    }

    fn tip(&self, table: &Table, target: &Target, _eyes: Eyes, _overlays: &[&str]) -> Option<Tip> {
        tips::tip(self, table, target)
    }

    fn hint(&self, game: &Game) -> Message {
        game.question().unwrap_or_else(|| match &self.held {
            _ if view::is_stack(game) => msg!("dreieck.window.hint.stack"),
            None => msg!("dreieck.window.hint.choose"),
            Some(_) => msg!("dreieck.window.hint.held"),
        })
    }

    /// The advised tile is turned as it is to lie; another one is put back.
    fn heed(&mut self, game: &Game, advice: Option<Command>) {
        self.advice = advice;
        if advice.and_then(view::laying).is_some_and(|(_, cell, _)| !self.camera().shows(cell)) {
            self.camera_mut().reframe(game);
        }
        let Some(tile) = self.held.as_ref().map(|held| held.tile).filter(|_| advice.is_some()) else { return };
        match self.advised_turn(tile.id) {
            Some(rotation) => self.turn_held(i32::from(rotation) - self.held.as_ref().map_or(0, |held| i32::from(held.rotation))),
            None if !view::is_stack(game) => self.held = None,
            None => {}
        }
    }

    fn next_target(&self, game: &Game, command: Command) -> Option<String> {
        let Some((tile, cell, _)) = view::laying(command) else {
            return self.target_of(game, Self::named_by(game, command)?);
        };
        if let Some(held) = &self.held {
            return (held.tile.id == tile).then(|| format!("cell:{cell}"));
        }
        let tile = view::hand(game, game.deciding()).into_iter().find(|held| held.id == tile)?;
        Some(format!("hand:{}", tile.number))
    }

    fn prospects(&self, game: &Game, command: Command) -> Vec<(Tone, Message)> {
        tips::prospects(game, command)
    }

    fn draw(&self, game: &Game, view: &View<'_>) {
        draw::draw(self, game, view);
    }

    fn spot_of(&self, game: &Game, id: Id) -> Option<(Vec2, f32)> {
        if let Some(pose) = self.motion.pose(Thing::Tile(id)) {
            return Some((pose.at, BADGED * pose.size));
        }
        let held = self.hand(game).into_iter().find(|(tile, _)| tile.id == id);
        held.map(|(_, pose)| (pose.at, BADGED * pose.size))
    }

    fn things(&self, game: &Game, target: &str) -> Vec<Id> {
        let laid = cell_named(target).and_then(|cell| self.shown().at(cell)).map(|tile| tile.id);
        let held =
            || self.hand(game).into_iter().find(|(tile, _)| Some(tile.number) == hand_named(target)).map(|(tile, _)| tile.id);
        laid.or_else(held).into_iter().collect()
    }

    fn traces(&self) -> Vec<(Seat, Id)> {
        self.laid.clone()
    }

    fn point_out(&mut self, game: &Game, event: &Event) {
        let cells: Vec<Cell> = if let Some(e) = told::Laid::read(event) {
            cell_of(e.cell).into_iter().collect()
        } else if let Some(e) = told::Captured::read(event) {
            e.cells.iter().filter_map(|cell| cell_of(*cell)).collect()
        } else {
            Vec::new()
        };
        if cells.iter().any(|cell| !self.camera().shows(*cell)) {
            self.camera_mut().reframe(game);
        }
        for cell in cells {
            self.motion.point_out(Mark::Pointed(cell), POINTED);
        }
    }

    fn wheel(&mut self, at: Vec2, steps: f32) {
        let control = is_key_down(KeyCode::LeftControl) || is_key_down(KeyCode::RightControl);
        if self.held.is_some() && !control {
            if self.wheel_rests <= 0.0 {
                self.wheel_rests = 0.12;
                self.turn_held(if steps > 0.0 { 1 } else { -1 });
            }
        } else if at.y < HEIGHT - RACK {
            self.camera_mut().zoom_at(at, steps.signum());
        }
    }

    fn pinch(&mut self, at: Vec2, steps: f32) {
        self.camera_mut().zoom_at(at, steps);
    }

    fn magnified(&self) -> f32 {
        self.camera().zoom()
    }

    fn key(&mut self, game: &Game, key: KeyCode) -> bool {
        match key {
            KeyCode::R if self.held.is_some() && !self.moving() => self.turn_held(1),
            KeyCode::F | KeyCode::Home => self.camera_mut().reframe(game),
            KeyCode::Equal | KeyCode::KpAdd => self.zoom(1.0),
            KeyCode::Minus | KeyCode::KpSubtract => self.zoom(-1.0),
            _ => return false,
        }
        true
    }

    fn own_keys(&self) -> &'static [&'static str] {
        &["dreieck.window.keys.turn"]
    }

    fn drag(&mut self, from: Vec2, by: Vec2) {
        if from.y < HEIGHT - RACK {
            self.camera_mut().pan(by);
        }
    }
}

impl DreieckScene {
    /// Keeps in mind where the tiles of the hand lie, so that the one being laid sets out from there.
    fn remember_hand(&mut self, game: &Game) {
        let seat = self.viewer();
        let held = self.held.as_ref();
        let seen = self.hand(game).into_iter().map(|(tile, pose)| {
            let pose = match held {
                Some(held) if held.tile.number == tile.number => draw::lifted(pose, held),
                _ => pose,
            };
            (seat, tile.number, pose)
        });
        self.seen = seen.collect();
    }

    fn zoom(&mut self, steps: f32) {
        let middle = self.camera().area.center();
        self.camera_mut().zoom_at(middle, steps);
    }

    /// The rules the game is played by.
    fn terms(game: &Game) -> &Terms {
        Terms::of(game.rules())
    }
}

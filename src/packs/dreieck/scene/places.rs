//! Where things lie: the camera over the lattice, the fan of the hand, and how a tile is turned.

use crate::packs::dreieck::cell::Point;
use crate::packs::dreieck::{Cell, Terms, view};
use crate::sim::Game;
use crate::window::motion::{Ease, Pose};
use macroquad::prelude::{Rect, Vec2, vec2};
use std::f32::consts::{PI, TAU};

/// The board is always this high; its width follows the room there is.
pub(super) const HEIGHT: f32 = 800.0;
/// The rack with the hand, along the bottom.
pub(super) const RACK: f32 = 178.0;

pub(super) fn to_vec(point: Point) -> Vec2 {
    vec2(point.x as f32, point.y as f32)
}

/// How far a tile is turned in a cell. Unrotated in a cell that points up, its corners lie left, top and right.
pub(super) fn angle_in(up: bool, rotation: u8) -> f32 {
    (if up { 0.0 } else { PI }) - f32::from(rotation) * TAU / 3.0
}

/// What the eye sees of the table: the middle, and board units to an edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sight {
    pub middle: Vec2,
    pub zoom: f32,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Camera {
    /// The part of the board the table has.
    pub area: Rect,
    now: Sight,
    from: Sight,
    goal: Sight,
    /// From 0 to 1 on the way to the goal.
    way: f32,
    /// A person has moved it: it stays until something lies outside.
    by_hand: bool,
}

const EASE: f32 = 0.45;
const CLOSEST: f32 = 118.0;
const PADDING: f32 = 26.0;

impl Camera {
    pub(super) fn new(width: f32) -> Self {
        let sight = Sight { middle: Vec2::ZERO, zoom: 90.0 };
        Self { area: area(width), now: sight, from: sight, goal: sight, way: 1.0, by_hand: false }
    }

    pub(super) fn at(&self, lattice: Vec2) -> Vec2 {
        self.area.center() + (lattice - self.now.middle) * self.now.zoom
    }

    pub(super) fn lattice(&self, board: Vec2) -> Vec2 {
        self.now.middle + (board - self.area.center()) / self.now.zoom
    }

    pub(super) fn zoom(&self) -> f32 {
        self.now.zoom
    }

    pub(super) fn pose(&self, cell: Cell, rotation: u8) -> Pose {
        Pose::at(self.at(to_vec(cell.centre()))).turned(angle_in(cell.is_up(), rotation)).sized(self.now.zoom)
    }

    pub(super) fn corners(&self, cell: Cell) -> [Vec2; 3] {
        cell.corner_points().map(|point| self.at(to_vec(point)))
    }

    pub(super) fn shows(&self, cell: Cell) -> bool {
        self.area.contains(self.at(to_vec(cell.centre())))
    }

    pub(super) fn is_easing(&self) -> bool {
        self.way < 1.0
    }

    pub(super) fn tick(&mut self, seconds: f32) {
        if self.is_easing() {
            self.way = (self.way + seconds / EASE).min(1.0);
            let t = Ease::Gentle.share(self.way);
            self.now.middle = self.from.middle.lerp(self.goal.middle, t);
            self.now.zoom = self.from.zoom + (self.goal.zoom - self.from.zoom) * t;
        }
    }

    /// Takes all tiles and all cells beside them into view, gliding there or at once.
    pub(super) fn frame(&mut self, game: &Game, at_once: bool) {
        let cells = content(game);
        if self.by_hand && cells.iter().all(|cell| self.shows(*cell)) {
            return;
        }
        self.by_hand = false;
        let goal = self.sight_of(game, &cells);
        if at_once {
            (self.now, self.goal, self.way) = (goal, goal, 1.0);
        } else if (goal.middle - self.goal.middle).length() > 1e-3 || (goal.zoom - self.goal.zoom).abs() > 1e-2 || !self.arrives()
        {
            (self.from, self.goal, self.way) = (self.now, goal, 0.0);
        }
    }

    /// Whether the eye is at its goal or on its way there.
    fn arrives(&self) -> bool {
        self.is_easing() || self.now == self.goal
    }

    /// Frames everything again, whatever a person did before.
    pub(super) fn reframe(&mut self, game: &Game) {
        self.by_hand = false;
        self.frame(game, false);
    }

    pub(super) fn resize(&mut self, game: &Game, width: f32) {
        let now = area(width);
        if now != self.area {
            self.area = now;
            self.by_hand = false;
            self.frame(game, true);
        }
    }

    pub(super) fn pan(&mut self, board: Vec2) {
        self.take_in_hand();
        self.now.middle -= board / self.now.zoom;
    }

    /// Zooms so that what lies under a point of the board stays there.
    pub(super) fn zoom_at(&mut self, board: Vec2, steps: f32) {
        self.take_in_hand();
        let under = self.lattice(board);
        self.now.zoom = (self.now.zoom * 1.12f32.powf(steps)).clamp(16.0, 240.0);
        self.now.middle = under - (board - self.area.center()) / self.now.zoom;
    }

    fn take_in_hand(&mut self) {
        self.by_hand = true;
        self.way = 1.0;
    }

    fn sight_of(&self, game: &Game, cells: &[Cell]) -> Sight {
        let radius = f32::from(view::radius(game));
        let (mut low, mut high) = (Vec2::splat(f32::MAX), Vec2::splat(f32::MIN));
        if (1.0..=5.0).contains(&radius) {
            let reach = vec2(radius, radius * 0.866);
            (low, high) = (-reach, reach);
        }
        for point in cells.iter().flat_map(|cell| cell.corner_points()).map(to_vec) {
            (low, high) = (low.min(point), high.max(point));
        }
        if low.x > high.x {
            return self.goal;
        }
        let size = (high - low).max(Vec2::splat(0.5));
        let room = vec2(self.area.w, self.area.h) - Vec2::splat(2.0 * PADDING);
        let zoom = (room.x / size.x).min(room.y / size.y).clamp(16.0, CLOSEST);
        Sight { middle: (low + high) / 2.0, zoom }
    }
}

fn area(width: f32) -> Rect {
    Rect::new(0.0, 0.0, width, HEIGHT - RACK)
}

/// The cells a person wants to see: all tiles, and everything beside them.
fn content(game: &Game) -> Vec<Cell> {
    let radius = view::radius(game);
    let mut cells: Vec<Cell> = view::table(game).iter().map(|tile| tile.cell).collect();
    let beside: Vec<Cell> = cells.iter().flat_map(|cell| (0..3).map(|edge| cell.neighbour(edge))).collect();
    cells.extend(beside.into_iter().filter(|cell| cell.is_within(radius)));
    if cells.is_empty() {
        cells.push(Terms::of(game.rules()).board.start);
    }
    cells
}

/// The places of a hand of so many tiles: rows bent like a fan, neighbours turned head to foot.
pub(super) fn fan(count: usize, width: f32) -> Vec<Pose> {
    const MOST_IN_A_ROW: usize = 30;
    const SPACED: f32 = 0.62;
    let rows = count.div_ceil(MOST_IN_A_ROW).max(1);
    let in_a_row = count.div_ceil(rows).max(1);
    let high = (RACK - 34.0) / rows as f32;
    let side = (high / 0.866 * if rows > 1 { 0.92 } else { 0.86 }).min((width - 60.0) / (in_a_row as f32 * SPACED + 0.5));
    (0..count)
        .map(|index| {
            let (row, place) = (index / in_a_row, index % in_a_row);
            let here = in_a_row.min(count - row * in_a_row) as f32;
            let off = place as f32 - (here - 1.0) / 2.0;
            let bend = if here > 1.0 { off / (here - 1.0) * 2.0 } else { 0.0 };
            let down = place % 2 == 1;
            // The middle of a triangle lies a third up: head and foot are brought to one line.
            let level = if down { -0.1443 } else { 0.1443 } * side;
            let y = HEIGHT - RACK + 22.0 + high * (row as f32 + 0.5) + level + 9.0 * bend * bend / rows as f32;
            let angle = if down { PI } else { 0.0 } + 0.07 * bend;
            Pose::at(vec2(width / 2.0 + off * side * SPACED, y)).turned(angle).sized(side)
        })
        .collect()
}

/// Where a player's tiles come from and prisoners go to: the name beside the board.
pub(super) fn seat_place(seat: u8, seats: u8, width: f32) -> Pose {
    let row = if seats > 4 { 47.0 } else { 61.0 };
    Pose::at(vec2(width + 70.0, 129.0 + row * (f32::from(seat) + 0.5))).sized(46.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::motion::turn;

    #[test]
    fn every_hand_fits_on_the_rack() {
        for width in [560.0, 1000.0, 1600.0] {
            for count in 0..=76 {
                let places = fan(count, width);
                assert_eq!(places.len(), count);
                for pose in places {
                    let corners =
                        [0.0, 1.0, 2.0].map(|i: f32| pose.at + turn(vec2(0.0, -0.577 * pose.size), pose.angle + i * TAU / 3.0));
                    for corner in corners {
                        assert!((0.0..=width).contains(&corner.x), "{count} tiles on {width}: {corner}");
                        assert!((HEIGHT - RACK..=HEIGHT).contains(&corner.y), "{count} tiles on {width}: {corner}");
                    }
                }
            }
        }
    }

    /// Corner `j` of a tile lies `j - 1` thirds of a turn from its top; laid with rotation `r` it comes to corner `j - r`.
    #[test]
    fn a_turned_tile_has_its_symbols_in_the_corners_the_rules_say() {
        for cell in [Cell::new(0, 0, 1), Cell::new(0, 1, 1), Cell::new(3, -1, -1)].into_iter().flatten() {
            for rotation in 0..3u8 {
                for number in 0..3usize {
                    let angle = angle_in(cell.is_up(), rotation) + (number as f32 - 1.0) * TAU / 3.0;
                    let drawn = to_vec(cell.centre()) + turn(vec2(0.0, -0.57735), angle);
                    let corner = to_vec(cell.corner_points()[(number + 3 - usize::from(rotation)) % 3]);
                    assert!(drawn.distance(corner) < 1e-3, "{cell} r{rotation}: corner {number} at {drawn}, not {corner}");
                }
            }
        }
    }
}

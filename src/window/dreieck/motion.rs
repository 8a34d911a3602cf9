//! Motion: the events of a command become acts that are played one after the other. The game itself is already ahead.

use super::places::{Camera, Pose, ease, seat_place};
use crate::packs::dreieck::events as told;
use crate::packs::dreieck::tiles::Corners;
use crate::packs::dreieck::view::LaidTile;
use crate::packs::dreieck::{Cell, Tabletop, view};
use crate::sim::event::{Ended, Passed, TurnBegan};
use crate::sim::{Effect, Game, Id, Seat, Where};
use macroquad::prelude::{Vec2, vec2};
use std::collections::{BTreeSet, VecDeque};

/// The table as it is shown at this moment of the motion.
#[derive(Default)]
pub(super) struct Shown {
    pub tiles: Vec<LaidTile>,
    /// Empty cells beside a tile, sorted.
    pub border: Vec<Cell>,
    pub prisoners: Vec<u16>,
    pub unlaid: Vec<u16>,
    pub scores: Vec<i64>,
    pub seat: Seat,
    pub round: u32,
}

impl Shown {
    pub(super) fn of(game: &Game) -> Self {
        let seats = 0..game.turn().seats;
        let mut shown = Self {
            tiles: view::table(game),
            border: Vec::new(),
            prisoners: seats.clone().map(|seat| view::prisoners(game, seat).len() as u16).collect(),
            unlaid: seats.clone().map(|seat| view::unlaid(game, seat) as u16).collect(),
            scores: seats.map(|seat| view::score(game, seat)).collect(),
            seat: game.deciding(),
            round: game.turn().round,
        };
        shown.find_border(view::radius(game));
        shown
    }

    fn find_border(&mut self, radius: i16) {
        let laid: BTreeSet<Cell> = self.tiles.iter().map(|tile| tile.cell).collect();
        let beside: BTreeSet<Cell> = laid.iter().flat_map(|cell| (0..3).map(|edge| cell.neighbour(edge))).collect();
        self.border = beside.into_iter().filter(|cell| !laid.contains(cell) && cell.is_within(radius)).collect();
    }

    pub(super) fn at(&self, cell: Cell) -> Option<&LaidTile> {
        self.tiles.iter().find(|tile| tile.cell == cell)
    }
}

/// One piece of motion.
#[derive(Debug, Clone)]
enum Act {
    Turn {
        seat: Seat,
        round: u32,
    },
    /// Nothing to see, only something to tell.
    Tell,
    Pause {
        note: Option<(Seat, &'static str)>,
        length: f32,
    },
    Lay {
        tile: LaidTile,
        from: Option<Pose>,
    },
    Take {
        captor: Seat,
        tiles: Vec<Id>,
    },
    Score {
        totals: Vec<i64>,
    },
}

struct Playing {
    act: Act,
    time: f32,
    length: f32,
    taken: Vec<LaidTile>,
}

/// A tile off the lattice.
pub(super) struct Flying {
    pub owner: Seat,
    pub corners: Corners,
    pub pose: Pose,
    /// From 0, on the table, to 1.
    pub height: f32,
    pub alpha: f32,
}

/// Light where something happened, or where a line of the story points.
pub(super) struct Beacon {
    pub cell: Cell,
    pub time: f32,
    pub length: f32,
}

#[derive(Default)]
pub(super) struct Motion {
    queue: VecDeque<Act>,
    playing: Option<Playing>,
    pub flying: Vec<Flying>,
    pub beacons: Vec<Beacon>,
    /// What a player does without a tile, such as passing.
    pub note: Option<(Seat, &'static str)>,
    radius: i16,
    seats: Seat,
}

impl Motion {
    pub(super) fn clear(&mut self) {
        let beacons = std::mem::take(&mut self.beacons);
        *self = Self { beacons, ..Self::default() };
    }

    pub(super) fn is_idle(&self) -> bool {
        self.queue.is_empty() && self.playing.is_none()
    }

    /// Turns a command's events into acts; `from` is where a tile of the hand lay, if it was seen.
    pub(super) fn plan(&mut self, game: &Game, from: &dyn Fn(Seat, u8) -> Option<Pose>) {
        (self.radius, self.seats) = (view::radius(game), game.turn().seats);
        let top = Tabletop::of(game);
        for (number, event) in game.events().iter().enumerate() {
            self.queue.extend(taken(game, number));
            let act = if let Some(e) = TurnBegan::read(event) {
                Act::Turn { seat: e.player, round: e.round }
            } else if let Some((e, cell)) = told::Laid::read(event).and_then(|e| Some((cell_of(e.cell)?, e))).map(|(c, e)| (e, c))
            {
                let corners = e.corners.map(|symbol| symbol as u8);
                let id = top.tile_id(e.player, e.tile);
                let tile = LaidTile { id, owner: e.player, number: e.tile, cell, rotation: e.rotation, corners };
                self.queue.push_back(Act::Lay { tile, from: from(e.player, e.tile) });
                Act::Tell
            } else if let Some(e) = told::Scored::read(event) {
                Act::Score { totals: e.totals.to_vec() }
            } else if let Some(e) = Passed::read(event) {
                Act::Pause { note: Some((e.player, "passes")), length: 0.9 }
            } else if let Some(e) = told::PutUnder::read(event) {
                Act::Pause { note: Some((e.player, "puts the tile under the stack")), length: 0.7 }
            } else if told::Drawn::read(event).is_some() {
                Act::Pause { note: None, length: 0.2 }
            } else if Ended::read(event).is_some() {
                Act::Pause { note: None, length: 0.6 }
            } else {
                // An event of a rule nobody here has met is shown by what it did.
                let laid = game.effects_of(number).filter_map(|effect| laid(game, effect));
                self.queue.extend(laid.map(|tile| Act::Lay { tile, from: from(tile.owner, tile.number) }));
                Act::Tell
            };
            self.queue.push_back(act);
        }
    }

    /// Lets time pass; gives how many events have been shown.
    pub(super) fn tick(&mut self, shown: &mut Shown, camera: &Camera, mut seconds: f32) -> usize {
        let mut told = 0;
        self.beacons.iter_mut().for_each(|beacon| beacon.time += seconds);
        self.beacons.retain(|beacon| beacon.time < beacon.length);
        while seconds > 0.0 {
            if self.playing.is_none() {
                let Some(act) = self.queue.pop_front() else { break };
                self.playing = Some(Self::begin(act, shown));
            }
            let Some(mut playing) = self.playing.take() else { break };
            let used = seconds.min(playing.length - playing.time);
            playing.time += used;
            seconds -= used;
            if playing.time >= playing.length {
                self.end(&playing, shown);
                // What happens to tiles comes before the event it belongs to.
                told += usize::from(!matches!(playing.act, Act::Lay { .. } | Act::Take { .. }));
            } else {
                self.advance(&playing, camera);
                self.playing = Some(playing);
                break;
            }
        }
        told
    }

    fn begin(act: Act, shown: &mut Shown) -> Playing {
        let mut taken = Vec::new();
        let length = match &act {
            Act::Turn { .. } => 0.1,
            Act::Tell | Act::Score { .. } => 0.0,
            Act::Pause { length, .. } => *length,
            Act::Lay { tile, .. } => {
                let left = &mut shown.unlaid[tile.owner as usize];
                *left = left.saturating_sub(1);
                0.6
            }
            Act::Take { tiles, .. } => {
                taken = shown.tiles.iter().filter(|tile| tiles.contains(&tile.id)).copied().collect();
                1.15 + 0.07 * taken.len().min(12) as f32
            }
        };
        Playing { act, time: 0.0, length, taken }
    }

    fn advance(&mut self, playing: &Playing, camera: &Camera) {
        let share = if playing.length > 0.0 { playing.time / playing.length } else { 1.0 };
        self.flying.clear();
        self.note = None;
        let width = camera.area.w;
        match &playing.act {
            Act::Pause { note, .. } => self.note = *note,
            Act::Lay { tile, from } => {
                let from = from.unwrap_or_else(|| seat_place(tile.owner, self.seats, width));
                let t = ease(share);
                let pose = from.towards(camera.pose(tile.cell, tile.rotation), t);
                self.flying.push(Flying { owner: tile.owner, corners: unturned(tile), pose, height: arc(t), alpha: 1.0 });
            }
            Act::Take { captor, .. } => {
                let goal = seat_place(*captor, self.seats, width);
                for (index, tile) in playing.taken.iter().enumerate() {
                    let late = 0.3 + 0.4 * index as f32 / playing.taken.len().max(1) as f32;
                    let t = ease(((share - late) / (1.0 - 0.7)).clamp(0.0, 1.0));
                    let mut pose = camera.pose(tile.cell, tile.rotation).towards(goal, t);
                    // A breath of lifting before they leave, and a bow on the way.
                    let lift = ease((share / 0.25).min(1.0));
                    pose.side *= 1.0 + 0.08 * lift * (1.0 - t);
                    pose.at += vec2(0.0, -60.0 * t * (1.0 - t));
                    let height = (0.35 * lift).max(arc(t));
                    self.flying.push(Flying { owner: tile.owner, corners: unturned(tile), pose, height, alpha: 1.0 });
                }
            }
            Act::Turn { .. } | Act::Tell | Act::Score { .. } => {}
        }
    }

    fn end(&mut self, playing: &Playing, shown: &mut Shown) {
        self.flying.clear();
        self.note = None;
        match &playing.act {
            Act::Turn { seat, round } => (shown.seat, shown.round) = (*seat, *round),
            Act::Lay { tile, .. } => {
                shown.tiles.retain(|old| old.cell != tile.cell);
                shown.tiles.push(*tile);
                shown.find_border(self.radius);
                self.beacons.push(Beacon { cell: tile.cell, time: 0.0, length: 0.6 });
            }
            Act::Take { captor, tiles } => {
                shown.tiles.retain(|tile| !tiles.contains(&tile.id));
                shown.prisoners[*captor as usize] += tiles.len() as u16;
                shown.find_border(self.radius);
            }
            Act::Score { totals } => shown.scores.clone_from(totals),
            Act::Tell | Act::Pause { .. } => {}
        }
    }

    /// Cells whose tiles are being taken: drawn in flight, not on the table.
    pub(super) fn is_leaving(&self, cell: Cell) -> bool {
        self.playing.as_ref().is_some_and(|playing| playing.taken.iter().any(|tile| tile.cell == cell))
    }

    /// The empty cells that tiles are just leaving, for the ring round them.
    pub(super) fn leaving(&self) -> impl Iterator<Item = Cell> + '_ {
        self.playing.iter().flat_map(|playing| playing.taken.iter().map(|tile| tile.cell))
    }

    /// The tile that is just being laid.
    pub(super) fn is_laying(&self, owner: Seat, number: u8) -> bool {
        let lays = |act: &Act| matches!(act, Act::Lay { tile, .. } if tile.owner == owner && tile.number == number);
        self.playing.as_ref().is_some_and(|playing| lays(&playing.act)) || self.queue.iter().any(lays)
    }
}

/// The tiles an event took off the table, as one motion.
fn taken(game: &Game, event: usize) -> Option<Act> {
    let took = |effect| if let Effect::Took { seat, piece, .. } = effect { Some((seat, piece)) } else { None };
    let (captor, _) = game.effects_of(event).find_map(took)?;
    Some(Act::Take { captor, tiles: game.effects_of(event).filter_map(took).map(|(_, tile)| tile).collect() })
}

/// The tile an effect laid on the table, as it lies there now.
fn laid(game: &Game, effect: Effect) -> Option<LaidTile> {
    let Effect::Moved { piece, to: Where::On(_), .. } = effect else { return None };
    view::table(game).into_iter().find(|tile| tile.id == piece)
}

/// The symbols of a laid tile as they are on the tile itself.
pub(super) fn unturned(tile: &LaidTile) -> Corners {
    let turned = |i: usize| tile.corners[(i + 3 - tile.rotation as usize % 3) % 3];
    [turned(0), turned(1), turned(2)]
}

fn arc(t: f32) -> f32 {
    (4.0 * t * (1.0 - t)).min(1.0)
}

pub(super) fn cell_of([a, b, c]: [i16; 3]) -> Option<Cell> {
    Cell::new(a, b, c)
}

/// Turns a vector clockwise.
pub(super) fn turn(v: Vec2, angle: f32) -> Vec2 {
    let (sin, cos) = angle.sin_cos();
    vec2(v.x * cos - v.y * sin, v.x * sin + v.y * cos)
}

//! Sweeping: what a moving cloud does to the ships it meets, exactly and in the order it meets them (B-K5, B-K7).
//!
//! A movement is an eighth turn or a straight glide. For every free ship and every part of the cloud that can touch
//! it, the moment of first contact is computed in closed form; the earliest contact happens, and the rest is asked
//! again. Nothing is stepped through, so nothing depends on a step size.

use super::super::Sea;
use super::super::components::{At, Cloud, Magnet};
use super::super::events::{Captured, Moment, Place, Pushed, Pusher};
use super::super::waters::{MOST_SHIPS, Waters, relocate, ships, whereabouts};
use super::MOST_MAGNETS;
use super::geometry::{Point, Swath, arc, turned};
use super::spinner::Direction;
use crate::sim::Game;

#[derive(Debug, Clone, Copy)]
pub enum Movement {
    /// A clockwise eighth turn, starting with this letter at the notch.
    Eighth {
        letter: u8,
        /// Its number, from 0, among those of the whole turn.
        nth: u8,
        of: u8,
    },
    Glide {
        direction: Direction,
        dots: i16,
    },
}

/// A ship that is not hanging, relative to where the cloud's centre was when the movement began.
#[derive(Clone, Copy)]
struct Free {
    ship: usize,
    at: Point,
    /// Parts that have pushed it in this movement; none does so twice.
    pushed_by: u8,
}

/// A part of the cloud that can touch ships: a magnet, or the cylinder as the last one.
#[derive(Clone, Copy)]
struct Part {
    start: Point,
    /// Ships it comes this near to are caught.
    catches: Option<f64>,
    /// Ships it comes this near to without catching them are pushed.
    pushes: Option<(f64, Pusher)>,
}

/// What a part does to a ship it meets.
#[derive(Clone, Copy)]
enum Touch {
    Catch,
    Push(f64, Pusher),
}

const PARTS: usize = MOST_MAGNETS + 1;
const CYLINDER: usize = MOST_MAGNETS;

/// A push needs a real overlap: ships left lying against a part are not pushed again by rounding.
const GRAZE: f64 = 1e-6;
/// How far back a contact may lie and still count as happening now.
const JUST: f64 = 1e-2;

/// A movement with its closed-form questions; `now` and contact times run in the movement's own measure.
struct Path {
    /// Direction of a glide; unused in a turn.
    along: Point,
    /// Length of a glide, or nothing for an eighth turn (measured by the sine of the angle).
    length: Option<f64>,
}

impl Path {
    fn position(&self, start: Point, now: f64) -> Point {
        if self.length.is_some() {
            return start + self.along * now;
        }
        let cos = (1.0 - now * now).max(0.0).sqrt();
        Point { x: start.x * cos - start.y * now, y: start.x * now + start.y * cos }
    }

    /// What a part does to a ship, and when, from `now` on. A ship whose way lies within a magnet's reach is caught and
    /// never pushed by it; what merely brushes a hanging ship is pushed.
    fn meets(&self, part: &Part, ship: Point, pushed: bool, now: f64) -> Option<(f64, Touch)> {
        let aside = match self.length {
            Some(_) => self.along.cross(ship - part.start).abs(),
            None => (part.start.length() - ship.length()).abs(),
        };
        match (part.catches, part.pushes) {
            (Some(reach), _) if aside <= reach => Some((self.contact(part.start, reach, reach, ship, now)?, Touch::Catch)),
            (_, Some((touch, by))) if !pushed => {
                let time = self.contact(part.start, touch, touch - GRAZE, ship, now)?;
                // What lies behind or abeam is left alone.
                let here = self.position(part.start, time);
                (self.heading(here).dot(ship - here) > GRAZE).then_some((time, Touch::Push(touch, by)))
            }
            _ => None,
        }
    }

    fn heading(&self, here: Point) -> Point {
        if self.length.is_some() { self.along } else { Point { x: -here.y, y: here.x } }
    }

    /// When something that starts there first comes within `touch` of a ship, if it comes within `overlap` at all.
    fn contact(&self, start: Point, touch: f64, overlap: f64, ship: Point, now: f64) -> Option<f64> {
        let here = self.position(start, now);
        if ship.distance(here) <= overlap {
            return Some(now);
        }
        let entry = match self.length {
            Some(length) => glide_entry(start, self.along, touch, overlap, ship).filter(|t| *t <= length),
            None => turn_entry(start, touch, overlap, ship),
        }?;
        // A ship that lies against the part and ahead of it has been entered just now, whatever rounding says.
        let just_now = entry > now - JUST && self.heading(here).dot(ship - here) > 0.0;
        (entry >= now || just_now).then_some(entry.max(now))
    }

    /// A time as the share of the whole turn or way, to a millionth: no picture shows more.
    fn moment(&self, movement: Movement, time: f64) -> Moment {
        let rounded = |share: f64| (share.clamp(0.0, 1.0) * 1e6 + 0.5).floor() / 1e6;
        match (movement, self.length) {
            (Movement::Eighth { nth, of, .. }, _) => Moment::Turn(rounded((f64::from(nth) + arc(time)) / f64::from(of))),
            (Movement::Glide { .. }, length) => Moment::Travel(rounded(time / length.unwrap_or(time))),
        }
    }

    /// Where a ship ends up that this part pushes aside: just outside the way the part takes.
    fn pushed(&self, start: Point, touch: f64, ship: Point, closest_in: f64) -> Point {
        let clear = touch + GRAZE;
        if self.length.is_some() {
            let abeam = Point { x: -self.along.y, y: self.along.x };
            let relative = ship - start;
            let side = if relative.dot(abeam) < 0.0 { -clear } else { clear };
            return start + self.along * relative.dot(self.along) + abeam * side;
        }
        let (radius, distance) = (start.length(), ship.length());
        let inward = radius - clear;
        let target = if distance < radius && inward >= closest_in { inward } else { radius + clear };
        if distance > 0.0 { ship * (target / distance) } else { start * (target / radius) }
    }
}

/// Time of entry into the swath of a glide.
fn glide_entry(start: Point, along: Point, touch: f64, overlap: f64, ship: Point) -> Option<f64> {
    let relative = ship - start;
    let aside = along.cross(relative);
    if aside.abs() > overlap {
        return None;
    }
    Some(relative.dot(along) - (touch * touch - aside * aside).sqrt())
}

/// Sine of the angle at which a part, turning clockwise from `start`, enters; only within the eighth turn.
fn turn_entry(start: Point, touch: f64, overlap: f64, ship: Point) -> Option<f64> {
    let (radius, distance) = (start.length(), ship.length());
    if radius == 0.0 || distance == 0.0 || (radius - distance).abs() > overlap {
        return None;
    }
    let cos = (radius * radius + distance * distance - touch * touch) / (2.0 * radius * distance);
    if cos.abs() > 1.0 {
        return None;
    }
    let sin = (1.0 - cos * cos).sqrt();
    let toward = ship * (1.0 / distance);
    // The ship's direction turned back, counter-clockwise, by the angle whose cosine is `cos`.
    let entry = Point { x: toward.x * cos + toward.y * sin, y: toward.y * cos - toward.x * sin };
    let from = start * (1.0 / radius);
    let within = from.cross(entry) >= 0.0 && entry.cross(turned(from, 1)) >= 0.0 && from.dot(entry) > 0.0;
    within.then(|| from.cross(entry))
}

/// Carries out one movement of one cloud. `swath` names every spot it could reach: with no ship there and none adrift,
/// nothing can happen.
pub fn sweep(game: &mut Game, number: usize, swath: Swath, movement: Movement) {
    let waters = Waters::of(game);
    let first = if waters.hanging == 0 { swath.empty } else { swath.laden };
    let sheltered = waters.sheltered;
    if waters.occupied & first & !sheltered == 0 && waters.adrift == 0 {
        return;
    }
    let sea = Sea::of(game.rules());
    let pieces = waters.clouds[number];
    let cloud: Cloud = game.get(pieces.cloud);
    let centre = sea.chart.grid.at(cloud.column, cloud.row);
    let (path, letter) = match movement {
        Movement::Eighth { letter, .. } => (Path { along: Point::ORIGIN, length: None }, letter),
        Movement::Glide { direction, dots } => {
            let (east, south) = direction.delta();
            let along = Point { x: f64::from(east), y: f64::from(south) };
            (Path { along, length: Some(f64::from(dots) * sea.chart.grid.pitch) }, cloud.letter)
        }
    };
    let closest_in = sea.chart.cloud.cylinder + sea.chart.ship_radius;
    let mut free = [Free { ship: 0, at: Point::ORIGIN, pushed_by: 0 }; MOST_SHIPS];
    let mut count = 0;
    for ship in ships(waters.ships_on(swath.laden & !sheltered) | waters.adrift) {
        let at = match waters.spot_of(ship) {
            Some(spot) => sea.chart.spots[spot as usize],
            None => match waters.drift_of(ship) {
                Some((at, _)) => at,
                None => continue,
            },
        };
        free[count] = Free { ship, at: at - centre, pushed_by: 0 };
        count += 1;
    }
    let mut now = 0.0;
    loop {
        let parts = parts(game, number, letter, path.length.is_some());
        let mut next: Option<(f64, usize, usize, Touch)> = None;
        for (index, free) in free[..count].iter().enumerate() {
            for (number, part) in parts.iter().enumerate() {
                let pushed = free.pushed_by >> number & 1 == 1;
                if let Some((time, touch)) = path.meets(part, free.at, pushed, now)
                    && next.is_none_or(|(best, ..)| time < best)
                {
                    next = Some((time, index, number, touch));
                }
            }
        }
        let Some((time, index, part, touch)) = next else { return };
        now = time;
        let moment = path.moment(movement, now);
        match touch {
            Touch::Catch => {
                catch(game, number, part, free[index].ship, moment);
                free.copy_within(index + 1..count, index);
                count -= 1;
            }
            Touch::Push(touch, by) => {
                free[index].at = path.pushed(parts[part].start, touch, free[index].at, closest_in);
                free[index].pushed_by |= 1 << part;
                push(game, free[index].ship, by, free[index].at + centre, moment);
            }
        }
    }
}

/// The cloud's parts as they are now: a magnet with room catches, and what hangs from it pushes.
fn parts(game: &Game, number: usize, letter: u8, gliding: bool) -> [Part; PARTS] {
    let sea = Sea::of(game.rules());
    let waters = Waters::of(game);
    let pieces = waters.clouds[number];
    let mut parts = [Part { start: Point::ORIGIN, catches: None, pushes: None }; PARTS];
    for (index, settings) in sea.geometry.magnets.iter().enumerate() {
        let id = pieces.first_magnet.plus(index);
        let load = waters.hanging_from(id).count();
        let hanging = waters.hanging_from(id).next().filter(|_| sea.pushing);
        parts[index] = Part {
            start: sea.geometry.magnet_at[letter as usize][index],
            catches: (load < settings.capacity.into()).then_some(settings.reach),
            pushes: hanging.map(|ship| (2.0 * sea.chart.ship_radius, Pusher::Ship(waters.ship_id(ship)))),
        };
    }
    if gliding && sea.pushing {
        let touch = sea.chart.cloud.cylinder + sea.chart.ship_radius;
        parts[CYLINDER].pushes = Some((touch, Pusher::Cylinder));
    }
    parts
}

/// The place a ship is taken from, as an event names it, and the port if it was in one.
fn origin(game: &Game, ship: usize) -> (Place, Option<u8>) {
    let waters = Waters::of(game);
    let chart = &Sea::of(game.rules()).chart;
    match whereabouts(game, ship) {
        At::Spot(spot) => (waters.place(chart, spot), chart.port_of(spot).map(|port| port as u8)),
        At::Adrift { port, .. } => (Place::Adrift, port),
        At::Hanging { .. } | At::Lost => (Place::Cloud, None),
    }
}

fn catch(game: &mut Game, number: usize, magnet: usize, ship: usize, moment: Moment) {
    let id = Waters::of(game).clouds[number].first_magnet.plus(magnet);
    let (from, _) = origin(game, ship);
    let event = Captured { ship: Waters::of(game).ship_id(ship), magnet: (number * MOST_MAGNETS + magnet) as u8, from, moment };
    game.emit(event);
    let mut state: Magnet = game.get(id);
    state.load += 1;
    game.set(id, state);
    relocate(game, ship, At::Hanging { magnet: id });
}

fn push(game: &mut Game, ship: usize, by: Pusher, at: Point, moment: Moment) {
    let (from, port) = origin(game, ship);
    let event = Pushed { ship: Waters::of(game).ship_id(ship), by, at, from, moment };
    game.emit(event);
    relocate(game, ship, At::Adrift { at, port });
}

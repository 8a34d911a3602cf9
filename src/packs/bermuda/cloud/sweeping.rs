//! Sweeping: what a moving cloud does to the ships it meets, exactly and in the order it meets them (B-K5, B-K7).
//!
//! A movement is a whole turn or a straight glide. For every free ship and every part of the cloud that can touch
//! it, the moment of first contact is computed in closed form; the earliest contact happens, and the rest is asked
//! again. Nothing is stepped through, so nothing depends on a step size; `tests/games/stepped` does step, and compares.

use super::super::Sea;
use super::super::components::{At, Cloud};
use super::super::events::{Captured, Moment, Place, Pusher};
use super::super::waters::{Index, MOST_SHIPS, Waters, relocate, ships};
use super::MOST_MAGNETS;
use super::geometry::{HALF_ROOT, Point, Swath, arc, turned};
use super::pushing::{aside, push};
use super::spinner::Direction;
use crate::sim::Game;

#[derive(Debug, Clone, Copy)]
pub(super) enum Movement {
    /// A clockwise turn by so many eighths, starting with this letter at the notch.
    Turn {
        letter: u8,
        eighths: u8,
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
    /// Parts that have pushed it in this movement. It stays out of the ways of all of them, so that none has to push
    /// it twice.
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
    Push(Pusher),
}

const PARTS: usize = MOST_MAGNETS + 1;
const CYLINDER: usize = MOST_MAGNETS;

/// A push needs a real overlap: ships left lying against a part are not pushed again by rounding.
pub(super) const GRAZE: f64 = 1e-6;

/// A movement with its closed-form questions; `now` and contact times run in the movement's own measure.
#[derive(Clone, Copy)]
pub(super) enum Path {
    /// Measured in board units.
    Glide { along: Point, length: f64 },
    /// Measured in eighths, and within an eighth by the sine of the angle, so that no arc has to be computed.
    Turn { eighths: f64 },
}

impl Path {
    fn position(self, start: Point, now: f64) -> Point {
        match self {
            Self::Glide { along, .. } => start + along * now,
            Self::Turn { .. } => {
                let whole = now as usize;
                let sin = (now - whole as f64) * HALF_ROOT;
                let cos = (1.0 - sin * sin).max(0.0).sqrt();
                let begun = turned(start, whole);
                Point { x: begun.x * cos - begun.y * sin, y: begun.x * sin + begun.y * cos }
            }
        }
    }

    fn length(self) -> f64 {
        match self {
            Self::Glide { length, .. } => length,
            Self::Turn { eighths } => eighths,
        }
    }

    /// What a part does to a ship, and when, from `now` on. A ship that comes within a magnet's reach before the movement
    /// ends is caught and never pushed by what hangs there; any other that is touched is pushed.
    fn meets(self, part: &Part, ship: Point, now: f64) -> Option<(f64, Touch)> {
        if let Some(reach) = part.catches
            && let Some(time) = self.contact(part.start, reach, reach, ship, now)
        {
            return Some((time, Touch::Catch));
        }
        let (touch, by) = part.pushes?;
        Some((self.contact(part.start, touch, touch - GRAZE, ship, now)?, Touch::Push(by)))
    }

    fn heading(self, here: Point) -> Point {
        match self {
            Self::Glide { along, .. } => along,
            Self::Turn { .. } => Point { x: -here.y, y: here.x },
        }
    }

    /// When something that starts there first comes within `touch` of a ship, if it comes within `overlap` at all.
    fn contact(self, start: Point, touch: f64, overlap: f64, ship: Point, now: f64) -> Option<f64> {
        let here = self.position(start, now);
        let apart = ship.distance(here);
        if apart <= overlap {
            return Some(now);
        }
        let entry = match self {
            Self::Glide { along, .. } => glide_entry(start, along, touch, overlap, ship),
            Self::Turn { .. } => turn_entry(start, touch, overlap, ship),
        }?;
        // A ship that lies against the part and ahead of it is entered just now, whatever rounding says.
        if apart <= touch + GRAZE && self.heading(here).dot(ship - here) > 0.0 {
            return Some(now);
        }
        (now..=self.length()).contains(&entry).then_some(entry)
    }

    /// A time as the share of the whole movement, to a millionth: no picture shows more.
    fn moment(self, time: f64) -> Moment {
        let rounded = |share: f64| (share.clamp(0.0, 1.0) * 1e6 + 0.5).floor() / 1e6;
        match self {
            Self::Glide { length, .. } => Moment::Travel(rounded(time / length)),
            Self::Turn { eighths } => {
                let whole = time.floor();
                Moment::Turn(rounded((whole + arc((time - whole) * HALF_ROOT)) / eighths))
            }
        }
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

/// Time at which a part that turns clockwise from `start` enters, within a full turn.
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
    Some(clockwise_to(Point { x: from.dot(entry), y: from.cross(entry) }))
}

/// How far a turn is from straight ahead to this direction, in the measure of [`Path::Turn`].
fn clockwise_to(direction: Point) -> f64 {
    let Point { x, y } = direction;
    let eighth = match (x > 0.0, y >= 0.0) {
        (true, true) => usize::from(y >= x),
        (false, true) => 2 + usize::from(-x >= y),
        (false, false) => 4 + usize::from(y <= x),
        (true, false) => 6 + usize::from(x >= -y),
    };
    eighth as f64 + (turned(direction, 8 - eighth).y / HALF_ROOT).clamp(0.0, 1.0)
}

/// Carries out one movement of one cloud. `swath` names every spot it could reach: with no ship there and none adrift in
/// the way, nothing can happen.
pub(super) fn sweep(game: &mut Game, number: usize, swath: Swath, movement: Movement) {
    let waters = Waters::of(game);
    let first = if waters.hanging() == 0 { swath.empty } else { swath.laden };
    let open = !waters.sheltering;
    let sea = Sea::of(game.rules());
    let cloud = waters.cloud(number);
    if waters.occupied & first & open == 0 && !meets_adrift(sea, waters, cloud, movement) {
        return;
    }
    let centre = sea.chart.grid.at(cloud.column, cloud.row);
    let (path, letter) = match movement {
        Movement::Turn { letter, eighths } => (Path::Turn { eighths: eighths.into() }, letter),
        Movement::Glide { direction, dots } => {
            let (east, south) = direction.delta();
            let along = Point { x: f64::from(east), y: f64::from(south) };
            (Path::Glide { along, length: f64::from(dots) * sea.chart.grid.pitch }, cloud.letter)
        }
    };
    let foot = sea.chart.cloud.cylinder + sea.chart.ship_radius;
    let mut free = [Free { ship: 0, at: Point::ORIGIN, pushed_by: 0 }; MOST_SHIPS];
    let mut count = 0;
    for ship in ships((waters.ships_on(swath.laden & open) | waters.adrift) & !waters.sheltered) {
        let at = match waters.at(ship) {
            At::Spot(spot) => sea.chart.spots[spot as usize],
            At::Adrift { at, .. } => at,
            At::Hanging { .. } | At::Lost | At::InBox => continue,
        };
        free[count] = Free { ship, at: at - centre, pushed_by: 0 };
        count += 1;
    }
    let mut now = 0.0;
    loop {
        let parts = parts(game, number, letter, foot);
        let mut next: Option<(f64, usize, usize, Touch)> = None;
        for (index, free) in free[..count].iter().enumerate() {
            for (number, part) in parts.iter().enumerate() {
                if let Some((time, touch)) = path.meets(part, free.at, now)
                    && next.is_none_or(|(best, ..)| time < best)
                {
                    next = Some((time, index, number, touch));
                }
            }
        }
        let Some((time, index, part, touch)) = next else { return };
        now = time;
        match touch {
            Touch::Catch => {
                catch(game, number, part, free[index].ship, || path.moment(now));
                free.copy_within(index + 1..count, index);
                count -= 1;
            }
            Touch::Push(by) => {
                let free = &mut free[index];
                free.pushed_by |= 1 << part;
                let mut pushers = [(Point::ORIGIN, 0.0); PARTS];
                let mut count = 0;
                for (number, part) in parts.iter().enumerate().filter(|(number, _)| free.pushed_by >> number & 1 == 1) {
                    debug_assert!(part.pushes.is_some(), "part {number} has pushed");
                    pushers[count] = (part.start, part.pushes.map_or(0.0, |(touch, _)| touch));
                    count += 1;
                }
                free.at = aside(path, &pushers[..count], free.at, foot);
                push(game, free.ship, by, free.at + centre, || path.moment(now));
            }
        }
    }
}

/// Whether any part of a cloud may come near a ship adrift: within a ring for a turn, within a strip for a glide.
fn meets_adrift(sea: &Sea, waters: &Index, cloud: Cloud, movement: Movement) -> bool {
    if waters.adrift == 0 {
        return false;
    }
    let centre = sea.chart.grid.at(cloud.column, cloud.row);
    let push = if waters.hanging() == 0 { 0.0 } else { 2.0 * sea.chart.ship_radius };
    let foot = sea.chart.cloud.cylinder + sea.chart.ship_radius;
    let magnets = || sea.geometry.magnets.iter().zip(&sea.geometry.magnet_at[usize::from(cloud.letter)]);
    ships(waters.adrift).filter_map(|ship| waters.drift_of(ship)).any(|(at, _)| {
        let at = at - centre;
        let aside = |from: Point| match movement {
            Movement::Turn { .. } => (from.length() - at.length()).abs(),
            Movement::Glide { direction: Direction::East | Direction::West, .. } => (at.y - from.y).abs(),
            Movement::Glide { .. } => (at.x - from.x).abs(),
        };
        let near = |from: Point, touch: f64| aside(from) <= touch + GRAZE;
        near(Point::ORIGIN, foot) || magnets().any(|(magnet, from)| near(*from, magnet.reach.max(push)))
    })
}

/// The cloud's parts as they are now: a magnet with room catches, and what hangs from it pushes.
fn parts(game: &Game, number: usize, letter: u8, foot: f64) -> [Part; PARTS] {
    let sea = Sea::of(game.rules());
    let waters = Waters::of(game);
    let mut parts = [Part { start: Point::ORIGIN, catches: None, pushes: None }; PARTS];
    for (index, settings) in sea.geometry.magnets.iter().enumerate() {
        let hung = waters.hanging_from(number, index);
        let first = ships(hung).next().filter(|_| sea.pushing);
        parts[index] = Part {
            start: sea.geometry.magnet_at[letter as usize][index],
            catches: (hung.count_ones() < settings.capacity.into()).then_some(settings.reach),
            pushes: first.map(|ship| (2.0 * sea.chart.ship_radius, Pusher::Ship(waters.ship_id(ship)))),
        };
    }
    if sea.pushing {
        parts[CYLINDER].pushes = Some((foot, Pusher::Cylinder));
    }
    parts
}

/// The place a ship is taken from, as an event names it, and the port if it was in one.
pub(super) fn origin(game: &Game, ship: usize) -> (Place, Option<u8>) {
    let waters = Waters::of(game);
    let chart = &Sea::of(game.rules()).chart;
    match waters.at(ship) {
        At::Spot(spot) => (waters.place(chart, spot), chart.port_of(spot).map(|port| port as u8)),
        At::Adrift { port, .. } => (Place::Adrift, port),
        At::Hanging { .. } | At::Lost | At::InBox => (Place::Cloud, None),
    }
}

fn catch(game: &mut Game, number: usize, magnet: usize, ship: usize, moment: impl Fn() -> Moment) {
    game.emit_with(|game| Captured {
        ship: Waters::of(game).ship_id(ship),
        magnet: (number * MOST_MAGNETS + magnet) as u8,
        from: origin(game, ship).0,
        moment: moment(),
    });
    let magnet = Waters::of(game).furniture.clouds[number].first_magnet.plus(magnet);
    relocate(game, ship, At::Hanging { magnet });
}

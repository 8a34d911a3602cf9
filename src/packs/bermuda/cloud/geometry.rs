//! The cloud as plane geometry: outline, magnets, and which spots each movement can touch.
//! Only + − × ÷ and √ are used, so that every machine gets the same bits.

use super::super::board::Chart;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(from = "[f64; 2]", into = "[f64; 2]")]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

impl From<[f64; 2]> for Point {
    fn from([x, y]: [f64; 2]) -> Self {
        Self { x, y }
    }
}

impl From<Point> for [f64; 2] {
    fn from(p: Point) -> Self {
        [p.x, p.y]
    }
}

impl Hash for Point {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.x.to_bits().hash(hasher);
        self.y.to_bits().hash(hasher);
    }
}

impl std::ops::Add for Point {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }
}

impl std::ops::Sub for Point {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }
}

impl std::ops::Mul<f64> for Point {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self { x: self.x * factor, y: self.y * factor }
    }
}

impl Point {
    pub const ORIGIN: Self = Self { x: 0.0, y: 0.0 };

    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// Positive when `other` lies clockwise of this direction (y points down).
    pub fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    pub fn distance(self, other: Self) -> f64 {
        (self - other).length()
    }
}

/// √½, the cosine of an eighth turn.
pub(super) const HALF_ROOT: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// The share of an eighth turn whose angle has this sine. Halving the angle twice leaves so little that a short series
/// is exact enough, and only + − × ÷ √ are needed.
pub fn arc(sine: f64) -> f64 {
    let halved = |sine: f64| sine / (2.0 * (1.0 + (1.0 - sine * sine).max(0.0).sqrt())).sqrt();
    let small = halved(halved(sine));
    let square = small * small;
    let series = 1.0 + square * (1.0 / 6.0 + square * (3.0 / 40.0 + square * (15.0 / 336.0 + square * (105.0 / 3456.0))));
    4.0 * small * series / std::f64::consts::FRAC_PI_4
}

/// A point turned clockwise around the origin by so many eighths of a full turn.
pub fn turned(p: Point, eighths: usize) -> Point {
    let (cos, sin) = [
        (1.0, 0.0),
        (HALF_ROOT, HALF_ROOT),
        (0.0, 1.0),
        (-HALF_ROOT, HALF_ROOT),
        (-1.0, 0.0),
        (-HALF_ROOT, -HALF_ROOT),
        (0.0, -1.0),
        (HALF_ROOT, -HALF_ROOT),
    ][eighths % 8];
    Point { x: p.x * cos - p.y * sin, y: p.x * sin + p.y * cos }
}

/// The direction so many degrees clockwise from north, by power series: library sines differ between platforms.
pub fn unit(degrees: f64) -> Point {
    let whole = degrees % 360.0;
    let whole = if whole < 0.0 { whole + 360.0 } else { whole };
    let eighths = (whole / 45.0) as usize;
    let rest = (whole - eighths as f64 * 45.0) * (std::f64::consts::PI / 180.0);
    let square = rest * rest;
    let (mut sin, mut cos) = (0.0, 0.0);
    let (mut odd, mut even) = (rest, 1.0);
    for n in 0..12 {
        sin += odd;
        cos += even;
        let step = f64::from(2 * n + 1);
        even = -even * square / (step * (step + 1.0));
        odd = -odd * square / ((step + 1.0) * (step + 2.0));
    }
    turned(Point { x: sin, y: -cos }, eighths)
}

/// Whether a point lies inside a closed outline.
pub fn inside(outline: &[Point], p: Point) -> bool {
    let mut inside = false;
    let mut previous = outline.len().saturating_sub(1);
    for current in 0..outline.len() {
        let (a, b) = (outline[current], outline[previous]);
        if (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x {
            inside = !inside;
        }
        previous = current;
    }
    inside
}

/// A magnet as a variant sets it: where it sits under the plate (degrees clockwise from the notch, letter A) and
/// what it can do.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct MagnetSettings {
    pub radius: f64,
    pub angle: f64,
    pub reach: f64,
    pub capacity: u8,
}

impl MagnetSettings {
    /// Its place under the plate with letter A at the notch.
    pub fn at(&self) -> Point {
        unit(self.angle) * self.radius
    }
}

pub const LETTERS: [&str; 8] = ["A", "B", "C", "D", "E", "F", "G", "H"];

/// Everything about the cloud that follows from board and magnets: tables per dot and letter.
#[derive(Debug)]
pub struct Geometry {
    pub magnets: Vec<MagnetSettings>,
    /// The magnets' places relative to the cloud, by letter.
    pub magnet_at: [Vec<Point>; 8],
    /// The outline relative to the cloud, by letter.
    pub outline: [Vec<Point>; 8],
    /// Points nearer than the first are inside the outline whatever the letter, those farther than the second outside.
    rims: (f64, f64),
    /// Spots under the plate, by dot and letter.
    under: Vec<u128>,
    /// Spots a turn from this letter to the next one can reach, the cylinder's foot included.
    turns: Vec<Swath>,
    /// Spots a glide from this dot to its eastern neighbour can reach, then to its southern one.
    glides: [Vec<Swath>; 2],
}

/// Spots a movement can reach.
#[derive(Debug, Clone, Copy, Default)]
pub struct Swath {
    /// Whatever hangs from the magnets.
    pub laden: u128,
    /// With nothing hanging: only the magnets' reach and the cylinder count.
    pub empty: u128,
    /// Within a magnet's reach alone.
    pub caught: u128,
}

impl Swath {
    /// From the spots the cylinder's foot, what hangs from the magnets, and the magnets alone can reach.
    fn of(foot: u128, touched: u128, caught: u128) -> Self {
        Self { laden: touched | foot, empty: caught | foot, caught }
    }
}

impl std::ops::BitOr for Swath {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self { laden: self.laden | other.laden, empty: self.empty | other.empty, caught: self.caught | other.caught }
    }
}

/// Slack added to the quick tables only: they may name a spot too many, never one too few.
const SLACK: f64 = 1e-6;

impl Geometry {
    pub fn new(chart: &Chart, magnets: &[MagnetSettings]) -> Self {
        let mut geometry = Self {
            magnets: magnets.to_vec(),
            magnet_at: std::array::from_fn(|k| magnets.iter().map(|m| turned(m.at(), k)).collect()),
            outline: std::array::from_fn(|k| chart.cloud.outline.iter().map(|p| turned(*p, k)).collect()),
            rims: rims(&chart.cloud.outline),
            under: Vec::new(),
            turns: Vec::new(),
            glides: [Vec::new(), Vec::new()],
        };
        let size = chart.cloud.outline.iter().map(|p| p.length()).fold(0.0, f64::max);
        let reach = |m: &MagnetSettings| m.reach + SLACK;
        let touch = |m: &MagnetSettings| m.reach.max(2.0 * chart.ship_radius) + SLACK;
        let foot = chart.cloud.cylinder + chart.ship_radius + SLACK;
        let far = magnets.iter().map(|m| m.radius + touch(m)).fold(size.max(foot), f64::max) + chart.grid.pitch;
        for dot in 0..chart.grid.dots() {
            let centre = chart.grid.at_index(dot);
            let near: Vec<(usize, Point)> =
                (chart.spots.iter().map(|s| *s - centre).enumerate()).filter(|(_, p)| p.length() <= far).collect();
            let mask = |test: &dyn Fn(Point) -> bool| {
                near.iter().filter(|(_, p)| test(*p)).fold(0u128, |mask, (spot, _)| mask | 1 << spot)
            };
            for letter in 0..8 {
                geometry.under.push(mask(&|p| inside(&geometry.outline[letter], p)));
                let places = &geometry.magnet_at[letter];
                let parts = || places.iter().zip(magnets);
                let sector =
                    |width: &dyn Fn(&MagnetSettings) -> f64| mask(&|p| parts().any(|(at, m)| arc_distance(*at, p) <= width(m)));
                let at_foot = mask(&|p| p.length() <= foot);
                geometry.turns.push(Swath::of(at_foot, sector(&touch), sector(&reach)));
                for (axis, along) in [Point { x: 1.0, y: 0.0 }, Point { x: 0.0, y: 1.0 }].into_iter().enumerate() {
                    let near = |from: Point, reach: f64, p: Point| glide_distance(from, along, chart.grid.pitch, p) <= reach;
                    let strip = |width: &dyn Fn(&MagnetSettings) -> f64| mask(&|p| parts().any(|(at, m)| near(*at, width(m), p)));
                    let at_foot = mask(&|p| near(Point::ORIGIN, foot, p));
                    geometry.glides[axis].push(Swath::of(at_foot, strip(&touch), strip(&reach)));
                }
            }
        }
        geometry
    }

    /// Spots under the plate.
    pub fn under(&self, dot: usize, letter: u8) -> u128 {
        self.under[dot * 8 + letter as usize]
    }

    /// Whether a point relative to the cloud lies under the plate.
    pub fn covers(&self, letter: u8, p: Point) -> bool {
        let away = p.length();
        away < self.rims.0 || away <= self.rims.1 && inside(&self.outline[letter as usize], p)
    }

    /// Spots an eighth turn from this letter to the next can reach.
    pub fn turn(&self, dot: usize, letter: u8) -> Swath {
        self.turns[dot * 8 + letter as usize]
    }

    /// Spots a glide can reach that passes eastward (axis 0) or southward (axis 1) out of this dot.
    pub fn glide(&self, axis: usize, dot: usize, letter: u8) -> Swath {
        self.glides[axis][dot * 8 + letter as usize]
    }
}

/// The distances from the origin to the nearest and the farthest point of an outline around it, with slack; the first is
/// nothing if the origin is not inside.
fn rims(outline: &[Point]) -> (f64, f64) {
    let mut nearest = f64::INFINITY;
    let mut previous = outline.len().saturating_sub(1);
    for current in 0..outline.len() {
        let (a, b) = (outline[previous], outline[current]);
        let way = b - a;
        let along = (Point::ORIGIN - a).dot(way) / way.dot(way).max(f64::MIN_POSITIVE);
        nearest = nearest.min((a + way * along.clamp(0.0, 1.0)).length());
        previous = current;
    }
    let least = if inside(outline, Point::ORIGIN) { nearest - SLACK } else { 0.0 };
    (least, outline.iter().map(|p| p.length()).fold(0.0, f64::max) + SLACK)
}

/// The least distance from a point to the arc an eighth turn draws from `start` around the origin.
fn arc_distance(start: Point, p: Point) -> f64 {
    let end = turned(start, 1);
    if start.cross(p) >= 0.0 && p.cross(end) >= 0.0 && p.dot(start + end) > 0.0 {
        (p.length() - start.length()).abs()
    } else {
        p.distance(start).min(p.distance(end))
    }
}

/// The least distance from a point to a straight glide.
fn glide_distance(from: Point, along: Point, length: f64, p: Point) -> f64 {
    let way = (p - from).dot(along).clamp(0.0, length);
    p.distance(from + along * way)
}

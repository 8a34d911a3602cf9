//! The triangular lattice: cells, their corners, their neighbours, and where they lie in the plane.
//!
//! A cell is three integers with sum 1 (pointing up) or 2 (pointing down); a lattice corner is three integers with sum 0.
//! Corner `i` lies opposite edge `i`, and the neighbour over edge `i` differs by one in coordinate `i`. Corners run
//! clockwise in both kinds of cell, so a tile keeps its corners in order wherever it lies.

use crate::words::{Message, msg};
use serde_json::{Value, json};
use std::fmt;
use std::str::FromStr;

/// A cell of the lattice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    pub a: i16,
    pub b: i16,
    pub c: i16,
}

/// A corner of the lattice: three integers with sum 0.
pub(crate) type Corner = [i16; 3];

/// A point in the plane: edges are 1 long, x goes east, y goes south.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

/// Coordinates larger than this are not accepted from anyone: all tiles of six players in a row do not reach that far.
pub(crate) const FARTHEST: i16 = 500;

impl Cell {
    /// The cell with these coordinates, if there is one.
    pub fn new(a: i16, b: i16, c: i16) -> Option<Self> {
        let near = [a, b, c].iter().all(|n| (-FARTHEST..=FARTHEST).contains(n));
        (near && matches!(a + b + c, 1 | 2)).then_some(Self { a, b, c })
    }

    /// The cell with the first two coordinates given, pointing up or down.
    pub(super) const fn from_two(a: i16, b: i16, up: bool) -> Self {
        Self { a, b, c: if up { 1 } else { 2 } - a - b }
    }

    pub const fn is_up(self) -> bool {
        self.a + self.b + self.c == 1
    }

    pub const fn coordinates(self) -> [i16; 3] {
        [self.a, self.b, self.c]
    }

    /// The cell over edge 0, 1 or 2.
    #[inline]
    pub const fn neighbour(self, edge: usize) -> Self {
        let step = if self.is_up() { 1 } else { -1 };
        let Self { a, b, c } = self;
        match edge {
            0 => Self { a: a + step, b, c },
            1 => Self { a, b: b + step, c },
            _ => Self { a, b, c: c + step },
        }
    }

    /// The edge that leads to a neighbour.
    pub fn edge_to(self, other: Self) -> Option<usize> {
        (0..3).find(|edge| self.neighbour(*edge) == other)
    }

    /// Corner 0, 1 or 2.
    pub const fn corner(self, number: usize) -> Corner {
        let mut corner = self.coordinates();
        if self.is_up() {
            corner[number] -= 1;
        } else {
            corner[(number + 1) % 3] -= 1;
            corner[(number + 2) % 3] -= 1;
        }
        corner
    }

    /// The six cells round a lattice corner, clockwise or not but in order, each with the number it has for that corner.
    pub const fn around([x, y, z]: Corner) -> [(Self, usize); 6] {
        [
            (Self { a: x + 1, b: y, c: z }, 0),
            (Self { a: x + 1, b: y + 1, c: z }, 2),
            (Self { a: x, b: y + 1, c: z }, 1),
            (Self { a: x, b: y + 1, c: z + 1 }, 0),
            (Self { a: x, b: y, c: z + 1 }, 2),
            (Self { a: x + 1, b: y, c: z + 1 }, 1),
        ]
    }

    /// Whether the cell lies on a six-sided table with this many cells from its middle to its side; 0 means no limit.
    #[inline]
    pub fn is_within(self, radius: i16) -> bool {
        radius == 0 || self.coordinates().iter().all(|n| (1 - radius..=radius).contains(n))
    }

    /// Where the three corners lie, in order.
    pub fn corner_points(self) -> [Point; 3] {
        [0, 1, 2].map(|number| place(self.corner(number)))
    }

    /// Where the middle lies.
    pub fn centre(self) -> Point {
        let corners = self.corner_points();
        let third = |of: fn(&Point) -> f64| corners.iter().map(of).sum::<f64>() / 3.0;
        Point { x: third(|p| p.x), y: third(|p| p.y) }
    }

    pub fn to_json(self) -> Value {
        json!(self.coordinates())
    }
}

/// Where a lattice corner lies in the plane.
pub(crate) fn place([x, y, z]: Corner) -> Point {
    Point { x: f64::from(x - z) / 2.0, y: 3f64.sqrt() / 2.0 * f64::from(y) }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.a, self.b, self.c)
    }
}

/// A text that is not a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoCell(String);

impl NoCell {
    pub(super) fn message(&self) -> Message {
        msg!("dreieck.problem.no_cell", text = &self.0, most = i64::from(FARTHEST))
    }
}

impl FromStr for Cell {
    type Err = NoCell;

    fn from_str(text: &str) -> Result<Self, NoCell> {
        let numbers: Option<Vec<i16>> = text.split(',').map(|n| n.parse().ok()).collect();
        let cell = match numbers.as_deref() {
            Some([a, b, c]) => Self::new(*a, *b, *c),
            _ => None,
        };
        cell.ok_or_else(|| NoCell(text.to_owned()))
    }
}

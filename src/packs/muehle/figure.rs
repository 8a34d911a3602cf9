//! The figure on the board: fields, edges and lines, and the quick answers about them. `board_file.rs` reads it.

use serde::Deserialize;
use serde_json::{Value, json};

/// The most fields a figure may have: a whole position then packs into 128 bits.
pub(crate) const MOST_FIELDS: usize = 21;
/// The most lines of three.
pub(crate) const MOST_LINES: usize = 32;

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Place {
    pub id: String,
    pub x: f64,
    pub y: f64,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    pub width: f64,
    pub height: f64,
    pub stone_radius: f64,
    pub fields: Vec<Place>,
    /// Neighbouring fields, the lower number first.
    pub edges: Vec<[u8; 2]>,
    pub lines: Vec<[u8; 3]>,
    /// The neighbours of each field, as sets of fields.
    neighbours: Vec<u32>,
    /// The lines as sets of fields.
    line_sets: Vec<u32>,
    /// The lines through each field: number and set of fields.
    lines_through: Vec<Vec<(u8, u32)>>,
}

impl Figure {
    pub fn new(size: [f64; 2], stone_radius: f64, fields: Vec<Place>, edges: Vec<[u8; 2]>, lines: Vec<[u8; 3]>) -> Self {
        let mut neighbours = vec![0; fields.len()];
        for [a, b] in &edges {
            neighbours[usize::from(*a)] |= 1 << b;
            neighbours[usize::from(*b)] |= 1 << a;
        }
        let line_sets: Vec<u32> = lines.iter().map(|line| line.iter().fold(0, |set, field| set | 1 << field)).collect();
        let numbered = || (0u8..).zip(line_sets.iter().copied());
        let through = |field: usize| numbered().filter(|(_, set)| set >> field & 1 == 1).collect();
        let lines_through = (0..fields.len()).map(through).collect();
        let [width, height] = size;
        Self { width, height, stone_radius, fields, edges, lines, neighbours, line_sets, lines_through }
    }

    /// All fields as a set.
    pub fn all(&self) -> u32 {
        (1 << self.fields.len()) - 1
    }

    /// The neighbours of a field as a set.
    #[inline]
    pub fn neighbours(&self, field: u8) -> u32 {
        self.neighbours[usize::from(field)]
    }

    /// The lines as sets of fields, in the order of the file.
    #[inline]
    pub fn line_sets(&self) -> &[u32] {
        &self.line_sets
    }

    /// The lines through a field: number and set of fields.
    #[inline]
    pub fn lines_through(&self, field: u8) -> &[(u8, u32)] {
        &self.lines_through[usize::from(field)]
    }

    pub fn find(&self, id: &str) -> Option<u8> {
        self.fields.iter().position(|place| place.id == id).map(|number| number as u8)
    }

    /// The figure as it stands in a trace header.
    pub fn to_json(&self) -> Value {
        let id = |field: &u8| self.fields[usize::from(*field)].id.as_str();
        let fields: Vec<Value> = self.fields.iter().map(|p| json!({"id": p.id, "x": p.x, "y": p.y})).collect();
        let edges: Vec<Vec<&str>> = self.edges.iter().map(|edge| edge.iter().map(id).collect()).collect();
        let lines: Vec<Vec<&str>> = self.lines.iter().map(|line| line.iter().map(id).collect()).collect();
        json!({
            "size": [self.width, self.height],
            "stone_radius": self.stone_radius,
            "fields": fields,
            "edges": edges,
            "lines": lines,
        })
    }
}

/// The fields of a set, lowest number first.
#[inline]
pub(crate) fn fields(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let field = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(field)
    })
}

//! The board: where everything lies, and the answers to questions of place. `board_file.rs` reads and checks it.

use super::cloud::geometry::Point;
use serde::Deserialize;
use serde_json::{Value, json};
use std::ops::Range;

/// Spaces of the route in the game as printed.
pub(crate) const SPACES: usize = 46;
pub(crate) const PORTS: usize = 4;
/// The most spots (spaces and berths) a board may have: they are kept in 128-bit sets.
pub(super) const MOST_SPOTS: usize = 128;

#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    pub size: Point,
    pub ship_radius: f64,
    /// Every place a ship can lie: the spaces in sailing order, then the berths port by port.
    pub spots: Vec<Point>,
    /// The spaces of each leg, as spot numbers.
    pub legs: Vec<Range<u8>>,
    pub ports: Vec<PortPlace>,
    pub grid: Grid,
    pub cloud: CloudShape,
    pub scenery: Scenery,
    /// The leg of each space, and the port of each berth (or [`NO_PORT`]): asked at every move.
    pub(super) leg_by_spot: Vec<u8>,
    pub(super) port_by_spot: Vec<u8>,
    pub(super) port_by_leg: Vec<u8>,
}

const NO_PORT: u8 = u8::MAX;

#[derive(Debug, Clone, PartialEq)]
pub struct PortPlace {
    pub id: String,
    pub name: String,
    pub decks: Vec<String>,
    /// The leg that ends here; the next one begins here.
    pub after_leg: u8,
    /// Its berths, as spot numbers.
    pub berths: Range<u8>,
}

/// The dots the cloud can stand on.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grid {
    pub columns: i16,
    pub rows: i16,
    /// The north-west dot.
    pub origin: Point,
    pub pitch: f64,
    /// Column and row of the red circle.
    pub center: [i16; 2],
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct CloudShape {
    /// Radius of the foot.
    pub cylinder: f64,
    /// The plate with letter A at the notch, around its own centre.
    pub outline: Vec<Point>,
}

/// What is only drawn.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scenery {
    pub title: String,
    pub cartouche: Option<Point>,
    pub compass: Option<Point>,
    pub plates: Vec<Point>,
    pub cards: Vec<Vec<Point>>,
    pub lands: Vec<Land>,
    pub shoals: Vec<Shoal>,
    pub lettering: Vec<Lettering>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Land {
    pub name: String,
    pub label: Point,
    #[serde(default)]
    pub label_angle: f64,
    pub outline: Vec<Point>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shoal {
    pub name: String,
    pub outline: Vec<Point>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lettering {
    pub text: String,
    pub at: Point,
    pub size: f64,
    #[serde(default)]
    pub angle: f64,
}

impl Grid {
    pub fn dots(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    pub fn index(&self, column: i16, row: i16) -> usize {
        row as usize * self.columns as usize + column as usize
    }

    pub fn at(&self, column: i16, row: i16) -> Point {
        self.origin + Point { x: f64::from(column), y: f64::from(row) } * self.pitch
    }

    /// Whether a dot is an outermost one.
    pub fn is_edge(&self, column: i16, row: i16) -> bool {
        column == 0 || row == 0 || column == self.columns - 1 || row == self.rows - 1
    }

    pub fn at_index(&self, dot: usize) -> Point {
        let columns = self.columns as usize;
        self.at((dot % columns) as i16, (dot / columns) as i16)
    }
}

impl Chart {
    pub fn spaces(&self) -> usize {
        self.legs.last().map_or(0, |leg| leg.end as usize)
    }

    /// Fills the quick tables from legs and ports.
    pub(super) fn indexed(mut self) -> Self {
        let leg = |spot: u8| self.legs.iter().position(|leg| leg.contains(&spot)).unwrap_or(0) as u8;
        let port = |spot: u8| self.ports.iter().position(|port| port.berths.contains(&spot)).map_or(NO_PORT, |port| port as u8);
        let after = |leg: usize| self.ports.iter().position(|port| port.after_leg as usize == leg).unwrap_or(0) as u8;
        let spots = self.spots.len() as u8;
        let tables = ((0..spots).map(leg).collect(), (0..spots).map(port).collect(), (0..self.legs.len()).map(after).collect());
        (self.leg_by_spot, self.port_by_spot, self.port_by_leg) = tables;
        self
    }

    /// The leg a space belongs to.
    pub fn leg_of(&self, space: u8) -> usize {
        self.leg_by_spot[space as usize].into()
    }

    /// The port where a leg begins.
    pub fn port_before(&self, leg: usize) -> usize {
        self.port_after((leg + self.legs.len() - 1) % self.legs.len())
    }

    /// The port where a leg ends.
    pub fn port_after(&self, leg: usize) -> usize {
        self.port_by_leg[leg].into()
    }

    /// Which berth of its port a spot is, from 0, or nothing for a space.
    pub fn berth_of(&self, spot: u8) -> Option<u8> {
        self.port_of(spot).map(|port| spot - self.ports[port].berths.start)
    }

    /// The port a berth belongs to, or nothing for a space.
    pub fn port_of(&self, spot: u8) -> Option<usize> {
        let port = self.port_by_spot[spot as usize];
        (port != NO_PORT).then_some(port.into())
    }

    /// The route and ports as a trace header shows them; the pack adds magnets, ships and spinner.
    pub fn to_json(&self) -> Value {
        let spaces: Vec<Value> = (0..self.spaces())
            .map(|i| {
                let at = self.spots[i];
                json!({"id": space_name(i), "leg": self.leg_of(i as u8), "x": at.x, "y": at.y})
            })
            .collect();
        let ports: Vec<Value> = (self.ports.iter())
            .map(|port| {
                let berths: Vec<Point> = port.berths.clone().map(|b| self.spots[b as usize]).collect();
                json!({"id": port.id, "name": port.name, "decks": port.decks, "after_leg": port.after_leg, "berths": berths})
            })
            .collect();
        let grid = &self.grid;
        json!({
            "spaces": spaces,
            "ports": ports,
            "grid": {"columns": grid.columns, "rows": grid.rows, "origin": grid.origin, "pitch": grid.pitch, "center": grid.center},
            "cloud": {"outline": self.cloud.outline, "cylinder": self.cloud.cylinder, "ship_radius": self.ship_radius},
        })
    }
}

/// What a space is called: `s01` to `s46`.
pub(crate) fn space_name(index: usize) -> String {
    format!("s{:02}", index + 1)
}

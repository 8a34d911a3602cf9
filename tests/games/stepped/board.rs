//! The board as the header of a trace describes it, the settings the referee needs, and plane geometry done plainly.

use serde_json::Value;
use triangulum::sim::Game;

pub(crate) type Point = (f64, f64);

pub(crate) fn apart(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// A point turned clockwise round the origin.
pub(crate) fn turned(p: Point, degrees: f64) -> Point {
    let (sin, cos) = degrees.to_radians().sin_cos();
    (p.0 * cos - p.1 * sin, p.0 * sin + p.1 * cos)
}

pub(crate) fn is_inside(outline: &[Point], p: Point) -> bool {
    let ends = outline.iter().zip(outline.iter().cycle().skip(1));
    let crossings = ends.filter(|(a, b)| (a.1 > p.1) != (b.1 > p.1) && p.0 < a.0 + (b.0 - a.0) * (p.1 - a.1) / (b.1 - a.1));
    crossings.count() % 2 == 1
}

pub(crate) fn point(value: &Value) -> Point {
    (value[0].as_f64().unwrap(), value[1].as_f64().unwrap())
}

pub(crate) fn number(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

pub(crate) fn dot(value: &Value) -> [i64; 2] {
    [value[0].as_i64().unwrap(), value[1].as_i64().unwrap()]
}

pub(crate) struct Magnet {
    pub(crate) at: Point,
    pub(crate) reach: f64,
    pub(crate) room: usize,
}

pub(crate) struct Port {
    pub(crate) id: String,
    pub(crate) after_leg: usize,
    pub(crate) berths: Vec<Point>,
    pub(crate) capacity: usize,
    pub(crate) sheltered: bool,
    pub(crate) home: bool,
    pub(crate) decks: Vec<String>,
}

/// The board as the header of a trace describes it, and the settings the referee needs.
#[allow(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub(crate) struct Board {
    pub(crate) spaces: Vec<(String, usize, Point)>,
    pub(crate) ports: Vec<Port>,
    pub(crate) columns: i64,
    pub(crate) rows: i64,
    pub(crate) origin: Point,
    pub(crate) pitch: f64,
    pub(crate) outline: Vec<Point>,
    pub(crate) cylinder: f64,
    pub(crate) ship: f64,
    pub(crate) magnets: Vec<Magnet>,
    pub(crate) seats: usize,
    pub(crate) per_player: usize,
    pub(crate) queues: bool,
    pub(crate) under_cloud: bool,
    pub(crate) lifts_at_edge: bool,
    pub(crate) lifts: bool,
    pub(crate) pushes: bool,
    pub(crate) mover_is_player: bool,
}

impl Board {
    pub(crate) fn read(game: &Game, header: &Value) -> Self {
        let (board, settings) = (&header["board"], &header["settings"]);
        let seats = usize::from(game.turn().seats);
        let capacity = |port: &str| {
            let own = &settings["ports"][port]["capacity"][seats.to_string()];
            number(if own.is_null() { &settings["ports"]["capacity"][seats.to_string()] } else { own })
        };
        let in_force = |rule: &str| game.rules().is_in_force(rule);
        let shelter = settings["safe_harbour"]["ports"].as_str().filter(|_| in_force("safe_harbour"));
        let port = |port: &Value| {
            let id = port["id"].as_str().unwrap();
            let decks = port["decks"].as_array().unwrap().iter().map(|deck| deck.as_str().unwrap().to_owned());
            let decks: Vec<String> = decks.collect();
            let home = decks.iter().any(|deck| deck == "home");
            Port {
                id: id.to_owned(),
                after_leg: number(&port["after_leg"]),
                berths: port["berths"].as_array().unwrap().iter().map(point).collect(),
                capacity: capacity(id),
                sheltered: shelter == Some("all") || shelter == Some("home") && home,
                home,
                decks,
            }
        };
        let space = |space: &Value| {
            let at = (space["x"].as_f64().unwrap(), space["y"].as_f64().unwrap());
            (space["id"].as_str().unwrap().to_owned(), number(&space["leg"]), at)
        };
        let magnet = |magnet: &Value| Magnet {
            at: (magnet["x"].as_f64().unwrap(), magnet["y"].as_f64().unwrap()),
            reach: magnet["reach"].as_f64().unwrap(),
            room: number(&magnet["capacity"]),
        };
        let (grid, cloud, bumping) = (&board["grid"], &board["cloud"], &settings["bumping"]);
        Self {
            spaces: board["spaces"].as_array().unwrap().iter().map(space).collect(),
            ports: board["ports"].as_array().unwrap().iter().map(port).collect(),
            columns: grid["columns"].as_i64().unwrap(),
            rows: grid["rows"].as_i64().unwrap(),
            origin: point(&grid["origin"]),
            pitch: grid["pitch"].as_f64().unwrap(),
            outline: cloud["outline"].as_array().unwrap().iter().map(point).collect(),
            cylinder: cloud["cylinder"].as_f64().unwrap(),
            ship: cloud["ship_radius"].as_f64().unwrap(),
            magnets: cloud["magnets"].as_array().unwrap().iter().map(magnet).collect(),
            seats,
            per_player: number(&settings["ports"]["per_player"]),
            queues: bumping["overflow"] == "before_port",
            under_cloud: bumping["under_cloud"] != false,
            lifts_at_edge: settings["cloud"]["lift_on"] == "edge",
            lifts: in_force("lifting"),
            pushes: in_force("pushing"),
            mover_is_player: in_force("storm_season"),
        }
    }

    pub(crate) fn dot_at(&self, dot: [i64; 2]) -> Point {
        (self.origin.0 + dot[0] as f64 * self.pitch, self.origin.1 + dot[1] as f64 * self.pitch)
    }

    pub(crate) fn place(&self, lies: Lies) -> Option<Point> {
        match lies {
            Lies::Space(space) => Some(self.spaces[space].2),
            Lies::Berth(port, berth) => Some(self.ports[port].berths[berth]),
            Lies::Adrift(at, _) => Some(at),
            Lies::Hanging(..) | Lies::Lost => None,
        }
    }

    pub(crate) fn name(&self, lies: Lies) -> &str {
        match lies {
            Lies::Space(space) => &self.spaces[space].0,
            Lies::Berth(port, _) => &self.ports[port].id,
            Lies::Adrift(..) => "adrift",
            Lies::Hanging(..) => "cloud",
            Lies::Lost => "lost",
        }
    }
}

/// Where a ship is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Lies {
    Space(usize),
    Berth(usize, usize),
    /// With the port it was pushed out of.
    Adrift(Point, Option<usize>),
    Hanging(usize, usize),
    Lost,
}

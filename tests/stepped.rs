//! The cloud once more, by creeping: a referee that knows only the trace moves every magnet and the cylinder in small
//! steps, and says of each catch and each push whether it had to happen. Nothing here is shared with the closed form
//! in `cloud/sweep.rs`; where ships are bumped and set down to, and which dockings pay, is worked out in the plain way too.
//!
//! 2,000 games are played, or 100,000 with `TRIANGULUM_LONG=1` in the environment.

#![allow(clippy::disallowed_methods, reason = "the plain side may use the library")]

mod common;

use rayon::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::AddAssign;
use triangulum::packs::bermuda::Sea;
use triangulum::packs::bermuda::components::At;
use triangulum::packs::bermuda::waters::{Waters, whereabouts};
use triangulum::players::{Player, Random};
use triangulum::sim::Game;
use triangulum::variant::Variant;

/// How far any part of the cloud moves in a step, in board units.
const STEP: f64 = 0.25;
/// How near to a limit the steps cannot tell: a part may pass a limit and come back between two of them.
const DOUBT: f64 = 0.01;
/// Magnets are numbered cloud by cloud, so many for each.
const MAGNETS_OF_A_CLOUD: usize = 4;
const FLEET: usize = 4;

type Point = (f64, f64);

fn apart(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// A point turned clockwise round the origin.
fn turned(p: Point, degrees: f64) -> Point {
    let (sin, cos) = degrees.to_radians().sin_cos();
    (p.0 * cos - p.1 * sin, p.0 * sin + p.1 * cos)
}

fn is_inside(outline: &[Point], p: Point) -> bool {
    let ends = outline.iter().zip(outline.iter().cycle().skip(1));
    let crossings = ends.filter(|(a, b)| (a.1 > p.1) != (b.1 > p.1) && p.0 < a.0 + (b.0 - a.0) * (p.1 - a.1) / (b.1 - a.1));
    crossings.count() % 2 == 1
}

fn point(value: &Value) -> Point {
    (value[0].as_f64().unwrap(), value[1].as_f64().unwrap())
}

fn number(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

fn dot(value: &Value) -> [i64; 2] {
    [value[0].as_i64().unwrap(), value[1].as_i64().unwrap()]
}

struct Magnet {
    at: Point,
    reach: f64,
    room: usize,
}

struct Port {
    id: String,
    after_leg: usize,
    berths: Vec<Point>,
    capacity: usize,
    sheltered: bool,
    home: bool,
    decks: Vec<String>,
}

/// The board as the header of a trace describes it, and the settings the referee needs.
#[allow(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
struct Board {
    spaces: Vec<(String, usize, Point)>,
    ports: Vec<Port>,
    columns: i64,
    rows: i64,
    origin: Point,
    pitch: f64,
    outline: Vec<Point>,
    cylinder: f64,
    ship: f64,
    magnets: Vec<Magnet>,
    seats: usize,
    per_player: usize,
    queues: bool,
    under_cloud: bool,
    lifts_at_edge: bool,
    lifts: bool,
    pushes: bool,
    mover_is_player: bool,
}

impl Board {
    fn read(game: &Game, header: &Value) -> Self {
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

    fn dot_at(&self, dot: [i64; 2]) -> Point {
        (self.origin.0 + dot[0] as f64 * self.pitch, self.origin.1 + dot[1] as f64 * self.pitch)
    }

    fn place(&self, lies: Lies) -> Option<Point> {
        match lies {
            Lies::Space(space) => Some(self.spaces[space].2),
            Lies::Berth(port, berth) => Some(self.ports[port].berths[berth]),
            Lies::Adrift(at, _) => Some(at),
            Lies::Hanging(..) | Lies::Lost => None,
        }
    }

    fn name(&self, lies: Lies) -> &str {
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
enum Lies {
    Space(usize),
    Berth(usize, usize),
    /// With the port it was pushed out of.
    Adrift(Point, Option<usize>),
    Hanging(usize, usize),
    Lost,
}

#[derive(Clone, Copy)]
struct Cloud {
    home: [i64; 2],
    at: [i64; 2],
    letter: usize,
    aloft: bool,
}

/// A movement of one cloud.
#[derive(Clone, Copy)]
enum Way {
    Turn { degrees: f64 },
    Glide { to: Point },
}

/// What was seen.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    games: u64,
    movements: u64,
    caught: u64,
    pushed: u64,
    pushed_again: u64,
    settled: u64,
    bumped: u64,
    put_before: u64,
    docked: u64,
    unpaid: u64,
}

impl AddAssign for Seen {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.movements += other.movements;
        self.caught += other.caught;
        self.pushed += other.pushed;
        self.pushed_again += other.pushed_again;
        self.settled += other.settled;
        self.bumped += other.bumped;
        self.put_before += other.put_before;
        self.docked += other.docked;
        self.unpaid += other.unpaid;
    }
}

struct Referee {
    board: Board,
    ships: Vec<Lies>,
    by_name: BTreeMap<String, usize>,
    /// The port each ship was put back before by a bump, until it has docked there.
    barred: Vec<Option<usize>>,
    /// Cards left in each deck, how many a docking takes, and how many are still owed for the last one.
    decks: BTreeMap<String, usize>,
    cards_per_dock: usize,
    owed: usize,
    clouds: Vec<Cloud>,
    first: Option<usize>,
    player: usize,
    round: usize,
    seen: Seen,
}

impl Referee {
    fn new(game: &Game) -> Self {
        let kinds = vec!["random".to_owned(); usize::from(game.turn().seats)];
        let header = triangulum::table::trace::header(game, &kinds, 0);
        let board = Board::read(game, &header);
        let mut ships = Vec::new();
        let mut by_name = BTreeMap::new();
        for ship in header["board"]["ships"].as_array().unwrap() {
            by_name.insert(ship["id"].as_str().unwrap().to_owned(), ships.len());
            let port = board.ports.iter().position(|port| ship["at"] == port.id.as_str()).unwrap();
            ships.push(Lies::Berth(port, number(&ship["player"])));
        }
        let settings = &header["settings"];
        let cards = settings["cargo"]["decks"].as_object().unwrap();
        let mut decks: BTreeMap<String, usize> =
            cards.iter().map(|(deck, cards)| (deck.clone(), cards.as_array().unwrap().len())).collect();
        decks.insert("home".into(), number(&settings["home_bonus"]["cards"]));
        let cards_per_dock = number(&settings["cargo"]["cards_per_dock"]);
        let barred = vec![None; ships.len()];
        let view = game.rules().pack.observe(game);
        let clouds = ["cloud", "twin_cloud"].iter().filter_map(|name| view.get(*name)).map(|cloud| {
            let at = dot(&cloud["at"]);
            Cloud { home: at, at, letter: 0, aloft: false }
        });
        let clouds = clouds.collect();
        let seen = Seen { games: 1, ..Seen::default() };
        let (first, player, round, owed) = (None, 0, 1, 0);
        Self { board, ships, by_name, barred, decks, cards_per_dock, owed, clouds, first, player, round, seen }
    }

    fn ship(&self, name: &Value) -> usize {
        self.by_name[name.as_str().unwrap()]
    }

    fn is_covered(&self, p: Point) -> bool {
        self.clouds.iter().filter(|cloud| !cloud.aloft).any(|cloud| {
            let centre = self.board.dot_at(cloud.at);
            is_inside(&self.board.outline, turned((p.0 - centre.0, p.1 - centre.1), -45.0 * cloud.letter as f64))
        })
    }

    fn is_free(&self, lies: Lies) -> bool {
        !self.ships.contains(&lies)
    }

    fn is_clear(&self, lies: Lies) -> bool {
        self.is_free(lies) && !self.is_covered(self.board.place(lies).unwrap())
    }

    fn has_room(&self, port: usize, ship: usize) -> bool {
        let moored = |lies: &Lies| matches!(lies, Lies::Berth(at, _) if *at == port);
        let all = self.ships.iter().filter(|lies| moored(lies)).count();
        let own = self.ships[ship / FLEET * FLEET..][..FLEET].iter().filter(|lies| moored(lies)).count();
        all < self.board.ports[port].capacity && own < self.board.per_player
    }

    fn berths(&self, port: usize) -> impl Iterator<Item = Lies> + use<> {
        (0..self.board.ports[port].berths.len()).map(move |berth| Lies::Berth(port, berth))
    }

    /// The berth a ship takes: the first clear one, or else the first free one.
    fn berth(&self, port: usize) -> Option<Lies> {
        self.berths(port).find(|lies| self.is_clear(*lies)).or_else(|| self.berths(port).find(|lies| self.is_free(*lies)))
    }

    /// Follows the events of one command.
    fn follow(&mut self, game: &Game) {
        let lines = triangulum::table::trace::lines(game);
        let mut rest = &lines[..];
        while let [event, after @ ..] = rest {
            rest = after;
            match event["type"].as_str().unwrap() {
                "turn" => {
                    (self.player, self.round) = (number(&event["player"]), number(&event["round"]));
                    self.first.get_or_insert(self.player);
                }
                "sailed" => self.sailed(event),
                "bumped" => self.bumped(event),
                "card" => self.owed = self.owed.checked_sub(1).unwrap_or_else(|| panic!("nothing is owed: {event}")),
                "salvaged" => {
                    let ship = self.ship(&event["ship"]);
                    let home = self.board.ports.iter().position(|port| port.home).unwrap();
                    self.ships[ship] = self.berth(home).unwrap();
                }
                "spun" => {
                    let of_the_cloud = ["rotated", "travelled", "captured", "pushed", "lifted", "settled"];
                    let ends = |line: &Value| ["turn", "rolled", "ended"].iter().any(|kind| line["type"] == *kind);
                    let until = rest.iter().position(ends).unwrap_or(rest.len());
                    let phase: Vec<&Value> =
                        rest[..until].iter().filter(|line| of_the_cloud.iter().any(|kind| line["type"] == *kind)).collect();
                    rest = &rest[until..];
                    self.cloud_phase(event, &phase);
                }
                _ => {}
            }
        }
        assert_eq!(self.owed, 0, "a docking was not paid");
        self.compare(game);
    }

    fn sailed(&mut self, event: &Value) {
        let ship = self.ship(&event["ship"]);
        assert_eq!(self.board.name(self.ships[ship]), event["from"].as_str().unwrap());
        let to = event["to"].as_str().unwrap();
        self.ships[ship] = if event["stop"] == "docked" {
            let port = self.board.ports.iter().position(|port| port.id == to).unwrap();
            self.docked(ship, port);
            self.berths(port).find(|lies| self.is_clear(*lies)).expect("a ship docks in a clear berth")
        } else {
            Lies::Space(self.board.spaces.iter().position(|(id, ..)| id == to).unwrap())
        };
    }

    /// Notes which cards a docking must bring.
    fn docked(&mut self, ship: usize, port: usize) {
        self.seen.docked += 1;
        if self.barred[ship] == Some(port) {
            self.barred[ship] = None;
            self.seen.unpaid += 1;
            return;
        }
        for deck in &self.board.ports[port].decks {
            let left = self.decks.get_mut(deck).unwrap();
            let drawn = (*left).min(if deck == "home" { 1 } else { self.cards_per_dock });
            *left -= drawn;
            self.owed += drawn;
        }
    }

    fn bumped(&mut self, event: &Value) {
        let ship = self.ship(&event["ship"]);
        let Lies::Space(from) = self.ships[ship] else { panic!("a ship is bumped from a space") };
        let leg = self.board.spaces[from].1;
        let start = self.board.spaces.iter().position(|(_, of, _)| *of == leg).unwrap();
        let port = self.board.ports.iter().position(|port| (port.after_leg + 1) % 4 == leg).unwrap();
        let spaces = self.board.spaces.len();
        let mut refuges = Vec::new();
        if self.has_room(port, ship) {
            refuges.extend(self.berths(port).filter(|lies| self.is_clear(*lies)));
            refuges.extend(self.berths(port).filter(|lies| !self.is_clear(*lies)));
        }
        if !self.board.queues {
            refuges.extend((start..from).map(Lies::Space));
        }
        let on_leg = refuges.len();
        refuges.extend((1..spaces - (from - start)).map(|back| Lies::Space((start + spaces - back) % spaces)));
        // The ship that bumped it lies on the space already, so that only others count as taken.
        let clear = refuges.iter().position(|lies| self.is_clear(*lies)).filter(|_| !self.board.under_cloud);
        let at = clear.or_else(|| refuges.iter().position(|lies| self.is_free(*lies))).unwrap();
        self.ships[ship] = refuges[at];
        assert_eq!(self.board.name(refuges[at]), event["to"].as_str().unwrap(), "{event}");
        self.seen.bumped += 1;
        if at >= on_leg {
            self.seen.put_before += 1;
            self.barred[ship] = Some(port);
        }
    }

    fn cloud_phase(&mut self, spun: &Value, phase: &[&Value]) {
        let mut rest = phase;
        for kind in ["rotated", "travelled"] {
            for cloud in 0..self.clouds.len() {
                let [event, after @ ..] = rest else { panic!("a cloud did not move") };
                assert_eq!(event["type"], kind);
                let is_contact = |line: &&Value| line["type"] == "captured" || line["type"] == "pushed";
                let until = after.iter().position(|line| !is_contact(line)).unwrap_or(after.len());
                let (contacts, after) = after.split_at(until);
                rest = after;
                self.moved(cloud, event, contacts);
            }
        }
        let edge = |cloud: &Cloud| {
            let at = |dot: i64, most: i64| dot == 0 || dot == most - 1;
            at(cloud.at[0], self.board.columns) || at(cloud.at[1], self.board.rows)
        };
        let lifts = |cloud: &Cloud| if self.board.lifts_at_edge { edge(cloud) } else { !spun["word"].is_null() };
        let lifted: Vec<usize> = (0..self.clouds.len()).filter(|cloud| self.board.lifts && lifts(&self.clouds[*cloud])).collect();
        for cloud in &lifted {
            let [event, after @ ..] = rest else { panic!("a cloud was not lifted") };
            rest = after;
            assert_eq!(event["type"], "lifted");
            let lost: Vec<usize> = event["lost"].as_array().unwrap().iter().map(|ship| self.ship(ship)).collect();
            let hung = |ship: &usize| matches!(self.ships[*ship], Lies::Hanging(at, _) if at == *cloud);
            assert!(lost.iter().copied().eq((0..self.ships.len()).filter(hung)), "{event}");
            for ship in lost {
                (self.ships[ship], self.barred[ship]) = (Lies::Lost, None);
            }
            self.clouds[*cloud].aloft = true;
        }
        if !lifted.is_empty() {
            rest = self.settle(rest);
            for cloud in lifted {
                let home = self.clouds[cloud].home;
                self.clouds[cloud] = Cloud { home, at: home, letter: 0, aloft: false };
            }
        }
        rest = self.settle(rest);
        assert!(rest.is_empty(), "nothing else happens: {rest:?}");
    }

    /// Sets down what is clear of every cloud, in order of play from the cloud mover on.
    fn settle<'a>(&mut self, mut rest: &'a [&'a Value]) -> &'a [&'a Value] {
        let seats = self.board.seats;
        let mover = if self.board.mover_is_player { self.player } else { (self.first.unwrap() + self.round - 1) % seats };
        for seat in (0..seats).map(|step| (mover + step) % seats) {
            for ship in seat * FLEET..(seat + 1) * FLEET {
                let Lies::Adrift(at, port) = self.ships[ship] else { continue };
                if self.is_covered(at) {
                    continue;
                }
                let berth = port.filter(|port| self.has_room(*port, ship));
                let berth = berth.and_then(|port| self.berths(port).find(|lies| self.is_clear(*lies)));
                let distance = |lies: &Lies| apart(self.board.place(*lies).unwrap(), at);
                let nearest = (0..self.board.spaces.len()).map(Lies::Space).filter(|lies| self.is_clear(*lies));
                let nearest = nearest.min_by(|a, b| distance(a).partial_cmp(&distance(b)).unwrap());
                let Some(to) = berth.or(nearest) else { continue };
                let [event, after @ ..] = rest else { panic!("ship {ship} was not set down") };
                rest = after;
                assert_eq!(event["type"], "settled", "ship {ship} should be set down: {event}");
                assert_eq!((self.ship(&event["ship"]), event["to"].as_str().unwrap()), (ship, self.board.name(to)));
                self.ships[ship] = to;
                self.seen.settled += 1;
            }
        }
        rest
    }

    fn moved(&mut self, cloud: usize, event: &Value, contacts: &[&Value]) {
        if event["type"] == "rotated" {
            let eighths = number(&event["eighths"]);
            if eighths > 0 {
                self.sweep(cloud, Way::Turn { degrees: 45.0 * eighths as f64 }, contacts);
            }
            let state = &mut self.clouds[cloud];
            state.letter = (state.letter + eighths) % 8;
            assert_eq!(event["to"], ["A", "B", "C", "D", "E", "F", "G", "H"][state.letter]);
        } else {
            let to = dot(&event["to"]);
            if to != self.clouds[cloud].at {
                self.sweep(cloud, Way::Glide { to: self.board.dot_at(to) }, contacts);
            }
            self.clouds[cloud].at = to;
        }
        let moves = event["eighths"] != 0 && event["from"] != event["to"];
        assert!(moves || contacts.is_empty() || event["type"] == "rotated", "a cloud that stays touches nothing");
    }

    fn load(&self, cloud: usize, magnet: usize) -> usize {
        self.ships.iter().filter(|lies| **lies == Lies::Hanging(cloud, magnet)).count()
    }

    /// The parts of a cloud after a share of a movement: the magnets, then the cylinder.
    fn parts(&self, cloud: usize, way: Way, share: f64) -> Vec<Point> {
        let centre = self.board.dot_at(self.clouds[cloud].at);
        let letter = 45.0 * self.clouds[cloud].letter as f64;
        let (centre, degrees) = match way {
            Way::Turn { degrees } => (centre, letter + degrees * share),
            Way::Glide { to } => ((centre.0 + (to.0 - centre.0) * share, centre.1 + (to.1 - centre.1) * share), letter),
        };
        let magnets = self.board.magnets.iter().map(|magnet| turned(magnet.at, degrees));
        magnets.chain([(0.0, 0.0)]).map(|p| (centre.0 + p.0, centre.1 + p.1)).collect()
    }

    /// How near a part comes to a place in the rest of a movement.
    fn nearest(&self, cloud: usize, way: Way, part: usize, p: Point, from: usize, steps: usize) -> f64 {
        let mut least = f64::INFINITY;
        let mut step = from;
        loop {
            let distance = apart(self.parts(cloud, way, step as f64 / steps as f64)[part], p);
            least = least.min(distance);
            if step == steps {
                return least;
            }
            // Far away there is nothing to miss by taking several steps at once.
            step = (step + 1 + ((distance - least - STEP) / STEP).max(0.0) as usize).min(steps);
        }
    }

    /// Creeps through a movement. At every step the game's next contacts are allowed to happen, and those that must have
    /// happened by now are missed if they have not.
    fn sweep(&mut self, cloud: usize, way: Way, contacts: &[&Value]) {
        self.seen.movements += 1;
        let (magnets, cylinder) = (self.board.magnets.len(), self.board.magnets.len());
        let centre = self.board.dot_at(self.clouds[cloud].at);
        let length = match way {
            Way::Turn { degrees } => {
                degrees.to_radians() * self.board.magnets.iter().map(|m| m.at.0.hypot(m.at.1)).fold(1.0, f64::max)
            }
            Way::Glide { to } => apart(centre, to),
        };
        let steps = (length / STEP).ceil() as usize;
        let mut waiting = contacts;
        let mut touched = vec![0; self.ships.len()];
        let mut step = 0;
        loop {
            let parts = self.parts(cloud, way, step as f64 / steps as f64);
            // What a contact between two steps brings about may be over again at the next one.
            let mut doubt = DOUBT;
            while let [contact, after @ ..] = waiting
                && self.happens(cloud, way, contact, &parts, (step, steps), doubt)
            {
                doubt = DOUBT + STEP;
                touched[self.ship(&contact["ship"])] += 1;
                waiting = after;
            }
            let mut clearance = f64::INFINITY;
            let loads: Vec<usize> = (0..magnets).map(|magnet| self.load(cloud, magnet)).collect();
            for ship in 0..self.ships.len() {
                let Some(p) = self.free(ship) else { continue };
                for (part, at) in parts.iter().enumerate() {
                    let distance = apart(*at, p);
                    let catches =
                        (part != cylinder && loads[part] < self.board.magnets[part].room).then(|| self.board.magnets[part].reach);
                    let touch = match part {
                        _ if !self.board.pushes => None,
                        _ if part == cylinder => Some(self.board.cylinder + self.board.ship),
                        _ => (loads[part] > 0).then_some(2.0 * self.board.ship),
                    };
                    let limit = catches.unwrap_or(0.0).max(touch.unwrap_or(0.0));
                    clearance = clearance.min(distance - limit);
                    let name = || format!("ship {ship}, part {part} of cloud {cloud}, {distance} apart, step {step} of {steps}");
                    assert!(catches.is_none_or(|reach| distance > reach - DOUBT), "not caught: {} {waiting:?}", name());
                    if touch.is_some_and(|touch| distance < touch - DOUBT) {
                        let comes = |reach: f64| self.nearest(cloud, way, part, p, step, steps) < reach + DOUBT;
                        assert!(catches.is_some_and(comes), "not pushed: {} {waiting:?}", name());
                    }
                }
            }
            if step == steps {
                break;
            }
            step = (step + 1 + ((clearance - 2.0 * STEP) / STEP).clamp(0.0, 1e6) as usize).min(steps);
        }
        assert!(waiting.is_empty(), "this did not happen: {waiting:?}");
        self.seen.pushed_again += touched.iter().filter(|times| **times > 1).count() as u64;
    }

    /// Where a ship is that the cloud can touch.
    fn free(&self, ship: usize) -> Option<Point> {
        let lies = self.ships[ship];
        let sheltered = matches!(lies, Lies::Berth(port, _) if self.board.ports[port].sheltered);
        self.board.place(lies).filter(|_| !sheltered)
    }

    /// Lets a contact happen if it can happen now.
    fn happens(
        &mut self,
        cloud: usize,
        way: Way,
        contact: &Value,
        parts: &[Point],
        (step, steps): (usize, usize),
        doubt: f64,
    ) -> bool {
        let ship = self.ship(&contact["ship"]);
        let p = self.free(ship).unwrap_or_else(|| panic!("out of reach: {contact}"));
        let from = self.board.name(self.ships[ship]);
        assert_eq!(contact["from"].as_str().unwrap(), from);
        if contact["type"] == "captured" {
            let magnet = number(&contact["magnet"]);
            assert_eq!(magnet / MAGNETS_OF_A_CLOUD, cloud);
            let magnet = magnet % MAGNETS_OF_A_CLOUD;
            assert!(self.load(cloud, magnet) < self.board.magnets[magnet].room, "the magnet is full: {contact}");
            if apart(parts[magnet], p) > self.board.magnets[magnet].reach + doubt {
                return false;
            }
            self.ships[ship] = Lies::Hanging(cloud, magnet);
            self.seen.caught += 1;
            return true;
        }
        let (part, touch) = if contact["by"] == "cylinder" {
            (self.board.magnets.len(), self.board.cylinder + self.board.ship)
        } else {
            let Lies::Hanging(of, magnet) = self.ships[self.ship(&contact["by"])] else { panic!("it does not hang: {contact}") };
            assert_eq!(of, cloud);
            (magnet, 2.0 * self.board.ship)
        };
        if apart(parts[part], p) > touch + doubt {
            return false;
        }
        if part < self.board.magnets.len() && self.load(cloud, part) < self.board.magnets[part].room {
            let nearest = self.nearest(cloud, way, part, p, step, steps);
            assert!(nearest > self.board.magnets[part].reach - DOUBT, "it would have been caught: {contact}");
        }
        let to = point(&contact["at"]);
        let centre = self.board.dot_at(self.clouds[cloud].at);
        match way {
            // Straight aside: not along the way, and while the plate turns not round it.
            Way::Glide { to: end } if end.1 == centre.1 => assert!((to.0 - p.0).abs() < DOUBT, "{contact}"),
            Way::Glide { .. } => assert!((to.1 - p.1).abs() < DOUBT, "{contact}"),
            Way::Turn { .. } => {
                let (a, b) = ((p.0 - centre.0, p.1 - centre.1), (to.0 - centre.0, to.1 - centre.1));
                let (along, across) = (a.0 * b.0 + a.1 * b.1, a.0 * b.1 - a.1 * b.0);
                assert!(along >= 0.0 && across.abs() <= DOUBT * b.0.hypot(b.1), "{contact}");
            }
        }
        let port = match self.ships[ship] {
            Lies::Berth(port, _) => Some(port),
            Lies::Adrift(_, port) => port,
            _ => None,
        };
        self.ships[ship] = Lies::Adrift(to, port);
        self.seen.pushed += 1;
        true
    }

    /// Every ship is where the game has it.
    fn compare(&self, game: &Game) {
        let chart = &Sea::of(game.rules()).chart;
        for (ship, lies) in Waters::of(game).all_ships().zip(&self.ships) {
            let same = match (whereabouts(game, ship), *lies) {
                (At::Spot(spot), Lies::Space(_) | Lies::Berth(..)) => {
                    let at = chart.spots[usize::from(spot)];
                    self.board.place(*lies) == Some((at.x, at.y))
                }
                (At::Adrift { at, .. }, Lies::Adrift(p, _)) => (at.x, at.y) == p,
                (At::Hanging { .. }, Lies::Hanging(..)) | (At::Lost, Lies::Lost) => true,
                _ => false,
            };
            assert!(same, "ship {ship} is at {:?}, not {lies:?}", whereabouts(game, ship));
        }
    }
}

/// Settings under which much more is touched than in the shipped variants, and the readings that are off there.
const CROWDED: [&str; 3] = [
    r#"
rules = ["twin_cloud"]
[cloud]
same_letter = "full_turn"
magnets = [{ radius = 60, angle = 75, reach = 9, capacity = 3 }, { radius = 80, angle = 200, reach = 8, capacity = 3 }, { radius = 120, angle = 310, reach = 12, capacity = 1 }]
[bumping]
under_cloud = false
optional = true
[victory]
goal = 800_000
"#,
    r#"
[cloud]
lift_on = "edge"
magnets = [{ radius = 45, angle = 10, reach = 7, capacity = 2 }, { radius = 70, angle = 120, reach = 7, capacity = 2 }, { radius = 95, angle = 230, reach = 7, capacity = 2 }, { radius = 120, angle = 300, reach = 7, capacity = 2 }]
[bumping]
overflow = "before_port"
under_cloud = false
"#,
    r#"
rules = ["!lifting"]
[cloud]
magnets = [{ radius = 30, angle = 10, reach = 5, capacity = 4 }, { radius = 110, angle = 200, reach = 20, capacity = 8 }]
[ports]
capacity = 2
per_player = 1
"#,
];

fn variants() -> Vec<Variant> {
    let shipped = common::shipped().into_iter().filter(|v| v.rules.pack.name() == "bermuda");
    let crowded = CROWDED.iter().map(|text| common::from_text(&format!("pack = \"bermuda\"\nextends = \"standard\"\n{text}")));
    shipped.chain(crowded).collect()
}

fn referee(variant: &Variant, seats: usize, seed: u64) -> Seen {
    let mut game = common::game(variant, seats, seed);
    game.stop_recording();
    let mut referee = Referee::new(&game);
    let mut player = Random::new(seed, 0);
    referee.follow(&game);
    while game.outcome().is_none() {
        let command = player.choose(&game);
        game.apply(command).unwrap();
        referee.follow(&game);
    }
    referee.seen
}

#[test]
fn a_referee_that_creeps_agrees_on_every_catch_and_push() {
    let games: u64 = if std::env::var_os("TRIANGULUM_LONG").is_some() { 100_000 } else { 2_000 };
    let variants = variants();
    let play = |number: u64| {
        let (which, others) = (number as usize % variants.len(), number as usize / variants.len());
        let variant = &variants[which];
        let seats = 2 + others % 3;
        let name = &variant.rules.blueprint.variant;
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| referee(variant, seats, number)));
        outcome.unwrap_or_else(|_| panic!("{name}, {seats} players, seed {number}"))
    };
    let seen = (0..games).into_par_iter().map(play).reduce(Seen::default, |mut all, next| {
        all += next;
        all
    });
    println!("{seen:?}");
    assert!(seen.caught > games && seen.pushed > games && seen.settled > games && seen.bumped > games, "{seen:?}");
    assert!(seen.pushed_again > 0 && seen.put_before > 0 && seen.unpaid > 0, "{seen:?}");
}

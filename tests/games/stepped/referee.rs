//! The referee: follows a game by its trace, and says where every ship must be. How the cloud moves is in `creep.rs`;
//! here is who is bumped and set down to where, and which dockings pay.

use super::board::{Board, Lies, Point, apart, dot, is_inside, number, turned};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::AddAssign;
use triangulum::packs::bermuda::Sea;
use triangulum::packs::bermuda::components::At;
use triangulum::packs::bermuda::waters::{Waters, whereabouts};
use triangulum::sim::Game;

const FLEET: usize = 4;

#[derive(Clone, Copy)]
pub(crate) struct Cloud {
    pub(crate) home: [i64; 2],
    pub(crate) at: [i64; 2],
    pub(crate) letter: usize,
    pub(crate) aloft: bool,
}

/// What was seen.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Seen {
    pub(crate) games: u64,
    pub(crate) movements: u64,
    pub(crate) caught: u64,
    pub(crate) pushed: u64,
    pub(crate) pushed_again: u64,
    /// Contacts at the same moment as the one before.
    pub(crate) at_once: u64,
    pub(crate) settled: u64,
    pub(crate) bumped: u64,
    pub(crate) put_before: u64,
    pub(crate) docked: u64,
    pub(crate) unpaid: u64,
}

impl AddAssign for Seen {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.movements += other.movements;
        self.caught += other.caught;
        self.pushed += other.pushed;
        self.pushed_again += other.pushed_again;
        self.at_once += other.at_once;
        self.settled += other.settled;
        self.bumped += other.bumped;
        self.put_before += other.put_before;
        self.docked += other.docked;
        self.unpaid += other.unpaid;
    }
}

pub(crate) struct Referee {
    pub(crate) board: Board,
    pub(crate) ships: Vec<Lies>,
    pub(crate) by_name: BTreeMap<String, usize>,
    /// The port each ship was put back before by a bump, until it has docked there.
    pub(crate) barred: Vec<BTreeSet<usize>>,
    /// Cards left in each deck, how many a docking takes, and how many are still owed for the last one.
    pub(crate) decks: BTreeMap<String, usize>,
    pub(crate) cards_per_dock: usize,
    pub(crate) owed: usize,
    pub(crate) clouds: Vec<Cloud>,
    pub(crate) first: Option<usize>,
    pub(crate) player: usize,
    pub(crate) round: usize,
    pub(crate) seen: Seen,
}

impl Referee {
    pub(crate) fn new(game: &Game) -> Self {
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
        let barred = vec![BTreeSet::new(); ships.len()];
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

    pub(crate) fn ship(&self, name: &Value) -> usize {
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
    pub(crate) fn follow(&mut self, game: &Game) {
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
                    let ends = |line: &Value| ["turn", "rolled", "spun", "ended"].iter().any(|kind| line["type"] == *kind);
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
        if self.barred[ship].remove(&port) {
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
            self.barred[ship].insert(port);
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
                (self.ships[ship], self.barred[ship]) = (Lies::Lost, BTreeSet::new());
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

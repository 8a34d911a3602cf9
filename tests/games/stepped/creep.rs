//! Creeping: a movement of the cloud in small steps. The game tells of every contact with its moment. At that moment the
//! contact must be due, by distance alone; and at every step, and again after every contact, nothing may be overdue.

use super::board::{Lies, Point, apart, dot, number, point, turned};
use super::referee::Referee;
use serde_json::Value;
use std::collections::BTreeSet;

/// How far any part of the cloud moves in a step, in board units.
const STEP: f64 = 0.1;
/// How near to a limit nobody can tell: a part may pass a limit and come back between two steps, and moments are told
/// to a millionth of the way. Both come to less than half of this.
const DOUBT: f64 = 0.002;

/// Magnets are numbered cloud by cloud, so many for each.
const MAGNETS_OF_A_CLOUD: usize = 4;

/// A movement of one cloud.
#[derive(Clone, Copy)]
enum Way {
    Turn { degrees: f64 },
    Glide { to: Point },
}

impl Way {
    fn word(self) -> &'static str {
        match self {
            Self::Turn { .. } => "turn",
            Self::Glide { .. } => "travel",
        }
    }
}

/// A movement in hand: whose it is, and how far any part of that cloud comes in it.
#[derive(Clone, Copy)]
struct Movement {
    cloud: usize,
    way: Way,
    length: f64,
}

/// What a part does to ships as near as this.
#[derive(Clone, Copy)]
struct Part {
    at: Point,
    catches: Option<f64>,
    pushes: Option<f64>,
}

/// The share of a movement at which a contact is told to happen.
fn moment(contact: &Value) -> f64 {
    contact["moment"][1].as_f64().unwrap()
}

impl Referee {
    pub(crate) fn moved(&mut self, cloud: usize, event: &Value, contacts: &[&Value]) {
        if event["type"] == "rotated" {
            let eighths = number(&event["eighths"]);
            self.sweep(cloud, Way::Turn { degrees: 45.0 * eighths as f64 }, contacts);
            let state = &mut self.clouds[cloud];
            state.letter = (state.letter + eighths) % 8;
            assert_eq!(event["to"], ["A", "B", "C", "D", "E", "F", "G", "H"][state.letter]);
        } else {
            let to = dot(&event["to"]);
            self.sweep(cloud, Way::Glide { to: self.board.dot_at(to) }, contacts);
            self.clouds[cloud].at = to;
        }
    }

    fn load(&self, cloud: usize, magnet: usize) -> usize {
        self.ships.iter().filter(|lies| **lies == Lies::Hanging(cloud, magnet)).count()
    }

    fn cylinder(&self) -> usize {
        self.board.magnets.len()
    }

    /// Where a part of a cloud is after a share of a movement. The last part is the cylinder, all others are magnets.
    fn place_of(&self, movement: Movement, share: f64, part: usize) -> Point {
        let cloud = self.clouds[movement.cloud];
        let (centre, letter) = (self.board.dot_at(cloud.at), 45.0 * cloud.letter as f64);
        let (centre, degrees) = match movement.way {
            Way::Turn { degrees } => (centre, letter + degrees * share),
            Way::Glide { to } => ((centre.0 + (to.0 - centre.0) * share, centre.1 + (to.1 - centre.1) * share), letter),
        };
        let arm = self.board.magnets.get(part).map_or((0.0, 0.0), |magnet| turned(magnet.at, degrees));
        (centre.0 + arm.0, centre.1 + arm.1)
    }

    /// A part as it is now: a magnet with room catches, and what hangs from it pushes.
    fn part(&self, movement: Movement, share: f64, part: usize) -> Part {
        let at = self.place_of(movement, share, part);
        if part == self.cylinder() {
            return Part { at, catches: None, pushes: self.board.pushes.then_some(self.board.cylinder + self.board.ship) };
        }
        let (load, magnet) = (self.load(movement.cloud, part), &self.board.magnets[part]);
        let hangs = self.board.pushes && load > 0;
        Part { at, catches: (load < magnet.room).then_some(magnet.reach), pushes: hangs.then_some(2.0 * self.board.ship) }
    }

    /// How near a part comes to a place in the rest of a movement.
    fn nearest(&self, movement: Movement, part: usize, p: Point, mut share: f64) -> f64 {
        let mut least = f64::INFINITY;
        loop {
            let distance = apart(self.place_of(movement, share, part), p);
            least = least.min(distance);
            if share >= 1.0 {
                return least;
            }
            // Far away there is nothing to miss by taking several steps at once.
            share = (share + (distance - least).max(STEP) / movement.length).min(1.0);
        }
    }

    /// Creeps through a movement, from step to step and from contact to contact.
    fn sweep(&mut self, cloud: usize, way: Way, contacts: &[&Value]) {
        let length = match way {
            Way::Turn { degrees } => {
                degrees.to_radians() * self.board.magnets.iter().map(|m| m.at.0.hypot(m.at.1)).fold(1.0, f64::max)
            }
            Way::Glide { to } => apart(self.board.dot_at(self.clouds[cloud].at), to),
        };
        if length == 0.0 {
            assert!(contacts.is_empty(), "a cloud that stays touches nothing: {contacts:?}");
            return;
        }
        self.seen.movements += 1;
        let movement = Movement { cloud, way, length };
        let mut waiting = contacts;
        let mut touched = vec![0; self.ships.len()];
        // Ships that hang in the way of a magnet which is on its way to catch them; true until something changes.
        let mut doomed = BTreeSet::new();
        let (mut share, mut last) = (0.0, f64::NEG_INFINITY);
        loop {
            while let [contact, after @ ..] = waiting
                && moment(contact) <= share
            {
                assert!(contact["moment"][0] == way.word() && moment(contact) >= last, "out of order: {contact}");
                self.seen.at_once += u64::from(moment(contact) == last);
                last = moment(contact);
                self.happens(movement, contact, share);
                doomed.clear();
                touched[self.ship(&contact["ship"])] += 1;
                waiting = after;
            }
            let clearance = self.nothing_is_overdue(movement, share, waiting, &mut doomed);
            if share >= 1.0 {
                break;
            }
            let next = waiting.first().map_or(1.0, |contact| moment(contact));
            share = (share + (clearance - STEP).max(STEP) / length).min(next);
        }
        assert!(waiting.is_empty(), "this did not happen: {waiting:?}");
        self.seen.pushed_again += touched.iter().filter(|times| **times > 1).count() as u64;
    }

    /// Makes sure that everything that had to be caught or pushed by now has been; gives the distance to what comes next.
    fn nothing_is_overdue(
        &self,
        movement: Movement,
        share: f64,
        waiting: &[&Value],
        doomed: &mut BTreeSet<(usize, usize)>,
    ) -> f64 {
        let mut clearance = f64::INFINITY;
        for number in 0..=self.cylinder() {
            let part = self.part(movement, share, number);
            for ship in 0..self.ships.len() {
                let Some(p) = self.free(ship) else { continue };
                let distance = apart(part.at, p);
                let fail = |what: &str| -> ! {
                    panic!(
                        "{what}: ship {ship}, part {number}, {distance} apart, {share} of {}; to come: {waiting:?}",
                        movement.length
                    )
                };
                if part.catches.is_some_and(|reach| distance <= reach - DOUBT) {
                    fail("not caught");
                }
                let touch = part.pushes.filter(|_| !doomed.contains(&(ship, number)));
                let pushed = touch.is_some_and(|touch| distance < touch - DOUBT);
                if pushed {
                    let comes = |reach: f64| self.nearest(movement, number, p, share) < reach + DOUBT;
                    if !part.catches.is_some_and(comes) {
                        fail("not pushed");
                    }
                    doomed.insert((ship, number));
                }
                let limit = part.catches.unwrap_or(0.0).max(touch.filter(|_| !pushed).unwrap_or(0.0));
                clearance = clearance.min(distance - limit);
            }
        }
        clearance
    }

    /// Where a ship is that the cloud can touch.
    fn free(&self, ship: usize) -> Option<Point> {
        let lies = self.ships[ship];
        let sheltered = matches!(lies, Lies::Berth(port, _) if self.board.ports[port].sheltered);
        self.board.place(lies).filter(|_| !sheltered)
    }

    /// Lets a contact happen, which must be due at this moment.
    fn happens(&mut self, movement: Movement, contact: &Value, share: f64) {
        let ship = self.ship(&contact["ship"]);
        let p = self.free(ship).unwrap_or_else(|| panic!("out of reach: {contact}"));
        assert_eq!(contact["from"].as_str().unwrap(), self.board.name(self.ships[ship]));
        if contact["type"] == "captured" {
            let magnet = number(&contact["magnet"]);
            assert_eq!(magnet / MAGNETS_OF_A_CLOUD, movement.cloud);
            let magnet = magnet % MAGNETS_OF_A_CLOUD;
            let part = self.part(movement, share, magnet);
            let reach = part.catches.unwrap_or_else(|| panic!("the magnet is full: {contact}"));
            assert!(apart(part.at, p) <= reach + DOUBT, "{} from the magnet: {contact}", apart(part.at, p));
            self.ships[ship] = Lies::Hanging(movement.cloud, magnet);
            self.seen.caught += 1;
            return;
        }
        let number = if contact["by"] == "cylinder" {
            self.cylinder()
        } else {
            let Lies::Hanging(of, magnet) = self.ships[self.ship(&contact["by"])] else { panic!("it does not hang: {contact}") };
            assert_eq!(of, movement.cloud);
            magnet
        };
        let part = self.part(movement, share, number);
        let touch = part.pushes.unwrap_or_else(|| panic!("nothing pushes: {contact}"));
        assert!(apart(part.at, p) <= touch + DOUBT, "{} apart: {contact}", apart(part.at, p));
        if let Some(reach) = part.catches {
            let nearest = self.nearest(movement, number, p, share);
            assert!(nearest > reach - DOUBT, "it would have been caught: {contact}");
        }
        let to = point(&contact["at"]);
        self.assert_straight_aside(movement, p, to);
        let port = match self.ships[ship] {
            Lies::Berth(port, _) => Some(port),
            Lies::Adrift(_, port) => port,
            _ => None,
        };
        self.ships[ship] = Lies::Adrift(to, port);
        self.seen.pushed += 1;
    }

    /// A pushed ship goes neither along the way nor, while the plate turns, round it.
    fn assert_straight_aside(&self, movement: Movement, from: Point, to: Point) {
        let centre = self.board.dot_at(self.clouds[movement.cloud].at);
        let astray = match movement.way {
            Way::Glide { to: end } if end.1 == centre.1 => to.0 - from.0,
            Way::Glide { .. } => to.1 - from.1,
            Way::Turn { .. } => {
                let (a, b) = ((from.0 - centre.0, from.1 - centre.1), (to.0 - centre.0, to.1 - centre.1));
                assert!(a.0 * b.0 + a.1 * b.1 >= 0.0, "pushed to the other side of the cylinder: {from:?} {to:?}");
                (a.0 * b.1 - a.1 * b.0) / b.0.hypot(b.1)
            }
        };
        assert!(astray.abs() < DOUBT, "pushed askew: {from:?} {to:?}");
    }
}

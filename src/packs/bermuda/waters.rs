//! Who lies where: quick occupancy tables beside the world, and the one way to move a ship.
//! The ships' [`At`] components are the truth; everything here follows from them.

use super::Sea;
use super::board::{Chart, PORTS};
use super::cloud::geometry::Point;
use super::components::{At, Cloud, Magnet, Ship};
use super::events::Place;
use super::voyage::Voyage;
use crate::sim::{Effect, Game, Id, Seat, Where};
use std::ops::Range;

pub const FLEET: usize = 4;
pub const MOST_SHIPS: usize = 16;
const NOBODY: u8 = u8::MAX;
const NOWHERE: u8 = u8::MAX;

/// A cloud's pieces; magnets are numbered in a row.
#[derive(Debug, Clone, Copy)]
pub struct CloudPieces {
    pub cloud: Id,
    pub first_magnet: Id,
}

/// Ids of pieces that steps reach for.
#[derive(Debug, Clone, Copy)]
pub struct Pieces {
    pub first_port: Id,
    pub first_ship: Id,
    pub first_purse: Id,
    pub die: Id,
}

#[derive(Debug, Clone)]
pub struct Waters {
    pub pieces: Pieces,
    pub clouds: Vec<CloudPieces>,
    /// Decks by port, in the board's order.
    pub decks: [Vec<Id>; PORTS],
    ship_at: [u8; 128],
    spot_of: [u8; MOST_SHIPS],
    /// Spots with a ship.
    pub occupied: u128,
    in_port: [[u8; FLEET]; PORTS],
    /// How many ships each port takes.
    pub capacity: [u8; PORTS],
    /// Spots under a cloud.
    pub under: u128,
    /// Clouds that are off the board at this moment, as a set of their numbers; they cover nothing.
    pub aloft: u8,
    /// Spots whose ships neither magnets nor pushes can reach; a rule may fill it.
    pub sheltered: u128,
    /// Ships adrift, as a set of ship numbers.
    pub adrift: u16,
    /// Where each of them drifts.
    drift: [(Point, Option<u8>); MOST_SHIPS],
    /// Ships hanging from a magnet, as a set of ship numbers.
    pub hanging: u16,
    /// The magnet each of them hangs from.
    hook: [Id; MOST_SHIPS],
    /// Ships out of the game, as a set of ship numbers.
    pub lost: u16,
    /// The dice, as last thrown.
    pub roll: u8,
    /// What each ship of the player to act can do with the present roll.
    pub voyages: [Option<Voyage>; FLEET],
    /// Where bumping is optional: how each of them may stop short of the ship it would bump.
    pub short: [Option<Voyage>; FLEET],
    /// The move in hand.
    pub voyage: Option<Voyage>,
    /// Whether anyone's money, or the goal, has changed since the goal was last checked.
    pub money_moved: bool,
}

/// The spots from `from` up to but not including `to`, as a set.
pub fn spots(from: u8, to: u8) -> u128 {
    debug_assert!(to < 128);
    if from >= to { 0 } else { (1 << to) - (1 << from) }
}

/// The same for spaces of the route, which come first and fit half the width.
pub fn spaces(from: u8, to: u8) -> u64 {
    debug_assert!(to < 64);
    if from >= to { 0 } else { (1 << to) - (1 << from) }
}

impl Waters {
    pub fn new(pieces: Pieces, decks: [Vec<Id>; PORTS]) -> Self {
        Self {
            pieces,
            clouds: Vec::new(),
            decks,
            ship_at: [NOBODY; 128],
            spot_of: [NOWHERE; MOST_SHIPS],
            occupied: 0,
            in_port: [[0; FLEET]; PORTS],
            capacity: [0; PORTS],
            under: 0,
            aloft: 0,
            sheltered: 0,
            adrift: 0,
            drift: [(Point::ORIGIN, None); MOST_SHIPS],
            hanging: 0,
            hook: [Id(0); MOST_SHIPS],
            lost: 0,
            roll: 0,
            voyages: [None; FLEET],
            short: [None; FLEET],
            voyage: None,
            money_moved: false,
        }
    }

    /// Whether the tables say the same as others about ships, ports and clouds.
    pub fn agrees_with(&self, other: &Self) -> bool {
        let tables = |of: &Self| (of.ship_at, of.spot_of, of.occupied, of.in_port, of.capacity, of.under);
        let sets = |of: &Self| (of.adrift, of.hanging, of.lost);
        let hooks = |of: &Self| ships(of.hanging).map(|ship| of.hook[ship]).collect::<Vec<_>>();
        tables(self) == tables(other) && sets(self) == sets(other) && hooks(self) == hooks(other)
    }

    #[inline]
    pub fn of(game: &Game) -> &Self {
        game.side()
    }

    #[inline]
    pub fn of_mut(game: &mut Game) -> &mut Self {
        game.side_mut()
    }

    pub fn ship_id(&self, ship: usize) -> Id {
        self.pieces.first_ship.plus(ship)
    }

    /// The ship's number from its id.
    pub fn ship_number(&self, id: Id) -> Option<usize> {
        let number = id.index().checked_sub(self.pieces.first_ship.index())?;
        (number < MOST_SHIPS).then_some(number)
    }

    pub fn port_id(&self, port: usize) -> Id {
        self.pieces.first_port.plus(port)
    }

    /// The spot a ship lies on, if it lies on one.
    pub fn spot_of(&self, ship: usize) -> Option<u8> {
        let spot = self.spot_of[ship];
        (spot != NOWHERE).then_some(spot)
    }

    /// The ship on a spot.
    pub fn ship_at(&self, spot: u8) -> Option<usize> {
        let ship = self.ship_at[spot as usize];
        (ship != NOBODY).then_some(ship as usize)
    }

    /// Where a ship adrift is, and the port it was pushed from.
    pub fn drift_of(&self, ship: usize) -> Option<(Point, Option<u8>)> {
        (self.adrift >> ship & 1 == 1).then(|| self.drift[ship])
    }

    /// The magnet a ship hangs from.
    pub fn hook_of(&self, ship: usize) -> Option<Id> {
        (self.hanging >> ship & 1 == 1).then(|| self.hook[ship])
    }

    /// The ships hanging from a magnet, in id order.
    pub fn hanging_from(&self, magnet: Id) -> impl Iterator<Item = usize> {
        ships(self.hanging).filter(move |ship| self.hook[*ship] == magnet)
    }

    /// The ships on a set of spots, as a set of ship numbers.
    pub fn ships_on(&self, spots: u128) -> u16 {
        let mut rest = spots & self.occupied;
        let mut ships = 0;
        while rest != 0 {
            ships |= 1 << self.ship_at[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        ships
    }

    pub fn is_under(&self, spot: u8) -> bool {
        self.under >> spot & 1 == 1
    }

    pub fn ships_in(&self, port: usize) -> u8 {
        self.in_port[port].iter().sum()
    }

    pub fn own_ships_in(&self, port: usize, player: Seat) -> u8 {
        self.in_port[port][player as usize]
    }

    /// Whether a port has room for one more ship of a player, as far as counting goes (B-M5, B-M6).
    pub fn has_room(&self, sea: &Sea, port: usize, player: Seat) -> bool {
        self.ships_in(port) < self.capacity[port] && self.own_ships_in(port, player) < sea.ports.per_player
    }

    /// The free berth a ship would take: the first one clear of the cloud, or else the first one.
    pub fn free_berth(&self, berths: &Range<u8>) -> Option<u8> {
        let free = spots(berths.start, berths.end) & !self.occupied;
        self.clear_berth(berths).or_else(|| (free != 0).then(|| free.trailing_zeros() as u8))
    }

    /// The first free berth that is clear of the cloud.
    pub fn clear_berth(&self, berths: &Range<u8>) -> Option<u8> {
        let clear = spots(berths.start, berths.end) & !(self.occupied | self.under);
        (clear != 0).then(|| clear.trailing_zeros() as u8)
    }

    /// The clouds that stand on the board.
    pub fn standing_clouds(&self) -> impl Iterator<Item = &CloudPieces> {
        self.clouds.iter().enumerate().filter(|(number, _)| self.aloft >> number & 1 == 0).map(|(_, pieces)| pieces)
    }

    /// The piece that is a spot: a space, or one of the berths, which come after the ports.
    pub fn spot_id(&self, chart: &Chart, spot: u8) -> Id {
        match usize::from(spot).checked_sub(chart.spaces()) {
            None => Id(u16::from(spot)),
            Some(berth) => self.pieces.first_port.plus(PORTS + berth),
        }
    }

    /// The spot that is this piece.
    pub fn spot_number(&self, chart: &Chart, id: Id) -> Option<u8> {
        (0..chart.spots.len() as u8).find(|spot| self.spot_id(chart, *spot) == id)
    }

    /// The place as an event names it: berths go by their port.
    pub fn place(&self, chart: &Chart, spot: u8) -> Place {
        match chart.port_of(spot) {
            Some(port) => Place::On(self.port_id(port)),
            None => Place::On(Id(u16::from(spot))),
        }
    }

    fn leave(&mut self, chart: &Chart, ship: usize) {
        self.adrift &= !(1 << ship);
        self.hanging &= !(1 << ship);
        self.lost &= !(1 << ship);
        let spot = std::mem::replace(&mut self.spot_of[ship], NOWHERE);
        if spot == NOWHERE {
            return;
        }
        // A bumped ship has already been replaced on its spot by the ship that bumped it.
        if self.ship_at[spot as usize] == ship as u8 {
            self.ship_at[spot as usize] = NOBODY;
            self.occupied &= !(1 << spot);
        }
        if let Some(port) = chart.port_of(spot) {
            self.in_port[port][ship / FLEET] -= 1;
        }
    }

    fn arrive(&mut self, chart: &Chart, ship: usize, at: At) {
        match at {
            At::Spot(spot) => {
                self.spot_of[ship] = spot;
                self.ship_at[spot as usize] = ship as u8;
                self.occupied |= 1 << spot;
                if let Some(port) = chart.port_of(spot) {
                    self.in_port[port][ship / FLEET] += 1;
                }
            }
            At::Adrift { at, port } => {
                self.adrift |= 1 << ship;
                self.drift[ship] = (at, port);
            }
            At::Hanging { magnet } => {
                self.hanging |= 1 << ship;
                self.hook[ship] = magnet;
            }
            At::Lost => self.lost |= 1 << ship,
        }
    }
}

/// The ships in a set, lowest number first.
pub fn ships(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let ship = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (ship < MOST_SHIPS).then_some(ship)
    })
}

/// Moves a ship: its component and the tables.
pub fn relocate(game: &mut Game, ship: usize, to: At) {
    game.effect(|game| {
        let piece = Waters::of(game).ship_id(ship);
        match (whereabouts(game, ship), to) {
            (At::Lost, to) => Effect::Appeared { piece, at: spot_at(game, to) },
            (from, At::Lost) => Effect::Left { piece, from: spot_at(game, from) },
            (from, to) => Effect::Moved { piece, from: spot_at(game, from), to: spot_at(game, to) },
        }
    });
    let (rules, waters, _) = game.split::<Waters>();
    let sea = Sea::of(rules);
    waters.leave(&sea.chart, ship);
    waters.arrive(&sea.chart, ship, to);
    let id = waters.ship_id(ship);
    game.set(id, to);
}

/// A ship's place as effects name it.
fn spot_at(game: &Game, at: At) -> Where {
    match at {
        At::Spot(spot) => Where::On(Waters::of(game).spot_id(&Sea::of(game.rules()).chart, spot)),
        At::Adrift { at, .. } => Where::At(at.x as f32, at.y as f32),
        At::Hanging { magnet } => Where::On(magnet),
        At::Lost => Where::Away,
    }
}

/// Where a ship is.
pub fn whereabouts(game: &Game, ship: usize) -> At {
    game.get(Waters::of(game).ship_id(ship))
}

/// Works every table out anew from the components and the settings in force.
pub fn recount(game: &mut Game) {
    let rules = game.rules().clone();
    let sea = Sea::of(&rules);
    let seats = game.turn().seats;
    let mut waters = Waters::of(game).clone();
    waters.ship_at = [NOBODY; 128];
    waters.spot_of = [NOWHERE; MOST_SHIPS];
    waters.occupied = 0;
    waters.in_port = [[0; FLEET]; PORTS];
    waters.adrift = 0;
    waters.hanging = 0;
    waters.lost = 0;
    waters.capacity = sea.capacities(seats);
    for (ship, at) in &mut game.world().query::<(&Ship, &At)>() {
        waters.arrive(&sea.chart, ship.player as usize * FLEET + ship.number as usize, *at);
    }
    *Waters::of_mut(game) = waters;
    cover(game);
}

/// Works out anew which spots lie under a cloud.
pub fn cover(game: &mut Game) {
    let sea = Sea::of(game.rules());
    let waters: &Waters = game.side();
    let mut under = 0;
    for pieces in waters.standing_clouds() {
        let cloud: Cloud = game.get(pieces.cloud);
        under |= sea.geometry.under(sea.chart.grid.index(cloud.column, cloud.row), cloud.letter);
    }
    Waters::of_mut(game).under = under;
}

/// Takes a ship off its magnet, if it hangs from one.
pub fn unhook(game: &mut Game, ship: usize) {
    if let At::Hanging { magnet } = whereabouts(game, ship) {
        let mut state: Magnet = game.get(magnet);
        state.load = state.load.saturating_sub(1);
        game.set(magnet, state);
    }
}

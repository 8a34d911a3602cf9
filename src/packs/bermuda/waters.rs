//! Who lies where: the index that follows from Bermuda's components, and the only ways to set those components, so that it
//! always does. The harness counts it anew after every command.

use super::Sea;
use super::board::{Chart, MOST_SPOTS, PORTS};
use super::cloud::MOST_MAGNETS;
use super::cloud::geometry::Point;
use super::components::{At, Berth, Cloud, Dice, NoCargo, Port, Sheltered, Ship, Space, Spinner};
use super::events::Place;
use super::movement::{Stop, Voyage};
use super::signals::{ADRIFT, BUMPS, DOCKED, WAITS};
use crate::sim::event::Row;
use crate::sim::{Beside, Effect, Game, Id, Seat, Where};
use std::ops::{Deref, Range};
use std::sync::Arc;

/// Ships a player may have at most, those in the box included. Ships are numbered in steps of this, player by player.
pub const MOST_FLEET: usize = 8;
const MOST_SEATS: usize = 4;
pub const MOST_SHIPS: usize = MOST_FLEET * MOST_SEATS;
pub const MOST_CLOUDS: usize = 2;
const NOBODY: u8 = u8::MAX;

/// A set of ships, by their numbers.
pub type Ships = u32;

/// Whose ship it is.
#[inline]
pub const fn owner(ship: usize) -> Seat {
    (ship / MOST_FLEET) as Seat
}

/// All a player's ships.
pub const fn fleet_of(player: Seat) -> Ships {
    ((1 << MOST_FLEET) - 1) << (player as usize * MOST_FLEET)
}

/// The ships in a set, lowest number first.
pub fn ships(mut set: Ships) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let ship = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (ship < MOST_SHIPS).then_some(ship)
    })
}

/// A cloud's pieces; magnets are numbered in a row.
#[derive(Debug, Clone, Copy)]
pub struct CloudPieces {
    pub cloud: Id,
    pub first_magnet: Id,
}

/// What stands on the table: ids of pieces that steps reach for.
#[derive(Debug, Clone)]
pub struct Furniture {
    pub first_port: Id,
    pub first_ship: Id,
    pub first_purse: Id,
    pub dice: Id,
    pub spinner: Id,
    /// How many ships each player has, those in the box included.
    pub fleet: usize,
    /// All of them.
    pub ships: Ships,
    /// Decks by port, in the board's order.
    pub decks: [Vec<Id>; PORTS],
    /// The clouds in play.
    pub clouds: Vec<CloudPieces>,
}

/// The way ahead of a ship on a spot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lane {
    /// The first space it would sail onto, as a spot number, and where its leg ends.
    pub first: u8,
    pub end: u8,
    /// The port at the end, and its berths as a set of spots.
    pub port: u8,
    pub berths: u128,
}

/// How many ships a port takes, and how many of one owner.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Limits {
    capacity: u8,
    per_player: u8,
}

/// What follows from the components, laid out to be asked quickly.
#[derive(Debug, Clone, PartialEq)]
pub struct Index {
    at: [At; MOST_SHIPS],
    ship_at: [u8; MOST_SPOTS],
    /// Spots with a ship.
    pub occupied: u128,
    in_port: [[u8; MOST_SEATS]; PORTS],
    limits: [Limits; PORTS],
    lanes: Arc<[Lane]>,
    pub adrift: Ships,
    pub lost: Ships,
    pub in_box: Ships,
    /// Ships hanging from each magnet, cloud by cloud.
    hung: [Ships; MOST_CLOUDS * MOST_MAGNETS],
    /// Ships that some port owes no card.
    barred: Ships,
    /// Ships, and spots, that neither magnets nor pushes can reach.
    pub sheltered: Ships,
    pub sheltering: u128,
    clouds: [Option<Cloud>; MOST_CLOUDS],
    /// Spots under a cloud.
    pub under: u128,
    /// What the dice come to.
    pub roll: u8,
    /// The segment that was spun last.
    pub segment: Option<u8>,
}

#[derive(Debug, Clone)]
pub struct Waters {
    index: Index,
    pub furniture: Arc<Furniture>,
    /// The move in hand.
    voyage: Option<Voyage>,
    /// How often anyone's money has changed.
    pub payments: u32,
}

impl Deref for Waters {
    type Target = Index;
    #[inline]
    fn deref(&self) -> &Index {
        &self.index
    }
}

impl Beside for Waters {
    type Index = Index;
    fn index(&self) -> Index {
        self.index.clone()
    }
    fn recounted(game: &Game) -> Self {
        Self { index: counted(game), ..Self::of(game).clone() }
    }
}

/// The spots from `from` up to but not including `to`, as a set.
pub fn spots(from: u8, to: u8) -> u128 {
    debug_assert!(to < 128);
    if from >= to { 0 } else { (1 << to) - (1 << from) }
}

/// The same for spaces of the route, which come first and fit half the width.
#[inline]
pub fn spaces(from: u8, to: u8) -> u64 {
    debug_assert!(to < 64);
    if from >= to { 0 } else { (1 << to) - (1 << from) }
}

// ── Questions ─────────────────────────────────────────────────────────────────────────────────────────────────

impl Index {
    /// Where a ship is.
    #[inline]
    pub fn at(&self, ship: usize) -> At {
        self.at[ship]
    }

    /// The spot a ship lies on, if it lies on one.
    #[inline]
    pub fn spot_of(&self, ship: usize) -> Option<u8> {
        if let At::Spot(spot) = self.at[ship] { Some(spot) } else { None }
    }

    /// Where a ship adrift is, and the port it was pushed out of.
    pub fn drift_of(&self, ship: usize) -> Option<(Point, Option<u8>)> {
        if let At::Adrift { at, port } = self.at[ship] { Some((at, port)) } else { None }
    }

    /// The ship on a spot.
    #[inline]
    pub fn ship_at(&self, spot: u8) -> Option<usize> {
        let ship = self.ship_at[spot as usize];
        (ship != NOBODY).then_some(ship as usize)
    }

    /// The way ahead of a spot.
    #[inline]
    pub fn lane(&self, spot: u8) -> &Lane {
        &self.lanes[spot as usize]
    }

    /// Ships hanging from any magnet.
    #[inline]
    pub fn hanging(&self) -> Ships {
        self.hung.iter().fold(0, |all, hung| all | hung)
    }

    /// Ships hanging from a magnet of a cloud.
    #[inline]
    pub fn hanging_from(&self, cloud: usize, magnet: usize) -> Ships {
        self.hung[cloud * MOST_MAGNETS + magnet]
    }

    /// Ships hanging from any magnet of a cloud.
    pub fn hanging_under(&self, cloud: usize) -> Ships {
        self.hung[cloud * MOST_MAGNETS..][..MOST_MAGNETS].iter().fold(0, |all, hung| all | hung)
    }

    /// The ships on a set of spots.
    pub fn ships_on(&self, spots: u128) -> Ships {
        let mut rest = spots & self.occupied;
        let mut ships = 0;
        while rest != 0 {
            ships |= 1 << self.ship_at[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        ships
    }

    #[inline]
    pub fn is_under(&self, spot: u8) -> bool {
        let half = if spot < 64 { self.under as u64 } else { (self.under >> 64) as u64 };
        half >> (spot & 63) & 1 == 1
    }

    /// Whether some port owes a ship no card.
    pub fn is_barred(&self, ship: usize) -> bool {
        self.barred >> ship & 1 == 1
    }

    /// A cloud in play.
    #[inline]
    pub fn cloud(&self, number: usize) -> Cloud {
        self.clouds[number].unwrap_or(Cloud::at_home([0, 0], false))
    }

    /// The clouds that stand on the board.
    pub fn standing_clouds(&self) -> impl Iterator<Item = Cloud> {
        self.clouds.iter().flatten().copied().filter(|cloud| !cloud.aloft)
    }

    pub fn ships_in(&self, port: usize) -> u8 {
        // Four small numbers, added in one go.
        (u32::from_le_bytes(self.in_port[port]).wrapping_mul(0x0101_0101) >> 24) as u8
    }

    pub fn own_ships_in(&self, port: usize, player: Seat) -> u8 {
        self.in_port[port][player as usize]
    }

    /// Whether as many ships are in a port as it takes (B-M6).
    #[inline]
    pub fn is_full(&self, port: usize) -> bool {
        self.ships_in(port) >= self.limits[port].capacity
    }

    /// Whether a player has as many ships in a port as one owner may (B-M5).
    #[inline]
    pub fn has_enough_of(&self, port: usize, player: Seat) -> bool {
        self.own_ships_in(port, player) >= self.limits[port].per_player
    }
}

impl Waters {
    pub fn new(furniture: Furniture) -> Self {
        let index = Index {
            at: [At::InBox; MOST_SHIPS],
            ship_at: [NOBODY; MOST_SPOTS],
            occupied: 0,
            in_port: [[0; MOST_SEATS]; PORTS],
            limits: [Limits::default(); PORTS],
            lanes: Arc::default(),
            adrift: 0,
            lost: 0,
            in_box: 0,
            hung: [0; MOST_CLOUDS * MOST_MAGNETS],
            barred: 0,
            sheltered: 0,
            sheltering: 0,
            clouds: [None; MOST_CLOUDS],
            under: 0,
            roll: 0,
            segment: None,
        };
        Self { index, furniture: Arc::new(furniture), voyage: None, payments: 0 }
    }

    #[inline]
    pub fn of(game: &Game) -> &Self {
        game.side()
    }

    #[inline]
    pub fn of_mut(game: &mut Game) -> &mut Self {
        game.side_mut()
    }

    /// The move in hand.
    #[inline]
    pub fn voyage(&self) -> Option<Voyage> {
        self.voyage
    }

    #[inline]
    pub fn ship_id(&self, ship: usize) -> Id {
        self.furniture.first_ship.plus(ship / MOST_FLEET * self.furniture.fleet + ship % MOST_FLEET)
    }

    /// The ship's number from its id.
    #[inline]
    pub fn ship_number(&self, id: Id) -> Option<usize> {
        let (first, last, fleet) = (self.furniture.first_ship, self.furniture.first_purse, self.furniture.fleet);
        let place = id.index().checked_sub(first.index()).filter(|_| id < last)?;
        Some(place / fleet * MOST_FLEET + place % fleet)
    }

    /// Every ship there is, those in the box included, in id order.
    pub fn all_ships(&self) -> impl Iterator<Item = usize> + use<> {
        ships(self.furniture.ships)
    }

    /// A player's ships that have come into the game, wherever they are now.
    pub fn ships_of(&self, player: Seat) -> impl Iterator<Item = usize> {
        let first = usize::from(player) * MOST_FLEET;
        (first..first + self.furniture.fleet).filter(|ship| self.in_box >> ship & 1 == 0)
    }

    pub fn port_id(&self, port: usize) -> Id {
        self.furniture.first_port.plus(port)
    }

    pub fn purse_id(&self, player: Seat) -> Id {
        self.furniture.first_purse.plus(player.into())
    }

    /// How many clouds are in play.
    #[inline]
    pub fn clouds(&self) -> usize {
        self.furniture.clouds.len()
    }

    /// The cloud and the magnet that a piece is, if it is a magnet of a cloud in play.
    pub fn hook(&self, magnet: Id) -> Option<(usize, usize)> {
        self.furniture.clouds.iter().enumerate().find_map(|(cloud, pieces)| {
            let index = magnet.index().checked_sub(pieces.first_magnet.index()).filter(|index| *index < MOST_MAGNETS)?;
            Some((cloud, index))
        })
    }

    /// The piece that is a spot: a space, or one of the berths, which come after the ports.
    pub fn spot_id(&self, chart: &Chart, spot: u8) -> Id {
        match usize::from(spot).checked_sub(chart.spaces()) {
            None => Id(u16::from(spot)),
            Some(berth) => self.furniture.first_port.plus(PORTS + berth),
        }
    }

    /// The spot that is this piece.
    pub fn spot_number(&self, chart: &Chart, id: Id) -> Option<u8> {
        (0..chart.spots.len() as u8).find(|spot| self.spot_id(chart, *spot) == id)
    }

    /// The place as an event names it: berths go by their port.
    #[inline]
    pub fn place(&self, chart: &Chart, spot: u8) -> Place {
        match chart.port_of(spot) {
            Some(port) => Place::On(self.port_id(port)),
            None => Place::On(Id(u16::from(spot))),
        }
    }
}

/// Where a ship is, from the ship itself.
pub fn whereabouts(game: &Game, ship: usize) -> At {
    game.get(Waters::of(game).ship_id(ship))
}

// ── The only ways to set what the index follows ───────────────────────────────────────────────────────────────

/// Moves a ship, with all that follows from it: berth, space or magnet are left, and those it comes to are taken.
#[inline]
pub fn relocate(game: &mut Game, ship: usize, to: At) {
    game.effect(|game| {
        let (waters, piece) = (Waters::of(game), Waters::of(game).ship_id(ship));
        match (waters.at(ship), to) {
            (At::Lost | At::InBox, to) => Effect::Appeared { piece, at: spot_at(game, to) },
            (from, At::Lost | At::InBox) => Effect::Left { piece, from: spot_at(game, from) },
            (from, to) => Effect::Moved { piece, from: spot_at(game, from), to: spot_at(game, to) },
        }
    });
    let (rules, waters, _) = game.split::<Waters>();
    let chart = &Sea::of(rules).chart;
    let hook = if let At::Hanging { magnet } = to { waters.hook(magnet) } else { None };
    waters.index.leave(chart, ship);
    waters.index.arrive(chart, ship, to, hook);
    let (id, adrift) = (waters.ship_id(ship), waters.adrift != 0);
    game.set(id, to);
    if adrift {
        game.raise(ADRIFT);
    }
}

/// A ship's place as effects name it.
fn spot_at(game: &Game, at: At) -> Where {
    match at {
        At::Spot(spot) => Where::On(Waters::of(game).spot_id(&Sea::of(game.rules()).chart, spot)),
        At::Adrift { at, .. } => Where::At(at.x as f32, at.y as f32),
        At::Hanging { magnet } => Where::On(magnet),
        At::Lost | At::InBox => Where::Away,
    }
}

/// The ports, as a set, that owe a ship no card.
pub fn barred_from(game: &Game, ship: usize) -> u8 {
    let waters = Waters::of(game);
    if waters.is_barred(ship) { game.get::<NoCargo>(waters.ship_id(ship)).at } else { 0 }
}

/// Says which ports owe a ship no card.
pub fn bar(game: &mut Game, ship: usize, ports: u8) {
    let waters = Waters::of_mut(game);
    put(&mut waters.index.barred, ship, ports != 0);
    let id = waters.ship_id(ship);
    game.set(id, NoCargo { at: ports });
}

/// Says whether a ship is out of the cloud's reach, wherever it lies.
pub fn shelter(game: &mut Game, ship: usize, sheltered: bool) {
    let waters = Waters::of_mut(game);
    put(&mut waters.index.sheltered, ship, sheltered);
    let id = waters.ship_id(ship);
    game.set(id, Sheltered(sheltered));
}

/// Says which berths, as a set of spots, shelter the ships in them.
pub fn shelter_in(game: &mut Game, berths: u128) {
    if Waters::of(game).sheltering == berths {
        return;
    }
    let rules = game.rules().clone();
    let chart = &Sea::of(&rules).chart;
    for berth in chart.spaces() as u8..chart.spots.len() as u8 {
        let id = Waters::of(game).spot_id(chart, berth);
        game.update(id, |state: &mut Berth| state.sheltered = berths >> berth & 1 == 1);
    }
    Waters::of_mut(game).index.sheltering = berths;
}

/// Says how many ships a port takes, and where it leads.
pub fn set_port(game: &mut Game, port: usize, state: Port) {
    let waters = Waters::of_mut(game);
    waters.index.limits[port] = Limits { capacity: state.capacity, per_player: state.per_player };
    let id = waters.port_id(port);
    game.set(id, state);
}

/// Puts a cloud where it stands now.
pub fn stand(game: &mut Game, number: usize, place: Cloud) {
    note_way(game, number, place);
    set_cloud(game, number, place);
}

/// Says where a cloud goes, right behind the event that tells of it; others may be told before it is there.
pub fn note_way(game: &mut Game, number: usize, place: Cloud) {
    let piece = Waters::of(game).furniture.clouds[number].cloud;
    game.effect(|game| {
        let grid = &Sea::of(game.rules()).chart.grid;
        let spot = |cloud: Cloud| {
            let at = grid.at(cloud.column, cloud.row);
            Where::At(at.x as f32, at.y as f32)
        };
        Effect::Moved { piece, from: spot(Waters::of(game).cloud(number)), to: spot(place) }
    });
}

/// Sets a cloud: the plate has turned, it is in the air, or it is where it was said to go.
pub fn set_cloud(game: &mut Game, number: usize, place: Cloud) {
    let (rules, waters, _) = game.split::<Waters>();
    waters.index.clouds[number] = Some(place);
    waters.index.cover(Sea::of(rules));
    let piece = waters.furniture.clouds[number].cloud;
    game.set(piece, place);
}

/// Says which move is in hand, and calls for the steps that wait for such a move.
pub fn set_voyage(game: &mut Game, voyage: Option<Voyage>) {
    Waters::of_mut(game).voyage = voyage;
    game.lower(BUMPS.and(DOCKED).and(WAITS));
    match voyage.map(|voyage| (voyage.stop, voyage.bumps)) {
        Some((Stop::Docked, _)) => game.raise(DOCKED),
        Some((Stop::PortFull, _)) => game.raise(WAITS),
        Some((_, Some(_))) => game.raise(BUMPS),
        _ => {}
    }
}

/// Lays the dice down with these faces.
pub fn lay_down(game: &mut Game, faces: Row) {
    let waters = Waters::of_mut(game);
    waters.index.roll = faces.sum();
    let dice = waters.furniture.dice;
    game.set(dice, Dice { faces });
}

/// Lets the needle point at a segment.
pub fn point_at(game: &mut Game, segment: Option<u8>) {
    let waters = Waters::of_mut(game);
    waters.index.segment = segment;
    let spinner = waters.furniture.spinner;
    game.set(spinner, Spinner { segment });
}

#[inline]
fn put(set: &mut Ships, ship: usize, is_in: bool) {
    *set = *set & !(1 << ship) | Ships::from(is_in) << ship;
}

impl Index {
    #[inline]
    fn leave(&mut self, chart: &Chart, ship: usize) {
        match self.at[ship] {
            At::Spot(spot) => {
                // A bumped ship has already been replaced on its spot by the ship that bumped it.
                if self.ship_at[spot as usize] == ship as u8 {
                    self.ship_at[spot as usize] = NOBODY;
                    self.occupied &= !(1 << spot);
                }
                if let Some(port) = chart.port_of(spot) {
                    self.in_port[port][usize::from(owner(ship))] -= 1;
                }
            }
            At::Adrift { .. } => self.adrift &= !(1 << ship),
            At::Hanging { .. } => self.hung.iter_mut().for_each(|hung| *hung &= !(1 << ship)),
            At::Lost => self.lost &= !(1 << ship),
            At::InBox => self.in_box &= !(1 << ship),
        }
    }

    /// `hook` is the cloud and the magnet of a ship that hangs.
    #[inline]
    fn arrive(&mut self, chart: &Chart, ship: usize, at: At, hook: Option<(usize, usize)>) {
        self.at[ship] = at;
        match at {
            At::Spot(spot) => {
                self.ship_at[spot as usize] = ship as u8;
                self.occupied |= 1 << spot;
                if let Some(port) = chart.port_of(spot) {
                    self.in_port[port][usize::from(owner(ship))] += 1;
                }
            }
            At::Adrift { .. } => self.adrift |= 1 << ship,
            At::Hanging { .. } => {
                if let Some((cloud, magnet)) = hook {
                    self.hung[cloud * MOST_MAGNETS + magnet] |= 1 << ship;
                }
            }
            At::Lost => self.lost |= 1 << ship,
            At::InBox => self.in_box |= 1 << ship,
        }
    }

    /// Works out which spots lie under a cloud.
    fn cover(&mut self, sea: &Sea) {
        let under = |cloud: Cloud| sea.geometry.under(sea.chart.grid.index(cloud.column, cloud.row), cloud.letter);
        self.under = self.standing_clouds().fold(0, |all, cloud| all | under(cloud));
    }
}

// ── Counting anew ─────────────────────────────────────────────────────────────────────────────────────────────

/// Takes over what the components say, after they were set in another way: a new table, a position somebody arranged, or
/// other rules.
pub(super) fn recount(game: &mut Game) {
    let index = counted(game);
    let adrift = index.adrift != 0;
    Waters::of_mut(game).index = index;
    if adrift {
        game.raise(ADRIFT);
    }
}

fn counted(game: &Game) -> Index {
    let sea = Sea::of(game.rules());
    let (waters, chart, world) = (Waters::of(game), &*sea.chart, game.world());
    let mut index = Waters::new((*waters.furniture).clone()).index;
    for (ship, at, barred, sheltered) in &mut world.query::<(&Ship, &At, &NoCargo, &Sheltered)>() {
        let number = usize::from(ship.player) * MOST_FLEET + usize::from(ship.number);
        let hook = if let At::Hanging { magnet } = at { waters.hook(*magnet) } else { None };
        index.arrive(chart, number, *at, hook);
        put(&mut index.barred, number, barred.at != 0);
        put(&mut index.sheltered, number, sheltered.0);
    }
    for (number, limits) in index.limits.iter_mut().enumerate() {
        let port: Port = game.get(waters.port_id(number));
        *limits = Limits { capacity: port.capacity, per_player: port.per_player };
    }
    let berths = chart.spaces() as u8..chart.spots.len() as u8;
    let shelters = |berth: &u8| game.get::<Berth>(waters.spot_id(chart, *berth)).sheltered;
    index.sheltering = berths.filter(shelters).fold(0, |all, berth| all | 1 << berth);
    index.lanes = (0..chart.spots.len() as u8).map(|spot| lane(game, chart, spot)).collect();
    for (state, pieces) in index.clouds.iter_mut().zip(&waters.furniture.clouds) {
        *state = Some(game.get(pieces.cloud));
    }
    index.cover(sea);
    index.roll = game.get::<Dice>(waters.furniture.dice).faces.sum();
    index.segment = game.get::<Spinner>(waters.furniture.spinner).segment;
    index
}

/// Follows the spaces from one to the next, up to the port. Those of a leg are numbered in a row.
fn lane(game: &Game, chart: &Chart, spot: u8) -> Lane {
    let waters = Waters::of(game);
    let ahead = match chart.port_of(spot) {
        Some(_) => game.get::<Port>(game.get::<Berth>(waters.spot_id(chart, spot)).port).onward,
        None => game.get::<Space>(Id(spot.into())).next,
    };
    let (mut place, mut last) = (ahead, None);
    let port = loop {
        if let Some(port) = place.index().checked_sub(waters.furniture.first_port.index()) {
            break port;
        }
        last = Some(place.index() as u8);
        place = game.get::<Space>(place).next;
    };
    // The last space before a port has nothing but the port ahead.
    let (first, end) = last.map_or((spot + 1, spot + 1), |last| (ahead.index() as u8, last + 1));
    let Range { start, end: past } = chart.ports[port].berths;
    Lane { first, end, port: port as u8, berths: spots(start, past) }
}

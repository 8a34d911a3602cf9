//! Bermuda's pieces as the picture shows them, and where each of them rests.

use crate::packs::bermuda::Sea;
use crate::packs::bermuda::art::{hanging_in_plate, heading};
use crate::packs::bermuda::board::Chart;
use crate::packs::bermuda::cloud::geometry::Point;
use crate::packs::bermuda::components::{At, Card, Cloud, Deck, Dice, Purse};
use crate::packs::bermuda::waters::{MOST_SHIPS, Waters, owner};
use crate::sim::event::Row;
use crate::sim::{Account, Game, Ruleset, Seat};
use crate::window::motion::{Moving, Picture, Pose, turn};
use macroquad::prelude::{Vec2, vec2};
use std::collections::VecDeque;
use std::f32::consts::{FRAC_PI_4, TAU};
use std::sync::Arc;

pub(super) fn to_vec(p: Point) -> Vec2 {
    vec2(p.x as f32, p.y as f32)
}

/// What moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Thing {
    Cloud(usize),
    Ship(usize),
    Needle,
    /// A player's money, which counts up and down.
    Purse(usize),
}

/// What is seen for a moment.
#[derive(Debug, Clone, Copy)]
pub(super) enum Mark {
    /// Rings where a line of the story points.
    Pointed(Vec2),
    /// A ring around a ship that is caught or lost.
    Caught(usize),
    /// Dice that are still tumbling, and what they will show.
    Dice(Row),
    Flying(Flying),
}

/// A card or money on its way to its new owner.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flying {
    pub what: Cargo,
    pub from: Harbour,
    pub to: Harbour,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Cargo {
    Card { deck: usize, value: i64 },
    Coins(i64),
}

/// Where what flies comes from and goes to.
#[derive(Debug, Clone, Copy)]
pub(super) enum Harbour {
    Deck(usize),
    Seat(usize),
    Bank,
}

impl From<Account> for Harbour {
    fn from(account: Account) -> Self {
        match account {
            Account::Seat(seat) => Self::Seat(seat.into()),
            Account::Bank => Self::Bank,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Place {
    Spot(u8),
    Adrift(Vec2),
    /// From a magnet of a cloud.
    Hanging {
        cloud: usize,
        magnet: usize,
    },
    Lost,
    /// Not in the game.
    InBox,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct ShownCloud {
    pub at: Vec2,
    /// The one at the notch; the plate is turned clockwise from A.
    pub letter: u8,
    pub aloft: bool,
}

#[derive(Debug, Clone)]
pub(super) struct ShownDeck {
    pub name: String,
    pub at: Vec2,
    /// Values from the top card down.
    pub cards: VecDeque<i64>,
}

/// Where everything is.
pub(super) struct Pieces {
    pub rules: Arc<Ruleset>,
    /// By their numbers; those no ship has are in the box.
    pub ships: Vec<Place>,
    pub clouds: Vec<ShownCloud>,
    pub decks: Vec<ShownDeck>,
    pub money: Vec<i64>,
    pub cards: Vec<u16>,
    pub dice: Row,
    /// The segment the needle points at.
    pub segment: Option<usize>,
    pub seat: Seat,
    pub round: u32,
}

impl Pieces {
    pub(super) fn of(game: &Game) -> Self {
        let sea = Sea::of(game.rules());
        let waters = Waters::of(game);
        let seats = game.turn().seats as usize;
        let purse = |seat: usize| game.get::<Purse>(waters.purse_id(seat as Seat));
        Self {
            rules: game.rules().clone(),
            ships: (0..MOST_SHIPS).map(|ship| place_of(waters, ship)).collect(),
            clouds: (0..waters.clouds()).map(|number| shown_cloud(sea, waters.cloud(number))).collect(),
            decks: decks(game),
            money: (0..seats).map(|seat| purse(seat).money).collect(),
            cards: (0..seats).map(|seat| purse(seat).cards).collect(),
            dice: game.get::<Dice>(waters.furniture.dice).faces,
            segment: waters.segment.map(usize::from),
            seat: game.turn().seat,
            round: game.turn().round,
        }
    }

    pub(super) fn sea(&self) -> &Sea {
        Sea::of(&self.rules)
    }

    /// Where a ship hangs: its magnet's place now, beside the others there.
    fn hanging(&self, ship: usize, moving: &Moving<Thing>) -> Option<Pose> {
        let Place::Hanging { cloud, magnet } = self.ships[ship] else { return None };
        let plate = moving.pose(self, Thing::Cloud(cloud))?;
        let mates: Vec<usize> = (0..self.ships.len()).filter(|mate| self.ships[*mate] == self.ships[ship]).collect();
        let nth = mates.iter().position(|mate| *mate == ship).unwrap_or(0);
        let (at, along) = hanging_in_plate(self.sea(), magnet, nth, mates.len());
        let along = turn(to_vec(along), plate.angle);
        Some(Pose::at(plate.at + turn(to_vec(at), plate.angle)).turned(along.y.atan2(along.x)).lifted(1.0))
    }
}

impl Picture for Pieces {
    type Key = Thing;
    type Mark = Mark;

    fn keys(&self) -> Vec<Thing> {
        let clouds = (0..self.clouds.len()).map(Thing::Cloud);
        let ships = (0..self.ships.len()).map(Thing::Ship);
        clouds.chain(ships).chain([Thing::Needle]).chain((0..self.money.len()).map(Thing::Purse)).collect()
    }

    fn rest(&self, key: Thing, moving: &Moving<Thing>) -> Option<Pose> {
        match key {
            Thing::Cloud(number) => {
                let cloud = self.clouds.get(number).filter(|cloud| !cloud.aloft)?;
                Some(Pose::at(cloud.at).turned(f32::from(cloud.letter) * FRAC_PI_4))
            }
            Thing::Ship(ship) => match self.ships[ship] {
                Place::Spot(spot) => Some(mooring(self.sea(), spot)),
                Place::Adrift(at) => Some(Pose::at(at).turned(0.5)),
                Place::Hanging { .. } => self.hanging(ship, moving),
                Place::Lost | Place::InBox => None,
            },
            Thing::Needle => {
                let share = self.segment.unwrap_or(0) as f32 / self.sea().spinner.len().max(1) as f32;
                Some(Pose::default().turned(share * TAU))
            }
            Thing::Purse(seat) => self.money.get(seat).map(|money| Pose::counting(*money)),
        }
    }
}

pub(super) fn shown_cloud(sea: &Sea, cloud: Cloud) -> ShownCloud {
    ShownCloud { at: to_vec(sea.chart.grid.at(cloud.column, cloud.row)), letter: cloud.letter, aloft: cloud.aloft }
}

fn place_of(waters: &Waters, ship: usize) -> Place {
    match waters.at(ship) {
        At::Spot(spot) => Place::Spot(spot),
        At::Adrift { at, .. } => Place::Adrift(to_vec(at)),
        At::Hanging { magnet } => {
            let (cloud, magnet) = waters.hook(magnet).unwrap_or_default();
            Place::Hanging { cloud, magnet }
        }
        At::Lost => Place::Lost,
        At::InBox => Place::InBox,
    }
}

/// Where a ship lies on a spot, and where its bow points.
pub(super) fn mooring(sea: &Sea, spot: u8) -> Pose {
    let along = heading(&sea.chart, spot);
    Pose::at(to_vec(sea.chart.spots[spot as usize])).turned((along.y as f32).atan2(along.x as f32))
}

/// The line a voyage follows, space by space, with both its ends.
pub(super) fn way(chart: &Chart, from: u8, to: u8) -> Vec<Vec2> {
    let spot = |spot: u8| to_vec(chart.spots[spot as usize]);
    let start = match chart.port_of(from) {
        Some(port) => chart.legs[(chart.ports[port].after_leg as usize + 1) % chart.legs.len()].start,
        None => from + 1,
    };
    let port = chart.port_of(to);
    let end = port.map_or(to, |port| chart.legs[chart.ports[port].after_leg as usize].end);
    [from].into_iter().chain(start..end).chain([to]).map(spot).collect()
}

fn decks(game: &Game) -> Vec<ShownDeck> {
    let waters = Waters::of(game);
    let places = &Sea::of(game.rules()).chart.scenery.cards;
    let placed = waters.furniture.decks.iter().zip(places).flat_map(|(decks, places)| decks.iter().zip(places));
    placed
        .map(|(id, at)| {
            let deck: Deck = game.get(*id);
            let cards = (deck.drawn..deck.size).map(|card| game.get::<Card>(deck.first_card.plus(card.into())).value).collect();
            ShownDeck { name: game.name(*id).to_owned(), at: to_vec(*at), cards }
        })
        .collect()
}

/// Ships of a seat by what the picture shows of them: afloat, hanging, lost.
pub(super) fn shown_fleet(pieces: &Pieces, seat: usize) -> (usize, usize, usize) {
    let fleet = || pieces.ships.iter().enumerate().filter(|(ship, _)| usize::from(owner(*ship)) == seat);
    let count = |test: fn(&Place) -> bool| fleet().filter(|(_, place)| test(place)).count();
    let hanging = count(|place| matches!(place, Place::Hanging { .. }));
    let lost = count(|place| *place == Place::Lost);
    let afloat = count(|place| matches!(place, Place::Spot(_) | Place::Adrift(_)));
    (afloat, hanging, lost)
}

//! Bermuda's pieces as the picture shows them at this moment of the motion.

use crate::packs::bermuda::Sea;
use crate::packs::bermuda::art::{hanging_in_plate, heading};
use crate::packs::bermuda::cloud::geometry::Point;
use crate::packs::bermuda::components::{At, Card, Cloud, Deck, Purse};
use crate::packs::bermuda::waters::{MOST_SHIPS, Waters, owner};
use crate::sim::{Game, Seat};
use macroquad::prelude::{Vec2, vec2};
use std::f32::consts::FRAC_PI_4;

pub(super) fn to_vec(p: Point) -> Vec2 {
    vec2(p.x as f32, p.y as f32)
}

/// A vector turned clockwise.
pub(super) fn turn(v: Vec2, angle: f32) -> Vec2 {
    let (sin, cos) = angle.sin_cos();
    vec2(v.x * cos - v.y * sin, v.x * sin + v.y * cos)
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Place {
    Spot(u8),
    Adrift,
    /// From a magnet of a cloud, as the nth of so many.
    Hanging {
        cloud: usize,
        magnet: usize,
    },
    Lost,
    /// Not in the game.
    InBox,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct ShownShip {
    pub seat: usize,
    pub place: Place,
    pub at: Vec2,
    pub angle: f32,
    /// 0 on the sea, 1 hanging, more while it is carried.
    pub height: f32,
    pub alpha: f32,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct ShownCloud {
    pub at: Vec2,
    pub home: Vec2,
    /// Clockwise from letter A.
    pub angle: f32,
    /// 0 standing, 1 lifted off.
    pub lift: f32,
}

#[derive(Debug, Clone)]
pub(super) struct ShownDeck {
    pub name: String,
    pub at: Vec2,
    /// Values from the top card down.
    pub cards: Vec<i64>,
}

/// Everything that moves.
pub(super) struct Pieces {
    /// By their numbers; those no ship has are in the box.
    pub ships: Vec<ShownShip>,
    pub clouds: Vec<ShownCloud>,
    pub decks: Vec<ShownDeck>,
    pub money: Vec<i64>,
    pub cards: Vec<u16>,
    pub die: u8,
    pub die_of: Seat,
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
        let clouds: Vec<ShownCloud> = (0..waters.clouds()).map(|number| shown_cloud(sea, waters.cloud(number))).collect();
        let purse = |seat: usize| game.get::<Purse>(waters.purse_id(seat as Seat));
        let mut pieces = Self {
            ships: Vec::new(),
            clouds,
            decks: decks(game),
            money: (0..seats).map(|seat| purse(seat).money).collect(),
            cards: (0..seats).map(|seat| purse(seat).cards).collect(),
            die: waters.roll,
            die_of: game.turn().seat,
            segment: waters.segment.map(usize::from),
            seat: game.turn().seat,
            round: game.turn().round,
        };
        for ship in 0..MOST_SHIPS {
            pieces.ships.push(shown_ship(game, ship));
        }
        for ship in 0..pieces.ships.len() {
            pieces.hang(sea, ship);
        }
        pieces
    }

    /// Puts a hanging ship where its magnet is now.
    pub(super) fn hang(&mut self, sea: &Sea, ship: usize) {
        let Some((at, angle)) = self.hanging_place(sea, ship) else { return };
        self.ships[ship].at = at;
        self.ships[ship].angle = angle;
        self.ships[ship].height = 1.0;
    }

    pub(super) fn hanging_place(&self, sea: &Sea, ship: usize) -> Option<(Vec2, f32)> {
        let Place::Hanging { cloud, magnet } = self.ships[ship].place else { return None };
        let shown = self.clouds.get(cloud)?;
        let mates: Vec<usize> = (0..self.ships.len()).filter(|s| self.ships[*s].place == self.ships[ship].place).collect();
        let nth = mates.iter().position(|mate| *mate == ship).unwrap_or(0);
        let (at, along) = hanging_in_plate(sea, magnet, nth, mates.len());
        let along = turn(to_vec(along), shown.angle);
        Some((shown.at + turn(to_vec(at), shown.angle), along.y.atan2(along.x)))
    }
}

fn shown_cloud(sea: &Sea, cloud: Cloud) -> ShownCloud {
    ShownCloud {
        at: to_vec(sea.chart.grid.at(cloud.column, cloud.row)),
        home: to_vec(sea.chart.grid.at(cloud.home[0], cloud.home[1])),
        angle: f32::from(cloud.letter) * FRAC_PI_4,
        lift: 0.0,
    }
}

fn shown_ship(game: &Game, ship: usize) -> ShownShip {
    let sea = Sea::of(game.rules());
    let waters = Waters::of(game);
    let seat = usize::from(owner(ship));
    let afloat = |place: Place, at: Vec2, angle: f32| ShownShip { seat, place, at, angle, height: 0.0, alpha: 1.0 };
    match waters.at(ship) {
        At::Spot(spot) => {
            let (at, angle) = mooring(sea, spot);
            afloat(Place::Spot(spot), at, angle)
        }
        At::Adrift { at, .. } => afloat(Place::Adrift, to_vec(at), 0.5),
        At::Hanging { magnet } => {
            let (cloud, magnet) = waters.hook(magnet).unwrap_or_default();
            let place = Place::Hanging { cloud, magnet };
            ShownShip { seat, place, at: Vec2::ZERO, angle: 0.0, height: 1.0, alpha: 1.0 }
        }
        At::Lost => ShownShip { alpha: 0.0, ..afloat(Place::Lost, Vec2::ZERO, 0.0) },
        At::InBox => ShownShip { alpha: 0.0, ..afloat(Place::InBox, Vec2::ZERO, 0.0) },
    }
}

/// Where a ship lies on a spot, and where its bow points.
pub(super) fn mooring(sea: &Sea, spot: u8) -> (Vec2, f32) {
    let along = heading(&sea.chart, spot);
    (to_vec(sea.chart.spots[spot as usize]), (along.y as f32).atan2(along.x as f32))
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
    let count = |test: fn(&Place) -> bool| pieces.ships.iter().filter(|ship| ship.seat == seat && test(&ship.place)).count();
    let hanging = count(|place| matches!(place, Place::Hanging { .. }));
    let lost = count(|place| *place == Place::Lost);
    let afloat = count(|place| matches!(place, Place::Spot(_) | Place::Adrift));
    (afloat, hanging, lost)
}

//! The table as it is shown, and where every tile rests.

use super::places::Camera;
use crate::packs::dreieck::view::LaidTile;
use crate::packs::dreieck::{Cell, view};
use crate::sim::{Game, Id, Seat};
use crate::window::motion::{Moving, Picture, Pose};
use std::collections::BTreeSet;

/// What moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Thing {
    Tile(Id),
    /// A player's score, which counts up and down.
    Score(Seat),
}

/// What is seen for a moment.
#[derive(Debug, Clone, Copy)]
pub(super) enum Mark {
    /// Light where a tile came down.
    Landed(Cell),
    /// Light where a line of the story points.
    Pointed(Cell),
    /// What a player does without a tile, such as passing, by the id of its words.
    Note(Seat, &'static str),
}

pub(super) struct Shown {
    pub camera: Camera,
    pub tiles: Vec<LaidTile>,
    /// Those being taken, until all of them are gone.
    pub leaving: Vec<LaidTile>,
    /// Empty cells beside a tile, sorted.
    pub border: Vec<Cell>,
    pub prisoners: Vec<u16>,
    pub unlaid: Vec<u16>,
    pub scores: Vec<i64>,
    pub seat: Seat,
    pub round: u32,
    radius: i16,
}

impl Shown {
    pub(super) fn of(game: &Game, camera: Camera) -> Self {
        let seats = 0..game.turn().seats;
        let mut shown = Self {
            camera,
            tiles: view::table(game),
            leaving: Vec::new(),
            border: Vec::new(),
            prisoners: seats.clone().map(|seat| view::prisoners(game, seat).len() as u16).collect(),
            unlaid: seats.clone().map(|seat| view::unlaid(game, seat) as u16).collect(),
            scores: seats.map(|seat| view::score(game, seat)).collect(),
            seat: game.deciding(),
            round: game.turn().round,
            radius: view::radius(game),
        };
        shown.find_border();
        shown
    }

    fn find_border(&mut self) {
        let laid: BTreeSet<Cell> = self.tiles.iter().map(|tile| tile.cell).collect();
        let beside: BTreeSet<Cell> = laid.iter().flat_map(|cell| (0..3).map(|edge| cell.neighbour(edge))).collect();
        self.border = beside.into_iter().filter(|cell| !laid.contains(cell) && cell.is_within(self.radius)).collect();
    }

    pub(super) fn at(&self, cell: Cell) -> Option<&LaidTile> {
        self.tiles.iter().find(|tile| tile.cell == cell)
    }

    pub(super) fn lay(&mut self, tile: LaidTile) {
        let left = &mut self.unlaid[usize::from(tile.owner)];
        *left = left.saturating_sub(1);
        self.tiles.retain(|old| old.cell != tile.cell);
        self.tiles.push(tile);
        self.find_border();
    }

    /// Lifts tiles that are about to be taken.
    pub(super) fn lift(&mut self, tiles: &[Id]) {
        self.leaving = self.tiles.iter().filter(|tile| tiles.contains(&tile.id)).copied().collect();
    }

    pub(super) fn take(&mut self, tile: Id) {
        self.tiles.retain(|old| old.id != tile);
        self.find_border();
    }

    /// Tiles in the air or about to be: those are drawn over everything else.
    pub(super) fn is_leaving(&self, tile: Id) -> bool {
        self.leaving.iter().any(|leaving| leaving.id == tile)
    }

    /// Every tile that may be seen: on the table, or on its way from it.
    pub(super) fn all(&self) -> impl Iterator<Item = &LaidTile> {
        let gone = |tile: &&LaidTile| !self.tiles.iter().any(|lying| lying.id == tile.id);
        self.tiles.iter().chain(self.leaving.iter().filter(gone))
    }
}

impl Picture for Shown {
    type Key = Thing;
    type Mark = Mark;

    fn keys(&self) -> Vec<Thing> {
        let scores = (0..self.scores.len()).map(|seat| Thing::Score(seat as Seat));
        self.all().map(|tile| Thing::Tile(tile.id)).chain(scores).collect()
    }

    fn rest(&self, key: Thing, _moving: &Moving<Thing>) -> Option<Pose> {
        match key {
            Thing::Tile(id) => {
                let tile = self.tiles.iter().find(|tile| tile.id == id)?;
                let pose = self.camera.pose(tile.cell, tile.rotation);
                Some(if self.is_leaving(id) { pose.lifted(0.35).sized(pose.size * 1.08) } else { pose })
            }
            Thing::Score(seat) => self.scores.get(usize::from(seat)).map(|score| Pose::counting(*score)),
        }
    }
}

//! What is measured in games of Triangle Takes: tiles, captures, and which tiles ever matter.

use super::Terms;
use super::board_file::Setting;
use super::events::{Captured, Laid};
use super::phrases::tile_with;
use super::tabletop::Tabletop;
use super::tiles::{TileSet, name};
use crate::sim::event::{Arg, Ended, Passed, Record, Wanted};
use crate::sim::{Element, Event, Game, Gauge, Metric, Reading, Ruleset};
use crate::words::Message;
use std::sync::Arc;

// Headings, by the ids of their words.
const TILES: &str = "dreieck.metric.group.tiles";
const CAPTURES: &str = "dreieck.metric.group.captures";
const LAID: &str = "dreieck.metric.group.tiles_laid";
const CAPTURED: &str = "dreieck.metric.group.tiles_captured";

/// Heading and key of every count, in the order of [`Count`].
const COUNTS: [(&str, &str); 7] = [
    (TILES, "laid"),
    (TILES, "unlaid"),
    (TILES, "passes"),
    (CAPTURES, "areas"),
    (CAPTURES, "captured"),
    (CAPTURES, "large_areas"),
    (CAPTURES, "along"),
];

#[derive(Clone, Copy)]
enum Count {
    Laid,
    Unlaid,
    Passes,
    Areas,
    Captured,
    LargeAreas,
    Along,
}

pub(super) struct Tiles {
    board: Arc<Setting>,
    set: Arc<TileSet>,
}

impl Tiles {
    pub(super) fn new(rules: &Ruleset) -> Self {
        let terms = Terms::of(rules);
        Self { board: terms.board.clone(), set: terms.set.clone() }
    }
}

impl Gauge for Tiles {
    fn metrics(&self) -> Vec<Metric> {
        COUNTS.iter().map(|(group, key)| Metric::count(group, *key, Message::new(format!("dreieck.metric.{key}")))).collect()
    }

    fn elements(&self) -> Vec<Element> {
        let tile = |group, corners| Element::new(group, name(corners)).called(tile_with(&self.board, corners));
        let tiles = |group| self.set.tiles().iter().map(move |corners| tile(group, *corners));
        tiles(LAID).chain(tiles(CAPTURED)).collect()
    }

    fn wants(&self) -> Wanted {
        [Laid::WANTED, Captured::WANTED, Passed::WANTED, Ended::WANTED].into_iter().fold(Wanted::NOTHING, Wanted::and)
    }

    fn see(&mut self, game: &Game, event: &Event, reading: &mut Reading) {
        let mut count = |what: Count, more: i64| reading.counts[what as usize] += more;
        if event.is(Laid::kind()) {
            count(Count::Laid, 1);
            if let Arg::Int(tile) = event.args[1] {
                reading.touched[tile as usize] += 1;
            }
        } else if let Some(e) = Captured::read(event) {
            count(Count::Areas, 1);
            count(Count::Captured, e.cells.len() as i64);
            count(Count::LargeAreas, i64::from(e.cells.len() > 1));
            // The second area a tile takes, and the third.
            let first = game.events().iter().find(|other| other.is(Captured::kind()));
            count(Count::Along, i64::from(first.is_some_and(|first| !std::ptr::eq(first, event))));
            for tile in &e.tiles {
                reading.touched[self.set.len() + *tile as usize] += 1;
            }
        } else if event.is(Passed::kind()) {
            count(Count::Passes, 1);
        } else if event.is(Ended::kind()) {
            let top = Tabletop::of(game);
            let unlaid = (0..game.turn().seats).map(|seat| top.hand(seat).len() as i64).sum();
            count(Count::Unlaid, unlaid);
        }
    }
}

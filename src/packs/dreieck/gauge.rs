//! What is measured in games of Triangle Takes: tiles, captures, and which tiles ever matter.

use super::Terms;
use super::events::{Captured, Laid};
use super::tabletop::Tabletop;
use super::tiles::TileSet;
use crate::sim::event::{Arg, Ended, Passed, Record, Wanted};
use crate::sim::{Element, Event, Game, Gauge, Metric, Reading, Ruleset};
use std::sync::Arc;

const TILES: &str = "tiles";
const CAPTURES: &str = "captures";

/// Key, label and heading of every count, in the order of [`Count`].
const COUNTS: [(&str, &str, &str); 7] = [
    ("laid", "tiles laid", TILES),
    ("unlaid", "tiles never laid", TILES),
    ("passes", "passes", TILES),
    ("areas", "areas captured", CAPTURES),
    ("captured", "tiles captured", CAPTURES),
    ("large_areas", "captures of more than one tile", CAPTURES),
    ("along", "areas captured along with another", CAPTURES),
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
    set: Arc<TileSet>,
}

impl Tiles {
    pub(super) fn new(rules: &Ruleset) -> Self {
        Self { set: Terms::of(rules).set.clone() }
    }
}

impl Gauge for Tiles {
    fn metrics(&self) -> Vec<Metric> {
        COUNTS.iter().map(|(key, label, group)| Metric::count(group, *key, *label)).collect()
    }

    fn elements(&self) -> Vec<Element> {
        let tiles = |group| (0..self.set.len() as u8).map(move |tile| Element::new(group, self.set.name(tile)));
        tiles("tiles laid").chain(tiles("tiles captured")).collect()
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

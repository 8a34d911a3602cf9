//! What the lab counts in these games.

use super::components::Store;
use super::events::{Captured, Laid};
use super::tabletop::Tabletop;
use crate::sim::event::{Ended, Passed};
use crate::sim::{Event, Game};

const LABELS: [&str; 7] = [
    "tiles laid",
    "areas captured",
    "tiles captured",
    "captures of more than one tile",
    "areas captured along with another",
    "passes",
    "tiles never laid",
];

pub fn labels() -> Vec<String> {
    LABELS.iter().map(|label| (*label).to_owned()).collect()
}

pub fn tally(game: &Game, event: &Event, counts: &mut [u64]) {
    if event.is(Laid::kind()) {
        counts[0] += 1;
    } else if let Some(e) = Captured::read(event) {
        counts[1] += 1;
        counts[2] += e.cells.len() as u64;
        counts[3] += u64::from(e.cells.len() > 1);
        // The second area a tile takes, and the third.
        let first = game.events().iter().find(|other| other.is(Captured::kind()));
        counts[4] += u64::from(first.is_some_and(|first| !std::ptr::eq(first, event)));
    } else if event.is(Passed::kind()) {
        counts[5] += 1;
    } else if event.is(Ended::kind()) {
        let top = Tabletop::of(game);
        counts[6] += (0..game.turn.seats).map(|seat| u64::from(game.get::<Store>(top.store_id(seat)).unlaid)).sum::<u64>();
    }
}

//! What the lab counts in Bermuda games.

use super::Sea;
use super::events::{Bumped, Captured, CardDrawn, Lifted, Place, Pushed, Sailed};
use super::fleet_count;
use super::voyage::Stop;
use crate::sim::event::{Arg, Ended, Passed};
use crate::sim::{Event, Game};

const FIXED: [&str; 9] = [
    "cards drawn",
    "ships bumped",
    "ships waiting before a full port",
    "passes",
    "ships caught",
    "ships caught in a port",
    "ships pushed aside",
    "ships lost",
    "won without a ship",
];

pub fn labels(game: &Game) -> Vec<String> {
    let chart = &Sea::of(&game.rules).chart;
    let legs = (0..chart.legs.len()).map(|leg| {
        let (from, to) = (&chart.ports[chart.port_before(leg)], &chart.ports[chart.port_after(leg)]);
        format!("caught between {} and {}", from.name, to.name)
    });
    FIXED.iter().map(|label| (*label).to_owned()).chain(legs).collect()
}

pub fn tally(game: &Game, event: &Event, counts: &mut [u64]) {
    if event.is(CardDrawn::kind()) {
        counts[0] += 1;
    } else if event.is(Bumped::kind()) {
        counts[1] += 1;
    } else if event.is(Sailed::kind()) {
        counts[2] += u64::from(event.args[4] == Arg::Word(Stop::PortFull.word()));
    } else if event.is(Passed::kind()) {
        counts[3] += 1;
    } else if event.is(Pushed::kind()) {
        counts[6] += 1;
    } else if let Some(e) = Captured::read(event) {
        let chart = &Sea::of(&game.rules).chart;
        counts[4] += 1;
        if let Place::On(id) = e.from {
            if id.index() < chart.spaces() {
                counts[FIXED.len() + chart.leg_of(id.index() as u8)] += 1;
            } else {
                counts[5] += 1;
            }
        }
    } else if let Some(e) = Lifted::read(event) {
        counts[7] += e.lost.len() as u64;
    } else if let Some(e) = Ended::read(event) {
        counts[8] += e.winners.iter().filter(|seat| fleet_count(game, **seat as u8).2 == 4).count() as u64;
    }
}

//! What is measured in games of Triple Mill: stones, mills by level, and which fields and lines ever matter.

use super::events::{Captured, Eliminated, Jumped, Mill, Placed, Slid, Spared, Tower};
use super::figure::{Figure, Place};
use super::{Ground, phrases};
use crate::sim::event::{Arg, Passed, Record, Wanted};
use crate::sim::{Element, Event, Game, Gauge, Id, Metric, Reading, Ruleset};
use crate::words::Message;
use std::sync::Arc;

// Headings, by the ids of their words.
const STONES: &str = "muehle.metric.group.stones";
const MILLS: &str = "muehle.metric.group.mills";
const REACHED: &str = "muehle.metric.group.reached";
const LINES: &str = "muehle.metric.group.lines";
const TOWERS: &str = "muehle.metric.group.towers";
/// Where a stone was taken; a window draws these as a map.
pub(crate) const TAKEN_ON: &str = "muehle.metric.group.taken_on";

/// Heading and key of every count, in the order of [`Count`].
const COUNTS: [(&str, &str); 11] = [
    (STONES, "placed"),
    (STONES, "moves"),
    (STONES, "jumps"),
    (STONES, "taken"),
    (STONES, "skipped"),
    (STONES, "out"),
    (MILLS, "mills_1"),
    (MILLS, "mills_2"),
    (MILLS, "mills_3"),
    (MILLS, "towers"),
    (MILLS, "spared"),
];

#[derive(Clone, Copy)]
enum Count {
    Placed,
    Moves,
    Jumps,
    Taken,
    Skipped,
    Out,
    MillsOnLevel1,
    Towers = 9,
    Spared,
}

pub(crate) struct Stones {
    figure: Arc<Figure>,
}

impl Stones {
    pub(crate) fn new(rules: &Ruleset) -> Self {
        Self { figure: Ground::of(rules).figure.clone() }
    }

    // Elements stand in this order: fields reached, lines closed, fields with a tower, fields with a loss. Fields are the
    // first pieces on the table, so that an id is the number of its field.

    fn touch_line(&self, event: &Event, reading: &mut Reading) {
        let Arg::Few(few) = event.args[1] else { return };
        let same = |line: &[u8; 3]| line.iter().map(|field| Id(u16::from(*field))).eq(few.ids().iter().copied());
        if let Some(line) = self.figure.lines.iter().position(same) {
            reading.touched[self.figure.fields.len() + line] += 1;
        }
    }
}

impl Gauge for Stones {
    fn metrics(&self) -> Vec<Metric> {
        COUNTS.iter().map(|(group, key)| Metric::count(group, *key, Message::new(format!("muehle.metric.{key}")))).collect()
    }

    fn elements(&self) -> Vec<Element> {
        let figure = &*self.figure;
        let field = |group, (number, place): (u8, &Place)| {
            Element::new(group, place.id.clone()).called(phrases::field_of(figure, number))
        };
        let fields = |group| (0u8..).zip(&figure.fields).map(move |place| field(group, place));
        let line = |line: &[u8; 3]| Element::new(LINES, phrases::line_id(figure, *line)).called(phrases::line_of(figure, *line));
        let lines = figure.lines.iter().map(line);
        fields(REACHED).chain(lines).chain(fields(TOWERS)).chain(fields(TAKEN_ON)).collect()
    }

    fn wants(&self) -> Wanted {
        let stones = [Slid::WANTED, Placed::WANTED, Jumped::WANTED, Captured::WANTED, Spared::WANTED];
        let others = [Mill::WANTED, Tower::WANTED, Passed::WANTED, Eliminated::WANTED];
        stones.into_iter().chain(others).fold(Wanted::NOTHING, Wanted::and)
    }

    fn see(&mut self, _game: &Game, event: &Event, reading: &mut Reading) {
        let (fields, lines) = (self.figure.fields.len(), self.figure.lines.len());
        let mut note = |what: Count, place: Option<(usize, Arg)>| {
            reading.counts[what as usize] += 1;
            if let Some((first, Arg::Piece(field))) = place {
                reading.touched[first + field.index()] += 1;
            }
        };
        let [_, first, second, ..] = event.args;
        if event.is(Slid::kind()) {
            note(Count::Moves, Some((0, second)));
        } else if event.is(Placed::kind()) {
            note(Count::Placed, Some((0, first)));
        } else if event.is(Jumped::kind()) {
            note(Count::Jumps, Some((0, second)));
        } else if event.is(Mill::kind()) {
            if let Arg::Int(level) = second {
                reading.counts[Count::MillsOnLevel1 as usize + level.clamp(1, 3) as usize - 1] += 1;
            }
            self.touch_line(event, reading);
        } else if event.is(Tower::kind()) {
            let field = if let Arg::Few(few) = first { few.ids().first().copied() } else { None };
            note(Count::Towers, field.map(|field| (fields + lines, Arg::Piece(field))));
        } else if event.is(Captured::kind()) {
            note(Count::Taken, Some((fields + lines + fields, second)));
        } else if event.is(Spared::kind()) {
            note(Count::Spared, None);
        } else if event.is(Passed::kind()) {
            note(Count::Skipped, None);
        } else if event.is(Eliminated::kind()) {
            note(Count::Out, None);
        }
    }
}

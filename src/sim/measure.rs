//! What a pack measures in its games beside what every game has.

use super::event::{Event, Wanted};
use super::game::Game;
use super::gauge::{Element, Gauge, Metric, Reading};
use super::ruleset::Ruleset;
use crate::words::Message;

/// One kind of chance: how often it spoke, what it gave, and what it gives on average.
#[derive(Debug, Clone, PartialEq)]
pub struct Luck {
    /// Such as "die".
    pub label: Message,
    /// What is counted, such as "pips a roll".
    pub unit: Message,
    /// The seat it happened to, or nothing when it happened to all.
    pub seat: Option<u8>,
    pub count: u32,
    pub total: f64,
    pub expected: f64,
}

/// A pack's eye for its own games.
pub trait Measure: Sync {
    /// What is counted in games by these rules.
    fn gauge(&self, _rules: &Ruleset) -> Box<dyn Gauge> {
        Box::new(NoGauge)
    }

    /// What an event says about luck, for events that are chance.
    fn luck(&self, _game: &Game, _event: &Event) -> Option<Luck> {
        None
    }
}

/// Nothing of its own.
pub(super) struct NothingMore;

impl Measure for NothingMore {}

struct NoGauge;

impl Gauge for NoGauge {
    fn metrics(&self) -> Vec<Metric> {
        Vec::new()
    }

    fn elements(&self) -> Vec<Element> {
        Vec::new()
    }

    fn wants(&self) -> Wanted {
        Wanted::NOTHING
    }

    fn see(&mut self, _game: &Game, _event: &Event, _reading: &mut Reading) {}
}

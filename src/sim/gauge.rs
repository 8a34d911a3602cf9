//! What can be measured while a game is played: a pack says what it counts and which parts of the game it watches, and
//! reads both off the events. Whole numbers only, so that sums over many games are exact in any order.

use super::event::{Event, Wanted};
use super::game::Game;
use crate::words::Message;

/// Something measured once in every game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Metric {
    /// Its name in contracts, tables and files, such as `lead_changes`.
    pub key: String,
    /// Its name for people.
    pub label: Message,
    /// The heading it stands under in a report, by the id of its words.
    pub group: &'static str,
    /// A whole reading of this size counts as one.
    pub scale: u32,
    /// A part of a whole, told in percent.
    pub share: bool,
}

impl Metric {
    /// How often something happens in a game.
    pub fn count(group: &'static str, key: impl Into<String>, label: impl Into<Message>) -> Self {
        Self { key: key.into(), label: label.into(), group, scale: 1, share: false }
    }

    /// A part of a whole; a reading of `scale` is all of it.
    pub fn share(group: &'static str, key: impl Into<String>, label: impl Into<Message>, scale: u32) -> Self {
        Self { key: key.into(), label: label.into(), group, scale, share: true }
    }
}

/// A part of the game that may or may not matter: a card, a segment of the spinner, a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    /// What such parts are called and when they count, such as "cards drawn".
    pub group: &'static str,
    /// Its name in files.
    pub name: String,
    /// Its name for people.
    pub label: Message,
}

impl Element {
    /// One that is called the same by everybody.
    pub fn new(group: &'static str, name: impl Into<String>) -> Self {
        let name = name.into();
        Self { group, label: Message::verbatim(name.clone()), name }
    }

    /// The same with words for people.
    #[must_use]
    pub fn called(mut self, label: Message) -> Self {
        self.label = label;
        self
    }
}

/// What a gauge shows.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// One number for each of the gauge's metrics, for the game at hand.
    pub counts: Vec<i64>,
    /// How often each element had a part in anything, over all games since this was made.
    pub touched: Vec<u64>,
}

/// A pack's own measurements.
pub trait Gauge: Send {
    fn metrics(&self) -> Vec<Metric>;

    fn elements(&self) -> Vec<Element>;

    /// The kinds of events it reads; no others need be written.
    fn wants(&self) -> Wanted {
        Wanted::EVERYTHING
    }

    /// Another game begins.
    fn begin(&mut self, _game: &Game) {}

    /// Something has happened.
    fn see(&mut self, game: &Game, event: &Event, reading: &mut Reading);
}

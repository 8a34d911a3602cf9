//! What has happened since the last command: events, and the effects each of them had.

use super::effect::Effect;
use super::event::{Event, Kind, Record};

/// The events since the last command came in, and what each of them did. Old events are written over: most games are
/// played with nobody reading, and making room anew for every event costs more than what it says.
#[derive(Debug, Clone, Default)]
pub struct Log {
    pages: Vec<Event>,
    used: usize,
    /// In the order they happened, each with the number of the event it belongs to.
    effects: Vec<(usize, Effect)>,
    /// Whether anyone wants to know effects.
    pub(super) keeps_effects: bool,
}

impl Log {
    /// A log that has nothing to tell yet and keeps what this one keeps.
    pub(super) fn empty(&self) -> Self {
        Self { keeps_effects: self.keeps_effects, ..Self::default() }
    }

    #[inline]
    pub fn emit<R: Record>(&mut self, record: R) {
        if self.used == self.pages.len() {
            self.add_page(R::kind());
        }
        let event = &mut self.pages[self.used];
        self.used += 1;
        record.fill(event);
    }

    #[cold]
    fn add_page(&mut self, kind: &'static Kind) {
        self.pages.push(Event::blank(kind));
    }

    /// What the event told last did. Nothing is told while a table is set, so nothing is noted either.
    #[cold]
    pub(super) fn note(&mut self, effect: Effect) {
        if let Some(event) = self.used.checked_sub(1) {
            self.effects.push((event, effect));
        }
    }

    pub fn events(&self) -> &[Event] {
        &self.pages[..self.used]
    }

    pub(super) fn effects_of(&self, event: usize) -> impl Iterator<Item = Effect> {
        let first = self.effects.partition_point(|(number, _)| *number < event);
        self.effects[first..].iter().take_while(move |(number, _)| *number == event).map(|(_, effect)| *effect)
    }

    pub(super) fn clear(&mut self) {
        self.used = 0;
        self.effects.clear();
    }
}

//! What has happened since the last command: events, and the effects each of them had.

use super::effect::Effect;
use super::event::{Arg, Event, Kind, MOST_FIELDS, Record, Wanted};

/// The events since the last command came in, and what each of them did. Only what somebody reads is written down, and
/// old events are written over: most games are played with nobody reading.
#[derive(Debug, Clone)]
pub struct Log {
    pages: Vec<Event>,
    used: usize,
    wanted: Wanted,
    /// The event told last is written down, so that what it does belongs to it.
    open: bool,
    /// In the order they happened, each with the number of the event it belongs to.
    effects: Vec<(usize, Effect)>,
    /// What is done now may belong to an event that is told later: a rule from a file is at work.
    awaits: bool,
    /// Whether anyone wants to know effects.
    pub(super) keeps_effects: bool,
}

/// A moment in what a game tells.
#[derive(Debug, Clone, Copy, Default)]
pub struct Mark {
    events: usize,
    pub effects: usize,
    open: bool,
}

impl Default for Log {
    fn default() -> Self {
        Self {
            pages: Vec::new(),
            used: 0,
            wanted: Wanted::EVERYTHING,
            open: false,
            effects: Vec::new(),
            awaits: false,
            keeps_effects: false,
        }
    }
}

/// The number of an event that is still to be told.
const TO_COME: usize = usize::MAX;

impl Log {
    /// Has nothing to tell any more, and keeps from now on what another one keeps.
    pub(super) fn empty_as(&mut self, other: &Self) {
        self.clear();
        (self.wanted, self.keeps_effects) = (other.wanted, other.keeps_effects);
    }

    /// Writes down these kinds of events only.
    pub(super) fn listen_for(&mut self, wanted: Wanted) {
        self.wanted = wanted;
    }

    #[inline]
    pub(super) fn wants<R: Record>(&self) -> bool {
        self.wanted.has(R::WANTED)
    }

    /// Something happened that nobody wants to know: what it did belongs to no event.
    #[inline]
    pub(super) fn pass_over(&mut self) {
        self.open = false;
    }

    #[inline]
    pub fn emit<R: Record>(&mut self, record: R) {
        self.open = self.wants::<R>();
        if self.open {
            if self.used == self.pages.len() {
                self.add_page(R::kind());
            }
            let event = &mut self.pages[self.used];
            self.used += 1;
            record.fill(event);
        }
    }

    /// Tells an event whose shape is known only since a rule was read. What was done since `since` belongs to it.
    pub(super) fn tell(&mut self, kind: &'static Kind, args: [Arg; MOST_FIELDS], since: usize) {
        self.open = self.wanted.has(Wanted::named(kind.name));
        if self.open {
            if self.used == self.pages.len() {
                self.add_page(kind);
            }
            let event = &mut self.pages[self.used];
            event.heavy.clear();
            (event.kind, event.args) = (kind, args);
            let number = self.used;
            self.used += 1;
            self.effects.iter_mut().skip(since).for_each(|(of, _)| *of = number);
        }
    }

    /// Where the log ends now.
    pub(super) fn mark(&self) -> Mark {
        Mark { events: self.used, effects: self.effects.len(), open: self.open }
    }

    /// Forgets all that was told since.
    pub(super) fn forget_since(&mut self, mark: Mark) {
        self.used = self.used.min(mark.events);
        self.effects.truncate(mark.effects);
        self.open = mark.open;
    }

    /// From now on what is done may belong to an event that is told later.
    pub(super) fn await_event(&mut self) {
        self.awaits = true;
    }

    /// No event comes any more for what was done: that belongs to none.
    pub(super) fn await_no_more(&mut self) {
        self.awaits = false;
        if self.effects.iter().any(|(of, _)| *of == TO_COME) {
            self.effects.retain(|(of, _)| *of != TO_COME);
        }
    }

    #[cold]
    fn add_page(&mut self, kind: &'static Kind) {
        self.pages.push(Event::blank(kind));
    }

    /// What the event told last did. Nothing is told while a table is set, so nothing is noted either.
    #[cold]
    pub(super) fn note(&mut self, effect: Effect) {
        if self.open {
            self.effects.push((self.used - 1, effect));
        } else if self.awaits {
            self.effects.push((TO_COME, effect));
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
        self.open = false;
        self.effects.clear();
    }
}

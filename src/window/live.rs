//! What is read out to whoever does not see the board: what the story tells, and what is new in the position, as it comes. A page
//! has a place for it that screen readers watch; a window gives it to whoever opened it (`--aloud`).

use super::panels::aloud;
use super::tabletop::Tabletop;
use crate::table::named;

/// Takes lines that are new.
pub type Reader = Box<dyn Fn(&[String])>;

/// Seconds between two looks: nobody hears faster, and a position takes time to be put into words.
const PAUSE: f32 = 0.3;

pub(super) struct Live {
    reader: Option<Reader>,
    /// How much of the story was read.
    lines: usize,
    /// What was read of the position.
    known: Vec<String>,
    rested: f32,
}

impl Live {
    pub(super) fn new(reader: Option<Reader>) -> Self {
        Self { reader, lines: 0, known: Vec::new(), rested: PAUSE }
    }

    /// Reads out what is new at the table; to be asked in every frame.
    pub(super) fn go_on(&mut self, seconds: f32, top: Option<&Tabletop>) {
        self.rested += seconds;
        let Some(reader) = self.reader.as_ref().filter(|_| self.rested >= PAUSE) else { return };
        self.rested = 0.0;
        let Some(top) = top else {
            self.known.clear();
            return;
        };
        // Another table, or some of it was taken back: how it stands now says enough.
        if self.known.is_empty() || top.telling.lines < self.lines {
            self.lines = top.telling.lines;
        }
        let told = top.table.story().get(self.lines..top.telling.lines).unwrap_or_default();
        let told = told.iter().map(|entry| named(top.table.cast(), top.table.read_to(entry, top.eyes())).to_string());
        let mut news: Vec<String> = told.collect();
        self.lines = top.telling.lines;
        // While something moves nobody knows how it stands.
        if top.telling.is_level() {
            let position = aloud::lines(top);
            let new = position.iter().filter(|line| !self.known.contains(line) && !news.contains(line)).cloned();
            let new: Vec<String> = new.collect();
            news.extend(new);
            self.known = position;
        }
        if !news.is_empty() {
            reader(&news);
        }
    }
}

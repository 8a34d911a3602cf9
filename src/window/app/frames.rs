//! Frames: how long they take, and how many there are in a second.

use super::{App, Screen};
use crate::window::drive::Driver;
use crate::window::system;
use macroquad::prelude as mq;

/// Frames in a second while something happens, while nothing does, and when nothing has happened for a while.
const BUSY: f64 = 60.0;
const CALM: f64 = 12.0;
const ASLEEP: f64 = 4.0;
/// Seconds of calm before the window rests, and before it falls asleep.
const REST_AFTER: f32 = 0.5;
const SLEEP_AFTER: f32 = 4.0;

/// How long our own part of a frame takes, in milliseconds.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Frames {
    pub count: u32,
    total: f64,
    pub worst: f64,
    warm: bool,
    /// The longest from where a table was sat down at until its board lay open; nothing before the first one.
    pub opening: Option<f64>,
}

impl Frames {
    /// One more; `opens` while a board comes out of the dark.
    pub(super) fn take(&mut self, milliseconds: f64, opens: bool) {
        self.count += 1;
        self.total += milliseconds;
        // The first frames draw every picture and compile every shader.
        if self.warm || self.count > 5 {
            self.worst = self.worst.max(milliseconds);
        }
        if opens {
            self.opening = Some(self.opening.unwrap_or_default().max(milliseconds));
        }
    }

    /// From here on only what is to come counts.
    pub(super) fn begin_anew(&mut self) {
        *self = Self { warm: true, opening: self.opening, ..Self::default() };
    }

    pub(super) fn mean(&self) -> f64 {
        self.total / f64::from(self.count.max(1))
    }
}

impl App {
    /// Sleeps through the rest of the frame, and longer when nothing goes on.
    pub(super) fn rest(&self, begun: f64) {
        let moving = matches!(&self.screen, Screen::Table(top) if top.scene.moving() && top.scene.gate().is_none());
        let driven = self.driver.as_ref().is_some_and(Driver::busy);
        let busy =
            moving || driven || self.opening.is_some() || self.quiet < REST_AFTER || self.host.context().has_requested_repaint();
        // Whoever looks at the lab wants to see its numbers move.
        let working = matches!(&self.screen, Screen::Table(top) if top.lab.is_working());
        let rate = match (busy, self.quiet > SLEEP_AFTER && !working) {
            (true, _) => BUSY,
            (false, false) => CALM,
            (false, true) => ASLEEP,
        };
        let rest = 1.0 / rate - (mq::get_time() - begun);
        if rest > 0.001 && !driven {
            system::sleep(rest);
        }
    }
}

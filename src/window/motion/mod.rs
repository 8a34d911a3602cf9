//! How anything moves, in every game. A scene keeps a [`Picture`]: where each thing is, as plain values. What happens is an [`Act`]
//! that changes the picture; a [`Motion`] plays acts one after the other.
//!
//! ```text
//!     glide(0.6, |board| board.stones[3].field = 7).arc(1.0)     everything that now rests elsewhere goes there
//!     change(|board| board.seat = 1)                             at once
//!     wait(0.5)    gate(press)    tell(1)    show(mark, 0.9)    flash(mark, 0.7)
//!     sequence([…])    together([…])                             of any of these
//! ```
//!
//! Nobody says from where to where. A [`glide`] asks the picture how every thing looks when it rests ([`Picture::rest`]), before and
//! after the change, and lets each one that differs go from the one to the other: its place, turn, size, height, opacity and count
//! together. So a motion is always over with the picture that was meant, whatever came between, at any speed, and a rule nobody has met
//! moves whatever its [effects](crate::sim::Effect) change. What rests nowhere is not seen: it comes and goes by fading, or as
//! [`Glide::comes`] and [`Glide::goes`] say.
//!
//! What a thing hangs from may move too: `rest` is asked in every frame, and gets to know how the others look ([`Moving::pose`]).
//! A `tell` counts events as shown; those of one tick are what [`Motion::tick`] gives back, so that the story goes as far as the board.
//! A mark is light that passes: a ring where something happened, a word, a card in the air.

mod act;
mod moving;
mod pose;
mod speed;

pub use act::{Act, Glide, change, flash, gate, glide, sequence, show, tell, together, wait};
pub use moving::Moving;
pub use pose::{Ease, Pose, along, shortest, turn};
pub use speed::Speed;

use crate::sim::Seat;
use act::Stage;
use std::collections::VecDeque;

/// What a scene shows, as it would be seen with nothing in motion.
pub trait Picture: Sized {
    /// What a thing is called.
    type Key: Copy + PartialEq;
    /// Something that is seen for a moment.
    type Mark;

    /// Everything that can move; what carries others comes before them.
    fn keys(&self) -> Vec<Self::Key>;

    /// How a thing looks when nothing moves it, if it is to be seen. What carries it may be in motion: `moving` knows how that looks.
    fn rest(&self, key: Self::Key, moving: &Moving<Self::Key>) -> Option<Pose>;
}

/// A press the motion waits for, so that people roll their own dice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gate {
    /// The element's name.
    pub name: &'static str,
    /// What the button says, by the id of the words.
    pub label: &'static str,
    pub seat: Seat,
    /// What the one who presses does, where that is not just taking a turn, by the id of a sentence about `who`.
    pub does: Option<&'static str>,
}

/// A picture and everything that is still to happen in it.
pub struct Motion<P: Picture> {
    stage: Stage<P>,
    acts: VecDeque<Act<P>>,
    /// Seconds for which everything holds its breath.
    held: f32,
}

impl<P: Picture> Motion<P> {
    pub fn new(picture: P) -> Self {
        Self { stage: Stage::new(picture), acts: VecDeque::new(), held: 0.0 }
    }

    /// Shows another picture at once and forgets all motion. Marks stay for their time.
    pub fn show(&mut self, picture: P) {
        self.acts.clear();
        self.held = 0.0;
        self.stage.rest_with(picture);
    }

    /// The picture as it is with everything that has begun.
    pub fn picture(&self) -> &P {
        &self.stage.picture
    }

    /// The picture, to change something about it that is not motion, such as the room there is.
    pub fn picture_mut(&mut self) -> &mut P {
        &mut self.stage.picture
    }

    /// Something that is to happen after everything else.
    pub fn push(&mut self, act: impl Into<Act<P>>) {
        self.acts.push_back(act.into());
    }

    /// Lets everything that is still to happen wait for so long, for a moment that should be seen. Nothing waits for nothing.
    pub fn hold(&mut self, seconds: f32) {
        if !self.acts.is_empty() {
            self.held = self.held.max(seconds);
        }
    }

    pub fn is_idle(&self) -> bool {
        self.acts.is_empty()
    }

    /// Lets time pass; gives how many events have been shown by it.
    pub fn tick(&mut self, seconds: f32, speed: Speed) -> usize {
        let mut left = speed.pass(seconds);
        self.stage.age_marks(seconds, left);
        let held = self.held.min(left);
        self.held -= held;
        left -= held;
        if self.held > 0.0 {
            return 0;
        }
        while let Some(act) = self.acts.front_mut() {
            let Some(over) = act.play(&mut self.stage, left) else { break };
            left = over;
            self.acts.pop_front();
        }
        std::mem::take(&mut self.stage.told)
    }

    /// The press everything waits for.
    pub fn gate(&self) -> Option<&Gate> {
        self.stage.waiting.as_ref()
    }

    pub fn open_gate(&mut self) {
        self.stage.waiting = None;
    }

    /// How a thing looks at this moment, if it is to be seen.
    pub fn pose(&self, key: P::Key) -> Option<Pose> {
        self.stage.moving.pose(&self.stage.picture, key)
    }

    /// Whether a thing is on its way.
    pub fn is_moving(&self, key: P::Key) -> bool {
        self.stage.moving.has(key)
    }

    /// Points at something for so long, at any speed.
    pub fn point_out(&mut self, mark: P::Mark, seconds: f32) {
        self.stage.point_out(mark, seconds);
    }

    /// What is seen for a moment, each with the share of its time that is over.
    pub fn marks(&self) -> impl Iterator<Item = (&P::Mark, f32)> {
        self.stage.marks()
    }
}

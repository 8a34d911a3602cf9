//! Acts: what happens in a picture, and in which order.

use super::moving::{Manner, Moving, Track};
use super::pose::{Ease, Pose};
use super::{Gate, Picture};
use macroquad::prelude::Vec2;
use std::collections::VecDeque;
use std::rc::Rc;

/// What is done to a picture.
type Change<P> = Box<dyn FnOnce(&mut P)>;

/// Something that happens, made by the functions of this module.
pub struct Act<P: Picture>(Kind<P>);

enum Kind<P: Picture> {
    Sequence(VecDeque<Act<P>>),
    Together(Vec<Act<P>>),
    /// The seconds that are left.
    Wait(f32),
    /// Nothing once it has been reached.
    Gate(Option<Gate>),
    Tell(usize),
    /// Nothing once it is seen.
    Flash(Option<P::Mark>, f32),
    Glide(Box<Glide<P>>),
}

/// One after the other.
pub fn sequence<P: Picture>(acts: impl IntoIterator<Item = Act<P>>) -> Act<P> {
    Act(Kind::Sequence(acts.into_iter().collect()))
}

/// All at once; over when the last one is.
pub fn together<P: Picture>(acts: impl IntoIterator<Item = Act<P>>) -> Act<P> {
    Act(Kind::Together(acts.into_iter().collect()))
}

pub fn wait<P: Picture>(seconds: f32) -> Act<P> {
    Act(Kind::Wait(seconds))
}

/// Waits until somebody presses.
pub fn gate<P: Picture>(gate: Gate) -> Act<P> {
    Act(Kind::Gate(Some(gate)))
}

/// So many events have been shown.
pub fn tell<P: Picture>(events: usize) -> Act<P> {
    Act(Kind::Tell(events))
}

/// A mark for so long, while everything goes on.
pub fn flash<P: Picture>(mark: P::Mark, seconds: f32) -> Act<P> {
    Act(Kind::Flash(Some(mark), seconds))
}

/// A mark for so long, before anything goes on.
pub fn show<P: Picture>(mark: P::Mark, seconds: f32) -> Act<P> {
    together([flash(mark, seconds), wait(seconds)])
}

/// Changes the picture at once.
pub fn change<P: Picture>(change: impl FnOnce(&mut P) + 'static) -> Act<P> {
    glide(0.0, change).into()
}

/// Changes the picture, and lets everything that rests elsewhere or looks different afterwards go there in so many seconds. If
/// nothing does, it takes no time.
pub fn glide<P: Picture>(seconds: f32, change: impl FnOnce(&mut P) + 'static) -> Glide<P> {
    Glide {
        change: Some(Box::new(change)),
        manner: Manner { ease: Ease::Gentle, way: Vec::new(), faces: false, arc: 0.0 },
        turning: None,
        comes: Box::new(Pose::faded),
        goes: Box::new(Pose::faded),
        length: seconds,
        time: 0.0,
        number: 0,
    }
}

/// A change of the picture that takes time; see [`glide`].
pub struct Glide<P: Picture> {
    /// Nothing once it has begun.
    change: Option<Change<P>>,
    manner: Manner,
    turning: Option<(P::Key, f32)>,
    comes: Box<dyn Fn(Pose) -> Pose>,
    goes: Box<dyn Fn(Pose) -> Pose>,
    length: f32,
    time: f32,
    number: u64,
}

impl<P: Picture> Glide<P> {
    #[must_use]
    pub fn ease(mut self, ease: Ease) -> Self {
        self.manner.ease = ease;
        self
    }

    /// By way of these points.
    #[must_use]
    pub fn by(mut self, way: Vec<Vec2>) -> Self {
        self.manner.way = way;
        self
    }

    /// The bow points along the way.
    #[must_use]
    pub fn facing(mut self) -> Self {
        self.manner.faces = true;
        self
    }

    /// Lets a thing turn clockwise by so much on the way, and by whatever is missing then.
    #[must_use]
    pub fn turning(mut self, key: P::Key, angle: f32) -> Self {
        self.turning = Some((key, angle));
        self
    }

    /// Through the air, so high in the middle.
    #[must_use]
    pub fn arc(mut self, height: f32) -> Self {
        self.manner.arc = height;
        self
    }

    /// Where what was not to be seen comes from, made from the pose it comes to.
    #[must_use]
    pub fn comes(mut self, from: impl Fn(Pose) -> Pose + 'static) -> Self {
        self.comes = Box::new(from);
        self
    }

    /// Where what is not to be seen any longer goes to, made from the pose it has.
    #[must_use]
    pub fn goes(mut self, to: impl Fn(Pose) -> Pose + 'static) -> Self {
        self.goes = Box::new(to);
        self
    }

    /// Followed by something else.
    pub fn then(self, next: impl Into<Act<P>>) -> Act<P> {
        Act::from(self).then(next)
    }

    fn play(&mut self, stage: &mut Stage<P>, seconds: f32) -> Option<f32> {
        if let Some(change) = self.change.take() {
            self.begin(stage, change);
        }
        let used = seconds.min(self.length - self.time);
        self.time += used;
        if self.time < self.length {
            stage.moving.advance(self.number, self.time / self.length);
            return None;
        }
        stage.moving.arrive(self.number);
        Some(seconds - used)
    }

    /// Makes the change and sends everything on its way that it is about.
    fn begin(&mut self, stage: &mut Stage<P>, change: Change<P>) {
        stage.glides += 1;
        self.number = stage.glides;
        let Stage { picture, moving, .. } = stage;
        if self.length <= 0.0 {
            return change(picture);
        }
        let look = |picture: &P, key: P::Key| (picture.rest(key, moving), moving.pose(picture, key));
        let before: Vec<_> = picture.keys().into_iter().map(|key| (key, look(picture, key))).collect();
        change(picture);
        let after = picture.keys();
        let left = before.iter().map(|(key, _)| *key).filter(|key| !after.contains(key));
        let keys: Vec<_> = after.iter().copied().chain(left).collect();
        let manner = Rc::new(self.manner.clone());
        let mut is_seen = false;
        for key in keys {
            let (rested, looked) = before.iter().find(|(known, _)| *known == key).map_or((None, None), |(_, looks)| *looks);
            let rest = if after.contains(&key) { picture.rest(key, moving) } else { None };
            let turning = self.turning.filter(|(turns, _)| *turns == key).map_or(0.0, |(_, angle)| angle);
            let (from, gone) = match (rested, rest) {
                (Some(rested), Some(rest)) if rested.is_like(&rest) && turning == 0.0 => continue,
                (None, None) => continue,
                (_, Some(rest)) => (looked.unwrap_or_else(|| (self.comes)(rest)), None),
                (Some(rested), None) => {
                    let from = looked.unwrap_or(rested);
                    (from, Some((self.goes)(from)))
                }
            };
            moving.send(Track { key, glide: self.number, from, gone, turning, time: 0.0, manner: manner.clone() });
            is_seen = true;
        }
        if !is_seen {
            self.length = 0.0;
        }
    }
}

impl<P: Picture> From<Glide<P>> for Act<P> {
    fn from(glide: Glide<P>) -> Self {
        Self(Kind::Glide(Box::new(glide)))
    }
}

impl<P: Picture> Act<P> {
    /// Followed by something else.
    #[must_use]
    pub fn then(self, next: impl Into<Self>) -> Self {
        sequence([self, next.into()])
    }

    /// Lets it go on; gives the time that is left over when it has ended.
    pub(super) fn play(&mut self, stage: &mut Stage<P>, mut seconds: f32) -> Option<f32> {
        match &mut self.0 {
            Kind::Sequence(acts) => {
                while let Some(act) = acts.front_mut() {
                    seconds = act.play(stage, seconds)?;
                    acts.pop_front();
                }
                Some(seconds)
            }
            Kind::Together(acts) => {
                let mut over = seconds;
                acts.retain_mut(|act| match act.play(stage, seconds) {
                    Some(left) => {
                        over = over.min(left);
                        false
                    }
                    None => true,
                });
                acts.is_empty().then_some(over)
            }
            Kind::Wait(left) => {
                let used = seconds.min(*left);
                *left -= used;
                (*left <= 0.0).then_some(seconds - used)
            }
            Kind::Gate(gate) => match &stage.waiting {
                Some(_) => None,
                None if gate.is_none() => Some(seconds),
                None => {
                    stage.waiting = gate.take();
                    None
                }
            },
            Kind::Tell(events) => {
                stage.told += *events;
                Some(seconds)
            }
            Kind::Flash(mark, length) => {
                if let Some(mark) = mark.take() {
                    stage.mark(Flash { mark, time: seconds, length: *length, hurries: true });
                }
                Some(seconds)
            }
            Kind::Glide(glide) => glide.play(stage, seconds),
        }
    }
}

/// A mark that is seen, and for how long.
struct Flash<M> {
    mark: M,
    time: f32,
    length: f32,
    /// It is part of the motion and as fast as that.
    hurries: bool,
}

/// What acts change.
pub(super) struct Stage<P: Picture> {
    pub picture: P,
    pub moving: Moving<P::Key>,
    flashes: Vec<Flash<P::Mark>>,
    pub waiting: Option<Gate>,
    /// Events shown and not yet given to anybody.
    pub told: usize,
    /// How many glides there have been.
    glides: u64,
}

impl<P: Picture> Stage<P> {
    pub(super) fn new(picture: P) -> Self {
        Self { picture, moving: Moving::new(), flashes: Vec::new(), waiting: None, told: 0, glides: 0 }
    }

    pub(super) fn rest_with(&mut self, picture: P) {
        self.picture = picture;
        self.moving.clear();
        (self.waiting, self.told) = (None, 0);
    }

    pub(super) fn point_out(&mut self, mark: P::Mark, length: f32) {
        self.mark(Flash { mark, time: 0.0, length, hurries: false });
    }

    /// What is over before anybody sees it is not shown.
    fn mark(&mut self, flash: Flash<P::Mark>) {
        self.flashes.extend((flash.time < flash.length).then_some(flash));
    }

    /// Lets marks grow older, by the seconds of the clock or by those of the motion.
    pub(super) fn age_marks(&mut self, seconds: f32, of_motion: f32) {
        self.flashes.iter_mut().for_each(|flash| flash.time += if flash.hurries { of_motion } else { seconds });
        self.flashes.retain(|flash| flash.time < flash.length);
    }

    pub(super) fn marks(&self) -> impl Iterator<Item = (&P::Mark, f32)> {
        self.flashes.iter().map(|flash| (&flash.mark, flash.time / flash.length))
    }
}

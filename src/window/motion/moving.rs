//! What is on its way: each thing from the pose it had towards the one it rests in.

use super::Picture;
use super::pose::{Ease, Pose, along, shortest};
use macroquad::prelude::Vec2;
use std::rc::Rc;

/// How things go where they go.
#[derive(Debug, Clone)]
pub(super) struct Manner {
    pub ease: Ease,
    /// Points on the way.
    pub way: Vec<Vec2>,
    /// The bow points where it goes.
    pub faces: bool,
    pub arc: f32,
}

pub(super) struct Track<K> {
    pub key: K,
    /// The glide it belongs to.
    pub glide: u64,
    pub from: Pose,
    /// Where it goes if it rests nowhere.
    pub gone: Option<Pose>,
    /// How far it turns, besides what is missing then.
    pub turning: f32,
    /// The share of the time that is over.
    pub time: f32,
    pub manner: Rc<Manner>,
}

/// Everything that is on its way.
pub struct Moving<K> {
    tracks: Vec<Track<K>>,
}

impl<K: Copy + PartialEq> Moving<K> {
    pub(super) fn new() -> Self {
        Self { tracks: Vec::new() }
    }

    /// How a thing looks at this moment, if it is to be seen.
    pub fn pose<P: Picture<Key = K>>(&self, picture: &P, key: K) -> Option<Pose> {
        match self.tracks.iter().find(|track| track.key == key) {
            None => picture.rest(key, self),
            Some(track) => track.gone.or_else(|| picture.rest(key, self)).map(|to| track.pose(to)),
        }
    }

    pub(super) fn has(&self, key: K) -> bool {
        self.tracks.iter().any(|track| track.key == key)
    }

    pub(super) fn clear(&mut self) {
        self.tracks.clear();
    }

    /// Sends a thing on its way, from wherever another motion had brought it.
    pub(super) fn send(&mut self, track: Track<K>) {
        self.tracks.retain(|other| other.key != track.key);
        self.tracks.push(track);
    }

    pub(super) fn advance(&mut self, glide: u64, time: f32) {
        self.tracks.iter_mut().filter(|track| track.glide == glide).for_each(|track| track.time = time);
    }

    pub(super) fn arrive(&mut self, glide: u64) {
        self.tracks.retain(|track| track.glide != glide);
    }
}

impl<K> Track<K> {
    fn pose(&self, to: Pose) -> Pose {
        let manner = &self.manner;
        let t = manner.ease.share(self.time);
        let mut pose = self.from.towards(to, t);
        pose.height += manner.arc * 4.0 * t * (1.0 - t);
        let turn = self.turning + shortest(self.from.angle + self.turning, to.angle);
        pose.angle = self.from.angle + turn * t;
        if !manner.way.is_empty() {
            let way: Vec<Vec2> = [self.from.at].iter().chain(&manner.way).chain(&[to.at]).copied().collect();
            let (at, leg, rest) = along(&way, t);
            pose.at = at;
            if manner.faces {
                let (this, next) = (self.heading(&way, leg, to), self.heading(&way, leg + 1, to));
                pose.angle = this + shortest(this, next) * rest;
            }
        }
        pose
    }

    /// Where the bow points at a corner of the way: between the legs before and behind it.
    fn heading(&self, way: &[Vec2], corner: usize, to: Pose) -> f32 {
        if corner == 0 {
            return self.from.angle;
        }
        let Some(next) = way.get(corner + 1) else { return to.angle };
        let before = (way[corner] - way[corner - 1]).normalize_or_zero();
        let behind = (*next - way[corner]).normalize_or_zero();
        let both = before + behind;
        both.y.atan2(both.x)
    }
}

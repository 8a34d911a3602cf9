//! How fast motion is played.

use crate::words::Message;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Speed {
    Slow,
    Normal,
    Fast,
    /// Everything up to the next press happens at once.
    Instant,
}

impl Speed {
    pub const ALL: [Self; 4] = [Self::Slow, Self::Normal, Self::Fast, Self::Instant];

    /// What it is called in names of elements and of words.
    pub fn id(self) -> &'static str {
        match self {
            Self::Slow => "slow",
            Self::Normal => "normal",
            Self::Fast => "fast",
            Self::Instant => "instant",
        }
    }

    pub fn name(self) -> String {
        Message::new(format!("window.speed.{}", self.id())).to_string()
    }

    /// How much motion happens in so many seconds.
    pub fn pass(self, seconds: f32) -> f32 {
        match self {
            Self::Slow => seconds * 0.55,
            Self::Normal => seconds,
            Self::Fast => seconds * 2.8,
            Self::Instant => f32::INFINITY,
        }
    }

    /// How long something takes that takes so many seconds at normal speed.
    pub fn pause(self, seconds: f32) -> f32 {
        seconds / self.pass(1.0)
    }
}

//! Which rules were played when: a small file beside the saves, for lists that say so.

use super::{notes, system};
use crate::problem::Problem;
use crate::words::{Message, msg};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

const FILE: &str = "played.toml";
const DAY: u64 = 24 * 60 * 60;

/// Seconds since 1970 by game and variant.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Played(BTreeMap<String, BTreeMap<String, u64>>);

fn now() -> u64 {
    system::now() as u64
}

impl Played {
    /// What is known; a file that cannot be read says nothing.
    pub(super) fn load(home: &Path) -> Self {
        notes::load(&home.join(FILE))
    }

    /// Puts the file aside if it cannot be used, and tells so.
    pub(super) fn check(home: &Path) -> Option<Problem> {
        notes::check::<Self>(&home.join(FILE))
    }

    /// Notes that a game has begun under these rules.
    pub(super) fn note(home: &Path, pack: &str, variant: &str) {
        let mut played = Self::load(home);
        played.0.entry(pack.to_owned()).or_default().insert(variant.to_owned(), now());
        notes::keep(&home.join(FILE), &played);
    }

    /// How long ago that was.
    pub(super) fn when(&self, pack: &str, variant: &str) -> Option<Message> {
        let days = now().saturating_sub(*self.0.get(pack)?.get(variant)?) / DAY;
        Some(if days == 0 { msg!("window.workshop.played_today") } else { msg!("window.workshop.played_days", days) })
    }
}

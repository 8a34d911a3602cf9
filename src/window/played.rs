//! Which rules were played when: a small file beside the saves, for lists that say so.

use super::system;
use crate::files::{exists, read_file, write_atomically};
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
        let file = home.join(FILE);
        let text = exists(&file).then(|| read_file(&file).ok()).flatten();
        text.and_then(|source| toml::from_str(&source.text).ok()).unwrap_or_default()
    }

    /// Notes that a game has begun under these rules. What cannot be noted is not worth a word.
    pub(super) fn note(home: &Path, pack: &str, variant: &str) {
        let mut played = Self::load(home);
        played.0.entry(pack.to_owned()).or_default().insert(variant.to_owned(), now());
        if let Ok(text) = toml::to_string(&played) {
            let _ = write_atomically(&home.join(FILE), text);
        }
    }

    /// How long ago that was.
    pub(super) fn when(&self, pack: &str, variant: &str) -> Option<Message> {
        let days = now().saturating_sub(*self.0.get(pack)?.get(variant)?) / DAY;
        Some(if days == 0 { msg!("window.workshop.played_today") } else { msg!("window.workshop.played_days", days) })
    }
}

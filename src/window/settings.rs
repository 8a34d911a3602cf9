//! What a person has set about the window itself; kept in a small file beside the saves.

use crate::files::{make_folder, write_atomically};
use serde::{Deserialize, Serialize};
use std::path::Path;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Speed {
    Slow,
    Normal,
    Fast,
    Instant,
}

impl Speed {
    pub(super) const ALL: [Self; 4] = [Self::Slow, Self::Normal, Self::Fast, Self::Instant];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Slow => "Slow",
            Self::Normal => "Normal",
            Self::Fast => "Fast",
            Self::Instant => "Instant",
        }
    }

    pub(super) fn factor(self) -> f32 {
        match self {
            Self::Slow => 0.55,
            Self::Normal => 1.0,
            Self::Fast => 2.8,
            Self::Instant => 1e6,
        }
    }
}

/// Whether undo may go back across a roll of the die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum UndoDice {
    /// Yes in games with one person, no among several.
    Alone,
    Always,
    Never,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Settings {
    pub speed: Speed,
    /// People press for their own rolls and spins.
    pub roll_by_hand: bool,
    pub undo_dice: UndoDice,
    pub player_name: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self { speed: Speed::Normal, roll_by_hand: true, undo_dice: UndoDice::Alone, player_name: String::new() }
    }
}

impl Settings {
    /// Reads the file; what is missing or unreadable is as at the beginning.
    pub(super) fn load(path: &Path) -> Self {
        std::fs::read_to_string(path).ok().and_then(|text| toml::from_str(&text).ok()).unwrap_or_default()
    }

    /// Keeps them; the message says why that failed.
    pub(super) fn save(&self, path: &Path) -> Result<(), String> {
        let text = toml::to_string(self).map_err(|error| error.to_string())?;
        if let Some(folder) = path.parent() {
            make_folder(folder).map_err(|problem| problem.to_string())?;
        }
        write_atomically(path, &text).map_err(|problem| problem.to_string())
    }

    pub(super) fn undo_across_dice(&self, humans: usize) -> bool {
        match self.undo_dice {
            UndoDice::Alone => humans <= 1,
            UndoDice::Always => true,
            UndoDice::Never => false,
        }
    }
}

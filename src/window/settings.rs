//! What a person has set about the window itself; kept in a small file beside the saves.

use super::motion::Speed;
use crate::files::{exists, make_folder, put_aside, read_bytes, read_file, write_atomically};
use crate::problem::Problem;
use crate::words::msg;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Whether undo may go back across a roll of the die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum UndoDice {
    /// Yes in games with one person, no among several.
    Alone,
    Always,
    Never,
}

/// The version of the file.
const VERSION: u32 = 1;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Settings {
    version: u32,
    pub speed: Speed,
    /// People press for their own rolls and spins.
    pub roll_by_hand: bool,
    pub undo_dice: UndoDice,
    pub player_name: String,
    /// The code of the language that was chosen; nothing for the system's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            version: VERSION,
            speed: Speed::Normal,
            roll_by_hand: true,
            undo_dice: UndoDice::Alone,
            player_name: String::new(),
            language: None,
        }
    }
}

impl Settings {
    /// Reads the file, if there is one. One that cannot be used is told and put aside, and everything is as at the
    /// beginning.
    pub(super) fn load(path: &Path) -> (Self, Option<Problem>) {
        if !exists(path) {
            return (Self::default(), None);
        }
        match Self::read(path) {
            Ok(settings) => (settings, None),
            Err(problem) => {
                // What cannot be read for the moment may be in order.
                let told = match read_bytes(path).and_then(|_| put_aside(path)) {
                    Ok(aside) => problem.remedy(msg!("window.settings.put_aside", file = &*aside)),
                    Err(_) => problem,
                };
                (Self::default(), Some(told))
            }
        }
    }

    fn read(path: &Path) -> Result<Self, Problem> {
        let source = read_file(path)?;
        let settings: Self = toml::from_str(&source.text).map_err(|error| {
            Problem::at(&source, error.span().unwrap_or(0..0), msg!("window.settings.unreadable")).detail(error.message())
        })?;
        if settings.version == VERSION {
            return Ok(settings);
        }
        let message = msg!("window.settings.version", theirs = settings.version, known = VERSION);
        Err(Problem::on_line(&source, 1, message))
    }

    /// Keeps them. A file that could not be used and not be put aside before is not overwritten; tells where it is then.
    pub(super) fn save(&self, path: &Path) -> Result<Option<PathBuf>, Problem> {
        let shown = path.display().to_string();
        let text = toml::to_string(self)
            .map_err(|error| Problem::about(shown, msg!("window.settings.unwritable")).detail(error.to_string()))?;
        if let Some(folder) = path.parent() {
            make_folder(folder)?;
        }
        let in_the_way = exists(path) && Self::read(path).is_err();
        let aside = in_the_way.then(|| put_aside(path)).transpose()?;
        write_atomically(path, &text).map(|()| aside)
    }

    pub(super) fn undo_across_dice(&self, humans: usize) -> bool {
        match self.undo_dice {
            UndoDice::Alone => humans <= 1,
            UndoDice::Always => true,
            UndoDice::Never => false,
        }
    }
}

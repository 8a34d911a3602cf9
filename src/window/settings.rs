//! What a person has set about the window itself; kept in a small file beside the saves.

use super::motion::Speed;
use crate::files::{exists, make_folder, put_aside, read_bytes, read_file, write_atomically};
use crate::problem::Problem;
use crate::words::msg;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
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

/// How large everything that is written is, and with it the panels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum TextSize {
    Small,
    Normal,
    Large,
    Largest,
}

impl TextSize {
    pub(super) const ALL: [Self; 4] = [Self::Small, Self::Normal, Self::Large, Self::Largest];

    /// What it is called in names of elements and of words.
    pub(super) fn id(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Normal => "normal",
            Self::Large => "large",
            Self::Largest => "largest",
        }
    }

    /// How much larger than designed letters are.
    pub(super) fn factor(self) -> f32 {
        match self {
            Self::Small => 0.88,
            Self::Normal => 1.0,
            Self::Large => 1.18,
            Self::Largest => 1.36,
        }
    }
}

/// The smallest and the largest side of a window that is remembered.
const SIDES: std::ops::RangeInclusive<u32> = 200..=16_000;

/// The version of the file.
const VERSION: u32 = 1;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[allow(clippy::struct_excessive_bools, reason = "each is something else that can be switched")]
pub(super) struct Settings {
    version: u32,
    pub speed: Speed,
    /// Nothing pulses, and no moment is held.
    pub calm: bool,
    pub text_size: TextSize,
    pub high_contrast: bool,
    pub full_screen: bool,
    /// From 0 to 100.
    pub volume: u8,
    pub mute: bool,
    /// The sea is heard all the time.
    pub sea: bool,
    /// The size the window was given last, in its own measure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<(u32, u32)>,
    /// People press for their own rolls and spins.
    pub roll_by_hand: bool,
    pub undo_dice: UndoDice,
    pub player_name: String,
    /// The code of the language that was chosen; nothing for the system's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The lessons that have been gone through to their last card.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub lessons: BTreeSet<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            version: VERSION,
            speed: Speed::Normal,
            calm: false,
            text_size: TextSize::Normal,
            high_contrast: false,
            full_screen: false,
            volume: 60,
            mute: false,
            sea: false,
            window: None,
            roll_by_hand: true,
            undo_dice: UndoDice::Alone,
            player_name: String::new(),
            language: None,
            lessons: BTreeSet::new(),
        }
    }
}

impl Settings {
    /// Where they are kept.
    pub(super) fn file(home: &Path) -> PathBuf {
        home.join("settings.toml")
    }

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

    /// What the file says, for whoever opens the window; what is wrong with it is told later.
    pub(super) fn peek(path: &Path) -> Self {
        Self::read(path).unwrap_or_default()
    }

    /// The size the window had last, if a window can have it.
    pub(super) fn last_size(&self) -> Option<(i32, i32)> {
        let (width, height) = self.window.filter(|size| SIDES.contains(&size.0) && SIDES.contains(&size.1))?;
        Some((i32::try_from(width).ok()?, i32::try_from(height).ok()?))
    }

    pub(super) fn with_speed(&self, speed: Speed) -> Self {
        Self { speed, ..self.clone() }
    }

    pub(super) fn is_heard(&self) -> bool {
        !self.mute && self.volume > 0
    }

    /// How loud sounds are, from 0 to 1; ears hear a square as a straight line.
    pub(super) fn loudness(&self) -> f32 {
        (f32::from(self.volume.min(100)) / 100.0).powi(2)
    }

    pub(super) fn undo_across_dice(&self, humans: usize) -> bool {
        match self.undo_dice {
            UndoDice::Alone => humans <= 1,
            UndoDice::Always => true,
            UndoDice::Never => false,
        }
    }
}

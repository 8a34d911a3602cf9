//! Where games are kept: one folder of traces, one of them the autosave.

use super::table::Keeper;
use crate::files::{make_folder, write_atomically};
use crate::problem::Problem;
use std::path::{Path, PathBuf};

const AUTOSAVE: &str = "autosave";
const EXTENSION: &str = "jsonl";

/// The folder the table keeps its games in.
#[derive(Debug, Clone)]
pub struct Saves {
    pub folder: PathBuf,
}

impl Saves {
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The game that was being played last.
    pub fn autosave(&self) -> PathBuf {
        self.folder.join(format!("{AUTOSAVE}.{EXTENSION}"))
    }

    /// The file of a named save; the message says what is wrong with the name.
    pub fn path(&self, name: &str) -> Result<PathBuf, String> {
        let name = name.trim();
        if name.is_empty() {
            return Err("give the save a name".into());
        }
        if name.chars().count() > 60 {
            return Err("the name is longer than 60 characters".into());
        }
        let odd = |c: &char| !(c.is_alphanumeric() || " -_.,'()".contains(*c));
        if let Some(odd) = name.chars().find(odd) {
            return Err(format!("`{odd}` cannot be part of a name"));
        }
        if name.starts_with('.') || name.eq_ignore_ascii_case(AUTOSAVE) {
            return Err("that name is taken".into());
        }
        Ok(self.folder.join(format!("{name}.{EXTENSION}")))
    }

    /// Writes a game, making the folder if need be.
    pub fn write(path: &Path, text: &str) -> Result<(), Problem> {
        if let Some(folder) = path.parent() {
            make_folder(folder)?;
        }
        write_atomically(path, text)
    }

    /// Every named save, newest first.
    pub fn list(&self) -> Vec<(String, PathBuf)> {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut found: Vec<_> = entries
            .filter_map(|entry| {
                let path = entry.path();
                let name = path.file_stem()?.to_str()?.to_owned();
                let ours = path.extension().is_some_and(|e| e == EXTENSION) && name != AUTOSAVE;
                let age = entry.metadata().and_then(|m| m.modified()).ok();
                ours.then_some((std::cmp::Reverse(age), name, path))
            })
            .collect();
        found.sort();
        found.into_iter().map(|(_, name, path)| (name, path)).collect()
    }
}

/// Keeps the game being played in the autosave.
#[derive(Debug, Clone)]
pub struct Autosave(pub PathBuf);

impl Keeper for Autosave {
    fn keep(&mut self, trace: &str, _from: usize) -> Result<(), Problem> {
        Saves::write(&self.0, trace)
    }
}

/// A name for a save that does not exist yet.
pub fn suggested_name(saves: &Saves, game: &str) -> String {
    let taken: Vec<String> = saves.list().into_iter().map(|(name, _)| name).collect();
    let names = (1..).map(|n| format!("{game} {n}"));
    names.into_iter().find(|name| !taken.contains(name)).unwrap_or_default()
}

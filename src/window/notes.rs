//! Small notes beside the saves, such as how a game was set up last. One that cannot be used is put aside and told, never overwritten.

use crate::files::{exists, put_aside, read_bytes, read_file, write_atomically};
use crate::problem::Problem;
use crate::words::msg;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::Path;

fn read<T: DeserializeOwned>(path: &Path) -> Result<T, Problem> {
    let source = read_file(path)?;
    toml::from_str(&source.text).map_err(|error| {
        Problem::at(&source, error.span().unwrap_or(0..0), msg!("window.notes.unreadable")).detail(error.message())
    })
}

/// What is noted there; a file that cannot be read says nothing.
pub(super) fn load<T: DeserializeOwned + Default>(path: &Path) -> T {
    if exists(path) { read(path).unwrap_or_default() } else { T::default() }
}

/// Puts a file aside that cannot be used; what is wrong with it, and where it is now.
pub(super) fn check<T: DeserializeOwned>(path: &Path) -> Option<Problem> {
    let problem = if exists(path) { read::<T>(path).err()? } else { return None };
    Some(told_aside(path, problem, "window.notes.put_aside"))
}

/// Puts a file aside, and tells so with what is wrong, by the id of the words for it.
pub(super) fn told_aside(path: &Path, problem: Problem, told: &'static str) -> Problem {
    // What cannot be read for the moment may be in order.
    match read_bytes(path).and_then(|_| put_aside(path)) {
        Ok(aside) => problem.remedy(msg!(told, file = &*aside)),
        Err(_) => problem,
    }
}

/// Keeps notes; what stands there and cannot be used is put aside first. What cannot be noted is not worth a word.
pub(super) fn keep<T: Serialize + DeserializeOwned>(path: &Path, notes: &T) {
    let is_free = !exists(path) || read::<T>(path).is_ok() || put_aside(path).is_ok();
    if let (true, Ok(text)) = (is_free, toml::to_string(notes)) {
        let _ = write_atomically(path, text);
    }
}

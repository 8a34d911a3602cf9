//! What the window asks of the system it runs on, beside files: everything that a browser answers differently.

use super::text_area::TYPED;
use crate::files::{read_file, write_atomically};
use crate::problem::Problem;
use macroquad::DroppedFile;
use std::path::{Path, PathBuf};

/// Whether this is a page in a browser: nobody quits it, and it has no programs to open files with.
pub(super) const IS_PAGE: bool = cfg!(target_family = "wasm");

/// Seconds since 1970. People are told days and the window paces its work; no game depends on it.
pub(super) fn now() -> f64 {
    macroquad::miniquad::date::now()
}

/// Where things are kept when nobody says otherwise.
#[cfg(not(target_family = "wasm"))]
pub fn usual_home() -> PathBuf {
    dirs::data_dir().unwrap_or_else(std::env::temp_dir).join("triangulum")
}

#[cfg(target_family = "wasm")]
pub fn usual_home() -> PathBuf {
    PathBuf::from("triangulum")
}

/// The folder for what is given to others. A page hands out what is written there.
pub(super) fn shared(home: &Path) -> PathBuf {
    if IS_PAGE { PathBuf::from("download") } else { home.join("shared") }
}

/// The address of the page, without what stands behind its `#`; nothing for a window, whose links are only that.
pub(super) fn address() -> String {
    let address = Path::new("address.txt");
    if IS_PAGE { read_file(address).map(|source| source.text).unwrap_or_default() } else { String::new() }
}

/// What was typed into the page's own field, if that is what came.
pub(super) fn typed(file: &DroppedFile) -> Option<&[u8]> {
    let is_typed = IS_PAGE && file.path.as_deref() == Some(Path::new(TYPED));
    file.bytes.as_deref().filter(|_| is_typed)
}

/// Where a file lies that was dropped on the window. A page gets its name and what it holds, and puts it down for as long as it is
/// open, unless it is too long.
pub(super) fn dropped(file: DroppedFile) -> Option<Result<PathBuf, Problem>> {
    let path = file.path?;
    let Some(bytes) = file.bytes.filter(|_| IS_PAGE) else { return Some(Ok(path)) };
    let path = Path::new("dropped").join(path.file_name()?);
    Some(write_atomically(&path, bytes).map(|()| path))
}

/// Sleeps; a browser says itself when the next frame is due.
pub(super) fn sleep(seconds: f64) {
    if !IS_PAGE {
        std::thread::sleep(std::time::Duration::from_secs_f64(seconds));
    }
}

/// Opens a file with whatever the person edits such files with; the text says what the system has against it.
#[cfg(not(target_family = "wasm"))]
pub(super) fn open_in_editor(path: &str) -> Result<(), String> {
    opener::open(path).map_err(|error| error.to_string())
}

#[cfg(target_family = "wasm")]
pub(super) fn open_in_editor(_path: &str) -> Result<(), String> {
    Err(String::new())
}

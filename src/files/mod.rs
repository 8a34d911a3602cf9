//! Files: the one layer to the disk. Only here is decided what may be read, how long it may be, and how it is written;
//! nobody else opens, lists, renames or locks anything. docs/reliability.md says what that promises.

mod disk;
pub mod faults;
mod write;

pub use write::{Growing, Lock, cannot_be_written, copy_aside, lock, make_folder, put_aside, sweep, write_atomically};

use crate::limits;
use crate::problem::{Problem, Source};
use crate::words::number;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// How long files may be: what people write, and what the program writes. The same numbers hold for reading and writing,
/// so that whatever was written can be read again.
const LIMITS: [(&str, u64); 1] = [("toml", limits::TOML_BYTES)];

/// The most bytes a file of that name may have.
fn most_bytes(path: &Path) -> u64 {
    let named = LIMITS.iter().find(|(extension, _)| path.extension().is_some_and(|e| e.eq_ignore_ascii_case(extension)));
    named.map_or(limits::FILE_BYTES, |(_, most)| *most)
}

fn too_long(path: &Path) -> Problem {
    let most = most_bytes(path);
    Problem::about(path.display().to_string(), "is too long").allowed(format!("up to {} bytes", number(most as f64)))
}

/// Reads a text file, with a message a person can act on when that fails.
pub fn read_file(path: &Path) -> Result<Source, Problem> {
    let shown = path.display().to_string();
    match String::from_utf8(read_bytes(path)?) {
        Ok(text) => Ok(Source::new(shown, text)),
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let bytes = error.into_bytes();
            let readable = Source::new(shown, String::from_utf8_lossy(&bytes).into_owned());
            let problem = Problem::at(&readable, valid..valid + 1, "this is not UTF-8 text");
            Err(problem.remedy("save the file as UTF-8"))
        }
    }
}

/// Reads whatever a file holds; fails when it cannot be read, not when it holds something odd.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Problem> {
    let about = |message: String| Problem::about(path.display().to_string(), message);
    let unreadable = |error: io::Error| match (error.kind(), path.to_str()) {
        (ErrorKind::NotFound, None) => not_utf8_name(path),
        _ => about(format!("cannot be read: {error}")).remedy(reading_remedy(&error)),
    };
    // Asked before it is opened: opening a FIFO waits for somebody to write into it.
    let kind = disk::look(path).map_err(unreadable)?;
    if kind.is_dir() {
        return Err(about("is a folder".into()).remedy("name a file in it"));
    }
    if !kind.is_file() {
        return Err(about("is no ordinary file".into()).remedy("save what it gives in a file, and name that"));
    }
    let most = most_bytes(path);
    // A file may grow while it is read, and some say nothing about their length.
    let bytes = disk::read(path, most + 1).map_err(unreadable)?;
    if bytes.len() as u64 > most { Err(too_long(path)) } else { Ok(bytes) }
}

fn reading_remedy(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::NotFound => "is it spelt like this, and in this folder?",
        ErrorKind::PermissionDenied => "make it readable for you",
        _ => "look whether it is whole and its disk is there",
    }
}

fn not_utf8_name(path: &Path) -> Problem {
    Problem::about(path.display().to_string(), "the name is not UTF-8 text").remedy("rename it")
}

/// A file, or every TOML file in a folder and below, sorted. A folder is entered once, however many links lead to it.
pub fn toml_files(path: &Path) -> Result<Vec<PathBuf>, Problem> {
    let mut files = Vec::new();
    walk(path, &mut Vec::new(), &mut files)?;
    Ok(files)
}

fn walk(path: &Path, entered: &mut Vec<PathBuf>, files: &mut Vec<PathBuf>) -> Result<(), Problem> {
    if path.to_str().is_none() {
        return Err(not_utf8_name(path));
    }
    let wrong = |error: io::Error| {
        Problem::about(path.display().to_string(), format!("cannot be read: {error}")).remedy(reading_remedy(&error))
    };
    if !disk::look(path).map_err(wrong)?.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let real = disk::real_path(path).map_err(wrong)?;
    if entered.contains(&real) {
        return Ok(());
    }
    entered.push(real);
    for entry in disk::list(path).map_err(wrong)? {
        if is_folder(&entry) || entry.extension().is_some_and(|e| e == "toml") {
            walk(&entry, entered, files)?;
        }
    }
    Ok(())
}

/// What a folder holds, sorted.
pub fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    disk::list(folder)
}

/// When a file was last written, how long it is, and which one it is.
pub type Stamp = (SystemTime, u64, u64);

/// A file's stamp; nothing when it is not there.
pub fn stamp(path: &Path) -> io::Result<Option<Stamp>> {
    match disk::look(path) {
        Ok(found) => Ok(Some((found.modified().unwrap_or(SystemTime::UNIX_EPOCH), found.len(), disk::identity(&found)))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether something is there that can be looked at.
pub fn exists(path: &Path) -> bool {
    disk::look(path).is_ok()
}

pub fn is_file(path: &Path) -> bool {
    disk::look(path).is_ok_and(|found| found.is_file())
}

pub fn is_folder(path: &Path) -> bool {
    disk::look(path).is_ok_and(|found| found.is_dir())
}

/// Whether a path leads into a folder, all links followed.
pub fn leads_into(folder: &Path, path: &Path) -> bool {
    disk::real_path(folder).is_ok_and(|folder| disk::real_path(path).is_ok_and(|path| path.starts_with(folder)))
}

/// Whether two paths lead to the same place.
pub fn is_same(one: &Path, other: &Path) -> bool {
    one == other || matches!((disk::real_path(one), disk::real_path(other)), (Ok(one), Ok(other)) if one == other)
}

//! Files: the one layer to the disk. Only here is decided what may be read, how long it may be, and how it is written;
//! nobody else opens, lists, renames or locks anything. docs/reliability.md says what that promises.

#[cfg_attr(target_family = "wasm", path = "storage.rs")]
mod disk;
pub mod faults;
#[cfg(all(test, not(target_family = "wasm")))]
#[allow(dead_code, reason = "natively only its own tests use it")]
mod storage;
mod write;

pub use write::{Growing, Lock, cannot_be_written, copy_aside, lock, make_folder, move_file, put_aside, sweep, write_atomically};

use crate::limits;
use crate::problem::{Problem, Problems, Source};
use crate::words::{Message, msg, speaks};
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
    Problem::about(path.display().to_string(), msg!("files.too_long"))
        .allowed(msg!("files.up_to", n = most))
        .remedy(msg!("files.leave_out"))
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
            let problem = Problem::at(&readable, valid..valid + 1, msg!("files.not_utf8"));
            Err(problem.remedy(msg!("files.save_as_utf8")))
        }
    }
}

/// Reads whatever a file holds; fails when it cannot be read, not when it holds something odd.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Problem> {
    let about = |message: Message| Problem::about(path.display().to_string(), message);
    let unreadable = |error: io::Error| match (error.kind(), path.to_str()) {
        (ErrorKind::NotFound, None) => not_utf8_name(path),
        _ => cannot_be_read(path, &error),
    };
    // Asked before it is opened: opening a FIFO waits for somebody to write into it.
    let kind = disk::look(path).map_err(unreadable)?;
    if kind.is_dir() {
        return Err(about(msg!("files.folder")).remedy(msg!("files.name_a_file")));
    }
    if !kind.is_file() {
        return Err(about(msg!("files.not_ordinary")).remedy(msg!("files.save_it_first")));
    }
    let most = most_bytes(path);
    // A file may grow while it is read, and some say nothing about their length.
    let bytes = disk::read(path, most + 1).map_err(unreadable)?;
    if bytes.len() as u64 > most { Err(too_long(path)) } else { Ok(bytes) }
}

fn cannot_be_read(path: &Path, error: &io::Error) -> Problem {
    let remedy = match error.kind() {
        ErrorKind::NotFound => msg!("files.spelt_like_this"),
        ErrorKind::PermissionDenied => msg!("files.make_readable"),
        _ => msg!("files.look_at_disk"),
    };
    refused(&path.display().to_string(), "files.cannot_be_read", error).remedy(remedy)
}

/// Something the system would not do, with its reason in our words; where we have none, with what it says itself.
fn refused(shown: &str, what: &'static str, error: &io::Error) -> Problem {
    let known = match error.kind() {
        ErrorKind::NotFound => Some("files.io.not_found"),
        ErrorKind::PermissionDenied => Some("files.io.permission_denied"),
        ErrorKind::ReadOnlyFilesystem => Some("files.io.read_only"),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Some("files.io.full"),
        ErrorKind::FileTooLarge => Some("files.io.too_large"),
        ErrorKind::BrokenPipe => Some("files.io.broken_pipe"),
        ErrorKind::IsADirectory => Some("files.io.folder"),
        ErrorKind::NotADirectory => Some("files.io.no_folder"),
        ErrorKind::AlreadyExists => Some("files.io.exists"),
        ErrorKind::InvalidFilename => Some("files.io.name"),
        ErrorKind::ResourceBusy => Some("files.io.busy"),
        ErrorKind::TimedOut => Some("files.io.timed_out"),
        _ => None,
    };
    let ours = error.get_ref().and_then(|inner| inner.downcast_ref::<Ours>());
    let about = |why: Message| Problem::about(shown, msg!(what, why));
    match (known, ours) {
        (Some(why), _) => about(Message::new(why)),
        (None, Some(Ours(why))) => about(why.clone()),
        (None, None) => about(msg!("files.io.other")).detail(error.to_string()),
    }
}

/// A reason of our own why something on the disk was not done.
#[derive(Debug)]
struct Ours(Message);

impl Ours {
    fn error(id: &'static str) -> io::Error {
        io::Error::other(Self(Message::new(id)))
    }

    fn message(&self) -> &Message {
        &self.0
    }
}

speaks!(Ours);

fn not_utf8_name(path: &Path) -> Problem {
    Problem::about(path.display().to_string(), msg!("files.name_not_utf8")).remedy(msg!("files.rename"))
}

/// What the folders are called that a file lies in, from the innermost on, even where its path only begins in one of them.
pub fn folders_of(path: &Path) -> Vec<String> {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let names = whole.ancestors().skip(1).filter_map(Path::file_name);
    names.map(|name| name.to_string_lossy().into_owned()).collect()
}

/// A file, or every TOML file in a folder and below, sorted. A folder is entered once, however many links lead to it;
/// what cannot be looked at is told, and the rest is found.
pub fn toml_files(path: &Path, problems: &mut Problems) -> Vec<PathBuf> {
    let mut files = Vec::new();
    walk(path, &mut Vec::new(), &mut files, problems);
    files
}

fn walk(path: &Path, entered: &mut Vec<PathBuf>, files: &mut Vec<PathBuf>, problems: &mut Problems) {
    if path.to_str().is_none() {
        return problems.error(|| not_utf8_name(path));
    }
    let found = disk::look(path).and_then(|found| {
        if !found.is_dir() {
            files.push(path.to_owned());
            return Ok(Vec::new());
        }
        let real = disk::real_path(path)?;
        if entered.contains(&real) {
            return Ok(Vec::new());
        }
        entered.push(real);
        disk::list(path)
    });
    match found {
        Ok(entries) => {
            for entry in entries.into_iter().filter(|entry| is_folder(entry) || entry.extension().is_some_and(|e| e == "toml")) {
                walk(&entry, entered, files, problems);
            }
        }
        Err(error) => problems.error(|| cannot_be_read(path, &error)),
    }
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

//! Files: the one layer to the disk. Whole texts are read, whole texts replace what was there, and only here is decided
//! what may be read, how long it may be, and how it is written. docs/reliability.md says what that promises.

use crate::limits;
use crate::problem::{Problem, Source};
use crate::words::number;
use std::ffi::OsString;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

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
    let about = |message: String| Problem::about(&shown, message);
    let unreadable = |error: io::Error| match (error.kind(), path.to_str()) {
        (ErrorKind::NotFound, None) => not_utf8_name(path),
        _ => about(format!("cannot be read: {error}")).remedy(reading_remedy(&error)),
    };
    // Asked before it is opened: opening a FIFO waits for somebody to write into it.
    let kind = std::fs::metadata(path).map_err(unreadable)?;
    if kind.is_dir() {
        return Err(about("is a folder".into()).remedy("name a file in it"));
    }
    if !kind.is_file() {
        return Err(about("is no ordinary file".into()).remedy("save what it gives in a file, and name that"));
    }
    let most = most_bytes(path);
    let mut bytes = Vec::new();
    // A file may grow while it is read, and some say nothing about their length.
    File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes)).map_err(unreadable)?;
    if bytes.len() as u64 > most {
        return Err(too_long(path));
    }
    match String::from_utf8(bytes) {
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
    if !std::fs::metadata(path).map_err(wrong)?.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let real = path.canonicalize().map_err(wrong)?;
    if entered.contains(&real) {
        return Ok(());
    }
    entered.push(real);
    let mut entries: Vec<PathBuf> = std::fs::read_dir(path).map_err(wrong)?.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() || entry.extension().is_some_and(|e| e == "toml") {
            walk(&entry, entered, files)?;
        }
    }
    Ok(())
}

/// Makes a folder and those above it.
pub fn make_folder(path: &Path) -> Result<(), Problem> {
    std::fs::create_dir_all(path).map_err(|error| cannot_be_written(&path.display().to_string(), &error))
}

/// What to say when something cannot be written.
pub fn cannot_be_written(shown: &str, error: &io::Error) -> Problem {
    let remedy = match error.kind() {
        ErrorKind::NotFound => "make its folder first, or name another",
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => "name a place where you may write",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "make room on the disk, or name a place on another",
        ErrorKind::BrokenPipe => "let what reads it read to the end",
        ErrorKind::IsADirectory => "name a file in it",
        _ => "look whether the disk is there, or name another place",
    };
    Problem::about(shown, format!("cannot be written: {error}")).remedy(remedy)
}

/// Where bytes for a path go.
enum Target {
    /// An ordinary file that can be replaced, or one still to be made; links are followed to it.
    Replaced(PathBuf, Option<Metadata>),
    /// Devices, FIFOs and what a process has open are written into and stay what they are.
    Into,
}

fn target(path: &Path) -> io::Result<Target> {
    let found = match std::fs::metadata(path) {
        Ok(found) if found.is_dir() => return Err(ErrorKind::IsADirectory.into()),
        Ok(found) if !found.is_file() => return Ok(Target::Into),
        Ok(found) => Some(found),
        // Also a link to a file still to be made.
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let mut target = path.to_owned();
    for _ in 0..limits::LINKS {
        let folder = folder_of(&target);
        // `/dev/stdout` leads here: a link of the system to something open, whose name says nothing.
        if folder.canonicalize().is_ok_and(|folder| folder.starts_with("/proc")) {
            return Ok(Target::Into);
        }
        match std::fs::read_link(&target) {
            Ok(next) => target = folder.join(next),
            Err(_) => return Ok(Target::Replaced(target, found)),
        }
    }
    Err(io::Error::other("its links lead in a circle"))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Opens something that stays what it is, and grows at its end where it has one.
fn open_into(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).open(path)
}

/// Writes a file so that a crash leaves either the old one or the new one, never half of it.
pub fn write_atomically(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), Problem> {
    let contents = contents.as_ref();
    if contents.len() as u64 > most_bytes(path) {
        return Err(too_long(path));
    }
    let written = target(path).and_then(|target| match target {
        Target::Into => open_into(path)?.write_all(contents),
        Target::Replaced(target, before) => replace(&target, before.as_ref(), contents),
    });
    written.map_err(|error| cannot_be_written(&path.display().to_string(), &error))
}

fn replace(target: &Path, before: Option<&Metadata>, contents: &[u8]) -> io::Result<()> {
    let folder = folder_of(target);
    let (mut file, beside) = new_file_in(folder)?;
    let written = file.write_all(contents).and_then(|()| {
        if let Some(before) = before {
            file.set_permissions(before.permissions())?;
        }
        file.sync_all()?;
        std::fs::rename(&beside, target)
    });
    if written.is_err() {
        // The original error is the one worth telling.
        let _ = std::fs::remove_file(&beside);
    }
    written?;
    sync_folder(folder);
    Ok(())
}

/// A file nobody else has, in a folder. Its name does not grow with the name of what it will replace.
fn new_file_in(folder: &Path) -> io::Result<(File, PathBuf)> {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    loop {
        let count = COUNTER.fetch_add(1, Ordering::Relaxed);
        let name = OsString::from(format!(".triangulum-{}-{count}.part", std::process::id()));
        let path = folder.join(name);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            // Left behind by a process of the same number.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            opened => return opened.map(|file| (file, path)),
        }
    }
}

/// Lets the new name survive a power cut. Some file systems cannot; there the file itself is safe all the same.
#[cfg(unix)]
fn sync_folder(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

#[cfg(not(unix))]
fn sync_folder(_folder: &Path) {}

/// A file that grows line by line, so that what was cut short is kept up to there.
pub struct Growing {
    out: File,
    path: PathBuf,
    written: u64,
}

impl Growing {
    /// Begins an ordinary file anew; anything else is written into.
    pub fn begin(path: &Path) -> Result<Self, Problem> {
        let opened = target(path).and_then(|target| match target {
            Target::Into => open_into(path),
            Target::Replaced(target, _) => File::create(target),
        });
        let out = opened.map_err(|error| cannot_be_written(&path.display().to_string(), &error))?;
        Ok(Self { out, path: path.to_owned(), written: 0 })
    }

    pub fn add(&mut self, bytes: &[u8]) -> Result<(), Problem> {
        self.written += bytes.len() as u64;
        if self.written > most_bytes(&self.path) {
            return Err(too_long(&self.path));
        }
        self.out.write_all(bytes).map_err(|error| cannot_be_written(&self.path.display().to_string(), &error))
    }
}

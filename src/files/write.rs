//! Writing: whole files replaced at once, files that grow, locks, and what is put aside rather than overwritten.

use super::disk::{self, Metadata, Open};
use super::{Ours, most_bytes, refused, too_long};
use crate::limits;
use crate::problem::Problem;
use crate::words::Message;
use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// What a part is called that becomes a file once it is whole.
const PART: (&str, &str) = (".triangulum-", ".part");
/// A part this old is nobody's; one of a process that is gone is nobody's sooner.
const OLD_PART: Duration = Duration::from_hours(24);
const ORPHANED_PART: Duration = Duration::from_mins(1);

/// Makes a folder and those above it.
pub fn make_folder(path: &Path) -> Result<(), Problem> {
    disk::make_folder(path).map_err(|error| unwritable(path, &error))
}

/// What to say when something cannot be written.
pub fn cannot_be_written(shown: &str, error: &io::Error) -> Problem {
    let remedy = match error.kind() {
        ErrorKind::NotFound => "files.make_folder_first",
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => "files.write_elsewhere",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "files.make_room",
        ErrorKind::BrokenPipe => "files.read_to_the_end",
        ErrorKind::IsADirectory => "files.name_a_file",
        _ => "files.look_for_disk",
    };
    refused(shown, "files.cannot_be_written", error).remedy(Message::new(remedy))
}

fn unwritable(path: &Path, error: &io::Error) -> Problem {
    cannot_be_written(&path.display().to_string(), error)
}

/// Where bytes for a path go.
enum Target {
    /// An ordinary file that can be replaced, or one still to be made; links are followed to it.
    Replaced(PathBuf, Option<Metadata>),
    /// Devices, FIFOs and what a process has open are written into and stay what they are.
    Into,
}

fn target(path: &Path) -> io::Result<Target> {
    let found = match disk::look(path) {
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
        if disk::real_path(folder).is_ok_and(|folder| folder.starts_with("/proc")) {
            return Ok(Target::Into);
        }
        match disk::read_link(&target)? {
            Some(next) => target = folder.join(next),
            None => return Ok(Target::Replaced(target, found)),
        }
    }
    Err(Ours::error("files.io.circle"))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes a file so that a crash leaves either the old one or the new one, never half of it.
pub fn write_atomically(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), Problem> {
    Growing::begin(path, contents.as_ref()).map(drop)
}

/// Replaces a file, which stays open so that more can be added.
fn replace(target: &Path, before: Option<&Metadata>, contents: &[u8]) -> io::Result<Open> {
    let folder = folder_of(target);
    let (mut file, beside) = new_part_in(folder)?;
    let written = file.write(contents).and_then(|()| {
        if let Some(before) = before {
            file.permit(before.permissions())?;
        }
        file.sync()?;
        disk::rename(&beside, target)
    });
    if written.is_err() {
        // The original error is the one worth telling.
        let _ = disk::remove(&beside);
    }
    written?;
    // Some file systems cannot; there the file itself is safe all the same.
    let _ = disk::sync_folder(folder);
    Ok(file)
}

/// A file nobody else has, in a folder. Its name does not grow with the name of what it will replace.
fn new_part_in(folder: &Path) -> io::Result<(Open, PathBuf)> {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    loop {
        let count = COUNTER.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!("{}{}-{count}{}", PART.0, disk::process(), PART.1));
        match Open::new(&path) {
            // Left behind by a process of the same number.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            opened => return opened.map(|file| (file, path)),
        }
    }
}

/// Removes parts that processes have left in a folder when they died.
pub fn sweep(folder: &Path) {
    for path in disk::list(folder).unwrap_or_default() {
        let process = path.file_name().and_then(|name| name.to_str()).and_then(process_of);
        let age = process.and_then(|_| disk::age(&disk::look(&path).ok()?));
        if let (Some(process), Some(age)) = (process, age)
            && (age > OLD_PART || age > ORPHANED_PART && is_gone(process))
        {
            // What cannot be removed does no harm.
            let _ = disk::remove(&path);
        }
    }
}

/// The process that a part belongs to, if it is one.
fn process_of(name: &str) -> Option<u32> {
    let (process, count) = name.strip_prefix(PART.0)?.strip_suffix(PART.1)?.split_once('-')?;
    count.parse::<u64>().ok()?;
    process.parse().ok()
}

/// Whether there is no such process any more, as far as can be known.
fn is_gone(process: u32) -> bool {
    let processes = Path::new("/proc");
    disk::look(&processes.join("self")).is_ok() && disk::look(&processes.join(process.to_string())).is_err()
}

/// A file that grows piece by piece, so that what was cut short is kept up to there.
pub struct Growing {
    out: Open,
    path: PathBuf,
    written: u64,
}

impl Growing {
    /// Begins an ordinary file anew: a crash leaves the old one, or the new one with its first piece. Anything else is
    /// written into.
    pub fn begin(path: &Path, first: &[u8]) -> Result<Self, Problem> {
        let written = first.len() as u64;
        if written > most_bytes(path) {
            return Err(too_long(path));
        }
        let begun = target(path).and_then(|target| match target {
            Target::Into => Open::end_of(path).and_then(|mut out| out.write(first).map(|()| out)),
            Target::Replaced(target, before) => replace(&target, before.as_ref(), first),
        });
        let out = begun.map_err(|error| unwritable(path, &error))?;
        Ok(Self { out, path: path.to_owned(), written })
    }

    /// Goes on with a file that is there.
    pub fn resume(path: &Path) -> Result<Self, Problem> {
        let found = disk::look(path).and_then(|found| Ok((Open::end_of(path)?, found.len())));
        let (out, written) = found.map_err(|error| unwritable(path, &error))?;
        Ok(Self { out, path: path.to_owned(), written })
    }

    pub fn add(&mut self, bytes: &[u8]) -> Result<(), Problem> {
        self.written += bytes.len() as u64;
        if self.written > most_bytes(&self.path) {
            return Err(too_long(&self.path));
        }
        self.out.write(bytes).map_err(|error| unwritable(&self.path, &error))
    }

    /// Cuts it back to so many bytes, where it goes on then.
    pub fn cut(&mut self, length: u64) -> Result<(), Problem> {
        self.out.cut(length).map_err(|error| unwritable(&self.path, &error))?;
        self.written = length;
        Ok(())
    }

    /// Brings what was added to the disk itself.
    pub fn sync(&self) -> Result<(), Problem> {
        self.out.sync().map_err(|error| unwritable(&self.path, &error))
    }

    /// How long it has become.
    pub fn length(&self) -> u64 {
        self.written
    }
}

/// Something that one program at a time can have, until it is dropped or its program dies.
pub struct Lock(#[allow(dead_code, reason = "held, never looked at")] Option<Open>);

/// Takes a lock that a file stands for; nothing when somebody else has it.
pub fn lock(path: &Path) -> Result<Option<Lock>, Problem> {
    match Open::locked(path) {
        Ok(open) => Ok(open.map(|open| Lock(Some(open)))),
        // Where nothing can be written there is nothing to be kept from others.
        Err(error) if matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) => Ok(Some(Lock(None))),
        Err(error) => Err(unwritable(path, &error)),
    }
}

/// Moves a file to where nothing is yet.
pub fn move_file(from: &Path, to: &Path) -> Result<(), Problem> {
    disk::rename(from, to).map_err(|error| unwritable(from, &error))
}

/// Gives a file that cannot be used another name, so that it is not overwritten; tells the name.
pub fn put_aside(path: &Path) -> Result<PathBuf, Problem> {
    let moved = free_name(path, "unreadable").and_then(|aside| disk::rename(path, &aside).map(|()| aside));
    moved.map_err(|error| unwritable(path, &error))
}

/// Copies a file whose damaged part is about to be given up; tells the name of the copy.
pub fn copy_aside(path: &Path) -> Result<PathBuf, Problem> {
    let read = free_name(path, "damaged").and_then(|aside| Ok((disk::read(path, most_bytes(path))?, aside)));
    let (contents, aside) = read.map_err(|error| unwritable(path, &error))?;
    write_atomically(&aside, contents)?;
    Ok(aside)
}

/// `settings (unreadable).toml`, `settings (unreadable 2).toml` and so on: the first that nothing has.
fn free_name(path: &Path, why: &str) -> io::Result<PathBuf> {
    for number in 1..1000 {
        let mut name = OsString::from(path.file_stem().unwrap_or_default());
        name.push(if number == 1 { format!(" ({why})") } else { format!(" ({why} {number})") });
        if let Some(extension) = path.extension() {
            name.push(".");
            name.push(extension);
        }
        let name = path.with_file_name(name);
        match disk::look(&name) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(name),
            Err(error) => return Err(error),
            Ok(_) => {}
        }
    }
    Err(Ours::error("files.io.too_many_aside"))
}

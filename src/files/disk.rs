//! The disk: every call to the system's files is here and nowhere else. In a browser `storage.rs` takes this file's place.
//! Each call is one operation, which a test can let go wrong ([`faults`](super::faults)).

use super::faults;
pub(super) use std::fs::Metadata;
use std::fs::{self, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What is known about a path, links followed.
pub(super) fn look(path: &Path) -> io::Result<Metadata> {
    faults::looking()?;
    fs::metadata(path)
}

/// The entries of a folder, sorted.
pub(super) fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    faults::looking()?;
    let mut entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    Ok(entries)
}

/// Up to so many bytes of a file.
pub(super) fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    faults::looking()?;
    let mut bytes = Vec::new();
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The place a path stands for, without links.
pub(super) fn real_path(path: &Path) -> io::Result<PathBuf> {
    faults::looking()?;
    fs::canonicalize(path)
}

/// Where a link leads; nothing for what is no link, or not there.
pub(super) fn read_link(path: &Path) -> io::Result<Option<PathBuf>> {
    faults::looking()?;
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => fs::read_link(path).map(Some),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(None),
    }
}

pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    faults::operation()?;
    fs::create_dir_all(path)
}

pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    faults::operation()?;
    fs::rename(from, to)
}

pub(super) fn remove(path: &Path) -> io::Result<()> {
    faults::operation()?;
    fs::remove_file(path)
}

/// Lets new names survive a power cut, where the system can.
#[cfg(unix)]
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    faults::operation()?;
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
pub(super) fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// A number that tells files of one name apart, where the system has one.
#[cfg(unix)]
pub(super) fn identity(found: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(found)
}

#[cfg(not(unix))]
pub(super) fn identity(_found: &Metadata) -> u64 {
    0
}

/// How long ago a file was written, as far as that is known.
pub(super) fn age(found: &Metadata) -> Option<Duration> {
    found.modified().ok()?.elapsed().ok()
}

/// The number of this process.
pub(super) fn process() -> u32 {
    std::process::id()
}

/// A file that is open for writing.
pub(super) struct Open(File);

impl Open {
    /// A file that was not there before.
    pub(super) fn new(path: &Path) -> io::Result<Self> {
        faults::operation()?;
        OpenOptions::new().write(true).create_new(true).open(path).map(Self)
    }

    /// Something that is there and stays what it is; what is written comes to its end, where it has one.
    pub(super) fn end_of(path: &Path) -> io::Result<Self> {
        faults::operation()?;
        OpenOptions::new().append(true).open(path).map(Self)
    }

    /// A file that is locked while this is held; nothing when somebody else has it. Where there are no locks, everybody
    /// gets it.
    pub(super) fn locked(path: &Path) -> io::Result<Option<Self>> {
        faults::operation()?;
        // What somebody else has made may be only for reading; that is enough for a lock.
        let made = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        let file = made.or_else(|error| File::open(path).map_err(|_| error))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(Some(Self(file))),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let (most, fault) = faults::writing(bytes.len());
        self.0.write_all(&bytes[..most])?;
        fault
    }

    /// Cuts off what comes after so many bytes; what is written next comes there.
    pub(super) fn cut(&mut self, length: u64) -> io::Result<()> {
        faults::operation()?;
        self.0.set_len(length)?;
        self.0.seek(SeekFrom::End(0)).map(drop)
    }

    /// Brings what was written to the disk itself.
    pub(super) fn sync(&self) -> io::Result<()> {
        faults::syncing()?;
        self.0.sync_all()
    }

    pub(super) fn permit(&self, permissions: Permissions) -> io::Result<()> {
        faults::operation()?;
        self.0.set_permissions(permissions)
    }
}

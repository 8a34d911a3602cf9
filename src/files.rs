//! Files: the one layer to the disk. Whole texts are read, whole texts replace what was there.

use crate::problem::{Problem, Source};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A file larger than this is not something a person wrote.
const MOST_BYTES: u64 = 4 * 1024 * 1024;

/// Reads a text file, with a message a person can act on when that fails.
pub fn read_file(path: &Path) -> Result<Source, Problem> {
    let shown = path.display().to_string();
    let about = |message: String| Problem::about(&shown, message);
    let size = std::fs::metadata(path).map_err(|error| about(format!("cannot be read: {error}")))?;
    if size.is_dir() {
        return Err(about("is a folder".into()).remedy("name a file in it"));
    }
    if size.len() > MOST_BYTES {
        return Err(about(format!("is {} bytes long", size.len())).allowed(format!("up to {MOST_BYTES} bytes")));
    }
    let bytes = std::fs::read(path).map_err(|error| about(format!("cannot be read: {error}")))?;
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

/// Makes a folder and those above it.
pub fn make_folder(path: &Path) -> Result<(), Problem> {
    std::fs::create_dir_all(path).map_err(|error| cannot_be_written(path, &error))
}

fn cannot_be_written(path: &Path, error: &std::io::Error) -> Problem {
    Problem::about(path.display().to_string(), format!("cannot be written: {error}"))
}

/// Writes a file so that a crash leaves either the old one or the new one, never half of it.
pub fn write_atomically(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), Problem> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = PathBuf::from(beside);
    let written = std::fs::File::create(&beside).and_then(|mut file| {
        file.write_all(contents.as_ref())?;
        file.sync_all()
    });
    let replaced = written.and_then(|()| std::fs::rename(&beside, path));
    replaced.map_err(|error| {
        // The original error is the one worth telling.
        let _ = std::fs::remove_file(&beside);
        cannot_be_written(path, &error)
    })
}

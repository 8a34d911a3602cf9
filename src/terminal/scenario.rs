//! scenario: runs given/when/then files.

use super::{Table, aside, say};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use triangulum::problem::{Problem, Problems};
use triangulum::scenario;
use triangulum::variant::shelf::read_file;

pub fn scenarios(table: &Table, paths: &[PathBuf]) -> Result<ExitCode, Problems> {
    let library = table.library()?;
    let default = [PathBuf::from("tests/scenarios")];
    let mut files = Vec::new();
    for path in if paths.is_empty() { &default[..] } else { paths } {
        collect(path, &mut files)?;
    }
    if files.is_empty() {
        return Err(Problem::about("scenario", "there are no scenario files").remedy("name a .toml file or a folder with some").into());
    }
    let (mut passed, mut failed) = (0, 0);
    for file in &files {
        match read_file(file).map_err(Problems::from).and_then(|source| scenario::run(&library, &source)) {
            Ok(verdict) if verdict.passed() => passed += 1,
            Ok(verdict) => {
                failed += 1;
                aside(&Problems(verdict.failures).to_string());
            }
            Err(problems) => {
                failed += 1;
                aside(&problems.to_string());
            }
        }
    }
    say(&format!("{passed} passed, {failed} failed"));
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Problems> {
    let wrong = |error: std::io::Error| Problem::about(path.display().to_string(), format!("cannot be read: {error}"));
    if !path.is_dir() {
        std::fs::metadata(path).map_err(wrong)?;
        files.push(path.to_owned());
        return Ok(());
    }
    let mut entries: Vec<PathBuf> = std::fs::read_dir(path).map_err(wrong)?.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() || entry.extension().is_some_and(|e| e == "toml") {
            collect(&entry, files)?;
        }
    }
    Ok(())
}

//! scenario: runs given/when/then files.

use super::{Table, aside, say, toml_files};
use std::path::PathBuf;
use std::process::ExitCode;
use triangulum::files::read_file;
use triangulum::problem::{Problem, Problems};
use triangulum::scenario;

pub(crate) fn scenarios(table: &Table, paths: &[PathBuf]) -> Result<ExitCode, Problems> {
    let library = table.library()?;
    let default = [PathBuf::from("tests/scenarios")];
    let files = toml_files(if paths.is_empty() { &default } else { paths })?;
    if files.is_empty() {
        return Err(Problem::about("scenario", "there are no scenario files")
            .remedy("name a .toml file or a folder with some")
            .into());
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
    say(&format!("{passed} passed, {failed} failed"))?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

//! scenario: runs given/when/then files.

use super::{Table, aside, say, toml_files};
use crate::files::read_file;
use crate::problem::{Problem, Problems};
use crate::scenario;
use crate::words::msg;
use std::path::PathBuf;
use std::process::ExitCode;

pub(crate) fn scenarios(table: &Table, paths: &[PathBuf]) -> Result<ExitCode, Problems> {
    let library = table.library()?;
    let default = [PathBuf::from("tests/scenarios")];
    let (files, unseen) = toml_files(if paths.is_empty() { &default } else { paths })?;
    if files.is_empty() {
        return Err(Problem::about("scenario", msg!("terminal.scenario.none")).remedy(msg!("terminal.name_files")).into());
    }
    let (mut passed, mut failed) = (0, unseen.0.len());
    if failed > 0 {
        aside(unseen.to_string());
    }
    for file in &files {
        match read_file(file).map_err(Problems::from).and_then(|source| scenario::run(&library, &source)) {
            Ok(verdict) if verdict.passed() => passed += 1,
            Ok(verdict) => {
                failed += 1;
                aside(Problems(verdict.failures));
            }
            Err(problems) => {
                failed += 1;
                aside(problems);
            }
        }
    }
    say(msg!("terminal.scenario.told", passed, failed))?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

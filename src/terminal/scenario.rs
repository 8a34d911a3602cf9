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
        let source = read_file(file).map_err(Problems::from);
        if let Some(other) = source.as_ref().ok().and_then(scenario::something_else) {
            let what = match other {
                scenario::Other::Rule => msg!("terminal.scenario.is_rule"),
                scenario::Other::Variant => msg!("terminal.scenario.is_variant"),
            };
            // Whoever names a folder means the scenarios in it; whoever names a file means that one.
            if paths.contains(file) {
                failed += 1;
                aside(Problem::about(file.display().to_string(), what));
            } else {
                aside(msg!("terminal.scenario.left_out", file = file.as_path(), what));
            }
            continue;
        }
        match source.and_then(|source| scenario::run(&library, &source)) {
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

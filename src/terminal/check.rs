//! check: the linter for variant files.

use super::{Table, aside, check_kinds, say, toml_files};
use std::path::PathBuf;
use std::process::ExitCode;
use triangulum::problem::{Problem, Problems};
use triangulum::variant::Variant;

/// Prints every problem of every file; exit code 1 when there is an error.
pub(crate) fn check(table: &Table, paths: &[PathBuf]) -> Result<ExitCode, Problems> {
    let library = table.library()?;
    let files = toml_files(paths)?;
    let mut names: Vec<(&str, String)> = Vec::new();
    if paths.is_empty() {
        for pack in table.packs()? {
            names.extend(library.shelf.variant_names(pack.name()).into_iter().map(|name| (pack.name(), name)));
        }
    } else {
        let pack = table.pack()?.name();
        names.extend(files.iter().map(|file| (pack, file.display().to_string())));
    }
    if names.is_empty() {
        return Err(Problem::about("check", "there are no variant files")
            .remedy("name a .toml file or a folder with some")
            .into());
    }
    let load = |pack: &str, name: &str| {
        if paths.is_empty() { library.load(pack, name) } else { table.load_from(&library, name) }
    };
    let (mut errors, mut warnings) = (0, 0);
    for (pack, name) in &names {
        let problems = match load(pack, name) {
            Ok(variant) => unknown_players(&variant).into_iter().chain(variant.warnings).collect(),
            Err(problems) => problems.0,
        };
        for problem in problems {
            if problem.is_error() {
                errors += 1 + problem.untold;
            } else {
                warnings += 1 + problem.untold;
            }
            aside(&problem.to_string());
        }
    }
    say(&format!("{} variants checked: {errors} errors, {warnings} warnings", names.len()))?;
    Ok(if errors == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// A contract may name a kind of player there is none of.
fn unknown_players(variant: &Variant) -> Vec<Problem> {
    let Some(contract) = &variant.contract else { return Vec::new() };
    let checked = check_kinds(contract.players.as_slice(), |message| variant.problem_on_line(contract.players_line, message));
    checked.err().map(|problems| problems.0).unwrap_or_default()
}

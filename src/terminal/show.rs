//! Verbs that only show something: plan, rulebook, board.

use super::{Table, say};
use std::path::Path;
use std::process::ExitCode;
use triangulum::packs::bermuda;
use triangulum::problem::{Problem, Problems};
use triangulum::trace::write_atomically;
use triangulum::variant::{STANDARD, rulebook as book};

pub fn plan(table: &Table) -> Result<ExitCode, Problems> {
    let (_, variant) = table.load()?;
    say(&format!("{} / {}", table.pack, variant.rules.blueprint.variant));
    say(variant.rules.plan.to_string().trim_end());
    Ok(ExitCode::SUCCESS)
}

pub fn rulebook(table: &Table) -> Result<ExitCode, Problems> {
    let (library, variant) = table.load()?;
    let standard = library.load(variant.rules.blueprint.pack, STANDARD)?;
    say(book::print(&variant, &standard).trim_end());
    Ok(ExitCode::SUCCESS)
}

pub fn board(table: &Table, file: &Path) -> Result<ExitCode, Problems> {
    let (_, variant) = table.load()?;
    if variant.rules.pack.name() != "bermuda" {
        return Err(Problem::about("--pack", "only the Bermuda board can be drawn as SVG").into());
    }
    let drawing = bermuda::svg::draw(bermuda::Sea::of(&variant.rules));
    write_atomically(file, &drawing).map_err(|error| Problem::about(file.display().to_string(), format!("cannot be written: {error}")))?;
    say(&format!("wrote {}", file.display()));
    Ok(ExitCode::SUCCESS)
}

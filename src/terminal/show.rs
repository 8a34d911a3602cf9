//! Verbs that only show something: plan, rulebook, board.

use super::{Shown, Table, say};
use std::path::Path;
use std::process::ExitCode;
use triangulum::files::{make_folder, write_atomically};
use triangulum::problem::{Problem, Problems};
use triangulum::variant::explain::{differences, values as explain_values};
use triangulum::variant::schema::schema_text;
use triangulum::variant::{STANDARD, rulebook as book};

pub(crate) fn plan(shown: &Shown) -> Result<ExitCode, Problems> {
    let (_, variant) = shown.table.load(&shown.variant)?;
    say(&format!("{} / {}", variant.rules.blueprint.pack, variant.rules.blueprint.variant))?;
    say(variant.rules.plan.to_string().trim_end())?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn rulebook(shown: &Shown) -> Result<ExitCode, Problems> {
    let (library, variant) = shown.table.load(&shown.variant)?;
    let standard = library.load(variant.rules.blueprint.pack, STANDARD)?;
    say(book::print(variant.effective(), &standard.rules).trim_end())?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn explain(shown: &Shown) -> Result<ExitCode, Problems> {
    let (library, variant) = shown.table.load(&shown.variant)?;
    let standard = library.load(variant.rules.blueprint.pack, STANDARD)?;
    let blueprint = &variant.rules.blueprint;
    say(&format!("{} / {}: {}", blueprint.pack, blueprint.variant, blueprint.title))?;
    if !blueprint.about.is_empty() {
        say(&blueprint.about)?;
    }
    say(&format!("made from {}", variant.files().collect::<Vec<_>>().join(", ")))?;
    say(&format!("rules in force: {}", blueprint.rules.join(", ")))?;
    say(explain_values(variant.effective()).trim_end())?;
    say("\nHow it differs from the standard game:")?;
    let differences = differences(variant.effective(), &standard.rules);
    if differences.is_empty() {
        say("  Not at all.")?;
    }
    for sentence in differences {
        say(&format!("  - {sentence}"))?;
    }
    if let Some(contract) = &variant.contract {
        say("\nWhat it promises (`triangulum lab check` tests it):")?;
        let file = variant.file();
        for clause in &contract.clauses {
            say(&format!("  - {} {}  {file}:{}", clause.name, clause.text, clause.line))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn schema(table: &Table, folder: &Path) -> Result<ExitCode, Problems> {
    let (library, packs) = (table.library()?, table.packs()?);
    make_folder(folder)?;
    for pack in packs {
        let catalogue = library.catalogue(pack)?;
        let file = folder.join(format!("{}.json", pack.name()));
        write_atomically(&file, schema_text(&catalogue))?;
        say(&format!("wrote {}", file.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn board(shown: &Shown, file: &Path) -> Result<ExitCode, Problems> {
    let (_, variant) = shown.table.load(&shown.variant)?;
    let pack = variant.rules.pack;
    let drawing = pack.draw(&variant.rules).ok_or_else(|| {
        Problem::about("--pack", format!("{} has no board to draw", pack.title())).remedy("choose another game with --pack")
    })?;
    write_atomically(file, &drawing)?;
    say(&format!("wrote {}", file.display()))?;
    Ok(ExitCode::SUCCESS)
}

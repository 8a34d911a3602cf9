//! Verbs that only show something: plan, rulebook, board.

use super::{Shown, Table, say};
use crate::files::{make_folder, write_atomically};
use crate::problem::{Problem, Problems};
use crate::script;
use crate::sim::{Rule, Seat, observer};
use crate::variant::book_page::page;
use crate::variant::explain::{differences, values as explain_values};
use crate::variant::schema::schema_text;
use crate::variant::{STANDARD, rulebook as book};
use crate::words::msg;
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn plan(shown: &Shown) -> Result<ExitCode, Problems> {
    let (_, variant) = shown.table.load(&shown.variant)?;
    let (game, called) = (variant.rules.pack.title(), variant.rules.blueprint.called());
    say(msg!("terminal.explain.title", game, variant = called))?;
    say(&variant.rules.plan)?;
    let scripts = variant.rules.in_force.iter().filter_map(|rule| script::find(*rule));
    let beside: Vec<(String, &str)> =
        scripts.flat_map(|rule| rule.beside_the_plan().into_iter().map(|what| (what, rule.id()))).collect();
    if !beside.is_empty() {
        say(msg!("sim.plan.beside"))?;
        for (what, rule) in beside {
            say(format!("      {what:<16} {rule}"))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn rulebook(shown: &Shown, html: Option<&Path>) -> Result<ExitCode, Problems> {
    let (library, variant) = shown.table.load(&shown.variant)?;
    let standard = library.load(variant.rules.blueprint.pack, STANDARD)?;
    if let Some(path) = html {
        let blocks = book::blocks(variant.effective(), &standard.rules, true);
        write_atomically(path, page(&blocks).as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    say(book::print(variant.effective(), &standard.rules))?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn explain(shown: &Shown) -> Result<ExitCode, Problems> {
    let (library, variant) = shown.table.load(&shown.variant)?;
    let standard = library.load(variant.rules.blueprint.pack, STANDARD)?;
    let blueprint = &variant.rules.blueprint;
    let (game, pack) = (variant.rules.pack.title(), variant.rules.pack);
    say(msg!("terminal.explain.title", game, variant = blueprint.called()))?;
    if !blueprint.about.is_empty() {
        say(blueprint.says())?;
    }
    say(msg!("terminal.explain.made", files = variant.files().collect::<Vec<_>>().join(", ")))?;
    say(msg!("terminal.explain.rules", rules = blueprint.rules.iter().map(|rule| pack.rule_name(rule)).collect::<Vec<_>>()))?;
    say(explain_values(variant.effective()))?;
    say(format!("\n{}", msg!("terminal.explain.differs")))?;
    let differences = differences(variant.effective(), &standard.rules);
    if differences.is_empty() {
        say(format!("  {}", msg!("terminal.explain.same")))?;
    }
    for (what, place) in differences {
        say(format!("  - {}", msg!("terminal.explain.set_in", what, place)))?;
    }
    let reasons = blueprint.rules.iter().filter_map(|rule| Some((pack.rule_name(rule), pack.rule_reason(rule)?)));
    let reasons: Vec<_> = reasons.collect();
    if !reasons.is_empty() {
        say(format!("\n{}", msg!("terminal.explain.why")))?;
        for (rule, why) in reasons {
            say(format!("  - {}", msg!("terminal.explain.reason", rule, why)))?;
        }
    }
    if let Some(contract) = &variant.contract {
        say(format!("\n{}", msg!("terminal.explain.promises")))?;
        let seats = contract.seats.unwrap_or_else(|| pack.usual_seats(&variant.rules));
        let (file, metrics) = (variant.file(), observer::metrics(&variant.rules, seats as Seat));
        for clause in &contract.clauses {
            // What it is about, beside the key by which the file names it.
            say(format!("  - {} {}  {}  {file}:{}", clause.name, clause.text, clause.about(&metrics), clause.line))?;
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
        say(msg!("terminal.wrote", file = file.as_path()))?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn board(shown: &Shown, file: &Path) -> Result<ExitCode, Problems> {
    let (_, variant) = shown.table.load(&shown.variant)?;
    let pack = variant.rules.pack;
    let drawing = pack.draw(&variant.rules).ok_or_else(|| {
        Problem::about("--pack", msg!("terminal.board.none", game = pack.title())).remedy(msg!("terminal.board.other"))
    })?;
    write_atomically(file, &drawing)?;
    say(msg!("terminal.wrote", file))?;
    Ok(ExitCode::SUCCESS)
}

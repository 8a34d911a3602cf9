//! lab tune: settings under which a variant keeps its contract.

use super::super::help::{any, whole};
use super::super::progress::outcome;
use super::super::set::{Values, read, set};
use super::super::spread::{Hall, Rounds};
use super::super::{Table, aside};
use super::sweep::axes;
use super::{Told, batch, contracted, heading, write};
use crate::lab::report::{data, pages, text};
use crate::lab::sweep::Axis;
use crate::lab::tune::{Search, tune as look};
use crate::problem::{Problem, Problems, Source};
use crate::words::msg;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct Arguments {
    /// A variant with a contract, by name or path
    variant: String,
    #[command(flatten)]
    table: Table,
    #[command(flatten)]
    values: Values,
    /// A setting that may be changed, and how far: KEY=LOW..HIGH, KEY=A,B,C, or KEY alone for all that is declared
    #[arg(long, value_name = "KEY=VALUES", required = true)]
    vary: Vec<String>,
    /// Games of the whole search
    #[arg(long, default_value_t = 20_000, value_parser = whole::<u64>(1_000, 1_000_000_000))]
    games: u64,
    /// The most fresh games to confirm a candidate with
    #[arg(long, value_name = "GAMES", default_value_t = 20_000, value_parser = whole::<u64>(250, 1_000_000_000))]
    confirm: u64,
    /// The seed of all chance
    #[arg(long, default_value_t = 1, value_parser = any::<u64>())]
    seed: u64,
    /// Write what was found as a variant file, with the evidence in comments
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    #[command(flatten)]
    pub rounds: Rounds,
    #[command(flatten)]
    told: Told,
}

pub(super) fn tune(arguments: &Arguments, hall: &Hall) -> Result<ExitCode, Problems> {
    let (library, variant) = arguments.table.load(&arguments.variant)?;
    let variant = set(variant, &arguments.values.set)?;
    let Some(contract) = &variant.contract else {
        let problem = Problem::about(&arguments.variant, msg!("terminal.lab.no_contract"));
        return Err(problem.remedy(msg!("terminal.lab.add_contract")).into());
    };
    let batch = batch(&variant, &contracted(&variant, contract)?, arguments.seed, arguments.games);
    let axes = axes("--vary", &arguments.vary, |text| Axis::fine(text, &variant))?;
    let heading = heading(std::slice::from_ref(&batch));
    let search = Search { variant: &variant, axes: &axes, clauses: &contract.clauses, batch, confirm: arguments.confirm };
    let tuned = hall.play(search.length(), |games| look(&search, games))?;
    if hall.is_part() {
        return Ok(outcome());
    }
    if tuned.points.is_empty() {
        return Err(Problem::about("--vary", msg!("terminal.tune.nowhere")).remedy(msg!("terminal.tune.other_bounds")).into());
    }
    if let Some(path) = &arguments.write {
        let text = text::tuned_variant(&search, &tuned, &read(&arguments.values.set)?);
        write(path, &text)?;
        aside(msg!("terminal.lab.written", file = path.as_path()));
        if library.load_source(Source::new(path.display().to_string(), text)).is_err() {
            aside(msg!("terminal.tune.beside", file = path.as_path(), variant = variant.file()));
        }
    }
    arguments.told.tell(
        || pages::tuned(&heading, &search, &tuned),
        || data::tuned_json(&heading, &search, &tuned),
        || text::tuned(&heading, &search, &tuned, variant.file()),
    )?;
    Ok(if tuned.is_kept() { outcome() } else { ExitCode::FAILURE })
}

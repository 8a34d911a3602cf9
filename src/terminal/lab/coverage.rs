//! lab coverage: what never mattered, and what moves what.

use super::super::help::whole;
use super::super::progress::{Progress, outcome};
use super::super::set::{Values, set};
use super::super::{Played, Seats, hand_over, say};
use super::{batch, heading, name_of};
use crate::lab::coverage::{cover, twists};
use crate::lab::report::{data, text};
use crate::problem::Problems;
use clap::Args;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    played: Played,
    #[command(flatten)]
    seats: Seats,
    #[command(flatten)]
    values: Values,
    /// How many games, played again for every rule and every other value
    #[arg(long, default_value_t = 1_000, value_parser = whole::<u64>(1, u64::MAX))]
    games: u64,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

pub(super) fn coverage(arguments: &Arguments) -> Result<ExitCode, Problems> {
    let Arguments { played, seats, values, games, json } = arguments;
    let variant = set(played.table.load(&played.variant)?.1, &values.set)?;
    let base = batch(&variant, &seats.kinds(&variant.rules)?, seats.seed()?, *games);
    let twists = twists(&variant, base.seats.len());
    let progress = Progress::over(games * (twists.len() as u64 + 1));
    let coverage = cover(&base, twists, &|games| progress.go_on(games))?;
    progress.done();
    let heading = heading(std::slice::from_ref(&base), vec![name_of(&variant.rules.blueprint)]);
    if *json {
        hand_over(&format!("{:#}", data::coverage_json(&heading, &coverage)))?;
    } else {
        say(text::coverage(&heading, &variant, &coverage))?;
    }
    Ok(outcome())
}

//! lab coverage: what never mattered, and what moves what.

use super::super::help::whole;
use super::super::progress::outcome;
use super::super::set::Values;
use super::super::spread::{Hall, Spread};
use super::{Asked, Told, heading};
use crate::lab::coverage::{cover, twists};
use crate::lab::report::{data, pages, text};
use crate::problem::Problems;
use clap::Args;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    values: Values,
    /// How many games, played again for every rule and every other value
    #[arg(long, default_value_t = 1_000, value_parser = whole::<u64>(1, u64::MAX))]
    games: u64,
    #[command(flatten)]
    pub spread: Spread,
    #[command(flatten)]
    told: Told,
}

pub(super) fn coverage(arguments: &Arguments, hall: &Hall) -> Result<ExitCode, Problems> {
    let Arguments { asked, values, games, spread: _, told } = arguments;
    let (variant, base) = asked.batch(&values.set, *games)?;
    let twists = twists(&variant, base.seats.len());
    let coverage = hall.play(games * (twists.len() as u64 + 1), |games| cover(&base, twists, games))?;
    if hall.is_part() {
        return Ok(outcome());
    }
    let heading = heading(std::slice::from_ref(&base));
    told.tell(
        || pages::coverage(&heading, &variant, &coverage),
        || data::coverage_json(&heading, &coverage),
        || text::coverage(&heading, &variant, &coverage),
    )?;
    Ok(outcome())
}

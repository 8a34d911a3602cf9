//! lab compare: the same games under several variants.

use super::super::help::whole;
use super::super::progress::outcome;
use super::super::set::Values;
use super::super::spread::{Hall, Spread};
use super::super::{Seats, Table};
use super::{Form, Forms, batch, heading, load_all};
use crate::lab::report::{Heading, data, html, text};
use crate::lab::{Batch, Comparison};
use crate::problem::Problems;
use clap::Args;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Variants by name or path; the others are compared with the first
    #[arg(required = true, num_args = 2.., value_name = "VARIANT")]
    names: Vec<String>,
    #[command(flatten)]
    table: Table,
    #[command(flatten)]
    seats: Seats,
    #[command(flatten)]
    values: Values,
    /// How many games under each variant
    #[arg(long, default_value_t = 10_000, value_parser = whole::<u64>(1, u64::MAX))]
    games: u64,
    #[command(flatten)]
    pub spread: Spread,
    #[command(flatten)]
    form: Form,
}

pub(super) fn compare(arguments: &Arguments, hall: &Hall) -> Result<ExitCode, Problems> {
    let Arguments { names, table, seats, values, games, spread: _, form } = arguments;
    let seed = seats.seed()?;
    let (variants, kinds) = load_all(table, names, values, seats)?;
    let batches: Vec<Batch> = variants.iter().map(|variant| batch(variant, &kinds, seed, *games)).collect();
    let heading = heading(&batches);
    let comparison = hall.play(games * batches.len() as u64, |games| games.compare(&batches))?;
    if !hall.is_part() {
        tell(form, &heading, &comparison)?;
    }
    Ok(outcome())
}

pub(super) fn tell(form: &Form, heading: &Heading, comparison: &Comparison) -> Result<(), Problems> {
    let all: Vec<usize> = (0..comparison.metrics().len()).collect();
    form.tell(&Forms {
        text: &|| text::comparison(heading, comparison),
        json: &|| data::comparison_json(heading, comparison, &all),
        csv: &|| data::comparison_csv(heading, comparison, &all),
        html: &|| html::comparison(heading, comparison),
    })
}

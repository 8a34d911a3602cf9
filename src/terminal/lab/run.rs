//! lab run: one batch.

use super::super::aside;
use super::super::help::whole;
use super::super::progress::outcome;
use super::super::set::Values;
use super::super::spread::{Hall, Spread};
use super::{Asked, Form, Forms, heading, write};
use crate::lab::Batch;
use crate::lab::report::{Heading, data, html, text};
use crate::lab::run::run_until;
use crate::lab::tally::Tally;
use crate::problem::{Problem, Problems};
use crate::sim::observer::metrics;
use crate::words::msg;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    values: Values,
    /// How many games
    #[arg(long, default_value_t = 10_000, value_parser = whole::<u64>(1, u64::MAX))]
    games: u64,
    /// Stop as soon as the mean of a metric is known so well, such as `rounds=0.2`; `--games` are the most
    #[arg(long, value_name = "KEY=WIDTH")]
    precision: Option<String>,
    /// Also write one row for each game: its number, its seed and everything that was read
    #[arg(long, value_name = "FILE")]
    rows: Option<PathBuf>,
    #[command(flatten)]
    pub spread: Spread,
    #[command(flatten)]
    form: Form,
}

pub(super) fn run(arguments: &Arguments, hall: &Hall) -> Result<ExitCode, Problems> {
    let Arguments { asked, values, games, precision, rows, spread: _, form } = arguments;
    let (_, mut batch) = asked.batch(&values.set, *games)?;
    let wanted = precision.as_deref().map(|text| read_precision(text, &batch)).transpose()?;
    let (tally, read) = hall.play(*games, |games| match wanted {
        Some((metric, width)) => run_until(&batch, rows.is_some(), games, |tally| is_precise(tally, metric, width)),
        None => games.rows(&batch, 0..batch.games, rows.is_some()),
    })?;
    if let Some(path) = rows {
        write(path, &data::rows_csv(&batch, &tally, &read))?;
        aside(msg!("terminal.lab.written", file = path.as_path()));
    }
    if wanted.is_some() {
        batch.games = tally.games;
    }
    if !hall.is_part() {
        tell(form, &heading(std::slice::from_ref(&batch)), &tally)?;
    }
    Ok(outcome())
}

/// The place of a metric, and half of the interval that is wanted.
fn read_precision(text: &str, batch: &Batch) -> Result<(usize, f64), Problems> {
    let wrong =
        || Problem::about("--precision", msg!("terminal.lab.precision", text)).allowed(msg!("terminal.lab.precision_allowed"));
    let (key, width) = text.split_once('=').ok_or_else(wrong)?;
    let width: f64 = width.trim().parse().ok().filter(|width: &f64| width.is_finite() && *width > 0.0).ok_or_else(wrong)?;
    let all = metrics(&batch.rules, batch.seats.len() as u8);
    Ok((super::sweep::wanted("--precision", key, &all)?[0], width))
}

fn is_precise(tally: &Tally, metric: usize, width: f64) -> bool {
    let summary = tally.summary(metric);
    !summary.rare && summary.interval.half_width() <= width
}

fn tell(form: &Form, heading: &Heading, tally: &Tally) -> Result<(), Problems> {
    form.tell(&Forms {
        text: &|| text::tally(heading, tally),
        json: &|| data::tally_json(heading, tally),
        csv: &|| data::csv(std::iter::once((heading.variants[0].as_str(), tally))),
        html: &|| html::tally(heading, tally),
    })
}

//! lab run and lab merge: one batch, whole or in parts.

use super::super::help::{program, whole};
use super::super::progress::{Progress, outcome};
use super::super::set::{Values, set};
use super::super::{Played, Seats, aside, say};
use super::{Form, Forms, batch, heading, name_of, write};
use crate::files::read_file;
use crate::lab::Batch;
use crate::lab::part::{self, Part, Shard};
use crate::lab::report::{Heading, data, html, text};
use crate::lab::run::{run_rows, run_until};
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
    played: Played,
    #[command(flatten)]
    seats: Seats,
    #[command(flatten)]
    values: Values,
    /// How many games
    #[arg(long, default_value_t = 10_000, value_parser = whole::<u64>(1, u64::MAX))]
    games: u64,
    /// Stop as soon as the mean of a metric is known so well, such as `rounds=0.2`; `--games` are the most
    #[arg(long, value_name = "KEY=WIDTH", conflicts_with_all = ["shard", "out"])]
    precision: Option<String>,
    /// Also write one row for each game: its number, its seed and everything that was read
    #[arg(long, value_name = "FILE")]
    rows: Option<PathBuf>,
    /// Play only one part of the games, such as 3/64; `lab merge` puts parts together
    #[arg(long, value_name = "PART/PARTS", requires = "out")]
    shard: Option<String>,
    /// Write everything that was counted to a part file, for `lab merge`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    form: Form,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, Problems> {
    let Arguments { played, seats, values, games, precision, rows, shard, out, form } = arguments;
    let shard = shard.as_deref().map_or(Ok(Shard::WHOLE), read_shard)?;
    let variant = set(played.table.load(&played.variant)?.1, &values.set)?;
    let mut batch = batch(&variant, &seats.kinds(&variant.rules)?, seats.seed()?, *games);
    let wanted = precision.as_deref().map(|text| read_precision(text, &batch)).transpose()?;
    let numbers = shard.numbers(*games);
    let progress = Progress::over(numbers.end - numbers.start);
    let go_on = |games: u64| progress.go_on(games);
    let (tally, read) = match wanted {
        Some((metric, width)) => run_until(&batch, rows.is_some(), &go_on, |tally| is_precise(tally, metric, width))?,
        None => run_rows(&batch, numbers.clone(), rows.is_some(), &go_on)?,
    };
    progress.done();
    if wanted.is_some() {
        batch.games = tally.games;
    }
    if let Some(path) = rows {
        write(path, &data::rows_csv(&batch, &tally, &read))?;
        aside(msg!("terminal.lab.written", file = path.as_path()));
    }
    let heading = heading(std::slice::from_ref(&batch), vec![name_of(&variant.rules.blueprint)]);
    let Some(out) = out else {
        tell(form, &heading, &tally)?;
        return Ok(outcome());
    };
    if tally.games < numbers.end - numbers.start {
        aside(msg!("terminal.lab.part_unwritten"));
        return Ok(outcome());
    }
    let part = Part { batch, numbers, tally };
    write(out, &part.to_text())?;
    let (from, to) = (part.numbers.start + 1, part.numbers.end);
    say(msg!("terminal.lab.part_written", file = out.as_path(), from, to, all = *games))?;
    if shard == Shard::WHOLE {
        tell(form, &heading, &part.tally)?;
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

fn read_shard(text: &str) -> Result<Shard, Problems> {
    Shard::parse(text).ok_or_else(|| {
        Problem::about("--shard", msg!("terminal.lab.shard", text)).allowed(msg!("terminal.lab.shard_allowed")).into()
    })
}

fn tell(form: &Form, heading: &Heading, tally: &Tally) -> Result<(), Problems> {
    form.tell(&Forms {
        text: &|| text::tally(heading, tally),
        json: &|| data::tally_json(heading, tally),
        csv: &|| data::csv(std::iter::once((heading.variants[0].as_str(), tally))),
        html: &|| html::tally(heading, tally),
    })
}

#[derive(Args)]
pub(crate) struct Merge {
    /// Part files written by `lab run --shard`
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// Only print the commands that still have to be run; parts that cannot be read are among them
    #[arg(long)]
    missing: bool,
    #[command(flatten)]
    form: Form,
}

pub(super) fn merge(arguments: &Merge) -> Result<ExitCode, Problems> {
    let mut parts = Vec::new();
    let mut problems = Problems::default();
    for path in &arguments.parts {
        // What has a place was read and is no text, which no part is as it was written.
        let damaged = |problem: Problem| if problem.place.is_some() { problem.remedy(part::another_copy()) } else { problem };
        match read_file(path).map_err(|problem| damaged(problem).into()).and_then(|source| Part::read(&source)) {
            Ok(part) => parts.push((path.display().to_string(), part)),
            Err(found) => problems.0.extend(found.0),
        }
    }
    if arguments.missing && !parts.is_empty() {
        problems.0.iter().for_each(aside);
        return missing(&parts.into_iter().map(|(_, part)| part).collect::<Vec<_>>());
    }
    let (parts, _) = problems.unless_errors(parts)?;
    let whole = part::merge(parts)?;
    let heading = heading(std::slice::from_ref(&whole.batch), vec![name_of(&whole.batch.rules.blueprint)]);
    tell(&arguments.form, &heading, &whole.tally)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the command for every part that is not there.
fn missing(parts: &[Part]) -> Result<ExitCode, Problems> {
    let Some(shards) = part::missing(parts) else {
        let problem = Problem::about("--missing", msg!("terminal.lab.cut_otherwise"));
        return Err(problem.remedy(msg!("terminal.lab.one_cut")).into());
    };
    if shards.is_empty() {
        say(msg!("terminal.lab.none_missing"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let Batch { rules, seats, seed, games, .. } = &parts[0].batch;
    let (program, pack, variant, seats) = (program(), rules.pack.name(), &rules.blueprint.variant, seats.join(","));
    for Shard { number, of } in shards {
        say(format!(
            "{program} lab run --pack {pack} --variant {variant} --seats {seats} --seed {seed} --games {games} --shard {number}/{of} --out part{number}.json"
        ))?;
    }
    Ok(ExitCode::FAILURE)
}

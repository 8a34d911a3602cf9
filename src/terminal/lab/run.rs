//! lab run and lab merge: one batch, whole or in parts.

use super::super::help::whole;
use super::super::progress::{Progress, outcome};
use super::super::{Played, Seats, aside, say};
use super::{Form, Forms, batch, heading, name_of, write};
use crate::files::read_file;
use crate::lab::part::{self, Part, Shard};
use crate::lab::report::{Heading, data, html, text};
use crate::lab::run::run_part;
use crate::lab::tally::Tally;
use crate::problem::{Problem, Problems};
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
    /// How many games
    #[arg(long, default_value_t = 10_000, value_parser = whole::<u64>(1, u64::MAX))]
    games: u64,
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
    let Arguments { played, seats, games, shard, out, form } = arguments;
    let shard = shard.as_deref().map_or(Ok(Shard::WHOLE), read_shard)?;
    let (_, variant) = played.table.load(&played.variant)?;
    let batch = batch(&variant, &seats.kinds(&variant.rules)?, seats.seed()?, *games);
    let numbers = shard.numbers(*games);
    let progress = Progress::over(numbers.end - numbers.start);
    let tally = run_part(&batch, numbers.clone(), &|games| progress.go_on(games))?;
    progress.done();
    let heading = heading(&batch, vec![name_of(&variant.rules.blueprint)]);
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
    let (parts, _) = problems.unless_errors(parts)?;
    let whole = part::merge(parts)?;
    let heading = heading(&whole.batch, vec![name_of(&whole.batch.rules.blueprint)]);
    tell(&arguments.form, &heading, &whole.tally)?;
    Ok(ExitCode::SUCCESS)
}

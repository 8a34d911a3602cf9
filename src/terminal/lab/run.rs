//! lab run and lab merge: one batch, whole or in parts.

use super::super::progress::{Progress, outcome};
use super::super::{Played, Seats, aside, say};
use super::{Form, Forms, batch, heading, name_of, write};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use triangulum::files::read_file;
use triangulum::lab::part::{self, Part, Shard};
use triangulum::lab::report::{Heading, data, html, text};
use triangulum::lab::run::run_part;
use triangulum::lab::tally::Tally;
use triangulum::problem::{Problem, Problems};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    played: Played,
    #[command(flatten)]
    seats: Seats,
    /// How many games
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
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
    let heading = heading(&batch, vec![name_of(&variant)]);
    let Some(out) = out else {
        tell(form, &heading, &tally)?;
        return Ok(outcome());
    };
    if tally.games < numbers.end - numbers.start {
        aside("a part that is not whole is not written");
        return Ok(outcome());
    }
    let part = Part { batch, numbers, tally };
    write(out, &part.to_text())?;
    say(&format!("{}: games {} to {} of {games}", out.display(), part.numbers.start + 1, part.numbers.end))?;
    if shard == Shard::WHOLE {
        tell(form, &heading, &part.tally)?;
    }
    Ok(outcome())
}

fn read_shard(text: &str) -> Result<Shard, Problems> {
    Shard::parse(text).ok_or_else(|| {
        Problem::about("--shard", format!("`{text}` is not a part")).allowed("PART/PARTS, such as 3/64, with PART from 1").into()
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
        match read_file(path).map_err(Problems::from).and_then(|source| Part::read(&source)) {
            Ok(part) => parts.push((path.display().to_string(), part)),
            Err(found) => problems.0.extend(found.0),
        }
    }
    let (parts, _) = problems.unless_errors(parts)?;
    let whole = part::merge(parts)?;
    let heading = heading(&whole.batch, vec![whole.batch.rules.blueprint.variant.clone()]);
    tell(&arguments.form, &heading, &whole.tally)?;
    Ok(ExitCode::SUCCESS)
}

//! lab: many games, with a progress bar.

use super::{Played, Seats, say};
use indicatif::{ProgressBar, ProgressStyle};
use std::process::ExitCode;
use triangulum::lab::{Batch, run};
use triangulum::problem::{Problem, Problems};

pub fn lab(played: &Played, seats: &Seats, games: u64) -> Result<ExitCode, Problems> {
    let seed = seats.seed()?;
    let (_, variant) = played.table.load(&played.variant)?;
    let kinds = seats.kinds(&variant.rules)?;
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games  {per_sec}  {eta} left");
    let bar = ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let batch = Batch { rules: variant.rules.clone(), seats: kinds, seed, games };
    let tally = run(&batch, &|played| bar.inc(played)).map_err(|error| Problem::about("lab", error.to_string()))?;
    bar.finish_and_clear();
    let blueprint = &variant.rules.blueprint;
    say(&format!("{} / {}, {}, seed {seed}", blueprint.pack, blueprint.variant, batch.seats.join(" ")));
    say(tally.to_string().trim_end());
    Ok(ExitCode::SUCCESS)
}

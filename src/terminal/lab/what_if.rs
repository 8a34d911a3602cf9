//! lab what-if: one position, several rules.

use super::super::help::{any, whole};
use super::super::progress::outcome;
use super::super::set::{Values, set};
use super::super::spread::{Hall, Spread};
use super::super::{Seats, Table, aside};
use super::{Form, compare, heading_as, name_of};
use crate::lab::report::{Heading, Position};
use crate::lab::what_if::{as_it_is, turned};
use crate::problem::{Problem, Problems};
use crate::table::{Until, read_trace, replay};
use crate::words::{english, msg};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct Arguments {
    /// A file written by `run --trace`, or a saved game
    trace: PathBuf,
    /// Variants by name or path, each compared with the rules the game was played by
    #[arg(required = true, value_name = "VARIANT")]
    names: Vec<String>,
    /// After so many moves; the last position when it is left out
    #[arg(long, value_name = "MOVES", value_parser = any::<usize>())]
    at: Option<usize>,
    /// A folder with variants of your own
    #[arg(long, value_name = "DIR")]
    variants: Option<PathBuf>,
    #[command(flatten)]
    values: Values,
    /// Who plays on, separated by commas: random, short, quick, greedy, search or search:N; greedy in every seat when none are named
    #[arg(long)]
    seats: Option<String>,
    /// The seed of all chance to come
    #[arg(long, default_value = "1")]
    seed: String,
    /// How many games under each variant
    #[arg(long, default_value_t = 1_000, value_parser = whole::<u64>(1, u64::MAX))]
    games: u64,
    #[command(flatten)]
    pub spread: Spread,
    #[command(flatten)]
    form: Form,
}

pub(super) fn what_if(arguments: &Arguments, hall: &Hall) -> Result<ExitCode, Problems> {
    let trace = read_trace(&arguments.trace)?;
    let table = Table { pack: Some(trace.header.pack.name().to_owned()), variants: arguments.variants.clone() };
    let replayed = replay(&trace, &table.library()?, arguments.at.map_or(Until::End, Until::Commands))?;
    if let Some(problem) = replayed.departs {
        return Err(problem.into());
    }
    if let Some(damage) = replayed.seal.damage() {
        aside(damage);
    }
    let position = replayed.table.game();
    let path = arguments.trace.display().to_string();
    if position.outcome().is_some() {
        let problem = Problem::about(path, msg!("terminal.what_if.over"));
        return Err(problem.remedy(msg!("terminal.what_if.earlier")).into());
    }
    let usual = vec!["greedy"; trace.header.seats.len()].join(",");
    let seats = Seats { seats: Some(arguments.seats.clone().unwrap_or(usual)), seed: arguments.seed.clone() };
    let kinds = seats.kinds(position.rules())?;
    let playing = trace.header.seats.len();
    if kinds.len() != playing {
        let problem = Problem::about("--seats", msg!("terminal.seats.named", n = kinds.len()));
        return Err(problem.allowed(msg!("terminal.what_if.seats", n = playing, file = path)).into());
    }
    let base = as_it_is(position, kinds, seats.seed()?, arguments.games);
    let mut batches = vec![base.clone()];
    let as_it_is = msg!("lab.as_it_is");
    let mut names = vec![(english().say(&as_it_is), as_it_is.to_string())];
    for name in &arguments.names {
        let variant = set(table.load(name)?.1, &arguments.values.set)?;
        let turned = turned(&base, position, &variant)?;
        for change in turned.too_late() {
            aside(msg!("terminal.what_if.too_late", variant = name, change = change.to_string()));
        }
        names.push(name_of(&variant.rules.blueprint));
        batches.push(turned.batch);
    }
    let (moves, round) = (replayed.commands as u64, position.turn().round);
    let heading = Heading { position: Some(Position { trace: path, moves, round }), ..heading_as(&batches, names) };
    let comparison = hall.play(arguments.games * batches.len() as u64, |games| games.compare(&batches))?;
    if !hall.is_part() {
        compare::tell(&arguments.form, &heading, &comparison)?;
    }
    Ok(outcome())
}

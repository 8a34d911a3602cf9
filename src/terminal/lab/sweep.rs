//! lab sweep: a grid of settings.

use super::super::help::whole;
use super::super::progress::outcome;
use super::super::spread::{Hall, Spread};
use super::{Asked, Form, Forms, heading, heading_as, name_of};
use crate::lab::report::{data, html, text};
use crate::lab::sweep::{Axis, Sweep, batches, grid, sweep as play};
use crate::problem::{Problem, Problems};
use crate::sim::Metric;
use crate::sim::observer::metrics;
use crate::words::{Message, msg};
use clap::Args;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    asked: Asked,
    /// A setting and its values: KEY=LOW..HIGH/POINTS, KEY=LOW..HIGH, KEY=A,B,C, or KEY alone for all that is declared;
    /// several make a grid
    #[arg(long = "set", value_name = "KEY=VALUES", required = true)]
    set: Vec<String>,
    /// What to show, separated by commas; `lab run --csv` lists all keys
    #[arg(long, value_name = "KEYS", default_value = "rounds,choices,drama,win_turn_1")]
    metric: String,
    /// How many games at each point
    #[arg(long, default_value_t = 2_000, value_parser = whole::<u64>(1, u64::MAX))]
    games: u64,
    #[command(flatten)]
    pub spread: Spread,
    #[command(flatten)]
    form: Form,
}

pub(super) fn sweep(arguments: &Arguments, hall: &Hall) -> Result<ExitCode, Problems> {
    let Arguments { asked, set, metric, games, spread: _, form } = arguments;
    let (variant, base) = asked.batch(&[], *games)?;
    let wanted = wanted("--metric", metric, &metrics(&variant.rules, base.seats.len() as u8))?;
    let axes = axes("--set", set, |text| Axis::parse(text, &variant))?;
    let points = grid(&axes)?;
    let batches = batches(&variant, &base, &axes, &points)?;
    let names = std::iter::once(name_of(&variant.rules.blueprint))
        .chain(points.iter().map(|point| (Sweep::name(&axes, point), Sweep::words(&axes, point))));
    let all = heading_as(&batches, names.collect());
    let heading = heading(std::slice::from_ref(&base));
    let swept = hall.play(games * batches.len() as u64, |games| play(axes, points, &batches, games))?;
    if hall.is_part() {
        return Ok(outcome());
    }
    form.tell(&Forms {
        text: &|| text::sweep(&heading, &swept, &wanted),
        json: &|| data::sweep_json(&all, &swept, &wanted),
        csv: &|| data::comparison_csv(&all, &swept.comparison, &wanted),
        html: &|| html::sweep(&heading, &swept, &wanted),
    })?;
    Ok(outcome())
}

/// What is varied, each setting once.
pub(super) fn axes(option: &str, texts: &[String], read: impl Fn(&str) -> Result<Axis, Problem>) -> Result<Vec<Axis>, Problems> {
    let mut problems = Problems::default();
    let mut axes: Vec<Axis> = Vec::new();
    for text in texts {
        match read(text) {
            Ok(axis) if axes.iter().any(|other| other.key == axis.key) => {
                let problem = Problem::about(option, msg!("terminal.sweep.twice", key = &axis.key));
                problems.push(problem.remedy(msg!("terminal.sweep.at_once", key = &axis.key)));
            }
            Ok(axis) => axes.push(axis),
            Err(problem) => problems.push(problem),
        }
    }
    problems.unless_errors(axes).map(|(axes, _)| axes)
}

/// The places of the metrics that are named.
pub(super) fn wanted(option: &str, names: &str, metrics: &[Metric]) -> Result<Vec<usize>, Problems> {
    let place = |name: &str| {
        metrics.iter().position(|metric| metric.key == name).ok_or_else(|| {
            let keys: Vec<&str> = metrics.iter().map(|metric| metric.key.as_str()).collect();
            let problem = Problem::about(option, msg!("terminal.sweep.metric", name));
            Problems::from(problem.allowed(Message::verbatim(keys.join(", "))).did_you_mean(name, keys.iter().copied()))
        })
    };
    names.split(',').map(|name| place(name.trim())).collect()
}

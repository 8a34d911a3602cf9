//! The lab's verbs. Each turns words into batches, plays them under a progress bar, and hands what was found to a report.

mod check;
mod compare;
mod coverage;
mod run;
mod soak;
mod sweep;
mod what_if;

use super::{Seats, Table, aside, hand_over, say};
use clap::{Args, Subcommand};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use triangulum::files::write_atomically;
use triangulum::lab::Batch;
use triangulum::lab::report::Heading;
use triangulum::problem::{Problem, Problems};
use triangulum::variant::Variant;

pub(crate) const EXAMPLES: &str = "\
Examples:
  triangulum lab run --games 20000 --html report.html
  triangulum lab compare standard short my_rules.toml
  triangulum lab sweep --set victory.goal=200000..400000/5 --set ports.capacity.4=3..5 --html sweep.html
  triangulum lab what-if game.jsonl --at 40 standard stormy
  triangulum lab coverage --variant stormy
  triangulum lab check
  triangulum lab run --games 100000 --shard 3/64 --out part3.json
  triangulum lab merge part*.json
  triangulum lab soak --seconds 60";

#[derive(Subcommand)]
pub(crate) enum Verb {
    /// Play many games of a variant and measure them
    Run(run::Arguments),
    /// Play the same games under several variants and tell what differs
    Compare(compare::Arguments),
    /// Play a grid of settings and show what each does
    Sweep(sweep::Arguments),
    /// Play on from a position of a recorded game, once under each variant
    WhatIf(what_if::Arguments),
    /// Find what never mattered, and which setting moves what most
    Coverage(coverage::Arguments),
    /// Test the contracts of variants
    Check(check::Arguments),
    /// Put the parts of a batch together
    Merge(run::Merge),
    /// Play random games under random combinations of rules and look for anything that must never happen
    Soak(soak::Arguments),
}

pub(crate) fn lab(verb: &Verb) -> Result<ExitCode, Problems> {
    match verb {
        Verb::Run(arguments) => run::run(arguments),
        Verb::Compare(arguments) => compare::compare(arguments),
        Verb::Sweep(arguments) => sweep::sweep(arguments),
        Verb::WhatIf(arguments) => what_if::what_if(arguments),
        Verb::Coverage(arguments) => coverage::coverage(arguments),
        Verb::Check(arguments) => check::check(arguments),
        Verb::Merge(arguments) => run::merge(arguments),
        Verb::Soak(arguments) => soak::soak(arguments),
    }
}

/// In which form the result is wanted.
#[derive(Args)]
pub(crate) struct Form {
    /// Print JSON instead of a table
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print CSV instead of a table
    #[arg(long)]
    csv: bool,
    /// Also write a page with plots; it needs no other file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// The same result in every form.
struct Forms<'a> {
    text: &'a dyn Fn() -> String,
    json: &'a dyn Fn() -> Value,
    csv: &'a dyn Fn() -> String,
    html: &'a dyn Fn() -> String,
}

impl Form {
    fn tell(&self, forms: &Forms<'_>) -> Result<(), Problems> {
        // The page first: data that cannot be handed over ends the program.
        if let Some(path) = &self.html {
            write(path, &(forms.html)())?;
            aside(&format!("written: {}", path.display()));
        }
        if self.json {
            hand_over(&format!("{:#}", (forms.json)()))?;
        } else if self.csv {
            hand_over((forms.csv)().trim_end())?;
        } else {
            say((forms.text)().trim_end())?;
        }
        Ok(())
    }
}

fn write(path: &Path, text: &str) -> Result<(), Problems> {
    Ok(write_atomically(path, text)?)
}

/// A variant that may be compared with others: of the same game, for the same number of players.
fn load_all(table: &Table, names: &[String], seats: &Seats) -> Result<(Vec<Variant>, Vec<String>), Problems> {
    let variants = names.iter().map(|name| Ok(table.load(name)?.1)).collect::<Result<Vec<Variant>, Problems>>()?;
    let first = &variants[0].rules;
    let kinds = seats.kinds(first)?;
    for (name, variant) in names.iter().zip(&variants) {
        if variant.rules.pack.name() != first.pack.name() {
            let message =
                format!("is a variant of {}, but {} is one of {}", variant.rules.pack.title(), names[0], first.pack.title());
            return Err(Problem::about(name, message).into());
        }
        if !variant.rules.seats().contains(&kinds.len()) {
            let message = format!("is not for {} players, so it cannot be compared with {} at this table", kinds.len(), names[0]);
            return Err(Problem::about(name, message).remedy("name as many --seats as all of them allow").into());
        }
    }
    Ok((variants, kinds))
}

fn batch(variant: &Variant, kinds: &[String], seed: u64, games: u64) -> Batch {
    Batch::new(variant.rules.clone(), kinds.to_vec(), seed, games)
}

fn heading(batch: &Batch, variants: Vec<String>) -> Heading {
    let pack = batch.rules.pack;
    let (seats, seed, asked) = (batch.seats.clone(), batch.seed, batch.games);
    Heading { pack: pack.name().to_owned(), game: pack.title().to_owned(), variants, seats, seed, asked }
}

fn name_of(variant: &Variant) -> String {
    variant.rules.blueprint.variant.clone()
}

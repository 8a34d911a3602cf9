//! The lab's verbs. Each turns words into batches, plays them under a progress bar, and hands what was found to a report.

mod check;
mod compare;
mod coverage;
mod run;
mod soak;
mod sweep;
mod tune;
mod what_if;

use super::set::{Values, set};
use super::spread::{Hall, Merge, Spread};
use super::{Played, Seats, Table, aside, check_kinds, hand_over, say};
use crate::files::write_atomically;
use crate::lab::Batch;
use crate::lab::report::Heading;
use crate::players;
use crate::problem::{Problem, Problems};
use crate::sim::Blueprint;
use crate::variant::Variant;
use crate::variant::contract::Contract;
use crate::words::{msg, spoken};
use clap::{Args, Subcommand};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

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
    /// Look for settings under which a variant keeps its contract
    Tune(tune::Arguments),
    /// Put parts that were played on several machines together
    Merge(Merge),
    /// Play random games under random combinations of rules and look for anything that must never happen
    Soak(soak::Arguments),
}

impl Verb {
    /// In how many parts it is played, if it can be.
    pub(crate) fn spread(&self) -> Option<&Spread> {
        match self {
            Self::Run(arguments) => Some(&arguments.spread),
            Self::Compare(arguments) => Some(&arguments.spread),
            Self::Sweep(arguments) => Some(&arguments.spread),
            Self::WhatIf(arguments) => Some(&arguments.spread),
            Self::Coverage(arguments) => Some(&arguments.spread),
            Self::Check(arguments) => Some(&arguments.spread),
            Self::Tune(arguments) => Some(&arguments.rounds.spread),
            Self::Merge(_) | Self::Soak(_) => None,
        }
    }

    /// Where that stands what is known of the rounds before, if it is played in rounds.
    pub(crate) fn known(&self) -> Option<&Path> {
        if let Self::Tune(arguments) = self { arguments.rounds.known.as_deref() } else { None }
    }
}

/// Carries out a verb with the games of a hall.
pub(crate) fn lab(verb: &Verb, hall: &Hall) -> Result<ExitCode, Problems> {
    match verb {
        Verb::Run(arguments) => run::run(arguments, hall),
        Verb::Compare(arguments) => compare::compare(arguments, hall),
        Verb::Sweep(arguments) => sweep::sweep(arguments, hall),
        Verb::WhatIf(arguments) => what_if::what_if(arguments, hall),
        Verb::Coverage(arguments) => coverage::coverage(arguments, hall),
        Verb::Check(arguments) => check::check(arguments, hall),
        Verb::Tune(arguments) => tune::tune(arguments, hall),
        Verb::Soak(arguments) => soak::soak(arguments),
        Verb::Merge(_) => Err(Problem::about("lab merge", msg!("lab.part.command")).into()),
    }
}

/// A variant, and who plays it.
#[derive(Args)]
struct Asked {
    #[command(flatten)]
    played: Played,
    #[command(flatten)]
    seats: Seats,
}

impl Asked {
    /// The variant with these values instead of its own, and so many games of it.
    fn batch(&self, values: &[String], games: u64) -> Result<(Variant, Batch), Problems> {
        let variant = set(self.played.table.load(&self.played.variant)?.1, values)?;
        let batch = batch(&variant, &self.seats.kinds(&variant.rules)?, self.seats.seed()?, games);
        Ok((variant, batch))
    }
}

/// In which form the result is wanted.
#[derive(Args)]
pub(crate) struct Form {
    #[command(flatten)]
    told: Told,
    /// Print CSV instead of a table
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

/// Whether there shall be a page besides.
#[derive(Args)]
pub(crate) struct Page {
    /// Also write a page with plots; it needs no other file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl Page {
    pub(crate) fn write(&self, page: impl FnOnce() -> String) -> Result<(), Problems> {
        if let Some(path) = &self.html {
            write(path, &page())?;
            aside(msg!("terminal.lab.written", file = path.as_path()));
        }
        Ok(())
    }
}

/// In which form findings are wanted that are no table of numbers.
#[derive(Args)]
pub(crate) struct Told {
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    page: Page,
}

impl Told {
    pub(crate) fn tell(
        &self,
        page: impl FnOnce() -> String,
        json: impl FnOnce() -> Value,
        text: impl FnOnce() -> String,
    ) -> Result<(), Problems> {
        // The page first: data that cannot be handed over ends the program.
        self.page.write(page)?;
        if self.json { hand_over(&format!("{:#}", json())) } else { say(text()).map(drop) }
    }
}

/// The same result in every form.
struct Forms<'a> {
    text: &'a dyn Fn() -> String,
    json: &'a dyn Fn() -> Value,
    csv: &'a dyn Fn() -> String,
    html: &'a dyn Fn() -> String,
}

impl Form {
    /// As it is typed.
    pub(crate) fn words(&self) -> impl Iterator<Item = String> {
        let flags = [("--json", self.told.json), ("--csv", self.csv)]
            .into_iter()
            .filter(|(_, is_set)| *is_set)
            .map(|(flag, _)| flag.to_owned());
        let html = self.told.page.html.iter().flat_map(|path| ["--html".to_owned(), path.display().to_string()]);
        flags.chain(html)
    }

    fn tell(&self, forms: &Forms<'_>) -> Result<(), Problems> {
        if !self.csv {
            return self.told.tell(forms.html, forms.json, forms.text);
        }
        self.told.page.write(forms.html)?;
        hand_over((forms.csv)().trim_end())
    }
}

fn write(path: &Path, text: &str) -> Result<(), Problems> {
    Ok(write_atomically(path, text)?)
}

/// A variant that may be compared with others: of the same game, for the same number of players.
fn load_all(table: &Table, names: &[String], values: &Values, seats: &Seats) -> Result<(Vec<Variant>, Vec<String>), Problems> {
    let variants = names.iter().map(|name| set(table.load(name)?.1, &values.set)).collect::<Result<Vec<Variant>, Problems>>()?;
    let first = &variants[0].rules;
    let kinds = seats.kinds(first)?;
    for (name, variant) in names.iter().zip(&variants) {
        if variant.rules.pack.name() != first.pack.name() {
            let (of, game, other) = (variant.rules.pack.title(), first.pack.title(), &names[0]);
            let message = msg!("terminal.lab.other_game", of, other, game);
            return Err(Problem::about(name, message).into());
        }
        if !variant.rules.seats().contains(&kinds.len()) {
            let message = msg!("terminal.lab.other_seats", n = kinds.len(), other = &names[0]);
            return Err(Problem::about(name, message).remedy(msg!("terminal.lab.seats_for_all")).into());
        }
    }
    Ok((variants, kinds))
}

fn batch(variant: &Variant, kinds: &[String], seed: u64, games: u64) -> Batch {
    Batch::new(variant.rules.clone(), kinds.to_vec(), seed, games)
}

/// Who plays the games a contract speaks of.
pub(crate) fn contracted(variant: &Variant, contract: &Contract) -> Result<Vec<String>, Problem> {
    let kind = contract.players.as_deref().unwrap_or(players::USUAL);
    let seats = contract.seats.unwrap_or_else(|| variant.rules.pack.usual_seats(&variant.rules));
    let kinds = vec![kind.to_owned(); seats];
    check_kinds(&kinds, &variant.rules, seats, |message| variant.problem_at(contract.players_at.clone(), message))?;
    Ok(kinds)
}

/// What was played, called as the variants are.
fn heading(batches: &[Batch]) -> Heading {
    heading_as(batches, batches.iter().map(|batch| name_of(&batch.rules.blueprint)).collect())
}

/// What was played; each batch by its name in files and the one for people.
fn heading_as(batches: &[Batch], variants: Vec<(String, String)>) -> Heading {
    let batch = &batches[0];
    let pack = batch.rules.pack;
    let (seats, seed, asked) = (batch.seats.clone(), batch.seed, batch.games);
    let (variants, names): (Vec<String>, Vec<String>) = variants.into_iter().unzip();
    Heading {
        pack: pack.name().to_owned(),
        game: pack.title().to_string(),
        names: apart(&names, &variants),
        variants,
        seats,
        seed,
        asked,
        settings: batches.iter().map(|batch| batch.rules.blueprint.to_json()).collect(),
        position: None,
    }
}

/// Names that are given twice get what files call them besides.
fn apart(names: &[String], variants: &[String]) -> Vec<String> {
    let is_twice = |name: &String| names.iter().filter(|other| *other == name).count() > 1;
    let told = |(name, which): (&String, &String)| {
        if is_twice(name) && name != which { msg!("variant.named", name, which).to_string() } else { name.clone() }
    };
    names.iter().zip(variants).map(told).collect()
}

fn name_of(blueprint: &Blueprint) -> (String, String) {
    let id = blueprint.variant.clone();
    let name = if spoken().is_by_ids() { id.clone() } else { blueprint.called().to_string() };
    (id, name)
}

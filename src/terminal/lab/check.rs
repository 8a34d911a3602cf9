//! lab check: whether variants keep their contracts.

use super::super::help::{any, whole};
use super::super::progress::outcome;
use super::super::set::{Values, set};
use super::super::spread::{Hall, Spread};
use super::super::{Table, hand_over, say};
use super::{Page, batch, contracted, heading};
use crate::lab::check::{Finding, RISK, Verdict, check as judge};
use crate::lab::report::{Heading, data, pages, text};
use crate::problem::{Problem, Problems};
use crate::variant::{Library, Variant};
use crate::words::msg;
use clap::Args;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Variants by name or path; every one on the shelf that has a contract when none is named
    #[arg(value_name = "VARIANT")]
    names: Vec<String>,
    #[command(flatten)]
    table: Table,
    #[command(flatten)]
    values: Values,
    /// The most games for one variant; fewer are played when everything is decided before
    #[arg(long, default_value_t = 100_000, value_parser = whole::<u64>(1, u64::MAX))]
    games: u64,
    /// The seed of all chance
    #[arg(long, default_value_t = 1, value_parser = any::<u64>())]
    seed: u64,
    #[command(flatten)]
    pub spread: Spread,
    /// Print JSON instead of a table, one object for each variant
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    page: Page,
}

pub(super) fn check(arguments: &Arguments, hall: &Hall) -> Result<ExitCode, Problems> {
    let library = arguments.table.library()?;
    let variants = if arguments.names.is_empty() { with_contracts(arguments, &library)? } else { named(arguments, &library)? };
    if variants.is_empty() {
        say(msg!("terminal.lab.no_contracts"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut checked = Vec::new();
    for variant in variants {
        checked.extend(judged(arguments, &set(variant, &arguments.values.set)?, hall)?);
    }
    if hall.is_part() {
        return Ok(outcome());
    }
    arguments.page.write(|| pages::contracts(&checked))?;
    let is_kept = |(_, findings): &(Heading, Vec<Finding>)| findings.iter().all(|finding| finding.verdict == Verdict::Kept);
    Ok(if checked.iter().all(is_kept) { outcome() } else { ExitCode::FAILURE })
}

fn named(arguments: &Arguments, library: &Library) -> Result<Vec<Variant>, Problems> {
    let mut problems = Problems::default();
    let mut variants = Vec::new();
    for name in &arguments.names {
        match arguments.table.load_from(library, name) {
            Ok(variant) if variant.contract.is_none() => {
                problems.push(Problem::about(name, msg!("terminal.lab.no_contract")).remedy(msg!("terminal.lab.add_contract")));
            }
            Ok(variant) => variants.push(variant),
            Err(found) => problems.0.extend(found.0),
        }
    }
    problems.unless_errors(variants).map(|(variants, _)| variants)
}

fn with_contracts(arguments: &Arguments, library: &Library) -> Result<Vec<Variant>, Problems> {
    let mut variants = arguments.table.every_variant(library)?;
    variants.retain(|variant| variant.contract.is_some());
    Ok(variants)
}

/// What is found of the contract of a variant, told at once; nothing when only a part of the games is seen.
fn judged(arguments: &Arguments, variant: &Variant, hall: &Hall) -> Result<Option<(Heading, Vec<Finding>)>, Problems> {
    let Some(contract) = &variant.contract else { return Ok(None) };
    let path = variant.file();
    let batch = batch(variant, &contracted(variant, contract)?, arguments.seed, arguments.games);
    let (findings, _) = hall.play(arguments.games, |games| judge(&batch, &contract.clauses, RISK, games))?;
    if hall.is_part() {
        return Ok(None);
    }
    let heading = heading(std::slice::from_ref(&batch));
    if arguments.json {
        hand_over(&data::findings_json(&heading, &findings).to_string())?;
    } else {
        say(text::findings(&heading, &findings, path))?;
    }
    Ok(Some((heading, findings)))
}

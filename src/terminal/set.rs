//! `--set key=value`: a variant with other values, without a file.

use crate::lab::alter::altered;
use crate::problem::{Problem, Problems};
use crate::variant::{Variant, edit};
use crate::words::msg;
use clap::Args;

/// Values instead of those of a variant's file.
#[derive(Args)]
pub(crate) struct Values {
    /// Another value for a setting, such as `victory.goal=200_000`; may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

/// The variant with these values instead of its own.
pub(crate) fn set(mut variant: Variant, values: &[String]) -> Result<Variant, Problems> {
    let mut read = Vec::new();
    for text in values {
        let Some((key, value)) = text.split_once('=') else {
            let problem = Problem::about(format!("--set {text}"), msg!("terminal.set.wrong", text));
            return Err(problem.allowed(msg!("terminal.set.allowed")).into());
        };
        read.push((key.trim(), edit::value_of(value.trim())));
    }
    let pairs: Vec<_> = read.iter().map(|(key, value)| (*key, value)).collect();
    if !pairs.is_empty() {
        variant.rules = altered(&variant, &pairs)?;
    }
    Ok(variant)
}

//! `--set key=value`: a variant with other values, without a file.

use crate::lab::alter::altered;
use crate::problem::{Problem, Problems};
use crate::variant::{Variant, edit};
use crate::words::msg;
use clap::Args;
use serde_json::Value;

/// Values instead of those of a variant's file.
#[derive(Args)]
pub(crate) struct Values {
    /// Another value for a setting, such as `victory.goal=200_000`; may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

/// Keys and values as they were typed.
pub(crate) fn read(values: &[String]) -> Result<Vec<(&str, Value)>, Problem> {
    let pair = |text| {
        let (key, value) = str::split_once(text, '=').ok_or_else(|| {
            let problem = Problem::about(format!("--set {text}"), msg!("terminal.set.wrong", text));
            problem.allowed(msg!("terminal.set.allowed"))
        })?;
        Ok((key.trim(), edit::value_of(value.trim())))
    };
    values.iter().map(String::as_str).map(pair).collect()
}

/// The variant with these values instead of its own.
pub(crate) fn set(mut variant: Variant, values: &[String]) -> Result<Variant, Problems> {
    let read = read(values)?;
    let pairs: Vec<_> = read.iter().map(|(key, value)| (*key, value)).collect();
    if !pairs.is_empty() {
        variant.rules = altered(&variant, &pairs)?;
    }
    Ok(variant)
}

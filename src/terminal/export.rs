//! export: one file with everything a variant needs.

use super::{Shown, hand_over, say};
use crate::files::{exists, write_atomically};
use crate::problem::{Problem, Problems};
use crate::variant::export::export as whole;
use crate::words::msg;
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn export(shown: &Shown, out: Option<&Path>) -> Result<ExitCode, Problems> {
    let (library, variant) = shown.table.load(&shown.variant)?;
    let text = whole(&library, &variant)?;
    match out {
        None => hand_over(text.trim_end())?,
        // Nobody's work is written over.
        Some(path) if exists(path) => {
            let problem = Problem::about(path.display().to_string(), msg!("terminal.export.exists"));
            return Err(problem.remedy(msg!("terminal.export.other")).into());
        }
        Some(path) => {
            write_atomically(path, &text)?;
            say(msg!("terminal.wrote", file = path))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

//! new: files that somebody fills in.

use super::{Table, new_rule, say};
use crate::files::{exists, make_folder, write_atomically};
use crate::problem::{Problem, Problems};
use crate::variant::{Shelf, wording};
use crate::words::msg;
use clap::Subcommand;
use std::path::Path;
use std::process::ExitCode;

#[derive(Subcommand)]
pub(crate) enum What {
    /// Write the files of another language, for somebody to translate
    Words {
        /// The code of the language, such as it
        #[arg(value_name = "LANG")]
        language: String,
    },
    /// Write a house rule to begin with, a variant that plays by it and a scenario that tests it
    Rule {
        #[command(flatten)]
        table: Table,
        /// Its name: small letters, digits and _
        #[arg(value_name = "NAME")]
        name: String,
    },
}

pub(crate) fn new(what: &What) -> Result<ExitCode, Problems> {
    match what {
        What::Words { language } => words(language),
        What::Rule { table, name } => new_rule::rule(table, name),
    }
}

fn words(language: &str) -> Result<ExitCode, Problems> {
    let shelf = Shelf::around(Path::new("."));
    let files = wording::blank(&shelf, language)?;
    // Nobody's work is written over.
    let (kept, fresh): (Vec<_>, Vec<_>) = files.into_iter().partition(|(path, _)| exists(path));
    if fresh.is_empty() {
        let files: Vec<_> = kept.iter().map(|(path, _)| path.display().to_string()).collect();
        let problem = Problem::about(language, msg!("terminal.new.exists"));
        return Err(problem.remedy(msg!("terminal.new.exists_remedy", files)).into());
    }
    for (path, text) in &fresh {
        if let Some(folder) = path.parent() {
            make_folder(folder)?;
        }
        write_atomically(path, text)?;
        say(msg!("terminal.wrote", file = path.as_path()))?;
    }
    for (path, _) in &kept {
        say(msg!("terminal.new.kept", file = path.as_path()))?;
    }
    say(msg!("terminal.new.next", language))?;
    Ok(ExitCode::SUCCESS)
}

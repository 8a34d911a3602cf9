//! What the verbs do in a terminal. The only place of the program that prints.

mod arguments;
pub(crate) mod check;
pub(crate) mod export;
pub(crate) mod help;
mod human;
pub(crate) mod lab;
pub(crate) mod ladder;
pub(crate) mod language;
mod manual;
pub(crate) mod new;
mod new_rule;
pub(crate) mod outputs;
mod progress;
pub(crate) mod review;
mod run;
pub(crate) mod scenario;
mod set;
pub(crate) mod show;
pub(crate) mod spread;
#[cfg(feature = "window")]
pub(crate) mod window;

pub use arguments::main_with;

use crate::files;
use crate::lab::run::known;
use crate::packs;
use crate::players;
use crate::problem::{Problem, Problems};
use crate::sim::{Observer, Pack, Ruleset, Seat};
use crate::variant::{Library, STANDARD, Shelf, Variant, find_pack};
use crate::words::{Message, clean, msg, say as said, span};
use clap::Args;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Which game, from which folders.
#[derive(Args)]
pub(crate) struct Table {
    /// The game; the first one when none is named
    #[arg(long)]
    pub pack: Option<String>,
    /// A folder with variants of your own
    #[arg(long, value_name = "DIR")]
    pub variants: Option<PathBuf>,
}

/// A variant as an option.
#[derive(Args)]
pub(crate) struct Played {
    #[command(flatten)]
    pub table: Table,
    /// A variant's name, or the path of a .toml file
    #[arg(long, value_name = "VARIANT", default_value = STANDARD)]
    pub variant: String,
}

/// A variant as the thing to show.
#[derive(Args)]
pub(crate) struct Shown {
    #[command(flatten)]
    pub table: Table,
    /// A variant's name, or the path of a .toml file
    #[arg(default_value = STANDARD)]
    pub variant: String,
}

/// Who plays.
#[derive(Args)]
pub(crate) struct Seats {
    /// The players, separated by commas: random, short, quick, greedy, search or search:N with N thoughts a move; a full table of
    /// random ones when none are named
    #[arg(long)]
    pub seats: Option<String>,
    /// The seed of all chance: the same seed gives the same game
    #[arg(long, default_value = "1")]
    pub seed: String,
}

impl Table {
    pub(crate) fn library(&self) -> Result<Library, Problems> {
        let mut shelf = Shelf::around(Path::new("."));
        if let Some(folder) = &self.variants {
            shelf.variants.insert(0, readable_folder(folder)?);
        }
        Ok(Library::new(shelf))
    }

    pub(crate) fn pack(&self) -> Result<&'static dyn Pack, Problems> {
        self.pack.as_deref().map_or(Ok(packs::known()[0]), find_pack)
    }

    /// The game that is named, or all of them.
    pub(crate) fn packs(&self) -> Result<Vec<&'static dyn Pack>, Problems> {
        if self.pack.is_some() { Ok(vec![self.pack()?]) } else { Ok(packs::known().to_vec()) }
    }

    /// Every variant on the shelf, of the game that is named or of all of them.
    pub(crate) fn every_variant(&self, library: &Library) -> Result<Vec<Variant>, Problems> {
        let mut variants = Vec::new();
        for pack in self.packs()? {
            for name in library.shelf.variant_names(pack.name()) {
                variants.push(library.load(pack.name(), &name)?);
            }
        }
        Ok(variants)
    }

    /// A variant; what is odd about it is said aside.
    pub(crate) fn load(&self, variant: &str) -> Result<(Library, Variant), Problems> {
        let library = self.library()?;
        let variant = self.load_from(&library, variant)?;
        for warning in &variant.warnings {
            aside(warning);
        }
        Ok((library, variant))
    }

    /// A variant by name or path; a path says itself which game it is for, and must not say another than the one named.
    pub(crate) fn load_from(&self, library: &Library, variant: &str) -> Result<Variant, Problems> {
        let pack = self.pack()?;
        self.agreed(library.load(pack.name(), variant)?)
    }

    /// A variant from a file, whatever it is called.
    pub(crate) fn load_path(&self, library: &Library, file: &Path) -> Result<Variant, Problems> {
        self.agreed(library.load_source(files::read_file(file)?)?)
    }

    fn agreed(&self, loaded: Variant) -> Result<Variant, Problems> {
        let pack = self.pack()?;
        if self.pack.is_some() && loaded.rules.pack.name() != pack.name() {
            let (of, named) = (loaded.rules.pack.name(), pack.name());
            let problem = loaded.problem_with_pack(msg!("terminal.table.other_pack", of, named));
            return Err(problem.remedy(msg!("terminal.table.leave_pack", named)).into());
        }
        Ok(loaded)
    }
}

/// A folder that can be looked into.
pub(crate) fn readable_folder(folder: &Path) -> Result<PathBuf, Problem> {
    match files::list(folder) {
        Ok(_) => Ok(folder.to_owned()),
        Err(error) => {
            let about = |message: Message| Problem::about(folder.display().to_string(), message);
            let problem = match error.kind() {
                ErrorKind::NotFound => about(msg!("terminal.folder.missing")),
                ErrorKind::NotADirectory => about(msg!("terminal.folder.unreadable")),
                ErrorKind::PermissionDenied => about(msg!("terminal.folder.forbidden")),
                _ => about(msg!("terminal.folder.unreadable")).detail(error.to_string()),
            };
            Err(problem.remedy(msg!("terminal.folder.name_one")))
        }
    }
}

impl Seats {
    /// The kinds of players, checked against the rules.
    pub(crate) fn kinds(&self, rules: &Ruleset) -> Result<Vec<String>, Problems> {
        let kinds: Vec<String> = match &self.seats {
            Some(seats) => seats.split(',').map(|kind| kind.trim().to_owned()).collect(),
            None => vec![players::USUAL.to_owned(); rules.pack.usual_seats(rules)],
        };
        if !rules.seats().contains(&kinds.len()) {
            let message = msg!("terminal.seats.named", n = kinds.len());
            return Err(Problem::about("--seats", message).allowed(players_of(rules)).into());
        }
        check_kinds(&kinds, rules, kinds.len(), |message| Problem::about("--seats", message))?;
        Ok(kinds)
    }

    pub(crate) fn seed(&self) -> Result<u64, Problems> {
        self.seed.parse().map_err(|_| {
            let message = msg!("terminal.seed.wrong", text = &self.seed);
            Problem::about("--seed", message).allowed(help::allowed(0, u64::MAX)).into()
        })
    }
}

/// How many players a game is for.
pub(crate) fn players_of(rules: &Ruleset) -> Message {
    let (fewest, most) = rules.seats().into_inner();
    let (game, variant) = (rules.pack.title(), rules.blueprint.called());
    msg!("terminal.seats.allowed", players = span(fewest, most), game, variant)
}

/// Whether there is a player of every kind that is named at a table with so many seats; where it was named is for the caller to say.
pub(crate) fn check_kinds(
    kinds: &[String],
    rules: &Ruleset,
    seats: usize,
    at: impl FnOnce(Message) -> Problem,
) -> Result<(), Problem> {
    known(kinds, &Observer::new(rules, seats as Seat)).map_err(|error| error.problem(at))
}

/// Every TOML file that is named or lies in a folder that is, and what could not be looked at. Where nothing is left to be
/// done, that is an error.
pub(crate) fn toml_files(paths: &[PathBuf]) -> Result<(Vec<PathBuf>, Problems), Problems> {
    let mut problems = Problems::default();
    let found: Vec<PathBuf> = paths.iter().flat_map(|path| files::toml_files(path, &mut problems)).collect();
    if found.is_empty() && problems.has_errors() { Err(problems) } else { Ok((found, problems)) }
}

fn print(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}").and_then(|()| out.flush())
}

/// Prints data to standard output: whoever asked for it must get all of it.
pub(crate) fn hand_over(text: &str) -> Result<(), Problems> {
    print(text).map_err(|error| unheard(&error))
}

/// Prints for people to standard output. A reader may go away before the end (`| head`), which changes nothing about what
/// the program does or found; says whether it still listens.
pub(crate) fn say(text: impl Display) -> Result<bool, Problems> {
    match print(&clean(text.to_string().trim_end())) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(unheard(&error)),
    }
}

fn unheard(error: &std::io::Error) -> Problems {
    files::cannot_be_written(&standard_output(), error).into()
}

/// What standard output is called.
pub(crate) fn standard_output() -> String {
    said!("terminal.standard_output")
}

/// Prints to standard error.
pub(crate) fn aside(text: impl Display) {
    // Nobody is left to tell when standard error is closed.
    let _ = writeln!(std::io::stderr().lock(), "{}", clean(text.to_string().trim_end()));
}

/// Tells what the command line was taken for: help that was asked for, or what is wrong with it.
pub(crate) fn refuse(error: &clap::Error, command: &clap::Command, words: &[OsString]) -> ExitCode {
    let (text, wrong) = help::said(error, command, words);
    if wrong {
        aside(text);
        return ExitCode::from(2);
    }
    finish(say(text).map(|_| ExitCode::SUCCESS))
}

/// Turns a verb's result into an exit code: 0 fine, 1 a check failed, 2 wrong input.
pub(crate) fn finish(result: Result<ExitCode, Problems>) -> ExitCode {
    match result {
        Ok(code) => code,
        Err(problems) => {
            aside(problems);
            ExitCode::from(2)
        }
    }
}

/// What is said where no window can be opened.
pub(crate) fn no_window() -> ExitCode {
    let examples = help::typed(msg!("cli.examples"), help::program());
    aside(msg!("terminal.no_window", examples));
    ExitCode::from(2)
}

//! What the verbs do in a terminal. The only place of the program that prints.

pub(crate) mod check;
pub(crate) mod lab;
pub(crate) mod ladder;
pub(crate) mod outputs;
mod progress;
pub(crate) mod run;
pub(crate) mod scenario;
pub(crate) mod show;
#[cfg(feature = "window")]
pub(crate) mod window;

use clap::Args;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use triangulum::files;
use triangulum::packs;
use triangulum::players;
use triangulum::problem::{Problem, Problems, closest};
use triangulum::sim::{Pack, Ruleset};
use triangulum::variant::{Library, STANDARD, Shelf, Variant, find_pack};
use triangulum::words::{clean, span};

pub(crate) const EXAMPLES: &str = "\
Examples:
  triangulum run --seats random,random,random,random --seed 7
  triangulum run --seed 7 --trace game.jsonl && triangulum replay game.jsonl
  triangulum lab run --games 20000
  triangulum lab compare standard short
  triangulum ladder --pack muehle --players random,greedy,search:200
  triangulum rulebook short
  triangulum run --watch --pace 500ms --variant my_rules.toml
  triangulum check my_rules.toml";

/// Which game, from which folders.
#[derive(Args)]
pub(crate) struct Table {
    /// The game: bermuda when none is named
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
    /// The players, separated by commas: random, greedy, search or search:N with N thoughts a move; a full table of random
    /// ones when none are named
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
        self.pack.as_deref().map_or(Ok(packs::ALL[0]), find_pack)
    }

    /// The game that is named, or all of them.
    pub(crate) fn packs(&self) -> Result<Vec<&'static dyn Pack>, Problems> {
        if self.pack.is_some() { Ok(vec![self.pack()?]) } else { Ok(packs::ALL.to_vec()) }
    }

    /// A variant; what is odd about it is said aside.
    pub(crate) fn load(&self, variant: &str) -> Result<(Library, Variant), Problems> {
        let library = self.library()?;
        let variant = self.load_from(&library, variant)?;
        for warning in &variant.warnings {
            aside(&warning.to_string());
        }
        Ok((library, variant))
    }

    /// A variant by name or path; a path says itself which game it is for, and must not say another than the one named.
    pub(crate) fn load_from(&self, library: &Library, variant: &str) -> Result<Variant, Problems> {
        let pack = self.pack()?;
        let loaded = library.load(pack.name(), variant)?;
        if self.pack.is_some() && loaded.rules.pack.name() != pack.name() {
            let message = format!("this is a variant of {}, not of {}", loaded.rules.pack.name(), pack.name());
            return Err(loaded
                .problem_with_pack(message)
                .remedy(format!("leave --pack out, or name a variant of {}", pack.name()))
                .into());
        }
        Ok(loaded)
    }
}

/// A folder that can be looked into.
pub(crate) fn readable_folder(folder: &Path) -> Result<PathBuf, Problem> {
    match files::list(folder) {
        Ok(_) => Ok(folder.to_owned()),
        Err(error) => {
            let message = match error.kind() {
                ErrorKind::NotFound => "there is no such folder".to_owned(),
                _ => format!("is no folder that can be read: {error}"),
            };
            Err(Problem::about(folder.display().to_string(), message).remedy("name a folder with .toml files"))
        }
    }
}

impl Seats {
    /// The kinds of players, checked against the rules.
    pub(crate) fn kinds(&self, rules: &Ruleset) -> Result<Vec<String>, Problems> {
        let kinds: Vec<String> = match &self.seats {
            Some(seats) => seats.split(',').map(|kind| kind.trim().to_owned()).collect(),
            None => vec![players::KINDS[0].to_owned(); rules.pack.usual_seats(rules)],
        };
        check_kinds(&kinds, |message| Problem::about("--seats", message))?;
        if !rules.seats().contains(&kinds.len()) {
            let (fewest, most) = rules.seats().into_inner();
            let message = format!("{} seats are named", kinds.len());
            let game = format!("{}, {}", rules.pack.title(), rules.blueprint.title);
            return Err(Problem::about("--seats", message).allowed(format!("{} players for {game}", span(fewest, most))).into());
        }
        Ok(kinds)
    }

    pub(crate) fn seed(&self) -> Result<u64, Problems> {
        self.seed.parse().map_err(|_| {
            let message = format!("`{}` is not a seed", self.seed);
            Problem::about("--seed", message).allowed(format!("a whole number from 0 to {}", u64::MAX)).into()
        })
    }
}

/// Whether there is a player of every kind that is named; where it was named is for the caller to say.
pub(crate) fn check_kinds(kinds: &[String], at: impl FnOnce(String) -> Problem) -> Result<(), Problems> {
    let Some(kind) = kinds.iter().find(|kind| players::Kind::parse(kind).is_none()) else { return Ok(()) };
    let problem = at(format!("there is no player called `{kind}`")).allowed(players::ALLOWED);
    let word = kind.split(':').next().unwrap_or(kind);
    Err(match closest(word, players::WORDS) {
        Some(name) if name != word => problem.remedy(format!("did you mean `{name}`?")),
        _ => problem,
    }
    .into())
}

/// Every TOML file that is named or lies in a folder that is.
pub(crate) fn toml_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Problems> {
    let mut found = Vec::new();
    for path in paths {
        found.extend(files::toml_files(path)?);
    }
    Ok(found)
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
pub(crate) fn say(text: &str) -> Result<bool, Problems> {
    match print(&clean(text)) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(unheard(&error)),
    }
}

fn unheard(error: &std::io::Error) -> Problems {
    files::cannot_be_written("standard output", error).into()
}

/// Prints to standard error.
pub(crate) fn aside(text: &str) {
    // Nobody is left to tell when standard error is closed.
    let _ = writeln!(std::io::stderr().lock(), "{}", clean(text));
}

/// Turns a verb's result into an exit code: 0 fine, 1 a check failed, 2 wrong input.
pub(crate) fn finish(result: Result<ExitCode, Problems>) -> ExitCode {
    match result {
        Ok(code) => code,
        Err(problems) => {
            aside(&problems.to_string());
            ExitCode::from(2)
        }
    }
}

/// What is said where no window can be opened.
pub(crate) fn no_window() -> ExitCode {
    aside("Without a window you can play, check and measure in the terminal:");
    aside(EXAMPLES.trim_start_matches("Examples:\n"));
    aside("  triangulum help");
    ExitCode::from(2)
}

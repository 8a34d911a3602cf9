//! `--shard` and `--out`: what a verb plays, in parts on many machines; and `lab merge`, which is the verb once more with the games of
//! all parts.

use super::help::program;
use super::progress::{Progress, outcome};
use super::{aside, say};
use crate::files::{exists, leads_into, read_file, write_atomically};
use crate::lab::games::{Games, Ledger};
use crate::lab::part::{self, Part, Parts, Shard, missing};
use crate::problem::{Problem, Problems};
use crate::words::msg;
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Which part of all games is played, and where to it is written.
#[derive(Args)]
pub(crate) struct Spread {
    /// Play only one part of the games, such as 3/64; `lab merge` puts parts together
    #[arg(long, value_name = "PART/PARTS", requires = "out")]
    shard: Option<String>,
    /// Write everything that was counted to a part file, for `lab merge`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Where the games of a verb are played.
pub(crate) struct Hall {
    ledger: Ledger,
    shard: Shard,
    /// Whether they have all been played already.
    is_over: bool,
}

impl Hall {
    /// Where all parts have been played.
    fn of(parts: Parts) -> Self {
        Self { ledger: Ledger::of_all(parts), shard: Shard::WHOLE, is_over: true }
    }

    /// So many games under a bar, or this part of them.
    pub(crate) fn play<T, E: Into<Problems>>(
        &self,
        games: u64,
        play: impl FnOnce(&Games<'_>) -> Result<T, E>,
    ) -> Result<T, Problems> {
        let numbers = self.shard.numbers(games);
        let progress = Progress::over(if self.is_over { 0 } else { numbers.end - numbers.start });
        let played = play(&Games::by(&self.ledger, &|games| progress.go_on(games)));
        progress.done();
        played.map_err(Into::into)
    }

    /// Whether these are not all games, so that there is nothing to tell yet.
    pub(crate) fn is_part(&self) -> bool {
        self.ledger.is_part()
    }
}

/// Carries out a verb, all of it or the part that its words name.
pub(crate) fn spread(
    spread: Option<&Spread>,
    words: &[String],
    verb: impl FnOnce(&Hall) -> Result<ExitCode, Problems>,
) -> Result<ExitCode, Problems> {
    let (shard, out) = spread.map_or((None, None), |spread| (spread.shard.as_deref(), spread.out.as_ref()));
    let shard = shard.map_or(Ok(Shard::WHOLE), read_shard)?;
    let ledger = if out.is_some() { Ledger::of_part(shard) } else { Ledger::default() };
    let hall = Hall { ledger, shard, is_over: false };
    let code = verb(&hall)?;
    let Some(out) = out else { return Ok(code) };
    let Some(entries) = hall.ledger.into_entries() else {
        aside(msg!("terminal.lab.part_unwritten"));
        return Ok(outcome());
    };
    write_atomically(out, Part { command: bare(words), shard, entries }.to_text())?;
    aside(msg!("terminal.lab.part_written", file = out.as_path(), shard = shard.to_string()));
    Ok(code)
}

fn read_shard(text: &str) -> Result<Shard, Problems> {
    Shard::parse(text).ok_or_else(|| {
        Problem::about("--shard", msg!("terminal.lab.shard", text)).allowed(msg!("terminal.lab.shard_allowed")).into()
    })
}

/// Options that say which part it is, what is made of it and how it is told; those of them that have a value.
const ABOUT_TELLING: [&str; 9] = ["--shard", "--out", "--html", "--write", "--rows", "--lang", "--json", "--csv", "--ids"];
const WITH_VALUE: usize = 6;

/// The words of a command without what is made of it: what all its parts have in common.
fn bare(words: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let (option, value) = word.split_once('=').map_or((word.as_str(), None), |(option, value)| (option, Some(value)));
        match ABOUT_TELLING.iter().position(|known| *known == option) {
            None => kept.push(word.clone()),
            Some(at) if at < WITH_VALUE && value.is_none() => drop(words.next()),
            Some(_) => {}
        }
    }
    kept
}

#[derive(Args)]
pub(crate) struct Merge {
    /// Part files written with `--shard`
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// Only print the commands that still have to be run; parts that cannot be read are among them
    #[arg(long)]
    missing: bool,
    #[command(flatten)]
    form: super::lab::Form,
}

/// Puts parts together: `again` carries out the command they are parts of.
pub(crate) fn merge(
    arguments: &Merge,
    again: impl FnOnce(&[String], &Hall) -> Result<ExitCode, Problems>,
) -> Result<ExitCode, Problems> {
    let mut parts = Vec::new();
    let mut problems = Problems::default();
    for path in &arguments.parts {
        // What has a place was read and is no text, which no part is as it was written.
        let damaged = |problem: Problem| if problem.place.is_some() { problem.remedy(part::another_copy()) } else { problem };
        match read_file(path).map_err(|problem| damaged(problem).into()).and_then(|source| Part::read(&source)) {
            Ok(part) => match foreign(&path.display().to_string(), &part.command) {
                Some(problem) => problems.push(problem),
                None => parts.push((path.display().to_string(), part)),
            },
            Err(found) => problems.0.extend(found.0),
        }
    }
    if arguments.missing && !parts.is_empty() {
        problems.0.iter().for_each(aside);
        return tell_missing(&parts.into_iter().map(|(_, part)| part).collect::<Vec<_>>());
    }
    let (parts, _) = problems.unless_errors(parts)?;
    let parts = Parts::of(parts)?;
    let mut words = parts.command().to_vec();
    words.extend(arguments.form.words());
    again(&words, &Hall::of(parts))
}

/// What is wrong with a command that somebody may have made up: it must write nothing, and read nothing outside the folder it is
/// carried out in.
fn foreign(path: &str, command: &[String]) -> Option<Problem> {
    let named = |word: &String| word.split_once('=').map_or(word.clone(), |(_, value)| value.to_owned());
    let is_outside = |name: &String| exists(Path::new(name)) && !leads_into(Path::new("."), Path::new(name));
    if let Some(file) = command.iter().cloned().chain(command.iter().map(named)).find(is_outside) {
        return Some(Problem::about(path, msg!("lab.part.outside", file)).remedy(msg!("lab.part.inside")));
    }
    (bare(command) != command).then(|| Problem::about(path, msg!("lab.part.field", key = "command")))
}

/// Prints the command for every part that is not there.
fn tell_missing(parts: &[Part]) -> Result<ExitCode, Problems> {
    if parts.iter().any(|part| part.shard.of != parts[0].shard.of) {
        let problem = Problem::about("--missing", msg!("terminal.lab.cut_otherwise"));
        return Err(problem.remedy(msg!("terminal.lab.one_cut")).into());
    }
    let shards = missing(parts.iter());
    if shards.is_empty() {
        say(msg!("terminal.lab.none_missing"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let command: Vec<String> = parts[0].command.iter().map(|word| quoted(word)).collect();
    for shard in shards {
        let (program, command, number) = (program(), command.join(" "), shard.number);
        say(format!("{program} {command} --shard {shard} --out part{number}.json"))?;
    }
    Ok(ExitCode::FAILURE)
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=,:%+@".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

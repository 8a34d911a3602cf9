//! `--shard` and `--out`: what a verb plays, in parts on many machines; and `lab merge`, which is the verb once more with the games of
//! all parts. What is played in rounds has `--known` besides: what all parts have counted in the rounds before.

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

/// The same for a verb whose next games depend on those before.
#[derive(Args)]
pub(crate) struct Rounds {
    #[command(flatten)]
    pub spread: Spread,
    /// What `lab merge --known` has put together in the rounds before; there need not be any yet
    #[arg(long, value_name = "FILE", requires = "shard")]
    pub known: Option<PathBuf>,
}

/// The exit code of a merge after which another round is to be played.
const GOES_ON: u8 = 3;

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
        self.ledger.is_part() || self.ledger.is_open()
    }
}

/// Carries out a verb, all of it or the part that its words name.
pub(crate) fn spread(
    spread: Option<&Spread>,
    known: Option<&Path>,
    words: &[String],
    verb: impl FnOnce(&Hall) -> Result<ExitCode, Problems>,
) -> Result<ExitCode, Problems> {
    let (shard, out) = spread.map_or((None, None), |spread| (spread.shard.as_deref(), spread.out.as_ref()));
    let shard = shard.map_or(Ok(Shard::WHOLE), read_shard)?;
    let known = known.map_or(Ok(None), read_known)?;
    if let Some((path, _)) = known.as_ref().filter(|(_, part)| part.command != bare(words)) {
        let problem = Problem::about(path, msg!("lab.part.other_command"));
        return Err(problem.remedy(msg!("lab.part.one_batch")).into());
    }
    let known = known.map(|known| Parts::after(Some(known), Vec::new())).transpose()?;
    let ledger = if out.is_some() { Ledger::of_part(shard).after(known) } else { Ledger::default() };
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
const ABOUT_TELLING: [&str; 10] =
    ["--shard", "--out", "--known", "--html", "--write", "--rows", "--lang", "--json", "--csv", "--ids"];
const WITH_VALUE: usize = 7;

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
    #[arg(required_unless_present = "known")]
    parts: Vec<PathBuf>,
    /// Only print the commands that still have to be run; parts that cannot be read are among them
    #[arg(long)]
    missing: bool,
    /// What is known from rounds before: read if it is there, and written with these parts besides
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// Write what was found as a variant file
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
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
        match read_part(path) {
            Ok(part) => parts.push(part),
            Err(found) => problems.0.extend(found.0),
        }
    }
    let known = arguments.known.as_deref();
    if arguments.missing && !parts.is_empty() {
        problems.0.iter().for_each(aside);
        return tell_missing(&parts.into_iter().map(|(_, part)| part).collect::<Vec<_>>(), known);
    }
    let (parts, _) = problems.unless_errors(parts)?;
    let parts = match known.map_or(Ok(None), read_known)? {
        None => Parts::of(parts)?,
        before => Parts::after(before, parts)?,
    };
    let (command, of) = (parts.command().to_vec(), parts.count());
    let write = arguments.write.iter().flat_map(|path| ["--write".to_owned(), path.display().to_string()]);
    let words: Vec<String> = command.iter().cloned().chain(write).chain(arguments.form.words()).collect();
    let hall = Hall::of(parts);
    let code = again(&words, &hall)?;
    let is_open = hall.ledger.is_open();
    if let (Some(path), Some(entries)) = (known, hall.ledger.into_entries()) {
        write_atomically(path, Part { command: command.clone(), shard: Shard::WHOLE, entries }.to_text())?;
        aside(msg!("terminal.lab.written", file = path));
    } else if is_open {
        return Err(Problem::about(part::MERGE, msg!("terminal.lab.goes_on")).remedy(msg!("terminal.lab.name_known")).into());
    }
    if !is_open {
        return Ok(code);
    }
    tell_commands(&command, known, (1..=of).map(|number| Shard { number, of }))?;
    Ok(ExitCode::from(GOES_ON))
}

/// A part file with its name.
fn read_part(path: &Path) -> Result<(String, Part), Problems> {
    // What has a place was read and is no text, which no part is as it was written.
    let damaged = |problem: Problem| if problem.place.is_some() { problem.remedy(part::another_copy()) } else { problem };
    let (part, name) = (Part::read(&read_file(path).map_err(damaged)?)?, path.display().to_string());
    match foreign(&name, &part.command) {
        Some(problem) => Err(problem.into()),
        None => Ok((name, part)),
    }
}

/// What is known from rounds before, if there were any.
fn read_known(path: &Path) -> Result<Option<(String, Part)>, Problems> {
    if exists(path) { read_part(path).map(Some) } else { Ok(None) }
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
fn tell_missing(parts: &[Part], known: Option<&Path>) -> Result<ExitCode, Problems> {
    if parts.iter().any(|part| part.shard.of != parts[0].shard.of) {
        let problem = Problem::about("--missing", msg!("terminal.lab.cut_otherwise"));
        return Err(problem.remedy(msg!("terminal.lab.one_cut")).into());
    }
    let shards = missing(parts.iter());
    if shards.is_empty() {
        say(msg!("terminal.lab.none_missing"))?;
        return Ok(ExitCode::SUCCESS);
    }
    tell_commands(&parts[0].command, known, shards.into_iter())?;
    Ok(ExitCode::FAILURE)
}

/// Prints the commands that play these parts.
fn tell_commands(command: &[String], known: Option<&Path>, shards: impl Iterator<Item = Shard>) -> Result<(), Problems> {
    let known = known.iter().flat_map(|path| ["--known".to_owned(), path.display().to_string()]);
    let command: Vec<String> = command.iter().cloned().chain(known).map(|word| quoted(&word)).collect();
    for shard in shards {
        let (program, command, number) = (program(), command.join(" "), shard.number);
        say(format!("{program} {command} --shard {shard} --out part{number}.json"))?;
    }
    Ok(())
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=,:%+@".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

//! Where games are kept: a folder with the games saved by name, which are traces, and with the running ones, which are
//! journals in slots. A slot in use is locked, so that two windows never write into one.

use super::deed::Deed;
use super::journal::{Flaw, Reading, Record};
use super::replay::{Replayed, Until, replay};
use super::table::Table;
use super::trace::{Seal, Trace};
use super::writer::Journal;
use crate::files::{self, Lock, copy_aside, lock, make_folder, put_aside, read_bytes, read_file, stamp, write_atomically};
use crate::problem::{Problem, Problems, Source};
use crate::variant::Library;
use crate::words::{Message, msg};
use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

const TRACE: &str = "jsonl";
const JOURNAL: &str = "journal";
const SLOT: &str = "slot-";
/// Where games lie that were thrown away, and how many of one name there can be.
const BIN: &str = "bin";
const MOST_THROWN: u32 = 999;
/// The longest name a save may have, in characters.
const LONGEST_NAME: usize = 60;
/// How many running games are kept before the oldest makes room for a new one.
pub const SLOTS: usize = 3;
/// However many windows there are, their slots have numbers up to this.
const MOST_SLOTS: usize = 99;

/// The folder the table keeps its games in.
#[derive(Debug, Clone)]
pub struct Saves {
    pub folder: PathBuf,
}

/// A running game, or one that was running, in its slot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    pub name: String,
    pub path: PathBuf,
    written: SystemTime,
    number: usize,
}

/// A kept game taken up again.
pub struct Resumed {
    pub table: Table,
    /// What was wrong with the journal, and where the whole of it lies now.
    pub damage: Option<Problem>,
}

impl Saves {
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    // ── Games saved by name ───────────────────────────────────────────────────────────────────────────────────

    /// The file of a named save; the message says what is wrong with the name.
    pub fn path(&self, name: &str) -> Result<PathBuf, Message> {
        let name = name.trim();
        if name.is_empty() {
            return Err(msg!("table.save.no_name"));
        }
        if name.chars().count() > LONGEST_NAME {
            return Err(msg!("table.save.long_name", n = LONGEST_NAME));
        }
        let odd = |c: &char| !(c.is_alphanumeric() || " -_.,'()".contains(*c));
        if let Some(odd) = name.chars().find(odd) {
            return Err(msg!("table.save.odd_name", letter = odd));
        }
        if name.starts_with('.') {
            return Err(msg!("table.save.dot"));
        }
        Ok(self.folder.join(format!("{name}.{TRACE}")))
    }

    /// Saves a game, making the folder if need be. Something of that name that is no game is put aside; tells where.
    pub fn write(&self, path: &Path, trace: &str) -> Result<Option<PathBuf>, Problem> {
        make_folder(&self.folder)?;
        let in_the_way = files::exists(path) && read_trace(path).is_err();
        let aside = in_the_way.then(|| put_aside(path)).transpose()?;
        write_atomically(path, trace).map(|()| aside)
    }

    /// Gives a named save another name; tells where it is then. Nothing is overwritten.
    pub fn rename(&self, path: &Path, name: &str) -> Result<PathBuf, Problem> {
        let to = self.path(name).map_err(|message| Problem::about(name, message))?;
        if to == path {
            return Ok(to);
        }
        if files::exists(&to) {
            return Err(Problem::about(to.display().to_string(), msg!("table.save.taken")).remedy(msg!("table.save.other_name")));
        }
        files::move_file(path, &to).map(|()| to)
    }

    /// Puts a game into the bin, from where it can be taken back; tells where it lies then. One that is being played stays.
    pub fn throw_away(&self, path: &Path) -> Result<PathBuf, Problem> {
        let slot = self.slots().into_iter().find(|slot| slot.path == path);
        let _lock = match slot.map(|slot| self.lock_of(slot.number)).transpose()? {
            Some(None) => {
                let problem = Problem::about(path.display().to_string(), msg!("table.slot.held"));
                return Err(problem.remedy(msg!("table.slot.close_there")));
            }
            lock => lock,
        };
        let bin = self.folder.join(BIN);
        make_folder(&bin)?;
        let (stem, ending) = (path.file_stem().unwrap_or_default(), path.extension().unwrap_or_default());
        let named = |n: u32| {
            let number = if n == 1 { String::new() } else { format!(" {n}") };
            bin.join(format!("{}{number}.{}", stem.to_string_lossy(), ending.to_string_lossy()))
        };
        let free = (1..=MOST_THROWN).map(named).find(|to| !files::exists(to));
        let to = free.ok_or_else(|| Problem::about(bin.display().to_string(), msg!("table.save.full_bin")))?;
        files::move_file(path, &to).map(|()| to)
    }

    /// Takes a game out of the bin again.
    pub fn take_back(&self, thrown: &Path, to: &Path) -> Result<(), Problem> {
        if files::exists(to) {
            return Err(Problem::about(to.display().to_string(), msg!("table.save.taken")));
        }
        files::move_file(thrown, to)
    }

    /// Every named save, newest first.
    pub fn list(&self) -> Vec<(String, PathBuf)> {
        let named = self.entries(TRACE).map(|(name, path, written)| (Reverse(written), name, path));
        let mut found: Vec<_> = named.collect();
        found.sort();
        found.into_iter().map(|(_, name, path)| (name, path)).collect()
    }

    /// The files of a kind in the folder: name, path and when each was written.
    fn entries(&self, extension: &'static str) -> impl Iterator<Item = (String, PathBuf, SystemTime)> {
        let paths = files::list(&self.folder).unwrap_or_default().into_iter();
        paths.filter(move |path| path.extension().is_some_and(|e| e == extension)).filter_map(|path| {
            let (written, _, _) = stamp(&path).ok()??;
            Some((path.file_stem()?.to_str()?.to_owned(), path, written))
        })
    }

    // ── Running games ─────────────────────────────────────────────────────────────────────────────────────────

    /// Every slot with a game in it, newest first.
    pub fn slots(&self) -> Vec<Slot> {
        let slots = self.entries(JOURNAL).filter_map(|(name, path, written)| {
            let number = name.strip_prefix(SLOT)?.parse().ok()?;
            Some(Slot { name, path, written, number })
        });
        let mut slots: Vec<Slot> = slots.collect();
        slots.sort_by_key(|slot| (Reverse(slot.written), slot.number));
        slots
    }

    /// Like [`Saves::lock_of`], for somebody who wants to play there. A program that this one is just starting has, for a
    /// moment, a copy of locks that were given up; so a second look may find it free.
    fn lock_patiently(&self, number: usize) -> Result<Option<Lock>, Problem> {
        for _ in 0..10 {
            if let Some(lock) = self.lock_of(number)? {
                return Ok(Some(lock));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(None)
    }

    fn lock_of(&self, number: usize) -> Result<Option<Lock>, Problem> {
        lock(&self.folder.join(format!("{SLOT}{number}.lock")))
    }

    /// Whether another table plays in a slot now. Where that cannot be known, nobody does.
    pub fn is_held(&self, slot: &Slot) -> bool {
        matches!(self.lock_of(slot.number), Ok(None))
    }

    /// Whether somebody plays in any of the slots now.
    pub fn is_shared(&self) -> bool {
        self.slots().iter().any(|slot| self.is_held(slot))
    }

    /// A slot for a game that begins. The last three games nobody plays are kept, this one included; one without a
    /// single deed makes room first.
    pub fn begin(&self) -> Result<Journal, Problem> {
        make_folder(&self.folder)?;
        let mut free = Vec::new();
        for slot in self.slots() {
            if let Some(lock) = self.lock_of(slot.number)? {
                free.push((slot, lock));
            }
        }
        if free.len() >= SLOTS {
            let is_empty = |slot: &Slot| read_journal(&slot.path).is_ok_and(|reading| reading.record.is_untouched());
            let oldest_first = free.iter().enumerate().rev();
            let empty = oldest_first.clone().find(|(_, (slot, _))| is_empty(slot)).map(|(at, _)| at);
            let (slot, lock) = free.swap_remove(empty.unwrap_or(free.len() - 1));
            // What cannot be read, or was written by a later program, is not ours to overwrite.
            let in_the_way = files::exists(&slot.path) && !is_readable(&slot.path);
            let aside = in_the_way.then(|| put_aside(&slot.path)).transpose()?;
            let mut journal = Journal::begin(slot.path, lock);
            journal.aside = aside;
            return Ok(journal);
        }
        for number in 1..=MOST_SLOTS {
            let path = self.folder.join(format!("{SLOT}{number}.{JOURNAL}"));
            // Looked at under the lock: whoever had it before may just have kept a game there.
            if let Some(lock) = self.lock_of(number)?
                && matches!(stamp(&path), Ok(None))
            {
                return Ok(Journal::begin(path, lock));
            }
        }
        let shown = self.folder.display().to_string();
        Err(Problem::about(shown, msg!("table.slot.none_free")).remedy(msg!("table.slot.close_some")))
    }

    /// Takes up a running game where it was left, with everything that can be taken back and done again; it is kept in
    /// its slot from there on. One that cannot be played again is put aside.
    pub fn resume(&self, slot: &Slot, library: &Library) -> Result<Resumed, Problems> {
        let shown = slot.path.display().to_string();
        let lock = self
            .lock_patiently(slot.number)?
            .ok_or_else(|| Problem::about(&shown, msg!("table.slot.held")).remedy(msg!("table.slot.close_there")))?;
        let reading = read_journal(&slot.path)?;
        let replayed =
            Trace::parse(Source::new(shown, reading.record.known())).and_then(|trace| replay(&trace, library, Until::End));
        let Replayed { mut table, departs, .. } = replayed.map_err(|problems| told_aside(&slot.path, problems))?;
        if let Some(problem) = departs {
            // Another version of the program may go on with it.
            return Err(problem.into());
        }
        let back = table.carry_out(Deed::Seek(reading.record.at()));
        back.map_err(|refused| Problem::about(slot.path.display().to_string(), refused.message()))?;
        let damage = match reading.flaw {
            Some(Flaw::Damaged { line }) => Some(told_damage(slot, line, &copy_aside(&slot.path)?)),
            Some(Flaw::Torn) | None => None,
        };
        table.keep_on_with(Journal::resume(slot.path.clone(), reading, lock));
        Ok(Resumed { table, damage })
    }

    /// Puts aside what is no game in slots nobody plays in, and removes what dead programs left behind; tells what was put
    /// aside, and what could not be read at all.
    pub fn tidy(&self) -> Problems {
        files::sweep(&self.folder);
        let mut told = Problems::default();
        for slot in self.slots() {
            let source = match source_of(&slot.path) {
                Ok(source) => source,
                Err(problem) => {
                    told.push(problem);
                    continue;
                }
            };
            if let Err(problem) = Record::read(&source)
                // Held while it is moved, so that nobody begins a game there meanwhile.
                && let Ok(Some(_lock)) = self.lock_of(slot.number)
            {
                told.0.extend(told_aside(&slot.path, problem.into()).0);
            }
        }
        told
    }
}

/// Puts a game aside that cannot be used, and says so with what is wrong.
fn told_aside(path: &Path, mut problems: Problems) -> Problems {
    if let (Ok(aside), Some(problem)) = (put_aside(path), problems.0.first_mut()) {
        problem.remedy = Some(msg!("table.slot.put_aside", file = aside.as_path()));
    }
    problems
}

fn told_damage(slot: &Slot, line: usize, aside: &Path) -> Problem {
    let problem = Problem::about(slot.path.display().to_string(), msg!("table.slot.damaged", line = line.to_string()));
    problem.remedy(msg!("table.slot.kept_as", file = aside))
}

/// The text of a journal. Bytes that are no letters spoil their line and no other.
fn source_of(path: &Path) -> Result<Source, Problem> {
    Ok(Source::new(path.display().to_string(), String::from_utf8_lossy(&read_bytes(path)?)))
}

fn read_journal(path: &Path) -> Result<Reading, Problem> {
    Record::read(&source_of(path)?)
}

/// Reads a recorded game: a trace, or the line of play of a journal.
pub fn read_trace(path: &Path) -> Result<Trace, Problems> {
    if path.extension().is_some_and(|e| e == JOURNAL) {
        let reading = read_journal(path)?;
        let mut trace = Trace::parse(Source::new(path.display().to_string(), reading.record.played()))?;
        // The game is whole as far as it is there; what is missing behind it is told all the same.
        if let Some(flaw) = reading.flaw {
            let message = match flaw {
                Flaw::Torn => msg!("table.journal.torn"),
                Flaw::Damaged { line } => msg!("table.journal.damaged", line = line.to_string()),
            };
            let problem = Problem::about(path.display().to_string(), message).remedy(msg!("table.journal.other_copy"));
            trace.seal = Seal::Damaged(Box::new(problem));
        }
        return Ok(trace);
    }
    match read_file(path) {
        Ok(source) => Trace::parse(source),
        // Bytes that are no letters may be damage, and where that is the checksums know.
        Err(problem) => {
            Err(source_of(path).map_or_else(|_| problem.clone().into(), |source| Trace::explain(&source, problem.clone())))
        }
    }
}

/// Whether a journal holds a game this program can play.
fn is_readable(path: &Path) -> bool {
    let game = |reading: Reading| Trace::parse(Source::new(path.display().to_string(), reading.record.known())).ok();
    read_journal(path).ok().and_then(game).is_some()
}

/// A name for a save that does not exist yet.
pub fn suggested_name(saves: &Saves, game: &str) -> String {
    let taken: Vec<String> = saves.list().into_iter().map(|(name, _)| name).collect();
    let names = (1..).map(|n| format!("{game} {n}"));
    names.into_iter().find(|name| !taken.contains(name)).unwrap_or_default()
}

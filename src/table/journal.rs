//! The journal: the running game as it is kept while it is played. Every deed is one line, added at the end, also what
//! was taken back and done again; a line that did not get out whole is noticed by its checksum and left out. It is our own
//! format beside traces (docs/reliability.md); [`Record`] is what its lines add up to, for readers and the writer alike.

use super::table::Keeper;
use crate::files::{Growing, Lock};
use crate::problem::{Problem, Source};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// The version of the format.
const VERSION: u64 = 1;
/// Bytes a journal may have beyond twice what the game needs before it is written anew without its detours.
const SLACK: u64 = 4096;

/// What a keeper is told. Lines are lines of the trace, each with its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// A game begins with these lines.
    Begun(String),
    /// A deed, with all its lines. What had been taken back before is forgotten.
    Done(String),
    /// The game now stands after so many of the deeds that are known; the rest is taken back and can be done again.
    At(usize),
    /// What was taken back is forgotten.
    PlayOn,
}

impl Note {
    fn to_json(&self) -> String {
        // Lines of a trace are JSON already and hold no line ends.
        let list = |lines: &str| lines.trim_end().replace('\n', ",");
        match self {
            Self::Begun(lines) => format!("{{\"begun\":[{}]}}", list(lines)),
            Self::Done(lines) => format!("{{\"done\":[{}]}}", list(lines)),
            Self::At(deeds) => format!("{{\"at\":{deeds}}}"),
            Self::PlayOn => "{\"play_on\":true}".to_owned(),
        }
    }

    fn from_json(value: &Value) -> Option<Self> {
        let lines = |list: &Value| Some(list.as_array()?.iter().map(|line| format!("{line}\n")).collect::<String>());
        let (kind, inside) = value.as_object()?.iter().next()?;
        match kind.as_str() {
            "begun" => lines(inside).map(Self::Begun),
            "done" => lines(inside).map(Self::Done),
            "at" => inside.as_u64().map(|deeds| Self::At(deeds as usize)),
            "play_on" => Some(Self::PlayOn),
            _ => None,
        }
    }
}

/// A game as far as it is known: everything done, and what was taken back and could be done again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Record {
    begun: String,
    deeds: Vec<String>,
    at: usize,
}

/// What is odd about a journal that can be used all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    /// The last line did not get out whole, as happens when the program dies.
    Torn,
    /// Something is wrong from this line on, and more than the last line is lost.
    Damaged { line: usize },
}

impl Record {
    /// How many deeds are done; the others are taken back.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The line of play: the trace up to where the game stands.
    pub fn played(&self) -> String {
        self.begun.clone() + &self.deeds[..self.at].concat()
    }

    /// The trace with what was taken back at its end.
    pub fn known(&self) -> String {
        self.begun.clone() + &self.deeds.concat()
    }

    /// Takes down a note; false when it does not fit what was there before.
    fn take(&mut self, note: Note) -> bool {
        match note {
            Note::Begun(lines) => *self = Self { begun: lines, deeds: Vec::new(), at: 0 },
            Note::Done(lines) => {
                self.deeds.truncate(self.at);
                self.deeds.push(lines);
                self.at += 1;
            }
            Note::At(deeds) if deeds <= self.deeds.len() => self.at = deeds,
            Note::At(_) => return false,
            Note::PlayOn => self.deeds.truncate(self.at),
        }
        true
    }

    /// The shortest journal that leads here, and the checksum of its last line.
    fn to_journal(&self) -> (String, u64) {
        let (mut text, mut sum) = (String::new(), 0);
        add_line(&mut text, &mut sum, &json!({"journal": VERSION, "program": env!("CARGO_PKG_VERSION")}).to_string());
        add_line(&mut text, &mut sum, &Note::Begun(self.begun.clone()).to_json());
        for deed in &self.deeds {
            add_line(&mut text, &mut sum, &Note::Done(deed.clone()).to_json());
        }
        if self.at < self.deeds.len() {
            add_line(&mut text, &mut sum, &Note::At(self.at).to_json());
        }
        (text, sum)
    }

    fn length(&self) -> u64 {
        let deeds: usize = self.deeds.iter().map(String::len).sum();
        (self.begun.len() + deeds) as u64
    }

    /// Whether nothing was done yet.
    pub(super) fn is_untouched(&self) -> bool {
        self.deeds.is_empty()
    }

    /// Reads a journal as far as its lines are whole. Letters that are none are damage like any other.
    pub fn read(source: &Source) -> Result<Reading, Problem> {
        let wrong = |line: usize, message: String| Problem::on_line(source, line, message);
        let mut lines = source.text.split_inclusive('\n').zip(1..);
        let mut sum = 0;
        let first = lines.next().and_then(|(line, _)| read_line(line, &mut sum));
        let first = first.ok_or_else(|| wrong(1, "this is no journal of a game".into()))?;
        match first["journal"].as_u64() {
            Some(VERSION) => {}
            Some(other) => {
                let whose = first["program"].as_str().map(|program| format!(" by version {program}")).unwrap_or_default();
                let message = format!("this game was kept{whose} in version {other} of the format; this program reads {VERSION}");
                return Err(wrong(1, message).remedy("use the program that kept it"));
            }
            None => return Err(wrong(1, "this is no journal of a game".into())),
        }
        let (mut record, mut flaw) = (Self::default(), None);
        for (text, number) in lines.by_ref() {
            let note = read_line(text, &mut sum).and_then(|value| Note::from_json(&value));
            if !note.is_some_and(|note| record.take(note)) {
                flaw = Some(Flaw::Damaged { line: number });
                break;
            }
        }
        // Only the last line may be missing something, if the program died while it was being written.
        if flaw.is_some() && lines.next().is_none() && !source.text.ends_with('\n') {
            flaw = Some(Flaw::Torn);
        }
        if record.begun.is_empty() {
            return Err(wrong(2, "the game ends before it begins".into()));
        }
        Ok(Reading { record, flaw, sum })
    }
}

/// What a journal says, and where it could go on.
pub struct Reading {
    pub record: Record,
    pub flaw: Option<Flaw>,
    /// The checksum of the last line that counts.
    sum: u64,
}

/// Adds a line, with the checksum over it and everything before it.
fn add_line(text: &mut String, sum: &mut u64, body: &str) {
    *sum = checksum(*sum, body);
    *text += &format!("{sum:016x} {body}\n");
}

/// What a line says, if it is whole and follows on the one before it.
fn read_line(line: &str, sum: &mut u64) -> Option<Value> {
    let (told, body) = line.strip_suffix('\n')?.split_once(' ')?;
    let due = checksum(*sum, body);
    if told != format!("{due:016x}") {
        return None;
    }
    *sum = due;
    serde_json::from_str(body).ok()
}

/// FNV-1a over a text, going on from another one.
fn checksum(before: u64, text: &str) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325 ^ before;
    text.bytes().fold(start, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Writes a journal.
struct Writer {
    path: PathBuf,
    record: Record,
    sum: u64,
    /// Open at its end; nothing when it has to be written anew.
    file: Option<Growing>,
    /// Nobody else writes here while this is held.
    _lock: Lock,
}

impl Writer {
    fn take(&mut self, notes: Vec<Note>) -> Result<(), Problem> {
        let mut news = String::new();
        for note in notes {
            add_line(&mut news, &mut self.sum, &note.to_json());
            self.record.take(note);
        }
        // Whatever goes wrong, what is in the file then is in doubt, so that it is written anew the next time.
        let file = match self.file.take() {
            Some(mut file) if file.length() + news.len() as u64 <= 2 * self.record.length() + SLACK => {
                file.add(news.as_bytes())?;
                file.sync()?;
                file
            }
            _ => {
                let (text, sum) = self.record.to_journal();
                self.sum = sum;
                Growing::begin(&self.path, text.as_bytes())?
            }
        };
        self.file = Some(file);
        Ok(())
    }
}

/// How far the writer has come.
#[derive(Default)]
struct Progress {
    /// How many notes it has taken, kept or not.
    taken: u64,
    trouble: Option<Problem>,
}

#[derive(Default)]
struct Shared(Mutex<Progress>, Condvar);

impl Shared {
    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn advance(&self, notes: u64, result: Result<(), Problem>) {
        let mut progress = self.progress();
        progress.taken += notes;
        progress.trouble = result.err();
        self.1.notify_all();
    }
}

enum Hand {
    /// On a thread of its own, in the order it was told.
    Thread(Option<(Sender<Note>, JoinHandle<()>)>),
    /// Where no thread can be had.
    Here(Box<Writer>),
}

/// Keeps a game in a journal, off the thread it is played on. Dropping it waits until everything is kept.
pub struct Journal {
    path: PathBuf,
    hand: Hand,
    told: u64,
    shared: Arc<Shared>,
}

impl Journal {
    /// Begins a journal with the first note it is told; what the file held before is gone then, and not sooner.
    pub(super) fn begin(path: PathBuf, lock: Lock) -> Self {
        Self::start(Writer { path, record: Record::default(), sum: 0, file: None, _lock: lock })
    }

    /// Goes on with a journal that was read.
    pub(super) fn resume(path: PathBuf, reading: Reading, lock: Lock) -> Self {
        // A line that is torn must not be followed by others. If the end cannot be found, it is written anew as well.
        let file = if reading.flaw.is_none() { Growing::resume(&path).ok() } else { None };
        Self::start(Writer { path, record: reading.record, sum: reading.sum, file, _lock: lock })
    }

    fn start(writer: Writer) -> Self {
        let shared = Arc::new(Shared::default());
        let path = writer.path.clone();
        let (hand_over, taken_over) = channel::<Writer>();
        let (tell, told) = channel();
        let progress = shared.clone();
        let work = move || {
            if let Ok(writer) = taken_over.recv() {
                write_on(writer, &told, &progress);
            }
        };
        let hand = match std::thread::Builder::new().name("journal".into()).spawn(work) {
            Ok(thread) => {
                // It waits for this and for nothing else.
                let _ = hand_over.send(writer);
                Hand::Thread(Some((tell, thread)))
            }
            Err(_) => Hand::Here(Box::new(writer)),
        };
        Self { path, hand, told: 0, shared }
    }

    /// The name of its slot.
    pub fn slot(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// Takes notes until nobody has any more; those that wait are kept together.
fn write_on(mut writer: Writer, told: &Receiver<Note>, shared: &Shared) {
    while let Ok(first) = told.recv() {
        let notes: Vec<Note> = std::iter::once(first).chain(told.try_iter()).collect();
        let count = notes.len() as u64;
        shared.advance(count, writer.take(notes));
    }
    if shared.progress().trouble.is_some() {
        // A last attempt: perhaps there is room again.
        shared.advance(0, writer.take(Vec::new()));
    }
}

impl Keeper for Journal {
    fn keep(&mut self, note: Note) {
        self.told += 1;
        match &mut self.hand {
            Hand::Here(writer) => self.shared.advance(1, writer.take(vec![note])),
            Hand::Thread(thread) => {
                if thread.as_ref().is_none_or(|(tell, _)| tell.send(note).is_err()) {
                    let problem = Problem::about(self.path.display().to_string(), "cannot be written: its writer has ended");
                    self.shared.advance(1, Err(problem.remedy("save the game by name")));
                }
            }
        }
    }

    fn trouble(&self) -> Option<Problem> {
        self.shared.progress().trouble.clone()
    }

    fn is_behind(&self) -> bool {
        self.shared.progress().taken < self.told
    }

    fn settle(&mut self) {
        let lives = || matches!(&self.hand, Hand::Thread(Some((_, thread))) if !thread.is_finished());
        let mut progress = self.shared.progress();
        while progress.taken < self.told && lives() {
            let waited = self.shared.1.wait_timeout(progress, Duration::from_millis(50));
            progress = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        if let Hand::Thread(thread) = &mut self.hand
            && let Some((tell, thread)) = thread.take()
        {
            drop(tell);
            // A writer that has panicked has told nobody, and there is nobody left to tell.
            let _ = thread.join();
        }
    }
}

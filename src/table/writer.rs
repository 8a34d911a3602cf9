//! Keeping the running game in its journal, deed by deed, off the thread it is played on.

use super::journal::{Flaw, Note, Reading, Record, add_line};
use super::table::Keeper;
use crate::files::{Growing, Lock};
use crate::problem::Problem;
use crate::words::msg;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Bytes a journal may have beyond twice what the game needs before it is written anew without its detours.
const SLACK: u64 = 4096;

/// Writes a journal.
struct Writer {
    path: PathBuf,
    record: Record,
    sum: u64,
    /// Lines that are not in the file yet.
    unwritten: String,
    /// Open behind its last whole line; nothing when it has to be written anew.
    file: Option<Growing>,
    /// Nobody else writes here while this is held.
    _lock: Lock,
}

impl Writer {
    fn new(path: PathBuf, record: Record, sum: u64, file: Option<Growing>, lock: Lock) -> Self {
        Self { path, record, sum, unwritten: String::new(), file, _lock: lock }
    }

    fn take(&mut self, notes: Vec<Note>) -> Result<(), Problem> {
        for note in notes {
            add_line(&mut self.unwritten, &mut self.sum, &note.to_json());
            self.record.take(note);
        }
        let length = self.file.as_ref().map(|file| file.length() + self.unwritten.len() as u64);
        if length.is_none_or(|length| length > 2 * self.record.length() + SLACK) {
            let anew = self.write_anew();
            if anew.is_ok() || self.file.is_none() {
                return anew;
            }
            // There may be room for a line where there is none for a second file.
        }
        self.append()
    }

    /// Writes everything anew, without detours.
    fn write_anew(&mut self) -> Result<(), Problem> {
        let (text, sum) = self.record.to_journal();
        self.file = Some(Growing::begin(&self.path, text.as_bytes())?);
        self.sum = sum;
        self.unwritten.clear();
        Ok(())
    }

    fn append(&mut self) -> Result<(), Problem> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let whole = file.length();
        let added = file.add(self.unwritten.as_bytes()).and_then(|()| file.sync());
        if added.is_ok() {
            self.unwritten.clear();
        } else if file.cut(whole).is_err() {
            // Half a line may be at its end, which nothing must follow.
            self.file = None;
        }
        added
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
    /// What stood in its slot and could not be read was put here.
    pub aside: Option<PathBuf>,
    hand: Hand,
    told: u64,
    shared: Arc<Shared>,
}

impl Journal {
    /// Begins a journal with the first note it is told; what the file held before is gone then, and not sooner.
    pub(super) fn begin(path: PathBuf, lock: Lock) -> Self {
        Self::start(Writer::new(path, Record::default(), 0, None, lock))
    }

    /// Goes on with a journal that was read.
    pub(super) fn resume(path: PathBuf, reading: Reading, lock: Lock) -> Self {
        let file = match reading.flaw {
            None => Growing::resume(&path).ok(),
            // What follows a torn line would be lost with it. If that cannot be cut off, everything is written anew.
            Some(Flaw::Torn) => Growing::resume(&path).and_then(|mut file| file.cut(reading.length).map(|()| file)).ok(),
            Some(Flaw::Damaged { .. }) => None,
        };
        Self::start(Writer::new(path, reading.record, reading.sum, file, lock))
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
        Self { path, aside: None, hand, told: 0, shared }
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
                    let problem = Problem::about(self.path.display().to_string(), msg!("table.journal.no_writer"));
                    self.shared.advance(1, Err(problem.remedy(msg!("table.journal.save_by_name"))));
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

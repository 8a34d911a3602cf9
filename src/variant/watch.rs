//! Watching a variant's files: a thread that loads the variant anew whenever something it was made from changes.
//!
//! File events give speed; a look at the files' stamps a few times a second gives certainty, whatever editors,
//! renames and missing folders do to the events. The thread ends when the watch is dropped.

use super::library::{Library, Variant};
pub use super::watched::News;
use super::watched::Watched;
use crate::files::is_folder;
use notify::event::EventKind;
use notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Saves closer together than this are one save.
pub const DEBOUNCE: Duration = Duration::from_millis(40);
/// How often the files' stamps are looked at even without an event.
const LOOK: Duration = Duration::from_millis(250);

enum Wake {
    Files,
    Stop,
}

pub struct Watch {
    news: Receiver<News>,
    wake: Sender<Wake>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Watches a variant. `last` is what it was loaded as, or nothing if it could not be loaded yet.
    pub fn start(library: Arc<Library>, pack: &str, variant: &str, last: Option<Variant>) -> Self {
        let (wake, woken) = channel();
        let (tell, news) = channel();
        let for_events = wake.clone();
        let mut eye = Eye { watched: Watched::new(library, pack, variant, last), folders: Vec::new() };
        let look = move || eye.run(&for_events, &woken, &tell);
        let thread = std::thread::Builder::new().name("variant-watch".into()).spawn(look);
        Self { news, wake, thread: thread.ok() }
    }

    /// News since the last call, oldest first.
    pub fn news(&self) -> impl Iterator<Item = News> + '_ {
        self.news.try_iter()
    }

    /// Waits for the next news.
    pub fn wait(&self, at_most: Duration) -> Option<News> {
        self.news.recv_timeout(at_most).ok()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // A thread that is already gone needs no telling.
        let _ = self.wake.send(Wake::Stop);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

type Events = Debouncer<RecommendedWatcher, RecommendedCache>;

/// What the thread has.
struct Eye {
    watched: Watched,
    folders: Vec<PathBuf>,
}

impl Eye {
    fn run(&mut self, wake: &Sender<Wake>, woken: &Receiver<Wake>, tell: &Sender<News>) {
        let wake = wake.clone();
        let on_events = move |result: DebounceEventResult| {
            // Reading a file is no change; anything else, errors included, is worth a look.
            let matters = result.map_or(true, |events| events.iter().any(|e| !matches!(e.kind, EventKind::Access(_))));
            if matters {
                let _ = wake.send(Wake::Files);
            }
        };
        // Without file events (a full table, an odd file system) the stamps alone still do.
        let mut events: Option<Events> = new_debouncer(DEBOUNCE, None, on_events).ok();
        loop {
            self.follow_folders(events.as_mut());
            match woken.recv_timeout(LOOK) {
                Ok(Wake::Stop) | Err(RecvTimeoutError::Disconnected) => return,
                // Whatever else has come meanwhile is one look; unless it is the end, which nobody says twice.
                Ok(Wake::Files) => {
                    if woken.try_iter().any(|wake| matches!(wake, Wake::Stop)) {
                        return;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(news) = self.watched.look(|| std::thread::sleep(DEBOUNCE))
                && tell.send(news).is_err()
            {
                return;
            }
        }
    }

    /// Keeps event watches on the folders of all files, and takes them up again when a folder comes back.
    fn follow_folders(&mut self, events: Option<&mut Events>) {
        let Some(events) = events else { return };
        let mut wanted: Vec<PathBuf> =
            self.watched.files().iter().filter_map(|file| Some(file.parent()?.to_owned())).filter(|f| is_folder(f)).collect();
        wanted.sort();
        wanted.dedup();
        for gone in self.folders.iter().filter(|folder| !wanted.contains(folder)) {
            // The folder is away, and its watch with it.
            let _ = events.unwatch(gone);
        }
        let mut kept = Vec::new();
        for folder in wanted {
            if self.folders.contains(&folder) || events.watch(&folder, RecursiveMode::NonRecursive).is_ok() {
                kept.push(folder);
            }
        }
        self.folders = kept;
    }
}

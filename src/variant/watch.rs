//! Watching a variant's files: a thread that loads the variant anew whenever something it was made from changes.
//!
//! File events give speed; a look at the files' stamps a few times a second gives certainty, whatever editors,
//! renames and missing folders do to the events. The thread ends when the watch is dropped.

use super::library::{Library, Variant};
use crate::files::{Stamp, is_folder, stamp};
use crate::problem::Problems;
use notify::event::EventKind;
use notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Saves closer together than this are one save.
pub const DEBOUNCE: Duration = Duration::from_millis(40);
/// How often the files' stamps are looked at even without an event.
const LOOK: Duration = Duration::from_millis(250);

/// What a change of files led to: the variant they make now, or what is wrong with them.
pub type News = Result<Variant, Problems>;

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
        let mut watched =
            Watched { library, pack: pack.to_owned(), variant: variant.to_owned(), last, broken: None, folders: Vec::new() };
        let stamps = watched.stamps();
        let thread = std::thread::Builder::new()
            .name("variant-watch".into())
            .spawn(move || watched.run(stamps, &for_events, &woken, &tell));
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

/// Files with their identity and age; nothing for those that are not there.
type Stamps = Vec<(PathBuf, Option<Stamp>)>;
type Events = Debouncer<RecommendedWatcher, RecommendedCache>;

struct Watched {
    library: Arc<Library>,
    pack: String,
    variant: String,
    last: Option<Variant>,
    broken: Option<Problems>,
    folders: Vec<PathBuf>,
}

impl Watched {
    fn run(&mut self, mut stamps: Stamps, wake: &Sender<Wake>, woken: &Receiver<Wake>, tell: &Sender<News>) {
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
            let mut now = self.stamps();
            if now == stamps {
                continue;
            }
            let mut result = self.library.load(&self.pack, &self.variant);
            if result.is_err() {
                // Perhaps the file is just being written.
                std::thread::sleep(DEBOUNCE);
                let later = self.stamps();
                if later != now {
                    now = later;
                    result = self.library.load(&self.pack, &self.variant);
                }
            }
            if let Some(news) = self.weigh(result)
                && tell.send(news).is_err()
            {
                return;
            }
            // The chain may have grown; what changed while loading is seen at the next look.
            let known: Vec<PathBuf> = now.iter().map(|(path, _)| path.clone()).collect();
            stamps = now;
            stamps.extend(self.files().into_iter().filter(|path| !known.contains(path)).map(|path| (path, None)));
            stamps.sort();
        }
    }

    /// What was loaded is news only if it makes a difference.
    fn weigh(&mut self, result: Result<Variant, Problems>) -> Option<News> {
        match result {
            Ok(variant) => {
                let was_broken = self.broken.take().is_some();
                let same = self.last.as_ref().is_some_and(|last| says_the_same(last, &variant));
                self.last = Some(variant.clone());
                (was_broken || !same).then(|| Ok(variant))
            }
            Err(problems) => {
                let same = self.broken.as_ref() == Some(&problems);
                self.broken = Some(problems.clone());
                (!same).then_some(Err(problems))
            }
        }
    }

    /// Every file the variant depends on, or might.
    fn files(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = Vec::new();
        if Path::new(&self.variant).extension().is_some_and(|e| e == "toml") {
            files.push(PathBuf::from(&self.variant));
        }
        for folder in &self.library.shelf.variants {
            files.extend([folder.clone(), folder.join(&self.pack)]);
            files.extend([folder, &folder.join(&self.pack)].map(|f| f.join(format!("{}.toml", self.variant))));
        }
        if let Some(last) = &self.last {
            files.extend(last.catalogue.scripts.iter().map(|rule| PathBuf::from(&rule.source.path)));
            files.extend(last.files().chain(last.board_file.iter().map(|file| file.path.as_str())).map(PathBuf::from));
        }
        for problem in self.broken.iter().flat_map(|problems| &problems.0) {
            files.push(PathBuf::from(&problem.path));
        }
        if let Some(rules) = &self.library.shelf.rules {
            let names = self.library.shelf.rule_files(&self.pack).into_iter();
            let house = self.library.shelf.rule_files(&format!("{}/house", self.pack));
            files.extend(names.chain(house).map(|name| rules.join(name)));
            files.push(rules.join(&self.pack));
        }
        files.sort();
        files.dedup();
        files
    }

    fn stamps(&self) -> Stamps {
        self.files().into_iter().map(|path| (path.clone(), stamp(&path).ok().flatten())).collect()
    }

    /// Keeps event watches on the folders of all files, and takes them up again when a folder comes back.
    fn follow_folders(&mut self, events: Option<&mut Events>) {
        let Some(events) = events else { return };
        let mut wanted: Vec<PathBuf> =
            self.files().iter().filter_map(|file| Some(file.parent()?.to_owned())).filter(|f| is_folder(f)).collect();
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

/// Whether two readings of the files are the same to a game.
fn says_the_same(one: &Variant, other: &Variant) -> bool {
    one.rules.blueprint == other.rules.blueprint
        && Arc::ptr_eq(&one.catalogue.board, &other.catalogue.board)
        && one.rules.pack.same_board(&one.rules.board, &other.rules.board)
}

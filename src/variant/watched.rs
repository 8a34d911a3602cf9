//! A variant and the files it was made from: one look says whether they make something else by now.

use super::library::{Library, Variant};
use crate::files::{Stamp, stamp};
use crate::problem::Problems;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a change of files led to: the variant they make now, or what is wrong with them.
pub type News = Result<Variant, Problems>;

/// Files with their identity and age; nothing for those that are not there.
type Stamps = Vec<(PathBuf, Option<Stamp>)>;

pub(super) struct Watched {
    library: Arc<Library>,
    pack: String,
    variant: String,
    last: Option<Variant>,
    broken: Option<Problems>,
    seen: Stamps,
}

impl Watched {
    pub(super) fn new(library: Arc<Library>, pack: &str, variant: &str, last: Option<Variant>) -> Self {
        let (pack, variant) = (pack.to_owned(), variant.to_owned());
        // The files that are wrong are watched, too.
        let broken = if last.is_none() { library.load(&pack, &variant).err() } else { None };
        let mut watched = Self { library, pack, variant, last, broken, seen: Vec::new() };
        watched.seen = watched.stamps();
        watched
    }

    /// Looks once. What cannot be read may just be being written, so whoever looks waits a moment before the second look.
    pub(super) fn look(&mut self, wait: impl FnOnce()) -> Option<News> {
        let mut now = self.stamps();
        if now == self.seen {
            return None;
        }
        let mut result = self.library.load(&self.pack, &self.variant);
        if result.is_err() {
            wait();
            let later = self.stamps();
            if later != now {
                now = later;
                result = self.library.load(&self.pack, &self.variant);
            }
        }
        let news = self.weigh(result);
        // The chain may have grown; what changed while loading is seen at the next look.
        let known: Vec<PathBuf> = now.iter().map(|(path, _)| path.clone()).collect();
        self.seen = now;
        let grown = self.files().into_iter().filter(|path| !known.contains(path)).map(|path| (path, None));
        self.seen.extend(grown);
        self.seen.sort();
        news
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
    pub(super) fn files(&self) -> Vec<PathBuf> {
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
}

/// Whether two readings of the files are the same to a game.
fn says_the_same(one: &Variant, other: &Variant) -> bool {
    one.rules.blueprint == other.rules.blueprint
        && Arc::ptr_eq(&one.catalogue.board, &other.catalogue.board)
        && one.rules.pack.same_board(&one.rules.board, &other.rules.board)
}

//! Watching a variant's files in a browser, which has no threads: a look whenever somebody asks for news.

use super::library::{Library, Variant};
pub use super::watched::News;
use super::watched::Watched;
use std::cell::RefCell;
use std::sync::Arc;

pub struct Watch(RefCell<Watched>);

impl Watch {
    /// Watches a variant. `last` is what it was loaded as, or nothing if it could not be loaded yet.
    pub fn start(library: Arc<Library>, pack: &str, variant: &str, last: Option<Variant>) -> Self {
        Self(Watched::new(library, pack, variant, last).into())
    }

    /// News since the last call. Nothing is written while this looks, so what is broken stays broken.
    pub fn news(&self) -> impl Iterator<Item = News> + '_ {
        self.0.borrow_mut().look(|| ()).into_iter()
    }
}

//! What there is to read: words in every language, rulebooks, the manual, the pages, and the order of the sources.

mod architecture;
#[path = "../common/mod.rs"]
mod common;
mod docs;
mod manual;
mod prose;
mod rulebook;
mod source;
mod wording;
mod words;
mod words_bermuda;
mod words_complete;
mod words_dreieck;
mod words_muehle;
mod words_window;

//! Which language is spoken: one for the whole program, and for a while another one on a thread.

use super::lexicon::Lexicon;
use super::message::Message;
use super::pseudo;
use crate::built_in;
use std::cell::RefCell;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// The code of English.
pub const ENGLISH: &str = "en";

static SPOKEN: RwLock<Option<Arc<Lexicon>>> = RwLock::new(None);

thread_local! {
    static HERE: RefCell<Option<Arc<Lexicon>>> = const { RefCell::new(None) };
}

/// English as it is built in: what is said until somebody chooses, and where a language has no words of its own.
pub fn english() -> Arc<Lexicon> {
    static BUILT_IN: OnceLock<Arc<Lexicon>> = OnceLock::new();
    BUILT_IN.get_or_init(|| Arc::new(Lexicon::built_in(ENGLISH))).clone()
}

/// The words that are spoken now.
pub fn spoken() -> Arc<Lexicon> {
    if let Some(here) = HERE.with_borrow(Clone::clone) {
        return here;
    }
    SPOKEN.read().unwrap_or_else(PoisonError::into_inner).clone().unwrap_or_else(english)
}

/// From now on the whole program speaks these words.
pub fn speak(words: Arc<Lexicon>) {
    *SPOKEN.write().unwrap_or_else(PoisonError::into_inner) = Some(words);
}

/// Speaks other words on this thread until `say` is done.
pub fn within<T>(words: Arc<Lexicon>, say: impl FnOnce() -> T) -> T {
    let before = HERE.replace(Some(words));
    let said = say();
    HERE.set(before);
    said
}

/// The languages built in, by code and by their own name.
pub fn languages() -> Vec<(String, String)> {
    let codes = built_in::WORDS.files().filter_map(|file| Some(file.path().file_stem()?.to_str()?.to_owned()));
    let mut known: Vec<(String, String)> = codes
        .map(|code| {
            let words = if code == ENGLISH { english() } else { Arc::new(Lexicon::built_in(&code)) };
            let name = words.say(&Message::new("language.name"));
            (code, name)
        })
        .collect();
    // English first, the others by their code.
    known.sort_by_key(|(code, _)| (code != ENGLISH, code.clone()));
    known
}

/// The language of a locale such as `de_AT.UTF-8` or `fr-CA`; nothing for the C locale and for none.
pub fn from_locale(locale: &str) -> Option<String> {
    let code = locale.split(['_', '-', '.', '@']).next().unwrap_or_default().to_lowercase();
    let plain = (2..=3).contains(&code.len()) && code.chars().all(|c| c.is_ascii_lowercase());
    (plain || code == pseudo::PSEUDO).then_some(code)
}

/// What says which language a person reads, the weightiest first.
const LOCALE: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// What whoever has started the program says, where the environment says nothing.
static TOLD: OnceLock<String> = OnceLock::new();

/// Tells the locale of the system where there is no environment, as in a browser; the first to tell is believed.
pub fn tell_locale(locale: String) {
    TOLD.get_or_init(|| locale);
}

/// The language of the system, if it says one. The first variable that is set decides, as everywhere.
pub fn of_the_system() -> Option<String> {
    let set = |name: &str| std::env::var(name).ok().filter(|locale| !locale.is_empty());
    LOCALE.into_iter().find_map(set).or_else(|| TOLD.get().cloned()).and_then(|locale| from_locale(&locale))
}

/// The words for a text of a file that came with the program; the text itself where the file says something else.
pub fn of_ours(id: String, text: &str) -> Message {
    let (known, english) = (Message::new(id), english());
    if english.knows(&known.id) && english.say(&known) == text { known } else { Message::verbatim(text) }
}

//! The language the window speaks: what the person has chosen, or else what the system is set to; and an eye on its files.

use crate::variant::Shelf;
use crate::variant::wording::{self, WordsWatch};
use crate::words::{self, ENGLISH, PSEUDO};
use std::sync::{Arc, OnceLock};

/// The languages there are words for, by code and by their own names.
static KNOWN: OnceLock<Vec<(String, String)>> = OnceLock::new();

/// The languages one can choose, by code and by their own names.
pub(super) fn choices() -> &'static [(String, String)] {
    KNOWN.get_or_init(words::languages)
}

/// The words on a shelf while a window is open.
pub(super) struct Tongue {
    shelf: Shelf,
    watch: WordsWatch,
}

impl Tongue {
    pub(super) fn new(shelf: Shelf) -> Self {
        // Languages that lie on the disk count too; what is known stays known while the program runs.
        KNOWN.get_or_init(|| wording::languages(&shelf));
        Self { watch: WordsWatch::start(shelf.clone()), shelf }
    }

    /// Speaks the first of these languages there are words for, or else the system's.
    pub(super) fn speak(&self, wanted: &[Option<&str>]) {
        let wanted = wanted.iter().filter_map(|code| Some((*code)?.to_owned())).chain(words::of_the_system());
        let code = wanted.into_iter().find(|code| is_known(code)).unwrap_or_else(|| ENGLISH.to_owned());
        if words::spoken().language != code {
            words::speak(Arc::new(wording::read(&self.shelf, &code).0));
        }
    }

    /// Speaks words that were saved meanwhile; says whether there were any.
    pub(super) fn listen(&self) -> bool {
        let Some((lexicon, _)) = self.watch.news() else { return false };
        words::speak(Arc::new(lexicon));
        true
    }
}

fn is_known(code: &str) -> bool {
    code == PSEUDO || choices().iter().any(|(known, _)| known == code)
}

#[cfg(test)]
mod tests {
    use super::{choices, is_known};

    #[test]
    fn languages_are_offered_by_their_own_names() {
        let names: Vec<&str> = choices().iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(names, ["English", "Deutsch", "Français"]);
        assert!(is_known("fr") && is_known("pseudo") && !is_known("tlh"));
    }
}

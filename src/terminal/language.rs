//! Which language is spoken: the one asked for with `--lang`, else that of the system, else English. It must be known before the
//! command line is read, because help is in it too.

use crate::problem::{Problem, Problems};
use crate::variant::{Shelf, wording};
use crate::words::{ENGLISH, PSEUDO, from_locale, msg, of_the_system, speak};
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

/// What was asked for on the command line.
#[derive(Debug, Default, PartialEq, Eq)]
struct Asked {
    language: Option<String>,
    ids: bool,
}

fn asked(words: &[OsString]) -> Asked {
    let mut asked = Asked::default();
    let mut words = words.iter().map(|word| word.to_string_lossy()).take_while(|word| word != "--");
    while let Some(word) = words.next() {
        if word == "--lang" {
            asked.language = words.next().map(Into::into);
        } else if let Some(language) = word.strip_prefix("--lang=") {
            asked.language = Some(language.to_owned());
        }
        asked.ids |= word == "--ids";
    }
    asked
}

/// The language asked for on the command line, whether or not there are words for it; the window may be set to another one.
#[cfg(feature = "window")]
pub(crate) fn asked_for() -> Option<String> {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    from_locale(&asked(&words).language?)
}

/// Speaks the language that is asked for; gives what is wrong with its files.
pub(crate) fn choose(words: &[OsString]) -> Result<Problems, Problem> {
    let shelf = Shelf::around(Path::new("."));
    let known = wording::codes(&shelf);
    let is_known = |code: &String| code == PSEUDO || known.contains(code);
    let Asked { language, ids } = asked(words);
    let system = of_the_system().filter(is_known).unwrap_or_else(|| ENGLISH.to_owned());
    let wanted = language.as_deref().map(|asked| from_locale(asked).filter(is_known).ok_or(asked));
    let unknown = wanted.as_ref().and_then(|wanted| wanted.as_ref().err().copied());
    let code = wanted.as_ref().and_then(|wanted| wanted.as_ref().ok()).unwrap_or(&system);
    let (lexicon, problems) = wording::read(&shelf, code);
    speak(Arc::new(if ids { lexicon.by_ids() } else { lexicon }));
    let Some(unknown) = unknown else { return Ok(problems) };
    let languages: Vec<String> = wording::languages(&shelf).into_iter().map(|(code, name)| format!("{code} ({name})")).collect();
    let problem = Problem::about("--lang", msg!("terminal.language.unknown", language = unknown));
    let codes = known.iter().map(String::as_str);
    Err(problem.allowed(msg!("terminal.language.allowed", languages)).did_you_mean(unknown, codes))
}

#[cfg(test)]
mod tests {
    use super::{Asked, asked};

    #[test]
    fn the_language_is_found_anywhere_on_the_line() {
        let of = |line: &str| asked(&line.split(' ').map(Into::into).collect::<Vec<_>>());
        let german = |ids| Asked { language: Some("de".into()), ids };
        assert_eq!(of("run --lang de --seed 7"), german(false));
        assert_eq!(of("--ids lab run --lang=de"), german(true));
        assert_eq!(of("check -- --lang de"), Asked::default());
        assert_eq!(of("run --lang"), Asked::default());
    }
}

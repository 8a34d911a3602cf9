//! Words from the shelf: the lexicon of a language as the files on disk have it over those built into the program, what is
//! wrong with those files, and an eye on them while something runs. Files of a language that nobody has built in count too.

use super::shelf::Shelf;
use crate::built_in;
use crate::files::{self, exists, read_file};
use crate::limits;
use crate::packs;
use crate::problem::{Problem, Problems, Source};
use crate::words::{self, ENGLISH, Fault, Flaw, Lexicon, Message, PSEUDO, english, from_locale, msg};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folder of a pack's words, beside its rules.
const FOLDER: &str = "words";
/// Where the program's own words lie, beside `rules` and `variants`.
pub const PROGRAM: &str = "assets/words";

/// A file of words: what its ids begin with (the name of a pack, or nothing), and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    pub prefix: &'static str,
    pub source: Source,
    /// The same file as it is built in, where the one on disk says something else.
    behind: Option<&'static str>,
}

/// Every file a language could have: its prefix, its path on disk, and its path among those built in.
fn places(shelf: &Shelf, language: &str) -> Vec<(&'static str, Option<PathBuf>, String)> {
    let name = format!("{language}.toml");
    let mut places = vec![("", shelf.words.as_ref().map(|folder| folder.join(&name)), name.clone())];
    for pack in packs::known().iter().map(|pack| pack.name()) {
        let inside = format!("{pack}/{FOLDER}/{name}");
        places.push((pack, shelf.rules.as_ref().map(|folder| folder.join(&inside)), inside));
    }
    places
}

/// Where a pack has its words in a language, beside `variants`.
pub fn file_of(pack: &str, language: &str) -> String {
    format!("rules/{pack}/{FOLDER}/{language}.toml")
}

/// A file built in, and what it is called.
fn built_in_text(prefix: &str, inside: &str) -> Option<(String, &'static str)> {
    let (folder, file) =
        if prefix.is_empty() { (PROGRAM, built_in::WORDS.get_file(inside)) } else { ("rules", built_in::rule_file(inside)) };
    Some((format!("{folder}/{inside}"), file?.contents_utf8()?))
}

/// The files of a language, each from disk where it is there. Those that cannot be read are told.
pub fn files_of(shelf: &Shelf, language: &str) -> (Vec<Words>, Problems) {
    let (mut found, mut problems) = (Vec::new(), Problems::default());
    for (prefix, path, inside) in places(shelf, language) {
        let built_in = built_in_text(prefix, &inside);
        match path.filter(|path| exists(path)).map(|path| read_file(&path)) {
            Some(Ok(source)) => {
                let behind = built_in.map(|(_, text)| text).filter(|text| *text != source.text);
                found.push(Words { prefix, source, behind });
            }
            Some(Err(problem)) => problems.push(problem),
            None => found.extend(built_in.map(|(name, text)| Words { prefix, source: Source::new(name, text), behind: None })),
        }
    }
    (found, problems)
}

/// Whether a file can be called so and be one of a language.
fn is_code(name: &str) -> bool {
    name != PSEUDO && from_locale(name).as_deref() == Some(name)
}

/// The codes of every language there are words for, English first.
pub fn codes(shelf: &Shelf) -> Vec<String> {
    let stem = |path: &Path| path.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned);
    let mut codes: BTreeSet<String> = built_in::WORDS.files().filter_map(|file| stem(file.path())).collect();
    for (_, path, _) in places(shelf, ENGLISH) {
        let files = path.as_deref().and_then(Path::parent).and_then(|folder| files::list(folder).ok()).unwrap_or_default();
        let named = files.iter().filter(|file| file.extension().is_some_and(|e| e == "toml")).filter_map(|file| stem(file));
        codes.extend(named.filter(|code| is_code(code)));
    }
    codes.remove(ENGLISH);
    std::iter::once(ENGLISH.to_owned()).chain(codes).collect()
}

/// Every language there are words for, by code and by its own name.
pub fn languages(shelf: &Shelf) -> Vec<(String, String)> {
    let name = |code: String| {
        let name = read(shelf, &code).0.say(&msg!("language.name"));
        (code, words::name(&name, limits::LANGUAGE))
    };
    codes(shelf).into_iter().map(name).collect()
}

/// The words of a language: what is built in, overlaid by what is on disk, and English behind it. What is wrong with the files
/// is left out and told.
pub fn read(shelf: &Shelf, language: &str) -> (Lexicon, Problems) {
    if language == PSEUDO {
        let (english, problems) = read(shelf, ENGLISH);
        return (english.pseudo(), problems);
    }
    let (files, mut problems) = files_of(shelf, language);
    if language == ENGLISH && is_built_in(&files) {
        // Read already, and once is enough.
        return (Lexicon::clone(&english()), problems);
    }
    let behind = (language != ENGLISH).then(|| {
        let (lexicon, wrong) = english_of(shelf);
        problems.0.extend(wrong.0);
        lexicon
    });
    // What is built in first: whatever a file on disk does not say, it has said before.
    let mut layers: Vec<(&str, &str)> = files.iter().filter_map(|file| Some((file.prefix, file.behind?))).collect();
    let under = layers.len();
    layers.extend(files.iter().map(|file| (file.prefix, file.source.text.as_str())));
    let (lexicon, faults) = Lexicon::read(language, &layers, behind);
    for fault in faults.iter().filter(|fault| fault.file >= under) {
        problems.error(|| problem(&files[fault.file - under].source, fault));
    }
    let lexicon = if language == ENGLISH { lexicon } else { lexicon.sound(&english_of(shelf).0) };
    (lexicon, problems)
}

/// Whether files say nothing but what is built in.
fn is_built_in(files: &[Words]) -> bool {
    files.iter().all(|file| file.behind.is_none())
}

/// English as the shelf has it; the one built in, which is there already, when the shelf says nothing else.
fn english_of(shelf: &Shelf) -> (Arc<Lexicon>, Problems) {
    let (files, _) = files_of(shelf, ENGLISH);
    if is_built_in(&files) {
        return (english(), Problems::default());
    }
    let (lexicon, problems) = read(shelf, ENGLISH);
    (Arc::new(lexicon), problems)
}

/// Everything wrong with the words of a language: what cannot be read, how it differs from English, and letters nobody can
/// write on a screen.
pub fn check(shelf: &Shelf, language: &str, writable: &dyn Fn(char) -> bool) -> (usize, Problems) {
    let (files, mut problems) = files_of(shelf, language);
    judge(shelf, language, &files, writable, &mut problems);
    (files.len(), problems)
}

/// Everything wrong with one file of words.
pub fn check_file(shelf: &Shelf, path: &Path, writable: &dyn Fn(char) -> bool) -> Problems {
    let mut problems = Problems::default();
    match read_file(path) {
        Ok(source) => {
            let language = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
            judge(shelf, &language, &[Words { prefix: prefix_of(path), source, behind: None }], writable, &mut problems);
        }
        Err(problem) => problems.push(problem),
    }
    problems
}

/// Whether a file has words in it and no variant: it lies in a folder of that name.
pub fn is_words(path: &Path) -> bool {
    files::folders_of(path).first().is_some_and(|folder| folder == FOLDER)
}

/// What the ids of a file begin with: the pack whose folder its folder lies in.
fn prefix_of(path: &Path) -> &'static str {
    files::folders_of(path).get(1).and_then(|name| packs::find(name)).map_or("", |pack| pack.name())
}

/// Whose ids begin like this.
fn owner(id: &str) -> &'static str {
    let begins = |pack: &str| id.strip_prefix(pack).is_some_and(|rest| rest.starts_with('.'));
    packs::known().iter().map(|pack| pack.name()).find(|pack| begins(pack)).unwrap_or_default()
}

fn judge(shelf: &Shelf, language: &str, files: &[Words], writable: &dyn Fn(char) -> bool, problems: &mut Problems) {
    let texts: Vec<(&str, &str)> = files.iter().map(|file| (file.prefix, file.source.text.as_str())).collect();
    let (lexicon, faults) = Lexicon::read(language, &texts, None);
    let broken = faults.iter().any(|fault| matches!(fault.flaw, Flaw::Toml(_)));
    let mut found = faults;
    found.extend(lexicon.unwritable(writable));
    // In a file that is no TOML everything would be missing.
    if !broken {
        found.extend(lexicon.compare(&english_of(shelf).0));
    }
    for fault in &found {
        match &fault.flaw {
            // English on disk may say as little as it likes over what is built in.
            Flaw::Missing(_) if language == ENGLISH => {}
            // Where a file is missing as a whole, there is nothing to be mended in it.
            Flaw::Missing(id) => {
                if let Some(file) = files.iter().find(|file| file.prefix == owner(id)) {
                    problems.warn(|| problem(&file.source, fault));
                }
            }
            Flaw::Untranslated(_) | Flaw::Glyph { .. } => problems.warn(|| problem(&files[fault.file].source, fault)),
            _ => problems.error(|| problem(&files[fault.file].source, fault)),
        }
    }
}

/// A fault with its place in a file.
fn problem(source: &Source, fault: &Fault) -> Problem {
    let at = |message: Message| Problem::at(source, fault.span.clone(), message);
    let braced = |slots: &[String]| slots.iter().map(|slot| format!("{{{slot}}}")).collect::<Vec<_>>();
    let in_english = |id: &str| english().written(id).map(|text| msg!("problem.words.in_english", text));
    let shown = |problem: Problem, id: &str| match in_english(id) {
        Some(remedy) => problem.remedy(remedy),
        None => problem,
    };
    match &fault.flaw {
        Flaw::Toml(said) => at(msg!("problem.words.toml")).detail(said.trim()).remedy(msg!("problem.words.toml_remedy")),
        Flaw::Brace => at(msg!("problem.words.brace")).remedy(msg!("problem.words.brace_remedy")),
        Flaw::Nameless => at(msg!("problem.words.nameless")).allowed(msg!("problem.words.slots_allowed")),
        Flaw::Plural => at(msg!("problem.words.plural")).allowed(msg!("problem.words.plural_allowed")),
        Flaw::Unwieldy => at(msg!("problem.words.unwieldy", n = limits::WORDS)).remedy(msg!("problem.words.unwieldy_remedy")),
        Flaw::Kind(id) => at(msg!("problem.words.kind", id)).remedy(msg!("problem.words.kind_remedy")),
        Flaw::Counts => at(msg!("problem.words.counts")).allowed(msg!("problem.words.counts_allowed")),
        Flaw::Mark(id) => at(msg!("problem.words.mark", id)).allowed(msg!("problem.words.mark_allowed")),
        Flaw::Unknown(id) => {
            let lexicon = english();
            at(msg!("problem.words.unknown", id)).remedy(msg!("problem.words.unknown_remedy")).did_you_mean(id, lexicon.ids())
        }
        Flaw::Missing(id) => {
            let text = english().written(id).unwrap_or_default();
            Problem::about(&source.path, msg!("problem.words.missing", id)).remedy(msg!("problem.words.english", text))
        }
        Flaw::Glyph { id, letter } => {
            at(msg!("problem.words.glyph", id, letter = *letter)).remedy(msg!("problem.words.glyph_remedy"))
        }
        Flaw::Untranslated(id) => at(msg!("problem.words.untranslated", id)).remedy(msg!("problem.words.untranslated_remedy")),
        Flaw::Slots { id, lacking, foreign } => {
            let message = match (lacking.is_empty(), foreign.is_empty()) {
                (false, true) => msg!("problem.words.lacking", id, slots = braced(lacking)),
                (true, _) => msg!("problem.words.foreign", id, slots = braced(foreign)),
                (false, false) => msg!("problem.words.other_slots", id, lacking = braced(lacking), foreign = braced(foreign)),
            };
            shown(at(message), id)
        }
        Flaw::Form { id, form, lacking } => shown(at(msg!("problem.words.form_lacking", id, form, slots = braced(lacking))), id),
    }
}

/// Where translators' files for a language belong, each with the text it begins with: the English one, every line of which
/// stands once more above itself as a comment.
pub fn blank(shelf: &Shelf, language: &str) -> Result<Vec<(PathBuf, String)>, Problem> {
    if !is_code(language) {
        let problem = Problem::about(language, msg!("problem.words.no_code"));
        return Err(problem.allowed(msg!("problem.words.code_allowed")));
    }
    let (english, _) = files_of(shelf, ENGLISH);
    let text =
        |prefix: &str| english.iter().find(|file| file.prefix == prefix).map(|file| annotated(&file.source.text, language));
    let here = |(prefix, path, inside): (&'static str, Option<PathBuf>, String)| {
        let usual = || if prefix.is_empty() { Path::new(PROGRAM).join(&inside) } else { Path::new("rules").join(&inside) };
        Some((path.unwrap_or_else(usual), text(prefix)?))
    };
    Ok(places(shelf, language).into_iter().filter_map(here).collect())
}

fn annotated(text: &str, language: &str) -> String {
    let mut annotated = format!("# {}\n\n", msg!("problem.words.begun", language));
    let mut inside_long_text = false;
    for line in text.lines() {
        let (key, value) = line.split_once('=').unwrap_or((line, ""));
        let value = value.trim();
        let long = value.matches("\"\"\"").count() == 1;
        let entry = !inside_long_text && !key.trim_start().starts_with('#') && value.ends_with(['"', '}']) && !long;
        if line.trim() == "name = \"English\"" {
            annotated += &format!("name = \"{language}\"\n");
            continue;
        }
        if entry {
            annotated += &format!("# {}\n", line.trim());
        }
        annotated += &format!("{line}\n");
        if long || inside_long_text && line.contains("\"\"\"") {
            inside_long_text = !inside_long_text;
        }
    }
    annotated
}

pub use watch::WordsWatch;

/// A browser has the words that are built in.
#[cfg(target_family = "wasm")]
mod watch {
    use super::{Lexicon, Problems, Shelf};

    pub struct WordsWatch;

    impl WordsWatch {
        pub fn start(_shelf: Shelf) -> Self {
            Self
        }

        pub fn news(&self) -> Option<(Lexicon, Problems)> {
            None
        }
    }
}

#[cfg(not(target_family = "wasm"))]
mod watch {
    use super::{Lexicon, PathBuf, Problems, Shelf, codes, places, read};
    use crate::files::{Stamp, stamp};
    use crate::words::spoken;
    use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
    use std::thread::JoinHandle;
    use std::time::Duration;

    /// How often the files' stamps are looked at.
    const LOOK: Duration = Duration::from_millis(250);

    /// An eye on the files of words. Whoever holds it asks for news and speaks what it gets; the thread ends when it is
    /// dropped.
    pub struct WordsWatch {
        news: Receiver<(Lexicon, Problems)>,
        stop: Option<Sender<()>>,
        thread: Option<JoinHandle<()>>,
    }

    impl WordsWatch {
        pub fn start(shelf: Shelf) -> Self {
            let (stop, stopped) = channel::<()>();
            let (tell, news) = channel();
            let mut before = stamps(&shelf);
            let look = move || {
                while stopped.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                    let now = stamps(&shelf);
                    if now != before && tell.send(spoken_again(&shelf)).is_err() {
                        return;
                    }
                    before = now;
                }
            };
            let thread = std::thread::Builder::new().name("words-watch".into()).spawn(look);
            Self { news, stop: Some(stop), thread: thread.ok() }
        }

        /// The language spoken as the files have it since they last changed, and what is wrong with them; nothing while
        /// they stay as they are.
        pub fn news(&self) -> Option<(Lexicon, Problems)> {
            self.news.try_iter().last()
        }
    }

    impl Drop for WordsWatch {
        fn drop(&mut self) {
            drop(self.stop.take());
            if let Some(thread) = self.thread.take() {
                // A thread that has failed has nothing left to do.
                let _ = thread.join();
            }
        }
    }

    /// The language spoken, once more, as the files have it now.
    fn spoken_again(shelf: &Shelf) -> (Lexicon, Problems) {
        let now = spoken();
        let (lexicon, problems) = read(shelf, &now.language);
        (if now.is_by_ids() { lexicon.by_ids() } else { lexicon }, problems)
    }

    fn stamps(shelf: &Shelf) -> Vec<(PathBuf, Option<Stamp>)> {
        let all = codes(shelf).into_iter().flat_map(|code| places(shelf, &code));
        all.filter_map(|(_, path, _)| path).map(|path| (path.clone(), stamp(&path).ok().flatten())).collect()
    }
}

//! check: the linter for variant files, files of words, lessons and the rules of games.

use super::{Table, aside, check_kinds, say, toml_files};
use crate::document;
use crate::files;
use crate::packs;
use crate::problem::{Problem, Problems, Source};
use crate::scenario::{self, lesson};
use crate::script;
use crate::variant::catalogue::HOUSE;
use crate::variant::{Library, STANDARD, Shelf, Variant, find_pack, wording};
use crate::words::{Message, msg};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use toml_edit::{Document, Item};

/// What was looked at, and how much was wrong.
#[derive(Default)]
struct Count {
    variants: usize,
    words: usize,
    rules: usize,
    lessons: usize,
    errors: usize,
    warnings: usize,
}

impl Count {
    fn tell(&mut self, problems: Vec<Problem>) {
        for problem in problems {
            let count = if problem.is_error() { &mut self.errors } else { &mut self.warnings };
            *count += 1 + problem.untold;
            aside(problem);
        }
    }
}

/// Prints every problem of every file; exit code 1 when there is an error.
pub(crate) fn check(table: &Table, paths: &[PathBuf]) -> Result<ExitCode, Problems> {
    let library = table.library()?;
    let mut count = Count::default();
    if paths.is_empty() {
        shelf(table, &library, &mut count)?;
    } else {
        named(table, &library, paths, &mut count)?;
    }
    let Count { variants, words, rules, lessons, errors, warnings } = count;
    let kinds = [
        (variants, "terminal.check.variants"),
        (words, "terminal.check.words"),
        (rules, "terminal.check.rules"),
        (lessons, "terminal.check.lessons"),
    ];
    let what: Vec<Message> = kinds.into_iter().filter(|(n, _)| *n > 0).map(|(n, id)| msg!(id, n)).collect();
    if !what.is_empty() {
        say(msg!("terminal.check.told", what, errors, warnings))?;
    } else if errors == 0 {
        return Err(Problem::about("check", msg!("terminal.check.none")).remedy(msg!("terminal.name_files")).into());
    }
    Ok(if errors == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Everything on the shelf.
fn shelf(table: &Table, library: &Library, count: &mut Count) -> Result<(), Problems> {
    for pack in table.packs()? {
        if let Ok(catalogue) = library.catalogue(pack) {
            count.tell(catalogue.lost_in_book(&library.shelf).0);
        }
        for file in lesson::files(library, pack) {
            count.tell(wrong_in_lesson(library, library.shelf.rule_file(&file)));
            count.lessons += 1;
        }
        for name in library.shelf.variant_names(pack.name()) {
            count.tell(wrong_with(library.load(pack.name(), &name)));
            count.variants += 1;
        }
    }
    let writable = writable();
    for language in wording::codes(&library.shelf) {
        let (files, problems) = wording::check(&library.shelf, &language, &writable);
        count.tell(problems.0);
        count.words += files;
    }
    Ok(())
}

/// Files and folders by their paths, each as what it is.
fn named(table: &Table, library: &Library, paths: &[PathBuf], count: &mut Count) -> Result<(), Problems> {
    let (files, unseen) = toml_files(paths)?;
    count.tell(unseen.0);
    let (mut variants, mut of_games, writable) = (Vec::new(), Vec::<Rules>::new(), writable());
    for file in files {
        if wording::is_words(&file) {
            count.tell(wording::check_file(&library.shelf, &file, &writable).0);
            count.words += 1;
        } else if lesson::is_lesson(&file) {
            count.tell(wrong_in_lesson(library, files::read_file(&file)));
            count.lessons += 1;
        } else if let Some(found) = Rules::around(&file) {
            match of_games.iter_mut().find(|known| (known.pack, &known.folder) == (found.pack, &found.folder)) {
                Some(known) => known.house.extend(found.house),
                None => of_games.push(found),
            }
            count.rules += 1;
        } else if is_scenario(&file) {
            // Whoever names a folder means the variants in it; whoever names a file means that one.
            if paths.contains(&file) {
                let problem = Problem::about(file.display().to_string(), msg!("terminal.check.is_scenario"));
                count.tell(vec![problem.remedy(msg!("terminal.check.play_it", file = &*file))]);
            }
        } else {
            // Rules and boards lie beside the variants they belong to, and are checked with those.
            let bring = bring_along(&file);
            let is_variant = bring.is_empty() && !lies_in(&file, "rules");
            variants.extend(if is_variant { vec![file] } else { bring });
        }
    }
    for rules in of_games {
        count.tell(rules.problems(library));
    }
    let mut checked: Vec<PathBuf> = Vec::new();
    for file in variants {
        if !checked.contains(&file) {
            count.tell(wrong_with(table.load_path(library, &file)));
            checked.push(file);
        }
    }
    count.variants = checked.len();
    Ok(())
}

/// The rules of a game in a folder of their own. Its files hold together, and are looked at together.
struct Rules {
    pack: &'static str,
    /// Where the rules of all games lie.
    folder: PathBuf,
    /// The house rules that were named.
    house: Vec<String>,
}

impl Rules {
    /// The rules a file belongs to: it lies in `rules/<game>`, or where there is a rulebook beside it, or in a folder `house` there.
    fn around(file: &Path) -> Option<Self> {
        let whole = std::path::absolute(file).ok()?;
        [file, whole.as_path()].into_iter().find_map(|file| {
            let within = file.parent()?;
            let is_house = within.file_name().is_some_and(|name| name == HOUSE);
            let home = if is_house { within.parent()? } else { within };
            let pack = packs::find(home.file_name()?.to_str()?)?.name();
            let folder = home.parent()?.to_owned();
            let house = if is_house { vec![file.file_stem()?.to_str()?.to_owned()] } else { Vec::new() };
            let is_ours = folder.file_name().is_some_and(|name| name == "rules") || files::is_file(&home.join("rulebook.toml"));
            is_ours.then_some(Self { pack, folder, house })
        })
    }

    /// Everything wrong with the files, with the printed game made of them, and with each of the house rules in it.
    fn problems(&self, library: &Library) -> Vec<Problem> {
        let library = Library::new(Shelf { rules: Some(self.folder.clone()), ..library.shelf.clone() });
        let catalogue = match find_pack(self.pack).and_then(|pack| library.catalogue(pack)) {
            Ok(catalogue) => catalogue,
            Err(problems) => return problems.0,
        };
        let with_rule = |rule: &String| {
            let text = format!("pack = \"{}\"\nextends = \"{STANDARD}\"\nrules = [\"{rule}\"]\n", self.pack);
            library.load_source(Source::new(rule, text))
        };
        let games = std::iter::once(library.load(self.pack, STANDARD)).chain(self.house.iter().map(with_rule));
        catalogue.lost_in_book(&library.shelf).0.into_iter().chain(games.flat_map(wrong_with)).collect()
    }
}

/// Which letters the fonts of the window have.
#[cfg(feature = "window")]
fn writable() -> impl Fn(char) -> bool {
    crate::window::glyphs::writable()
}

/// Without a window everything can be written that a terminal shows.
#[cfg(not(feature = "window"))]
fn writable() -> impl Fn(char) -> bool {
    |_| true
}

/// Whether a file lies in a folder of that name.
fn lies_in(path: &Path, folder: &str) -> bool {
    files::folders_of(path).first().is_some_and(|name| name == folder)
}

/// What a file says, if it can be read.
fn read(path: &Path) -> Option<Document<String>> {
    document::parse(&files::read_file(path).ok()?).ok()
}

/// Whether a file means to be a scenario: it lies among them, or says what is given, done or expected.
fn is_scenario(path: &Path) -> bool {
    let says = |document: Document<String>| ["given", "when", "then"].iter().any(|key| document.get(key).is_some());
    lies_in(path, "scenarios") || read(path).is_some_and(says)
}

/// The variants that bring a file along, a rule or a board: they lie beside it or in the folder around it.
fn bring_along(path: &Path) -> Vec<PathBuf> {
    if read(path).is_none_or(|document| document.get("pack").is_some()) {
        return Vec::new();
    }
    let (is_rule, stem) = (lies_in(path, "rules"), path.file_stem().and_then(|stem| stem.to_str()));
    let brings = |variant: &PathBuf| {
        let Some(variant) = read(variant) else { return false };
        let mut rules = variant.get("rules").and_then(Item::as_array).into_iter().flatten();
        let board = variant.get("board").and_then(Item::as_str);
        is_rule && rules.any(|rule| rule.as_str() == stem) || board.is_some_and(|board| path.ends_with(board))
    };
    let folders = path.ancestors().skip(1).take(2);
    let folders = folders.map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    folders.flat_map(|folder| files::list(folder).unwrap_or_default()).filter(brings).collect()
}

/// A lesson is right when it can be played through.
fn wrong_in_lesson(library: &Library, source: Result<Source, Problem>) -> Vec<Problem> {
    let verdict = source.map_err(Problems::from).and_then(|source| scenario::run(library, &source));
    verdict.map_or_else(|problems| problems.0, |verdict| verdict.failures)
}

fn wrong_with(loaded: Result<Variant, Problems>) -> Vec<Problem> {
    match loaded {
        Ok(variant) => {
            // Rules from files get a longer rehearsal here than at every load.
            let rehearsed = script::rehearse(&variant.rules, true).0;
            unknown_players(&variant).into_iter().chain(variant.warnings).chain(rehearsed).collect()
        }
        Err(problems) => problems.0,
    }
}

/// A contract may name a kind of player there is none of.
fn unknown_players(variant: &Variant) -> Vec<Problem> {
    let Some(contract) = &variant.contract else { return Vec::new() };
    let checked = check_kinds(contract.players.as_slice(), |message| variant.problem_on_line(contract.players_line, message));
    checked.err().map(|problems| problems.0).unwrap_or_default()
}

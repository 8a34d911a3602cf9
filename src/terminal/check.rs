//! check: the linter for variant files, files of words and lessons.

use super::lab::contracted;
use super::{Table, aside, say, toml_files};
use crate::document;
use crate::files;
use crate::problem::{Problem, Problems, Source};
use crate::scenario::{self, lesson};
use crate::script;
use crate::variant::{Library, Variant, wording};
use crate::words::msg;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How much was wrong.
#[derive(Default)]
struct Count {
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
    let (variants, words, lessons) =
        if paths.is_empty() { shelf(table, &library, &mut count)? } else { named(table, &library, paths, &mut count)? };
    let Count { errors, warnings } = count;
    if lessons > 0 && (variants, words) != (0, 0) {
        say(msg!("terminal.check.lessons", lessons))?;
    }
    say(match (variants, words) {
        (0, 0) if lessons > 0 => msg!("terminal.check.only_lessons", lessons, errors, warnings),
        (0, 0) => return Err(Problem::about("check", msg!("terminal.check.none")).remedy(msg!("terminal.name_files")).into()),
        (_, 0) => msg!("terminal.check.variants", variants, errors, warnings),
        (0, _) => msg!("terminal.check.words", words, errors, warnings),
        _ => msg!("terminal.check.both", variants, words, errors, warnings),
    })?;
    Ok(if errors == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Everything on the shelf: how many variants, files of words and lessons there are.
fn shelf(table: &Table, library: &Library, count: &mut Count) -> Result<(usize, usize, usize), Problems> {
    let (mut variants, mut words, mut lessons) = (0, 0, 0);
    for pack in table.packs()? {
        if let Ok(catalogue) = library.catalogue(pack) {
            count.tell(catalogue.lost_in_book().0);
        }
        for file in lesson::files(library, pack) {
            count.tell(wrong_in_lesson(library, library.shelf.rule_file(&file)));
            lessons += 1;
        }
        for name in library.shelf.variant_names(pack.name()) {
            count.tell(wrong_with(library.load(pack.name(), &name)));
            variants += 1;
        }
    }
    let writable = writable();
    for language in wording::codes(&library.shelf) {
        let (files, problems) = wording::check(&library.shelf, &language, &writable);
        count.tell(problems.0);
        words += files;
    }
    Ok((variants, words, lessons))
}

/// Files and folders by their paths.
fn named(table: &Table, library: &Library, paths: &[PathBuf], count: &mut Count) -> Result<(usize, usize, usize), Problems> {
    let (files, unseen) = toml_files(paths)?;
    count.tell(unseen.0);
    let (words, rest): (Vec<_>, Vec<_>) = files.into_iter().partition(|path| wording::is_words(path));
    let (lessons, mut variants): (Vec<_>, Vec<_>) = rest.into_iter().partition(|path| lesson::is_lesson(path));
    for file in &lessons {
        count.tell(wrong_in_lesson(library, files::read_file(file)));
    }
    // Rules and scenarios lie beside the variants they belong to, and a rule is checked with those.
    let rules: Vec<PathBuf> = paths.iter().filter(|path| lies_in(path, "rules")).cloned().collect();
    variants
        .retain(|path| paths.contains(path) && !rules.contains(path) || !["rules", "scenarios"].iter().any(|f| lies_in(path, f)));
    variants.extend(rules.iter().flat_map(|rule| with_rule(rule)));
    variants.dedup();
    for file in &variants {
        count.tell(wrong_with(table.load_path(library, file)));
    }
    let writable = writable();
    for file in &words {
        count.tell(wording::check_file(&library.shelf, file, &writable).0);
    }
    Ok((variants.len(), words.len(), lessons.len()))
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
    path.extension().is_some_and(|e| e == "toml") && path.parent().and_then(Path::file_name).is_some_and(|name| name == folder)
}

/// The variants that name a rule of the folder beside them.
fn with_rule(rule: &Path) -> Vec<PathBuf> {
    let Some((folder, name)) = rule.parent().and_then(Path::parent).zip(rule.file_stem().and_then(|name| name.to_str())) else {
        return Vec::new();
    };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let names = |path: &PathBuf| {
        let source = files::read_file(path).ok()?;
        let document = document::parse(&source).ok()?;
        let listed = document.get("rules")?.as_array()?.iter().any(|id| id.as_str() == Some(name));
        listed.then_some(())
    };
    files::list(folder).unwrap_or_default().into_iter().filter(|path| names(path).is_some()).collect()
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
fn unknown_players(variant: &Variant) -> Option<Problem> {
    variant.contract.as_ref().and_then(|contract| contracted(variant, contract).err())
}

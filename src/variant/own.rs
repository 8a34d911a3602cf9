//! Variants that are a person's own or came from somebody else: the folders they lie in, and what can be done with a file
//! as a whole. What it says is changed by `edit`.

use super::edit::{fresh_variant, with_name};
use super::library::{Library, Variant};
use super::propose::{VARIANT, differences};
use super::shelf::Shelf;
use crate::files::{self, exists, make_folder, write_atomically};
use crate::limits;
use crate::problem::{Problem, Problems, Source};
use crate::words::{self, msg, plain_letters};
use std::path::{Path, PathBuf};

/// Folders in a person's home: what they made, what they were given, and what they have thrown away.
const OWN: &str = "variants";
const RECEIVED: &str = "received";
const BIN: &str = "bin";
/// The longest name of a file made from a title.
const LONGEST: usize = 40;

/// Whose a variant is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Whose {
    Own,
    Received,
    /// It came with the program, or lies in a folder of somebody who works on it.
    Shipped,
}

/// A person's variants of one game.
#[derive(Debug, Clone)]
pub struct OwnVariants {
    home: PathBuf,
    pack: &'static str,
}

impl OwnVariants {
    pub fn new(home: &Path, pack: &'static str) -> Self {
        Self { home: home.to_owned(), pack }
    }

    /// The folders of a home in which variants are looked for.
    pub fn shelves(home: &Path) -> [PathBuf; 2] {
        [home.join(OWN), home.join(RECEIVED)]
    }

    fn folder(&self, of: &str) -> PathBuf {
        self.home.join(of).join(self.pack)
    }

    /// Whose a file is.
    pub fn whose(&self, file: &Path) -> Whose {
        if files::leads_into(&self.home.join(OWN), file) {
            Whose::Own
        } else if files::leads_into(&self.home.join(RECEIVED), file) {
            Whose::Received
        } else {
            Whose::Shipped
        }
    }

    /// Begins a variant that extends another one, by its name on the shelf.
    pub fn begin(&self, shelf: &Shelf, title: &str, parent: &str) -> Result<PathBuf, Problems> {
        let path = self.free(OWN, shelf, title)?;
        write_atomically(&path, fresh_variant(self.pack, title, parent))?;
        Ok(path)
    }

    /// Copies a variant under another name.
    pub fn duplicate(&self, shelf: &Shelf, source: &Source, title: &str) -> Result<PathBuf, Problems> {
        self.add(OWN, shelf, &with_name(source, title)?, title)
    }

    /// Takes in a variant somebody else has made.
    pub fn receive(&self, shelf: &Shelf, text: &str, title: &str) -> Result<PathBuf, Problems> {
        self.add(RECEIVED, shelf, text, title)
    }

    fn add(&self, folder: &str, shelf: &Shelf, text: &str, title: &str) -> Result<PathBuf, Problems> {
        let path = self.free(folder, shelf, title)?;
        write_atomically(&path, text)?;
        Ok(path)
    }

    /// Throws a file away, in a way that can be undone; tells where it lies now.
    pub fn delete(&self, file: &Path) -> Result<PathBuf, Problems> {
        if self.whose(file) == Whose::Shipped {
            let problem = Problem::about(file.display().to_string(), msg!("variant.own.not_yours"));
            return Err(problem.remedy(msg!("variant.own.only_own")).into());
        }
        let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or("rules");
        let bin = self.folder(BIN);
        make_folder(&bin)?;
        let free = numbered(stem).map(|name| bin.join(format!("{name}.toml"))).find(|path| !exists(path));
        let to = free.ok_or_else(|| too_many(&bin))?;
        files::move_file(file, &to)?;
        Ok(to)
    }

    /// Takes a file out of the bin again.
    pub fn restore(&self, thrown: &Path, to: &Path) -> Result<(), Problems> {
        if exists(to) {
            return Err(Problem::about(to.display().to_string(), msg!("variant.own.in_the_way")).into());
        }
        Ok(files::move_file(thrown, to)?)
    }

    /// A file named after a title that nothing on the shelf is called like.
    fn free(&self, folder: &str, shelf: &Shelf, title: &str) -> Result<PathBuf, Problems> {
        let folder = self.folder(folder);
        make_folder(&folder)?;
        let known = shelf.variant_names(self.pack);
        let is_free = |name: &String| !known.contains(name) && !exists(&folder.join(format!("{name}.toml")));
        let name = numbered(&file_name(title)).find(is_free).ok_or_else(|| too_many(&folder))?;
        Ok(folder.join(format!("{name}.toml")))
    }
}

/// The name on the shelf of a variant that is called the same and says the same.
pub fn known_as(library: &Library, variant: &Variant) -> Option<String> {
    let (pack, own) = (variant.rules.pack, &variant.rules.blueprint);
    let is_it = |name: &String| {
        library.load(pack.name(), name).is_ok_and(|known| {
            let blueprint = &known.rules.blueprint;
            let says_the_same = differences(own, blueprint, &known.catalogue).iter().all(|change| change.key == VARIANT);
            let is_called_the_same = (&own.title, &own.about) == (&blueprint.title, &blueprint.about);
            is_called_the_same && says_the_same && pack.same_board(&variant.rules.board, &known.rules.board)
        })
    };
    library.shelf.variant_names(pack.name()).into_iter().find(is_it)
}

fn too_many(folder: &Path) -> Problem {
    Problem::about(folder.display().to_string(), msg!("variant.own.too_many"))
}

fn numbered(name: &str) -> impl Iterator<Item = String> {
    (1..1000).map(move |n| if n == 1 { name.to_owned() } else { format!("{name}_{n}") })
}

/// A title as the name of a file, without its ending: plain small letters.
pub fn file_name(title: &str) -> String {
    let plain = plain_letters(title).chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect::<String>();
    let name: Vec<&str> = plain.split('_').filter(|part| !part.is_empty()).collect();
    let name: String = name.join("_").chars().take(LONGEST).collect();
    if name.is_empty() { "rules".to_owned() } else { name }
}

/// A title that nothing is called yet: `Sunday rules`, `Sunday rules 2` and so on.
pub fn free_title(title: &str, taken: &[String]) -> String {
    let title = words::name(title, limits::NAME);
    let numbered = |n: usize| if n == 1 { title.clone() } else { format!("{title} {n}") };
    (1..1000).map(numbered).find(|title| !taken.contains(title)).unwrap_or(title)
}

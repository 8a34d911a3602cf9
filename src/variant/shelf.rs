//! Where rule data and variants come from: folders on disk, and the copies built into the program for every file that
//! is not there. So a folder that only happens to be called `rules` or `variants` takes nothing away.

use super::{layer, wording};
use crate::built_in;
use crate::document;
use crate::files::{self, exists, is_folder, read_file};
use crate::limits;
use crate::packs;
use crate::problem::{Problem, Source};
use crate::words::{self, msg};
use include_dir::Dir;
use std::path::{Path, PathBuf};

/// The folders to read from.
#[derive(Debug, Clone, Default)]
pub struct Shelf {
    /// Holds `<pack>/*.toml`; a file that is not there is the built-in one.
    pub rules: Option<PathBuf>,
    /// Looked through in order, before the built-in variants; each holds `<pack>/*.toml` or `*.toml`.
    pub variants: Vec<PathBuf>,
    /// Holds `<language>.toml`, the words of the program; a file that is not there is the built-in one. The words of the games
    /// lie with their rules.
    pub words: Option<PathBuf>,
}

impl Shelf {
    /// The `rules` and `variants` folders here, where they exist.
    pub fn around(folder: &Path) -> Self {
        let here = |name: &str| {
            let path = if folder == Path::new(".") { PathBuf::from(name) } else { folder.join(name) };
            is_folder(&path).then_some(path)
        };
        Self { rules: here("rules"), variants: here("variants").into_iter().collect(), words: here(wording::PROGRAM) }
    }

    /// Only what is built into the program.
    pub fn built_in() -> Self {
        Self::default()
    }

    /// A file of the rulebook, such as `<pack>/board.toml`.
    pub fn rule_file(&self, name: &str) -> Result<Source, Problem> {
        if let Some(path) = self.rules.as_ref().map(|folder| folder.join(name)).filter(|path| exists(path)) {
            return read_file(&path);
        }
        match (built_in::rule_file(name).and_then(include_dir::File::contents_utf8), &self.rules) {
            (Some(text), _) => Ok(Source::new(format!("rules/{name}"), text)),
            // A name that leads nowhere.
            (None, Some(folder)) => read_file(&folder.join(name)),
            (None, None) => Err(Problem::about(format!("rules/{name}"), msg!("variant.no_such_file"))),
        }
    }

    /// The TOML files of a folder of the rulebook, sorted; none when there is no such folder.
    pub fn rule_files(&self, folder: &str) -> Vec<String> {
        let mut names = self.rules.as_ref().map(|rules| toml_files(&rules.join(folder))).unwrap_or_default();
        names.extend(built_in::rule_folder(folder).map(built_in_names).unwrap_or_default());
        names.sort();
        names.dedup();
        names.into_iter().map(|name| format!("{folder}/{name}.toml")).collect()
    }

    /// Every variant of a pack by name, sorted.
    pub fn variant_names(&self, pack: &str) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for folder in &self.variants {
            names.extend(toml_files(&folder.join(pack)));
            let loose = toml_files(folder).into_iter();
            names.extend(loose.filter(|name| is_ours(pack, name, &folder.join(format!("{name}.toml")))));
        }
        names.extend(built_in::variant_folder(pack).map(built_in_names).unwrap_or_default());
        names.sort();
        names.dedup();
        names
    }

    /// The variant of that name: in a folder of the shelf, or built in.
    pub fn variant(&self, pack: &str, name: &str) -> Option<Result<Source, Problem>> {
        if !is_plain_name(name) {
            return None;
        }
        if let Some(path) = self.variant_path(pack, name) {
            return Some(read_file(&path));
        }
        let file = built_in::variant(pack, name)?;
        Some(Ok(Source::new(format!("variants/{pack}/{name}.toml"), file.contents_utf8()?)))
    }

    /// What a variant's own file calls it.
    pub fn variant_title(&self, pack: &str, name: &str) -> Option<String> {
        let document = document::parse(&self.variant(pack, name)?.ok()?).ok()?;
        let title = document.get("name")?.as_str()?;
        Some(words::name(title, limits::NAME)).filter(|title| !title.is_empty())
    }

    /// What a variant's own file says about it.
    pub fn variant_about(&self, pack: &str, name: &str) -> Option<String> {
        let document = document::parse(&self.variant(pack, name)?.ok()?).ok()?;
        let about = words::prose(document.get("about")?.as_str()?);
        Some(about).filter(|about| !about.is_empty())
    }

    /// The file on disk that [`Shelf::variant`] would read.
    pub fn variant_path(&self, pack: &str, name: &str) -> Option<PathBuf> {
        let file = format!("{name}.toml");
        let own = |folder: &PathBuf| Some(folder.join(pack).join(&file)).filter(|path| exists(path));
        let loose = |folder: &PathBuf| Some(folder.join(&file)).filter(|path| exists(path) && is_ours(pack, name, path));
        self.variants.iter().find_map(|folder| own(folder).or_else(|| loose(folder)))
    }

    /// Whether a file in a folder may have another one read: one in that folder or below, links followed, or one in a
    /// folder of the shelf. What is not there leads nowhere.
    pub fn may_lead_to(&self, folder: &Path, path: &Path) -> bool {
        let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        !exists(path) || files::leads_into(here, path) || self.variants.iter().any(|folder| files::leads_into(folder, path))
    }

    /// Whether a recorded game may name this variant for its files to be followed: a name, or a path into a folder of
    /// the shelf. Whatever else it names, the person at the table has not.
    pub fn may_be_followed(&self, variant: &str) -> bool {
        is_plain_name(variant) || self.variants.iter().any(|folder| files::leads_into(folder, Path::new(variant)))
    }
}

/// Whether a text is a name and not the way to somewhere.
pub(super) fn is_plain_name(text: &str) -> bool {
    let is_file = Path::new(text).extension().is_some_and(|e| e == "toml");
    !text.is_empty() && !text.starts_with('.') && !is_file && !text.contains(['/', '\\', ':', '\0'])
}

/// Whether a file beside those of other games is a variant of this one. One that does not say is taken for one that is
/// not finished, unless it would hide a variant of the game.
fn is_ours(pack: &str, name: &str, path: &Path) -> bool {
    // One that cannot be read says nothing; whoever asks for it is told why.
    let Ok(source) = read_file(path) else { return true };
    let Ok(document) = document::parse(&source) else { return true };
    match layer::pack_name(&document) {
        Some(named) => named.text == pack || packs::find(&named.text).is_none(),
        None => built_in::variant(pack, name).is_none(),
    }
}

fn toml_files(folder: &Path) -> Vec<String> {
    let entries = files::list(folder).unwrap_or_default().into_iter();
    let paths = entries.filter(|path| path.extension().is_some_and(|e| e == "toml"));
    paths.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect()
}

fn built_in_names(folder: &'static Dir<'static>) -> Vec<String> {
    folder.files().filter_map(|file| Some(file.path().file_stem()?.to_str()?.to_owned())).collect()
}

//! The files inside the program: rules, variants, words and drawings as they were when it was built, so that it runs anywhere.

use include_dir::{Dir, File, include_dir};
use std::sync::OnceLock;

/// What games bring along: the folders `rules` and `variants` of the crate they are in.
#[derive(Debug, Clone, Copy)]
pub struct Files {
    /// `<pack>/*.toml`, `<pack>/house/*.toml`, `<pack>/words/*.toml`.
    pub rules: &'static Dir<'static>,
    /// `<pack>/*.toml`.
    pub variants: &'static Dir<'static>,
}

/// The [`Files`] of the crate this is written in: its folders `rules` and `variants`, as they are when it is built.
#[macro_export]
macro_rules! game_files {
    () => {{
        use $crate::include_dir;
        static RULES: include_dir::Dir<'static> = include_dir::include_dir!("$CARGO_MANIFEST_DIR/rules");
        static VARIANTS: include_dir::Dir<'static> = include_dir::include_dir!("$CARGO_MANIFEST_DIR/variants");
        $crate::built_in::Files { rules: &RULES, variants: &VARIANTS }
    }};
}

/// Those of the games that come with the program.
pub fn ours() -> Files {
    crate::game_files!()
}

/// `<language>.toml`.
pub static WORDS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/assets/words");

/// `<pack>/<name>.svg`: what our games draw that never looks any other way.
static DRAWINGS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/assets/art");

/// What stands in a drawing, without the picture around it, to be put into another one.
pub fn drawing(name: &str) -> Option<String> {
    let svg = DRAWINGS.get_file(format!("{name}.svg"))?.contents_utf8()?;
    let (_, body) = svg.trim_end().strip_suffix("</svg>")?.split_once('>')?;
    Some(body.lines().collect())
}

/// The games there are and what they bring, once somebody has said so.
static BROUGHT: OnceLock<Vec<(&'static str, Files)>> = OnceLock::new();

/// Says which games there are, by name, and what they bring; once, before anything is read.
pub(crate) fn bring(games: impl Iterator<Item = (&'static str, Files)>) {
    BROUGHT.get_or_init(|| games.collect());
}

/// Every game's files.
fn all() -> impl Iterator<Item = Files> {
    let brought = BROUGHT.get();
    brought.into_iter().flatten().map(|(_, files)| *files).chain(brought.is_none().then(ours))
}

/// A file below `rules`.
pub fn rule_file(name: &str) -> Option<&'static File<'static>> {
    all().find_map(|files| files.rules.get_file(name))
}

/// A folder below `rules`.
pub fn rule_folder(name: &str) -> Option<&'static Dir<'static>> {
    all().find_map(|files| files.rules.get_dir(name))
}

/// The variants of a pack.
pub fn variant_folder(pack: &str) -> Option<&'static Dir<'static>> {
    all().find_map(|files| files.variants.get_dir(pack))
}

/// A pack's variant.
pub fn variant(pack: &str, name: &str) -> Option<&'static File<'static>> {
    variant_folder(pack)?.get_file(format!("{pack}/{name}.toml"))
}

/// The names of all games, in the order of their names.
pub fn packs() -> Vec<&'static str> {
    let ours = || ours().rules.dirs().filter_map(|folder| folder.path().to_str()).collect();
    let mut names: Vec<&str> = BROUGHT.get().map_or_else(ours, |brought| brought.iter().map(|(pack, _)| *pack).collect());
    names.sort_unstable();
    names
}

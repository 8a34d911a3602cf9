//! A pack's rulebook as data: declared settings, texts and board, read from rules/<pack>.

use super::declare::{self, Setting};
use super::rulebook::{self, Book};
use super::shelf::Shelf;
use crate::problem::{Problem, Problems, Source};
use crate::sim::pack::Board;
use crate::sim::rule::{flatten, nest};
use crate::sim::{Blueprint, Pack};
use serde_json::Value;
use std::sync::Arc;

/// The folder of house-rule pages inside a pack's rules.
const HOUSE: &str = "house";

pub struct Catalogue {
    pub pack: &'static dyn Pack,
    pub settings: Vec<Setting>,
    pub book: Book,
    pub board: Board,
    /// What all this was read from; unchanged files need no second reading.
    sources: Vec<Source>,
}

impl Catalogue {
    /// Reads a pack's files, or gives back `known` when they still say the same.
    pub fn read(shelf: &Shelf, pack: &'static dyn Pack, known: Option<&Arc<Self>>) -> Result<Arc<Self>, Problems> {
        let mut problems = Problems::default();
        let mut sources = Vec::new();
        let names = shelf.rule_files(pack.name()).into_iter().chain(shelf.rule_files(&format!("{}/{HOUSE}", pack.name())));
        for name in names {
            match shelf.rule_file(&name) {
                Ok(source) => sources.push(source),
                Err(problem) => problems.push(problem),
            }
        }
        if problems.has_errors() {
            return Err(problems);
        }
        if let Some(known) = known.filter(|known| known.sources == sources) {
            return Ok(known.clone());
        }
        Self::from_sources(pack, sources).map(Arc::new)
    }

    fn from_sources(pack: &'static dyn Pack, sources: Vec<Source>) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let mut settings: Vec<Setting> = Vec::new();
        let mut book = Book::default();
        let mut board = None;
        for source in &sources {
            let path = source.path.replace('\\', "/");
            let file = path.rsplit('/').next().unwrap_or_default();
            let result = match file {
                "board.toml" => pack.read_board(source).map(|read| board = Some(read)),
                "rulebook.toml" => rulebook::read(source).map(|read| book.take(read)),
                _ => declare::read(source).map(|read| settings.extend(read)),
            };
            if let Err(found) = result {
                problems.0.extend(found.0);
            }
            if path.contains(&format!("/{HOUSE}/")) {
                match rulebook::read_house_page(source) {
                    Ok(page) => book.add_house_page(page),
                    Err(found) => problems.0.extend(found.0),
                }
            }
        }
        for (i, setting) in settings.iter().enumerate() {
            if let Some(other) = settings[..i].iter().find(|s| s.key == setting.key) {
                let message = format!(
                    "`{}` is declared a second time; the first is in {}:{}",
                    setting.key, other.declared_in, other.declared_at
                );
                problems.push(Problem::about(&setting.declared_in, message));
            }
        }
        let folder = format!("rules/{}", pack.name());
        let Some(board) = board else {
            if !problems.has_errors() {
                problems.push(
                    Problem::about(format!("{folder}/board.toml"), "there is no such file")
                        .remedy("take the one that came with the game"),
                );
            }
            return Err(problems);
        };
        let catalogue = Self { pack, settings, book, board, sources };
        problems.unless_errors(catalogue).map(|(catalogue, _)| catalogue)
    }

    /// The declaration behind an effective key such as `ports.capacity.4`, with its place in the order.
    pub fn setting_of(&self, key: &str) -> Option<(usize, &Setting)> {
        let path: Vec<&str> = key.split('.').collect();
        let find = |path: &[&str]| self.settings.iter().enumerate().find(|(_, s)| s.matches(path));
        find(&path).or_else(|| find(path.split_last()?.1))
    }

    /// Gives a recorded blueprint what came after it: rules no game can be without, which it was played by before they had
    /// a name, and settings as they were before they could be set.
    pub fn complete(&self, blueprint: &mut Blueprint) {
        for rule in self.pack.base_rules().iter().filter(|rule| rule.essential()) {
            if !blueprint.rules.iter().any(|id| id == rule.id()) {
                blueprint.rules.push(rule.id().to_owned());
            }
        }
        let mut leaves = flatten(&blueprint.settings);
        for setting in self.settings.iter().filter(|setting| blueprint.rules.iter().any(|id| id == setting.section())) {
            // One value for each number of players, or none at all.
            let known = leaves.keys().any(|key| self.setting_of(key).is_some_and(|(_, known)| known.key == setting.key));
            if !known {
                leaves.extend(setting.past_leaves());
            }
        }
        blueprint.settings = nest(leaves.iter().map(|(key, value)| (key.as_str(), value)));
    }

    /// Whether every setting of a recorded game is one a variant could have; the message names the first that is not.
    pub fn check(&self, settings: &Value) -> Result<(), String> {
        flatten(settings).iter().try_for_each(|(key, value)| self.check_one(key, value))
    }

    /// Whether a setting may have a value.
    pub fn check_one(&self, key: &str, value: &Value) -> Result<(), String> {
        let Some((_, setting)) = self.setting_of(key) else { return Ok(()) };
        setting.check(value).map_err(|message| format!("`{key}`: {message}; allowed: {}", setting.allowed()))
    }

    /// Every rule id of the pack.
    pub fn rule_ids(&self) -> impl Iterator<Item = &'static str> {
        self.pack.base_rules().iter().chain(self.pack.house_rules()).map(|rule| rule.id())
    }
}

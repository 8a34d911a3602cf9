//! One variant file, read and checked against the declarations; every problem is found in one go.

use super::catalogue::Catalogue;
use super::contract;
use super::declare::{Kind, Setting};
use crate::document::to_json;
use crate::limits;
use crate::problem::{Problem, Problems, Source, closest};
use crate::words;
use serde_json::Value;
use std::ops::Range;
use std::sync::Arc;
use toml_edit::{Document, Item, TableLike};

/// The keys a variant file has besides its settings.
const OWN_KEYS: [&str; 6] = ["pack", "name", "about", "extends", "rules", contract::SECTION];

/// A text with its place in the file.
#[derive(Debug, Clone)]
pub(crate) struct Placed {
    pub text: String,
    pub span: Range<usize>,
}

/// A setting as a file writes it.
#[derive(Debug, Clone)]
pub struct Assigned {
    pub key: String,
    pub value: Value,
    pub span: Range<usize>,
}

#[derive(Debug, Clone)]
pub(crate) struct Layer {
    pub source: Arc<Source>,
    pub pack: Option<Placed>,
    pub name: Option<String>,
    pub about: Option<String>,
    pub extends: Option<Placed>,
    pub rules: Vec<Placed>,
    pub values: Vec<Assigned>,
    /// What it promises about its games, not yet understood.
    pub contract: Vec<Assigned>,
}

/// The `pack` a document names, before anything else is known about it.
pub(crate) fn pack_name(document: &Document<String>) -> Option<Placed> {
    placed(document.get("pack")?)
}

fn placed(item: &Item) -> Option<Placed> {
    Some(Placed { text: item.as_str()?.to_owned(), span: item.span().unwrap_or(0..0) })
}

/// Reads a parsed variant file; settings that do not check out are reported and left out.
pub(crate) fn read(source: &Arc<Source>, document: &Document<String>, catalogue: &Catalogue, problems: &mut Problems) -> Layer {
    let mut layer = Layer {
        source: source.clone(),
        pack: pack_name(document),
        name: None,
        about: None,
        extends: None,
        rules: Vec::new(),
        values: Vec::new(),
        contract: Vec::new(),
    };
    let mut reader = Reader { source, catalogue, problems, values: Vec::new() };
    for (key, item) in document.iter() {
        match key {
            "pack" | "name" | "about" | "extends" => match placed(item) {
                Some(text) => match key {
                    "name" if words::name(&text.text, limits::NAME) != text.text => {
                        let message = format!("`name` is not one line of up to {} plain characters", limits::NAME);
                        reader.wrong(item, message, "a short name; `about` may say more");
                    }
                    "name" => layer.name = Some(text.text),
                    "about" if text.text.chars().count() > limits::ABOUT => {
                        let message = format!("`about` is longer than {} characters", limits::ABOUT);
                        reader.wrong(item, message, "a few sentences");
                    }
                    "about" => layer.about = Some(words::prose(&text.text)),
                    "extends" => layer.extends = Some(text),
                    _ => {}
                },
                None => reader.wrong(item, format!("`{key}` must be a text in quotes"), "a text in quotes"),
            },
            "rules" => layer.rules = reader.rule_list(item),
            contract::SECTION => layer.contract = reader.promises(item),
            _ => reader.section(document.as_table(), key, item),
        }
    }
    layer.values = reader.values;
    layer
}

struct Reader<'a> {
    source: &'a Source,
    catalogue: &'a Catalogue,
    problems: &'a mut Problems,
    values: Vec<Assigned>,
}

impl Reader<'_> {
    fn wrong(&mut self, item: &Item, message: String, allowed: &str) {
        let span = item.span().unwrap_or(0..0);
        self.problems.error(|| Problem::at(self.source, span, message).allowed(allowed));
    }

    fn rule_list(&mut self, item: &Item) -> Vec<Placed> {
        let Some(list) = item.as_array() else {
            let pack = self.catalogue.pack;
            let added = pack.house_rules().first().map(|rule| format!("\"{}\"", rule.id()));
            let repealed = pack.base_rules().iter().find(|rule| !rule.essential()).map(|rule| format!("\"!{}\"", rule.id()));
            let example: Vec<String> = added.into_iter().chain(repealed).collect();
            self.wrong(item, "`rules` must be a list of texts".into(), &format!("for example [{}]", example.join(", ")));
            return Vec::new();
        };
        let mut rules = Vec::new();
        for entry in list {
            let span = entry.span().unwrap_or(0..0);
            let Some(text) = entry.as_str() else {
                self.problems.error(|| {
                    let problem = Problem::at(self.source, span, "a rule is named by a text in quotes");
                    problem.allowed("a rule's name, with `!` in front to repeal it")
                });
                continue;
            };
            let id = text.strip_prefix('!').unwrap_or(text);
            if self.catalogue.rule_ids().any(|known| known == id) {
                rules.push(Placed { text: text.to_owned(), span });
            } else {
                self.problems.error(|| {
                    let known: Vec<&str> = self.catalogue.rule_ids().collect();
                    let problem = Problem::at(self.source, span, format!("there is no rule called `{id}`"));
                    problem.allowed(known.join(", ")).did_you_mean(id, known.iter().copied())
                });
            }
        }
        rules
    }

    /// The entries of a contract; what they mean is known when the rules are built.
    fn promises(&mut self, item: &Item) -> Vec<Assigned> {
        let Some(table) = item.as_table_like() else {
            self.wrong(item, "`contract` must be a section".into(), "[contract] on a line of its own and promises below");
            return Vec::new();
        };
        let entry =
            |(key, item): (&str, &Item)| Assigned { key: key.to_owned(), value: to_json(item), span: key_span(table, key, item) };
        table.iter().map(entry).collect()
    }

    fn section(&mut self, parent: &dyn TableLike, key: &str, item: &Item) {
        let span = key_span(parent, key, item);
        let catalogue = self.catalogue;
        let sections = || catalogue.settings.iter().map(Setting::section);
        if !sections().any(|section| section == key) {
            self.problems.error(|| {
                let is_rule = catalogue.rule_ids().any(|id| id == key);
                let message =
                    if is_rule { format!("the rule `{key}` has no settings") } else { format!("unknown section or key `{key}`") };
                let mut known: Vec<&str> = OWN_KEYS.to_vec();
                for section in sections() {
                    if !known.contains(&section) {
                        known.push(section);
                    }
                }
                let problem = Problem::at(self.source, span, message).allowed(known.join(", "));
                problem.did_you_mean(key, known.iter().copied())
            });
            return;
        }
        if let Some(table) = item.as_table_like() {
            self.table(&mut vec![key], table);
        } else {
            self.problems.error(|| {
                let remedy = format!("write `[{key}]` on a line of its own and its settings below");
                let problem = Problem::at(self.source, span, format!("`{key}` is a section, not a value"));
                problem.allowed(names_under(catalogue, &[key]).join(", ")).remedy(remedy)
            });
        }
    }

    fn table<'k>(&mut self, path: &mut Vec<&'k str>, table: &'k dyn TableLike) {
        let catalogue = self.catalogue;
        for (key, item) in table.iter() {
            path.push(key);
            let span = key_span(table, key, item);
            if let Some(setting) = catalogue.settings.iter().find(|s| s.matches(path)) {
                self.value(setting, &path.join("."), item);
            } else if catalogue.settings.iter().any(|s| s.lies_under(path)) {
                if let Some(inner) = item.as_table_like() {
                    self.table(path, inner);
                } else {
                    self.problems.error(|| {
                        let problem = Problem::at(self.source, span, format!("`{}` is a table, not a value", path.join(".")));
                        problem.allowed(names_under(catalogue, path).join(", "))
                    });
                }
            } else {
                self.problems.error(|| unknown_setting(self.source, catalogue, path, span));
            }
            path.pop();
        }
    }

    fn value(&mut self, setting: &Setting, key: &str, item: &Item) {
        let span = item.span().unwrap_or(0..0);
        if setting.kind == Kind::ByPlayers
            && let Some(table) = item.as_table_like()
        {
            let [low, high] = setting.players.unwrap_or([2, 4]);
            for (players, item) in table.iter() {
                if players.parse::<u8>().is_ok_and(|n| (low..=high).contains(&n)) {
                    self.checked(setting, &format!("{key}.{players}"), &to_json(item), item.span().unwrap_or(0..0));
                } else {
                    let at = key_span(table, players, item);
                    self.problems.error(|| {
                        let problem = Problem::at(self.source, at, format!("`{players}` is not a number of players"));
                        problem.allowed(format!("{low} to {high}"))
                    });
                }
            }
            return;
        }
        let value = to_json(item);
        if setting.kind == Kind::ByPlayers {
            for (leaf, value) in setting.leaves(key, &value) {
                if !self.checked(setting, &leaf, &value, span.clone()) {
                    return;
                }
            }
        } else {
            self.checked(setting, key, &value, span);
        }
    }

    fn checked(&mut self, setting: &Setting, key: &str, value: &Value, span: Range<usize>) -> bool {
        match setting.check(value) {
            Ok(()) => {
                self.values.push(Assigned { key: key.to_owned(), value: value.clone(), span });
                true
            }
            Err(message) => {
                self.problems.error(|| wrong_value(self.source, setting, key, value, span, &message));
                false
            }
        }
    }
}

fn key_span(table: &dyn TableLike, key: &str, item: &Item) -> Range<usize> {
    table.key(key).and_then(toml_edit::Key::span).or_else(|| item.span()).unwrap_or(0..0)
}

/// The names that may follow a path.
fn names_under(catalogue: &Catalogue, path: &[&str]) -> Vec<String> {
    let mut names = Vec::new();
    for setting in catalogue.settings.iter().filter(|s| s.lies_under(path)) {
        for name in setting.names_at(path.len()) {
            if !names.iter().any(|n| n == name) {
                names.push(name.to_owned());
            }
        }
    }
    names
}

fn unknown_setting(source: &Source, catalogue: &Catalogue, path: &[&str], span: Range<usize>) -> Problem {
    let (key, parents) = path.split_last().unwrap_or((&"", &[]));
    let names = names_under(catalogue, parents);
    let problem = Problem::at(source, span, format!("unknown setting `{}`", path.join("."))).allowed(names.join(", "));
    let elsewhere = || catalogue.settings.iter().find(|s| s.key.rsplit('.').next() == Some(key)).map(|s| s.key.as_str());
    match closest(key, names.iter().map(String::as_str)).or_else(elsewhere) {
        Some(name) => problem.remedy(format!("did you mean `{name}`?")),
        None => problem,
    }
}

fn wrong_value(source: &Source, setting: &Setting, key: &str, value: &Value, span: Range<usize>, message: &str) -> Problem {
    let mut problem = Problem::at(source, span, format!("`{key}`: {message}")).allowed(setting.allowed());
    if let (Kind::Choice, Some(text)) = (setting.kind, value.as_str()) {
        problem = problem.did_you_mean(text, setting.one_of.iter().map(String::as_str));
    }
    let default = setting.default.as_ref().filter(|_| setting.kind != Kind::ByPlayers && setting.kind != Kind::Records);
    match default {
        Some(default) if problem.remedy.is_none() => problem.remedy(format!("the printed rules have {default}")),
        _ => problem,
    }
}

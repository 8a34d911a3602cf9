//! One variant file, read and checked against the declarations; every problem is found in one go.

use super::catalogue::Catalogue;
use super::contract;
use super::declare::{Kind, Per, Setting};
use super::shelf::is_plain_name;
use crate::document::to_json;
use crate::files;
use crate::limits;
use crate::problem::{Problem, Problems, Source, closest, each_once};
use crate::sim::blueprint::TEXTS;
use crate::sim::settings::ELSE;
use crate::words::{self, Message, msg};
use serde_json::Value;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use toml_edit::{Document, Item, TableLike};

/// The keys a variant file has besides its settings.
const OWN_KEYS: [&str; 8] = ["pack", "name", "about", "extends", "rules", TEXTS, BOARD, contract::SECTION];
/// A board of its own: the path of a file, or a table.
pub(super) const BOARD: &str = "board";

/// The folder beside a variant with rules of its own.
pub(crate) const OWN_RULES: &str = "rules";

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
    /// It was written as one value, which leaves no cases that were there before.
    pub for_all: bool,
}

/// Where a variant has the board it brings along.
#[derive(Debug, Clone)]
pub(crate) enum OwnBoard {
    File(Placed),
    /// In the variant itself, at this place.
    Inside(Range<usize>),
}

#[derive(Debug, Clone)]
pub(crate) struct Layer {
    pub source: Arc<Source>,
    pub pack: Option<Placed>,
    pub name: Option<String>,
    pub about: Option<String>,
    pub extends: Option<Placed>,
    pub rules: Vec<Placed>,
    pub board: Option<OwnBoard>,
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
        board: None,
        values: Vec::new(),
        contract: Vec::new(),
    };
    let mut reader = Reader { source, catalogue, problems, values: Vec::new() };
    for (key, item) in document.iter() {
        match key {
            "pack" | "name" | "about" | "extends" => match placed(item) {
                Some(text) => match key {
                    "name" if words::name(&text.text, limits::NAME) != text.text => {
                        reader.wrong(item, msg!("variant.layer.name", n = limits::NAME), msg!("variant.layer.short_name"));
                    }
                    "name" => layer.name = Some(text.text),
                    "about" if text.text.chars().count() > limits::ABOUT => {
                        let message = msg!("variant.layer.about", n = limits::ABOUT);
                        reader.wrong(item, message, msg!("variant.layer.few_sentences"));
                    }
                    "about" => layer.about = Some(words::prose(&text.text)),
                    "extends" => layer.extends = Some(text),
                    _ => {}
                },
                None => reader.wrong(item, msg!("variant.layer.no_text", key), msg!("variant.layer.text")),
            },
            "rules" => layer.rules = reader.rule_list(item),
            BOARD if item.is_table_like() => {
                layer.board = Some(OwnBoard::Inside(key_span(document.as_table(), key, item)));
            }
            BOARD => match placed(item) {
                Some(path) => layer.board = Some(OwnBoard::File(path)),
                None => {
                    reader.wrong(item, msg!("variant.layer.board"), msg!("variant.layer.board_form"));
                }
            },
            // Rules of its own have been read before.
            TEXTS => {}
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
    fn wrong(&mut self, item: &Item, message: Message, allowed: Message) {
        let span = item.span().unwrap_or(0..0);
        self.problems.error(|| Problem::at(self.source, span, message).allowed(allowed));
    }

    fn rule_list(&mut self, item: &Item) -> Vec<Placed> {
        let Some(list) = item.as_array() else {
            let pack = self.catalogue.pack;
            let added = pack.house_rules().first().map(|rule| format!("\"{}\"", rule.id()));
            let repealed = pack.base_rules().iter().find(|rule| !rule.essential()).map(|rule| format!("\"!{}\"", rule.id()));
            let example: Vec<String> = added.into_iter().chain(repealed).collect();
            let example = format!("[{}]", example.join(", "));
            self.wrong(item, msg!("variant.layer.rules"), msg!("variant.layer.example", example));
            return Vec::new();
        };
        let mut rules = Vec::new();
        for entry in list {
            let span = entry.span().unwrap_or(0..0);
            let Some(text) = entry.as_str() else {
                self.problems.error(|| {
                    let problem = Problem::at(self.source, span, msg!("variant.layer.rule_no_text"));
                    problem.allowed(msg!("variant.layer.rule_text"))
                });
                continue;
            };
            let id = text.strip_prefix('!').unwrap_or(text);
            if self.catalogue.rule_ids().any(|known| known == id) {
                rules.push(Placed { text: text.to_owned(), span });
            } else if !self.is_unread(id) {
                self.problems.error(|| {
                    let beside = files_beside(self.source);
                    let shipped = self.catalogue.rule_ids().map(|name| -> &str { name });
                    let known = each_once(beside.iter().map(String::as_str).chain(shipped));
                    let problem = Problem::at(self.source, span, msg!("variant.layer.no_rule", rule = id));
                    problem.allowed_names(&known).did_you_mean(id, known.iter().copied())
                });
            }
        }
        rules
    }

    /// The entries of a contract; what they mean is known when the rules are built.
    fn promises(&mut self, item: &Item) -> Vec<Assigned> {
        let Some(table) = item.as_table_like() else {
            self.wrong(item, msg!("variant.layer.contract"), msg!("variant.layer.contract_form"));
            return Vec::new();
        };
        let entry = |(key, item): (&str, &Item)| {
            let span = key_span(table, key, item);
            Assigned { key: key.to_owned(), value: to_json(item), span, for_all: true }
        };
        table.iter().map(entry).collect()
    }

    /// Whether a rule of that name is there, but cannot be read, which has been told.
    fn is_unread(&self, id: &str) -> bool {
        self.catalogue.unread.iter().any(|unread| unread == id)
    }

    fn section(&mut self, parent: &dyn TableLike, key: &str, item: &Item) {
        if self.is_unread(key) {
            return;
        }
        let span = key_span(parent, key, item);
        let catalogue = self.catalogue;
        let sections = || catalogue.settings.iter().map(Setting::section);
        if !sections().any(|section| section == key) {
            self.problems.error(|| {
                let is_rule = catalogue.rule_ids().any(|id| id == key);
                let message =
                    if is_rule { msg!("variant.layer.no_settings", rule = key) } else { msg!("variant.layer.unknown", key) };
                let known = each_once(OWN_KEYS.into_iter().chain(sections()));
                let problem = Problem::at(self.source, span, message).allowed_names(&known);
                problem.did_you_mean(key, known.iter().copied())
            });
            return;
        }
        if let Some(table) = item.as_table_like() {
            self.table(&mut vec![key], table);
        } else {
            self.problems.error(|| {
                let problem = Problem::at(self.source, span, msg!("variant.layer.section", key));
                problem.allowed_names(&names_under(catalogue, &[key])).remedy(msg!("variant.layer.section_form", key))
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
                        let problem = Problem::at(self.source, span, msg!("variant.layer.table", key = path.join(".")));
                        problem.allowed_names(&names_under(catalogue, path))
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
        if let Some(table) = item.as_table_like()
            && (setting.kind.is_single() || setting.kind == Kind::ByPlayers)
        {
            return self.cases(setting, key, table);
        }
        for (leaf, value) in setting.leaves(key, &to_json(item)) {
            if !self.checked(setting, &leaf, &value, span.clone(), true) {
                return;
            }
        }
    }

    /// A value for each number of players or seat, such as `{ 2 = 400_000, blue = 200_000, else = 350_000 }`.
    fn cases(&mut self, setting: &Setting, key: &str, table: &dyn TableLike) {
        let known = self.catalogue.cases(setting);
        for (case, item) in table.iter() {
            let (value, span) = (to_json(item), item.span().unwrap_or(0..0));
            if known.iter().any(|known| known == case) {
                self.checked(setting, &format!("{key}.{case}"), &value, span, false);
            } else if case == ELSE && setting.kind == Kind::ByPlayers {
                for players in known.iter().filter(|players| !table.contains_key(players)) {
                    if !self.checked(setting, &format!("{key}.{players}"), &value, span.clone(), false) {
                        break;
                    }
                }
            } else if case == ELSE && setting.has_cases() {
                self.checked(setting, key, &value, span, false);
            } else {
                let at = key_span(table, case, item);
                self.problems.error(|| no_case(self.source, self.catalogue, setting, key, case, at));
            }
        }
    }

    fn checked(&mut self, setting: &Setting, key: &str, value: &Value, span: Range<usize>, for_all: bool) -> bool {
        match setting.check(value) {
            Ok(()) => {
                self.values.push(Assigned { key: key.to_owned(), value: value.clone(), span, for_all });
                true
            }
            Err(message) => {
                let is_own = self.catalogue.script(setting.section()).is_some();
                self.problems.error(|| wrong_value(self.source, setting, is_own, key, value, span, message));
                false
            }
        }
    }
}

/// The names of the rules in the folder beside a variant.
fn files_beside(source: &Source) -> Vec<String> {
    let folder = Path::new(&source.path).parent().unwrap_or(Path::new("")).join(OWN_RULES);
    let files = files::list(&folder).unwrap_or_default();
    let named = files.iter().filter(|file| file.extension().is_some_and(|e| e == "toml"));
    named.filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned())).filter(|name| is_plain_name(name)).collect()
}

/// Why a setting has no such case.
fn no_case(source: &Source, catalogue: &Catalogue, setting: &Setting, key: &str, case: &str, at: Range<usize>) -> Problem {
    let known = catalogue.cases(setting);
    let numbers: Vec<&str> = known.iter().map(String::as_str).filter(|case| case.parse::<u8>().is_ok()).collect();
    let number = |text: Option<&&str>| text.and_then(|text| text.parse().ok()).unwrap_or_default();
    let players = || words::span(number(numbers.first()), number(numbers.last()));
    if known.is_empty() {
        let problem = Problem::at(source, at, msg!("variant.layer.one_value", key));
        problem.allowed(setting.allowed()).remedy(msg!("variant.layer.write_one_value", key))
    } else if setting.kind == Kind::ByPlayers {
        Problem::at(source, at, msg!("variant.layer.players", key = case)).allowed(players())
    } else if setting.per == Per::Seat {
        let problem = Problem::at(source, at, msg!("variant.layer.no_case", case));
        let names = known.iter().map(String::as_str).chain([ELSE]);
        let seats = names.clone().filter(|name| !numbers.contains(name));
        problem.allowed(Message::verbatim(names.collect::<Vec<_>>().join(", "))).did_you_mean(case, seats)
    } else if catalogue.seat_names().any(|seat| seat == case) {
        let problem = Problem::at(source, at, msg!("variant.layer.same_for_seats", key));
        problem.allowed(msg!("variant.layer.by_players", players = players())).remedy(msg!("variant.layer.remove", case))
    } else {
        let problem = Problem::at(source, at, msg!("variant.layer.players", key = case));
        problem.allowed(msg!("variant.layer.players_or_else", players = players(), other = ELSE))
    }
}

fn key_span(table: &dyn TableLike, key: &str, item: &Item) -> Range<usize> {
    table.key(key).and_then(toml_edit::Key::span).or_else(|| item.span()).unwrap_or(0..0)
}

/// The names that may follow a path.
fn names_under<'a>(catalogue: &'a Catalogue, path: &[&str]) -> Vec<&'a str> {
    let settings = catalogue.settings.iter().filter(|setting| setting.lies_under(path));
    each_once(settings.flat_map(|setting| setting.names_at(path.len())))
}

fn unknown_setting(source: &Source, catalogue: &Catalogue, path: &[&str], span: Range<usize>) -> Problem {
    let (key, parents) = path.split_last().unwrap_or((&"", &[]));
    let names = names_under(catalogue, parents);
    let problem = Problem::at(source, span, msg!("variant.layer.unknown_setting", key = path.join("."))).allowed_names(&names);
    let elsewhere = || catalogue.settings.iter().find(|s| s.key.rsplit('.').next() == Some(key)).map(|s| s.key.as_str());
    match closest(key, names.iter().copied()).or_else(elsewhere) {
        Some(name) => problem.remedy(msg!("problem.did_you_mean", name)),
        None => problem,
    }
}

fn wrong_value(
    source: &Source,
    setting: &Setting,
    is_own: bool,
    key: &str,
    value: &Value,
    span: Range<usize>,
    what: Message,
) -> Problem {
    let mut problem = Problem::at(source, span, msg!("variant.wrong.value", key, what)).allowed(setting.allowed());
    if let (Kind::Choice, Some(text)) = (setting.kind, value.as_str()) {
        problem = problem.did_you_mean(text, setting.one_of.iter().map(String::as_str));
    }
    let default = setting.default.as_ref().filter(|_| setting.kind != Kind::ByPlayers && setting.kind != Kind::Records);
    match default {
        Some(default) if problem.remedy.is_none() => {
            let own = || msg!("variant.layer.default", value = setting.value(default));
            problem.remedy(if is_own { own() } else { msg!("variant.layer.printed", value = default.to_string()) })
        }
        _ => problem,
    }
}

//! A pack's rulebook as data: declared settings, texts and board, read from `rules/<pack>`.

use super::declare::{self, Group, Kind, Per, Setting};
use super::library::Library;
use super::rulebook::{self, Book, Named};
use super::shelf::Shelf;
use super::wording;
use crate::document;
use crate::packs;
use crate::problem::{Problem, Problems, Source};
use crate::script::{self, Bounds, ScriptRule, SettingDecl, SettingKind};
use crate::sim::pack::Board;
use crate::sim::settings::{flatten, nest};
use crate::sim::{Blueprint, Pack, Rule};
use crate::words::{ENGLISH, Message, msg};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The folder of house-rule pages inside a pack's rules.
pub const HOUSE: &str = "house";

#[derive(Clone)]
pub struct Catalogue {
    pub pack: &'static dyn Pack,
    pub settings: Vec<Setting>,
    /// How people look for settings, in that order.
    pub groups: Vec<Group>,
    pub book: Book,
    pub board: Board,
    /// Rules from files, those of the pack's folder and those a variant brings along.
    pub scripts: Vec<&'static ScriptRule>,
    /// The names of rules that a variant brings along and that cannot be read.
    pub unread: Vec<String>,
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
        let mut groups = Vec::new();
        let mut book = Book::default();
        let mut board = None;
        let mut scripts = Vec::new();
        for source in &sources {
            let path = source.path.replace('\\', "/");
            let file = path.rsplit('/').next().unwrap_or_default();
            let result = match file {
                "board.toml" => pack.read_board(source, false).map(|read| board = Some(read)),
                "rulebook.toml" => rulebook::read(source).map(|read| book = read),
                _ => match read_script(pack, file.trim_end_matches(".toml"), source) {
                    Some(Ok(rule)) => {
                        settings.extend(rule.settings.iter().map(|setting| declared(rule, setting)));
                        scripts.push(rule);
                        Ok(())
                    }
                    Some(Err(found)) => Err(found),
                    None => declare::read(source, pack.name()).map(|(declared, grouped)| {
                        settings.extend(declared);
                        groups.extend(grouped);
                    }),
                },
            };
            if let Err(found) = result {
                problems.0.extend(found.0);
            }
        }
        for (i, setting) in settings.iter().enumerate() {
            if let Some(other) = settings[..i].iter().find(|s| s.key == setting.key) {
                let first = format!("{}:{}", other.declared_in, other.declared_at);
                let message = msg!("variant.declared.twice", key = &setting.key, first);
                problems.push(Problem::about(&setting.declared_in, message));
            }
        }
        let folder = format!("rules/{}", pack.name());
        // A game may do without one.
        let Some(board) = board.or_else(|| pack.read_trace_board(&Value::Null).ok()) else {
            if !problems.has_errors() {
                let problem = Problem::about(format!("{folder}/board.toml"), msg!("variant.no_such_file"));
                problems.push(problem.remedy(msg!("variant.take_the_printed")));
            }
            return Err(problems);
        };
        let catalogue = Self { pack, settings, groups, book, board, scripts, unread: Vec::new(), sources };
        problems.unless_errors(catalogue).map(|(catalogue, _)| catalogue)
    }

    /// What the rulebook names that is not there, at its line: rules, settings, and words. Those are asked for in English; what
    /// other languages lack of it is told with their own files.
    pub fn lost_in_book(&self, shelf: &Shelf) -> Problems {
        let mut problems = Problems::default();
        let Some(source) = self.sources.iter().find(|source| source.path.replace('\\', "/").ends_with("rulebook.toml")) else {
            return problems;
        };
        let document = document::parse(source).ok();
        let rules: Vec<&str> = self.pack.base_rules().iter().chain(self.pack.house_rules()).map(|rule| rule.id()).collect();
        let scripts = self.scripts.iter().map(|rule| rule.id());
        let rules: Vec<&str> = rules.into_iter().chain(scripts).collect();
        let settings: Vec<&str> = self.settings.iter().map(|setting| setting.key.as_str()).collect();
        let is_setting = |key: &str| {
            let lies_under = |known: &&str| known.strip_prefix(key).is_some_and(|rest| rest.starts_with('.'));
            self.setting_of(key).is_some() || settings.iter().any(lies_under)
        };
        let at = |way: &[String], message: Message| {
            let way: Vec<&str> = way.iter().map(String::as_str).collect();
            let span = document.as_ref().and_then(|document| document::place(document, &way)).unwrap_or(0..0);
            Problem::at(source, span, message)
        };
        for (named, way) in self.book.names() {
            let (name, known, message) = match named {
                Named::Rule(id) if !rules.contains(&id) => (id, &rules, msg!("book.problem.unknown_rule", id)),
                Named::Setting(key) if !is_setting(key) => (key, &settings, msg!("book.problem.unknown_setting", key)),
                Named::Rule(_) | Named::Setting(_) => continue,
            };
            problems.push(at(&way, message).did_you_mean(name, known.iter().copied()));
        }
        let english = wording::read(shelf, ENGLISH).0;
        for (id, way) in self.book.words() {
            let whole = format!("{}.book.{id}", self.pack.name());
            if !english.knows(&whole) {
                let (table, key) = id.rsplit_once('.').unwrap_or_default();
                let remedy = msg!("book.problem.unworded_remedy", table, key, file = wording::file_of(self.pack.name(), ENGLISH));
                problems.push(at(&way, msg!("book.problem.unworded", id = whole)).remedy(remedy));
            }
        }
        problems
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
        // Looked up once: a record may bring very many keys.
        let set: BTreeSet<String> = leaves.keys().filter_map(|key| Some(self.setting_of(key)?.1.key.clone())).collect();
        for setting in self.settings.iter().filter(|setting| blueprint.rules.iter().any(|id| id == setting.section())) {
            // One value for each number of players, or none at all; any other setting has a value for all.
            let known = if setting.has_cases() { leaves.contains_key(&setting.key) } else { set.contains(&setting.key) };
            if !known {
                leaves.extend(setting.past_leaves());
            }
        }
        blueprint.settings = nest(leaves.iter().map(|(key, value)| (key.as_str(), value)));
    }

    /// Whether every setting of a recorded game is one a variant could have; the message names the first that is not.
    pub fn check(&self, settings: &Value) -> Result<(), Message> {
        flatten(settings).iter().try_for_each(|(key, value)| self.check_one(key, value))
    }

    /// The cases a setting may have: numbers of players, and seats.
    pub fn cases(&self, setting: &Setting) -> Vec<String> {
        let seats = self.pack.seats();
        let numbers = |[low, high]: [u8; 2]| (low..=high).map(|players| players.to_string()).collect::<Vec<_>>();
        match setting.kind {
            Kind::ByPlayers => numbers(setting.players.unwrap_or([2, 4])),
            _ if setting.has_cases() => {
                let mut cases = numbers([*seats.start() as u8, *seats.end() as u8]);
                if setting.per == Per::Seat {
                    cases.extend(self.seat_names().map(str::to_owned));
                }
                cases
            }
            _ => Vec::new(),
        }
    }

    /// What the seats are called.
    pub fn seat_names(&self) -> impl Iterator<Item = &'static str> {
        (0..*self.pack.seats().end()).map(|seat| self.pack.seat_name(seat as u8))
    }

    /// The case an effective key is about, such as `4` in `ports.capacity.4`.
    pub fn case_of<'k>(&self, key: &'k str) -> Option<&'k str> {
        let (_, setting) = self.setting_of(key)?;
        let (_, last) = key.rsplit_once('.')?;
        (!setting.matches(&key.split('.').collect::<Vec<_>>())).then_some(last)
    }

    /// Whether a setting may have a value.
    pub fn check_one(&self, key: &str, value: &Value) -> Result<(), Message> {
        let Some((_, setting)) = self.setting_of(key) else { return Ok(()) };
        if let Some(case) = self.case_of(key).filter(|case| !self.cases(setting).iter().any(|known| known == case)) {
            return Err(msg!("variant.wrong.no_case", key = &setting.key, case));
        }
        setting.check(value).map_err(|what| msg!("variant.wrong.not_allowed", key, what, allowed = setting.allowed()))
    }

    /// Every rule id of the pack, and those of rules that came with a variant.
    pub fn rule_ids(&self) -> impl Iterator<Item = &'static str> {
        let shipped = || self.pack.base_rules().iter().chain(self.pack.house_rules()).map(|rule| rule.id());
        let own = self.scripts.iter().map(|rule| rule.id()).filter(move |id| !shipped().any(|known| known == *id));
        self.pack.base_rules().iter().chain(self.pack.house_rules()).map(|rule| rule.id()).chain(own)
    }

    /// The same with a rule that a variant brings along.
    #[must_use]
    pub fn with_rule(&self, rule: &'static ScriptRule) -> Self {
        let mut catalogue = self.clone();
        catalogue.settings.extend(rule.settings.iter().map(|setting| declared(rule, setting)));
        catalogue.scripts.push(rule);
        catalogue
    }

    /// The rule of that id, wherever it comes from.
    pub fn rule(&self, id: &str) -> Option<&'static dyn Rule> {
        let shipped = self.pack.base_rules().iter().chain(self.pack.house_rules()).copied().find(|rule| rule.id() == id);
        self.script(id).map(|rule| rule as &dyn Rule).or(shipped)
    }

    /// The rule of that id, if a variant brings it along.
    pub fn own_rule(&self, id: &str) -> Option<&'static ScriptRule> {
        self.script(id).filter(|_| !self.pack.house_rules().iter().any(|rule| rule.id() == id))
    }

    /// The same where a rule that a variant brings along cannot be read: what is wrong with it is told once, at its own place.
    #[must_use]
    pub fn with_unread(&self, id: &str) -> Self {
        let mut catalogue = self.clone();
        catalogue.unread.push(id.to_owned());
        catalogue
    }

    /// The rule of that id, if it comes from a file.
    pub fn script(&self, id: &str) -> Option<&'static ScriptRule> {
        self.scripts.iter().copied().find(|rule| rule.id() == id)
    }
}

/// The rule in a file of a pack's folder; nothing if the file is only the page of a rule of the program.
fn read_script(pack: &dyn Pack, id: &str, source: &Source) -> Option<Result<&'static ScriptRule, Problems>> {
    let document = document::parse(source).ok()?;
    script::is_rule(document.as_table()).then(|| script::read(packs::dialect(pack), id, source))
}

/// A rule's setting, declared as all others are.
fn declared(rule: &ScriptRule, setting: &SettingDecl) -> Setting {
    let key = format!("{}.{}", rule.id(), setting.name);
    Setting {
        names: Vec::new(),
        kind: match setting.kind {
            SettingKind::Int => Kind::Int,
            SettingKind::Bool => Kind::Bool,
            SettingKind::Choice => Kind::Choice,
        },
        range: (setting.kind == SettingKind::Int).then(|| setting.range.map(|bound| bound as f64)),
        length: None,
        one_of: setting.choices.iter().map(|choice| (*choice).to_owned()).collect(),
        players: None,
        per: if setting.per_seat { Per::Seat } else { Per::Players },
        fields: std::collections::BTreeMap::new(),
        default: Some(setting.default.clone()),
        was: None,
        unit: setting.money.then(|| "money".to_owned()),
        handicap: None,
        applies: setting.applies,
        rule: rule.id().to_owned(),
        pack: rule.dialect.pack,
        declared_in: rule.source.path.clone(),
        declared_at: setting.line,
        is_terse: setting.says.0.is_empty(),
        key,
    }
}

/// What a setting that comes with a game may be, as far as a rule from a file could set it.
pub(super) fn bounds(pack: &'static dyn Pack, key: &str) -> Option<Bounds> {
    let catalogue = Library::built_in().catalogue(pack).ok()?;
    let (_, setting) = catalogue.setting_of(key)?;
    let kind = match setting.kind {
        Kind::Int | Kind::ByPlayers => SettingKind::Int,
        Kind::Bool => SettingKind::Bool,
        Kind::Choice => SettingKind::Choice,
        Kind::Number | Kind::Ints | Kind::Texts | Kind::Records => return None,
    };
    let range = setting.range.map_or([i64::MIN, i64::MAX], |range| range.map(|bound| bound as i64));
    let (choices, per_seat) = (setting.one_of.clone(), setting.per == Per::Seat);
    Some(Bounds { kind, range, choices, per_seat, applies: setting.applies })
}

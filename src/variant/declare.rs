//! Declarations: what can be set, within which bounds, and when a change takes effect. Read from `rules/<pack>/*.toml`;
//! the checker, the explainer, the schema and the window all go by these.

pub use crate::sim::rule::Applies;

use crate::document::not_toml;
use crate::packs;
use crate::problem::{Problem, Problems, Source};
use crate::sim::settings::{ELSE, flatten};
use crate::words::{Arg, Message, figure, money, msg, spoken};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use toml::Spanned;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Int,
    Number,
    Bool,
    Choice,
    /// A table from number of players to number, or one number for all.
    ByPlayers,
    Ints,
    Texts,
    Records,
}

impl Kind {
    /// Whether it is one value and no list.
    pub fn is_single(self) -> bool {
        matches!(self, Self::Int | Self::Number | Self::Bool | Self::Choice)
    }
}

/// Among whom a single value can differ.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Per {
    /// Everybody has the same, however many play.
    Game,
    /// By number of players.
    #[default]
    Players,
    /// By seat too: the rule reads it for somebody.
    Seat,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Field {
    pub kind: Kind,
    pub range: [f64; 2],
}

/// One declared setting.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    pub key: String,
    /// What `*` in the key may stand for.
    #[serde(default)]
    pub names: Vec<String>,
    pub kind: Kind,
    #[serde(default)]
    pub range: Option<[f64; 2]>,
    #[serde(default)]
    pub length: Option<[usize; 2]>,
    #[serde(default)]
    pub one_of: Vec<String>,
    #[serde(default)]
    pub players: Option<[u8; 2]>,
    #[serde(default)]
    pub per: Per,
    #[serde(default)]
    pub fields: BTreeMap<String, Field>,
    /// Nothing for settings that exist only where a variant makes them.
    #[serde(default)]
    pub default: Option<Value>,
    /// How games went before it could be set, where that is not the default: recorded games without it are replayed so.
    #[serde(default)]
    pub was: Option<Value>,
    #[serde(default)]
    pub unit: Option<String>,
    /// Players may choose one for themselves when a game is set up, in steps of so much.
    #[serde(default)]
    pub handicap: Option<i64>,
    pub applies: Applies,
    /// The paragraph of the rulebook it belongs to. What it is called, means and says is in the words of its pack.
    pub rule: String,
    /// The pack it is declared for.
    #[serde(skip)]
    pub pack: &'static str,
    /// The file and line of the declaration, which is also where the default comes from.
    #[serde(skip)]
    pub declared_in: String,
    #[serde(skip)]
    pub declared_at: usize,
    /// Whether it has no sentence of its own, so that its name and value must do.
    #[serde(skip)]
    pub is_terse: bool,
}

/// Whom one case of a setting is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose<'a> {
    /// Games with so many players.
    Players(u8),
    /// The seat of this colour.
    Seat(&'a str),
}

/// A seat by its colour.
pub(super) fn colour(seat: &str) -> Message {
    Message::new(format!("seat.{seat}")).with("id", seat)
}

impl Setting {
    /// The section: the first part of the key.
    pub fn section(&self) -> &str {
        self.key.split('.').next().unwrap_or_default()
    }

    /// Whether a dotted path is this setting's key.
    pub fn matches(&self, path: &[&str]) -> bool {
        let parts: Vec<&str> = self.key.split('.').collect();
        parts.len() == path.len() && self.fits(&parts, path)
    }

    /// Whether this setting's key lies somewhere under a dotted path.
    pub fn lies_under(&self, path: &[&str]) -> bool {
        let parts: Vec<&str> = self.key.split('.').collect();
        parts.len() > path.len() && self.fits(&parts, path)
    }

    fn fits(&self, parts: &[&str], path: &[&str]) -> bool {
        parts
            .iter()
            .zip(path)
            .all(|(part, given)| if *part == "*" { self.names.iter().any(|n| n == given) } else { part == given })
    }

    /// The names that may stand in this setting's key at a depth.
    pub fn names_at(&self, depth: usize) -> Vec<&str> {
        match self.key.split('.').nth(depth) {
            Some("*") => self.names.iter().map(String::as_str).collect(),
            Some(part) => vec![part],
            None => Vec::new(),
        }
    }

    /// Whether it can have a value for each number of players, or for each seat.
    pub fn has_cases(&self) -> bool {
        self.kind.is_single() && self.per > Per::Game
    }

    /// The id of its words.
    fn words(&self, what: &str) -> String {
        format!("{}.setting.{}.{what}", self.pack, self.key)
    }

    /// What it is called.
    pub fn name(&self) -> Message {
        Message::new(self.words("name")).with("id", self.key.as_str())
    }

    /// What an effective value such as `ports.capacity.4` or `ports.miami.capacity` is called.
    pub fn full_name(&self, key: &str) -> Message {
        let name = self.name();
        let whole = match (self.which(key), self.case(key)) {
            (Some(which), Some(Whose::Players(n))) => {
                msg!("variant.named_for_players", name, which = self.which_words(which), n)
            }
            (Some(which), _) => msg!("variant.named", name, which = self.which_words(which)),
            (None, Some(Whose::Players(n))) => msg!("variant.for_players", name, n),
            (None, Some(Whose::Seat(seat))) => msg!("variant.for_seat", name, seat = colour(seat)),
            (None, None) => return name.with("id", key),
        };
        whole.with("id", key)
    }

    /// What stands for the `*` of its key, as people call it.
    pub fn which_words(&self, which: &str) -> Message {
        Message::new(format!("{}.place.{which}", self.pack)).with("id", which)
    }

    /// What it means.
    pub fn doc(&self) -> Message {
        Message::new(self.words("doc"))
    }

    /// The sentence a rulebook would have for a value.
    pub fn says(&self, value: &Value) -> Message {
        self.says_of(self.value(value))
    }

    /// The same sentence with a gap where its value stands.
    pub fn says_around(&self, value: &Value) -> Message {
        self.says_of(Arg::Gap(Box::new(self.value(value))))
    }

    fn says_of(&self, value: Arg) -> Message {
        if self.is_terse {
            return msg!("variant.value.named", name = self.name(), value);
        }
        Message::new(self.words("says")).with("value", value)
    }

    /// Why somebody would change it, where its words say so; what it means else.
    pub fn why(&self) -> Message {
        let why = self.words("why");
        if spoken().knows(&why) { Message::new(why) } else { self.doc() }
    }

    /// What one of its choices is called.
    pub fn choice(&self, choice: &str) -> Message {
        Message::new(self.words(&format!("choice.{choice}"))).with("id", choice)
    }

    /// A value in words a family would use.
    pub fn in_words(&self, value: &Value) -> Message {
        msg!("variant.value.plain", value = self.value(value))
    }

    /// A value as it stands in a sentence.
    pub fn value(&self, value: &Value) -> Arg {
        match value {
            Value::Null => msg!("variant.value.nothing").into(),
            Value::Bool(true) => msg!("variant.value.on").into(),
            Value::Bool(false) => msg!("variant.value.off").into(),
            Value::String(text) if self.kind == Kind::Choice => self.choice(text).into(),
            Value::String(text) => self.listed(value).unwrap_or_else(|| text.into()),
            Value::Number(n) => match n.as_i64() {
                Some(sum) if self.unit.as_deref() == Some("money") => money(sum),
                Some(n) => n.into(),
                None => figure(n.as_f64().unwrap_or_default(), 6),
            },
            Value::Array(items) => Arg::List(items.iter().map(|item| self.value(item)).collect()),
            Value::Object(table) if self.kind == Kind::ByPlayers || self.kind.is_single() => {
                let case = |(case, value): (&String, &Value)| {
                    let value = self.value(value);
                    match case.parse::<i64>() {
                        Ok(n) => msg!("variant.value.with_players", value, n),
                        Err(_) if case == ELSE => msg!("variant.value.otherwise", value),
                        Err(_) => msg!("variant.value.for_seat", value, seat = colour(case)),
                    }
                };
                let (general, cases): (Vec<_>, Vec<_>) = table.iter().partition(|(case, _)| *case == ELSE);
                cases.into_iter().chain(general).map(case).collect::<Vec<_>>().into()
            }
            Value::Object(table) => self.listed(value).unwrap_or_else(|| {
                let field = |(name, value): (&String, &Value)| {
                    let name = Message::new(format!("{}.field.{name}", self.pack)).with("id", name);
                    msg!("variant.value.field", name, value = self.value(value))
                };
                msg!("variant.value.record", fields = table.iter().map(field).collect::<Vec<_>>()).into()
            }),
        }
    }

    /// What the pack calls an item of a list.
    fn listed(&self, item: &Value) -> Option<Arg> {
        packs::find(self.pack)?.listed(&self.key, item).map(Arg::from)
    }

    /// What stands for the `*` of its key in that of an effective value.
    pub fn which<'a>(&self, key: &'a str) -> Option<&'a str> {
        let open = self.key.split('.').position(|part| part == "*")?;
        key.split('.').nth(open)
    }

    /// Whom an effective value such as `ports.capacity.4` or `victory.goal.blue` is for; nobody in particular where its key
    /// is that of the setting.
    pub fn case<'a>(&self, key: &'a str) -> Option<Whose<'a>> {
        let last = key.rsplit('.').next().filter(|_| !self.matches(&key.split('.').collect::<Vec<_>>()))?;
        Some(last.parse().map_or(Whose::Seat(last), Whose::Players))
    }

    /// What may be written, in words.
    pub fn allowed(&self) -> Message {
        let decimals = |[low, high]: [f64; 2]| (figure(low, 6), figure(high, 6));
        match (self.kind, self.range.map(decimals), self.length) {
            (Kind::Int, Some((low, high)), _) => msg!("variant.allowed.int_range", low, high),
            (Kind::Int, None, _) => msg!("variant.allowed.int"),
            (Kind::Number, Some((low, high)), _) => msg!("variant.allowed.number_range", low, high),
            (Kind::Number, None, _) => msg!("variant.allowed.number"),
            (Kind::Bool, ..) => msg!("variant.allowed.bool"),
            (Kind::Choice, ..) => {
                let choices: Vec<String> = self.one_of.iter().map(|choice| format!("\"{choice}\"")).collect();
                msg!("variant.allowed.choice", choices)
            }
            (Kind::ByPlayers, range, _) => {
                let [fewest, most] = self.players.unwrap_or([2, 4]);
                let example: Vec<String> = (fewest..=most).map(|n| format!("{n} = …")).collect();
                let example = format!("{{ {} }}", example.join(", "));
                match range {
                    Some((low, high)) => msg!("variant.allowed.by_players_range", example, low, high),
                    None => msg!("variant.allowed.by_players", example),
                }
            }
            (Kind::Ints, Some((low, high)), Some([fewest, most])) => {
                msg!("variant.allowed.ints_range", low, high, fewest, most)
            }
            (Kind::Ints, ..) => msg!("variant.allowed.ints"),
            (Kind::Texts, _, Some([fewest, most])) => msg!("variant.allowed.texts_range", fewest, most),
            (Kind::Texts, ..) => msg!("variant.allowed.texts"),
            (Kind::Records, _, length) => {
                let field = |(name, field): (&String, &Field)| {
                    let (low, high) = decimals(field.range);
                    msg!("variant.allowed.field", name, low, high)
                };
                let fields: Vec<Message> = self.fields.iter().map(field).collect();
                match length {
                    Some([fewest, most]) => msg!("variant.allowed.records_range", fields, fewest, most),
                    None => msg!("variant.allowed.records", fields),
                }
            }
        }
    }

    /// Checks a value against the declaration; an error is what is wrong with it.
    pub fn check(&self, value: &Value) -> Result<(), Message> {
        match self.kind {
            Kind::Int | Kind::ByPlayers => whole(value, self.range),
            Kind::Number => real(value, self.range),
            Kind::Bool => expect(value.is_boolean(), "variant.wrong.no_bool", value),
            Kind::Choice => match value.as_str() {
                Some(text) if self.one_of.iter().any(|c| c == text) => Ok(()),
                Some(text) => Err(msg!("variant.wrong.no_choice", text)),
                None => expect(false, "variant.wrong.no_text", value),
            },
            Kind::Ints => self.check_list(value, |item| whole(item, self.range)),
            Kind::Texts => self.check_list(value, |item| expect(item.is_string(), "variant.wrong.no_text", item)),
            Kind::Records => self.check_list(value, |item| self.check_record(item)),
        }
    }

    fn check_list(&self, value: &Value, check: impl Fn(&Value) -> Result<(), Message>) -> Result<(), Message> {
        let list = value.as_array().ok_or_else(|| found(value, "variant.wrong.no_list"))?;
        match self.length {
            Some([low, _]) if list.len() < low => return Err(msg!("variant.wrong.too_short", n = list.len())),
            Some([_, high]) if list.len() > high => return Err(msg!("variant.wrong.too_long", n = list.len())),
            _ => {}
        }
        let in_place = |(n, item): (usize, &Value)| check(item).map_err(|what| msg!("variant.wrong.item", n, what));
        (1..).zip(list).try_for_each(in_place)
    }

    fn check_record(&self, value: &Value) -> Result<(), Message> {
        let table = value.as_object().ok_or_else(|| found(value, "variant.wrong.no_table"))?;
        if let Some(key) = table.keys().find(|key| !self.fields.contains_key(*key)) {
            return Err(msg!("variant.wrong.unknown_key", key));
        }
        for (key, field) in &self.fields {
            let value = table.get(key).ok_or_else(|| msg!("variant.wrong.missing_key", key))?;
            let checked = match field.kind {
                Kind::Int => whole(value, Some(field.range)),
                _ => real(value, Some(field.range)),
            };
            checked.map_err(|what| msg!("variant.wrong.value", key, what))?;
        }
        Ok(())
    }

    /// The default as leaves: `(key, value)` for each value a variant can override by itself.
    pub fn default_leaves(&self) -> Vec<(String, Value)> {
        self.default.as_ref().map(|value| self.leaves(&self.key, value)).unwrap_or_default()
    }

    /// What a recorded game that knows nothing of this setting was played by, as leaves.
    pub fn past_leaves(&self) -> Vec<(String, Value)> {
        let past = self.was.as_ref().or(self.default.as_ref());
        past.map(|value| self.leaves(&self.key, value)).unwrap_or_default()
    }

    /// Splits a checked value into leaves: tables of cases fall apart, everything else is whole.
    pub fn leaves(&self, key: &str, value: &Value) -> Vec<(String, Value)> {
        match value {
            Value::Object(_) if self.kind.is_single() || self.kind == Kind::ByPlayers => {
                flatten(value).into_iter().map(|(case, v)| (case_key(key, &case), v)).collect()
            }
            other if self.kind != Kind::ByPlayers => vec![(key.to_owned(), other.clone())],
            other => {
                let [low, high] = self.players.unwrap_or([2, 4]);
                (low..=high).map(|n| (format!("{key}.{n}"), other.clone())).collect()
            }
        }
    }
}

/// The key of one case of a setting; an empty one is the setting itself.
fn case_key(key: &str, case: &str) -> String {
    if case.is_empty() { key.to_owned() } else { format!("{key}.{case}") }
}

fn whole(value: &Value, range: Option<[f64; 2]>) -> Result<(), Message> {
    let n = value.as_i64().ok_or_else(|| found(value, "variant.wrong.no_int"))?;
    in_range(n as f64, range)
}

fn real(value: &Value, range: Option<[f64; 2]>) -> Result<(), Message> {
    let n = value.as_f64().ok_or_else(|| found(value, "variant.wrong.no_number"))?;
    in_range(n, range)
}

fn in_range(n: f64, range: Option<[f64; 2]>) -> Result<(), Message> {
    match range {
        Some([low, _]) if n < low => Err(msg!("variant.wrong.too_small", n = figure(n, 6))),
        Some([_, high]) if n > high => Err(msg!("variant.wrong.too_large", n = figure(n, 6))),
        _ => Ok(()),
    }
}

fn expect(fits: bool, wrong: &'static str, value: &Value) -> Result<(), Message> {
    if fits { Ok(()) } else { Err(found(value, wrong)) }
}

/// That something else was expected than what was found.
fn found(value: &Value, wrong: &'static str) -> Message {
    msg!(wrong, found = named(value))
}

/// What kind of value this is, for messages.
pub fn named(value: &Value) -> Message {
    match value {
        Value::Null => msg!("variant.found.nothing"),
        Value::Bool(b) => Message::verbatim(b.to_string()),
        Value::Number(n) => msg!("variant.found.number", n = n.to_string()),
        Value::String(text) => msg!("variant.found.text", text = text.chars().take(40).collect::<String>()),
        Value::Array(_) => msg!("variant.found.list"),
        Value::Object(_) => msg!("variant.found.table"),
    }
}

/// Settings that people think of together, whatever rules they belong to.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    pub name: String,
    pub sections: Vec<String>,
}

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    setting: Vec<Spanned<Setting>>,
    #[serde(default)]
    group: Vec<Group>,
}

/// Reads the `[[setting]]` tables of a file and checks them against themselves; and its `[[group]]`s.
pub fn read(source: &Source, pack: &'static str) -> Result<(Vec<Setting>, Vec<Group>), Problems> {
    let file: File = toml::from_str(&source.text).map_err(|error| not_toml(source, error.span(), error.message()))?;
    let mut problems = Problems::default();
    let mut settings = Vec::new();
    for spanned in file.setting {
        let span = spanned.span();
        let mut setting = spanned.into_inner();
        setting.declared_in.clone_from(&source.path);
        setting.pack = pack;
        setting.declared_at = source.position(span.start).0;
        for (key, value) in setting.default_leaves() {
            if let Err(message) = setting.check(&value) {
                let problem = Problem::at(source, span.clone(), msg!("variant.declared.default", key, what = message));
                problems.push(problem.allowed(setting.allowed()));
            }
        }
        if setting.kind == Kind::Choice && setting.one_of.is_empty() {
            let problem = Problem::at(source, span, msg!("variant.declared.no_choices", key = &setting.key));
            problems.push(problem.remedy(msg!("variant.declared.give_choices")));
        }
        settings.push(setting);
    }
    problems.unless_errors((settings, file.group)).map(|(read, _)| read)
}

//! Declarations: what can be set, within which bounds, and when a change takes effect. Read from rules/<pack>/*.toml;
//! the checker, the explainer, the schema and the window all go by these.

pub use crate::sim::rule::Applies;

use crate::problem::{Problem, Problems, Source};
use crate::words::number;
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
    pub fields: BTreeMap<String, Field>,
    /// Nothing for settings that exist only where a variant makes them.
    #[serde(default)]
    pub default: Option<Value>,
    /// How games went before it could be set, where that is not the default: recorded games without it are replayed so.
    #[serde(default)]
    pub was: Option<Value>,
    #[serde(default)]
    pub unit: Option<String>,
    pub applies: Applies,
    pub rule: String,
    pub doc: String,
    pub says: String,
    /// The file and line of the declaration, which is also where the default comes from.
    #[serde(skip)]
    pub declared_in: String,
    #[serde(skip)]
    pub declared_at: usize,
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

    /// What may be written, in words.
    pub fn allowed(&self) -> String {
        let numbers = || self.range.map_or(String::new(), |[low, high]| format!(" from {} to {}", number(low), number(high)));
        let items = || self.length.map_or(String::new(), |[low, high]| format!(", {low} to {high} of them"));
        match self.kind {
            Kind::Int => format!("a whole number{}", numbers()),
            Kind::Number => format!("a number{}", numbers()),
            Kind::Bool => "true or false".to_owned(),
            Kind::Choice => self.one_of.iter().map(|c| format!("\"{c}\"")).collect::<Vec<_>>().join(" or "),
            Kind::ByPlayers => {
                let [low, high] = self.players.unwrap_or([2, 4]);
                let example: Vec<String> = (low..=high).map(|n| format!("{n} = …")).collect();
                format!("{{ {} }} or one number for all, each{}", example.join(", "), numbers())
            }
            Kind::Ints => format!("a list of whole numbers{}{}", numbers(), items()),
            Kind::Texts => format!("a list of texts{}", items()),
            Kind::Records => {
                let fields: Vec<String> = (self.fields.iter())
                    .map(|(name, field)| format!("{name} {} to {}", number(field.range[0]), number(field.range[1])))
                    .collect();
                format!("a list of tables with {}{}", fields.join(", "), items())
            }
        }
    }

    /// Checks a value against the declaration; an error is what is wrong with it.
    pub fn check(&self, value: &Value) -> Result<(), String> {
        match self.kind {
            Kind::Int | Kind::ByPlayers => whole(value, self.range),
            Kind::Number => real(value, self.range),
            Kind::Bool => {
                value.is_boolean().then_some(()).ok_or_else(|| format!("expected true or false, found {}", named(value)))
            }
            Kind::Choice => match value.as_str() {
                Some(text) if self.one_of.iter().any(|c| c == text) => Ok(()),
                Some(text) => Err(format!("`{text}` is not one of the choices")),
                None => Err(format!("expected a text, found {}", named(value))),
            },
            Kind::Ints => self.check_list(value, |item| whole(item, self.range)),
            Kind::Texts => self.check_list(value, |item| {
                item.is_string().then_some(()).ok_or_else(|| format!("expected a text, found {}", named(item)))
            }),
            Kind::Records => self.check_list(value, |item| self.check_record(item)),
        }
    }

    fn check_list(&self, value: &Value, check: impl Fn(&Value) -> Result<(), String>) -> Result<(), String> {
        let list = value.as_array().ok_or_else(|| format!("expected a list, found {}", named(value)))?;
        if let Some([low, high]) = self.length
            && !(low..=high).contains(&list.len())
        {
            return Err(format!("a list of {} is too {}", list.len(), if list.len() < low { "short" } else { "long" }));
        }
        list.iter().enumerate().try_for_each(|(i, item)| check(item).map_err(|message| format!("item {}: {message}", i + 1)))
    }

    fn check_record(&self, value: &Value) -> Result<(), String> {
        let table = value.as_object().ok_or_else(|| format!("expected a table, found {}", named(value)))?;
        if let Some(unknown) = table.keys().find(|key| !self.fields.contains_key(*key)) {
            return Err(format!("unknown key `{unknown}`"));
        }
        for (name, field) in &self.fields {
            let value = table.get(name).ok_or_else(|| format!("`{name}` is missing"))?;
            let checked = match field.kind {
                Kind::Int => whole(value, Some(field.range)),
                _ => real(value, Some(field.range)),
            };
            checked.map_err(|message| format!("`{name}`: {message}"))?;
        }
        Ok(())
    }

    /// A value in words a family would use.
    pub fn in_words(&self, value: &Value) -> String {
        let one = |value: &Value| match value {
            Value::Bool(true) => "on".to_owned(),
            Value::Bool(false) => "off".to_owned(),
            Value::String(text) => text.replace('_', " "),
            Value::Number(n) => n.as_f64().map_or_else(|| n.to_string(), number),
            other => other.to_string(),
        };
        match value {
            Value::Array(items) if self.kind != Kind::Records => items.iter().map(one).collect::<Vec<_>>().join(", "),
            Value::Array(items) => {
                let record = |item: &Value| {
                    let fields = item.as_object().into_iter().flatten().map(|(k, v)| format!("{k} {}", one(v)));
                    format!("({})", fields.collect::<Vec<_>>().join(", "))
                };
                items.iter().map(record).collect::<Vec<_>>().join(" and ")
            }
            other => one(other),
        }
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

    /// Splits a checked value into leaves: by-player tables fall apart, everything else is whole.
    pub fn leaves(&self, key: &str, value: &Value) -> Vec<(String, Value)> {
        if self.kind != Kind::ByPlayers {
            return vec![(key.to_owned(), value.clone())];
        }
        match value {
            Value::Object(table) => table.iter().map(|(n, v)| (format!("{key}.{n}"), v.clone())).collect(),
            other => {
                let [low, high] = self.players.unwrap_or([2, 4]);
                (low..=high).map(|n| (format!("{key}.{n}"), other.clone())).collect()
            }
        }
    }
}

fn whole(value: &Value, range: Option<[f64; 2]>) -> Result<(), String> {
    let n = value.as_i64().ok_or_else(|| format!("expected a whole number, found {}", named(value)))?;
    in_range(n as f64, range)
}

fn real(value: &Value, range: Option<[f64; 2]>) -> Result<(), String> {
    let n = value.as_f64().ok_or_else(|| format!("expected a number, found {}", named(value)))?;
    in_range(n, range)
}

fn in_range(n: f64, range: Option<[f64; 2]>) -> Result<(), String> {
    match range {
        Some([low, _]) if n < low => Err(format!("{} is too small", number(n))),
        Some([_, high]) if n > high => Err(format!("{} is too large", number(n))),
        _ => Ok(()),
    }
}

/// What kind of value this is, for messages.
pub fn named(value: &Value) -> String {
    match value {
        Value::Null => "something that is not a setting".to_owned(),
        Value::Bool(b) => b.to_string(),
        Value::Number(n) => format!("the number {n}"),
        Value::String(text) => format!("the text \"{}\"", text.chars().take(40).collect::<String>()),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "a table".to_owned(),
    }
}

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    setting: Vec<Spanned<Setting>>,
}

/// Reads the `[[setting]]` tables of a file and checks them against themselves.
pub fn read(source: &Source) -> Result<Vec<Setting>, Problems> {
    let file: File = toml::from_str(&source.text)
        .map_err(|error| Problems::from(Problem::at(source, error.span().unwrap_or(0..0), error.message().to_owned())))?;
    let mut problems = Problems::default();
    let mut settings = Vec::new();
    for spanned in file.setting {
        let span = spanned.span();
        let mut setting = spanned.into_inner();
        setting.declared_in.clone_from(&source.path);
        setting.declared_at = source.position(span.start).0;
        for (key, value) in setting.default_leaves() {
            if let Err(message) = setting.check(&value) {
                problems.push(
                    Problem::at(source, span.clone(), format!("the default of `{key}`: {message}")).allowed(setting.allowed()),
                );
            }
        }
        if setting.kind == Kind::Choice && setting.one_of.is_empty() {
            problems.push(
                Problem::at(source, span, format!("the choice `{}` has nothing to choose from", setting.key))
                    .remedy("give it a `one_of` list"),
            );
        }
        settings.push(setting);
    }
    problems.unless_errors(settings).map(|(settings, _)| settings)
}

//! Rules are plugins: each edits the plan, reads its own settings section, and may bring pieces of its own.
//! A [`Ruleset`] is what a variant becomes: the rules in force, built and ready to play.

use super::event::{Event, Kind};
use super::game::Game;
use super::pack::{Board, Pack};
use super::plan::{Editor, Plan, PlanError};
use super::snapshot::Part;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A rule plugin. Its id is also its file, its settings section and its test module.
pub trait Rule: Sync {
    fn id(&self) -> &'static str;

    /// Adds, replaces or removes steps.
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError>;

    /// Reads the rule's settings section; see [`read`].
    fn settings(&self, _section: &Value) -> Result<Option<Section>, serde_json::Error> {
        Ok(None)
    }

    /// Component types of the rule's own pieces.
    fn parts(&self) -> &'static [Part] {
        &[]
    }

    /// Puts the rule's own pieces on the table, before the deal and when the rule joins a running game.
    fn furnish(&self, _game: &mut Game) {}

    /// Gives the rule's own pieces their starting values.
    fn deal(&self, _game: &mut Game) {}

    /// Fits the rule's own pieces to rules that have just changed; called for every rule in force.
    fn refit(&self, _game: &mut Game) {}

    /// Kinds of events the rule tells, so that they can be counted.
    fn events(&self) -> &'static [&'static Kind] {
        &[]
    }

    /// One of the rule's own events as a sentence.
    fn sentence(&self, _game: &Game, _event: &Event) -> Option<String> {
        None
    }

    /// A game without this rule could not be played at all.
    fn essential(&self) -> bool {
        false
    }
}

/// A rule's typed settings, kept by type.
pub struct Section {
    type_id: TypeId,
    value: Box<dyn Any + Send + Sync>,
}

/// Reads a section into the rule's own settings type.
pub fn read<T: DeserializeOwned + Send + Sync + 'static>(section: &Value) -> Result<Option<Section>, serde_json::Error> {
    let value: T = serde_json::from_value(section.clone())?;
    Ok(Some(Section { type_id: TypeId::of::<T>(), value: Box::new(value) }))
}

/// Where a setting got its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    pub path: String,
    pub line: usize,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.path, self.line)
    }
}

/// What a variant says, before it is built: rules and effective settings, with no file behind them needed.
#[derive(Debug, Clone, PartialEq)]
pub struct Blueprint {
    pub pack: &'static str,
    /// The variant's short name, such as `short`.
    pub variant: String,
    /// The variant's name for people, such as "Short game".
    pub title: String,
    /// Ids of the rules in force.
    pub rules: Vec<String>,
    /// Section → key → value.
    pub settings: Value,
    pub origins: BTreeMap<String, Origin>,
}

impl Blueprint {
    /// The whole effective variant, as traces carry it.
    pub fn to_json(&self) -> Value {
        let mut json = json!({"name": self.title, "rules": self.rules});
        if let (Value::Object(json), Value::Object(settings)) = (&mut json, &self.settings) {
            json.extend(settings.clone());
        }
        json
    }

    /// The way back; the message says what is wrong.
    pub fn from_json(pack: &'static str, variant: &str, json: &Value) -> Result<Self, String> {
        let mut settings = json.as_object().ok_or("the settings are not a table")?.clone();
        let rules = settings.remove("rules").and_then(|rules| serde_json::from_value(rules).ok());
        let title = settings.remove("name").and_then(|name| name.as_str().map(str::to_owned));
        Ok(Self {
            pack,
            variant: variant.to_owned(),
            title: title.unwrap_or_else(|| variant.to_owned()),
            rules: rules.ok_or("the settings do not say which rules are in force")?,
            settings: Value::Object(settings),
            origins: BTreeMap::new(),
        })
    }
}

/// Settings as dotted keys: tables fall apart, lists and values are whole.
pub fn flatten(settings: &Value) -> BTreeMap<String, Value> {
    fn walk(prefix: &str, value: &Value, leaves: &mut BTreeMap<String, Value>) {
        match value {
            Value::Object(table) => {
                for (key, value) in table {
                    let key = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
                    walk(&key, value, leaves);
                }
            }
            other => {
                leaves.insert(prefix.to_owned(), other.clone());
            }
        }
    }
    let mut leaves = BTreeMap::new();
    walk("", settings, &mut leaves);
    leaves
}

/// Dotted keys put together again.
pub fn nest<'a>(leaves: impl IntoIterator<Item = (&'a str, &'a Value)>) -> Value {
    let mut root = json!({});
    for (key, value) in leaves {
        let mut at = &mut root;
        for part in key.split('.') {
            if !at.is_object() {
                *at = json!({});
            }
            at = at.as_object_mut().expect("made a table on the line above").entry(part).or_insert_with(|| json!({}));
        }
        *at = value.clone();
    }
    root
}

/// Why a blueprint cannot be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    #[error("there is no rule called `{0}` in this pack")]
    UnknownRule(String),
    #[error("the game cannot be played without the rule `{0}`")]
    Essential(&'static str),
    #[error(transparent)]
    Plan(#[from] PlanError),
    #[error("the settings of `{section}` cannot be read: {message}")]
    Section { section: String, message: String },
    #[error("{message}")]
    Setting { key: String, message: String },
}

/// Several reasons in one line.
pub fn all_reasons(errors: &[BuildError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// A variant built and ready to play. Immutable: a change of rules is a new ruleset.
pub struct Ruleset {
    pub pack: &'static dyn Pack,
    pub blueprint: Blueprint,
    pub in_force: Vec<&'static dyn Rule>,
    pub plan: Plan,
    /// All component types of the pack and its rules.
    pub parts: Vec<Part>,
    sections: Vec<Section>,
    /// The board it was built on.
    pub board: Board,
    /// What the pack has worked out from its data and the settings.
    pub prepared: Arc<dyn Any + Send + Sync>,
}

impl fmt::Debug for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ruleset").field("blueprint", &self.blueprint).finish_non_exhaustive()
    }
}

impl Ruleset {
    /// Builds a blueprint on the pack's data (its board, as the pack understands it).
    pub fn build(pack: &'static dyn Pack, blueprint: Blueprint, board: &Board) -> Result<Self, Vec<BuildError>> {
        let all = || pack.base_rules().iter().chain(pack.house_rules()).copied();
        if let Some(unknown) = blueprint.rules.iter().find(|id| !all().any(|rule| rule.id() == **id)) {
            return Err(vec![BuildError::UnknownRule(unknown.clone())]);
        }
        let is_in_force = |rule: &dyn Rule| blueprint.rules.iter().any(|id| id == rule.id());
        if let Some(missing) = all().find(|rule| rule.essential() && !is_in_force(*rule)) {
            return Err(vec![BuildError::Essential(missing.id())]);
        }
        // Registry order, whatever order the files name them in: the same rules always make the same plan.
        let in_force: Vec<&'static dyn Rule> = all().filter(|rule| is_in_force(*rule)).collect();
        let mut plan = Plan::default();
        let mut sections = Vec::new();
        let mut parts = pack.parts().to_vec();
        let mut errors: Vec<BuildError> = Vec::new();
        let empty = Value::Object(serde_json::Map::new());
        for rule in &in_force {
            if let Err(error) = rule.edit(&mut plan.edited_by(rule.id())) {
                errors.push(error.into());
            }
        }
        for rule in &in_force {
            let section = blueprint.settings.get(rule.id()).unwrap_or(&empty);
            match rule.settings(section) {
                Ok(read) => sections.extend(read),
                Err(error) => errors.push(BuildError::Section { section: rule.id().to_owned(), message: error.to_string() }),
            }
        }
        // Pieces of a rule repealed in mid-game stay in the world, so every rule's parts are known.
        for part in all().flat_map(Rule::parts) {
            if !parts.iter().any(|known| known.type_id() == part.type_id()) {
                parts.push(*part);
            }
        }
        let mut ruleset =
            Self { pack, blueprint, in_force, plan, parts, sections, board: board.clone(), prepared: board.clone() };
        if !errors.iter().any(|error| matches!(error, BuildError::Section { .. })) {
            match pack.prepare(&ruleset, board) {
                Ok(prepared) => ruleset.prepared = prepared,
                Err(found) => errors.extend(found),
            }
        }
        if errors.is_empty() { Ok(ruleset) } else { Err(errors) }
    }

    /// The typed settings of a rule, if it is in force.
    pub fn section<T: 'static>(&self) -> Option<&T> {
        let wanted = TypeId::of::<T>();
        self.sections.iter().find(|s| s.type_id == wanted).and_then(|s| s.value.downcast_ref())
    }

    /// How many players these rules are for.
    pub fn seats(&self) -> RangeInclusive<usize> {
        self.pack.seats_under(self)
    }

    pub fn is_in_force(&self, id: &str) -> bool {
        self.in_force.iter().any(|rule| rule.id() == id)
    }

    /// The effective value of a dotted key such as `victory.goal`.
    pub fn value(&self, key: &str) -> Option<&Value> {
        key.split('.').try_fold(&self.blueprint.settings, |at, part| at.get(part))
    }

    /// Where a dotted key (or the nearest table around it) got its value.
    pub fn origin(&self, key: &str) -> Option<&Origin> {
        self.blueprint.origins.get(key)
    }
}

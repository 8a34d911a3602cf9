//! Changing the rules of a running game: what differs, when each difference applies, and the swap itself.

use super::catalogue::Catalogue;
use super::declare::Applies;
use super::library::Variant;
use crate::problem::{Problem, Problems};
use crate::sim::rule::{BuildError, all_reasons, flatten, nest};
use crate::sim::{Blueprint, Game, Ruleset};
use serde_json::{Value, json};
use std::fmt;
use std::sync::Arc;

/// One key that differs.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// A dotted setting key, or `rules`.
    pub key: String,
    pub from: Value,
    pub to: Value,
    pub applies: Applies,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |value: &Value| if value.is_null() { "nothing".to_owned() } else { value.to_string() };
        write!(f, "{}: {} → {} ({})", self.key, shown(&self.from), shown(&self.to), self.applies.words())
    }
}

impl Change {
    pub fn to_json(&self) -> Value {
        json!({"key": self.key, "from": self.from, "to": self.to, "applies": self.applies.words()})
    }

    /// Reads a change from a trace; the message says what is wrong with it.
    pub fn from_json(value: &Value) -> Result<Self, String> {
        let applies = match value["applies"].as_str() {
            Some("now") => Applies::Now,
            Some("next turn") => Applies::NextTurn,
            Some("next game") => Applies::NextGame,
            _ => return Err("a change does not say when it applies".into()),
        };
        let key = value["key"].as_str().ok_or("a change has no key")?.to_owned();
        Ok(Self { key, from: value["from"].clone(), to: value["to"].clone(), applies })
    }
}

/// Every difference between the rules a game is played by and the rules a variant now has.
pub fn differences(old: &Blueprint, new: &Blueprint, catalogue: &Catalogue) -> Vec<Change> {
    let mut changes = Vec::new();
    if old.rules != new.rules {
        changes.push(Change { key: "rules".into(), from: json!(old.rules), to: json!(new.rules), applies: Applies::Now });
    }
    let (before, after) = (flatten(&old.settings), flatten(&new.settings));
    let section_moves = |key: &str| {
        let section = key.split('.').next().unwrap_or_default();
        let in_force = |rules: &[String]| rules.iter().any(|id| id == section);
        in_force(&old.rules) != in_force(&new.rules)
    };
    for key in before.keys().chain(after.keys().filter(|key| !before.contains_key(*key))) {
        let (from, to) = (before.get(key).cloned().unwrap_or_default(), after.get(key).cloned().unwrap_or_default());
        if from == to {
            continue;
        }
        // The settings of a rule that comes or goes come and go with it.
        let declared = catalogue.setting_of(key).map_or(Applies::Now, |(_, setting)| setting.applies);
        let applies = if section_moves(key) { Applies::Now } else { declared };
        changes.push(Change { key: key.clone(), from, to, applies });
    }
    changes
}

/// The blueprint with every change made that applies by then.
pub fn amended(old: &Blueprint, changes: &[Change], by: Applies) -> Blueprint {
    let mut blueprint = old.clone();
    let mut leaves = flatten(&old.settings);
    for change in changes.iter().filter(|change| change.applies <= by) {
        if change.key == "rules" {
            blueprint.rules = serde_json::from_value(change.to.clone()).unwrap_or_else(|_| old.rules.clone());
        } else if change.to.is_null() {
            leaves.remove(&change.key);
        } else {
            leaves.insert(change.key.clone(), change.to.clone());
        }
    }
    blueprint.settings = nest(leaves.iter().map(|(key, value)| (key.as_str(), value)));
    blueprint
}

/// A change of rules built aside and ready to be swapped in.
pub struct Prepared {
    now: Arc<Ruleset>,
    later: Option<Arc<Ruleset>>,
    settings: Value,
    changes: Value,
}

impl Prepared {
    /// Builds everything the changes need; nothing has happened to the game yet.
    pub fn new(game: &Game, changes: &[Change], source: Option<&Blueprint>) -> Result<Self, Vec<BuildError>> {
        let build = |base: &Ruleset, by: Applies| {
            let mut blueprint = amended(&base.blueprint, changes, by);
            if let Some(source) = source {
                blueprint.origins.clone_from(&source.origins);
            }
            Ruleset::build(base.pack, blueprint, &base.board).map(Arc::new)
        };
        let now = build(game.rules(), Applies::Now)?;
        // What an earlier change has put off until the next turn is not forgotten.
        let pending = game.pending_rules();
        let later = pending.is_some() || changes.iter().any(|change| change.applies == Applies::NextTurn);
        let later = if later { Some(build(pending.unwrap_or(game.rules()), Applies::NextTurn)?) } else { None };
        let settings = later.as_ref().unwrap_or(&now).blueprint.to_json();
        Ok(Self { now, later, settings, changes: changes.iter().map(Change::to_json).collect() })
    }

    /// Swaps the rules of a game between two commands.
    pub fn swap_into(self, game: &mut Game) {
        game.change_rules(self.now, self.later, self.settings, self.changes);
    }
}

/// Makes changes in a running game, all or none.
pub fn apply(game: &mut Game, changes: &[Change], source: Option<&Variant>) -> Result<(), Problems> {
    if changes.is_empty() {
        return Ok(());
    }
    let blueprint = source.map(|variant| &variant.rules.blueprint);
    let prepared = Prepared::new(game, changes, blueprint).map_err(|errors| {
        Problem::about(source.and_then(|v| v.files.last()).map_or("rules", String::as_str), all_reasons(&errors))
    })?;
    prepared.swap_into(game);
    Ok(())
}

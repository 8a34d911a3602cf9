//! Rules are plugins: each edits the plan, reads its own settings section, and may bring pieces of its own.
//! A [`Ruleset`] is what a variant becomes: the rules in force, built and ready to play.

use super::command::{Command, DECLINE, DECLINE_WORD, Reason, Verb, VerbDecl};
use super::event::{Event, Kind};
use super::game::Game;
use super::kept::{Kept, as_type};
use super::pack::{Board, Pack};
use super::plan::{Editor, Phase, Plan, PlanError, Step};
use super::snapshot::Part;
use crate::limits;
use crate::words;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// When a changed setting reaches a game that is being played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Applies {
    Now,
    NextTurn,
    NextGame,
}

impl Applies {
    pub fn words(self) -> &'static str {
        match self {
            Self::Now => "now",
            Self::NextTurn => "next turn",
            Self::NextGame => "next game",
        }
    }
}

/// A rule plugin. Its id is also its file, its settings section and its test module; nothing else knows it.
pub trait Rule: Sync {
    /// Interned: [`intern`](super::name::intern).
    fn id(&self) -> &'static str;

    /// Adds, replaces or removes steps.
    fn edit(&self, _plan: &mut Editor<'_>) -> Result<(), PlanError> {
        Ok(())
    }

    /// What players may do by this rule that the pack has no word for.
    fn verbs(&self) -> &[VerbDecl] {
        &[]
    }

    /// Reads the rule's settings section; see [`read`].
    fn settings(&self, _section: &Value) -> Result<Option<Section>, serde_json::Error> {
        Ok(None)
    }

    /// Component types of the rule's own pieces.
    fn parts(&self) -> &'static [Part] {
        &[]
    }

    /// What is wrong with these rules as a whole; asked of every rule in force when all else is built.
    fn check(&self, _rules: &Ruleset) -> Vec<BuildError> {
        Vec::new()
    }

    /// What in these rules can never matter: the setting (nothing for the whole rule) and what to say about it. Asked
    /// of every rule in force when all is well.
    fn idle(&self, _rules: &Ruleset) -> Vec<Idle> {
        Vec::new()
    }

    /// Puts the rule's own pieces on the table, unless they are there from an earlier time in force.
    fn furnish(&self, _game: &mut Game) {}

    /// Gives the rule's own pieces their starting values, at the start of a game.
    fn deal(&self, _game: &mut Game) {}

    /// Comes into a running game: new pieces get their starting values, what is there already keeps what it has. A
    /// rule with several pieces, or with pieces it shares, must tell them apart itself.
    fn join(&self, game: &mut Game) {
        let known = game.pieces().len();
        self.furnish(game);
        if game.pieces().len() > known {
            self.deal(game);
        }
    }

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

    /// Why a command is not on offer, where this rule has a say; asked before the pack.
    fn why_not(&self, _game: &Game, _command: Command) -> Option<Reason> {
        None
    }

    /// What a command is called on a button or in advice: one of the rule's own, or [`DECLINE`] where the rule asks.
    fn label(&self, _game: &Game, _command: Command) -> Option<String> {
        None
    }

    /// What the rule asks where one of its steps waits for a decision, in a line that tells a newcomer what to do.
    fn question(&self, _game: &Game) -> Option<String> {
        None
    }

    /// When a change of one of the rule's settings reaches this game, where that is not always as declared.
    fn takes_effect(&self, _game: &Game, _key: &str, declared: Applies) -> Applies {
        declared
    }

    /// What follows from the rule's settings as they are now that nobody would expect, told when they have changed.
    fn consequence(&self, _game: &Game) -> Option<String> {
        None
    }

    /// A game without this rule could not be played at all.
    fn essential(&self) -> bool {
        false
    }
}

/// Something in rules that can never matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Idle {
    /// A dotted key, or the id of a rule.
    pub about: &'static str,
    pub message: String,
    pub remedy: String,
}

/// Reads a settings section, as [`read`] does for a type.
pub type ReadSettings = fn(&Value) -> Result<Option<Section>, serde_json::Error>;

/// A printed rule that does no more than add steps to the end of the plan and read its settings.
pub struct Printed {
    pub id: &'static str,
    pub steps: &'static [(Phase, Step)],
    pub settings: Option<ReadSettings>,
    pub essential: bool,
}

impl Rule for Printed {
    fn id(&self) -> &'static str {
        self.id
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        self.steps.iter().try_for_each(|(phase, step)| plan.append(*phase, *step))
    }
    fn settings(&self, section: &Value) -> Result<Option<Section>, serde_json::Error> {
        self.settings.map_or(Ok(None), |read| read(section))
    }
    fn essential(&self) -> bool {
        self.essential
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
    /// What it says about itself; empty when it says nothing.
    pub about: String,
    /// Ids of the rules in force.
    pub rules: Vec<String>,
    /// Section → key → value.
    pub settings: Value,
    /// Where each effective value was set, by dotted key; house rules and repeals under `rules.<id>`. Empty when no
    /// file is behind it.
    pub origins: BTreeMap<String, Origin>,
}

impl Blueprint {
    /// The whole effective variant, as traces carry it.
    pub fn to_json(&self) -> Value {
        let mut json = json!({"name": self.title, "rules": self.rules});
        if !self.about.is_empty() {
            json["about"] = json!(self.about);
        }
        if let (Value::Object(json), Value::Object(settings)) = (&mut json, &self.settings) {
            json.extend(settings.clone());
        }
        json
    }

    /// The way back; the message says what is wrong.
    pub fn from_json(pack: &'static str, variant: &str, json: &Value) -> Result<Self, String> {
        let mut settings = json.as_object().ok_or("the settings are not a table")?.clone();
        let rules = settings.shift_remove("rules").and_then(|rules| serde_json::from_value(rules).ok());
        let mut text = |key: &str| settings.shift_remove(key).and_then(|text| text.as_str().map(str::to_owned));
        let (title, about) = (text("name"), text("about"));
        let variant = words::name(variant, limits::NAME);
        Ok(Self {
            pack,
            title: title.map_or_else(|| variant.clone(), |title| words::name(&title, limits::NAME)),
            variant,
            about: words::prose(&about.unwrap_or_default()),
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
    #[error("rule `{rule}` brings the verb `{word}`, {why}")]
    Verb { rule: &'static str, word: &'static str, why: String },
}

impl BuildError {
    /// The setting, section or rule it is about, as a dotted key.
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::Setting { key, .. } => Some(key),
            Self::Section { section, .. } => Some(section),
            Self::UnknownRule(_) | Self::Essential(_) | Self::Plan(_) | Self::Verb { .. } => None,
        }
    }
}

/// Several reasons in one line.
pub fn all_reasons(errors: &[BuildError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// A rule's verb; its number is its place in the list, behind those of the pack.
struct RuleVerb {
    declared: VerbDecl,
    of: &'static dyn Rule,
    in_force: bool,
}

/// A variant built and ready to play. Immutable: a change of rules is a new ruleset.
pub struct Ruleset {
    pub pack: &'static dyn Pack,
    pub blueprint: Blueprint,
    pub in_force: Vec<&'static dyn Rule>,
    /// Rules beside those of the pack, in force or not.
    guests: Vec<&'static dyn Rule>,
    /// Of every rule, in force or not, so that a change of rules does not change the numbers.
    verbs: Vec<RuleVerb>,
    pub plan: Plan,
    /// All component types of the pack and its rules.
    pub parts: Vec<Part>,
    sections: Vec<Section>,
    /// The board it was built on.
    pub board: Board,
    /// What the pack has worked out from its data and the settings, and its type.
    prepared: Arc<Kept>,
    prepared_type: TypeId,
}

impl fmt::Debug for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ruleset").field("blueprint", &self.blueprint).finish_non_exhaustive()
    }
}

impl Ruleset {
    /// Builds a blueprint on the pack's data (its board, as the pack understands it).
    pub fn build(pack: &'static dyn Pack, blueprint: Blueprint, board: &Board) -> Result<Self, Vec<BuildError>> {
        Self::build_with(pack, &[], blueprint, board)
    }

    /// Builds the same pack, with the same guests on the same board, by another blueprint.
    pub fn rebuild(&self, blueprint: Blueprint) -> Result<Self, Vec<BuildError>> {
        Self::build_with(self.pack, &self.guests, blueprint, &self.board)
    }

    /// Like [`Ruleset::build`], with rules to choose from that the pack does not know.
    pub fn build_with(
        pack: &'static dyn Pack,
        guests: &[&'static dyn Rule],
        mut blueprint: Blueprint,
        board: &Board,
    ) -> Result<Self, Vec<BuildError>> {
        let all = || pack.base_rules().iter().chain(pack.house_rules()).chain(guests).copied();
        if let Some(unknown) = blueprint.rules.iter().find(|id| !all().any(|rule| rule.id() == **id)) {
            return Err(vec![BuildError::UnknownRule(unknown.clone())]);
        }
        let is_in_force = |rule: &dyn Rule| blueprint.rules.iter().any(|id| id == rule.id());
        if let Some(missing) = all().find(|rule| rule.essential() && !is_in_force(*rule)) {
            return Err(vec![BuildError::Essential(missing.id())]);
        }
        // Registry order, whatever order the files name them in: the same rules always make the same plan.
        let in_force: Vec<&'static dyn Rule> = all().filter(|rule| is_in_force(*rule)).collect();
        let mut errors: Vec<BuildError> = Vec::new();
        let (plan, faults) = plan_of(all().map(|rule| (rule, is_in_force(rule))), pack);
        errors.extend(faults.into_iter().map(BuildError::from));
        let mut sections = Vec::new();
        let empty = Value::Object(serde_json::Map::new());
        for rule in &in_force {
            let section = blueprint.settings.get(rule.id()).unwrap_or(&empty);
            match rule.settings(section) {
                Ok(read) => sections.extend(read),
                Err(error) => errors.push(BuildError::Section { section: rule.id().to_owned(), message: error.to_string() }),
            }
        }
        // Pieces of a rule repealed in mid-game stay in the world, so every rule's parts are known.
        let mut parts = pack.parts().to_vec();
        for part in all().flat_map(Rule::parts) {
            if !parts.iter().any(|known| known.type_id() == part.type_id()) {
                parts.push(*part);
            }
        }
        let verbs_of = |rule: &'static dyn Rule| {
            let in_force = is_in_force(rule);
            rule.verbs().iter().map(move |declared| RuleVerb { declared: *declared, of: rule, in_force })
        };
        let verbs: Vec<RuleVerb> = all().flat_map(verbs_of).collect();
        errors.extend(wrong_verbs(pack, &verbs));
        blueprint.rules = in_force.iter().map(|rule| rule.id().to_owned()).collect();
        let mut ruleset = Self {
            pack,
            blueprint,
            in_force,
            guests: guests.to_vec(),
            verbs,
            plan,
            parts,
            sections,
            board: board.clone(),
            prepared: board.clone(),
            prepared_type: (**board).type_id(),
        };
        if !errors.iter().any(|error| matches!(error, BuildError::Section { .. })) {
            match pack.prepare(&ruleset, board) {
                Ok(prepared) => {
                    ruleset.prepared_type = (*prepared).type_id();
                    ruleset.prepared = prepared;
                    errors.extend(ruleset.in_force.iter().flat_map(|rule| rule.check(&ruleset)));
                }
                Err(found) => errors.extend(found),
            }
        }
        if errors.is_empty() { Ok(ruleset) } else { Err(errors) }
    }

    /// Rules by id, put in the order they edit the plan.
    pub fn in_order(&self, rules: &[String]) -> Vec<String> {
        let all = self.pack.base_rules().iter().chain(self.pack.house_rules()).chain(&self.guests);
        all.filter(|rule| rules.iter().any(|id| id == rule.id())).map(|rule| rule.id().to_owned()).collect()
    }

    /// The rule of this id, if it is in force.
    pub fn rule(&self, id: &str) -> Option<&'static dyn Rule> {
        self.in_force.iter().copied().find(|rule| rule.id() == id)
    }

    /// The verb that a rule in force writes with this word.
    pub fn verb(&self, word: &str) -> Option<Verb> {
        let place = self.verbs.iter().position(|verb| verb.in_force && verb.declared.word == word)?;
        Some(Verb((self.pack.verbs().len() + place) as u8))
    }

    /// The rule that brings a verb, whether in force or not, and how it is declared.
    pub(super) fn declared(&self, verb: Verb) -> Option<(&'static dyn Rule, VerbDecl)> {
        let place = usize::from(verb.0).checked_sub(self.pack.verbs().len())?;
        self.verbs.get(place).map(|verb| (verb.of, verb.declared))
    }

    /// What the pack has worked out from its data and the settings.
    #[inline]
    pub fn prepared<T: 'static>(&self) -> &T {
        as_type(&*self.prepared, self.prepared_type)
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
        self.rule(id).is_some()
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

/// The plan of these rules, in this order, and the edits that could not be made. A printed rule that is repealed leaves
/// its places to others; a house rule that is not in force was never there.
fn plan_of(rules: impl Iterator<Item = (&'static dyn Rule, bool)>, pack: &dyn Pack) -> (Plan, Vec<PlanError>) {
    let mut plan = Plan::default();
    let mut faults = Vec::new();
    for (rule, in_force) in rules {
        if in_force {
            faults.extend(rule.edit(&mut plan.edited_by(rule.id())).err());
        } else if pack.base_rules().iter().any(|base| base.id() == rule.id()) {
            // What a repealed rule cannot find its place by is nobody's trouble.
            let _ = rule.edit(&mut plan.anchored_by(rule.id()));
        }
    }
    plan.finish();
    (plan, faults)
}

/// Verbs that cannot be told apart, or that there is no number for.
fn wrong_verbs(pack: &dyn Pack, verbs: &[RuleVerb]) -> Vec<BuildError> {
    let mut errors = Vec::new();
    for (place, verb) in verbs.iter().enumerate().filter(|(_, verb)| verb.in_force) {
        let word = verb.declared.word;
        let other = verbs[..place].iter().find(|other| other.in_force && other.declared.word == word);
        let why = match other {
            Some(other) => format!("and so does the rule `{}`", other.of.id()),
            None if word == DECLINE_WORD || pack.verbs().contains(&word) => "which the game has already".to_owned(),
            None if pack.verbs().len() + place >= usize::from(DECLINE.verb.0) => "which is one too many".to_owned(),
            None => continue,
        };
        errors.push(BuildError::Verb { rule: verb.of.id(), word, why });
    }
    errors
}

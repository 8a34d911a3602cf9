//! Proposing other rules to a running game: what differs, when each difference applies, and the rules built and ready to
//! be swapped in. Differences are always taken from the game itself, never from what a file said before.

use super::catalogue::Catalogue;
use super::declare::Applies;
use super::library::Variant;
use crate::limits;
use crate::problem::Problems;
use crate::sim::blueprint::BuildError;
use crate::sim::pack::Board;
use crate::sim::settings::{flatten, nest};
use crate::sim::{Blueprint, Game, Ruleset};
use crate::words::{self, Arg, Message, figure, msg, speaks};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The keys of changes that are not settings.
const RULES: &str = "rules";
pub const NAME: &str = "name";
pub const ABOUT: &str = "about";
pub const VARIANT: &str = "variant";
const BOARD: &str = "board";
/// Before the id of a rule from a file: its text.
const TEXT_OF: &str = "rule.";

/// The longest value that is told in full.
const LONGEST_VALUE: usize = 48;

/// One thing that differs.
#[derive(Debug, Clone)]
pub struct Change {
    /// A dotted setting key; `rules` for a rule that comes (only `to`) or goes (only `from`); `name`, `about`, `variant`
    /// for what the rules are called; `board` for what they are played on.
    pub key: String,
    pub from: Value,
    pub to: Value,
    pub applies: Applies,
    /// What differs in the words of the declarations, where they were at hand.
    told: Option<Message>,
    /// The rule as it is from then on, as a rulebook would say it.
    said: Option<Message>,
}

/// How a change is told makes no difference.
impl PartialEq for Change {
    fn eq(&self, other: &Self) -> bool {
        (&self.key, &self.from, &self.to, self.applies) == (&other.key, &other.from, &other.to, other.applies)
    }
}

speaks!(Change);

impl Change {
    fn new(key: impl Into<String>, from: impl Into<Value>, to: impl Into<Value>) -> Self {
        Self { key: key.into(), from: from.into(), to: to.into(), applies: Applies::Now, told: None, said: None }
    }

    /// The setting now has this value, whatever it had before.
    pub fn set(key: impl Into<String>, to: Value) -> Self {
        Self::new(key, Value::Null, to)
    }

    /// The rule is in force from now on.
    pub fn adopt(rule: &str) -> Self {
        Self::new(RULES, Value::Null, rule)
    }

    /// The rule it adds or, with `!` in front, repeals, as a variant file writes it.
    pub fn as_rule(&self) -> Option<String> {
        match (self.key.as_str(), &self.from, &self.to) {
            (RULES, _, Value::String(joined)) => Some(joined.clone()),
            (RULES, Value::String(left), _) => Some(format!("!{left}")),
            _ => None,
        }
    }

    /// The rule is no longer in force.
    pub fn repeal(rule: &str) -> Self {
        Self::new(RULES, rule, Value::Null)
    }

    /// The rule whose setting it changes, if it changes one.
    pub fn section(&self) -> Option<&str> {
        self.key.split_once('.').map(|(section, _)| section)
    }

    /// Whether it is about a setting or the text of a rule.
    pub fn belongs_to(&self, rule: &str) -> bool {
        self.section() == Some(rule) || self.key.strip_prefix(TEXT_OF) == Some(rule)
    }

    /// Whether it could make a game go another way; names do not.
    pub fn is_about_play(&self) -> bool {
        ![NAME, ABOUT, VARIANT].contains(&self.key.as_str())
    }

    /// Whether a recorded game may have been changed like this: something there is, a value it may have, and no sooner
    /// than it can be. `with` are the rules that come or go at the same time, whose settings come and go with them.
    pub fn is_possible(&self, game: &Game, catalogue: &Catalogue, with: &[&str]) -> Result<(), Message> {
        let Some(section) = self.section() else {
            let known = [RULES, NAME, ABOUT, VARIANT, BOARD].contains(&self.key.as_str());
            return known.then_some(()).ok_or_else(|| msg!("variant.change.impossible", key = &self.key));
        };
        if !self.to.is_null() {
            catalogue.check_one(&self.key, &self.to)?;
        }
        let Some((_, setting)) = catalogue.setting_of(&self.key).filter(|_| !with.contains(&section)) else { return Ok(()) };
        let soonest = game.takes_effect(&self.key, setting.applies);
        if self.applies < soonest {
            let (applies, soonest) = (self.applies.words(), soonest.words());
            return Err(msg!("variant.change.too_soon", key = &self.key, applies, soonest));
        }
        Ok(())
    }

    /// The rule that comes or goes, if it is one.
    fn moved_rule(&self) -> Option<&str> {
        let rule = self.to.as_str().or(self.from.as_str());
        rule.filter(|_| self.key == RULES)
    }

    /// The rules that come or go by changes.
    pub fn moved_rules(changes: &[Self]) -> Vec<&str> {
        changes.iter().filter_map(Self::moved_rule).collect()
    }

    /// What differs, and when it applies.
    pub fn message(&self) -> Message {
        msg!("variant.change.when", what = self.what(), applies = self.applies.words())
    }

    /// What holds from when on, and what held before, as one would say it at the table.
    pub fn verdict(&self) -> Message {
        if self.key == NAME {
            return msg!("variant.verdict.named", name = shown(&self.to));
        }
        let Some(said) = self.said.clone() else { return self.message() };
        let when = match self.applies {
            Applies::Now => "variant.verdict.now",
            Applies::NextTurn => "variant.verdict.next_turn",
            Applies::NextGame => "variant.verdict.next_game",
        };
        Message::new(when).with("said", said)
    }

    /// What differs, without when.
    pub fn what(&self) -> Message {
        if let Some(told) = &self.told {
            return told.clone();
        }
        let (from, to) = (shown(&self.from), shown(&self.to));
        match (self.key.as_str(), &self.from, &self.to) {
            (RULES, _, Value::String(joined)) => msg!("variant.change.joined", rule = joined),
            (RULES, Value::String(left), _) => msg!("variant.change.left", rule = left),
            (BOARD, _, _) => msg!("variant.change.board"),
            (key, _, _) if key.starts_with(TEXT_OF) => msg!("script.text_changed", rule = &key[TEXT_OF.len()..]),
            (VARIANT, _, _) => msg!("variant.change.variant", from, to),
            (NAME, _, _) => msg!("variant.change.name", from, to),
            (ABOUT, _, _) => msg!("variant.change.about", from, to),
            (key, _, _) => msg!("variant.change.value", name = key, from, to),
        }
    }

    /// The same, to be told in the words of the declarations.
    pub(crate) fn told_by(mut self, catalogue: &Catalogue) -> Self {
        let rule = |id: &String| catalogue.pack.rule_name(id);
        self.said = match (self.key.as_str(), &self.from, &self.to) {
            (RULES, _, Value::String(joined)) => Some(msg!("variant.verdict.joined", rule = rule(joined))),
            (RULES, Value::String(left), _) => Some(msg!("variant.verdict.left", rule = rule(left))),
            (key, from, to) if !to.is_null() => {
                catalogue.setting_of(key).filter(|(_, setting)| !setting.is_terse).map(|(_, setting)| {
                    let said = super::explain::for_whom(setting, key, setting.says(to));
                    if from.is_null() { said } else { msg!("variant.verdict.was", said, from = setting.value(from)) }
                })
            }
            _ => None,
        };
        self.told = match (self.key.as_str(), &self.from, &self.to) {
            (RULES, _, Value::String(joined)) => Some(msg!("variant.change.joined", rule = rule(joined))),
            (RULES, Value::String(left), _) => Some(msg!("variant.change.left", rule = rule(left))),
            (key, _, _) if key.starts_with(TEXT_OF) => {
                Some(msg!("script.text_changed", rule = catalogue.pack.rule_name(&key[TEXT_OF.len()..])))
            }
            (key, from, to) => catalogue.setting_of(key).map(|(_, setting)| {
                let (name, from, to) = (setting.full_name(key), setting.value(from), setting.value(to));
                // Names in a rule of one's own are short, because there they stand beside its title.
                let section = setting.section();
                let is_own = catalogue.own_rule(section).is_some();
                let name = if is_own { msg!("variant.of_rule", rule = catalogue.pack.rule_name(section), name) } else { name };
                match (&self.from, &self.to) {
                    (Value::Null, _) => msg!("variant.change.new", name, to),
                    (_, Value::Null) => msg!("variant.change.gone", name, from),
                    _ => msg!("variant.change.value", name, from, to),
                }
            }),
        };
        self
    }

    pub fn to_json(&self) -> Value {
        json!({"key": self.key, "from": self.from, "to": self.to, "applies": self.applies.code()})
    }

    /// Reads a change from a trace; the message says what is wrong with it.
    pub fn from_json(value: &Value) -> Result<Vec<Self>, Message> {
        let applies = value["applies"].as_str().and_then(Applies::from_code);
        let applies = applies.ok_or_else(|| msg!("variant.change.no_time"))?;
        let key = value["key"].as_str().ok_or_else(|| msg!("variant.change.no_key"))?.to_owned();
        if let (Value::Array(from), Value::Array(to), RULES) = (&value["from"], &value["to"], key.as_str()) {
            // Format 1 wrote both lists of rules. Sets, because a record may bring lists of any length.
            let ids = |list: &[Value]| list.iter().filter_map(|id| id.as_str().map(str::to_owned)).collect::<BTreeSet<_>>();
            let (before, after) = (ids(from), ids(to));
            let is_in = |rule: &Value, ids: &BTreeSet<String>| rule.as_str().is_some_and(|rule| ids.contains(rule));
            let left = from.iter().filter(|rule| !is_in(rule, &after)).map(|rule| (rule.clone(), Value::Null));
            let joined = to.iter().filter(|rule| !is_in(rule, &before)).map(|rule| (Value::Null, rule.clone()));
            return Ok(left.chain(joined).map(|(from, to)| Self { applies, ..Self::new(RULES, from, to) }).collect());
        }
        Ok(vec![Self { applies, ..Self::new(key, value["from"].clone(), value["to"].clone()) }])
    }
}

/// A value in few enough characters for a line.
fn shown(value: &Value) -> Arg {
    let text = match value {
        Value::Null => return msg!("variant.value.nothing").into(),
        Value::String(text) if text.is_empty() => return msg!("variant.value.nothing").into(),
        Value::String(text) => text.clone(),
        Value::Number(of) => return of.as_f64().map_or_else(|| of.to_string().into(), |n| figure(n, 6)),
        other => other.to_string(),
    };
    let all = text.chars().count() <= LONGEST_VALUE;
    Arg::Text(if all { text } else { text.chars().take(LONGEST_VALUE - 1).chain(['…']).collect() })
}

/// Every difference between two sets of rules.
pub fn differences(old: &Blueprint, new: &Blueprint, catalogue: &Catalogue) -> Vec<Change> {
    let mut changes = Vec::new();
    for (key, from, to) in
        [(VARIANT, &old.variant, &new.variant), (NAME, &old.title, &new.title), (ABOUT, &old.about, &new.about)]
    {
        if from != to {
            changes.push(Change::new(key, from.as_str(), to.as_str()));
        }
    }
    let missing = |of: &[String], here: &[String]| of.iter().filter(|id| !here.contains(id)).cloned().collect::<Vec<_>>();
    let (joined, left) = (missing(&new.rules, &old.rules), missing(&old.rules, &new.rules));
    changes.extend(joined.iter().map(|id| Change::new(RULES, Value::Null, id.as_str())));
    changes.extend(left.iter().map(|id| Change::repeal(id)));
    let (before, after) = (flatten(&old.settings), flatten(&new.settings));
    for key in before.keys().chain(after.keys().filter(|key| !before.contains_key(*key))) {
        let (from, to) = (before.get(key).cloned().unwrap_or_default(), after.get(key).cloned().unwrap_or_default());
        if from == to {
            continue;
        }
        let section = key.split('.').next().unwrap_or_default();
        // The settings of a rule that comes or goes come and go with it.
        let moves = joined.iter().chain(&left).any(|id| id == section);
        let declared = catalogue.setting_of(key).map_or(Applies::Now, |(_, setting)| setting.applies);
        let applies = if moves { Applies::Now } else { declared };
        changes.push(Change { applies, ..Change::new(key, from, to) });
    }
    changes.into_iter().map(|change| change.told_by(catalogue)).collect()
}

/// What a variant's files ask of a running game.
pub fn asked_of(game: &Game, variant: &Variant) -> Vec<Change> {
    towards(game, &variant.rules, &variant.catalogue)
}

/// What has to change in a running game for other rules to hold, and when each can.
fn towards(game: &Game, rules: &Ruleset, catalogue: &Catalogue) -> Vec<Change> {
    let coming = game.rules_to_come();
    let mut changes = differences(&coming.blueprint, &rules.blueprint, catalogue);
    for change in &mut changes {
        if game.outcome().is_some() {
            change.applies = Applies::NextGame;
        } else if change.section().is_some() {
            // The rule itself knows best whether this game can still be changed.
            change.applies = game.takes_effect(&change.key, change.applies);
        }
    }
    if !same_board(coming, &rules.board) {
        changes.push(Change { applies: Applies::NextGame, ..Change::new(BOARD, Value::Null, Value::Null) });
    }
    changes
}

fn same_board(rules: &Ruleset, other: &Board) -> bool {
    Arc::ptr_eq(&rules.board, other) || rules.pack.same_board(&rules.board, other)
}

/// The blueprint with every change made that applies by then.
pub fn amended(old: &Blueprint, changes: &[Change], by: Applies) -> Blueprint {
    let mut blueprint = old.clone();
    let mut leaves = flatten(&old.settings);
    for change in changes.iter().filter(|change| change.applies <= by) {
        let text = || change.to.as_str().unwrap_or_default().to_owned();
        match change.key.as_str() {
            RULES => {
                let is = |id: &String, value: &Value| value.as_str() == Some(id);
                blueprint.rules.retain(|id| !is(id, &change.from) && !is(id, &change.to));
                blueprint.rules.extend(change.to.as_str().map(str::to_owned));
            }
            NAME => blueprint.title = words::name(&text(), limits::NAME),
            ABOUT => blueprint.about = words::prose(&text()),
            VARIANT => blueprint.variant = words::name(&text(), limits::NAME),
            BOARD => {}
            key if change.to.is_null() => {
                leaves.remove(key);
            }
            key => {
                leaves.insert(key.to_owned(), change.to.clone());
            }
        }
    }
    blueprint.settings = nest(leaves.iter().map(|(key, value)| (key.as_str(), value)));
    blueprint
}

/// A change of rules built aside and ready to be swapped in.
#[derive(Debug, Clone)]
pub struct Proposal {
    pub changes: Vec<Change>,
    now: Arc<Ruleset>,
    later: Option<Arc<Ruleset>>,
}

impl Proposal {
    /// What a variant's files ask of a game. Nothing has happened to the game yet, and nothing does when this fails.
    pub fn from_files(game: &Game, variant: &Variant) -> Result<Self, Problems> {
        let (pack, theirs) = (game.rules().pack, variant.rules.pack);
        if pack.name() != theirs.name() {
            let message = msg!("variant.change.other_game", theirs = theirs.title(), pack = pack.title());
            let own = variant.sources.last();
            let place = own.and_then(|own| own.text.find("pack").map(|at| own.position(at).0));
            let problem = variant.problem_on_line(place.unwrap_or(1), message);
            return Err(problem.remedy(msg!("variant.change.write_pack", pack = pack.name())).into());
        }
        let changes = asked_of(game, variant);
        let built = Self::build(game, changes.clone(), Some(variant));
        built.map_err(|errors| {
            let blame = |error: &BuildError| {
                let key = error.key().map(str::to_owned).or_else(|| changes.first().map(|change| change.key.clone()));
                variant.problem_with(&key.unwrap_or_default(), error.message())
            };
            Problems(errors.iter().map(blame).collect())
        })
    }

    /// Other rules for a running game, as far as they can still hold in it.
    pub fn of_rules(game: &Game, rules: &Ruleset, catalogue: &Catalogue) -> Result<Self, Vec<BuildError>> {
        Self::build(game, towards(game, rules, catalogue), None)
    }

    /// What a trace says was changed.
    pub fn recorded(game: &Game, changes: Vec<Change>) -> Result<Self, Vec<BuildError>> {
        Self::build(game, changes, None)
    }

    fn build(game: &Game, changes: Vec<Change>, source: Option<&Variant>) -> Result<Self, Vec<BuildError>> {
        let build = |base: &Ruleset, by: Applies| {
            let mut blueprint = amended(&base.blueprint, &changes, by);
            if let Some(variant) = source {
                blueprint.origins.clone_from(&variant.rules.blueprint.origins);
                // Rules from files that join are known to the variant only, those that stay for a while to the game only.
                let mut rules = variant.rules.in_order(&blueprint.rules);
                let staying = base.in_order(&blueprint.rules);
                rules.extend(staying.into_iter().filter(|id| !variant.rules.is_in_force(id)));
                blueprint.rules = rules;
                // What was built when the files were read need not be built again.
                if blueprint == variant.rules.blueprint && same_board(base, &variant.rules.board) {
                    return Ok(variant.rules.clone());
                }
            }
            base.rebuild(blueprint).map(Arc::new)
        };
        // What an earlier change has put off until the next turn is not forgotten.
        let waits = game.pending_rules().is_some() || changes.iter().any(|change| change.applies == Applies::NextTurn);
        let now = build(game.standing_rules(), Applies::Now)?;
        let later = if waits { Some(build(game.rules_to_come(), Applies::NextTurn)?) } else { None };
        Ok(Self { changes, now, later })
    }

    /// Whether the game being played would notice.
    pub fn matters(&self) -> bool {
        self.changes.iter().any(|change| change.applies < Applies::NextGame)
    }

    /// The rules a game is played by once everything has taken effect.
    pub fn outcome(&self) -> &Arc<Ruleset> {
        self.later.as_ref().unwrap_or(&self.now)
    }

    /// Swaps the rules of a game between two commands.
    pub fn swap_into(&self, game: &mut Game) {
        let changes = self.changes.iter().map(Change::to_json).collect();
        game.change_rules(self.now.clone(), self.later.clone(), self.outcome().blueprint.to_json(), changes);
    }
}

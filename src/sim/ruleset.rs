//! A [`Ruleset`] is what a variant becomes: the rules in force, built and ready to play.

use super::blueprint::{Blueprint, BuildError, Origin, TEXTS};
use super::command::{DECLINE, DECLINE_WORD, Verb, VerbDecl};
use super::id::Seat;
use super::kept::{Kept, as_type};
use super::memory;
use super::pack::{Board, Pack};
use super::plan::{Plan, PlanError};
use super::rule::{Rule, Section};
use super::settings::{self, flatten, nest};
use super::snapshot::Part;
use crate::limits;
use crate::problem::each_once;
use crate::words::msg;
use serde_json::Value;
use std::any::TypeId;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};

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
    /// Those in force that may forbid what the game offers.
    pub(super) forbidding: Vec<&'static dyn Rule>,
    /// Those in force that may want other settings for a while.
    pub(super) overriding: Vec<&'static dyn Rule>,
    /// Those in force that have something to do when the game is over.
    pub(super) concluding: Vec<&'static dyn Rule>,
    /// Those in force that keep something from those at the table.
    pub(super) hiding: Vec<&'static dyn Rule>,
    /// Those in force with pieces that not everybody may know.
    pub(super) veiling: Vec<&'static dyn Rule>,
    /// The same rules with other settings, as rules have wanted them for a while: they will again.
    adapted: Mutex<BTreeMap<String, Arc<Self>>>,
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
    /// The number of players its settings were read for; nothing where it was not yet asked, or does not matter.
    players: Option<usize>,
    /// The same rules for each number of players, where they are not the same.
    by_players: Vec<Arc<Self>>,
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
        blueprint: Blueprint,
        board: &Board,
    ) -> Result<Self, Vec<BuildError>> {
        if !settings::vary_by_players(&blueprint.settings) {
            return Self::build_for(None, pack, guests, blueprint, board);
        }
        // Everything is built now, so that a game can be set up for any number of players without a second thought.
        let mut rules = Self::build_for(None, pack, guests, blueprint.clone(), board)?;
        for players in rules.seats() {
            rules.by_players.push(Arc::new(Self::build_for(Some(players), pack, guests, blueprint.clone(), board)?));
        }
        Ok(rules)
    }

    fn build_for(
        players: Option<usize>,
        pack: &'static dyn Pack,
        guests: &[&'static dyn Rule],
        mut blueprint: Blueprint,
        board: &Board,
    ) -> Result<Self, Vec<BuildError>> {
        let mut errors: Vec<BuildError> = Vec::new();
        let rules = known_rules(pack, guests, &blueprint, &mut errors);
        if !errors.is_empty() {
            return Err(errors);
        }
        let all = || rules.iter().copied();
        if let Some(unknown) = blueprint.rules.iter().find(|id| !all().any(|rule| rule.id() == **id)) {
            return Err(vec![BuildError::UnknownRule(unknown.clone())]);
        }
        let is_in_force = |rule: &dyn Rule| blueprint.rules.iter().any(|id| id == rule.id());
        if let Some(missing) = all().find(|rule| rule.essential() && !is_in_force(*rule)) {
            return Err(vec![BuildError::Essential(missing.id())]);
        }
        // Registry order, whatever order the files name them in: the same rules always make the same plan.
        let in_force: Vec<&'static dyn Rule> = all().filter(|rule| is_in_force(*rule)).collect();
        let (plan, faults) = plan_of(all().map(|rule| (rule, is_in_force(rule))), pack);
        errors.extend(faults.into_iter().map(BuildError::from));
        let mut sections = Vec::new();
        let settings = settings::resolved(&blueprint.settings, players, pack);
        let empty = Value::Object(serde_json::Map::new());
        for rule in &in_force {
            let section = settings.get(rule.id()).unwrap_or(&empty);
            match rule.settings(section) {
                Ok(read) => sections.extend(read.map(|section| Section { of: rule.id(), ..section })),
                Err(error) => errors.push(BuildError::Section { section: rule.id().to_owned(), detail: error.to_string() }),
            }
        }
        // Pieces of a rule repealed in mid-game stay in the world, so every rule's parts are known.
        let mut parts = pack.parts().to_vec();
        parts.push(memory::PART);
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
        carry_texts(&mut blueprint.settings, &in_force);
        let those = |which: fn(&dyn Rule) -> bool| in_force.iter().copied().filter(|rule| which(*rule)).collect();
        let mut ruleset = Self {
            forbidding: those(|rule| rule.may_forbid()),
            overriding: those(|rule| rule.may_override()),
            concluding: those(|rule| rule.may_conclude()),
            hiding: those(|rule| !rule.secrets().is_empty()),
            veiling: those(|rule| rule.may_veil()),
            pack,
            blueprint,
            in_force,
            guests: guests.to_vec(),
            adapted: Mutex::default(),
            verbs,
            plan,
            parts,
            sections,
            board: board.clone(),
            prepared: board.clone(),
            prepared_type: (**board).type_id(),
            players,
            by_players: Vec::new(),
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
        let own = self.in_force.iter().filter(|rule| rule.text().is_some());
        let all = self.pack.base_rules().iter().chain(self.pack.house_rules()).chain(&self.guests).chain(own);
        let mut seen: Vec<&str> = Vec::new();
        let all = all.filter(|rule| {
            let first = !seen.contains(&rule.id());
            seen.push(rule.id());
            first
        });
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

    /// The typed settings of a rule that cannot be repealed.
    ///
    /// # Panics
    /// Where no rule in force has settings of that type.
    pub fn essential<T: 'static>(&self) -> &T {
        self.section().expect("an essential rule is in force")
    }

    /// Like [`Ruleset::section`], of a rule that shares the type of its settings with others.
    pub fn section_of<T: 'static>(&self, rule: &str) -> Option<&T> {
        self.sections.iter().find(|s| s.of == rule).and_then(|s| s.value.downcast_ref())
    }

    /// What the rules in force hide at some time or other, each once.
    pub fn secrets(&self) -> Vec<&'static str> {
        each_once(self.hiding.iter().flat_map(|rule| rule.secrets()).map(|secret| secret.what))
    }

    /// The same rules with other settings. What was built once is kept, up to a number that sensible rules do not reach.
    pub(super) fn with_settings(&self, values: &[(String, Value)]) -> Result<Arc<Self>, Vec<BuildError>> {
        const MOST_KEPT: usize = 200;
        let name = format!("{values:?}");
        if let Some(known) = self.adapted.lock().unwrap_or_else(PoisonError::into_inner).get(&name) {
            return Ok(known.clone());
        }
        let mut leaves = flatten(&self.blueprint.settings);
        for (key, value) in values {
            let seats = (0..*self.pack.seats().end()).map(|seat| self.pack.seat_name(seat as Seat));
            let is_case = seats.into_iter().any(|seat| key.ends_with(&format!(".{seat}")));
            // What is so for everybody leaves no cases.
            leaves.retain(|leaf, _| is_case || !leaf.strip_prefix(key.as_str()).is_some_and(|rest| rest.starts_with('.')));
            leaves.insert(key.clone(), value.clone());
        }
        let mut blueprint = self.blueprint.clone();
        blueprint.settings = nest(leaves.iter().map(|(key, value)| (key.as_str(), value)));
        let built = Arc::new(self.rebuild(blueprint)?);
        let built = self.players.map_or(built.clone(), |players| built.seated(players));
        let mut kept = self.adapted.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < MOST_KEPT {
            kept.insert(name, built.clone());
        }
        Ok(built)
    }

    /// How many players these rules are for.
    pub fn seats(&self) -> RangeInclusive<usize> {
        self.pack.seats_under(self)
    }

    pub fn is_in_force(&self, id: &str) -> bool {
        self.rule(id).is_some()
    }

    /// The rules as they are for so many players.
    pub fn for_players(&self, players: usize) -> &Self {
        self.by_players.iter().find(|rules| rules.players == Some(players)).map_or(self, |rules| rules)
    }

    /// Like [`Ruleset::for_players`], to play by.
    pub fn seated(self: Arc<Self>, players: usize) -> Arc<Self> {
        if self.players.is_some_and(|known| known != players) {
            // Taken from a game with another number of players; what it was made from has been built before.
            return self.rebuild(self.blueprint.clone()).map_or(self, |rules| Arc::new(rules).seated(players));
        }
        let found = self.by_players.iter().find(|rules| rules.players == Some(players)).cloned();
        found.unwrap_or(self)
    }

    /// The effective value of a dotted key such as `victory.goal`, or `victory.goal.2` where it is not the same for all;
    /// the key alone is then the value for everybody else.
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.said(key).map(settings::otherwise)
    }

    /// Like [`Ruleset::value`], with all cases of a value that is not the same for everybody.
    pub fn said(&self, key: &str) -> Option<&Value> {
        key.split('.').try_fold(&self.blueprint.settings, |at, part| at.get(part))
    }

    /// Whether some seat has another value than the others anywhere, so that the richest need not have won.
    pub fn is_handicapped(&self) -> bool {
        settings::vary_by_seat(&self.blueprint.settings)
    }

    /// The value of a dotted key for a seat, with as many players as these rules are read for. Rules of the program read
    /// theirs as a [`PerSeat`](super::settings::PerSeat), which is quicker.
    pub fn value_for(&self, key: &str, seat: Seat) -> Option<&Value> {
        self.said(key).map(|value| settings::for_seat(value, self.players, self.pack.seat_name(seat)))
    }

    /// Where a dotted key (or the nearest table around it) got its value.
    pub fn origin(&self, key: &str) -> Option<&Origin> {
        self.blueprint.origins.get(key)
    }

    /// Like [`Ruleset::origin`], of the value a seat has.
    pub(super) fn origin_for(&self, key: &str, seat: Seat) -> Option<&Origin> {
        let players = self.players.and_then(|players| self.origin(&format!("{key}.{players}")));
        self.origin(&format!("{key}.{}", self.pack.seat_name(seat))).or(players).or_else(|| self.origin(key))
    }
}

/// Every rule there is to choose from, those whose text the blueprint carries read from that text.
fn known_rules(
    pack: &'static dyn Pack,
    guests: &[&'static dyn Rule],
    blueprint: &Blueprint,
    errors: &mut Vec<BuildError>,
) -> Vec<&'static dyn Rule> {
    let mut rules: Vec<&'static dyn Rule> = pack.base_rules().iter().chain(pack.house_rules()).chain(guests).copied().collect();
    let texts = blueprint.settings.get(TEXTS).and_then(Value::as_object);
    let most = pack.house_rules().len() + limits::RULES;
    if texts.is_some_and(|texts| texts.len() > most) {
        errors.push(BuildError::Setting { key: TEXTS.to_owned(), message: msg!("script.file.many", key = TEXTS, most) });
        return rules;
    }
    for (id, text) in texts.into_iter().flatten().filter(|(id, _)| blueprint.rules.contains(id)) {
        let standing = rules.iter().position(|rule| rule.id() == id);
        let read = match standing {
            Some(at) if rules[at].text().is_none() => Err(msg!("script.rule_of_the_program", rule = id)),
            _ => pack.read_rule(id, text.as_str().unwrap_or_default()),
        };
        match (read, standing) {
            (Ok(rule), Some(at)) => rules[at] = rule,
            (Ok(rule), None) => rules.push(rule),
            (Err(message), _) => errors.push(BuildError::Setting { key: format!("{TEXTS}.{id}"), message }),
        }
    }
    rules
}

/// Has the settings carry the text of every rule in force that comes from a file, and of no other. They stay in the order of
/// their keys, so that the same rules are written the same way however they came about.
fn carry_texts(settings: &mut Value, in_force: &[&'static dyn Rule]) {
    let texts = in_force.iter().filter_map(|rule| Some((rule.id().to_owned(), Value::from(rule.text()?))));
    let mut texts: serde_json::Map<String, Value> = texts.collect();
    texts.sort_keys();
    if let Some(settings) = settings.as_object_mut() {
        if texts.is_empty() {
            settings.shift_remove(TEXTS);
        } else {
            settings.insert(TEXTS.to_owned(), Value::Object(texts));
            settings.sort_keys();
        }
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
        let rule = verb.of.id();
        let message = match other {
            Some(other) => msg!("sim.build.verb_twice", rule, word, other = other.of.id()),
            None if word == DECLINE_WORD || pack.verbs().contains(&word) => msg!("sim.build.verb_taken", rule, word),
            None if pack.verbs().len() + place >= usize::from(DECLINE.verb.0) => msg!("sim.build.verb_too_many", rule, word),
            None => continue,
        };
        errors.push(BuildError::Verb { rule, message });
    }
    errors
}

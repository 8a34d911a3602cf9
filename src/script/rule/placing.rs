//! A rule among the other rules of a variant: what it names that is not there, what it does beside the steps of the plan, and
//! what is better said before play.

use super::{OWN_EVENTS, ScriptRule};
use crate::problem::Problem;
use crate::script::file::At;
use crate::script::overriding::is_there;
use crate::sim::blueprint::{BuildError, TEXTS};
use crate::sim::event::EVENT_NAMES;
use crate::sim::observer::{PAID, own_keys};
use crate::sim::settings::flatten;
use crate::sim::{Phase, Rule, Ruleset};
use crate::words::{Message, msg};
use std::ops::Range;

/// Whether a key holds the text of a rule.
fn is_text(key: &str) -> bool {
    key.starts_with(&format!("{TEXTS}."))
}

impl ScriptRule {
    /// Commands, settings and steps it names that nobody has under these rules.
    pub(super) fn misnamed(&self, rules: &Ruleset) -> Vec<BuildError> {
        let wrong = |place: Range<usize>, wrong: &'static str, known: Vec<String>, message: Message| BuildError::Own {
            rule: self.id,
            place,
            message,
            wrong,
            known,
        };
        let mut errors = Vec::new();
        for forbid in &self.forbids {
            let (verbs, command) = (rules.pack.verbs(), forbid.command);
            if !verbs.contains(&command) && rules.verb(command).is_none() {
                let known = verbs.iter().map(|verb| (*verb).to_owned()).collect();
                errors.push(wrong(forbid.place.clone(), command, known, msg!("script.build.command", rule = self.id, command)));
            }
        }
        for to in self.goes_to.iter().filter(|to| rules.plan.find(to.step).is_none()) {
            let steps = [Phase::Turn, Phase::Round].into_iter().flat_map(|phase| rules.plan.steps(phase));
            let known = steps.map(|planned| planned.step.name.to_owned()).collect();
            let message = msg!("script.build.step", rule = self.id, step = to.step);
            errors.push(wrong(to.place..to.place + to.step.len() + 2, to.step, known, message));
        }
        for set in &self.overrides {
            if let Some(message) = set.check(rules) {
                let keys = || flatten(&rules.blueprint.settings).into_keys().filter(|key| !is_text(key));
                // Whoever has named a setting that is there means no other.
                let known = if is_there(rules, set.key) { Vec::new() } else { keys().collect() };
                errors.push(wrong(set.span.clone(), set.key, known, message));
            }
        }
        errors
    }

    /// What is wrong with it only where it is read from a file: a game that was recorded with it is played again as it was.
    /// `can_be_named` says whether a page can name a key of the game.
    pub fn misfits(&self, rules: &Ruleset, can_be_named: impl Fn(&str) -> bool) -> Vec<Problem> {
        let at = |place: &Range<usize>, message: Message| Problem::at(&self.source, place.clone(), message);
        let counted = if self.told_at.is_empty() { Vec::new() } else { own_keys(rules) };
        let is_counted = |name: &str| counted.iter().any(|key| key == name || key.strip_suffix(PAID) == Some(name));
        let told = || [EVENT_NAMES, self.dialect.tells].into_iter().chain(OWN_EVENTS);
        let is_told = |name: &str| told().any(|names| names.contains(&name));
        let is_paid = |name: &str| self.told_at.iter().any(|(other, _)| name.strip_suffix(PAID) == Some(*other));
        let taken = self.told_at.iter().filter(|(name, _)| is_told(name) || is_paid(name) || is_counted(name));
        let taken = taken.map(|(event, place)| {
            let name = format!("{}_{event}", self.id);
            at(place, msg!("script.build.event_taken", event = *event)).remedy(msg!("script.build.event_name", name))
        });
        let unnamed = self.page_slots.iter().filter(|(slot, _)| !can_be_named(slot));
        let keys: Vec<String> = flatten(&rules.blueprint.settings).into_keys().filter(|key| !is_text(key)).collect();
        let unnamed = unnamed.map(|(slot, place)| {
            let problem = at(place, msg!("script.file.no_key", slot = slot.as_str())).allowed_names(&keys);
            problem.did_you_mean(slot, keys.iter().map(String::as_str))
        });
        taken.chain(unnamed).collect()
    }

    /// What it does that is no step, as its file writes it.
    pub fn beside_the_plan(&self) -> Vec<String> {
        let hooks = self.hooks.get().into_iter().flatten().filter_map(|(at, ..)| match at {
            At::Start => Some("start"),
            At::Join => Some("join"),
            At::Change => Some("change"),
            At::End => Some("end"),
            At::Before(_) | At::After(_) | At::InsteadOf(_) | At::EndOf(_) => None,
        });
        let forbidden = self.forbids.iter().map(|forbid| format!("forbid {}", forbid.command));
        let set = self.overrides.iter().map(|set| format!("set {}", set.key));
        hooks.map(str::to_owned).chain(forbidden).chain(set).collect()
    }

    /// What can be played, but is hardly meant under these rules.
    pub fn cautions(&self, rules: &Ruleset) -> Vec<Problem> {
        let phase = |step: &str| rules.plan.find(step).map(|(phase, _)| phase);
        let leaves = self.goes_to.iter().filter(|to| phase(to.step) == Some(Phase::Round) && phase(to.from) == Some(Phase::Turn));
        let caution = |place: Range<usize>| {
            let problem = Problem::at(&self.source, place, msg!("script.build.leaves_turn", rule = self.id()));
            problem.remedy(msg!("script.build.run_round")).warning()
        };
        leaves.map(|to| caution(to.place..to.place + to.step.len() + 2)).collect()
    }
}

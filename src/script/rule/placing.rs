//! A rule among the other rules of a variant: what it names that is not there, what it does beside the steps of the plan, and
//! what is better said before play.

use super::ScriptRule;
use crate::problem::Problem;
use crate::script::file::At;
use crate::sim::rule::{BuildError, TEXTS, flatten};
use crate::sim::{Phase, Rule, Ruleset};
use crate::words::{Message, msg};
use std::ops::Range;

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
                let keys = flatten(&rules.blueprint.settings).into_keys();
                let known = keys.filter(|key| !key.starts_with(&format!("{TEXTS}."))).collect();
                errors.push(wrong(set.span.clone(), set.key, known, message));
            }
        }
        errors
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

//! Rules as they are told to people: every effective value with its declaration and the place that set it, whether
//! they come from files or from a game being played.

use super::catalogue::Catalogue;
use super::declare::Setting;
use crate::sim::settings::flatten;
use crate::sim::{Origin, Ruleset};
use crate::words::{Arg, say};
use serde_json::Value;

/// Rules in force, with the declarations they go by.
#[derive(Clone, Copy)]
pub struct Effective<'a> {
    pub rules: &'a Ruleset,
    pub catalogue: &'a Catalogue,
}

/// One effective value.
pub struct Leaf<'a> {
    /// Such as `ports.capacity.4`.
    pub key: String,
    pub value: Value,
    /// The number of players or the seat it is for, if it is not for everybody.
    pub case: Option<String>,
    pub setting: &'a Setting,
    pub origin: Option<&'a Origin>,
}

impl Leaf<'_> {
    /// The rule the value belongs to.
    pub fn section(&self) -> &str {
        self.setting.section()
    }

    /// The key of the setting, whomever it is for.
    pub fn general_key(&self) -> &str {
        self.case.as_ref().map_or(&self.key, |case| &self.key[..self.key.len() - case.len() - 1])
    }

    /// The place that set it, in words.
    pub fn set_in(&self) -> String {
        set_in(self.origin)
    }
}

/// A house rule that was added, or a printed rule that was repealed (with a `!`).
pub struct RuleEdit<'a> {
    pub text: String,
    pub origin: Option<&'a Origin>,
}

impl RuleEdit<'_> {
    pub fn id(&self) -> &str {
        self.text.trim_start_matches('!')
    }

    pub fn set_in(&self) -> String {
        set_in(self.origin)
    }
}

pub(super) fn set_in(origin: Option<&Origin>) -> String {
    origin.map_or_else(|| say!("variant.as_recorded"), ToString::to_string)
}

impl<'a> Effective<'a> {
    /// Every effective value, in the order they are declared.
    pub fn leaves(&self) -> Vec<Leaf<'a>> {
        let (rules, catalogue) = (self.rules, self.catalogue);
        let found = flatten(&rules.blueprint.settings).into_iter().filter_map(|(key, value)| {
            let (order, setting) = catalogue.setting_of(&key)?;
            let origin = rules.origin(&key);
            let case = catalogue.case_of(&key).map(str::to_owned);
            Some((order, Leaf { key, value, case, setting, origin }))
        });
        let mut found: Vec<(usize, Leaf<'a>)> = found.collect();
        found.sort_by_key(|(order, _)| *order);
        found.into_iter().map(|(_, leaf)| leaf).collect()
    }

    /// Whether it is played on another board than the printed one.
    pub fn has_own_board(&self) -> bool {
        !self.rules.pack.same_board(&self.rules.board, &self.catalogue.board)
    }

    /// An effective value as it stands in a sentence.
    pub fn value(&self, key: &str) -> Option<Arg> {
        let (_, setting) = self.catalogue.setting_of(key)?;
        self.rules.value(key).map(|value| setting.value(value))
    }

    /// How the rules in force differ from those of the printed game.
    pub fn rule_edits(&self) -> Vec<RuleEdit<'a>> {
        let (rules, pack) = (self.rules, self.rules.pack);
        let repealed =
            pack.base_rules().iter().filter(|rule| !rules.is_in_force(rule.id())).map(|rule| format!("!{}", rule.id()));
        let is_base = |id: &str| pack.base_rules().iter().any(|rule| rule.id() == id);
        let added = rules.in_force.iter().filter(|rule| !is_base(rule.id())).map(|rule| rule.id().to_owned());
        let edit = |text: String| {
            let origin = rules.origin(&format!("rules.{}", text.trim_start_matches('!')));
            RuleEdit { text, origin }
        };
        repealed.chain(added).map(edit).collect()
    }
}

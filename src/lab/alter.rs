//! A variant with some of its values changed, without a file: what a sweep and a question of sensitivity play.

use crate::problem::Problem;
use crate::sim::Ruleset;
use crate::sim::blueprint::all_reasons;
use crate::variant::Variant;
use crate::variant::declare::{Applies, Setting};
use crate::variant::propose::{Change, amended};
use crate::words::msg;
use serde_json::Value;
use std::sync::Arc;

/// The declaration of a setting of a variant; the problem says what is wrong with the key.
pub(crate) fn declared<'a>(variant: &'a Variant, key: &str) -> Result<&'a Setting, Problem> {
    let setting = variant.catalogue.setting_of(key).map(|(_, setting)| setting);
    let setting = setting.filter(|setting| is_whole(setting, key) || is_case(variant, setting, key)).ok_or_else(|| {
        let known: Vec<String> = variant.effective().leaves().into_iter().map(|leaf| leaf.key).collect();
        Problem::about(key, msg!("lab.set.unknown")).did_you_mean(key, known.iter().map(String::as_str))
    })?;
    if variant.rules.is_in_force(setting.section()) {
        Ok(setting)
    } else {
        let problem = Problem::about(key, msg!("lab.set.no_rule", rule = setting.section()));
        Err(problem.remedy(msg!("lab.set.take_other")))
    }
}

/// Whether a key names all of a setting.
fn is_whole(setting: &Setting, key: &str) -> bool {
    setting.matches(&key.split('.').collect::<Vec<_>>())
}

/// Whether a key names the value of a setting for one number of players or one seat.
fn is_case(variant: &Variant, setting: &Setting, key: &str) -> bool {
    let case = variant.catalogue.case_of(key);
    case.is_some_and(|case| variant.catalogue.cases(setting).iter().any(|known| known == case))
}

/// The rules of a variant with another value for one number of players, one seat, or all that have none of their own.
pub(crate) fn with_leaf(variant: &Variant, key: &str, value: &Value) -> Result<Arc<Ruleset>, Problem> {
    build(variant, &[Change::set(key, value.clone())])
}

/// The rules of a variant with these values instead, as if it said so: a value for all leaves no other cases.
pub fn altered(variant: &Variant, values: &[(&str, &Value)]) -> Result<Arc<Ruleset>, Problem> {
    let mut changes = Vec::new();
    for (key, value) in values {
        let setting = declared(variant, key)?;
        let leaves =
            if is_whole(setting, key) { setting.leaves(key, value) } else { vec![((*key).to_owned(), (*value).clone())] };
        let cases = variant.effective().leaves().into_iter().filter(|leaf| leaf.case.is_some() && leaf.general_key() == *key);
        changes.extend(cases.map(|leaf| Change::set(leaf.key, Value::Null)));
        for (leaf, value) in leaves {
            setting.check(&value).map_err(|message| Problem::about(*key, message).allowed(setting.allowed()))?;
            changes.push(Change::set(leaf, value));
        }
    }
    build(variant, &changes)
}

/// The rules of a variant without one of them.
pub(crate) fn without(variant: &Variant, rule: &str) -> Result<Arc<Ruleset>, Problem> {
    let leaves = variant.effective().leaves().into_iter();
    let gone = leaves.filter(|leaf| leaf.section() == rule).map(|leaf| Change::set(leaf.key, Value::Null));
    let changes: Vec<Change> = std::iter::once(Change::repeal(rule)).chain(gone).collect();
    build(variant, &changes)
}

fn build(variant: &Variant, changes: &[Change]) -> Result<Arc<Ruleset>, Problem> {
    let rules = &variant.rules;
    let blueprint = amended(&rules.blueprint, changes, Applies::Now);
    let built = Ruleset::build(rules.pack, blueprint, &rules.board);
    built.map(Arc::new).map_err(|errors| {
        let keys: Vec<&str> = changes.iter().map(|change| change.key.as_str()).collect();
        Problem::about(keys.join(", "), all_reasons(&errors))
    })
}

//! Combinations of rules nobody has thought of: a shipped variant with rules added and repealed and settings changed at
//! random, each within its declared bounds.

use crate::sim::Ruleset;
use crate::sim::blueprint::all_reasons;
use crate::sim::chance::{below, stream};
use crate::sim::settings::ELSE;
use crate::variant::Variant;
use crate::variant::declare::{Applies, Kind, Setting};
use crate::variant::export::written;
use crate::variant::propose::{Change, amended};
use crate::words::Message;
use rand_pcg::Pcg32;
use serde_json::{Value, json};
use std::sync::Arc;

/// A variant and what is different from it.
#[derive(Clone)]
pub struct Combination<'a> {
    pub variant: &'a Variant,
    pub changes: Vec<Change>,
}

/// One of so many.
fn one_in(stream: &mut Pcg32, of: u32) -> bool {
    below(stream, of) == 0
}

fn pick<'a, T>(stream: &mut Pcg32, items: &'a [T]) -> Option<&'a T> {
    if items.is_empty() { None } else { items.get(below(stream, items.len() as u32) as usize) }
}

impl<'a> Combination<'a> {
    /// The combination of a number; a quarter of them are variants as they are.
    pub fn new(variants: &'a [Variant], seed: u64, number: u64) -> Option<Self> {
        let mut stream = stream(seed, number);
        let variant = pick(&mut stream, variants)?;
        let changes = if one_in(&mut stream, 4) { Vec::new() } else { changes(variant, &mut stream) };
        Some(Self { variant, changes })
    }

    /// A variant with rules added, each as it is when somebody switches it on.
    pub fn with_rules(variant: &'a Variant, rules: &[&str]) -> Self {
        Self { variant, changes: rules.iter().flat_map(|rule| adopted(variant, rule)).collect() }
    }

    /// The rules, ready to play; the message says why they do not go together.
    pub fn build(&self) -> Result<Arc<Ruleset>, Message> {
        let rules = &self.variant.rules;
        if self.changes.is_empty() {
            return Ok(rules.clone());
        }
        let mut blueprint = amended(&rules.blueprint, &self.changes, Applies::Now);
        blueprint.rules = rules.in_order(&blueprint.rules);
        Ruleset::build(rules.pack, blueprint, &rules.board).map(Arc::new).map_err(|errors| all_reasons(&errors))
    }

    /// The same as a variant file.
    pub fn as_file(&self) -> String {
        let blueprint = &self.variant.rules.blueprint;
        let mut text = format!("pack = \"{}\"\nextends = \"{}\"\n", blueprint.pack, blueprint.variant);
        let edited: Vec<String> = self.changes.iter().filter_map(Change::as_rule).map(|rule| format!("\"{rule}\"")).collect();
        if !edited.is_empty() {
            text += &format!("rules = [{}]\n", edited.join(", "));
        }
        let mut section = "";
        // A section can be begun only once.
        let mut changes: Vec<&Change> = self.changes.iter().filter(|change| !change.to.is_null()).collect();
        changes.sort_by(|one, other| one.section().cmp(&other.section()));
        for change in changes {
            let Some((of, key)) = change.key.split_once('.') else { continue };
            if of != section {
                text += &format!("[{of}]\n");
                section = of;
            }
            // Beside cases of its own, a value is that of all others.
            let has_cases = self.changes.iter().any(|other| other.key.starts_with(&format!("{}.", change.key)));
            let all_others = if has_cases { format!(".{ELSE}") } else { String::new() };
            let value = written(&change.to).map(|value| value.to_string()).unwrap_or_default();
            text += &format!("{key}{all_others} = {value}\n");
        }
        text
    }
}

/// What it takes to switch a rule on.
fn adopted(variant: &Variant, rule: &str) -> Vec<Change> {
    let settings = variant.catalogue.settings.iter().filter(|setting| setting.section() == rule);
    let leaves = settings.flat_map(Setting::default_leaves).map(|(key, value)| Change::set(key, value));
    std::iter::once(Change::adopt(rule)).chain(leaves).collect()
}

fn changes(variant: &Variant, stream: &mut Pcg32) -> Vec<Change> {
    let (pack, rules) = (variant.rules.pack, &variant.rules);
    let mut changes = Vec::new();
    let mut in_force: Vec<&str> = rules.blueprint.rules.iter().map(String::as_str).collect();
    for rule in pack.base_rules().iter().chain(pack.house_rules()).filter(|rule| !rule.essential()) {
        let id = rule.id();
        if !one_in(stream, 5) {
            continue;
        }
        if let Some(at) = in_force.iter().position(|other| *other == id) {
            in_force.remove(at);
            changes.push(Change::repeal(id));
            let leaves = variant.effective().leaves().into_iter().filter(|leaf| leaf.section() == id);
            changes.extend(leaves.map(|leaf| Change::set(leaf.key, Value::Null)));
        } else {
            in_force.push(id);
            changes.extend(adopted(variant, id));
        }
    }
    for setting in variant.catalogue.settings.iter().filter(|setting| in_force.contains(&setting.section())) {
        if one_in(stream, 6)
            && let Some(value) = any_value(setting, stream)
        {
            let key = match pick(stream, &setting.names) {
                Some(name) => setting.key.replace('*', name),
                None => setting.key.clone(),
            };
            for (leaf, value) in setting.leaves(&key, &value) {
                changes.retain(|change| change.key != leaf);
                changes.push(Change::set(leaf, value));
            }
        }
    }
    for setting in variant.catalogue.settings.iter().filter(|setting| in_force.contains(&setting.section())) {
        if setting.has_cases()
            && one_in(stream, 16)
            && let Some(case) = pick(stream, &variant.catalogue.cases(setting))
            && let Some(value) = any_value(setting, stream)
        {
            changes.push(Change::set(format!("{}.{case}", setting.key), value));
        }
    }
    changes.sort_by(|one, other| one.section().cmp(&other.section()));
    changes
}

/// Any value a variant may give a setting, the ends of its range as often as all between.
fn any_value(setting: &Setting, stream: &mut Pcg32) -> Option<Value> {
    let value = match setting.kind {
        Kind::Bool => json!(one_in(stream, 2)),
        Kind::Choice => json!(pick(stream, &setting.one_of)?),
        Kind::Int | Kind::ByPlayers => whole(setting.range?, stream),
        Kind::Number => real(setting.range?, stream),
        Kind::Ints => {
            let range = setting.range?;
            (0..count(setting, stream)?).map(|_| whole(range, stream)).collect()
        }
        Kind::Texts => {
            // What a text may say is known to its rule alone; those it has are known to be good.
            let known = setting.default.as_ref()?.as_array()?;
            (0..count(setting, stream)?).filter_map(|_| pick(stream, known).cloned()).collect()
        }
        Kind::Records => {
            let mut record = |_| {
                let field = |(name, field): (&String, &crate::variant::declare::Field)| {
                    let value = if field.kind == Kind::Int { whole(field.range, stream) } else { real(field.range, stream) };
                    (name.clone(), value)
                };
                setting.fields.iter().map(field).collect::<serde_json::Map<_, _>>().into()
            };
            let [low, high] = setting.length?;
            (low..=high).map(&mut record).collect::<Vec<Value>>().into()
        }
    };
    setting.check(&value).or_else(|_| setting.leaves("", &value).iter().try_for_each(|(_, leaf)| setting.check(leaf))).ok()?;
    Some(value)
}

fn count(setting: &Setting, stream: &mut Pcg32) -> Option<usize> {
    let [low, high] = setting.length?;
    Some(low + below(stream, (high - low + 1) as u32) as usize)
}

fn whole([low, high]: [f64; 2], stream: &mut Pcg32) -> Value {
    let (low, high) = (low as i64, high as i64);
    let span = u32::try_from(high - low).unwrap_or(u32::MAX - 1);
    match below(stream, 4) {
        0 => json!(low),
        1 => json!(high),
        _ => json!(low + i64::from(below(stream, span + 1))),
    }
}

fn real([low, high]: [f64; 2], stream: &mut Pcg32) -> Value {
    match below(stream, 4) {
        0 => json!(low),
        1 => json!(high),
        _ => json!(low + (high - low) * f64::from(below(stream, 1_000_001)) / 1_000_000.0),
    }
}

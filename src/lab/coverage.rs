//! What never matters, and what matters most. Parts of the game are counted as they are touched; rules and settings are
//! asked the honest question: would any of these games have gone otherwise without it, or with another value?

use super::LabError;
use super::alter::{with_leaf, without};
use super::compare::{Comparison, Difference};
use super::games::Games;
use super::histogram::Histogram;
use super::run::Batch;
use super::sweep::shown;
use super::tally::Tally;
use crate::sim::Ruleset;
use crate::variant::declare::{Kind, Setting};
use crate::variant::{Leaf, Variant};
use serde_json::{Value, json};
use std::fmt;
use std::sync::Arc;

/// What is changed to see whether it matters.
#[derive(Debug, Clone, PartialEq)]
pub enum Twist {
    /// A rule is repealed.
    Without(String),
    /// A setting has another value.
    Instead { key: String, from: Value, to: Value },
}

impl Twist {
    /// The rule or the setting it is about.
    pub fn subject(&self) -> &str {
        match self {
            Self::Without(rule) => rule,
            Self::Instead { key, .. } => key,
        }
    }
}

/// As other programs read it: rules and settings by their ids.
impl fmt::Display for Twist {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Without(rule) => write!(f, "without {rule}"),
            Self::Instead { key, from, to } => write!(f, "{key} {} → {}", shown(from), shown(to)),
        }
    }
}

/// Other rules to compare with, each with what was changed. Changes the rules do not allow are left out.
pub fn twists(variant: &Variant, seats: usize) -> Vec<(Twist, Arc<Ruleset>)> {
    let mut all = Vec::new();
    let in_force = &variant.rules.in_force;
    for rule in in_force.iter().filter(|rule| !rule.essential()) {
        all.extend(without(variant, rule.id()).ok().map(|rules| (Twist::Without(rule.id().to_owned()), rules)));
    }
    for Leaf { key, value, setting, case, .. } in variant.effective().leaves() {
        // What holds for other numbers of players does not matter here.
        if case.is_some_and(|case| case.parse().is_ok_and(|players: usize| players != seats)) {
            continue;
        }
        for to in neighbours(setting, &value) {
            let rules = with_leaf(variant, &key, &to).ok();
            all.extend(rules.map(|rules| (Twist::Instead { key: key.clone(), from: value.clone(), to }, rules)));
        }
    }
    all.retain(|(_, rules)| rules.seats().contains(&seats));
    all
}

/// The values next to one: all other choices, one step (or a tenth) down and up for numbers, none for lists.
fn neighbours(setting: &Setting, value: &Value) -> Vec<Value> {
    let [low, high] = setting.range.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
    let inside = |n: &f64| (low..=high).contains(n);
    match setting.kind {
        Kind::Bool => value.as_bool().map(|on| vec![json!(!on)]).unwrap_or_default(),
        Kind::Choice => setting.one_of.iter().map(|choice| json!(choice)).filter(|choice| choice != value).collect(),
        Kind::Int | Kind::ByPlayers => {
            let now = value.as_f64().unwrap_or(0.0);
            let step = (now.abs() / 10.0).round().max(1.0);
            [now - step, now + step].into_iter().filter(inside).map(|n| json!(n as i64)).collect()
        }
        Kind::Number => {
            let now = value.as_f64().unwrap_or(0.0);
            let step = if now == 0.0 { (high - low) / 10.0 } else { now.abs() / 10.0 };
            [now - step, now + step].into_iter().filter(|n| n.is_finite() && inside(n)).map(|n| json!(n)).collect()
        }
        Kind::Ints | Kind::Texts | Kind::Records => Vec::new(),
    }
}

/// What came of all twists.
pub struct Coverage {
    pub twists: Vec<Twist>,
    /// The variant as it is, then every twist.
    pub comparison: Comparison,
    /// What differs under each twist, all looked at together.
    pub differences: Vec<Vec<Difference>>,
}

/// How far a twist moves a metric.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    pub metric: usize,
    pub before: f64,
    pub after: f64,
    /// The difference in standard deviations of single games; infinite where all games read the same.
    pub size: f64,
}

impl Coverage {
    pub fn tally(&self) -> &Tally {
        &self.comparison.tallies[0]
    }

    /// Whether not a single game went otherwise.
    pub fn never_mattered(&self, twist: usize) -> bool {
        self.comparison.is_same(twist + 1)
    }

    /// Rules or settings of which no twist made a difference, and the others.
    pub fn subjects(&self, wanted: impl Fn(&Twist) -> bool) -> (Vec<&str>, Vec<&str>) {
        let mut never: Vec<&str> = Vec::new();
        let mut mattered: Vec<&str> = Vec::new();
        for (at, twist) in self.twists.iter().enumerate().filter(|(_, twist)| wanted(twist)) {
            let list = if self.never_mattered(at) { &mut never } else { &mut mattered };
            if list.last() != Some(&twist.subject()) {
                list.push(twist.subject());
            }
        }
        never.retain(|subject| !mattered.contains(subject));
        (never, mattered)
    }

    /// What a twist moves, the strongest first; only what is seen for sure.
    pub fn effects(&self, twist: usize) -> Vec<Effect> {
        let mut effects: Vec<Effect> = self.differences[twist]
            .iter()
            .enumerate()
            .filter(|(_, difference)| difference.seen)
            .map(|(metric, difference)| {
                let base = self.tally().summary(metric);
                // How far games lie apart anyway, with and without the twist.
                let other = self.comparison.tallies[twist + 1].of(&self.tally().metrics[metric].key);
                let scale = f64::from(self.tally().metrics[metric].scale);
                let spread = other.map_or(0.0, Histogram::variance) / (scale * scale);
                let deviation = f64::midpoint(base.deviation * base.deviation, spread).sqrt();
                let size = if deviation > 0.0 { difference.mean / deviation } else { difference.mean.signum() * f64::INFINITY };
                Effect { metric, before: base.mean, after: base.mean + difference.mean, size }
            })
            .collect();
        effects.sort_by(|a, b| b.size.abs().total_cmp(&a.size.abs()));
        effects
    }
}

/// Plays the batch as it is and with every twist.
pub fn cover(base: &Batch, twists: Vec<(Twist, Arc<Ruleset>)>, games: &Games<'_>) -> Result<Coverage, LabError> {
    let (twists, rules): (Vec<Twist>, Vec<Arc<Ruleset>>) = twists.into_iter().unzip();
    let others = rules.into_iter().map(|rules| Batch { rules, ..base.clone() });
    let batches: Vec<Batch> = std::iter::once(base.clone()).chain(others).collect();
    let comparison = games.compare(&batches)?;
    Ok(Coverage { twists, differences: comparison.all_judged(), comparison })
}

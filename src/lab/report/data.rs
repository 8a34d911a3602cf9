//! What was found as JSON and CSV: the same numbers as in the tables, unrounded, with the histograms behind them. Labels
//! are English whatever language is spoken: other programs read them.

use super::{Heading, heading as heading_of};
use crate::lab::check::Finding;
use crate::lab::compare::Comparison;
use crate::lab::coverage::Coverage;
use crate::lab::sweep::Sweep;
use crate::lab::tally::{Summary, Tally};
use crate::words::{english, within};
use serde_json::{Map, Value, json};

fn header(heading: &Heading, reached: u64) -> Value {
    json!({
        "pack": heading.pack,
        "seats": heading.seats,
        "seed": heading.seed.to_string(),
        "games": reached,
        "asked": heading.asked,
    })
}

/// The heading of a group.
fn group(group: &str) -> String {
    within(english(), || heading_of(group))
}

/// A number JSON can hold; it knows no infinities.
fn finite(value: f64) -> Value {
    if value.is_finite() { json!(value) } else { Value::Null }
}

/// A number of a summary, and the column it stands in.
type Column = (&'static str, fn(&Summary) -> f64);

/// What is told of every metric.
const NUMBERS: [Column; 9] = [
    ("mean", |summary| summary.mean),
    ("low", |summary| summary.interval.low),
    ("high", |summary| summary.interval.high),
    ("deviation", |summary| summary.deviation),
    ("q25", |summary| summary.quartiles[0]),
    ("median", |summary| summary.quartiles[1]),
    ("q75", |summary| summary.quartiles[2]),
    ("least", |summary| summary.least),
    ("most", |summary| summary.most),
];

fn metrics(tally: &Tally) -> Vec<Value> {
    let metric = |at: usize| {
        let (metric, summary) = (&tally.metrics[at], tally.summary(at));
        let mut told = json!({"key": metric.key, "label": english().say(&metric.label), "group": group(metric.group)});
        for (name, number) in NUMBERS {
            told[name] = finite(number(&summary));
        }
        told["scale"] = metric.scale.into();
        told["readings"] = tally.readings[at].to_json();
        told
    };
    (0..tally.metrics.len()).map(metric).collect()
}

fn elements(tally: &Tally) -> Value {
    let mut groups = Map::new();
    for (element, touched) in tally.elements.iter().zip(&tally.touched) {
        groups.entry(group(element.group)).or_insert_with(|| json!({}))[&element.name] = json!(touched);
    }
    groups.into()
}

pub fn tally_json(heading: &Heading, tally: &Tally) -> Value {
    let mut root = header(heading, tally.games);
    root["variant"] = json!(heading.variants.first());
    root["metrics"] = metrics(tally).into();
    root["elements"] = elements(tally);
    root
}

/// One row for each metric of each variant.
pub fn csv<'a>(batches: impl Iterator<Item = (&'a str, &'a Tally)>) -> String {
    let mut text = format!("variant,key,label,group,games,{}\n", NUMBERS.map(|(name, _)| name).join(","));
    for (variant, tally) in batches {
        for (at, metric) in tally.metrics.iter().enumerate() {
            let summary = tally.summary(at);
            let names = [variant, &metric.key, &english().say(&metric.label), &group(metric.group)].map(quoted).join(",");
            let numbers = NUMBERS.map(|(_, number)| number(&summary));
            let numbers = numbers.map(|n| if n.is_finite() { n.to_string() } else { String::new() }).join(",");
            text += &format!("{names},{},{numbers}\n", tally.games);
        }
    }
    text
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

fn differences(comparison: &Comparison, batch: usize) -> Vec<Value> {
    let rows = comparison.against_first(batch).into_iter().zip(comparison.metrics());
    rows.map(|(difference, metric)| {
        json!({
            "key": metric.key,
            "mean": difference.mean,
            "low": finite(difference.interval.low),
            "high": finite(difference.interval.high),
            "p": difference.p,
            "seen": difference.seen,
        })
    })
    .collect()
}

pub fn comparison_json(heading: &Heading, comparison: &Comparison) -> Value {
    let mut root = header(heading, comparison.games());
    let variant = |(at, tally): (usize, &Tally)| {
        let mut variant = json!({"variant": heading.variants[at], "metrics": metrics(tally), "elements": elements(tally)});
        if at > 0 {
            variant["against_first"] = differences(comparison, at).into();
        }
        variant
    };
    root["variants"] = comparison.tallies.iter().enumerate().map(variant).collect();
    root
}

pub fn sweep_json(heading: &Heading, sweep: &Sweep) -> Value {
    let mut root = comparison_json(heading, &sweep.comparison);
    root["axes"] = sweep.axes.iter().map(|axis| json!({"key": axis.key, "values": axis.values})).collect();
    root["points"] = json!(sweep.points);
    root
}

pub fn coverage_json(heading: &Heading, coverage: &Coverage) -> Value {
    let tally = coverage.tally();
    let mut root = header(heading, tally.games);
    root["variant"] = json!(heading.variants.first());
    root["elements"] = elements(tally);
    let twist = |(at, twist): (usize, &crate::lab::coverage::Twist)| {
        let effect = |effect: crate::lab::coverage::Effect| {
            let key = &tally.metrics[effect.metric].key;
            json!({"key": key, "before": effect.before, "after": effect.after, "deviations": finite(effect.size)})
        };
        json!({
            "twist": twist.to_string(),
            "never_mattered": coverage.never_mattered(at),
            "effects": coverage.effects(at).into_iter().map(effect).collect::<Vec<_>>(),
        })
    };
    root["twists"] = coverage.twists.iter().enumerate().map(twist).collect();
    root
}

pub fn findings_json(heading: &Heading, findings: &[Finding]) -> Value {
    let mut root = header(heading, findings.iter().map(|finding| finding.games).max().unwrap_or(0));
    root["variant"] = json!(heading.variants.first());
    let clause = |finding: &Finding| {
        json!({
            "name": finding.clause.name,
            "bound": finding.clause.text,
            "verdict": finding.verdict.word(),
            "value": finite(finding.value),
            "low": finite(finding.interval.low),
            "high": finite(finding.interval.high),
            "games": finding.games,
        })
    };
    root["clauses"] = findings.iter().map(clause).collect();
    root
}

//! What was found as JSON and CSV: the same numbers as in the tables, unrounded, with the histograms behind them. Labels
//! are English whatever language is spoken: other programs read them.

use super::{Heading, heading as heading_of};
use crate::lab::check::Finding;
use crate::lab::compare::{Comparison, Difference};
use crate::lab::coverage::Coverage;
use crate::lab::ladder::Ladder;
use crate::lab::rating::{Degenerate, Pairing, Rating, Standings};
use crate::lab::run::Row;
use crate::lab::sweep::Sweep;
use crate::lab::tally::{Summary, Tally};
use crate::lab::tune::{Point, Search, Tuned};
use crate::lab::{Batch, game_seed};
use crate::words::{english, within};
use serde_json::{Map, Value, json};

/// The version of everything that is told as JSON.
const FORMAT: u64 = 2;

fn header(heading: &Heading, reached: u64) -> Value {
    let mut root = json!({
        "format": FORMAT,
        "program": env!("CARGO_PKG_VERSION"),
        "pack": heading.pack,
        "seats": heading.seats,
        "seed": heading.seed.to_string(),
        "games": reached,
        "asked": heading.asked,
    });
    if let Some(position) = &heading.position {
        root["position"] = json!({"trace": position.trace, "moves": position.moves, "round": position.round});
    }
    root
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
        told["too_rare"] = summary.rare.into();
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
    root["settings"] = json!(heading.settings.first());
    root["metrics"] = metrics(tally).into();
    root["elements"] = elements(tally);
    root
}

/// One row for each metric of each variant.
pub fn csv<'a>(batches: impl Iterator<Item = (&'a str, &'a Tally)>) -> String {
    let mut text = format!("variant,key,label,group,games,{},too_rare\n", NUMBERS.map(|(name, _)| name).join(","));
    for (variant, tally) in batches {
        for (at, metric) in tally.metrics.iter().enumerate() {
            let summary = tally.summary(at);
            let names = [variant, &metric.key, &english().say(&metric.label), &group(metric.group)].map(quoted).join(",");
            let numbers = NUMBERS.map(|(_, number)| number(&summary));
            let numbers = numbers.map(|n| if n.is_finite() { n.to_string() } else { String::new() }).join(",");
            text += &format!("{names},{},{numbers},{}\n", tally.games, summary.rare);
        }
    }
    text
}

/// One row for each metric of each variant, with how it differs from the first and whether that holds among the rows told.
pub fn comparison_csv(heading: &Heading, comparison: &Comparison, rows: &[usize]) -> String {
    let judged = comparison.judged(rows);
    let mut lines =
        csv(heading.variants.iter().map(String::as_str).zip(&comparison.tallies)).lines().map(str::to_owned).collect::<Vec<_>>();
    lines[0] += ",difference,difference_low,difference_high,p,seen,difference_too_rare";
    let metrics = comparison.metrics().len();
    for (number, line) in lines[1..].iter_mut().enumerate() {
        let difference = (number / metrics).checked_sub(1).map(|batch| &judged[batch][number % metrics]);
        let plain = |value: f64| if value.is_finite() { value.to_string() } else { String::new() };
        *line += &difference.map_or_else(
            || ",,,,,,".to_owned(),
            |difference| {
                let numbers =
                    [difference.mean, difference.interval.low, difference.interval.high, difference.p].map(plain).join(",");
                format!(",{numbers},{},{}", difference.seen, difference.rare)
            },
        );
    }
    lines.join("\n") + "\n"
}

/// One row for each game: its number in the batch, the seed that plays it again, and everything that was read.
pub fn rows_csv(batch: &Batch, tally: &Tally, rows: &[Row]) -> String {
    let keys: Vec<&str> = tally.metrics.iter().map(|metric| metric.key.as_str()).collect();
    let mut text = format!("game,seed,{}\n", keys.join(","));
    for (number, values) in rows {
        // In the units people know, without a digit more than there is.
        let shown = |(value, scale): (&i64, u32)| {
            if scale == 1 { value.to_string() } else { (*value as f64 / f64::from(scale)).to_string() }
        };
        let values: Vec<String> = values.iter().zip(tally.metrics.iter().map(|metric| metric.scale)).map(shown).collect();
        text += &format!("{},{},{}\n", number + 1, game_seed(batch.seed, *number), values.join(","));
    }
    text
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

fn differences(comparison: &Comparison, judged: &[Difference]) -> Vec<Value> {
    let rows = judged.iter().zip(comparison.metrics());
    rows.map(|(difference, metric)| {
        json!({
            "key": metric.key,
            "mean": difference.mean,
            "low": finite(difference.interval.low),
            "high": finite(difference.interval.high),
            "p": difference.p,
            "seen": difference.seen,
            "too_rare": difference.rare,
        })
    })
    .collect()
}

/// Several batches against the first; `rows` are those that are told together.
pub fn comparison_json(heading: &Heading, comparison: &Comparison, rows: &[usize]) -> Value {
    let mut root = header(heading, comparison.games());
    let judged = comparison.judged(rows);
    let variant = |(at, tally): (usize, &Tally)| {
        let settings = heading.settings.get(at);
        let mut variant = json!({"variant": heading.variants[at], "settings": settings, "metrics": metrics(tally), "elements": elements(tally)});
        if at > 0 {
            variant["against_first"] = differences(comparison, &judged[at - 1]).into();
        }
        variant
    };
    root["variants"] = comparison.tallies.iter().enumerate().map(variant).collect();
    root
}

pub fn sweep_json(heading: &Heading, sweep: &Sweep, rows: &[usize]) -> Value {
    let mut root = comparison_json(heading, &sweep.comparison, rows);
    root["axes"] = sweep.axes.iter().map(|axis| json!({"key": axis.key, "values": axis.values})).collect();
    root["points"] = json!(sweep.points);
    root
}

pub fn coverage_json(heading: &Heading, coverage: &Coverage) -> Value {
    let tally = coverage.tally();
    let mut root = header(heading, tally.games);
    root["variant"] = json!(heading.variants.first());
    root["settings"] = json!(heading.settings.first());
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
    root["settings"] = json!(heading.settings.first());
    root["clauses"] = clauses(findings);
    root
}

fn clauses(findings: &[Finding]) -> Value {
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
    findings.iter().map(clause).collect()
}

/// A search for settings.
pub fn tuned_json(heading: &Heading, search: &Search<'_>, tuned: &Tuned) -> Value {
    let mut root = header(heading, tuned.games[0]);
    root["variant"] = json!(heading.variants.first());
    root["base"] = json!(heading.settings.first());
    root["fresh_games"] = tuned.games[1].into();
    root["kept"] = tuned.is_kept().into();
    let settings =
        |point: &Point| search.values(&point.at).map(|(key, value)| (key.to_owned(), value.clone())).collect::<Map<_, _>>();
    root["settings"] = tuned.points.get(tuned.chosen).map(settings).into();
    root["clauses"] = clauses(&tuned.findings);
    let point = |point: &Point| {
        let values = search.clauses.iter().zip(&point.values).map(|(clause, value)| (clause.name.clone(), finite(*value)));
        json!({
            "settings": settings(point),
            "games": point.tally.games,
            "miss": finite(point.miss),
            "values": values.collect::<Map<_, _>>(),
        })
    };
    root["points"] = tuned.points.iter().map(point).collect();
    root
}

/// A tournament.
pub fn standings_json(ladder: &Ladder, standings: &Standings) -> Value {
    let pairing = |pairing: &Pairing| {
        json!({
            "players": pairing.kinds,
            "games": pairing.games,
            "rounds": pairing.rounds,
            "different": pairing.different,
            "wins": pairing.wins,
            "share": pairing.share,
            "error": finite(pairing.error),
            "p": pairing.p,
            "degenerate": pairing.degenerate.map(Degenerate::word),
        })
    };
    let rating = |rating: &Rating| {
        json!({
            "player": rating.kind,
            "games": rating.games,
            "wins": rating.wins,
            "rating": finite(rating.elo),
            "half_interval": finite(rating.error),
        })
    };
    json!({
        "format": FORMAT,
        "program": env!("CARGO_PKG_VERSION"),
        "pack": ladder.rules.pack.name(),
        "variant": ladder.rules.blueprint.variant,
        "settings": ladder.rules.blueprint.to_json(),
        "seats": ladder.seats,
        "seed": ladder.seed.to_string(),
        "games": ladder.games_per_pairing(),
        "opening": ladder.opening,
        "pairings": standings.pairings.iter().map(pairing).collect::<Vec<_>>(),
        "ratings": standings.ratings.iter().map(rating).collect::<Vec<_>>(),
    })
}

//! Tables for a terminal.

use super::{Heading, heading as heading_of, is_spread, shortened, shown, shown_difference, shown_interval, shown_whole};
use crate::lab::check::{Finding, Verdict};
use crate::lab::combine::Combination;
use crate::lab::compare::{Comparison, Difference};
use crate::lab::coverage::{Coverage, Effect, Twist};
use crate::lab::sweep::{Sweep, shown as typed};
use crate::lab::tally::Tally;
use crate::lab::tune::{Point, Search, Tuned};
use crate::sim::Metric;
use crate::variant::Variant;
use crate::variant::contract::{self, Clause, Statistic};
use crate::variant::propose::Change;
use crate::words::{Message, fixed, msg, number, say};
use serde_json::Value;
use std::fmt::Write;

/// Room for labels.
const LABEL: usize = 48;
/// Room for the name of a variant: at least, and at most.
const NAME: usize = 18;
const LONG_NAME: usize = 32;

/// What a difference amounts to, in words.
pub fn verdict(difference: &Difference) -> Message {
    match difference.seen {
        true if difference.mean > 0.0 => msg!("lab.more"),
        true => msg!("lab.less"),
        false if difference.rare => msg!("lab.too_rare"),
        false => msg!("lab.no_difference"),
    }
}

/// One batch, every metric.
pub fn tally(heading: &Heading, tally: &Tally) -> String {
    let mut text = format!("{}\n", heading.line(tally.games));
    for (group, members) in tally.groups() {
        let spread = members.iter().any(|at| is_spread(&tally.metrics[*at]));
        let (quartiles, ends) = if spread { (say!("lab.column.quartiles"), say!("lab.column.ends")) } else { Default::default() };
        let (group, mean, interval) = (heading_of(group), msg!("lab.column.mean"), msg!("lab.column.interval"));
        let head = format!("{group:<LABEL$} {mean:>10} {interval:>22} {quartiles:>26} {ends:>18}");
        text += &format!("\n{}\n", head.trim_end());
        for at in members {
            text += &row(&tally.metrics[at], tally, at);
        }
    }
    text
}

fn row(metric: &Metric, tally: &Tally, at: usize) -> String {
    let summary = tally.summary(at);
    let label = shortened(&metric.label.to_string(), LABEL - 2);
    let (mean, interval) = (shown(metric, summary.mean), shown_interval(metric, summary.interval));
    let rare = if summary.rare { format!("   {}", msg!("lab.too_rare")) } else { String::new() };
    if !is_spread(metric) {
        return format!("  {label:<46} {mean:>10} {interval:>22}{rare}\n");
    }
    let quartiles = summary.quartiles.map(|quartile| shown_whole(metric, quartile)).join("  ");
    let ends = format!("{} … {}", shown_whole(metric, summary.least), shown_whole(metric, summary.most));
    format!("  {label:<46} {mean:>10} {interval:>22} {quartiles:>26} {ends:>18}{rare}\n")
}

/// Every other batch against the first.
pub fn comparison(heading: &Heading, comparison: &Comparison) -> String {
    let mut text = format!("{}\n", heading.line(comparison.games()));
    let judged = comparison.all_judged();
    for batch in 1..comparison.tallies.len() {
        let against = msg!("lab.against", other = &heading.names[batch], first = &heading.names[0]);
        text += &format!("\n── {against}\n");
        text += &against_first(heading, comparison, batch, &judged[batch - 1]);
    }
    text + &format!("\n{}", msg!("lab.compared"))
}

fn against_first(heading: &Heading, comparison: &Comparison, batch: usize, differences: &[Difference]) -> String {
    if comparison.is_same(batch) {
        return format!("  {}\n", msg!("lab.same"));
    }
    let first = &comparison.tallies[0];
    let [one, other] = [0, batch].map(|batch| shortened(&heading.names[batch], LONG_NAME));
    let wide = [&one, &other].map(|name| name.chars().count()).into_iter().fold(NAME, usize::max);
    let mut text = String::new();
    for (group, members) in first.groups() {
        let (group, difference) = (heading_of(group), msg!("lab.column.difference"));
        text += &format!("\n{group:<LABEL$} {one:>wide$} {other:>wide$} {difference:>28}\n");
        for at in members {
            let (metric, difference) = (&first.metrics[at], &differences[at]);
            let before = first.summary(at).mean;
            let after = shown(metric, before + difference.mean);
            let by = shown_difference(metric, difference.mean, difference.interval.half_width());
            let label = shortened(&metric.label.to_string(), LABEL - 2);
            let (before, verdict) = (shown(metric, before), verdict(difference));
            text += &format!("  {label:<46} {before:>wide$} {after:>wide$} {by:>28}   {verdict}\n");
        }
    }
    text
}

/// Every point of a grid, for the metrics that are asked for.
pub fn sweep(heading: &Heading, sweep: &Sweep, wanted: &[usize]) -> String {
    let comparison = &sweep.comparison;
    let mut text = format!("{}\n", heading.line(comparison.games()));
    let judged = comparison.judged(wanted);
    for at in wanted {
        let metric = &comparison.metrics()[*at];
        text += &format!("\n{} ({})\n", metric.label, metric.key);
        let as_it_is = comparison.tallies[0].summary(*at);
        text += &format!(
            "  {:<52} {:>10} {:>22}\n",
            msg!("lab.as_it_is"),
            shown(metric, as_it_is.mean),
            shown_interval(metric, as_it_is.interval)
        );
        for (point, values) in sweep.points.iter().enumerate() {
            let summary = comparison.tallies[point + 1].summary(*at);
            let difference = &judged[point][*at];
            let name = shortened(&Sweep::words(&sweep.axes, values), 52);
            let (mean, interval) = (shown(metric, summary.mean), shown_interval(metric, summary.interval));
            text += &format!("  {name:<52} {mean:>10} {interval:>22}   {}\n", verdict(difference));
        }
    }
    text
}

/// What never mattered, and what each setting moves most, under the rules of a variant.
pub fn coverage(heading: &Heading, variant: &Variant, coverage: &Coverage) -> String {
    let tally = coverage.tally();
    let mut text = format!("{}\n", heading.line(tally.games));
    for (title, never) in never_touched(tally) {
        text += &format!("\n{title}\n{}", list(never));
    }
    let is_rule = |twist: &Twist| matches!(twist, Twist::Without(_));
    for (title, of_rules) in [("lab.coverage.rules", true), ("lab.coverage.settings", false)] {
        let (never, mattered) = coverage.subjects(|twist| is_rule(twist) == of_rules);
        text += &format!("\n{}\n", msg!(title, n = never.len(), all = never.len() + mattered.len()));
        text += &list(never.iter().map(|subject| described(variant, subject, of_rules)).collect());
    }
    text += &format!("\n{}\n", msg!("lab.coverage.moves_most"));
    let mut rows: Vec<(f64, String)> = Vec::new();
    for (at, twist) in coverage.twists.iter().enumerate() {
        let effects = coverage.effects(at);
        let Some(strongest) = effects.first() else { continue };
        let told: Vec<String> = effects.iter().take(3).map(|effect| moved(tally, effect)).collect();
        rows.push((strongest.size.abs(), format!("  {}\n      {}\n", in_words(variant, twist), told.join(", "))));
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    if rows.is_empty() {
        text += &format!("  {}\n", msg!("lab.no_difference"));
    }
    text += &rows.into_iter().map(|(_, row)| row).collect::<String>();
    text + &format!("\n{}", msg!("lab.coverage.note"))
}

/// What an effect has moved, from where to where.
pub(super) fn moved(tally: &Tally, effect: &Effect) -> String {
    let metric = &tally.metrics[effect.metric];
    let sign = if effect.size > 0.0 { "+" } else { "" };
    let size = if effect.size.is_finite() { format!("{sign}{}", fixed(effect.size, 2)) } else { say!("lab.coverage.every_game") };
    // A player's name stands for more than one thing that is counted.
    let is_unique = tally.metrics.iter().filter(|other| other.label == metric.label).count() == 1;
    let name = if is_unique {
        metric.label.clone()
    } else {
        msg!("lab.html.labelled", group = heading_of(metric.group), metric = &metric.label)
    };
    format!("{name} {} → {} ({size})", shown(metric, effect.before), shown(metric, effect.after))
}

/// What a rule or a setting is called.
pub(super) fn described(variant: &Variant, subject: &str, is_rule: bool) -> Message {
    if is_rule { variant.rules.pack.rule_name(subject) } else { setting(variant, subject) }
}

/// What a setting is called.
fn setting(variant: &Variant, key: &str) -> Message {
    variant.catalogue.setting_of(key).map_or_else(|| Message::verbatim(key), |(_, setting)| setting.full_name(key))
}

/// A twist in words.
pub(super) fn in_words(variant: &Variant, twist: &Twist) -> Message {
    match twist {
        Twist::Without(rule) => msg!("lab.coverage.without", rule = variant.rules.pack.rule_name(rule)),
        Twist::Instead { key, from, to } => {
            let value = |value| match variant.catalogue.setting_of(key) {
                Some((_, setting)) => setting.value(value),
                None => typed(value).into(),
            };
            msg!("lab.coverage.instead", setting = setting(variant, key), from = value(from), to = value(to))
        }
    }
}

/// Parts of the game that nothing ever touched, group by group, each under its title.
pub(super) fn never_touched(tally: &Tally) -> Vec<(Message, Vec<Message>)> {
    let mut groups: Vec<&str> = tally.elements.iter().map(|element| element.group).collect();
    groups.dedup();
    let told = |group: &str| {
        let all: Vec<_> = tally.elements.iter().zip(&tally.touched).filter(|(element, _)| element.group == group).collect();
        let never: Vec<Message> =
            all.iter().filter(|(_, touched)| **touched == 0).map(|(element, _)| element.label.clone()).collect();
        (msg!("lab.coverage.never", group = heading_of(group), n = never.len(), all = all.len()), never)
    };
    groups.into_iter().map(told).collect()
}

fn list(names: Vec<Message>) -> String {
    if names.is_empty() { String::new() } else { format!("  {}\n", msg!("lab.list", names)) }
}

/// The clauses of a contract.
pub fn findings(heading: &Heading, findings: &[Finding], path: &str) -> String {
    let games = findings.iter().map(|finding| finding.games).max().unwrap_or(0);
    let line = Heading { asked: games, ..heading.clone() }.line(games);
    format!("{line}\n{}", clauses(findings, |clause| format!("   {path}:{}", clause.line)))
}

/// What was found of each clause, and what stands behind it.
fn clauses(findings: &[Finding], behind: impl Fn(&Clause) -> String) -> String {
    let mut text = String::new();
    for finding in findings {
        let mark = match finding.verdict {
            Verdict::Kept => "✓",
            Verdict::Broken => "✗",
            Verdict::Undecided | Verdict::TooRare => "?",
        };
        let clause = &finding.clause;
        let whole = matches!(clause.statistic, Statistic::Quantile(_));
        let figure = |value: f64| if whole && value.is_finite() { number(value) } else { super::digits(value) };
        let found = msg!(
            "lab.found",
            value = figure(finding.value),
            low = figure(finding.interval.low),
            high = figure(finding.interval.high),
            n = finding.games,
        );
        let verdict = finding.verdict.message();
        text += &format!("  {mark} {verdict:<15} {:<28} {:<12} {found}{}\n", clause.name, clause.text, behind(clause));
    }
    text
}

/// The points shown of a search.
const SHOWN: usize = 8;

/// What came of a search, in one sentence.
pub(super) fn result(search: &Search<'_>, tuned: &Tuned) -> String {
    let point = &tuned.points[tuned.chosen];
    let [games, fresh] = tuned.games;
    let (point, n) = (point_of(search, point), tuned.points.len());
    if tuned.is_kept() {
        say!("lab.tune.kept", point, fresh, games, n)
    } else if tuned.is_broken() {
        say!("lab.tune.impossible", point, fresh, games, n)
    } else {
        say!("lab.tune.open", point, fresh, games, n)
    }
}

/// A point in words.
pub(super) fn point_of(search: &Search<'_>, point: &Point) -> String {
    let values: Vec<Value> = search.values(&point.at).map(|(_, value)| value.clone()).collect();
    Sweep::words(search.axes, &values)
}

/// A search for settings: what fresh games say of the point chosen, and the best points.
pub fn tuned(heading: &Heading, search: &Search<'_>, tuned: &Tuned, path: &str) -> String {
    let mut text = format!("{}\n\n{}\n", heading.line(tuned.games[0]), result(search, tuned));
    text += &clauses(&tuned.findings, |clause| format!("   {path}:{}", clause.line));
    let names: Vec<&str> = search.clauses.iter().map(|clause| clause.name.as_str()).collect();
    let width = |name: &str| name.len().max(8);
    let (games, cells) = (msg!("lab.tune.games"), names.iter().map(|name| format!(" {name:>0$}", width(name))));
    text += &format!("\n{:<60} {games:>8}{}\n", msg!("lab.tune.points"), cells.collect::<String>());
    for point in tuned.points.iter().take(SHOWN) {
        let cells = names.iter().zip(&point.values).map(|(name, value)| format!(" {:>1$}", super::digits(*value), width(name)));
        let (name, cells) = (shortened(&point_of(search, point), 58), cells.collect::<String>());
        text += &format!("  {name:<58} {:>8}{cells}\n", number(point.tally.games as f64));
    }
    text
}

/// The point chosen as a variant file, with what speaks for it in comments. `fixed` are values that all points had instead of
/// those of the variant.
pub fn tuned_variant(search: &Search<'_>, tuned: &Tuned, fixed: &[(&str, Value)]) -> String {
    let comment = |line: &str| if line.is_empty() { String::new() } else { format!("# {}\n", line.trim()) };
    let (seed, program) = (search.batch.seed.to_string(), env!("CARGO_PKG_VERSION"));
    let mut text = comment(&result(search, tuned));
    text += &comment(&say!("lab.tune.made", seed, program));
    text += &clauses(&tuned.findings, |_| String::new()).lines().map(comment).collect::<String>();
    let point = &tuned.points[tuned.chosen];
    let is_varied = |key: &str| search.axes.iter().any(|axis| axis.key == key);
    let fixed = fixed.iter().filter(|(key, _)| !is_varied(key)).map(|(key, value)| (*key, value));
    let changes = fixed.chain(search.values(&point.at)).map(|(key, value)| Change::set(key, value.clone())).collect();
    text += &Combination { variant: search.variant, changes }.as_file();
    text += &format!("[{}]\n", contract::SECTION);
    for clause in search.clauses {
        let _ = writeln!(text, "{} = \"{}\"", clause.name, clause.text);
    }
    text += &format!("seats = {}\n", search.batch.seats.len());
    text + &search.batch.seats.first().map_or_else(String::new, |kind| format!("players = \"{kind}\"\n"))
}

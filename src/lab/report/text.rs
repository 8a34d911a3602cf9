//! Tables for a terminal.

use super::{Heading, is_spread, shortened, shown, shown_difference, shown_interval, shown_whole};
use crate::lab::check::{Finding, Verdict};
use crate::lab::compare::{Comparison, Difference};
use crate::lab::coverage::{Coverage, Twist};
use crate::lab::sweep::{Sweep, shown as typed};
use crate::lab::tally::Tally;
use crate::sim::Metric;
use crate::variant::contract::Statistic;

/// Room for labels.
const LABEL: usize = 48;

/// What a difference amounts to, in words.
pub fn verdict(difference: &Difference) -> &'static str {
    match difference.seen {
        true if difference.mean > 0.0 => "more",
        true => "less",
        false => "no difference seen",
    }
}

/// One batch, every metric.
pub fn tally(heading: &Heading, tally: &Tally) -> String {
    let mut text = format!("{}\n", heading.line(tally.games));
    for (group, members) in tally.groups() {
        let spread = members.iter().any(|at| is_spread(&tally.metrics[*at]));
        let (quartiles, ends) = if spread { ("quartiles", "least … most") } else { ("", "") };
        let head = format!("{group:<LABEL$} {:>10} {:>22} {quartiles:>26} {ends:>18}", "mean", "95 % interval");
        text += &format!("\n{}\n", head.trim_end());
        for at in members {
            text += &row(&tally.metrics[at], tally, at);
        }
    }
    text
}

fn row(metric: &Metric, tally: &Tally, at: usize) -> String {
    let summary = tally.summary(at);
    let label = shortened(&metric.label, LABEL - 2);
    let (mean, interval) = (shown(metric, summary.mean), shown_interval(metric, summary.interval));
    if !is_spread(metric) {
        return format!("  {label:<46} {mean:>10} {interval:>22}\n");
    }
    let quartiles = summary.quartiles.map(|quartile| shown_whole(metric, quartile)).join("  ");
    let ends = format!("{} … {}", shown_whole(metric, summary.least), shown_whole(metric, summary.most));
    format!("  {label:<46} {mean:>10} {interval:>22} {quartiles:>26} {ends:>18}\n")
}

/// Every other batch against the first.
pub fn comparison(heading: &Heading, comparison: &Comparison) -> String {
    let mut text = format!("{}\n", heading.line(comparison.games()));
    for batch in 1..comparison.tallies.len() {
        text += &format!("\n── {} against {}\n", heading.variants[batch], heading.variants[0]);
        text += &against_first(heading, comparison, batch);
    }
    text +=
        "\nThe same seeds under all rules; ± is a 95 % interval of each difference by itself. A difference is told only if it\n";
    text += "holds when all rows are looked at together (one false one in twenty such tables).\n";
    text
}

fn against_first(heading: &Heading, comparison: &Comparison, batch: usize) -> String {
    if comparison.is_same(batch) {
        return "  no difference seen: not a single game went otherwise\n".to_owned();
    }
    let first = &comparison.tallies[0];
    let differences = comparison.against_first(batch);
    let (one, other) = (shortened(&heading.variants[0], 12), shortened(&heading.variants[batch], 12));
    let mut text = String::new();
    for (group, members) in first.groups() {
        text += &format!("\n{group:<LABEL$} {one:>12} {other:>12} {:>24}\n", "difference");
        for at in members {
            let (metric, difference) = (&first.metrics[at], &differences[at]);
            let before = first.summary(at).mean;
            let after = shown(metric, before + difference.mean);
            let by = shown_difference(metric, difference.mean, difference.interval.half_width());
            let label = shortened(&metric.label, LABEL - 2);
            text += &format!("  {label:<46} {:>12} {after:>12} {by:>24}   {}\n", shown(metric, before), verdict(difference));
        }
    }
    text
}

/// Every point of a grid, for the metrics that are asked for.
pub fn sweep(heading: &Heading, sweep: &Sweep, wanted: &[usize]) -> String {
    let comparison = &sweep.comparison;
    let mut text = format!("{}\n", heading.line(comparison.games()));
    for at in wanted {
        let metric = &comparison.metrics()[*at];
        text += &format!("\n{} ({})\n", metric.label, metric.key);
        let as_it_is = comparison.tallies[0].summary(*at);
        text += &format!(
            "  {:<52} {:>10} {:>22}\n",
            "as it is",
            shown(metric, as_it_is.mean),
            shown_interval(metric, as_it_is.interval)
        );
        for (point, values) in sweep.points.iter().enumerate() {
            let summary = comparison.tallies[point + 1].summary(*at);
            let difference = &comparison.against_first(point + 1)[*at];
            let name = shortened(&Sweep::name(&sweep.axes, values), 52);
            let (mean, interval) = (shown(metric, summary.mean), shown_interval(metric, summary.interval));
            text += &format!("  {name:<52} {mean:>10} {interval:>22}   {}\n", verdict(difference));
        }
    }
    text
}

/// What never mattered, and what each setting moves most.
pub fn coverage(heading: &Heading, coverage: &Coverage) -> String {
    let tally = coverage.tally();
    let mut text = format!("{}\n", heading.line(tally.games));
    text += &untouched(tally);
    let is_rule = |twist: &Twist| matches!(twist, Twist::Without(_));
    for (title, of_rules) in [("rules", true), ("settings", false)] {
        let (never, mattered) = coverage.subjects(|twist| is_rule(twist) == of_rules);
        text += &format!("\n{title} that never mattered ({} of {})\n", never.len(), never.len() + mattered.len());
        text += &list(&never);
    }
    text += "\nwhat each rule and setting moves most (in standard deviations of single games)\n";
    let mut rows: Vec<(f64, String)> = Vec::new();
    for (at, twist) in coverage.twists.iter().enumerate() {
        let effects = coverage.effects(at);
        let Some(strongest) = effects.first() else { continue };
        let metric = |effect: &crate::lab::coverage::Effect| {
            let metric = &tally.metrics[effect.metric];
            let size = if effect.size.is_finite() { format!("{:+.2}", effect.size) } else { "in every game".to_owned() };
            format!("{} {} → {} ({size})", metric.key, shown(metric, effect.before), shown(metric, effect.after))
        };
        let told: Vec<String> = effects.iter().take(3).map(metric).collect();
        rows.push((strongest.size.abs(), format!("  {:<44} {}\n", in_words(twist), told.join(", "))));
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    if rows.is_empty() {
        text += "  no difference seen\n";
    }
    text += &rows.into_iter().map(|(_, row)| row).collect::<String>();
    text += "\nA rule was repealed, a setting moved one step (a tenth for large numbers) or to its other choices, and the same\n";
    text += "seeds played again. Never mattered: not one reading of one game changed. Lists such as decks and spinner are not varied.\n";
    text
}

/// A twist in words.
pub fn in_words(twist: &Twist) -> String {
    match twist {
        Twist::Without(rule) => format!("without {rule}"),
        Twist::Instead { key, from, to } => format!("{key} {} → {}", typed(from), typed(to)),
    }
}

/// Parts of the game that nothing ever touched, group by group.
fn untouched(tally: &Tally) -> String {
    let mut groups: Vec<&str> = tally.elements.iter().map(|element| element.group).collect();
    groups.dedup();
    let mut text = String::new();
    for group in groups {
        let all: Vec<(&str, u64)> = tally.elements_of(group).collect();
        let never: Vec<&str> = all.iter().filter(|(_, touched)| *touched == 0).map(|(name, _)| *name).collect();
        text += &format!("\n{group}: never {} of {}\n", never.len(), all.len());
        text += &list(&never);
    }
    text
}

fn list(names: &[&str]) -> String {
    if names.is_empty() { String::new() } else { format!("  {}\n", names.join(", ")) }
}

/// The clauses of a contract.
pub fn findings(heading: &Heading, findings: &[Finding], path: &str) -> String {
    let games = findings.iter().map(|finding| finding.games).max().unwrap_or(0);
    let mut text = format!("{}\n", Heading { asked: games, ..heading.clone() }.line(games));
    for finding in findings {
        let mark = match finding.verdict {
            Verdict::Kept => "✓",
            Verdict::Broken => "✗",
            Verdict::Undecided => "?",
        };
        let clause = &finding.clause;
        let whole = matches!(clause.statistic, Statistic::Quantile(_));
        let figure = |value: f64| if whole { format!("{value}") } else { super::digits(value) };
        text += &format!(
            "  {mark} {:<10} {:<28} {:<12} found {} ({} … {}) after {} games   {path}:{}\n",
            finding.verdict.word(),
            clause.name,
            clause.text,
            figure(finding.value),
            figure(finding.interval.low),
            figure(finding.interval.high),
            finding.games,
            clause.line,
        );
    }
    text
}

//! Pages with plots: one batch, a comparison, a sweep.

use super::page::{key, page, plots, table};
use super::plot::{self, Bars, Line, Shift};
use super::text::verdict;
use super::{Heading, heading as heading_of, is_spread, shortened, shown, shown_difference, shown_interval, shown_whole};
use crate::lab::compare::{Comparison, Difference};
use crate::lab::sweep::Sweep;
use crate::lab::tally::Tally;
use crate::sim::observer::{BY_SEAT, BY_TURN, COURSE, LENGTH};
use crate::words::{escaped, say};

/// One batch.
pub fn tally(heading: &Heading, tally: &Tally) -> String {
    let (mean, interval, ends) = (say!("lab.column.mean"), say!("lab.column.interval"), say!("lab.column.ends"));
    let head = [String::new(), mean, interval, "¼".into(), "½".into(), "¾".into(), ends];
    let mut body = pictures(&heading.names, &[tally]);
    let mut rows = Vec::new();
    for (group, members) in tally.groups() {
        rows.push((true, vec![heading_of(group)]));
        for at in members {
            let (metric, summary) = (&tally.metrics[at], tally.summary(at));
            let interval = shown_interval(metric, summary.interval);
            let interval = if summary.rare { say!("lab.html.rare", interval) } else { interval };
            let mut row = vec![metric.label.to_string(), shown(metric, summary.mean), interval];
            if is_spread(metric) {
                row.extend(summary.quartiles.map(|quartile| shown_whole(metric, quartile)));
                row.push(format!("{} … {}", shown_whole(metric, summary.least), shown_whole(metric, summary.most)));
            } else {
                row.resize(head.len(), String::new());
            }
            rows.push((!summary.rare, row));
        }
    }
    body += &section(&say!("lab.html.all_numbers"));
    body += &table(&head, &rows);
    let title = say!("lab.html.title", game = &heading.game, variants = heading.names.join(", "));
    page(&title, &heading.line(tally.games), &body, &say!("lab.html.footer"))
}

/// Several batches against the first.
pub fn comparison(heading: &Heading, comparison: &Comparison) -> String {
    let tallies: Vec<&Tally> = comparison.tallies.iter().collect();
    let mut body = key(&heading.names);
    body += &pictures(&heading.names, &tallies);
    let judged = comparison.all_judged();
    for batch in 1..comparison.tallies.len() {
        body += &section(&say!("lab.against", other = &heading.names[batch], first = &heading.names[0]));
        body += &against_first(heading, comparison, batch, &judged[batch - 1]);
    }
    let title = say!("lab.html.title", game = &heading.game, variants = heading.names.join(" – "));
    page(&title, &heading.line(comparison.games()), &body, &say!("lab.html.compared"))
}

fn section(title: &str) -> String {
    format!("<h2>{}</h2>\n", escaped(title))
}

fn against_first(heading: &Heading, comparison: &Comparison, batch: usize, differences: &[Difference]) -> String {
    if comparison.is_same(batch) {
        return format!("<p>{}</p>\n", escaped(&say!("lab.html.same")));
    }
    let first = &comparison.tallies[0];
    let mut rows = Vec::new();
    let mut shifts = Vec::new();
    for (group, members) in first.groups() {
        rows.push((true, vec![heading_of(group)]));
        for at in members {
            let (metric, difference, before) = (&first.metrics[at], &differences[at], first.summary(at));
            let words = shown_difference(metric, difference.mean, difference.interval.half_width());
            let after = shown(metric, before.mean + difference.mean);
            rows.push((
                difference.seen,
                vec![metric.label.to_string(), shown(metric, before.mean), after, words.clone(), verdict(difference).to_string()],
            ));
            if before.deviation > 0.0 {
                shifts.push(Shift {
                    label: shortened(&say!("lab.html.labelled", group = heading_of(group), metric = &metric.label), 40),
                    mean: difference.mean / before.deviation,
                    interval: difference.interval.scaled(1.0 / before.deviation),
                    seen: difference.seen,
                    words,
                });
            }
        }
    }
    shifts.sort_by(|a, b| b.seen.cmp(&a.seen).then(b.mean.abs().total_cmp(&a.mean.abs())));
    shifts.truncate(24);
    let plot = plot::shifts(&say!("lab.html.moves_most"), &say!("lab.html.deviations"), &shifts);
    let names = [&heading.names[0], &heading.names[batch]].map(Clone::clone);
    let head = [&[String::new()][..], &names, &[say!("lab.column.difference"), String::new()]].concat();
    plots(&[plot]) + &table(&head, &rows)
}

/// The plots of one or more batches in the same frames.
fn pictures(names: &[String], tallies: &[&Tally]) -> String {
    let Some(first) = tallies.first() else { return String::new() };
    let mut all = Vec::new();
    for (group, members) in first.groups() {
        if [LENGTH, COURSE].contains(&group) {
            for at in members {
                let metric = &first.metrics[at];
                let series: Vec<_> =
                    names.iter().zip(tallies).filter_map(|(name, tally)| Some((name.as_str(), tally.of(&metric.key)?))).collect();
                all.push(plot::histogram(&metric.label.to_string(), &series, 1.0 / f64::from(metric.scale), metric.share));
            }
            continue;
        }
        // Shares and counts do not fit one scale.
        for share in [true, false] {
            let same: Vec<usize> = members.iter().copied().filter(|at| first.metrics[*at].share == share).collect();
            if same.is_empty() {
                continue;
            }
            let value = |tally: &&Tally, key: &str| {
                let summary = tally.find(key).map(|at| tally.summary(at));
                summary.map(|summary| (summary.mean, summary.interval))
            };
            let row = |at: &usize| {
                let metric = &first.metrics[*at];
                Bars {
                    label: shortened(&metric.label.to_string(), 36),
                    values: tallies.iter().filter_map(|tally| value(tally, &metric.key)).collect(),
                }
            };
            let rows: Vec<Bars> = same.iter().map(row).collect();
            let seats = first.metrics.iter().filter(|metric| metric.group == BY_SEAT).count().max(1);
            let fair = [BY_SEAT, BY_TURN].contains(&group).then(|| 1.0 / seats as f64);
            all.push(plot::bars(&heading_of(group), &rows, share, fair));
        }
    }
    plots(&all)
}

/// A grid: heat maps of the last two settings, one for each combination of the others; a single setting as a line, or as bars if
/// its values are no numbers.
pub fn sweep(heading: &Heading, sweep: &Sweep, wanted: &[usize]) -> String {
    let mut body = String::new();
    for at in wanted {
        let metric = &sweep.comparison.metrics()[*at];
        body += &section(&metric.label.to_string());
        let as_it_is = sweep.comparison.tallies[0].summary(*at);
        let as_it_is = say!("lab.html.as_it_is", value = shown(metric, as_it_is.mean));
        body += &format!("<p class=\"line\">{}</p>\n", escaped(&as_it_is));
        body += &plots(&maps(sweep, *at));
    }
    body += &section(&say!("lab.html.all_points"));
    body += &points(sweep, wanted);
    let title = say!("lab.html.swept", game = &heading.game, variant = &heading.names[0]);
    page(&title, &heading.line(sweep.comparison.games()), &body, &say!("lab.html.compared"))
}

fn maps(sweep: &Sweep, at: usize) -> Vec<String> {
    let metric = &sweep.comparison.metrics()[at];
    let summaries: Vec<_> = sweep.comparison.tallies[1..].iter().map(|tally| tally.summary(at)).collect();
    let found: Vec<_> = summaries.iter().map(|summary| (summary.mean, summary.interval)).collect();
    let names = |axis: usize| sweep.axes[axis].said();
    if let [axis] = &sweep.axes[..] {
        let title = say!("lab.html.by", metric = &metric.label, setting = &axis.name);
        let places: Option<Vec<f64>> = axis.values.iter().map(serde_json::Value::as_f64).collect();
        return vec![match places {
            Some(places) if places.len() > 1 => {
                let mean = sweep.comparison.tallies[0].summary(at).mean;
                plot::line(&Line {
                    title: &title,
                    across: &axis.name.to_string(),
                    ticks: &axis.said(),
                    places: &places,
                    values: &found,
                    percent: metric.share,
                    beside: Some((mean, say!("lab.html.as_it_is", value = shown(metric, mean)))),
                })
            }
            _ => {
                let row = |(label, value)| Bars { label, values: vec![value] };
                plot::bars(&title, &names(0).into_iter().zip(found).map(row).collect::<Vec<_>>(), metric.share, None)
            }
        }];
    }
    let shades = plot::shades(&found);
    // The last axis changes fastest: a map runs over the last two, and there is one for each combination of the others.
    let (down, across) = (sweep.axes.len() - 2, sweep.axes.len() - 1);
    let size = sweep.axes[down].values.len() * sweep.axes[across].values.len();
    summaries
        .chunks(size)
        .enumerate()
        .map(|(number, chunk)| {
            let fixed = Sweep::words(&sweep.axes[..down], &sweep.points[number * size][..down]);
            let by = format!("{} × {}", sweep.axes[down].name, sweep.axes[across].name);
            let title = if fixed.is_empty() { by } else { say!("lab.html.with", by, fixed) };
            let values: Vec<f64> = chunk.iter().map(|summary| summary.mean).collect();
            let (columns, rows) = (names(across), names(down));
            let [across, down] = [across, down].map(|axis| sweep.axes[axis].name.to_string());
            plot::heat(&title, (&across, &columns), (&down, &rows), &values, shades, metric.share)
        })
        .collect()
}

fn points(sweep: &Sweep, wanted: &[usize]) -> String {
    let metrics = sweep.comparison.metrics();
    let head: Vec<String> =
        std::iter::once(String::new()).chain(wanted.iter().map(|at| metrics[*at].label.to_string())).collect();
    let row = |(number, point): (usize, &Vec<serde_json::Value>)| {
        let tally = &sweep.comparison.tallies[number + 1];
        let cells = wanted.iter().map(|at| {
            let summary = tally.summary(*at);
            format!("{} ({})", shown(&metrics[*at], summary.mean), shown_interval(&metrics[*at], summary.interval))
        });
        (true, std::iter::once(Sweep::words(&sweep.axes, point)).chain(cells).collect())
    };
    let rows: Vec<(bool, Vec<String>)> = sweep.points.iter().enumerate().map(row).collect();
    table(&head, &rows)
}

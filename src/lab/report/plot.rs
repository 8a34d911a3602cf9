//! Plots as SVG text: bars with intervals, histograms, differences and heat maps. Plain enough to be read by eye.

use super::{digits, percent as percentage, shortened};
use crate::lab::histogram::Histogram;
use crate::lab::interval::Interval;
use crate::words::{escaped, fixed, msg, number};

/// Colours that can be told apart, also by those who see fewer.
pub const SERIES: [&str; 6] = ["#1f6f78", "#c0562b", "#b8902f", "#5b4a8a", "#4f7d3c", "#8a4a5e"];
const WIDTH: f64 = 640.0;

fn figure(title: &str, height: f64, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<figure><figcaption>{title}</figcaption><svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{title}\">{body}</svg></figure>\n"
    )
}

/// A number with its unit.
fn labelled(value: f64, percent: bool) -> String {
    if percent { percentage(fixed(100.0 * value, 1)) } else { digits(value) }
}

/// A row of a bar chart: a label, and for each series a value with its interval.
pub struct Bars {
    pub label: String,
    pub values: Vec<(f64, Interval)>,
}

/// Horizontal bars with intervals; `fair` draws a line where all would be equal.
pub fn bars(title: &str, rows: &[Bars], percent: bool, fair: Option<f64>) -> String {
    const LEFT: f64 = 230.0;
    const RIGHT: f64 = 80.0;
    let series = rows.iter().map(|row| row.values.len()).max().unwrap_or(1).max(1);
    let thick = if series > 1 { 13.0 } else { 16.0 };
    let step = thick * series as f64 + 9.0;
    let reach = |(value, interval): &(f64, Interval)| if interval.high.is_finite() { interval.high } else { *value };
    let most = rows.iter().flat_map(|row| row.values.iter().map(reach)).chain(fair).fold(0.0, f64::max);
    let x = |value: f64| LEFT + (WIDTH - LEFT - RIGHT) * (value.max(0.0) / if most > 0.0 { most } else { 1.0 });
    let mut body = String::new();
    for (number, row) in rows.iter().enumerate() {
        let top = 6.0 + step * number as f64;
        let middle = top + (step - 9.0) / 2.0;
        body += &format!("<text x=\"{}\" y=\"{:.1}\" class=\"label\">{}</text>", LEFT - 8.0, middle + 4.0, escaped(&row.label));
        for (index, (value, interval)) in row.values.iter().enumerate() {
            let y = top + thick * index as f64;
            let colour = SERIES[index % SERIES.len()];
            body += &format!(
                "<rect x=\"{LEFT}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{colour}\"/>",
                x(*value) - LEFT,
                thick - 2.0
            );
            body += &whisker(x(interval.low.max(0.0)), x(interval.high.min(most)), y + thick / 2.0 - 1.0);
            body += &format!(
                "<text x=\"{:.1}\" y=\"{:.1}\" class=\"value\">{}</text>",
                x(interval.high.min(most)) + 6.0,
                y + thick / 2.0 + 3.0,
                labelled(*value, percent)
            );
        }
    }
    let height = 8.0 + step * rows.len() as f64;
    if let Some(fair) = fair {
        let at = x(fair);
        body += &format!(
            "<line x1=\"{at:.1}\" y1=\"0\" x2=\"{at:.1}\" y2=\"{height:.0}\" class=\"fair\"><title>{}</title></line>",
            escaped(&msg!("lab.html.fair", value = labelled(fair, percent)).to_string())
        );
    }
    figure(title, height, &body)
}

fn whisker(low: f64, high: f64, y: f64) -> String {
    let end = |x: f64| format!("M{x:.1} {:.1}v6", y - 3.0);
    format!("<path d=\"M{low:.1} {y:.1}H{high:.1}{}{}\" class=\"whisker\"/>", end(low), end(high))
}

/// The most columns of a histogram.
const COLUMNS: i64 = 64;

/// How often which value came, as shares of the games, one outline for each series.
pub fn histogram(title: &str, series: &[(&str, &Histogram)], unit: f64, percent: bool) -> String {
    const LEFT: f64 = 46.0;
    const TOP: f64 = 10.0;
    const HIGH: f64 = 190.0;
    let ends = series.iter().flat_map(|(_, readings)| [readings.at_rank(1), readings.at_rank(u64::MAX)]);
    let (low, high) = ends.fold((i64::MAX, i64::MIN), |(low, high), end| (low.min(end), high.max(end)));
    if low > high {
        return String::new();
    }
    let width = (high - low) / COLUMNS + 1;
    let columns = ((high - low) / width + 1) as usize;
    let shares = |readings: &Histogram| {
        let mut shares = vec![0.0; columns];
        for (value, count) in readings.counts() {
            shares[((value - low) / width) as usize] += count as f64 / readings.total().max(1) as f64;
        }
        shares
    };
    let all: Vec<Vec<f64>> = series.iter().map(|(_, readings)| shares(readings)).collect();
    let most = all.iter().flatten().copied().fold(1e-9, f64::max);
    let column = (WIDTH - LEFT - 10.0) / columns as f64;
    let (x, y) = (|at: usize| LEFT + column * at as f64, |share: f64| TOP + HIGH * (1.0 - share / most));
    let floor = TOP + HIGH;
    let mut body = format!("<path d=\"M{LEFT} {TOP}V{floor}H{}\" class=\"axis\"/>", WIDTH - 10.0);
    for (index, shares) in all.iter().enumerate() {
        let steps = shares.iter().enumerate().map(|(at, share)| format!("V{:.1}H{:.1}", y(*share), x(at + 1)));
        let steps = steps.collect::<Vec<_>>().concat();
        let colour = SERIES[index % SERIES.len()];
        body += &format!(
            "<path d=\"M{LEFT} {floor}{steps}V{floor}Z\" fill=\"{colour}\" fill-opacity=\"0.28\" stroke=\"{colour}\" stroke-width=\"1.6\"/>"
        );
    }
    body += &format!("<text x=\"{}\" y=\"{}\" class=\"label\">{}</text>", LEFT - 5.0, TOP + 8.0, labelled(most, true));
    body += &format!("<text x=\"{}\" y=\"{floor}\" class=\"label\">0</text>", LEFT - 5.0);
    let ticks = 6.min(columns);
    for tick in 0..ticks {
        let at = if ticks > 1 { tick * (columns - 1) / (ticks - 1) } else { 0 };
        let value = (low + width * at as i64) as f64 * unit;
        let value = if percent { percentage(fixed(100.0 * value, 0)) } else { number(value) };
        body += &format!("<text x=\"{:.1}\" y=\"{}\" class=\"tick\">{value}</text>", x(at) + column / 2.0, floor + 16.0);
    }
    figure(title, floor + 24.0, &body)
}

/// A row of a plot of differences, in standard deviations.
pub struct Shift {
    pub label: String,
    pub mean: f64,
    pub interval: Interval,
    pub seen: bool,
    /// The difference in its own unit.
    pub words: String,
}

/// Differences with their intervals around nothing; what is not seen for sure is pale.
pub fn shifts(title: &str, rows: &[Shift]) -> String {
    const LEFT: f64 = 250.0;
    const RIGHT: f64 = 150.0;
    const STEP: f64 = 20.0;
    let finite = |value: f64| if value.is_finite() { value.abs() } else { 0.0 };
    let most = rows.iter().map(|row| finite(row.interval.low).max(finite(row.interval.high))).fold(0.1, f64::max);
    let x = |value: f64| LEFT + (WIDTH - LEFT - RIGHT) * (value.clamp(-most, most) / most + 1.0) / 2.0;
    let height = 12.0 + STEP * rows.len() as f64;
    let mut body = format!("<line x1=\"{0:.1}\" y1=\"0\" x2=\"{0:.1}\" y2=\"{height:.0}\" class=\"axis\"/>", x(0.0));
    for (number, row) in rows.iter().enumerate() {
        let y = 14.0 + STEP * number as f64;
        let class = if row.seen { "seen" } else { "unseen" };
        body += &format!(
            "<g class=\"{class}\"><text x=\"{}\" y=\"{:.1}\" class=\"label\">{}</text>",
            LEFT - 8.0,
            y + 4.0,
            escaped(&row.label)
        );
        body += &whisker(x(row.interval.low), x(row.interval.high), y);
        body += &format!("<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\"/>", x(row.mean));
        body += &format!(
            "<text x=\"{}\" y=\"{:.1}\" class=\"value\">{}</text></g>",
            WIDTH - RIGHT + 8.0,
            y + 4.0,
            escaped(&row.words)
        );
    }
    figure(title, height, &body)
}

/// A value for every pair of two lists, dark where it is high.
pub fn heat(title: &str, across: (&str, &[String]), down: (&str, &[String]), values: &[f64], percent: bool) -> String {
    const LEFT: f64 = 120.0;
    const TOP: f64 = 40.0;
    /// Letters that fit beside the first column; the title has the whole name.
    const CORNER: usize = 22;
    let finite = values.iter().copied().filter(|value| value.is_finite());
    let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    let columns = across.1.len().max(1);
    let (width, height) = ((WIDTH - LEFT - 10.0) / columns as f64, 34.0);
    let mut body =
        format!("<text x=\"{:.0}\" y=\"14\" class=\"tick\">{}</text>", LEFT + width * columns as f64 / 2.0, escaped(across.0));
    body += &format!("<text x=\"8\" y=\"{}\" class=\"corner\">{}</text>", TOP - 6.0, escaped(&shortened(down.0, CORNER)));
    for (at, name) in across.1.iter().enumerate() {
        body += &format!(
            "<text x=\"{:.1}\" y=\"{}\" class=\"tick\">{}</text>",
            LEFT + width * (at as f64 + 0.5),
            TOP - 6.0,
            escaped(name)
        );
    }
    for (row, name) in down.1.iter().enumerate() {
        let y = TOP + height * row as f64;
        body +=
            &format!("<text x=\"{}\" y=\"{:.1}\" class=\"label\">{}</text>", LEFT - 8.0, y + height / 2.0 + 4.0, escaped(name));
        for at in 0..columns {
            let value = values.get(row * columns + at).copied().unwrap_or(f64::NAN);
            let part = if high > low { (value - low) / (high - low) } else { 0.5 };
            let ink = if part > 0.55 { "#fff" } else { "#1d2a2c" };
            body += &format!(
                "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"/><text x=\"{:.1}\" y=\"{:.1}\" class=\"cell\" fill=\"{ink}\">{}</text>",
                LEFT + width * at as f64,
                width - 2.0,
                height - 2.0,
                shade(part),
                LEFT + width * (at as f64 + 0.5),
                y + height / 2.0 + 4.0,
                labelled(value, percent)
            );
        }
    }
    figure(title, TOP + height * down.1.len() as f64 + 4.0, &body)
}

/// From pale paper to deep sea.
fn shade(part: f64) -> String {
    let part = if part.is_finite() { part.clamp(0.0, 1.0) } else { 0.0 };
    let mix = |from: f64, to: f64| (from + (to - from) * part).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(244.0, 16.0), mix(236.0, 84.0), mix(214.0, 92.0))
}

//! Plots as SVG text: bars with intervals, histograms, differences and heat maps. Plain enough to be read by eye.

use super::{digits, percent as percentage, shortened};
use crate::lab::histogram::Histogram;
use crate::lab::interval::Interval;
use crate::words::{escaped, fixed, msg, number, say};

/// Colours that can be told apart, also by those who see fewer. From the seventh series on they come again, paler and with broken lines.
const SERIES: [&str; 6] = ["#1f6f78", "#c0562b", "#b8902f", "#5b4a8a", "#4f7d3c", "#8a4a5e"];
const WIDTH: f64 = 640.0;

fn figure(title: &str, height: f64, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<figure><figcaption>{title}</figcaption><svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{title}\">{body}</svg></figure>\n"
    )
}

/// How a series is drawn: its colour, how much of it covers the paper, and the dashes of its line.
pub fn look(index: usize) -> (&'static str, f64, &'static str) {
    const ROUNDS: [(f64, &str); 3] = [(1.0, "none"), (0.55, "6 3"), (0.25, "2 3")];
    let (cover, dashes) = ROUNDS[index / SERIES.len() % ROUNDS.len()];
    (SERIES[index % SERIES.len()], cover, dashes)
}

/// What a letter takes.
const LETTER: f64 = 6.6;

/// A tick of an axis, moved so far inside that all of it is seen.
fn tick(x: f64, y: f64, text: &str) -> String {
    let half = text.chars().count() as f64 * LETTER / 2.0;
    format!("<text x=\"{:.1}\" y=\"{y:.1}\" class=\"tick\">{}</text>", x.min(WIDTH - half - 4.0), escaped(text))
}

/// What an axis counts, below the middle of it.
fn unit(from: f64, to: f64, y: f64, text: &str) -> String {
    format!("<text x=\"{:.1}\" y=\"{y:.1}\" class=\"tick\">{}</text>", f64::midpoint(from, to), escaped(text))
}

/// A number with its unit.
fn labelled(value: f64, percent: bool) -> String {
    if percent { percentage(fixed(100.0 * value, 1)) } else { digits(value) }
}

/// Room for labels at the left: what the longest of them takes, and no more than half of the plot.
fn room<'a>(labels: impl Iterator<Item = &'a str>) -> f64 {
    let longest = labels.map(|label| label.chars().count()).max().unwrap_or_default();
    (longest as f64 * LETTER + 16.0).clamp(46.0, WIDTH / 2.0)
}

/// A row of a bar chart: a label, and for each series a value with its interval.
pub struct Bars {
    pub label: String,
    pub values: Vec<(f64, Interval)>,
}

/// Horizontal bars with intervals; `fair` draws a line where all would be equal.
pub fn bars(title: &str, rows: &[Bars], percent: bool, fair: Option<f64>) -> String {
    const RIGHT: f64 = 80.0;
    let left = room(rows.iter().map(|row| row.label.as_str()));
    let series = rows.iter().map(|row| row.values.len()).max().unwrap_or(1).max(1);
    let thick = if series > 1 { 13.0 } else { 16.0 };
    let step = thick * series as f64 + 9.0;
    let reach = |(value, interval): &(f64, Interval)| if interval.high.is_finite() { interval.high } else { *value };
    let most = rows.iter().flat_map(|row| row.values.iter().map(reach)).chain(fair).fold(0.0, f64::max);
    let x = |value: f64| left + (WIDTH - left - RIGHT) * (value.max(0.0) / if most > 0.0 { most } else { 1.0 });
    let mut body = String::new();
    for (number, row) in rows.iter().enumerate() {
        let top = 6.0 + step * number as f64;
        let middle = top + (step - 9.0) / 2.0;
        body += &format!("<text x=\"{}\" y=\"{:.1}\" class=\"label\">{}</text>", left - 8.0, middle + 4.0, escaped(&row.label));
        for (index, (value, interval)) in row.values.iter().enumerate() {
            let y = top + thick * index as f64;
            let (colour, cover, _) = look(index);
            body += &format!(
                "<rect x=\"{left:.0}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{colour}\" fill-opacity=\"{cover}\"/>",
                x(*value) - left,
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
    let end = WIDTH - RIGHT;
    body += &format!("<path d=\"M{left:.1} 0V{height:.1}H{end:.1}\" class=\"axis\"/>");
    for part in [0.0, 0.5, 1.0] {
        body += &tick(left + (end - left) * part, height + 15.0, &labelled(most * part, percent));
    }
    body += &unit(left, end, height + 31.0, &say!("lab.html.mean"));
    figure(title, height + 38.0, &body)
}

fn whisker(low: f64, high: f64, y: f64) -> String {
    let end = |x: f64| format!("M{x:.1} {:.1}v6", y - 3.0);
    format!("<path d=\"M{low:.1} {y:.1}H{high:.1}{}{}\" class=\"whisker\"/>", end(low), end(high))
}

/// The most columns of a histogram.
const COLUMNS: i64 = 64;

/// How often which value came, as shares of the games, one outline for each series.
pub fn histogram(title: &str, series: &[(&str, &Histogram)], scale: f64, percent: bool) -> String {
    const LEFT: f64 = 46.0;
    const TOP: f64 = 22.0;
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
        let (colour, _, dashes) = look(index);
        body += &format!(
            "<path d=\"M{LEFT} {floor}{steps}V{floor}Z\" fill=\"{colour}\" fill-opacity=\"0.28\" stroke=\"{colour}\" stroke-width=\"1.6\" stroke-dasharray=\"{dashes}\"/>"
        );
    }
    body += &format!("<text x=\"{}\" y=\"{}\" class=\"label\">{}</text>", LEFT - 5.0, TOP + 4.0, labelled(most, true));
    body += &format!("<text x=\"{}\" y=\"{floor}\" class=\"label\">0</text>", LEFT - 5.0);
    body += &format!(
        "<text x=\"{}\" y=\"{}\" class=\"corner\">{}</text>",
        LEFT,
        TOP - 9.0,
        escaped(&msg!("lab.html.of_games").to_string())
    );
    let ticks = 6.min(columns);
    for mark in 0..ticks {
        let at = if ticks > 1 { mark * (columns - 1) / (ticks - 1) } else { 0 };
        let value = (low + width * at as i64) as f64 * scale;
        let value = if percent { percentage(fixed(100.0 * value, 0)) } else { number(value) };
        body += &tick(x(at) + column / 2.0, floor + 16.0, &value);
    }
    body += &unit(LEFT, WIDTH - 10.0, floor + 32.0, title);
    figure(title, floor + 40.0, &body)
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

/// Differences with their intervals around nothing, in a unit; what is not seen for sure is pale.
pub fn shifts(title: &str, across: &str, rows: &[Shift]) -> String {
    const STEP: f64 = 20.0;
    let right = room(rows.iter().map(|row| row.words.as_str()));
    let left = room(rows.iter().map(|row| row.label.as_str()));
    let finite = |value: f64| if value.is_finite() { value.abs() } else { 0.0 };
    let most = rows.iter().map(|row| finite(row.interval.low).max(finite(row.interval.high))).fold(0.1, f64::max);
    let x = |value: f64| left + (WIDTH - left - right) * (value.clamp(-most, most) / most + 1.0) / 2.0;
    let height = 12.0 + STEP * rows.len() as f64;
    let mut body = format!("<line x1=\"{0:.1}\" y1=\"0\" x2=\"{0:.1}\" y2=\"{height:.0}\" class=\"axis\"/>", x(0.0));
    for (number, row) in rows.iter().enumerate() {
        let y = 14.0 + STEP * number as f64;
        let class = if row.seen { "seen" } else { "unseen" };
        body += &format!(
            "<g class=\"{class}\"><text x=\"{}\" y=\"{:.1}\" class=\"label\">{}</text>",
            left - 8.0,
            y + 4.0,
            escaped(&row.label)
        );
        body += &whisker(x(row.interval.low), x(row.interval.high), y);
        body += &format!("<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\"/>", x(row.mean));
        body += &format!(
            "<text x=\"{}\" y=\"{:.1}\" class=\"value\">{}</text></g>",
            WIDTH - right + 8.0,
            y + 4.0,
            escaped(&row.words)
        );
    }
    body += &format!("<path d=\"M{:.1} {height:.1}H{:.1}\" class=\"axis\"/>", x(-most), x(most));
    for (end, told) in [(-most, digits(-most)), (0.0, "0".to_owned()), (most, digits(most))] {
        body += &tick(x(end), height + 15.0, &told);
    }
    body += &unit(x(-most), x(most), height + 31.0, across);
    figure(title, height + 38.0, &body)
}

/// A line over numbers, with the interval of each point as a band. Where the line of a value to compare with lies is said beside it.
pub struct Line<'a> {
    pub title: &'a str,
    /// What stands below, and in what the line is told.
    pub across: &'a str,
    pub ticks: &'a [String],
    pub places: &'a [f64],
    pub values: &'a [(f64, Interval)],
    pub percent: bool,
    /// A value to compare with, and what it is called.
    pub beside: Option<(f64, String)>,
}

pub fn line(line: &Line<'_>) -> String {
    const TOP: f64 = 14.0;
    const HIGH: f64 = 200.0;
    const RIGHT: f64 = 30.0;
    let finite = |(value, interval): &(f64, Interval)| {
        [*value, interval.low, interval.high].into_iter().filter(|end| end.is_finite()).collect::<Vec<_>>()
    };
    let ends = line.values.iter().flat_map(finite).chain(line.beside.as_ref().map(|(value, _)| *value));
    let (low, high) = spread(ends);
    let (first, last) = spread(line.places.iter().copied());
    let marks: Vec<(f64, String)> = (0..5)
        .map(|mark| low + (high - low) * f64::from(mark) / 4.0)
        .map(|value| (value, labelled(value, line.percent)))
        .collect();
    let left = room(marks.iter().map(|(_, text)| text.as_str()));
    let x = |place: f64| left + (WIDTH - left - RIGHT) * (place - first) / (last - first);
    let y = |value: f64| TOP + HIGH * (1.0 - (value.clamp(low, high) - low) / (high - low));
    let floor = TOP + HIGH;
    let mut body = String::new();
    for (value, text) in &marks {
        body += &format!(
            "<path d=\"M{left:.1} {0:.1}H{1:.1}\" class=\"grid\"/><text x=\"{2:.1}\" y=\"{3:.1}\" class=\"label\">{text}</text>",
            y(*value),
            WIDTH - RIGHT,
            left - 6.0,
            y(*value) + 4.0
        );
    }
    // From left to right, in whatever order the values were named.
    let mut points: Vec<(f64, &(f64, Interval), &String)> =
        line.places.iter().zip(line.values).zip(line.ticks).map(|((place, value), tick)| (*place, value, tick)).collect();
    points.sort_by(|(one, ..), (other, ..)| one.total_cmp(other));
    let along = |end: fn(&(f64, Interval)) -> f64, back: bool| {
        let mut all: Vec<String> =
            points.iter().map(|(place, value, _)| format!("{:.1} {:.1}", x(*place), y(end(value)))).collect();
        if back {
            all.reverse();
        }
        all.join("L")
    };
    let (colour, ..) = look(0);
    body += &format!(
        "<path d=\"M{}L{}Z\" fill=\"{colour}\" fill-opacity=\"0.22\"/>",
        along(|(_, band)| band.low, false),
        along(|(_, band)| band.high, true)
    );
    body += &format!("<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>", along(|(value, _)| *value, false));
    if let Some((value, name)) = &line.beside {
        body += &format!(
            "<path d=\"M{left:.1} {0:.1}H{1:.1}\" class=\"fair\"/><text x=\"{1:.1}\" y=\"{2:.1}\" class=\"label\">{3}</text>",
            y(*value),
            WIDTH - RIGHT,
            y(*value) - 5.0,
            escaped(name)
        );
    }
    // Names that would lie on each other are left out.
    let mut free = f64::NEG_INFINITY;
    for (place, (value, _), tick) in &points {
        body += &format!(
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.5\" fill=\"{colour}\"><title>{}: {}</title></circle>",
            x(*place),
            y(*value),
            escaped(tick),
            labelled(*value, line.percent)
        );
        let half = tick.chars().count() as f64 * 3.4;
        if x(*place) - half > free {
            body += &format!("<text x=\"{:.1}\" y=\"{}\" class=\"tick\">{}</text>", x(*place), floor + 17.0, escaped(tick));
            free = x(*place) + half + 6.0;
        }
    }
    body += &format!(
        "<text x=\"{:.1}\" y=\"{}\" class=\"tick\">{}</text>",
        f64::midpoint(left, WIDTH - RIGHT),
        floor + 36.0,
        escaped(line.across)
    );
    figure(line.title, floor + 44.0, &body)
}

/// The least and the most of some numbers, never the same.
fn spread(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    match high - low {
        wide if wide > 0.0 && wide.is_finite() => (low, high),
        _ if low.is_finite() => (low - 0.5, low + 0.5),
        _ => (0.0, 1.0),
    }
}

/// The ends of the shades of all maps that are looked at together: those of the values, but never so close that luck alone
/// would make them dark and pale.
pub fn shades(values: &[(f64, Interval)]) -> (f64, f64) {
    let (low, high) = spread(values.iter().map(|(value, _)| *value).filter(|value| value.is_finite()));
    let widths = values.iter().map(|(_, interval)| interval.half_width()).filter(|width| width.is_finite());
    let luck = 2.0 * widths.fold(0.0, f64::max);
    let (middle, half) = (f64::midpoint(low, high), ((high - low) / 2.0).max(luck));
    (middle - half, middle + half)
}

/// A value for every pair of two lists, dark where it is high within `shades`.
pub fn heat(
    title: &str,
    across: (&str, &[String]),
    down: (&str, &[String]),
    values: &[f64],
    (low, high): (f64, f64),
    percent: bool,
) -> String {
    const TOP: f64 = 40.0;
    let left = room(down.1.iter().map(String::as_str).chain([down.0]));
    let columns = across.1.len().max(1);
    let (width, height) = ((WIDTH - left - 10.0) / columns as f64, 34.0);
    // Letters that fit above a column, and beside the first one; the whole name is told to whoever points at it.
    let fits = |width: f64| (width / 6.6).max(3.0) as usize;
    let text = |x: f64, y: f64, class: &str, name: &str, room: f64| {
        let (short, whole) = (escaped(&shortened(name, fits(room))), escaped(name));
        format!("<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\">{short}<title>{whole}</title></text>")
    };
    let mut body = text(left + width * columns as f64 / 2.0, 14.0, "tick", across.0, WIDTH - left);
    body += &text(left - 8.0, TOP - 6.0, "label", down.0, left - 8.0);
    for (at, name) in across.1.iter().enumerate() {
        body += &text(left + width * (at as f64 + 0.5), TOP - 6.0, "tick", name, width);
    }
    for (row, name) in down.1.iter().enumerate() {
        let y = TOP + height * row as f64;
        body += &text(left - 8.0, y + height / 2.0 + 4.0, "label", name, left - 8.0);
        for at in 0..columns {
            let value = values.get(row * columns + at).copied().unwrap_or(f64::NAN);
            let part = (value - low) / (high - low);
            let ink = if part > 0.55 { "#fff" } else { "#1d2a2c" };
            body += &format!(
                "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"/><text x=\"{:.1}\" y=\"{:.1}\" class=\"cell\" style=\"fill:{ink}\">{}</text>",
                left + width * at as f64,
                width - 2.0,
                height - 2.0,
                shade(part),
                left + width * (at as f64 + 0.5),
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

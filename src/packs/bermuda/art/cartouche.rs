//! The title in its frame, with a bar of nautical miles.

use super::super::board::Chart;
use super::super::phrases::lettering;
use super::border::DEGREE;
use super::ink::{COURSE, INK, ITALIC, PAPER, ROMAN, Words, at, path};
use super::waters::small_print;
use crate::words::say;

const WIDTH: f64 = 158.0;
const HEIGHT: f64 = 80.0;
/// So many letters fit on a line of the title.
const FITS: f64 = 17.0;

pub(super) fn cartouche(chart: &Chart) -> String {
    let Some(centre) = chart.scenery.cartouche else { return String::new() };
    let mut svg = path(&ticket(0.0), &format!(r#"fill="{PAPER}" stroke="{INK}" stroke-width="1.1""#));
    svg += &path(&ticket(3.0), &format!(r#"fill="none" stroke="{COURSE}" stroke-width=".6""#));
    let title = lettering(&chart.scenery.title);
    let words: Vec<&str> = title.split_whitespace().collect();
    let (first, second) = words.split_at(words.len().div_ceil(2));
    let lines = [first.join(" "), second.join(" ")];
    // Longer words are written smaller, all in one size.
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
    let size = 17.5 * (FITS / longest as f64).min(1.0);
    for (line, y) in lines.iter().zip([-17.0, 1.5]) {
        let style = format!(r#"fill="{COURSE}""#);
        svg += &Words { text: line, at: at(0.0, y), angle: 0.0, size, family: ROMAN, style: &style }.draw();
    }
    svg += &Words {
        text: &say!("bermuda.art.soundings"),
        at: at(0.0, 14.5),
        angle: 0.0,
        size: 8.6,
        family: ITALIC,
        style: r##"fill="#43372b""##,
    }
    .draw();
    svg += &miles();
    format!(r#"<g transform="translate({} {})">{svg}</g>"#, centre.x, centre.y)
}

/// A rectangle whose corners are bitten off.
fn ticket(inset: f64) -> String {
    let (x, y, bite) = (WIDTH / 2.0 - inset, HEIGHT / 2.0 - inset, 7.0);
    format!(
        "M{} {}H{}a{bite} {bite} 0 0 0 {bite} {bite}V{}a{bite} {bite} 0 0 0 -{bite} {bite}H{}a{bite} {bite} 0 0 0 -{bite} -{bite}V{}a{bite} {bite} 0 0 0 {bite} -{bite}Z",
        bite - x,
        -y,
        x - bite,
        y - bite,
        bite - x,
        bite - y
    )
}

/// A degree is sixty miles, so each bar of half a degree is thirty.
fn miles() -> String {
    let (bar, y, height) = (DEGREE / 2.0, 26.0, 2.4);
    let mut svg = String::new();
    for i in 0..4 {
        let fill = if i % 2 == 0 { INK } else { PAPER };
        let x = (f64::from(i) - 2.0) * bar;
        svg +=
            &format!(r#"<rect x="{x}" y="{y}" width="{bar}" height="{height}" fill="{fill}" stroke="{INK}" stroke-width=".5"/>"#);
    }
    for (i, text) in [(0, "0"), (2, "60"), (4, &say!("bermuda.art.miles", n = 120))] {
        svg += &small_print(text, at((f64::from(i) - 2.0) * bar, y - 2.0), 0.0, 5.2);
    }
    svg
}

//! Money cards: the product's emblem and colour above a clean band for the value.

use super::super::cloud::geometry::Point;
use super::super::money;
use super::emblem::{colour, emblem};
use super::ink::{INK, PAPER, PLAIN, Words, at, document};

/// Width and height of a card on the chart.
pub const CARD_SIZE: [f64; 2] = [34.0, 46.0];
/// Where the caller writes the value, in Cabin Bold: the middle of its baseline, in the card's own units.
pub const VALUE_AT: Point = at(17.0, 41.3);

/// The size of the letters a value fits with.
pub fn value_size(text: &str) -> f64 {
    if text.chars().count() > 6 { 6.3 } else { 7.2 }
}

/// A card of a deck, without its value.
pub fn card(deck: &str) -> String {
    document([0.0, 0.0, CARD_SIZE[0], CARD_SIZE[1]], &fragment(deck))
}

pub(super) fn fragment(deck: &str) -> String {
    let tint = colour(deck);
    frame(PAPER)
        + &format!(r#"<path d="M1.9 33.4V4.4Q1.9 1.9 4.4 1.9H29.6Q32.1 1.9 32.1 4.4V33.4Z" fill="{tint}" fill-opacity=".2"/>"#)
        + &format!(r#"<path d="M1.9 33.4H32.1" stroke="{tint}" stroke-width="1.3"/>"#)
        + &format!(
            r#"<rect x="1.9" y="1.9" width="30.2" height="42.2" rx="2.5" fill="none" stroke="{tint}" stroke-width="1.3"/>"#
        )
        + &format!(r#"<g transform="translate(17 17.6) scale(1.12)">{}</g>"#, emblem(deck))
}

/// The value on a card of its own.
pub(super) fn value(value: i64) -> String {
    let style = format!(r#"fill="{INK}" font-weight="700""#);
    let text = money(value);
    Words { text: &text, at: VALUE_AT, angle: 0.0, size: value_size(&text), family: PLAIN, style: &style }.draw()
}

fn frame(fill: &str) -> String {
    format!(r#"<rect x=".4" y=".4" width="33.2" height="45.2" rx="3" fill="{fill}" stroke="{INK}" stroke-width=".8"/>"#)
}

//! How numbers and names are said to people, wherever they are said.

use std::borrow::Cow;

/// A text from a file as it may be printed: nothing in it moves the cursor, changes colours or turns the writing round.
pub fn clean(text: &str) -> Cow<'_, str> {
    let steers =
        |c: char| (c.is_control() && c != '\n' && c != '\t') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if text.contains(steers) { text.replace(steers, "\u{fffd}").into() } else { text.into() }
}

/// A number with thousands separators and no needless decimals.
pub fn number(value: f64) -> String {
    if value.fract() != 0.0 {
        return value.to_string();
    }
    let digits = format!("{:.0}", value.abs());
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    if value < 0.0 { format!("-{text}") } else { text }
}

/// A number of players in words: `2 to 4`, or just `3`.
pub fn span(fewest: usize, most: usize) -> String {
    if fewest == most { fewest.to_string() } else { format!("{fewest} to {most}") }
}

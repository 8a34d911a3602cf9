//! How names and texts from files are tamed before anybody sees them.

use crate::limits;
use std::borrow::Cow;
use unicode_width::UnicodeWidthChar;

/// Whether a character moves the cursor, changes colours or turns the writing round.
fn steers(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || c.is_control()
}

/// Whether nothing is seen of a character, so that two names that look alike could differ by it.
fn is_unseen(c: char) -> bool {
    let fillers = ['\u{ad}', '\u{34f}', '\u{115f}', '\u{1160}', '\u{180e}', '\u{3164}', '\u{feff}', '\u{ffa0}'];
    let ranges =
        matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}');
    ranges || fillers.contains(&c)
}

/// The characters of a text without the marks that pile up beyond what any writing needs.
fn unpiled(text: &str) -> impl Iterator<Item = char> {
    let mut marks = 0;
    text.chars().filter(move |c| {
        // A mark stands on the letter before it and needs no room of its own.
        marks = if c.width() == Some(0) { marks + 1 } else { 0 };
        marks <= limits::MARKS
    })
}

/// A text from a file as it may be printed: nothing in it moves the cursor, changes colours, turns the writing round or
/// towers over the lines above.
pub fn clean(text: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_ascii_graphic() || matches!(c, ' ' | '\n');
    if text.chars().all(plain) {
        return text.into();
    }
    let shown = |c: char| if steers(c) && c != '\n' && c != '\t' { '\u{fffd}' } else { c };
    unpiled(text).map(shown).collect::<String>().into()
}

/// A name from a file as it may be shown anywhere: one line, only what can be seen, at most so many columns.
pub fn name(text: &str, columns: usize) -> String {
    let spaced: String = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    let seen: String = spaced.chars().filter(|c| !steers(*c) && !is_unseen(*c)).collect();
    let line = seen.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let wide = |c: char| c.width().unwrap_or(0);
    let mut kept = String::new();
    let mut used = 0;
    let whole: usize = unpiled(&line).map(wide).sum();
    for c in unpiled(&line) {
        used += wide(c);
        // Room for the dots that say that something is missing.
        if whole > columns && used >= columns {
            kept.push('…');
            break;
        }
        kept.push(c);
    }
    kept
}

/// Several lines from a file as they may be shown.
pub fn prose(text: &str) -> String {
    clean(text).chars().take(limits::ABOUT).collect()
}

/// A text in small letters without accents: for sorting, and for names of files.
pub fn plain_letters(text: &str) -> String {
    let plain = |c: char| match c {
        'ä' | 'à' | 'â' | 'á' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'î' | 'ï' | 'í' => 'i',
        'ö' | 'ô' | 'ó' => 'o',
        'ü' | 'ù' | 'û' | 'ú' => 'u',
        'ç' => 'c',
        'ñ' => 'n',
        other => other,
    };
    text.to_lowercase().replace('ß', "ss").replace('œ', "oe").chars().map(plain).collect()
}

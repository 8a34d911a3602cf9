//! Colours for the text of rules: TOML, and the script that stands in it between three quotes, over as many lines as it likes.

use crate::window::theme;
use egui::text::LayoutJob;
use egui::{Color32, FontId, TextFormat};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    Remark,
    Heading,
    Text,
    Number,
}

impl Kind {
    fn colour(self) -> Color32 {
        match self {
            Self::Plain => theme::INK,
            Self::Remark => theme::INK_SOFT,
            Self::Heading => theme::SEA,
            Self::Text => Color32::from_rgb(0x8a, 0x4b, 0x10),
            Self::Number => Color32::from_rgb(0x1c, 0x4e, 0x9c),
        }
    }
}

/// Between these stands a script.
const SCRIPT: &str = "'''";
/// Between these goes a text on over lines.
const LONG: &str = "\"\"\"";

/// A text with a colour for each kind of thing.
pub(super) fn coloured(text: &str, font: &FontId) -> LayoutJob {
    let mut job = LayoutJob::default();
    for (part, kind) in parts(text).0 {
        job.append(part, 0.0, TextFormat::simple(font.clone(), kind.colour()));
    }
    job
}

/// A text in pieces, each of one kind.
#[derive(Default)]
struct Parts<'t>(Vec<(&'t str, Kind)>);

impl<'t> Parts<'t> {
    fn put(&mut self, part: &'t str, kind: Kind) {
        if !part.is_empty() {
            self.0.push((part, kind));
        }
    }
}

fn parts(text: &str) -> Parts<'_> {
    let mut parts = Parts::default();
    let mut rest = text;
    while let Some(line) = rest.split_inclusive('\n').next() {
        let trimmed = line.trim_start();
        let whole = if trimmed.starts_with('#') {
            Some(Kind::Remark)
        } else {
            (trimmed.starts_with('[') && !line.contains('=')).then_some(Kind::Heading)
        };
        if let Some(kind) = whole {
            parts.put(line, kind);
            rest = &rest[line.len()..];
        } else {
            let key = line.find('=').map_or(0, |at| at + 1);
            parts.put(&line[..key], Kind::Plain);
            rest = values(&rest[key..], &mut parts);
        }
    }
    parts
}

/// What stands behind a key: texts, numbers, a remark. Gives what comes behind its last line.
fn values<'t>(text: &'t str, parts: &mut Parts<'t>) -> &'t str {
    let (mut from, mut at) = (0, 0);
    while let Some(c) = text[at..].chars().next() {
        match c {
            '\n' => {
                at += 1;
                break;
            }
            '#' => {
                parts.put(&text[from..at], Kind::Number);
                from = at + line(&text[at..]).len();
                parts.put(&text[at..from], Kind::Remark);
                return &text[from..];
            }
            '"' | '\'' => {
                parts.put(&text[from..at], Kind::Number);
                let quoted = quoted(&text[at..]);
                if let Some(body) = quoted.strip_prefix(SCRIPT) {
                    parts.put(SCRIPT, Kind::Text);
                    let end = if body.ends_with(SCRIPT) { SCRIPT } else { "" };
                    script(&body[..body.len() - end.len()], parts);
                    parts.put(end, Kind::Text);
                } else {
                    parts.put(quoted, Kind::Text);
                }
                at += quoted.len();
                from = at;
            }
            _ => at += c.len_utf8(),
        }
    }
    parts.put(&text[from..at], Kind::Number);
    &text[at..]
}

/// A line with its end.
fn line(text: &str) -> &str {
    text.split_inclusive('\n').next().unwrap_or_default()
}

/// A text that begins with quotes, up to those that end it.
fn quoted(text: &str) -> &str {
    match [SCRIPT, LONG].into_iter().find(|quotes| text.starts_with(quotes)) {
        Some(quotes) => &text[..text[3..].find(quotes).map_or(text.len(), |at| at + 6)],
        None => string(text),
    }
}

/// A text on one line, up to the letter it began with; there it ends in any case.
fn string(text: &str) -> &str {
    let line = line(text).trim_end_matches('\n');
    let mut chars = line.char_indices();
    let begun = chars.next().map(|(_, c)| c);
    while let Some((at, c)) = chars.next() {
        if c == '\\' && begun == Some('"') {
            chars.next();
        } else if Some(c) == begun {
            return &text[..=at];
        }
    }
    line
}

/// A script: remarks, texts and numbers, and everything else as it is.
fn script<'t>(text: &'t str, parts: &mut Parts<'t>) {
    let (mut from, mut at) = (0, 0);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let run = |fits: fn(char) -> bool| rest.find(|c| !fits(c)).unwrap_or(rest.len());
        let (long, kind) = match c {
            '/' if rest.starts_with("//") => (line(rest).trim_end_matches('\n').len(), Kind::Remark),
            '/' if rest.starts_with("/*") => (rest.find("*/").map_or(rest.len(), |end| end + 2), Kind::Remark),
            '"' => (string(rest).len(), Kind::Text),
            c if c.is_ascii_digit() => (run(|c| c.is_ascii_digit() || c == '_'), Kind::Number),
            c if c.is_alphabetic() || c == '_' => (run(|c| c.is_alphanumeric() || c == '_'), Kind::Plain),
            c => (c.len_utf8(), Kind::Plain),
        };
        if kind != Kind::Plain {
            parts.put(&text[from..at], Kind::Plain);
            from = at + long;
            parts.put(&text[at..from], kind);
        }
        at += long;
    }
    parts.put(&text[from..], Kind::Plain);
}

#[cfg(test)]
mod tests {
    use super::{Kind, parts};

    fn kind_of(text: &str, piece: &str) -> Kind {
        let found: Vec<Kind> = parts(text).0.iter().filter(|(part, _)| part.contains(piece)).map(|(_, kind)| *kind).collect();
        assert_eq!(found.len(), 1, "`{piece}` stands in one part: {found:?}");
        found[0]
    }

    #[test]
    fn a_script_over_several_lines_is_no_toml() {
        let text = "# about\n[[do]]\nat = \"after sail\"\nrun = '''\nlet share = 1_000; // a # remark\n# no remark\nif x == \"a = 3\" { pay(s01, share); }\n''' # end\ncount = 7\n";
        for (piece, kind) in [
            ("# about", Kind::Remark),
            ("[[do]]", Kind::Heading),
            ("after sail", Kind::Text),
            ("let share = ", Kind::Plain),
            ("1_000", Kind::Number),
            ("// a # remark", Kind::Remark),
            ("# no remark", Kind::Plain),
            ("a = 3", Kind::Text),
            ("pay(s01, share)", Kind::Plain),
            ("# end", Kind::Remark),
            ("count =", Kind::Plain),
            ("7", Kind::Number),
        ] {
            assert_eq!(kind_of(text, piece), kind, "{piece}");
        }
    }

    #[test]
    fn whatever_is_half_typed_is_coloured_to_its_last_letter() {
        let whole = "a = 'x' # é\nb = \"\"\"long\n\"\"\"\nrun = '''\nlet a = \"ü\\\"\"; /* b */ 12\n'''\nc = [1, 2]\n";
        for end in (0..=whole.len()).filter(|end| whole.is_char_boundary(*end)) {
            let text = &whole[..end];
            let again: String = parts(text).0.iter().map(|(part, _)| *part).collect();
            assert_eq!(again, text);
        }
    }
}

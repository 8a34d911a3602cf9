//! Templates: text with slots. `{slot}`, `{slot:form}` for a form of what stands there, `{^slot}` with a capital first
//! letter, `{slot|one|other}` for words that follow a number; `{{` and `}}` are braces.

use super::fault::Flaw;
use crate::limits;

/// How deep braces may stand inside each other.
const DEEPEST: usize = 8;
/// How many braces may be opened: phrases stand in slots of phrases, so many of many would be a text without end.
const MOST: usize = 40;

/// A text with slots.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Template(pub(super) Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    Text(String),
    Slot { name: String, form: Option<String>, capital: bool },
    Plural { name: String, one: Template, other: Template },
}

/// What is wrong with a template, and at which byte; of one that is unwieldy, all of it.
pub(super) type Broken = (Flaw, usize);

/// Whether a text can be the name of a slot: an argument, or the dotted key of a setting.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '*'))
}

impl Template {
    pub(super) fn parse(text: &str) -> Result<Self, Broken> {
        let mut depth = 0_usize;
        let deepest = text.chars().map(|c| {
            match c {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth
        });
        let braces = text.bytes().filter(|byte| *byte == b'{').count();
        if text.len() > limits::WORDS || braces > MOST || deepest.max().unwrap_or_default() > DEEPEST {
            return Err((Flaw::Unwieldy, 0));
        }
        Self::parsed(text, 0)
    }

    /// Parses a text that stands so many bytes behind the beginning of the whole one.
    fn parsed(text: &str, from: usize) -> Result<Self, Broken> {
        let mut parts = Vec::new();
        let mut plain = String::new();
        let mut rest = text.char_indices().peekable();
        while let Some((at, c)) = rest.next() {
            match c {
                '{' | '}' if rest.peek().is_some_and(|(_, next)| *next == c) => {
                    rest.next();
                    plain.push(c);
                }
                '}' => return Err((Flaw::Brace, from + at)),
                '{' => {
                    let length = closing(&text[at + 1..]).ok_or((Flaw::Brace, from + at))?;
                    if !plain.is_empty() {
                        parts.push(Part::Text(std::mem::take(&mut plain)));
                    }
                    parts.push(slot(&text[at + 1..at + 1 + length], from + at)?);
                    while rest.next_if(|(here, _)| *here <= at + 1 + length).is_some() {}
                }
                other => plain.push(other),
            }
        }
        if !plain.is_empty() {
            parts.push(Part::Text(plain));
        }
        Ok(Self(parts))
    }

    /// The names of all slots, sorted, each once.
    pub fn slots(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for part in &self.0 {
            match part {
                Part::Text(_) => {}
                Part::Slot { name, .. } => names.push(name),
                Part::Plural { name, one, other } => {
                    names.push(name);
                    names.extend(one.slots());
                    names.extend(other.slots());
                }
            }
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The texts between the slots.
    pub(super) fn texts(&self) -> Vec<&str> {
        fn of(part: &Part) -> Vec<&str> {
            match part {
                Part::Text(text) => vec![text.as_str()],
                Part::Slot { .. } => Vec::new(),
                Part::Plural { one, other, .. } => [one.texts(), other.texts()].concat(),
            }
        }
        self.0.iter().flat_map(of).collect()
    }

    /// The text as it is written in a file.
    pub(super) fn written(&self) -> String {
        let part = |part: &Part| match part {
            Part::Text(text) => text.replace('{', "{{").replace('}', "}}"),
            Part::Slot { name, form, capital } => {
                let form = form.as_ref().map(|form| format!(":{form}")).unwrap_or_default();
                format!("{{{}{name}{form}}}", if *capital { "^" } else { "" })
            }
            Part::Plural { name, one, other } => format!("{{{name}|{}|{}}}", one.written(), other.written()),
        };
        self.0.iter().map(part).collect()
    }

    /// The same slots with other texts between them.
    pub(super) fn map(&self, change: &dyn Fn(&str) -> String) -> Self {
        let part = |part: &Part| match part {
            Part::Text(text) => Part::Text(change(text)),
            Part::Slot { .. } => part.clone(),
            Part::Plural { name, one, other } => {
                Part::Plural { name: name.clone(), one: one.map(change), other: other.map(change) }
            }
        };
        Self(self.0.iter().map(part).collect())
    }

    /// The only slot, if there is nothing else.
    pub(super) fn alias(&self) -> Option<&str> {
        match self.0.as_slice() {
            [Part::Slot { name, form: None, .. }] => Some(name),
            _ => None,
        }
    }
}

/// How many bytes it is to the brace that closes an open one.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => return Some(at),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// What stands between two braces, the first of which is byte `at` of the whole text.
fn slot(inside: &str, at: usize) -> Result<Part, Broken> {
    let mut parts = split(inside).into_iter();
    let (_, first) = parts.next().unwrap_or_default();
    let forms: Vec<(usize, &str)> = parts.collect();
    if let [one, other] = forms[..] {
        if !is_name(first) {
            return Err((Flaw::Nameless, at));
        }
        let form = |(from, text): (usize, &str)| Template::parsed(text, at + 1 + from);
        return Ok(Part::Plural { name: first.to_owned(), one: form(one)?, other: form(other)? });
    }
    if !forms.is_empty() {
        return Err((Flaw::Plural, at));
    }
    let (capital, named) = first.strip_prefix('^').map_or((false, first), |rest| (true, rest));
    let (name, form) = named.split_once(':').map_or((named, None), |(name, form)| (name, Some(form)));
    if !is_name(name) || form.is_some_and(|form| !is_name(form)) {
        return Err((Flaw::Nameless, at));
    }
    Ok(Part::Slot { name: name.to_owned(), form: form.map(str::to_owned), capital })
}

/// What stands between the bars that are not inside inner braces, each with the byte it begins at.
fn split(text: &str) -> Vec<(usize, &str)> {
    let (mut depth, mut from, mut parts) = (0, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            '|' if depth == 0 => {
                parts.push((from, &text[from..at]));
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push((from, &text[from..]));
    parts
}

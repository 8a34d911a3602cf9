//! Reading files of words: every text becomes an entry that knows its place.

use super::fault::{Fault, Flaw};
use super::lexicon::{BASE, Entry, Form};
use super::template::Template;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What stands behind a text that is the same as the English one on purpose.
const SAME: &str = "# same";

/// Entries as they are read.
#[derive(Default)]
pub(super) struct Reading<'a> {
    pub entries: BTreeMap<String, Entry>,
    pub faults: Vec<Fault>,
    file: usize,
    text: &'a str,
}

impl<'a> Reading<'a> {
    /// Reads one file more, whose ids get a prefix.
    pub(super) fn file(&mut self, number: usize, prefix: &str, text: &'a str) {
        (self.file, self.text) = (number, text);
        match DeTable::parse(text) {
            Ok(table) => self.table(prefix, table.get_ref()),
            Err(error) => self.fault(error.span().unwrap_or(0..0), Flaw::Toml(error.message().to_owned())),
        }
    }

    fn fault(&mut self, span: Range<usize>, flaw: Flaw) {
        self.faults.push(Fault { file: self.file, span, flaw });
    }

    fn table(&mut self, prefix: &str, table: &DeTable<'_>) {
        for (key, value) in table {
            let id = if prefix.is_empty() { key.get_ref().to_string() } else { format!("{prefix}.{}", key.get_ref()) };
            let mut forms = Vec::new();
            match value.get_ref() {
                DeValue::String(text) => forms.extend(self.form(BASE, key.span(), text, value)),
                DeValue::Table(inner) if is_forms(inner) => {
                    for (name, value) in inner {
                        match value.get_ref() {
                            DeValue::String(text) => forms.extend(self.form(name.get_ref(), name.span(), text, value)),
                            _ => self.fault(value.span(), Flaw::Kind(format!("{id}.{}", name.get_ref()))),
                        }
                    }
                }
                DeValue::Table(inner) => {
                    self.table(&id, inner);
                    continue;
                }
                _ => self.fault(value.span(), Flaw::Kind(id.clone())),
            }
            if !forms.is_empty() {
                let same = self.is_same(value.span().end);
                self.entries.insert(id, Entry { forms, same, place: (self.file, key.span()) });
            }
        }
    }

    fn form(&mut self, name: &str, span: Range<usize>, text: &str, value: &Spanned<DeValue<'_>>) -> Option<Form> {
        match Template::parse(text) {
            Ok(template) => Some(Form { name: name.to_owned(), template, span }),
            Err((Flaw::Unwieldy, _)) => {
                self.fault(value.span(), Flaw::Unwieldy);
                None
            }
            Err((flaw, at)) => {
                let at = value.span().start + within(self.text.get(value.span()).unwrap_or_default(), at);
                self.fault(at..at + 1, flaw);
                None
            }
        }
    }

    /// Whether the line a value ends on says that it is the same in English.
    fn is_same(&self, end: usize) -> bool {
        let rest = self.text.get(end..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        rest.trim_start_matches([' ', '\t', '}', ',']).starts_with(SAME)
    }
}

/// A table with a `base` (or what a form that goes by the first letter depends on) has the forms of one phrase.
fn is_forms(table: &DeTable<'_>) -> bool {
    let has = |name: &str| table.iter().any(|(key, _)| key.get_ref() == name);
    has(BASE) || has("vowel") && has("other")
}

/// The byte of a TOML string, quotes and all, that byte `wanted` of its text comes from.
fn within(written: &str, wanted: usize) -> usize {
    let quotes = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quotes| written.starts_with(quotes)).unwrap_or_default();
    let mut at = quotes.len();
    if quotes.len() == 3 {
        // The end of the line right behind the quotes is no part of the text.
        let rest = &written[at..];
        at += rest.len() - rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix('\n')).unwrap_or(rest).len();
    }
    if quotes.starts_with('\'') {
        return at + wanted;
    }
    let mut said = 0;
    while said < wanted {
        let Some(c) = written[at..].chars().next() else { break };
        let (length, meant) = if c == '\\' { escape(&written[at + 1..]) } else { (c.len_utf8(), c.len_utf8()) };
        at += length;
        said += meant;
    }
    at
}

/// How many bytes an escape has, with its backslash, and how many what it means.
fn escape(behind: &str) -> (usize, usize) {
    let digits = match behind.chars().next() {
        Some('x') => 2,
        Some('u') => 4,
        Some('U') => 8,
        // A backslash at the end of a line swallows all space up to the next text.
        Some(c) if c.is_whitespace() => return (1 + behind.len() - behind.trim_start().len(), 0),
        Some(_) => return (2, 1),
        None => return (1, 0),
    };
    let meant = behind.get(1..=digits).and_then(|hex| u32::from_str_radix(hex, 16).ok()).and_then(char::from_u32);
    (2 + digits, meant.map_or(1, char::len_utf8))
}

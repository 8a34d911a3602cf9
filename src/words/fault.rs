//! What is wrong with files of words: with each by itself, and beside English.

use super::lexicon::{Entry, Form, Lexicon};
use super::template::Template;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Something wrong with a file of words.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// The number of the file among those that were read.
    pub file: usize,
    pub span: Range<usize>,
    pub flaw: Flaw,
}

/// What is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Flaw {
    /// No TOML; the parser's own words.
    Toml(String),
    /// A `{` without its `}`, or the other way round.
    Brace,
    /// Braces without the name of a slot between them.
    Nameless,
    /// A plural with more or fewer than two forms.
    Plural,
    /// Longer, nested deeper, or with more slots than any sentence.
    Unwieldy,
    /// Neither a text nor a table.
    Kind(String),
    /// Counts that take the first form of a plural, but no numbers.
    Counts,
    /// What stands between the digits of a number, but no single sign.
    Mark(String),
    /// An id that English does not have.
    Unknown(String),
    /// An id of English that is not there.
    Missing(String),
    /// A letter that cannot be written on the screen.
    Glyph { id: String, letter: char },
    /// Still the English text, and nothing says that it is meant to be.
    Untranslated(String),
    /// Slots that differ from the English ones: those that lack and those that are too many.
    Slots { id: String, lacking: Vec<String>, foreign: Vec<String> },
    /// One form of several lacks slots.
    Form { id: String, form: String, lacking: Vec<String> },
}

/// The fewest letters of a word that languages do not share by chance.
const WORD: usize = 4;

/// Ids a language may have or not, as its grammar needs.
fn is_free(id: &str) -> bool {
    id.starts_with("form.") || id.starts_with("number.")
}

/// Whether an id of the grammar means anything: `form.de`, `number.one`, `number.th.3`.
fn is_grammar(id: &str) -> bool {
    let parts: Vec<&str> = id.split('.').collect();
    match parts[..] {
        ["form", _] => true,
        ["number", what] => matches!(what, "group" | "point" | "one"),
        ["number", _, count] => count == "other" || count.parse::<i64>().is_ok(),
        _ => false,
    }
}

/// The slots a text of the grammar must have.
fn wanted_by_grammar(id: &str) -> &'static [&'static str] {
    match id.split_once('.') {
        Some(("form", _)) => &["name"],
        Some(("number", rest)) if rest.rsplit('.').next() == Some("other") => &["n"],
        _ => &[],
    }
}

fn lacking(ours: &[&str], theirs: &[&str]) -> Vec<String> {
    theirs.iter().filter(|slot| !ours.contains(slot)).map(|slot| (*slot).to_owned()).collect()
}

impl Entry {
    /// Whether every form has the slots of English, and no form others.
    fn fits(&self, english: &Self) -> bool {
        let wanted = english.slots();
        self.slots() == wanted && self.forms.iter().all(|form| lacking(&form.template.slots(), &wanted).is_empty())
    }

    /// Whether there are words in it that another language would say otherwise.
    fn has_words(&self) -> bool {
        let plain = self.base().map(|template| template.texts().join(" ")).unwrap_or_default();
        // What stands in backticks is for programs.
        let outside = plain.split('`').step_by(2);
        outside.flat_map(|text| text.split(|c: char| !c.is_alphabetic())).any(|word| word.chars().count() >= WORD)
    }
}

impl Lexicon {
    /// Texts with letters that cannot be written, each letter once for each text.
    pub fn unwritable(&self, writable: &dyn Fn(char) -> bool) -> Vec<Fault> {
        let mut known: BTreeMap<char, bool> = BTreeMap::new();
        let mut told: BTreeSet<(&str, char)> = BTreeSet::new();
        let wrong = self.characters().filter(|(_, letter)| !*known.entry(*letter).or_insert_with(|| writable(*letter)));
        told.extend(wrong);
        let fault = |(id, letter): (&str, char)| {
            let (file, span) = self.own(id)?.place.clone();
            Some(Fault { file, span, flaw: Flaw::Glyph { id: id.to_owned(), letter } })
        };
        told.into_iter().filter_map(fault).collect()
    }

    /// The same words without those whose slots are not those of English: a sentence that lacks somebody, or names nobody,
    /// is better said in English.
    #[must_use]
    pub fn sound(mut self, english: &Self) -> Self {
        self.entries.retain(|id, entry| is_free(id) || english.own(id).is_none_or(|other| entry.fits(other)));
        self
    }

    /// How these words differ from those of English: ids that are unknown or missing, slots that differ, and what is still
    /// English. English itself is compared with nothing but itself.
    pub fn compare(&self, english: &Self) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (id, entry) in &self.entries {
            let mut tell = |flaw| faults.push(Fault { file: entry.place.0, span: entry.place.1.clone(), flaw });
            if is_free(id) {
                match grammar(id, entry) {
                    Some(flaw) => tell(flaw),
                    None => faults.extend(forms(id, entry, wanted_by_grammar(id))),
                }
                continue;
            }
            let Some(other) = english.own(id) else {
                tell(Flaw::Unknown(id.clone()));
                continue;
            };
            let (ours, theirs) = (entry.slots(), other.slots());
            let (missing, foreign) = (lacking(&ours, &theirs), lacking(&theirs, &ours));
            if !missing.is_empty() || !foreign.is_empty() {
                tell(Flaw::Slots { id: id.clone(), lacking: missing, foreign });
                continue;
            }
            let is_english = self.language != english.language && entry.says(other) && entry.has_words() && !entry.same;
            if is_english {
                tell(Flaw::Untranslated(id.clone()));
            }
            faults.extend(forms(id, entry, &theirs));
        }
        let (group, point) = (self.own("number.group"), self.own("number.point"));
        if let Some(group) = group.filter(|group| point.is_some_and(|point| group.says(point))) {
            let (file, span) = group.place.clone();
            faults.push(Fault { file, span, flaw: Flaw::Mark("number.group".into()) });
        }
        for id in english.entries.keys().filter(|id| !self.entries.contains_key(*id) && !is_free(id)) {
            faults.push(Fault { file: 0, span: 0..0, flaw: Flaw::Missing(id.clone()) });
        }
        faults
    }
}

/// What is wrong with a text of the grammar.
fn grammar(id: &str, entry: &Entry) -> Option<Flaw> {
    let text = entry.base().map(Template::written).unwrap_or_default();
    let sign = |text: &str| !text.contains(char::is_alphanumeric) && text.chars().count() == 1;
    match id {
        _ if !is_grammar(id) => Some(Flaw::Unknown(id.to_owned())),
        "number.one" => text.split_whitespace().any(|count| count.parse::<i64>().is_err()).then_some(Flaw::Counts),
        "number.group" => (!text.is_empty() && !sign(&text)).then(|| Flaw::Mark(id.to_owned())),
        "number.point" => (!sign(&text)).then(|| Flaw::Mark(id.to_owned())),
        _ => None,
    }
}

/// Every form that lacks a slot.
fn forms<'a>(id: &'a str, entry: &'a Entry, wanted: &'a [&str]) -> impl Iterator<Item = Fault> + 'a {
    entry.forms.iter().filter_map(move |Form { name, template, span }| {
        let lacking = lacking(&template.slots(), wanted);
        let flaw = Flaw::Form { id: id.to_owned(), form: name.clone(), lacking };
        let complete = matches!(&flaw, Flaw::Form { lacking, .. } if lacking.is_empty());
        (!complete).then(|| Fault { file: entry.place.0, span: span.clone(), flaw })
    })
}

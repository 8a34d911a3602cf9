//! A lexicon: every sentence, phrase and name of one language, and how messages are said in it.

use super::fault::Fault;
use super::message::{Arg, GAP, Message};
use super::numbers::Figures;
use super::reading::Reading;
use super::template::{Part, Template};
use crate::built_in;
use crate::limits;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, PoisonError, RwLock};

/// The form that is meant when none is named.
pub(super) const BASE: &str = "base";
/// How deep phrases may stand inside each other; deeper ones are left out.
const DEEPEST: usize = 12;

/// The words of one language.
#[derive(Debug, Clone)]
pub struct Lexicon {
    /// Such as `de`.
    pub language: String,
    pub(super) entries: BTreeMap<String, Entry>,
    figures: Figures,
    /// Counts that go with the form for one.
    singular: Vec<i64>,
    /// Who knows what is missing here.
    behind: Option<Arc<Lexicon>>,
    /// Whether pieces and places are called by the ids that machines know them by.
    by_ids: bool,
}

/// What an id stands for: one text, or several forms of it.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub forms: Vec<Form>,
    /// Its file says that it is the same in English on purpose.
    pub same: bool,
    /// Where it stands: the file by its number, and the bytes.
    pub place: (usize, Range<usize>),
}

/// One form of a text, and where its name stands.
#[derive(Debug, Clone)]
pub(super) struct Form {
    pub name: String,
    pub template: Template,
    pub span: Range<usize>,
}

impl Entry {
    fn form(&self, wanted: &str) -> Option<&Template> {
        self.forms.iter().find(|form| form.name == wanted).map(|form| &form.template)
    }

    pub(super) fn base(&self) -> Option<&Template> {
        self.form(BASE).or(self.forms.first().map(|form| &form.template))
    }

    pub(super) fn slots(&self) -> Vec<&str> {
        let mut slots: Vec<&str> = self.forms.iter().flat_map(|form| form.template.slots()).collect();
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    /// Whether it says the same as another one.
    pub(super) fn says(&self, other: &Self) -> bool {
        self.base() == other.base()
    }
}

impl Lexicon {
    /// Reads the files of a language, each with the prefix its ids get (the name of a pack, or nothing). What is wrong is
    /// left out and told.
    pub fn read(language: &str, files: &[(&str, &str)], behind: Option<Arc<Self>>) -> (Self, Vec<Fault>) {
        let mut reading = Reading::default();
        for (number, (prefix, text)) in files.iter().enumerate() {
            reading.file(number, prefix, text);
        }
        let figures = behind.as_ref().map_or(Figures { group: ",".into(), point: ".".into() }, |b| b.figures.clone());
        let singular = behind.as_ref().map_or(vec![1], |b| b.singular.clone());
        let mut lexicon =
            Self { language: language.to_owned(), entries: reading.entries, figures, singular, behind, by_ids: false };
        let mark = |id: &str| lexicon.own(id).map(|entry| entry.base().map(|t| t.texts().concat()).unwrap_or_default());
        let (group, point, one) = (mark("number.group"), mark("number.point"), mark("number.one"));
        lexicon.figures.group = group.unwrap_or(lexicon.figures.group);
        lexicon.figures.point = point.unwrap_or(lexicon.figures.point);
        if let Some(counts) = one {
            lexicon.singular = counts.split_whitespace().filter_map(|count| count.parse().ok()).collect();
        }
        (lexicon, reading.faults)
    }

    /// The lexicon built into the program for a language, English behind it.
    pub fn built_in(language: &str) -> Self {
        let name = format!("{language}.toml");
        let mut files = Vec::new();
        if let Some(text) = built_in::WORDS.get_file(&name).and_then(include_dir::File::contents_utf8) {
            files.push(("", text));
        }
        for pack in built_in::packs() {
            let file = built_in::rule_file(&format!("{pack}/words/{name}"));
            files.extend(file.and_then(include_dir::File::contents_utf8).map(|text| (pack, text)));
        }
        let behind = (language != super::speech::ENGLISH).then(super::speech::english);
        Self::read(language, &files, behind).0
    }

    /// The same words with every text changed, such as a language made up for tests.
    pub(super) fn map(&self, language: &str, change: &dyn Fn(&str) -> String) -> Self {
        let mut other = self.clone();
        language.clone_into(&mut other.language);
        // How numbers look is no text.
        for (id, entry) in other.entries.iter_mut().filter(|(id, _)| !id.starts_with("number.")) {
            if !id.ends_with(".pattern") {
                entry.forms.iter_mut().for_each(|form| form.template = form.template.map(change));
            }
        }
        other
    }

    /// The same words, but whatever carries an argument `id` is called by it.
    #[must_use]
    pub fn by_ids(mut self) -> Self {
        self.by_ids = true;
        self
    }

    /// Whether it calls things by the ids that machines know.
    pub fn is_by_ids(&self) -> bool {
        self.by_ids
    }

    pub(super) fn own(&self, id: &str) -> Option<&Entry> {
        self.entries.get(id)
    }

    fn entry(&self, id: &str) -> Option<&Entry> {
        self.read_entry(id).or_else(|| learnt(id, &self.language))
    }

    fn read_entry(&self, id: &str) -> Option<&Entry> {
        self.own(id).or_else(|| self.behind.as_ref()?.read_entry(id))
    }

    /// Whether there are words for an id, here or behind.
    pub fn knows(&self, id: &str) -> bool {
        self.entry(id).is_some()
    }

    /// Every id of this language itself.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }

    /// The names of the slots of an id.
    pub fn slots(&self, id: &str) -> Vec<&str> {
        self.entry(id).map(Entry::slots).unwrap_or_default()
    }

    /// Every character these words are written with.
    pub(super) fn characters(&self) -> impl Iterator<Item = (&str, char)> {
        self.entries.iter().flat_map(|(id, entry)| {
            let letters = entry.forms.iter().flat_map(|form| form.template.texts()).flat_map(str::chars);
            letters.map(|letter| (id.as_str(), letter))
        })
    }

    /// The text of an id as its file has it, slots and all.
    pub fn written(&self, id: &str) -> Option<String> {
        self.entry(id)?.base().map(Template::written)
    }

    /// A number as this language writes it, with at most so many decimals.
    pub fn figure(&self, value: f64, decimals: usize) -> String {
        self.figures.figure(value, decimals)
    }

    /// A number as this language writes it, with exactly so many decimals.
    pub fn fixed(&self, value: f64, decimals: usize) -> String {
        self.figures.fixed(value, decimals)
    }

    /// A message in this language.
    pub fn say(&self, message: &Message) -> String {
        let mut text = String::new();
        self.write(&mut text, message, None, 0);
        text
    }

    /// A template of this language, its slots filled by whoever knows them; a slot nobody knows stays as it is.
    pub fn fill(&self, template: &Template, known: &dyn Fn(&str) -> Option<Arg>) -> String {
        let mut text = String::new();
        self.write_template(&mut text, template, known, None, 0);
        text
    }

    /// The text of an id with its slots filled by whoever knows them.
    pub fn fill_id(&self, id: &str, known: &dyn Fn(&str) -> Option<Arg>) -> Option<String> {
        self.entry(id)?.base().map(|template| self.fill(template, known))
    }

    fn write(&self, text: &mut String, message: &Message, form: Option<&str>, depth: usize) {
        if let Some(verbatim) = message.as_verbatim() {
            return *text += &self.formed(verbatim, form, depth);
        }
        if depth > DEEPEST {
            return;
        }
        let Some(entry) = self.entry(&message.id) else { return *text += &message.id };
        let formed = form.and_then(|form| entry.form(form));
        let Some(template) = formed.or(entry.base()) else { return };
        // A phrase that only hands on another lets it have the form.
        let handed = form.filter(|_| formed.is_none());
        let from = text.len();
        self.write_template(text, template, &|name| message.arg(name).cloned(), handed, depth);
        // A form no phrase has of its own depends on how what was said begins.
        if handed.is_some() && template.alias().is_none() {
            let said = text.split_off(from);
            *text += &self.formed(&said, handed, depth);
        }
    }

    fn write_template(
        &self,
        text: &mut String,
        template: &Template,
        known: &dyn Fn(&str) -> Option<Arg>,
        handed: Option<&str>,
        depth: usize,
    ) {
        let handed = handed.filter(|_| template.alias().is_some());
        for part in &template.0 {
            // Words that say everything many times over are not said to their end.
            if text.len() > limits::SAID {
                return;
            }
            match part {
                Part::Text(plain) => *text += plain,
                Part::Slot { name, form, capital } => {
                    let from = text.len();
                    match known(name) {
                        Some(arg) => self.write_arg(text, &arg, form.as_deref().or(handed), depth),
                        None => *text += &format!("{{{name}}}"),
                    }
                    if *capital {
                        capitalise(text, from);
                    }
                }
                Part::Plural { name, one, other } => {
                    let known_value = match known(name) {
                        Some(Arg::Gap(value)) => Some(*value),
                        value => value,
                    };
                    let count = match known_value {
                        Some(Arg::Int(n) | Arg::Money(n)) => n,
                        Some(Arg::Figure(n, _)) if n == n.trunc() => n as i64,
                        Some(Arg::List(items)) => items.len() as i64,
                        _ => i64::MAX,
                    };
                    let chosen = if self.singular.contains(&count) { one } else { other };
                    self.write_template(text, chosen, known, None, depth);
                }
            }
        }
    }

    fn write_arg(&self, text: &mut String, arg: &Arg, form: Option<&str>, depth: usize) {
        match arg {
            Arg::Text(plain) => *text += &self.formed(plain, form, depth),
            Arg::Int(number) => match form {
                Some(form) => *text += &self.numeral(*number, form, depth),
                None => *text += &self.figures.whole(*number),
            },
            Arg::Figure(value, decimals) => *text += &self.figures.figure(*value, *decimals),
            Arg::Money(sum) => *text += &self.figures.whole(*sum),
            Arg::Gap(_) => text.push(GAP),
            Arg::Seat(_, colour) => {
                let mut name = String::new();
                self.write(&mut name, &Message::new(format!("seat.{colour}")), None, depth + 1);
                *text += &self.formed(&name, form, depth);
            }
            Arg::Phrase(message) => match message.arg("id") {
                Some(Arg::Text(id)) if self.by_ids => *text += id,
                _ => self.write(text, message, form, depth + 1),
            },
            Arg::List(items) => {
                let (form, joint, last) = match form {
                    Some("or") => (None, "list.comma", "list.or"),
                    Some("apart") => (None, "list.apart", "list.apart"),
                    form => (form, "list.comma", "list.and"),
                };
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        self.write(text, &Message::new(if at + 1 == items.len() { last } else { joint }), None, depth + 1);
                    }
                    self.write_arg(text, item, form, depth);
                }
            }
        }
    }

    /// A name in a form that depends on how it begins, such as the French `de` before a vowel.
    fn formed(&self, name: &str, form: Option<&str>, depth: usize) -> String {
        let form = form.filter(|_| depth <= DEEPEST);
        let Some(entry) = form.and_then(|form| self.entry(&format!("form.{form}"))) else { return name.to_owned() };
        let vowel = name
            .chars()
            .next()
            .is_some_and(|first| "aeiouyàâäéèêëîïôöùûüh".contains(first.to_lowercase().next().unwrap_or(first)));
        let template = entry.form(if vowel { "vowel" } else { "other" }).or(entry.base());
        template.map_or(name.to_owned(), |template| self.filled(template, &|_| Some(Arg::Text(name.to_owned()))))
    }

    /// A template inside a form. No form stands inside another, so none can call itself.
    fn filled(&self, template: &Template, known: &dyn Fn(&str) -> Option<Arg>) -> String {
        let mut text = String::new();
        self.write_template(&mut text, template, known, None, DEEPEST + 1);
        text
    }

    /// A number in a form of its own: `th` for "third", `word` for "three".
    fn numeral(&self, number: i64, form: &str, depth: usize) -> String {
        if depth > DEEPEST {
            return self.figures.whole(number);
        }
        let entry = self.entry(&format!("number.{form}.{number}")).or_else(|| self.entry(&format!("number.{form}.other")));
        match entry.and_then(Entry::base) {
            Some(template) => self.filled(template, &|_| Some(Arg::Int(number))),
            None => self.figures.whole(number),
        }
    }
}

/// Words that no lexicon has but a file brings along, such as those of somebody's own rule: by id, then by language.
static LEARNT: RwLock<BTreeMap<String, Lesson>> = RwLock::new(BTreeMap::new());

/// The texts for an id as they were given, and as they were read.
struct Lesson {
    given: Texts,
    read: &'static [(String, Entry)],
}

/// Texts by language, "" for all.
pub type Texts = Vec<(String, String)>;

fn learnt(id: &str, language: &str) -> Option<&'static Entry> {
    let texts = LEARNT.read().unwrap_or_else(PoisonError::into_inner).get(id)?.read;
    let of = |language: &str| texts.iter().find(|(of, _)| of == language);
    of(language).or_else(|| of("")).or_else(|| of(super::speech::ENGLISH)).or(texts.first()).map(|(_, entry)| entry)
}

/// Learns the words for an id in some languages, "" for all; a lexicon that has words for it keeps its own. What was learnt
/// before under this id is forgotten `anew`, and counts otherwise.
pub fn learn(id: &str, texts: &Texts, anew: bool) {
    let mut learnt = LEARNT.write().unwrap_or_else(PoisonError::into_inner);
    if learnt.get(id).is_some_and(|known| !anew || known.given == *texts) {
        return;
    }
    let read = |(language, text): &(String, String)| {
        let template = Template::parse(text).ok()?;
        let base = Form { name: BASE.to_owned(), template, span: 0..0 };
        Some((language.clone(), Entry { forms: vec![base], same: false, place: (0, 0..0) }))
    };
    let entries: Vec<(String, Entry)> = texts.iter().filter_map(read).collect();
    if !entries.is_empty() {
        learnt.insert(id.to_owned(), Lesson { given: texts.clone(), read: Vec::leak(entries) });
    }
}

/// The slots of a template, or nothing if its braces do not fit.
pub fn template_slots(text: &str) -> Option<Vec<String>> {
    let template = Template::parse(text).ok()?;
    Some(template.slots().into_iter().map(str::to_owned).collect())
}

pub(super) fn capitalise(text: &mut String, from: usize) {
    let Some(first) = text[from..].chars().next() else { return };
    let capital: String = first.to_uppercase().collect();
    text.replace_range(from..from + first.len_utf8(), &capital);
}

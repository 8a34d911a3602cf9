//! The rulebook in words: reads the texts of rules/<pack>, and prints the book of a variant with changes marked.

use super::effective::Effective;
use crate::problem::{Problem, Problems, Source};
use crate::sim::Ruleset;
use crate::words::number;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The texts of a pack.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Book {
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub intro: String,
    #[serde(default, rename = "chapter")]
    pub chapters: Vec<Chapter>,
    #[serde(default, rename = "rule")]
    pub paragraphs: Vec<Paragraph>,
    #[serde(skip)]
    pub house: Vec<HousePage>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chapter {
    pub title: String,
    pub rules: Vec<String>,
}

/// One numbered rule.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paragraph {
    pub id: String,
    pub title: String,
    /// The plugin that must be in force for this to hold.
    pub owner: String,
    pub text: String,
    #[serde(default)]
    pub settings: Vec<String>,
    #[serde(default, rename = "case")]
    pub cases: Vec<Case>,
}

/// Another wording for certain values.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    pub when: BTreeMap<String, Value>,
    pub text: String,
}

/// The page of a house rule.
#[derive(Debug, Clone, Deserialize)]
pub struct HousePage {
    #[serde(skip)]
    pub id: String,
    pub title: String,
    /// What changes, in one sentence.
    pub summary: String,
    /// The rule as the printed book tells it; {key} is replaced by the value in force.
    pub text: String,
}

impl Book {
    /// Takes over the texts of a rulebook file.
    pub fn take(&mut self, read: Self) {
        let house = std::mem::take(&mut self.house);
        *self = Self { house, ..read };
    }

    pub fn add_house_page(&mut self, page: HousePage) {
        self.house.push(page);
    }

    pub fn paragraph(&self, id: &str) -> Option<&Paragraph> {
        self.paragraphs.iter().find(|p| p.id == id)
    }

    pub fn house_page(&self, id: &str) -> Option<&HousePage> {
        self.house.iter().find(|page| page.id == id)
    }
}

fn parse<T: serde::de::DeserializeOwned>(source: &Source) -> Result<T, Problems> {
    toml::from_str(&source.text)
        .map_err(|error| Problem::at(source, error.span().unwrap_or(0..0), error.message().to_owned()).into())
}

/// Reads rulebook.toml.
pub fn read(source: &Source) -> Result<Book, Problems> {
    let book: Book = parse(source)?;
    let mut problems = Problems::default();
    for chapter in &book.chapters {
        for id in chapter.rules.iter().filter(|id| book.paragraph(id).is_none()) {
            problems.push(Problem::about(
                &source.path,
                format!("chapter \"{}\" names `{id}`, which is not in the book", chapter.title),
            ));
        }
    }
    problems.unless_errors(book).map(|(book, _)| book)
}

/// Reads the page of a house rule; its id is the file's name.
pub fn read_house_page(source: &Source) -> Result<HousePage, Problems> {
    let mut page: HousePage = parse(source)?;
    let file = source.path.rsplit(['/', '\\']).next().unwrap_or_default();
    file.trim_end_matches(".toml").clone_into(&mut page.id);
    Ok(page)
}

impl Paragraph {
    /// The wording for the values in force, or nothing when its plugin is not.
    pub fn wording(&self, rules: &Ruleset) -> Option<String> {
        if !rules.is_in_force(&self.owner) {
            return None;
        }
        let holds = |case: &&Case| case.when.iter().all(|(key, wanted)| value_of(rules, key) == *wanted);
        let text = self.cases.iter().find(holds).map_or(&self.text, |case| &case.text);
        Some(fill(text, rules))
    }
}

/// A value for a condition: switches of rules that are not in force count as off.
fn value_of(rules: &Ruleset, key: &str) -> Value {
    let section = key.split('.').next().unwrap_or_default();
    match rules.value(key) {
        Some(value) => value.clone(),
        None if !rules.is_in_force(section) && key.ends_with(".enabled") => Value::Bool(false),
        None => Value::Null,
    }
}

/// Replaces every {key} by its value in words.
pub fn fill(text: &str, rules: &Ruleset) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('{') {
        let Some(length) = rest[start..].find('}') else { break };
        let key = &rest[start + 1..start + length];
        filled += &rest[..start];
        match rules.value(key) {
            Some(value) => filled += &in_words(value),
            None => filled += &rest[start..=start + length],
        }
        rest = &rest[start + length + 1..];
    }
    filled + rest
}

fn in_words(value: &Value) -> String {
    match value {
        Value::Number(n) => n.as_f64().map_or_else(|| n.to_string(), number),
        Value::String(text) => text.replace('_', " "),
        Value::Bool(on) => if *on { "on" } else { "off" }.to_owned(),
        Value::Array(items) => items.iter().map(in_words).collect::<Vec<_>>().join(", "),
        Value::Object(table) if table.keys().all(|key| key.parse::<u8>().is_ok()) => {
            let counts: Vec<String> =
                table.iter().map(|(players, value)| format!("{} with {}", in_words(value), players_word(players))).collect();
            counts.join(", ")
        }
        Value::Object(table) => {
            let fields: Vec<String> = table.iter().map(|(key, value)| format!("{key} {}", in_words(value))).collect();
            format!("({})", fields.join(", "))
        }
        Value::Null => String::new(),
    }
}

fn players_word(count: &str) -> &str {
    match count {
        "2" => "two players",
        "3" => "three",
        "4" => "four",
        "5" => "five",
        "6" => "six",
        other => other,
    }
}

/// Changed values that the wording does not speak of: told once, at the paragraph that declares them.
fn unspoken(paragraph: &Paragraph, effective: Effective<'_>, standard: &Ruleset, same_wording: bool) -> String {
    let mut told = String::new();
    for leaf in effective.leaves().iter().filter(|leaf| leaf.setting.rule == paragraph.id) {
        let before = standard.value(&leaf.key);
        let new = before.is_none();
        if before != Some(&leaf.value) && (same_wording || new) {
            told += &format!(" In this game `{}` is {}.", leaf.key, leaf.setting.in_words(&leaf.value));
        }
    }
    told
}

/// The complete rulebook of rules in force as Markdown. Paragraphs that differ from the standard game carry a `▸`.
pub fn print(effective: Effective<'_>, standard: &Ruleset) -> String {
    let book = &effective.catalogue.book;
    let rules = effective.rules;
    // What a file says about itself is words: no HTML, no pictures or links, no headings.
    let plain = |text: &str| {
        let mark = |c: char| if "\\`*_{}[]()<>#!|~".contains(c) { format!("\\{c}") } else { c.to_string() };
        text.chars().map(mark).collect::<String>()
    };
    let mut text = format!("# {}: {}\n\n", book.title, plain(&rules.blueprint.title));
    if !rules.blueprint.about.is_empty() {
        text += &format!("{}\n\n", plain(&rules.blueprint.about));
    }
    text += &format!("{}\n", book.intro);
    let mut changed_any = false;
    for chapter in &book.chapters {
        let mut body = String::new();
        for paragraph in chapter.rules.iter().filter_map(|id| book.paragraph(id)) {
            let (now, before) = (paragraph.wording(rules), paragraph.wording(standard));
            let details = if now.is_some() { unspoken(paragraph, effective, standard, now == before) } else { String::new() };
            let changed = now != before || !details.is_empty();
            changed_any |= changed;
            let mark = if changed { "▸ " } else { "" };
            body += &match now {
                Some(wording) => format!("{mark}**{}** ({}). {wording}{details}\n\n", paragraph.title, paragraph.id),
                None => format!("{mark}**{}** ({}). ~~This rule is not in force.~~\n\n", paragraph.title, paragraph.id),
            };
        }
        text += &format!("\n## {}\n\n{}", chapter.title, body.trim_end());
        text.push('\n');
    }
    let house: Vec<&HousePage> = book.house.iter().filter(|page| rules.is_in_force(&page.id)).collect();
    if !house.is_empty() {
        changed_any = true;
        text += "\n## House rules\n";
        for page in house {
            text += &format!("\n▸ **{}** (`{}`). {}\n", page.title, page.id, fill(&page.text, rules));
        }
    }
    if changed_any {
        text += "\n---\n\n▸ marks what differs from the standard game.\n";
    }
    text
}

//! The rulebook as it is laid out in `rules/<pack>/rulebook.toml`: chapters, numbered rules with their wordings, pictures. The
//! words stand in the lexicon under `<pack>.book`.

use super::catalogue::Catalogue;
use super::effective::Effective;
use crate::problem::{Problem, Problems, Source};
use crate::sim::show::badge;
use crate::sim::{Chance, Game, Ruleset};
use crate::words::{Arg, Message, msg, spoken};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The layout of a pack's rulebook.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Book {
    #[serde(default, rename = "chapter")]
    pub chapters: Vec<Chapter>,
    #[serde(default, rename = "rule")]
    pub paragraphs: Vec<Paragraph>,
    #[serde(default, rename = "picture")]
    pub pictures: Vec<Picture>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chapter {
    pub id: String,
    pub rules: Vec<String>,
}

/// One numbered rule, or one that only explains something and has no number.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paragraph {
    pub id: String,
    /// The plugin that must be in force for this to hold; what only explains has none.
    #[serde(default)]
    pub owner: Option<String>,
    #[serde(default)]
    pub settings: Vec<String>,
    #[serde(default, rename = "case")]
    pub cases: Vec<Case>,
}

/// Another wording for certain values.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    pub id: String,
    pub when: BTreeMap<String, Value>,
}

/// A picture behind a paragraph: a drawing the pack has, or a position as a scenario gives it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Picture {
    pub id: String,
    pub after: String,
    #[serde(default)]
    pub draw: Option<String>,
    #[serde(default)]
    pub given: Option<Value>,
    #[serde(default)]
    pub seats: Option<usize>,
    /// Whether a position shows what its first player may do.
    #[serde(default)]
    pub offers: bool,
    /// Whether it is as wide as the page.
    #[serde(default)]
    pub wide: bool,
    /// What must hold for it to be shown.
    #[serde(default)]
    pub when: BTreeMap<String, Value>,
}

/// The id of the paragraph that opens every book.
const INTRO: &str = "intro";

/// What a book names that belongs to the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named<'a> {
    Rule(&'a str),
    Setting(&'a str),
}

impl Book {
    /// The rules and settings the book names, each with the way that leads to it in its file. Facts are left aside: only a
    /// game knows them.
    pub fn names(&self) -> Vec<(Named<'_>, Vec<String>)> {
        let mut names = Vec::new();
        for (number, paragraph) in self.paragraphs.iter().enumerate() {
            let at = |rest: &[&str]| way("rule", number, rest);
            names.extend(paragraph.owner.iter().map(|owner| (Named::Rule(owner), at(&["owner"]))));
            for (place, key) in paragraph.settings.iter().enumerate() {
                names.push((Named::Setting(key), at(&["settings", &place.to_string()])));
            }
            for (place, case) in paragraph.cases.iter().enumerate() {
                names.extend(conditions(&case.when).map(|(named, key)| (named, at(&["case", &place.to_string(), "when", key]))));
            }
        }
        for (number, picture) in self.pictures.iter().enumerate() {
            let at = |key: &str| way("picture", number, &["when", key]);
            names.extend(conditions(&picture.when).map(|(named, key)| (named, at(key))));
        }
        names
    }

    /// The ids of the words the book is told in, without what all of them begin with, each with the way that leads to whatever
    /// needs them in the file. A case does without a heading of its own.
    pub fn words(&self) -> Vec<(String, Vec<String>)> {
        let mut words = Vec::new();
        for (number, chapter) in self.chapters.iter().enumerate() {
            words.push((format!("chapter.{}", chapter.id), way("chapter", number, &["id"])));
        }
        for (number, paragraph) in self.paragraphs.iter().enumerate() {
            let id = &paragraph.id;
            let parts: &[&str] = if id == INTRO { &["text"] } else { &["title", "text"] };
            words.extend(parts.iter().map(|part| (format!("{id}.{part}"), way("rule", number, &["id"]))));
            for (place, case) in paragraph.cases.iter().enumerate() {
                words.push((format!("{id}.{}", case.id), way("rule", number, &["case", &place.to_string(), "id"])));
            }
        }
        for (number, picture) in self.pictures.iter().enumerate() {
            words.push((format!("picture.{}", picture.id), way("picture", number, &["id"])));
        }
        words
    }

    pub fn paragraph(&self, id: &str) -> Option<&Paragraph> {
        self.paragraphs.iter().find(|p| p.id == id)
    }
}

/// The way to something in one of several tables of that name.
fn way(table: &str, number: usize, rest: &[&str]) -> Vec<String> {
    [&[table, &number.to_string()], rest].concat().into_iter().map(str::to_owned).collect()
}

/// Reads rulebook.toml.
pub fn read(source: &Source) -> Result<Book, Problems> {
    let book: Book = toml::from_str(&source.text).map_err(|error| {
        Problem::at(source, error.span().unwrap_or(0..0), msg!("book.problem.unreadable")).detail(error.message())
    })?;
    let mut problems = Problems::default();
    for chapter in &book.chapters {
        for id in chapter.rules.iter().filter(|id| book.paragraph(id).is_none()) {
            problems.push(Problem::about(&source.path, msg!("book.problem.no_such_rule", chapter = &chapter.id, id)));
        }
    }
    for picture in book.pictures.iter().filter(|picture| book.paragraph(&picture.after).is_none()) {
        problems.push(Problem::about(&source.path, msg!("book.problem.picture", picture = &picture.id, id = &picture.after)));
    }
    problems.unless_errors(book).map(|(book, _)| book)
}

impl Paragraph {
    /// Whether it is one of the numbered facts of the game.
    pub fn is_numbered(&self) -> bool {
        self.owner.is_some()
    }

    /// The heading: that of the case in force where it has one of its own.
    fn title(&self, rules: &Ruleset) -> String {
        let of = |part: &str| format!("{}.book.{}.{part}", rules.pack.name(), self.id);
        let own = self.case(rules).map(|case| of(&format!("{}-title", case.id))).filter(|id| spoken().knows(id));
        Message::new(own.unwrap_or_else(|| of("title"))).to_string()
    }

    fn case(&self, rules: &Ruleset) -> Option<&Case> {
        self.cases.iter().find(|case| holds(&case.when, rules))
    }

    /// The id of the wording for the values in force, or nothing when its plugin is not.
    fn wording_id(&self, rules: &Ruleset) -> Option<String> {
        if self.owner.as_ref().is_some_and(|owner| !rules.is_in_force(owner)) {
            return None;
        }
        let case = self.case(rules).map_or("text", |case| case.id.as_str());
        Some(format!("{}.book.{}.{case}", rules.pack.name(), self.id))
    }

    /// Whether the wording for the values in force names a setting.
    fn speaks_of(&self, rules: &Ruleset, key: &str) -> bool {
        self.wording_id(rules).is_some_and(|id| spoken().slots(&id).contains(&key))
    }

    /// The wording for the values in force in the language that is spoken.
    pub fn wording(&self, catalogue: &Catalogue, rules: &Ruleset) -> Option<String> {
        self.wording_id(rules).map(|id| fill(&id, catalogue, rules))
    }
}

/// Whether every key of a condition has the value it names.
fn conditions(when: &BTreeMap<String, Value>) -> impl Iterator<Item = (Named<'_>, &str)> {
    let keys = when.keys().filter(|key| !key.starts_with("fact."));
    keys.map(|key| (key.strip_prefix("rules.").map_or(Named::Setting(key), Named::Rule), key.as_str()))
}

fn holds(when: &BTreeMap<String, Value>, rules: &Ruleset) -> bool {
    when.iter().all(|(key, wanted)| value_of(rules, key) == *wanted)
}

/// A value for a condition: `rules.<id>` says whether a rule is in force, `fact.<name>` is a number the pack knows, and
/// switches of rules that are not in force count as off.
fn value_of(rules: &Ruleset, key: &str) -> Value {
    if let Some(rule) = key.strip_prefix("rules.") {
        return Value::Bool(rules.is_in_force(rule));
    }
    if let Some(Arg::Int(number)) = fact(rules, key) {
        return number.into();
    }
    let section = key.split('.').next().unwrap_or_default();
    match rules.value(key) {
        Some(value) => value.clone(),
        None if !rules.is_in_force(section) && key.ends_with(".enabled") => Value::Bool(false),
        None => Value::Null,
    }
}

/// What the pack says of itself under a key `fact.<name>`.
fn fact(rules: &Ruleset, key: &str) -> Option<Arg> {
    rules.pack.fact(rules, key.strip_prefix("fact.")?)
}

/// A text of the lexicon, every `{key}` in it replaced by the value in force, every `{fact.<name>}` by what the pack knows.
pub fn fill(id: &str, catalogue: &Catalogue, rules: &Ruleset) -> String {
    spoken().fill_id(id, &|key: &str| value(key, catalogue, rules)).unwrap_or_else(|| id.to_owned())
}

/// What stands for a key in a text of the book: the value of a setting, or what the pack knows.
pub fn value(key: &str, catalogue: &Catalogue, rules: &Ruleset) -> Option<Arg> {
    let setting = || Some(catalogue.setting_of(key)?.1.value(rules.said(key)?));
    setting().or_else(|| fact(rules, key))
}

/// A part of a house rule's page: its title, text, or what it does. While the rule is not in force its settings are what they
/// would be.
pub fn page(catalogue: &Catalogue, rules: &Ruleset, rule: &str, part: &str) -> String {
    let known = |key: &str| {
        let (_, setting) = catalogue.setting_of(key)?;
        let value = rules.said(key).or(setting.default.as_ref())?;
        Some(setting.value(value))
    };
    let id = format!("{}.house.{rule}.{part}", rules.pack.name());
    spoken().fill_id(&id, &|key| known(key).or_else(|| fact(rules, key))).unwrap_or_default()
}

/// The text of a house rule's page, and why there is such a rule.
pub fn whole_page(catalogue: &Catalogue, rules: &Ruleset, rule: &str) -> String {
    let why = rules.pack.rule_reason(rule).map(|why| format!("\n{}", msg!("book.why", why)));
    page(catalogue, rules, rule, "text") + &why.unwrap_or_default()
}

/// What a line of a list begins with.
pub const BULLET: &str = "• ";
/// What stands before whatever differs from the standard game.
pub const MARK: &str = "▸";

/// How much room a picture has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Room {
    /// That of the icons of a house rule.
    Icons,
    Column,
    Page,
}

/// A piece of a printed rulebook.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// The title, and what the variant says about itself.
    Head {
        title: String,
        about: String,
    },
    Text(String),
    Chapter {
        id: String,
        title: String,
    },
    Rule(Told),
    Picture {
        svg: String,
        caption: String,
        room: Room,
    },
    /// What the marks mean, at the end.
    Legend(String),
}

impl Block {
    pub fn rule(&self) -> Option<&Told> {
        match self {
            Self::Rule(told) => Some(told),
            _ => None,
        }
    }
}

/// A rule as it is told.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    /// Its number; nothing for house rules and for what only explains.
    pub number: Option<String>,
    pub title: String,
    /// Lines that begin with [`BULLET`] are a list.
    pub text: String,
    /// Whether it differs from the standard game.
    pub changed: bool,
    pub in_force: bool,
}

/// Changed values that the wording does not speak of: told once, at the paragraph that declares them.
fn unspoken(paragraph: &Paragraph, effective: Effective<'_>, standard: &Ruleset, same_wording: bool) -> String {
    let mut told = String::new();
    for leaf in effective.leaves().iter().filter(|leaf| leaf.setting.rule == paragraph.id) {
        let before = standard.value(&leaf.key);
        // The wording speaks of all cases.
        let spoken_of = leaf.case.is_some() && paragraph.speaks_of(effective.rules, leaf.general_key());
        if before != Some(&leaf.value) && (same_wording || before.is_none() && !spoken_of) {
            let (name, value) = (leaf.setting.full_name(&leaf.key), leaf.setting.value(&leaf.value));
            told.push(' ');
            told += &msg!("book.in_this_game", name, value).to_string();
        }
    }
    told
}

/// The complete rulebook of rules in force, in the language that is spoken; `pictures` draws them too.
pub fn blocks(effective: Effective<'_>, standard: &Ruleset, pictures: bool) -> Vec<Block> {
    let (catalogue, rules) = (effective.catalogue, effective.rules);
    let (book, pack) = (&catalogue.book, rules.pack.name());
    let of = |id: &str| fill(&format!("{pack}.book.{id}"), catalogue, rules);
    let title = msg!("book.title", game = of("title"), variant = rules.blueprint.called()).to_string();
    let mut blocks = vec![Block::Head { title, about: rules.blueprint.says().to_string() }];
    let intro = book.paragraph(INTRO).and_then(|intro| intro.wording(catalogue, rules));
    blocks.extend(intro.map(Block::Text));
    let mut changed_any = effective.has_own_board();
    if changed_any {
        let (number, title) = (None, msg!("book.own_board.title").to_string());
        let text = msg!("book.own_board.text").to_string();
        blocks.push(Block::Rule(Told { number, title, text, changed: true, in_force: true }));
    }
    for chapter in &book.chapters {
        blocks.push(Block::Chapter { id: chapter.id.clone(), title: of(&format!("chapter.{}", chapter.id)) });
        for paragraph in chapter.rules.iter().filter_map(|id| book.paragraph(id)) {
            let (now, before) = (paragraph.wording(catalogue, rules), paragraph.wording(catalogue, standard));
            let details = if now.is_some() { unspoken(paragraph, effective, standard, now == before) } else { String::new() };
            let changed = now != before || !details.is_empty();
            changed_any |= changed;
            blocks.push(Block::Rule(Told {
                number: paragraph.is_numbered().then(|| paragraph.id.clone()),
                title: paragraph.title(rules),
                in_force: now.is_some(),
                text: now.map_or_else(|| msg!("book.not_in_force").to_string(), |wording| wording + &details),
                changed,
            }));
            if pictures {
                let here = book.pictures.iter().filter(|picture| picture.after == paragraph.id);
                blocks.extend(here.filter_map(|picture| drawn(picture, effective)));
            }
        }
    }
    let printed = |id: &str| rules.pack.base_rules().iter().any(|rule| rule.id() == id);
    let house: Vec<_> = rules.in_force.iter().filter(|rule| !printed(rule.id())).collect();
    if !house.is_empty() {
        changed_any = true;
        blocks.push(Block::Chapter { id: "house".into(), title: msg!("book.house_rules").to_string() });
        for rule in house {
            let id = rule.id();
            let (title, text) = (page(catalogue, rules, id, "title"), whole_page(catalogue, rules, id));
            blocks.push(Block::Rule(Told { number: None, title, text, changed: true, in_force: true }));
            if pictures {
                let (svg, caption) = (badge::picture(rule.picture()), page(catalogue, rules, id, "what"));
                blocks.push(Block::Picture { svg, caption, room: Room::Icons });
            }
        }
    }
    if changed_any {
        blocks.push(Block::Legend(msg!("book.legend").to_string()));
    }
    blocks
}

/// A picture for these rules; nothing where they have no such thing, such as a second level.
fn drawn(picture: &Picture, effective: Effective<'_>) -> Option<Block> {
    let rules = effective.rules;
    if !holds(&picture.when, rules) {
        return None;
    }
    let svg = match (&picture.draw, &picture.given) {
        (Some(name), _) => rules.pack.illustration(rules, name)?,
        (None, Some(given)) => {
            let rules = std::sync::Arc::new(rules.rebuild(rules.blueprint.clone()).ok()?);
            let seats = picture.seats.unwrap_or(*rules.seats().start());
            let mut game = Game::recorded(rules.clone(), seats, Chance::seeded(1)).ok()?;
            rules.pack.arrange(&mut game, given).ok()?;
            if picture.offers {
                game.stage(0, 0);
            }
            rules.pack.picture(&game)?
        }
        (None, None) => return None,
    };
    let caption = fill(&format!("{}.book.picture.{}", rules.pack.name(), picture.id), effective.catalogue, rules);
    let room = if picture.wide { Room::Page } else { Room::Column };
    Some(Block::Picture { svg, caption, room })
}

/// The rulebook as Markdown. Paragraphs that differ from the standard game carry a mark.
pub fn print(effective: Effective<'_>, standard: &Ruleset) -> String {
    // What files say is words: no HTML, no pictures or links, no headings.
    let plain = |text: &str| {
        let mark = |c: char| if "\\`*_[]<>#|~".contains(c) { format!("\\{c}") } else { c.to_string() };
        text.chars().map(mark).collect::<String>()
    };
    let mut text = String::new();
    for block in blocks(effective, standard, false) {
        text += &match block {
            Block::Head { title, about } if about.is_empty() => format!("# {}\n\n", plain(&title)),
            Block::Head { title, about } => format!("# {}\n\n{}\n\n", plain(&title), plain(&about)),
            Block::Text(told) => format!("{told}\n"),
            Block::Chapter { title, .. } => format!("\n## {title}\n\n"),
            Block::Rule(told) => {
                let mark = if told.changed { format!("{MARK} ") } else { String::new() };
                let number = told.number.map(|number| format!(" ({number})")).unwrap_or_default();
                format!("{mark}**{}**{number}. {}\n\n", plain(&told.title), apart(&plain(&told.text)))
            }
            Block::Picture { .. } => String::new(),
            Block::Legend(told) => format!("---\n\n{MARK} {told}\n"),
        };
    }
    text.replace("\n\n\n", "\n\n")
}

/// Lines as Markdown has them: lists and the words around them with an empty line between.
fn apart(text: &str) -> String {
    let mut told = String::new();
    let mut listing = false;
    for line in text.lines() {
        let item = line.strip_prefix(BULLET);
        told += match (told.is_empty(), listing && item.is_some()) {
            (true, _) => "",
            (_, true) => "\n",
            _ => "\n\n",
        };
        told += &item.map_or_else(|| line.to_owned(), |item| format!("- {item}"));
        listing = item.is_some();
    }
    told
}

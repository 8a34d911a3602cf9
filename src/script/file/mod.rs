//! The file of a rule: what it declares, each with its place, and the code of its hooks, not yet understood.

mod reader;

use self::reader::needs;
pub(super) use self::reader::{Reader, slot_place, span_of};
use super::deck::{self, DeckDecl};
use super::limits;
use super::secret::{self, HideDecl};
use super::token::{self, Icon};
use super::value::Kind;
use crate::problem::{Problem, Problems, Source};
use crate::sim::Phase;
use crate::sim::blueprint::TEXTS;
use crate::sim::rule::Applies;
use crate::words::{Message, msg};
use serde_json::Value;
use std::ops::Range;
use toml_edit::{Document, Item, TableLike};

/// A text in one or several languages; the language is empty where it holds for all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts(pub Vec<(String, String)>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingKind {
    Int,
    Bool,
    Choice,
}

/// A setting of the rule.
#[derive(Debug, Clone)]
pub struct SettingDecl {
    pub name: &'static str,
    pub kind: SettingKind,
    pub default: Value,
    pub range: [i64; 2],
    pub choices: Vec<&'static str>,
    /// What they are called, for those that say.
    pub choice_names: Vec<(&'static str, Texts)>,
    pub per_seat: bool,
    pub money: bool,
    pub applies: Applies,
    pub called: Texts,
    pub doc: Texts,
    pub says: Texts,
    pub line: usize,
    pub span: Range<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Per {
    Game,
    Seat,
    Piece,
}

impl Per {
    /// How a number that is kept so is written.
    pub(super) fn how_kept(self, name: &str) -> Message {
        match self {
            Self::Game => msg!("script.mistake.kept_once", name),
            Self::Seat => msg!("script.mistake.kept_by_seat", name),
            Self::Piece => msg!("script.mistake.kept_by_piece", name),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reset {
    Never,
    Turn,
    Round,
}

/// A number the rule remembers.
#[derive(Debug, Clone)]
pub struct Kept {
    pub name: &'static str,
    pub per: Per,
    pub reset: Reset,
    pub start: i64,
    /// How it is shown on its piece or place.
    pub icon: Option<Icon>,
    pub span: Range<usize>,
}

/// The kinds of an event's fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FieldKind {
    Seat,
    Money,
    Int,
    Bool,
    Piece,
    /// One of these words, which the rule has a text for.
    Word(&'static [&'static str]),
}

impl FieldKind {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Seat => Kind::Seat.word(),
            Self::Money => Kind::Money.word(),
            Self::Int => Kind::Int.word(),
            Self::Bool => Kind::Bool.word(),
            Self::Piece => Kind::Piece.word(),
            Self::Word(_) => Kind::Text.word(),
        }
    }
}

#[derive(Debug, Clone)]
pub(super) struct EventDecl {
    pub name: &'static str,
    pub fields: Vec<(&'static str, FieldKind)>,
    /// What the words of its fields are called: field, word, texts.
    pub words: Vec<(&'static str, &'static str, Texts)>,
    pub says: Texts,
    pub span: Range<usize>,
}

/// Code of a rule and where it stands in the file.
#[derive(Debug, Clone)]
pub struct Code {
    pub text: String,
    pub start: usize,
}

impl Code {
    /// The byte in the file of a line and column (from 1) of the code.
    pub fn place(&self, line: usize, column: usize) -> usize {
        let before: usize = self.text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        let rest = self.text.get(before..).unwrap_or_default();
        let inside: usize = rest.chars().take(column.saturating_sub(1)).map(char::len_utf8).sum();
        self.start + before + inside
    }
}

/// Where a hook stands in the plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    Before(&'static str),
    After(&'static str),
    InsteadOf(&'static str),
    /// Behind everything else in a turn or a round.
    EndOf(Phase),
    /// When the game begins, or the rule comes into it.
    Start,
    /// When the rule comes into a game that is being played.
    Join,
    /// When rules have changed.
    Change,
    /// When the game is over.
    End,
}

impl At {
    /// Whether it is a place in the plan, where somebody can be asked.
    pub(super) fn is_step(self) -> bool {
        self.anchor().is_some() || matches!(self, Self::EndOf(_))
    }

    pub(super) fn anchor(self) -> Option<&'static str> {
        match self {
            Self::Before(step) | Self::After(step) | Self::InsteadOf(step) => Some(step),
            Self::EndOf(_) | Self::Start | Self::Join | Self::Change | Self::End => None,
        }
    }

    /// What cannot be done there, because there is no turn to go on with.
    pub(super) fn out_of_place(self) -> &'static [&'static str] {
        match self {
            Self::Start | Self::Join | Self::Change => &["go_to", "run_round", "end_turn", "end_game"],
            Self::End => &["go_to", "run_round", "end_turn"],
            _ => &[],
        }
    }
}

/// A setting that is another one for a while.
#[derive(Debug, Clone)]
pub(super) struct SetDecl {
    pub name: &'static str,
    pub key: &'static str,
    /// Which seats it is for; nothing where it is for all.
    pub seats: Option<Code>,
    pub guard: Option<Code>,
    pub to: Code,
    pub span: Range<usize>,
}

/// What to say about rules under which it can do nothing.
#[derive(Debug, Clone)]
pub(super) struct WarnDecl {
    pub guard: Code,
    pub says: Texts,
    pub remedy: Texts,
    /// The setting it is about; nothing for the whole rule.
    pub about: Option<&'static str>,
    pub span: Range<usize>,
}

/// Something the lab counts.
#[derive(Debug, Clone)]
pub(super) struct MetricDecl {
    pub name: &'static str,
    pub event: &'static str,
    /// The field that is added up; nothing where events are counted.
    pub sum: Option<&'static str>,
    pub label: Texts,
    pub span: Range<usize>,
}

#[derive(Debug, Clone)]
pub(super) struct DoDecl {
    pub name: &'static str,
    pub at: At,
    pub guard: Option<Code>,
    pub run: Code,
    pub span: Range<usize>,
}

#[derive(Debug, Clone)]
pub(super) struct ForbidDecl {
    pub name: &'static str,
    pub command: &'static str,
    pub guard: Code,
    pub because: Texts,
    /// Where the reason stands.
    pub said: Range<usize>,
    pub span: Range<usize>,
}

/// What numbers stand for that a question offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbers {
    Int,
    Seat,
    Money,
}

/// A text and where it stands.
#[derive(Debug, Clone, Default)]
pub(super) struct Said {
    pub texts: Texts,
    pub at: Range<usize>,
}

/// A question.
#[derive(Debug, Clone)]
pub(super) struct AskDecl {
    pub name: &'static str,
    pub at: At,
    pub guard: Option<Code>,
    /// Who is asked; nothing for the player whose turn it is.
    pub who: Option<Code>,
    pub list: Code,
    /// Where the list stands.
    pub listed: Range<usize>,
    pub numbers: Numbers,
    /// Options that are words, where each is declared, and what they are called.
    pub choices: Vec<(&'static str, Range<usize>, Said)>,
    pub label: Said,
    pub question: Said,
    /// What declining is called; empty where it is not possible.
    pub skip: Said,
    pub secret: bool,
    pub run: Code,
    pub span: Range<usize>,
}

/// A file, read.
#[derive(Debug, Clone)]
pub(super) struct Declared {
    pub title: Texts,
    pub what: Texts,
    /// More to read than `what`, which is then only a line.
    pub text: Texts,
    pub why: Texts,
    /// The icons of its picture.
    pub picture: Vec<&'static str>,
    /// Keys of the game that `what` and `text` name, and where.
    pub page_slots: Vec<(String, Range<usize>)>,
    pub settings: Vec<SettingDecl>,
    pub kept: Vec<Kept>,
    pub events: Vec<EventDecl>,
    pub dos: Vec<DoDecl>,
    pub forbids: Vec<ForbidDecl>,
    pub asks: Vec<AskDecl>,
    pub sets: Vec<SetDecl>,
    pub metrics: Vec<MetricDecl>,
    pub warns: Vec<WarnDecl>,
    pub hides: Vec<HideDecl>,
    pub decks: Vec<DeckDecl>,
    pub round_into_turn: bool,
    /// Steps that must be in the plan.
    pub needs: Vec<&'static str>,
}

const KEYS: [&str; 17] = [
    "title", "what", "text", "why", "picture", "settings", "state", "event", "do", "ask", "forbid", "set", "hide", "deck",
    "metric", "warn", "plan",
];

/// Whether a document is a rule, and not just the page of a rule of the program.
pub fn is_rule(document: &dyn TableLike) -> bool {
    document.iter().any(|(key, _)| KEYS[1..].contains(&key))
}

/// Reads a document as a rule; `root` is the document, or the table `rule.<id>` in a variant.
pub(super) fn read(source: &Source, document: &Document<String>, id: &str, problems: &mut Problems) -> Option<Declared> {
    if source.text.len() > limits::FILE {
        problems.push(Problem::at(source, 0..0, msg!("script.file.long", most = limits::FILE)));
        return None;
    }
    let inside = document.get(TEXTS).and_then(|rules| rules.get(id)).and_then(Item::as_table_like);
    let root: &dyn TableLike = inside.unwrap_or(document.as_table());
    let mut reader = Reader { source, problems, spoken: Vec::new() };
    reader.known(root, &KEYS);
    let declared = Declared {
        title: reader.text(root, "title", true),
        what: reader.text(root, "what", true),
        text: reader.text(root, "text", false),
        why: reader.text(root, "why", false),
        picture: token::picture(&mut reader, root),
        page_slots: Vec::new(),
        settings: reader
            .tables(root, "settings")
            .into_iter()
            .filter_map(|(name, t, span)| reader.setting(name, t, span))
            .collect(),
        kept: reader.tables(root, "state").into_iter().filter_map(|(name, t, span)| reader.kept(name, t, span)).collect(),
        events: reader.tables(root, "event").into_iter().filter_map(|(name, t, span)| reader.event(name, t, span)).collect(),
        dos: reader.list(root, "do").into_iter().filter_map(|(t, span)| reader.doing(t, span)).collect(),
        forbids: reader.list(root, "forbid").into_iter().filter_map(|(t, span)| reader.forbid(t, span)).collect(),
        asks: reader.list(root, "ask").into_iter().filter_map(|(t, span)| reader.ask(t, span)).collect(),
        sets: reader.list(root, "set").into_iter().filter_map(|(t, span)| reader.set(t, span)).collect(),
        metrics: reader.tables(root, "metric").into_iter().filter_map(|(name, t, span)| reader.metric(name, t, span)).collect(),
        warns: reader.list(root, "warn").into_iter().filter_map(|(t, span)| reader.warn(t, span)).collect(),
        decks: reader
            .tables(root, "deck")
            .into_iter()
            .filter_map(|(name, t, span)| deck::read(&mut reader, name, t, span))
            .collect(),
        hides: secret::read(source, root, reader.problems),
        round_into_turn: reader.plan(root),
        needs: needs(root),
    };
    reader.languages();
    let page_slots = [("what", &declared.what), ("text", &declared.text)]
        .into_iter()
        .flat_map(|(key, texts)| reader.page(root, key, texts, &declared.settings))
        .collect();
    reader.plain(root, "title", &declared.title);
    reader.plain(root, "why", &declared.why);
    let asks = declared.asks.iter().map(|ask| (ask.name, &ask.span));
    reader.name_twice(declared.dos.iter().map(|hook| (hook.name, &hook.span)).chain(asks));
    reader.name_twice(declared.sets.iter().map(|hook| (hook.name, &hook.span)));
    reader.name_twice(declared.forbids.iter().map(|hook| (hook.name, &hook.span)));
    Some(Declared { page_slots, ..declared })
}

/// The part of a variant's text that is a rule of its own, `[rule.<id>]`, with every line in its place; nothing if it has none.
pub fn inside(source: &Source, document: &Document<String>, id: &str) -> Option<Source> {
    fn collect(item: &Item, found: &mut Vec<Range<usize>>) {
        found.extend(item.span());
        if let Some(tables) = item.as_array_of_tables() {
            for table in tables {
                found.extend(table.span());
                table.iter().for_each(|(key, item)| {
                    found.extend(table.key(key).and_then(toml_edit::Key::span));
                    collect(item, found);
                });
            }
        } else if let Some(table) = item.as_table_like() {
            for (key, item) in table.iter() {
                found.extend(table.key(key).and_then(toml_edit::Key::span));
                collect(item, found);
            }
        }
    }
    let rules = document.get(TEXTS)?;
    let mut spans = Vec::new();
    collect(rules.get(id)?, &mut spans);
    // A heading `[rule]` of their own goes with each of them.
    let heading = rules.as_table().filter(|table| !table.is_implicit() && !table.is_dotted()).and_then(toml_edit::Table::span);
    spans.extend(heading.map(|span| span.start..span.start + 1));
    spans.retain(|span| !span.is_empty());
    let last = spans.iter().map(|span| source.line_of(span.end - 1)).max()?;
    if last > limits::FILE {
        // Longer than any rule may be, whatever the lines are.
        return Some(Source::new(source.path.clone(), "\n".repeat(last)));
    }
    // Where stretches of lines begin and end, so that a line is looked at once and not for every key.
    let mut edges = vec![0_isize; last + 2];
    for span in &spans {
        edges[source.line_of(span.start)] += 1;
        edges[source.line_of(span.end - 1) + 1] -= 1;
    }
    let mut open = 0;
    let lines = source.text.lines().zip(&edges[1..=last]).map(|(text, edge)| {
        open += edge;
        if open > 0 { text } else { "" }
    });
    let lines: Vec<&str> = lines.collect();
    Some(Source::new(source.path.clone(), lines.join("\n").trim_end().to_owned() + "\n"))
}
/// Whether a text can be a name in a rule.
pub(super) fn is_name(text: &str) -> bool {
    let mut letters = text.chars();
    let first = letters.next().is_some_and(|c| c.is_ascii_lowercase());
    first && text.len() <= 40 && letters.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

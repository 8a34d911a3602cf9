//! The file of a rule: what it declares, each with its place, and the code of its hooks, not yet understood.

use super::limits;
use crate::document::to_json;
use crate::limits::NAME;
use crate::problem::{Problem, Problems, Source};
use crate::sim::Phase;
use crate::sim::name::intern;
use crate::sim::rule::{Applies, TEXTS};
use crate::words::{self, Message, msg, template_slots};
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
}

#[derive(Debug, Clone)]
pub(super) struct EventDecl {
    pub name: &'static str,
    pub fields: Vec<(&'static str, FieldKind)>,
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
    pub settings: Vec<SettingDecl>,
    pub kept: Vec<Kept>,
    pub events: Vec<EventDecl>,
    pub dos: Vec<DoDecl>,
    pub forbids: Vec<ForbidDecl>,
    pub sets: Vec<SetDecl>,
    pub metrics: Vec<MetricDecl>,
    pub warns: Vec<WarnDecl>,
    pub round_into_turn: bool,
    /// Steps that must be in the plan.
    pub needs: Vec<&'static str>,
}

const KEYS: [&str; 13] =
    ["title", "what", "text", "why", "settings", "state", "event", "do", "forbid", "set", "metric", "warn", "plan"];

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
    let mut reader = Reader { source, problems };
    reader.known(root, &KEYS);
    let declared = Declared {
        title: reader.text(root, "title", true),
        what: reader.text(root, "what", true),
        text: reader.text(root, "text", false),
        why: reader.text(root, "why", false),
        settings: reader
            .tables(root, "settings")
            .into_iter()
            .filter_map(|(name, t, span)| reader.setting(name, t, span))
            .collect(),
        kept: reader.tables(root, "state").into_iter().filter_map(|(name, t, span)| reader.kept(name, t, span)).collect(),
        events: reader.tables(root, "event").into_iter().filter_map(|(name, t, span)| reader.event(name, t, span)).collect(),
        dos: reader.list(root, "do").into_iter().filter_map(|(t, span)| reader.doing(t, span)).collect(),
        forbids: reader.list(root, "forbid").into_iter().filter_map(|(t, span)| reader.forbid(t, span)).collect(),
        sets: reader.list(root, "set").into_iter().filter_map(|(t, span)| reader.set(t, span)).collect(),
        metrics: reader.tables(root, "metric").into_iter().filter_map(|(name, t, span)| reader.metric(name, t, span)).collect(),
        warns: reader.list(root, "warn").into_iter().filter_map(|(t, span)| reader.warn(t, span)).collect(),
        round_into_turn: reader.plan(root),
        needs: needs(root),
    };
    reader.name_twice(declared.dos.iter().map(|hook| (hook.name, &hook.span)));
    reader.name_twice(declared.sets.iter().map(|hook| (hook.name, &hook.span)));
    reader.name_twice(declared.forbids.iter().map(|hook| (hook.name, &hook.span)));
    Some(declared)
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

struct Reader<'a> {
    source: &'a Source,
    problems: &'a mut Problems,
}

type Named<'t> = (&'t str, &'t dyn TableLike, Range<usize>);

fn span_of(table: &dyn TableLike, key: &str) -> Range<usize> {
    let item = table.get(key).and_then(Item::span);
    table.key(key).and_then(toml_edit::Key::span).or(item).unwrap_or(0..0)
}

impl Reader<'_> {
    fn wrong(&mut self, span: Range<usize>, message: Message) {
        self.problems.error(|| Problem::at(self.source, span, message));
    }

    /// Says which keys of a table mean nothing.
    fn known(&mut self, table: &dyn TableLike, known: &[&str]) {
        for (key, _) in table.iter().filter(|(key, _)| !known.contains(key)) {
            let span = span_of(table, key);
            self.problems.error(|| {
                let problem = Problem::at(self.source, span, msg!("script.file.unknown_key", key));
                problem.allowed(Message::verbatim(known.join(", "))).did_you_mean(key, known.iter().copied())
            });
        }
    }

    fn value(table: &dyn TableLike, key: &str) -> Option<(Value, Range<usize>)> {
        let item = table.get(key)?;
        Some((to_json(item), item.span().unwrap_or_else(|| span_of(table, key))))
    }

    fn one_of<T: Copy>(&mut self, table: &dyn TableLike, key: &str, usual: T, choices: &[(&str, T)]) -> T {
        let Some((value, span)) = Self::value(table, key) else { return usual };
        let text = value.as_str().unwrap_or_default().to_owned();
        if let Some((_, found)) = choices.iter().find(|(word, _)| *word == text) {
            return *found;
        }
        let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        self.problems.error(|| {
            let problem = Problem::at(self.source, span, msg!("script.file.choice", key));
            problem.allowed(Message::verbatim(words.join(", "))).did_you_mean(&text, words.iter().copied())
        });
        usual
    }

    /// A text, or a table with one for each language.
    fn text(&mut self, table: &dyn TableLike, key: &str, wanted: bool) -> Texts {
        let Some(item) = table.get(key) else {
            if wanted {
                self.wrong(0..0, msg!("script.file.missing", key));
            }
            return Texts::default();
        };
        let span = item.span().unwrap_or_else(|| span_of(table, key));
        let mut texts = Texts::default();
        if let Some(text) = item.as_str() {
            texts.0.push((String::new(), text.to_owned()));
        } else if let Some(languages) = item.as_table_like() {
            texts
                .0
                .extend(languages.iter().filter_map(|(language, item)| Some((language.to_owned(), item.as_str()?.to_owned()))));
        }
        if texts.0.is_empty() || texts.0.iter().any(|(_, text)| text.chars().count() > crate::limits::ABOUT) {
            self.wrong(span.clone(), msg!("script.file.text", key));
        }
        for (_, text) in &texts.0 {
            let (fits, message) = match key {
                // Names stand on buttons, in headings and in the midst of sentences.
                "title" | "name" => (words::name(text, NAME) == *text, msg!("script.file.one_line", key, n = NAME)),
                // Pages have paragraphs, sentences of a story do not.
                "what" | "why" => (words::clean(text) == *text, msg!("script.file.odd", key)),
                _ => (words::clean(text) == *text && !text.contains('\n'), msg!("script.file.odd", key)),
            };
            if !fits {
                self.wrong(span.clone(), message);
            }
            if template_slots(text).is_none() {
                self.wrong(span.clone(), msg!("script.file.braces", key));
            }
        }
        texts
    }

    /// The tables under a key, each with its name.
    fn tables<'t>(&mut self, root: &'t dyn TableLike, key: &str) -> Vec<Named<'t>> {
        let Some(item) = root.get(key) else { return Vec::new() };
        let Some(tables) = item.as_table_like() else {
            self.wrong(span_of(root, key), msg!("script.file.table", key));
            return Vec::new();
        };
        let mut found: Vec<Named<'t>> = Vec::new();
        for (name, item) in tables.iter() {
            let span = span_of(tables, name);
            let plain = is_name(name);
            match item.as_table_like() {
                Some(table) if plain && found.len() < limits::DECLARED => found.push((name, table, span)),
                Some(_) if plain => self.wrong(span, msg!("script.file.many", key, most = limits::DECLARED)),
                Some(_) => self.wrong(span, msg!("script.file.name", name)),
                None => self.wrong(span, msg!("script.file.table", key = name)),
            }
        }
        found
    }

    /// The tables of a list such as `[[do]]`.
    fn list<'t>(&mut self, root: &'t dyn TableLike, key: &str) -> Vec<(&'t dyn TableLike, Range<usize>)> {
        let Some(item) = root.get(key) else { return Vec::new() };
        let span = span_of(root, key);
        let mut found: Vec<(&'t dyn TableLike, Range<usize>)> = Vec::new();
        if let Some(tables) = item.as_array_of_tables() {
            found.extend(tables.iter().map(|table| (table as &dyn TableLike, table.span().unwrap_or_else(|| span.clone()))));
        } else if let Some(list) = item.as_array() {
            let inline = list.iter().filter_map(toml_edit::Value::as_inline_table);
            found.extend(inline.map(|table| (table as &dyn TableLike, table.span().unwrap_or_else(|| span.clone()))));
        }
        if found.is_empty() {
            self.wrong(span, msg!("script.file.list", key));
        } else if found.len() > limits::DECLARED {
            self.wrong(span, msg!("script.file.many", key, most = limits::DECLARED));
            found.truncate(limits::DECLARED);
        }
        found
    }

    fn name_twice<'n>(&mut self, names: impl Iterator<Item = (&'static str, &'n Range<usize>)>) {
        let mut seen: Vec<&str> = Vec::new();
        for (name, span) in names {
            if seen.contains(&name) {
                self.wrong(span.clone(), msg!("script.file.twice", name));
            }
            seen.push(name);
        }
    }

    fn setting(&mut self, name: &str, table: &dyn TableLike, span: Range<usize>) -> Option<SettingDecl> {
        self.known(table, &["default", "range", "one_of", "choices", "per", "unit", "applies", "name", "doc", "says"]);
        let Some((default, at)) = Self::value(table, "default") else {
            self.wrong(span, msg!("script.file.missing", key = "default"));
            return None;
        };
        let choices: Vec<&'static str> = match Self::value(table, "one_of") {
            Some((Value::Array(items), at)) => {
                let choices: Vec<&str> = items.iter().filter_map(Value::as_str).take(limits::DECLARED).collect();
                if let Some(odd) = choices.iter().find(|choice| !is_name(choice)) {
                    self.wrong(at, msg!("script.file.name", name = *odd));
                }
                choices.into_iter().map(intern).collect()
            }
            Some((_, at)) => {
                self.wrong(at, msg!("script.file.choices"));
                Vec::new()
            }
            None => Vec::new(),
        };
        let kind = match &default {
            Value::Bool(_) => SettingKind::Bool,
            Value::Number(number) if number.is_i64() => SettingKind::Int,
            Value::String(text) if choices.contains(&text.as_str()) => SettingKind::Choice,
            _ => {
                self.wrong(at, msg!("script.file.default"));
                return None;
            }
        };
        let range = match (kind, Self::value(table, "range")) {
            (SettingKind::Int, Some((value, at))) => {
                let bounds = value.as_array().map(|list| list.iter().filter_map(Value::as_i64).collect::<Vec<_>>());
                match bounds.as_deref() {
                    Some(&[low, high]) if low <= high && low >= -limits::MONEY && high <= limits::MONEY => [low, high],
                    _ => {
                        self.wrong(at, msg!("script.file.range"));
                        return None;
                    }
                }
            }
            (SettingKind::Int, None) => {
                self.wrong(span, msg!("script.file.missing", key = "range"));
                return None;
            }
            _ => [0, 0],
        };
        if kind == SettingKind::Int && default.as_i64().is_none_or(|value| !(range[0]..=range[1]).contains(&value)) {
            self.wrong(at, msg!("script.file.default"));
        }
        let applies = [("now", Applies::Now), ("next_turn", Applies::NextTurn), ("next_game", Applies::NextGame)];
        Some(SettingDecl {
            name: intern(name),
            kind,
            default,
            range,
            choice_names: self.choice_names(table, &choices),
            choices,
            per_seat: self.one_of(table, "per", false, &[("seat", true), ("players", false)]),
            money: self.one_of(table, "unit", false, &[("money", true)]),
            applies: self.one_of(table, "applies", Applies::Now, &applies),
            called: self.text(table, "name", false),
            doc: self.text(table, "doc", false),
            says: self.text(table, "says", false),
            line: self.source.line_of(span.start),
            span,
        })
    }

    fn choice_names(&mut self, table: &dyn TableLike, choices: &[&'static str]) -> Vec<(&'static str, Texts)> {
        let Some(named) = table.get("choices").and_then(Item::as_table_like) else { return Vec::new() };
        self.known(named, choices);
        let known = choices.iter().filter(|choice| named.get(choice).is_some());
        known.map(|choice| (*choice, self.text(named, choice, false))).collect()
    }

    fn kept(&mut self, name: &str, table: &dyn TableLike, span: Range<usize>) -> Option<Kept> {
        self.known(table, &["per", "reset", "start"]);
        let start = match Self::value(table, "start") {
            None => 0,
            Some((Value::Number(number), _)) if number.is_i64() => number.as_i64().unwrap_or_default(),
            Some((_, at)) => {
                self.wrong(at, msg!("script.file.start"));
                return None;
            }
        };
        Some(Kept {
            name: intern(name),
            per: self.one_of(table, "per", Per::Game, &[("game", Per::Game), ("seat", Per::Seat), ("piece", Per::Piece)]),
            reset: self.one_of(
                table,
                "reset",
                Reset::Never,
                &[("never", Reset::Never), ("turn", Reset::Turn), ("round", Reset::Round)],
            ),
            start,
            span,
        })
    }

    fn event(&mut self, name: &str, table: &dyn TableLike, span: Range<usize>) -> Option<EventDecl> {
        const KINDS: [(&str, FieldKind); 6] = [
            ("seat", FieldKind::Seat),
            ("money", FieldKind::Money),
            ("int", FieldKind::Int),
            ("bool", FieldKind::Bool),
            ("piece", FieldKind::Piece),
            ("place", FieldKind::Piece),
        ];
        self.known(table, &["fields", "says"]);
        let mut fields = Vec::new();
        if let Some(declared) = table.get("fields").and_then(Item::as_table_like) {
            for (field, _) in declared.iter() {
                fields.push((intern(field), self.one_of(declared, field, FieldKind::Int, &KINDS)));
            }
        }
        if fields.len() > crate::sim::event::MOST_FIELDS || fields.iter().any(|(field, _)| !is_name(field) || *field == "type") {
            self.wrong(span, msg!("script.file.fields", most = crate::sim::event::MOST_FIELDS));
            return None;
        }
        let says = self.text(table, "says", true);
        for slot in says.0.iter().filter_map(|(_, text)| template_slots(text)).flatten() {
            if !fields.iter().any(|(field, _)| *field == slot) {
                let at = span_of(table, "says");
                let names: Vec<&str> = fields.iter().map(|(field, _)| *field).collect();
                self.problems.error(|| {
                    let problem = Problem::at(self.source, at, msg!("script.file.slot", slot = &slot));
                    problem.allowed(Message::verbatim(names.join(", "))).did_you_mean(&slot, names.iter().copied())
                });
            }
        }
        Some(EventDecl { name: intern(name), fields, says, span })
    }

    /// Code in a literal string, so that its places are those of the file.
    fn code(&mut self, table: &dyn TableLike, key: &str) -> Option<Code> {
        let item = table.get(key)?;
        let span = item.span().unwrap_or_else(|| span_of(table, key));
        let Some(text) = item.as_str() else {
            self.wrong(span, msg!("script.file.code", key));
            return None;
        };
        let written = self.source.text.get(span.clone()).unwrap_or_default();
        let quotes = if written.starts_with("'''") { 3 } else { 1 };
        let inside = written.get(quotes..).unwrap_or_default();
        let skipped = if quotes < 3 {
            0
        } else {
            inside.len() - inside.trim_start_matches('\r').strip_prefix('\n').unwrap_or(inside).len()
        };
        if !written.starts_with('\'') || !inside.get(skipped..).is_some_and(|inside| inside.starts_with(text)) {
            self.wrong(span, msg!("script.file.code", key));
            return None;
        }
        Some(Code { text: text.to_owned(), start: span.start + quotes + skipped })
    }

    fn hook_name(&mut self, table: &dyn TableLike, usual: &str) -> &'static str {
        match Self::value(table, "name") {
            Some((Value::String(name), _)) if is_name(&name) => intern(&name),
            Some((_, at)) => {
                self.wrong(at, msg!("script.file.name", name = "name"));
                intern(usual)
            }
            None => intern(usual),
        }
    }

    fn doing(&mut self, table: &dyn TableLike, span: Range<usize>) -> Option<DoDecl> {
        self.known(table, &["name", "at", "if", "run"]);
        let Some((at, place)) = Self::value(table, "at") else {
            self.wrong(span, msg!("script.file.missing", key = "at"));
            return None;
        };
        let at = at.as_str().unwrap_or_default().to_owned();
        let words: Vec<&str> = at.split_whitespace().collect();
        let parsed = match words[..] {
            ["before", step] => At::Before(intern(step)),
            ["after", step] => At::After(intern(step)),
            ["instead", "of", step] => At::InsteadOf(intern(step)),
            ["end", "of", "turn"] => At::EndOf(Phase::Turn),
            ["end", "of", "round"] => At::EndOf(Phase::Round),
            ["start"] => At::Start,
            ["join"] => At::Join,
            ["change"] => At::Change,
            ["end"] => At::End,
            _ => {
                self.problems.error(|| {
                    let problem = Problem::at(self.source, place, msg!("script.file.at", at = &at));
                    problem.allowed(msg!("script.file.at_allowed"))
                });
                return None;
            }
        };
        let name = self.hook_name(table, &words.join("_"));
        let guard = self.code(table, "if");
        if table.get("run").is_none() {
            self.wrong(span.clone(), msg!("script.file.missing", key = "run"));
        }
        let run = self.code(table, "run")?;
        Some(DoDecl { name, at: parsed, guard, run, span: place })
    }

    fn forbid(&mut self, table: &dyn TableLike, span: Range<usize>) -> Option<ForbidDecl> {
        self.known(table, &["name", "command", "if", "because"]);
        for key in ["command", "if"] {
            if table.get(key).is_none() {
                self.wrong(span.clone(), msg!("script.file.missing", key));
            }
        }
        let (command, place) = Self::value(table, "command")?;
        let command = intern(command.as_str().unwrap_or_default());
        let name = self.hook_name(table, &format!("no_{command}"));
        let because = self.text(table, "because", true);
        Some(ForbidDecl { name, command, guard: self.code(table, "if")?, because, span: place })
    }

    fn set(&mut self, table: &dyn TableLike, span: Range<usize>) -> Option<SetDecl> {
        self.known(table, &["name", "key", "for", "if", "to"]);
        for key in ["key", "to"] {
            if table.get(key).is_none() {
                self.wrong(span.clone(), msg!("script.file.missing", key));
            }
        }
        let (key, place) = Self::value(table, "key")?;
        let key = intern(key.as_str().unwrap_or_default());
        let name = self.hook_name(table, &format!("set_{}", key.replace('.', "_")));
        let (seats, guard) = (self.code(table, "for"), self.code(table, "if"));
        Some(SetDecl { name, key, seats, guard, to: self.code(table, "to")?, span: place })
    }

    fn warn(&mut self, table: &dyn TableLike, span: Range<usize>) -> Option<WarnDecl> {
        self.known(table, &["if", "says", "remedy", "about"]);
        if table.get("if").is_none() {
            self.wrong(span.clone(), msg!("script.file.missing", key = "if"));
        }
        let (says, remedy) = (self.text(table, "says", true), self.text(table, "remedy", true));
        let about = table.get("about").and_then(Item::as_str).map(intern);
        Some(WarnDecl { guard: self.code(table, "if")?, says, remedy, about, span })
    }

    fn metric(&mut self, name: &str, table: &dyn TableLike, span: Range<usize>) -> Option<MetricDecl> {
        self.known(table, &["event", "sum", "label"]);
        let text = |key: &str| table.get(key).and_then(Item::as_str).map(intern);
        let Some(event) = text("event") else {
            self.wrong(span, msg!("script.file.missing", key = "event"));
            return None;
        };
        Some(MetricDecl { name: intern(name), event, sum: text("sum"), label: self.text(table, "label", true), span })
    }

    fn plan(&mut self, root: &dyn TableLike) -> bool {
        let Some(plan) = root.get("plan") else { return false };
        let Some(table) = plan.as_table_like() else {
            self.wrong(span_of(root, "plan"), msg!("script.file.table", key = "plan"));
            return false;
        };
        self.known(table, &["round_into_turn", "needs"]);
        match Self::value(table, "round_into_turn") {
            Some((Value::Bool(value), _)) => value,
            Some((_, at)) => {
                self.wrong(at, msg!("script.file.flag", key = "round_into_turn"));
                false
            }
            None => false,
        }
    }
}

fn needs(root: &dyn TableLike) -> Vec<&'static str> {
    let list = root.get("plan").and_then(|plan| plan.get("needs")).and_then(Item::as_array);
    list.into_iter().flatten().filter_map(toml_edit::Value::as_str).take(limits::DECLARED).map(intern).collect()
}

/// Whether a text can be a name in a rule.
pub(super) fn is_name(text: &str) -> bool {
    let mut letters = text.chars();
    let first = letters.next().is_some_and(|c| c.is_ascii_lowercase());
    first && text.len() <= 40 && letters.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

//! Reads the tables of a rule's file one by one; whatever cannot be read is told with its place, and reading goes on.

use super::{
    AskDecl, At, Code, DoDecl, EventDecl, FieldKind, ForbidDecl, Kept, MetricDecl, Numbers, Per, Reset, Said, SetDecl,
    SettingDecl, SettingKind, Texts, WarnDecl, is_name,
};
use crate::document::to_json;
use crate::limits::NAME;
use crate::problem::{Problem, Problems, Source};
use crate::script::{limits, token};
use crate::sim::Phase;
use crate::sim::name::intern;
use crate::sim::rule::Applies;
use crate::words::{self, Message, msg, template_slots};
use serde_json::Value;
use std::collections::BTreeSet;
use std::ops::Range;
use toml_edit::{Item, TableLike};

pub(in crate::script) struct Reader<'a> {
    pub source: &'a Source,
    pub problems: &'a mut Problems,
    /// The texts that are there in several languages: where, which, and in what languages.
    pub spoken: Vec<(Range<usize>, String, BTreeSet<String>)>,
}

/// Keys of the whole rule that are no tables.
const OF_THE_RULE: [&str; 5] = ["title", "what", "why", "picture", "hide"];

pub(super) type Named<'t> = (&'t str, &'t dyn TableLike, Range<usize>);

pub(in crate::script) fn span_of(table: &dyn TableLike, key: &str) -> Range<usize> {
    let item = table.get(key).and_then(Item::span);
    table.key(key).and_then(toml_edit::Key::span).or(item).unwrap_or(0..0)
}

impl Reader<'_> {
    pub(in crate::script) fn wrong(&mut self, span: Range<usize>, message: Message) {
        self.problems.error(|| Problem::at(self.source, span, message));
    }

    /// Says which keys of a table mean nothing.
    pub(in crate::script) fn known(&mut self, table: &dyn TableLike, known: &[&str]) {
        for (key, _) in table.iter().filter(|(key, _)| !known.contains(key)) {
            let span = span_of(table, key);
            self.problems.error(|| {
                let problem = Problem::at(self.source, span, msg!("script.file.unknown_key", key));
                let problem = problem.allowed(Message::verbatim(known.join(", "))).did_you_mean(key, known.iter().copied());
                // Whatever stands below a heading belongs to it.
                if OF_THE_RULE.contains(&key) { problem.remedy(msg!("script.file.above", key)) } else { problem }
            });
        }
    }

    /// Says that a word is none of those that are known.
    pub(in crate::script) fn not_among(&mut self, span: Range<usize>, message: Message, word: &str, known: &[&str]) {
        self.problems.error(|| {
            let problem = Problem::at(self.source, span, message);
            problem.allowed(Message::verbatim(known.join(", "))).did_you_mean(word, known.iter().copied())
        });
    }

    pub(super) fn value(table: &dyn TableLike, key: &str) -> Option<(Value, Range<usize>)> {
        let item = table.get(key)?;
        Some((to_json(item), item.span().unwrap_or_else(|| span_of(table, key))))
    }

    pub(super) fn one_of<T: Copy>(&mut self, table: &dyn TableLike, key: &str, usual: T, choices: &[(&str, T)]) -> T {
        let Some((value, span)) = Self::value(table, key) else { return usual };
        let text = value.as_str().unwrap_or_default().to_owned();
        if let Some((_, found)) = choices.iter().find(|(word, _)| *word == text) {
            return *found;
        }
        let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        self.not_among(span, msg!("script.file.choice", key), &text, &words);
        usual
    }

    /// A text, or a table with one for each language.
    pub(in crate::script) fn text(&mut self, table: &dyn TableLike, key: &str, wanted: bool) -> Texts {
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
            self.spoken.push((span.clone(), key.to_owned(), texts.0.iter().map(|(language, _)| language.clone()).collect()));
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

    /// Says which texts lack a language that others have.
    pub(super) fn languages(&mut self) {
        let all: BTreeSet<String> = self.spoken.iter().flat_map(|(_, _, languages)| languages.clone()).collect();
        for (span, key, languages) in std::mem::take(&mut self.spoken) {
            let lacking: Vec<&str> = all.difference(&languages).map(String::as_str).collect();
            if !lacking.is_empty() {
                let message = msg!("script.file.languages", key, languages = lacking);
                self.problems.warn(|| Problem::at(self.source, span, message));
            }
        }
    }

    /// Says which keys a table must have and lacks.
    fn lacking(&mut self, table: &dyn TableLike, keys: &[&str], of: &Range<usize>) {
        for key in keys.iter().filter(|key| table.get(key).is_none()) {
            self.wrong(of.clone(), msg!("script.file.missing", key = *key));
        }
    }

    /// A text that must be there; where it is missing its table is to blame.
    pub(super) fn needed(&mut self, table: &dyn TableLike, key: &str, of: &Range<usize>) -> Texts {
        self.lacking(table, &[key], of);
        self.text(table, key, false)
    }

    /// Whether something is said to be so.
    fn flag(&mut self, table: &dyn TableLike, key: &str) -> bool {
        let Some((value, at)) = Self::value(table, key) else { return false };
        value.as_bool().unwrap_or_else(|| {
            self.wrong(at, msg!("script.file.flag", key));
            false
        })
    }

    /// A text, if it is there, and where.
    fn said(&mut self, table: &dyn TableLike, key: &str) -> Said {
        Said { texts: self.text(table, key, false), at: table.get(key).and_then(Item::span).unwrap_or_default() }
    }

    /// Says which slots of a page are no settings of the rule, which are called by their names, with `set.` or without. Gives
    /// those that are whole keys of the game, and where they stand.
    pub(super) fn page(
        &mut self,
        root: &dyn TableLike,
        key: &str,
        texts: &Texts,
        settings: &[SettingDecl],
    ) -> Vec<(String, Range<usize>)> {
        let names: Vec<&str> = settings.iter().map(|setting| setting.name).collect();
        let mut of_game = Vec::new();
        for (slot, place) in self.slots(root, key, texts) {
            let own = slot.strip_prefix("set.").unwrap_or(&slot);
            if own == slot && slot.contains('.') && !slot.starts_with("state.") {
                of_game.push((slot, place));
            } else if !names.contains(&own) {
                self.problems.error(|| {
                    let problem = Problem::at(self.source, place, msg!("script.file.no_setting", slot = &slot));
                    let problem = if names.is_empty() { problem } else { problem.allowed_names(&names) };
                    problem.did_you_mean(own, names.iter().copied())
                });
            }
        }
        of_game
    }

    /// Says which slots stand in a text that has none.
    pub(super) fn plain(&mut self, root: &dyn TableLike, key: &str, texts: &Texts) {
        for (slot, place) in self.slots(root, key, texts) {
            self.wrong(place, msg!("script.file.no_slots", slot = &slot, key));
        }
    }

    /// The slots of a text, each once, and where they stand.
    fn slots(&self, root: &dyn TableLike, key: &str, texts: &Texts) -> Vec<(String, Range<usize>)> {
        let at = root.get(key).and_then(Item::span).unwrap_or_else(|| span_of(root, key));
        let slots: BTreeSet<String> = texts.0.iter().filter_map(|(_, text)| template_slots(text)).flatten().collect();
        slots.into_iter().map(|slot| (slot.clone(), slot_place(self.source, &at, &slot))).collect()
    }

    /// The tables under a key, each with its name.
    pub(super) fn tables<'t>(&mut self, root: &'t dyn TableLike, key: &str) -> Vec<Named<'t>> {
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
    pub(in crate::script) fn list<'t>(&mut self, root: &'t dyn TableLike, key: &str) -> Vec<(&'t dyn TableLike, Range<usize>)> {
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

    pub(super) fn name_twice<'n>(&mut self, names: impl Iterator<Item = (&'static str, &'n Range<usize>)>) {
        let mut seen: Vec<&str> = Vec::new();
        for (name, span) in names {
            if seen.contains(&name) {
                self.wrong(span.clone(), msg!("script.file.twice", name));
            }
            seen.push(name);
        }
    }

    pub(super) fn setting(&mut self, name: &str, table: &dyn TableLike, span: Range<usize>) -> Option<SettingDecl> {
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

    pub(super) fn choice_names(&mut self, table: &dyn TableLike, choices: &[&'static str]) -> Vec<(&'static str, Texts)> {
        let Some(named) = table.get("choices").and_then(Item::as_table_like) else { return Vec::new() };
        self.known(named, choices);
        let known = choices.iter().filter(|choice| named.get(choice).is_some());
        known.map(|choice| (*choice, self.text(named, choice, false))).collect()
    }

    pub(super) fn kept(&mut self, name: &str, table: &dyn TableLike, span: Range<usize>) -> Option<Kept> {
        self.known(table, &["per", "reset", "start", "icon", "name"]);
        let start = match Self::value(table, "start") {
            None => 0,
            Some((Value::Number(number), _)) if number.is_i64() => number.as_i64().unwrap_or_default(),
            Some((_, at)) => {
                self.wrong(at, msg!("script.file.start"));
                return None;
            }
        };
        // Places are pieces too.
        let kinds = [("game", Per::Game), ("seat", Per::Seat), ("piece", Per::Piece), ("place", Per::Piece)];
        let per = self.one_of(table, "per", Per::Game, &kinds);
        Some(Kept {
            name: intern(name),
            per,
            icon: token::read(self, table, per),
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

    pub(super) fn event(&mut self, name: &str, table: &dyn TableLike, span: Range<usize>) -> Option<EventDecl> {
        const KINDS: [(&str, FieldKind); 6] = [
            ("seat", FieldKind::Seat),
            ("money", FieldKind::Money),
            ("int", FieldKind::Int),
            ("bool", FieldKind::Bool),
            ("piece", FieldKind::Piece),
            ("place", FieldKind::Piece),
        ];
        self.known(table, &["fields", "says"]);
        let (mut fields, mut words) = (Vec::new(), Vec::new());
        if let Some(declared) = table.get("fields").and_then(Item::as_table_like) {
            for (field, item) in declared.iter() {
                let kind = if let Some(named) = item.as_table_like() {
                    let known = self.field_words(named, span_of(declared, field));
                    words.extend(known.iter().map(|word| (intern(field), *word, self.text(named, word, true))));
                    FieldKind::Word(Vec::leak(known))
                } else {
                    self.one_of(declared, field, FieldKind::Int, &KINDS)
                };
                fields.push((intern(field), kind));
            }
        }
        if fields.len() > crate::sim::event::MOST_FIELDS || fields.iter().any(|(field, _)| !is_name(field) || *field == "type") {
            self.wrong(span, msg!("script.file.fields", most = crate::sim::event::MOST_FIELDS));
            return None;
        }
        let says = self.needed(table, "says", &span);
        for slot in says.0.iter().filter_map(|(_, text)| template_slots(text)).flatten() {
            if !fields.iter().any(|(field, _)| *field == slot) {
                let at = span_of(table, "says");
                let names: Vec<&str> = fields.iter().map(|(field, _)| *field).collect();
                self.not_among(at, msg!("script.file.slot", slot = &slot), &slot, &names);
            }
        }
        Some(EventDecl { name: intern(name), fields, words, says, span })
    }

    /// The words that a field of an event can be.
    fn field_words(&mut self, named: &dyn TableLike, at: Range<usize>) -> Vec<&'static str> {
        let words: Vec<&str> = named.iter().map(|(word, _)| word).collect();
        let odd = words.iter().find(|word| !is_name(word)).copied();
        if let Some(name) = odd.or_else(|| words.is_empty().then_some("")) {
            self.wrong(at, msg!("script.file.name", name));
        } else if words.len() > limits::DECLARED {
            self.wrong(at, msg!("script.file.many", key = "fields", most = limits::DECLARED));
        }
        words.into_iter().take(limits::DECLARED).map(intern).collect()
    }

    /// Code in a literal string, so that its places are those of the file.
    pub(super) fn code(&mut self, table: &dyn TableLike, key: &str) -> Option<Code> {
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

    pub(super) fn hook_name(&mut self, table: &dyn TableLike, usual: &str) -> &'static str {
        match Self::value(table, "name") {
            Some((Value::String(name), _)) if is_name(&name) => intern(&name),
            Some((_, at)) => {
                self.wrong(at, msg!("script.file.name", name = "name"));
                intern(usual)
            }
            None => intern(usual),
        }
    }

    pub(super) fn doing(&mut self, table: &dyn TableLike, span: Range<usize>) -> Option<DoDecl> {
        self.known(table, &["name", "at", "if", "run"]);
        let (at, usual, place) = self.at(table, &span)?;
        let name = self.hook_name(table, &usual);
        let guard = self.code(table, "if");
        self.lacking(table, &["run"], &span);
        let run = self.code(table, "run")?;
        Some(DoDecl { name, at, guard, run, span: place })
    }

    /// Where a hook stands, how it is called without a name, and where that is written.
    fn at(&mut self, table: &dyn TableLike, span: &Range<usize>) -> Option<(At, String, Range<usize>)> {
        let Some((at, place)) = Self::value(table, "at") else {
            self.wrong(span.clone(), msg!("script.file.missing", key = "at"));
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
                    let problem = Problem::at(self.source, place.clone(), msg!("script.file.at", at = &at));
                    problem.allowed(msg!("script.file.at_allowed"))
                });
                return None;
            }
        };
        Some((parsed, words.join("_"), place))
    }

    pub(super) fn ask(&mut self, table: &dyn TableLike, span: Range<usize>) -> Option<AskDecl> {
        const NUMBERS: [(&str, Numbers); 3] = [("int", Numbers::Int), ("seat", Numbers::Seat), ("money", Numbers::Money)];
        self.known(table, &["name", "at", "if", "who", "list", "of", "choices", "label", "question", "skip", "secret", "run"]);
        let (at, usual, place) = self.at(table, &span)?;
        if !at.is_step() {
            self.wrong(place, msg!("script.file.ask_at"));
            return None;
        }
        self.lacking(table, &["list", "run"], &span);
        let named = table.get("choices").and_then(Item::as_table_like);
        let words: Vec<&str> = named.into_iter().flat_map(TableLike::iter).map(|(word, _)| word).collect();
        if words.len() > limits::DECLARED || words.iter().any(|word| !is_name(word)) {
            self.wrong(span_of(table, "choices"), msg!("script.file.name", name = "choices"));
            return None;
        }
        let choices =
            words.iter().filter_map(|word| Some((intern(word), span_of(named?, word), self.said(named?, word)))).collect();
        let secret = self.flag(table, "secret");
        Some(AskDecl {
            name: self.hook_name(table, &usual),
            at,
            guard: self.code(table, "if"),
            who: self.code(table, "who"),
            list: self.code(table, "list")?,
            listed: table.get("list").and_then(Item::span).unwrap_or_else(|| span.clone()),
            numbers: self.one_of(table, "of", Numbers::Int, &NUMBERS),
            choices,
            label: self.said(table, "label"),
            question: self.said(table, "question"),
            skip: self.said(table, "skip"),
            secret,
            run: self.code(table, "run")?,
            span: place,
        })
    }

    pub(super) fn forbid(&mut self, table: &dyn TableLike, span: Range<usize>) -> Option<ForbidDecl> {
        self.known(table, &["name", "command", "if", "because"]);
        self.lacking(table, &["command", "if"], &span);
        let (command, place) = Self::value(table, "command")?;
        let command = intern(command.as_str().unwrap_or_default());
        let name = self.hook_name(table, &format!("no_{command}"));
        let because = self.needed(table, "because", &span);
        let said = table.get("because").and_then(Item::span).unwrap_or(span);
        Some(ForbidDecl { name, command, guard: self.code(table, "if")?, because, said, span: place })
    }

    pub(super) fn set(&mut self, table: &dyn TableLike, span: Range<usize>) -> Option<SetDecl> {
        self.known(table, &["name", "key", "for", "if", "to"]);
        self.lacking(table, &["key", "to"], &span);
        let (key, place) = Self::value(table, "key")?;
        let key = intern(key.as_str().unwrap_or_default());
        let name = self.hook_name(table, &format!("set_{}", key.replace('.', "_")));
        let (seats, guard) = (self.code(table, "for"), self.code(table, "if"));
        Some(SetDecl { name, key, seats, guard, to: self.code(table, "to")?, span: place })
    }

    pub(super) fn warn(&mut self, table: &dyn TableLike, span: Range<usize>) -> Option<WarnDecl> {
        self.known(table, &["if", "says", "remedy", "about"]);
        self.lacking(table, &["if"], &span);
        let (says, remedy) = (self.needed(table, "says", &span), self.needed(table, "remedy", &span));
        let about = table.get("about").and_then(Item::as_str).map(intern);
        Some(WarnDecl { guard: self.code(table, "if")?, says, remedy, about, span })
    }

    pub(super) fn metric(&mut self, name: &str, table: &dyn TableLike, span: Range<usize>) -> Option<MetricDecl> {
        self.known(table, &["event", "sum", "label"]);
        let text = |key: &str| table.get(key).and_then(Item::as_str).map(intern);
        let Some(event) = text("event") else {
            self.wrong(span, msg!("script.file.missing", key = "event"));
            return None;
        };
        Some(MetricDecl { name: intern(name), event, sum: text("sum"), label: self.needed(table, "label", &span), span })
    }

    pub(super) fn plan(&mut self, root: &dyn TableLike) -> bool {
        let Some(plan) = root.get("plan") else { return false };
        let Some(table) = plan.as_table_like() else {
            self.wrong(span_of(root, "plan"), msg!("script.file.table", key = "plan"));
            return false;
        };
        self.known(table, &["round_into_turn", "needs"]);
        self.flag(table, "round_into_turn")
    }
}

/// Where a slot stands in a text.
pub(in crate::script) fn slot_place(source: &Source, text: &Range<usize>, slot: &str) -> Range<usize> {
    let written = source.text.get(text.clone()).unwrap_or_default();
    let ends = |at: &usize| written[*at..].starts_with(['}', '|', ':']);
    let found = ["{", "{^"].iter().find_map(|open| {
        let sought = format!("{open}{slot}");
        written.match_indices(&sought).find(|(at, _)| ends(&(at + sought.len()))).map(|(at, _)| at + open.len())
    });
    found.map_or_else(|| text.clone(), |at| text.start + at..text.start + at + slot.len())
}

pub(super) fn needs(root: &dyn TableLike) -> Vec<&'static str> {
    let list = root.get("plan").and_then(|plan| plan.get("needs")).and_then(Item::as_array);
    list.into_iter().flatten().filter_map(toml_edit::Value::as_str).take(limits::DECLARED).map(intern).collect()
}

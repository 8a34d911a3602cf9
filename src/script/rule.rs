//! A rule from a file as the simulation knows rules: steps, settings, events, sentences and reasons come from what was read.

use super::api::{Dialect, Scene};
use super::check::{Finding, Names};
use super::file::{self, At, Code, Declared, FieldKind, Kept, Per, Reset, SettingDecl, SettingKind, Texts};
use super::guard::Guard;
use super::overriding::Override;
use super::rehearse;
use super::stage::{self, Fall};
use super::value::{Kind, Mistake, Val};
use crate::built_in;
use crate::document;
use crate::problem::{Problem, Problems, Source};
use crate::sim::event::{Kind as EventKind, events};
use crate::sim::name::{intern, intern_kind};
use crate::sim::plan::{Editor, PlanError};
use crate::sim::rule::{BuildError, Count, Idle, Section};
use crate::sim::snapshot::{Part, StateHasher};
use crate::sim::{Chance, Command, Event, Game, Hook, Id, Memory, PerSeat, Reason, Rule, Ruleset, Seat, Signals, Step};
use crate::words::{self, Arg, Message, WordTexts, learn, msg, template_slots};
use rhai::{AST, Engine};
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::hash::Hasher;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

events! {
    /// A rule made a mistake and rests until it is changed; line and column are those of its own text.
    Suspended = "suspended" { rule: &'static str, line: u32, column: u32; why: Arc<Value> }
}

/// What the event is called that tells of a rule's mistake.
pub const SUSPENDED: &str = "suspended";

/// An event of the rule's own.
#[derive(Debug)]
pub(super) struct Told {
    pub kind: &'static EventKind,
    pub fields: Vec<(&'static str, FieldKind)>,
}

/// Something the rule does at a place in the plan.
pub(super) struct DoHook {
    pub rule: &'static ScriptRule,
    pub guard: Option<Guard>,
    pub body: AST,
    code: Code,
    number: usize,
}

impl std::fmt::Debug for DoHook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.rule.id)
    }
}

#[derive(Debug)]
struct Forbid {
    command: &'static str,
    guard: Guard,
    because: Sentence,
}

/// A sentence of the rule's own: the id of its words, and what they speak of.
#[derive(Debug)]
struct Sentence {
    id: String,
    slots: Vec<(&'static str, Guard)>,
}

/// What is said about rules under which it can do nothing.
#[derive(Debug)]
struct Warn {
    guard: Guard,
    says: Sentence,
    remedy: String,
    about: &'static str,
}

thread_local! {
    /// Whether a condition of what is forbidden could not be worked out since offers were looked after last.
    static STUMBLED: Cell<bool> = const { Cell::new(false) };
}

/// A rule from a file.
pub struct ScriptRule {
    id: &'static str,
    text: &'static str,
    pub source: Source,
    pub dialect: &'static Dialect,
    pub title: Texts,
    pub settings: Vec<SettingDecl>,
    pub kept: Vec<Kept>,
    pub(super) events: Vec<Told>,
    kinds: &'static [&'static EventKind],
    forbids: Vec<Forbid>,
    overrides: Vec<Override>,
    warns: Vec<Warn>,
    counts: Vec<Count>,
    may_end: bool,
    hooks: OnceLock<Vec<(At, &'static str, &'static DoHook)>>,
    /// rhai with its own names, made when it first runs.
    engine: OnceLock<Engine>,
    round_into_turn: bool,
    needs: Vec<&'static str>,
    /// Steps its code goes to.
    goes_to: Vec<&'static str>,
    uses_bank: bool,
    /// The steps its hooks stand at, and where in the file they say so.
    pub anchors: Vec<(&'static str, std::ops::Range<usize>)>,
    /// What is odd about it, though it can be played.
    pub warnings: Vec<Problem>,
    /// What the ids of its own sentences begin with.
    own: String,
    /// Its words, under the ids by which everybody looks for words of rules, settings and events.
    words: Vec<(String, WordTexts)>,
    /// Where its memory was found last.
    memory: AtomicU16,
}

/// Settings as they are read, by their numbers.
struct Values(Vec<PerSeat<i64>>);

static KNOWN: Mutex<Vec<&'static ScriptRule>> = Mutex::new(Vec::new());

fn known(of: impl Fn(&ScriptRule) -> bool) -> Option<&'static ScriptRule> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner).iter().rev().copied().find(|rule| of(rule))
}

/// Reads a rule from its file. Equal files are one rule, which is kept for good. From now on its words are those of this file.
pub fn read(dialect: &'static Dialect, id: &str, source: &Source) -> Result<&'static ScriptRule, Problems> {
    let same = |rule: &ScriptRule| rule.id == id && rule.dialect.pack == dialect.pack && rule.source == *source;
    let rule = known(same).map_or_else(|| read_anew(dialect, id, source), Ok)?;
    rule.teach(true);
    Ok(rule)
}

fn read_anew(dialect: &'static Dialect, id: &str, source: &Source) -> Result<&'static ScriptRule, Problems> {
    let mut problems = Problems::default();
    let document = document::parse(source)?;
    if !file::is_name(id) || [crate::sim::rule::TEXTS, crate::sim::settings::ELSE].contains(&id) {
        problems.push(Problem::at(source, 0..0, msg!("script.file.name", name = id)));
    }
    let Some(declared) = file::read(source, &document, id, &mut problems) else { return Err(problems) };
    let made = make(dialect, intern(id), source, declared, &mut problems);
    match made {
        Some((rule, hooks)) if !problems.has_errors() => {
            let rule: &'static ScriptRule = Box::leak(Box::new(ScriptRule { warnings: problems.0, ..rule }));
            let hook = |(number, (at, name, guard, body, code)): (usize, Made)| {
                let hook: &'static DoHook = Box::leak(Box::new(DoHook { rule, guard, body, code, number }));
                (at, intern(&format!("{}.{name}", rule.id)), hook)
            };
            let _ = rule.hooks.set(hooks.into_iter().enumerate().map(hook).collect());
            KNOWN.lock().unwrap_or_else(PoisonError::into_inner).push(rule);
            Ok(rule)
        }
        _ => Err(problems),
    }
}

/// Reads a rule from the text that a record of a game carries. It says nothing in the place of a rule that is here already: who
/// sends a game has no say in how the table's own rules are told.
pub fn recorded(dialect: &'static Dialect, id: &str, text: &str) -> Result<&'static dyn Rule, Message> {
    if let Some(rule) = known(|rule| rule.id == id && rule.text == text && rule.dialect.pack == dialect.pack) {
        return Ok(rule);
    }
    match read_anew(dialect, id, &Source::new(format!("{id}.toml"), text)) {
        Ok(rule) => {
            rule.teach(false);
            Ok(rule)
        }
        Err(problems) => Err(problems.0.into_iter().next().map_or_else(
            || msg!("script.unreadable", rule = id),
            |problem| msg!("script.unreadable_because", rule = id, why = problem.message),
        )),
    }
}

/// The rule behind one of the simulation's, if it comes from a file.
pub fn find(rule: &dyn Rule) -> Option<&'static ScriptRule> {
    let text = rule.text()?;
    known(|known| known.id == rule.id() && known.text == text)
}

/// The house rules of a game: those of the program, then those in the files that came with it.
pub(super) fn built_in(dialect: &'static Dialect, native: &[&'static dyn Rule]) -> Vec<&'static dyn Rule> {
    let mut rules = native.to_vec();
    let Some(folder) = built_in::rule_folder(&format!("{}/house", dialect.pack)) else { return rules };
    for file in folder.files() {
        let (Some(id), Some(text)) = (file.path().file_stem().and_then(|stem| stem.to_str()), file.contents_utf8()) else {
            continue;
        };
        let source = Source::new(format!("rules/{}", file.path().display()), text);
        if document::parse(&source).is_ok_and(|document| file::is_rule(document.as_table()))
            && let Ok(rule) = read(dialect, id, &source)
        {
            // Who moves the round into the turn does so before others add to the round what belongs to it.
            let at = if rule.round_into_turn { 0 } else { rules.len() };
            rules.insert(at, rule);
        }
    }
    rules
}

type Made = (At, &'static str, Option<Guard>, AST, Code);

fn make(
    dialect: &'static Dialect,
    id: &'static str,
    source: &Source,
    declared: Declared,
    problems: &mut Problems,
) -> Option<(ScriptRule, Vec<Made>)> {
    let names = Names {
        id,
        dialect,
        settings: &declared.settings,
        kept: &declared.kept,
        events: &declared.events,
        used: RefCell::default(),
    };
    let compile = |code: &Code, is_guard: bool, problems: &mut Problems| match dialect.compile(&code.text, is_guard) {
        Ok(ast) => {
            let found = names.check(&ast, code);
            let sound = found.is_empty();
            for finding in found {
                problems.error(|| finding.told(source, code));
            }
            sound.then_some(ast)
        }
        Err(error) => {
            let why = error.err_type().to_string();
            problems.error(|| Finding::new(error.position(), msg!("script.code.syntax")).told(source, code).detail(why));
            None
        }
    };
    let guard = |code: &Code, is_condition: bool, problems: &mut Problems| {
        let ast = compile(code, true, problems)?;
        let understood = if is_condition { Guard::condition } else { Guard::of };
        match understood(code, &ast, dialect, &names) {
            Ok(guard) => Some(guard),
            Err(finding) => {
                problems.error(|| finding.told(source, code));
                None
            }
        }
    };
    let own = own_words(dialect.pack, id, &source.text);
    let mut words = Vec::new();
    let mut sentence = |id: String, texts: &Texts, span: &std::ops::Range<usize>, problems: &mut Problems| {
        let mut slots: Vec<(&'static str, Guard)> = Vec::new();
        let mut wanted: Vec<String> = texts.0.iter().filter_map(|(_, text)| template_slots(text)).flatten().collect();
        wanted.sort();
        wanted.dedup();
        for slot in wanted {
            let code = Code { text: slot.clone(), start: span.start };
            let ast = dialect.compile(&slot, true).ok().filter(|ast| names.check(ast, &code).is_empty());
            match ast.and_then(|ast| Guard::of(&code, &ast, dialect, &names).ok()) {
                Some(value) => slots.push((intern(&slot), value)),
                None => problems.error(|| Problem::at(source, span.clone(), msg!("script.file.reason", slot = &slot))),
            }
        }
        words.push((id.clone(), texts.0.clone()));
        Sentence { id, slots }
    };
    let mut hooks: Vec<Made> = Vec::new();
    for hook in &declared.dos {
        let condition = hook.guard.as_ref().map(|code| guard(code, true, problems));
        let body = compile(&hook.run, false, problems);
        for finding in body.iter().flat_map(|body| Names::out_of_place(body, hook.at.out_of_place())) {
            problems.error(|| finding.told(source, &hook.run));
        }
        if let (Some(body), true) = (body, condition.as_ref().is_none_or(Option::is_some)) {
            hooks.push((hook.at, hook.name, condition.flatten(), dialect.ready(body), hook.run.clone()));
        }
    }
    let mut forbids = Vec::new();
    for hook in &declared.forbids {
        let because = sentence(format!("{own}.because.{}", hook.name), &hook.because, &hook.span, problems);
        if let Some(guard) = guard(&hook.guard, true, problems) {
            forbids.push(Forbid { command: hook.command, guard, because });
        }
    }
    let mut warns = Vec::new();
    for (number, hook) in declared.warns.iter().enumerate() {
        let says = sentence(format!("{own}.warn.{number}.says"), &hook.says, &hook.span, problems);
        let remedy = sentence(format!("{own}.warn.{number}.remedy"), &hook.remedy, &hook.span, problems).id;
        if let Some(about) = hook.about.filter(|about| !declared.settings.iter().any(|setting| setting.name == *about)) {
            problems.error(|| Problem::at(source, hook.span.clone(), msg!("script.code.field", of = "set", field = about)));
        }
        let about = hook.about.map_or(id, |about| intern(&format!("{id}.{about}")));
        if let Some(guard) = guard(&hook.guard, true, problems) {
            warns.push(Warn { guard, says, remedy, about });
        }
    }
    let mut overrides = Vec::new();
    for hook in &declared.sets {
        let seats = hook.seats.as_ref().map(|code| guard(code, true, problems));
        let condition = hook.guard.as_ref().map(|code| guard(code, true, problems));
        if let Some(to) = guard(&hook.to, false, problems) {
            overrides.push(Override::new(hook.key, seats.flatten(), condition.flatten(), to));
        }
    }
    let mut counts = Vec::new();
    for metric in &declared.metrics {
        match count(&own, id, metric, &declared.events) {
            Ok(count) => {
                names.used.borrow_mut().insert(format!("event.{}", metric.event));
                counts.push(count);
            }
            Err(message) => problems.error(|| Problem::at(source, metric.span.clone(), message)),
        }
    }
    let idle = declared.dos.is_empty() && declared.forbids.is_empty() && declared.sets.is_empty();
    if idle && !declared.round_into_turn {
        problems.error(|| Problem::at(source, 0..0, msg!("script.file.idle")));
    }
    let used = names.used.into_inner();
    let mut unused = |what: &str, name: &str, span: &std::ops::Range<usize>| {
        if !used.contains(&format!("{what}.{name}")) {
            problems.warn(|| {
                Problem::at(source, span.clone(), msg!("script.file.unused", what, name))
                    .remedy(msg!("script.file.unused_remedy"))
            });
        }
    };
    declared.settings.iter().for_each(|setting| unused("set", setting.name, &setting.span));
    declared.kept.iter().for_each(|kept| unused("state", kept.name, &kept.span));
    declared.events.iter().for_each(|event| unused("event", event.name, &event.span));
    if problems.has_errors() {
        return None;
    }
    words.extend(lessons(dialect.pack, id, &own, &declared));
    let tell = |event: &file::EventDecl| {
        let fields: Vec<&str> = event.fields.iter().map(|(field, _)| *field).collect();
        Told { kind: intern_kind(event.name, &fields), fields: event.fields.clone() }
    };
    let events: Vec<Told> = declared.events.iter().map(tell).collect();
    let rule = ScriptRule {
        id,
        text: intern(&source.text),
        source: source.clone(),
        dialect,
        title: declared.title,
        kinds: Vec::leak(events.iter().map(|event| event.kind).collect()),
        settings: declared.settings,
        kept: declared.kept,
        events,
        forbids,
        overrides,
        warns,
        counts,
        may_end: used.contains("call.end_game"),
        hooks: OnceLock::new(),
        engine: OnceLock::new(),
        round_into_turn: declared.round_into_turn,
        needs: declared.needs,
        goes_to: used.iter().filter_map(|name| name.strip_prefix("step.")).map(intern).collect(),
        uses_bank: used.contains("bank"),
        anchors: declared.dos.iter().filter_map(|hook| Some((hook.at.anchor()?, hook.span.clone()))).collect(),
        warnings: Vec::new(),
        own,
        words,
        memory: AtomicU16::new(0),
    };
    Some((rule, hooks))
}

/// What the ids of a rule's own sentences begin with: another text of the same name says what it does in other words.
fn own_words(pack: &str, id: &str, text: &str) -> String {
    let mut hasher = StateHasher::default();
    hasher.write(text.as_bytes());
    format!("{pack}.rule.{id}.{:016x}", hasher.finish())
}

/// What a rule counts, if its event has what is counted.
fn count(own: &str, id: &str, metric: &file::MetricDecl, events: &[file::EventDecl]) -> Result<Count, Message> {
    let event = events.iter().find(|event| event.name == metric.event);
    let event = event.ok_or_else(|| msg!("script.code.event", event = metric.event))?;
    let field = metric.sum.map(|sum| {
        let number = |(name, kind): &(&str, FieldKind)| *name == sum && matches!(kind, FieldKind::Int | FieldKind::Money);
        event.fields.iter().position(number).ok_or_else(|| msg!("script.file.sum", field = sum, event = event.name))
    });
    let key = intern(&format!("{id}_{}", metric.name));
    Ok(Count { key, label: Message::new(metric_words(own, metric)), event: event.name, field: field.transpose()? })
}

/// The id of what a count is called.
fn metric_words(own: &str, metric: &file::MetricDecl) -> String {
    format!("{own}.metric.{}", metric.name)
}

/// The words of a rule, by the ids everybody looks for.
fn lessons(pack: &str, id: &str, own: &str, declared: &Declared) -> Vec<(String, WordTexts)> {
    // In its texts a rule calls its settings by their own names.
    let keyed = |texts: &Texts| -> WordTexts {
        let text = |text: &String| {
            declared.settings.iter().fold(text.clone(), |text, setting| {
                ["}", "|", ":"].iter().fold(text, |text, end| {
                    text.replace(&format!("{{{}{end}", setting.name), &format!("{{{id}.{}{end}", setting.name))
                })
            })
        };
        texts.0.iter().map(|(language, said)| (language.clone(), text(said))).collect()
    };
    let text = if declared.text.0.is_empty() { &declared.what } else { &declared.text };
    let mut words = vec![
        (format!("{pack}.house.{id}.title"), declared.title.0.clone()),
        (format!("{pack}.house.{id}.what"), keyed(&declared.what)),
        (format!("{pack}.house.{id}.text"), keyed(text)),
        (format!("{pack}.house.{id}.why"), declared.why.0.clone()),
    ];
    let events = declared.events.iter();
    words.extend(events.map(|event| (format!("{own}.event.{}", event.name), event.says.0.clone())));
    words.extend(declared.metrics.iter().map(|metric| (metric_words(own, metric), metric.label.0.clone())));
    for setting in &declared.settings {
        let key = format!("{pack}.setting.{id}.{}", setting.name);
        let plain = |name: &str| vec![(String::new(), name.replace('_', " "))];
        let or_plain = |texts: &Texts| if texts.0.is_empty() { plain(setting.name) } else { texts.0.clone() };
        words.push((format!("{key}.name"), or_plain(&setting.called)));
        words.push((format!("{key}.doc"), or_plain(&setting.doc)));
        words.push((format!("{key}.says"), setting.says.0.clone()));
        for choice in &setting.choices {
            let named = setting.choice_names.iter().find(|(name, _)| name == choice);
            words.push((format!("{key}.choice.{choice}"), named.map_or_else(|| plain(choice), |(_, texts)| texts.0.clone())));
        }
    }
    words
}

impl Forbid {
    fn is_about(&self, game: &Game, command: Command) -> bool {
        let word = game.rules().pack.verbs().get(usize::from(command.verb.0)).copied();
        word == Some(self.command) || game.rules().verb(self.command) == Some(command.verb)
    }
}

impl Hook for DoHook {
    fn run(&self, game: &mut Game) {
        let rule = self.rule;
        if game.is_suspended(rule.id) {
            return;
        }
        if let Some(guard) = &self.guard {
            match guard.holds(&Scene::now(game, rule)) {
                Ok(false) => return,
                Ok(true) => {}
                Err(Mistake(why)) => return rule.rest(game, &guard.code, &Fall { line: 1, column: 1, why }),
            }
        }
        self.perform(game);
    }
}

impl DoHook {
    /// Apart from its condition, which seldom holds and is asked at every turn.
    #[inline(never)]
    fn perform(&self, game: &mut Game) {
        rehearse::note_run(self.rule, self.number);
        if let Err(fall) = stage::perform(self, game) {
            self.rule.rest(game, &self.code, &fall);
        }
    }

    /// What is up whenever it has something to do.
    fn signals(&self) -> Signals {
        self.guard.as_ref().and_then(|guard| guard.signals(self.rule.dialect)).unwrap_or(Signals::ALWAYS)
    }
}

/// The number that the chance of a rule comes from.
pub fn stream_of(id: &str) -> u64 {
    let mut hasher = StateHasher::default();
    hasher.write(id.as_bytes());
    // Not among the numbers of the streams that every game has.
    hasher.finish() | 1 << 32
}

impl ScriptRule {
    /// Puts its words where everybody looks for words of rules.
    fn teach(&self, anew: bool) {
        self.words.iter().for_each(|(id, texts)| learn(id, texts, anew));
    }

    /// The number its own chance comes from.
    pub(super) fn stream(&self) -> u64 {
        stream_of(self.id)
    }

    /// The conditions of its hooks, for tests.
    pub fn guards(&self) -> impl Iterator<Item = &Guard> {
        let hooks = self.hooks.get().into_iter().flatten().filter_map(|(_, _, hook)| hook.guard.as_ref());
        hooks.chain(self.forbids.iter().map(|forbid| &forbid.guard)).chain(self.overrides.iter().flat_map(Override::conditions))
    }

    /// How many of its hooks are watched in a rehearsal: those that do something, forbid something or set something.
    pub(super) fn watched(&self) -> usize {
        self.hooks() + self.forbids.len() + self.overrides.len()
    }

    /// How many hooks it has that do something.
    pub fn hooks(&self) -> usize {
        self.hooks.get().map_or(0, Vec::len)
    }

    /// The place of a hook in the file, to tell about it.
    pub(super) fn hook_place(&self, number: usize) -> usize {
        let done = self.hooks.get().into_iter().flatten().map(|(_, _, hook)| hook.code.start);
        let forbidden = self.forbids.iter().map(|forbid| forbid.guard.code.start);
        done.chain(forbidden).chain(self.overrides.iter().map(Override::place)).nth(number).unwrap_or(0)
    }

    /// Rests from now on: it has made a mistake here.
    pub(super) fn rest(&self, game: &mut Game, code: &Code, fall: &Fall) {
        let at = code.place(fall.line, fall.column);
        rehearse::note_mistake(self, at, &fall.why);
        let (line, column) = self.source.position(at);
        game.suspend(self.id);
        // An id, or somebody else's words: never a text in the language of the moment.
        let why = if fall.why.id.is_empty() { fall.why.to_string() } else { fall.why.id.to_string() };
        game.emit(Suspended { rule: self.id, line: line as u32, column: column as u32, why: Arc::new(why.into()) });
    }

    /// rhai with the rule's own names.
    pub(super) fn engine(&self) -> &Engine {
        self.engine.get_or_init(|| stage::own_engine(self))
    }

    /// A setting for a seat, or else for the player whose turn it is.
    pub(super) fn setting(&self, game: &Game, slot: usize, seat: Option<Seat>) -> Val {
        let values = game.rules().section_of::<Values>(self.id);
        let Some(value) = values.and_then(|values| values.0.get(slot)) else { return Val::Unit };
        let value = value.of(seat.unwrap_or(game.turn().seat));
        let declared = &self.settings[slot];
        match declared.kind {
            SettingKind::Int => Val::Int(value),
            SettingKind::Bool => Val::Bool(value != 0),
            SettingKind::Choice => declared.choices.get(value as usize).map_or(Val::Unit, |choice| Val::Word(choice)),
        }
    }

    pub(super) fn setting_named(&self, game: &Game, name: &str) -> Result<Val, Mistake> {
        let slot = self.settings.iter().position(|setting| setting.name == name);
        slot.map(|slot| self.setting(game, slot, None)).ok_or_else(|| msg!("script.mistake.setting").into())
    }

    fn memory_name(&self) -> String {
        format!("{}-memory", self.id)
    }

    fn memory(&self, game: &Game) -> Option<Id> {
        let name = |id: u16| game.names().get(usize::from(id)).map(String::as_str);
        let is = |found: Option<&str>| found.and_then(|name| name.strip_suffix("-memory")) == Some(self.id);
        let hint = self.memory.load(Ordering::Relaxed);
        if is(name(hint)) {
            return Some(Id(hint));
        }
        let found = game.find(&self.memory_name())?;
        self.memory.store(found.0, Ordering::Relaxed);
        Some(found)
    }

    /// Which of the numbers of a state is meant.
    fn place(&self, game: &Game, slot: usize, index: Option<&Val>) -> Result<usize, Mistake> {
        match (self.kept[slot].per, index) {
            (Per::Game, None) => Ok(0),
            (Per::Seat, Some(Val::Int(seat))) if (0..i64::from(game.turn().seats)).contains(seat) => Ok(*seat as usize),
            (Per::Piece, Some(Val::Thing(id))) => Ok(id.index()),
            _ => Err(msg!("script.mistake.index", name = self.kept[slot].name).into()),
        }
    }

    pub(super) fn remembered(&self, game: &Game, slot: usize, index: Option<&Val>) -> Result<i64, Mistake> {
        let (place, kept) = (self.place(game, slot, index)?, &self.kept[slot]);
        let start = Ok(kept.start);
        let Some(id) = self.memory(game) else { return start };
        let Ok(memory) = game.world().get::<&Memory>(game.entity(id)) else { return start };
        let forgotten = match kept.reset {
            Reset::Never => false,
            Reset::Turn => (memory.round, memory.seat) != (game.turn().round, game.turn().seat),
            Reset::Round => memory.round != game.turn().round,
        };
        if forgotten {
            return start;
        }
        Ok(memory.values.get(slot).and_then(|values| values.get(place)).copied().unwrap_or(kept.start))
    }

    pub(super) fn remember(&self, game: &mut Game, slot: usize, index: Option<&Val>, number: i64) -> Result<(), Mistake> {
        let place = self.place(game, slot, index)?;
        let id = self.memory(game).ok_or_else(|| Mistake(msg!("script.mistake.state")))?;
        let turn = game.turn();
        game.update(id, |memory: &mut Memory| {
            let (new_round, new_turn) = (memory.round != turn.round, (memory.round, memory.seat) != (turn.round, turn.seat));
            for (kept, values) in self.kept.iter().zip(&mut memory.values) {
                if kept.reset == Reset::Round && new_round || kept.reset == Reset::Turn && new_turn {
                    values.clear();
                }
            }
            (memory.round, memory.seat) = (turn.round, turn.seat);
            if let Some(values) = memory.values.get_mut(slot) {
                if values.len() <= place {
                    values.resize(place + 1, self.kept[slot].start);
                }
                values[place] = number;
            }
        });
        Ok(())
    }

    fn blank(&self) -> Memory {
        let names = self.kept.iter().map(|kept| kept.name).collect();
        Memory { names, values: vec![Vec::new(); self.kept.len()], round: 0, seat: 0 }
    }

    /// Another text may remember other things; what has the same name is still known.
    fn fit_memory(&self, game: &mut Game) {
        let Some(id) = self.memory(game) else { return };
        game.update(id, |memory: &mut Memory| {
            if !memory.names.iter().eq(self.kept.iter().map(|kept| &kept.name)) {
                let old = std::mem::replace(memory, self.blank());
                (memory.round, memory.seat) = (old.round, old.seat);
                for (name, values) in old.names.iter().zip(old.values) {
                    if let Some(slot) = self.kept.iter().position(|kept| kept.name == *name) {
                        memory.values[slot] = values;
                    }
                }
            }
        });
    }

    /// Runs the hooks that stand at no step.
    fn run_at(&self, place: At, game: &mut Game) {
        for (_, _, hook) in self.hooks.get().into_iter().flatten().filter(|(at, ..)| *at == place) {
            hook.run(game);
        }
    }

    fn forbidding(&self, game: &Game, command: Command) -> Option<&Forbid> {
        if game.is_suspended(self.id) {
            return None;
        }
        let scene = Scene::with(game, self, command);
        let found = self.forbids.iter().position(|forbid| {
            forbid.is_about(game, command)
                && forbid.guard.holds(&scene).unwrap_or_else(|Mistake(why)| {
                    rehearse::note_mistake(self, forbid.guard.code.start, &why);
                    STUMBLED.set(true);
                    false
                })
        })?;
        rehearse::note_run(self, self.hooks() + found);
        self.forbids.get(found)
    }

    fn worded(&self, sentence: &Sentence, scene: &Scene<'_>) -> Message {
        sentence.slots.iter().fold(Message::new(sentence.id.clone()), |message, (slot, value)| {
            let said = value.value(scene).unwrap_or(Val::Unit);
            message.with(slot, self.said(scene.game, value.gives(), &said))
        })
    }

    /// A value as it stands in a sentence.
    fn said(&self, game: &Game, kind: Kind, value: &Val) -> Arg {
        match (kind, value) {
            (Kind::Seat, Val::Int(seat)) => game.rules().pack.seat(*seat as Seat),
            (Kind::Money, Val::Int(sum)) => words::money(*sum),
            (_, Val::Int(number)) => Arg::Int(*number),
            (_, Val::Thing(id)) => (self.dialect.called)(game, *id),
            (_, value) => Arg::Text(value.as_str().unwrap_or_default().to_owned()),
        }
    }
}

impl Rule for ScriptRule {
    fn id(&self) -> &'static str {
        self.id
    }
    fn text(&self) -> Option<&'static str> {
        Some(self.text)
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        self.needs.iter().try_for_each(|step| plan.needs(Step::named(step)))?;
        for (at, name, hook) in self.hooks.get().into_iter().flatten() {
            let step = Step::hooked(name, *hook).when(hook.signals());
            match at {
                At::Before(anchor) => plan.before(Step::named(anchor), step)?,
                At::After(anchor) => plan.after(Step::named(anchor), step)?,
                At::InsteadOf(anchor) => plan.replace(Step::named(anchor), step)?,
                At::EndOf(phase) => plan.append(*phase, step)?,
                At::Start | At::Join | At::Change | At::End => {}
            }
        }
        if self.round_into_turn {
            plan.round_into_turn();
        }
        Ok(())
    }
    fn settings(&self, section: &Value) -> Result<Option<Section>, serde_json::Error> {
        let read = |declared: &SettingDecl| {
            let one = |value: &Value| {
                let number = match declared.kind {
                    SettingKind::Int => value.as_i64().filter(|value| (declared.range[0]..=declared.range[1]).contains(value)),
                    SettingKind::Bool => value.as_bool().map(i64::from),
                    SettingKind::Choice => {
                        let place = |text: &str| declared.choices.iter().position(|choice| *choice == text);
                        value.as_str().and_then(place).map(|place| place as i64)
                    }
                };
                number.ok_or_else(|| serde::de::Error::custom(format!("`{}` = {value}", declared.name)))
            };
            let value = section.get(declared.name).unwrap_or(&declared.default);
            let numbers = match value {
                Value::Array(by_seat) => {
                    Value::Array(by_seat.iter().map(|value| one(value).map(Value::from)).collect::<Result<_, _>>()?)
                }
                value => one(value)?.into(),
            };
            serde_json::from_value::<PerSeat<i64>>(numbers)
        };
        let values = self.settings.iter().map(read).collect::<Result<Vec<_>, serde_json::Error>>()?;
        Ok(Some(Section::new(Values(values))))
    }
    fn parts(&self) -> &'static [Part] {
        self.dialect.parts
    }
    fn check(&self, rules: &Ruleset) -> Vec<BuildError> {
        let key = || format!("rule {}", self.id);
        let mut errors = Vec::new();
        for forbid in &self.forbids {
            if !rules.pack.verbs().contains(&forbid.command) && rules.verb(forbid.command).is_none() {
                let message =
                    msg!("script.build.command", rule = self.id, command = forbid.command, known = rules.pack.verbs().to_vec());
                errors.push(BuildError::Setting { key: key(), message });
            }
        }
        for step in self.goes_to.iter().filter(|step| rules.plan.find(step).is_none()) {
            errors.push(BuildError::Setting { key: key(), message: msg!("script.build.step", rule = self.id, step = *step) });
        }
        errors.extend(
            self.overrides.iter().filter_map(|set| set.check(rules)).map(|message| BuildError::Setting { key: key(), message }),
        );
        errors
    }
    fn idle(&self, rules: &Ruleset) -> Vec<Idle> {
        if self.warns.is_empty() {
            return Vec::new();
        }
        // Conditions are asked of a game, so there must be one.
        let copy = rules.rebuild(rules.blueprint.clone()).ok();
        let game = copy.and_then(|copy| Game::new(Arc::new(copy), *rules.seats().start(), Chance::seeded(0)).ok());
        let Some(game) = game else { return Vec::new() };
        let scene = Scene::now(&game, self);
        let told = self.warns.iter().filter(|warn| warn.guard.holds(&scene).unwrap_or(false));
        told.map(|warn| Idle {
            about: warn.about,
            message: self.worded(&warn.says, &scene),
            remedy: Message::new(warn.remedy.clone()),
        })
        .collect()
    }
    fn furnish(&self, game: &mut Game) {
        if self.uses_bank {
            (self.dialect.open_bank)(game);
        }
        if !self.kept.is_empty() && self.memory(game).is_none() {
            game.spawn(self.memory_name(), (self.blank(),));
        }
    }
    fn deal(&self, game: &mut Game) {
        if let Some(memory) = self.memory(game).filter(|_| !self.kept.is_empty()) {
            game.set(memory, self.blank());
        }
        self.run_at(At::Start, game);
    }
    fn join(&self, game: &mut Game) {
        // What it remembers from an earlier time in force it still knows.
        self.furnish(game);
        self.fit_memory(game);
        self.run_at(At::Start, game);
        self.run_at(At::Join, game);
    }
    fn refit(&self, game: &mut Game) {
        self.furnish(game);
        self.fit_memory(game);
        self.run_at(At::Change, game);
    }
    fn may_override(&self) -> bool {
        !self.overrides.is_empty()
    }
    fn overrides(&self, game: &mut Game, values: &mut Vec<(String, Value)>) {
        if game.is_suspended(self.id) {
            return;
        }
        for (number, set) in self.overrides.iter().enumerate() {
            match set.wanted(game, self) {
                Ok(wanted) => {
                    if !wanted.is_empty() {
                        rehearse::note_run(self, self.hooks() + self.forbids.len() + number);
                    }
                    values.extend(wanted);
                }
                Err((code, Mistake(why))) => return self.rest(game, code, &Fall { line: 1, column: 1, why }),
            }
        }
    }
    fn overrides_refused(&self, game: &mut Game) {
        if let Some(set) = self.overrides.first().filter(|_| !game.is_suspended(self.id)) {
            self.rest(game, set.code(), &Fall { line: 1, column: 1, why: msg!("script.mistake.refused") });
        }
    }
    fn may_conclude(&self) -> bool {
        self.hooks.get().is_some_and(|hooks| hooks.iter().any(|(at, ..)| *at == At::End))
    }
    fn conclude(&self, game: &mut Game) {
        self.run_at(At::End, game);
    }
    fn may_end(&self) -> bool {
        self.may_end
    }
    fn counts(&self) -> &[Count] {
        &self.counts
    }
    fn after_offers(&self, game: &mut Game) {
        if !STUMBLED.get() {
            return;
        }
        let wrong = |game: &Game, command: Command| {
            let about = self.forbids.iter().filter(|forbid| forbid.is_about(game, command));
            about.into_iter().find_map(|forbid| {
                let Mistake(why) = forbid.guard.holds(&Scene::with(game, self, command)).err()?;
                Some((&forbid.guard.code, why))
            })
        };
        if !game.is_suspended(self.id)
            && let Some((code, why)) = game.offers().iter().find_map(|command| wrong(game, *command))
        {
            self.rest(game, code, &Fall { line: 1, column: 1, why });
        }
        STUMBLED.set(false);
    }
    fn events(&self) -> &'static [&'static EventKind] {
        self.kinds
    }
    fn sentence(&self, game: &Game, event: &Event) -> Option<Message> {
        if let Some(rested) = Suspended::read(event).filter(|rested| rested.rule == self.id) {
            let why = rested.why.as_str().unwrap_or_default();
            let why = if why.starts_with("script.") { Message::new(why.to_owned()) } else { Message::verbatim(why) };
            let rule = Message::new(format!("{}.house.{}.title", self.dialect.pack, self.id));
            let path = self.source.path.as_str();
            return Some(msg!("script.suspended", rule, path, line = rested.line, column = rested.column, why));
        }
        let told = self.events.iter().find(|told| event.is(told.kind))?;
        let message = Message::new(format!("{}.event.{}", self.own, told.kind.name));
        Some(told.fields.iter().zip(event.args).fold(message, |message, ((field, kind), arg)| {
            use crate::sim::event::Arg as Field;
            let said = match (kind, arg) {
                (FieldKind::Seat, Field::Int(seat)) => game.rules().pack.seat(seat as Seat),
                (FieldKind::Money, Field::Int(sum)) => words::money(sum),
                (_, Field::Int(number)) => Arg::Int(number),
                (_, Field::Flag(flag)) => if flag { msg!("variant.value.on") } else { msg!("variant.value.off") }.into(),
                (_, Field::Piece(id)) => (self.dialect.called)(game, id),
                _ => Arg::Text(String::new()),
            };
            message.with(field, said)
        }))
    }
    fn may_forbid(&self) -> bool {
        !self.forbids.is_empty()
    }
    fn forbids(&self, game: &Game, command: Command) -> bool {
        self.forbidding(game, command).is_some()
    }
    fn why_not(&self, game: &Game, command: Command) -> Option<Reason> {
        if self.forbids.is_empty() || game.outcome().is_some() || !(self.dialect.is_own)(game, command) {
            return None;
        }
        let forbid = self.forbidding(game, command)?;
        let scene = Scene::with(game, self, command);
        Some(Reason::new(self.id, self.worded(&forbid.because, &scene)))
    }
}

//! A rule from a file as the simulation knows rules: steps, settings, events, sentences and reasons come from what was read.

mod known;
mod making;
mod memory;
mod placing;
mod resting;

pub(super) use known::built_in;
pub use known::{find, read, recorded};
pub use resting::SUSPENDED;

use super::api::{Dialect, Scene};
use super::file::{At, Code, FieldKind, Kept, SettingDecl, SettingKind, Texts};
use super::guard::Guard;
use super::overriding::Override;
use super::rehearse;
use super::stage::{self, Fall};
use super::value::{Kind, Mistake, Val};
use crate::problem::{Problem, Source};
use crate::sim::event::Kind as EventKind;
use crate::sim::plan::{Editor, PlanError};
use crate::sim::rule::{BuildError, Count, Idle, Section};
use crate::sim::snapshot::{Part, StateHasher};
use crate::sim::{Chance, Command, Event, Game, Hook, PerSeat, Reason, Rule, Ruleset, Seat, Signals, Step};
use crate::words::{self, Arg, Message, WordTexts, learn, msg};
use rhai::{AST, Engine};
use serde_json::Value;
use std::cell::Cell;
use std::hash::Hasher;
use std::ops::Range;
use std::sync::atomic::AtomicU16;
use std::sync::{Arc, OnceLock};

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
    /// Where the command stands in the file.
    place: Range<usize>,
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
    /// Where its code goes.
    goes_to: Vec<Destination>,
    uses_bank: bool,
    /// The steps its hooks stand at, and where in the file they say so.
    pub anchors: Vec<(&'static str, Range<usize>)>,
    /// What is odd about it, though it can be played.
    pub warnings: Vec<Problem>,
    /// What the ids of its own sentences begin with.
    own: String,
    /// Its words, under the ids by which everybody looks for words of rules, settings and events.
    words: Vec<(String, WordTexts)>,
    /// Where its memory was found last.
    memory: AtomicU16,
}

/// A step that code goes to, where it says so, and the step it stands in.
struct Destination {
    step: &'static str,
    place: usize,
    from: &'static str,
}

/// Settings as they are read, by their numbers.
struct Values(Vec<PerSeat<i64>>);

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
        self.misnamed(rules)
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
        if let Some(rested) = self.rested(event) {
            return Some(rested);
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

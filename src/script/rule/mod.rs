//! A rule from a file as the simulation knows rules: steps, settings, events, sentences and reasons come from what was read.

mod asking;
mod known;
mod making;
mod memory;
mod placing;
mod resting;
mod values;

pub(super) use asking::Ask;
pub(super) use known::built_in;
pub(super) use known::recorded;
pub use known::{find, read};
pub use resting::{SUSPENDED, Slip};

use self::asking::Answered;
use super::api::{Dialect, Scene};
use super::deck::DeckDecl;
use super::file::{At, Code, FieldKind, Kept, SettingDecl};
use super::guard::Guard;
use super::overriding::Override;
use super::rehearse;
use super::stage::{self, Fall, Role};
use super::value::{Kind, Mistake, Val};
use crate::problem::{Problem, Source};
use crate::sim::blueprint::BuildError;
use crate::sim::event::Kind as EventKind;
use crate::sim::plan::{Editor, PlanError};
use crate::sim::rule::{Count, Idle, OpenCard, Section};
use crate::sim::show::badge::Badge;
use crate::sim::snapshot::{Part, StateHasher};
use crate::sim::{Chance, Command, Event, Game, Hook, Reason, Rule, Ruleset, Seat, Secret, Signals, Step, VerbDecl};
use crate::words::{self, Arg, Message, WordTexts, learn, msg};
use rhai::{AST, Engine};
use serde_json::Value;
use std::cell::Cell;
use std::hash::Hasher;
use std::ops::Range;
use std::sync::atomic::AtomicU16;
use std::sync::{Arc, OnceLock};

/// What rules from files tell whatever they are.
const OWN_EVENTS: [&[&str]; 2] = [asking::EVENT_NAMES, resting::EVENT_NAMES];

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
pub(super) struct Sentence {
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
    picture: Vec<&'static str>,
    pub settings: Vec<SettingDecl>,
    pub kept: Vec<Kept>,
    pub decks: Vec<DeckDecl>,
    pub(super) events: Vec<Told>,
    kinds: &'static [&'static EventKind],
    forbids: Vec<Forbid>,
    overrides: Vec<Override>,
    warns: Vec<Warn>,
    counts: Vec<Count>,
    secrets: Vec<Secret>,
    may_end: bool,
    hooks: OnceLock<Vec<(At, &'static str, &'static DoHook)>>,
    asks: OnceLock<&'static [&'static Ask]>,
    verbs: Vec<VerbDecl>,
    /// rhai with its own names, made when it first runs.
    engine: OnceLock<Engine>,
    round_into_turn: bool,
    needs: Vec<&'static str>,
    /// Where its code goes.
    goes_to: Vec<Destination>,
    uses_bank: bool,
    /// The steps its hooks stand at, and where in the file they say so.
    pub anchors: Vec<(&'static str, Range<usize>)>,
    /// The names under which it tells something, and where they stand.
    told_at: Vec<(&'static str, Range<usize>)>,
    /// Keys of the game that its page names, and where.
    page_slots: Vec<(String, Range<usize>)>,
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
        if let Err(fall) = stage::perform(self.rule, &self.body, Role::default(), game) {
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
        let asks = self.asks().filter_map(|ask| ask.asked.guard.as_ref());
        let hooks = hooks.chain(asks);
        hooks.chain(self.forbids.iter().map(|forbid| &forbid.guard)).chain(self.overrides.iter().flat_map(Override::conditions))
    }

    /// How many of its hooks are watched in a rehearsal: those that do something, forbid, set or ask something.
    pub(super) fn watched(&self) -> usize {
        self.hooks() + self.forbids.len() + self.overrides.len() + self.asks().count()
    }

    /// How many hooks it has that do something.
    pub fn hooks(&self) -> usize {
        self.hooks.get().map_or(0, Vec::len)
    }

    /// The place of a hook in the file, to tell about it.
    pub(super) fn hook_place(&self, number: usize) -> usize {
        let done = self.hooks.get().into_iter().flatten().map(|(_, _, hook)| hook.code.start);
        let forbidden = self.forbids.iter().map(|forbid| forbid.guard.code.start);
        let asked = self.asks().map(|ask| ask.asked.run.1.start);
        done.chain(forbidden).chain(self.overrides.iter().map(Override::place)).chain(asked).nth(number).unwrap_or(0)
    }

    /// What the ids of its own sentences begin with.
    pub(super) fn own(&self) -> &str {
        &self.own
    }

    /// rhai with the rule's own names.
    pub(super) fn engine(&self) -> &Engine {
        self.engine.get_or_init(|| stage::own_engine(self))
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
        let hooks = self.hooks.get().into_iter().flatten();
        let steps = hooks.map(|(at, name, hook)| (*at, Step::hooked(name, *hook).when(hook.signals())));
        let steps = steps.chain(self.asks().map(|ask| (ask.asked.at, Step::hooked(ask.asked.step, ask))));
        for (at, step) in steps {
            match at {
                At::Before(anchor) => plan.before(Step::named(anchor), step)?,
                At::After(anchor) => plan.after(Step::named(anchor), step)?,
                At::InsteadOf(anchor) => plan.replace(Step::named(anchor), step)?,
                At::EndOf(phase) => plan.append(phase, step)?,
                At::Start | At::Join | At::Change | At::End => {}
            }
        }
        if self.round_into_turn {
            plan.round_into_turn();
        }
        Ok(())
    }
    fn verbs(&self) -> &[VerbDecl] {
        &self.verbs
    }
    fn label(&self, game: &Game, command: Command) -> Option<Message> {
        self.answer_label(game, command)
    }
    fn question(&self, game: &Game) -> Option<Message> {
        self.asks_now(game)
    }
    fn asks_in_secret(&self, game: &Game) -> bool {
        self.open_ask(game).is_some_and(|ask| ask.asked.secret)
    }
    fn settings(&self, section: &Value) -> Result<Option<Section>, serde_json::Error> {
        self.read_settings(section).map(Some)
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
        if !self.memories().is_empty() && self.memory(game).is_none() {
            game.spawn(self.memory_name(), (self.blank(),));
        }
    }
    fn deal(&self, game: &mut Game) {
        if let Some(memory) = self.memory(game).filter(|_| !self.memories().is_empty()) {
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
    fn badges(&self, game: &Game) -> Vec<Badge> {
        self.badges_shown(game)
    }
    fn icons(&self) -> Vec<&'static str> {
        self.kept.iter().filter_map(|kept| Some(kept.icon.as_ref()?.name)).collect()
    }
    fn picture(&self) -> &[&'static str] {
        &self.picture
    }
    fn open_cards(&self, game: &Game) -> Vec<OpenCard> {
        self.cards_shown(game)
    }
    fn secrets(&self) -> &[Secret] {
        &self.secrets
    }
    fn may_veil(&self) -> bool {
        !self.secrets.is_empty()
    }
    fn veil(&self, game: &mut Game, seat: Option<Seat>) {
        if let Some(seat) = seat {
            self.forget_hidden(game, seat);
        }
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
        if let Some(card) = self.card_told(event) {
            return Some(card);
        }
        if let Some(answered) = Answered::read(event).filter(|_| self.asks().any(|ask| ask.asked.secret)) {
            return Some(msg!("script.answered", player = game.rules().pack.seat(answered.player)));
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
                (_, Field::Word(word)) => Message::new(format!("{}.event.{}.{field}.{word}", self.own, told.kind.name)).into(),
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
        let no_answer = self.why_no_answer(game, command);
        if game.outcome().is_some() || no_answer.is_none() && !(self.dialect.is_own)(game, command) {
            return no_answer;
        }
        let Some(forbid) = self.forbidding(game, command) else { return no_answer };
        let reason = Reason::new(self.id, self.worded(&forbid.because, &Scene::with(game, self, command)));
        Some(match forbid.guard.setting() {
            Some(slot) => reason.because_of(format!("{}.{}", self.id, self.settings[slot].name)),
            None => reason,
        })
    }
}

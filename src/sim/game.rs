//! A game being played: the ECS world, the turn, chance and the events of the last command, with one door in
//! ([`Game::apply`]) and one door out ([`Game::offers`]).

use super::chance::{Chance, Purpose};
use super::command::{About, Command, DECLINE, DECLINE_WORD, Illegal, Reason, Verb};
use super::effect::Effect;
use super::event::{Commanded, Event, Kind, Passed, Record, RulesChanged};
use super::id::{Id, Seat};
use super::plan::Phase;
use super::rule::{Applies, Rule, Ruleset};
use super::side::Side;
use super::snapshot::{clone_world, copy_world};
use crate::words::span;
use hecs::{Entity, World};
use serde_json::Value;
use std::fmt::Debug;
use std::sync::Arc;

/// Whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Rounds are counted from 1.
    pub round: u32,
    pub seat: Seat,
    pub seats: Seat,
    /// The seat that opens every round.
    pub first: Seat,
    /// How many seats have had their turn in this round.
    pub taken: Seat,
}

impl Turn {
    /// The seat to the left of a seat, whether it is still in the game or not.
    #[inline]
    pub fn after(&self, seat: Seat) -> Seat {
        if seat + 1 < self.seats { seat + 1 } else { 0 }
    }
}

/// What a reason names that is no rule's but the table's: only what is on offer can be done.
const OFFERS: &str = "offers";

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Interned, as the names of rules are.
    pub reason: &'static str,
    pub winners: Vec<Seat>,
    pub totals: Vec<i64>,
}

/// What a step asks for when it is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    Next,
    Wait,
    /// To the step named in [`Game::jump_to`].
    Jump,
    End,
}

/// The events since the last command came in, and what each of them did. Old events are written over: most games are
/// played with nobody reading, and making room anew for every event costs more than what it says.
#[derive(Debug, Clone, Default)]
pub struct Log {
    pages: Vec<Event>,
    used: usize,
    /// In the order they happened, each with the number of the event it belongs to.
    effects: Vec<(usize, Effect)>,
    /// Whether anyone wants to know effects.
    keeps_effects: bool,
}

impl Log {
    #[inline]
    pub fn emit<R: Record>(&mut self, record: R) {
        if self.used == self.pages.len() {
            self.add_page(R::kind());
        }
        let event = &mut self.pages[self.used];
        self.used += 1;
        record.fill(event);
    }

    #[cold]
    fn add_page(&mut self, kind: &'static Kind) {
        self.pages.push(Event::blank(kind));
    }

    /// What the event told last did. Nothing is told while a table is set, so nothing is noted either.
    #[cold]
    fn note(&mut self, effect: Effect) {
        if let Some(event) = self.used.checked_sub(1) {
            self.effects.push((event, effect));
        }
    }

    pub fn events(&self) -> &[Event] {
        &self.pages[..self.used]
    }

    fn effects_of(&self, event: usize) -> impl Iterator<Item = Effect> {
        let first = self.effects.partition_point(|(number, _)| *number < event);
        self.effects[first..].iter().take_while(move |(number, _)| *number == event).map(|(_, effect)| *effect)
    }

    fn clear(&mut self) {
        self.used = 0;
        self.effects.clear();
    }
}

pub struct Game {
    pub(super) world: World,
    pub(super) turn: Turn,
    pub(super) chance: Chance,
    pub(super) log: Log,
    /// The pack's own quick indexes; see [`Side`].
    side: Side,
    pub(super) rules: Arc<Ruleset>,
    /// Rules that take over when the next turn begins.
    pub(super) next_rules: Option<Arc<Ruleset>>,
    pieces: Vec<Entity>,
    names: Arc<Vec<String>>,
    pub(super) offers: Vec<Command>,
    /// Another seat than the one whose turn it is has been asked to decide.
    pub(super) asked: Option<Seat>,
    pub(super) chosen: Option<Command>,
    pub(super) phase: Phase,
    pub(super) next_step: usize,
    pub(super) flow: Flow,
    /// Where [`Flow::Jump`] goes.
    pub(super) jump_to: &'static str,
    /// The step that waits for a decision.
    pub(super) waiting_at: Option<&'static str>,
    pub(super) outcome: Option<Outcome>,
    /// Whether `state` events are wanted: hashing costs time only traces need.
    pub(super) recording: bool,
    /// Something has happened since the last `state` event that deserves one.
    pub(super) state_due: bool,
    pub(super) idle_rounds: u32,
}

impl Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.dump())
    }
}

impl Clone for Game {
    fn clone(&self) -> Self {
        Self {
            world: clone_world(&self.world, &self.pieces, &self.rules.parts),
            turn: self.turn,
            chance: self.chance.clone(),
            log: Log { keeps_effects: self.log.keeps_effects, ..Log::default() },
            side: self.side.clone(),
            rules: self.rules.clone(),
            next_rules: self.next_rules.clone(),
            pieces: self.pieces.clone(),
            names: self.names.clone(),
            offers: self.offers.clone(),
            asked: self.asked,
            chosen: self.chosen,
            phase: self.phase,
            next_step: self.next_step,
            flow: self.flow,
            jump_to: self.jump_to,
            waiting_at: self.waiting_at,
            outcome: self.outcome.clone(),
            recording: self.recording,
            state_due: self.state_due,
            idle_rounds: self.idle_rounds,
        }
    }

    /// Takes over the state of another game; much cheaper than a new clone when both have the same pieces.
    fn clone_from(&mut self, other: &Self) {
        if self.pieces != other.pieces || !copy_world(&other.world, &mut self.world, &other.rules.parts) {
            *self = other.clone();
            return;
        }
        self.turn = other.turn;
        self.chance.clone_from(&other.chance);
        self.log.clear();
        self.log.keeps_effects = other.log.keeps_effects;
        self.side = other.side.clone();
        self.rules = other.rules.clone();
        self.next_rules.clone_from(&other.next_rules);
        self.names = other.names.clone();
        self.offers.clone_from(&other.offers);
        self.asked = other.asked;
        self.chosen = other.chosen;
        self.phase = other.phase;
        self.next_step = other.next_step;
        self.flow = other.flow;
        self.jump_to = other.jump_to;
        self.waiting_at = other.waiting_at;
        self.outcome.clone_from(&other.outcome);
        self.recording = other.recording;
        self.state_due = other.state_due;
        self.idle_rounds = other.idle_rounds;
    }
}

/// Why a game could not be set up.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{pack} is for {} players, not {asked}", span(*.fewest, *.most))]
pub struct WrongSeats {
    pub pack: &'static str,
    pub asked: usize,
    pub fewest: usize,
    pub most: usize,
}

impl Game {
    /// Sets up a game and plays it to the first decision. The events so far are in [`Game::events`].
    pub fn new(rules: Arc<Ruleset>, seats: usize, chance: Chance) -> Result<Self, WrongSeats> {
        let mut game = Self::furnished(rules, seats)?;
        game.deal(chance);
        Ok(game)
    }

    /// Like [`Game::new`], with `state` events among the others and with the effects of every event.
    pub fn recorded(rules: Arc<Ruleset>, seats: usize, chance: Chance) -> Result<Self, WrongSeats> {
        let mut game = Self::furnished(rules, seats)?;
        game.recording = true;
        game.log.keeps_effects = true;
        game.deal(chance);
        Ok(game)
    }

    /// Starts over with the same rules and seats; cheaper than a new game because the pieces stay.
    pub fn restart(&mut self, seed: u64) {
        self.deal(Chance::seeded(seed));
    }

    /// Writes no more `state` events and effects: a copy to think in has nobody who reads them, and hashing takes time.
    pub fn stop_recording(&mut self) {
        self.recording = false;
        self.log.keeps_effects = false;
    }

    /// Says whether anyone wants to know the [effects](Game::effects_of) of events from now on.
    pub fn keep_effects(&mut self, wanted: bool) {
        self.log.keeps_effects = wanted;
    }

    /// Starts a turn from a position someone has arranged: a test, a puzzle, a lesson. `taken` seats have already
    /// had their turn in this round.
    pub fn stage(&mut self, seat: Seat, taken: Seat) {
        self.log.clear();
        self.offers.clear();
        self.asked = None;
        self.outcome = None;
        self.waiting_at = None;
        self.turn.seat = seat % self.turn.seats;
        self.turn.taken = taken.min(self.turn.seats - 1);
        self.turn.first = (self.turn.seat + self.turn.seats - self.turn.taken) % self.turn.seats;
        self.begin_turn();
        self.advance();
    }

    fn furnished(rules: Arc<Ruleset>, seats: usize) -> Result<Self, WrongSeats> {
        let pack = rules.pack;
        let range = rules.seats();
        if !range.contains(&seats) {
            let (fewest, most) = range.into_inner();
            return Err(WrongSeats { pack: pack.name(), asked: seats, fewest, most });
        }
        let mut game = Self {
            world: World::new(),
            turn: Turn { round: 0, seat: 0, seats: seats as Seat, first: 0, taken: 0 },
            chance: Chance::seeded(0),
            log: Log::default(),
            side: Side::new(()),
            rules,
            next_rules: None,
            pieces: Vec::new(),
            names: Arc::default(),
            offers: Vec::new(),
            asked: None,
            chosen: None,
            phase: Phase::Turn,
            next_step: 0,
            flow: Flow::Next,
            jump_to: "",
            waiting_at: None,
            outcome: None,
            recording: false,
            state_due: false,
            idle_rounds: 0,
        };
        pack.furnish(&mut game);
        for rule in &game.rules.clone().in_force {
            rule.furnish(&mut game);
        }
        Ok(game)
    }

    fn deal(&mut self, chance: Chance) {
        self.chance = chance;
        self.log.clear();
        self.offers.clear();
        self.asked = None;
        self.chosen = None;
        self.next_rules = None;
        self.outcome = None;
        self.waiting_at = None;
        self.state_due = false;
        self.idle_rounds = 0;
        self.turn = Turn { round: 1, seat: 0, seats: self.turn.seats, first: 0, taken: 0 };
        self.rules.pack.deal(self);
        let rules = self.rules.clone();
        for rule in &rules.in_force {
            rule.deal(self);
        }
        self.turn.seat = self.turn.first;
        self.begin_turn();
        self.advance();
    }

    // ── The door out ──────────────────────────────────────────────────────────────────────────────────────────

    /// What the deciding player may do, sorted; empty only when the game is over.
    pub fn offers(&self) -> &[Command] {
        &self.offers
    }

    /// The seat that must decide now: the one whose turn it is, unless a rule asks another.
    #[inline]
    pub fn deciding(&self) -> Seat {
        self.asked.unwrap_or(self.turn.seat)
    }

    /// Whose turn it is, and which round.
    #[inline]
    pub fn turn(&self) -> Turn {
        self.turn
    }

    pub fn chance(&self) -> &Chance {
        &self.chance
    }

    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The events since the last command came in (or since the start).
    pub fn events(&self) -> &[Event] {
        self.log.events()
    }

    /// What one of the [events](Game::events) did, by its number, in order; nothing in a game that keeps no effects.
    pub fn effects_of(&self, event: usize) -> impl Iterator<Item = Effect> {
        self.log.effects_of(event)
    }

    /// The rules this game is played by at the moment.
    #[inline]
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// Rules that will take over when the next turn begins.
    pub fn pending_rules(&self) -> Option<&Ruleset> {
        self.next_rules.as_deref()
    }

    /// The rules everything put off so far will have led to.
    pub fn rules_to_come(&self) -> &Arc<Ruleset> {
        self.next_rules.as_ref().unwrap_or(&self.rules)
    }

    /// The name of the step that waits for a decision.
    pub fn waiting_at(&self) -> Option<&'static str> {
        self.waiting_at
    }

    /// A command as its one-line text.
    pub fn command_text(&self, command: Command) -> String {
        match self.rules.declared(command.verb) {
            _ if command == DECLINE => DECLINE_WORD.to_owned(),
            Some((_, verb)) if verb.about == About::Piece => format!("{} {}", verb.word, self.name(command.piece())),
            Some((_, verb)) => verb.word.to_owned(),
            None => self.rules.pack.command_text(self, command),
        }
    }

    /// A one-line text as a command, whether or not it is on offer; the message says what is wrong with it.
    pub fn parse_command(&self, text: &str) -> Result<Command, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        if words == [DECLINE_WORD] {
            return Ok(DECLINE);
        }
        let verb = words.first().and_then(|word| self.rules.verb(word));
        let Some((verb, (_, declared))) = verb.and_then(|verb| Some((verb, self.rules.declared(verb)?))) else {
            return self.rules.pack.parse_command(self, text);
        };
        match (declared.about, &words[1..]) {
            (About::Nothing, []) => Ok(Command::bare(verb)),
            (About::Nothing, _) => Err(format!("`{}` stands alone", declared.word)),
            (About::Piece, [name]) => {
                let piece = self.find(name).ok_or_else(|| format!("there is no piece called `{name}`"))?;
                Ok(Command::about(verb, piece))
            }
            (About::Piece, _) => Err(format!("`{}` wants the name of one piece", declared.word)),
        }
    }

    /// What a command is called on a button or in advice, where nothing on the board stands for it: a rule's own, a way
    /// to decline, and those of the game for which the rule that asks has words.
    pub fn label(&self, command: Command) -> Option<String> {
        if let Some((rule, _)) = self.rules.declared(command.verb) {
            return Some(rule.label(self, command).unwrap_or_else(|| self.command_text(command)));
        }
        let asked = self.asking_rule().and_then(|rule| rule.label(self, command));
        asked.or_else(|| (command == DECLINE).then(|| "Go on".to_owned()))
    }

    /// What the rule whose step waits for a decision asks, where it has words of its own for it.
    pub fn question(&self) -> Option<String> {
        self.asking_rule()?.question(self)
    }

    /// The rule whose step waits for a decision.
    fn asking_rule(&self) -> Option<&'static dyn Rule> {
        let (phase, step) = self.rules.plan.find(self.waiting_at?)?;
        self.rules.rule(self.rules.plan.steps(phase)[step].owner)
    }

    /// The offers as texts, sorted as texts: what a trace shows.
    pub fn offer_texts(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.offers.iter().map(|c| self.command_text(*c)).collect();
        texts.sort();
        texts
    }

    /// An event as a sentence, told by the pack or by the rule it belongs to.
    pub fn sentence(&self, event: &Event) -> Option<String> {
        let told = self.rules.pack.sentence(self, event);
        told.or_else(|| self.rules.in_force.iter().find_map(|rule| rule.sentence(self, event)))
    }

    /// Why a command is not on offer: the rule, the setting that decides, and where it was set.
    pub fn why_not(&self, command: Command) -> Reason {
        let by_rules = self.rules.in_force.iter().find_map(|rule| rule.why_not(self, command));
        let mut reason = by_rules.unwrap_or_else(|| {
            let of_pack = usize::from(command.verb.0) < self.rules.pack.verbs().len();
            match self.asked {
                _ if !of_pack && self.outcome.is_some() => Reason::new(OFFERS, "the game is over"),
                Some(seat) => Reason::new(OFFERS, format!("{} must decide first", self.rules.pack.seat_name(seat))),
                None if of_pack => self.rules.pack.why_not(self, command),
                None => Reason::new(OFFERS, "this is not the moment for it"),
            }
        });
        if let Some(key) = &reason.setting {
            reason.set_at = self.rules.origin(key).map(ToString::to_string);
        }
        reason
    }

    /// When a change of a setting reaches this game; `declared` is what its declaration says.
    pub fn takes_effect(&self, key: &str, declared: Applies) -> Applies {
        let section = key.split('.').next().unwrap_or_default();
        self.rules.rule(section).map_or(declared, |rule| rule.takes_effect(self, key, declared))
    }

    /// What follows from a rule's settings that nobody would expect, told when they have changed.
    pub fn consequence(&self, section: &str) -> Option<String> {
        self.rules.rule(section)?.consequence(self).filter(|_| self.outcome.is_none())
    }

    // ── The door in ───────────────────────────────────────────────────────────────────────────────────────────

    /// Does what a player chose, and everything that follows from it up to the next decision.
    pub fn apply(&mut self, command: Command) -> Result<&[Event], Illegal> {
        if self.outcome.is_some() || self.offers.binary_search(&command).is_err() {
            return Err(Illegal { command: self.command_text(command), reason: self.why_not(command) });
        }
        self.log.clear();
        self.log.emit(Commanded { player: self.deciding(), text: command });
        self.offers.clear();
        self.asked = None;
        self.chosen = Some(command);
        self.waiting_at = None;
        self.state_due = true;
        self.idle_rounds = 0;
        self.advance();
        Ok(self.log.events())
    }

    /// Like [`Game::apply`], from the one-line text of a command.
    pub fn apply_text(&mut self, text: &str) -> Result<&[Event], Illegal> {
        match self.parse_command(text) {
            Ok(command) => self.apply(command),
            Err(message) => Err(Illegal { command: text.to_owned(), reason: Reason::new(OFFERS, message) }),
        }
    }

    /// Swaps the rules between two commands. `now` takes over at once, `later` (if any) when the next turn begins;
    /// `settings` and `changes` go into the log, so that a trace replays without the files.
    pub fn change_rules(&mut self, now: Arc<Ruleset>, later: Option<Arc<Ruleset>>, settings: Value, changes: Value) {
        self.log.clear();
        self.log.emit(RulesChanged { settings: Arc::new(settings), changes: Arc::new(changes) });
        self.next_rules = later;
        let old = std::mem::replace(&mut self.rules, now);
        self.refit(&old);
        if self.outcome.is_none() {
            self.offers.clear();
            self.asked = None;
            self.resume_in_new_plan(&old);
            self.advance();
        }
    }

    /// Lets newly joined rules come in, and everyone fit their pieces.
    pub(super) fn refit(&mut self, old: &Ruleset) {
        let rules = self.rules.clone();
        for rule in rules.in_force.iter().filter(|rule| !old.is_in_force(rule.id())) {
            rule.join(self);
        }
        rules.pack.refit(self);
        for rule in &rules.in_force {
            rule.refit(self);
        }
    }

    /// Finds the waiting step in the new plan, or the first one after it that is still there.
    fn resume_in_new_plan(&mut self, old: &Ruleset) {
        let old_steps = old.plan.steps(self.phase);
        let from = self.next_step.saturating_sub(1);
        let resumed = old_steps.iter().skip(from).find_map(|p| self.rules.plan.find(p.step.name));
        let (phase, step) = resumed.unwrap_or_else(|| (self.phase, self.rules.plan.steps(self.phase).len()));
        self.phase = phase;
        self.next_step = step;
        self.waiting_at = None;
    }

    // ── For systems ───────────────────────────────────────────────────────────────────────────────────────────

    pub fn world(&self) -> &World {
        &self.world
    }

    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// For whoever loads outcomes or thinks ahead; systems [draw](Game::draw).
    pub fn chance_mut(&mut self) -> &mut Chance {
        &mut self.chance
    }

    /// A number from 0 to `ways - 1`, every one equally likely.
    #[inline]
    pub fn draw(&mut self, purpose: Purpose, ways: u32) -> u32 {
        self.chance.draw(purpose, ways)
    }

    /// Puts items in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.chance.shuffle(items);
    }

    /// What the pack has put beside the world; see [`Side`].
    #[inline]
    pub fn side<T: 'static>(&self) -> &T {
        self.side.get()
    }

    #[inline]
    pub fn side_mut<T: 'static>(&mut self) -> &mut T {
        self.side.get_mut()
    }

    /// For systems that read the rules, change what stands beside the world and tell of it, all at the same time.
    #[inline]
    pub fn split<T: 'static>(&mut self) -> (&Ruleset, &mut T, &mut Log) {
        (&self.rules, self.side.get_mut(), &mut self.log)
    }

    pub fn put_beside<T: Clone + Send + Sync + 'static>(&mut self, value: T) {
        self.side = Side::new(value);
    }

    /// Tells what has happened.
    #[inline]
    pub fn emit<R: Record>(&mut self, record: R) {
        self.log.emit(record);
    }

    /// Says what was done to the world, after the event it belongs to was told. Only the actions that change the world
    /// need to; `effect` is not asked for when nobody wants to know.
    #[inline]
    pub fn effect(&mut self, effect: impl FnOnce(&Self) -> Effect) {
        if self.log.keeps_effects {
            let effect = effect(self);
            self.log.note(effect);
        }
    }

    /// Says who opens every round; a deal does, before the first turn.
    pub fn set_first(&mut self, seat: Seat) {
        self.turn.first = seat % self.turn.seats;
    }

    /// Puts the count of rounds where someone who arranges a position wants it.
    pub fn set_round(&mut self, round: u32) {
        self.turn.round = round;
    }

    /// Puts a piece on the table. Pieces are numbered in the order they come.
    pub fn spawn(&mut self, name: String, components: impl hecs::DynamicBundle) -> Id {
        let id = Id(self.pieces.len() as u16);
        let entity = self.world.spawn(components);
        self.world.insert_one(entity, id).expect("the entity was spawned on the line above");
        self.pieces.push(entity);
        Arc::make_mut(&mut self.names).push(name);
        id
    }

    #[inline]
    pub fn entity(&self, id: Id) -> Entity {
        self.pieces[id.index()]
    }

    pub fn pieces(&self) -> &[Entity] {
        &self.pieces
    }

    pub fn name(&self, id: Id) -> &str {
        self.names.get(id.index()).map_or("?", String::as_str)
    }

    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The piece of that name.
    pub fn find(&self, name: &str) -> Option<Id> {
        self.names.iter().position(|n| n == name).map(|index| Id(index as u16))
    }

    /// A component of a piece that is known to have it.
    #[inline]
    pub fn get<T: Copy + Send + Sync + 'static>(&self, id: Id) -> T {
        *self.world.get::<&T>(self.entity(id)).expect("pieces keep the components they were furnished with")
    }

    #[inline]
    pub fn set<T: Send + Sync + 'static>(&mut self, id: Id, value: T) {
        let entity = self.entity(id);
        *self.world.query_one_mut::<&mut T>(entity).expect("pieces keep the components they were furnished with") = value;
    }

    /// The command the current steps carry out.
    pub fn chosen(&self) -> Option<Command> {
        self.chosen
    }

    /// The command the current steps carry out, if it has this verb.
    #[inline]
    pub fn chosen_to(&self, verb: Verb) -> Option<Command> {
        self.chosen.filter(|command| command.verb == verb)
    }

    /// Like [`Game::offer`], but the decision is another seat's.
    pub fn offer_to(&mut self, seat: Seat, list: impl FnOnce(&Self, &mut Vec<Command>)) {
        self.asked = Some(seat).filter(|seat| *seat != self.turn.seat);
        self.offer(None, list);
        if self.offers.is_empty() {
            self.asked = None;
        }
    }

    /// Puts up what the player may do and waits for the decision; with nothing to offer the player passes, and
    /// the turn goes on with the step named in `otherwise`.
    pub fn offer(&mut self, otherwise: Option<&'static str>, list: impl FnOnce(&Self, &mut Vec<Command>)) {
        let mut offers = std::mem::take(&mut self.offers);
        offers.clear();
        list(self, &mut offers);
        debug_assert!(offers.is_sorted(), "offers come in a stable order");
        self.offers = offers;
        self.chosen = None;
        if !self.offers.is_empty() {
            self.flow = Flow::Wait;
        } else if let Some(step) = otherwise {
            self.jump(step);
        }
    }

    /// Says that the player to act has nothing to do.
    pub fn pass(&mut self) {
        self.log.emit(Passed { player: self.turn.seat });
    }

    /// Goes on with another step of the plan.
    pub fn jump(&mut self, step: &'static str) {
        self.flow = Flow::Jump;
        self.jump_to = step;
    }

    /// Ends the game; the current step is the last one.
    pub fn finish(&mut self, reason: &'static str, winners: Vec<Seat>, totals: Vec<i64>) {
        self.outcome = Some(Outcome { reason, winners, totals });
        self.flow = Flow::End;
    }
}

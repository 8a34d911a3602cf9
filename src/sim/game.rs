//! A game being played: the ECS world, the turn, chance and the events of the last command, with one door in
//! ([`Game::apply`]) and one door out ([`Game::offers`]).

use super::asking::Asking;
use super::chance::Chance;
use super::command::{Command, Illegal, Reason};
use super::effect::Effect;
use super::event::{Commanded, Event, RulesChanged, Wanted};
use super::id::Seat;
use super::log::Log;
use super::plan::{Phase, Plan};
use super::rule::Rule;
use super::ruleset::Ruleset;
use super::side::Side;
use super::signal::Signals;
use super::snapshot::{clone_world, copy_world};
use crate::words::{Message, msg, span, speaks};
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
pub(super) const OFFERS: &str = "offers";

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
    /// Into the stretch in [`Game::called`], and back.
    Call,
    End,
}

/// The part of the plan that is being run: what comes next, and where it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Stretch {
    pub phase: Phase,
    pub next: usize,
    pub until: usize,
}

impl Stretch {
    /// All of a phase.
    pub(super) fn whole(plan: &Plan, phase: Phase) -> Self {
        Self { phase, next: 0, until: plan.steps(phase).len() }
    }

    /// The same stretch in another plan: it goes on at the first step that is still there, and ends behind the last, or
    /// with the phase if it is all of that.
    fn in_plan(self, outermost: bool, old: &Plan, new: &Plan) -> Self {
        let steps = old.steps(self.phase);
        let mut rest = steps[..self.until.min(steps.len())].iter().skip(self.next).map(|planned| planned.step.name);
        let mut last = steps[..self.until.min(steps.len())].iter().rev().map(|planned| planned.step.name);
        let whole = Self::whole(new, self.phase);
        let (phase, next) = rest.find_map(|name| new.find(name)).unwrap_or((self.phase, whole.until));
        let until = if outermost {
            new.steps(phase).len()
        } else {
            let end = last.find_map(|name| new.find(name).filter(|(of, _)| *of == phase));
            end.map_or(next, |(_, at)| at + 1).max(next)
        };
        Self { phase, next, until }
    }
}

pub struct Game {
    pub(super) world: World,
    pub(super) turn: Turn,
    pub(super) chance: Chance,
    pub(super) log: Log,
    /// The pack's own quick indexes; see [`Side`].
    pub(super) side: Side,
    pub(super) rules: Arc<Ruleset>,
    /// Rules that take over when the next turn begins.
    pub(super) next_rules: Option<Arc<Ruleset>>,
    /// The rules as they stand, where a rule wants some of their settings to be others at the moment.
    pub(super) standing: Option<Arc<Ruleset>>,
    pub(super) pieces: Vec<Entity>,
    pub(super) names: Arc<Vec<String>>,
    pub(super) offers: Vec<Command>,
    /// The question of a rule that is open, and who is still to be asked.
    pub(super) asking: Asking,
    /// Another seat than the one whose turn it is has been asked to decide.
    pub(super) asked: Option<Seat>,
    pub(super) chosen: Option<Command>,
    pub(super) stretch: Stretch,
    /// Where to go on when a stretch that was [called](Game::call) for has ended, the latest last.
    pub(super) calls: Vec<Stretch>,
    /// Where [`Flow::Call`] goes.
    pub(super) called: Stretch,
    /// What has happened that steps wait for.
    pub(super) signals: Signals,
    /// Whether steps run though their signals are down, to see that they do nothing.
    pub(super) mistrusts_signals: bool,
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
    /// Rules that rest since they made a mistake.
    pub(super) suspended: Vec<&'static str>,
    /// How often rules have led aside from the plan since the last decision or the beginning of the turn.
    pub(super) detours: u16,
    /// How much rules from files have worked since then.
    pub(super) labour: u64,
}

impl Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.dump())
    }
}

impl Clone for Game {
    fn clone(&self) -> Self {
        let world = clone_world(&self.world, &self.pieces, &self.rules.parts);
        let mut copy = Self { world, pieces: self.pieces.clone(), ..Self::bare(self.rules.clone(), self.turn) };
        copy.take_over(self);
        copy
    }

    /// Takes over the state of another game; much cheaper than a new clone when both have the same pieces.
    fn clone_from(&mut self, other: &Self) {
        // Pieces are numbered as they come and never go, so as many pieces are the same pieces.
        if self.pieces.len() != other.pieces.len() || !copy_world(&other.world, &mut self.world, &other.rules.parts) {
            *self = other.clone();
        } else {
            self.take_over(other);
        }
    }
}

/// Why a game could not be set up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongSeats {
    pub pack: &'static str,
    pub asked: usize,
    pub fewest: usize,
    pub most: usize,
}

speaks!(WrongSeats);

impl WrongSeats {
    pub fn message(&self) -> Message {
        let pack = Message::new(format!("{}.title", self.pack)).with("id", self.pack);
        msg!("sim.wrong_seats", pack, span = span(self.fewest, self.most), asked = self.asked)
    }
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

    /// Writes nothing down at all: nobody reads what happens in a thought.
    pub fn mute(&mut self) {
        self.stop_recording();
        self.listen_for(Wanted::NOTHING);
    }

    /// Writes down these kinds of events only: nobody reads any others.
    pub fn listen_for(&mut self, wanted: Wanted) {
        self.log.listen_for(wanted);
    }

    /// Lets every step run whether its signals are up or not, and panics if one does something that was thought to have
    /// nothing to do. For tests.
    pub fn mistrust_signals(&mut self) {
        self.mistrusts_signals = true;
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
        self.calls.clear();
        self.asking = Asking::default();
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
        let turn = Turn { round: 0, seat: 0, seats: seats as Seat, first: 0, taken: 0 };
        let mut game = Self::bare(rules.seated(seats), turn);
        pack.furnish(&mut game);
        for rule in &game.rules.clone().in_force {
            rule.furnish(&mut game);
        }
        Ok(game)
    }

    /// A game with nothing on the table yet.
    fn bare(rules: Arc<Ruleset>, turn: Turn) -> Self {
        Self {
            world: World::new(),
            turn,
            chance: Chance::seeded(0),
            log: Log::default(),
            side: Side::bare(),
            stretch: Stretch::whole(&rules.plan, Phase::Turn),
            calls: Vec::new(),
            called: Stretch::whole(&rules.plan, Phase::Turn),
            signals: Signals::ALWAYS,
            mistrusts_signals: false,
            rules,
            next_rules: None,
            standing: None,
            pieces: Vec::new(),
            names: Arc::default(),
            offers: Vec::new(),
            asking: Asking::default(),
            asked: None,
            chosen: None,
            flow: Flow::Next,
            jump_to: "",
            waiting_at: None,
            outcome: None,
            recording: false,
            state_due: false,
            idle_rounds: 0,
            suspended: Vec::new(),
            detours: 0,
            labour: 0,
        }
    }

    /// Takes over everything of another game but the values of its pieces and what it has told.
    fn take_over(&mut self, other: &Self) {
        self.turn = other.turn;
        self.chance.clone_from(&other.chance);
        self.log.empty_as(&other.log);
        self.side.clone_from(&other.side);
        // Counting owners takes longer than looking whether it must be done.
        if !Arc::ptr_eq(&self.rules, &other.rules) {
            self.rules = other.rules.clone();
        }
        if !Arc::ptr_eq(&self.names, &other.names) {
            self.names = other.names.clone();
        }
        self.next_rules.clone_from(&other.next_rules);
        self.standing.clone_from(&other.standing);
        self.offers.clone_from(&other.offers);
        self.asking.clone_from(&other.asking);
        self.asked = other.asked;
        self.chosen = other.chosen;
        self.stretch = other.stretch;
        self.calls.clone_from(&other.calls);
        self.called = other.called;
        self.signals = other.signals;
        self.mistrusts_signals = other.mistrusts_signals;
        self.flow = other.flow;
        self.jump_to = other.jump_to;
        self.waiting_at = other.waiting_at;
        self.outcome.clone_from(&other.outcome);
        self.recording = other.recording;
        self.state_due = other.state_due;
        self.idle_rounds = other.idle_rounds;
        self.suspended.clone_from(&other.suspended);
        self.detours = other.detours;
        self.labour = other.labour;
    }

    fn deal(&mut self, chance: Chance) {
        self.forget_the_moment();
        self.signals = Signals::ALWAYS;
        self.calls.clear();
        self.chance = chance;
        self.log.clear();
        self.offers.clear();
        self.asking = Asking::default();
        self.asked = None;
        self.chosen = None;
        self.next_rules = None;
        self.outcome = None;
        self.waiting_at = None;
        self.state_due = false;
        self.idle_rounds = 0;
        self.suspended.clear();
        (self.detours, self.labour) = (0, 0);
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

    /// Leaves only some of the offers. For a copy to think in.
    pub fn keep_offers(&mut self, is_kept: impl FnMut(&Command) -> bool) {
        self.offers.retain(is_kept);
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
        self.next_rules.as_ref().unwrap_or_else(|| self.standing_rules())
    }

    /// The rules of this game without what a rule wants to be otherwise just at the moment.
    pub fn standing_rules(&self) -> &Arc<Ruleset> {
        self.standing.as_ref().unwrap_or(&self.rules)
    }

    /// The name of the step that waits for a decision.
    pub fn waiting_at(&self) -> Option<&'static str> {
        self.waiting_at
    }

    // ── The door in ───────────────────────────────────────────────────────────────────────────────────────────

    /// Does what a player chose, and everything that follows from it up to the next decision. What is not on offer is refused,
    /// changes nothing, and has a reason.
    ///
    /// ```
    /// # use triangulum::{sim::{Chance, Game}, variant::{Library, Shelf}};
    /// let standard = Library::new(Shelf::built_in()).load("muehle", "standard").expect("it comes with the program");
    /// let mut game = Game::new(standard.rules, 3, Chance::seeded(1)).expect("it is for three");
    /// let events = game.apply(game.offers()[0]).expect("it is on offer");
    /// assert!(events.iter().any(|event| event.kind.name == "placed"));
    ///
    /// let before = game.hash();
    /// assert!(game.apply_text("jump a1 c4").is_err(), "nobody jumps with stones in hand");
    /// assert_eq!(game.hash(), before);
    /// ```
    pub fn apply(&mut self, command: Command) -> Result<&[Event], Illegal> {
        if self.outcome.is_some() || !self.is_on_offer(command) {
            return Err(Illegal { command: self.command_text(command), reason: self.why_not(command) });
        }
        self.log.clear();
        self.log.emit(Commanded { player: self.deciding(), text: command });
        self.offers.clear();
        self.hear(self.deciding());
        self.asked = None;
        self.chosen = Some(command);
        self.signals = self.signals.without(Signals::ALL_VERBS).and(Signals::of_verb(command.verb));
        self.waiting_at = None;
        self.state_due = true;
        self.idle_rounds = 0;
        (self.detours, self.labour) = (0, 0);
        self.advance();
        Ok(self.log.events())
    }

    /// Offers are sorted; a handful is looked through faster than it is searched.
    #[inline]
    fn is_on_offer(&self, command: Command) -> bool {
        const HANDFUL: usize = 8;
        if self.offers.len() <= HANDFUL { self.offers.contains(&command) } else { self.offers.binary_search(&command).is_ok() }
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
        let players = usize::from(self.turn.seats);
        self.next_rules = later.map(|rules| rules.seated(players));
        let old = std::mem::replace(&mut self.rules, now.seated(players));
        self.standing = None;
        self.refit(&old);
        if self.outcome.is_none() {
            self.offers.clear();
            self.take_back_question();
            self.asked = None;
            self.resume_in_new_plan(&old);
            self.obey_the_moment();
            self.advance();
        }
    }

    /// Lets newly joined rules come in, and everyone fit their pieces.
    pub(super) fn refit(&mut self, old: &Ruleset) {
        let rules = self.rules.clone();
        // Whoever rests because of a mistake does so until another text comes.
        let text = |rules: &Ruleset, id: &str| rules.rule(id).and_then(Rule::text);
        self.suspended.retain(|id| text(old, id).is_some() && text(old, id) == text(&rules, id));
        for rule in rules.in_force.iter().filter(|rule| !old.is_in_force(rule.id())) {
            rule.join(self);
        }
        rules.pack.refit(self);
        for rule in &rules.in_force {
            rule.refit(self);
        }
        // What steps waited for may mean something else now; looking once more does no harm.
        self.signals = self.signals.and(Signals::ALL_OWN);
    }

    /// Finds the waiting step in the new plan, or the first one after it that is still there.
    fn resume_in_new_plan(&mut self, old: &Ruleset) {
        let (old, new) = (&old.plan, &self.rules.plan);
        let waiting = Stretch { next: self.stretch.next.saturating_sub(1), ..self.stretch };
        self.stretch = waiting.in_plan(self.calls.is_empty(), old, new);
        self.calls.iter_mut().enumerate().for_each(|(depth, call)| *call = call.in_plan(depth == 0, old, new));
        self.waiting_at = None;
    }
}

//! What systems may ask of a game and do to it: pieces, chance, the plan, and telling what happened.

use super::chance::{Chance, Purpose};
use super::command::{Command, Verb};
use super::effect::Effect;
use super::event::{Arg, Barred, Kind, MOST_FIELDS, Passed, Record};
use super::game::{Flow, Game, Outcome};
use super::id::{Id, Seat};
use super::log::{Log, Mark};
use super::plan::Step;
use super::ruleset::Ruleset;
use super::side::{Beside, Side};
use super::signal::Signals;
use hecs::{Entity, World};
use std::sync::Arc;

impl Game {
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

    /// What the pack has put beside the world; see `Side`.
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

    pub fn put_beside<T: Beside>(&mut self, value: T) {
        self.side = Side::new(value);
    }

    /// Tells what has happened.
    #[inline]
    pub fn emit<R: Record>(&mut self, record: R) {
        self.log.emit(record);
    }

    /// Tells an event of a rule that was read from a file; what was done since the mark belongs to it.
    pub fn tell(&mut self, kind: &'static Kind, args: [Arg; MOST_FIELDS], since: Mark) {
        self.log.tell(kind, args, since.effects);
    }

    /// Says that what is done from now on may belong to an event that is told later, though nobody has listened to the last one.
    pub fn await_event(&mut self) {
        self.log.await_event();
    }

    /// Says that no such event comes any more.
    pub fn await_no_more(&mut self) {
        self.log.await_no_more();
    }

    /// Where what is told ends now.
    pub fn mark(&self) -> Mark {
        self.log.mark()
    }

    /// Becomes again what it was when it was copied and marked: nothing done or told since has happened.
    pub fn go_back(&mut self, copy: &Self, mark: Mark) {
        let mut log = std::mem::take(&mut self.log);
        log.forget_since(mark);
        self.clone_from(copy);
        self.log = log;
    }

    /// Lets a rule rest until it is changed: it has made a mistake.
    pub fn suspend(&mut self, rule: &'static str) {
        if !self.is_suspended(rule) {
            self.suspended.push(rule);
        }
    }

    /// The rules that rest because of a mistake.
    pub fn suspended(&self) -> &[&'static str] {
        &self.suspended
    }

    #[inline]
    pub fn is_suspended(&self, rule: &str) -> bool {
        !self.suspended.is_empty() && self.suspended.contains(&rule)
    }

    /// Counts a way that leads aside from the plan; false when there were more since the last decision or the beginning of
    /// the turn than any sensible rule takes, so that rules cannot lead in a circle.
    pub fn may_turn_aside(&mut self) -> bool {
        const MOST: u16 = 50;
        self.detours = self.detours.saturating_add(1);
        self.detours <= MOST
    }

    /// Counts what a rule from a file has just worked, unless all together would have worked more than this since the last
    /// decision or the beginning of the turn.
    pub fn may_have_worked(&mut self, work: u64, most: u64) -> bool {
        let labour = self.labour.saturating_add(work);
        let may = labour <= most;
        if may {
            self.labour = labour;
        }
        may
    }

    /// Whether a rule in force forbids what would be on offer; such offers are taken back when they are put up.
    pub fn is_forbidden(&self, command: Command) -> bool {
        self.rules.forbidding.iter().any(|rule| rule.forbids(self, command))
    }

    /// The step that is being run.
    pub(super) fn step_at_hand(&self) -> Option<Step> {
        let steps = self.rules.plan.steps(self.stretch.phase);
        self.stretch.next.checked_sub(1).and_then(|at| steps.get(at)).map(|planned| planned.step)
    }

    /// Tells something that is worked out only if somebody wants to know.
    #[inline]
    pub fn emit_with<R: Record>(&mut self, record: impl FnOnce(&Self) -> R) {
        if self.log.wants::<R>() {
            let record = record(self);
            self.log.emit(record);
        } else {
            self.log.pass_over();
        }
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
        debug_assert_eq!(Id::of(entity), id, "nothing is ever taken out of the world");
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

    /// Like [`Game::get`], for those who have the game to themselves: no borrow has to be counted.
    #[inline]
    pub fn look<T: Copy + Send + Sync + 'static>(&mut self, id: Id) -> T {
        let entity = self.entity(id);
        *self.world.query_one_mut::<&T>(entity).expect("pieces keep the components they were furnished with")
    }

    /// Changes a component of a piece that is known to have it: one look-up instead of one to read and one to write.
    #[inline]
    pub fn update<T: Send + Sync + 'static, R>(&mut self, id: Id, change: impl FnOnce(&mut T) -> R) -> R {
        let entity = self.entity(id);
        change(self.world.query_one_mut::<&mut T>(entity).expect("pieces keep the components they were furnished with"))
    }

    /// Says that something has happened which steps may wait for.
    #[inline]
    pub fn raise(&mut self, signals: Signals) {
        self.signals = self.signals.and(signals);
    }

    /// Says that what was signalled has been dealt with.
    #[inline]
    pub fn lower(&mut self, signals: Signals) {
        self.signals = self.signals.without(signals);
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
        let first = offers.first().copied();
        if self.knows_bans() {
            offers.retain(|command| !self.is_forbidden(*command));
        }
        // Whoever could have moved learns why there is nothing left to do.
        if let Some(first) = first.filter(|_| offers.is_empty() && otherwise.is_some() && self.knows_bans())
            && let Some(rule) = self.rules.forbidding.iter().find(|rule| rule.forbids(self, first))
        {
            self.log.emit(Barred { player: self.turn.seat, rule: rule.id() });
        }
        // Whoever lists them need not know that offers are sorted, each once.
        if !offers.is_sorted_by(|one, other| one < other) {
            offers.sort_unstable();
            offers.dedup();
        }
        self.offers = offers;
        if self.knows_bans() {
            let rules = self.rules.clone();
            rules.forbidding.iter().for_each(|rule| rule.after_offers(self));
        }
        self.chosen = None;
        self.signals = self.signals.without(Signals::ALL_VERBS);
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

    /// Ends the game: the highest total wins, equal totals share the win.
    pub fn highest_wins(&mut self, reason: &'static str) {
        let totals = self.rules.pack.totals(self);
        self.finish(reason, with_most(&totals), totals);
    }
}

/// The seats with the highest total.
pub(super) fn with_most(totals: &[i64]) -> Vec<Seat> {
    let best = totals.iter().max();
    (0..).zip(totals).filter(|(_, total)| Some(*total) == best).map(|(seat, _)| seat).collect()
}

//! The engine: runs the plan from decision to decision, turn by turn and round by round.

use super::asking::Asking;
use super::command::DECLINE;
use super::effect::Effect;
use super::event::{Ended, StateDigest, StateHash, TurnBegan};
use super::game::{Flow, Game, Stretch};
use super::id::Seat;
use super::plan::{Phase, Step};
use super::signal::Signals;

/// Rounds without a single decision after which a game is called off.
const IDLE_ROUNDS: u32 = 1_000;

/// How a game ends that is called off.
pub(super) const STALLED: &str = "stalled";

impl Game {
    pub(super) fn advance(&mut self) {
        loop {
            if let Some(run) = self.next_run() {
                run(self);
                // Most steps of most turns simply go on, so one look must be enough.
                if self.flow != Flow::Next && self.turn_aside() {
                    return;
                }
            } else if self.end_stretch() {
                return self.close();
            }
        }
    }

    /// The next step of the stretch that may have something to do.
    #[inline]
    fn next_run(&mut self) -> Option<fn(&mut Self)> {
        if self.recording || self.mistrusts_signals {
            return self.next_run_watched();
        }
        let Stretch { phase, next, until } = self.stretch;
        for (passed, (when, run)) in self.rules.plan.course(phase).get(next..until)?.iter().enumerate() {
            if self.signals.any(*when) {
                self.stretch.next = next + passed + 1;
                return Some(*run);
            }
        }
        self.stretch.next = until;
        None
    }

    /// The same where somebody reads hashes, for which it counts what was passed over; or where nobody trusts signals, and
    /// what is passed over is run to see that it does nothing.
    #[cold]
    fn next_run_watched(&mut self) -> Option<fn(&mut Self)> {
        while self.stretch.next < self.stretch.until {
            let planned = *self.rules.plan.steps(self.stretch.phase).get(self.stretch.next)?;
            self.stretch.next += 1;
            self.state_due |= planned.from_round;
            if self.signals.any(planned.step.when) {
                return Some(planned.step.run);
            }
            if self.mistrusts_signals {
                self.run_in_vain(planned.step);
            }
        }
        None
    }

    /// Runs a step that is thought to have nothing to do, and panics if it does something.
    fn run_in_vain(&mut self, step: Step) {
        let (hash, told, offers) = (self.hash(), self.log.events().len(), self.offers.clone());
        (step.run)(self);
        let still = self.hash() == hash && self.log.events().len() == told && self.offers == offers && self.flow == Flow::Next;
        assert!(still, "`{}` had something to do, though nothing had called for it", step.name);
    }

    /// Runs a stretch of the plan here and now: every step from the first named one to the last, and whatever rules have
    /// put between or in place of them. For a copy to think in: it does not go on from where it was. Offers that can be
    /// declined are, and any other decision, a way out of the stretch, or the end of the game is as far as it goes.
    pub fn rehearse(&mut self, first: &str, last: &str) {
        let Some(whole) = self.rules.plan.between(first, last) else { return };
        self.asking.in_thought = true;
        self.run_in_thought(whole);
        self.asking.in_thought = false;
    }

    fn run_in_thought(&mut self, whole: Stretch) {
        self.stretch = whole;
        self.calls.clear();
        loop {
            let Some(run) = self.next_run() else {
                match self.calls.pop() {
                    Some(call) => self.stretch = call,
                    None => return,
                }
                continue;
            };
            run(self);
            match std::mem::replace(&mut self.flow, Flow::Next) {
                Flow::Next => {}
                Flow::Call => self.enter_call(),
                Flow::Wait if self.offers.last() == Some(&DECLINE) => {
                    self.offers.clear();
                    self.hear(self.deciding());
                    self.asked = None;
                    self.chosen = Some(DECLINE);
                    self.raise(Signals::of_verb(DECLINE.verb));
                }
                Flow::Jump => match self.rules.plan.find(self.jump_to) {
                    Some((to, ahead))
                        if self.calls.is_empty() && to == whole.phase && (self.stretch.next..whole.until).contains(&ahead) =>
                    {
                        self.stretch.next = ahead;
                    }
                    _ => return,
                },
                Flow::Wait | Flow::End => return,
            }
        }
    }

    /// Has a stretch of the plan run when the step at hand is done, and then goes on behind that step: from the first
    /// named step to the last, with all that rules have put between them. False, and nothing done, if they are not in
    /// the plan in this order, or if calls call for calls without end. A step calls or asks, not both: a question wins.
    pub fn call(&mut self, first: &str, last: &str) -> bool {
        const MOST_CALLS: usize = 8;
        let stretch = self.rules.plan.between(first, last).filter(|_| self.calls.len() < MOST_CALLS && self.flow == Flow::Next);
        let Some(stretch) = stretch else { return false };
        self.called = stretch;
        self.flow = Flow::Call;
        true
    }

    fn enter_call(&mut self) {
        self.calls.push(std::mem::replace(&mut self.stretch, self.called));
    }

    /// Whether nobody else has a turn in this round: all have had theirs, or this is the last one.
    pub fn is_end_of_round(&self) -> bool {
        let mut seat = self.turn.seat;
        let waiting = self.turn.seats.saturating_sub(self.turn.taken + 1);
        self.stretch.phase == Phase::Round && self.calls.is_empty()
            || (0..waiting).all(|_| {
                seat = self.turn.after(seat);
                self.rules.pack.is_out(self, seat)
            })
    }

    /// Does what the last step asked for instead of going on; true when that is a decision or the end of the game.
    fn turn_aside(&mut self) -> bool {
        let flow = std::mem::replace(&mut self.flow, Flow::Next);
        if self.outcome.is_some() {
            self.close();
            return true;
        }
        match flow {
            Flow::Next | Flow::End => false,
            Flow::Call => {
                self.enter_call();
                false
            }
            Flow::Wait => {
                self.record_due_state();
                let step = self.rules.plan.steps(self.stretch.phase)[self.stretch.next - 1].step;
                self.waiting_at = Some(step.name);
                true
            }
            Flow::Jump => {
                // Whoever jumps leaves all calls behind; where there is nothing to jump to, the turn or round is over.
                let phase = self.calls.first().map_or(self.stretch.phase, |call| call.phase);
                let end = self.rules.plan.steps(phase).len();
                let (phase, next) = self.rules.plan.find(self.jump_to).unwrap_or((phase, end));
                self.calls.clear();
                self.stretch = Stretch { next, ..Stretch::whole(&self.rules.plan, phase) };
                false
            }
        }
    }

    /// Goes on where the stretch was called for, or from the end of a turn to the next turn or the round's steps; true when
    /// the game is called off.
    fn end_stretch(&mut self) -> bool {
        if let Some(call) = self.calls.pop() {
            self.stretch = call;
            return false;
        }
        match self.stretch.phase {
            Phase::Turn => {
                self.record_due_state();
                self.chosen = None;
                self.signals = self.signals.without(Signals::ALL_VERBS);
                self.turn.taken += 1;
                self.begin_turn_of(self.turn.after(self.turn.seat));
            }
            Phase::Round => {
                if self.recording && !self.rules.plan.steps(Phase::Round).is_empty() {
                    self.record_state();
                }
                self.idle_rounds += 1;
                if self.idle_rounds > IDLE_ROUNDS {
                    // Nobody has been able to do anything for a very long time.
                    self.highest_wins(STALLED);
                    return true;
                }
                self.turn.round += 1;
                self.turn.taken = 0;
                self.begin_turn_of(self.turn.first);
            }
        }
        false
    }

    /// Gives the turn to this seat or the next one that is still in the game; when the round has none left, its own steps come.
    fn begin_turn_of(&mut self, mut seat: Seat) {
        let pack = self.rules.pack;
        while self.turn.taken < self.turn.seats {
            if !pack.is_out(self, seat) {
                self.turn.seat = seat;
                return self.begin_turn();
            }
            self.turn.taken += 1;
            seat = self.turn.after(seat);
        }
        self.obey_the_moment();
        self.stretch = Stretch::whole(&self.rules.plan, Phase::Round);
    }

    pub(super) fn begin_turn(&mut self) {
        self.flow = Flow::Next;
        (self.detours, self.labour) = (0, 0);
        self.asking = Asking::default();
        if let Some(rules) = self.next_rules.take() {
            let old = std::mem::replace(&mut self.rules, rules);
            self.standing = None;
            self.refit(&old);
        }
        self.obey_the_moment();
        self.stretch = Stretch::whole(&self.rules.plan, Phase::Turn);
        self.log.emit(TurnBegan { round: self.turn.round, player: self.turn.seat });
    }

    fn close(&mut self) {
        self.let_rules_conclude();
        self.record_due_state();
        let after_round = self.stretch.phase == Phase::Round && self.stretch.next > 0;
        if self.recording && after_round {
            self.record_state();
        }
        self.offers.clear();
        self.calls.clear();
        self.flow = Flow::Next;
        if let Some(outcome) = &self.outcome {
            let ended = Ended {
                reason: outcome.reason,
                winners: outcome.winners.iter().map(|s| i64::from(*s)).collect(),
                totals: outcome.totals.clone().into(),
            };
            self.log.emit(ended);
            self.effect(|_| Effect::Ended);
        }
    }

    fn record_due_state(&mut self) {
        if self.state_due {
            self.state_due = false;
            if self.recording {
                self.record_state();
            }
        }
    }

    fn record_state(&mut self) {
        let hash = StateDigest(self.hash());
        self.log.emit(StateHash { hash });
    }
}

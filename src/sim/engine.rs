//! The engine: runs the plan from decision to decision, turn by turn and round by round.

use super::command::DECLINE;
use super::effect::Effect;
use super::event::{Ended, StateDigest, StateHash, TurnBegan};
use super::game::{Flow, Game};
use super::id::Seat;
use super::plan::Phase;

/// Rounds without a single decision after which a game is called off.
const IDLE_ROUNDS: u32 = 1_000;

/// How a game ends that is called off.
pub(super) const STALLED: &str = "stalled";

impl Game {
    pub(super) fn advance(&mut self) {
        loop {
            if let Some(planned) = self.rules.plan.steps(self.phase).get(self.next_step) {
                self.state_due |= planned.from_round;
                self.next_step += 1;
                (planned.step.run)(self);
                // Most steps of most turns find nothing to do, so one look must be enough to go on.
                if self.flow != Flow::Next && self.turn_aside() {
                    return;
                }
            } else if self.end_phase() {
                return self.close();
            }
        }
    }

    /// Runs a stretch of the plan here and now: every step from the first named one to the last, and whatever rules have
    /// put between or in place of them. For a copy to think in: it does not go on from where it was. Offers that can be
    /// declined are, and any other decision, a way out of the stretch, or the end of the game is as far as it goes.
    pub fn rehearse(&mut self, first: &str, last: &str) {
        let rules = self.rules.clone();
        let (Some((phase, mut at)), Some((last_phase, last))) = (rules.plan.find(first), rules.plan.find(last)) else { return };
        if phase != last_phase {
            return;
        }
        let steps = rules.plan.steps(phase);
        self.phase = phase;
        while at <= last {
            self.next_step = at + 1;
            (steps[at].step.run)(self);
            at += 1;
            match std::mem::replace(&mut self.flow, Flow::Next) {
                Flow::Next => {}
                Flow::Wait if self.offers.last() == Some(&DECLINE) => {
                    self.offers.clear();
                    self.asked = None;
                    self.chosen = Some(DECLINE);
                }
                Flow::Jump => match rules.plan.find(self.jump_to) {
                    Some((to, ahead)) if to == phase && ahead >= at => at = ahead,
                    _ => return,
                },
                Flow::Wait | Flow::End => return,
            }
        }
    }

    /// Whether nobody else has a turn in this round: all have had theirs, or this is the last one.
    pub fn is_end_of_round(&self) -> bool {
        let mut seat = self.turn.seat;
        let waiting = self.turn.seats.saturating_sub(self.turn.taken + 1);
        self.phase == Phase::Round
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
            Flow::Wait => {
                self.record_due_state();
                let step = self.rules.plan.steps(self.phase)[self.next_step - 1].step;
                self.waiting_at = Some(step.name);
                true
            }
            Flow::Jump => {
                match self.rules.plan.find(self.jump_to) {
                    Some((phase, index)) => (self.phase, self.next_step) = (phase, index),
                    None => self.next_step = self.rules.plan.steps(self.phase).len(),
                }
                false
            }
        }
    }

    /// Goes from the end of a turn to the next turn or the round's steps; true when the game is called off.
    fn end_phase(&mut self) -> bool {
        match self.phase {
            Phase::Turn => {
                self.record_due_state();
                self.chosen = None;
                self.next_step = 0;
                self.turn.taken += 1;
                if self.seat_from(self.turn.after(self.turn.seat)) {
                    self.begin_turn();
                } else {
                    self.phase = Phase::Round;
                }
            }
            Phase::Round => {
                if self.recording && !self.rules.plan.steps(Phase::Round).is_empty() {
                    self.record_state();
                }
                self.next_step = 0;
                self.idle_rounds += 1;
                if self.idle_rounds > IDLE_ROUNDS {
                    self.call_off();
                    return true;
                }
                self.turn.round += 1;
                self.turn.taken = 0;
                if self.seat_from(self.turn.first) {
                    self.begin_turn();
                } else {
                    self.phase = Phase::Round;
                }
            }
        }
        false
    }

    /// Gives the turn to this seat or the next one that is still in the game; false when the round has none left.
    fn seat_from(&mut self, mut seat: Seat) -> bool {
        let pack = self.rules.pack;
        while self.turn.taken < self.turn.seats {
            if !pack.is_out(self, seat) {
                self.turn.seat = seat;
                return true;
            }
            self.turn.taken += 1;
            seat = self.turn.after(seat);
        }
        false
    }

    pub(super) fn begin_turn(&mut self) {
        self.phase = Phase::Turn;
        self.next_step = 0;
        self.flow = Flow::Next;
        if let Some(rules) = self.next_rules.take() {
            let old = std::mem::replace(&mut self.rules, rules);
            self.refit(&old);
        }
        self.log.emit(TurnBegan { round: self.turn.round, player: self.turn.seat });
    }

    /// Nobody has been able to do anything for a very long time: the best total wins.
    fn call_off(&mut self) {
        let totals = self.rules.pack.totals(self);
        let best = totals.iter().max().copied().unwrap_or(0);
        let winners = (0..self.turn.seats).filter(|seat| totals[*seat as usize] == best).collect();
        self.finish(STALLED, winners, totals);
    }

    fn close(&mut self) {
        self.record_due_state();
        let after_round = self.phase == Phase::Round && self.next_step > 0;
        if self.recording && after_round {
            self.record_state();
        }
        self.offers.clear();
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

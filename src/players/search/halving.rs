//! Halving: every offer is played on at a glance, all of them with the same luck; after a while the worse half is dropped, and so
//! on until two are left. The mean decides, so that an offer that was tried more often has no advantage.

use super::super::advice::{Advice, Weighed};
use super::super::quick::Eye;
use super::judge;
use crate::sim::chance::{below, stream};
use crate::sim::{Command, Game, Manner};
use rand::Rng;
use rand_pcg::Pcg32;

/// The stream of those who play on in a thought.
const PLAYERS: u64 = 9;
/// One of so many moves of theirs is made at random: others do not play as we would.
const WHIM: u32 = 10;

/// An offer and what came of it.
struct Candidate {
    command: Command,
    visits: u32,
    sum: f64,
}

impl Candidate {
    fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
    }
}

pub(super) struct Halving {
    /// Those still in the running come first.
    candidates: Vec<Candidate>,
    running: usize,
    /// How often the worse half is dropped, and how often it has been.
    cuts: u32,
    cut: u32,
    most: u32,
    thoughts: u32,
    /// Whose turn it is to be tried with the luck at hand.
    next: usize,
    luck: u64,
    manner: Manner,
    eye: Eye,
}

impl Halving {
    pub(super) fn new(game: &Game, most: u32) -> Self {
        let candidates: Vec<Candidate> =
            game.offers().iter().map(|offer| Candidate { command: *offer, visits: 0, sum: 0.0 }).collect();
        let running = candidates.len();
        let cuts = running.next_power_of_two().trailing_zeros().max(1);
        let manner = game.rules().pack.bot().manner();
        Self { candidates, running, cuts, cut: 0, most, thoughts: 0, next: 0, luck: 0, manner, eye: Eye::default() }
    }

    pub(super) fn thoughts(&self) -> u32 {
        self.thoughts
    }

    /// Whether there is nothing left to think. What is begun with one luck is ended with it, unless there are fewer thoughts than
    /// offers.
    pub(super) fn is_done(&self) -> bool {
        let left = self.most - self.thoughts;
        let begins_round = self.next == 0 && self.thoughts > 0;
        left == 0 || begins_round && left < self.running as u32
    }

    /// One thought: the next offer, played on. `dealt` keeps the game with the luck at hand from thought to thought.
    pub(super) fn think(&mut self, game: &Game, own: &mut Pcg32, trial: &mut Game, dealt: &mut Game) {
        if self.next == 0 {
            self.luck = own.next_u64();
            dealt.clone_from(game);
            dealt.imagine(self.luck);
        }
        trial.clone_from(dealt);
        let command = self.candidates[self.next].command;
        if trial.apply(command).is_ok() {
            self.play_on(trial);
            self.candidates[self.next].sum += judge(trial, &self.manner)[usize::from(game.deciding())];
        }
        self.candidates[self.next].visits += 1;
        self.thoughts += 1;
        self.next += 1;
        if self.next == self.running {
            self.next = 0;
            self.drop_half();
        }
    }

    /// Everybody goes on at a glance, with a whim now and then.
    fn play_on(&mut self, trial: &mut Game) {
        let mut players = stream(self.luck, PLAYERS);
        for _ in 0..self.manner.playout * usize::from(trial.turn().seats) {
            let offers = trial.offers();
            let any = |players: &mut Pcg32| offers[below(players, offers.len() as u32) as usize];
            let command = match offers {
                [] => return,
                [only] => *only,
                _ if below(&mut players, WHIM) == 0 => any(&mut players),
                _ => self.eye.pick(trial, &mut players).unwrap_or_else(|| any(&mut players)),
            };
            if trial.apply(command).is_err() {
                return;
            }
        }
    }

    /// Ranks those in the running, and drops the worse half when it is time.
    fn drop_half(&mut self) {
        let due = u64::from(self.most) * u64::from(self.cut + 1) / u64::from(self.cuts);
        if u64::from(self.thoughts) >= due && self.cut + 1 < self.cuts {
            self.candidates[..self.running].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
            self.running = self.running.div_ceil(2);
            self.cut += 1;
        }
    }

    pub(super) fn weigh(&self) -> Advice {
        let mut ranked: Vec<&Candidate> = self.candidates.iter().collect();
        ranked[..self.running].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        let weighed =
            |candidate: &&Candidate| Weighed { command: candidate.command, visits: candidate.visits, share: candidate.mean() };
        Advice { choices: ranked.iter().map(weighed).collect() }
    }
}

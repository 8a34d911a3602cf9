//! A tree of moves: follows up what has gone well.
//!
//! A Monte-Carlo tree search. Every thought clones the game, gives the clone other chance and hides what nobody can see,
//! goes down the tree by the PUCT rule (each seat for itself: max^n), plays a few quick moves on and judges what it finds.
//! The tree is keyed by commands only (open loop), so one branch stands for all that chance may bring.

use super::super::advice::{Advice, Weighed};
use super::super::quick::Eye;
use super::{MOST_SEATS, Reward, judge, shares};
use crate::sim::chance::below;
use crate::sim::{Command, Game, Manner};
use rand::Rng;
use rand_pcg::Pcg32;

/// How much is tried that has not gone well so far.
const CURIOSITY: f64 = 1.2;
/// What every offer gets beside what rules of thumb say of it.
const FAIRNESS: f64 = 0.15;

struct Branch {
    command: Command,
    prior: f64,
    visits: u32,
    reward: Reward,
    next: Option<usize>,
}

/// What can follow, by command; chance decides which of it is on offer.
#[derive(Default)]
struct Node {
    branches: Vec<Branch>,
}

pub(super) struct Tree {
    nodes: Vec<Node>,
    path: Vec<(usize, usize)>,
    thoughts: u32,
    manner: Manner,
    eye: Eye,
}

impl Tree {
    pub(super) fn new(game: &Game) -> Self {
        let manner = game.rules().pack.bot().manner();
        Self { nodes: vec![Node::default()], path: Vec::new(), thoughts: 0, manner, eye: Eye::default() }
    }

    pub(super) fn thoughts(&self) -> u32 {
        self.thoughts
    }

    /// One thought: down the tree, a little beyond it, and back with what was found.
    pub(super) fn think(&mut self, game: &Game, own: &mut Pcg32, trial: &mut Game, aside: &mut Game) {
        let manner = self.manner;
        trial.clone_from(game);
        trial.imagine(own.next_u64());
        let drawn = trial.chance().draws();
        self.path.clear();
        let mut node = 0;
        while trial.outcome().is_none() {
            let certain = trial.chance().draws() == drawn;
            let at = self.pick(node, trial, certain.then_some(&mut *aside), &manner);
            self.path.push((node, at));
            let Branch { command, visits, next, .. } = self.nodes[node].branches[at];
            if trial.apply(command).is_err() || visits == 0 {
                break;
            }
            node = next.unwrap_or_else(|| self.grow(node, at));
        }
        self.play_on(trial, own);
        let found = judge(trial, &manner);
        self.thoughts += 1;
        for (node, at) in &self.path {
            let branch = &mut self.nodes[*node].branches[*at];
            branch.visits += 1;
            branch.reward.iter_mut().zip(found).for_each(|(sum, reward)| *sum += reward);
        }
    }

    /// The branch to follow: what has gone well for the seat to act, and what has hardly been tried.
    fn pick(&mut self, node: usize, game: &Game, aside: Option<&mut Game>, manner: &Manner) -> usize {
        let node = &mut self.nodes[node];
        node.meet(game, aside, manner);
        let seat = usize::from(game.deciding());
        let on_offer = || game.offers().iter().filter_map(|offer| node.find(*offer).ok());
        let (mut visits, mut reward) = (0, 0.0);
        for at in on_offer() {
            visits += node.branches[at].visits;
            reward += node.branches[at].reward[seat];
        }
        let usual = if visits == 0 { 0.0 } else { reward / f64::from(visits) };
        let eager = CURIOSITY * f64::from(visits + 1).sqrt();
        let mut best = (f64::NEG_INFINITY, 0);
        for at in on_offer() {
            let branch = &node.branches[at];
            let tried = f64::from(branch.visits);
            let mean = if branch.visits == 0 { usual } else { branch.reward[seat] / tried };
            let hope = mean + eager * branch.prior / (1.0 + tried);
            if hope > best.0 {
                best = (hope, at);
            }
        }
        best.1
    }

    fn grow(&mut self, node: usize, at: usize) -> usize {
        let new = self.nodes.len();
        self.nodes.push(Node::default());
        self.nodes[node].branches[at].next = Some(new);
        new
    }

    /// Moves beyond the tree: at a glance where one tells, else at random.
    fn play_on(&mut self, trial: &mut Game, own: &mut Pcg32) {
        for _ in 0..self.manner.playout * usize::from(trial.turn().seats) {
            let offers = trial.offers();
            if offers.is_empty() {
                break;
            }
            let glanced = self.eye.pick(trial, own);
            let command = glanced.unwrap_or_else(|| offers[below(own, offers.len() as u32) as usize]);
            if trial.apply(command).is_err() {
                break;
            }
        }
    }

    /// The branches of the root, the one that was followed most first.
    pub(super) fn weigh(&self, game: &Game) -> Advice {
        let seat = usize::from(game.deciding());
        let weighed = |branch: &Branch| Weighed {
            command: branch.command,
            visits: branch.visits,
            share: branch.reward[seat] / f64::from(branch.visits.max(1)),
        };
        let mut branches: Vec<&Branch> = self.nodes[0].branches.iter().collect();
        branches.sort_by(|a, b| {
            b.visits.cmp(&a.visits).then(b.reward[seat].total_cmp(&a.reward[seat])).then(a.command.cmp(&b.command))
        });
        Advice { choices: branches.into_iter().map(weighed).collect() }
    }
}

impl Node {
    fn find(&self, command: Command) -> Result<usize, usize> {
        self.branches.binary_search_by_key(&command, |branch| branch.command)
    }

    /// Makes a branch for every offer that has none yet. While nothing was left to chance, rules of thumb say where to
    /// look first; behind the dice the same command may mean many things.
    fn meet(&mut self, game: &Game, aside: Option<&mut Game>, manner: &Manner) {
        let even = 1.0 / game.offers().len() as f64;
        let priors = match aside {
            Some(aside) if self.branches.is_empty() && game.offers().len() > 1 => {
                let shares = shares(&game.rules().pack.bot().ratings(game, aside), manner.obvious);
                shares.into_iter().map(|share| (1.0 - FAIRNESS) * share + FAIRNESS * even).collect()
            }
            _ => Vec::new(),
        };
        for (number, offer) in game.offers().iter().enumerate() {
            if let Err(at) = self.find(*offer) {
                let prior = priors.get(number).copied().unwrap_or(even);
                let branch = Branch { command: *offer, prior, visits: 0, reward: [0.0; MOST_SEATS], next: None };
                self.branches.insert(at, branch);
            }
        }
    }
}

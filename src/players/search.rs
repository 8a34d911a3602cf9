//! search: thinks ahead in copies of the game, with dice of its own, and follows up what has gone well.
//!
//! A Monte-Carlo tree search. Every thought clones the game, gives the clone other chance and hides what nobody can see,
//! goes down the tree by the PUCT rule (each seat for itself: max^n), plays a few quick moves on and judges what it finds.
//! The tree is keyed by commands only (open loop), so one branch stands for all that chance may bring.

use super::Player;
use super::advice::{Advice, Weighed};
use crate::sim::bot::verdict;
use crate::sim::chance::{below, stream};
use crate::sim::{Command, Game, Manner, Seat};
use rand::Rng;
use rand_pcg::Pcg32;

/// Streams of players lie apart from those of the game, and from those of other kinds.
const FIRST_STREAM: u64 = 3_000;
const MOST_SEATS: usize = 6;
/// How much is tried that has not gone well so far.
const CURIOSITY: f64 = 1.2;
/// What every offer gets beside what rules of thumb say of it.
const FAIRNESS: f64 = 0.15;

type Reward = [f64; MOST_SEATS];

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

pub struct Search {
    stream: Pcg32,
    thoughts: u32,
    tree: Vec<Node>,
    path: Vec<(usize, usize)>,
    /// Two games to think in: one for the thought at hand, one for rules of thumb.
    trials: Option<(Game, Game)>,
}

impl Search {
    pub fn new(seed: u64, seat: Seat, thoughts: u32) -> Self {
        let stream = stream(seed, FIRST_STREAM + u64::from(seat));
        Self { stream, thoughts, tree: Vec::new(), path: Vec::new(), trials: None }
    }

    /// One thought: down the tree, a little beyond it, and back with what was found.
    fn think(&mut self, game: &Game, trial: &mut Game, aside: &mut Game, manner: &Manner) {
        trial.clone_from(game);
        trial.mute();
        trial.chance_mut().reseed(self.stream.next_u64());
        trial.veil(Some(game.deciding()));
        let drawn = trial.chance().draws();
        self.path.clear();
        let mut node = 0;
        while trial.outcome().is_none() {
            let certain = trial.chance().draws() == drawn;
            let at = self.pick(node, trial, certain.then_some(&mut *aside), manner);
            self.path.push((node, at));
            let Branch { command, visits, next, .. } = self.tree[node].branches[at];
            if trial.apply(command).is_err() || visits == 0 {
                break;
            }
            node = next.unwrap_or_else(|| self.grow(node, at));
        }
        self.play_on(trial, manner.playout * usize::from(game.turn().seats));
        let found = judge(trial, manner);
        for (node, at) in &self.path {
            let branch = &mut self.tree[*node].branches[*at];
            branch.visits += 1;
            branch.reward.iter_mut().zip(found).for_each(|(sum, reward)| *sum += reward);
        }
    }

    /// The branch to follow: what has gone well for the seat to act, and what has hardly been tried.
    fn pick(&mut self, node: usize, game: &Game, aside: Option<&mut Game>, manner: &Manner) -> usize {
        let node = &mut self.tree[node];
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
        let new = self.tree.len();
        self.tree.push(Node::default());
        self.tree[node].branches[at].next = Some(new);
        new
    }

    /// Moves beyond the tree: at random, unless one needs no thinking.
    fn play_on(&mut self, trial: &mut Game, moves: usize) {
        for _ in 0..moves {
            let offers = trial.offers();
            if trial.outcome().is_some() || offers.is_empty() {
                break;
            }
            let quick = trial.rules().pack.bot().quick(trial);
            let command = quick.unwrap_or_else(|| offers[below(&mut self.stream, offers.len() as u32) as usize]);
            if trial.apply(command).is_err() {
                break;
            }
        }
    }

    /// Thinks a position through: every offer with what was found, the one followed most first.
    pub fn advise(&mut self, game: &Game) -> Advice {
        self.advise_while(game, |_| true)
    }

    /// The same for somebody who may lose patience: asked before every thought whether to go on, with how many there were.
    pub fn advise_while(&mut self, game: &Game, mut go_on: impl FnMut(u32) -> bool) -> Advice {
        let manner = game.rules().pack.bot().manner();
        let (mut trial, mut aside) = self.trials.take().unwrap_or_else(|| (game.clone(), game.clone()));
        self.tree.clear();
        self.tree.push(Node::default());
        let thoughts = (0..self.thoughts).take_while(|thought| go_on(*thought));
        for _ in thoughts {
            self.think(game, &mut trial, &mut aside, &manner);
        }
        self.trials = Some((trial, aside));
        self.weigh(game)
    }

    /// The branches of the root, the one that was followed most first.
    fn weigh(&self, game: &Game) -> Advice {
        let seat = usize::from(game.deciding());
        let weighed = |branch: &Branch| Weighed {
            command: branch.command,
            visits: branch.visits,
            share: branch.reward[seat] / f64::from(branch.visits.max(1)),
        };
        let mut branches: Vec<&Branch> = self.tree[0].branches.iter().collect();
        branches.sort_by(|a, b| {
            b.visits.cmp(&a.visits).then(b.reward[seat].total_cmp(&a.reward[seat])).then(a.command.cmp(&b.command))
        });
        Advice { choices: branches.into_iter().map(weighed).collect() }
    }
}

impl Player for Search {
    fn choose(&mut self, game: &Game) -> Command {
        if game.offers().len() == 1 {
            return game.offers()[0];
        }
        self.advise(game).choices.first().map_or(game.offers()[0], |best| best.command)
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

/// What a position is to every seat: the end itself, or everyone's chances by what they have.
fn judge(game: &Game, manner: &Manner) -> Reward {
    let reached = || {
        let bot = game.rules().pack.bot();
        let values: Vec<f64> = (0..game.turn().seats).map(|seat| bot.value(game, seat)).collect();
        shares(&values, manner.decisive)
    };
    let shares = verdict(game).unwrap_or_else(reached);
    std::array::from_fn(|seat| shares.get(seat).copied().unwrap_or(0.0))
}

/// Numbers as shares of one: a difference of `scale` makes one share e times the other.
fn shares(values: &[f64], scale: f64) -> Vec<f64> {
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = values.iter().map(|value| falling((value - best) / scale)).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// About e to the power of a number that is not above 0, by + and × alone: the library's differs between platforms, and the
/// same seed must make the same moves everywhere.
fn falling(power: f64) -> f64 {
    let mut result = 1.0 + power.max(-512.0) / 1024.0;
    for _ in 0..10 {
        result *= result;
    }
    result
}

//! search: thinks ahead in copies of the game, with dice of its own. A pack says which way of thinking suits it
//! ([`Thinking`]): a tree of moves, or games played on at a glance among ever fewer offers.
//!
//! Thinking can be done in slices, wherever there is no thread to think on: what was thought so far is kept until it is done.

mod halving;
mod tree;

use super::Player;
use super::advice::Advice;
use crate::sim::bot::verdict;
use crate::sim::chance::stream;
use crate::sim::{Command, Game, Manner, Seat, Thinking};
use halving::Halving;
use rand_pcg::Pcg32;
use tree::Tree;

/// Streams of players lie apart from those of the game, and from those of other kinds.
const FIRST_STREAM: u64 = 3_000;
const MOST_SEATS: usize = 6;

/// What a position is to every seat.
type Reward = [f64; MOST_SEATS];

pub struct Search {
    stream: Pcg32,
    thoughts: u32,
    /// What is being thought about, by the hash of its position.
    task: Option<(u64, Task)>,
    /// Two games to think in.
    trials: Option<(Game, Game)>,
}

enum Task {
    Tree(Tree),
    Halving(Halving),
}

impl Search {
    pub fn new(seed: u64, seat: Seat, thoughts: u32) -> Self {
        Self { stream: stream(seed, FIRST_STREAM + u64::from(seat)), thoughts, task: None, trials: None }
    }

    /// Thinks a position through: every offer with what was found, the best one first.
    pub fn advise(&mut self, game: &Game) -> Advice {
        self.advise_while(game, |_| true)
    }

    /// The same for somebody who may lose patience: asked before every thought whether to go on, with how many there were.
    pub fn advise_while(&mut self, game: &Game, mut go_on: impl FnMut(u32) -> bool) -> Advice {
        // The games to think in are another thought's now.
        self.task = None;
        let mut task = self.begin(game);
        let (mut trial, mut aside) = self.trials.take().unwrap_or_else(|| (game.clone(), game.clone()));
        while !task.is_done(self.thoughts) && go_on(task.thoughts()) {
            task.think(game, &mut self.stream, &mut trial, &mut aside);
        }
        self.trials = Some((trial, aside));
        task.advice(game)
    }

    /// Goes on thinking about a position for so many thoughts at most. Gives what came of it once it is thought through;
    /// another position begins from the beginning.
    pub fn advise_in_slices(&mut self, game: &Game, budget: u32) -> Option<Advice> {
        let hash = game.hash();
        let kept = self.task.take().filter(|(about, _)| *about == hash);
        let mut task = kept.map_or_else(|| self.begin(game), |(_, task)| task);
        let (mut trial, mut aside) = self.trials.take().unwrap_or_else(|| (game.clone(), game.clone()));
        let enough = task.thoughts().saturating_add(budget.max(1));
        while !task.is_done(self.thoughts) && task.thoughts() < enough {
            task.think(game, &mut self.stream, &mut trial, &mut aside);
        }
        self.trials = Some((trial, aside));
        if task.is_done(self.thoughts) {
            return Some(task.advice(game));
        }
        self.task = Some((hash, task));
        None
    }

    /// How much of the thinking about a position is done, from 0 to 1.
    pub fn progress(&self) -> f32 {
        self.task.as_ref().map_or(0.0, |(_, task)| task.thoughts() as f32 / self.thoughts as f32)
    }

    fn begin(&self, game: &Game) -> Task {
        match game.rules().pack.bot().thinking() {
            Thinking::Tree => Task::Tree(Tree::new(game)),
            Thinking::Halving => Task::Halving(Halving::new(game, self.thoughts)),
        }
    }
}

impl Task {
    fn think(&mut self, game: &Game, stream: &mut Pcg32, trial: &mut Game, aside: &mut Game) {
        match self {
            Self::Tree(tree) => tree.think(game, stream, trial, aside),
            Self::Halving(halving) => halving.think(game, stream, trial, aside),
        }
    }

    fn thoughts(&self) -> u32 {
        match self {
            Self::Tree(tree) => tree.thoughts(),
            Self::Halving(halving) => halving.thoughts(),
        }
    }

    fn is_done(&self, most: u32) -> bool {
        match self {
            Self::Tree(tree) => tree.thoughts() >= most,
            Self::Halving(halving) => halving.is_done(),
        }
    }

    fn advice(&self, game: &Game) -> Advice {
        match self {
            Self::Tree(tree) => tree.weigh(game),
            Self::Halving(halving) => halving.weigh(),
        }
    }
}

impl Player for Search {
    fn choose(&mut self, game: &Game) -> Command {
        match game.offers() {
            [only] => *only,
            offers => self.advise(game).best().unwrap_or(offers[0]),
        }
    }

    fn think(&mut self, game: &Game, budget: u32) -> Option<Command> {
        match game.offers() {
            [only] => Some(*only),
            offers => self.advise_in_slices(game, budget).map(|advice| advice.best().unwrap_or(offers[0])),
        }
    }
}

/// Everyone's part of the win, by what they have; where the game is over, what they got.
pub fn chances(game: &Game) -> Vec<f64> {
    let manner = game.rules().pack.bot().manner();
    judge(game, &manner)[..usize::from(game.turn().seats)].to_vec()
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

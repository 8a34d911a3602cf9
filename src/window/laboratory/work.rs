//! Games played in the background: block after block on threads of their own, and the sum so far after each block.
//! Whoever lets go of the work ends it.

use super::findings::Findings;
use crate::lab::compare::compare_part;
use crate::lab::{Batch, Comparison, Count, LabError};
use crate::sim::{Game, Ruleset};
use crate::window::aside::lend;
use crate::window::system::now;
use rayon::ThreadPoolBuilder;
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// The first block is small, so that there are numbers at once.
const FIRST: u64 = 4;
/// How long a block shall take: numbers move several times a second, whatever the players.
const BLOCK: Duration = Duration::from_millis(200);
/// The same where the window waits for it.
const SLICE: Duration = Duration::from_millis(12);
/// A block is at most so many times as large as the one before it.
const GROWTH: u64 = 4;
const SEED: u64 = 1;

/// What shall be played: the rules before and after, or one set of rules alone.
#[derive(Debug, Clone)]
pub struct Question {
    pub rules: Vec<Arc<Ruleset>>,
    /// Where the games begin, for each set of rules; nothing for the beginning.
    pub from: Vec<Arc<Game>>,
    pub seats: usize,
    /// The kind of player in every seat.
    pub players: &'static str,
    pub games: u64,
}

impl Question {
    /// The same games as a comparison of the lab.
    pub fn batches(&self) -> Vec<Batch> {
        let seats = vec![self.players.to_owned(); self.seats];
        let from = self.from.iter().cloned().map(Some).chain(std::iter::repeat(None));
        let batch =
            |(rules, from): (&Arc<Ruleset>, _)| Batch { from, ..Batch::new(rules.clone(), seats.clone(), SEED, self.games) };
        self.rules.iter().zip(from).map(batch).collect()
    }
}

/// Games being played, block after block.
struct Play {
    batches: Vec<Batch>,
    games: u64,
    sum: Option<Comparison>,
    block: u64,
    /// How long a block shall take.
    length: Duration,
    failed: bool,
}

impl Play {
    fn new(question: &Question, known: Option<Arc<Findings>>) -> Self {
        let sum = known.map(|known| known.comparison.clone());
        Self { batches: question.batches(), games: question.games, sum, block: FIRST, length: BLOCK, failed: false }
    }

    /// Plays the next block and tells the sum so far; nothing when all is played, or nobody wants it any longer.
    fn go_on(&mut self, wanted: &(dyn Fn() -> bool + Sync)) -> Option<Result<Arc<Findings>, LabError>> {
        let played = self.sum.as_ref().map_or(0, Comparison::games);
        if self.failed || played >= self.games {
            return None;
        }
        let begun = now();
        let part = compare_part(&self.batches, played..(played + self.block).min(self.games), &|_| wanted());
        if !wanted() {
            return None;
        }
        self.failed = part.is_err();
        self.block = next_block(self.block, self.length, now() - begun);
        Some(part.map(|part| {
            let all = match self.sum.take() {
                Some(sum) => sum.plus(&part),
                None => part,
            };
            self.sum = Some(all.clone());
            Arc::new(Findings::of(all))
        }))
    }
}

/// Work that goes on as long as this is kept.
pub struct Work {
    news: Receiver<Result<Arc<Findings>, LabError>>,
    stop: Arc<AtomicBool>,
    /// Where no thread can be had, a short block is played whenever somebody asks for news.
    here: Option<RefCell<Play>>,
}

impl Work {
    /// Begins, or goes on from what is known already.
    pub fn begin(question: &Question, known: Option<Arc<Findings>>) -> Self {
        let (send, news) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let work = move |mut play: Play| {
            let pool = ThreadPoolBuilder::new().num_threads(threads()).thread_name(|at| format!("lab {at}")).build();
            let wanted = || !stopped.load(Ordering::Relaxed);
            let mut go_on = || pool.as_ref().ok().and_then(|pool| pool.install(|| play.go_on(&wanted)));
            while go_on().is_some_and(|news| send.send(news).is_ok()) {}
        };
        let here = lend("lab", Play::new(question, known), work).err();
        let here = here.map(|play| RefCell::new(Play { length: SLICE, block: 1, ..play }));
        Self { news, stop, here }
    }

    /// The latest that is known, if there is something new.
    pub fn news(&self) -> Option<Result<Arc<Findings>, LabError>> {
        match &self.here {
            Some(play) => play.borrow_mut().go_on(&|| true),
            None => self.news.try_iter().last(),
        }
    }

    /// Waits for the next news; nothing when the work is over.
    pub fn wait(&self) -> Option<Result<Arc<Findings>, LabError>> {
        match &self.here {
            Some(_) => self.news(),
            None => self.news.recv().ok(),
        }
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// One core is left to the window.
fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1))
}

/// As many games as take about so long, going by how long the last ones took in seconds.
fn next_block(last: u64, length: Duration, took: f64) -> u64 {
    let fitting = last as f64 * length.as_secs_f64() / took.max(1e-6);
    (fitting as u64).clamp(1, last * GROWTH)
}

//! Games played in the background: block after block on threads of their own, and the sum so far after each block.
//! Whoever lets go of the work ends it.

use super::findings::Findings;
use crate::lab::compare::compare_part;
use crate::lab::{Batch, Comparison, LabError};
use crate::sim::{Game, Ruleset};
use rayon::ThreadPoolBuilder;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// The first block is small, so that there are numbers at once.
const FIRST: u64 = 4;
/// How long a block shall take: numbers move several times a second, whatever the players.
const BLOCK: Duration = Duration::from_millis(200);
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

/// Work that goes on as long as this is kept.
pub struct Work {
    news: Receiver<Result<Arc<Findings>, LabError>>,
    stop: Arc<AtomicBool>,
}

impl Work {
    /// Begins, or goes on from what is known already.
    pub fn begin(question: Question, known: Option<Arc<Findings>>) -> Self {
        let (send, news) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        // Without a thread there is no news, and the panel says that it waits.
        let _ = std::thread::Builder::new().name("lab".into()).spawn(move || play(&question, known, &stopped, &send));
        Self { news, stop }
    }

    /// The latest that is known, if there is something new.
    pub fn news(&self) -> Option<Result<Arc<Findings>, LabError>> {
        self.news.try_iter().last()
    }

    /// Waits for the next news; nothing when the work is over.
    pub fn wait(&self) -> Option<Result<Arc<Findings>, LabError>> {
        self.news.recv().ok()
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

#[allow(clippy::disallowed_methods, reason = "the window paces its blocks; what is played does not depend on it")]
fn play(question: &Question, known: Option<Arc<Findings>>, stop: &AtomicBool, send: &Sender<Result<Arc<Findings>, LabError>>) {
    let Ok(pool) = ThreadPoolBuilder::new().num_threads(threads()).thread_name(|at| format!("lab {at}")).build() else {
        return;
    };
    let batches = question.batches();
    let mut sum: Option<Comparison> = known.map(|known| known.comparison.clone());
    let mut played = sum.as_ref().map_or(0, Comparison::games);
    let mut block = FIRST;
    while played < question.games {
        let begun = Instant::now();
        let numbers = played..(played + block).min(question.games);
        played = numbers.end;
        let part = pool.install(|| compare_part(&batches, numbers, &|_| !stop.load(Ordering::Relaxed)));
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let news = part.map(|part| {
            let all = match sum.take() {
                Some(sum) => sum.plus(&part),
                None => part,
            };
            sum = Some(all.clone());
            Arc::new(Findings::of(all))
        });
        let failed = news.is_err();
        if send.send(news).is_err() || failed {
            return;
        }
        block = next_block(block, begun.elapsed());
    }
}

/// As many games as take about [`BLOCK`], going by how long the last ones took.
fn next_block(last: u64, took: Duration) -> u64 {
    let fitting = last as f64 * BLOCK.as_secs_f64() / took.as_secs_f64().max(1e-6);
    (fitting as u64).clamp(1, last * GROWTH)
}

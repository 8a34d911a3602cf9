//! Playing many games on every core. Which core plays which game changes nothing: every game has its own seed, and what
//! is read off it is added up in whole numbers.

use super::games::{Count, Games};
use super::tally::Tally;
use super::{LabError, game_seed};
use crate::players::{self, Player};
use crate::script::SUSPENDED;
use crate::sim::{Chance, Event, Game, Observer, Ruleset};
use crate::words::msg;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Told of every game that is over; says whether to go on.
pub type Progress<'a> = &'a (dyn Fn(u64) -> bool + Sync);

/// What to play.
#[derive(Debug, Clone)]
pub struct Batch {
    pub rules: Arc<Ruleset>,
    /// The kind of player in each seat.
    pub seats: Vec<String>,
    pub seed: u64,
    pub games: u64,
    /// Where every game starts, when not from the beginning: chance to come and what lies hidden differ from game to game.
    pub from: Option<Arc<Game>>,
}

impl Batch {
    pub fn new(rules: Arc<Ruleset>, seats: Vec<String>, seed: u64, games: u64) -> Self {
        Self { rules, seats, seed, games, from: None }
    }

    /// A table to play this batch at; the error says why that cannot be.
    pub fn table(&self) -> Result<Table, LabError> {
        let mut game = match &self.from {
            Some(game) => Game::clone(game),
            None => Game::new(self.rules.clone(), self.seats.len(), Chance::seeded(0))?,
        };
        // A position to play on from has its seats already.
        let (named, playing) = (self.seats.len(), usize::from(game.turn().seats));
        if named != playing {
            return Err(LabError::Table { named, playing });
        }
        let observer = Observer::new(&self.rules, game.turn().seats);
        known(&self.seats, &observer)?;
        game.keep_effects(observer.wants_effects());
        game.listen_for(observer.wants());
        Ok(Table { game, observer })
    }
}

/// Whether there is a player of every kind: nobody can avoid what is not counted.
pub(crate) fn known(kinds: &[String], observer: &Observer) -> Result<(), LabError> {
    if let Some(kind) = kinds.iter().find(|kind| players::Kind::parse(kind).is_none()) {
        return Err(LabError::Player(kind.clone()));
    }
    let counted = || {
        let all = observer.metrics().iter().enumerate();
        all.filter(|(place, _)| observer.counted(*place).is_some()).map(|(_, metric)| &metric.key)
    };
    let mut avoided = kinds.iter().flat_map(|kind| players::avoided(kind));
    match avoided.find(|key| !counted().any(|known| known == key)) {
        Some(key) => Err(LabError::Uncounted { key: key.to_owned(), counted: counted().cloned().collect() }),
        None => Ok(()),
    }
}

/// A game to be played again and again, and who takes down what happens.
pub struct Table {
    game: Game,
    pub observer: Observer,
}

impl Table {
    /// What was read in the game that was played last.
    pub(super) fn readings(&self) -> &[i64] {
        self.observer.readings()
    }

    /// Plays one game of a batch and gives its readings.
    pub fn play(&mut self, batch: &Batch, number: u64) -> &[i64] {
        let seed = game_seed(batch.seed, number);
        let Self { game, observer } = self;
        let mut seats: Vec<Box<dyn Player>> =
            batch.seats.iter().zip(0..).filter_map(|(kind, seat)| players::seat(kind, seed, seat)).collect();
        match &batch.from {
            None => {
                game.listen_for(observer.wants());
                game.restart(seed);
            }
            Some(from) => {
                game.clone_from(from);
                game.keep_effects(observer.wants_effects());
                game.listen_for(observer.wants());
                game.chance_mut().reseed(seed);
                // Where something is hidden, whoever decides there learns nothing from the games: it is another by chance in each.
                game.veil(from.has_secrets().then(|| from.deciding()));
            }
        }
        if batch.from.is_some() {
            observer.resume(game);
        } else {
            observer.begin(game);
        }
        while game.outcome().is_none() && game.suspended().is_empty() {
            let command = seats[usize::from(game.deciding())].choose(game);
            observer.decision(game);
            if game.apply(command).is_err() {
                break;
            }
            observer.events(game);
        }
        observer.end(game)
    }
}

/// The most games played one after another by one worker before another may take over.
const LONGEST_CHUNK: u64 = 256;
/// Chunks for each core, so that none waits long for the last one.
const CHUNKS_A_CORE: u64 = 16;

/// Adds up something over numbered games, on all cores. Each chunk of games has tools of its own.
pub(super) fn add_up<T, S: Send>(
    numbers: Range<u64>,
    progress: Progress<'_>,
    tools: impl Fn() -> T + Sync,
    empty: impl Fn() -> S + Sync,
    play: impl Fn(&mut T, u64, &mut S) + Sync,
    plus: impl Fn(S, S) -> S + Sync,
) -> S {
    let length = numbers.end - numbers.start;
    let chunk = (length / (rayon::current_num_threads() as u64 * CHUNKS_A_CORE)).clamp(1, LONGEST_CHUNK);
    let stopped = AtomicBool::new(false);
    (0..length.div_ceil(chunk) as usize)
        .into_par_iter()
        .with_max_len(1)
        .map(|index| {
            let mut sum = empty();
            // Laid out only when there is something to play: a run that was stopped has many chunks left.
            let mut laid_out = None;
            let first = numbers.start + index as u64 * chunk;
            for number in first..(first + chunk).min(numbers.end) {
                if stopped.load(Ordering::Relaxed) {
                    break;
                }
                play(laid_out.get_or_insert_with(&tools), number, &mut sum);
                if !progress(1) {
                    stopped.store(true, Ordering::Relaxed);
                }
            }
            sum
        })
        .reduce(&empty, &plus)
}

/// Plays a whole batch.
pub fn run(batch: &Batch, progress: Progress<'_>) -> Result<Tally, LabError> {
    run_part(batch, 0..batch.games, progress)
}

/// Plays some games of a batch. The tallies of all parts add up to that of the whole.
pub fn run_part(batch: &Batch, numbers: Range<u64>, progress: Progress<'_>) -> Result<Tally, LabError> {
    Ok(run_rows(batch, numbers, false, progress)?.0)
}

/// The number of a game and everything that was read in it.
pub type Row = (u64, Vec<i64>);

/// Games of the first block when nobody knows how many it takes.
const FIRST_BLOCK: u64 = 250;

/// Blocks of games, each as long as all before it.
pub(super) fn blocks(games: u64) -> impl Iterator<Item = Range<u64>> {
    let until = move |block: u32| FIRST_BLOCK.saturating_mul(1 << block).min(games);
    let block = move |at: u32| if at == 0 { 0..until(0) } else { until(at - 1)..until(at) };
    (0..u64::BITS - 1).map(block).take_while(|block| block.start < block.end)
}

/// Plays blocks of a batch until it is enough or all games are played. Whoever sees a part of the games cannot say what is enough.
pub fn run_until(
    batch: &Batch,
    keep: bool,
    games: &Games<'_>,
    is_enough: impl Fn(&Tally) -> bool,
) -> Result<(Tally, Vec<Row>), LabError> {
    let mut tally = Tally::empty(&batch.table()?.observer);
    let mut rows = Vec::new();
    for block in blocks(batch.games) {
        let (block, more) = games.rows(batch, block, keep)?;
        tally = tally.plus(&block);
        rows.extend(more);
        if games.are_stopped() || !games.are_part() && is_enough(&tally) {
            break;
        }
    }
    Ok((tally, rows))
}

/// Plays some games of a batch; what was read in each is kept, in order, when somebody wants it.
pub fn run_rows(batch: &Batch, numbers: Range<u64>, keep: bool, progress: Progress<'_>) -> Result<(Tally, Vec<Row>), LabError> {
    let empty = (Tally::empty(&batch.table()?.observer), Vec::new());
    let mistakes = Mistakes::default();
    let (tally, mut rows) = add_up(
        numbers,
        progress,
        // One table could be made above, so all can.
        || batch.table().ok(),
        || empty.clone(),
        |table, number, (tally, rows): &mut (Tally, Vec<Row>)| {
            let Some(table) = table.as_mut().filter(|_| mistakes.none_before(number)) else { return };
            tally.add(table.play(batch, number));
            if keep {
                rows.push((number, table.readings().to_vec()));
            }
            mistakes.note(table, number);
            table.observer.hand_over_touched(&mut tally.touched);
        },
        |(one, mut rows), (other, more)| {
            rows.extend(more);
            (one.plus(&other), rows)
        },
    );
    mistakes.first(batch)?;
    rows.sort_unstable_by_key(|(number, _)| *number);
    Ok((tally, rows))
}

/// The first game in which a rule made a mistake: its numbers would be worth nothing, so the lab stops there.
pub(super) struct Mistakes(AtomicU64);

impl Default for Mistakes {
    fn default() -> Self {
        Self(AtomicU64::new(u64::MAX))
    }
}

impl Mistakes {
    /// Whether a game still matters: the first mistake is the same however many cores look for it.
    pub(super) fn none_before(&self, number: u64) -> bool {
        number < self.0.load(Ordering::Relaxed)
    }

    pub(super) fn note(&self, table: &Table, number: u64) {
        if !table.game.suspended().is_empty() {
            self.0.fetch_min(number, Ordering::Relaxed);
        }
    }

    /// The error to tell, if there was a mistake in a game of this batch.
    pub(super) fn first(&self, batch: &Batch) -> Result<(), LabError> {
        let number = self.0.load(Ordering::Relaxed);
        if number == u64::MAX {
            return Ok(());
        }
        // Once more, to hear what is told of it.
        let mut table = batch.table()?;
        table.observer.listens_to_all = true;
        table.play(batch, number);
        Err(mistake(&table.game, game_seed(batch.seed, number)))
    }
}

/// The mistake that a rule has made in the last command of a game.
pub(super) fn mistake(game: &Game, seed: u64) -> LabError {
    let rests = |event: &&Event| event.kind.name == SUSPENDED;
    let told = game.events().iter().find(rests).and_then(|event| game.sentence(event));
    LabError::Rule { seed, told: told.unwrap_or_else(|| msg!("lab.error.some_rule")) }
}

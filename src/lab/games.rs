//! Where games come from: they are all played here, only a part of them is, or all parts were played elsewhere and are put together.
//! Whatever asks for games asks here, and what is made of them is the same in every case.

use super::LabError;
use super::compare::{Comparison, compare_part};
use super::part::{Entry, Parts, Shard};
use super::run::{Batch, Progress, Row, run_rows};
use super::tally::Tally;
use crate::seal::Sum;
use crate::sim::{Chance, Game, Ruleset};
use crate::words::Message;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::sync::Arc;

/// What is counted in games: sums of whole numbers, which files keep.
pub trait Count: Sized {
    /// Games it was counted in.
    fn games(&self) -> u64;
    fn plus(self, other: &Self) -> Self;
    fn to_json(&self) -> Value;
    /// Fills an empty one from a file; the message says what is wrong with it.
    fn filled(self, value: &Value) -> Result<Self, Message>;
}

/// What is kept of games, and what is known of them already.
#[derive(Default)]
pub struct Ledger {
    shard: Option<Shard>,
    known: Option<Parts>,
    kept: RefCell<Vec<Entry>>,
    cut_short: Cell<bool>,
    is_open: Cell<bool>,
}

impl Ledger {
    /// Of everything that is asked for only this part is played, and kept.
    pub fn of_part(shard: Shard) -> Self {
        Self { shard: Some(shard), ..Self::default() }
    }

    /// Everything was played elsewhere.
    pub fn of_all(parts: Parts) -> Self {
        Self { known: Some(parts), ..Self::default() }
    }

    /// What was played elsewhere before is not played again.
    #[must_use]
    pub fn after(self, known: Option<Parts>) -> Self {
        Self { known, ..self }
    }

    /// Whether only a part is to be played here.
    pub fn is_part(&self) -> bool {
        self.shard.is_some_and(|shard| shard != Shard::WHOLE)
    }

    /// Whether something was asked for that is not known to the last game.
    pub fn is_open(&self) -> bool {
        self.is_open.get()
    }

    /// What was counted here, or of all parts together; nothing when it was ended before all of it was.
    pub fn into_entries(self) -> Option<Vec<Entry>> {
        (!self.cut_short.get()).then(|| self.kept.into_inner())
    }

    fn keep<S: Count>(&self, what: Value, numbers: Range<u64>, counted: &S) {
        self.kept.borrow_mut().push(Entry { what, numbers, counts: counted.to_json() });
    }
}

/// Games to be had, and whoever is told of each that is played.
pub struct Games<'a> {
    pub(super) progress: Progress<'a>,
    ledger: Option<&'a Ledger>,
    stopped: Cell<bool>,
    in_rounds: Cell<bool>,
}

impl<'a> Games<'a> {
    /// All of them are played here.
    pub fn here(progress: Progress<'a>) -> Self {
        Self { progress, ledger: None, stopped: Cell::default(), in_rounds: Cell::default() }
    }

    pub fn by(ledger: &'a Ledger, progress: Progress<'a>) -> Self {
        Self { progress, ledger: Some(ledger), stopped: Cell::default(), in_rounds: Cell::default() }
    }

    /// Which games are asked for next depends on those before, so that parts are played in rounds: what nobody has played yet belongs to
    /// the next one.
    pub fn go_in_rounds(&self) {
        self.in_rounds.set(true);
    }

    /// Whether only a part of the games asked for so far was given out, so that nothing can be concluded from them.
    pub fn are_part(&self) -> bool {
        self.ledger.is_some_and(Ledger::is_open)
    }

    /// Whether somebody has ended it early, so that fewer games were played than were asked for.
    pub fn are_stopped(&self) -> bool {
        self.stopped.get()
    }

    /// What was counted in games of these numbers, of what `what` describes to the last bit.
    pub fn count<S: Count>(
        &self,
        what: impl Fn() -> Value,
        numbers: Range<u64>,
        empty: impl Fn() -> Result<S, LabError>,
        play: impl FnOnce(Range<u64>) -> Result<S, LabError>,
    ) -> Result<S, LabError> {
        if numbers.is_empty() {
            return empty();
        }
        if let Some((ledger, parts)) = self.ledger.and_then(|ledger| Some((ledger, ledger.known.as_ref()?))) {
            let what = what();
            let is_over = ledger.shard.is_none();
            if let Some(sum) = parts.sum(&what, &numbers, &empty)? {
                if is_over {
                    ledger.keep(what, numbers, &sum);
                }
                return Ok(sum);
            }
            if !self.in_rounds.get() || !parts.are_all_used() {
                return Err(parts.lack(&what));
            }
            if is_over {
                ledger.is_open.set(true);
                return empty();
            }
        }
        let shard = self.ledger.and_then(|ledger| ledger.shard);
        let own = shard.unwrap_or(Shard::WHOLE).within(&numbers);
        let asked = own.end - own.start;
        let counted = play(own)?;
        if counted.games() < asked {
            self.stopped.set(true);
        }
        if let Some(ledger) = self.ledger.filter(|_| shard.is_some()) {
            ledger.cut_short.set(ledger.cut_short.get() || self.are_stopped());
            ledger.is_open.set(ledger.is_part());
            ledger.keep(what(), numbers, &counted);
        }
        Ok(counted)
    }

    /// Some games of a batch.
    pub fn run(&self, batch: &Batch, numbers: Range<u64>) -> Result<Tally, LabError> {
        Ok(self.rows(batch, numbers, false)?.0)
    }

    /// Some games of a batch, with a row for each that was played here when somebody wants them.
    pub fn rows(&self, batch: &Batch, numbers: Range<u64>, keep: bool) -> Result<(Tally, Vec<Row>), LabError> {
        let mut rows = Vec::new();
        let empty = || Ok(Tally::empty(&batch.table()?.observer));
        let tally = self.count(
            || described(std::slice::from_ref(batch)),
            numbers,
            empty,
            |numbers| {
                let (tally, read) = run_rows(batch, numbers, keep, self.progress)?;
                rows = read;
                Ok(tally)
            },
        )?;
        Ok((tally, rows))
    }

    /// All games of several batches beside each other.
    pub fn compare(&self, batches: &[Batch]) -> Result<Comparison, LabError> {
        let games = batches.first().map_or(0, |batch| batch.games);
        let play = |numbers| compare_part(batches, numbers, self.progress);
        self.count(|| described(batches), 0..games, || Comparison::of(batches), play)
    }
}

/// Batches in so few words that files can keep them: whatever differs between two runs differs here.
fn described(batches: &[Batch]) -> Value {
    let Some(first) = batches.first() else { return Value::Null };
    let mut what = json!({"pack": first.rules.pack.name(), "seats": first.seats, "seed": first.seed.to_string()});
    what["variants"] = batches.iter().map(|batch| batch.rules.blueprint.variant.clone()).collect();
    what["rules"] = batches.iter().map(|batch| digest(&batch.rules, batch.seats.len())).collect();
    let positions: Vec<String> =
        batches.iter().filter_map(|batch| Some(format!("{:016x}", batch.from.as_ref()?.hash()))).collect();
    if !positions.is_empty() {
        what["position"] = positions.into();
    }
    what
}

/// A checksum of rules and board.
pub(super) fn digest(rules: &Arc<Ruleset>, seats: usize) -> String {
    let board = Game::new(rules.clone(), seats, Chance::seeded(0)).map(|game| rules.pack.trace_board(&game));
    let mut sum = Sum::default();
    sum.add(&rules.blueprint.to_json().to_string());
    sum.add(&board.unwrap_or_default().to_string());
    sum.digits()
}

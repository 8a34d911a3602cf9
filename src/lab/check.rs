//! Whether a contract is kept. Games are played in blocks of doubling size; after each block every clause still open is
//! looked at, and the test stops as soon as all are decided. Looking often would make mistakes likely, so each look may
//! spend only a part of the risk, and all looks together never more than it.

use super::LabError;
use super::games::{Count, Games};
use super::interval::{self, Interval};
use super::run::{Batch, blocks};
use super::tally::{Tally, sort_of};
use crate::sim::observer::WHOLE_WIN;
use crate::variant::contract::{Bound, Clause, Statistic};
use crate::words::Message;
use std::ops::Range;

/// The chance that a verdict on a clause is wrong.
pub const RISK: f64 = 0.01;
/// The part of it that looks may spend; the rest is for what Student's distribution does not know about lopsided counts.
const SPENT: f64 = 0.75;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Kept,
    Broken,
    /// The games allowed do not tell.
    Undecided,
    /// Hardly a game read anything but the usual: no mean can be told from that.
    TooRare,
}

impl Verdict {
    /// As machines know it; people read [`Verdict::message`].
    pub fn word(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Broken => "broken",
            Self::Undecided => "undecided",
            Self::TooRare => "too_rare",
        }
    }

    /// Whether more games would change nothing about it.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Kept | Self::Broken)
    }

    pub fn message(self) -> Message {
        Message::new(format!("lab.verdict.{}", self.word()))
    }
}

/// What was found about a clause.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    pub clause: Clause,
    /// What the metric of the clause is called, if it is about one.
    pub about: Option<Message>,
    pub verdict: Verdict,
    pub value: f64,
    /// Where the truth lies, at all looks together.
    pub interval: Interval,
    /// Games played when it was decided.
    pub games: u64,
}

/// Plays up to `batch.games` games and judges every clause; no verdict is wrong with a greater chance than `risk`. Whoever sees a part of the games plays its part of all of them, and
/// what it says about the clauses counts for nothing.
pub fn check(batch: &Batch, clauses: &[Clause], risk: f64, games: &Games<'_>) -> Result<(Vec<Finding>, Tally), LabError> {
    let empty = Tally::empty(&batch.table()?.observer);
    let play = |numbers: Range<u64>| {
        let block = games.run(batch, numbers)?;
        let then = match (games.are_stopped(), games.are_part()) {
            (true, _) => Then::End,
            (false, true) => Then::GoOn,
            (false, false) => Then::Look,
        };
        Ok((block, then))
    };
    looked_at(clauses, risk, batch.games, empty, play)
}

/// What shall come after a block of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    /// There are no more.
    End,
    /// The next one, unless everything is decided.
    Look,
    /// The next one in any case: who has seen only a part of this one decides nothing.
    GoOn,
}

/// Judges clauses by blocks of games, wherever they come from: `play` gives what was read in games of these numbers, and what shall
/// come after them.
pub fn looked_at<E>(
    clauses: &[Clause],
    risk: f64,
    games: u64,
    empty: Tally,
    mut play: impl FnMut(Range<u64>) -> Result<(Tally, Then), E>,
) -> Result<(Vec<Finding>, Tally), E> {
    let mut tally = empty;
    let mut findings: Vec<Option<Finding>> = vec![None; clauses.len()];
    for (look, numbers) in (1u32..).zip(blocks(games)) {
        let (block, then) = play(numbers)?;
        tally = tally.plus(&block);
        let confidence = 1.0 - SPENT * risk / f64::from(look * (look + 1));
        for (clause, finding) in clauses.iter().zip(&mut findings) {
            if finding.as_ref().is_none_or(|finding| !finding.verdict.is_final()) {
                *finding = Some(judge(clause, &tally, confidence));
            }
        }
        let open = findings.iter().flatten().any(|finding| !finding.verdict.is_final());
        if then == Then::End || then == Then::Look && !open {
            break;
        }
    }
    Ok((findings.into_iter().flatten().collect(), tally))
}

/// Judges one clause by what was read so far.
pub fn judge(clause: &Clause, tally: &Tally, confidence: f64) -> Finding {
    let Estimate { value, interval, rare } = estimate(clause, tally, confidence);
    let verdict = if rare { Verdict::TooRare } else { verdict(clause.bound, interval) };
    let about = tally.find(&clause.metric).map(|at| tally.metrics[at].label.clone());
    Finding { clause: clause.clone(), about, verdict, value, interval, games: tally.games }
}

fn verdict(bound: Bound, interval: Interval) -> Verdict {
    if bound.holds(interval.low) && bound.holds(interval.high) {
        Verdict::Kept
    } else if interval.low > bound.high || interval.high < bound.low || outside_open_end(bound, interval) {
        Verdict::Broken
    } else {
        Verdict::Undecided
    }
}

/// An end that is not allowed itself is broken by an interval that only touches it.
fn outside_open_end(bound: Bound, interval: Interval) -> bool {
    !bound.inclusive && (interval.low >= bound.high || interval.high <= bound.low)
}

/// What a clause is about, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    pub value: f64,
    pub interval: Interval,
    /// Too few games read anything but the usual.
    pub rare: bool,
}

pub fn estimate(clause: &Clause, tally: &Tally, confidence: f64) -> Estimate {
    let found = |value: f64, interval: Interval| Estimate { value, interval, rare: false };
    if let Statistic::Advantage(group) = clause.statistic {
        return advantage(group, tally, confidence);
    }
    let Some(at) = tally.find(&clause.metric) else {
        return found(f64::NAN, Interval::new(f64::NEG_INFINITY, f64::INFINITY));
    };
    let (metric, readings) = (&tally.metrics[at], &tally.readings[at]);
    let unit = 1.0 / f64::from(metric.scale);
    match clause.statistic {
        Statistic::Quantile(share) => {
            found(readings.quantile(share) as f64 * unit, interval::of_quantile(readings, share, confidence).scaled(unit))
        }
        Statistic::Any => {
            let (any, n) = (readings.total() - readings.count(0), readings.total());
            found(any as f64 / n.max(1) as f64, interval::exact(any, n, confidence))
        }
        Statistic::Mean | Statistic::Advantage(_) => {
            let sort = sort_of(metric);
            let interval = interval::of_mean(readings, sort, confidence).scaled(unit);
            Estimate { value: readings.mean() * unit, interval, rare: interval::is_too_rare(readings, sort) }
        }
    }
}

/// What the best seat, or the best place in the order of play, wins more than its fair part. All are looked at together.
fn advantage(group: &str, tally: &Tally, confidence: f64) -> Estimate {
    let is_win = |at: &usize| tally.metrics[*at].group == group && tally.metrics[*at].scale == WHOLE_WIN;
    let places: Vec<usize> = (0..tally.metrics.len()).filter(is_win).collect();
    let fair = 1.0 / places.len().max(1) as f64;
    let each = 1.0 - (1.0 - confidence) / places.len().max(1) as f64;
    let (mut best, mut low, mut high) = (0.0f64, 0.0f64, 0.0f64);
    for at in places {
        let metric = &tally.metrics[at];
        let unit = 1.0 / f64::from(metric.scale);
        let interval = interval::of_mean(&tally.readings[at], sort_of(metric), each).scaled(unit);
        best = best.max(tally.readings[at].mean() * unit);
        (low, high) = (low.max(interval.low), high.max(interval.high));
    }
    // Somebody always wins, so the best place has at least its fair part.
    Estimate { value: best - fair, interval: Interval::new((low - fair).max(0.0), high - fair), rare: false }
}

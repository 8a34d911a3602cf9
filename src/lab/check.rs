//! Whether a contract is kept. Games are played in blocks of doubling size; after each block every clause still open is
//! looked at, and the test stops as soon as all are decided. Looking often would make mistakes likely, so each look may
//! spend only a part of the risk, and all looks together never more than it.

use super::LabError;
use super::interval::{self, Interval};
use super::run::{Batch, Progress, run_part};
use super::tally::Tally;
use crate::sim::observer::BY_SEAT;
use crate::variant::contract::{Bound, Clause, Statistic};
use crate::words::Message;

/// The chance that a verdict on a clause is wrong.
pub const RISK: f64 = 0.01;
/// Games of the first block.
const FIRST_LOOK: u64 = 250;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Kept,
    Broken,
    /// The games allowed do not tell.
    Undecided,
}

impl Verdict {
    /// As machines know it; people read [`Verdict::message`].
    pub fn word(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Broken => "broken",
            Self::Undecided => "undecided",
        }
    }

    pub fn message(self) -> Message {
        Message::new(format!("lab.verdict.{}", self.word()))
    }
}

/// What was found about a clause.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    pub clause: Clause,
    pub verdict: Verdict,
    pub value: f64,
    /// Where the truth lies, at all looks together.
    pub interval: Interval,
    /// Games played when it was decided.
    pub games: u64,
}

/// Plays up to `batch.games` games and judges every clause.
pub fn check(batch: &Batch, clauses: &[Clause], progress: Progress<'_>) -> Result<(Vec<Finding>, Tally), LabError> {
    let mut tally = Tally::empty(&batch.table()?.observer);
    let mut findings: Vec<Option<Finding>> = vec![None; clauses.len()];
    let mut played = 0;
    for look in 1.. {
        let until = (FIRST_LOOK << (look - 1)).min(batch.games);
        let stopped = std::sync::atomic::AtomicBool::new(false);
        let watch = |games: u64| {
            let go_on = progress(games);
            if !go_on {
                stopped.store(true, std::sync::atomic::Ordering::Relaxed);
            }
            go_on
        };
        tally = tally.plus(&run_part(batch, played..until, &watch)?);
        played = until;
        let last = played >= batch.games || stopped.into_inner();
        let confidence = 1.0 - RISK / f64::from(look * (look + 1));
        for (clause, finding) in clauses.iter().zip(&mut findings) {
            if finding.as_ref().is_none_or(|finding| finding.verdict == Verdict::Undecided) {
                *finding = Some(judge(clause, &tally, confidence));
            }
        }
        let open = findings.iter().flatten().any(|finding| finding.verdict == Verdict::Undecided);
        if last || !open {
            break;
        }
    }
    Ok((findings.into_iter().flatten().collect(), tally))
}

fn judge(clause: &Clause, tally: &Tally, confidence: f64) -> Finding {
    let (value, interval) = estimate(clause, tally, confidence);
    Finding { clause: clause.clone(), verdict: verdict(clause.bound, interval), value, interval, games: tally.games }
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

fn estimate(clause: &Clause, tally: &Tally, confidence: f64) -> (f64, Interval) {
    if clause.statistic == Statistic::SeatAdvantage {
        return seat_advantage(tally, confidence);
    }
    let Some(at) = tally.find(&clause.metric) else {
        return (f64::NAN, Interval::new(f64::NEG_INFINITY, f64::INFINITY));
    };
    let (metric, readings) = (&tally.metrics[at], &tally.readings[at]);
    let unit = 1.0 / f64::from(metric.scale);
    match clause.statistic {
        Statistic::Quantile(share) => {
            (readings.quantile(share) as f64 * unit, interval::of_quantile(readings, share, confidence).scaled(unit))
        }
        Statistic::Mean | Statistic::SeatAdvantage => {
            let whole = metric.share.then_some(i64::from(metric.scale));
            (readings.mean() * unit, interval::of_mean(readings, whole, confidence).scaled(unit))
        }
    }
}

/// What the best seat wins more than its fair part. All seats are looked at together.
fn seat_advantage(tally: &Tally, confidence: f64) -> (f64, Interval) {
    let seats: Vec<usize> = (0..tally.metrics.len()).filter(|at| tally.metrics[*at].group == BY_SEAT).collect();
    let fair = 1.0 / seats.len().max(1) as f64;
    let each = 1.0 - (1.0 - confidence) / seats.len().max(1) as f64;
    let (mut best, mut low, mut high) = (0.0f64, 0.0f64, 0.0f64);
    for at in seats {
        let whole = i64::from(tally.metrics[at].scale);
        let unit = 1.0 / whole as f64;
        let interval = interval::of_mean(&tally.readings[at], Some(whole), each).scaled(unit);
        best = best.max(tally.readings[at].mean() * unit);
        (low, high) = (low.max(interval.low), high.max(interval.high));
    }
    // Somebody always wins, so the best seat has at least its fair part.
    (best - fair, Interval::new((low - fair).max(0.0), high - fair))
}

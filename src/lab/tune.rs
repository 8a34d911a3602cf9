//! Looking for settings under which a variant keeps its contract. Every point is played with the same seeds, so that points differ
//! by their rules and not by luck; a few games tell which points are hopeless, and only promising ones are played further. What the
//! points so far have shown is bent into a smooth surface for every promise, and new points are taken where it is nearest to what
//! was promised. What is found last must hold in games it was not chosen by.

use super::LabError;
use super::alter::altered;
use super::check::{Finding, RISK, Verdict, check, estimate};
use super::games::{Count, Games};
use super::interval::USUAL;
use super::run::Batch;
use super::surface::{Observed, Surface};
use super::sweep::Axis;
use super::tally::Tally;
use crate::sim::chance::{below, stream};
use crate::variant::Variant;
use crate::variant::contract::{Bound, Clause};
use rand_pcg::Pcg32;
use serde_json::Value;

/// Games a new point is judged by at first.
const FIRST: u64 = 100;
/// New points of a generation.
const NEW: usize = 6;
/// Points that are played further in a generation.
const FURTHER: usize = 4;
/// No point gets more than this part of all games.
const LARGEST: u64 = 8;
/// Places on the surfaces that are looked at for new points.
const LOOKS: usize = 600;
/// Candidates that may be tried on fresh games, the best first. They share the chance of a wrong verdict: whoever tries often enough
/// finds one that luck favours.
pub(super) const CANDIDATES: usize = 3;
/// The stream new points are taken from; games have others.
const STREAM: u64 = 0x7475_6e65;

/// What to look for.
pub struct Search<'a> {
    pub variant: &'a Variant,
    pub axes: &'a [Axis],
    pub clauses: &'a [Clause],
    /// Who plays, from which seed; `games` are those of the whole search.
    pub batch: Batch,
    /// The most games to confirm a candidate with.
    pub confirm: u64,
}

/// A point that was played.
#[derive(Debug, Clone)]
pub struct Point {
    /// The place of its value on each axis.
    pub at: Vec<usize>,
    pub tally: Tally,
    /// What was found of each clause.
    pub values: Vec<f64>,
    /// How far it is from what was promised: nothing when all is kept, and less than that when there is room to spare.
    pub miss: f64,
}

/// What came of it.
pub struct Tuned {
    /// All points, the best first.
    pub points: Vec<Point>,
    /// What fresh games say about the point chosen; empty when it was ended before.
    pub findings: Vec<Finding>,
    /// The place of the point chosen among all.
    pub chosen: usize,
    /// Games of the search, and those of the confirmation.
    pub games: [u64; 2],
}

impl Tuned {
    pub fn is_kept(&self) -> bool {
        are_kept(&self.findings)
    }

    /// Whether fresh games have shown that a promise is broken.
    pub fn is_broken(&self) -> bool {
        self.findings.iter().any(|finding| finding.verdict == Verdict::Broken)
    }
}

fn are_kept(findings: &[Finding]) -> bool {
    !findings.is_empty() && findings.iter().all(|finding| finding.verdict == Verdict::Kept)
}

/// How far a value is from what was promised, in widths of the promise; below 0 when it is inside, down to a half.
pub fn missed(bound: Bound, value: f64) -> f64 {
    let width = match (bound.low.is_finite(), bound.high.is_finite()) {
        (true, true) => bound.high - bound.low,
        (true, false) => bound.low.abs(),
        _ => bound.high.abs(),
    };
    let width = if width > 0.0 { width } else { 1.0 };
    if value.is_nan() {
        return f64::INFINITY;
    }
    ((bound.low - value).max(value - bound.high) / width).max(-0.5)
}

/// All promises together: what is missed adds up; where nothing is, the tightest counts a little.
fn total_miss(clauses: &[Clause], values: &[f64]) -> f64 {
    let each = || clauses.iter().zip(values).map(|(clause, value)| missed(clause.bound, *value));
    let sum: f64 = each().map(|miss| miss.max(0.0)).sum();
    if sum > 0.0 { sum } else { each().fold(f64::NEG_INFINITY, f64::max) / 10.0 }
}

impl Search<'_> {
    /// The most games it can take in all.
    pub fn length(&self) -> u64 {
        self.batch.games + CANDIDATES as u64 * self.confirm
    }

    fn rules(&self, at: &[usize]) -> Option<Batch> {
        let values: Vec<(&str, &Value)> = self.values(at).collect();
        let rules = altered(self.variant, &values).ok()?;
        rules.seats().contains(&self.batch.seats.len()).then(|| Batch { rules, ..self.batch.clone() })
    }

    /// Keys and values of a point.
    pub fn values<'b>(&'b self, at: &'b [usize]) -> impl Iterator<Item = (&'b str, &'b Value)> {
        self.axes.iter().zip(at).map(|(axis, at)| (axis.key.as_str(), &axis.values[*at]))
    }

    /// The point nearest to the variant as it is.
    fn as_it_is(&self) -> Vec<usize> {
        let place = |axis: &Axis| {
            let now = self.variant.rules.value(&axis.key);
            let exact = axis.values.iter().position(|value| Some(value) == now);
            let number = now.and_then(Value::as_f64);
            let near = |(_, value): &(usize, &Value)| (value.as_f64().unwrap_or(0.0) - number.unwrap_or(0.0)).abs();
            let nearest = || axis.values.iter().enumerate().min_by(|a, b| near(a).total_cmp(&near(b))).map_or(0, |(at, _)| at);
            exact.unwrap_or_else(nearest)
        };
        self.axes.iter().map(place).collect()
    }

    fn anywhere(&self, luck: &mut Pcg32) -> Vec<usize> {
        self.axes.iter().map(|axis| below(luck, axis.values.len() as u32) as usize).collect()
    }

    /// A point a step or two away.
    fn near(&self, at: &[usize], luck: &mut Pcg32) -> Vec<usize> {
        let moved = |(axis, at): (&Axis, &usize)| {
            let reach = (axis.values.len() / 8).max(1) as i64;
            let step = i64::from(below(luck, 2 * reach as u32 + 1)) - reach;
            (*at as i64 + step).clamp(0, axis.values.len() as i64 - 1) as usize
        };
        self.axes.iter().zip(at).map(moved).collect()
    }

    /// The first points: the variant as it is, and others spread over each axis evenly but over all of them by chance.
    fn first_points(&self, luck: &mut Pcg32) -> Vec<Vec<usize>> {
        let count = 6 + 3 * self.axes.len();
        let mut columns: Vec<Vec<usize>> = Vec::new();
        for axis in self.axes {
            let mut column: Vec<usize> = (0..count).map(|row| (2 * row + 1) * axis.values.len() / (2 * count)).collect();
            for row in (1..count).rev() {
                column.swap(row, below(luck, row as u32 + 1) as usize);
            }
            columns.push(column);
        }
        let spread = (0..count).map(|row| columns.iter().map(|column| column[row]).collect());
        std::iter::once(self.as_it_is()).chain(spread).collect()
    }

    /// Plays a point further, up to so many games of its own; gives how many were asked for.
    fn play(&self, point: &mut Point, until: u64, games: &Games<'_>) -> Result<u64, LabError> {
        let Some(batch) = self.rules(&point.at) else { return Ok(0) };
        let from = point.tally.games;
        point.tally = point.tally.clone().plus(&games.run(&batch, from..until.max(from))?);
        point.values = self.clauses.iter().map(|clause| estimate(clause, &point.tally, USUAL).value).collect();
        point.miss = total_miss(self.clauses, &point.values);
        Ok(until.max(from) - from)
    }

    /// Points that were not played and promise most, by what the others have shown.
    fn promising(&self, points: &[Point], luck: &mut Pcg32) -> Vec<Vec<usize>> {
        let is_numeric = |axis: &Axis| axis.values.iter().all(Value::is_number);
        let sizes: Vec<(usize, bool)> = self.axes.iter().map(|axis| (axis.values.len(), is_numeric(axis))).collect();
        let surfaces: Vec<Surface> = (0..self.clauses.len())
            .map(|clause| {
                let seen = points.iter().filter(|point| point.values[clause].is_finite());
                let observed =
                    seen.map(|point| Observed { at: &point.at, value: point.values[clause], weight: point.tally.games as f64 });
                Surface::through(&sizes, &observed.collect::<Vec<_>>())
            })
            .collect();
        let mut looked: Vec<(f64, Vec<usize>)> = Vec::new();
        for look in 0..LOOKS {
            let at = if look % 2 == 0 {
                self.anywhere(luck)
            } else {
                self.near(&points[look / 2 % FURTHER.min(points.len())].at, luck)
            };
            if points.iter().any(|point| point.at == at) || looked.iter().any(|(_, known)| *known == at) {
                continue;
            }
            let values: Vec<f64> = surfaces.iter().map(|surface| surface.value(&at)).collect();
            looked.push((total_miss(self.clauses, &values), at));
        }
        looked.sort_by(|a, b| a.0.total_cmp(&b.0));
        // One of them anywhere, because a surface may be wrong.
        let some = looked.len().saturating_sub(1);
        let other = looked.get(below(luck, some.max(1) as u32) as usize).map(|(_, at)| at.clone());
        let mut new: Vec<Vec<usize>> = looked.into_iter().take(NEW - 1).map(|(_, at)| at).collect();
        if let Some(other) = other.filter(|other| !new.contains(other)) {
            new.push(other);
        }
        new
    }
}

/// Looks for a point that keeps all promises, and tries the best ones on fresh games. Everything it does follows from what was counted
/// before, so that it can be played in parts, a round for each generation's new points, those played further, and each candidate: whoever
/// has seen a part leaves there, with nothing found.
pub fn tune(search: &Search<'_>, games: &Games<'_>) -> Result<Tuned, LabError> {
    games.go_in_rounds();
    let mut luck = stream(search.batch.seed, STREAM);
    let mut points: Vec<Point> = Vec::new();
    let mut new = search.first_points(&mut luck);
    let mut left = search.batch.games;
    while left > 0 && !games.are_stopped() {
        let before = (left, points.len());
        for at in new {
            let is_known = points.iter().any(|point| point.at == at);
            let Some(batch) = search.rules(&at).filter(|_| !is_known && left > 0) else { continue };
            let tally = Tally::empty(&batch.table()?.observer);
            let mut point = Point { at, tally, values: Vec::new(), miss: f64::INFINITY };
            left -= search.play(&mut point, FIRST.min(left), games)?;
            points.push(point);
        }
        if games.are_part() {
            break;
        }
        points.sort_by(|a, b| a.miss.total_cmp(&b.miss));
        let most = (search.batch.games / LARGEST).max(FIRST);
        for point in points.iter_mut().take(FURTHER) {
            let until = (2 * point.tally.games).clamp(FIRST, most).min(point.tally.games + left);
            left -= search.play(point, until, games)?;
        }
        points.sort_by(|a, b| a.miss.total_cmp(&b.miss));
        if games.are_part() || points.is_empty() || before == (left, points.len()) {
            break;
        }
        new = search.promising(&points, &mut luck);
    }
    let searched = points.iter().map(|point| point.tally.games).sum();
    // A few lucky games are no reason to be preferred to many.
    let enough = points.iter().map(|point| point.tally.games).max().unwrap_or(0) / 4;
    points.sort_by(|a, b| (a.tally.games < enough).cmp(&(b.tally.games < enough)).then(a.miss.total_cmp(&b.miss)));
    let mut tuned = Tuned { points, findings: Vec::new(), chosen: 0, games: [searched, 0] };
    let candidates = CANDIDATES.min(tuned.points.len());
    for candidate in 0..candidates {
        if games.are_stopped() || games.are_part() {
            break;
        }
        let Some(rules) = search.rules(&tuned.points[candidate].at) else { continue };
        // Seeds no point has been chosen by, others for each candidate.
        let seed = search.batch.seed.wrapping_add(1 + candidate as u64).wrapping_mul(0x5851_f42d_4c95_7f2d);
        let fresh = Batch { seed, games: search.confirm, ..rules };
        let (findings, fresh) = check(&fresh, search.clauses, RISK / candidates as f64, games)?;
        tuned.games[1] += fresh.games;
        let far = |findings: &[Finding]| -> f64 {
            let values: Vec<f64> = findings.iter().map(|finding| finding.value).collect();
            total_miss(search.clauses, &values)
        };
        if tuned.findings.is_empty() || are_kept(&findings) || far(&findings) < far(&tuned.findings) {
            (tuned.findings, tuned.chosen) = (findings, candidate);
        }
        if tuned.is_kept() {
            break;
        }
    }
    Ok(tuned)
}

//! Every move to a neighbour there can be, ready to be offered. Moves are listed at nearly every decision, and one loop
//! over a set of moves is quicker than a short loop for every stone.

use super::MOVE_VERB;
use super::figure::{Figure, fields};
use crate::sim::Command;

/// Moves in one set.
const TOGETHER: usize = u64::BITS as usize;

/// Fields in one set.
const FIELDS: usize = u32::BITS as usize;

/// All moves in the order they are offered.
#[derive(Debug)]
pub struct Ways(Vec<Part>);

/// Up to 64 of them.
#[derive(Debug)]
struct Part {
    moves: [Command; TOGETHER],
    /// The moves out of each field, and onto it.
    out_of: [u64; FIELDS],
    onto: [u64; FIELDS],
}

impl Ways {
    pub fn new(figure: &Figure) -> Self {
        let mut ends: Vec<[u8; 2]> = figure.edges.iter().flat_map(|[a, b]| [[*a, *b], [*b, *a]]).collect();
        ends.sort_unstable();
        Self(ends.chunks(TOGETHER).map(Part::new).collect())
    }

    /// Lists the moves from these fields to neighbours that are not closed.
    #[inline]
    pub fn list(&self, from: u32, closed: u32, offers: &mut Vec<Command>) {
        for part in &self.0 {
            let mut open = union(&part.out_of, from) & !union(&part.onto, closed);
            while open != 0 {
                let next = open.trailing_zeros() as usize;
                open &= open - 1;
                offers.push(part.moves[next]);
            }
        }
    }
}

impl Part {
    fn new(ends: &[[u8; 2]]) -> Self {
        let mut part = Self { moves: [Command::bare(MOVE_VERB); TOGETHER], out_of: [0; FIELDS], onto: [0; FIELDS] };
        for (number, [from, to]) in ends.iter().enumerate() {
            part.moves[number] = Command::new(MOVE_VERB, [i16::from(*from), i16::from(*to), 0, 0]);
            part.out_of[usize::from(*from)] |= 1 << number;
            part.onto[usize::from(*to)] |= 1 << number;
        }
        part
    }
}

/// The moves of several fields together.
#[inline]
fn union(moves: &[u64; FIELDS], set: u32) -> u64 {
    fields(set).fold(0, |all, field| all | moves[usize::from(field) % FIELDS])
}

//! The chain of checksums through a trace: written with it, and looked at when it is read. Every deed ends with a line
//! that carries one, so a file is covered to its last byte.

use super::read::Line;
use crate::problem::{Problem, Problems, Source};
use crate::seal::{Sum, push_sealed, split};
use crate::words::{Message, msg};
use serde_json::Value;
use std::ops::RangeInclusive;

const FIELD: &str = "chain";
/// The lines that carry the sum of everything before it.
const CHAINED: [&str; 4] = ["header", "state", "offers", "ended"];

fn is_chained(kind: &str) -> bool {
    CHAINED.contains(&kind)
}

/// The sum of a trace as far as it is written.
#[derive(Debug, Clone, Copy, Default)]
pub struct Chain(Sum);

impl Chain {
    /// Writes one line.
    pub fn add(&mut self, text: &mut String, line: &Value) {
        let written = line.to_string();
        if line["type"].as_str().is_some_and(is_chained) {
            push_sealed(text, &mut self.0, &written, FIELD);
        } else {
            let start = text.len();
            *text += &written;
            text.push('\n');
            self.0.add(&text[start..]);
        }
    }
}

/// What the checksums of a trace say about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seal {
    /// It was written before there were any.
    Absent,
    /// Every byte is as it was written.
    Whole,
    /// Something is not as it was written.
    Damaged(Box<Problem>),
}

impl Seal {
    pub fn damage(&self) -> Option<&Problem> {
        match self {
            Self::Damaged(damage) => Some(damage),
            Self::Absent | Self::Whole => None,
        }
    }

    /// A file that ends before something that was written together with its last line.
    pub(in crate::table) fn cut_off(source: &Source, after: usize, missing: &str) -> Self {
        let problem =
            Problem::on_line(source, after, msg!("table.trace.cut_off", missing)).remedy(msg!("table.trace.rest_usable"));
        Self::Damaged(Box::new(problem))
    }

    /// What makes a file useless, after the damage that explains it.
    pub(in crate::table) fn explain(&self, problem: Problem) -> Problems {
        Problems(self.damage().cloned().into_iter().chain([problem]).collect())
    }
}

/// Looks at the whole chain; `lines` are all lines that can be read, the header first.
pub(super) fn inspect(source: &Source, lines: &[Line]) -> Seal {
    if lines.iter().all(|line| line.value.get(FIELD).is_none()) {
        return Seal::Absent;
    }
    match first_damage(source, lines) {
        None => Seal::Whole,
        Some((lines, message)) => {
            let problem = Problem::on_line(source, *lines.start(), message);
            let ends = source.text.contains("\r\n");
            let remedy = if ends { msg!("table.trace.line_ends") } else { msg!("table.trace.other_copy") };
            Seal::Damaged(Box::new(problem.remedy(remedy)))
        }
    }
}

fn first_damage(source: &Source, lines: &[Line]) -> Option<(RangeInclusive<usize>, Message)> {
    let mut sum = Sum::default();
    let mut parsed = lines.iter().peekable();
    // The last line whose sum was right.
    let mut good = 0;
    let mut last = 0;
    for (raw, number) in source.text.split_inclusive('\n').zip(1..) {
        last = number;
        let chained = match parsed.next_if(|line| line.number == number) {
            Some(line) => is_chained(&line.kind),
            // What cannot be read any more may still end with its checksum.
            None => raw.strip_suffix('\n').is_some_and(|line| split(line, FIELD).is_some()),
        };
        if !chained {
            sum.add(raw);
            continue;
        }
        let Some((body, digits)) = raw.strip_suffix('\n').and_then(|line| split(line, FIELD)) else {
            let there = raw.contains(FIELD);
            let message = if there { msg!("table.trace.checksum_changed") } else { msg!("table.trace.checksum_missing") };
            return Some((number..=number, message));
        };
        sum.add(body);
        if digits != sum.digits() {
            let lines = good + 1..=number;
            let message = match number - good {
                1 => msg!("table.trace.line_changed"),
                _ => msg!("table.trace.lines_changed", first = (good + 1).to_string(), last = number.to_string()),
            };
            return Some((lines, message));
        }
        sum.add(&raw[body.len()..]);
        good = number;
    }
    (last > good).then(|| (good + 1..=last, msg!("table.trace.nothing_vouches", line = good.to_string())))
}

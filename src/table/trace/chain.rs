//! The chain of checksums through a trace: written with it, and looked at when it is read. Every deed ends with a line
//! that carries one, so a file is covered to its last byte.

use super::read::Line;
use crate::problem::{Problem, Source};
use crate::seal::{Sum, push_sealed, split};
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
    Damaged(Box<Damage>),
}

/// Something is not as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    pub problem: Problem,
    /// Somewhere in here.
    pub lines: RangeInclusive<usize>,
}

impl Seal {
    pub fn damage(&self) -> Option<&Damage> {
        match self {
            Self::Damaged(damage) => Some(damage),
            Self::Absent | Self::Whole => None,
        }
    }

    /// A file that ends before something that was written together with its last line.
    pub(in crate::table) fn cut_off(source: &Source, after: usize, missing: &str) -> Self {
        let message = format!("the file was cut off after this line: `{missing}` followed it");
        let problem =
            Problem::on_line(source, after, message).remedy("what is left can be used; for the rest, take a whole copy");
        Self::Damaged(Box::new(Damage { problem, lines: after..=after }))
    }
}

/// Looks at the whole chain; `lines` are all lines that are not empty, the header first.
pub(super) fn inspect(source: &Source, lines: &[Line]) -> Seal {
    if lines.iter().all(|line| line.value.get(FIELD).is_none()) {
        return Seal::Absent;
    }
    match first_damage(source, lines) {
        None => Seal::Whole,
        Some((lines, message)) => {
            let problem = Problem::on_line(source, *lines.start(), message);
            let problem = if source.text.contains("\r\n") {
                problem.remedy("its line ends were changed too: they are single line feeds as it is written")
            } else {
                problem.remedy("take a copy of the file that nothing has changed")
            };
            Seal::Damaged(Box::new(Damage { problem, lines }))
        }
    }
}

fn first_damage(source: &Source, lines: &[Line]) -> Option<(RangeInclusive<usize>, String)> {
    let mut sum = Sum::default();
    let mut parsed = lines.iter().peekable();
    // The last line whose sum was right.
    let mut good = 0;
    let mut last = 0;
    for (raw, number) in source.text.split_inclusive('\n').zip(1..) {
        last = number;
        let chained = parsed.next_if(|line| line.number == number).is_some_and(|line| is_chained(&line.kind));
        if !chained {
            sum.add(raw);
            continue;
        }
        let Some((body, digits)) = raw.strip_suffix('\n').and_then(|line| split(line, FIELD)) else {
            let message = if raw.contains(FIELD) { "its checksum is not as it was written" } else { "its checksum is missing" };
            return Some((number..=number, message.to_owned()));
        };
        sum.add(body);
        if digits != sum.digits() {
            let lines = good + 1..=number;
            let message = match number - good {
                1 => "this line is not as it was written: its checksum is another".to_owned(),
                _ => format!("lines {} to {number} are not as they were written: their checksum is another", good + 1),
            };
            return Some((lines, message));
        }
        sum.add(&raw[body.len()..]);
        good = number;
    }
    (last > good).then(|| {
        let message = format!("the file was cut off or changed here: nothing vouches for what follows line {good}");
        (good + 1..=last, message)
    })
}

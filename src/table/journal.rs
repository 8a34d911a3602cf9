//! What a journal says: the running game as it is kept while it is played. Every deed is one line, added at the end, also what
//! was taken back and done again; a line that did not get out whole is noticed by its checksum and left out. It is our own
//! format beside traces (docs/reliability.md); [`Record`] is what its lines add up to, for readers and the writer alike.

use crate::problem::{Problem, Source};
use crate::words::{Message, msg};
use serde_json::{Value, json};

/// The version of the format.
const VERSION: u64 = 1;

/// What a keeper is told. Lines are lines of the trace, each with its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// A game begins with these lines.
    Begun(String),
    /// A deed, with all its lines. What had been taken back before is forgotten.
    Done(String),
    /// The game now stands after so many of the deeds that are known; the rest is taken back and can be done again.
    At(usize),
    /// What was taken back is forgotten.
    PlayOn,
}

impl Note {
    pub(super) fn to_json(&self) -> String {
        // Lines of a trace are JSON already and hold no line ends.
        let list = |lines: &str| lines.trim_end().replace('\n', ",");
        match self {
            Self::Begun(lines) => format!("{{\"begun\":[{}]}}", list(lines)),
            Self::Done(lines) => format!("{{\"done\":[{}]}}", list(lines)),
            Self::At(deeds) => format!("{{\"at\":{deeds}}}"),
            Self::PlayOn => "{\"play_on\":true}".to_owned(),
        }
    }

    fn from_json(value: &Value) -> Option<Self> {
        let lines = |list: &Value| Some(list.as_array()?.iter().fold(String::new(), |lines, line| lines + &format!("{line}\n")));
        let (kind, inside) = value.as_object()?.iter().next()?;
        match kind.as_str() {
            "begun" => lines(inside).map(Self::Begun),
            "done" => lines(inside).map(Self::Done),
            "at" => inside.as_u64().map(|deeds| Self::At(deeds as usize)),
            "play_on" => Some(Self::PlayOn),
            _ => None,
        }
    }
}

/// A game as far as it is known: everything done, and what was taken back and could be done again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Record {
    begun: String,
    deeds: Vec<String>,
    at: usize,
}

/// What is odd about a journal that can be used all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    /// The last line did not get out whole, as happens when the program dies.
    Torn,
    /// Something is wrong from this line on, and more than the last line is lost.
    Damaged { line: usize },
}

impl Record {
    /// How many deeds are done; the others are taken back.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The line of play: the trace up to where the game stands.
    pub fn played(&self) -> String {
        self.begun.clone() + &self.deeds[..self.at].concat()
    }

    /// The trace with what was taken back at its end.
    pub fn known(&self) -> String {
        self.begun.clone() + &self.deeds.concat()
    }

    /// Takes down a note; false when it does not fit what was there before.
    pub(super) fn take(&mut self, note: Note) -> bool {
        match note {
            Note::Begun(lines) => *self = Self { begun: lines, deeds: Vec::new(), at: 0 },
            Note::Done(lines) => {
                self.deeds.truncate(self.at);
                self.deeds.push(lines);
                self.at += 1;
            }
            Note::At(deeds) if deeds <= self.deeds.len() => self.at = deeds,
            Note::At(_) => return false,
            Note::PlayOn => self.deeds.truncate(self.at),
        }
        true
    }

    /// The shortest journal that leads here, and the checksum of its last line.
    pub(super) fn to_journal(&self) -> (String, u64) {
        let (mut text, mut sum) = (String::new(), 0);
        add_line(&mut text, &mut sum, &json!({"journal": VERSION, "program": env!("CARGO_PKG_VERSION")}).to_string());
        add_line(&mut text, &mut sum, &Note::Begun(self.begun.clone()).to_json());
        for deed in &self.deeds {
            add_line(&mut text, &mut sum, &Note::Done(deed.clone()).to_json());
        }
        if self.at < self.deeds.len() {
            add_line(&mut text, &mut sum, &Note::At(self.at).to_json());
        }
        (text, sum)
    }

    pub(super) fn length(&self) -> u64 {
        let deeds: usize = self.deeds.iter().map(String::len).sum();
        (self.begun.len() + deeds) as u64
    }

    /// Whether nothing was done yet.
    pub(super) fn is_untouched(&self) -> bool {
        self.deeds.is_empty()
    }

    /// Reads a journal as far as its lines are whole. Letters that are none are damage like any other.
    pub fn read(source: &Source) -> Result<Reading, Problem> {
        let wrong =
            |line: usize, message: Message| Problem::on_line(source, line, message).remedy(msg!("table.journal.other_copy"));
        let mut lines = source.text.split_inclusive('\n').zip(1..);
        let mut sum = 0;
        let first = lines.next().and_then(|(line, _)| read_line(line, &mut sum));
        let first = first.ok_or_else(|| wrong(1, msg!("table.journal.none")))?;
        match first["journal"].as_u64() {
            Some(VERSION) => {}
            Some(other) => {
                let message = match first["program"].as_str() {
                    Some(program) => msg!("table.journal.other_by", program, format = other, ours = VERSION),
                    None => msg!("table.journal.other", format = other, ours = VERSION),
                };
                return Err(wrong(1, message).remedy(msg!("table.journal.use_that")));
            }
            None => return Err(wrong(1, msg!("table.journal.none"))),
        }
        let (mut record, mut flaw) = (Self::default(), None);
        let mut length = source.line(1).len() as u64 + 1;
        for (text, number) in lines.by_ref() {
            let note = read_line(text, &mut sum).and_then(|value| Note::from_json(&value));
            if !note.is_some_and(|note| record.take(note)) {
                flaw = Some(Flaw::Damaged { line: number });
                break;
            }
            length += text.len() as u64;
        }
        // Only the last line may be missing something, if the program died while it was being written.
        if flaw.is_some() && lines.next().is_none() && !source.text.ends_with('\n') {
            flaw = Some(Flaw::Torn);
        }
        if record.begun.is_empty() {
            return Err(wrong(2, msg!("table.journal.empty")));
        }
        Ok(Reading { record, flaw, sum, length })
    }
}

/// What a journal says, and where it could go on.
pub struct Reading {
    pub record: Record,
    pub flaw: Option<Flaw>,
    /// The checksum of the last line that counts, and the bytes up to its end.
    pub(super) sum: u64,
    pub(super) length: u64,
}

/// Adds a line, with the checksum over it and everything before it.
pub(super) fn add_line(text: &mut String, sum: &mut u64, body: &str) {
    *sum = checksum(*sum, body);
    *text += &format!("{sum:016x} {body}\n");
}

/// What a line says, if it is whole and follows on the one before it.
fn read_line(line: &str, sum: &mut u64) -> Option<Value> {
    let (told, body) = line.strip_suffix('\n')?.split_once(' ')?;
    let due = checksum(*sum, body);
    if told != format!("{due:016x}") {
        return None;
    }
    *sum = due;
    serde_json::from_str(body).ok()
}

/// FNV-1a over a text, going on from another one.
fn checksum(before: u64, text: &str) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325 ^ before;
    text.bytes().fold(start, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

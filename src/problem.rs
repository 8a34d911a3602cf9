//! What a person is told about a file they must fix: where, what, what is allowed, and the remedy.

use crate::limits;
use crate::words::{Message, msg};
use std::fmt;
use std::ops::Range;

/// A named text, so that a problem can point into it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The path as the person knows it.
    pub path: String,
    pub text: String,
    /// Where each line begins, so that a file full of mistakes is not walked through once for each.
    lines: Vec<usize>,
}

impl Source {
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        Self { path: path.into(), text, lines }
    }

    /// Line and column (both from 1, columns in characters) of a byte offset.
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line_of(offset);
        (line, self.text[self.start_of(line)..offset].chars().count() + 1)
    }

    /// The line (from 1) of a byte offset.
    pub fn line_of(&self, offset: usize) -> usize {
        self.lines.partition_point(|start| *start <= offset)
    }

    /// The byte a line (from 1) begins at; the end of the text for lines behind it.
    pub fn start_of(&self, line: usize) -> usize {
        self.lines.get(line.saturating_sub(1)).copied().unwrap_or(self.text.len())
    }

    pub fn line(&self, number: usize) -> &str {
        self.text[self.start_of(number)..].lines().next().unwrap_or("")
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
}

/// One thing wrong with one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub severity: Severity,
    pub path: String,
    /// Line, column, the line itself, and how many characters the caret underlines.
    pub place: Option<Spot>,
    pub message: Message,
    pub allowed: Option<Message>,
    pub remedy: Option<Message>,
    /// What somebody else's reader said about it, in its own words.
    pub detail: Option<String>,
    /// How many more of this severity were found and are not told.
    pub untold: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    pub line: usize,
    pub column: usize,
    pub text: String,
    pub width: usize,
    /// How many characters of the line are left out before `text`.
    pub skipped: usize,
}

/// From how many names on only the nearest are shown beside one that is probably meant, and how many.
const MANY: usize = 12;
const FEW: usize = 6;

/// The longest piece of a source line worth showing.
const SHOWN: usize = 160;

impl Problem {
    /// An error about a whole file.
    pub fn about(path: impl Into<String>, message: impl Into<Message>) -> Self {
        Self {
            severity: Severity::Error,
            path: path.into(),
            place: None,
            message: message.into(),
            allowed: None,
            remedy: None,
            detail: None,
            untold: 0,
        }
    }

    /// An error at a byte range of a source.
    pub fn at(source: &Source, span: Range<usize>, message: impl Into<Message>) -> Self {
        let (line, column) = source.position(span.start);
        // Lines of traces and parts are long: what is shown is around the place.
        let skipped = if column > SHOWN { column - SHOWN / 2 } else { 0 };
        let text: String = source.line(line).chars().skip(skipped).take(SHOWN).collect();
        let span_text = source.text.get(span.clone()).unwrap_or("");
        let width = span_text.lines().next().unwrap_or("").chars().count();
        let room = text.chars().count().saturating_sub(column - 1 - skipped);
        let mut problem = Self::about(source.path.clone(), message);
        problem.place = Some(Spot { line, column, text, width: width.clamp(1, room.max(1)), skipped });
        problem
    }

    /// An error on a whole line of a source.
    pub fn on_line(source: &Source, line: usize, message: impl Into<Message>) -> Self {
        let start = source.start_of(line);
        let length = source.line(line).len();
        Self::at(source, start..start + length, message)
    }

    pub fn warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    pub fn allowed(mut self, allowed: impl Into<Message>) -> Self {
        self.allowed = Some(allowed.into());
        self
    }

    /// Says that one of these names is allowed.
    pub fn allowed_names<T: AsRef<str>>(self, names: &[T]) -> Self {
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        self.allowed(Message::verbatim(names.join(", ")))
    }

    pub fn remedy(mut self, remedy: impl Into<Message>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }

    /// Adds "did you mean …?" when one of the known names is close enough; of many that are allowed the nearest few are told then.
    pub fn did_you_mean<'a>(mut self, wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        let Some(name) = closest(wrong, known.iter().copied()) else { return self };
        if self.allowed == Some(Message::verbatim(known.join(", "))) {
            self.allowed = Some(Message::verbatim(few(wrong, &known)));
        }
        self.remedy(msg!("problem.did_you_mean", name))
    }

    /// Adds what a parser said about it.
    pub fn detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => msg!("problem.error"),
            Severity::Warning => msg!("problem.warning"),
        };
        match &self.place {
            None => write!(f, "{}: {severity}: {}", self.path, self.message)?,
            Some(spot) => {
                writeln!(f, "{}:{}:{}: {severity}: {}", self.path, spot.line, spot.column, self.message)?;
                let number = spot.line.to_string();
                // Tabs and control characters would move the caret away from its place.
                let shown: String = spot.text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
                let gap = if spot.skipped > 0 { "…" } else { "" };
                writeln!(f, "  {number} | {gap}{shown}")?;
                let before = gap.chars().count() + spot.column - 1 - spot.skipped;
                let indent = " ".repeat(number.len() + 2 + 3 + before);
                write!(f, "{indent}{}", "^".repeat(spot.width))?;
            }
        }
        if let Some(detail) = &self.detail {
            write!(f, "\n  {}", msg!("problem.detail", what = detail))?;
        }
        if let Some(allowed) = &self.allowed {
            write!(f, "\n  {}", msg!("problem.allowed", what = allowed))?;
        }
        if let Some(remedy) = &self.remedy {
            write!(f, "\n  {}", msg!("problem.remedy", what = remedy))?;
        }
        if self.untold > 0 {
            let more = match self.severity {
                Severity::Error => msg!("problem.more_errors", n = self.untold),
                Severity::Warning => msg!("problem.more_warnings", n = self.untold),
            };
            write!(f, "\n{more}")?;
        }
        Ok(())
    }
}

/// Everything wrong with the files behind one request; never empty when used as an error.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Problems(pub Vec<Problem>);

impl Problems {
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(Problem::is_error)
    }

    pub fn push(&mut self, problem: Problem) {
        self.0.push(problem);
    }

    /// Adds an error, unless enough have been told: then it is only counted. Making one takes time, so it is made here.
    pub fn error(&mut self, make: impl FnOnce() -> Problem) {
        self.tell(Severity::Error, make);
    }

    /// Adds a warning, as [`Problems::error`] does with errors.
    pub fn warn(&mut self, make: impl FnOnce() -> Problem) {
        self.tell(Severity::Warning, || make().warning());
    }

    fn tell(&mut self, severity: Severity, make: impl FnOnce() -> Problem) {
        let mut told = self.0.iter_mut().filter(|problem| problem.severity == severity);
        match told.nth(limits::TOLD - 1) {
            Some(last) => last.untold += 1,
            None => self.0.push(make()),
        }
    }

    /// Keeps the value unless an error was reported along the way.
    pub fn unless_errors<T>(self, value: T) -> Result<(T, Self), Self> {
        if self.has_errors() { Err(self) } else { Ok((value, self)) }
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

/// The known name nearest to a misspelt one, if near enough to be worth offering.
pub fn closest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = 1 + wrong.chars().count() / 3;
    known
        .into_iter()
        .map(|name| (edit_distance(wrong, name), name))
        .filter(|&(distance, _)| distance <= limit)
        .min()
        .map(|(_, name)| name)
}

/// Things in the order they come, each once.
pub fn each_once<T: PartialEq>(things: impl IntoIterator<Item = T>) -> Vec<T> {
    things.into_iter().fold(Vec::new(), |mut found, thing| {
        if !found.contains(&thing) {
            found.push(thing);
        }
        found
    })
}

/// Names as a list, each once; of many only those nearest to a misspelt one.
pub fn few(wrong: &str, known: &[&str]) -> String {
    let mut names = each_once(known.iter().copied());
    if names.len() <= MANY {
        return names.join(", ");
    }
    names.sort_by_key(|name| edit_distance(wrong, name));
    names[..FEW].join(", ") + ", …"
}

/// Edits (insert, delete, replace, swap of neighbours) between two short words.
fn edit_distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().take(64).collect();
    let b: Vec<char> = b.chars().take(64).collect();
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replace = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replace.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

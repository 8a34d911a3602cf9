//! Reading a board, from rules/muehle/board.toml or a trace header, and checking that it can be played on.

use super::figure::{Figure, MOST_FIELDS, MOST_LINES, Place};
use crate::problem::{Problem, Problems, Source};
use serde::Deserialize;
use serde_json::Value;
use std::ops::Range;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    figure: FigureTable,
    field: Vec<Spanned<FieldTable>>,
    edges: Vec<Spanned<[String; 2]>>,
    lines: Vec<Spanned<[String; 3]>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FigureTable {
    width: f64,
    height: f64,
    stone_radius: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FieldTable {
    id: String,
    at: [f64; 2],
}

/// A board as it is written, each part with its place in the text.
struct Draft {
    size: [f64; 2],
    stone_radius: f64,
    fields: Vec<(Place, Range<usize>)>,
    edges: Vec<([String; 2], Range<usize>)>,
    lines: Vec<([String; 3], Range<usize>)>,
}

/// Something wrong with a board: where, what, and what would be right.
struct Fault {
    span: Range<usize>,
    message: String,
    allowed: String,
}

/// Reads and checks a board file; every problem is reported at its line.
pub(crate) fn read(source: &Source) -> Result<Figure, Problems> {
    let file: File = toml::from_str(&source.text).map_err(|error| {
        let span = error.span().unwrap_or(0..0);
        Problems::from(
            Problem::at(source, span, error.message().to_owned()).remedy("compare with the board that came with the game"),
        )
    })?;
    let place = |field: FieldTable| Place { id: field.id, x: field.at[0], y: field.at[1] };
    let draft = Draft {
        size: [file.figure.width, file.figure.height],
        stone_radius: file.figure.stone_radius,
        fields: file.field.into_iter().map(|field| (field.span(), field)).map(|(s, f)| (place(f.into_inner()), s)).collect(),
        edges: file.edges.into_iter().map(|edge| (edge.span(), edge)).map(|(s, e)| (e.into_inner(), s)).collect(),
        lines: file.lines.into_iter().map(|line| (line.span(), line)).map(|(s, l)| (l.into_inner(), s)).collect(),
    };
    draft.finish().map_err(|faults| {
        let problem = |fault: Fault| Problem::at(source, fault.span, fault.message).allowed(fault.allowed);
        Problems(faults.into_iter().map(problem).collect())
    })
}

#[derive(Deserialize)]
struct TraceBoard {
    size: [f64; 2],
    stone_radius: f64,
    fields: Vec<Place>,
    edges: Vec<[String; 2]>,
    lines: Vec<[String; 3]>,
}

/// Reads the board of a trace header.
pub(crate) fn from_json(value: &Value) -> Result<Figure, String> {
    let board: TraceBoard =
        serde_json::from_value(value.clone()).map_err(|error| format!("the board cannot be read: {error}"))?;
    let draft = Draft {
        size: board.size,
        stone_radius: board.stone_radius,
        fields: board.fields.into_iter().map(|field| (field, 0..0)).collect(),
        edges: board.edges.into_iter().map(|edge| (edge, 0..0)).collect(),
        lines: board.lines.into_iter().map(|line| (line, 0..0)).collect(),
    };
    draft.finish().map_err(|faults| faults.into_iter().next().map_or_else(String::new, |fault| fault.message))
}

impl Draft {
    /// The figure, or everything that is wrong with it.
    fn finish(self) -> Result<Figure, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut fault = |span: &Range<usize>, message: String, allowed: &str| {
            faults.push(Fault { span: span.clone(), message, allowed: allowed.to_owned() });
        };
        let count = self.fields.len();
        if !(3..=MOST_FIELDS).contains(&count) || !(1..=MOST_LINES).contains(&self.lines.len()) {
            let message = format!("the board has {count} fields and {} lines", self.lines.len());
            fault(&(0..0), message, &format!("3 to {MOST_FIELDS} fields and 1 to {MOST_LINES} lines"));
        }
        let sound = |n: f64| n.is_finite() && n > 0.0 && n < 1e5;
        if ![self.size[0], self.size[1], self.stone_radius].into_iter().all(sound) {
            fault(&(0..0), "the board has no proper size".into(), "width, height and stone_radius above 0");
        }
        for (number, (place, span)) in self.fields.iter().enumerate() {
            if place.id.is_empty() || place.id.contains(char::is_whitespace) {
                fault(span, format!("`{}` is not a name for a field", place.id), "a word without spaces");
            } else if self.fields[..number].iter().any(|(other, _)| other.id == place.id) {
                fault(span, format!("there are two fields called `{}`", place.id), "every field has a name of its own");
            }
            if !(0.0..=self.size[0]).contains(&place.x) || !(0.0..=self.size[1]).contains(&place.y) {
                fault(span, format!("`{}` does not lie on the board", place.id), "0 to width, and 0 to height");
            }
        }
        let known = |id: &String| self.fields.iter().position(|(place, _)| place.id == *id).map(|n| n as u8);
        let mut edges: Vec<[u8; 2]> = Vec::new();
        for ([a, b], span) in &self.edges {
            match known(a).zip(known(b)) {
                Some((a, b)) if a != b && !edges.contains(&[a.min(b), a.max(b)]) => edges.push([a.min(b), a.max(b)]),
                Some(_) => fault(span, format!("`{a}` and `{b}` are joined twice or to themselves"), "each pair once"),
                None => fault(span, format!("`{a}` or `{b}` is not a field"), "two names of fields"),
            }
        }
        let joined = |a: u8, b: u8| edges.contains(&[a.min(b), a.max(b)]);
        let mut lines: Vec<[u8; 3]> = Vec::new();
        for (ids, span) in &self.lines {
            let [Some(a), Some(b), Some(c)] = ids.each_ref().map(known) else {
                fault(span, format!("the line {} names something that is not a field", ids.join(" ")), "three names of fields");
                continue;
            };
            let mut sorted = [a, b, c];
            sorted.sort_unstable();
            let again = lines.iter().any(|line| {
                let mut other = *line;
                other.sort_unstable();
                other == sorted
            });
            if a == c || again || !joined(a, b) || !joined(b, c) {
                let allowed = "three fields in a row, the middle one joined to both ends, each line once";
                fault(span, format!("{} is not a new line of three", ids.join(" ")), allowed);
            }
            lines.push([a, b, c]);
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        edges.sort_unstable();
        let fields = self.fields.into_iter().map(|(place, _)| place).collect();
        Ok(Figure::new(self.size, self.stone_radius, fields, edges, lines))
    }
}

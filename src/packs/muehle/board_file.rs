//! Reading a board, from rules/muehle/board.toml or a trace header, and checking that it can be played on.

use super::figure::{Figure, MOST_FIELDS, MOST_LINES, Place};
use crate::document;
use crate::problem::{Problem, Problems, Source};
use crate::words::{Message, msg};
use serde::Deserialize;
use serde_json::Value;
use std::ops::Range;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    figure: Spanned<FigureTable>,
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
    figure: Range<usize>,
    size: [f64; 2],
    stone_radius: f64,
    fields: Vec<(Place, Range<usize>)>,
    edges: Vec<([String; 2], Range<usize>)>,
    lines: Vec<([String; 3], Range<usize>)>,
}

/// Something wrong with a board: where, what, and what would be right.
struct Fault {
    span: Range<usize>,
    message: Message,
    allowed: Message,
}

/// Reads and checks a board file; every problem is reported at its line.
pub(crate) fn read(source: &Source, inside: bool) -> Result<Figure, Problems> {
    let file: File = document::read_board(source, inside)?;
    let place = |field: FieldTable| Place { id: field.id, x: field.at[0], y: field.at[1] };
    let (span, figure) = (file.figure.span(), file.figure.into_inner());
    let draft = Draft {
        figure: span,
        size: [figure.width, figure.height],
        stone_radius: figure.stone_radius,
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
pub(crate) fn from_json(value: &Value) -> Result<Figure, Message> {
    let unreadable = |detail: String| msg!("muehle.problem.board.unreadable_trace", detail);
    let board: TraceBoard = serde_json::from_value(value.clone()).map_err(|error| unreadable(error.to_string()))?;
    let draft = Draft {
        figure: 0..0,
        size: board.size,
        stone_radius: board.stone_radius,
        fields: board.fields.into_iter().map(|field| (field, 0..0)).collect(),
        edges: board.edges.into_iter().map(|edge| (edge, 0..0)).collect(),
        lines: board.lines.into_iter().map(|line| (line, 0..0)).collect(),
    };
    draft.finish().map_err(|faults| faults.into_iter().next().map_or_else(|| unreadable(String::new()), |fault| fault.message))
}

impl Draft {
    /// The figure, or everything that is wrong with it.
    fn finish(self) -> Result<Figure, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut fault = |span: &Range<usize>, message: Message, allowed: Message| {
            faults.push(Fault { span: span.clone(), message, allowed });
        };
        let count = self.fields.len();
        if !(3..=MOST_FIELDS).contains(&count) || !(1..=MOST_LINES).contains(&self.lines.len()) {
            let message = msg!("muehle.problem.board.counts", fields = count, lines = self.lines.len());
            // Of too many the last is one, and where there are too few more are to follow it.
            let last = self.fields.last().map_or(&self.figure, |(_, span)| span);
            fault(last, message, msg!("muehle.problem.board.counts_allowed", fields = MOST_FIELDS, lines = MOST_LINES));
        }
        let sound = |n: f64| n.is_finite() && n > 0.0 && n < 1e5;
        if ![self.size[0], self.size[1], self.stone_radius].into_iter().all(sound) {
            fault(&self.figure, msg!("muehle.problem.board.size"), msg!("muehle.problem.board.size_allowed"));
        }
        for (number, (place, span)) in self.fields.iter().enumerate() {
            let id = place.id.as_str();
            if place.id.is_empty() || place.id.contains(char::is_whitespace) {
                fault(span, msg!("muehle.problem.board.name", id), msg!("muehle.problem.board.name_allowed"));
            } else if self.fields[..number].iter().any(|(other, _)| other.id == place.id) {
                fault(span, msg!("muehle.problem.board.twice", id), msg!("muehle.problem.board.twice_allowed"));
            }
            if !(0.0..=self.size[0]).contains(&place.x) || !(0.0..=self.size[1]).contains(&place.y) {
                fault(span, msg!("muehle.problem.board.outside", id), msg!("muehle.problem.board.outside_allowed"));
            }
        }
        let known = |id: &String| self.fields.iter().position(|(place, _)| place.id == *id).map(|n| n as u8);
        let mut edges: Vec<[u8; 2]> = Vec::new();
        for ([a, b], span) in &self.edges {
            match known(a).zip(known(b)) {
                Some((a, b)) if a != b && !edges.contains(&[a.min(b), a.max(b)]) => edges.push([a.min(b), a.max(b)]),
                Some(_) => fault(span, msg!("muehle.problem.board.edge", a, b), msg!("muehle.problem.board.edge_allowed")),
                None => fault(span, msg!("muehle.problem.board.edge_ends", a, b), msg!("muehle.problem.board.edge_ends_allowed")),
            }
        }
        let joined = |a: u8, b: u8| edges.contains(&[a.min(b), a.max(b)]);
        let mut lines: Vec<[u8; 3]> = Vec::new();
        for (ids, span) in &self.lines {
            let [Some(a), Some(b), Some(c)] = ids.each_ref().map(known) else {
                let allowed = msg!("muehle.problem.board.line_fields_allowed");
                fault(span, msg!("muehle.problem.board.line_fields", line = ids.join(" ")), allowed);
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
                let message = msg!("muehle.problem.board.line", line = ids.join(" "));
                fault(span, message, msg!("muehle.problem.board.line_allowed"));
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

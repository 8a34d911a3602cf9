//! TOML text as a document in which every value knows its place.

use crate::problem::{Problem, Source};
use crate::words::msg;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::ops::Range;
use toml_edit::{Document, Item, TableLike};

/// The document of a file, or the one syntax error that stops it from being one.
pub fn parse(source: &Source) -> Result<Document<String>, Problem> {
    Document::parse(source.text.clone()).map_err(|error| {
        let remark = error.message().lines().next().unwrap_or_default();
        if error.span().is_none_or(|span| span.is_empty()) && remark.contains("recursion") {
            return too_deep(source);
        }
        not_toml(source, error.span(), remark).remedy(msg!("document.lines"))
    })
}

/// Text that is no TOML, or not of the shape that is wanted, with what its reader says about it.
pub fn not_toml(source: &Source, span: Option<Range<usize>>, remark: &str) -> Problem {
    let problem = Problem::at(source, span.unwrap_or(0..0), msg!("document.not_readable"));
    if remark.is_empty() { problem } else { problem.detail(remark) }
}

/// The parser does not say where names follow one another too deep: on the line with most dots.
fn too_deep(source: &Source) -> Problem {
    let dots = |line: &str| line.bytes().filter(|byte| *byte == b'.').count();
    let deepest = source.text.lines().zip(1..).max_by_key(|(line, number)| (dots(line), std::cmp::Reverse(*number)));
    let line = deepest.map_or(1, |(_, number)| number);
    Problem::on_line(source, line, msg!("document.too_deep")).remedy(msg!("document.few_names"))
}

/// A board as it is written: all of a file, or the table `board` of a variant, in which places are told all the same.
pub fn read_board<T: DeserializeOwned>(source: &Source, inside: bool) -> Result<T, Problem> {
    #[derive(Deserialize)]
    struct Variant<T> {
        board: T,
    }
    let read =
        if inside { toml::from_str(&source.text).map(|variant: Variant<T>| variant.board) } else { toml::from_str(&source.text) };
    read.map_err(|error| {
        let problem = Problem::at(source, error.span().unwrap_or(0..0), msg!("document.board")).detail(error.message());
        problem.remedy(msg!("document.board_remedy"))
    })
}

/// Where something is in a document, by the names of tables and the numbers of items that lead to it, as far as they do.
pub fn place(document: &Document<String>, path: &[&str]) -> Option<Range<usize>> {
    within(document.as_table(), path)
}

fn within(table: &dyn TableLike, path: &[&str]) -> Option<Range<usize>> {
    let [name, rest @ ..] = path else { return None };
    let item = table.get(name)?;
    let number = rest.first().and_then(|at| at.parse::<usize>().ok());
    let further = if let Some(inner) = item.as_table_like() {
        within(inner, rest)
    } else if let Some(inner) = item.as_array_of_tables().zip(number).and_then(|(tables, at)| tables.get(at)) {
        within(inner, &rest[1..]).or_else(|| inner.span())
    } else {
        item.as_array().zip(number).and_then(|(values, at)| values.get(at)?.span())
    };
    further.or_else(|| table.key(name).and_then(toml_edit::Key::span)).or_else(|| item.span())
}

/// A TOML value as the settings keep it. Dates and broken values become null, which no setting accepts.
pub fn to_json(item: &Item) -> Value {
    let table = |table: &toml_edit::Table| -> Value { table.iter().map(|(key, item)| (key.to_owned(), to_json(item))).collect() };
    match item {
        Item::Value(value) => value_to_json(value),
        Item::Table(inner) => table(inner),
        Item::ArrayOfTables(tables) => tables.iter().map(table).collect(),
        Item::None => Value::Null,
    }
}

fn value_to_json(value: &toml_edit::Value) -> Value {
    match value {
        toml_edit::Value::String(text) => json!(text.value()),
        toml_edit::Value::Integer(n) => json!(n.value()),
        toml_edit::Value::Float(n) => json!(n.value()),
        toml_edit::Value::Boolean(b) => json!(b.value()),
        toml_edit::Value::Datetime(_) => Value::Null,
        toml_edit::Value::Array(list) => list.iter().map(value_to_json).collect(),
        toml_edit::Value::InlineTable(table) => table.iter().map(|(key, value)| (key.to_owned(), value_to_json(value))).collect(),
    }
}

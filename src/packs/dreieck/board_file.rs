//! The fixed data of the game, from rules/dreieck/board.toml or a trace header: the symbols, and where the first tile lies.

use super::cell::Cell;
use super::tiles::LETTERS;
use crate::document;
use crate::limits;
use crate::problem::{Problem, Problems, Source};
use crate::words::{self, Message, msg};
use serde::Deserialize;
use serde_json::{Value, json};
use toml::Spanned;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// The cell of the first tile.
    pub start: Cell,
    /// What the symbols are called, in the order of the letters.
    pub symbols: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    start: Spanned<[i16; 3]>,
    symbols: Spanned<Vec<String>>,
}

pub(crate) fn read(source: &Source, inside: bool) -> Result<Setting, Problems> {
    let file: File = document::read_board(source, inside)?;
    let mut problems = Problems::default();
    let start = start(*file.start.get_ref());
    if let Err(message) = &start {
        problems.push(Problem::at(source, file.start.span(), message.clone()).allowed(msg!("dreieck.problem.start_allowed")));
    }
    let spans = file.symbols.span();
    let symbols = symbols(file.symbols.get_ref());
    if let Err(message) = &symbols {
        problems.push(Problem::at(source, spans, message.clone()).allowed(msg!("dreieck.problem.symbols_allowed")));
    }
    match (start, symbols) {
        (Ok(start), Ok(symbols)) => Ok(Setting { start, symbols }),
        _ => Err(problems),
    }
}

/// Reads the data from a trace header; the message says what is wrong with it.
pub(crate) fn from_json(value: &Value) -> Result<Setting, Message> {
    let numbers: [i16; 3] = serde_json::from_value(value["start"].clone()).map_err(|_| msg!("dreieck.problem.no_start"))?;
    let names: Vec<String> = serde_json::from_value(value["symbols"].clone()).map_err(|_| msg!("dreieck.problem.no_symbols"))?;
    Ok(Setting { start: start(numbers)?, symbols: symbols(&names)? })
}

impl Setting {
    pub fn to_json(&self) -> Value {
        json!({"start": self.start.to_json(), "symbols": self.symbols})
    }
}

fn start([a, b, c]: [i16; 3]) -> Result<Cell, Message> {
    let cell = Cell::new(a, b, c).filter(|cell| cell.coordinates().iter().all(|n| n.abs() <= 8));
    cell.ok_or_else(|| msg!("dreieck.problem.start", cell = format!("[{a}, {b}, {c}]")))
}

fn symbols(names: &[String]) -> Result<Vec<String>, Message> {
    if names.len() != LETTERS.len() {
        return Err(msg!("dreieck.problem.symbol_count", n = names.len()));
    }
    let names: Vec<String> = names.iter().map(|name| words::name(name, limits::NAME)).collect();
    match names.iter().enumerate().find(|(i, name)| name.trim().is_empty() || names[..*i].contains(name)) {
        Some((_, name)) => Err(msg!("dreieck.problem.symbol_twice", name)),
        None => Ok(names),
    }
}

//! The fixed data of the game, from rules/dreieck/board.toml or a trace header: the symbols, and where the first tile lies.

use super::cell::Cell;
use super::tiles::LETTERS;
use crate::limits;
use crate::problem::{Problem, Problems, Source};
use crate::words;
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

pub(crate) fn read(source: &Source) -> Result<Setting, Problems> {
    let file: File = toml::from_str(&source.text).map_err(|error| {
        let problem = Problem::at(source, error.span().unwrap_or(0..0), error.message().to_owned());
        Problems::from(problem.remedy("compare with the board that came with the game"))
    })?;
    let mut problems = Problems::default();
    let start = start(*file.start.get_ref());
    if let Err(message) = &start {
        problems.push(Problem::at(source, file.start.span(), message.clone()).allowed("three whole numbers with sum 1 or 2"));
    }
    let spans = file.symbols.span();
    let symbols = symbols(file.symbols.into_inner());
    if let Err(message) = &symbols {
        problems.push(Problem::at(source, spans, message.clone()).allowed("six different names"));
    }
    match (start, symbols) {
        (Ok(start), Ok(symbols)) => Ok(Setting { start, symbols }),
        _ => Err(problems),
    }
}

/// Reads the data from a trace header; the message says what is wrong with it.
pub(crate) fn from_json(value: &Value) -> Result<Setting, String> {
    let numbers: [i16; 3] = serde_json::from_value(value["start"].clone()).map_err(|_| "the board has no start cell")?;
    let names: Vec<String> = serde_json::from_value(value["symbols"].clone()).map_err(|_| "the board has no symbols")?;
    let names = names.iter().map(|name| words::name(name, limits::NAME)).collect();
    Ok(Setting { start: start(numbers)?, symbols: symbols(names)? })
}

impl Setting {
    pub fn to_json(&self) -> Value {
        json!({"start": self.start.to_json(), "symbols": self.symbols})
    }
}

fn start([a, b, c]: [i16; 3]) -> Result<Cell, String> {
    let cell = Cell::new(a, b, c).filter(|cell| cell.coordinates().iter().all(|n| n.abs() <= 8));
    cell.ok_or_else(|| format!("[{a}, {b}, {c}] is not a cell near the middle of the table"))
}

fn symbols(names: Vec<String>) -> Result<Vec<String>, String> {
    if names.len() != LETTERS.len() {
        return Err(format!("there are {} symbols", names.len()));
    }
    match names.iter().enumerate().find(|(i, name)| name.trim().is_empty() || names[..*i].contains(name)) {
        Some((_, name)) => Err(format!("the symbol \"{name}\" cannot be told from another")),
        None => Ok(names),
    }
}

//! Values as rules know them, on their way into rhai and out of it.

use crate::sim::Id;
use crate::words::Message;
use rhai::{Array, Dynamic, ImmutableString};

/// What a value is, as the table of the API says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Any,
    Nothing,
    Int,
    Bool,
    Text,
    /// A number from 0.
    Seat,
    /// A seat or `bank`.
    Account,
    Money,
    Piece,
    Place,
    List,
    /// A function of one value, `|x| …`.
    Function,
}

impl Kind {
    pub fn word(self) -> &'static str {
        match self {
            Self::Any => "value",
            Self::Nothing => "()",
            Self::Int => "int",
            Self::Bool => "bool",
            Self::Text => "text",
            Self::Seat => "seat",
            Self::Account => "account",
            Self::Money => "money",
            Self::Piece => "piece",
            Self::Place => "place",
            Self::List => "list",
            Self::Function => "function",
        }
    }
}

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub enum Val {
    Unit,
    Bool(bool),
    Int(i64),
    /// A text of the program.
    Word(&'static str),
    /// A text of the rule.
    Text(ImmutableString),
    /// A piece or a place.
    Thing(Id),
    List(Vec<Val>),
}

/// A piece or a place in rhai.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Thing(pub Id);

/// What has fields in rhai and no value of its own: the move, the settings, the state.
#[derive(Debug, Clone, Copy)]
pub(super) struct Move;
#[derive(Debug, Clone, Copy)]
pub(super) struct Settings;
#[derive(Debug, Clone, Copy)]
pub(super) struct State;
/// One number for each seat or piece, by the number of the state.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cells(pub usize);

/// Why a rule could not go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake(pub Message);

impl From<Message> for Mistake {
    fn from(message: Message) -> Self {
        Self(message)
    }
}

impl Val {
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Word(word) => Some(word),
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// What it is, for whoever expected something else.
    pub(super) fn in_short(&self) -> String {
        match self {
            Self::Unit => "()".to_owned(),
            Self::Bool(flag) => flag.to_string(),
            Self::Int(number) => number.to_string(),
            Self::Word(_) | Self::Text(_) => Kind::Text.word().to_owned(),
            Self::Thing(_) => Kind::Piece.word().to_owned(),
            Self::List(_) => Kind::List.word().to_owned(),
        }
    }

    /// Whether two values are the same, as `==` says.
    pub(super) fn equals(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Int(one), Self::Int(other)) => one == other,
            _ => match (self.as_str(), other.as_str()) {
                (Some(one), Some(other)) => one == other,
                _ => self == other,
            },
        }
    }

    pub(super) fn into_dynamic(self) -> Dynamic {
        match self {
            Self::Unit => Dynamic::UNIT,
            Self::Bool(value) => value.into(),
            Self::Int(value) => value.into(),
            Self::Word(word) => word.into(),
            Self::Text(text) => text.into(),
            Self::Thing(id) => Dynamic::from(Thing(id)),
            Self::List(items) => Dynamic::from_array(items.into_iter().map(Self::into_dynamic).collect()),
        }
    }

    /// What rhai has; anything that is no value of a rule is nothing.
    pub(super) fn of_dynamic(value: &Dynamic) -> Self {
        if let Ok(number) = value.as_int() {
            Self::Int(number)
        } else if let Ok(flag) = value.as_bool() {
            Self::Bool(flag)
        } else if let Some(thing) = value.read_lock::<Thing>() {
            Self::Thing(thing.0)
        } else if let Some(text) = value.read_lock::<ImmutableString>() {
            Self::Text(text.clone())
        } else if let Some(items) = value.read_lock::<Array>() {
            Self::List(items.iter().map(Self::of_dynamic).collect())
        } else {
            Self::Unit
        }
    }
}

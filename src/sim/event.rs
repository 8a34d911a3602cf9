//! What happened: small records with a name and named fields. Packs and rules declare their own with [`events!`],
//! and everything that listens (trace, replay, window, lab) can read any of them without knowing the pack.

use super::command::Command;
use super::id::{Id, Seat};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The shape of an event: its name in the trace and the names of its fields.
#[derive(Debug)]
pub struct Kind {
    pub name: &'static str,
    pub fields: &'static [&'static str],
}

/// The value of one field.
#[derive(Debug, Clone, PartialEq)]
pub enum Arg {
    Nothing,
    Int(i64),
    Flag(bool),
    Piece(Id),
    Word(&'static str),
    Cell(i16, i16),
    Point(f64, f64),
    Hash(u64),
    Command(Command),
    Pieces(Box<[Id]>),
    Ints(Box<[i64]>),
    Json(Arc<Value>),
}

/// The most fields an event may have.
pub const MOST_FIELDS: usize = 5;

#[derive(Debug, Clone)]
pub struct Event {
    pub kind: &'static Kind,
    pub args: [Arg; MOST_FIELDS],
}

impl PartialEq for Event {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.kind, other.kind) && self.args == other.args
    }
}

impl Event {
    pub fn is(&self, kind: &'static Kind) -> bool {
        std::ptr::eq(self.kind, kind)
    }

    /// The fields by name, in declared order.
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, &Arg)> {
        self.kind.fields.iter().copied().zip(&self.args)
    }

    /// The event as one trace object; pieces and commands are written with the texts the caller knows.
    pub fn to_json(&self, names: &[String], text: &dyn Fn(Command) -> String) -> Value {
        let mut object = Map::new();
        object.insert("type".into(), self.kind.name.into());
        for (field, arg) in self.fields() {
            if *arg != Arg::Nothing {
                object.insert(field.into(), arg.to_json(names, text));
            }
        }
        Value::Object(object)
    }
}

impl Arg {
    fn to_json(&self, names: &[String], text: &dyn Fn(Command) -> String) -> Value {
        let name = |id: &Id| Value::from(names.get(id.index()).map_or("?", String::as_str));
        match self {
            Self::Nothing => Value::Null,
            Self::Int(value) => json!(value),
            Self::Flag(value) => json!(value),
            Self::Piece(id) => name(id),
            Self::Word(word) => json!(word),
            Self::Cell(column, row) => json!([column, row]),
            Self::Point(x, y) => json!([x, y]),
            Self::Hash(hash) => json!(format!("{hash:016x}")),
            Self::Command(command) => json!(text(*command)),
            Self::Pieces(ids) => ids.iter().map(name).collect(),
            Self::Ints(values) => json!(values),
            Self::Json(value) => (**value).clone(),
        }
    }
}

/// A type that can be the field of an event.
pub trait Field: Sized {
    fn into_arg(self) -> Arg;
    fn from_arg(arg: &Arg) -> Option<Self>;
}

macro_rules! fields {
    ($($type:ty: $variant:ident($value:ident) => $into:expr, $from:expr;)*) => {$(
        impl Field for $type {
            fn into_arg(self) -> Arg {
                let $value = self;
                Arg::$variant($into)
            }
            fn from_arg(arg: &Arg) -> Option<Self> {
                match arg {
                    Arg::$variant($value) => $from,
                    _ => None,
                }
            }
        }
    )*};
}

fields! {
    u8: Int(v) => i64::from(v), Self::try_from(*v).ok();
    u32: Int(v) => i64::from(v), Self::try_from(*v).ok();
    i64: Int(v) => v, Some(*v);
    bool: Flag(v) => v, Some(*v);
    Id: Piece(v) => v, Some(*v);
    &'static str: Word(v) => v, Some(*v);
    Command: Command(v) => v, Some(*v);
    Box<[Id]>: Pieces(v) => v, Some(v.clone());
    Box<[i64]>: Ints(v) => v, Some(v.clone());
    Arc<Value>: Json(v) => v, Some(v.clone());
}

impl Field for [i16; 2] {
    fn into_arg(self) -> Arg {
        Arg::Cell(self[0], self[1])
    }
    fn from_arg(arg: &Arg) -> Option<Self> {
        match arg {
            Arg::Cell(column, row) => Some([*column, *row]),
            _ => None,
        }
    }
}

/// A field that is left out of the trace when it has nothing to say.
impl<T: Field> Field for Option<T> {
    fn into_arg(self) -> Arg {
        self.map_or(Arg::Nothing, Field::into_arg)
    }
    fn from_arg(arg: &Arg) -> Option<Self> {
        match arg {
            Arg::Nothing => Some(None),
            other => T::from_arg(other).map(Some),
        }
    }
}

/// Declares events: `Sailed = "sailed" { ship: Id, pips: u8 }` gives a struct, its [`Kind`], and the way into and
/// out of an [`Event`].
macro_rules! events {
    ($($(#[$doc:meta])* $struct:ident = $name:literal { $($field:ident: $type:ty),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $struct { $(pub $field: $type),* }

        impl $struct {
            pub fn kind() -> &'static $crate::sim::event::Kind {
                static KIND: $crate::sim::event::Kind =
                    $crate::sim::event::Kind { name: $name, fields: &[$(stringify!($field)),*] };
                &KIND
            }

            /// The event, if it is one of these.
            #[allow(unused_mut, unused_variables)]
            pub fn read(event: &$crate::sim::event::Event) -> Option<Self> {
                if !event.is(Self::kind()) {
                    return None;
                }
                let mut args = event.args.iter();
                Some(Self { $($field: $crate::sim::event::Field::from_arg(args.next()?)?),* })
            }
        }

        impl From<$struct> for $crate::sim::event::Event {
            #[allow(unused_mut, unused_variables, unused_assignments)]
            fn from(value: $struct) -> Self {
                let mut args = [const { $crate::sim::event::Arg::Nothing }; $crate::sim::event::MOST_FIELDS];
                let mut next = 0;
                $(args[next] = $crate::sim::event::Field::into_arg(value.$field); next += 1;)*
                Self { kind: $struct::kind(), args }
            }
        }
    )*};
}
pub(crate) use events;

events! {
    /// A player's turn begins.
    TurnBegan = "turn" { round: u32, player: Seat }
    /// A player did something.
    Commanded = "command" { player: Seat, text: Command }
    /// A player had nothing to do.
    Passed = "passed" { player: Seat }
    /// The hash of the whole state at this point.
    StateHash = "state" { hash: StateDigest }
    /// The rules were changed while the game was running.
    RulesChanged = "rules_changed" { settings: Arc<Value>, changes: Arc<Value> }
    /// The game is over.
    Ended = "ended" { reason: &'static str, winners: Box<[i64]>, totals: Box<[i64]> }
}

/// A 64-bit state hash, written as 16 hex digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateDigest(pub u64);

impl Field for StateDigest {
    fn into_arg(self) -> Arg {
        Arg::Hash(self.0)
    }
    fn from_arg(arg: &Arg) -> Option<Self> {
        match arg {
            Arg::Hash(hash) => Some(Self(*hash)),
            _ => None,
        }
    }
}

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
    /// So many fields from the first say what happened; the others are details for those who look closer.
    pub main: usize,
}

/// A set of kinds of events, by name. It may hold more than was asked for, but never less: whoever reads events passes
/// over what they do not want anyway.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted(u64);

impl Wanted {
    pub const NOTHING: Self = Self(0);
    pub const EVERYTHING: Self = Self(u64::MAX);

    pub const fn named(name: &str) -> Self {
        let (bytes, mut at, mut mixed) = (name.as_bytes(), 0, 0xcbf2_9ce4_8422_2325u64);
        while at < bytes.len() {
            mixed = (mixed ^ bytes[at] as u64).wrapping_mul(0x0000_0100_0000_01b3);
            at += 1;
        }
        Self(1 << (mixed >> 58))
    }

    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline]
    pub const fn has(self, kind: Self) -> bool {
        self.0 & kind.0 != 0
    }
}

/// The value of one field. Plain copies only: most games are played millions of times with nobody reading.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Arg {
    Nothing,
    Int(i64),
    Flag(bool),
    Piece(Id),
    Word(&'static str),
    Pair([i16; 2]),
    Triple([i16; 3]),
    Few(Few),
    Row(Row),
    Point(f64, f64),
    /// A part of something that has a name, from 0 to 1. The name is reached through a thin reference, which keeps
    /// every value as small as a point.
    Share(&'static &'static str, f64),
    Hash(u64),
    Command(Command),
    /// The value is the event's heavy one of this number.
    Heavy(u8),
}

/// Up to three pieces in a row: lists this short need no room of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Few {
    ids: [Id; 3],
    count: u8,
}

impl Few {
    /// The pieces; any after the third are left out.
    pub fn of(ids: impl IntoIterator<Item = Id>) -> Self {
        let mut few = Self { ids: [Id(0); 3], count: 0 };
        for (slot, id) in few.ids.iter_mut().zip(ids) {
            *slot = id;
            few.count += 1;
        }
        few
    }

    pub fn ids(&self) -> &[Id] {
        &self.ids[..usize::from(self.count)]
    }
}

/// Up to fifteen small numbers in a row, such as the faces of dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Row {
    numbers: [u8; 15],
    count: u8,
}

impl Row {
    /// The numbers; any after the fifteenth are left out.
    #[inline]
    pub fn of(numbers: impl IntoIterator<Item = u8>) -> Self {
        let mut row = Self::default();
        for (slot, number) in row.numbers.iter_mut().zip(numbers) {
            *slot = number;
            row.count += 1;
        }
        row
    }

    /// A row of one.
    #[inline]
    pub fn one(number: u8) -> Self {
        let mut row = Self { count: 1, ..Self::default() };
        row.numbers[0] = number;
        row
    }

    #[inline]
    pub fn numbers(&self) -> &[u8] {
        &self.numbers[..usize::from(self.count)]
    }

    #[inline]
    pub fn sum(&self) -> u8 {
        // Most rows are one die, and the compiler cannot know.
        if self.count == 1 { self.numbers[0] } else { self.numbers().iter().sum() }
    }
}

/// A value that needs room of its own; few events have one.
#[derive(Debug, Clone, PartialEq)]
pub enum Heavy {
    Pieces(Box<[Id]>),
    Ints(Box<[i64]>),
    Triples(Box<[[i16; 3]]>),
    Json(Arc<Value>),
}

/// The most fields an event may have.
pub const MOST_FIELDS: usize = 6;

#[derive(Debug, Clone)]
pub struct Event {
    pub kind: &'static Kind,
    pub args: [Arg; MOST_FIELDS],
    pub heavy: Vec<Heavy>,
}

impl PartialEq for Event {
    fn eq(&self, other: &Self) -> bool {
        self.is(other.kind) && self.args == other.args && self.heavy == other.heavy
    }
}

/// A declared event, ready to be written into the log in place.
pub trait Record {
    /// Its kind, as a set of one.
    const WANTED: Wanted;
    fn kind() -> &'static Kind;
    /// Writes the record over whatever the event has told before.
    fn fill(self, event: &mut Event);
}

impl Event {
    #[inline]
    pub fn blank(kind: &'static Kind) -> Self {
        Self { kind, args: [Arg::Nothing; MOST_FIELDS], heavy: Vec::new() }
    }

    #[inline]
    pub fn is(&self, kind: &'static Kind) -> bool {
        std::ptr::eq(self.kind, kind)
    }

    /// The fields by name, in declared order.
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, Arg)> {
        self.kind.fields.iter().copied().zip(self.args)
    }

    /// The event as one trace object; pieces and commands are written with the texts the caller knows.
    pub fn to_json(&self, names: &[String], text: &dyn Fn(Command) -> String) -> Value {
        self.first_to_json(self.kind.fields.len(), names, text)
    }

    /// The event without its details: only what says what happened.
    pub fn main_to_json(&self, names: &[String], text: &dyn Fn(Command) -> String) -> Value {
        self.first_to_json(self.kind.main, names, text)
    }

    fn first_to_json(&self, fields: usize, names: &[String], text: &dyn Fn(Command) -> String) -> Value {
        let mut object = Map::new();
        object.insert("type".into(), self.kind.name.into());
        for (field, arg) in self.fields().take(fields) {
            if arg != Arg::Nothing {
                object.insert(field.into(), self.arg_to_json(arg, names, text));
            }
        }
        Value::Object(object)
    }

    fn arg_to_json(&self, arg: Arg, names: &[String], text: &dyn Fn(Command) -> String) -> Value {
        let name = |id: &Id| Value::from(names.get(id.index()).map_or("?", String::as_str));
        match arg {
            Arg::Nothing => Value::Null,
            Arg::Int(value) => json!(value),
            Arg::Flag(value) => json!(value),
            Arg::Piece(id) => name(&id),
            Arg::Word(word) => json!(word),
            Arg::Pair(numbers) => json!(numbers),
            Arg::Triple(numbers) => json!(numbers),
            Arg::Few(few) => few.ids().iter().map(name).collect(),
            Arg::Row(row) => json!(row.numbers()),
            Arg::Point(x, y) => json!([x, y]),
            Arg::Share(whole, part) => json!([whole, part]),
            Arg::Hash(hash) => json!(format!("{hash:016x}")),
            Arg::Command(command) => json!(text(command)),
            Arg::Heavy(number) => match &self.heavy[usize::from(number)] {
                Heavy::Pieces(ids) => ids.iter().map(name).collect(),
                Heavy::Ints(values) => json!(values),
                Heavy::Triples(values) => json!(values),
                Heavy::Json(value) => (**value).clone(),
            },
        }
    }
}

/// A type that can be the field of an event.
pub trait Field: Sized {
    fn into_arg(self, heavy: &mut Vec<Heavy>) -> Arg;
    fn from_arg(arg: Arg, heavy: &[Heavy]) -> Option<Self>;
}

/// A field that may be left out.
impl<T: Field> Field for Option<T> {
    #[inline]
    fn into_arg(self, heavy: &mut Vec<Heavy>) -> Arg {
        self.map_or(Arg::Nothing, |value| value.into_arg(heavy))
    }
    fn from_arg(arg: Arg, heavy: &[Heavy]) -> Option<Self> {
        if arg == Arg::Nothing { Some(None) } else { T::from_arg(arg, heavy).map(Some) }
    }
}

macro_rules! fields {
    ($($type:ty: $pattern:pat => $value:expr, $self:ident => $arg:expr;)*) => {$(
        impl Field for $type {
            fn into_arg($self, _: &mut Vec<Heavy>) -> Arg {
                $arg
            }
            fn from_arg(arg: Arg, _: &[Heavy]) -> Option<Self> {
                #[allow(unreachable_patterns)]
                match arg {
                    $pattern => $value,
                    _ => None,
                }
            }
        }
    )*};
}
pub(crate) use fields;

fields! {
    u8: Arg::Int(v) => v.try_into().ok(), self => Arg::Int(self.into());
    u32: Arg::Int(v) => v.try_into().ok(), self => Arg::Int(self.into());
    i64: Arg::Int(v) => Some(v), self => Arg::Int(self);
    bool: Arg::Flag(v) => Some(v), self => Arg::Flag(self);
    Id: Arg::Piece(v) => Some(v), self => Arg::Piece(self);
    &'static str: Arg::Word(v) => Some(v), self => Arg::Word(self);
    Command: Arg::Command(v) => Some(v), self => Arg::Command(self);
    [i16; 2]: Arg::Pair(v) => Some(v), self => Arg::Pair(self);
    [i16; 3]: Arg::Triple(v) => Some(v), self => Arg::Triple(self);
    Few: Arg::Few(v) => Some(v), self => Arg::Few(self);
    Row: Arg::Row(v) => Some(v), self => Arg::Row(self);
    StateDigest: Arg::Hash(v) => Some(Self(v)), self => Arg::Hash(self.0);
}

macro_rules! heavy_fields {
    ($($type:ty: $variant:ident;)*) => {$(
        impl Field for $type {
            fn into_arg(self, heavy: &mut Vec<Heavy>) -> Arg {
                heavy.push(Heavy::$variant(self));
                Arg::Heavy(heavy.len() as u8 - 1)
            }
            fn from_arg(arg: Arg, heavy: &[Heavy]) -> Option<Self> {
                match arg {
                    Arg::Heavy(number) => match heavy.get(usize::from(number))? {
                        Heavy::$variant(value) => Some(value.clone()),
                        _ => None,
                    },
                    _ => None,
                }
            }
        }
    )*};
}

heavy_fields! {
    Box<[Id]>: Pieces;
    Box<[i64]>: Ints;
    Box<[[i16; 3]]>: Triples;
    Arc<Value>: Json;
}

/// A 64-bit state hash, written as 16 hex digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateDigest(pub u64);

/// Declares events: `Sailed = "sailed" { ship: Id, pips: u8; berth: Option<u8> }` gives a struct, its [`Kind`], and the
/// way into and out of an [`Event`]. What stands behind a semicolon are details.
#[macro_export]
macro_rules! events {
    ($($(#[$doc:meta])* $struct:ident = $name:literal {
        $($field:ident: $type:ty),* $(,)? $(; $($detail:ident: $detail_type:ty),* $(,)?)?
    })*) => {
        /// What the events that are declared here are called.
        #[allow(dead_code, unreachable_pub, reason = "not everybody asks for all names")]
        pub const EVENT_NAMES: &[&str] = &[$($name),*];
        $(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        #[allow(unreachable_pub, reason = "events are as private as the rule that declares them")]
        #[allow(clippy::struct_field_names, reason = "fields are called as in the trace")]
        pub struct $struct { $(pub $field: $type,)* $($(pub $detail: $detail_type,)*)? }

        #[allow(unreachable_pub, reason = "as above")]
        impl $struct {
            #[inline]
            pub const fn kind() -> &'static $crate::sim::event::Kind {
                const MAIN: &[&str] = &[$(stringify!($field)),*];
                static KIND: $crate::sim::event::Kind = $crate::sim::event::Kind {
                    name: $name,
                    fields: &[$(stringify!($field),)* $($(stringify!($detail),)*)?],
                    main: MAIN.len(),
                };
                &KIND
            }

            /// The event, if it is one of these.
            #[allow(dead_code, reason = "not every event is read by the pack that tells it")]
            pub fn read(event: &$crate::sim::event::Event) -> Option<Self> {
                if !event.is(Self::kind()) {
                    return None;
                }
                let mut args = event.args.iter();
                Some(Self {
                    $($field: $crate::sim::event::Field::from_arg(*args.next()?, &event.heavy)?,)*
                    $($($detail: $crate::sim::event::Field::from_arg(*args.next()?, &event.heavy)?,)*)?
                })
            }
        }

        impl $crate::sim::event::Record for $struct {
            const WANTED: $crate::sim::event::Wanted = $crate::sim::event::Wanted::named($name);
            #[inline]
            fn kind() -> &'static $crate::sim::event::Kind {
                $struct::kind()
            }

            #[inline]
            fn fill(self, event: &mut $crate::sim::event::Event) {
                event.kind = $struct::kind();
                if !event.heavy.is_empty() {
                    event.heavy.clear();
                }
                // Each place is written once: the fields, then nothing up to the last.
                let mut places = event.args.iter_mut();
                $(
                    if let Some(place) = places.next() {
                        *place = $crate::sim::event::Field::into_arg(self.$field, &mut event.heavy);
                    }
                )*
                $($(
                    if let Some(place) = places.next() {
                        *place = $crate::sim::event::Field::into_arg(self.$detail, &mut event.heavy);
                    }
                )*)?
                places.for_each(|place| *place = $crate::sim::event::Arg::Nothing);
            }
        }
    )*};
}
pub use crate::events;

events! {
    /// A player's turn begins.
    TurnBegan = "turn" { round: u32, player: Seat }
    /// A player did something.
    Commanded = "command" { player: Seat, text: Command }
    /// All a player could have done is forbidden, by this rule and perhaps by others.
    Barred = "barred" { player: Seat, rule: &'static str }
    /// A player had nothing to do.
    Passed = "passed" { player: Seat }
    /// The hash of the whole state at this point.
    StateHash = "state" { hash: StateDigest }
    /// The rules were changed while the game was running.
    RulesChanged = "rules_changed" { settings: Arc<Value>, changes: Arc<Value> }
    /// The game is over.
    Ended = "ended" { reason: &'static str, winners: Box<[i64]>, totals: Box<[i64]> }
}

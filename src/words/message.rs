//! Messages: what is to be said, before it is said in any language.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;

/// Something to be said: the id of a sentence or a phrase, and what stands in its slots. Displayed, it is said in the
/// language that is spoken.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    pub id: Cow<'static, str>,
    pub args: Vec<(&'static str, Arg)>,
}

/// Numbers in messages are figures that can be shown, and so never "not a number".
impl Eq for Message {}

/// What stands in a slot.
#[derive(Debug, Clone, PartialEq)]
pub enum Arg {
    /// As it is: the name of a file, a key, what somebody has typed.
    Text(String),
    Int(i64),
    /// A number, with at most so many decimals.
    Figure(f64, usize),
    Money(i64),
    /// Whoever sits there, by the name at the table or by the colour of the pack.
    Seat(u8, &'static str),
    /// A piece, a place, a setting, a rule: whatever has words of its own.
    Phrase(Box<Message>),
    List(Vec<Arg>),
    /// A gap to be filled by hand: something else is shown in the place of this value, and the words around it go with it.
    Gap(Box<Arg>),
}

/// What stands for a gap in a text.
pub const GAP: char = '\u{fffc}';

impl Eq for Arg {}

/// The id of texts that are in no lexicon.
const VERBATIM: &str = "";

impl Message {
    pub fn new(id: impl Into<Cow<'static, str>>) -> Self {
        Self { id: id.into(), args: Vec::new() }
    }

    /// A text as it is, such as what a file says about itself.
    pub fn verbatim(text: impl Into<String>) -> Self {
        Self::new(VERBATIM).with("text", text.into())
    }

    /// The text, if it is one as it is.
    pub(super) fn as_verbatim(&self) -> Option<&str> {
        match self.args.first() {
            Some((_, Arg::Text(text))) if self.id == VERBATIM => Some(text),
            _ => None,
        }
    }

    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        self.args.push((name, value.into()));
        self
    }

    pub fn arg(&self, name: &str) -> Option<&Arg> {
        self.args.iter().find(|(known, _)| *known == name).map(|(_, arg)| arg)
    }

    /// The message with other words for seats, wherever they stand in it; `None` leaves a seat as it is.
    #[must_use]
    pub fn with_seats(mut self, called: &dyn Fn(u8) -> Option<Arg>) -> Self {
        self.change(&|arg| {
            if let Arg::Seat(seat, _) = arg
                && let Some(other) = called(*seat)
            {
                *arg = other;
            }
        });
        self
    }

    fn change(&mut self, change: &dyn Fn(&mut Arg)) {
        self.args.iter_mut().for_each(|(_, arg)| arg.change(change));
    }

    /// The seats it speaks of.
    pub fn seats(&self) -> Vec<u8> {
        let mut found = Vec::new();
        self.each(&mut |arg| {
            if let Arg::Seat(seat, _) = arg {
                found.push(*seat);
            }
        });
        found
    }

    /// Shows all its arguments to somebody, and not those that only hold others.
    pub fn each(&self, see: &mut dyn FnMut(&Arg)) {
        self.args.iter().for_each(|(_, arg)| arg.each(see));
    }

    /// The message with something else in the place of every sum of money.
    #[must_use]
    pub fn without_sums(mut self, instead: &Self) -> Self {
        self.change(&|arg| {
            if matches!(arg, Arg::Money(_)) {
                *arg = instead.into();
            }
        });
        self
    }
}

impl Arg {
    fn each(&self, see: &mut dyn FnMut(&Self)) {
        match self {
            Self::Phrase(message) => message.each(see),
            Self::List(items) => items.iter().for_each(|item| item.each(see)),
            Self::Gap(value) => value.each(see),
            Self::Text(_) | Self::Int(_) | Self::Figure(..) | Self::Money(_) | Self::Seat(..) => see(self),
        }
    }

    /// Changes it, or whatever stands in it.
    fn change(&mut self, change: &dyn Fn(&mut Self)) {
        match self {
            Self::Phrase(message) => message.change(change),
            Self::List(items) => items.iter_mut().for_each(|item| item.change(change)),
            Self::Gap(value) => value.change(change),
            Self::Text(_) | Self::Int(_) | Self::Figure(..) | Self::Money(_) | Self::Seat(..) => change(self),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&super::spoken().say(self))
    }
}

/// A seat by its number and the pack's word for its colour.
pub fn seat(seat: u8, colour: &'static str) -> Arg {
    Arg::Seat(seat, colour)
}

/// A sum of money.
pub fn money(sum: i64) -> Arg {
    Arg::Money(sum)
}

/// A number with at most so many decimals.
pub fn figure(value: f64, decimals: usize) -> Arg {
    Arg::Figure(value, decimals)
}

macro_rules! arg_from {
    ($($type:ty: $value:ident => $arg:expr;)*) => {$(
        impl From<$type> for Arg {
            fn from($value: $type) -> Self {
                $arg
            }
        }
    )*};
}

arg_from! {
    &str: text => Self::Text(text.to_owned());
    String: text => Self::Text(text);
    &String: text => Self::Text(text.clone());
    Cow<'_, str>: text => Self::Text(text.into_owned());
    &Path: path => Self::Text(path.display().to_string());
    char: letter => Self::Text(letter.to_string());
    i64: number => Self::Int(number);
    i32: number => Self::Int(number.into());
    i16: number => Self::Int(number.into());
    u8: number => Self::Int(number.into());
    u16: number => Self::Int(number.into());
    u32: number => Self::Int(number.into());
    u64: number => Self::Int(i64::try_from(number).unwrap_or(i64::MAX));
    usize: number => Self::Int(i64::try_from(number).unwrap_or(i64::MAX));
    Message: message => Self::Phrase(Box::new(message));
    &Message: message => Self::Phrase(Box::new(message.clone()));
}

impl<T: Into<Arg>> From<Vec<T>> for Arg {
    fn from(items: Vec<T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

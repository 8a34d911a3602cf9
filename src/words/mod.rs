//! What people read. Code makes [`Message`]s: an id and typed arguments. A [`Lexicon`] has the sentences of one language,
//! read from TOML files (docs/translating.md), and says a message in it. Nothing that is recorded, hashed or compared ever
//! depends on a language.

mod fault;
mod lexicon;
mod message;
mod numbers;
mod pseudo;
mod reading;
mod speech;
mod tame;
mod template;

pub use fault::{Fault, Flaw};
pub use lexicon::{Lexicon, Texts as WordTexts, learn, template_slots};
pub use message::{Arg, GAP, Message, figure, money, seat};
pub use pseudo::PSEUDO;
pub use speech::{ENGLISH, english, from_locale, languages, of_ours, of_the_system, speak, spoken, tell_locale, within};
pub use tame::{clean, name, plain_letters, prose};
pub use template::Template;

/// A message: `msg!("table.nothing_to_undo")`, `msg!("table.turn_of", player = seat(…), value)`. An argument without
/// a value is the variable of that name.
#[macro_export]
macro_rules! msg {
    ($id:expr $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::words::Message::new($id)$(.with(stringify!($name), $crate::msg!(@value $name $(= $value)?)))*
    };
    (@value $name:ident) => { $name };
    (@value $name:ident = $value:expr) => { $value };
}

/// A message said at once in the language that is spoken.
#[macro_export]
macro_rules! say {
    ($($message:tt)*) => { $crate::msg!($($message)*).to_string() };
}
pub use crate::{msg, say, speaks};

/// Gives types that have a `message()` the display of it, and makes errors of them.
#[macro_export]
macro_rules! speaks {
    ($($type:ty),+ $(,)?) => {$(
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(&self.message(), f)
            }
        }
        impl std::error::Error for $type {}
    )+};
}

/// A text with a capital first letter, as a sentence that stands by itself.
pub fn capital(text: &str) -> String {
    let mut text = text.to_owned();
    lexicon::capitalise(&mut text, 0);
    text
}

/// A text as it may stand in HTML and SVG.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A number as the spoken language writes it, without needless decimals.
pub fn number(value: f64) -> String {
    spoken().figure(value, 6)
}

/// A number as the spoken language writes it, with exactly so many decimals.
pub fn fixed(value: f64, decimals: usize) -> String {
    spoken().fixed(value, decimals)
}

/// A number of players in words: `2 to 4`, or just `3`.
pub fn span(fewest: usize, most: usize) -> Message {
    if fewest == most { msg!("span.one", n = fewest) } else { msg!("span.from_to", fewest, most) }
}

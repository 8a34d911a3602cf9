//! The simulation core. It knows no game by name, opens no file, reads no clock and draws no window.

pub mod chance;
pub(crate) mod command;
pub(crate) mod effect;
mod engine;
pub mod event;
pub(crate) mod game;
pub(crate) mod gauge;
pub(crate) mod id;
mod kept;
mod log;
pub mod name;
pub mod observer;
pub mod pack;
pub mod plan;
pub mod rule;
mod side;
mod signal;
pub mod snapshot;
mod speech;
mod systems;

pub use chance::{Chance, Purpose};
pub use command::{About, Command, DECLINE, Illegal, Reason, Verb, VerbDecl};
pub use effect::{Account, Effect, Where};
pub use event::Event;
pub use game::{Game, Outcome, Turn, WrongSeats};
pub use gauge::{Element, Gauge, Metric, Reading};
pub use id::{Id, Seat};
pub use observer::Observer;
pub use pack::Pack;
pub use plan::{Phase, Plan, Step};
pub use rule::{Applies, Blueprint, Origin, Rule, Ruleset};
pub use side::Beside;
pub use signal::Signals;

//! Triangulum: a game table whose rules are alive. The map of the house:
//!
//! - [`sim`]: the core. A game is an ECS world, a turn, chance and a plan of steps; it knows no game by name.
//! - [`packs`]: the games. Each brings pieces, rules, systems and words.
//! - [`variant`]: TOML files become rulesets: loading, layering, checking, explaining, reloading.
//! - [`script`]: rules from files, checked and sandboxed; the only place that knows rhai.
//! - [`players`]: who sits in a seat.
//! - [`table`]: the one door through which a game with people around it changes: deeds, undo, traces, saves.
//! - [`window`]: the table on the screen; the only place that knows macroquad and egui.
//! - [`scenario`]: given/when/then files become verdicts.
//! - [`lab`]: thousands of games at once.
//! - [`files`], [`document`], [`problem`], [`words`], [`seal`], [`limits`]: files, TOML text, what a person is told about a file they
//!   must fix, how numbers and names are said, and checksums; for everyone.
//! - `terminal`: the verbs of the command line; [`main_with`] is a whole program, for our games or for somebody's own.
//!
//! A game under rules of one's own, and what they do to a hundred of them:
//!
//! ```
//! use triangulum::lab::{self, Batch};
//! use triangulum::players;
//! use triangulum::problem::{Problems, Source};
//! use triangulum::sim::{Chance, Game};
//! use triangulum::variant::{Library, Shelf};
//!
//! # fn main() -> Result<(), Problems> {
//! let text = "pack = 'bermuda'\nextends = 'standard'\nrules = ['toll']\n[victory]\ngoal = 150_000\n";
//! let variant = Library::new(Shelf::built_in()).load_source(Source::new("sunday.toml", text))?;
//!
//! let mut game = Game::new(variant.rules.clone(), 2, Chance::seeded(7)).expect("Bermuda is for two to four");
//! let mut player = players::seat("quick", 7, 0).expect("there is such a player");
//! while game.outcome().is_none() {
//!     let command = player.choose(&game);
//!     game.apply(command).expect("it was on offer");
//! }
//! assert_eq!(game.outcome().map(|outcome| outcome.reason), Some("goal"));
//!
//! let seats = vec!["random".to_owned(), "random".to_owned()];
//! let tally = lab::run(&Batch::new(variant.rules, seats, 1, 100), &|_| true)?;
//! assert_eq!(tally.games, 100);
//! # Ok(())
//! # }
//! ```
//!
//! Dependencies point one way: `terminal → window → table → lab, scenario, players → packs, script, variant → sim`.

#![deny(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

pub mod built_in;
pub mod document;
pub mod files;
pub mod lab;
pub mod limits;
pub mod packs;
pub mod players;
pub mod problem;
pub mod scenario;
pub mod script;
pub mod seal;
pub mod sim;
pub mod table;
#[cfg(not(target_family = "wasm"))]
mod terminal;
pub mod variant;
#[cfg(feature = "window")]
pub mod window;
pub mod words;

pub use include_dir;
#[cfg(not(target_family = "wasm"))]
pub use terminal::main_with;

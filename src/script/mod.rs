//! Rules from files: TOML for what is declared, short rhai for what is done (`docs/house_rules.md`). A file is read and checked
//! here and becomes a [`Rule`](crate::sim::Rule) like any other; nothing but this room knows rhai.

mod any_game;
mod api;
mod check;
mod deck;
mod file;
pub mod fresh;
mod guard;
mod overriding;
mod plain;
mod rehearse;
mod rule;
mod secret;
mod stage;
mod token;
mod value;

pub use any_game::{ANY_GAME, plain};
pub use api::{
    Act, Acting, BANK, Body, COMMON, Dialect, Entry, LANGUAGE, Of, Read, Scene, Start, account, int_of, language_table, seat_of,
    table, thing,
};
pub use deck::{CardDecl, DeckDecl};
pub use file::{Code, Kept, Per, Reset, SettingDecl, SettingKind, Texts, inside, is_rule};
pub use guard::Guard;
pub use overriding::{Bounds, LookUp, look_up_with};
pub use rehearse::rehearse;
pub use rule::{SUSPENDED, ScriptRule, Slip, find, read, stream_of};
pub use stage::moment;
pub use token::Icon;
pub use value::{Kind, Mistake, Val};

/// Limits on what a rule may do: enough for any sensible rule, and nothing that could hold up a table.
pub mod limits {
    /// Operations in one hook, as rhai counts them.
    pub const OPERATIONS: u64 = 20_000;
    pub const CALLS: usize = 12;
    pub const DEPTH: usize = 32;
    pub const TEXT: usize = 500;
    pub const LIST: usize = 300;
    pub const VARIABLES: usize = 40;
    pub const FUNCTIONS: usize = 20;
    /// Actions in one hook.
    pub const ACTIONS: u32 = 200;
    /// What an action counts for among operations.
    pub const ACTION: u64 = 100;
    /// Options of a question, and questions of all rules together in a turn.
    pub const OPTIONS: usize = 60;
    pub const QUESTIONS: u16 = 40;
    /// Operations of all hooks together between two decisions of a turn.
    pub const DECISION: u64 = 200_000;
    /// Operations of all hooks together in a rehearsal, and in a thorough one; what is not reached is not rehearsed.
    pub const REHEARSAL: u64 = 10_000_000;
    pub const THOROUGH: u64 = 40_000_000;
    /// The largest sum that is paid in one go.
    pub const MONEY: i64 = 1_000_000_000;
    /// Characters of a file.
    pub const FILE: usize = 20_000;
    /// Hooks, settings, states and events of a rule, each.
    pub const DECLARED: usize = 20;
}

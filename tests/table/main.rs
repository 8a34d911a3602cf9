//! What is done at a table: deeds, undo, changes of rules, and the records that lead to the same game again.

mod aloud;
mod cases;
mod changes;
#[path = "../common/mod.rs"]
mod common;
mod deeds;
mod handicap;
mod journal;
mod links;
mod replay;
mod table;

//! What a rule can bring, from the program or from a file: what it says, hides, asks and shows, and all house rules together.

mod ask;
mod badges;
#[path = "../common/mod.rs"]
mod common;
mod completeness;
mod house_rules;
mod own_decks;
mod rules;
mod script;
mod secrets;
mod together;

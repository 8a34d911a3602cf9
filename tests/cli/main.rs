//! The program as it is started: what it says, what it leaves behind, its pages, and parts of one batch played by several.

mod cli;
#[path = "../common/mod.rs"]
mod common;
mod languages;
mod pages;
mod people;
mod spread;

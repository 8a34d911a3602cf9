//! How the games play: against second implementations, by scenarios, from recorded numbers, and under every variant.

mod chance;
#[path = "../common/mod.rs"]
mod common;
mod digests;
mod dreieck;
mod dreieck_reference;
mod effects;
mod golden;
mod harness;
mod lessons;
mod muehle;
mod scenarios;
mod stepped;
mod sweep;

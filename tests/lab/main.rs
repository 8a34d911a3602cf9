//! The lab and the players in it: whether what is measured is true, and whether those who play are as good as they are said to be.

mod calibration;
#[path = "../common/mod.rs"]
mod common;
mod lab;
mod laboratory;
mod players;
mod soak;

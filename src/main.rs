//! The program with the games that come with it. A program for other games is as short: `triangulum::main_with(&[&MyGame])`.

use std::process::ExitCode;

fn main() -> ExitCode {
    triangulum::main_with(triangulum::packs::ALL)
}

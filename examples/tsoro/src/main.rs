//! A whole program for one game: every verb, the window, the lab, players and replays.

use std::process::ExitCode;

fn main() -> ExitCode {
    triangulum::main_with(&[&tsoro::Tsoro])
}

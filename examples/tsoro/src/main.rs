//! A whole program for one game: every verb, the window, the lab, players and replays.

fn main() -> std::process::ExitCode {
    triangulum::main_with(&[&tsoro::Tsoro])
}

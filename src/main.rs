//! The command line: verbs become functions, nothing else.

mod terminal;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;
use terminal::{Seats, Table};

/// A board-game table whose rules are alive.
#[derive(Parser)]
#[command(name = "triangulum", version, about, after_help = terminal::EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Subcommand)]
enum Verb {
    /// Play one game and tell it as a story
    Run {
        #[command(flatten)]
        table: Table,
        #[command(flatten)]
        seats: Seats,
        /// Write the game as JSON Lines to a file, or to standard output with `-`
        #[arg(long, value_name = "FILE")]
        trace: Option<PathBuf>,
    },
    /// Play a recorded game again and verify every event and hash
    Replay {
        /// A file written by `run --trace`
        file: PathBuf,
    },
    /// Play many games and count what happens
    Lab {
        #[command(flatten)]
        table: Table,
        #[command(flatten)]
        seats: Seats,
        /// How many games
        #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
        games: u64,
    },
    /// Print every step of a turn with the rule that owns it
    Plan {
        #[command(flatten)]
        table: Table,
    },
    /// Print the rulebook of a variant as Markdown
    Rulebook {
        #[command(flatten)]
        table: Table,
    },
    /// Run scenario files and print what differs from what they expect
    Scenario {
        #[command(flatten)]
        table: Table,
        /// Files or folders; tests/scenarios when none is given
        paths: Vec<PathBuf>,
    },
    /// Draw the board as SVG
    Board {
        #[command(flatten)]
        table: Table,
        /// The file to write
        #[arg(long, value_name = "FILE")]
        svg: PathBuf,
    },
}

fn main() -> ExitCode {
    let Some(verb) = Arguments::parse().verb else { return terminal::no_window() };
    let result = match verb {
        Verb::Run { table, seats, trace } => terminal::run::run(&table, &seats, trace.as_deref()),
        Verb::Replay { file } => terminal::run::replay(&file),
        Verb::Lab { table, seats, games } => terminal::lab::lab(&table, &seats, games),
        Verb::Plan { table } => terminal::show::plan(&table),
        Verb::Rulebook { table } => terminal::show::rulebook(&table),
        Verb::Scenario { table, paths } => terminal::scenario::scenarios(&table, &paths),
        Verb::Board { table, svg } => terminal::show::board(&table, &svg),
    };
    terminal::finish(result)
}

//! The command line: verbs become functions, nothing else.

#![deny(clippy::unwrap_used)]

mod terminal;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;
use terminal::run::Manner;
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
        /// Obey changes of the variant's files while the game is running
        #[arg(long)]
        watch: bool,
        /// Wait between two moves, such as 500ms or 2s
        #[arg(long, value_name = "TIME", default_value = "0ms")]
        pace: String,
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
    /// Print every effective value of a variant, where it came from, and how it differs from the standard game
    Explain {
        #[command(flatten)]
        table: Table,
    },
    /// Check variant files and print every problem with its place and remedy
    Check {
        #[command(flatten)]
        table: Table,
        /// Files or folders; every variant on the shelf when none is given
        paths: Vec<PathBuf>,
    },
    /// Write a JSON Schema for each game's variants, for completion and checking in editors
    Schema {
        #[command(flatten)]
        table: Table,
        /// The folder to write to
        #[arg(long, value_name = "DIR", default_value = "assets/schema")]
        out: PathBuf,
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
        Verb::Run { table, seats, trace, watch, pace } => terminal::run::run(&table, &seats, &Manner { trace, watch, pace }),
        Verb::Replay { file } => terminal::run::replay(&file),
        Verb::Lab { table, seats, games } => terminal::lab::lab(&table, &seats, games),
        Verb::Plan { table } => terminal::show::plan(&table),
        Verb::Rulebook { table } => terminal::show::rulebook(&table),
        Verb::Explain { table } => terminal::show::explain(&table),
        Verb::Check { table, paths } => terminal::check::check(&table, &paths),
        Verb::Schema { table, out } => terminal::show::schema(&table, &out),
        Verb::Scenario { table, paths } => terminal::scenario::scenarios(&table, &paths),
        Verb::Board { table, svg } => terminal::show::board(&table, &svg),
    };
    terminal::finish(result)
}

//! The command line: verbs become functions, nothing else.

#![deny(clippy::unwrap_used)]

mod terminal;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;
use terminal::run::Manner;
use terminal::{Played, Seats, Shown, Table};

/// A board-game table whose rules are alive.
#[derive(Parser)]
#[command(name = "triangulum", version, about, after_help = terminal::EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Subcommand)]
enum Verb {
    /// Open the table in a window (also what happens without a command)
    #[cfg(feature = "window")]
    Window {
        #[command(flatten)]
        opening: terminal::window::Opening,
    },
    /// Draw a position of a recorded game as PNG
    #[cfg(feature = "window")]
    Shot {
        /// A file written by `run --trace`, or a saved game
        file: PathBuf,
        /// After so many moves; the last position when it is left out
        #[arg(long, value_name = "MOVES")]
        at: Option<usize>,
        /// The picture to write
        #[arg(long, value_name = "FILE", default_value = "shot.png")]
        out: PathBuf,
        /// Its width in pixels
        #[arg(long, value_name = "PIXELS", default_value_t = 1280, value_parser = clap::value_parser!(u32).range(16..=8000))]
        width: u32,
    },
    /// Play one game and tell it as a story
    Run {
        #[command(flatten)]
        played: Played,
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
    /// Measure many games: run, compare, sweep, what-if, coverage, contracts
    #[command(after_help = terminal::lab::EXAMPLES)]
    Lab {
        #[command(subcommand)]
        verb: terminal::lab::Verb,
    },
    /// Let kinds of players meet in a seat-balanced tournament and rate them
    Ladder {
        #[command(flatten)]
        played: Played,
        #[command(flatten)]
        contest: terminal::ladder::Contest,
    },
    /// Print every step of a turn with the rule that owns it
    Plan {
        #[command(flatten)]
        shown: Shown,
    },
    /// Print the rulebook of a variant as Markdown
    Rulebook {
        #[command(flatten)]
        shown: Shown,
    },
    /// Print every effective value of a variant, where it came from, and how it differs from the standard game
    Explain {
        #[command(flatten)]
        shown: Shown,
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
        /// A folder with variants of your own
        #[arg(long, value_name = "DIR")]
        variants: Option<PathBuf>,
        /// Files or folders; tests/scenarios when none is given
        paths: Vec<PathBuf>,
    },
    /// Draw the board of a game as SVG
    Board {
        #[command(flatten)]
        shown: Shown,
        /// The file to write
        #[arg(long, value_name = "FILE")]
        svg: PathBuf,
    },
}

fn main() -> ExitCode {
    let Some(verb) = Arguments::parse().verb else { return without_a_verb() };
    let words: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    if let Some(problem) = terminal::outputs::named_twice(&words) {
        return terminal::finish(Err(problem.into()));
    }
    let result = match verb {
        #[cfg(feature = "window")]
        Verb::Window { opening } => terminal::window::open(opening),
        #[cfg(feature = "window")]
        Verb::Shot { file, at, out, width } => terminal::window::shot(&file, at, &out, width),
        Verb::Run { played, seats, trace, watch, pace } => terminal::run::run(&played, &seats, &Manner { trace, watch, pace }),
        Verb::Replay { file } => terminal::run::replay(&file),
        Verb::Lab { verb } => terminal::lab::lab(&verb),
        Verb::Ladder { played, contest } => terminal::ladder::ladder(&played, &contest),
        Verb::Plan { shown } => terminal::show::plan(&shown),
        Verb::Rulebook { shown } => terminal::show::rulebook(&shown),
        Verb::Explain { shown } => terminal::show::explain(&shown),
        Verb::Check { table, paths } => terminal::check::check(&table, &paths),
        Verb::Schema { table, out } => terminal::show::schema(&table, &out),
        // Which game it is for, a scenario says itself.
        Verb::Scenario { variants, paths } => terminal::scenario::scenarios(&Table { pack: None, variants }, &paths),
        Verb::Board { shown, svg } => terminal::show::board(&shown, &svg),
    };
    terminal::finish(result)
}

#[cfg(feature = "window")]
fn without_a_verb() -> ExitCode {
    terminal::finish(terminal::window::open(terminal::window::Opening::default()))
}

#[cfg(not(feature = "window"))]
fn without_a_verb() -> ExitCode {
    terminal::no_window()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn every_verb_and_option_is_well_formed() {
        super::Arguments::command().debug_assert();
    }
}

//! The command line: verbs become functions, nothing else.

use super::run::{self, Manner};
#[cfg(feature = "window")]
use super::window;
use super::{
    Played, Seats, Shown, Table, aside, check, export, finish, help, lab, ladder, language, manual, new, outputs, refuse,
    scenario, show, spread,
};
use crate::packs;
use crate::problem::{Problem, Problems};
use crate::sim::Pack;
use crate::words::msg;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// A board-game table whose rules are alive.
#[derive(Parser)]
#[command(name = "triangulum", version)]
struct Arguments {
    /// The language that is spoken; read before everything else, in terminal/language.rs
    #[arg(long, value_name = "LANG", global = true)]
    lang: Option<String>,
    /// Call pieces, places, settings and rules by their ids
    #[arg(long, global = true)]
    ids: bool,
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Subcommand)]
enum Verb {
    /// Open the table in a window (also what happens without a command)
    #[cfg(feature = "window")]
    Window {
        #[command(flatten)]
        opening: window::Opening,
    },
    /// Draw a position of a recorded game as PNG
    #[cfg(feature = "window")]
    Shot {
        /// A file written by `run --trace`, or a saved game
        file: PathBuf,
        /// After so many moves; the last position when it is left out
        #[arg(long, value_name = "MOVES", value_parser = help::any::<usize>())]
        at: Option<usize>,
        /// The picture to write
        #[arg(long, value_name = "FILE", default_value = "shot.png")]
        out: PathBuf,
        /// Its width in pixels
        #[arg(long, value_name = "PIXELS", default_value_t = 1280, value_parser = help::whole::<u32>(16, 8000))]
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
        /// Another value for a setting, such as `victory.goal=200_000`; may be given several times
        #[arg(long, value_name = "KEY=VALUE", conflicts_with = "watch")]
        set: Vec<String>,
    },
    /// Play a recorded game again and verify every event and hash
    Replay {
        /// A file written by `run --trace`
        file: PathBuf,
        /// Also tell how everyone's chances went, and the decisions the game turned on
        #[arg(long)]
        review: bool,
    },
    /// Measure many games: run, compare, sweep, what-if, coverage, contracts
    Lab {
        #[command(subcommand)]
        verb: lab::Verb,
    },
    /// Let kinds of players meet in a seat-balanced tournament and rate them: does thinking pay under a variant?
    Ladder {
        #[command(flatten)]
        played: Played,
        #[command(flatten)]
        contest: ladder::Contest,
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
        /// Write it as a page with pictures instead
        #[arg(long, value_name = "FILE")]
        html: Option<PathBuf>,
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
    /// Write a variant with everything it uses as one file
    Export {
        #[command(flatten)]
        shown: Shown,
        /// The file to write; standard output when it is left out
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Write files for somebody to fill in
    New {
        #[command(subcommand)]
        what: new::What,
    },
    /// Draw the board of a game as SVG
    Board {
        #[command(flatten)]
        shown: Shown,
        /// The file to write
        #[arg(long, value_name = "FILE")]
        svg: PathBuf,
    },
    /// Print the manual page of this program, for `man`
    #[command(hide = true)]
    Man,
    /// Print what a shell needs to complete commands of this program
    #[command(hide = true)]
    Completions {
        /// The shell
        #[arg(value_name = "SHELL")]
        shell: clap_complete::Shell,
    },
}

/// The whole program for these games, in this order: every verb, the window, the lab, players and replays. A game is as good as any
/// other, wherever it comes from: `main_with(&[&MyGame])` is a program for one game, and whoever wants ours beside it names them
/// too, [`packs::ALL`] or some of it. The first one is played when none is named. Called once, at the start of `main`.
pub fn main_with(games: &[&'static dyn Pack]) -> ExitCode {
    packs::register(games);
    let words: Vec<OsString> = std::env::args_os().collect();
    match language::choose(&words) {
        Ok(problems) if problems.0.is_empty() => {}
        Ok(problems) => aside(problems),
        Err(problem) => return finish(Err(problem.into())),
    }
    let command = help::worded(Arguments::command().name(help::program()));
    let words = help::plain(&command, words);
    let read = command.clone().try_get_matches_from(&words).and_then(|matches| Arguments::from_arg_matches(&matches));
    let verb = match read {
        Ok(arguments) => arguments.verb,
        Err(error) => return refuse(&error, &command, &words),
    };
    let Some(verb) = verb else { return without_a_verb() };
    let words: Vec<String> = words.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    if let Some(problem) = outputs::named_twice(&words) {
        return finish(Err(problem.into()));
    }
    let result = match verb {
        #[cfg(feature = "window")]
        Verb::Window { opening } => window::open(opening),
        #[cfg(feature = "window")]
        Verb::Shot { file, at, out, width } => window::shot(&file, at, &out, width),
        Verb::Run { played, seats, trace, watch, pace, set } => run::run(&played, &seats, &Manner { trace, watch, pace, set }),
        Verb::Replay { file, review } => run::replay(&file, review),
        Verb::Lab { verb: lab::Verb::Merge(merge) } => spread::merge(&merge, |words, hall| again(&command, words, hall)),
        Verb::Lab { verb } => spread::spread(verb.spread(), verb.known(), &words, |hall| lab::lab(&verb, hall)),
        Verb::Ladder { played, contest } => {
            spread::spread(Some(&contest.spread), None, &words, |hall| ladder::ladder(&played, &contest, hall))
        }
        Verb::Plan { shown } => show::plan(&shown),
        Verb::Rulebook { shown, html } => show::rulebook(&shown, html.as_deref()),
        Verb::Explain { shown } => show::explain(&shown),
        Verb::Check { table, paths } => check::check(&table, &paths),
        Verb::Schema { table, out } => show::schema(&table, &out),
        // Which game it is for, a scenario says itself.
        Verb::Scenario { variants, paths } => scenario::scenarios(&Table { pack: None, variants }, &paths),
        Verb::Export { shown, out } => export::export(&shown, out.as_deref()),
        Verb::New { what } => new::new(&what),
        Verb::Board { shown, svg } => show::board(&shown, &svg),
        Verb::Man => manual::man(&command),
        Verb::Completions { shell } => manual::completions(&command, shell),
    };
    finish(result)
}

/// A command once more, as its parts were typed, with the games of all of them.
fn again(command: &clap::Command, words: &[String], hall: &spread::Hall) -> Result<ExitCode, Problems> {
    let words: Vec<OsString> =
        std::iter::once(help::program()).chain(words.iter().map(String::as_str)).map(OsString::from).collect();
    match command.clone().try_get_matches_from(&words).and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(Arguments { verb: Some(Verb::Lab { verb }), .. }) if verb.spread().is_some() => lab::lab(&verb, hall),
        Ok(Arguments { verb: Some(Verb::Ladder { played, contest }), .. }) => ladder::ladder(&played, &contest, hall),
        Ok(_) => Err(Problem::about("lab merge", msg!("lab.part.command")).into()),
        Err(error) => Ok(refuse(&error, command, &words)),
    }
}

#[cfg(feature = "window")]
fn without_a_verb() -> ExitCode {
    finish(window::open(window::Opening::default()))
}

#[cfg(not(feature = "window"))]
fn without_a_verb() -> ExitCode {
    super::no_window()
}

#[cfg(test)]
mod tests {
    use super::super::help::{about, told, value};
    use crate::words::{Lexicon, languages, within};
    use clap::{Command, CommandFactory};
    use std::sync::Arc;

    #[test]
    fn every_verb_and_option_is_well_formed() {
        super::Arguments::command().debug_assert();
    }

    /// Ids a verb needs.
    fn needed(command: &Command, path: &[String], ids: &mut Vec<String>) {
        ids.push(about(path));
        for arg in command.get_arguments() {
            ids.push(told(path, arg));
            if arg.get_action().takes_values() {
                ids.extend(arg.get_value_names().unwrap_or_default().iter().map(|name| value(name)));
            }
        }
        for verb in command.get_subcommands() {
            needed(verb, &[path, &[verb.get_name().to_owned()]].concat(), ids);
        }
    }

    #[test]
    fn every_verb_and_argument_has_words_in_every_language() {
        let mut ids = Vec::new();
        needed(&super::Arguments::command(), &[], &mut ids);
        for (code, _) in languages() {
            let words = Lexicon::built_in(&code);
            let own: Vec<&str> = words.ids().collect();
            let missing: Vec<&String> = ids.iter().filter(|id| !own.contains(&id.as_str())).collect();
            assert!(missing.is_empty(), "{code}: {missing:#?}");
        }
    }

    #[test]
    fn help_is_in_the_language_spoken() {
        let help = |code: &str, verb: &str| {
            within(Arc::new(Lexicon::built_in(code)), || {
                let command = super::super::help::worded(super::Arguments::command());
                command.try_get_matches_from(["triangulum", "help", verb]).unwrap_err().render().to_string()
            })
        };
        assert!(help("en", "run").contains("Usage: triangulum run [OPTIONS]"), "{}", help("en", "run"));
        assert!(help("de", "run").contains("Aufruf: triangulum run [OPTIONEN]"), "{}", help("de", "run"));
        assert!(help("fr", "lab").contains("Commandes\u{a0}:"), "{}", help("fr", "lab"));
    }
}

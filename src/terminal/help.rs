//! Help and errors of the command line in our words: clap knows what can be written and what is wrong with what was, the lexicon how
//! to say it. The text of a verb is `cli.<verb>.about`, that of an argument `cli.<verb>.<argument>` or, where several verbs share it,
//! `cli.arg.<argument>`; what stands for a value is `cli.value.<name>`.

use crate::packs;
use crate::problem::Problem;
use crate::sim::Pack;
use crate::sim::name::intern;
use crate::variant::{STANDARD, Shelf};
use crate::words::{Message, msg, say, spoken};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use std::error::Error;
use std::ffi::OsString;
use std::path::Path;

/// How wide help is printed.
const WIDTH: usize = 100;
/// The widest first column of a list.
const COLUMN: usize = 30;

/// The command line, with help in the language that is spoken.
pub(crate) fn worded(command: Command) -> Command {
    let globals: Vec<Arg> = command.get_arguments().filter(|arg| arg.is_global_set()).cloned().collect();
    let program = command.get_name().to_owned();
    dressed(command, &program, &[], &globals)
}

fn dressed(command: Command, program: &str, path: &[String], globals: &[Arg]) -> Command {
    let help = help(&command, program, path, globals);
    // A number below zero is a wrong value, and no option that nobody knows.
    let is_option = |arg: &Arg| !arg.is_positional() && arg.get_action().takes_values();
    let command = command.mut_args(|arg| if is_option(&arg) { arg.allow_negative_numbers(true) } else { arg });
    let names: Vec<String> = command.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    names.into_iter().fold(command.override_help(help), |command, name| {
        let below = [path, std::slice::from_ref(&name)].concat();
        command.mut_subcommand(name, |verb| dressed(verb, program, &below, globals))
    })
}

/// The command line as it was meant: help about help is help.
pub(crate) fn plain(command: &Command, words: Vec<OsString>) -> Vec<OsString> {
    let is = |word: &OsString, names: &[&str]| names.iter().any(|name| word == name);
    let mut verb = command;
    let mut asked = None;
    let mut at = 1;
    while let Some(word) = words.get(at) {
        if is(word, &["help"]) && verb.has_subcommands() {
            asked = Some(at);
            break;
        }
        match word.to_str().and_then(|word| verb.find_subcommand(word)) {
            Some(below) => verb = below,
            None if is(word, &["--lang"]) => at += 1,
            None if word.to_string_lossy().starts_with("--") => {}
            None => break,
        }
        at += 1;
    }
    let Some(asked) = asked else { return words };
    let kept = |(at, word): &(usize, OsString)| *at <= asked || !is(word, &["help", "--help", "-h"]);
    words.into_iter().enumerate().filter(kept).map(|(_, word)| word).collect()
}

/// The id of what is said about a verb.
pub(crate) fn about(path: &[String]) -> String {
    ["cli"].into_iter().chain(path.iter().map(String::as_str)).chain(["about"]).collect::<Vec<_>>().join(".")
}

/// The id of what is said about an argument.
pub(crate) fn told(path: &[String], arg: &Arg) -> String {
    let own = about(path).replace(".about", &format!(".{}", arg.get_id()));
    if spoken().knows(&own) { own } else { format!("cli.arg.{}", arg.get_id()) }
}

/// The id of what stands for a value.
pub(crate) fn value(name: &str) -> String {
    let plain = name.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "_");
    format!("cli.value.{plain}")
}

fn values(arg: &Arg) -> Vec<String> {
    let names = arg.get_value_names().unwrap_or_default();
    names.iter().map(|name| Message::new(value(name)).to_string()).collect()
}

/// Whether an argument takes more than one value.
fn is_many(arg: &Arg) -> bool {
    arg.get_num_args().is_some_and(|count| count.max_values() > 1) || matches!(arg.get_action(), clap::ArgAction::Append)
}

/// An argument as it is written.
pub(crate) fn written(arg: &Arg) -> String {
    let values: Vec<String> = values(arg).iter().map(|value| format!("<{value}>")).collect();
    let more = if is_many(arg) && arg.is_positional() { "..." } else { "" };
    let values = format!("{}{more}", values.join(" "));
    match (arg.get_long(), arg.get_action().takes_values()) {
        (Some(long), true) => format!("--{long} {values}"),
        (Some(long), false) => format!("--{long}"),
        (None, _) if arg.is_required_set() => values,
        (None, _) => values.replace('<', "[").replace('>', "]"),
    }
}

/// How a verb is written.
pub(crate) fn usage(command: &Command, program: &str, path: &[String]) -> String {
    let mut words = vec![program.to_owned()];
    words.extend(path.iter().cloned());
    words.push(format!("[{}]", msg!("cli.value.options")));
    words.extend(command.get_arguments().filter(|arg| !arg.is_positional() && arg.is_required_set()).map(written));
    words.extend(command.get_positionals().map(written));
    if command.has_subcommands() {
        let verb = msg!("cli.value.command");
        words.push(if command.is_subcommand_required_set() { format!("<{verb}>") } else { format!("[{verb}]") });
    }
    words.join(" ")
}

fn help(command: &Command, program: &str, path: &[String], globals: &[Arg]) -> String {
    let mut text = format!("{}\n\n{}\n", Message::new(about(path)), msg!("cli.usage", usage = usage(command, program, path)));
    let verbs = command.get_subcommands().filter(|verb| !verb.is_hide_set()).map(|verb| {
        let below = [path, &[verb.get_name().to_owned()]].concat();
        (verb.get_name().to_owned(), say!(about(&below)))
    });
    let mut verbs: Vec<(String, String)> = verbs.collect();
    if !verbs.is_empty() {
        verbs.push(("help".to_owned(), say!("cli.help.about")));
    }
    let line = |arg: &Arg| (written(arg), explained(path, arg));
    let arguments: Vec<(String, String)> = command.get_positionals().map(line).collect();
    let own = command.get_arguments().filter(|arg| !arg.is_positional() && !arg.is_global_set());
    let mut options: Vec<(String, String)> = own.chain(globals).map(line).collect();
    options.push(("-h, --help".to_owned(), say!("cli.arg.help")));
    if path.is_empty() {
        options.push(("-V, --version".to_owned(), say!("cli.arg.version")));
    }
    text += &list("cli.heading.commands", &verbs);
    text += &list("cli.heading.arguments", &arguments);
    text += &list("cli.heading.options", &options);
    let examples = about(path).replace(".about", ".examples");
    if spoken().knows(&examples) {
        text += &format!("\n{}\n{}\n", msg!("cli.heading.examples"), typed(Message::new(examples), program));
    }
    text.trim_end().to_owned()
}

/// What the program is called by whoever started it.
pub(crate) fn program() -> &'static str {
    let word = std::env::args_os().next().unwrap_or_default();
    let stem = Path::new(&word).file_stem().and_then(|stem| stem.to_str()).filter(|stem| !stem.is_empty());
    stem.map_or(env!("CARGO_PKG_NAME"), intern)
}

/// What is said about an argument, with the games there are and the usual one.
fn with_games(text: Message) -> Message {
    let game = |pack: &&'static dyn Pack| msg!("cli.game", name = pack.name(), title = pack.title());
    let games: Vec<Message> = packs::known().iter().map(game).collect();
    text.with("usual", packs::known()[0].name()).with("games", games)
}

/// Examples as they are typed in this program: its own name, a full table of the usual game, one of its variants, another game.
pub(crate) fn typed(examples: Message, program: &str) -> Message {
    let (usual, other) = (packs::known()[0], packs::known()[packs::known().len() - 1]);
    let variants = Shelf::built_in().variant_names(usual.name());
    let variant = variants.iter().find(|name| *name != STANDARD).map_or(STANDARD, String::as_str);
    let seats = vec!["random"; *usual.seats().end()].join(",");
    examples.with("program", program).with("other", other.name()).with("variant", variant).with("seats", seats)
}

/// What is said about an argument, with the value it has when none is named.
pub(crate) fn explained(path: &[String], arg: &Arg) -> String {
    let text = with_games(Message::new(told(path, arg))).to_string();
    let usual: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if usual.is_empty() || !arg.get_action().takes_values() {
        return text;
    }
    say!("cli.default", text, value = usual.join(","))
}

/// A heading and two columns under it.
fn list(heading: &'static str, rows: &[(String, String)]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let width = rows.iter().map(|(name, _)| name.chars().count()).filter(|width| *width <= COLUMN).max().unwrap_or(COLUMN);
    let mut text = format!("\n{}\n", Message::new(heading));
    for (name, told) in rows {
        let mut lines = wrapped(told, WIDTH - width - 4).into_iter();
        if name.chars().count() <= width {
            text += &format!("  {name:<width$}  {}\n", lines.next().unwrap_or_default());
        } else {
            text += &format!("  {name}\n");
        }
        for line in lines {
            text += &format!("  {:<width$}  {line}\n", "");
        }
    }
    text
}

fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.len() - 1;
        let used = lines[last].chars().count();
        if used > 0 && used + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            lines[last] += if used > 0 { " " } else { "" };
            lines[last] += word;
        }
    }
    lines
}

/// What clap has to say: help that was asked for, or what is wrong, each with whether it is an error.
pub(crate) fn said(error: &clap::Error, command: &Command, words: &[OsString]) -> (String, bool) {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => (error.render().to_string(), false),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => (error.render().to_string(), true),
        _ => {
            let (verb, path) = verb_of(command, words);
            let whole = [&[command.get_name().to_owned()][..], &path].concat().join(" ");
            let usage = msg!("cli.usage", usage = usage(verb, command.get_name(), &path));
            (format!("{}\n\n{usage}\n{}", problem(error, &whole), msg!("cli.more", verb = whole)), true)
        }
    }
}

/// The verb that was meant, as far as it can be followed.
fn verb_of<'a>(command: &'a Command, words: &[OsString]) -> (&'a Command, Vec<String>) {
    let (mut verb, mut path) = (command, Vec::new());
    for word in words.iter().filter_map(|word| word.to_str()) {
        if let Some(below) = verb.find_subcommand(word) {
            path.push(below.get_name().to_owned());
            verb = below;
        }
    }
    (verb, path)
}

fn context(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        Some(ContextValue::Number(number)) => vec![number.to_string()],
        _ => Vec::new(),
    }
}

/// An argument as clap names it, in our words: the option without its value, or what stands for the argument.
fn argument(shown: &str) -> String {
    let first = shown.split_whitespace().next().unwrap_or(shown);
    let name = first.trim_end_matches("...");
    match name.strip_prefix(['<', '[']).and_then(|inner| inner.strip_suffix(['>', ']'])) {
        Some(inner) => format!("<{}>", Message::new(value(inner))),
        None => name.to_owned(),
    }
}

/// What is wrong, as a problem like any other.
fn problem(error: &clap::Error, verb: &str) -> Problem {
    let arguments: Vec<String> = context(error, ContextKind::InvalidArg).iter().map(|shown| argument(shown)).collect();
    let arg = arguments.first().cloned().unwrap_or_default();
    let wrong = context(error, ContextKind::InvalidValue).concat();
    let number = |kind| context(error, kind).concat();
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let suggested =
                [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand].map(|kind| context(error, kind)).concat();
            let unknown = if arg.starts_with('-') { msg!("cli.error.option", arg) } else { msg!("cli.error.extra", arg) };
            meant(Problem::about(verb, unknown), &suggested)
        }
        ErrorKind::InvalidSubcommand => {
            let word = context(error, ContextKind::InvalidSubcommand).concat();
            let suggested = context(error, ContextKind::SuggestedSubcommand);
            meant(Problem::about(verb, msg!("cli.error.command", word)), &suggested)
        }
        ErrorKind::InvalidValue if wrong.is_empty() => Problem::about(arg, msg!("cli.error.no_value")),
        ErrorKind::InvalidValue => {
            let problem = Problem::about(arg, msg!("cli.error.value", wrong));
            let allowed = context(error, ContextKind::ValidValue);
            meant(problem.allowed(Message::verbatim(allowed.join(", "))), &context(error, ContextKind::SuggestedValue))
        }
        ErrorKind::ValueValidation => {
            let problem = Problem::about(arg, msg!("cli.error.value", wrong));
            // Our own readers say what is allowed.
            error.source().map_or(problem.clone(), |allowed| problem.allowed(Message::verbatim(allowed.to_string())))
        }
        ErrorKind::TooManyValues => Problem::about(arg, msg!("cli.error.too_many", wrong)),
        ErrorKind::TooFewValues => {
            let (least, named) = (number(ContextKind::MinValues), number(ContextKind::ActualNumValues));
            Problem::about(arg, msg!("cli.error.too_few", least, named))
        }
        ErrorKind::WrongNumberOfValues => {
            let (least, named) = (number(ContextKind::ExpectedNumValues), number(ContextKind::ActualNumValues));
            Problem::about(arg, msg!("cli.error.too_few", least, named))
        }
        ErrorKind::ArgumentConflict => {
            let others: Vec<String> = context(error, ContextKind::PriorArg).iter().map(|shown| argument(shown)).collect();
            let twice = others.first().is_none_or(|other| *other == arg);
            Problem::about(arg, if twice { msg!("cli.error.twice") } else { msg!("cli.error.conflict", others) })
        }
        ErrorKind::MissingRequiredArgument => Problem::about(verb, msg!("cli.error.required", arguments)),
        ErrorKind::MissingSubcommand => Problem::about(verb, msg!("cli.error.no_command")),
        ErrorKind::InvalidUtf8 => Problem::about(verb, msg!("cli.error.utf8")),
        _ => Problem::about(verb, msg!("cli.error.other")).detail(error.kind().to_string()),
    }
}

fn meant(problem: Problem, suggested: &[String]) -> Problem {
    match suggested.first() {
        Some(name) => problem.remedy(msg!("problem.did_you_mean", name)),
        None => problem,
    }
}

/// Reads whole numbers within bounds; what is allowed is said when it is none.
pub(crate) fn whole<T: TryFrom<u64>>(low: u64, high: u64) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text: &str| {
        let number = text.parse::<u64>().ok().filter(|number| (low..=high).contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| allowed(low, high).to_string())
    }
}

/// Which whole numbers are allowed.
pub(crate) fn allowed(low: u64, high: u64) -> Message {
    if high >= i64::MAX as u64 { msg!("cli.allowed.from", low) } else { msg!("cli.allowed.from_to", low, high) }
}

/// Any whole number.
pub(crate) fn any<T: TryFrom<u64>>() -> impl Fn(&str) -> Result<T, String> + Clone {
    whole(0, u64::MAX)
}

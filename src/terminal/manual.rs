//! man and completions, for packages: what help says about every verb, as one page for `man`, and what shells need to complete it. Both in
//! the language that is spoken.

use super::{hand_over, help};
use crate::problem::Problems;
use crate::words::{Message, msg, say};
use clap::{Arg, ArgAction, Command};
use clap_complete::Shell;
use std::process::ExitCode;

/// Prints the page.
pub(crate) fn man(command: &Command) -> Result<ExitCode, Problems> {
    hand_over(page(command).trim_end())?;
    Ok(ExitCode::SUCCESS)
}

/// Prints what a shell runs to complete commands of this program.
pub(crate) fn completions(command: &Command, shell: Shell) -> Result<ExitCode, Problems> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut described(command, &[]), command.get_name(), &mut text);
    hand_over(String::from_utf8_lossy(&text).trim_end())?;
    Ok(ExitCode::SUCCESS)
}

/// The page in the language of `man`: headings, paragraphs, and options with what they do.
fn page(command: &Command) -> String {
    let program = command.get_name();
    let version = format!("{program} {}", env!("CARGO_PKG_VERSION"));
    let mut page = format!(".TH {} 1 \"\" \"{version}\"\n", program.to_uppercase());
    let heading = |id: &'static str| format!(".SH {}\n", escaped(&say!(id)));
    page += &heading("cli.man.name");
    page += &format!("{program} \\- {}\n", escaped(say!("cli.about").trim_end_matches('.')));
    page += &heading("cli.man.synopsis");
    page += &paragraph(&help::usage(command, program, &[]));
    page += &heading("cli.man.commands");
    for verb in shown(command) {
        page += &section(verb, program, &[verb.get_name().to_owned()]);
    }
    page += &heading("cli.man.options");
    for arg in command.get_arguments() {
        page += &entry(&[], arg);
    }
    page += &format!(".TP\n\\-h, \\-\\-help\n{}\n", escaped(&say!("cli.arg.help")));
    page += &format!(".TP\n\\-V, \\-\\-version\n{}\n", escaped(&say!("cli.arg.version")));
    page += &heading("cli.man.status");
    page += &paragraph(&say!("cli.man.codes"));
    page += &heading("cli.man.examples");
    let examples = help::typed(msg!("cli.examples"), program).to_string();
    page += &format!(".nf\n{}\n.fi\n", examples.lines().map(escaped).collect::<Vec<_>>().join("\n"));
    page
}

/// A verb, and those below it.
fn section(verb: &Command, program: &str, path: &[String]) -> String {
    let mut text = String::new();
    if verb.has_subcommands() {
        for below in shown(verb) {
            text += &section(below, program, &[path, &[below.get_name().to_owned()]].concat());
        }
        return text;
    }
    text += &format!(".SS {}\n", escaped(&help::usage(verb, program, path)));
    text += &paragraph(&Message::new(help::about(path)).to_string());
    for arg in verb.get_arguments().filter(|arg| !arg.is_global_set()) {
        text += &entry(path, arg);
    }
    text
}

fn shown(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|verb| !verb.is_hide_set())
}

fn paragraph(text: &str) -> String {
    format!(".PP\n{}\n", escaped(text))
}

fn entry(path: &[String], arg: &Arg) -> String {
    format!(".TP\n{}\n{}\n", escaped(&help::written(arg)), escaped(&help::explained(path, arg)))
}

/// A text in which nothing is taken for an order to the typesetter.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\(rs").replace('-', "\\-");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}

/// The command line with its texts where shells look for them, help included.
fn described(command: &Command, path: &[String]) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    let mut told = command.clone().about(Message::new(help::about(path)).to_string());
    told = told.mut_args(|arg| {
        let text = help::explained(path, &arg);
        arg.help(text)
    });
    // What clap adds by itself, it adds in English.
    told = told.disable_help_flag(true).disable_help_subcommand(true).disable_version_flag(true);
    let flag = |name: &'static str, letter: char, text: String| {
        Arg::new(name).long(name).short(letter).action(ArgAction::SetTrue).help(text)
    };
    told = told.arg(flag("help", 'h', say!("cli.arg.help")));
    if path.is_empty() {
        told = told.arg(flag("version", 'V', say!("cli.arg.version")));
    }
    for name in &names {
        let below = [path, std::slice::from_ref(name)].concat();
        told = told.mut_subcommand(name, |verb| described(&verb, &below));
    }
    if names.is_empty() { told } else { told.subcommand(Command::new("help").about(say!("cli.help.about"))) }
}

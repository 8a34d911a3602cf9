//! Opening the window, and pictures of positions.

use super::{aside, no_window, readable_folder, say};
use crate::files::{exists, is_folder, write_atomically};
use crate::problem::{Problem, Problems};
use crate::table::{Until, is_link, read_trace, replay};
use crate::variant::own::OwnVariants;
use crate::variant::{Library, Shelf};
use crate::window::{self, NoDisplay, Options, Reader, sprites};
use crate::words::msg;
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Debian's names of what is loaded when the window opens; packaging/build names them too.
const LIBRARIES: &str = "libx11-6 libxi6 libxkbcommon0 libgl1 libgl1-mesa-dri";

/// How the window is opened.
#[derive(Args, Default)]
pub(crate) struct Opening {
    /// A recorded game to watch, or a link to rules or to a game
    pub replay: Option<PathBuf>,
    /// Where saves, settings and your own variants are kept
    #[arg(long, value_name = "DIR")]
    pub home: Option<PathBuf>,
    /// A folder with variants of your own
    #[arg(long, value_name = "DIR")]
    pub variants: Option<PathBuf>,
    /// The window's size at the start
    #[arg(long, value_name = "WIDTHxHEIGHT")]
    pub size: Option<String>,
    /// A script that drives the window (docs/window.md)
    #[arg(long, value_name = "FILE")]
    pub drive: Option<PathBuf>,
    /// Also tell here what happens at the table, for whoever has it read out
    #[arg(long)]
    pub aloud: bool,
}

pub(crate) fn open(opening: Opening) -> Result<ExitCode, Problems> {
    let size = opening.size.as_deref().map(read_size).transpose()?;
    let home = opening.home.unwrap_or_else(window::usual_home);
    // Told before a game is begun that could not be kept.
    if let Some(there) = home.ancestors().find(|path| exists(path)).filter(|path| !is_folder(path)) {
        let problem = Problem::about(there.display().to_string(), msg!("terminal.window.no_folder"));
        return Err(problem.remedy(msg!("terminal.window.other_home")).into());
    }
    let mut shelf = Shelf::around(Path::new("."));
    if let Some(folder) = opening.variants {
        shelf.variants.insert(0, readable_folder(&folder)?);
    }
    shelf.variants.extend(OwnVariants::shelves(&home));
    let link = opening.replay.as_ref().and_then(|path| path.to_str()).filter(|text| is_link(text)).map(str::to_owned);
    let replay = opening.replay.filter(|_| link.is_none());
    let language = super::language::asked_for();
    let aloud = opening.aloud.then(|| Box::new(read_out) as Reader);
    match window::open(Options { home, shelf, drive: opening.drive, replay, link, size, language, aloud }) {
        Ok(end) => end.map(|()| ExitCode::SUCCESS),
        Err(reason) => {
            // Where neither GLX nor EGL can be loaded, miniquad unwraps nothing, and that is all it says.
            let reason = match reason {
                NoDisplay::Failed(detail) if detail.contains("`None`") => NoDisplay::NoLibraries,
                reason => reason,
            };
            aside(msg!("terminal.window.unopened", reason = reason.to_string()));
            if cfg!(target_os = "linux") && matches!(reason, NoDisplay::NoLibraries | NoDisplay::Failed(_)) {
                aside(msg!("terminal.window.libraries", packages = LIBRARIES));
            }
            Ok(no_window())
        }
    }
}

/// Tells what is new at the table; nobody may be listening any longer.
fn read_out(lines: &[String]) {
    let _ = say(lines.join("\n"));
}

fn read_size(text: &str) -> Result<(i32, i32), Problems> {
    let number = |text: &str| text.trim().parse::<i32>().ok().filter(|n| (200..=8000).contains(n));
    let size = text.split_once(['x', '×']).and_then(|(width, height)| number(width).zip(number(height)));
    size.ok_or_else(|| Problem::about("--size", msg!("terminal.size.wrong", text)).allowed(msg!("terminal.size.allowed")).into())
}

/// Draws a position of a recorded game.
pub(crate) fn shot(file: &Path, at: Option<usize>, out: &Path, width: u32) -> Result<ExitCode, Problems> {
    let trace = read_trace(file)?;
    let library = Library::new(Shelf::around(Path::new(".")));
    let replayed = replay(&trace, &library, at.map_or(Until::End, Until::Deeds))?;
    if let Some(problem) = replayed.departs.clone() {
        return Err(problem.into());
    }
    if let Some(problem) = replayed.trouble() {
        aside(problem);
    }
    let table = replayed.table;
    if let Some(at) = at.filter(|at| *at > table.deeds()) {
        let problem = Problem::about("--at", msg!("terminal.shot.too_late", n = table.deeds(), at));
        return Err(problem.remedy(msg!("terminal.shot.leave_out")).into());
    }
    let pack = table.game().rules().pack;
    let picture = pack.picture(table.game()).and_then(|svg| sprites::png(&svg, width));
    let picture = picture
        .ok_or_else(|| Problem::about(file.display().to_string(), msg!("terminal.shot.undrawable", game = pack.title())))?;
    write_atomically(out, picture)?;
    say(msg!("terminal.shot.told", file = out, n = table.deeds()))?;
    Ok(ExitCode::SUCCESS)
}

//! Progress on a terminal: how much is done, how fast, how long it still takes; and Ctrl-C or a scheduler's SIGTERM, which end the work
//! early but keep what was reached.

use super::aside;
use crate::words::{msg, say};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::process::ExitCode;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static STOPPED: AtomicBool = AtomicBool::new(false);

/// The exit code of what Ctrl-C has ended early.
const INTERRUPTED: u8 = 130;
/// How often a second the bar is drawn.
const DRAWN: u8 = 4;

pub(super) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar over so many games. From now on Ctrl-C and SIGTERM ask for an early end, a second one leaves at once.
    pub(super) fn over(games: u64) -> Self {
        static HANDLER: Once = Once::new();
        HANDLER.call_once(|| {
            let handler = || {
                if STOPPED.swap(true, Ordering::Relaxed) {
                    std::process::exit(INTERRUPTED.into());
                }
            };
            // Without a handler Ctrl-C simply ends the program, as it does everywhere.
            let _ = ctrlc::set_handler(handler);
        });
        let [bar, done, all, speed, left] = ["{bar:40}", "{pos}", "{len}", "{per_sec}", "{eta}"];
        let style = ProgressStyle::with_template(&say!("terminal.progress.bar", bar, done, all, speed, left));
        let target = ProgressDrawTarget::stderr_with_hz(DRAWN);
        Self {
            bar: ProgressBar::with_draw_target(Some(games), target)
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())),
        }
    }

    /// Some games are over; says whether to go on.
    pub(super) fn go_on(&self, games: u64) -> bool {
        self.bar.inc(games);
        !STOPPED.load(Ordering::Relaxed)
    }

    /// Clears the bar; says aside if the work was ended early.
    pub(super) fn done(self) {
        self.bar.finish_and_clear();
        if STOPPED.load(Ordering::Relaxed) {
            aside(msg!("terminal.progress.stopped"));
        }
    }
}

/// The exit code of work that went well, as far as it went.
pub(super) fn outcome() -> ExitCode {
    if STOPPED.load(Ordering::Relaxed) { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS }
}

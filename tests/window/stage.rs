//! A stage for tests of the real window: a display, a home of its own, and a script that drives it.

#![cfg(all(feature = "window", target_os = "linux"))]

use crate::common::program;
use serde_json::Value;
use std::io::BufRead;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use triangulum::table::{Saves, read_trace};

/// A display to draw on: the one that is there, or a virtual one that ends with the tests.
pub(crate) struct Display {
    name: String,
    /// Who holds the other end ends with this process, however that ends.
    _server: Option<Child>,
}

/// Starts a display and waits until somebody reaches for the pipe's other end in vain: a static is never dropped, and a test that is
/// killed drops nothing. It finds a number that nobody has and says which, once it is ready: other tests may be looking for one too.
/// Left to itself it would begin anew whenever its last window closes, and turn away whoever comes at that moment.
const SERVER: &str =
    "Xvfb -displayfd 1 -screen 0 1920x1080x24 -nolisten tcp -noreset & server=$!; exec >&-; read -r gone; kill $server";

fn display() -> Option<&'static Display> {
    static DISPLAY: OnceLock<Option<Display>> = OnceLock::new();
    let found = DISPLAY.get_or_init(|| {
        if let Ok(name) = std::env::var("DISPLAY") {
            return Some(Display { name, _server: None });
        }
        let mut server = Command::new("sh")
            .args(["-c", SERVER])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut number = String::new();
        std::io::BufReader::new(server.stdout.take()?).read_line(&mut number).ok()?;
        let number = number.trim();
        (!number.is_empty()).then(|| Display { name: format!(":{number}"), _server: Some(server) })
    });
    let compulsory = std::env::var("TRIANGULUM_WINDOW_TESTS").is_ok_and(|value| value == "1");
    assert!(found.is_some() || !compulsory, "no display and no Xvfb, but the window tests are compulsory");
    if found.is_none() {
        eprintln!("skipped: there is neither a display nor Xvfb");
    }
    found.as_ref()
}

/// The program; or, where `TRIANGULUM_PAGE` is set, the page in headless Chromium (docs/web.md).
fn window() -> Command {
    if std::env::var_os("TRIANGULUM_PAGE").is_none() {
        return program();
    }
    let mut page = Command::new("node");
    page.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/web/window.mjs"));
    page
}

/// Clicks to a game, always the same one for a seed; before it begins, whatever else is chosen.
pub(crate) fn begin(pack: &str, variant: &str, chosen: &str, seed: u64) -> String {
    format!(
        "
        size 1280 800
        click new:{pack}
        click variant:{variant}
        {chosen}
        click seed
        key ctrl+a
        type {seed}
        click play
        "
    )
}

/// The same for two people.
pub(crate) fn two_people(pack: &str, variant: &str) -> String {
    begin(pack, variant, "click seats:2\nclick kind:1\nclick kind:1=human", 7)
}

/// Two people at Bermuda, up to the first roll.
pub(crate) fn two_at_bermuda(variant: &str) -> String {
    two_people("bermuda", variant) + "wait element roll\n"
}

/// Two people at a short game of Bermuda, without waiting for pictures.
pub(crate) fn short_game() -> String {
    two_at_bermuda("short") + "click speed:instant\n"
}

/// A home of its own for one test, with a script to drive the window.
pub(crate) struct Stage {
    folder: tempfile::TempDir,
    display: &'static Display,
}

impl Stage {
    pub(crate) fn new() -> Option<Self> {
        Some(Self { display: display()?, folder: tempfile::tempdir().expect("a folder for the test") })
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn command(&self, script: &str) -> Command {
        let file = self.path("script.txt");
        std::fs::write(&file, script.replace("HOME/", &format!("{}/", self.folder.path().display())))
            .expect("the script is written");
        let mut command = window();
        command.arg("window").arg("--drive").arg(file).arg("--home").arg(self.folder.path());
        command.env("DISPLAY", &self.display.name).env("LIBGL_ALWAYS_SOFTWARE", "1");
        // Nobody shall hear the tests; and without a sound server everything must go on.
        command.env("PULSE_SERVER", "unix:/nowhere/at/all");
        // English, whatever is spoken where the tests run.
        command.env("LC_ALL", "C");
        command
    }

    pub(crate) fn drive(&self, script: &str) -> Output {
        let output = self.command(script).output().expect("the program starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "the script failed:\n{said}");
        output
    }

    /// The file of the game that was played last.
    pub(crate) fn last_slot(&self) -> PathBuf {
        let slots = Saves::new(self.path("saves")).slots();
        slots.into_iter().next().expect("a game is kept").path
    }

    /// The line of play of that game, as a trace.
    pub(crate) fn last_game(&self) -> String {
        read_trace(&self.last_slot()).unwrap_or_else(|problems| panic!("{problems}")).source.text
    }

    /// Plays a game to its end, `mouse` or `keys` in hand.
    pub(crate) fn play_out(&self, begun: &str, hand: &str) -> Value {
        self.drive(&format!("{begun}\nplay {hand}\nwait element rematch\nstate HOME/end.json\nquit"));
        self.whole_game()
    }

    /// The game that was played last is over, and its record leads there too.
    pub(crate) fn whole_game(&self) -> Value {
        let state = self.state("end.json");
        assert_eq!(state["over"], true);
        let replay = program().arg("replay").arg(self.last_slot()).output().expect("replay starts");
        assert!(replay.status.success(), "{}", String::from_utf8_lossy(&replay.stderr));
        state
    }

    pub(crate) fn state(&self, name: &str) -> Value {
        let text = std::fs::read_to_string(self.path(name)).expect("the script wrote its state");
        serde_json::from_str(&text).expect("the state is JSON")
    }
}

/// What variants and house rules of Bermuda say about themselves, which is shown in any language as it is.
pub(crate) struct AboutVariants(String);

pub(crate) fn about_variants() -> AboutVariants {
    let about = |file: std::io::Result<std::fs::DirEntry>| {
        let path = file.expect("a file").path();
        let stem = path.file_stem().expect("a name").to_string_lossy().replace('_', " ");
        format!("{stem}\n{}\n", std::fs::read_to_string(&path).unwrap_or_default().to_lowercase())
    };
    let folders = ["variants/bermuda", "rules/bermuda/house"].map(|folder| std::fs::read_dir(folder).expect("files of rules"));
    AboutVariants(folders.into_iter().flatten().map(about).collect())
}

impl AboutVariants {
    pub(crate) fn say(&self, text: &str) -> bool {
        // Values stand in the files as slots.
        let text = text.trim_start_matches("• ").to_lowercase();
        text.split(|c: char| c.is_ascii_digit()).all(|piece| self.0.contains(piece))
    }
}

/// What is wrong with everything written in a state: what is cut off, and in the language of accents what comes from no lexicon.
pub(crate) fn flaws(name: &str, state: &Value, as_it_is: impl Fn(&str) -> bool) -> Vec<String> {
    let is_word = |part: &str| part.chars().count() > 2 && part.chars().all(|c| c.is_ascii_alphabetic());
    let is_plain =
        |text: &str| text.split(|c: char| !c.is_alphabetic()).any(is_word) && !text.chars().any(|c| "àéîöüÄÉÖÜø".contains(c));
    let cut = state["cut"].as_array().expect("elements").iter().map(|element| format!("{name}: {element} is cut off"));
    let mut flaws: Vec<String> = cut.collect();
    for text in state["texts"].as_array().expect("texts") {
        let said = text["text"].as_str().expect("a text");
        if text["cut"] == true {
            flaws.push(format!("{name}: cut off: {said}"));
        }
        if state["language"] == "pseudo" && is_plain(said) && !as_it_is(said) {
            flaws.push(format!("{name}: not from a lexicon: {said}"));
        }
    }
    flaws
}

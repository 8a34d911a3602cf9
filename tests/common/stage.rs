//! A stage for tests of the real window: a display, a home of its own, and a script that drives it.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::Duration;
use triangulum::table::{Saves, read_trace};

/// A display to draw on: the one that is there, or a virtual one that ends with the tests.
pub(crate) struct Display {
    name: String,
    _server: Option<Server>,
}

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn display() -> Option<&'static Display> {
    static DISPLAY: OnceLock<Option<Display>> = OnceLock::new();
    let found = DISPLAY.get_or_init(|| {
        if let Ok(name) = std::env::var("DISPLAY") {
            return Some(Display { name, _server: None });
        }
        let number = (200..260).find(|n| !Path::new(&format!("/tmp/.X11-unix/X{n}")).exists())?;
        let name = format!(":{number}");
        let server = Command::new("Xvfb")
            .args([&name, "-screen", "0", "1920x1080x24", "-nolisten", "tcp"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let socket = format!("/tmp/.X11-unix/X{number}");
        let server = Server(server);
        let up = (0..100).any(|_| {
            std::thread::sleep(Duration::from_millis(50));
            Path::new(&socket).exists()
        });
        up.then_some(Display { name, _server: Some(server) })
    });
    let compulsory = std::env::var("TRIANGULUM_WINDOW_TESTS").is_ok_and(|value| value == "1");
    assert!(found.is_some() || !compulsory, "no display and no Xvfb, but the window tests are compulsory");
    if found.is_none() {
        eprintln!("skipped: there is neither a display nor Xvfb");
    }
    found.as_ref()
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
        let mut command = Command::new(env!("CARGO_BIN_EXE_triangulum"));
        command.arg("window").arg("--drive").arg(file).arg("--home").arg(self.folder.path());
        command.env("DISPLAY", &self.display.name).env("LIBGL_ALWAYS_SOFTWARE", "1");
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

    pub(crate) fn state(&self, name: &str) -> Value {
        let text = std::fs::read_to_string(self.path(name)).expect("the script wrote its state");
        serde_json::from_str(&text).expect("the state is JSON")
    }
}

//! The table in a page of a browser.

use super::{Options, configuration, run, usual_home};
use crate::files::is_file;
use crate::variant::Shelf;
use crate::words::say;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// A script the page has put there to drive the window, instead of a person.
const SCRIPT: &str = "drive.txt";

/// What a page says when another one has taken its table.
pub fn elsewhere() -> String {
    say!("window.page.elsewhere")
}

/// Opens the table in the page's canvas. Returns at once; the page calls for every frame.
pub fn open_page(ended: impl FnOnce(Result<(), String>) + 'static) {
    let home = usual_home();
    let drive = Some(Path::new(SCRIPT)).filter(|path| is_file(path)).map(Path::to_owned);
    let shelf = Shelf { variants: vec![home.join("variants")], ..Shelf::built_in() };
    let options = Options { home, shelf, drive, replay: None, size: (1280, 800), language: None };
    let conf = configuration(options.size);
    let main = async move {
        ended(run(options, &AtomicBool::new(false)).await.map_err(|problems| problems.to_string()));
        // There is nothing behind the window to go back to: its last picture stays.
        loop {
            macroquad::window::next_frame().await;
        }
    };
    macroquad::Window::from_config(conf, main);
}

//! The table in a page of a browser.

use super::{Options, USUAL_SIZE, configuration, run, usual_home};
use crate::files::{is_file, read_file};
use crate::variant::Shelf;
use crate::variant::own::OwnVariants;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// A script the page has put there to drive the window, instead of a person.
const SCRIPT: &str = "drive.txt";
/// What stood behind the `#` of its address.
const LINK: &str = "link.txt";

/// Opens the table in the page's canvas. Returns at once; the page calls for every frame. `begun` is called before the first,
/// when macroquad has prepared everything, its own way to tell of faults included.
pub fn open_page(begun: impl FnOnce() + 'static, ended: impl FnOnce(Result<(), String>) + 'static) {
    let home = usual_home();
    let drive = Some(Path::new(SCRIPT)).filter(|path| is_file(path)).map(Path::to_owned);
    let shelf = Shelf { variants: OwnVariants::shelves(&home).to_vec(), ..Shelf::built_in() };
    let link = read_file(LINK.as_ref()).ok().map(|source| source.text);
    let options = Options { home, shelf, drive, replay: None, link, size: None, language: None };
    let conf = configuration(USUAL_SIZE, false);
    let main = async move {
        begun();
        ended(run(options, &AtomicBool::new(false)).await.map_err(|problems| problems.to_string()));
        // There is nothing behind the window to go back to: its last picture stays.
        loop {
            macroquad::window::next_frame().await;
        }
    };
    macroquad::Window::from_config(conf, main);
}

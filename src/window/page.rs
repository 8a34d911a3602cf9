//! The table in a page of a browser.

use super::{Options, USUAL_SIZE, configuration, run, usual_home};
use crate::files::{is_file, read_file, write_atomically};
use crate::variant::Shelf;
use crate::variant::own::OwnVariants;
use crate::words::spoken;
use serde_json::json;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// A script the page has put there to drive the window, instead of a person.
const SCRIPT: &str = "drive.txt";
/// What stood behind the `#` of its address.
const LINK: &str = "link.txt";
/// What is new at the table, for the page to have it read out.
const ALOUD: &str = "page/aloud.json";

/// Gives the page what is to be read out, and in which language.
fn read_out(lines: &[String]) {
    // The page's memory has room for it, or for nothing at all.
    let _ = write_atomically(ALOUD.as_ref(), json!({"language": spoken().language, "lines": lines}).to_string());
}

/// Opens the table in the page's canvas. Returns at once; the page calls for every frame. `begun` is called before the first,
/// when macroquad has prepared everything, its own way to tell of faults included.
pub fn open_page(begun: impl FnOnce() + 'static, ended: impl FnOnce(Result<(), String>) + 'static) {
    let home = usual_home();
    let drive = Some(Path::new(SCRIPT)).filter(|path| is_file(path)).map(Path::to_owned);
    let shelf = Shelf { variants: OwnVariants::shelves(&home).to_vec(), ..Shelf::built_in() };
    let link = read_file(LINK.as_ref()).ok().map(|source| source.text);
    let options = Options { home, shelf, drive, replay: None, link, size: None, language: None, aloud: Some(Box::new(read_out)) };
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

//! The table on the screen: a macroquad window with egui panels. The only place that knows either; it reads the game
//! and gives back commands that were on offer.

mod app;
mod aside;
mod badges;
mod book;
mod display;
pub mod drive;
mod elements;
mod focus;
mod generic;
pub mod glyphs;
mod handicaps;
mod heat;
mod hint;
mod host;
mod input;
mod kept;
pub mod laboratory;
mod language;
mod layout;
mod lesson;
mod lettering;
mod live;
pub mod motion;
mod names;
mod new_game;
mod notes;
mod opening;
#[cfg(target_family = "wasm")]
mod page;
mod panels;
mod pictures;
mod played;
mod pointing;
mod scene;
mod set_up;
mod settings;
mod shown;
pub mod sound;
pub mod sprites;
mod start;
mod system;
mod tabletop;
mod text_area;
mod theme;
mod touch;
mod workshop;

// Scenes made by hand live beside their pack; they are part of the window all the same.
#[path = "../packs/bermuda/scene/mod.rs"]
mod bermuda;
#[path = "../packs/dreieck/scene/mod.rs"]
mod dreieck;

pub use display::NoDisplay;
pub use live::Reader;
#[cfg(target_family = "wasm")]
pub use page::open_page;
pub use system::usual_home;

use crate::problem::Problems;
use crate::variant::Shelf;
use app::App;
use macroquad::miniquad::conf::{Conf, LinuxBackend, Platform};
use settings::Settings;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// How the window is opened.
pub struct Options {
    /// Where saves, settings and the person's own variants are kept.
    pub home: PathBuf,
    pub shelf: Shelf,
    /// A script that drives the window instead of a person.
    pub drive: Option<PathBuf>,
    /// A recorded game to watch.
    pub replay: Option<PathBuf>,
    /// A link to rules or to a game, to be asked about.
    pub link: Option<String>,
    /// Its size; as it was left last, where nobody says.
    pub size: Option<(i32, i32)>,
    /// The language to begin in, by its code, whatever the settings say.
    pub language: Option<String>,
    /// Who reads out what is told at the table.
    pub aloud: Option<Reader>,
}

/// The size of a window that has not been opened before.
const USUAL_SIZE: (i32, i32) = (1280, 800);

fn configuration((window_width, window_height): (i32, i32), fullscreen: bool) -> Conf {
    Conf {
        window_title: "Triangulum".to_owned(),
        window_width,
        window_height,
        fullscreen,
        // A page is drawn dot by dot of its own measure, which the browser enlarges: everything in it counts in that.
        high_dpi: !system::IS_PAGE,
        sample_count: 4,
        platform: Platform {
            linux_backend: LinuxBackend::X11WithWaylandFallback,
            linux_wm_class: "triangulum",
            ..Platform::default()
        },
        ..Conf::default()
    }
}

/// Opens the window and stays until it is closed. The inner result is what a driving script found.
pub fn open(options: Options) -> Result<Result<(), Problems>, NoDisplay> {
    display::look()?;
    let result: Arc<Mutex<Option<Result<(), Problems>>>> = Arc::default();
    let told = result.clone();
    let opened = Arc::new(AtomicBool::new(false));
    let first_frame = opened.clone();
    let settings = Settings::peek(&Settings::file(&options.home));
    let size = options.size.or_else(|| settings.last_size()).unwrap_or(USUAL_SIZE);
    let conf = configuration(size, settings.full_screen);
    let main = async move {
        let end = run(options, &first_frame).await;
        *told.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(end);
    };
    // Without a usable graphics driver miniquad panics while it opens the window; that too must end in a sentence.
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| macroquad::Window::from_config(conf, main)));
    let end = result.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
    match (caught, end) {
        (_, Some(end)) => Ok(end),
        (Ok(()), None) if opened.load(Ordering::Relaxed) => Ok(Ok(())),
        (Ok(()), None) => Err(NoDisplay::NoLibraries),
        (Err(panic), None) if opened.load(Ordering::Relaxed) => std::panic::resume_unwind(panic),
        (Err(panic), None) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            Err(NoDisplay::Failed(text.unwrap_or_default()))
        }
    }
}

async fn run(options: Options, first_frame: &AtomicBool) -> Result<(), Problems> {
    let mut app = App::new(options)?;
    first_frame.store(true, Ordering::Relaxed);
    while app.frame()? {
        macroquad::window::next_frame().await;
    }
    Ok(())
}

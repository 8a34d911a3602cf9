//! How games look, sound and move, and the real window, driven: see `window.rs` for when that runs.

mod art;
#[path = "../common/mod.rs"]
mod common;
mod motion;
mod show;
mod sound;
mod stage;
mod svg;
mod window;
mod window_comfort;
mod window_dreieck;
mod window_lessons;
mod window_links;
mod window_look_back;
mod window_start;
mod window_words;
mod window_workshop;
mod window_workshop_look;
mod window_workshop_text;

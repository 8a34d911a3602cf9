//! Everything the lexicons say can be written with the fonts that are shipped, and `check` tells of letters that cannot.

#![cfg(feature = "window")]

use crate::common;
use triangulum::variant::{Shelf, wording};
use triangulum::window::glyphs::writable;

#[test]
fn every_letter_is_in_every_font() {
    let (shelf, writable) = (common::library().shelf, writable());
    for code in wording::codes(&shelf) {
        let (files, problems) = wording::check(&shelf, &code, &writable);
        assert!(files > 0 && problems.0.is_empty(), "{problems}");
    }
}

#[test]
fn a_letter_no_font_has_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("words/it.toml");
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, "[sim]\nreason.over = \"finita, è ዀ finita\"\n").unwrap();
    let told = wording::check_file(&Shelf::around(folder.path()), &path, &writable()).to_string();
    assert!(told.contains("it.toml:2:8: warning: `sim.reason.over` has “ዀ”"), "{told}");
    assert!(!told.contains("has “è”"), "{told}");
}

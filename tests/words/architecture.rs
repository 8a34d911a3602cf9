//! The house as docs/architecture.md draws it: who may import whom.

use std::fs;
use std::path::{Path, PathBuf};

/// Rooms from the ground up; a room may use those of lower floors and, on its own floor, only itself.
const FLOORS: [&[&str]; 10] = [
    // For everyone.
    &["built_in", "limits", "seal"],
    &["words"],
    &["problem"],
    &["document", "files"],
    &["sim"],
    // A library finds packs and reads rules from files; a pack says what such rules can do in it.
    &["packs", "script", "variant"],
    &["lab", "players", "scenario"],
    &["table"],
    &["window"],
    &["terminal"],
];
/// Neighbours on one floor that know each other.
const NEIGHBOURS: [(&str, &str); 4] = [("variant", "packs"), ("variant", "script"), ("packs", "script"), ("lab", "players")];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()) {
        if entry.is_dir() {
            sources(&entry, found);
        } else if entry.extension().is_some_and(|e| e == "rs") {
            found.push(entry);
        }
    }
}

fn floor(room: &str) -> Option<usize> {
    FLOORS.iter().position(|rooms| rooms.contains(&room))
}

/// The room a source belongs to. A scene made by hand lives beside its pack, but is part of the window.
fn room(inside: &Path) -> &str {
    let mut parts = inside.iter().filter_map(|part| part.to_str());
    let first = parts.next().unwrap_or_default();
    if first == "packs" && parts.nth(1) == Some("scene") { "window" } else { first.trim_end_matches(".rs") }
}

/// Every room a source names as `crate::room` in code.
fn imports(text: &str) -> Vec<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let mut rooms = Vec::new();
    for line in code {
        for part in line.split("crate::").skip(1) {
            // A pack of its own uses `$crate`, which is the same.
            let room: String = part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            rooms.push(room);
        }
    }
    rooms
}

#[test]
fn rooms_only_use_what_lies_below_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut wrong = Vec::new();
    for file in files {
        let inside = file.strip_prefix(&root).unwrap();
        let room = room(inside);
        let Some(own) = floor(room) else {
            assert!(["main", "lib"].contains(&room), "{room} has no place in the house");
            continue;
        };
        for used in imports(&fs::read_to_string(&file).unwrap()) {
            let allowed =
                used == room || floor(&used).is_none_or(|theirs| theirs < own) || NEIGHBOURS.contains(&(room, used.as_str()));
            if !allowed {
                wrong.push(format!("{} uses {used}", inside.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn only_the_window_knows_its_graphics_and_only_the_terminal_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let inside = file.strip_prefix(&root).unwrap();
        if room(inside) != "window" {
            assert!(!text.contains("macroquad::") && !text.contains("egui::"), "{}", inside.display());
        }
        if !inside.starts_with("terminal") {
            assert!(!text.contains("println!("), "{}", inside.display());
        }
    }
}

/// How a source would come to the disk by itself.
const CALLS: [&str; 14] = [
    "std::fs",
    "fs::",
    "File::",
    "OpenOptions",
    ".exists()",
    ".is_file()",
    ".is_dir()",
    ".metadata()",
    ".canonicalize()",
    ".read_dir()",
    ".read_link()",
    "export_png(",
    "load_file(",
    "load_string(",
];

#[test]
fn only_the_files_layer_touches_the_disk() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    for file in files {
        let inside = file.strip_prefix(&root).unwrap();
        if inside.starts_with("files") {
            continue;
        }
        for (number, line) in fs::read_to_string(&file).unwrap().lines().enumerate() {
            // Files built into the program are no files on the disk.
            let code = line.split("//").next().unwrap().replace("include_dir::File::", "");
            let found = CALLS.iter().find(|call| code.contains(*call));
            assert!(found.is_none(), "{}:{} calls {}", inside.display(), number + 1, found.unwrap());
        }
    }
}

/// Where a pack may be named beside its own folders: the list of games, and the list of those with a hand-made scene.
const LISTS: [&str; 3] = ["packs/mod.rs", "window/mod.rs", "window/shown.rs"];

#[test]
fn a_pack_is_named_in_its_folder_and_in_the_list_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut wrong = Vec::new();
    for file in files {
        let inside = file.strip_prefix(&root).unwrap();
        // Tests of a module play games, as those in `tests/` do.
        if LISTS.iter().any(|list| inside == Path::new(list)) || inside.ends_with("tests.rs") {
            continue;
        }
        let own = inside.iter().nth(1).and_then(|folder| folder.to_str()).unwrap_or_default();
        // An example for whoever uses the library plays some game.
        let mut example = false;
        for (number, line) in fs::read_to_string(&file).unwrap().lines().enumerate() {
            example ^= line.trim_start().starts_with("//") && line.contains("```");
            if example {
                continue;
            }
            let named = |name: &&str| line.to_lowercase().contains(name) && *name != own;
            let names = triangulum::packs::ALL.iter().map(|pack| pack.name());
            wrong.extend(names.filter(named).map(|name| format!("{}:{} names {name}", inside.display(), number + 1)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

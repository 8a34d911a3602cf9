//! Whatever operation on the disk fails, writes half, or is where the program dies: the last completed deed is there, and
//! nothing else is damaged. Every operation is tried, in the running game, in `run --trace`, in the lab's files.

#![cfg(debug_assertions)]

mod common;

use common::desk::{Seen, deed, folder, people, seen};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::TempDir;
use triangulum::files::faults::{self, Fault};
use triangulum::table::{Saves, Slot, Table};
use triangulum::variant::Library;

/// The faults of this process are one thing, and a program that is just being started has its locks too: tests take turns.
fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

const DEEDS: usize = 34;

/// Every file of a folder with its contents.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .flatten()
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect();
    found.sort();
    found
}

/// A home with three games in its slots and one saved by name.
struct Home {
    _folder: TempDir,
    saves: Saves,
    library: Library,
    before: Vec<(String, Vec<u8>)>,
}

impl Home {
    fn new() -> Self {
        let folder = folder();
        let saves = Saves::new(folder.path());
        let library = Library::new(triangulum::variant::Shelf::built_in());
        for seed in 0..3 {
            let mut table = people(&library, "muehle", seed);
            table.keep_with(saves.begin().unwrap());
            table.carry_out(deed(&library, &table, 0)).unwrap();
            drop(table);
            let file = fs::File::options().append(true).open(folder.path().join(format!("slot-{}.journal", seed + 1))).unwrap();
            file.set_modified(std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_000 + seed)).unwrap();
        }
        saves.write(&saves.path("Sunday").unwrap(), people(&library, "muehle", 9).trace()).unwrap();
        let before = contents(folder.path());
        Self { _folder: folder, saves, library, before }
    }

    /// Puts everything back as it was.
    fn restore(&self) {
        for (name, _) in contents(&self.saves.folder) {
            fs::remove_file(self.saves.folder.join(name)).unwrap();
        }
        for (number, (name, bytes)) in self.before.iter().enumerate() {
            let path = self.saves.folder.join(name);
            fs::write(&path, bytes).unwrap();
            let then = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_000 + number as u64);
            fs::File::options().append(true).open(path).unwrap().set_modified(then).unwrap();
        }
    }

    /// Begins a game and plays it; gives what was seen after every deed, and how many were kept without trouble.
    fn play(&self) -> (Vec<Seen>, usize) {
        let mut table = people(&self.library, "muehle", 77);
        match self.saves.begin() {
            Ok(journal) => table.keep_with(journal),
            Err(_) => return (Vec::new(), 0),
        }
        self.go_on(&mut table, 0)
    }

    fn go_on(&self, table: &mut Table, from: usize) -> (Vec<Seen>, usize) {
        let (mut all, mut kept) = (Vec::new(), 0);
        for number in from..from + DEEDS {
            let deed = deed(&self.library, table, number);
            table.carry_out(deed).unwrap_or_else(|refused| panic!("{number}: {refused}"));
            table.settle();
            all.push(seen(table));
            if table.is_kept() {
                kept = all.len();
            }
        }
        (all, kept)
    }

    /// The slot that is not one of those there were.
    fn new_slot(&self) -> Option<Slot> {
        let is_old = |slot: &Slot| self.before.contains(&(format!("{}.journal", slot.name), fs::read(&slot.path).unwrap()));
        self.saves.slots().into_iter().find(|slot| !is_old(slot))
    }

    /// Nothing of what was there before is damaged, but for one slot that may be used again.
    fn check_others(&self, reused: Option<&str>, context: &str) {
        let now = contents(&self.saves.folder);
        for (name, bytes) in &self.before {
            let is_reused = reused.is_some_and(|slot| *name == format!("{slot}.journal"));
            let same = now.iter().any(|(other, contents)| other == name && contents == bytes);
            assert!(same || is_reused, "{context}: {name} is damaged");
        }
    }
}

#[cfg(unix)]
#[test]
fn behind_a_new_name_the_folder_is_brought_to_the_disk_too() {
    let _turn = alone();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let write = |text: &str| triangulum::files::write_atomically(&path, text.as_bytes());
    faults::plan(None);
    write("old").unwrap();
    faults::plan(None);
    write("new").unwrap();
    let last = faults::operations() - 1;
    // The last operation is the folder's: the file has its name already, and no more can be done.
    faults::plan(Some((Fault::Fail, last)));
    write("newer").unwrap();
    faults::plan(Some((Fault::Fail, last - 1)));
    assert!(write("newest").is_err(), "the one before gives it its name");
    faults::plan(None);
    assert_eq!(fs::read_to_string(&path).unwrap(), "newer");
}

/// As settings, variants edited in the panel and everything else that is written as a whole.
#[test]
fn a_file_written_as_a_whole_is_the_old_one_or_the_new_one_after_a_fault_at_every_operation() {
    let _turn = alone();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("below/settings.toml");
    let write = || {
        triangulum::files::make_folder(path.parent().unwrap())?;
        triangulum::files::write_atomically(&path, "new")
    };
    for before in [Some("old"), None] {
        let restore = || {
            let _ = fs::remove_dir_all(path.parent().unwrap());
            if let Some(text) = before {
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(&path, text).unwrap();
            }
            faults::plan(None);
        };
        restore();
        write().unwrap();
        let operations = faults::operations();
        assert!(operations > 6, "{operations} operations");
        for fault in Fault::ALL {
            for at in 0..operations {
                let context = format!("{before:?}, {} at operation {at}", fault.name());
                restore();
                faults::plan(Some((fault, at)));
                let written = write();
                faults::plan(None);
                let found = fs::read_to_string(&path).ok();
                let is_new = found.as_deref() == Some("new");
                assert!(is_new || found.as_deref() == before, "{context}: {found:?}");
                assert!(is_new || written.is_err(), "{context}: it says that it was written");
                let parts = path.parent().filter(|folder| folder.exists()).map_or(0, |folder| parts_in(folder).len());
                assert!(parts == 0 || fault == Fault::Crash, "{context}: a part is left");
            }
        }
    }
}

/// What cannot be used is there under one name or the other.
#[test]
fn what_is_put_aside_is_never_lost_by_a_fault_at_any_operation() {
    let _turn = alone();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.toml");
    for (number, aside) in [triangulum::files::put_aside, triangulum::files::copy_aside].into_iter().enumerate() {
        let restore = || {
            for (name, _) in contents(folder.path()) {
                fs::remove_file(folder.path().join(name)).unwrap();
            }
            fs::write(&path, "precious").unwrap();
            faults::plan(None);
        };
        restore();
        aside(&path).unwrap();
        let operations = faults::operations();
        for fault in Fault::ALL {
            for at in 0..operations {
                restore();
                faults::plan(Some((fault, at)));
                let moved = aside(&path);
                faults::plan(None);
                let files = contents(folder.path())
                    .into_iter()
                    .filter(|(name, _)| Path::new(name).extension().is_none_or(|kind| kind != "part"));
                let whole = files.clone().filter(|(_, bytes)| bytes == b"precious").count();
                let context = format!("{number}, {} at operation {at}", fault.name());
                assert!(whole >= 1 && whole == files.count(), "{context}: half of it, or nothing");
                assert!(moved.is_err() || contents(folder.path()).len() > number, "{context}");
            }
        }
    }
}

#[test]
fn the_last_completed_deed_survives_a_fault_at_every_operation_of_a_running_game() {
    let _turn = alone();
    let home = Home::new();
    faults::plan(None);
    home.restore();
    faults::plan(None);
    let (states, kept) = home.play();
    let operations = faults::operations();
    assert_eq!(kept, DEEDS);
    assert!(operations > 2 * DEEDS as u64, "{operations} operations");
    for fault in Fault::ALL {
        for at in 0..operations {
            let context = format!("{} at operation {at}", fault.name());
            home.restore();
            faults::plan(Some((fault, at)));
            let (_, kept) = home.play();
            faults::plan(None);
            let slot = home.new_slot();
            home.check_others(slot.as_ref().map(|slot| slot.name.as_str()), &context);
            let Some(slot) = slot else {
                assert_eq!(kept, 0, "{context}: a game that was kept is gone");
                continue;
            };
            let resumed = home.saves.resume(&slot, &home.library).unwrap_or_else(|problems| panic!("{context}: {problems}"));
            assert_eq!(resumed.damage, None, "{context}");
            let found = seen(&resumed.table);
            let reached = states.iter().rposition(|state| *state == found).map_or(0, |at| at + 1);
            // What was being written when it happened may have got out whole.
            assert!(reached >= kept || states[kept - 1] == found, "{context}: {kept} deeds were kept, {reached} are there");
            if fault != Fault::Crash {
                assert_eq!(found, states[DEEDS - 1], "{context}: what failed once is made good");
            }
        }
    }
}

#[test]
fn a_game_taken_up_again_survives_a_fault_at_every_operation_too() {
    let _turn = alone();
    let mut home = Home::new();
    faults::plan(None);
    home.restore();
    let (states, _) = home.play();
    // Left by a program that died in the middle of a line.
    let slot = home.new_slot().unwrap();
    let text = fs::read_to_string(&slot.path).unwrap();
    fs::write(&slot.path, &text[..text.len() - 9]).unwrap();
    home.before = contents(&home.saves.folder);
    let torn = seen(&home.saves.resume(&slot, &home.library).unwrap_or_else(|p| panic!("{p}")).table);
    assert_eq!(torn, states[DEEDS - 2]);
    let take_up = |home: &Home| -> (Vec<Seen>, usize) {
        home.saves.tidy();
        match home.saves.resume(&slot, &home.library) {
            Ok(mut resumed) => home.go_on(&mut resumed.table, DEEDS),
            Err(_) => (Vec::new(), 0),
        }
    };
    home.restore();
    faults::plan(None);
    let (states, kept) = take_up(&home);
    let operations = faults::operations();
    assert_eq!(kept, DEEDS);
    for fault in Fault::ALL {
        for at in 0..operations {
            let context = format!("{} at operation {at}", fault.name());
            home.restore();
            faults::plan(Some((fault, at)));
            let (_, kept) = take_up(&home);
            faults::plan(None);
            home.check_others(Some(&slot.name), &context);
            let resumed = home.saves.resume(&slot, &home.library).unwrap_or_else(|problems| panic!("{context}: {problems}"));
            let found = seen(&resumed.table);
            if kept == 0 {
                assert!(found == torn || states.contains(&found), "{context}: the game has gone back");
                continue;
            }
            let reached = states.iter().rposition(|state| *state == found).map_or(0, |at| at + 1);
            assert!(reached >= kept || states[kept - 1] == found, "{context}: {kept} deeds were kept, {reached} are there");
        }
    }
}

#[test]
fn a_game_saved_by_name_is_the_old_one_or_the_new_one_after_a_fault_at_every_operation() {
    let _turn = alone();
    let home = Home::new();
    let path = home.saves.path("Sunday").unwrap();
    let new = people(&home.library, "muehle", 12).trace().to_owned();
    faults::plan(None);
    home.saves.write(&path, &new).unwrap();
    let operations = faults::operations();
    for fault in Fault::ALL {
        for at in 0..operations {
            let context = format!("{} at operation {at}", fault.name());
            home.restore();
            let old = fs::read_to_string(&path).unwrap();
            faults::plan(Some((fault, at)));
            let saved = home.saves.write(&path, &new);
            faults::plan(None);
            // It may have been moved aside when it could not be read for a moment, but it is there.
            let texts: Vec<String> = home.saves.list().iter().map(|(_, path)| fs::read_to_string(path).unwrap()).collect();
            assert!(texts.contains(&new) || saved.is_err(), "{context}");
            assert!(texts.contains(&old) || texts.contains(&new), "{context}: both are gone");
            assert!(texts.iter().all(|text| *text == old || *text == new), "{context}: half a game");
            assert!(parts_in(&home.saves.folder).is_empty() || fault == Fault::Crash, "{context}: a part is left");
        }
    }
}

// ── Whole programs ──────────────────────────────────────────────────────────────────────────────────────────────────

/// Runs the program in a folder, with a fault.
fn program(folder: &Path, arguments: &[&str], fault: Option<(Fault, u64)>) -> Output {
    let mut command = common::program();
    command.args(arguments).current_dir(folder);
    if let Some((fault, at)) = fault {
        command.env("TRIANGULUM_FAULT", format!("{} {at}", fault.name()));
    }
    command.output().unwrap()
}

/// Tries a command with every fault at every operation, until the program is through before the fault comes. The output
/// file is an old one at first; `check` sees how it ended, and its contents.
fn try_every_operation(folder: &Path, arguments: &[&str], out: &Path, mut check: impl FnMut(Fault, u64, &Output, &[u8])) -> u64 {
    let most = operations_of(folder, arguments, out);
    for fault in Fault::ALL {
        for at in 0..most {
            fs::write(out, "old").unwrap();
            let output = program(folder, arguments, Some((fault, at)));
            check(fault, at, &output, &fs::read(out).unwrap());
            let parts = remove_parts(folder);
            assert!(parts == 0 || fault == Fault::Crash, "{} at {at}: {parts} parts are left", fault.name());
        }
    }
    most
}

/// How many operations a command needs: the first at which a crash changes nothing any more, and one to be sure.
fn operations_of(folder: &Path, arguments: &[&str], out: &Path) -> u64 {
    let fails = |at: u64| {
        fs::write(out, "old").unwrap();
        let failed = !program(folder, arguments, Some((Fault::Crash, at))).status.success();
        remove_parts(folder);
        failed
    };
    let mut most = 1;
    while fails(most) {
        most *= 2;
    }
    let mut least = most / 2;
    while least + 1 < most {
        let middle = least.midpoint(most);
        if fails(middle) { least = middle } else { most = middle }
    }
    most + 1
}

/// Removes such parts, as opening a window does in its home; tells how many there were.
fn remove_parts(folder: &Path) -> usize {
    let parts = parts_in(folder);
    for part in &parts {
        fs::remove_file(part).unwrap();
    }
    parts.len()
}

/// What was left beside files that were to be replaced.
fn parts_in(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "part")).collect()
}

#[test]
fn a_trace_holds_every_completed_deed_after_a_fault_at_every_operation_of_run() {
    let _turn = alone();
    let folder = folder();
    let out = folder.path().join("game.jsonl");
    let arguments = ["run", "--pack", "dreieck", "--variant", "three_symbols", "--seed", "3", "--trace", "game.jsonl"];
    assert!(program(folder.path(), &arguments, None).status.success());
    let whole = fs::read(&out).unwrap();
    let mut lengths = Vec::new();
    let operations = try_every_operation(folder.path(), &arguments, &out, |fault, at, output, found| {
        let context = format!("{} at operation {at}: {}", fault.name(), String::from_utf8_lossy(&output.stderr));
        assert!(matches!(output.status.code(), Some(0 | 2)), "{context}");
        if output.status.success() {
            assert!(found == whole, "{context}");
            return;
        }
        assert!(String::from_utf8_lossy(&output.stderr).contains("remedy: "), "{context}");
        assert!(found == b"old" || !found.is_empty() && whole.starts_with(found), "{context}: the trace is damaged");
        if fault == Fault::Fail && found != b"old" {
            assert!(found.ends_with(b"\n"), "{context}: what failed wrote half a line");
            lengths.push(found.len());
        }
    });
    assert!(operations > 20, "{operations} operations");
    assert!(lengths.len() > 10 && lengths.is_sorted_by(|a, b| a < b), "each operation keeps one deed more: {lengths:?}");
}

#[test]
fn the_files_of_the_lab_are_the_old_ones_or_the_new_ones_after_a_fault_at_every_operation() {
    let _turn = alone();
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let lab = ["lab", "run", "--pack", "muehle", "--games", "4"];
    for part in ["1/2", "2/2"] {
        let name = format!("part{}", &part[..1]);
        let output = program(folder.path(), &[&lab[..], &["--shard", part, "--out", &name]].concat(), None);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let parts = [fs::read(path("part1")).unwrap(), fs::read(path("part2")).unwrap()];
    let runs: [(Vec<&str>, &str); 3] = [
        ([&lab[..], &["--shard", "1/2", "--out", "out.json"]].concat(), "out.json"),
        ([&lab[..], &["--html", "out.html"]].concat(), "out.html"),
        (vec!["lab", "merge", "part1", "part2", "--html", "merged.html"], "merged.html"),
    ];
    for (arguments, name) in runs {
        let out = path(name);
        assert!(program(folder.path(), &arguments, None).status.success());
        let whole = fs::read(&out).unwrap();
        let operations = try_every_operation(folder.path(), &arguments, &out, |fault, at, output, found| {
            let context =
                format!("{arguments:?}, {} at operation {at}: {}", fault.name(), String::from_utf8_lossy(&output.stderr));
            assert!(matches!(output.status.code(), Some(0 | 2)), "{context}");
            assert!(found == b"old" || found == whole, "{context}: half a file");
            assert_eq!(output.status.success(), found == whole, "{context}");
            assert!(output.status.success() || String::from_utf8_lossy(&output.stderr).contains("remedy: "), "{context}");
            assert!(
                [fs::read(path("part1")).unwrap(), fs::read(path("part2")).unwrap()] == parts,
                "{context}: a part is damaged"
            );
        });
        assert!(operations > 8, "{arguments:?}: {operations} operations");
    }
}

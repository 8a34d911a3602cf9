//! The running game is kept: what a journal says, slots and who may use them, and what is put aside.

use crate::common;
use crate::common::desk::{deed, folder, people, seen};
use std::fs;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use triangulum::files::{lock, sweep};
use triangulum::packs;
use triangulum::problem::Source;
use triangulum::table::{Deed, Flaw, Record, SLOTS, Saves, Slot, Table, read_trace};
use triangulum::variant::Library;

/// A folder of saves and the library the games are from.
struct Home {
    folder: TempDir,
    saves: Saves,
    library: Library,
}

/// Waits a moment for something that soon holds. A program that another test is just starting has, for that moment, a copy
/// of every lock of this one.
fn eventually(holds: impl Fn() -> bool) {
    let patience = (0..250).any(|_| {
        let holds = holds();
        if !holds {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        holds
    });
    assert!(patience, "it never came to hold");
}

impl Home {
    fn new() -> Self {
        let folder = folder();
        Self { saves: Saves::new(folder.path().join("saves")), folder, library: common::library() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("saves").join(name)
    }

    /// A game that is kept, after some deeds.
    fn game(&self, pack: &str, seed: u64, deeds: usize) -> Table {
        let mut table = people(&self.library, pack, seed);
        table.keep_with(self.saves.begin().unwrap());
        self.play(&mut table, 0, deeds);
        table
    }

    fn play(&self, table: &mut Table, from: usize, deeds: usize) {
        for number in from..from + deeds {
            let deed = deed(&self.library, table, number);
            // Some courses come to an undo with nothing to take back.
            let _ = table.carry_out(deed);
            // Otherwise the writer may take several together.
            table.settle();
        }
        table.settle();
        assert_eq!(table.trouble(), None);
        assert!(table.is_kept());
    }

    fn slot(&self, name: &str) -> Slot {
        self.saves.slots().into_iter().find(|slot| slot.name == name).unwrap_or_else(|| panic!("there is no {name}"))
    }

    fn resume(&self, name: &str) -> Table {
        let slot = self.slot(name);
        eventually(|| !self.saves.is_held(&slot));
        self.saves.resume(&slot, &self.library).unwrap_or_else(|problems| panic!("{problems}")).table
    }

    fn names(&self) -> Vec<String> {
        fs::read_dir(self.path("")).unwrap().flatten().map(|entry| entry.file_name().into_string().unwrap()).collect()
    }
}

#[test]
fn after_every_deed_the_journal_leads_to_the_same_game_with_the_same_undo_and_redo() {
    for pack in packs::ALL {
        let home = Home::new();
        let mut table = home.game(pack.name(), 5, 0);
        for number in 0..60 {
            home.play(&mut table, number, 1);
            let text = fs::read_to_string(home.path("slot-1.journal")).unwrap();
            // The same journal in a home of its own, as it would be found after a crash.
            let other = Home::new();
            fs::create_dir_all(other.path("")).unwrap();
            fs::write(other.path("slot-1.journal"), text).unwrap();
            let mut back = other.resume("slot-1");
            assert_eq!(seen(&back), seen(&table), "{}: after deed {number}", pack.name());
            // It goes on from there, and the next one to open it finds that too.
            other.play(&mut back, number + 1, 3);
            let goes_on = seen(&back);
            drop(back);
            assert_eq!(seen(&other.resume("slot-1")), goes_on);
        }
    }
}

#[test]
fn a_game_loaded_or_taken_over_is_kept_from_its_beginning_with_what_was_taken_back() {
    let home = Home::new();
    let mut table = people(&home.library, "muehle", 3);
    for number in 0..5 {
        let deed = deed(&home.library, &table, number);
        table.carry_out(deed).unwrap();
    }
    assert!(table.can_redo());
    table.keep_with(home.saves.begin().unwrap());
    let before = seen(&table);
    drop(table);
    assert_eq!(seen(&home.resume("slot-1")), before);
}

#[test]
fn a_journal_cut_off_anywhere_gives_the_last_whole_line() {
    let home = Home::new();
    drop(home.game("muehle", 1, 20));
    let text = fs::read_to_string(home.path("slot-1.journal")).unwrap();
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    let whole = |end: usize| Record::read(&Source::new("x.journal", &text[..end])).unwrap();
    // The first two lines are written at once; from there on a line may be torn.
    for pair in ends[1..].windows(2) {
        let before = whole(pair[0]);
        assert_eq!(before.flaw, None);
        for cut in (pair[0] + 1..pair[1]).step_by(7).chain([pair[1] - 1]) {
            let torn = whole(cut);
            assert_eq!((torn.record, torn.flaw), (before.record.clone(), Some(Flaw::Torn)), "cut at {cut}");
        }
    }
    // A game goes on after a torn line as if it had never been begun.
    let last = ends[ends.len() - 2];
    fs::write(home.path("slot-1.journal"), &text[..last + 30]).unwrap();
    let mut table = home.resume("slot-1");
    assert_eq!(table.trace(), whole(last).record.played());
    home.play(&mut table, 0, 3);
    let goes_on = seen(&table);
    drop(table);
    assert_eq!(seen(&home.resume("slot-1")), goes_on);
    assert!(home.names().iter().all(|name| !name.contains('(')), "a torn line is nothing to put aside");
}

#[test]
fn damage_is_seen_wherever_it_is_and_nothing_of_it_is_overwritten() {
    let home = Home::new();
    drop(home.game("dreieck", 2, 12));
    let whole = fs::read(home.path("slot-1.journal")).unwrap();
    let sound = Record::read(&Source::new("x", String::from_utf8(whole.clone()).unwrap())).unwrap().record;
    for at in (0..whole.len()).step_by(whole.len() / 200) {
        let mut bytes = whole.clone();
        bytes[at] = if bytes[at] == b'7' { b'8' } else { b'7' };
        match Record::read(&Source::new("x", String::from_utf8_lossy(&bytes))) {
            Ok(reading) => {
                assert!(reading.flaw.is_some(), "a changed byte at {at} is believed");
                assert!(sound.known().starts_with(&reading.record.known()), "at {at} another game is told");
            }
            Err(problem) => {
                assert!(problem.to_string().contains("journal") || problem.to_string().contains("begins"), "{problem}");
            }
        }
    }
    // In the middle: the game goes on from before it, and the damaged file is kept.
    let line = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(6).unwrap().0;
    let mut bytes = whole.clone();
    bytes[line + 40] = 0xff;
    fs::write(home.path("slot-1.journal"), &bytes).unwrap();
    let resumed = home.saves.resume(&home.slot("slot-1"), &home.library).unwrap_or_else(|problems| panic!("{problems}"));
    let told = resumed.damage.expect("it is told").to_string();
    assert!(told.contains("is damaged from line 9 on") && told.contains("slot-1 (damaged).journal"), "{told}");
    assert_eq!(fs::read(home.path("slot-1 (damaged).journal")).unwrap(), bytes);
    let mut table = resumed.table;
    assert!(table.deeds() > 0);
    home.play(&mut table, 0, 2);
    let goes_on = seen(&table);
    drop(table);
    assert_eq!(seen(&home.resume("slot-1")), goes_on);
}

/// Opening a FIFO waits until somebody reads it, as a disk may let everybody wait.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_slow_holds_up_no_move() {
    let home = Home::new();
    let mut table = people(&home.library, "muehle", 5);
    let journal = home.saves.begin().unwrap();
    let path = home.path("slot-1.journal");
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    // Whoever waits here waits on a thread of their own, so that the test can say so.
    let (tell, told) = std::sync::mpsc::channel();
    let library = common::library();
    let player = std::thread::spawn(move || {
        table.keep_with(journal);
        for number in 0..6 {
            table.carry_out(deed(&library, &table, number)).unwrap();
        }
        tell.send(table.is_kept()).unwrap();
        table
    });
    let kept = told.recv_timeout(std::time::Duration::from_secs(20)).expect("the game waits for the disk");
    assert!(!kept, "nothing is on the disk yet");
    // Now somebody reads, and whoever closes the game comes to an end.
    let _reader = fs::File::options().read(true).write(true).open(path).unwrap();
    drop(player.join().unwrap());
}

#[test]
fn undoing_and_doing_again_for_ever_does_not_make_a_journal_grow_for_ever() {
    let home = Home::new();
    let mut table = home.game("muehle", 4, 3);
    let mut longest = 0;
    for _ in 0..400 {
        for number in [0, 4] {
            let deed = deed(&home.library, &table, number);
            table.carry_out(deed).unwrap();
        }
        table.settle();
        longest = longest.max(fs::metadata(home.path("slot-1.journal")).unwrap().len());
    }
    let needed = table.trace().len() as u64;
    assert!(longest > needed * 3 / 2, "it grows by appending: {longest} of {needed}");
    assert!(longest < needed * 5 / 2 + 8192, "{longest} bytes for a game of {needed}");
    let before = seen(&table);
    drop(table);
    assert_eq!(seen(&home.resume("slot-1")), before);
}

/// Where a program that is to be killed keeps its game.
const DOOMED: &str = "TRIANGULUM_TEST_DOOMED";
/// After so many deeds its game is back at its beginning.
const LAP: usize = 64;

/// A deed of a game that goes round for ever, so that its journal is also written anew now and then.
fn round_and_round(library: &Library, table: &Table, number: usize) -> Deed {
    match number % LAP {
        62 => Deed::Seek(0),
        63 => Deed::PlayOn,
        lap => deed(library, table, lap),
    }
}

/// Not a test by itself: the program that the next one kills. It tells every deed that is kept.
#[test]
fn a_program_that_is_killed() {
    let Some(folder) = std::env::var_os(DOOMED) else { return };
    let (saves, library) = (Saves::new(folder), common::library());
    let mut table = people(&library, "muehle", 6);
    table.keep_with(saves.begin().unwrap());
    for number in 0.. {
        let deed = round_and_round(&library, &table, number);
        table.carry_out(deed).unwrap();
        table.settle();
        assert!(table.is_kept());
        println!("kept {number}");
    }
}

#[test]
fn a_program_killed_at_any_moment_has_kept_the_last_deed_it_told() {
    let library = common::library();
    let mut table = people(&library, "muehle", 6);
    let mut states = Vec::new();
    for number in 0..2 * LAP {
        let deed = round_and_round(&library, &table, number);
        table.carry_out(deed).unwrap();
        states.push(seen(&table));
    }
    assert!(states[..LAP] == states[LAP..]);
    let (mut longest, mut laps) = (0, 0);
    for kill in 0..40_u64 {
        let home = Home::new();
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["journal::a_program_that_is_killed", "--exact", "--nocapture"])
            .env(DOOMED, home.path(""))
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut told = std::io::BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let mut last = None;
        let mut listen = |line: String| last = line.strip_prefix("kept ").map(|number| number.parse::<usize>().unwrap()).or(last);
        // From the first deeds to some laps later.
        told.by_ref().take(5 + 13 * kill as usize).for_each(&mut listen);
        child.kill().unwrap();
        told.for_each(&mut listen);
        child.wait().unwrap();
        longest = longest.max(fs::metadata(home.path("slot-1.journal")).map_or(0, |found| found.len()));
        let Some(last) = last else { continue };
        laps = laps.max(last / LAP);
        let found = seen(&home.resume("slot-1"));
        let next = [last, last + 1].map(|number| &states[number % LAP]);
        assert!(next.contains(&&found), "kill {kill}: deed {last} was kept and is not there");
    }
    assert!(laps >= 5, "the journal was written anew: {laps} laps, {longest} bytes at most");
}

/// Pretends that a slot was written so many seconds ago.
fn age(path: &Path, seconds: u64) {
    let then = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_700_000_000 - seconds);
    fs::File::options().append(true).open(path).unwrap().set_modified(then).unwrap();
}

#[test]
fn three_games_are_kept_and_a_fourth_takes_the_place_of_the_oldest() {
    let home = Home::new();
    let mut traces = Vec::new();
    for game in 0..3 {
        let table = home.game("muehle", game, 4);
        traces.push(table.trace().to_owned());
        drop(table);
        age(&home.path(&format!("slot-{}.journal", game + 1)), 100 - game);
    }
    let order: Vec<String> = home.saves.slots().into_iter().map(|slot| slot.name).collect();
    assert_eq!(order, ["slot-3", "slot-2", "slot-1"], "newest first");
    assert_eq!(order.len(), SLOTS);
    for game in 3..8_u64 {
        let table = home.game("muehle", game, 4);
        traces.push(table.trace().to_owned());
        let slot = game % 3 + 1;
        drop(table);
        age(&home.path(&format!("slot-{slot}.journal")), 100 - game);
        let kept: Vec<String> = home.saves.slots().iter().map(|slot| read_trace(&slot.path).unwrap().source.text).collect();
        assert_eq!(kept, traces.iter().rev().take(3).cloned().collect::<Vec<_>>(), "after game {game}");
    }
    // A game in which nothing was done makes room before any other.
    drop(home.game("muehle", 20, 0));
    drop(home.game("muehle", 21, 0));
    let kept: Vec<String> = home.saves.slots().iter().map(|slot| read_trace(&slot.path).unwrap().source.text).collect();
    assert!(kept.contains(&traces[6]) && kept.contains(&traces[7]), "two looks at a new game push out one game, not two");
}

#[test]
fn a_slot_in_use_belongs_to_one_table_alone() {
    let home = Home::new();
    let first = home.game("muehle", 1, 5);
    let before = fs::read(home.path("slot-1.journal")).unwrap();
    let slot = home.slot("slot-1");
    assert!(home.saves.is_held(&slot) && home.saves.is_shared());
    let Err(problems) = home.saves.resume(&slot, &home.library) else { panic!("two tables in one slot") };
    assert!(problems.to_string().contains("is being played in another window\n  remedy: "), "{problems}");
    // However many begin beside it, each has its own.
    let others: Vec<Table> = (2..7).map(|seed| home.game("muehle", seed, 5)).collect();
    assert_eq!(home.saves.slots().len(), 6);
    assert_eq!(fs::read(home.path("slot-1.journal")).unwrap(), before);
    drop(others);
    // Nor does a long evening of games in one window touch what another plays.
    for seed in 10..16 {
        drop(home.game("muehle", seed, 5));
    }
    assert_eq!(fs::read(home.path("slot-1.journal")).unwrap(), before);
    drop(first);
    eventually(|| !home.saves.is_held(&slot) && !home.saves.is_shared());
    assert_eq!(home.resume("slot-1").deeds(), 3, "four moves, one taken back");
}

#[test]
fn what_is_no_game_is_put_aside_and_told_and_never_overwritten() {
    let home = Home::new();
    fs::create_dir_all(home.path("")).unwrap();
    let rubbish: [(&str, &[u8]); 4] = [
        ("slot-1", b"\xff\xfe\x00rubbish"),
        ("slot-2", b""),
        ("slot-3", b"0123456789abcdef {\"journal\":1}\n"),
        ("slot-4", b"{\"type\":\"header\"}\n"),
    ];
    for (name, bytes) in rubbish {
        fs::write(home.path(&format!("{name}.journal")), bytes).unwrap();
    }
    fs::write(home.path("slot-1 (unreadable).journal"), "an earlier one").unwrap();
    let told = home.saves.tidy().to_string();
    assert!(told.contains("it was put aside as") && told.contains("slot-1 (unreadable 2).journal"), "{told}");
    assert_eq!(home.saves.slots(), []);
    assert_eq!(fs::read(home.path("slot-1 (unreadable).journal")).unwrap(), b"an earlier one");
    assert_eq!(fs::read(home.path("slot-1 (unreadable 2).journal")).unwrap(), rubbish[0].1);
    assert_eq!(fs::read(home.path("slot-4 (unreadable).journal")).unwrap(), rubbish[3].1);
    // Even where nobody has tidied up.
    for (name, bytes) in &rubbish[..3] {
        fs::write(home.path(&format!("{name}.journal")), bytes).unwrap();
    }
    drop(home.game("muehle", 1, 2));
    let left: usize = home.names().iter().filter(|name| name.ends_with(".journal")).count();
    assert_eq!(left, 5 + 3 + 1, "{:?}", home.names());
    // Nor is something that only has the name of a save.
    let path = home.saves.path("Sunday").unwrap();
    fs::write(&path, "not a game").unwrap();
    let aside = home.saves.write(&path, people(&home.library, "muehle", 1).trace()).unwrap();
    assert_eq!(aside, Some(home.path("Sunday (unreadable).jsonl")), "whoever saves is told");
    assert_eq!(fs::read(home.path("Sunday (unreadable).jsonl")).unwrap(), b"not a game");
    assert!(read_trace(&path).is_ok());
    assert_eq!(home.saves.write(&path, people(&home.library, "muehle", 2).trace()).unwrap(), None);
}

#[test]
fn a_journal_of_a_later_format_is_told_as_such_and_left_whole() {
    let home = Home::new();
    drop(home.game("muehle", 1, 2));
    let text = fs::read_to_string(home.path("slot-1.journal")).unwrap();
    let newer = with_sums(&text.replace("{\"journal\":1,", "{\"journal\":2,"));
    fs::write(home.path("slot-1.journal"), &newer).unwrap();
    let told = home.saves.tidy().to_string();
    assert!(told.contains("in version 2 of the format; this program reads 1"), "{told}");
    assert_eq!(fs::read_to_string(home.path("slot-1 (unreadable).journal")).unwrap(), newer);
}

/// A journal whose game does not go as it says, with good checksums.
#[test]
fn a_journal_that_cannot_be_played_again_is_put_aside() {
    let home = Home::new();
    drop(home.game("muehle", 1, 4));
    let text = fs::read_to_string(home.path("slot-1.journal")).unwrap();
    let at = text.rfind("\"hash\":\"").unwrap() + 8;
    let mut other = text.clone();
    other.replace_range(at..at + 4, if &text[at..at + 4] == "0000" { "1111" } else { "0000" });
    fs::write(home.path("slot-1.journal"), with_sums(&other)).unwrap();
    let Err(problems) = home.saves.resume(&home.slot("slot-1"), &home.library) else { panic!("it is believed") };
    let told = problems.to_string();
    assert!(told.contains("the game goes another way here") && told.contains("slot-1 (unreadable).journal"), "{told}");
    assert_eq!(home.saves.slots(), []);
}

#[test]
fn a_game_of_a_later_program_is_put_aside_when_its_slot_is_needed() {
    let home = Home::new();
    drop(home.game("muehle", 1, 4));
    let text = fs::read_to_string(home.path("slot-1.journal")).unwrap();
    let later = with_sums(&text.replacen("\"format\":2", "\"format\":3", 1));
    fs::write(home.path("slot-1.journal"), &later).unwrap();
    age(&home.path("slot-1.journal"), 1_000);
    for seed in 2..4 {
        drop(home.game("muehle", seed, 4));
    }
    let told = home.saves.begin().unwrap().aside.clone();
    assert_eq!(told, Some(home.path("slot-1 (unreadable).journal")), "whoever begins a game is told");
    for seed in 4..8 {
        drop(home.game("muehle", seed, 4));
    }
    let kept = home.names().iter().any(|name| fs::read_to_string(home.path(name)).is_ok_and(|text| text == later));
    assert!(kept, "the game is gone: {:?}", home.names());
}

#[test]
fn a_replay_says_what_is_wrong_with_a_journal() {
    let home = Home::new();
    drop(home.game("muehle", 1, 8));
    let path = home.path("slot-1.journal");
    let text = fs::read_to_string(&path).unwrap();
    let replay = || {
        let output = common::program().arg("replay").arg(&path).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr))
    };
    assert_eq!(replay().0, Some(0));
    let line = text.lines().nth(4).unwrap();
    fs::write(&path, text.replace(line, &line.replace("player", "plaxer"))).unwrap();
    let (code, told) = replay();
    assert!(code == Some(1) && told.contains("the journal is damaged from line 5 on"), "{code:?} {told}");
    fs::write(&path, &text[..text.len() - 9]).unwrap();
    let (code, told) = replay();
    assert!(code == Some(1) && told.contains("did not get out whole"), "{code:?} {told}");
}

/// The lines of a journal with the checksums that belong to them.
fn with_sums(text: &str) -> String {
    let mut sum = 0_u64;
    let line = |line: &str| {
        let body = line.split_once(' ').unwrap().1;
        let start = 0xcbf2_9ce4_8422_2325 ^ sum;
        sum = body.bytes().fold(start, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        format!("{sum:016x} {body}\n")
    };
    text.lines().map(line).collect()
}

#[test]
fn a_journal_says_what_the_document_says_it_says() {
    let home = Home::new();
    let table = home.game("muehle", 1, 6);
    let text = fs::read_to_string(home.path("slot-1.journal")).unwrap();
    let bodies: Vec<&str> = text.lines().map(|line| line.split_once(' ').unwrap().1).collect();
    assert!(bodies[0].starts_with("{\"journal\":1,\"program\":\""));
    assert!(bodies[1].starts_with("{\"begun\":[{\"type\":\"header\","));
    assert!(bodies[2].starts_with("{\"done\":[{\"type\":\"command\","));
    assert_eq!(&bodies[bodies.len() - 2..], ["{\"at\":3}", "{\"at\":4}"]);
    assert_eq!(with_sums(&text), text);
    assert_eq!(Record::read(&Source::new("x", text)).unwrap().record.played(), table.trace());
}

#[test]
fn parts_of_dead_programs_are_removed_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let living = format!(".triangulum-{}-7.part", std::process::id());
    let (dead, old, fresh) = (".triangulum-4194999-1.part", ".triangulum-1-2.part", ".triangulum-4194999-3.part");
    let foreign =
        [".triangulum-x-1.part", ".triangulum-4194999-1.part.bak", "triangulum-4194999-1.part", ".other-4194999-1.part"];
    for name in [living.as_str(), dead, old, fresh].into_iter().chain(foreign) {
        fs::write(folder.path().join(name), "half of something").unwrap();
    }
    let since = |name: &str, seconds: u64| {
        let file = fs::File::options().append(true).open(folder.path().join(name)).unwrap();
        let now = file.metadata().unwrap().modified().unwrap();
        file.set_modified(now - std::time::Duration::from_secs(seconds)).unwrap();
    };
    for name in foreign {
        since(name, 1_000_000);
    }
    since(&living, 3600);
    since(dead, 3600);
    since(old, 1_000_000);
    sweep(folder.path());
    let mut left: Vec<String> =
        fs::read_dir(folder.path()).unwrap().flatten().map(|entry| entry.file_name().into_string().unwrap()).collect();
    left.sort();
    let mut wanted: Vec<&str> = foreign.into_iter().chain([living.as_str(), fresh]).collect();
    wanted.sort_unstable();
    assert_eq!(left, wanted);
}

/// As from a disk that is only for reading: a game there can be gone on with, and every deed says that it is not kept.
#[cfg(target_os = "linux")]
#[test]
fn where_nothing_can_be_written_a_lock_keeps_nobody_out() {
    assert!(matches!(lock(Path::new("/sys/slot-1.lock")), Ok(Some(_))));
    assert!(lock(Path::new("/nowhere/slot-1.lock")).is_err(), "a folder that is missing is told");
    // A lock that others have made works for those who may only read it.
    let folder = folder();
    let path = folder.path().join("slot-1.lock");
    let held = lock(&path).unwrap().expect("it is free");
    assert!(matches!(lock(&path), Ok(None)));
    drop(held);
    assert!(matches!(lock(&path), Ok(Some(_))));
}

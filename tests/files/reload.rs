//! The rules of a running game follow their files: real files, the real watcher, everything editors do to them.

#![allow(clippy::disallowed_methods, reason = "these tests wait for the file system")]

use crate::common;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use triangulum::players::{Player, Random};
use triangulum::problem::Source;
use triangulum::sim::{Command, Game};
use triangulum::table::trace::Trace;
use triangulum::table::{Deed, Heard, Table, default_cast};
use triangulum::variant::watch::Watch;
use triangulum::variant::{Library, Shelf};

/// A folder with `base.toml` and `mine.toml`, a watch on mine, and a table where a game is played by it.
struct Desk {
    folder: TempDir,
    watch: Watch,
    table: Table,
}

const PATIENCE: Duration = Duration::from_secs(10);

fn mine(goal: &str) -> String {
    format!("pack = \"bermuda\"\nextends = \"base\"\n\n[victory]\ngoal = {goal}\n")
}

fn library(folder: &Path) -> Arc<Library> {
    Arc::new(Library::new(Shelf { rules: None, variants: vec![folder.to_owned()], ..Shelf::default() }))
}

impl Desk {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("base.toml"), "pack = \"bermuda\"\nextends = \"standard\"\n").unwrap();
        fs::write(folder.path().join("mine.toml"), mine("400_000")).unwrap();
        Self::open(folder, "mine")
    }

    fn open(folder: TempDir, name: &str) -> Self {
        let library = library(folder.path());
        let desk = Self::around(folder, library, "bermuda", name);
        // Events of the set-up above must not be taken for the test's own.
        std::thread::sleep(Duration::from_millis(150));
        desk
    }

    fn around(folder: TempDir, library: Arc<Library>, pack: &str, name: &str) -> Self {
        let variant = library.load(pack, name).unwrap_or_else(|p| panic!("{p}"));
        let seats = *variant.rules.seats().start();
        let cast = default_cast(variant.rules.pack, &vec!["random".to_owned(); seats]);
        let mut table = Table::new(variant.rules.clone(), name, cast, 1).unwrap();
        table.follow(name, Ok(variant.clone()));
        let watch = Watch::start(library, pack, name, Some(variant));
        Self { folder, watch, table }
    }

    /// Lets the table hear everything the watch has found.
    fn listen(&mut self) -> Vec<Heard> {
        let news: Vec<_> = self.watch.news().collect();
        news.into_iter().map(|news| self.table.hear(news)).collect()
    }

    fn game(&self) -> &Game {
        self.table.game()
    }

    fn play(&mut self, command: Command) {
        self.table.carry_out(Deed::Command(command)).unwrap();
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn goal(&self) -> i64 {
        self.game().rules().value("victory.goal").unwrap().as_i64().unwrap()
    }

    /// Waits until the game is played to this goal.
    fn wait_for_goal(&mut self, goal: i64) {
        let start = Instant::now();
        while self.goal() != goal {
            assert!(start.elapsed() < PATIENCE, "the goal is still {}, not {goal}", self.goal());
            self.listen();
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn wait_for_refusal(&mut self) -> String {
        let start = Instant::now();
        loop {
            assert!(start.elapsed() < PATIENCE, "nobody complained");
            for heard in self.listen() {
                if let Heard::Refused(problems) = heard {
                    return problems.to_string();
                }
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn a_saved_edit_reaches_the_game_with_a_verdict() {
    let mut desk = Desk::new();
    fs::write(desk.path("mine.toml"), mine("200_000")).unwrap();
    let start = Instant::now();
    let verdict = loop {
        assert!(start.elapsed() < PATIENCE);
        if let Some(Heard::Changed(verdict)) = desk.listen().pop() {
            break verdict;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    assert_eq!(verdict.lines(), ["Goal: from 400,000 to 200,000 (now)"]);
    assert_eq!(desk.goal(), 200_000);
}

#[test]
fn half_written_empty_and_foreign_text_change_nothing_and_are_explained() {
    let mut desk = Desk::new();
    for (broken, says) in [
        (b"pack = \"bermuda\"\nextends = \"ba".to_vec(), "mine.toml:2"),
        (Vec::new(), "does not say which game"),
        (b"pack = \"bermuda\"\n\xff\xfe = 3\n".to_vec(), "not UTF-8"),
        (b"pack = \"bermuda\"\nextends = \"base\"\n[victory]\ngoall = 3\n".to_vec(), "did you mean `goal`?"),
    ] {
        fs::write(desk.path("mine.toml"), broken).unwrap();
        let message = desk.wait_for_refusal();
        assert!(message.contains(says), "{message}");
        assert_eq!(desk.goal(), 400_000, "the last good rules stay");
    }
    fs::write(desk.path("mine.toml"), mine("300_000")).unwrap();
    desk.wait_for_goal(300_000);
}

#[test]
fn a_megabyte_of_garbage_is_refused() {
    let mut desk = Desk::new();
    fs::write(desk.path("mine.toml"), "%&/()=?".repeat(150_000)).unwrap();
    assert!(desk.wait_for_refusal().contains("mine.toml:1:1"));
    fs::write(desk.path("mine.toml"), mine("250_000")).unwrap();
    desk.wait_for_goal(250_000);
}

#[test]
fn a_file_deleted_and_recreated_is_found_again() {
    let mut desk = Desk::new();
    fs::remove_file(desk.path("mine.toml")).unwrap();
    assert!(desk.wait_for_refusal().contains("mine"));
    fs::write(desk.path("mine.toml"), mine("210_000")).unwrap();
    desk.wait_for_goal(210_000);
}

#[test]
fn saving_by_rename_works_both_ways() {
    let mut desk = Desk::new();
    // As vim does: the old file steps aside, the new one takes its name.
    fs::rename(desk.path("mine.toml"), desk.path("mine.toml~")).unwrap();
    fs::write(desk.path("mine.toml"), mine("220_000")).unwrap();
    desk.wait_for_goal(220_000);
    // As VS Code and others do: a temporary file is renamed over it.
    fs::write(desk.path(".mine.tmp"), mine("230_000")).unwrap();
    fs::rename(desk.path(".mine.tmp"), desk.path("mine.toml")).unwrap();
    desk.wait_for_goal(230_000);
    fs::write(desk.path("mine.toml"), mine("240_000")).unwrap();
    desk.wait_for_goal(240_000);
}

#[test]
fn an_edit_of_the_parent_reaches_the_child() {
    let mut desk = Desk::new();
    fs::write(desk.path("mine.toml"), "pack = \"bermuda\"\nextends = \"base\"\n").unwrap();
    desk.wait_for_goal(350_000);
    fs::write(desk.path("base.toml"), "pack = \"bermuda\"\nextends = \"standard\"\n[victory]\ngoal = 260_000\n").unwrap();
    desk.wait_for_goal(260_000);
}

#[test]
fn an_edit_of_the_rules_folder_reaches_the_game_and_a_slip_in_it_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("rules");
    copy_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("rules"), &rules);
    let shelf = Shelf { rules: Some(rules.clone()), variants: vec![folder.path().to_owned()], ..Shelf::default() };
    let library = Arc::new(Library::new(shelf));
    let mut desk = Desk::around(folder, library, "bermuda", "standard");
    std::thread::sleep(Duration::from_millis(150));
    let file = rules.join("bermuda/settings.toml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("default = 350_000", "default = 350_00o")).unwrap();
    assert!(desk.wait_for_refusal().contains("settings.toml:"));
    assert_eq!(desk.goal(), 350_000);
    fs::write(&file, text.replace("default = 350_000", "default = 330_000")).unwrap();
    desk.wait_for_goal(330_000);
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[cfg(unix)]
#[test]
fn a_symlinked_variant_is_followed() {
    let folder = tempfile::tempdir().unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("base.toml"), "pack = \"bermuda\"\nextends = \"standard\"\n").unwrap();
    fs::write(elsewhere.path().join("real.toml"), mine("400_000")).unwrap();
    std::os::unix::fs::symlink(elsewhere.path().join("real.toml"), folder.path().join("mine.toml")).unwrap();
    let mut desk = Desk::open(folder, "mine");
    fs::write(elsewhere.path().join("real.toml"), mine("270_000")).unwrap();
    desk.wait_for_goal(270_000);
}

#[test]
fn a_folder_renamed_away_and_back_is_followed() {
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("rules of ours");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("base.toml"), "pack = \"bermuda\"\nextends = \"standard\"\n").unwrap();
    fs::write(folder.join("mine.toml"), mine("400_000")).unwrap();
    let library = library(&folder);
    let mut desk = Desk::around(outer, library, "bermuda", "mine");
    fs::rename(&folder, folder.with_file_name("away")).unwrap();
    desk.wait_for_refusal();
    assert_eq!(desk.goal(), 400_000);
    fs::rename(folder.with_file_name("away"), &folder).unwrap();
    fs::write(folder.join("mine.toml"), mine("280_000")).unwrap();
    desk.wait_for_goal(280_000);
}

/// What a storm of saves does to a file: number 1 is played to 100,100, number 2 to 100,200 and so on; some are broken.
#[derive(Clone, Copy, PartialEq)]
enum Save {
    Good,
    /// Cut off, not UTF-8, empty, a slip, of another game, asking for what cannot be.
    Broken,
}

const BROKEN: [&[u8]; 6] = [
    b"pack = \"bermuda\"\nextends = \"ba",
    b"pack = \"bermuda\"\n\xff\xfe = 3\n",
    b"",
    b"pack = \"bermuda\"\nextends = \"base\"\n[victory]\ngoall = 3\n",
    b"pack = \"muehle\"\nextends = \"standard\"\n",
    b"pack = \"bermuda\"\nextends = \"base\"\n[victory]\ngoal = -7\n",
];

const STORM: usize = 1000;

fn storm(number: usize) -> (Save, Vec<u8>) {
    // About one in five is broken, in no rhythm; the last one is good.
    let mixed = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    if mixed.is_multiple_of(5) && number < STORM {
        return (Save::Broken, BROKEN[(mixed / 5) as usize % BROKEN.len()].to_vec());
    }
    (Save::Good, mine(&goal_of(number).to_string()).into_bytes())
}

fn goal_of(number: usize) -> i64 {
    100_000 + 100 * number as i64
}

/// Every save is heard, so that the model knows exactly what must be in force after each, through moves, undo and redo.
#[test]
fn a_thousand_saves_that_are_all_heard_leave_exactly_what_the_model_says() {
    let mut desk = Desk::new();
    let library = library(desk.folder.path());
    // The model: the goal in force is that of the last good save, and the file is broken if the last one was.
    let mut goal = 400_000;
    let mut undone = 0;
    for number in 1..=STORM {
        let (save, bytes) = storm(number);
        fs::write(desk.path("mine.toml"), bytes).unwrap();
        let heard = desk.table.hear(library.load("bermuda", "mine"));
        match (save, heard) {
            (Save::Good, Heard::Changed(verdict)) => {
                let (from, to) = (thousands(goal), thousands(goal_of(number)));
                assert_eq!(verdict.lines(), [format!("Goal: from {from} to {to} (now)")], "save {number}");
                goal = goal_of(number);
            }
            (Save::Broken, Heard::Refused(_)) => {}
            (_, heard) => panic!("save {number} was heard as {heard:?}"),
        }
        assert_eq!((desk.goal(), desk.table.files().broken.is_some()), (goal, save == Save::Broken), "after save {number}");
        if number % 7 == 0 && save == Save::Good {
            // The last change is taken back and done again: the file and the game disagree in between, and it is said.
            desk.table.carry_out(Deed::Undo { across_chance: true }).unwrap();
            assert_ne!(desk.goal(), goal);
            assert_eq!(desk.table.files().discord().len(), 1, "after save {number}");
            desk.table.carry_out(Deed::Redo).unwrap();
            assert_eq!(desk.goal(), goal);
            undone += 1;
        }
        if number % 50 == 0 {
            assert!(desk.table.let_bot_play());
        }
    }
    assert!(undone > 50);
    assert_replays(&desk.table);
}

fn thousands(number: i64) -> String {
    format!("{},{:03}", number / 1000, number % 1000)
}

/// With the real watch nobody knows which saves it sees, but never one twice, never an older one after a newer one, and
/// the last one in the end.
#[test]
fn a_thousand_saves_in_a_row_are_obeyed_in_order_and_end_in_the_last_one() {
    let mut desk = Desk::new();
    let (mut goals, mut good) = (vec![desk.goal()], Vec::new());
    for number in 1..=STORM {
        let (save, bytes) = storm(number);
        if save == Save::Good {
            good.push(goal_of(number));
        }
        match number % 3 {
            0 => fs::write(desk.path("mine.toml"), bytes).unwrap(),
            1 => {
                fs::write(desk.path(".mine.tmp"), bytes).unwrap();
                fs::rename(desk.path(".mine.tmp"), desk.path("mine.toml")).unwrap();
            }
            _ => {
                fs::remove_file(desk.path("mine.toml")).unwrap();
                fs::write(desk.path("mine.toml"), bytes).unwrap();
            }
        }
        // Bursts, and pauses in which the watch comes to its turn.
        if number % 4 == 0 {
            std::thread::sleep(Duration::from_millis(if number % 100 == 0 { 150 } else { 6 }));
        }
        desk.listen();
        if goals.last() != Some(&desk.goal()) {
            goals.push(desk.goal());
            assert!(good.contains(&desk.goal()), "{} was never saved", desk.goal());
        }
    }
    desk.wait_for_goal(goal_of(STORM));
    assert!(desk.table.files().broken.is_none());
    assert!(goals.len() > 3 && goals[1..].is_sorted_by(|a, b| a < b), "{goals:?}");
    assert_replays(&desk.table);
}

/// The record of a table leads to where the table is.
fn assert_replays(table: &Table) {
    let trace = Trace::parse(Source::new("game.jsonl", table.trace())).unwrap_or_else(|p| panic!("{p}"));
    let replayed = common::replay(&trace).unwrap_or_else(|p| panic!("{p}"));
    assert_eq!(replayed.table.game().dump(), table.game().dump());
    assert_eq!(replayed.table.game().rules_to_come().blueprint.to_json(), table.game().rules_to_come().blueprint.to_json());
}

#[test]
fn edits_while_bots_move_are_taken_between_two_commands_and_replay_bit_for_bit() {
    let mut desk = Desk::new();
    let edits = [
        "[victory]\ngoal = 900_000\n",
        "[victory]\ngoal = 900_000\n[dice]\nsides = 4\n",
        "[victory]\ngoal = 900_000\n[ports]\ncapacity = 1\nper_player = 1\n[cargo.decks]\noil = [5_000, 5_000, 5_000]\n",
        "[victory]\ngoal = 900_000\n[cloud]\nspinner = [\"E 4 N\", \"G EAST\"]\nmagnets = [{ radius = 60, angle = 75, reach = 20, capacity = 3 }]\n",
        "rules = [\"twin_cloud\", \"roll_again\", \"insurance\", \"!bumping\", \"salvage\", \"bag_die\"]\n[victory]\ngoal = 900_000\n",
        "rules = [\"!cloud\", \"!lifting\"]\n[victory]\ngoal = 900_000\n",
        "rules = [\"storm_season\", \"toll\", \"pirates\", \"last_round\", \"safe_harbour\"]\n[victory]\ngoal = 800_000\n[turn]\nfirst = \"seat\"\n",
    ];
    let mut applied = 0;
    for edit in edits {
        fs::write(desk.path("mine.toml"), format!("pack = \"bermuda\"\nextends = \"base\"\n{edit}")).unwrap();
        let start = Instant::now();
        let before = applied;
        while applied == before {
            assert!(start.elapsed() < PATIENCE, "{edit} was not applied");
            for heard in desk.listen() {
                match heard {
                    Heard::Refused(problems) => panic!("{problems}"),
                    _ => applied += 1,
                }
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        for _ in 0..12 {
            if desk.table.let_bot_play() {
                assert_eq!(desk.game().clone().dump(), desk.game().dump(), "clones stay whole across changes of rules");
            }
        }
    }
    assert_eq!(applied, edits.len());
    assert_replays(&desk.table);
}

#[test]
fn a_file_that_is_bad_at_the_start_is_taken_up_when_mended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    fs::write(&path, "pack = ").unwrap();
    let library = library(folder.path());
    assert!(library.load("bermuda", "mine").is_err());
    let watch = Watch::start(library, "bermuda", "mine", None);
    std::thread::sleep(Duration::from_millis(100));
    fs::write(&path, "pack = \"bermuda\"\nextends = \"standard\"\n[victory]\ngoal = 290_000\n").unwrap();
    let start = Instant::now();
    loop {
        assert!(start.elapsed() < PATIENCE);
        if let Some(Ok(variant)) = watch.wait(Duration::from_millis(50)) {
            assert_eq!(variant.rules.value("victory.goal").unwrap(), 290_000);
            return;
        }
    }
}

#[cfg(unix)]
#[test]
fn a_folder_without_read_permission_is_survived() {
    use std::os::unix::fs::PermissionsExt;
    let mut desk = Desk::new();
    let folder = desk.folder.path().to_owned();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o000)).unwrap();
    std::thread::sleep(Duration::from_millis(400));
    // A superuser reads on; anyone else gets a complaint. Either way the rules stay.
    desk.listen();
    assert_eq!(desk.goal(), 400_000);
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(desk.path("mine.toml"), mine("310_000")).unwrap();
    desk.wait_for_goal(310_000);
}

#[test]
fn a_dropped_watch_leaves_no_thread_behind() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("only-here.toml"), "pack = \"bermuda\"\n").unwrap();
    let library = library(folder.path());
    let watches: Vec<Watch> = (0..20).map(|_| Watch::start(library.clone(), "bermuda", "only-here", None)).collect();
    assert_eq!(Arc::strong_count(&library), 21, "each thread holds the library while it runs");
    drop(watches);
    assert_eq!(Arc::strong_count(&library), 1, "all threads have ended");
}

#[test]
fn a_port_over_a_lowered_capacity_keeps_its_ships() {
    let mut desk = Desk::new();
    let before = desk.game().rules().pack.observe(desk.game())["ships"].clone();
    fs::write(
        desk.path("mine.toml"),
        "pack = \"bermuda\"\nextends = \"base\"\n[victory]\ngoal = 400_001\n[ports]\ncapacity = 1\n",
    )
    .unwrap();
    desk.wait_for_goal(400_001);
    assert_eq!(desk.game().rules().pack.observe(desk.game())["ships"], before);
}

#[test]
fn a_goal_lowered_below_a_total_ends_the_game_at_the_next_check() {
    let mut desk = Desk::new();
    let mut player = Random::new(5, 0);
    while desk.game().rules().pack.totals(desk.game()).iter().max() < Some(&100_000) {
        let command = player.choose(desk.game());
        desk.play(command);
    }
    fs::write(desk.path("mine.toml"), mine("50_000")).unwrap();
    desk.wait_for_goal(50_000);
    let command = player.choose(desk.game());
    desk.play(command);
    assert_eq!(desk.game().outcome().unwrap().reason, "goal");
}

#[test]
fn settings_for_the_next_turn_and_the_next_game_wait() {
    let mut desk = Desk::new();
    fs::write(desk.path("mine.toml"), mine("400_001") + "[dice]\nsides = 3\n[turn]\nfirst = \"seat\"\n").unwrap();
    desk.wait_for_goal(400_001);
    let value = |game: &Game, key: &str| game.rules().value(key).unwrap().clone();
    assert_eq!(value(desk.game(), "dice.sides"), 6, "not before the next turn");
    let command = desk.game().offers()[0];
    desk.play(command);
    assert_eq!(value(desk.game(), "dice.sides"), 3);
    assert_eq!(value(desk.game(), "turn.first"), "high_roll", "not in this game");
}

/// What a pack's variant can say that every save of a test says anew.
fn save(pack: &str, number: usize) -> String {
    let value = match pack {
        "bermuda" => format!("[victory]\ngoal = {}\n[dice]\nsides = {}\n", 500_000 + 1_000 * number, 4 + number % 3),
        "muehle" => format!("[draw]\nquiet_moves = {}\n", 50 + number),
        _ => format!("[score]\nprisoner = {}\n", 1 + number % 9),
    };
    format!("pack = \"{pack}\"\nextends = \"standard\"\nname = \"Save {number}\"\n{value}")
}

#[test]
fn two_five_and_fifty_saves_between_two_moves_replay_in_every_game() {
    for pack in triangulum::packs::ALL {
        for saves in [2, 5, 50] {
            let folder = tempfile::tempdir().unwrap();
            fs::write(folder.path().join("mine.toml"), save(pack.name(), 0)).unwrap();
            let library = library(folder.path());
            let mut desk = Desk::around(folder, library, pack.name(), "mine");
            std::thread::sleep(Duration::from_millis(150));
            for _ in 0..5 {
                assert!(desk.table.let_bot_play());
            }
            for number in 1..=saves {
                fs::write(desk.path("mine.toml"), save(pack.name(), number)).unwrap();
                std::thread::sleep(Duration::from_millis(60));
            }
            let start = Instant::now();
            let mut changes = 0;
            while desk.game().rules().blueprint.title != format!("Save {saves}") {
                assert!(start.elapsed() < PATIENCE, "{}: the last of {saves} saves has not come", pack.name());
                changes += desk.listen().iter().filter(|heard| matches!(heard, Heard::Changed(_))).count();
                std::thread::sleep(Duration::from_millis(5));
            }
            assert!(changes > 1, "{}: {saves} saves came as one", pack.name());
            assert_eq!(desk.table.trace().matches("{\"type\":\"rules_changed\"").count(), changes, "each is written down");
            assert_replays(&desk.table);
            for _ in 0..5 {
                assert!(desk.table.let_bot_play());
            }
            assert_replays(&desk.table);
        }
    }
}

/// A watch that is let go of while its files change ends all the same: whoever follows other rules in that moment would wait for ever.
#[test]
fn a_watch_ends_while_its_files_change() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("bermuda/mine.toml");
    fs::create_dir_all(path.parent().expect("a folder")).expect("it is made");
    let library = library(folder.path());
    for round in 0..60_u64 {
        fs::write(&path, mine(&format!("{}", 200_000 + round))).expect("written");
        let watch = Watch::start(library.clone(), "bermuda", "mine", None);
        for part in 0..3 {
            fs::write(&path, mine(&format!("{}", 300_000 + 10 * round + part))).expect("written");
            std::thread::sleep(Duration::from_millis(11 + round % 7));
        }
        drop(watch);
    }
}

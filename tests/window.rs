//! The real window, driven: real macroquad frames on a display or on an Xvfb of its own. Without either the tests say
//! so and pass, unless `TRIANGULUM_WINDOW_TESTS=1` makes them compulsory.

#![cfg(all(feature = "window", target_os = "linux"))]

mod common;

use common::stage::Stage;
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Two people at a short game without waiting for pictures.
const TWO_PEOPLE: &str = "
    size 1280 800
    click new:bermuda
    click variant:short
    click kind:1
    click kind:1=human
    click seed
    key ctrl+a
    type 7
    click play
    wait element roll
    click speed:instant
";

fn check_whole_game(stage: &Stage) {
    let state = stage.state("end.json");
    assert_eq!(state["over"], true);
    let best = state["totals"].as_array().expect("totals").iter().filter_map(Value::as_i64).max();
    assert!(best.is_some_and(|best| best > 0), "somebody has earned something: {state}");
    let save = stage.last_slot();
    let replay = Command::new(env!("CARGO_BIN_EXE_triangulum")).arg("replay").arg(save).output().expect("replay starts");
    assert!(replay.status.success(), "{}", String::from_utf8_lossy(&replay.stderr));
}

#[test]
fn a_whole_game_is_played_with_the_mouse() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(&format!("{TWO_PEOPLE}\nplay mouse\nwait element rematch\nstate HOME/end.json\nquit"));
    check_whole_game(&stage);
}

#[test]
fn a_whole_game_is_played_with_the_keyboard_alone() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(&format!("{TWO_PEOPLE}\nplay keys\nwait element rematch\nstate HOME/end.json\nquit"));
    check_whole_game(&stage);
}

#[test]
fn triple_mill_is_played_with_mouse_and_keyboard() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(
        "size 1280 800
        click new:muehle
        click variant:quick
        click seed
        key ctrl+a
        type 3
        click play
        click speed:instant
        play mouse 12
        play keys 12
        click undo
        wait 0.2
        click redo
        play mouse
        wait element rematch
        state HOME/end.json
        quit",
    );
    assert_eq!(stage.state("end.json")["over"], true);
}

/// In every game: the Captain is asked by mouse and by keyboard, what he names is on the board, and Enter follows him.
#[test]
fn the_captain_advises_in_every_game_and_can_be_followed() {
    let Some(stage) = Stage::new() else { return };
    for (game, variant, target) in
        [("bermuda", "short", "ship:"), ("muehle", "quick", "field:"), ("dreieck", "standard", "hand:")]
    {
        let roll = if game == "bermuda" { "wait element roll\nclick roll\nwait motion" } else { "wait 0.3\nwait motion" };
        stage.drive(&format!(
            "size 1280 800
            click new:{game}
            click variant:{variant}
            click seed
            key ctrl+a
            type 7
            click play
            click speed:fast
            {roll}
            expect /hint null
            click hint
            wait element advice
            expect /hint/given true
            expect /focus null
            state HOME/mouse.json
            key escape
            wait 0.1
            expect /hint null
            expect no element advice
            key h
            wait element advice
            state HOME/keys.json
            key enter
            wait 0.1
            key enter
            wait 0.1
            key enter
            wait 0.3
            expect /hint null
            state HOME/after.json
            quit"
        ));
        let [mouse, keys, after] = ["mouse.json", "keys.json", "after.json"].map(|name| stage.state(name));
        assert_eq!(mouse["hint"], keys["hint"], "the same position, the same advice");
        assert!(keys["hint"]["target"].as_str().is_some_and(|name| name.starts_with(target)), "{keys}");
        assert_eq!(keys["focus"], keys["hint"]["target"], "the keyboard's choice follows");
        assert!(keys["hint"]["words"].as_str().is_some_and(|words| words.contains("of wins expected")), "{keys}");
        assert!(after["deeds"].as_u64() > keys["deeds"].as_u64(), "{game}: Enter did what was advised");
        let save = stage.last_game();
        let told = format!("\"text\":{}", keys["hint"]["command"]);
        assert!(save.contains(&told), "{game}: {told} is what was done");
    }
}

#[test]
fn advice_is_dropped_when_the_game_goes_on_without_it() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(
        "size 1280 800
        click new:muehle
        click variant:quick
        click seed
        key ctrl+a
        type 3
        click play
        click speed:instant
        wait element hint
        key h
        key tab
        key enter
        wait 0.5
        expect /hint null
        expect no element advice
        wait element hint
        click undo
        wait 0.2
        click hint
        wait element advice
        click redo
        wait 0.3
        expect /hint null
        expect no element advice
        quit",
    );
}

fn own_variant(stage: &Stage) -> PathBuf {
    let file = stage.path("variants/bermuda/ours.toml");
    std::fs::create_dir_all(file.parent().expect("a folder")).expect("the folder is made");
    let text = "pack = \"bermuda\"\nname = \"Ours\"\nextends = \"standard\"\n\n[victory]\ngoal = 300_000 # ours\n";
    std::fs::write(&file, text).expect("the variant is written");
    file
}

const OUR_RULES: &str = "
    size 1280 800
    click new:bermuda
    click variant:ours
    click play
    wait element roll
    click speed:slow
";

#[test]
fn a_rule_saved_during_an_animation_takes_effect_and_is_told() {
    let Some(stage) = Stage::new() else { return };
    let file = own_variant(&stage);
    let script = format!(
        "{OUR_RULES}
        click roll
        wait 0.2
        expect /moving true
        replace {0} 300_000 => 250_000
        wait element verdict
        expect /settings/victory/goal 250000
        expect /notice [\"victory.goal: 300,000 → 250,000 (now)\"]
        click undo
        wait 0.2
        expect /settings/victory/goal 300000
        click redo
        wait 0.2
        expect /settings/victory/goal 250000
        quit",
        file.display()
    );
    stage.drive(&script);
}

#[test]
fn a_broken_file_stays_on_the_screen_until_it_is_mended_and_the_game_goes_on() {
    let Some(stage) = Stage::new() else { return };
    let file = own_variant(&stage);
    let script = format!(
        "{OUR_RULES}
        replace {0} goal => gaol
        wait element broken
        state HOME/broken.json
        click speed:instant
        play mouse 2
        expect element broken
        expect /settings/victory/goal 300000
        replace {0} gaol => goal
        wait element mended
        expect no element broken
        quit",
        file.display()
    );
    stage.drive(&script);
    let told = stage.state("broken.json")["notice"]["broken"].as_str().expect("a problem is told").to_owned();
    assert!(told.contains("ours.toml:6:1") && told.contains("gaol") && told.contains("did you mean `goal`"), "{told}");
}

#[test]
fn a_value_changed_in_the_panel_is_written_into_the_file_with_its_comment_kept() {
    let Some(stage) = Stage::new() else { return };
    let file = own_variant(&stage);
    stage.drive(&format!(
        "{OUR_RULES}
        key f2
        wait element value:bumping.enabled
        click value:bumping.enabled
        wait element verdict
        expect /settings/bumping/enabled false
        quit"
    ));
    let text = std::fs::read_to_string(file).expect("the variant is there");
    assert!(text.contains("goal = 300_000 # ours") && text.contains("[bumping]\nenabled = false"), "{text}");
}

/// Taking back a change of rules leaves the file as it is: everything shown is the game's, the difference is said in one
/// place, and either side can be taken.
#[test]
fn an_undone_change_of_rules_is_shown_as_undone_and_either_side_can_be_taken() {
    let Some(stage) = Stage::new() else { return };
    let file = own_variant(&stage);
    stage.drive(&format!(
        "{OUR_RULES}
        replace {0} 300_000 => 250_000
        wait element verdict
        expect /settings/victory/goal 250000
        expect /discord []
        key u
        wait 0.3
        expect /settings/victory/goal 300000
        expect /discord [\"victory.goal: 300,000 → 250,000 (now)\"]
        key f2
        wait element discord
        shot HOME/discord.png
        click take_files
        wait 0.3
        expect /settings/victory/goal 250000
        expect /discord []
        key u
        wait element take_game
        click take_game
        wait 1
        expect /settings/victory/goal 300000
        expect /discord []
        quit",
        file.display()
    ));
    let text = std::fs::read_to_string(file).expect("the variant is there");
    assert!(text.contains("goal = 300000 # ours"), "{text}");
}

/// Choices that nothing on the board stands for (to stop short, to decline) have buttons: games full of them are played to
/// their end with the mouse.
#[test]
fn games_with_choices_beside_the_board_come_to_their_end() {
    let Some(stage) = Stage::new() else { return };
    for (game, parent, section) in
        [("bermuda", "short", "bumping"), ("muehle", "quick", "capture"), ("dreieck", "three_symbols", "capture")]
    {
        let folder = stage.path("variants").join(game);
        std::fs::create_dir_all(&folder).expect("a folder for variants");
        let text = format!("pack = \"{game}\"\nextends = \"{parent}\"\n[{section}]\noptional = true\n");
        std::fs::write(folder.join("choices.toml"), text).expect("a variant of our own");
        stage.drive(&format!(
            "size 1280 800
            click new:{game}
            click variant:choices
            click seed
            key ctrl+a
            type 5
            click play
            click speed:instant
            play mouse
            wait element rematch
            state HOME/{game}.json
            quit"
        ));
        assert_eq!(stage.state(&format!("{game}.json"))["over"], true);
        let save = stage.last_game();
        let offered = save.contains("\"decline\"") || save.contains(" short\"");
        assert!(offered, "{game}: there was never a choice");
    }
}

#[test]
fn the_lab_plays_old_rules_against_new_ones_beside_the_running_game() {
    let Some(stage) = Stage::new() else { return };
    let file = own_variant(&stage);
    stage.drive(&format!(
        "{OUR_RULES}
        expect /lab/games 0
        key f5
        wait /lab/games 100
        expect /lab/changes [\"victory.goal: 350,000 → 300,000\"]
        replace {0} 300_000 => 150_000
        wait element verdict
        wait /lab/games 1000
        expect /lab/changes [\"victory.goal: 300,000 → 150,000\"]
        expect element lab:games
        expect /lab/map true
        state HOME/lab.json
        shot HOME/lab.png
        click lab:heat
        wait 0.2
        expect /lab/map false
        click lab:players=greedy
        wait /lab/players \"greedy\"
        click lab
        wait 0.3
        expect /lab/working false
        expect no element lab:games
        quit",
        file.display()
    ));
    let lab = &stage.state("lab.json")["lab"];
    let rounds = |which: &str| lab["rounds"][which].as_f64().expect("a mean");
    assert!(rounds("after") < rounds("before"), "half the goal is reached sooner: {lab}");
    for which in ["before", "after"] {
        let wins: f64 = lab["wins"][which].as_array().expect("a share for each seat").iter().filter_map(Value::as_f64).sum();
        assert!((wins - 1.0).abs() < 1e-9, "somebody wins every game: {lab}");
    }
    assert!(lab["seen"].as_u64().is_some_and(|seen| seen > 5), "{lab}");
}

#[test]
fn a_change_made_while_the_lab_is_closed_is_played_when_it_opens() {
    let Some(stage) = Stage::new() else { return };
    let file = own_variant(&stage);
    stage.drive(&format!(
        "{OUR_RULES}
        replace {0} 300_000 => 200_000
        wait element verdict
        wait 0.3
        expect /lab/games 0
        expect /lab/working false
        click lab
        wait /lab/games 100
        expect /lab/changes [\"victory.goal: 300,000 → 200,000\"]
        quit",
        file.display()
    ));
}

#[test]
fn a_game_goes_on_after_kill_nine() {
    let Some(stage) = Stage::new() else { return };
    std::fs::write(stage.path("settings.toml"), "undo_dice = \"always\"\n").expect("settings are written");
    let script =
        format!("{TWO_PEOPLE}\nplay mouse 5\nkey u\nwait motion\nwait /kept true\nstate HOME/before.json\nwait 60\nquit");
    let mut child = stage.command(&script).stderr(Stdio::null()).spawn().expect("the program starts");
    let before = stage.path("before.json");
    let written = (0..1200).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        before.exists()
    });
    child.kill().expect("it is running");
    child.wait().expect("it ends");
    assert!(written, "five moves were played");
    stage.drive("click continue\nwait motion\nstate HOME/after.json\nkey r\nwait 0.3\nstate HOME/again.json\nplay mouse 1\nquit");
    let (before, after) = (stage.state("before.json"), stage.state("after.json"));
    for what in ["hash", "deeds", "known", "slot"] {
        assert_eq!(before[what], after[what], "{what}");
    }
    assert!(before["known"].as_u64() > before["deeds"].as_u64(), "something was taken back: {before}");
    let again = stage.state("again.json");
    assert_eq!(again["deeds"], again["known"], "and is done again after the crash");
}

/// Two windows on one home: the second says so, keeps its game elsewhere and leaves the first one's alone.
#[test]
fn a_second_window_on_one_home_plays_in_a_slot_of_its_own_and_says_so() {
    let Some(stage) = Stage::new() else { return };
    let first = format!(
        "{TWO_PEOPLE}\nplay mouse 3\nwait motion\nwait /kept true\nstate HOME/first.json\nwait 60\nwait 60\nwait 60\nquit"
    );
    let mut child = stage.command(&first).stderr(Stdio::null()).spawn().expect("the program starts");
    let reached = (0..1200).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        stage.path("first.json").exists()
    });
    let game = std::fs::read(stage.path("saves/slot-1.journal")).unwrap_or_default();
    let second = stage.command(&format!(
        "wait element other_window
        expect no element continue
        expect /running [[\"slot-1\",true]]
        {TWO_PEOPLE}
        state HOME/begun.json
        play mouse 2
        wait motion
        wait /kept true
        state HOME/second.json
        click menu
        wait element continue
        expect element other_window
        click continue
        wait motion
        state HOME/third.json
        quit"
    ));
    let mut second = second;
    let output = second.output().expect("the program starts");
    let untouched = std::fs::read(stage.path("saves/slot-1.journal")).unwrap_or_default();
    child.kill().expect("it is running");
    child.wait().expect("it ends");
    assert!(reached, "the first window has played");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!game.is_empty() && game == untouched, "the first window's game is left alone");
    let [first, begun, second, third] = ["first.json", "begun.json", "second.json", "third.json"].map(|name| stage.state(name));
    assert_eq!((&first["slot"], &second["slot"]), (&"slot-1".into(), &"slot-2".into()));
    assert_eq!(first["remark"], Value::Null, "the first one has nothing to say");
    let said = begun["remark"].as_str().unwrap_or_default();
    assert!(said.contains("Another window plays a game from here; this one is kept in slot-2"), "{begun}");
    assert_eq!((&second["hash"], &second["slot"]), (&third["hash"], &third["slot"]), "Continue is its own game");
    // Once the first one is gone its game is there to go on with.
    stage.drive("expect no element other_window\nclick load:slot-1\nwait motion\nstate HOME/back.json\nquit");
    assert_eq!(stage.state("back.json")["hash"], first["hash"]);
}

/// Rubbish in every file of the home: all of it is told and put aside, and a game can be played and kept.
#[test]
fn rubbish_in_every_file_of_the_home_is_told_put_aside_and_played_around() {
    let Some(stage) = Stage::new() else { return };
    std::fs::create_dir_all(stage.path("saves")).expect("a folder");
    std::fs::create_dir_all(stage.path("variants/bermuda")).expect("a folder");
    let rubbish = b"\x00\xff\xfe[[[\n{{{\x1b[2J";
    let files = ["settings.toml", "saves/slot-1.journal", "saves/slot-2.journal", "saves/Sunday.jsonl", "saves/slot-1.lock"];
    for name in files.into_iter().chain(["variants/bermuda/ours.toml"]) {
        std::fs::write(stage.path(name), rubbish).expect("rubbish is written");
    }
    stage.drive(&format!(
        "state HOME/start.json
        click load:Sunday
        wait 0.2
        state HOME/sunday.json
        {TWO_PEOPLE}
        play mouse 2
        wait motion
        wait /kept true
        state HOME/table.json
        quit"
    ));
    let told = stage.state("start.json")["trouble"].as_str().expect("it is told").to_owned();
    for what in ["settings (unreadable).toml", "slot-1 (unreadable).journal", "slot-2 (unreadable).journal"] {
        assert!(told.contains(what), "{what}: {told}");
        let name = if what.starts_with("slot") { format!("saves/{what}") } else { what.to_owned() };
        assert_eq!(std::fs::read(stage.path(&name)).expect("it was put aside"), rubbish);
    }
    let told = stage.state("sunday.json")["trouble"].as_str().expect("it is told").to_owned();
    assert!(told.contains("Sunday.jsonl") && told.contains("not UTF-8"), "{told}");
    assert_eq!(std::fs::read(stage.path("saves/Sunday.jsonl")).expect("it is left alone"), rubbish);
    let settings = std::fs::read_to_string(stage.path("settings.toml")).expect("new settings are kept");
    assert!(settings.contains("version = 1") && settings.contains("speed = \"instant\""), "{settings}");
    assert_eq!(stage.state("table.json")["slot"], "slot-1");
}

#[test]
fn settings_of_a_later_version_are_told_and_left_whole() {
    let Some(stage) = Stage::new() else { return };
    let later = "version = 7\nspeed = \"warp\"\n";
    std::fs::write(stage.path("settings.toml"), later.replace("warp", "fast")).expect("settings are written");
    stage.drive("state HOME/start.json\nquit");
    let told = stage.state("start.json")["trouble"].as_str().expect("it is told").to_owned();
    assert!(told.contains("settings.toml:1:1") && told.contains("these settings have version 7; this program knows 1"), "{told}");
    let aside = std::fs::read_to_string(stage.path("settings (unreadable).toml")).expect("they are put aside");
    assert_eq!(aside, later.replace("warp", "fast"));
    // A value nobody knows has its place told.
    std::fs::write(stage.path("settings.toml"), later.replace('7', "1")).expect("settings are written");
    stage.drive("state HOME/start.json\nquit");
    let told = stage.state("start.json")["trouble"].as_str().expect("it is told").to_owned();
    assert!(told.contains("settings.toml:2:9") && told.contains("warp"), "{told}");
}

/// A home that cannot be written to: the game is played, and every deed says that it is not kept.
#[test]
fn a_disk_that_fails_is_told_and_the_game_goes_on() {
    let Some(stage) = Stage::new() else { return };
    std::fs::write(stage.path("saves"), "in the way of the folder").expect("a file is written");
    stage.drive(&format!(
        "{TWO_PEOPLE}\nplay mouse 2\nwait motion\nexpect /kept false\nexpect element remark\nstate HOME/table.json\nquit"
    ));
    let state = stage.state("table.json");
    assert!(state["remark"].as_str().is_some_and(|said| said.contains("This game cannot be kept:")), "{state}");
    assert_eq!(std::fs::read_to_string(stage.path("saves")).expect("it is left alone"), "in the way of the folder");
}

/// Where the system gives no thread, bots think and games are kept on the window's own.
#[test]
fn where_no_thread_can_be_had_bots_still_move_and_the_game_is_kept() {
    let Some(stage) = Stage::new() else { return };
    let script = "
        size 1280 800
        click new:muehle
        click variant:quick
        click play
        click speed:instant
        play mouse 4
        wait motion
        wait /kept true
        key h
        wait 0.3
        state HOME/table.json
        quit";
    // No thread can have a stack of this size.
    let output = stage.command(script).env("RUST_MIN_STACK", (1_u64 << 60).to_string()).output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let state = stage.state("table.json");
    assert!(state["remark"].as_str().is_some_and(|said| said.contains("The Captain cannot think now")), "no thread: {state}");
    assert!(state["deeds"].as_u64() > Some(5), "the bots have moved: {state}");
    assert!(stage.last_game().matches("\"type\":\"command\"").count() > 5);
}

#[test]
fn nothing_is_lost_when_the_window_is_resized() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(&format!(
        "{TWO_PEOPLE}
        play mouse 2
        size 1024 700
        wait 0.6
        expect /window [1024.0, 700.0]
        shot HOME/small.png
        play mouse 2
        size 1920 1080
        wait 0.6
        play keys 2
        shot HOME/large.png
        size 1280 800
        wait 0.6
        play mouse 2
        expect /over false
        quit"
    ));
    for (name, least) in [("small.png", 100_000), ("large.png", 300_000)] {
        let size = std::fs::metadata(stage.path(name)).expect("the picture was taken").len();
        assert!(size > least, "{name} has only {size} bytes: an empty picture?");
    }
}

#[test]
fn a_replay_can_be_sought_through_and_played_on() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(&format!(
        "{TWO_PEOPLE}
        play mouse 6
        key f3
        click save_name
        key ctrl+a
        type Sunday
        click save
        click menu
        click watch:Sunday
        wait element replay:play_on
        expect /deeds 0
        click replay:forward
        wait motion
        expect /deeds 1
        key right
        key right
        wait 0.2
        expect /deeds 3
        key left
        wait 0.2
        expect /deeds 2
        click replay:play_on
        wait 0.2
        expect /replay false
        play mouse 1
        quit"
    ));
}

#[test]
fn a_script_that_is_wrong_says_where() {
    let Some(stage) = Stage::new() else { return };
    let output = stage.command("size 1280 800\nclimb mast\nclick nothing\n").output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("script.txt:2:1") && said.contains("climb mast"), "{said}");
}

#[test]
fn without_a_display_there_is_a_sentence_and_exit_code_two() {
    for display in [None, Some(":250")] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_triangulum"));
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        if let Some(display) = display {
            command.env("DISPLAY", display);
        }
        let output = command.output().expect("the program starts");
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("The window cannot be opened") && said.contains("triangulum run"), "{said}");
    }
}

#[test]
fn a_game_from_a_friend_hides_no_button_and_its_damage_is_shown() {
    let Some(stage) = Stage::new() else { return };
    let trace = stage.path("game.jsonl");
    let mut run = Command::new(env!("CARGO_BIN_EXE_triangulum"));
    let run = run.args(["run", "--seed", "7", "--seats", "random,random", "--trace"]).arg(&trace).output().expect("it runs");
    assert!(run.status.success());
    let wide = "界".repeat(400);
    let text = std::fs::read_to_string(&trace).expect("the game was recorded");
    let text = text.replacen("\"name\":\"Blue\"", &format!("\"name\":\"{wide}\""), 1);
    let name = "W".repeat(200);
    std::fs::create_dir_all(stage.path("saves")).expect("a folder for saves");
    std::fs::write(stage.path("saves").join(format!("{name}.jsonl")), text).expect("a save is written");
    stage.drive(&format!(
        "size 1280 800
        wait 0.5
        expect element new:dreieck
        expect element quit
        shot HOME/start.png
        click watch:{name}
        wait motion
        state HOME/watched.json
        shot HOME/watched.png
        quit"
    ));
    let state = stage.state("watched.json");
    assert!(state.to_string().contains("not as it was written"), "{state}");
    assert!(!state.to_string().contains(&"界".repeat(30)), "{state}");
}

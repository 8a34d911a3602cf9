//! The real window, driven: real macroquad frames on a display or on an Xvfb of its own. Without either the tests say
//! so and pass, unless `TRIANGULUM_WINDOW_TESTS=1` makes them compulsory.

#![cfg(all(feature = "window", target_os = "linux"))]

use crate::common;
use crate::stage::{Stage, about_variants, begin, flaws, short_game, two_at_bermuda};
use serde_json::Value;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;
use triangulum::table::{Saves, read_trace};

/// Somebody has earned something in a game that was played to its end.
fn is_worth_playing(end: &Value) {
    let best = end["totals"].as_array().expect("totals").iter().filter_map(Value::as_i64).max();
    assert!(best.is_some_and(|best| best > 0), "somebody has earned something: {end}");
}

#[test]
fn a_whole_game_is_played_with_the_mouse() {
    let Some(stage) = Stage::new() else { return };
    is_worth_playing(&stage.play_out(&short_game(), "mouse"));
}

#[test]
fn a_whole_game_is_played_with_the_keyboard_alone() {
    let Some(stage) = Stage::new() else { return };
    is_worth_playing(&stage.play_out(&short_game(), "keys"));
}

#[test]
fn triple_mill_is_played_with_mouse_and_keyboard() {
    let Some(stage) = Stage::new() else { return };
    let mill = begin("muehle", "quick", "", 3);
    stage.drive(&format!(
        "{mill}
        click speed:instant
        play mouse 12
        play keys 12
        click undo
        wait 0.2
        click redo
        play mouse
        wait element rematch
        state HOME/end.json
        quit"
    ));
    assert_eq!(stage.state("end.json")["over"], true);
}

/// A person against bots, with pictures and without: whenever nothing moves, the story is told to its end and the numbers beside the
/// board are the game's.
#[test]
fn board_and_story_are_with_the_game_at_every_speed() {
    let Some(stage) = Stage::new() else { return };
    for pack in ["bermuda", "muehle", "dreieck"] {
        let looks =
            |speed: &str| format!("click set_speed:{speed}\nplay mouse 2\nwait element hint\nstate HOME/{pack}_{speed}.json\n");
        let begin = format!("size 1280 800\nclick new:{pack}\nclick seed\nkey ctrl+a\ntype 5\nclick play\nkey f4\n");
        let by_itself = "click set_roll_by_hand\nclick set_speed:instant\nkey space\nwait motion\n";
        stage.drive(&format!("{begin}{by_itself}{}{}{}quit", looks("fast"), looks("instant"), looks("normal")));
        for speed in ["fast", "instant", "normal"] {
            let state = stage.state(&format!("{pack}_{speed}.json"));
            let shown = &state["shown"];
            assert_eq!(state["moving"], false, "{pack}, {speed}");
            assert_eq!(shown["lines"], shown["of_lines"], "{pack}, {speed}: the whole story");
            assert_eq!((&shown["round"], &shown["seat"]), (&state["round"], &state["to_act"]), "{pack}, {speed}");
            // Triple Mill shows stones; its totals are who is still in the game.
            if pack == "muehle" {
                continue;
            }
            let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>().parse::<i64>().ok();
            let standings = shown["standings"].as_array().expect("standings").iter();
            let standings: Vec<_> = standings.map(|total| digits(total.as_str().expect("a text"))).collect();
            let totals = state["totals"].as_array().expect("totals").iter();
            let totals: Vec<_> = totals.map(|total| total.as_i64().map(i64::abs)).collect();
            assert_eq!(standings, totals, "{pack}, {speed}");
        }
    }
}

/// In every game: the Captain is asked by mouse and by keyboard, what he names is on the board, and Enter follows him.
#[test]
fn the_captain_advises_in_every_game_and_can_be_followed() {
    let Some(stage) = Stage::new() else { return };
    for (game, variant, target) in
        [("bermuda", "short", "ship:"), ("muehle", "quick", "field:"), ("dreieck", "standard", "hand:")]
    {
        let roll = if game == "bermuda" { "wait element roll\nclick roll\nwait motion" } else { "wait 0.3\nwait motion" };
        let begun = begin(game, variant, "", 7);
        stage.drive(&format!(
            "{begun}
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
        assert!(keys["hint"]["words"].as_str().is_some_and(|words| words.starts_with("The Captain would ")), "{keys}");
        assert!(after["deeds"].as_u64() > keys["deeds"].as_u64(), "{game}: Enter did what was advised");
        let save = stage.last_game();
        let told = format!("\"text\":{}", keys["hint"]["command"]);
        assert!(save.contains(&told), "{game}: {told} is what was done");
    }
}

#[test]
fn advice_is_dropped_when_the_game_goes_on_without_it() {
    let Some(stage) = Stage::new() else { return };
    let mill = begin("muehle", "quick", "", 3);
    stage.drive(&format!(
        "{mill}
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
        quit"
    ));
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
        expect /moving true
        replace {0} 300_000 => 250_000
        wait element verdict
        expect /settings/victory/goal 250000
        expect /notice [\"Goal: from 300,000 to 250,000 (now)\"]
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
        expect /discord [\"Goal: from 300,000 to 250,000 (now)\"]
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
    // Seeds under which there is something to choose.
    for (game, parent, section, seed) in
        [("bermuda", "short", "bumping", 5), ("muehle", "quick", "capture", 5), ("dreieck", "three_symbols", "capture", 8)]
    {
        let folder = stage.path("variants").join(game);
        std::fs::create_dir_all(&folder).expect("a folder for variants");
        let text = format!("pack = \"{game}\"\nextends = \"{parent}\"\n[{section}]\noptional = true\n");
        std::fs::write(folder.join("choices.toml"), text).expect("a variant of our own");
        stage.play_out(&(begin(game, "choices", "", seed) + "click speed:instant"), "mouse");
        let save = stage.last_game();
        // In Triangle Takes an optional capture is taken by a word of its own.
        let offered = ["\"decline\"", " short\"", "\"take\""].iter().any(|answer| save.contains(answer));
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
        expect /lab/changes [\"Goal: from 350,000 to 300,000\"]
        replace {0} 300_000 => 150_000
        wait element verdict
        wait /lab/games 1000
        expect /lab/changes [\"Goal: from 300,000 to 150,000\"]
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
        expect /lab/changes [\"Goal: from 300,000 to 200,000\"]
        quit",
        file.display()
    ));
}

#[test]
fn a_game_goes_on_after_kill_nine() {
    let Some(stage) = Stage::new() else { return };
    let people = short_game();
    std::fs::write(stage.path("settings.toml"), "undo_dice = \"always\"\n").expect("settings are written");
    let script = format!("{people}\nplay mouse 5\nkey u\nwait motion\nwait /kept true\nstate HOME/before.json\nwait 180\nquit");
    let mut child = stage.command(&script).stderr(Stdio::null()).spawn().expect("the program starts");
    let before = stage.path("before.json");
    let written = (0..4800).any(|_| {
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
    let people = short_game();
    let first = format!(
        "{people}\nplay mouse 3\nwait motion\nwait /kept true\nstate HOME/first.json\nwait 180\nwait 180\nwait 180\nquit"
    );
    let mut child = stage.command(&first).stderr(Stdio::null()).spawn().expect("the program starts");
    let reached = (0..4800).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        stage.path("first.json").exists()
    });
    let game = std::fs::read(stage.path("saves/slot-1.journal")).unwrap_or_default();
    let second = stage.command(&format!(
        "wait element other_window
        expect no element continue
        expect /running [[\"slot-1\",true]]
        {people}
        state HOME/begun.json
        play mouse 2
        wait motion
        wait /kept true
        state HOME/second.json
        click menu
        click menu:leave
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
    let people = short_game();
    std::fs::create_dir_all(stage.path("saves")).expect("a folder");
    std::fs::create_dir_all(stage.path("variants/bermuda")).expect("a folder");
    let rubbish = b"\x00\xff\xfe[[[\n{{{\x1b[2J";
    let files = ["settings.toml", "saves/slot-1.journal", "saves/slot-2.journal", "saves/Sunday.jsonl", "saves/slot-1.lock"];
    for name in files.into_iter().chain(["set_up.toml", "played.toml", "variants/bermuda/ours.toml"]) {
        std::fs::write(stage.path(name), rubbish).expect("rubbish is written");
    }
    stage.drive(&format!(
        "state HOME/start.json
        click load:Sunday
        wait 0.2
        state HOME/sunday.json
        {people}
        play mouse 2
        wait motion
        wait /kept true
        state HOME/table.json
        quit"
    ));
    let told = stage.state("start.json")["trouble"].as_str().expect("it is told").to_owned();
    let notes = ["settings (unreadable).toml", "set_up (unreadable).toml", "played (unreadable).toml"];
    for what in notes.into_iter().chain(["slot-1 (unreadable).journal", "slot-2 (unreadable).journal"]) {
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
    let people = short_game();
    std::fs::write(stage.path("saves"), "in the way of the folder").expect("a file is written");
    stage.drive(&format!(
        "{people}\nplay mouse 2\nwait motion\nexpect /kept false\nexpect element remark\nstate HOME/table.json\nquit"
    ));
    let state = stage.state("table.json");
    assert!(state["remark"].as_str().is_some_and(|said| said.contains("This game cannot be kept:")), "{state}");
    assert_eq!(std::fs::read_to_string(stage.path("saves")).expect("it is left alone"), "in the way of the folder");
}

/// Where the system gives no thread, bots and the Captain think a little in every frame, and games are kept on the window's own.
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
        wait element advice
        state HOME/table.json
        quit";
    // No thread can have a stack of this size.
    let output = stage.command(script).env("RUST_MIN_STACK", (1_u64 << 60).to_string()).output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let state = stage.state("table.json");
    assert_eq!(state["hint"]["given"], true, "the Captain has thought frame by frame: {state}");
    assert!(state["deeds"].as_u64() > Some(5), "the bots have moved: {state}");
    assert!(stage.last_game().matches("\"type\":\"command\"").count() > 5);
}

#[test]
fn nothing_is_lost_when_the_window_is_resized() {
    let Some(stage) = Stage::new() else { return };
    let people = short_game();
    stage.drive(&format!(
        "{people}
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
    let people = short_game();
    stage.drive(&format!(
        "{people}
        play mouse 6
        key f3
        click save_name
        key ctrl+a
        type Sunday
        click save
        click menu
        click menu:leave
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

/// A disk that dies at any operation of a real window: settings, a save by name and the running game are each the old one or
/// a whole new one. Where the program only looks at something, the disk is as at the next change, so every change is every
/// operation; `.ci/long` tries each of them, and every fourth is tried always. That no completed deed is lost, and that a file
/// is replaced as a whole, tests/crashes.rs sees at every operation of the same functions.
#[cfg(debug_assertions)]
#[test]
fn the_window_leaves_whole_files_wherever_the_disk_dies() {
    let script = "
        size 1280 800
        click new:muehle
        click variant:quick
        click play
        click speed:instant
        play mouse 1
        key f3
        click save_name
        key ctrl+a
        type Sunday
        click save
        wait 0.1
        quit";
    let old = "version = 1\nspeed = \"slow\"\n";
    let earlier = common::trace_text(&common::variant_of("muehle", "quick"), 3, 1);
    let new = std::cell::RefCell::new(String::new());
    // What a crash at a change left: whether settings and save are the new ones, and how many commands are kept.
    let left = |at: u64| {
        let stage = Stage::new()?;
        std::fs::create_dir_all(stage.path("saves")).expect("a folder");
        std::fs::write(stage.path("settings.toml"), old).expect("settings are written");
        std::fs::write(stage.path("saves/Sunday.jsonl"), &earlier).expect("a game is written");
        let mut command = stage.command(script);
        let output = command.env("TRIANGULUM_FAULT", format!("crash change {at}")).current_dir(stage.path("")).output();
        let said = String::from_utf8_lossy(&output.expect("the program starts").stderr).into_owned();
        assert!(!said.contains("panicked"), "crash {at}: {said}");
        let settings = std::fs::read_to_string(stage.path("settings.toml")).expect("there are settings");
        if new.borrow().is_empty() {
            // The first time there is no fault.
            new.borrow_mut().clone_from(&settings);
        }
        assert!(settings == old || settings == *new.borrow(), "crash {at}: {settings}");
        let sunday = std::fs::read_to_string(stage.path("saves/Sunday.jsonl")).expect("there is a game");
        let mut files = vec![stage.path("saves/Sunday.jsonl")];
        files.extend(Saves::new(stage.path("saves")).slots().into_iter().map(|slot| slot.path));
        let mut commands = 0;
        for file in &files {
            let trace = read_trace(file).unwrap_or_else(|problems| panic!("crash {at}: {problems}"));
            let replayed = common::replay(&trace).unwrap_or_else(|problems| panic!("crash {at}: {problems}"));
            // A torn line is all that may be odd about a running game.
            assert!(replayed.departs.is_none(), "crash {at}: {}", file.display());
            commands = trace.lines.iter().filter(|line| line.kind == "command").count();
        }
        Some((settings != old, sunday != earlier, if files.len() > 1 { commands } else { 0 }))
    };
    let Some(all) = left(1_000_000) else { return };
    assert!(all.0 && all.1 && all.2 > 0, "without a fault everything is kept: {all:?}");
    let step = if std::env::var_os("TRIANGULUM_LONG").is_some() { 1 } else { 4 };
    let mut seen = Vec::new();
    // Until it is through before the fault comes.
    let is_through = |seen: &[Option<(bool, bool, usize)>]| {
        seen.iter().rev().take(if step == 1 { 6 } else { 2 }).flatten().all(|(settings, saved, _)| *settings && *saved)
    };
    while seen.len() < 6 || !is_through(&seen) {
        seen.push(left(step * seen.len() as u64));
        assert!(seen.len() < 200, "it never came through: {seen:?}");
    }
    println!("the disk died at {} changes: {seen:?}", seen.len());
    assert!(seen.len() as u64 * step > 20, "{seen:?}");
    let is = |wanted: (bool, bool)| seen.iter().flatten().any(|(settings, saved, _)| (*settings, *saved) == wanted);
    assert!(is((false, false)) && is((true, true)), "it dies before and after: {seen:?}");
}

/// While the disk takes its time nobody waits for it: the move is done, and is kept a while later.
#[cfg(debug_assertions)]
#[test]
fn the_window_does_not_wait_for_a_slow_disk() {
    let Some(stage) = Stage::new() else { return };
    let people = short_game();
    let script = format!(
        "{people}
        wait /kept true
        play mouse 1
        expect /kept false
        wait /kept true
        play mouse 1
        expect /kept false
        state HOME/table.json
        wait /kept true
        quit"
    );
    let output = stage.command(&script).env("TRIANGULUM_FAULT", "slow 0").output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let deeds = stage.state("table.json")["deeds"].as_u64().expect("a number");
    assert!(stage.last_game().matches("\"type\":\"command\"").count() as u64 >= deeds, "all of it is kept in the end");
}

/// Five games, one after the other, from one window: the last three are kept.
#[test]
fn three_games_of_an_evening_are_kept() {
    let Some(stage) = Stage::new() else { return };
    let game = "
        click new:muehle
        click variant:quick
        click play
        wait element speed:instant
        click speed:instant
        play mouse 1
        wait motion
        wait /kept true
        state HOME/last.json
        click menu
        click menu:leave
        wait element new:muehle\n";
    stage.drive(&format!("size 1280 800\n{}state HOME/start.json\nquit", game.repeat(5)));
    let slots = Saves::new(stage.path("saves")).slots();
    assert_eq!(slots.len(), 3, "{slots:?}");
    assert_eq!(stage.state("start.json")["running"].as_array().map(Vec::len), Some(3));
    assert_eq!(stage.state("last.json")["slot"], slots[0].name, "the last one is the newest");
}

/// What dead programs have left behind goes when the window opens, wherever in the home it lies; nothing else does.
#[test]
fn parts_of_dead_programs_are_gone_once_the_window_opens() {
    let Some(stage) = Stage::new() else { return };
    let folders = ["", "saves", "variants/bermuda", "variants/muehle"];
    let names = |folder: &str| [".triangulum-4194999-1.part", "mine.part"].map(|name| stage.path(folder).join(name));
    for folder in folders {
        std::fs::create_dir_all(stage.path(folder)).expect("a folder");
        for path in names(folder) {
            std::fs::write(&path, "half of something").expect("a part is written");
            let file = std::fs::File::options().append(true).open(&path).expect("it is there");
            let now = file.metadata().and_then(|found| found.modified()).expect("it has a time");
            file.set_modified(now - Duration::from_hours(1)).expect("it is old");
        }
    }
    stage.drive("quit");
    for folder in folders {
        assert_eq!(names(folder).map(|path| path.exists()), [false, true], "{folder}");
    }
}

#[test]
fn what_stood_in_the_way_of_a_save_is_put_aside_and_told() {
    let Some(stage) = Stage::new() else { return };
    let people = short_game();
    std::fs::create_dir_all(stage.path("saves")).expect("a folder");
    std::fs::write(stage.path("saves/Sunday.jsonl"), "not a game").expect("a file is written");
    stage.drive(&format!(
        "{people}
        key f3
        click save_name
        key ctrl+a
        type Sunday
        click save
        wait 0.2
        state HOME/saved.json
        quit"
    ));
    let state = stage.state("saved.json");
    let said = state["remark"].as_str().unwrap_or_default();
    assert!(said.contains("Saved as") && said.contains("put aside as") && said.contains("Sunday (unreadable).jsonl"), "{state}");
    assert_eq!(std::fs::read_to_string(stage.path("saves/Sunday (unreadable).jsonl")).expect("it is there"), "not a game");
}

#[test]
fn a_home_that_is_no_folder_is_told_before_a_window_opens() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("home");
    std::fs::write(&file, "a file").expect("a file is written");
    for home in [file.clone(), file.join("below")] {
        let mut command = common::program();
        let output = command.arg("window").arg("--home").arg(&home).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output();
        let output = output.expect("the program starts");
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("home: error: is no folder") && said.contains("remedy: name a folder with --home"), "{said}");
    }
    assert_eq!(std::fs::read_to_string(&file).expect("it is left alone"), "a file");
}

#[test]
fn without_a_display_there_is_a_sentence_and_exit_code_two() {
    for display in [None, Some(":250")] {
        let mut command = common::program();
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
    let mut run = common::program();
    let run = run.args(["run", "--seed", "7", "--seats", "random,random", "--trace"]).arg(&trace).output().expect("it runs");
    assert!(run.status.success());
    let wide = "界".repeat(400);
    let text = std::fs::read_to_string(&trace).expect("the game was recorded");
    let text = text.replacen("\"name\":\"\"", &format!("\"name\":\"{wide}\""), 1);
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

/// What is shown must be said by a lexicon and have room for long words, so everything is said in one of accents that is
/// 40 % longer than English. Names of files, and what variants say about themselves, are shown as they are.
#[test]
fn in_a_language_of_long_words_nothing_is_hard_wired_or_cut_off() {
    let Some(stage) = Stage::new() else { return };
    let people = short_game();
    let look = |name: &str| format!("wait 0.3\nstate HOME/{name}.json\n");
    let mut script = format!("size 1280 800\n{}click new:bermuda\n{}click back\n", look("start"), look("new_game"));
    script += &format!("wait element new:bermuda\n{people}{}click roll\nwait motion\n{}", look("gate"), look("table"));
    script += &format!("click hint\nwait element advice\n{}key escape\n", look("hint"));
    for (key, name) in [("f2", "house_rules"), ("f3", "games"), ("f4", "options")] {
        script += &format!("key {key}\n{}", look(name));
    }
    script += &format!("key f5\nwait /lab/games 40\n{}key f5\n", look("lab"));
    script += &format!("play mouse\nwait element rematch\n{}click start_screen\n{}quit", look("ending"), look("kept"));
    let output = stage.command(&script).env("LC_ALL", "pseudo").output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    let variants = about_variants();
    let as_it_is = |text: &str| {
        ["Triangulum", "English", "Deutsch", "Français"].contains(&text) || text.contains(".toml") || variants.say(text)
    };
    let packs_speak = triangulum::words::Lexicon::built_in("en").knows("bermuda.title");
    let mut wrong = Vec::new();
    let screens = ["start", "new_game", "gate", "table", "hint", "house_rules", "games", "options", "lab", "ending", "kept"];
    for name in screens {
        let state = stage.state(&format!("{name}.json"));
        assert_eq!(state["language"], "pseudo");
        let texts = state["texts"].as_array().expect("texts");
        assert!(texts.len() > 8, "{name} shows something: {texts:?}");
        wrong.extend(flaws(name, &state, |text| as_it_is(text) || !packs_speak && name != "start"));
        for (at, text) in texts.iter().enumerate() {
            let over = texts[at + 1..].iter().filter(|other| overlap(text, other));
            wrong.extend(over.map(|other| format!("{name}: {} lies over {}", text["text"], other["text"])));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Whether two texts of one layer lie over each other.
fn overlap(one: &Value, other: &Value) -> bool {
    let side = |text: &Value, side: usize| text["rect"][side].as_f64().expect("a place");
    let common = |low: usize, high: usize| side(one, high).min(side(other, high)) - side(one, low).max(side(other, low));
    one["layer"] == other["layer"] && common(0, 2) > 2.0 && common(1, 3) > 3.0
}

/// The language is chosen by its own name, is spoken at once, and is remembered.
#[test]
fn a_language_is_chosen_at_once_and_remembered() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(
        "size 1280 800
        expect /language \"en\"
        click language:de
        wait 0.2
        expect /language \"de\"
        state HOME/german.json
        click new:muehle
        click play
        key f4
        click set_language:fr
        wait 0.2
        expect /language \"fr\"
        state HOME/french.json
        quit",
    );
    let shows = |state: &Value, wanted: &str| {
        state["texts"].as_array().is_some_and(|texts| texts.iter().any(|text| text["text"] == wanted))
    };
    assert!(shows(&stage.state("german.json"), "Beenden") && shows(&stage.state("french.json"), "Règles maison"));
    stage.drive("expect /language \"fr\"\nclick new:bermuda\nclick play\nkey f4\nclick set_language:system\nwait 0.2\nexpect /language \"en\"\nquit");
}

/// A game is kept under the name of the rules it follows now, not of those it began with.
#[test]
fn a_kept_game_is_called_by_the_rules_that_were_chosen_last() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(
        "size 1280 800
        click new:muehle
        click play
        wait motion
        key f2
        click rule:hunger
        wait /variant \"my_standard_game\"
        click menu
        click menu:leave
        wait element continue
        state HOME/start.json
        quit",
    );
    let state = stage.state("start.json");
    let texts = state["texts"].as_array().expect("texts");
    let is_ours = |text: &Value| text["text"].as_str().is_some_and(|text| text.contains("My Standard game"));
    assert!(texts.iter().any(is_ours), "{texts:?}");
}

/// Two people with hidden purses: what is somebody's own is shown only once the device was handed over.
#[test]
fn a_curtain_lies_over_hidden_purses_until_the_device_is_handed_over() {
    let Some(stage) = Stage::new() else { return };
    let begun = begin("bermuda", "hidden_purses", "click kind:1\nclick kind:1=human\nclick name:1\ntype Anna", 7);
    stage.drive(&format!(
        "{begun}
        click speed:instant
        wait element curtain
        state HOME/down.json
        wait 2
        key space
        wait motion
        state HOME/up.json
        play mouse
        wait element rematch
        state HOME/end.json
        quit"
    ));
    let down = stage.state("down.json");
    assert_eq!(down["hidden"], serde_json::json!(["money"]));
    assert!(down["hand_over_to"].is_number());
    let hidden = |state: &Value| {
        let shown = state["shown"]["standings"].as_array().expect("standings").clone();
        shown.iter().map(|total| total == "•••").collect::<Vec<_>>()
    };
    assert_eq!(hidden(&down), [true, true], "behind the curtain nobody's purse is shown");
    let up = stage.state("up.json");
    assert_eq!(up["hand_over_to"], Value::Null);
    let holder = up["to_act"].as_u64().expect("a seat") as usize;
    assert!(!hidden(&up)[holder] && hidden(&up)[1 - holder], "only the holder's purse is shown: {}", up["shown"]);
    let end = stage.state("end.json");
    assert_eq!(end["over"], true);
    assert_eq!(hidden(&end), [false, false]);
    is_worth_playing(&stage.whole_game());
}

/// One person alone with computers is never asked to hand anything over, and sees the own purse only.
#[test]
fn alone_one_sees_the_own_purse_and_no_curtain() {
    let Some(stage) = Stage::new() else { return };
    let begun = begin("bermuda", "hidden_purses", "", 7);
    stage.drive(&format!(
        "{begun}
        click speed:instant
        play mouse 8
        wait motion
        expect no element curtain
        state HOME/now.json
        quit"
    ));
    let shown = stage.state("now.json")["shown"]["standings"].clone();
    assert!(shown[0] != "•••" && shown[1] == "•••", "{shown}");
}

/// Goals chosen in a new game are the game's: in its rules, its record, beside the players, and in a rematch.
#[test]
fn players_choose_goals_of_their_own_in_a_new_game() {
    let Some(stage) = Stage::new() else { return };
    let chosen = [
        "click less:victory.goal:0",
        "click less:victory.goal:0",
        "click more:victory.goal:1",
        "click kind:0",
        "click kind:0=quick",
    ];
    let begun = begin("bermuda", "short", &chosen.join("\n"), 7);
    stage.drive(&format!(
        "{begun}
        click speed:instant
        wait 1.5
        state HOME/begun.json
        wait element rematch
        click rematch
        click speed:instant
        wait 1
        state HOME/again.json
        quit"
    ));
    for name in ["begun.json", "again.json"] {
        let state = stage.state(name);
        let goal = &state["settings"]["victory"]["goal"];
        assert_eq!((&goal["blue"], &goal["green"]), (&150_000.into(), &225_000.into()), "{name}: {goal}");
        assert_eq!(state["discord"], serde_json::json!([]), "the files have nothing against it");
        let texts = state["texts"].to_string();
        assert!(texts.contains("goal 150,000") && texts.contains("goal 225,000"), "{name}");
    }
    let header: Value = serde_json::from_str(stage.last_game().lines().next().expect("a header")).expect("JSON");
    assert_eq!(header["handicap"], serde_json::json!({"victory.goal.blue": 150_000, "victory.goal.green": 225_000}));
}

/// Whoever answers in secret has the device in hand first, by name, also where nothing else is hidden.
#[test]
fn a_secret_question_is_handed_over_by_name() {
    let Some(stage) = Stage::new() else { return };
    let file = stage.path("variants/bermuda/vote.toml");
    std::fs::create_dir_all(file.parent().expect("a folder")).expect("the folder is made");
    let text = "pack = \"bermuda\"\nname = \"Vote\"\nextends = \"standard\"\nrules = [\"vote\"]\n\n[rule.vote]\ntitle = \"Vote\"\n\
        what = \"Everybody votes in secret.\"\ntext = \"Everybody votes in secret.\"\n\n[rule.vote.state.yes]\nstart = 0\n\n\
        [[rule.vote.ask]]\nname = \"vote\"\nat = \"end of turn\"\nwho = 'others(me)'\nlist = 'option(\"yes\"); option(\"no\");'\n\
        question = \"Yes or no?\"\nchoices = { yes = \"Yes\", no = \"No\" }\nsecret = true\nrun = 'state.yes += 1;'\n";
    std::fs::write(&file, text).expect("the variant is written");
    stage.drive(&format!(
        "{}
        click speed:instant
        expect no element curtain
        click roll
        wait motion
        play mouse 1
        wait element curtain
        state HOME/down.json
        click curtain
        wait 0.3
        state HOME/up.json
        quit",
        two_at_bermuda("vote")
    ));
    let (down, up) = (stage.state("down.json"), stage.state("up.json"));
    assert_eq!(down["hand_over_to"], down["to_act"]);
    assert_eq!(up["hand_over_to"], Value::Null);
}

//! Triangle Takes in the real window: whole games with the mouse and with the keyboard alone, a capture as it is shown,
//! turning a tile, and moving the table.

#![cfg(all(feature = "window", target_os = "linux"))]

use crate::common;
use crate::stage::{self, Stage};
use serde_json::Value;

/// Two people with eleven tiles each, without waiting for pictures.
fn two_people(variant: &str) -> String {
    stage::two_people("dreieck", variant) + "wait motion\nclick speed:instant\n"
}

fn is_of_some_length(end: &Value) {
    assert!(end["deeds"].as_u64().is_some_and(|deeds| deeds >= 10), "a game of some length: {}", end["deeds"]);
}

#[test]
fn a_whole_game_is_played_with_the_mouse() {
    let Some(stage) = Stage::new() else { return };
    is_of_some_length(&stage.play_out(&two_people("three_symbols"), "mouse"));
}

#[test]
fn a_whole_game_is_played_with_the_keyboard_alone() {
    let Some(stage) = Stage::new() else { return };
    is_of_some_length(&stage.play_out(&two_people("three_symbols"), "keys"));
}

#[test]
fn a_stack_is_played_with_the_drawn_tile_alone() {
    let Some(stage) = Stage::new() else { return };
    let people = two_people("stack");
    stage.drive(&format!("{people}\nplay mouse 8\nexpect /deeds 8\nplay keys 4\nexpect /deeds 12\nquit"));
}

#[test]
fn a_tile_is_chosen_turned_put_back_and_laid() {
    let Some(stage) = Stage::new() else { return };
    let people = two_people("standard");
    // Tile 5 is sun, moon, star; the first one may lie any way round.
    stage.drive(&format!(
        "{people}
        expect element hand:5
        click hand:5
        key escape
        expect /deeds 0
        click hand:5
        key r
        wheel 1
        wait 0.3
        click cell:0,0,1
        wait motion
        expect /deeds 1
        quit"
    ));
    let save = stage.last_game();
    let laid = save.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()).find(|line| line["type"] == "laid");
    let laid = laid.expect("a tile was laid");
    assert_eq!((&laid["tile"], &laid["rotation"]), (&Value::from(5), &Value::from(2)), "turned by the key and by the wheel");
}

#[test]
fn the_table_is_moved_and_framed_again_and_plays_on() {
    let Some(stage) = Stage::new() else { return };
    let people = two_people("three_symbols");
    stage.drive(&format!(
        "{people}
        play mouse 6
        wait motion
        shot HOME/framed.png
        drag cell:0,0,1 180 60
        hover cell:0,0,1
        wheel 1
        wheel 1
        hover menu
        wait 0.3
        shot HOME/moved.png
        play keys 2
        key f
        wait motion
        play mouse 2
        quit"
    ));
    let read = |name: &str| std::fs::read(stage.path(name)).expect("the picture was taken");
    assert_ne!(read("framed.png"), read("moved.png"), "the table has moved");
}

#[test]
fn a_capture_is_shown() {
    let Some(stage) = Stage::new() else { return };
    let trace = stage.path("game.jsonl");
    let run = common::program()
        .args(["run", "--pack", "dreieck", "--variant", "three_symbols", "--seats", "random,random,random", "--seed", "3"])
        .arg("--trace")
        .arg(&trace)
        .output()
        .expect("run starts");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let lines: Vec<Value> = std::fs::read_to_string(&trace)
        .expect("the trace is written")
        .lines()
        .map(|line| serde_json::from_str(line).expect("every line is JSON"))
        .collect();
    let at = lines.iter().position(|line| line["type"] == "captured").expect("somebody is surrounded in this game");
    let deeds = lines[..at].iter().filter(|line| line["type"] == "command").count();
    let forward = "key right\n".repeat(deeds - 1);
    let mut command = stage.command(&format!(
        "size 1280 800
        wait element replay:forward
        {forward}
        wait motion
        expect /deeds {}
        state HOME/before.json
        click speed:slow
        key space
        wait 2
        expect /moving true
        expect /deeds {deeds}
        shot HOME/flight.png
        state HOME/after.json
        quit",
        deeds - 1
    ));
    let output = command.arg(&trace).output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let total = |state: &Value| state["totals"].as_array().expect("totals").iter().filter_map(Value::as_i64).max();
    assert!(total(&stage.state("after.json")) > total(&stage.state("before.json")), "the prisoners count");
    let size = std::fs::metadata(stage.path("flight.png")).expect("the picture was taken").len();
    assert!(size > 60_000, "only {size} bytes: an empty picture?");
}

/// A rule asks for one of the tiles on the table and marks it: the tile is clicked where it lies, carries its badge, and
/// says so when it is pointed at.
#[test]
fn a_question_about_a_tile_is_answered_on_the_table() {
    let Some(stage) = Stage::new() else { return };
    let file = stage.path("variants/dreieck/crown.toml");
    std::fs::create_dir_all(file.parent().expect("in a folder")).expect("the folder is made");
    let text = "pack = \"dreieck\"\nname = \"Crown\"\nextends = \"three_symbols\"\nrules = [\"crown\"]\n\
        [rule.crown]\ntitle = \"Crown\"\nwhat = \"A tile is crowned.\"\n\
        [rule.crown.state.crowned]\nper = \"piece\"\nicon = \"K\"\nname = \"Crowned\"\n\
        [[rule.crown.ask]]\nname = \"crown\"\nat = \"after lay\"\nif = '!passed'\n\
        list = 'for t in tiles(me) { if t.status == \"laid\" { option(t); } }'\n\
        question = \"Which tile is crowned?\"\nrun = 'state.crowned[chosen] = 1;'\n";
    std::fs::write(&file, text).expect("the variant is written");
    let people = two_people("crown");
    stage.drive(&format!(
        "{people}
        click hand:5
        click cell:0,0,1
        wait motion
        click cell:0,0,1
        wait motion
        expect /deeds 2
        hover menu
        hover cell:0,0,1
        wait 0.3
        state HOME/crowned.json
        quit"
    ));
    let told = stage.state("crowned.json")["texts"].to_string();
    assert!(told.contains("Crowned"), "{told}");
}

/// The rack is as good as a click: a tile is dragged from it onto the table.
#[test]
fn a_tile_is_dragged_from_the_rack_to_its_cell() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(&format!(
        "{}
        wait 0.3
        drag hand:5 0 -250
        wait 0.3
        expect /deeds 0
        key escape
        drag hand:5 230 -370
        wait /deeds 1
        wait motion
        expect /traces [[0,\"blue-abc\"]]
        quit",
        two_people("standard")
    ));
}

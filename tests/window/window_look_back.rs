//! After the game: the window looks back at it, shows where it turned and what would have been better, and lets people play on from
//! there. On a display or on an Xvfb, as in `window.rs`.

#![cfg(all(feature = "window", target_os = "linux"))]

use crate::common;
use crate::stage::{Stage, begin};
use serde_json::Value;
use triangulum::table::Saves;

/// The turning points as the window tells them.
fn turns(state: &Value) -> Vec<Value> {
    state["look_back"]["turns"].as_array().expect("turning points").clone()
}

#[test]
fn a_game_is_looked_back_at_and_played_on_from_where_it_turned() {
    let Some(stage) = Stage::new() else { return };
    let begun = begin("muehle", "quick", "", 3);
    stage.drive(&format!(
        "{begun}
        click speed:instant
        play mouse
        wait element rematch
        wait element turn:1
        state HOME/end.json
        click turn:1
        wait element turning_point
        expect /replay true
        expect /look_back/shown 1
        state HOME/turn.json
        click replay:forward
        wait 0.3
        expect /look_back/shown null
        expect no element turning_point
        click replay:result
        wait element rematch
        click mark:1
        wait element turning_point
        key escape
        wait 0.3
        expect /look_back/shown null
        click turn:1
        wait element turning_point
        click replay:play_on
        wait 0.3
        expect /replay false
        expect /over false
        state HOME/on.json
        quit"
    ));
    let [end, turn, on] = ["end.json", "turn.json", "on.json"].map(|name| stage.state(name));
    let told = turns(&end);
    assert!((1..=3).contains(&told.len()), "{told:?}");
    assert!(told.iter().all(|turn| turn["words"].as_str().is_some_and(|words| words.contains("Better was to "))), "{told:?}");
    assert_eq!(turn["deeds"], told[0]["deeds"]);
    assert!(turn["texts"].to_string().contains("Turning point 1 of "), "{}", turn["texts"]);
    // What was looked at has not changed what is kept: the game that is over stays so, and another one goes on beside it.
    assert_ne!(on["slot"], end["slot"]);
    let over = Saves::new(stage.path("saves")).slots().into_iter().find(|slot| end["slot"] == slot.name.as_str());
    let replay = common::program().arg("replay").arg(over.expect("the game is kept").path).output().expect("replay starts");
    let said = String::from_utf8_lossy(&replay.stdout);
    assert!(said.contains("verified to the end"), "{said}{}", String::from_utf8_lossy(&replay.stderr));
}

#[test]
fn a_recording_shows_its_result_and_where_it_turned() {
    let Some(stage) = Stage::new() else { return };
    let file = Saves::new(stage.path("saves")).path("Sunday").expect("a name");
    std::fs::create_dir_all(file.parent().expect("a folder")).expect("the folder is made");
    let run =
        common::program().args(["run", "--pack", "muehle", "--variant", "quick", "--seed", "7", "--trace"]).arg(&file).output();
    assert!(run.is_ok_and(|run| run.status.success()));
    stage.drive(
        "size 1280 800
        click watch:Sunday
        wait element replay:result
        expect no element turn:1
        click replay:result
        wait element turn:1
        key escape
        wait 0.3
        expect no element rematch
        click turn:1
        wait element turning_point
        expect /look_back/shown 1
        quit",
    );
}

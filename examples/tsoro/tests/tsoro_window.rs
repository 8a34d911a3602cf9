//! The fourth game in the real window, driven like ours (tests/window): from the start screen to a rematch, against a bot and between
//! two people, and watched again.

#![cfg(all(feature = "window", target_os = "linux"))]

#[allow(dead_code, reason = "the stage of our own games; this one needs a part of it")]
#[path = "../../../tests/window/stage.rs"]
mod stage;

mod common {
    /// The program of this game.
    pub(crate) fn program() -> std::process::Command {
        std::process::Command::new(env!("CARGO_BIN_EXE_tsoro"))
    }
}

use stage::{Stage, begin};

#[test]
fn a_whole_game_is_played_with_the_mouse_against_a_bot_and_again() {
    let Some(stage) = Stage::new() else { return };
    let begun = begin("tsoro", "standard", "", 7);
    stage.drive(&format!(
        "{begun}
        wait element hint
        shot HOME/begun.png
        click hint
        wait element advice
        state HOME/hint.json
        key escape
        click speed:instant
        play mouse 2
        wait element hint
        expect /deeds 4
        click undo
        wait 0.2
        state HOME/undone.json
        click redo
        play mouse
        wait element rematch
        state HOME/end.json
        shot HOME/end.png
        click rematch
        wait element hint
        state HOME/again.json
        quit"
    ));
    let hint = stage.state("hint.json");
    assert!(hint["hint"]["words"].as_str().is_some_and(|words| words.contains("would place a stone on")), "{}", hint["hint"]);
    let undone = stage.state("undone.json");
    assert!(undone["deeds"].as_u64() < undone["known"].as_u64(), "{undone}");
    let again = stage.state("again.json");
    assert_eq!((&stage.state("end.json")["over"], &again["over"]), (&true.into(), &false.into()));
}

#[test]
fn two_people_play_with_mouse_and_keyboard_and_watch_the_record() {
    let Some(stage) = Stage::new() else { return };
    let begun = begin("tsoro", "no_jump", "click kind:1\nclick kind:1=human", 7);
    let played = "click speed:instant\nplay keys 6\nexpect /deeds 6\n";
    stage.play_out(&format!("{begun}{played}"), "mouse");
    let mut watched = stage.command(
        "size 1280 800
        wait element replay:forward
        key right
        key right
        wait motion
        expect /deeds 2
        quit",
    );
    let output = watched.arg(stage.last_slot()).output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

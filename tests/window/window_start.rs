//! The start screen in the real window: what is offered, what is kept, and what is remembered.

#![cfg(all(feature = "window", target_os = "linux"))]

use crate::stage::{Stage, short_game};
use serde_json::Value;

#[test]
fn a_game_that_is_over_is_not_offered_to_go_on_with() {
    let Some(stage) = Stage::new() else { return };
    let begun = short_game();
    stage.drive(&format!(
        "{begun}play mouse 3\nclick menu\nclick menu:leave\nwait element continue\nexpect no element watch:slot-1\nquit"
    ));
    stage.drive(
        "click continue
        wait motion
        play mouse
        wait element rematch
        key escape
        wait 0.2
        click menu
        click menu:leave
        wait element new:bermuda
        wait 0.3
        expect no element continue
        expect no element load:slot-1
        expect element watch:slot-1
        quit",
    );
}

#[test]
fn kept_games_are_renamed_thrown_away_and_taken_back() {
    let Some(stage) = Stage::new() else { return };
    let begun = short_game();
    stage.drive(&format!(
        "{begun}play mouse 2
        key f3
        click save_name
        key ctrl+a
        type Sunday
        click save
        wait element load:Sunday
        state HOME/panel.json
        click menu
        click menu:leave
        wait element load:Sunday
        click rename:Sunday
        wait element new_name
        wait 0.2
        key ctrl+a
        type Monday
        key enter
        wait element load:Monday
        expect no element load:Sunday
        click delete:Monday
        wait element take_back
        expect no element load:Monday
        state HOME/thrown.json
        click take_back
        wait element load:Monday
        expect no element take_back
        quit"
    ));
    assert!(stage.path("saves/Monday.jsonl").exists() && !stage.path("saves/Sunday.jsonl").exists());
    assert_eq!(stage.state("thrown.json")["trouble"], Value::Null);
    // In the narrow panel, too, name and day of a game can be read.
    let texts = stage.state("panel.json")["texts"].as_array().cloned().unwrap_or_default();
    assert!(texts.iter().any(|text| text["text"] == "Sunday"), "{texts:?}");
    assert!(texts.iter().all(|text| text["shortened"] == false), "{texts:?}");
    stage.drive("click delete:Monday\nwait element take_back\nquit");
    assert!(stage.path("saves/bin/Monday.jsonl").exists(), "it is in the bin, not gone");
}

#[test]
fn a_game_is_set_up_as_the_last_one_was() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(
        "size 1280 800
        click new:bermuda
        click variant:short
        click seats:3
        click name:0
        type Anna
        click kind:1
        click kind:1=human
        click play
        wait element menu
        click menu
        click menu:leave
        click new:muehle
        wait element play
        click back
        quit",
    );
    stage.drive("click new:bermuda\nwait element play\nexpect element name:2\nexpect no element name:3\nclick play\nwait element menu\nstate HOME/again.json\nquit");
    let state = stage.state("again.json");
    assert_eq!(state["variant"], "short");
    assert_eq!(state["shown"]["standings"].as_array().map(Vec::len), Some(3));
    let kept = stage.last_game();
    assert!(kept.contains("Anna"), "who sat there sits there again");
}

#[test]
fn rules_and_settings_open_and_close_in_every_language_and_nothing_is_cut_off() {
    let Some(stage) = Stage::new() else { return };
    for (language, size) in [("en", "1280 800"), ("de", "1366 768"), ("fr", "1920 1080")] {
        stage.drive(&format!(
            "size {size}
            click language:{language}
            wait 0.4
            state HOME/{language}.json
            click rules:muehle
            wait element rulebook_search
            key escape
            wait 0.6
            expect no element rulebook_search
            click start_settings
            wait element set_speed:fast
            click close
            wait 0.6
            expect no element set_speed:fast
            click house:dreieck
            wait element variant:corners
            click back
            wait element quit
            quit"
        ));
        assert_eq!(stage.state(&format!("{language}.json"))["cut"], Value::Array(Vec::new()), "{language}");
    }
}

/// Triple Mill is for three; whoever wants to play it in two finds out how by pressing 2.
#[test]
fn who_wants_another_number_of_players_gets_rules_for_it() {
    let Some(stage) = Stage::new() else { return };
    stage.drive("click new:muehle\nclick seats:2\nwait 0.3\nclick play\nwait element menu\nstate HOME/two.json\nquit");
    let state = stage.state("two.json");
    assert_eq!(state["shown"]["standings"].as_array().map(Vec::len), Some(2));
    assert_ne!(state["variant"], "standard");
}

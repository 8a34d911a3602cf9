//! Every lesson, played in the real window as a newcomer would: by clicking what the card points at.

#![cfg(all(feature = "window", target_os = "linux"))]

use crate::common;
use crate::stage::Stage;
use serde_json::Value;
use std::collections::BTreeSet;

const SIZES: [&str; 3] = ["1280 800", "1366 768", "1920 1080"];
const LANGUAGES: [&str; 3] = ["en", "de", "fr"];
const GAMES: [&str; 3] = ["bermuda", "muehle", "dreieck"];

/// How many lessons a game has.
fn lessons(game: &str) -> usize {
    let pack = triangulum::packs::find(game).expect("the game is there");
    triangulum::scenario::lesson::files(&common::library(), pack).len()
}

/// Plays every lesson of a game one after the other and gives what the window showed at the end of each.
fn play_through(stage: &Stage, game: &str, hand: &str, before: &str) -> Vec<Value> {
    let ends = (0..lessons(game)).map(|n| {
        let on = if n == 0 { "" } else { "click lesson:next\nwait /lesson/step 0\n" };
        format!("{on}play {hand}\nwait /lesson/done true\nstate HOME/{game}_{n}.json\n")
    });
    let ends: String = ends.collect();
    stage.drive(&format!("{before}click learn:{game}\nwait element speed:instant\nclick speed:instant\n{ends}quit"));
    (0..lessons(game)).map(|n| stage.state(&format!("{game}_{n}.json"))).collect()
}

fn is_whole(state: &Value) {
    let lesson = &state["lesson"];
    assert_eq!(lesson["done"], true, "{lesson}");
    assert_eq!(lesson["lost"], Value::Array(Vec::new()), "everything it points at can be seen: {lesson}");
    assert_eq!(lesson["covered"], Value::Array(Vec::new()), "the card lies over nothing it points at: {lesson}");
    assert_eq!(state["slot"], Value::Null, "a lesson is not kept");
}

#[test]
fn every_lesson_is_played_with_the_mouse() {
    let Some(stage) = Stage::new() else { return };
    for game in GAMES {
        play_through(&stage, game, "mouse", "size 1280 800\n").iter().for_each(is_whole);
    }
}

/// Each lesson is played once at each size, and once in each language: the two go round together.
#[test]
fn every_lesson_is_played_with_the_keyboard_in_every_language_and_size() {
    let Some(stage) = Stage::new() else { return };
    for game in GAMES {
        let mut script = String::new();
        let rounds = || (0..SIZES.len()).flat_map(|round| (0..lessons(game)).map(move |lesson| (round, lesson)));
        for (round, lesson) in rounds() {
            let (size, language) = (SIZES[round], LANGUAGES[(round + lesson) % LANGUAGES.len()]);
            let choose = if lessons(game) > 1 { format!("click lesson:{}", lesson + 1) } else { String::new() };
            script += &format!(
                "size {size}
                click language:{language}
                click learn:{game}
                wait element speed:instant
                {choose}
                click speed:instant
                play keys
                wait /lesson/done true
                state HOME/{game}_{lesson}_{round}.json
                click lesson:leave
                wait element learn:{game}
                "
            );
        }
        stage.drive(&format!("{script}quit"));
        let mut played = BTreeSet::new();
        for (round, lesson) in rounds() {
            let state = stage.state(&format!("{game}_{lesson}_{round}.json"));
            is_whole(&state);
            played.insert([&state["lesson"]["name"], &state["language"], &state["window"]].map(Value::to_string));
        }
        assert_eq!(played.len(), SIZES.len() * lessons(game), "{game}: {played:?}");
    }
}

/// A stone is dragged to where it shall go, and nowhere else.
#[test]
fn a_stone_is_dragged_to_its_field() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(
        "size 1280 800
        click learn:muehle
        wait element lesson:2
        click lesson:2
        wait /lesson/name \"moving\"
        click speed:instant
        click lesson:next
        wait /lesson/step 1
        wait 0.3
        drag field:b6 0 -330
        wait 0.3
        expect /deeds 0
        key escape
        wait 0.2
        drag field:b6 -121 205
        wait /deeds 1
        expect /lesson/step 2
        quit",
    );
}

#[test]
fn what_a_step_is_not_about_does_nothing_and_is_answered() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(
        "size 1280 800
        click learn:bermuda
        wait element lesson:next
        expect /lesson/step 0
        expect no element lesson:back
        click roll
        wait 0.2
        expect /lesson/astray true
        expect /lesson/step 0
        wait element lesson:else
        click lesson:next
        wait /lesson/step 1
        expect /lesson/astray false
        click lesson:next
        wait /lesson/step 2
        click lesson:next
        wait /lesson/step 3
        click lesson:next
        wait /lesson/step 4
        expect no element lesson:next
        click speed:instant
        click roll
        wait /lesson/step 5
        wait motion
        click ship:blue-2
        wait element lesson:else
        expect /deeds 0
        click ship:blue-4
        wait /lesson/step 6
        expect /deeds 1
        key f2
        wait 0.2
        expect no element value:victory.goal
        key h
        wait 0.2
        expect /hint null
        state HOME/before.json
        click lesson:back
        wait 0.2
        expect /lesson/step 5
        expect /deeds 0
        click ship:blue-4
        wait /lesson/step 6
        state HOME/after.json
        click lesson:leave
        wait element learn:bermuda
        expect /screen \"start\"
        expect /running []
        quit",
    );
    assert_eq!(stage.state("before.json")["hash"], stage.state("after.json")["hash"], "the way back leads on as before");
}

#[test]
fn lessons_are_chosen_and_those_gone_through_are_remembered() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(
        "size 1280 800
        click learn:muehle
        wait element lesson:2
        expect /lesson/name \"mills\"
        click lesson:2
        wait /lesson/name \"moving\"
        click lesson:1
        wait /lesson/name \"mills\"
        click speed:instant
        play mouse
        wait /lesson/done true
        click lesson:leave
        wait element learn:muehle
        click learn:muehle
        wait element lesson:1
        expect /lesson/name \"moving\"
        quit",
    );
}

/// Whoever closes the window in the middle of a lesson has not chosen its speed for games.
#[test]
fn a_lesson_that_is_never_left_changes_no_speed() {
    let Some(stage) = Stage::new() else { return };
    std::fs::write(stage.path("settings.toml"), "speed = \"instant\"\n").expect("settings are written");
    stage.drive(
        "size 1280 800
        click learn:muehle
        wait element lesson:2
        expect /comfort/speed \"normal\"
        key m
        wait 0.3
        quit",
    );
    let kept = std::fs::read_to_string(stage.path("settings.toml")).expect("settings are kept");
    assert!(kept.contains("mute = true") && kept.contains("speed = \"instant\""), "{kept}");
}

#[test]
fn after_the_last_lesson_one_plays() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(
        "size 1280 800
        click learn:dreieck
        wait element speed:instant
        click speed:instant
        play mouse
        wait /lesson/done true
        click lesson:next
        wait element play
        expect /screen \"new_game\"
        quit",
    );
}

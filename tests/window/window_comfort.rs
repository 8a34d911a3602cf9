//! Comfort at the table, in the real window: text sizes, contrast, calm, keys, menus, tips, a slip of the hand, moments, sound. See
//! tests/window/window.rs for when these run.

#![cfg(all(feature = "window", target_os = "linux"))]

use crate::stage::{Stage, two_at_bermuda};
use serde_json::Value;

/// Everything that is written in the panels, where something is missing at its sides, and elements that are cut off.
fn cut(state: &Value) -> (Vec<&str>, &Value) {
    let texts = state["texts"].as_array().expect("texts").iter();
    let cut = texts.filter(|text| text["cut"] == true).filter_map(|text| text["text"].as_str());
    (cut.collect(), &state["cut"])
}

fn says(state: &Value, words: &str) -> bool {
    let texts = state["texts"].as_array().expect("texts");
    texts.iter().any(|text| text["text"].as_str().is_some_and(|text| text.contains(words)))
}

#[test]
fn nothing_is_cut_off_at_any_text_size_in_any_window() {
    let Some(stage) = Stage::new() else { return };
    let mut script = two_at_bermuda("short");
    script += "key f4\n";
    let sizes = ["1280 800", "1366 768", "1920 1080"];
    let texts = ["small", "normal", "large", "largest"];
    for (size, text) in sizes.iter().flat_map(|size| texts.map(|text| (size, text))) {
        let file = format!("{}_{text}.json", size.replace(' ', "x"));
        script += &format!(
            "size {size}\nwait 0.3\nclick set_text:{text}\nwait 0.3\nkey f4\nwait 0.2\nstate HOME/{file}\nkey f4\nwait 0.1\n"
        );
    }
    stage.drive(&format!("{script}quit"));
    for (size, text) in sizes.iter().flat_map(|size| texts.map(|text| (size, text))) {
        let state = stage.state(&format!("{}_{text}.json", size.replace(' ', "x")));
        let (texts, elements) = cut(&state);
        assert!(texts.is_empty() && elements == &serde_json::json!([]), "{size}, {text}: {texts:?}, {elements}");
        assert_eq!(state["comfort"]["text_size"], text);
        assert!(says(&state, "350,000") || says(&state, "wins"), "the goal is in sight: {state}");
    }
}

/// With the largest letters, too, settings and a new game fit every window, and Tab shows where it is before a game has begun.
#[test]
fn with_the_largest_letters_a_game_can_be_set_up_in_any_window() {
    let Some(stage) = Stage::new() else { return };
    let sizes = ["1280 800", "1366 768", "1920 1080"];
    let file = |size: &str| format!("{}.json", size.replace(' ', "x"));
    let mut script = "click start_settings\nclick set_text:largest\nclick close\n".to_owned();
    for size in sizes {
        script += &format!(
            "size {size}
            wait 0.3
            click start_settings
            wait element set_undo:never
            click close
            wait 0.3
            key tab
            wait 0.5
            state HOME/start_{file}
            click new:bermuda
            wait element seats:4
            click seats:4
            wait element play
            state HOME/new_{file}
            click back
            wait element new:bermuda
            ",
            file = file(size)
        );
    }
    stage.drive(&format!("{script}wait 0.5\nclick new:muehle\nwait element play\nclick play\nwait element menu\nquit"));
    for size in sizes {
        let start = stage.state(&format!("start_{}", file(size)));
        assert!(start["focused"].is_string(), "{size}: the keys are nowhere: {}", start["focused"]);
        let new = stage.state(&format!("new_{}", file(size)));
        assert_eq!(new["comfort"]["text_size"], "largest");
        assert_eq!((&new["screen"], &new["untold"]), (&serde_json::json!("new_game"), &serde_json::json!([])), "{size}");
    }
}

#[test]
fn an_upright_window_has_the_board_above_and_everything_else_below_it() {
    let Some(stage) = Stage::new() else { return };
    let mut script = two_at_bermuda("short").replace("size 1280 800", "size 768 1024");
    for (size, name) in [("768 1024", "tablet"), ("390 844", "phone")] {
        let look = |name: &str| format!("wait 0.5\nstate HOME/{name}.json\nshot HOME/{name}.png\n");
        let (table, rules) = (look(name), look(&format!("{name}_rules")));
        script += &format!("size {size}\n{table}key f2\n{rules}key f2\n");
    }
    stage.drive(&format!("{script}play mouse 2\nquit"));
    for name in ["tablet", "tablet_rules", "phone", "phone_rules"] {
        let state = stage.state(&format!("{name}.json"));
        let (texts, elements) = cut(&state);
        assert!(texts.is_empty() && elements == &serde_json::json!([]), "{name}: {texts:?}, {elements}");
        let banner = state["texts"].as_array().expect("texts").iter().find(|text| text["text"] == "Round 1");
        let upper = banner.and_then(|text| text["rect"][1].as_f64()).expect("whose turn it is");
        assert!(upper > 500.0, "{name}: whose turn it is stands at {upper}, not below the board");
    }
}

#[test]
fn escape_closes_only_what_lies_on_top() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(&format!(
        "{}
        key f1
        wait 0.1
        expect /dock \"rulebook\"
        click menu
        wait element menu:leave
        expect /sheet \"menu\"
        type ?
        wait 0.1
        expect /sheet null
        click menu
        wait element menu:keys
        click menu:keys
        wait element keys:close
        expect /sheet \"keys\"
        state HOME/keys.json
        key escape
        wait 0.1
        expect /sheet null
        expect /dock \"rulebook\"
        type ?
        wait 0.1
        expect /sheet \"keys\"
        key space
        wait 0.2
        expect element roll
        click keys:close
        wait 0.1
        key escape
        wait 0.1
        expect /dock null
        key space
        wait motion
        click menu
        wait element menu:leave
        click ship:blue-4
        wait 0.1
        expect /sheet null
        click menu
        wait element menu:leave
        click ship:green-4
        wait 0.1
        expect /sheet null
        expect /deeds 0
        click menu
        wait element menu:settings
        click menu:settings
        wait 0.1
        expect /dock \"settings\"
        expect /screen \"table\"
        quit",
        two_at_bermuda("short")
    ));
    assert!(says(&stage.state("keys.json"), "F11"), "the sheet lists the keys");
}

/// F6 gives the keys to what lies around the board; wherever they are is in sight, at every size, and Escape gives them back.
#[test]
fn the_keys_reach_the_panels_and_come_back() {
    let Some(stage) = Stage::new() else { return };
    let mut script = two_at_bermuda("short");
    let sizes = ["1280 800", "1366 768", "1920 1080"];
    let file = |size: &str, step: usize| format!("{}_{step}.json", size.replace(' ', "x"));
    for size in sizes {
        script += &format!("size {size}\nwait 0.2\nexpect /focused null\nkey f6\n");
        for step in 0..12 {
            script += &format!("key tab\nwait 0.1\nstate HOME/{}\n", file(size, step));
        }
        // Keys that no button has a use for do what they always do; then F6 leads back as Escape does.
        script += "key f1\nwait 0.1\nexpect /dock \"rulebook\"\nkey f1\nwait 0.1\nexpect /dock null\n";
        let back = if size == sizes[0] { "f6" } else { "escape" };
        script += &format!("key {back}\nwait 0.1\nexpect /focused null\nkey tab\nwait 0.1\nexpect /focused null\n");
    }
    stage.drive(&format!("{script}expect element roll\nkey space\nwait motion\nexpect no element roll\nquit"));
    for size in sizes {
        let reached: Vec<_> = (0..12).map(|step| stage.state(&file(size, step))["focused"].clone()).collect();
        assert!(reached.iter().all(Value::is_string), "{size}: the keys are somewhere without a name: {reached:?}");
        for name in ["menu", "rulebook", "house_rules"] {
            assert!(reached.iter().any(|found| found == name), "{size}: {name} is not among {reached:?}");
        }
    }
}

#[test]
fn the_ending_goes_with_escape_and_comes_back() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(&format!(
        "{}
        click speed:instant
        play mouse
        wait element rematch
        key f2
        wait 0.3
        state HOME/beside.json
        key escape
        wait 0.2
        expect no element rematch
        expect /dock \"workshop\"
        click show_ending
        wait element rematch
        key f4
        click set_text:largest
        key f4
        size 1366 768
        wait 0.5
        expect element rematch
        expect element look
        state HOME/large.json
        size 1920 1080
        wait 0.5
        state HOME/wide.json
        key escape
        wait 0.2
        expect no element rematch
        quit",
        two_at_bermuda("short")
    ));
    for name in ["large", "wide"] {
        let state = stage.state(&format!("{name}.json"));
        assert!(cut(&state).0.is_empty(), "{name}: {:?}", cut(&state));
    }
    let state = stage.state("beside.json");
    let (texts, elements) = cut(&state);
    assert!(texts.is_empty(), "{texts:?}, {elements}");
    assert!(says(&state, "The lead") || says(&state, "Nobody else"), "how close it was: {state}");
}

#[test]
fn a_slip_of_the_hand_can_be_taken_back_until_the_spin() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(&format!(
        "{}
        click speed:fast
        click roll
        wait motion
        state HOME/before.json
        play mouse 1
        wait element roll
        state HOME/after.json
        size 1366 768
        wait 0.3
        click undo
        wait 0.3
        state HOME/back.json
        play mouse 1
        wait element roll
        click roll
        wait motion
        size 1920 1080
        wait 0.3
        hover undo
        wait 1.2
        state HOME/too_late.json
        quit",
        two_at_bermuda("standard")
    ));
    let [before, after, back, late] = ["before.json", "after.json", "back.json", "too_late.json"].map(|name| stage.state(name));
    assert_eq!(after["deeds"].as_u64(), before["deeds"].as_u64().map(|deeds| deeds + 1));
    assert_eq!(back["hash"], before["hash"], "the slip is undone, die and all");
    assert!(says(&late, "Not possible"), "the reason is told: {}", late["texts"]);
}

#[test]
fn every_button_says_what_it_does_and_its_key() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(&format!(
        "{}
        state HOME/untold.json
        hover undo
        wait 1.2
        hover rulebook
        wait 1.2
        state HOME/button.json
        hover tray
        wait 1.2
        state HOME/tray.json
        hover cloud:0
        wait 1.2
        state HOME/cloud.json
        hover deck:oil
        wait 1.2
        state HOME/deck.json
        key f2
        wait 0.3
        state HOME/workshop.json
        key f3
        wait 0.3
        state HOME/games.json
        key f4
        wait 0.3
        state HOME/settings.json
        key f5
        wait 0.3
        state HOME/lab.json
        click menu
        wait 0.3
        state HOME/menu.json
        quit",
        two_at_bermuda("standard")
    ));
    for name in ["untold", "workshop", "games", "settings", "lab", "menu"] {
        assert_eq!(stage.state(&format!("{name}.json"))["untold"], serde_json::json!([]), "{name}");
    }
    for (name, words) in [("button", "(F1)"), ("tray", "spinner"), ("cloud", "Magnets"), ("deck", "on top")] {
        let state = stage.state(&format!("{name}.json"));
        assert!(says(&state, words), "{name}: {}", state["texts"]);
    }
}

#[test]
fn moments_are_said_and_heard_and_not_where_it_is_calm() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(&format!(
        "{}
        click speed:instant
        play mouse 24
        state HOME/loud.json
        key f4
        click set_calm
        click set_high_contrast
        wait 3
        key f4
        play mouse 6
        state HOME/calm.json
        key m
        wait 0.2
        key f11
        wait 0.5
        key f11
        wait 0.5
        state HOME/mute.json
        quit",
        two_at_bermuda("standard")
    ));
    let [loud, calm, mute] = ["loud.json", "calm.json", "mute.json"].map(|name| stage.state(name));
    assert!(loud["moments_told"].as_u64().is_some_and(|told| told > 0), "{loud}");
    let heard = loud["heard"].as_array().expect("sounds");
    assert!(heard.iter().any(|name| name == "die"), "{heard:?}");
    assert_eq!((&calm["moments_told"], &calm["moments"]), (&loud["moments_told"], &serde_json::json!([])));
    assert_eq!((&mute["comfort"]["mute"], &mute["comfort"]["calm"]), (&Value::Bool(true), &Value::Bool(true)));
    let kept = std::fs::read_to_string(stage.path("settings.toml")).expect("settings are kept");
    assert!(kept.contains("high_contrast = true") && kept.contains("mute = true"), "{kept}");
}

/// Settings for sound are where something can be heard: not in the page for browsers.
#[test]
fn sound_is_set_where_it_is_heard() {
    let Some(stage) = Stage::new() else { return };
    let there = if std::env::var_os("TRIANGULUM_PAGE").is_none() { "" } else { "no " };
    let expected = ["set_volume", "set_mute", "set_sea"].map(|name| format!("expect {there}element {name}\n")).concat();
    stage.drive(&format!("size 1280 800\nclick start_settings\nwait element set_calm\n{expected}quit"));
}

#[test]
fn the_window_comes_back_in_the_size_it_was_left() {
    let Some(stage) = Stage::new() else { return };
    stage.drive("size 1100 700\nwait 2\nquit");
    stage.drive("wait 0.3\nexpect /window [1100.0,700.0]\nquit");
}

#[test]
fn the_position_is_told_in_words() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(&format!(
        "{}
        key l
        wait element aloud:close
        expect /sheet \"aloud\"
        state HOME/aloud.json
        key escape
        wait 0.1
        expect /sheet null
        click speed:instant
        play mouse 2
        wait element spin
        state HOME/before_the_spin.json
        click spin
        wait element roll
        state HOME/after_the_spin.json
        quit",
        two_at_bermuda("standard")
    ));
    let told = |name: &str| stage.state(name)["aloud"].to_string();
    let (before, after) = (told("before_the_spin.json"), told("after_the_spin.json"));
    assert!(!before.contains("at the notch") && before.contains("Spin for the cloud"), "nobody has spun yet: {before}");
    assert!(after.contains("at the notch") && after.contains("Roll the die"), "{after}");
    let state = stage.state("aloud.json");
    let lines: Vec<&str> = state["aloud"].as_array().expect("lines").iter().filter_map(Value::as_str).collect();
    assert!(lines.iter().any(|line| line.ends_with("in Havana.")), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("A at the notch")), "{lines:?}");
    assert!(lines.iter().all(|line| says(&state, line)), "the sheet says every line: {lines:?}");
}

/// Triangle Takes says what to do when there is nothing to turn.
#[test]
fn a_key_for_turning_says_what_to_do_without_a_tile() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(
        "size 1280 800
        click new:dreieck
        click play
        wait element hint
        key r
        wait 0.2
        state HOME/told.json
        quit",
    );
    let remark = stage.state("told.json")["remark"].as_str().unwrap_or_default().to_owned();
    assert!(remark.starts_with("Choose a tile"), "{remark}");
}

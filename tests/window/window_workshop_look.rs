//! How the workshop looks and what it says of itself: in every language, in windows of two sizes, and when something is pointed at.

#![cfg(all(feature = "window", target_os = "linux"))]

use crate::stage::{Stage, about_variants, flaws};
use crate::window_workshop::open;
use serde_json::json;

/// Pasted by a friend.
const PASTED: &str = "click paste
    type pack = \"bermuda\"
    key enter
    type name = \"Änn\"
    key enter
    type extends = \"standard\"
    key enter
    type [victory]
    key enter
    type goal = 150000
    click look_at
    wait element received";

/// Goes through the workshop and writes down what is there; the name stands before those of the states.
fn through(name: &str) -> String {
    let look = |what: &str| format!("wait 0.3\nstate HOME/{name}_{what}.json\nshot HOME/{name}_{what}.png\n");
    format!(
        "click tab:rules
        {}
        click more:victory.goal
        wait element verdict
        {}
        click group:house
        wait 0.3
        click page:pirates
        {}
        click tab:shelf
        click rules:short
        {}
        {PASTED}
        {}
        click received:no
        wait element tab:text
        click tab:text
        {}",
        look("sentences"),
        look("verdict"),
        look("cards"),
        look("shelf"),
        look("received"),
        look("text")
    )
}

const LOOKS: [&str; 6] = ["sentences", "verdict", "cards", "shelf", "received", "text"];

#[test]
fn everything_in_the_workshop_says_what_it_does() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(&format!(
        "state HOME/start.json
        {}
        click rule:pirates
        wait 0.5
        {}
        click tab:rules
        hover more:victory.goal
        wait 1.2
        state HOME/more.json
        hover only_changed
        wait 1.2
        state HOME/only.json
        quit",
        open(),
        through("all")
    ));
    let looks = LOOKS.map(|look| format!("all_{look}"));
    for name in looks.iter().map(String::as_str).chain(["start"]) {
        assert_eq!(stage.state(&format!("{name}.json"))["untold"], json!([]), "{name}");
    }
    for (name, words) in [("more", "One step more"), ("only", "Hides every rule")] {
        let texts = stage.state(&format!("{name}.json"))["texts"].to_string();
        assert!(texts.contains(words), "{name}: {texts}");
    }
}

fn fits_in(language: &str) {
    let Some(stage) = Stage::new() else { return };
    let sizes = ["1280 800", "1366 768"];
    let looks = |size: &str| format!("size {size}\n{}\n", through(&size.replace(' ', "_")));
    let script = format!("{}\n{}\nquit", open(), sizes.map(looks).concat());
    let output = stage.command(&script).env("LC_ALL", language).output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let variants = about_variants();
    // A file is shown as it is written.
    let as_it_is = |text: &str| text.contains(".toml") || text.contains("extends = ") || variants.say(text);
    let mut wrong = Vec::new();
    for size in sizes {
        for look in LOOKS {
            let name = format!("{}_{look}", size.replace(' ', "_"));
            let state = stage.state(&format!("{name}.json"));
            assert_eq!(state["language"].as_str(), language.split('_').next());
            // A file goes on at its side, where it can be scrolled to.
            let is_of_file = |flaw: &String| flaw.contains("rules_text") || flaw.contains("extends = ");
            wrong.extend(flaws(&name, &state, as_it_is).into_iter().filter(|flaw| !is_of_file(flaw)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn nothing_in_it_is_cut_off_in_german() {
    fits_in("de_DE.UTF-8");
}

#[test]
fn nothing_in_it_is_cut_off_in_french() {
    fits_in("fr_FR.UTF-8");
}

#[test]
fn nothing_in_it_is_cut_off_or_hard_wired_in_long_words() {
    fits_in("pseudo");
}

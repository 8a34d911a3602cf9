//! What is written in the window: it has room in every language, in every game and at several sizes, and comes from a lexicon. On a
//! display or on an Xvfb, as in `window.rs`.

#![cfg(all(feature = "window", target_os = "linux"))]

use crate::stage::{Stage, begin};
use serde_json::Value;

/// Languages as they are chosen, with the size of the window. That of the system is one of accents that is 40 % longer than English.
const LOOKS: [(&str, &str); 6] = [
    ("system", "1280 800"),
    ("de", "1280 800"),
    ("fr", "1280 800"),
    ("en", "1920 1080"),
    ("de", "1920 1080"),
    ("fr", "1920 1080"),
];

/// A walk through the window, and what it has written down on its way.
#[derive(Default)]
struct Walk {
    script: String,
    seen: Vec<(&'static str, &'static str, &'static str, String)>,
}

impl Walk {
    fn go(&mut self, orders: &str) {
        self.script += orders;
        self.script.push('\n');
    }

    fn look(&mut self, screen: &'static str, (language, size): (&'static str, &'static str)) {
        let file = format!("{screen}_{language}_{}.json", size.replace(' ', "x"));
        self.go(&format!("wait 0.2\nstate HOME/{file}"));
        self.seen.push((screen, language, size, file));
    }

    /// Speaks and grows as wanted, at a table.
    fn turn_to(&mut self, (language, size): (&str, &str)) {
        self.go(&format!("size {size}\nkey f4\nwait 0.2\nclick set_language:{language}\nkey f4"));
    }

    /// What can be opened over a table.
    fn panels(&mut self, look: (&'static str, &'static str)) {
        for (key, screen) in [("f1", "rulebook"), ("f2", "house_rules"), ("f3", "games"), ("f4", "settings")] {
            self.go(&format!("key {key}"));
            self.look(screen, look);
        }
        self.go("key f5\nwait /lab/games 40");
        self.look("lab", look);
        self.go("key f5\nclick menu\nwait element menu:leave");
        self.look("menu", look);
        self.go("key escape\ntype ?\nwait element keys:close");
        self.look("keys", look);
        self.go("key escape\nkey l\nwait element aloud:close");
        self.look("aloud", look);
        self.go("key escape");
    }

    /// From the start screen through a game to its end, and into a lesson.
    fn through(game: &str, variant: &str) -> Self {
        let mut walk = Self::default();
        let pseudo = LOOKS[0];
        walk.go(&format!("size {}", pseudo.1));
        walk.look("start", pseudo);
        walk.go(&format!("click new:{game}\nwait element play"));
        walk.look("new_game", pseudo);
        walk.go("click back");
        for look in &LOOKS[1..] {
            walk.go(&format!("size {}\nclick language:{}", look.1, look.0));
            walk.look("start", *look);
            walk.go(&format!("click new:{game}\nwait element play"));
            walk.look("new_game", *look);
            walk.go("click back");
        }
        walk.go(&format!("{}\nclick speed:instant", begin(game, variant, "", 3)));
        for look in LOOKS {
            walk.turn_to(look);
            walk.look("gate", look);
        }
        walk.go("play mouse 2\nwait motion");
        for look in LOOKS {
            walk.turn_to(look);
            walk.look("table", look);
            walk.panels(look);
        }
        if game == "bermuda" {
            walk.go("wait element roll\nclick roll\nwait motion");
        }
        walk.go("click hint\nwait element advice");
        for look in LOOKS {
            walk.turn_to(look);
            walk.look("hint", look);
        }
        walk.go("play mouse\nwait element rematch\nwait element turn:1");
        for look in LOOKS {
            walk.turn_to(look);
            walk.look("ending", look);
        }
        walk.go("click turn:1\nwait element turning_point");
        for look in LOOKS {
            walk.turn_to(look);
            walk.look("turning_point", look);
        }
        walk.go(&format!("click menu\nwait element menu:leave\nclick menu:leave\nwait element learn:{game}"));
        walk.look("kept", *LOOKS.last().expect("there are some"));
        walk.go(&format!("click learn:{game}\nwait element lesson:next"));
        for look in LOOKS {
            walk.turn_to(look);
            walk.look("lesson", look);
        }
        walk.go("quit");
        walk
    }
}

/// What is wrong on a screen.
fn faults(screen: &str, state: &Value, is_pseudo: bool) -> Vec<String> {
    let is_name = |text: &str| ["Triangulum", "English", "Deutsch", "Français"].contains(&text);
    let is_word = |part: &str| part.chars().count() > 2 && part.chars().all(|c| c.is_ascii_alphabetic());
    let is_plain =
        |text: &str| text.split(|c: char| !c.is_alphabetic()).any(is_word) && !text.chars().any(|c| "àéîöüÄÉÖÜø".contains(c));
    let texts = state["texts"].as_array().expect("texts");
    assert!(texts.len() > 5, "{screen} shows something: {texts:?}");
    let cut = state["cut"].as_array().expect("elements").iter();
    let mut wrong: Vec<String> = cut.map(|element| format!("{element} is cut off")).collect();
    for (at, text) in texts.iter().enumerate() {
        let said = text["text"].as_str().expect("a text");
        if text["cut"] == true {
            wrong.push(format!("cut off: {said}"));
        }
        if is_pseudo && is_plain(said) && !is_name(said) {
            wrong.push(format!("not from a lexicon: {said}"));
        }
        // A sentence of the workshop that goes on below its control has room on two lines.
        let others = texts[at + 1..].iter().filter(|other| screen != "house_rules" && overlap(text, other));
        wrong.extend(others.map(|other| format!("{said} lies over {}", other["text"])));
    }
    wrong
}

/// Whether two texts of one layer lie over each other.
fn overlap(one: &Value, other: &Value) -> bool {
    let side = |text: &Value, side: usize| text["rect"][side].as_f64().expect("a place");
    let common = |low: usize, high: usize| side(one, high).min(side(other, high)) - side(one, low).max(side(other, low));
    one["layer"] == other["layer"] && common(0, 2) > 2.0 && common(1, 3) > 3.0
}

/// Walks through a game in every language and size; nothing is cut off, and in a language made for it nothing stays plain.
fn is_written_whole(game: &str, variant: &str) {
    let Some(stage) = Stage::new() else { return };
    let walk = Walk::through(game, variant);
    let output = stage.command(&walk.script).env("LC_ALL", "pseudo").output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut wrong = Vec::new();
    for (screen, language, size, file) in walk.seen {
        let state = stage.state(&file);
        let spoken = if language == "system" { "pseudo" } else { language };
        assert_eq!(state["language"], spoken, "{screen}");
        let found = faults(screen, &state, spoken == "pseudo").into_iter();
        wrong.extend(found.map(|fault| format!("{screen}, {spoken}, {size}: {fault}")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn in_every_language_bermuda_is_written_whole() {
    is_written_whole("bermuda", "short");
}

#[test]
fn in_every_language_triple_mill_is_written_whole() {
    is_written_whole("muehle", "quick");
}

#[test]
fn in_every_language_triangle_takes_is_written_whole() {
    is_written_whole("dreieck", "three_symbols");
}

//! The workshop's text in the real window: rules in files of their own, rules that made a mistake at play, and what is dropped
//! on the window.

#![cfg(all(feature = "window", target_os = "linux"))]

use crate::common;
use crate::stage::{Stage, two_at_bermuda};
use crate::window_workshop::open;

fn put(stage: &Stage, name: &str, text: &str) {
    let path = stage.path(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("there is room for it");
    std::fs::write(path, text).expect("a file is written");
}

/// A rule that goes wrong where two play and a five is rolled in the first round: in the game of the stage at once, and in no game
/// of its rehearsal.
const SLIP: &str = "pack = \"bermuda\"
name = \"With a slip\"
extends = \"standard\"
rules = [\"slip\"]

[rule.slip]
title = \"Slip\"
what = \"It divides by nothing.\"
[[rule.slip.do]]
at = \"after sail\"
if = 'seats == 2 && round == 1 && roll == 5'
run = '''
let none = round - 1;
pay(bank, me, 1000 / none); // here
'''
";

#[test]
fn a_rule_that_has_to_rest_says_so_and_leads_to_its_line() {
    let Some(stage) = Stage::new() else { return };
    put(&stage, "variants/bermuda/slip.toml", SLIP);
    stage.drive(&format!(
        "{}
        click speed:instant
        expect no element resting
        play mouse 1
        wait element resting
        state HOME/told.json
        shot HOME/told.png
        click show_line
        wait element rules_text
        wait 0.5
        expect no element resting
        state HOME/text.json
        shot HOME/text.png
        click tab:rules
        wait element rests:slip
        click show_line:slip
        wait element rules_text
        replace HOME/variants/bermuda/slip.toml round - 1 => round + 1
        wait element verdict
        wait 0.5
        state HOME/mended.json
        click tab:rules
        click search_rules
        type Slip
        wait 0.3
        expect element rule:slip
        expect no element rests:slip
        quit",
        two_at_bermuda("slip")
    ));
    let told = stage.state("told.json")["texts"].to_string();
    assert!(told.contains("“Slip” made a mistake and rests"), "{told}");
    let text = stage.state("text.json");
    assert_eq!((&text["dock"], &text["workshop"]["text"]["own"]), (&"workshop".into(), &true.into()));
    let problems = text["workshop"]["text"]["problems"].to_string();
    assert!(problems.contains("slip.toml:14:") && problems.contains("made a mistake in this game"), "{problems}");
    let problems = stage.state("mended.json")["workshop"]["text"]["problems"].to_string();
    assert!(!problems.contains("made a mistake"), "{problems}");
}

const RULE: &str = "event.tip = { fields = { value = \"money\" }, says = \"A tip of {value}.\" }
title = \"Tipp\"
what = \"Who docks gets a little.\"
[[do]]
at = \"after sail\"
if = 'move.stop == \"docked\"'
run = 'emit(\"tip\", pay(bank, me, 700));'
";

/// A rule beside the variant is opened, checked and saved as what it is, in the game and where a game cannot use it yet.
#[test]
fn a_rule_in_a_file_of_its_own_is_written_in_the_window() {
    let Some(stage) = Stage::new() else { return };
    let ours = "pack = \"bermuda\"\nname = \"Ours\"\nextends = \"standard\"\nrules = [\"tipp\"]\n";
    put(&stage, "variants/bermuda/ours.toml", ours);
    put(&stage, "variants/bermuda/rules/tipp.toml", RULE);
    let written = |sum: u32| {
        format!(
            "click rules_text
            key ctrl+a
            type event.tip = {{ fields = {{ value = \"money\" }}, says = \"A tip of {{value}}.\" }}
            key enter
            type title = \"Tipp\"
            key enter
            type what = \"Everybody gets a little.\"
            key enter
            type [[do]]
            key enter
            type at = \"after sail\"
            key enter
            type run = 'emit(\"tip\", pay(bank, me, {sum}));'
            wait 0.3"
        )
    };
    let break_it = "replace HOME/variants/bermuda/rules/tipp.toml pay(bank => pya(bank\nwait element broken";
    stage.drive(&format!(
        "{}
        {break_it}
        key f2
        click tab:text
        wait element rules_text
        wait 0.3
        state HOME/broken.json
        shot HOME/broken.png
        click file:ours
        wait /workshop/text/file \"HOME/variants/bermuda/ours.toml\"
        click file:tipp
        wait /workshop/text/file \"HOME/variants/bermuda/rules/tipp.toml\"
        click last_good_text
        wait /workshop/text/problems []
        wait element mended
        click tab:rules
        click text_of:tipp
        {}
        expect /workshop/text/problems []
        expect /workshop/text/saved false
        click tab:rules
        click search_rules
        type Victory goal
        key escape
        wait 0.2
        click tab:text
        wait element rules_text
        expect /workshop/text/saved false
        click rules_text
        key ctrl+s
        wait element verdict
        state HOME/saved.json
        expect element roll
        click menu
        click menu:leave
        wait element continue
        replace HOME/variants/bermuda/rules/tipp.toml pay(bank => pya(bank
        click continue
        wait element broken
        key f2
        click tab:text
        wait element rules_text
        wait 0.3
        state HOME/unusable.json
        {}
        key ctrl+s
        wait 0.3
        wait element verdict
        expect no element broken
        expect /variant \"ours\"
        state HOME/mended.json
        quit",
        two_at_bermuda("ours"),
        written(900),
        written(500)
    ));
    let broken = stage.state("broken.json")["workshop"]["text"].clone();
    let problems = broken["problems"].to_string();
    assert!(problems.contains("tipp.toml:7:") && !problems.contains("pack ="), "{problems}");
    let saved = stage.state("saved.json");
    assert!(saved["settings"]["rule"]["tipp"].to_string().contains("900"), "{}", saved["settings"]);
    let unusable = stage.state("unusable.json")["workshop"]["text"].clone();
    for text in [&broken, &unusable] {
        assert!(text["file"].as_str().is_some_and(|file| file.ends_with("rules/tipp.toml")), "{text}");
        assert_eq!(text["own"], true);
    }
    let mended = stage.state("mended.json");
    assert!(mended["settings"]["rule"]["tipp"].to_string().contains("500"), "{}", mended["settings"]);
    assert!(!stage.path("variants/bermuda/tipp.toml").exists());
}

/// A file is dropped on the window: rules are asked about before they hold, a recorded game is watched.
#[test]
fn rules_and_games_are_dropped_on_the_window() {
    let Some(stage) = Stage::new() else { return };
    let rules = "pack = \"bermuda\"\nname = \"From Ann\"\nextends = \"standard\"\n[victory]\ngoal = 150_000\n";
    put(&stage, "friend.toml", rules);
    let trace = stage.path("game.jsonl");
    let run = ["run", "--seed", "7", "--seats", "random,random", "--trace"];
    let run = common::program().args(run).arg(&trace).output().expect("it runs");
    assert!(run.status.success());
    stage.drive(&format!(
        "{}
        drop HOME/friend.toml
        wait element received
        wait 0.3
        state HOME/asked.json
        expect /settings/victory/goal 350000
        click received:no
        wait 0.3
        expect /settings/victory/goal 350000
        drop HOME/friend.toml
        click received:play
        wait element verdict
        expect /settings/victory/goal 150000
        drop HOME/nowhere.toml
        wait element remark
        drop HOME/game.jsonl
        wait /replay true
        quit",
        open()
    ));
    let asked = stage.state("asked.json")["texts"].to_string();
    assert!(asked.contains("From Ann") && asked.contains("150,000"), "{asked}");
    assert!(stage.path("received/bermuda/from_ann.toml").is_file());
}

//! The workshop in the real window: rules changed with mouse and keyboard by somebody who has never seen a file, the life of
//! one's own rules, rules from others, the text, and looking back and ahead under changed rules.

#![cfg(all(feature = "window", target_os = "linux"))]

use crate::common;
use crate::stage::{Stage, two_at_bermuda};

/// Two people at Bermuda, before the first roll, the workshop open.
pub(crate) fn open() -> String {
    format!("{}\nkey f2\nwait element value:victory.goal\n", two_at_bermuda("standard"))
}

/// Another goal, typed.
fn goal(value: u32) -> String {
    format!("click value:victory.goal\ntype {value}\nkey enter\n")
}

fn own_text(stage: &Stage, name: &str) -> String {
    std::fs::read_to_string(stage.path(&format!("variants/bermuda/{name}.toml"))).unwrap_or_default()
}

/// What is said of a port holds for any number of players, may be said anew, and goes with one click.
#[test]
fn a_port_is_changed_for_everybody_and_given_back() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(&format!(
        "{}
        key f2
        click search_rules
        type Hamilton
        wait 0.3
        state HOME/searched.json
        click value:ports.hamilton.capacity
        key ctrl+a
        type 3
        key enter
        wait element back:ports.hamilton.capacity.2
        click value:ports.hamilton.capacity.2
        key ctrl+a
        type 4
        key enter
        wait 1
        replace HOME/variants/bermuda/my_standard_game.toml capacity = 4 => capacity = 5
        wait 1
        click back:ports.hamilton.capacity.2
        wait element value:ports.hamilton.capacity
        wait 1
        quit",
        two_at_bermuda("standard")
    ));
    let texts = stage.state("searched.json")["texts"].to_string();
    assert!(texts.contains("\"Hamilton\""), "every letter went into the search: {texts}");
    let file = std::fs::read_to_string(stage.path("variants/bermuda/my_standard_game.toml")).expect("rules of one's own");
    assert!(!file.contains("capacity"), "{file}");
}

/// A number is one change, however many keys it takes, and none of them reaches the table.
#[test]
fn what_is_typed_counts_when_the_field_is_left() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(&format!(
        "{}
        click value:victory.goal
        type 4
        wait 0.6
        expect /settings/victory/goal 350000
        expect no element verdict
        type 00000
        wait 0.3
        expect /settings/victory/goal 350000
        key enter
        wait element verdict
        expect /settings/victory/goal 400000
        expect element roll
        {}
        wait element wrong:victory.goal
        wait 0.5
        expect /settings/victory/goal 400000
        expect element roll
        click value:victory.goal
        type 210000
        key escape
        wait 0.5
        expect /settings/victory/goal 400000
        expect /workshop/refused []
        expect element value:victory.goal
        click more:victory.goal
        wait /settings/victory/goal 410000
        click back:victory.goal
        wait 0.6
        expect /settings/victory/goal 350000
        expect element roll
        expect /deeds 3
        quit",
        open(),
        goal(5)
    ));
    // The printed game is as it was; a file of one's own says what was changed, and after the way back nothing.
    let text = own_text(&stage, "my_standard_game");
    assert!(text.contains("extends = \"standard\"") && !text.contains("goal"), "{text}");
}

/// The evening of a family: every wish without a word about files.
#[test]
fn a_family_makes_its_sunday_rules() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(&format!(
        "{}
        {}
        wait element verdict
        click value:ports.miami.capacity
        type 3
        key enter
        wait /settings/ports/miami/capacity/2 3
        click rule:pirates
        wait /settings/pirates/takes \"lowest\"
        click name
        key ctrl+a
        type Sunday rules
        key enter
        wait 0.6
        expect /settings/name \"Sunday rules\"
        click undo_change
        wait 0.6
        click name
        key ctrl+a
        type Sunday rules
        key enter
        wait 0.6
        click roll
        wait motion
        click back:victory.goal
        wait 0.6
        expect /settings/victory/goal 350000
        click tab:shelf
        click copy_rules
        wait element remark
        click save_copy
        wait 0.3
        state HOME/end.json
        quit",
        open(),
        goal(200_000)
    ));
    let shared = std::fs::read_to_string(stage.path("shared/sunday_rules.toml")).expect("a file for a friend");
    assert!(shared.contains("pirates") && shared.contains("miami") && shared.contains("Sunday rules"), "{shared}");
    let checked = common::program().arg("check").arg(stage.path("shared/sunday_rules.toml")).output().expect("check starts");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}

#[test]
fn one_s_own_rules_are_copied_emptied_thrown_away_and_taken_back() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(&format!(
        "{}
        click value:bumping.enabled
        wait element verdict
        expect /settings/bumping/enabled false
        click undo_change
        wait 0.6
        expect /settings/bumping/enabled true
        click value:bumping.enabled
        wait 0.6
        expect /settings/bumping/enabled false
        click tab:shelf
        click duplicate
        wait /variant \"my_standard_game_2\"
        expect /settings/bumping/enabled false
        click start_over
        wait 0.6
        expect /settings/bumping/enabled true
        click rules:my_standard_game
        click play_by:my_standard_game
        wait /variant \"my_standard_game\"
        expect /settings/bumping/enabled false
        click dismiss:verdict
        wait /notice null
        click rules:my_standard_game
        click delete:my_standard_game
        wait /variant \"standard\"
        expect /settings/bumping/enabled true
        click restore
        wait 0.3
        wait element rules:my_standard_game
        quit",
        open()
    ));
    assert!(own_text(&stage, "my_standard_game").contains("enabled = false"));
    assert!(!own_text(&stage, "my_standard_game_2").contains("enabled"));
}

/// What comes from elsewhere is shown and asked about; nothing happens before.
#[test]
fn rules_from_a_friend_are_asked_about_before_they_hold() {
    let Some(stage) = Stage::new() else { return };
    let paste = "click paste
        type pack = \"bermuda\"
        key enter
        type name = \"From Ann\"
        key enter
        type extends = \"standard\"
        key enter
        type [victory]
        key enter
        type goal = 150000
        click look_at
        wait element received
        expect /settings/victory/goal 350000";
    stage.drive(&format!(
        "{}
        click tab:shelf
        {paste}
        click received:no
        wait 0.3
        expect /settings/victory/goal 350000
        {paste}
        click received:play
        wait element verdict
        expect /settings/victory/goal 150000
        expect element roll
        click paste
        type nonsense
        click look_at
        wait element remark
        expect no element received
        quit",
        open()
    ));
    let kept = std::fs::read_to_string(stage.path("received/bermuda/from_ann.toml")).expect("it is kept with what was received");
    assert!(kept.contains("150000"), "{kept}");
}

/// The text says what is wrong while one types, and counts once it is saved.
#[test]
fn the_text_is_checked_while_one_types_and_counts_when_it_is_saved() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(&format!(
        "{}
        {}
        wait element verdict
        click tab:text
        click rules_text
        key ctrl+a
        type pack = \"bermuda\"
        key enter
        type extends = \"standard\"
        key enter
        type [victory]
        key enter
        type gaol = 250000
        wait 0.5
        state HOME/wrong.json
        expect /settings/victory/goal 300000
        key backspace
        click drop_text
        wait element text_fits
        click rules_text
        key ctrl+a
        type pack = \"bermuda\"
        key enter
        type extends = \"standard\"
        key enter
        type [victory]
        key enter
        type goal = 250000
        expect element roll
        key ctrl+s
        wait 0.6
        expect /settings/victory/goal 250000
        expect /workshop/text/saved true
        quit",
        open(),
        goal(300_000)
    ));
    let wrong = stage.state("wrong.json");
    let problems = wrong["workshop"]["text"]["problems"].to_string();
    assert!(problems.contains(":4:") && problems.contains("did you mean `goal`"), "{problems}");
}

/// The last moves once more are only looked at, and the game is where it was afterwards.
#[test]
fn last_moves_are_seen_again_under_the_new_rule_and_the_game_is_untouched() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(&format!(
        "{}
        click speed:instant
        play mouse 10
        wait motion
        {}
        wait element see_again
        state HOME/before.json
        click see_again
        wait element branch:back
        wait 0.5
        state HOME/branch.json
        click branch:back
        wait 0.3
        state HOME/after.json
        click from_here
        wait /lab/games 40
        wait element lab:plain
        state HOME/lab.json
        quit",
        open(),
        goal(300_000)
    ));
    let (before, branch, after) = (stage.state("before.json"), stage.state("branch.json"), stage.state("after.json"));
    assert!(branch["branch"]["of"].as_u64().is_some_and(|of| of >= 8), "{}", branch["branch"]);
    assert_eq!(branch["branch"]["made"], branch["branch"]["of"], "a goal nobody reached changes no move");
    for what in ["hash", "deeds", "slot", "kept", "moving", "shown"] {
        assert_eq!(before[what], after[what], "{what}");
    }
    assert_eq!(stage.state("lab.json")["lab"]["changes"].as_array().map(Vec::len), Some(1));
}

/// The bar's Undo takes a change of the workshop out of the game and out of the file; next Sunday the game goes on by its rules.
#[test]
fn undo_takes_the_file_along_and_a_game_goes_on_by_its_own_rules() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(&format!(
        "{}
        click value:bumping.enabled
        wait element verdict
        {}
        wait /settings/victory/goal 300000
        wait 0.5
        click undo
        wait 0.8
        expect /settings/victory/goal 350000
        expect /settings/bumping/enabled false
        expect /discord []
        click menu
        click menu:leave
        click continue
        wait element undo
        wait 0.5
        expect /settings/bumping/enabled false
        expect /discord []
        expect /variant \"my_standard_game\"
        key f2
        click search_rules
        type zzz
        key enter
        key enter
        wait 0.3
        expect /deeds 1
        key escape
        wait element value:victory.goal
        quit",
        open(),
        goal(300_000)
    ));
    let text = own_text(&stage, "my_standard_game");
    assert!(text.contains("enabled = false") && !text.contains("goal"), "{text}");
}

/// A rule of one's own is begun with a click: it works at once, its text is shown, and the story says that it has come.
#[test]
fn a_rule_of_one_s_own_is_begun_in_the_window() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(&format!(
        "{}
        click only_changed
        wait 0.3
        expect no element value:victory.goal
        click only_changed
        click search_rules
        type own rule
        key escape
        wait 0.2
        click new_rule
        wait element rules_text
        wait element verdict
        wait 0.5
        state HOME/begun.json
        shot HOME/begun.png
        click tab:rules
        click only_changed
        wait element rule:my_rule
        expect no element rule:pirates
        quit",
        open()
    ));
    let text = own_text(&stage, "my_standard_game");
    assert!(text.contains("[rule.my_rule]") && text.contains("rules"), "{text}");
    let begun = stage.state("begun.json");
    assert_eq!(begun["workshop"]["text"]["problems"], serde_json::json!([]), "{text}");
    assert!(begun["texts"].to_string().contains("my rule"), "the story tells of it");
}

/// Taking a change of rules back, and doing it again, throws nobody's die and leaves files and game of one mind.
#[test]
fn undo_and_redo_of_a_rule_leave_the_die_alone() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(&format!(
        "{}
        {}
        wait element verdict
        expect element roll
        {}
        wait /settings/victory/goal 250000
        click undo
        wait /settings/victory/goal 300000
        wait 2
        expect element roll
        expect /discord []
        click redo
        wait /settings/victory/goal 250000
        wait 2
        expect element roll
        expect /settings/victory/goal 250000
        expect /discord []
        expect /deeds 2
        quit",
        open(),
        goal(300_000),
        goal(250_000)
    ));
    assert!(own_text(&stage, "my_standard_game").contains("250"), "the file says it again");
}

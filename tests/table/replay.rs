//! Replays name the first divergence; traces that are cut, edited or foreign are refused with a line.

use crate::common;
use serde_json::Value;
use triangulum::problem::Source;
use triangulum::table::Deed;
use triangulum::table::trace::Trace;

fn complain(text: String) -> String {
    let result = Trace::parse(Source::new("game.jsonl", text)).and_then(|trace| common::replay(&trace).map(|_| ()));
    result.err().map(|problems| problems.to_string()).unwrap_or_default()
}

fn game() -> String {
    common::trace_text(&common::variant("standard"), 2, 7)
}

#[test]
fn the_first_divergence_is_named_with_event_piece_and_field() {
    let text = game();
    let sailed = text.lines().find(|line| line.starts_with("{\"type\":\"sailed\"")).unwrap();
    let edited = sailed.replace("\"pips\":", "\"pips\":9");
    let message = complain(text.replacen(sailed, &edited, 1));
    assert!(message.contains("event `sailed`, piece `"), "{message}");
    assert!(message.contains("field `pips`"), "{message}");
    assert!(message.starts_with("game.jsonl:"), "{message}");
}

#[test]
fn a_wrong_hash_is_found() {
    let text = game();
    let state = text.lines().find(|line| line.starts_with("{\"type\":\"state\"")).unwrap();
    let message = complain(text.replacen(state, "{\"type\":\"state\",\"hash\":\"0000000000000000\"}", 1));
    assert!(message.contains("event `state`, field `hash`"), "{message}");
}

#[test]
fn an_illegal_command_is_explained() {
    let text = game();
    let command = text.lines().find(|line| line.starts_with("{\"type\":\"command\"")).unwrap();
    let message = complain(text.replacen(command, "{\"type\":\"command\",\"player\":0,\"text\":\"sail red-1\"}", 1));
    assert!(message.contains("`sail red-1` is not possible now"), "{message}");
}

#[test]
fn fields_of_other_tools_are_left_alone() {
    let text = game().replace("{\"type\":\"rolled\",", "{\"type\":\"rolled\",\"note\":\"mine\",");
    assert_eq!(complain(text), "");
}

#[test]
fn foreign_and_broken_headers_are_refused() {
    let text = game();
    for (from, to, says) in [
        ("\"format\":2", "\"format\":3", "format 3"),
        ("\"pack\":\"bermuda\"", "\"pack\":\"chess\"", "no game called `chess`"),
        ("\"seed\":\"7\"", "\"seed\":\"seven\"", "seed is not a number"),
        ("\"type\":\"header\"", "\"type\":\"turn\"", "begins with its header"),
        ("\"goal\":350000", "\"goal\":\"lots\"", "settings do not work"),
        ("\"pitch\":44.0", "\"pitch\":-1.0", "red circle"),
        ("\"rules\":[\"turn\",", "\"rules\":[\"chess\",", "no rule called `chess`"),
        ("[\"random\",\"random\"]", "[\"random\"]", "1 seats"),
    ] {
        assert!(text.contains(from), "{from}");
        let message = complain(text.replacen(from, to, 1));
        assert!(message.contains(says), "{to}: {message}");
        assert!(message.starts_with("game.jsonl:1:"), "{message}");
    }
    assert!(complain(String::new()).contains("the trace is empty"));
    assert!(complain(text[..text.len() - 20].to_owned()).contains("the file was cut off"));
    assert!(complain("{\"a\":1}".to_owned()).contains("no \"type\""));
}

/// The game as the first format wrote it: no versions, and none of the fields that came later.
fn in_format_one(text: &str) -> String {
    let plain = |line: &str| {
        let mut value: Value = serde_json::from_str(line).unwrap();
        let object = value.as_object_mut().unwrap();
        for later in ["program", "rules", "hash", "berth", "dice", "asked", "held", "moment"] {
            if object["type"] != "state" {
                object.shift_remove(later);
            }
        }
        if object["type"] == "spun" {
            object.shift_remove("player");
        }
        if object["type"] == "header" {
            object["format"] = 1.into();
        }
        value.to_string()
    };
    text.lines().map(plain).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_game_of_the_first_format_is_followed_as_far_as_it_goes_the_same_way() {
    let text = in_format_one(&game());
    let trace = Trace::parse(Source::new("old.jsonl", text.clone())).unwrap_or_else(|p| panic!("{p}"));
    assert!(!trace.header.is_of_this_program());
    let replayed = common::replay(&trace).unwrap_or_else(|p| panic!("{p}"));
    assert!(replayed.finished && replayed.departs.is_none(), "nothing in this game goes another way now");
    // Where it does, the game is followed up to there and the reason is told.
    let mut lines: Vec<&str> = text.lines().collect();
    let mut commands = lines.iter_mut().filter(|line| line.starts_with("{\"type\":\"command\""));
    *commands.nth(4).unwrap() = "{\"type\":\"command\",\"text\":\"sail\"}";
    let trace = Trace::parse(Source::new("old.jsonl", lines.join("\n")));
    let replayed = common::replay(&trace.unwrap_or_else(|p| panic!("{p}"))).unwrap_or_else(|p| panic!("{p}"));
    assert_eq!(replayed.table.deeds(), 4);
    let told = replayed.departs.unwrap().to_string();
    assert!(told.contains("format 1, rules 1") && told.contains("cannot verify it"), "{told}");
}

#[test]
fn a_setting_the_file_does_not_know_takes_the_value_it_had() {
    let text = in_format_one(&game());
    let (header, rest) = text.split_once('\n').unwrap();
    let mut header: Value = serde_json::from_str(header).unwrap();
    assert_eq!(header["settings"]["bumping"].as_object_mut().unwrap().shift_remove("own"), Some(true.into()));
    let without = format!("{header}\n{rest}");
    let trace = Trace::parse(Source::new("old.jsonl", without)).unwrap_or_else(|p| panic!("{p}"));
    assert_eq!(trace.header.rules.value("bumping.own"), Some(&true.into()));
}

#[test]
fn a_rule_no_game_can_be_without_was_in_force_before_it_had_a_name() {
    let text = in_format_one(&game());
    let (header, rest) = text.split_once('\n').unwrap();
    let mut header: Value = serde_json::from_str(header).unwrap();
    assert!(header["settings"].as_object_mut().unwrap().shift_remove("fleet").is_some());
    header["settings"]["rules"].as_array_mut().unwrap().retain(|id| id != "fleet");
    let trace = Trace::parse(Source::new("old.jsonl", format!("{header}\n{rest}"))).unwrap_or_else(|p| panic!("{p}"));
    assert_eq!(trace.header.rules.value("fleet.ships"), Some(&4.into()));
    let replayed = common::replay(&trace).unwrap_or_else(|p| panic!("{p}"));
    assert!(replayed.finished && replayed.departs.is_none());
    assert_eq!(replayed.hashes, 0, "those of another recipe cannot be verified, and are not said to be");
}

#[test]
fn a_divergence_inside_a_change_of_rules_names_the_leaf() {
    let mut table = common::table(&common::variant("standard"), 2, 7);
    assert!(table.let_bot_play());
    table.carry_out(Deed::Rules(Box::new(common::variant("short")))).unwrap();
    let changed = table.trace().lines().find(|line| line.starts_with("{\"type\":\"rules_changed\"")).unwrap().to_owned();
    let edited = changed.replacen("\"sides\":6", "\"sides\":5", 1);
    assert_ne!(changed, edited);
    let message = complain(table.trace().replacen(&changed, &edited, 1));
    assert!(message.contains("field `settings.dice.sides`: the file says 5, the game says 6"), "{message}");
    let edited = changed.replacen("\"from\":350000", "\"from\":340000", 1);
    assert_ne!(changed, edited);
    let message = complain(table.trace().replacen(&changed, &edited, 1));
    assert!(message.contains("field `changes.victory.goal.from`: the file says 340000, the game says 350000"), "{message}");
}

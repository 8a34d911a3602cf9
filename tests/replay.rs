//! Replays name the first divergence; traces that are cut, edited or foreign are refused with a line.

mod common;

use triangulum::problem::Source;
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

//! Values of single seats that are chosen when a game is set up belong to that game, whatever its files say.

use crate::common;
use serde_json::json;
use triangulum::problem::Source;
use triangulum::table::trace::Trace;
use triangulum::table::{Handicap, Heard, Table, default_cast};

fn handicap() -> Handicap {
    Handicap(json!({"victory.goal.blue": 150_000}).as_object().unwrap().clone())
}

fn table() -> Table {
    let variant = common::variant("short");
    let rules = handicap().rules(&variant).unwrap();
    let cast = default_cast(rules.pack, &["random".to_owned(), "random".to_owned()]);
    let mut table = Table::with_handicap(rules, "short", cast, 3, handicap()).unwrap();
    table.follow("short", Ok(variant));
    table
}

#[test]
fn the_goal_of_a_seat_is_in_the_rules_and_in_the_record() {
    let mut table = table();
    let goal = |seat| table.game().rules().value_for("victory.goal", seat).and_then(serde_json::Value::as_i64);
    assert_eq!((goal(0), goal(1)), (Some(150_000), Some(200_000)));
    while table.let_bot_play() {}
    let trace = Trace::parse(Source::new("t.jsonl", table.trace())).unwrap();
    assert_eq!(trace.header.extra["handicap"], json!({"victory.goal.blue": 150_000}));
    let replayed = common::replay(&trace).unwrap();
    assert!(replayed.finished);
    assert_eq!(replayed.table.handicap(), &handicap());
    assert_eq!(replayed.table.trace(), table.trace());
}

#[test]
fn files_do_not_take_it_back() {
    let mut table = table();
    assert!(table.files().discord().is_empty(), "the files have nothing against it");
    let text = "pack = \"bermuda\"\nextends = \"short\"\n[victory]\ngoal = 300_000\n";
    let changed = common::from_text(text);
    assert!(matches!(table.hear(Ok(changed)), Heard::Changed(_)));
    let goal = |seat| table.game().standing_rules().value_for("victory.goal", seat).and_then(serde_json::Value::as_i64);
    assert_eq!((goal(0), goal(1)), (Some(150_000), Some(300_000)));
}

//! Links in the real window: what they hold is shown in words and asked about before anything happens. Fingers on the board.

#![cfg(all(feature = "window", target_os = "linux"))]

use crate::common;
use crate::stage::{Stage, two_at_bermuda};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib;
use serde_json::{Value, json};
use triangulum::problem::Source;
use triangulum::table::{Link, Table, default_cast};

const OURS: &str = "pack = \"bermuda\"\nname = \"Ours\"\nextends = \"standard\"\n\n[victory]\ngoal = 400_000\n";

fn open(stage: &Stage, link: &str, script: &str) {
    let output = stage.command(script).arg(link).output().expect("the program starts");
    assert!(output.status.success(), "the script failed:\n{}", String::from_utf8_lossy(&output.stderr));
}

/// A game of bots, so many moves long, as a link.
fn game(moves: usize) -> String {
    let standard = common::library().load("muehle", "quick").unwrap();
    let kinds: Vec<String> = (0..3).map(|seat| if seat == 0 { "human" } else { "greedy" }.to_owned()).collect();
    let mut table = Table::new(standard.rules.clone(), "quick", default_cast(standard.rules.pack, &kinds), 5).unwrap();
    let mut bot = triangulum::players::seat("greedy", 5, 0).unwrap();
    for _ in 0..moves {
        if !table.let_bot_play() {
            let command = bot.choose(table.game());
            table.carry_out(triangulum::table::Deed::Command(command)).unwrap();
        }
    }
    Link::to_game(&table).unwrap()
}

#[test]
fn rules_in_a_link_are_told_and_a_game_by_them_is_set_up_with_its_luck() {
    let Some(stage) = Stage::new() else { return };
    let script = "size 1280 800
        wait element received
        shot HOME/received.png
        state HOME/asked.json
        click received:set_up
        wait /screen \"new_game\"
        click play
        wait element roll
        state HOME/played.json
        quit";
    open(&stage, &Link::to_rules(OURS, Some(4711)).unwrap(), script);
    let texts = stage.state("asked.json")["texts"].to_string();
    assert!(texts.contains("Ours") && texts.contains("400,000"), "{texts}");
    let played = stage.state("played.json");
    assert_eq!(played["settings"]["victory"]["goal"], 400_000);
    assert!(stage.last_game().contains("\"seed\":\"4711\""));
    assert!(stage.path("received/bermuda/ours.toml").is_file());
    // Whoever has them already does not get them twice.
    open(&stage, &Link::to_rules(OURS, Some(1)).unwrap(), "size 1280 800\nclick received:keep\nwait 0.2\nquit");
    assert!(!stage.path("received/bermuda/ours_2.toml").exists());
}

#[test]
fn a_game_in_a_link_is_watched_and_played_on() {
    let Some(stage) = Stage::new() else { return };
    let script = "size 1280 800
        wait element received
        state HOME/asked.json
        click received:watch
        wait element replay:forward
        expect /deeds 0
        click replay:forward
        expect /deeds 1
        click replay:forward
        click replay:play_on
        wait element speed:instant
        click speed:instant
        play mouse 2
        state HOME/on.json
        quit";
    open(&stage, &game(30), script);
    assert!(stage.state("asked.json")["texts"].to_string().contains("Moves: 30"));
    let on = stage.state("on.json");
    assert!(on["deeds"].as_u64() >= Some(4) && on["slot"].is_string(), "{}", on["deeds"]);
}

/// A long game, without a cloud, by a rule that counts to a thousand twenty times in every turn; when it was played it counted to
/// one.
fn slow_game() -> String {
    let hook = |number: usize| {
        let run = "let i = 0; while i < set.rounds { i += 1; }";
        format!("[[rule.slow.do]]\nname = \"h{number}\"\nat = \"before roll\"\nrun = '{run}'\n")
    };
    let text = format!(
        "pack = \"bermuda\"\nname = \"Slow\"\nextends = \"standard\"\nrules = [\"slow\", \"!cloud\"]\nvictory.goal = 2_000_000\nslow.rounds = 1\n\
        [rule.slow]\ntitle = \"Slow\"\nwhat = \"Counts.\"\nsettings.rounds = {{ default = 1, range = [1, 1000] }}\n{}",
        (0..20).map(hook).collect::<String>()
    );
    let slow = common::library().load_source(Source::new("slow.toml", text)).unwrap_or_else(|problems| panic!("{problems}"));
    let cast = default_cast(slow.rules.pack, &["greedy".to_owned(), "greedy".to_owned()]);
    let mut table = Table::new(slow.rules.clone(), "slow", cast, 5).unwrap();
    while table.deeds() < 1_500 && table.let_bot_play() {}
    let link = Link::to_game(&table).unwrap();
    let letters = URL_SAFE_NO_PAD.decode(&link["#t1.".len()..]).unwrap();
    let mut held: Value = serde_json::from_slice(&decompress_to_vec_zlib(&letters).unwrap()).unwrap();
    held["game"]["settings"]["set"]["slow.rounds"] = json!(1_000);
    format!("#t1.{}", URL_SAFE_NO_PAD.encode(compress_to_vec_zlib(held.to_string().as_bytes(), 6)))
}

#[test]
fn a_game_that_takes_long_to_open_holds_up_nobody_and_can_be_left() {
    let Some(stage) = Stage::new() else { return };
    let script = "size 1280 800
        wait element received
        click received:watch
        wait element opening
        shot HOME/opening.png
        click opening:leave
        wait 0.2
        expect no element opening
        expect /screen \"start\"
        click new:bermuda
        wait element play
        quit";
    open(&stage, &slow_game(), script);
}

#[test]
fn a_broken_link_is_refused_in_words_and_asks_nothing() {
    let Some(stage) = Stage::new() else { return };
    let link = game(30);
    let script = "size 1280 800\nwait 0.3\nexpect no element received\nstate HOME/told.json\nquit";
    for (broken, told) in [(&link[..link.len() / 2], "missing or was changed"), ("#t9.abc", "another version")] {
        open(&stage, broken, script);
        let trouble = stage.state("told.json")["trouble"].to_string();
        assert!(trouble.contains(told), "{trouble}");
    }
    let hostile = Link::to_rules("pack = \"bermuda\"\nname = \"X\"\nextends = \"/etc/passwd\"\n", None).unwrap();
    open(&stage, &hostile, script);
    assert!(stage.state("told.json")["trouble"].is_string());
}

#[test]
fn a_link_is_pasted_where_rules_are() {
    let Some(stage) = Stage::new() else { return };
    let link = Link::to_rules(OURS, None).unwrap();
    stage.drive(&format!(
        "{}
        key f2
        click tab:shelf
        click paste
        type http://table.example/{link}
        click look_at
        wait element received
        click received:play
        wait element verdict
        expect /settings/victory/goal 400000
        click copy_link
        wait 0.2
        quit",
        two_at_bermuda("standard")
    ));
}

#[test]
fn a_finger_is_a_mouse_and_two_of_them_zoom() {
    let Some(stage) = Stage::new() else { return };
    stage.drive(
        "size 1280 800
        tap new:dreieck
        wait /screen \"new_game\"
        tap play
        wait element speed:instant
        tap speed:instant
        play mouse 2
        wait motion
        wait 0.5
        state HOME/before.json
        pinch cell:0,0,1 2
        wait 0.5
        state HOME/apart.json
        pinch cell:0,0,1 0.5
        wait 0.5
        state HOME/together.json
        quit",
    );
    let magnified = |name: &str| stage.state(name)["magnified"].as_f64().unwrap();
    assert!(magnified("apart.json") > magnified("before.json") * 1.2);
    assert!(magnified("together.json") < magnified("apart.json") / 1.2);
    stage.drive(
        "size 1280 800
        tap new:bermuda
        wait /screen \"new_game\"
        click variant:short
        tap play
        wait element roll
        tap roll
        wait motion
        expect no element roll
        quit",
    );
}

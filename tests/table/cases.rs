//! Settings that are not the same for everybody, and boards that a variant brings along: read, played, changed in mid-game,
//! recorded, played again without any file, and told to people.

use crate::common;
use crate::common::{from_text, game, replay};
use serde_json::{Value, json};
use std::path::Path;
use triangulum::problem::Source;
use triangulum::sim::{Game, Seat};
use triangulum::table::trace::Trace;
use triangulum::table::{Heard, Until};
use triangulum::variant::edit::{with_value, without_changes};
use triangulum::variant::{Library, Shelf, Variant, explain, propose, rulebook};

const HANDICAP: &str = "pack = \"bermuda\"\nextends = \"standard\"\nrules = [\"toll\"]\n\n[victory]\ngoal = { 2 = 400_000, 3 = 380_000, blue = 200_000 }\nmax_rounds = { 3 = 1 }\n\n[dice]\nsides = { 2 = 8, else = 7 }\n\n[toll]\nfee = { 4 = 20_000, green = 1_000 }\n";

fn asked(game: &Game, key: &str) -> Vec<i64> {
    let value = |seat: Seat| game.rules().value_for(key, seat).and_then(Value::as_i64).unwrap_or_default();
    (0..game.turn().seats).map(value).collect()
}

#[test]
fn everybody_gets_the_value_of_their_seat_else_of_their_number_else_of_all() {
    let variant = from_text(HANDICAP);
    let of = |seats: usize, key: &str| asked(&game(&variant, seats, 1), key);
    assert_eq!(of(2, "victory.goal"), [200_000, 400_000]);
    assert_eq!(of(3, "victory.goal"), [200_000, 380_000, 380_000]);
    assert_eq!(of(4, "victory.goal"), [200_000, 350_000, 350_000, 350_000]);
    assert_eq!(of(2, "dice.sides"), [8, 8]);
    assert_eq!(of(4, "dice.sides"), [7, 7, 7, 7]);
    assert_eq!(of(4, "toll.fee"), [20_000, 1_000, 20_000, 20_000]);
    // The rules go by it: with three players the only round is the last.
    let ends = |seats: usize| {
        let mut game = game(&variant, seats, 5);
        common::play_out(&mut game, 5);
        (game.turn().round, game.outcome().map(|outcome| outcome.reason))
    };
    assert_eq!(ends(3), (1, Some("max_rounds")));
    assert!(ends(2).0 > 1 && ends(4).0 > 1);
    // Rules taken from a game are good for another number of players too.
    let four = Game::new(game(&variant, 3, 1).rules().clone(), 4, triangulum::sim::Chance::seeded(1)).unwrap();
    assert_eq!(asked(&four, "victory.goal")[1], 350_000);
}

#[test]
fn one_value_for_all_takes_the_place_of_every_case() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("parent.toml"), HANDICAP).unwrap();
    let child = |goal: &str| {
        let path = folder.path().join("child.toml");
        std::fs::write(&path, format!("pack = \"bermuda\"\nextends = \"parent\"\n[victory]\n{goal}\n")).unwrap();
        common::library().load("bermuda", path.to_str().unwrap()).unwrap_or_else(|problems| panic!("{problems}"))
    };
    assert_eq!(child("goal = 300_000").rules.said("victory.goal"), Some(&json!(300_000)));
    let others = child("goal.else = 300_000");
    assert_eq!(others.rules.value("victory.goal"), Some(&json!(300_000)));
    assert_eq!(others.rules.value("victory.goal.blue"), Some(&json!(200_000)));
    assert_eq!(others.rules.origin("victory.goal.blue").unwrap().line, 6);
    assert!(others.rules.origin("victory.goal").unwrap().path.ends_with("child.toml"));
    // One number of ports beside another.
    let ports = from_text("pack = \"bermuda\"\n[ports]\ncapacity = { 2 = 3, else = 5 }\n");
    assert_eq!(ports.rules.said("ports.capacity"), Some(&json!({"2": 3, "3": 5, "4": 5})));
}

#[test]
fn cases_are_recorded_and_played_again_without_files() {
    let variant = from_text(HANDICAP);
    for seats in 2..=4 {
        let text = common::trace_text(&variant, seats, 9);
        let trace = Trace::parse(Source::new("game.jsonl", text.clone())).unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!(trace.header.rules.blueprint.settings, variant.rules.blueprint.settings);
        let replayed = replay(&trace).unwrap_or_else(|problems| panic!("{problems}"));
        assert!(replayed.finished && replayed.trouble().is_none());
        // What no variant could say is refused.
        let header = text.lines().next().unwrap();
        for (from, to) in [("\"blue\":200000", "\"blue\":2"), ("\"blue\":200000", "\"purple\":200000"), ("\"2\":8", "\"blue\":8")]
        {
            let wrong = text.replacen(header, &header.replace(from, to), 1);
            assert!(Trace::parse(Source::new("game.jsonl", wrong)).is_err(), "{to}");
        }
    }
}

#[test]
fn cases_change_in_a_running_game_and_are_recorded() {
    let mut table = common::table(&common::variant("standard"), 2, 3);
    let heard = table.hear(Ok(from_text("pack = \"bermuda\"\n[victory]\ngoal = { 2 = 400_000, blue = 200_000 }\n")));
    assert!(matches!(heard, Heard::Changed(_)));
    assert_eq!(asked(table.game(), "victory.goal"), [200_000, 400_000]);
    let text = table.trace().to_owned();
    assert!(text.contains("\"key\":\"victory.goal.blue\",\"from\":null,\"to\":200000"), "{text}");
    let trace = Trace::parse(Source::new("game.jsonl", text)).unwrap_or_else(|problems| panic!("{problems}"));
    let replayed = replay(&trace).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(asked(replayed.table.game(), "victory.goal"), [200_000, 400_000]);
}

#[test]
fn cases_are_told() {
    let (variant, standard) = (from_text(HANDICAP), common::variant("standard"));
    let values = explain::values(variant.effective());
    assert!(values.contains("victory.goal.blue") && values.contains("test.toml:6"), "{values}");
    assert!(values.contains("  Who begins "), "a setting is called by its name, too: {values}");
    let told = explain::differences(variant.effective(), &standard.rules)
        .iter()
        .map(|(what, place)| format!("{what} ({place})"))
        .collect::<Vec<_>>()
        .join("\n");
    for sentence in [
        "With two players: Whoever has 400,000 wins. In the standard game: 350,000. (test.toml:6)",
        "For Blue: Whoever has 200,000 wins. In the standard game: 350,000. (test.toml:6)",
        "Each die has 7 sides. In the standard game: 6. (test.toml:10)",
    ] {
        assert!(told.contains(sentence), "{told}");
    }
    let book = rulebook::print(variant.effective(), &standard.rules);
    let wording = "400,000 with two players, 380,000 with three players, 200,000 for Blue and 350,000 otherwise or more";
    assert!(book.contains(wording), "{book}");
}

#[test]
fn cases_are_written_like_a_person_would_write_them() {
    let text = "pack = \"bermuda\"\n[victory]\ngoal = 300_000 # ours\n[dice]\nsides = { 2 = 8 }\n";
    let source = Source::new("ours.toml", text);
    let case = with_value(&source, "victory.goal.blue", &json!(200_000)).unwrap();
    assert!(case.contains("goal = { else = 300_000, blue = 200000 } # ours\n"), "{case}");
    let others = with_value(&source, "dice.sides", &json!(7)).unwrap();
    assert_eq!(from_text(&others).rules.said("dice.sides"), Some(&json!({"2": 8, "else": 7})));
    // A game that did not go along with a case keeps its own rules in the file.
    let (mine, plain) = (from_text(HANDICAP), from_text("pack = \"bermuda\"\nrules = [\"toll\"]\n"));
    let changes = propose::differences(&plain.rules.blueprint, &mine.rules.blueprint, &mine.catalogue);
    let back = without_changes(&Source::new("test.toml", HANDICAP), &changes).unwrap();
    assert_eq!(from_text(&back).rules.blueprint.settings, plain.rules.blueprint.settings, "{back}");
}

// ── Boards ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// The printed board, sailed the other way round.
fn reversed() -> toml::Table {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/bermuda/board.toml")).unwrap();
    let mut board: toml::Table = text.parse().unwrap();
    let ports = board["port"].as_array_mut().unwrap();
    ports.reverse();
    ports.rotate_right(1);
    let legs = board["leg"].as_array_mut().unwrap();
    legs.reverse();
    for leg in legs {
        let leg = leg.as_table_mut().unwrap();
        leg["spaces"].as_array_mut().unwrap().reverse();
        let (from, to) = (leg["from"].clone(), leg["to"].clone());
        leg.insert("from".into(), to);
        leg.insert("to".into(), from);
    }
    board
}

fn with_board(board: toml::Table) -> String {
    let mut variant = toml::Table::new();
    variant.insert("pack".into(), "bermuda".into());
    variant.insert("board".into(), board.into());
    variant.to_string()
}

fn first_voyage(variant: &Variant) -> String {
    let mut game = game(variant, 2, 4);
    let command = game.offers()[0];
    game.apply(command).unwrap();
    game.events().iter().find_map(|event| game.sentence(event)).map(|told| told.to_string()).unwrap_or_default()
}

#[test]
fn a_reversed_route_is_read_from_a_file_or_the_variant_and_played_again_without_either() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("boards")).unwrap();
    std::fs::write(folder.path().join("boards/reversed.toml"), reversed().to_string()).unwrap();
    let path = folder.path().join("mine.toml");
    std::fs::write(&path, "pack = \"bermuda\"\nboard = \"boards/reversed.toml\"\n").unwrap();
    let library = Library::new(Shelf::built_in());
    let beside = library.load("bermuda", path.to_str().unwrap()).unwrap_or_else(|problems| panic!("{problems}"));
    let inside = from_text(&with_board(reversed()));
    let pack = beside.rules.pack;
    assert!(pack.same_board(&beside.rules.board, &inside.rules.board));
    let standard = common::variant("standard");
    assert!(!pack.same_board(&beside.rules.board, &standard.rules.board));
    assert_ne!(first_voyage(&inside), "");
    for (variant, seats) in [(&beside, 4), (&inside, 2)] {
        let text = common::trace_text(variant, seats, 11);
        let trace = Trace::parse(Source::new("game.jsonl", text)).unwrap_or_else(|problems| panic!("{problems}"));
        let replayed = triangulum::table::replay(&trace, &library, Until::End).unwrap_or_else(|problems| panic!("{problems}"));
        assert!(replayed.finished && replayed.trouble().is_none());
        let mut game = game(variant, seats, 12);
        common::play_out(&mut game, 12);
        pack.audit(&game).unwrap();
        assert_eq!(game.index_astray(), None);
    }
    let told = explain::differences(beside.effective(), &standard.rules)
        .iter()
        .map(|(what, place)| format!("{what} ({place})"))
        .collect::<Vec<_>>()
        .join("\n");
    assert!(told.contains("a board of its own. (") && told.contains("mine.toml:2)"), "{told}");
    // A game on another board goes on there; the next one has the new board.
    let mut table = common::table(&standard, 2, 1);
    table.hear(Ok(inside));
    assert!(pack.same_board(&table.game().rules().board, &standard.rules.board));
}

#[test]
fn a_wrong_board_is_told_where_it_is_wrong() {
    let mut short = reversed();
    short["leg"].as_array_mut().unwrap()[0]["spaces"].as_array_mut().unwrap().pop();
    let inside = with_board(short.clone());
    let complain = |text: &str| match common::library().load_source(Source::new("my.toml", text)) {
        Ok(_) => panic!("accepted"),
        Err(problems) => problems.to_string(),
    };
    let line = inside.lines().position(|line| line == "[[board.leg]]").unwrap() + 1;
    let told = complain(&inside);
    assert!(told.contains(&format!("my.toml:{line}:")) && told.contains("the route has 45 spaces"), "{told}");
    let folder = tempfile::tempdir().unwrap();
    let below = folder.path().join("below");
    std::fs::create_dir(&below).unwrap();
    std::fs::write(below.join("board.toml"), short.to_string()).unwrap();
    std::fs::write(folder.path().join("secret.toml"), "secret = true\n").unwrap();
    let load = |board: &str| {
        std::fs::write(below.join("mine.toml"), format!("pack = \"bermuda\"\nboard = \"{board}\"\n")).unwrap();
        match Library::new(Shelf::built_in()).load("bermuda", below.join("mine.toml").to_str().unwrap()) {
            Ok(_) => panic!("{board} was accepted"),
            Err(problems) => problems.to_string(),
        }
    };
    let told = load("board.toml");
    assert!(told.contains("board.toml:") && told.contains("the route has 45 spaces"), "{told}");
    for out in ["../secret.toml", folder.path().join("secret.toml").to_str().unwrap()] {
        let told = load(out);
        assert!(
            told.contains("mine.toml:2:9") && told.contains("leads out of the folder") && !told.contains("secret ="),
            "{told}"
        );
    }
}

//! Triangle Takes: the reasons it gives, what a window can ask, rules that change on the way, and its cells and tiles.

use crate::common;
use crate::common::{from_text, variant_of};
use serde_json::Value;
use std::collections::BTreeSet;
use triangulum::packs::dreieck::tiles::{Corners, TileSet, turned};
use triangulum::packs::dreieck::{Cell, Tabletop, events, phrases, svg, view};
use triangulum::players::{Player, Random};
use triangulum::problem::Source;
use triangulum::sim::{Chance, Game};
use triangulum::table::trace::{self, Trace};
use triangulum::variant::propose::Proposal;

#[test]
fn the_plan_reads_as_printed() {
    insta::assert_snapshot!(variant_of("dreieck", "standard").rules.plan, @r"
    each turn
       1  draw             hand
       2  offer            laying
       3  lay              laying
       4  surround         capture
       5  choose_take      capture
       6  take             capture
       7  score            score
       8  put_under        finish
       9  finish           finish
    ");
}

#[test]
fn it_has_a_name_in_three_languages() {
    let title = triangulum::packs::find("dreieck").unwrap().title();
    for (language, name) in [("en", "Triangle Takes"), ("de", "Dreieck nimmt"), ("fr", "Triangle prend")] {
        assert_eq!(triangulum::words::Lexicon::built_in(language).say(&title), name);
    }
}

/// A position on the table, with blue to act.
fn position(variant: &str, given: &Value) -> Game {
    let mut game = common::game(&variant_of("dreieck", variant), 2, 1);
    let pack = game.rules().pack;
    pack.arrange(&mut game, given).unwrap();
    game.stage(0, 0);
    game
}

#[test]
fn every_refusal_names_the_edge_the_cell_or_the_tile() {
    let game = position(
        "small_table",
        &serde_json::json!({
            "table": {"0,0,1": "green-abc r0", "0,0,2": "blue-aab r2", "-1,2,0": "green-ddd r0"},
            "hands": {"blue": ["acb", "bbb", "aac"]},
            "prisoners": {"green": ["blue-ccd"]},
        }),
    );
    let asked = [
        "lay acb 0,1,1 r0",
        "lay acb 0,0,1 r0",
        "lay acb 2,-1,0 r0",
        "lay acb -3,2,2 r0",
        "lay aab 0,1,1 r0",
        "lay ccd 0,1,1 r0",
        "lay green-acb 0,1,1 r0",
        "lay aaa 0,1,1 r0",
        "pass",
    ];
    let reasons: Vec<String> = asked
        .iter()
        .map(|text| {
            let command = game.rules().pack.parse_command(&game, text).unwrap();
            assert!(!game.offers().contains(&command), "{text}");
            let reason = game.why_not(command).to_string().replace(&format!("{}/", env!("CARGO_MANIFEST_DIR")), "");
            format!("{text}: {reason}")
        })
        .collect();
    insta::assert_snapshot!(reasons.join("\n"));
}

#[test]
fn texts_that_are_no_commands_are_refused_in_words() {
    let mut game = common::game(&variant_of("dreieck", "standard"), 2, 1);
    let before = game.dump();
    for (text, says) in [
        ("lay xyz 0,0,1 r0", "no tile called `xyz`"),
        ("lay aab 0,0,0 r0", "not a cell"),
        ("lay aab 0,0,1 r3", "not a rotation"),
        ("lay aab 0,0,1 r256", "not a rotation"),
        ("lay table 0,0,1 r0", "no tile called `table`"),
        ("lay aab", "not a command"),
        ("fly away", "not a command"),
    ] {
        let illegal = game.apply_text(text).unwrap_err().to_string();
        assert!(illegal.contains(says), "{text}: {illegal}");
    }
    assert_eq!(game.dump(), before);
}

#[test]
fn positions_that_cannot_be_are_refused_in_words() {
    let mut game = common::game(&variant_of("dreieck", "small_table"), 2, 1);
    let pack = game.rules().pack;
    for (given, says) in [
        (serde_json::json!({"ships": {}}), "cannot be arranged"),
        (serde_json::json!({"table": {"0,0,0": "blue-abc"}}), "not a cell"),
        (serde_json::json!({"table": {"0,0,1": "blue-bca"}}), "no tile called"),
        (serde_json::json!({"table": {"0,0,1": "blue-abc r7"}}), "rotation"),
        (serde_json::json!({"table": {"4,-3,0": "blue-abc"}}), "beyond the edge"),
        (serde_json::json!({"table": {"0,0,1": "blue-abc", "0,1,1": "blue-abc r1"}}), "two places"),
        (serde_json::json!({"table": {"0,0,1": "blue-abc", "0,1,1": "green-ddd"}}), "do not match"),
        (serde_json::json!({"hands": {"red": []}}), "nobody plays red"),
        (serde_json::json!({"hands": {"blue": ["abc", "abc"]}}), "two places"),
        (serde_json::json!({"passes": 2}), "from 0 to 1"),
    ] {
        game.restart(1);
        let message = pack.arrange(&mut game, &given).unwrap_err().to_string();
        assert!(message.contains(says), "{given}: {message}");
    }
}

#[test]
fn the_trace_describes_every_tile_as_documented() {
    for (variant, seats) in [("standard", 2), ("five_symbols", 4), ("stack", 6)] {
        let text = common::trace_text(&variant_of("dreieck", variant), seats, 11);
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let tiles: Vec<[u64; 3]> = serde_json::from_value(lines[0]["board"]["tiles"].clone()).unwrap();
        assert_eq!(tiles.len(), if variant == "five_symbols" { 45 } else { 24 });
        let mut laid = 0;
        let mut prisoners = vec![0; seats];
        let mut unlaid = vec![tiles.len() as i64; seats];
        for line in &lines {
            let seat = |key: &str| line[key].as_u64().unwrap() as usize;
            match line["type"].as_str().unwrap() {
                "laid" => {
                    let cell: [i64; 3] = serde_json::from_value(line["cell"].clone()).unwrap();
                    assert!([1, 2].contains(&cell.iter().sum::<i64>()));
                    let corners: [u64; 3] = serde_json::from_value(line["corners"].clone()).unwrap();
                    let (tile, r) = (tiles[seat("tile")], seat("rotation"));
                    assert_eq!(corners, [tile[r], tile[(1 + r) % 3], tile[(2 + r) % 3]]);
                    unlaid[seat("player")] -= 1;
                    laid += 1;
                }
                "captured" => {
                    assert_ne!(seat("player"), seat("owner"));
                    assert_eq!(line["cells"].as_array().unwrap().len(), line["tiles"].as_array().unwrap().len());
                    prisoners[seat("player")] += line["cells"].as_array().unwrap().len() as i64;
                }
                "scored" => {
                    let totals: Vec<i64> = prisoners.iter().zip(&unlaid).map(|(taken, left)| taken - left).collect();
                    assert_eq!(line["totals"], serde_json::json!(totals));
                }
                _ => {}
            }
        }
        assert!(laid > 20, "{variant}");
    }
}

#[test]
fn what_a_window_asks_agrees_with_the_offers() {
    for variant in ["standard", "stack", "walled_table"] {
        let mut game = common::game(&variant_of("dreieck", variant), 3, 5);
        let mut player = Random::new(5, 0);
        while game.outcome().is_none() {
            let seat = game.deciding();
            let hand = view::hand(&game, seat);
            assert_eq!(hand.len(), view::unlaid(&game, seat));
            let mut commands = Vec::new();
            for tile in &hand {
                let places = view::placements(&game, tile.id);
                assert!(tile.open || places.is_empty(), "only open tiles can be laid");
                for (cell, rotation) in places {
                    assert!(Tabletop::of(&game).lattice().at(cell).is_none());
                    let command = view::lay(&game, tile.id, cell, rotation).unwrap();
                    assert_eq!(view::laying(command), Some((tile.id, cell, rotation)));
                    let text = game.command_text(command);
                    assert_eq!(game.rules().pack.parse_command(&game, &text).unwrap(), command, "{text}");
                    commands.push(command);
                }
            }
            commands.sort_unstable();
            assert_eq!(commands, game.offers());
            let cells: BTreeSet<Cell> = commands.iter().map(|c| view::laying(*c).unwrap().1).collect();
            assert!(view::open_cells(&game).into_iter().eq(cells));
            for tile in view::table(&game) {
                let lying = Tabletop::of(&game).lattice().at(tile.cell).unwrap();
                assert_eq!((lying.owner, lying.tile, lying.corners), (tile.owner, tile.number, tile.corners));
                assert!(tile.cell.is_within(view::radius(&game)));
            }
            for seat in 0..3 {
                let areas = view::areas(&game, seat);
                let own = view::table(&game).iter().filter(|tile| tile.owner == seat).count();
                assert_eq!(areas.iter().map(Vec::len).sum::<usize>(), own);
                assert_eq!(view::score(&game, seat), game.rules().pack.totals(&game)[usize::from(seat)]);
            }
            let command = player.choose(&game);
            game.apply(command).unwrap();
        }
        let symbols = [0, 1, 2, 3].map(|number| phrases::symbol(&game, number).to_string());
        assert_eq!(symbols, ["sun", "moon", "star", "leaf"]);
    }
}

#[test]
fn a_position_and_a_set_can_be_drawn() {
    let mut game = common::game(&variant_of("dreieck", "standard"), 2, 3);
    common::play_out(&mut game, 3);
    let drawing = svg::draw(&game);
    assert!(drawing.starts_with("<svg") && drawing.ends_with("</svg>"));
    let laid = usize::from(Tabletop::of(&game).lattice().laid());
    assert_eq!(drawing.matches("href=\"#symbol").count(), 3 * laid, "a symbol in every corner");
    assert!(!drawing.contains("<text"), "symbols are drawn, not written");
    let set = game.rules().pack.draw(game.rules()).unwrap();
    assert_eq!(set.matches("href=\"#body0\"").count(), 24);
}

fn triangulum(arguments: &[&str], threads: &str) -> std::process::Output {
    common::program().args(arguments).env("RAYON_NUM_THREADS", threads).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap()
}

#[test]
fn the_program_plays_counts_checks_and_draws_it() {
    let run = ["run", "--pack", "dreieck", "--seats", "random,random,random,random,random,random", "--seed", "7"];
    let once = triangulum(&run, "1");
    assert!(once.status.success() && once.stdout == triangulum(&run, "1").stdout);
    assert!(String::from_utf8_lossy(&once.stdout).starts_with("Triangle Takes, Standard game, seed 7"));
    let lab = ["lab", "run", "--pack", "dreieck", "--games", "600", "--seed", "3"];
    assert_eq!(triangulum(&lab, "1").stdout, triangulum(&lab, "3").stdout, "the same numbers on any number of cores");
    assert!(triangulum(&["check", "variants/dreieck"], "1").status.success());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("set.svg");
    assert!(triangulum(&["board", "--pack", "dreieck", "--svg", file.to_str().unwrap()], "1").status.success());
    assert!(std::fs::read_to_string(file).unwrap().ends_with("</svg>"));
    let seven = triangulum(&["run", "--pack", "dreieck", "--seats", "random,random,random,random,random,random,random"], "1");
    assert!(String::from_utf8_lossy(&seven.stderr).contains("2 to 6 players"));
}

/// Adds what has just happened to a trace.
fn write_down(game: &Game, text: &mut String) {
    for line in trace::lines(game) {
        *text += &format!("{line}\n");
    }
}

/// Plays on with random moves and keeps the trace.
fn play_on(game: &mut Game, player: &mut Random, moves: usize, text: &mut String) {
    for _ in 0..moves {
        if game.outcome().is_some() {
            return;
        }
        let command = player.choose(game);
        game.apply(command).unwrap();
        write_down(game, text);
    }
}

#[test]
fn rules_change_in_mid_game_and_the_trace_still_replays() {
    let before = variant_of("dreieck", "small_table");
    let edits = "[hand]\nmode = \"stack\"\n[match]\nrule = \"corners\"\n[capture]\nedge = \"wall\"\nholes = \"liberty\"\n[score]\nprisoner = 5\n[tiles]\nsymbols = 6\n";
    let after = from_text(&format!("pack = \"dreieck\"\nextends = \"small_table\"\n{edits}"));
    for seed in 0..30 {
        let mut game = common::game(&before, 3, seed);
        let mut player = Random::new(seed, 0);
        let mut text = format!("{}\n", trace::header(&game, &vec!["random".to_owned(); 3], seed));
        write_down(&game, &mut text);
        play_on(&mut game, &mut player, 12, &mut text);
        Proposal::from_files(&game, &after).unwrap().swap_into(&mut game);
        write_down(&game, &mut text);
        assert_eq!(Tabletop::of(&game).set.len(), 24, "the tiles themselves change with the next game");
        game.audit().unwrap();
        play_on(&mut game, &mut player, 500, &mut text);
        assert!(game.outcome().is_some());
        let trace = Trace::parse(Source::new("game.jsonl", text)).unwrap_or_else(|p| panic!("{p}"));
        assert!(common::replay(&trace).unwrap_or_else(|p| panic!("{p}")).finished);
    }
}

#[test]
fn the_longest_game_there_is_stays_in_order() {
    let variant = from_text("pack = \"dreieck\"\nextends = \"standard\"\n[tiles]\nsymbols = 6\n");
    let mut game = Game::new(variant.rules, 6, Chance::seeded(4)).unwrap();
    let mut player = Random::new(4, 0);
    let mut laid = 0;
    while game.outcome().is_none() {
        if laid % 40 == 0 {
            game.audit().unwrap();
        }
        let command = player.choose(&game);
        game.apply(command).unwrap();
        laid += game.events().iter().filter(|event| event.is(events::Laid::kind())).count();
    }
    assert!(laid > 400, "{laid}");
}

/// Every cell whose first two coordinates are smaller than this.
fn cells_within(reach: i16) -> impl Iterator<Item = Cell> {
    let near = move || 1 - reach..reach;
    near().flat_map(move |a| near().flat_map(move |b| [1, 2].map(|sum| Cell::new(a, b, sum - a - b).unwrap())))
}

#[test]
fn neighbours_share_the_two_corners_beside_their_edge() {
    for cell in cells_within(5) {
        for edge in 0..3 {
            let other = cell.neighbour(edge);
            assert_eq!(other.neighbour(edge), cell);
            assert_eq!(cell.edge_to(other), Some(edge));
            assert_eq!(cell.corner((edge + 1) % 3), other.corner((edge + 2) % 3));
            assert_eq!(cell.corner((edge + 2) % 3), other.corner((edge + 1) % 3));
        }
    }
}

#[test]
fn corners_are_those_of_the_trace_and_run_clockwise() {
    let up = Cell::new(3, -1, -1).unwrap();
    assert_eq!([0, 1, 2].map(|n| up.corner(n)), [[2, -1, -1], [3, -2, -1], [3, -1, -2]]);
    let down = Cell::new(3, 0, -1).unwrap();
    assert_eq!([0, 1, 2].map(|n| down.corner(n)), [[3, -1, -2], [2, 0, -2], [2, -1, -1]]);
    for cell in cells_within(5) {
        let [p, q, r] = cell.corner_points();
        // With y to the south a positive cross product turns clockwise.
        let turn = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
        assert!(turn > 0.8 && turn < 0.9, "{cell} has its corners clockwise");
        let top = cell.corner_points().iter().filter(|point| point.y < cell.centre().y).count();
        assert_eq!(top, if cell.is_up() { 1 } else { 2 }, "{cell} points the way it says");
    }
}

#[test]
fn six_cells_meet_in_a_corner_each_beside_the_next() {
    for cell in cells_within(5) {
        for number in 0..3 {
            let ring = Cell::around(cell.corner(number));
            assert!(ring.contains(&(cell, number)));
            for (i, (one, at)) in ring.iter().enumerate() {
                assert_eq!(one.corner(*at), cell.corner(number));
                assert!(one.edge_to(ring[(i + 1) % 6].0).is_some());
            }
        }
    }
}

#[test]
fn a_table_of_radius_r_has_6_r_r_cells() {
    for radius in 1..6 {
        let count = cells_within(10).filter(|cell| cell.is_within(radius)).count();
        assert_eq!(count, 6 * (radius as usize).pow(2));
    }
}

#[test]
fn texts_that_are_no_cells_are_refused() {
    assert_eq!("2,-1,0".parse::<Cell>().unwrap().coordinates(), [2, -1, 0]);
    for wrong in ["", "1,2", "0,0,0", "1,1,1", "a,b,c", "1,0,0,0", "32767,-32767,1", "9000,-8999,0"] {
        assert!(wrong.parse::<Cell>().is_err(), "{wrong}");
    }
}

#[test]
fn four_symbols_make_24_tiles_and_other_numbers_theirs() {
    for (symbols, tiles) in [(1, 1), (2, 4), (3, 11), (4, 24), (5, 45), (6, 76)] {
        let n = usize::from(symbols);
        assert_eq!(TileSet::new(symbols).len(), tiles);
        assert_eq!((n * n * n + 2 * n) / 3, tiles, "the count by the orbits of three rotations");
    }
    let set = TileSet::new(4);
    let different = |tile: &&Corners| 1 + usize::from(tile[1] != tile[0]) + usize::from(tile[2] != tile[0] && tile[2] != tile[1]);
    let count = |wanted: usize| set.tiles().iter().filter(|tile| different(tile) == wanted).count();
    assert_eq!((count(1), count(2), count(3)), (4, 12, 8), "all alike, two alike, all different");
}

#[test]
fn no_two_tiles_are_rotations_of_one_another() {
    for symbols in 1..=6 {
        let set = TileSet::new(symbols);
        for (i, one) in set.tiles().iter().enumerate() {
            for other in &set.tiles()[..i] {
                assert!((0..3).all(|r| turned(*one, r) != *other), "{one:?} and {other:?}");
            }
        }
    }
}

#[test]
fn every_labelling_is_shown_by_one_tile_and_one_rotation() {
    let set = TileSet::new(5);
    for x in 0..5 {
        for y in 0..5 {
            for z in 0..5 {
                let (tile, rotation) = set.showing([x, y, z]);
                assert_eq!(set.corners(tile, rotation), [x, y, z]);
                assert!(!set.is_redundant(tile, rotation));
            }
        }
    }
    assert!(set.is_redundant(set.find("aaa").unwrap(), 1));
    assert!(!set.is_redundant(set.find("aab").unwrap(), 2));
}

#[test]
fn mirror_images_are_different_tiles() {
    let set = TileSet::new(4);
    assert!(set.find("abc").is_some() && set.find("acb").is_some());
    assert_eq!(set.find("bca"), None, "a rotation of abc");
}

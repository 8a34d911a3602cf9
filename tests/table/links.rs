//! Links to rules and to games: what they hold comes out as it went in, and what is wrong with one is told in words.

use crate::common;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib;
use proptest::prelude::*;
use serde_json::{Value, json};
use triangulum::packs;
use triangulum::problem::Source;
use triangulum::table::trace::Trace;
use triangulum::table::{Deed, HUMAN, Link, Replaying, Table, Until, default_cast, is_link, replay};
use triangulum::variant::Library;
use triangulum::variant::export::export;
use triangulum::variant::own::known_as;

const SIGN: &str = "#t1.";

fn packed(held: &Value) -> String {
    packed_bytes(held.to_string().as_bytes())
}

fn packed_bytes(held: &[u8]) -> String {
    format!("{SIGN}{}", URL_SAFE_NO_PAD.encode(compress_to_vec_zlib(held, 6)))
}

fn held(link: &str) -> Value {
    let letters = link.strip_prefix(SIGN).expect("a link begins with its sign");
    serde_json::from_slice(&decompress_to_vec_zlib(&URL_SAFE_NO_PAD.decode(letters).unwrap()).unwrap()).unwrap()
}

fn game_of(link: &str) -> Box<Trace> {
    match Link::read(link) {
        Ok(Link::Game(trace)) => trace,
        Ok(Link::Rules { .. }) => panic!("rules instead of a game"),
        Err(problems) => panic!("{problems}"),
    }
}

fn refusal(link: &str) -> String {
    match Link::read(link) {
        Ok(_) => panic!("read: {}", &link[..link.len().min(80)]),
        Err(problems) => problems.to_string(),
    }
}

/// A game by a variant, so many moves long.
fn played(library: &Library, pack: &str, variant: &str, moves: usize) -> Table {
    let loaded = library.load(pack, variant).unwrap();
    let known = loaded.rules.pack;
    let kinds: Vec<String> = (0..*loaded.rules.seats().end()).map(|_| "greedy".to_owned()).collect();
    let mut table = Table::new(loaded.rules.clone(), variant, default_cast(known, &kinds), 7).unwrap();
    for _ in 0..moves {
        if !table.let_bot_play() {
            break;
        }
    }
    table
}

fn every_variant(library: &Library) -> Vec<(&'static str, String)> {
    let names = |pack: &'static str| library.shelf.variant_names(pack).into_iter().map(move |name| (pack, name));
    packs::known().iter().flat_map(|pack| names(pack.name())).collect()
}

#[test]
fn every_shipped_variant_goes_through_a_link_and_is_known_at_the_other_end() {
    let library = common::library();
    for (pack, name) in every_variant(&library) {
        let variant = library.load(pack, &name).unwrap();
        let text = export(&library, &variant).unwrap();
        let link = Link::to_rules(&text, Some(12)).unwrap();
        assert!(link.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"#.-_".contains(&byte)), "{link}");
        let Ok(Link::Rules { text: read, seed }) = Link::read(&format!("https://example.org/table/?x=1{link}\n")) else {
            panic!("{pack} {name}: no rules");
        };
        assert_eq!((read.as_str(), seed), (text.as_str(), Some(12)));
        let again = library.load_source(Source::new("link", read)).unwrap();
        let known = known_as(&library, &again);
        assert!(known.is_some(), "{pack} {name} is not known again");
    }
}

#[test]
fn a_game_by_every_variant_goes_through_a_link_and_ends_in_the_same_position() {
    let library = common::library();
    for (pack, name) in every_variant(&library) {
        let table = played(&library, pack, &name, 60);
        let link = Link::to_game(&table).unwrap();
        let trace = game_of(&link);
        let again = replay(&trace, &library, Until::End).unwrap_or_else(|problems| panic!("{pack} {name}: {problems}"));
        assert!(again.departs.is_none() && again.trouble().is_none(), "{pack} {name}");
        assert_eq!(again.table.game().hash(), table.game().hash(), "{pack} {name}");
        assert_eq!(again.table.game().standing_rules().blueprint.settings, table.game().standing_rules().blueprint.settings);
        assert_eq!((again.table.deeds(), again.table.cast()), (table.deeds(), table.cast()));
    }
}

/// So that whoever opens a long game by slow rules need not wait for its end.
#[test]
fn a_game_from_a_link_is_played_again_move_by_move() {
    let library = common::library();
    let table = played(&library, "muehle", "standard", 60);
    let trace = game_of(&Link::to_game(&table).unwrap());
    let mut replaying = Replaying::begin(trace, &library, Until::End).unwrap();
    let mut progress = vec![replaying.progress()];
    while replaying.go_on().unwrap() {
        progress.push(replaying.progress());
    }
    assert_eq!((progress.len(), progress.first(), progress.last()), (table.deeds() + 1, Some(&0.0), Some(&1.0)));
    assert!(progress.is_sorted() && !replaying.go_on().unwrap());
    assert_eq!(replaying.finish().table.game().hash(), table.game().hash());
}

#[test]
fn a_whole_game_makes_a_link_that_can_be_sent() {
    let library = common::library();
    for (pack, most) in [("bermuda", 6_000), ("muehle", 3_000), ("dreieck", 3_000)] {
        let table = played(&library, pack, "standard", 5_000);
        assert!(table.game().outcome().is_some());
        let link = Link::to_game(&table).unwrap();
        println!("{pack}: {} deeds, {} characters", table.deeds(), link.len());
        assert!(link.len() <= most, "{pack}: {} characters", link.len());
    }
}

#[test]
fn changes_of_rules_and_names_go_along() {
    let library = common::library();
    let standard = library.load("bermuda", "standard").unwrap();
    let mut cast = default_cast(standard.rules.pack, &[HUMAN.to_owned(), HUMAN.to_owned()]);
    cast[0].name = "Zoë 🐙".to_owned();
    let mut table = Table::new(standard.rules.clone(), "standard", cast, 3).unwrap();
    for round in 0..40 {
        let command = table.game().offers()[0];
        table.carry_out(Deed::Command(command)).unwrap();
        if round == 20 {
            let text = "pack = \"bermuda\"\nname = \"Other\"\nextends = \"standard\"\n[victory]\ngoal = 400_000\n";
            let other = library.load_source(Source::new("other.toml", text)).unwrap();
            table.carry_out(Deed::Rules(Box::new(other))).unwrap();
        }
    }
    let again = replay(&game_of(&Link::to_game(&table).unwrap()), &library, Until::End).unwrap().table;
    assert_eq!(again.game().hash(), table.game().hash());
    assert_eq!(again.game().standing_rules().value("victory.goal"), Some(&json!(400_000)));
    assert_eq!(again.cast()[0].name, table.cast()[0].name);
    // Where the sender's files lie is nobody's business.
    assert!(held(&Link::to_game(&table).unwrap())["game"].get("variant_file").is_none());
}

#[test]
fn what_is_no_link_or_a_broken_one_is_refused_in_words() {
    let library = common::library();
    let good = Link::to_game(&played(&library, "muehle", "standard", 30)).unwrap();
    assert!(refusal("pack = 'muehle'").contains("neither to rules"));
    assert!(refusal("#t2.abcdef").contains("another version"));
    assert!(refusal(SIGN).contains("missing or was changed"));
    assert!(refusal("#t1.%%%%").contains("missing or was changed"));
    for length in [good.len() - 1, good.len() / 2, 20] {
        assert!(refusal(&good[..length]).contains("missing or was changed"), "{length}");
    }
    let mut other = good.clone().into_bytes();
    let middle = other.len() / 2;
    other[middle] = if other[middle] == b'A' { b'B' } else { b'A' };
    assert!(refusal(&String::from_utf8(other).unwrap()).contains("missing or was changed"));
    assert!(is_link(&good) && is_link(&format!(" https://here.example/#{}", &good[1..])));
    assert!(!is_link("# t1 a remark") && !is_link("pack = \"bermuda\"\n#t1.x") && !is_link("a b #t1.x"));
}

#[test]
fn a_huge_link_and_one_that_unpacks_into_something_huge_are_refused() {
    assert!(refusal(&format!("{SIGN}{}", "A".repeat(200_000))).contains("longer than"));
    let bomb = packed_bytes(&vec![b' '; 60_000_000]);
    assert!(bomb.len() < 100_000);
    assert!(refusal(&bomb).contains("holds more than"));
    let deep = packed_bytes("[".repeat(100_000).as_bytes());
    // Read or refused, but at once.
    let crowded = changed(|held| (0..20_000).for_each(|key| held["game"]["settings"]["set"][format!("a.{key}")] = json!(1)));
    let _ = Link::read(&crowded);
    assert!(refusal(&deep).contains("missing or was changed"));
}

#[test]
fn a_link_nobody_could_open_is_not_made() {
    // A text that no packing makes shorter.
    let mut luck = 1_u64;
    let mut letter = || {
        luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        char::from(b'!' + (luck >> 33) as u8 % 90)
    };
    let long: String = (0..120_000).map(|_| letter()).collect();
    assert!(Link::to_rules(&long, None).unwrap_err().to_string().contains("longer than"));
    assert!(Link::to_rules(&" ".repeat(1_000_000), None).unwrap_err().to_string().contains("holds more than"));
}

/// A good link, with something in what it holds changed.
fn changed(change: impl FnOnce(&mut Value)) -> String {
    let library = common::library();
    let mut held = held(&Link::to_game(&played(&library, "bermuda", "short", 20)).unwrap());
    change(&mut held);
    packed(&held)
}

#[test]
fn a_hostile_link_is_refused_when_it_is_read_or_when_it_is_played() {
    let library = common::library();
    let deep = vec!["a"; 200_000].join(".");
    for (what, link) in [
        ("no game", packed(&json!({"hello": 1}))),
        ("no object", packed(&json!([1, 2, 3]))),
        ("no such pack", changed(|held| held["game"]["pack"] = json!("../../etc"))),
        ("no seats", changed(|held| held["game"]["seats"] = json!([]))),
        ("a thousand seats", changed(|held| held["game"]["seats"] = json!(vec!["human"; 1_000]))),
        ("no seed", changed(|held| held["game"]["seed"] = json!(-1))),
        ("a deep key", changed(|held| held["game"]["settings"]["set"][&deep] = json!(1))),
        ("a bad value", changed(|held| held["game"]["settings"]["set"]["victory.goal"] = json!(-5))),
        ("an unknown rule", changed(|held| held["game"]["settings"]["set"]["rules"] = json!(["nothing"]))),
        ("a board of nothing", changed(|held| held["game"]["board"] = json!({}))),
        ("no list of deeds", changed(|held| held["deeds"] = json!("roll"))),
        ("too many deeds", changed(|held| held["deeds"] = json!(vec!["roll"; 30_000]))),
        ("too many changes of rules", changed(|held| held["deeds"] = json!(vec![json!([]); 201]))),
    ] {
        let told = Link::read(&link).err().map(|problems| problems.to_string());
        assert!(told.as_ref().is_some_and(|told| !told.is_empty() && told.len() < 4_000), "{what}: {told:?}");
    }
    for (what, link) in [
        ("a move nobody offered", changed(|held| held["deeds"][3] = json!("sail nobody"))),
        ("a change of nothing", changed(|held| held["deeds"][3] = json!({"a": 1}))),
        ("a change of what is not so", changed(|held| held["deeds"][3] = json!([{"key": "victory.goal", "from": 1, "to": 2}]))),
        ("a number", changed(|held| held["deeds"][0] = json!(5))),
    ] {
        let trace = game_of(&link);
        let told = replay(&trace, &library, Until::End).err().map(|problems| problems.to_string());
        assert!(told.is_some_and(|told| !told.is_empty()), "{what}");
    }
    let trace = game_of(&changed(|held| held["game"]["end"] = json!("0000000000000000")));
    let departs = replay(&trace, &library, Until::End).unwrap().departs;
    assert!(departs.is_some_and(|problem| problem.to_string().contains("another position")));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whatever stands behind the sign, it is read or refused.
    #[test]
    fn nothing_behind_the_sign_breaks_anything(letters in "[A-Za-z0-9_%.#-]{0,300}", bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = Link::read(&format!("{SIGN}{letters}"));
        let _ = Link::read(&packed_bytes(&bytes));
        let _ = Link::read(&format!("{SIGN}{}", URL_SAFE_NO_PAD.encode(&bytes)));
    }
}

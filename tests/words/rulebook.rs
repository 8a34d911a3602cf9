//! The printed rulebook: whole in every variant and language, and a page in which every reference leads somewhere.

use crate::common;
use std::collections::BTreeSet;
use std::sync::Arc;
use triangulum::sim::show::badge;
use triangulum::variant::Variant;
use triangulum::variant::book_page::page;
use triangulum::variant::rulebook::{Block, MARK, Room, blocks, print};
use triangulum::words::{Lexicon, within};

const LANGUAGES: [&str; 3] = ["en", "de", "fr"];

fn book(variant: &Variant, pictures: bool) -> Vec<Block> {
    let standard = common::variant_of(variant.rules.pack.name(), "standard");
    blocks(variant.effective(), &standard.rules, pictures)
}

fn text(variant: &Variant) -> String {
    let standard = common::variant_of(variant.rules.pack.name(), "standard");
    print(variant.effective(), &standard.rules)
}

/// What stands between quotes after a key, wherever it does.
fn attributes<'a>(html: &'a str, key: &str) -> Vec<&'a str> {
    html.split(key).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// The words of a page, without what makes it work.
fn body(html: &str) -> &str {
    html.split_once("<main>").and_then(|(_, rest)| rest.split_once("</main>")).unwrap().0
}

fn assert_whole(name: &str, html: &str) {
    let body = body(html);
    let ids = attributes(body, " id=\"");
    let known: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), known.len(), "{name}: no id is given twice");
    for target in attributes(body, "href=\"#") {
        assert!(known.contains(target), "{name}: nothing is called {target}");
    }
    for section in body.split("<section").skip(1) {
        assert!(section.contains("<article"), "{name}: a chapter has rules");
    }
    let figures = body.matches("<figure").count();
    assert_eq!(figures, body.matches("<figcaption").count(), "{name}: every picture has a caption");
    assert_eq!(figures, body.matches("role=\"img\" aria-labelledby=\"picture-").count(), "{name}: and is called by it");
    for (open, close) in [("<article", "</article>"), ("<section", "</section>"), ("<ul", "</ul>"), ("<figure", "</figure>")] {
        assert_eq!(body.matches(open).count(), body.matches(close).count(), "{name}: {close}");
    }
}

#[test]
fn every_book_is_whole_in_every_language() {
    for language in LANGUAGES {
        let words = Arc::new(Lexicon::built_in(language));
        within(words, || {
            for variant in common::shipped() {
                let name = format!("{} {language}", variant.rules.blueprint.variant);
                let book = book(&variant, false);
                for told in book.iter().filter_map(Block::rule) {
                    assert!(!told.text.contains(['{', '}']), "{name}: {}", told.text);
                    assert!(!told.text.contains("fact.") && !told.text.contains(".book."), "{name}: {}", told.text);
                    assert!(!told.title.contains(".title"), "{name}: {}", told.title);
                }
                let html = page(&book);
                assert_whole(&name, &html);
                let differs = book.iter().filter_map(Block::rule).any(|told| told.changed);
                assert_eq!(html.contains(&format!("<p class=\"legend\"><span class=\"mark\">{MARK}</span>")), differs, "{name}");
                assert_eq!(html.contains("<nav class=\"differs\">"), differs, "{name}");
            }
        });
    }
}

#[test]
fn every_picture_is_drawn_in_some_variant_and_has_its_words() {
    let library = common::library();
    for pack in triangulum::packs::ALL {
        let wanted = library.catalogue(*pack).unwrap().book.pictures.len();
        let mut captions = BTreeSet::new();
        let names: &[&str] = if pack.name() == "dreieck" { &["standard", "small_table"] } else { &["standard"] };
        for name in names {
            let book = book(&common::variant_of(pack.name(), name), true);
            assert_whole(name, &page(&book));
            for block in &book {
                let Block::Picture { svg, caption, .. } = block else { continue };
                assert!(svg.starts_with("<svg ") && svg.contains("viewBox"), "{caption}");
                assert!(!caption.contains(['{', '}']) && !caption.contains("book.picture"), "{caption}");
                captions.insert(caption.clone());
            }
        }
        assert_eq!(captions.len(), wanted, "{}: {captions:#?}", pack.name());
    }
}

/// The page of a house rule has the picture of its card, with what it does below.
#[test]
fn the_page_of_every_house_rule_has_its_picture() {
    for variant in common::shipped() {
        let (name, pack) = (&variant.rules.blueprint.variant, variant.rules.pack);
        let book = book(&variant, true);
        let pictures: BTreeSet<(&str, &str)> = book
            .windows(2)
            .filter_map(|two| match two {
                [Block::Rule(told), Block::Picture { svg, room: Room::Icons, caption }] if !caption.is_empty() => {
                    Some((told.title.as_str(), svg.as_str()))
                }
                _ => None,
            })
            .collect();
        let is_printed = |id: &str| pack.base_rules().iter().any(|rule| rule.id() == id);
        let house = variant.rules.in_force.iter().filter(|rule| !is_printed(rule.id()));
        let wanted: Vec<_> = house.map(|rule| (pack.rule_name(rule.id()).to_string(), badge::picture(rule.picture()))).collect();
        assert_eq!(pictures.len(), wanted.len(), "{name}");
        for (title, picture) in wanted {
            assert!(pictures.contains(&(title.as_str(), picture.as_str())), "{name}: {title}");
        }
        assert_whole(name, &page(&book));
    }
}

#[test]
fn a_reference_leads_to_its_rule_and_ordinary_words_do_not() {
    let html = page(&book(&common::variant("toll"), false));
    assert!(html.contains("<article id=\"rule-B-K8\">"));
    assert!(html.contains("(<a href=\"#rule-B-K8\" title=\"Adrift\">B-K8</a>)"), "the mover’s ships are set down first");
    assert!(html.contains("\">Toll</a></li>"), "a house rule is called by its name");
    assert!(!html.contains(">toll</"), "and never by its id");
}

#[test]
fn a_search_that_finds_nothing_says_so() {
    let html = page(&book(&common::variant("standard"), false));
    assert!(html.contains("<p id=\"nothing\" role=\"status\" hidden>No rule has these words.</p>"));
    assert!(html.contains("aria-label=\"Search the rules\""));
}

#[test]
fn magnets_are_told_by_letters_and_in_centimetres() {
    let standard = text(&common::variant("standard"));
    let magnet = "3 cm from the middle of the plate, between the letters H and G, nearer to G (75° clockwise from A): it reaches 4.5 mm \
                  and holds 2 ships.";
    assert!(standard.contains(&format!("\n- {magnet}\n")), "{standard}");
    assert!(standard.contains("2 ships at the magnet near G and 1 ship at the magnet near E"), "{standard}");
    let magnets = |list: &str| {
        text(&common::from_text(&format!("pack = \"bermuda\"\nextends = \"standard\"\n[cloud]\nmagnets = [{list}]\n")))
    };
    let told =
        magnets("{ radius = 50, angle = 0, reach = 5, capacity = 1 }, { radius = 80, angle = 337.5, reach = 6, capacity = 3 }");
    assert!(told.contains("2.5 cm from the middle of the plate, under the letter A (0° clockwise from A)"), "{told}");
    assert!(told.contains("4 cm from the middle of the plate, halfway between the letters B and A"), "{told}");
    let told = magnets("{ radius = 50, angle = 359.5, reach = 5, capacity = 1 }");
    assert!(told.contains("under the letter A (359.5°"), "{told}");
}

#[test]
fn a_book_says_how_full_the_ports_are_at_the_start() {
    assert!(text(&common::variant("standard")).contains("So every port is full at the start."));
    assert!(text(&common::variant("crowded_ports")).contains("▸ **A port can be full** (B-M6)"));
    assert!(text(&common::variant("crowded_ports")).contains("they all stay, and nobody may enter"));
    assert!(!text(&common::variant("open_ports")).contains("full at the start"));
}

#[test]
fn a_flat_board_has_neither_stacks_nor_closed_fields() {
    let flat = text(&common::variant_of("muehle", "flat"));
    for gone in ["closed", "Stacks", "**Blocked**", "From the top", "tower", "level"] {
        assert!(!flat.contains(gone), "{gone}: {flat}");
    }
    assert!(flat.contains("**One stone to a field** (T-F4)"), "{flat}");
}

#[test]
fn tiles_are_counted_and_their_symbols_named() {
    let of = |name: &str| text(&common::variant_of("dreieck", name));
    assert!(of("standard").contains("24 triangles") && of("standard").contains("The symbols are sun, moon, star and leaf."));
    assert!(of("three_symbols").contains("11 triangles") && of("five_symbols").contains("45 triangles"));
    assert!(of("standard").contains("in all six colours together there are 144"));
    assert!(of("small_table").contains("54 triangles cover it"));
}

#[test]
fn two_players_are_not_told_of_adopted_stones() {
    for (variant, adopts) in [("two_player", false), ("standard", true)] {
        let variant = common::variant_of("muehle", variant);
        let seats = *variant.rules.seats().end();
        let mut told = String::new();
        for seed in 0..12 {
            let mut game = common::game(&variant, seats, seed);
            let mut player = triangulum::players::Random::new(seed, 0);
            while game.outcome().is_none() {
                let command = triangulum::players::Player::choose(&mut player, &game);
                game.apply(command).unwrap();
                told.extend(game.events().iter().filter_map(|event| game.sentence(event)).map(|said| said.to_string()));
            }
        }
        assert_eq!(told.contains("adopts"), adopts);
        assert_eq!(told.contains("has only two stones left and has lost."), !adopts);
    }
}

/// `check` looks into the book, too.
#[test]
fn what_a_book_names_that_is_not_there_is_told_at_its_line() {
    for pack in triangulum::packs::ALL {
        let library = common::library();
        assert_eq!(library.catalogue(*pack).unwrap().lost_in_book(&library.shelf).to_string(), "");
    }
    let ours = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/muehle");
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("muehle");
    std::fs::create_dir(&rules).unwrap();
    for file in ["board.toml", "settings.toml", "rulebook.toml"] {
        let text = std::fs::read_to_string(ours.join(file)).unwrap();
        let text = text.replacen("owner    = \"capture\"", "owner    = \"captur\"", 1);
        let text = text.replacen("when = { \"stack.max\" = 1 }", "when = { \"stack.mx\" = 1 }", 1);
        let text = text.replacen("settings = [\"turn.players\"]", "settings = [\"turn.player\"]", 1);
        let text = text.replacen("id    = \"box\"", "id    = \"crate\"", 1).replacen("id   = \"max_1\"", "id   = \"max_one\"", 1);
        std::fs::write(rules.join(file), text).unwrap();
    }
    let shelf = triangulum::variant::Shelf { rules: Some(folder.path().to_owned()), ..Default::default() };
    let library = triangulum::variant::Library::new(shelf);
    let told = library.catalogue(triangulum::packs::find("muehle").unwrap()).unwrap().lost_in_book(&library.shelf).to_string();
    let text = std::fs::read_to_string(rules.join("rulebook.toml")).unwrap();
    for (wrong, meant) in [("captur\"", "`capture`"), ("stack.mx", "`stack.max`"), ("turn.player\"", "`turn.players`")] {
        let line = text.lines().position(|line| line.contains(wrong)).unwrap() + 1;
        assert!(told.contains(&format!("rulebook.toml:{line}:")) && told.contains(&format!("did you mean {meant}")), "{told}");
    }
    for (id, part) in [("crate", "chapter.crate"), ("max_one", "T-F4.max_one")] {
        let line = text.lines().position(|line| line.ends_with(&format!("\"{id}\""))).unwrap() + 1;
        let says = format!("error: nobody has written `muehle.book.{part}`");
        let told = told.lines().find(|told| told.contains(&format!("rulebook.toml:{line}:")) && told.ends_with(&says));
        assert!(told.is_some(), "{id}");
    }
}

/// `check` looks at a file of a game as what it is, from wherever it is named.
#[test]
fn every_file_of_a_game_is_checked_as_what_it_is() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let check = |folder: &std::path::Path, file: &str| {
        let output = common::program().current_dir(folder).args(["check", file]).output().unwrap();
        let [said, aside] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
        (output.status.code(), said, aside)
    };
    for (folder, file, says) in [
        (".", "rules/bermuda/rulebook.toml", "1 file of rules checked: 0 errors"),
        (".", "rules/muehle/board.toml", "1 file of rules checked: 0 errors"),
        ("rules", "bermuda/decks.toml", "1 file of rules checked: 0 errors"),
        ("rules/dreieck", "settings.toml", "1 file of rules checked: 0 errors"),
        ("rules/bermuda/house", "toll.toml", "1 file of rules checked: 0 errors"),
        (".", "rules/bermuda/words/de.toml", "1 file of words checked: 0 errors"),
        ("rules/bermuda/words", "fr.toml", "1 file of words checked: 0 errors"),
        ("rules/muehle/lessons", "1_mills.toml", "1 lesson played through: 0 errors"),
    ] {
        let (code, said, aside) = check(&root.join(folder), file);
        assert!(code == Some(0) && said.starts_with(says) && aside.is_empty(), "{folder}, {file}: {said}{aside}");
    }
    let scenario = "tests/scenarios/bermuda/B-B1-a-player-may-bump-an-own-ship.toml";
    let (code, _, aside) = check(root, scenario);
    assert!(code == Some(1) && aside.contains("this is a scenario"), "{aside}");
    assert!(aside.contains(&format!("`triangulum scenario {scenario}` plays it")), "{aside}");

    // What is wrong is told at its line, and a board of one's own is checked with the variant that brings it along.
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("rules/muehle");
    std::fs::create_dir_all(&rules).unwrap();
    let book = std::fs::read_to_string(root.join("rules/muehle/rulebook.toml")).unwrap();
    std::fs::write(rules.join("rulebook.toml"), book.replacen("\"box\"", "\"crate\"", 1)).unwrap();
    let (code, said, aside) = check(folder.path(), "rules/muehle/rulebook.toml");
    assert!(code == Some(1) && said.contains("1 file of rules checked: 1 error"), "{said}{aside}");
    assert!(aside.contains("nobody has written `muehle.book.chapter.crate`") && !aside.contains("which game"), "{aside}");
    std::fs::write(folder.path().join("mine.toml"), "pack = \"muehle\"\nextends = \"standard\"\nboard = \"wide.toml\"\n")
        .unwrap();
    std::fs::copy(root.join("rules/muehle/board.toml"), folder.path().join("wide.toml")).unwrap();
    let (code, said, aside) = check(folder.path(), "wide.toml");
    assert!(code == Some(0) && said.starts_with("1 variant checked: 0 errors"), "{said}{aside}");
}

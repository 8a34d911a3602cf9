//! The fourth game through the public door: rules, players, lab, replay, rulebook, words, scenarios, and its own program.

use std::path::{Path, PathBuf};
use std::process::Command;
use triangulum::files::read_file;
use triangulum::lab::{Batch, run};
use triangulum::players;
use triangulum::problem::Source;
use triangulum::scenario;
use triangulum::sim::{Board, Chance, Game, Pack, Part, Prepared, Rule, Ruleset, Seat};
use triangulum::table::trace::Trace;
use triangulum::variant::{Library, Shelf, rulebook, wording};
use triangulum::words::{Lexicon, within};
use tsoro::Tsoro;

fn library() -> Library {
    assert!(triangulum::packs::register(&[&Tsoro]));
    Library::new(Shelf::built_in())
}

fn game(library: &Library, variant: &str, seed: u64) -> Game {
    let variant = library.load("tsoro", variant).unwrap_or_else(|problems| panic!("{problems}"));
    Game::recorded(variant.rules, 2, Chance::seeded(seed)).unwrap()
}

fn play(game: &mut Game, kinds: [&str; 2], seed: u64) {
    let mut seats: Vec<_> = (0u8..).zip(kinds).map(|(seat, kind)| players::seat(kind, seed, seat).unwrap()).collect();
    while game.outcome().is_none() {
        game.audit().unwrap();
        let command = seats[usize::from(game.deciding())].choose(game);
        let text = game.command_text(command);
        assert_eq!(game.parse_command(&text), Ok(command), "{text}");
        game.apply(command).unwrap();
    }
}

#[test]
fn every_variant_is_played_to_the_end_by_every_kind_of_player() {
    let library = library();
    for variant in library.shelf.variant_names("tsoro") {
        for (seed, kinds) in (1..).zip([["random", "random"], ["greedy", "random"], ["search:50", "greedy"]]) {
            let (mut game, mut again) = (game(&library, &variant, seed), game(&library, &variant, seed));
            play(&mut game, kinds, seed);
            play(&mut again, kinds, seed);
            assert_eq!(game.hash(), again.hash(), "{variant}, {kinds:?}");
            assert!(game.rules().pack.endings().contains(&game.outcome().unwrap().reason));
        }
    }
}

#[test]
fn rules_of_thumb_beat_chance() {
    let library = library();
    let wins = (0..40).filter(|seed| {
        let mut game = game(&library, "standard", *seed);
        play(&mut game, ["greedy", "random"], *seed);
        game.outcome().unwrap().winners == [0]
    });
    assert!(wins.count() >= 30);
}

#[test]
fn every_event_is_told_in_every_language() {
    let library = library();
    for language in ["en", "de", "fr"] {
        let (lexicon, problems) = wording::read(&library.shelf, language);
        assert!(problems.0.is_empty(), "{problems}");
        assert!(wording::check(&library.shelf, language, &|_| true).1.0.is_empty());
        let mut game = game(&library, "standard", 3);
        within(std::sync::Arc::new(lexicon), || {
            let mut player = players::seat("random", 3, 0).unwrap();
            while game.outcome().is_none() {
                let command = player.choose(&game);
                game.apply(command).unwrap();
                for event in game.events().iter().filter(|event| !["command", "state"].contains(&event.kind.name)) {
                    let told = game.sentence(event).unwrap_or_else(|| panic!("{event:?}")).to_string();
                    assert!(!told.contains(['{', '}', '[']) && !told.contains("tsoro."), "{told}");
                }
            }
        });
    }
    assert!(Lexicon::built_in("fr").knows("tsoro.title"), "words of a guest are built in like ours");
}

#[test]
fn scenarios_hold() {
    let library = library();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios/tsoro");
    let files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() >= 3);
    for file in files {
        let verdict = scenario::run(&library, &read_file(&file).unwrap()).unwrap_or_else(|problems| panic!("{problems}"));
        assert!(verdict.passed(), "{}: {:#?}", verdict.path, verdict.failures);
    }
}

#[test]
fn the_rulebook_is_printed_with_its_settings() {
    let library = library();
    let standard = library.load("tsoro", "standard").unwrap();
    let book = rulebook::print(standard.effective(), &standard.rules).to_string();
    assert!(book.contains("After 40 rounds without a row") && book.contains("Jumping"), "{book}");
}

#[test]
fn the_lab_measures_it() {
    let library = library();
    let variant = library.load("tsoro", "standard").unwrap();
    let seats = vec!["random".to_owned(); 2];
    let tally = run(&Batch::new(variant.rules.clone(), seats, 1, 200), &|_| true).unwrap();
    assert_eq!(tally.games, 200);
}

/// The program somebody would build for this game alone.
fn program(words: &[&str]) -> (String, bool) {
    let output = Command::new(env!("CARGO_BIN_EXE_tsoro")).env("LC_ALL", "C").args(words).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (text, output.status.success())
}

#[test]
fn its_own_program_has_every_verb() {
    let (help, _) = program(&["run", "--help"]);
    assert!(help.contains("Usage: tsoro run") && help.contains("The game: tsoro"), "{help}");
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("game.jsonl");
    let trace = trace.to_str().unwrap();
    for words in [
        &["run", "--seats", "greedy,random", "--seed", "5", "--trace", trace][..],
        &["replay", trace],
        &["lab", "run", "--games", "100"],
        &["ladder", "--players", "random,greedy", "--games", "20"],
        &["plan"],
        &["rulebook", "no_jump"],
        &["explain", "no_jump"],
        &["check"],
    ] {
        let (text, fine) = program(words);
        assert!(fine, "{words:?}: {text}");
    }
    let (text, fine) = program(&["run", "--pack", "bermuda"]);
    assert!(!fine && text.contains("tsoro"), "only the games that were named are there: {text}");
}

#[test]
fn a_rule_of_ones_own_is_begun_checked_and_tried() {
    let folder = tempfile::tempdir().unwrap();
    let at = |words: &[&str]| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_tsoro")).current_dir(&folder).env("LC_ALL", "C").args(words).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words:?}: {text}");
        text
    };
    at(&["new", "rule", "tally"]);
    at(&["check", "variants"]);
    assert!(at(&["scenario", "variants/scenarios"]).contains("1 passed"));
    let told = at(&["run", "--variant", "variants/tally.toml", "--seats", "random,random", "--seed", "4"]);
    assert!(told.contains("Blue has had 2 turns so far"), "{told}");
}

/// A variant with a rule inside that asks everything there is to ask in any game.
const INSIDE: &str = r#"
pack = "tsoro"
extends = "standard"
rules = ["echo"]
[rule.echo]
title = "Echo"
what = "Somebody says what was done."
[rule.echo.event.echo]
fields = { player = "seat", to = "place", own = "int", free = "int", taken = "bool" }
says = "{player} went to {to}."
[[rule.echo.do]]
at = "before check_row"
if = 'move.does == "move" && move.to.owner == me && len(move.names) == 2'
run = '''
let own = pieces(me).filter(|stone| stone.place != () && stone.place.pieces.contains(stone)).len;
let free = places().filter(|point| point.owner == ()).len;
emit("echo", me, move.to, own, free, move.from == place("top") || pieces().len != 6);
'''
"#;

#[test]
fn a_rule_inside_a_variant_speaks_of_moves_pieces_and_places() {
    let library = library();
    let load = |text: &str| library.load_source(Source::new("echo.toml", text));
    let rules = load(INSIDE).unwrap_or_else(|problems| panic!("{problems}")).rules;
    let mut heard = 0;
    let mut play = |seed| {
        let mut game = Game::recorded(rules.clone(), 2, Chance::seeded(seed)).unwrap();
        let mut player = players::seat("random", seed, 0).unwrap();
        while game.outcome().is_none() {
            let command = player.choose(&game);
            game.apply(command).unwrap();
            for event in game.events().iter().filter(|event| event.kind.name == "echo") {
                heard += 1;
                let told = event.to_json(game.names(), &|command| game.command_text(command));
                assert_eq!((&told["own"], &told["free"]), (&3.into(), &1.into()), "{told}");
                assert!(game.sentence(event).unwrap().to_string().contains(" went to the "), "{told}");
            }
        }
        assert!(game.suspended().is_empty());
        game
    };
    let games: Vec<Game> = (1..30).map(&mut play).collect();
    assert!(heard > 3, "{heard}");
    // A record carries the rule.
    let header = triangulum::table::trace::header(&games[0], &["random".to_owned(), "random".to_owned()], 1);
    let read = Trace::parse(Source::new("echo.jsonl", header.to_string())).unwrap_or_else(|problems| panic!("{problems}"));
    assert!(read.header.rules.is_in_force("echo"));
    let unlisted = load(&INSIDE.replace("rules = [\"echo\"]", "[echo]\nloud = true")).err().map(|problems| problems.to_string());
    assert!(unlisted.is_some_and(|told| told.contains("echo.toml:4")), "a rule that is not listed is known all the same");
    let misspelt = load(&INSIDE.replace("move.does", "move.dose")).err().map(|problems| problems.to_string());
    assert!(misspelt.is_some_and(|told| told.contains("did you mean `does`")));
}

#[test]
fn words_that_are_added_on_disk_are_said() {
    let library = library();
    let folder = tempfile::tempdir().unwrap();
    let words = folder.path().join("rules/tsoro/words");
    std::fs::create_dir_all(&words).unwrap();
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/tsoro/words/en.toml")).unwrap();
    let text =
        text.replace("[piece]", "[piece]\nblue-1 = \"the first blue stone\"").replace("[event]", "[event]\nturn = \"Next.\"");
    std::fs::write(words.join("en.toml"), text).unwrap();
    let game = game(&library, "standard", 1);
    let (stone, began) = (game.find("blue-1").unwrap(), game.events().iter().find(|event| event.kind.name == "turn").unwrap());
    let said = || (game.called(stone).to_string(), game.sentence(began).map(|told| told.to_string()));
    let (lexicon, _) = wording::read(&Shelf::around(folder.path()), "en");
    assert_eq!(within(std::sync::Arc::new(lexicon), said), ("the first blue stone".to_owned(), Some("Next.".to_owned())));
    assert_eq!(said().0, "blue-1");
}

/// The same game after its native rules have changed.
struct Newer;

impl Pack for Newer {
    fn name(&self) -> &'static str {
        Tsoro.name()
    }
    fn files(&self) -> triangulum::built_in::Files {
        Tsoro.files()
    }
    fn seats(&self) -> std::ops::RangeInclusive<usize> {
        Tsoro.seats()
    }
    fn base_rules(&self) -> &'static [&'static dyn Rule] {
        Tsoro.base_rules()
    }
    fn parts(&self) -> &'static [Part] {
        Tsoro.parts()
    }
    fn furnish(&self, game: &mut Game) {
        Tsoro.furnish(game);
    }
    fn deal(&self, game: &mut Game) {
        Tsoro.deal(game);
    }
    fn verbs(&self) -> &'static [&'static str] {
        Tsoro.verbs()
    }
    fn total(&self, game: &Game, seat: Seat) -> i64 {
        Tsoro.total(game, seat)
    }
    fn endings(&self) -> &'static [&'static str] {
        Tsoro.endings()
    }
    fn prepare(&self, rules: &Ruleset, board: &Board) -> Prepared {
        Tsoro.prepare(rules, board)
    }
    fn revision(&self) -> u64 {
        3
    }
}

#[test]
fn a_record_says_by_which_native_rules_of_the_game_it_was_played() {
    let library = library();
    let standard = library.load("tsoro", "standard").unwrap().rules;
    let seats = ["random".to_owned(), "random".to_owned()];
    let header = |rules: Ruleset| {
        let game = Game::recorded(std::sync::Arc::new(rules), 2, Chance::seeded(1)).unwrap();
        triangulum::table::trace::header(&game, &seats, 1)
    };
    let older = header(Ruleset::build(&Tsoro, standard.blueprint.clone(), &standard.board).unwrap());
    let newer = header(Ruleset::build(&Newer, standard.blueprint.clone(), &standard.board).unwrap());
    assert_eq!((older.get("revision"), newer["revision"].as_u64()), (None, Some(3)));
    let is_verified = |header: &serde_json::Value| {
        let trace = Trace::parse(Source::new("game.jsonl", header.to_string())).unwrap_or_else(|problems| panic!("{problems}"));
        trace.header.is_of_this_program()
    };
    assert!(is_verified(&older) && !is_verified(&newer));
}

#[test]
fn every_block_of_the_walk_through_stands_in_the_game() {
    fn texts(folder: &Path, found: &mut Vec<String>) {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                texts(&path, found);
            } else {
                found.extend(std::fs::read_to_string(&path));
            }
        }
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    texts(folder, &mut files);
    let page = std::fs::read_to_string(folder.join("../../docs/new_game.md")).unwrap();
    let blocks =
        page.split("```rust\n").skip(1).chain(page.split("```toml\n").skip(1)).map(|rest| rest.split("```").next().unwrap());
    let mut count = 0;
    for block in blocks {
        count += 1;
        assert!(files.iter().any(|text| text.contains(block.trim_end())), "nowhere in the game:\n{block}");
    }
    assert!(count > 10);
}

//! The fourth game through the public door: rules, players, lab, replay, rulebook, words, scenarios, and its own program.

use std::path::{Path, PathBuf};
use std::process::Command;
use triangulum::files::read_file;
use triangulum::lab::{Batch, run};
use triangulum::players;
use triangulum::scenario;
use triangulum::sim::{Chance, Game};
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

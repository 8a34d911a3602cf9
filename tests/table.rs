//! A game at the table, without a window: undo, redo, saves, and the danger of every space.

use triangulum::packs;
use triangulum::packs::bermuda::danger::{danger, danger_map};
use triangulum::packs::bermuda::waters::Waters;
use triangulum::problem::Source;
use triangulum::sim::event::Arg;
use triangulum::sim::{Game, Purpose};
use triangulum::table::{HUMAN, NoUndo, Saves, Session, default_cast, luck, retell};
use triangulum::trace::Trace;
use triangulum::variant::edit::{fresh_variant, with_value};
use triangulum::variant::reload::{apply, differences};
use triangulum::variant::{Library, Shelf};

fn library() -> Library {
    Library::new(Shelf::built_in())
}

/// A game with the kinds of seats given, some moves in.
fn session(kinds: &[&str], moves: usize) -> Session {
    let rules = library().load("bermuda", "standard").expect("the standard game").rules;
    let kinds: Vec<String> = kinds.iter().map(|kind| (*kind).to_owned()).collect();
    let cast = default_cast(packs::find("bermuda").expect("bermuda"), &kinds);
    let mut session = Session::new(rules, "standard", cast, 11).expect("a game begins");
    for _ in 0..moves {
        step(&mut session);
    }
    session
}

fn step(session: &mut Session) {
    if !session.let_bot_play() {
        let command = session.game.offers()[0];
        session.play(command).expect("the first offer is accepted");
    }
}

#[test]
fn undo_goes_back_to_the_last_decision_of_a_person_and_redo_returns() {
    let mut session = session(&[HUMAN, "random", "random"], 20);
    while !session.awaits_human() {
        step(&mut session);
    }
    let (before, trace) = (session.game.hash(), session.trace().to_owned());
    let deeds = session.deeds();
    step(&mut session);
    while !session.awaits_human() {
        step(&mut session);
    }
    let after = session.game.hash();
    session.undo(true).expect("a person may go back when dice do not matter");
    assert_eq!((session.game.hash(), session.deeds()), (before, deeds));
    assert_eq!(session.trace(), trace);
    assert!(session.redo());
    assert_eq!(session.game.hash(), after);
}

#[test]
fn undo_stops_at_chance_when_it_must() {
    let mut session = session(&[HUMAN, HUMAN], 6);
    assert_eq!(session.undo(false), Err(NoUndo::Chance));
    assert_eq!(session.undo(true), Ok(()));
    let mut fresh = self::session(&[HUMAN, HUMAN], 0);
    assert_eq!(fresh.undo(true), Err(NoUndo::Nothing));
}

#[test]
fn undo_and_redo_cross_a_change_of_rules() {
    let mut session = session(&[HUMAN, HUMAN], 5);
    let short = library().load("bermuda", "short").expect("the short game");
    let changes = differences(&session.game.rules().blueprint, &short.rules.blueprint, &short.catalogue);
    let before = session.game.clone();
    let (old, old_hash) = (before.rules().value("victory.goal").cloned(), before.hash());
    apply(&mut session.game, &changes, Some(&short)).expect("the rules change");
    session.rules_changed(changes, before);
    let new = session.game.rules().value("victory.goal").cloned();
    assert_ne!(old, new);
    step(&mut session);
    let after = session.game.hash();
    session.undo(true).expect("the move");
    session.undo(true).expect("the rules");
    assert_eq!((session.game.rules().value("victory.goal").cloned(), session.game.hash()), (old, old_hash));
    assert!(session.redo() && session.redo());
    assert_eq!((session.game.rules().value("victory.goal").cloned(), session.game.hash()), (new, after));
    // The trace of such a game can be taken up again.
    let trace = Trace::parse(Source::new("game.jsonl", session.trace())).expect("a trace");
    assert_eq!(Session::from_trace(&trace, &library()).expect("it replays").game.hash(), after);
}

#[test]
fn a_saved_game_comes_back_with_its_people_and_its_coasts() {
    let folder = tempfile::tempdir().expect("a folder");
    let saves = Saves::new(folder.path());
    let mut session = session(&[HUMAN, "random"], 0);
    "Anna".clone_into(&mut session.cast[0].name);
    session.cast[0].colour = 2;
    let mut session = Session::new(session.game.rules().clone(), "standard", session.cast, 5).expect("a game");
    (0..9).for_each(|_| step(&mut session));
    let path = saves.path("Our game").expect("a good name");
    Saves::write(&path, session.trace()).expect("it is written");
    assert_eq!(saves.list().into_iter().map(|(name, _)| name).collect::<Vec<_>>(), ["Our game"]);
    let source = triangulum::variant::shelf::read_file(&path).expect("it can be read");
    let back = Session::from_trace(&Trace::parse(source).expect("a trace"), &library()).expect("it replays");
    assert_eq!(back.game.hash(), session.game.hash());
    assert_eq!(back.cast, session.cast);
    let events = |session: &Session| session.trace().split_once('\n').map(|(_, events)| events.to_owned());
    assert!(events(&back) == events(&session), "every line after the header is the same");
    assert!(back.game.rules().pack.picture(&back.game).expect("a picture").contains("Miami"), "the board has its names");
    for bad in ["", "autosave", "../up", "a/b", ".hidden"] {
        assert!(saves.path(bad).is_err(), "`{bad}` must not be a name");
    }
}

#[test]
fn seeking_goes_to_any_moment_and_back() {
    let mut session = session(&["random", "random"], 30);
    let last = session.game.hash();
    session.seek(0);
    assert_eq!(session.deeds(), 0);
    session.seek(12);
    let middle = session.game.hash();
    session.seek(29);
    session.seek(12);
    assert_eq!(session.game.hash(), middle);
    session.seek(usize::MAX);
    assert_eq!((session.game.hash(), session.known_deeds()), (last, 30));
}

#[test]
fn sentences_speak_of_people_and_their_colours() {
    let mut session = session(&[HUMAN, "random"], 0);
    "Anna".clone_into(&mut session.cast[0].name);
    session.cast[0].colour = 2;
    let told = retell(&session.game, &session.cast, "Blue rolls 5. blue-1 sails from Miami and bumps green-2 back.");
    assert_eq!(told, "Anna rolls 5. red-1 sails from Miami and bumps green-2 back.");
}

#[test]
fn luck_counts_every_roll_and_spin() {
    let mut session = session(&["random", "random"], 0);
    while session.game.outcome().is_none() {
        step(&mut session);
    }
    let lucks = luck(&session);
    let count = |label: &str| lucks.iter().filter(|l| l.label == label).map(|l| l.count as usize).sum::<usize>();
    let told = |kind: &str| session.trace().lines().filter(|line| line.contains(&format!("{{\"type\":\"{kind}\""))).count();
    assert_eq!(count("die"), told("rolled"));
    assert_eq!(count("spinner"), told("spun"));
    assert!(lucks.iter().all(|l| l.expected > 0.0));
}

/// What the next spin does to a ship, found by really playing the round to its end with each segment loaded.
fn taken_by_playing(game: &Game, ship: usize, segments: u32) -> u32 {
    (0..segments)
        .filter(|segment| {
            let mut trial = game.clone();
            trial.chance_mut().load(Purpose::Spinner, *segment);
            let id = Waters::of(&trial).ship_id(ship);
            let command = trial.offers()[0];
            let events = trial.apply(command).expect("an offer").to_vec();
            events.iter().any(|event| event.kind.name == "captured" && event.args[0] == Arg::Piece(id))
        })
        .count() as u32
}

#[test]
fn the_danger_of_a_ship_is_what_really_happens_to_it_over_all_segments() {
    let mut checked = 0;
    for seed_moves in 5..60 {
        let mut session = session(&["random", "random"], seed_moves);
        // The last player of a round moves, and the round ends with a spin.
        if session.game.outcome().is_some() || session.game.turn().taken + 1 != session.game.turn().seats {
            continue;
        }
        let game = session.game.clone();
        let sailing = game.offers()[0].piece();
        session.play(game.offers()[0]).expect("an offer");
        let segments = danger_map(&game)[0].of;
        let waters = Waters::of(&game);
        let moved = waters.ship_number(sailing).expect("a ship");
        let Some(voyage) = waters.voyages[moved % 4] else { continue };
        if voyage.bumps.is_some() {
            continue;
        }
        // With the moved ship on its goal nothing else has changed before the spin.
        assert_eq!(danger(&game, moved, voyage.to).taken, taken_by_playing(&game, moved, segments), "after {seed_moves} moves");
        checked += 1;
    }
    assert!(checked >= 10, "only {checked} positions were checked");
}

#[test]
fn a_value_is_changed_like_a_person_would_write_it() {
    let text = "# ours\npack = \"bermuda\"\nextends = \"short\" # parent\n\n[victory]\ngoal = 300_000 # a long one\n\n[ports]\ncapacity = { 2 = 3 }\n";
    let source = Source::new("ours.toml", text);
    let changed = with_value(&source, "victory.goal", &250_000.into()).expect("an edit");
    assert_eq!(changed, text.replace("300_000", "250000"));
    let nested = with_value(&source, "ports.capacity.4", &5.into()).expect("an edit");
    assert!(nested.contains("capacity = { 2 = 3 , 4 = 5 }") || nested.contains("capacity = { 2 = 3, 4 = 5 }"), "{nested}");
    let fresh = with_value(&source, "bumping.enabled", &false.into()).expect("an edit");
    assert!(fresh.ends_with("[bumping]\nenabled = false\n"), "{fresh}");
    let broken = with_value(&Source::new("bad.toml", "a = = 1"), "a.b", &1.into()).expect_err("a broken file");
    assert!(broken.to_string().contains("bad.toml:1:5"), "{broken}");
    let own = fresh_variant("bermuda", "Mine", "short");
    let variant = library().load_source(Source::new("mine.toml", own)).expect("a good variant");
    assert_eq!(variant.rules.blueprint.title, "Mine");
}

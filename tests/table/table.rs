//! A game at the table, without a window: undo, redo, saves, and the danger of every space.

use std::sync::Arc;
use triangulum::packs;
use triangulum::packs::bermuda::Sea;
use triangulum::packs::bermuda::cloud::spinner::TWIRL;
use triangulum::packs::bermuda::danger::{danger, danger_map};
use triangulum::packs::bermuda::movement::voyage;
use triangulum::packs::bermuda::waters::Waters;
use triangulum::problem::Source;
use triangulum::sim::Game;
use triangulum::sim::event::Arg;
use triangulum::table::trace::Trace;
use triangulum::table::{Deed, HUMAN, Heard, NoUndo, Refused, Saves, SeatCard, Table, Until, default_cast, luck, named, replay};
use triangulum::variant::edit::{fresh_variant, with_value};
use triangulum::variant::{Library, Shelf};
use triangulum::words::{Lexicon, msg, within};

fn library() -> Library {
    Library::new(Shelf::built_in())
}

/// A game with the kinds of seats given, some moves in.
fn table(kinds: &[&str], moves: usize) -> Table {
    let rules = library().load("bermuda", "standard").expect("the standard game").rules;
    let kinds: Vec<String> = kinds.iter().map(|kind| (*kind).to_owned()).collect();
    let cast = default_cast(packs::find("bermuda").expect("bermuda"), &kinds);
    let mut table = Table::new(rules, "standard", cast, 11).expect("a game begins");
    for _ in 0..moves {
        step(&mut table);
    }
    table
}

/// The seats of a table with Anna in the first one, sailing under red.
fn anna(table: &Table) -> Vec<SeatCard> {
    let mut cast = table.cast().to_vec();
    "Anna".clone_into(&mut cast[0].name);
    cast[0].colour = 2;
    cast
}

fn step(table: &mut Table) {
    if !table.let_bot_play() {
        let command = table.game().offers()[0];
        table.carry_out(Deed::Command(command)).expect("the first offer is accepted");
    }
}

#[test]
fn undo_goes_back_to_the_last_decision_of_a_person_and_redo_returns() {
    let mut table = table(&[HUMAN, "random", "random"], 20);
    while !table.awaits_human() {
        step(&mut table);
    }
    let (before, trace) = (table.game().hash(), table.trace().to_owned());
    let deeds = table.deeds();
    step(&mut table);
    while !table.awaits_human() {
        step(&mut table);
    }
    let after = table.game().hash();
    table.carry_out(Deed::Undo { across_chance: true }).expect("a person may go back when dice do not matter");
    assert_eq!((table.game().hash(), table.deeds()), (before, deeds));
    assert_eq!(table.trace(), trace);
    table.carry_out(Deed::Redo).expect("it is done again");
    assert_eq!(table.game().hash(), after);
}

#[test]
fn undo_stops_at_chance_when_it_must() {
    let mut table = table(&[HUMAN, HUMAN], 6);
    while table.has_turned_up() {
        step(&mut table);
    }
    assert_eq!(table.carry_out(Deed::Undo { across_chance: false }), Err(Refused::NoUndo(NoUndo::Chance)));
    assert!(table.carry_out(Deed::Undo { across_chance: true }).is_ok());
    let mut fresh = self::table(&[HUMAN, HUMAN], 0);
    assert_eq!(fresh.carry_out(Deed::Undo { across_chance: true }), Err(Refused::NoUndo(NoUndo::Nothing)));
    assert_eq!(fresh.carry_out(Deed::Redo), Err(Refused::NothingToRedo));
}

/// The next card of a deck that was shuffled is news; of one that lies as it is listed everyone knew it.
#[test]
fn a_card_turned_up_by_a_move_has_been_seen() {
    for (shuffled, refused) in [(true, NoUndo::Seen), (false, NoUndo::Chance)] {
        let rules = format!("pack = 'bermuda'\nextends = 'standard'\n[cargo]\nshuffled = {shuffled}\n");
        let rules = library().load_source(Source::new("cards.toml", rules)).expect("it is right").rules;
        let cast = default_cast(packs::find("bermuda").expect("bermuda"), &[HUMAN, HUMAN].map(str::to_owned));
        let mut table = Table::new(rules, "cards", cast, 11).expect("a game begins");
        let drew = |table: &Table| {
            let mut told = table.game().events().iter().filter_map(|event| table.game().sentence(event));
            told.any(|sentence| sentence.id == "bermuda.event.card")
        };
        step(&mut table);
        while !drew(&table) {
            assert!(!table.has_turned_up(), "a ship that only sails turns nothing up");
            step(&mut table);
        }
        assert_eq!((table.has_turned_up(), table.can_undo(false)), (shuffled, Err(refused)));
        assert_eq!(table.can_undo(true), Ok(()), "whoever is allowed everything may go back all the same");
    }
}

#[test]
fn undo_and_redo_cross_a_change_of_rules() {
    let mut table = table(&[HUMAN, HUMAN], 5);
    let short = library().load("bermuda", "short").expect("the short game");
    let (old, old_hash) = (table.game().rules().value("victory.goal").cloned(), table.game().hash());
    table.carry_out(Deed::Rules(Box::new(short))).expect("the rules change");
    let new = table.game().rules().value("victory.goal").cloned();
    assert_ne!(old, new);
    step(&mut table);
    let after = table.game().hash();
    table.carry_out(Deed::Undo { across_chance: true }).expect("the move");
    table.carry_out(Deed::Undo { across_chance: true }).expect("the rules");
    assert_eq!((table.game().rules().value("victory.goal").cloned(), table.game().hash()), (old, old_hash));
    table.carry_out(Deed::Redo).expect("the rules again");
    table.carry_out(Deed::Redo).expect("the move again");
    assert_eq!((table.game().rules().value("victory.goal").cloned(), table.game().hash()), (new, after));
    // The trace of such a game can be taken up again.
    let trace = Trace::parse(Source::new("game.jsonl", table.trace())).expect("a trace");
    assert_eq!(replay(&trace, &library(), Until::End).expect("it replays").table.game().hash(), after);
}

#[test]
fn a_game_that_is_over_stays_as_it_ended() {
    let mut table = table(&["random", "random"], 0);
    while table.game().outcome().is_none() {
        step(&mut table);
    }
    let (deeds, trace) = (table.deeds(), table.trace().to_owned());
    let short = library().load("bermuda", "short").expect("the short game");
    match table.hear(Ok(short)) {
        Heard::Changed(verdict) => assert!(verdict.lines().iter().all(|line| line.ends_with("(next game)")), "{verdict:?}"),
        other => panic!("{other:?}"),
    }
    assert_eq!((table.deeds(), table.trace()), (deeds, &*trace), "nothing was done");
    assert!(!table.files().discord().is_empty(), "but it is known");
}

#[test]
fn what_waits_for_the_next_game_is_told_once_and_again_when_it_is_withdrawn() {
    let mut table = table(&["random", "random"], 4);
    let standard = library().load("bermuda", "standard").expect("the standard game");
    table.follow("standard", Ok(standard));
    let deeds = table.deeds();
    let mut save = |extra: &str| {
        let text = format!("pack = \"bermuda\"\nextends = \"standard\"\nname = \"Standard game\"\n{extra}");
        let variant = library().load_source(Source::new("standard.toml", text)).expect("a good variant");
        match table.hear(Ok(variant)) {
            Heard::Changed(verdict) => (verdict.lines(), table.deeds()),
            _ => (Vec::new(), table.deeds()),
        }
    };
    save("");
    let (told, after) = save("[turn]\nfirst = \"seat\"\n");
    assert_eq!(told, ["Who begins: from the highest roll to the first seat (next game)"]);
    let (told, later) = save("[turn]\nfirst = \"seat\"\n[victory]\ngoal = 300_000\n");
    assert_eq!(told, ["Goal: from 350,000 to 300,000 (now)"]);
    let (told, last) = save("[victory]\ngoal = 300_000\n");
    assert_eq!(told, ["Who begins: from the highest roll to the first seat, which waited for the next game, is withdrawn"]);
    assert!(after >= deeds && later == after + 1 && last == later, "only what reaches the game is a deed");
}

#[test]
fn a_saved_game_comes_back_with_its_people_and_its_coasts() {
    let folder = tempfile::tempdir().expect("a folder");
    let saves = Saves::new(folder.path());
    let table = table(&[HUMAN, "random"], 0);
    let mut table = Table::new(table.game().rules().clone(), "standard", anna(&table), 5).expect("a game");
    (0..9).for_each(|_| step(&mut table));
    let path = saves.path("Our game").expect("a good name");
    saves.write(&path, table.trace()).expect("it is written");
    assert_eq!(saves.list().into_iter().map(|(name, _)| name).collect::<Vec<_>>(), ["Our game"]);
    let source = triangulum::files::read_file(&path).expect("it can be read");
    let back = replay(&Trace::parse(source).expect("a trace"), &library(), Until::End).expect("it replays").table;
    assert_eq!(back.game().hash(), table.game().hash());
    assert_eq!(back.cast(), table.cast());
    let events = |table: &Table| table.trace().split_once('\n').map(|(_, events)| events.to_owned());
    assert!(events(&back) == events(&table), "every line after the header is the same");
    assert!(back.game().rules().pack.picture(back.game()).expect("a picture").contains("Miami"), "the board has its names");
    for bad in ["", "../up", "a/b", ".hidden"] {
        assert!(saves.path(bad).is_err(), "`{bad}` must not be a name");
    }
}

#[test]
fn seeking_goes_to_any_moment_and_back() {
    let mut table = table(&["random", "random"], 30);
    let last = table.game().hash();
    table.carry_out(Deed::Seek(0)).expect("a moment");
    assert_eq!(table.deeds(), 0);
    table.carry_out(Deed::Seek(12)).expect("a moment");
    let middle = table.game().hash();
    table.carry_out(Deed::Seek(29)).expect("a moment");
    table.carry_out(Deed::Seek(12)).expect("a moment");
    assert_eq!(table.game().hash(), middle);
    table.carry_out(Deed::Seek(usize::MAX)).expect("a moment");
    assert_eq!((table.game().hash(), table.known_deeds()), (last, 30));
}

#[test]
fn sentences_speak_of_people_and_their_colours() {
    let table = table(&[HUMAN, "random"], 0);
    let seats: Vec<_> = (0..2).map(|seat| table.game().rules().pack.seat(seat)).collect();
    let both = msg!("variant.value.plain", value = seats);
    assert_eq!(named(table.cast(), both.clone()).to_string(), "Blue and Green");
    assert_eq!(named(&anna(&table), both.clone()).to_string(), "Anna and Green");
    let german = Arc::new(Lexicon::built_in("de"));
    assert_eq!(within(german, || named(&anna(&table), both).to_string()), "Anna und Grün");
    assert!(table.cast()[0].is_called_by_its_colour() && !anna(&table)[0].is_called_by_its_colour());
}

#[test]
fn luck_counts_every_roll_and_spin() {
    let mut table = table(&["random", "random"], 0);
    while table.game().outcome().is_none() {
        step(&mut table);
    }
    let lucks = luck(&table);
    let count = |label: &str| lucks.iter().filter(|l| l.label.to_string() == label).map(|l| l.count as usize).sum::<usize>();
    let told = |kind: &str| table.trace().lines().filter(|line| line.contains(&format!("{{\"type\":\"{kind}\""))).count();
    assert_eq!(count("die"), told("rolled"));
    assert_eq!(count("spinner"), told("spun"));
    assert!(lucks.iter().all(|l| l.expected > 0.0));
}

/// What the next spin does to a ship, found by really playing the round to its end with each segment loaded.
fn taken_by_playing(game: &Game, ship: usize, segments: u32) -> u32 {
    (0..segments)
        .filter(|segment| {
            let mut trial = game.clone();
            trial.chance_mut().load(TWIRL, *segment);
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
        let mut table = table(&["random", "random"], seed_moves);
        // The last player of a round moves, and the round ends with a spin.
        if table.game().outcome().is_some() || table.game().turn().taken + 1 != table.game().turn().seats {
            continue;
        }
        let game = table.game().clone();
        let sailing = game.offers()[0].piece();
        table.carry_out(Deed::Command(game.offers()[0])).expect("an offer");
        let segments = danger_map(&game)[0].of;
        let waters = Waters::of(&game);
        let moved = waters.ship_number(sailing).expect("a ship");
        let Ok(voyage) = voyage(Sea::of(game.rules()), waters, moved, waters.roll) else { continue };
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

#[test]
fn a_record_is_the_same_in_every_language() {
    let play = || {
        let mut table = table(&["random", "random"], 8);
        let text = "pack = \"bermuda\"\nextends = \"standard\"\nrules = [\"insurance\"]\n[turn]\nfirst = \"seat\"\n[victory]\ngoal = 300_000\n";
        let heard = table.hear(library().load_source(Source::new("mine.toml", text)));
        let Heard::Changed(verdict) = heard else { panic!("the rules change") };
        (0..8).for_each(|_| step(&mut table));
        (table.trace().to_owned(), verdict.lines())
    };
    let (trace, lines) = play();
    for language in ["de", "fr"] {
        let (other, said) = within(Arc::new(Lexicon::built_in(language)), play);
        assert_eq!(other, trace, "{language}");
        assert!(said.iter().zip(&lines).all(|(said, line)| said != line), "{language}: {said:?}");
    }
}

/// A rule that comes with the file is in force from the moment it is heard; the story says so, until it is taken back.
#[test]
fn a_rule_of_one_s_own_joins_a_running_game() {
    let mut table = table(&["random", "random"], 20);
    let text = "pack = \"bermuda\"\nextends = \"standard\"\nrules = [\"gratuity\", \"pirates\"]\n[rule.gratuity]\ntitle = \"Gratuity\"\n\
        what = \"A gift for everyone who docks.\"\n[[rule.gratuity.do]]\nat = \"after sail\"\nif = 'move.stop == \"docked\"'\n\
        run = 'pay(bank, me, 500);'\n";
    let variant = library().load_source(Source::new("mine.toml", text)).expect("the rule can be read");
    assert!(matches!(table.hear(Ok(variant)), Heard::Changed(_)));
    assert!(table.game().rules().is_in_force("gratuity") && table.game().rules().is_in_force("pirates"));
    assert!(table.files().discord().is_empty(), "{:?}", table.files().discord());
    let told = |table: &Table| table.story().iter().filter(|entry| entry.message.to_string().contains("Gratuity")).count();
    assert_eq!(told(&table), 1, "the story tells of it once");
    table.carry_out(Deed::Undo { across_chance: true }).expect("it can be taken back");
    assert_eq!(told(&table), 0);
    table.carry_out(Deed::Redo).expect("and done again");
    assert_eq!(told(&table), 1);
    for _ in 0..60 {
        if table.game().outcome().is_none() {
            step(&mut table);
        }
    }
    let recorded = Trace::parse(Source::new("game.jsonl", table.trace())).expect("the record can be read");
    let again = replay(&recorded, &library(), Until::End).expect("it plays");
    assert_eq!(again.table.game().hash(), table.game().hash());
}

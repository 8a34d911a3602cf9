//! Board, story and game agree, at every speed.

use super::Tabletop;
use super::drama::{Moment, Weight};
use crate::packs;
use crate::sim::event::Ended;
use crate::sim::{Effect, Seat, Where};
use crate::table::{Deed, Saves, Table, default_cast};
use crate::variant::{Library, STANDARD, Shelf};
use crate::window::motion::Speed;
use crate::window::scene::{Standing, Target};
use crate::window::settings::Settings;
use crate::words::{Lexicon, within};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

const FRAME: f32 = 0.05;

/// A table with as many bots as the variant allows, on which nothing is kept.
fn tabletop(library: &Arc<Library>, pack: &str, variant: &str) -> Tabletop {
    let rules = library.load(pack, variant).expect("a shipped variant").rules;
    let seats = *rules.pack.seats_under(&rules).end();
    let cast = default_cast(rules.pack, &vec!["random".to_owned(); seats]);
    let table = Table::new(rules, variant, cast, 11).expect("a table");
    let below_a_file = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml/saves"));
    Tabletop::new(table, library.clone(), Saves::new(below_a_file)).expect("it can be shown")
}

/// Everything the board shows.
fn look(top: &Tabletop) -> (Vec<Target>, Vec<Standing>, (u8, u32)) {
    let game = top.table.game();
    let mut targets = top.scene.targets(game);
    targets.sort_by(|a, b| a.name.cmp(&b.name));
    (targets, top.scene.standings(game), top.scene.turn())
}

fn assert_alike(shown: &(Vec<Target>, Vec<Standing>, (u8, u32)), there: &(Vec<Target>, Vec<Standing>, (u8, u32)), about: &str) {
    assert_eq!((&shown.1, shown.2), (&there.1, there.2), "{about}");
    let names = |targets: &[Target]| targets.iter().map(|target| (target.name.clone(), target.choosable)).collect::<Vec<_>>();
    assert_eq!(names(&shown.0), names(&there.0), "{about}");
    for (shown, there) in shown.0.iter().zip(&there.0) {
        assert!(shown.at.distance(there.at) < 0.5, "{about}: {} at {}, not {}", shown.name, shown.at, there.at);
    }
}

/// What the effects of events make of a picture is what the game has become, under every rule.
#[test]
fn a_motion_that_has_ended_leaves_nothing_to_be_taken_over() {
    let library = Arc::new(Library::new(Shelf::built_in()));
    let all = packs::ALL
        .iter()
        .flat_map(|pack| library.shelf.variant_names(pack.name()).into_iter().map(move |name| (pack.name(), name)));
    for (number, (pack, variant)) in all.enumerate() {
        let speed = Speed::ALL[number % Speed::ALL.len()];
        let mut top = tabletop(&library, pack, &variant);
        for _ in 0..60 {
            let deeds = top.table.deeds();
            if !top.table.let_bot_play() {
                break;
            }
            top.scene.play(top.table.game(), &|_| false);
            let mut told = 0;
            while top.scene.moving() {
                told += top.scene.tick(FRAME, speed);
            }
            let about = format!("{pack}:{variant}:{speed:?}:{deeds}");
            assert_eq!(told, top.table.game().events().len(), "{about}");
            let shown = look(&top);
            top.jump();
            assert_alike(&shown, &look(&top), &about);
        }
    }
}

#[test]
fn whenever_the_board_rests_it_and_the_story_are_with_the_game() {
    let library = Arc::new(Library::new(Shelf::built_in()));
    for (pack, speed) in packs::ALL.iter().flat_map(|pack| Speed::ALL.map(|speed| (pack.name(), speed))) {
        let mut settings = Settings::default();
        settings.speed = speed;
        let mut top = tabletop(&library, pack, STANDARD);
        top.begin(&settings);
        let (mut lines, mut rests) = (0, 0);
        while top.table.deeds() < 20 && top.table.game().outcome().is_none() {
            top.tick(FRAME, &settings);
            let (deeds, all) = (top.table.deeds(), top.table.story().len());
            assert!((lines..=all).contains(&top.telling.lines), "{pack}, {speed:?}: the story goes on and never ahead");
            lines = top.telling.lines;
            if speed == Speed::Instant {
                assert!(!top.scene.moving(), "{pack}: nothing takes time, after {deeds} deeds");
            }
            if !top.scene.moving() {
                assert_eq!(lines, all, "{pack}, {speed:?}: the whole story, after {deeds} deeds");
                let shown = look(&top);
                top.scene.show(top.table.game());
                assert_alike(&shown, &look(&top), &format!("{pack}:{speed:?}:{deeds}"));
                rests += 1;
                // The bot thinks on a thread of its own.
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        assert!(rests > 0);
    }
}

/// A change of rules shows no command twice.
#[test]
fn rules_changed_in_the_middle_of_a_motion_leave_board_and_story_with_the_game() {
    let library = Arc::new(Library::new(Shelf::built_in()));
    let settings = Settings::default();
    let mut top = tabletop(&library, packs::ALL[0].name(), STANDARD);
    let short = library.load(packs::ALL[0].name(), "short").expect("a shipped variant");
    for _ in 0..12 {
        assert!(top.table.let_bot_play());
        top.enqueue(&settings);
    }
    top.jump();
    assert!(top.table.let_bot_play());
    top.enqueue(&settings);
    let shown = top.scene.tick(FRAME, Speed::Normal);
    top.telling.go_on(shown, &top.table);
    top.table.carry_out(Deed::Rules(Box::new(short))).expect("the rules can change");
    top.after_deed(&settings);
    while top.scene.moving() {
        let shown = top.scene.tick(FRAME, Speed::Fast);
        top.telling.go_on(shown, &top.table);
    }
    assert_eq!(top.telling.lines, top.table.story().len());
    let shown = look(&top);
    top.jump();
    assert_alike(&shown, &look(&top), "changed");
}

/// Lets the next bot play and shows it to its end.
fn let_one_play(top: &mut Tabletop, settings: &Settings) {
    assert!(top.table.let_bot_play());
    top.enqueue(settings);
    while top.scene.moving() {
        top.scene.tick(FRAME, Speed::Fast);
    }
}

/// After several bots one still sees what each of them did, be it calm or not; in another position nothing of it is left.
#[test]
fn the_last_move_of_every_player_is_marked_until_the_next() {
    let library = Arc::new(Library::new(Shelf::built_in()));
    for (pack, calm) in packs::ALL.iter().flat_map(|pack| [(pack.name(), false), (pack.name(), true)]) {
        let mut settings = Settings::default();
        settings.calm = calm;
        let mut top = tabletop(&library, pack, STANDARD);
        let mut last: BTreeMap<Seat, _> = BTreeMap::new();
        while top.table.deeds() < 14 {
            let seat = top.table.game().deciding();
            let_one_play(&mut top, &settings);
            let game = top.table.game();
            // What a ship pushes aside was not moved by anybody.
            let effects = (0..game.events().len())
                .find(|number| ["sailed", "placed", "moved", "laid"].contains(&game.events()[*number].kind.name));
            let moved = |effect| match effect {
                Effect::Moved { piece, to: Where::On(_), .. } | Effect::Appeared { piece, .. } => Some(piece),
                _ => None,
            };
            last.extend(effects.and_then(|number| game.effects_of(number).find_map(moved)).map(|piece| (seat, piece)));
            let marked: BTreeMap<Seat, _> = top.scene.traces().into_iter().collect();
            assert_eq!(marked, last, "{pack}, after {} deeds", top.table.deeds());
            // The picture is taken over once it rests.
            top.jump();
            assert_eq!(top.scene.traces().len(), last.len(), "{pack}: it stays");
        }
        assert!(last.len() > 1, "{pack}: several have moved");
        let deeds = top.table.deeds();
        top.table.carry_out(Deed::Seek(deeds - 3)).expect("it was there");
        top.jump();
        assert_eq!(top.scene.traces(), [], "{pack}: that was another position");
        top.table.carry_out(Deed::Seek(deeds - 2)).expect("it was there");
        top.enqueue(&settings);
        assert!(top.scene.traces().len() <= 1, "{pack}: a recording that goes on marks what it shows");
    }
}

/// What one must not miss: by pack and event, with how much it matters.
const MOMENTS: [(&str, &str, Weight); 11] = [
    ("bermuda", "bumped", Weight::Blow),
    ("bermuda", "captured", Weight::Blow),
    ("bermuda", "card", Weight::Gain),
    ("bermuda", "lifted", Weight::Blow),
    ("bermuda", "pushed", Weight::Blow),
    ("bermuda", "ended", Weight::End),
    ("muehle", "mill", Weight::Blow),
    ("muehle", "captured", Weight::Blow),
    ("muehle", "ended", Weight::End),
    ("dreieck", "captured", Weight::Blow),
    ("dreieck", "ended", Weight::End),
];

#[test]
fn what_must_not_be_missed_is_a_moment_with_a_title_and_a_held_beat_unless_calm() {
    let library = Arc::new(Library::new(Shelf::built_in()));
    let mut wanted: Vec<_> = MOMENTS.to_vec();
    for (pack, variant) in [("bermuda", "short"), ("muehle", "quick"), ("dreieck", "three_symbols")] {
        let mut top = tabletop(&library, pack, variant);
        while top.table.let_bot_play() {
            top.scene.show(top.table.game());
            for number in 0..top.table.game().events().len() {
                let game = top.table.game();
                let kind = game.events()[number].kind.name;
                let Some(place) = wanted.iter().position(|(game, event, _)| (*game, *event) == (pack, kind)) else { continue };
                let (.., weight) = wanted.swap_remove(place);
                let moment = Moment::of(game, number).unwrap_or_else(|| panic!("{pack}: {kind} is a moment"));
                assert_eq!(moment.weight, weight, "{pack}: {kind}");
                let titles =
                    ["en", "de", "fr"].map(|code| within(Arc::new(Lexicon::built_in(code)), || moment.title.to_string()));
                assert!(titles.iter().all(|title| title.ends_with('!') && !title.contains("moment.")), "{titles:?}");
                assert!(titles[0] != titles[1] && titles[0] != titles[2] && titles[1] != titles[2], "{titles:?}");
                is_held_unless_calm(&mut top, &moment);
            }
        }
        assert!(top.table.game().events().iter().any(|event| event.is(Ended::kind())), "{pack}: to the end");
    }
    assert!(wanted.is_empty(), "never seen: {wanted:?}");
}

/// A moment is said and holds up what is still to come; calm does neither.
fn is_held_unless_calm(top: &mut Tabletop, moment: &Moment) {
    let mut settings = Settings::default();
    for calm in [true, false] {
        settings.calm = calm;
        let told = top.drama.count;
        top.enqueue(&settings);
        top.dramatise(vec![(moment.clone(), 0)], &settings);
        assert_eq!((top.drama.told.len(), top.drama.count - told), if calm { (0, 0) } else { (1, 1) });
        // Nothing has been shown while it holds.
        let shown = top.scene.tick(0.3, Speed::Normal) > 0 || top.drama.told.is_empty();
        assert_eq!(shown, calm, "{:?}", moment.title);
        top.drama.clear();
        top.scene.show(top.table.game());
    }
}

//! Board, story and game agree, at every speed.

use super::Tabletop;
use crate::packs;
use crate::table::{Deed, Saves, Table, default_cast};
use crate::variant::{Library, STANDARD, Shelf};
use crate::window::motion::Speed;
use crate::window::scene::{Standing, Target};
use crate::window::settings::Settings;
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

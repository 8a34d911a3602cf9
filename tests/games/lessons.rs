//! Every lesson can be played through, says everything in every language, and what is wrong with one is told with its place.

use crate::common;
use std::collections::BTreeSet;
use triangulum::problem::Source;
use triangulum::scenario::{self, lesson};
use triangulum::words::{ENGLISH, Lexicon};

/// The lessons that come with the program, by the names of their files.
fn shipped() -> Vec<Source> {
    let library = common::library();
    let files = triangulum::packs::ALL.iter().flat_map(|pack| lesson::files(&library, *pack));
    files.map(|file| library.shelf.rule_file(&file).unwrap()).collect()
}

#[test]
fn every_game_has_lessons_and_every_lesson_can_be_played_through() {
    let library = common::library();
    for pack in triangulum::packs::ALL {
        assert!(!lesson::files(&library, *pack).is_empty(), "{} teaches nothing", pack.name());
    }
    for source in shipped() {
        let verdict = scenario::run(&library, &source).unwrap_or_else(|problems| panic!("{problems}"));
        assert!(verdict.passed() && !verdict.about.is_empty(), "{:?}", verdict.failures);
    }
}

#[test]
fn every_word_of_a_lesson_is_said_by_a_lesson() {
    let library = common::library();
    let mut said = BTreeSet::new();
    for source in shipped() {
        let (lesson, _) = lesson::read(&library, &source).unwrap_or_else(|problems| panic!("{problems}"));
        said.insert(lesson.title().id.to_string());
        for step in &lesson.steps {
            said.insert(step.says.id.to_string());
            said.extend(step.otherwise.iter().map(|message| message.id.to_string()));
        }
    }
    let english = Lexicon::built_in(ENGLISH);
    let of_a_game = |id: &&str| {
        let mut parts = id.split('.');
        parts.next().is_some_and(|game| triangulum::packs::find(game).is_some()) && parts.next() == Some("lesson")
    };
    let known: BTreeSet<String> = english.ids().filter(of_a_game).map(str::to_owned).collect();
    assert_eq!(known, said);
}

/// A lesson of Triple Mill with so much said of its steps.
fn wrong(steps: &str) -> String {
    let head = "variant = \"two_player\"\n[given]\nstacks = { a1 = \"yellow\", a2 = \"yellow\", b5 = \"red\" }\n\
                hands = { yellow = 2, red = 2 }\n";
    let source = Source::new("rules/muehle/lessons/1_mills.toml", format!("{head}{steps}"));
    match scenario::run(&common::library(), &source) {
        Ok(verdict) => verdict.failures.iter().map(ToString::to_string).collect(),
        Err(problems) => problems.to_string(),
    }
}

#[test]
fn what_is_wrong_with_a_lesson_is_told_with_its_place() {
    let close = "[[step]]\nsay = \"full\"\n";
    assert_eq!(wrong(close), "", "a lesson may be as short as that");
    let cases = [
        ("", "no steps"),
        ("[[step]]\nshow = [\"a1\"]\n", "1_mills.toml:5:1: error: the step has nothing to say"),
        ("[[step]]\nsay = \"nobody_wrote_this\"\n", "no words for `muehle.lesson.mills.nobody_wrote_this`"),
        ("[[step]]\nsay = \"goal\"\nshow = [\"a9\"]\n", "nothing called `a9` can be pointed at"),
        ("[[step]]\nsay = \"goal\"\npres = \"roll\"\n", "did you mean `press`"),
        ("[[step]]\nsay = \"close\"\nallow = [\"place a3\"]\nplays = [\"place a3\"]\n", "at once"),
        ("[[step]]\nsay = \"close\"\nelse = \"close_else\"\n", "nothing else to click"),
        ("[[step]]\nsay = \"close\"\nallow = [\"place a3\"]\n", "ends without a word"),
    ];
    for (steps, told) in cases {
        assert!(wrong(steps).contains(told), "{steps}: {}", wrong(steps));
    }
    let played = [
        ("say = \"close\"\nallow = [\"move a1 a2\"]", "1_mills.toml:7:1"),
        ("say = \"close\"\nplays = [\"place a3\"]", "it is Yellow’s turn here"),
        ("say = \"close\"\nallow = [\"place a3\"]\nuntil = [\"mill of stone\"]", "`mill of stone` did not happen"),
    ];
    for (step, told) in played {
        let told_of = wrong(&format!("[[step]]\n{step}\n{close}"));
        assert!(told_of.contains(told), "{step}: {told_of}");
    }
    // Every way that is allowed must lead to the end.
    let ways =
        "[[step]]\nsay = \"close\"\nallow = [\"place a3\", \"place c1\"]\n[[step]]\nsay = \"take\"\nallow = [\"take b5\"]\n";
    assert!(!wrong(&format!("{ways}{close}")).is_empty(), "who places elsewhere has nothing to take");
}

#[test]
fn check_plays_lessons_through() {
    let folder = tempfile::tempdir().unwrap();
    let lessons = folder.path().join("muehle/lessons");
    std::fs::create_dir_all(&lessons).unwrap();
    let file = lessons.join("1_mills.toml");
    std::fs::write(&file, "[[step]]\nsay = \"goal\"\nshow = [\"nowhere\"]\n").unwrap();
    let output = common::program().arg("check").arg(&file).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("1_mills.toml:3:1") && told.contains("`nowhere`"), "{told}");
    let ours = concat!(env!("CARGO_MANIFEST_DIR"), "/rules/muehle/lessons");
    let whole = common::program().arg("check").arg(ours).output().unwrap();
    let told = String::from_utf8_lossy(&whole.stdout);
    assert!(whole.status.success() && told.contains("lessons played through"), "{told}");
}

//! Messages become sentences: slots, plurals, forms, numbers, lists, seats and what happens where words are missing.

use std::sync::Arc;
use triangulum::words::{Arg, Lexicon, Message, clean, figure, money, msg, name, seat, within};

fn lexicon(text: &str) -> Arc<Lexicon> {
    let english = Arc::new(Lexicon::built_in("en"));
    let (lexicon, faults) = Lexicon::read("xx", &[("", text)], Some(english));
    assert_eq!(faults, []);
    Arc::new(lexicon)
}

#[test]
fn slots_plurals_forms_and_capitals() {
    let words = lexicon(
        r#"
        ships  = "{n} {n|ship|ships}"
        nested = "{n|a single ship|{n} ships of {who}}"
        place  = { base = "das Feld vor {port}", to = "zum Feld vor {port}" }
        alias  = "{inner}"
        go     = "{^place} … {place:to} … {alias:to}"
        braces = "{{{n}}}"
        "#,
    );
    assert_eq!(words.say(&msg!("ships", n = 1)), "1 ship");
    assert_eq!(words.say(&msg!("ships", n = 20_000)), "20,000 ships");
    assert_eq!(words.say(&msg!("nested", n = 1, who = "Anna")), "a single ship");
    assert_eq!(words.say(&msg!("nested", n = 3, who = "Anna")), "3 ships of Anna");
    let place = msg!("place", port = "Miami");
    let alias = msg!("alias", inner = &place);
    let said = words.say(&msg!("go", place, alias));
    assert_eq!(said, "Das Feld vor Miami … zum Feld vor Miami … zum Feld vor Miami");
    assert_eq!(words.say(&msg!("braces", n = 2)), "{2}");
}

#[test]
fn numbers_lists_and_seats_are_said_as_each_language_does() {
    let say = |language: &str, arg: Arg| {
        let words = Arc::new(Lexicon::built_in(language));
        let text = r#"it = "{it}""#;
        Lexicon::read(language, &[("", text)], Some(words)).0.say(&Message::new("it").with("it", arg))
    };
    assert_eq!(say("en", money(-20_000)), "−20,000");
    assert_eq!(say("de", money(1_360_000)), "1.360.000");
    assert_eq!(say("fr", money(20_000)), "20\u{a0}000");
    assert_eq!(say("de", figure(1234.50, 2)), "1.234,5");
    assert_eq!(say("en", vec!["a", "b", "c"].into()), "a, b and c");
    assert_eq!(say("de", vec!["a", "b"].into()), "a und b");
    assert_eq!(say("fr", seat(0, "blue")), "Bleu");
}

#[test]
fn the_french_say_one_for_nothing_and_elide() {
    let french = Arc::new(Lexicon::built_in("fr"));
    let text = r#"
        n = "{n} {n|carte|cartes}"
        of = "le tour {who:de}"
    "#;
    let (words, _) = Lexicon::read("fr", &[("", text)], Some(french));
    assert_eq!(words.say(&msg!("n", n = 0)), "0 carte");
    assert_eq!(words.say(&msg!("n", n = 2)), "2 cartes");
    assert_eq!(words.say(&msg!("of", who = "Anna")), "le tour d’Anna");
    assert_eq!(words.say(&msg!("of", who = "Paul")), "le tour de Paul");
}

#[test]
fn what_a_language_lacks_is_said_in_english_and_what_english_lacks_by_its_id() {
    let words = lexicon("");
    assert_eq!(words.say(&msg!("sim.reason.over")), "the game is over");
    assert_eq!(words.say(&msg!("no.such.id", n = 3)), "no.such.id");
    assert_eq!(words.say(&Message::verbatim("as it is {n}")), "as it is {n}");
}

#[test]
fn seats_are_called_by_their_names_however_deep_they_stand() {
    let words = lexicon(
        r#"
        ship = "{owner}’s Kestrel"
        sails = "{who}: {ship}"
        "#,
    );
    let blue = || seat(0, "blue");
    let message = msg!("sails", who = blue(), ship = msg!("ship", owner = blue()));
    assert_eq!(words.say(&message), "Blue: Blue’s Kestrel");
    let named = message.with_seats(&|seat| (seat == 0).then(|| "Anna".into()));
    assert_eq!(words.say(&named), "Anna: Anna’s Kestrel");
}

#[test]
fn another_language_can_be_spoken_for_a_while() {
    let german = Arc::new(Lexicon::built_in("de"));
    assert_eq!(within(german, || msg!("sim.reason.over").to_string()), "die Partie ist zu Ende");
    assert_eq!(msg!("sim.reason.over").to_string(), "the game is over");
}

#[test]
fn broken_templates_are_told_with_their_place() {
    for text in ["a = \"{open\"", "a = \"close}\"", "a = \"{}\"", "a = \"{n|one}\"", "a = 3", "a = "] {
        let (_, faults) = Lexicon::read("xx", &[("", text)], None);
        assert_eq!(faults.len(), 1, "{text}");
        assert!(faults[0].span.start <= text.len());
    }
}

#[test]
fn forms_that_call_themselves_come_to_an_end() {
    let words = lexicon(
        r#"
        it = "{n:th} {n:word} {who:da}"
        [number.th]
        7 = "{n:th}"
        [number.word]
        7 = "{n:word}{n:word}"
        [form.da]
        vowel = "{name:da}"
        other = "da {name:da}"
        "#,
    );
    let said = words.say(&msg!("it", n = 7, who = "Paul"));
    assert!(said.contains('7') && said.contains("Paul") && said.len() < 10_000, "{said}");
}

/// Phrases stand in slots of phrases: each many times over would be a text without end.
#[test]
fn words_that_say_everything_many_times_over_come_to_an_end() {
    let words = lexicon(&format!(
        "it = \"{0}\"\nmany = \"{1}\"\n[number.word]\n7 = \"{2}\"\n[form.da]\nother = \"{3}\"\nvowel = \"x\"\n",
        "{it}".repeat(40),
        "{n:word} {who:da}".repeat(20),
        "{n:word}".repeat(40),
        "{name:da}".repeat(40)
    ));
    let said = words.say(&msg!("many", n = 7, who = "Paul"));
    assert!(said.len() < 10_000, "{} letters", said.len());
    let deep = (0..3).fold(msg!("it", it = "x"), |message, _| msg!("it", it = message));
    let said = words.say(&deep);
    assert!(said.len() < 1_100_000, "{} letters", said.len());
}

#[test]
fn texts_longer_or_deeper_than_any_sentence_are_refused() {
    let deep = format!("a = \"{}x{}\"", "{n|a|".repeat(5_000), "}".repeat(5_000));
    let long = format!("a = \"{}\"", "x".repeat(1_000_000));
    let full = format!("a = \"{}\"", "{n}".repeat(1_500));
    let nested = format!("a = \"{}x{}\"", "{n|a|".repeat(20), "}".repeat(20));
    for text in [deep, long, full, nested] {
        let (words, faults) = Lexicon::read("xx", &[("", &text)], None);
        assert_eq!(faults.len(), 1);
        assert!(!words.knows("a"));
    }
}

#[test]
fn sentences_with_other_slots_than_the_english_ones_are_said_in_english() {
    let english = Arc::new(Lexicon::built_in("en"));
    let text = "sim.reason.other_decides = \"qualcuno decide\"\nsim.reason.over = \"è finita\"";
    let (words, _) = Lexicon::read("it", &[("", text)], Some(english.clone()));
    let words = words.sound(&english);
    assert_eq!(words.say(&msg!("sim.reason.other_decides", seat = seat(0, "blue"))), "Blue must decide first");
    assert_eq!(words.say(&msg!("sim.reason.over")), "è finita");
}

#[test]
fn a_file_is_named_in_plain_letters() {
    assert_eq!(triangulum::variant::own::file_name("Mes règles : Jeu standard"), "mes_regles_jeu_standard");
    assert_eq!(triangulum::variant::own::file_name("Spaß für Große"), "spass_fur_grosse");
}

#[test]
fn a_name_is_one_line_of_what_can_be_seen() {
    assert_eq!(name("  Anna \u{1b}[31m\tand\nBob\u{202e} ", 60), "Anna [31m and Bob");
    assert_eq!(name("A\u{200b}nn\u{2060}a", 60), "Anna");
    let pile = format!("Z{}o", "\u{301}".repeat(400));
    assert_eq!(name(&pile, 60).chars().count(), 5);
    assert_eq!(clean(&pile).chars().count(), 5);
    let wide = name(&"界".repeat(400), 60);
    assert!(wide.ends_with('…') && wide.chars().count() == 30, "{wide}");
    assert_eq!(name("Zoë, 安娜 und Łukasz", 60), "Zoë, 安娜 und Łukasz");
    assert_eq!(name(&"w".repeat(60), 60), "w".repeat(60));
    assert_eq!(name(&"w".repeat(61), 60).chars().count(), 60);
}

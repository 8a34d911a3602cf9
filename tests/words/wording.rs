//! Words from files: what is on disk is spoken over what is built in, what is wrong with it is told with its place, and translators get
//! files to begin with.

use crate::common;
use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::Duration;
use tempfile::TempDir;
use triangulum::variant::Shelf;
use triangulum::variant::wording::{self, WordsWatch};
use triangulum::words::msg;

/// A folder with a file of words.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn here(folder: &Path, words: &[&str]) -> Output {
    common::program().args(words).current_dir(folder).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_file_on_disk_is_spoken_over_what_is_built_in() {
    let files = [
        ("assets/words/de.toml", "[sim]\nreason.over = \"aus und vorbei\"\n"),
        ("assets/words/it.toml", "[language]\nname = \"Italiano\"\n"),
        ("rules/muehle/words/it.toml", "[made]\nup = \"inventato\"\n"),
    ];
    let folder = folder(&files);
    let shelf = Shelf::around(folder.path());
    let (german, problems) = wording::read(&shelf, "de");
    assert!(problems.0.is_empty(), "{problems}");
    assert_eq!(german.say(&msg!("sim.reason.over")), "aus und vorbei");
    assert_eq!(german.say(&msg!("list.and")), " und ");
    let (italian, _) = wording::read(&shelf, "it");
    assert_eq!(italian.say(&msg!("muehle.made.up")), "inventato");
    assert_eq!(italian.say(&msg!("sim.reason.over")), "the game is over");
    assert!(wording::languages(&shelf).contains(&("it".into(), "Italiano".into())));
    let run = here(folder.path(), &["lab", "run", "--games", "0", "--lang", "it"]);
    assert_eq!(run.status.code(), Some(2));
    assert!(text(&run.stderr).contains("a whole number from 1"), "{}", text(&run.stderr));
}

#[test]
fn everything_wrong_with_words_is_told_with_its_place() {
    let check = |file: &str, content: &str| {
        let folder = folder(&[(file, content)]);
        let output = here(folder.path(), &["check", file]);
        (output.status.code(), text(&output.stderr))
    };
    for (content, says) in [
        ("a = ", "it.toml:1:5: error: this is not TOML"),
        ("a = ", "remedy: a line is `id = \"text\"`"),
        // The brace itself is pointed at, behind escapes and inside plurals too.
        ("[sim]\nreason.over = \"{oh\"\n", "it.toml:2:16: error: a brace of a slot is missing"),
        ("[sim]\nreason.over = \"so \\u00e8 \\\"già\\\" } qui\"\n", "it.toml:2:34: error: a brace of a slot is missing"),
        ("[sim]\nreason.over = \"\"\"\nè\n{n|uno {|due}\"\"\"\n", "it.toml:4:1: error: a brace of a slot is missing"),
        ("[sim]\nreason.over = '{n|uno {}|due}'\n", "it.toml:2:23: error: the braces hold no name"),
        ("[sim]\nreason.over = \"{}\"\n", "it.toml:2:16: error: the braces hold no name"),
        ("[sim]\nreason.over = \"già {n|one}\"\n", "it.toml:2:20: error: a plural needs two forms"),
        ("[sim]\nreason.over = 3\n", "`sim.reason.over` is neither a text"),
        ("[sim]\nreason.ovr = \"fine\"\n", "it.toml:2:8: error: English has no `sim.reason.ovr`"),
        ("[sim]\nreason.ovr = \"fine\"\n", "did you mean `sim.reason.over`?"),
        ("[sim]\nreason.over = \"{who} ha finito\"\n", "`sim.reason.over` has {who}, which the English text does not have"),
        ("[sim.command]\nno_piece = \"nulla\"\n", "`sim.command.no_piece` lacks {name}"),
        ("[sim.command]\nno_piece = \"nulla\"\n", "remedy: in English it is “there is no piece called `{name}`”"),
        ("[sim]\nreason.over = 3\n", "remedy: write a text in quotes, or { base"),
        (
            "[sim.command]\nno_piece = { base = \"{name}\", to = \"a\" }\n",
            "it.toml:2:31: error: the form `to` of `sim.command.no_piece` lacks {name}",
        ),
        ("[number]\none = \"1 molti\"\n", "it.toml:2:1: error: `number.one` lists the counts"),
        ("[number]\ngroup = \"..\"\n", "it.toml:2:1: error: `number.group` cannot stand in a number"),
        ("[number]\npoint = \"\"\n", "`number.point` cannot stand in a number"),
        ("[number]\ngroup = \",\"\npoint = \",\"\n", "`number.group` cannot stand in a number"),
        ("[number]\ngrup = \".\"\n", "English has no `number.grup`"),
        ("[number.th]\nother = \"esimo\"\n", "the form `base` of `number.th.other` lacks {n}"),
        ("[form]\ndi = { vowel = \"d’\", other = \"di {name}\" }\n", "the form `vowel` of `form.di` lacks {name}"),
    ] {
        let (code, told) = check("assets/words/it.toml", content);
        assert!(code == Some(1) && told.contains(says), "{content}: {told}");
    }
    let (code, told) = check("assets/words/it.toml", "[language]\nname = \"Italiano\"\n");
    assert!(code == Some(0) && told.contains("warning: `") && told.contains("more warnings"), "{told}");
    let (code, told) = check("assets/words/it.toml", "[sim]\nreason.over = \"the game is over\"\n");
    assert!(code == Some(0) && told.contains("it.toml:2:8: warning: `sim.reason.over` is still English"), "{told}");
    assert!(told.contains("write `# same` behind it"), "{told}");
    let (_, told) = check("assets/words/it.toml", "[sim]\nreason.over = \"the game is over\" # same\n");
    assert!(!told.contains("still English"), "{told}");
    let (code, told) = check("rules/muehle/words/it.toml", "nonsense = \"x\"\n");
    assert!(code == Some(1) && told.contains("English has no `muehle.nonsense`"), "{told}");
}

#[test]
fn only_files_called_like_a_language_are_one_and_their_names_fit_on_a_button() {
    let wide = format!("[language]\nname = \"\\u001b[2J{}\"\n", "界".repeat(400));
    let folder = folder(&[
        ("assets/words/it.toml", wide.as_str()),
        ("assets/words/\u{1b}[2J.toml", "[language]\nname = \"x\"\n"),
        ("assets/words/README.toml", "x = 1\n"),
        ("assets/words/pseudo.toml", "x = 1\n"),
        ("rules/muehle/words/../words/notes of mine.toml", "x = 1\n"),
    ]);
    let shelf = Shelf::around(folder.path());
    assert_eq!(wording::codes(&shelf), ["en", "de", "fr", "it"]);
    let (_, italian) = wording::languages(&shelf).pop().unwrap();
    assert!(italian.chars().count() <= 24 && !italian.contains('\u{1b}'), "{italian}");
}

#[test]
fn translators_get_files_to_begin_with_and_nothing_is_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let first = here(folder.path(), &["new", "words", "it"]);
    assert!(first.status.success() && text(&first.stdout).contains("triangulum check"), "{}", text(&first.stderr));
    for file in
        ["assets/words/it.toml", "rules/bermuda/words/it.toml", "rules/muehle/words/it.toml", "rules/dreieck/words/it.toml"]
    {
        assert!(folder.path().join(file).exists(), "{file}");
    }
    let checked = here(folder.path(), &["check"]);
    assert!(checked.status.success(), "{}", text(&checked.stderr));
    let told = text(&checked.stderr);
    assert!(told.contains("is still English") && !told.contains("is missing"), "{told}");
    let program = folder.path().join("assets/words/it.toml");
    fs::write(&program, "# mine\n").unwrap();
    fs::remove_file(folder.path().join("rules/muehle/words/it.toml")).unwrap();
    let second = here(folder.path(), &["new", "words", "it"]);
    assert!(second.status.success() && text(&second.stdout).contains("it is there already"), "{}", text(&second.stdout));
    assert_eq!(fs::read_to_string(&program).unwrap(), "# mine\n");
    let third = here(folder.path(), &["new", "words", "it"]);
    assert!(third.status.code() == Some(2) && text(&third.stderr).contains("already"), "{}", text(&third.stderr));
    let odd = here(folder.path(), &["new", "words", "../it"]);
    assert!(odd.status.code() == Some(2) && text(&odd.stderr).contains("not the code of a language"), "{}", text(&odd.stderr));
}

#[test]
fn a_saved_file_is_news() {
    let folder = folder(&[("assets/words/en.toml", "[sim]\nreason.over = \"over\"\n")]);
    let watch = WordsWatch::start(Shelf::around(folder.path()));
    assert!(watch.news().is_none());
    fs::write(folder.path().join("assets/words/en.toml"), "[sim]\nreason.over = \"it is all over\"\n").unwrap();
    let news = (0..100).find_map(|_| {
        std::thread::sleep(Duration::from_millis(50));
        watch.news()
    });
    let (words, problems) = news.expect("the change is seen");
    assert!(problems.0.is_empty());
    assert_eq!(words.say(&msg!("sim.reason.over")), "it is all over");
}

#[test]
fn the_language_is_chosen_by_option_and_by_the_system() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let told = |words: &[&str], locale: &str| {
        let output = common::program().args(words).current_dir(root).env("LC_ALL", locale).output().unwrap();
        (output.status.code(), text(&output.stdout) + &text(&output.stderr))
    };
    let german = told(&["dance"], "de_DE.UTF-8");
    assert!(german.0 == Some(2) && german.1.contains("den Befehl `dance` gibt es nicht"), "{}", german.1);
    assert!(told(&["dance", "--lang", "fr"], "de_DE.UTF-8").1.contains("la commande `dance` n’existe pas"));
    assert!(told(&["--lang=de", "lab", "run", "--help"], "C").1.contains("Aufruf: triangulum lab run [OPTIONEN]"));
    assert!(told(&["dance"], "xx_XX").1.contains("there is no command `dance`"));
    let unknown = told(&["run", "--lang", "klingon"], "C");
    assert_eq!(unknown.0, Some(2));
    assert!(unknown.1.contains("en (English), de (Deutsch) or fr (Français)"), "{}", unknown.1);
    assert!(told(&["dance", "--lang", "pseudo"], "C").1.contains("théréø"), "{}", told(&["dance", "--lang", "pseudo"], "C").1);
}

#[test]
fn data_for_programs_is_the_same_in_every_language() {
    let lab = |language: &str, form: &str| {
        let words = ["lab", "compare", "standard", "short", "--games", "5", "--lang", language, form];
        common::program().args(words).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap().stdout
    };
    for form in ["--json", "--csv"] {
        assert!(lab("en", form) == lab("de", form) && lab("en", form) == lab("fr", form), "{form}");
    }
}

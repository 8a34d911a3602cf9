//! What packages take from the program: the manual page and completions, whole and in the language spoken.

use crate::common;

fn told(arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = common::program().args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

/// Every verb that help lists, and those below `lab` and `new`.
fn verbs() -> Vec<String> {
    let listed = |path: &[&str]| {
        let (help, _, _) = told(&[path, &["--help"]].concat());
        let commands = help.split("Commands:\n").nth(1).expect("it has verbs").split("\n\n").next().unwrap().to_owned();
        let own = commands.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        let names = own.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
        names.map(|name| [path, &[name]].concat().join(" ")).collect::<Vec<_>>()
    };
    let mut all = listed(&[]);
    assert!(all.iter().any(|verb| verb == "run") && all.iter().any(|verb| verb == "lab"), "{all:?}");
    assert!(!all.iter().any(|verb| verb == "man" || verb == "completions"), "these are for packages: {all:?}");
    all.retain(|verb| verb != "lab" && verb != "new");
    [all, listed(&["lab"]), listed(&["new"])].concat()
}

#[test]
fn the_manual_page_tells_of_every_verb() {
    let (page, _, code) = told(&["man"]);
    assert_eq!(code, Some(0));
    assert!(page.starts_with(".TH TRIANGULUM 1 "), "{page}");
    assert!(page.contains("triangulum \\- A board\\-game table whose rules are alive\n"), "`apropos` wants this form");
    let sections: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix(".SS triangulum ")).collect();
    for verb in verbs() {
        let verb = verb.replace('-', "\\-");
        assert!(sections.iter().any(|section| section.starts_with(&format!("{verb} "))), "{verb} is not in {sections:#?}");
    }
    let orders = page.lines().filter(|line| line.starts_with(['.', '\'']));
    let known = [".TH", ".SH", ".SS", ".PP", ".TP", ".nf", ".fi"];
    for order in orders {
        assert!(known.iter().any(|known| order.split(' ').next() == Some(*known)), "an order to the typesetter: {order}");
    }
}

#[test]
fn the_manual_page_is_in_the_language_spoken() {
    for (language, heading, about) in [("de", ".SH BEFEHLE", "Eine Partie spielen"), ("fr", ".SH COMMANDES", "Jouer une partie")]
    {
        let (page, _, _) = told(&["man", "--lang", language]);
        assert!(page.contains(heading) && page.contains(about), "{language}: {page}");
        assert!(!page.contains("Print help"), "{language}");
    }
}

#[test]
fn shells_complete_every_verb() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (script, _, code) = told(&["completions", shell]);
        assert_eq!(code, Some(0), "{shell}");
        for verb in verbs() {
            let last = verb.split(' ').next_back().unwrap();
            assert!(script.contains(last), "{shell} does not know {verb}");
        }
    }
    let (script, _, _) = told(&["completions", "fish", "--lang", "de"]);
    assert!(
        script.contains("Eine Partie spielen") && !script.contains("Print help"),
        "texts are in the language spoken: {script}"
    );
    let (_, complaint, code) = told(&["completions", "tcsh"]);
    assert_eq!(code, Some(2));
    assert!(complaint.contains("bash, elvish, fish, powershell, zsh"), "{complaint}");
}

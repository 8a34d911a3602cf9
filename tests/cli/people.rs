//! People at a terminal: the position in words, and what is hidden where it goes from hand to hand.

use crate::common;
use std::io::Write;
use std::process::Stdio;

/// What is printed when somebody types this.
fn typed(arguments: &[&str], lines: &str) -> String {
    let mut command = common::program();
    command.arg("run").args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = common::soon(child);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_full_stop_tells_how_all_stand_and_what_lies_where() {
    let told = typed(&["--seats", "human,random", "--seed", "3"], ".\n");
    assert!(told.contains("Blue: 0, no cards") || told.contains("Blue: 0, 0 cards"), "{told}");
    assert!(told.contains("Green: ") && told.contains(" in Havana.") && told.contains("at the notch"), "{told}");
    let told = typed(&["--pack", "dreieck", "--seats", "human,random", "--lang", "de"], ".\n");
    assert!(told.contains("Auf dem Tisch") && told.contains("zur Wahl: "), "{told}");
    let told = typed(&["--seats", "human,random", "--variant", "hidden_purses", "--seed", "3"], ".\n");
    assert!(told.contains("Green: •••"), "{told}");
}

/// Everybody's sums are told while the terminal is theirs, and scrolled away before it goes on.
#[test]
fn a_terminal_is_handed_over_before_anybody_reads_what_is_their_own() {
    let two = |variant| ["--seats", "human,human", "--variant", variant, "--seed", "3"];
    let lines = "\n.\n1\n".repeat(40);
    let told = typed(&two("hidden_purses"), &lines);
    let sittings: Vec<&str> = told.split("Hand over to ").skip(1).collect();
    assert!(sittings.len() > 20, "{told}");
    let mut earned = 0;
    for sitting in sittings.iter().take(sittings.len() - 1) {
        let (owner, other) = if sitting.starts_with("Blue") { ("Blue", "Green") } else { ("Green", "Blue") };
        assert!(sitting.ends_with(&"\n".repeat(60)), "what was told is scrolled away: {sitting}");
        assert!(sitting.contains("Only one player at a time may see how much money they have."), "{sitting}");
        assert!(sitting.contains(&format!("{other}: •••")) && !sitting.contains(&format!("{owner}: •••")), "{sitting}");
        let earns = |who: &str| sitting.matches(&format!("{who} earns ")).count();
        let hidden = |who: &str| sitting.matches(&format!("{who} earns ••• with")).count();
        assert_eq!((hidden(owner), hidden(other)), (0, earns(other)), "{sitting}");
        earned += earns(owner);
    }
    assert!(earned > 0, "whoever docks reads what it brought: {told}");
    // Where nothing is hidden, and where one person sits alone, nobody hands anything over.
    let open = [typed(&two("standard"), &lines), typed(&["--seats", "human,random", "--variant", "hidden_purses"], &lines)];
    assert!(open.iter().all(|told| !told.contains("Hand over")));
}

const BET: &str = r#"
pack    = "bermuda"
extends = "standard"
rules   = ["bet"]
[rule.bet]
title = "Bet"
what  = "Once, somebody else bets in secret."
[[rule.bet.ask]]
at     = "before roll"
if     = 'round == 1'
who    = 'others(me)'
list   = 'option(71); option(72);'
secret = true
run    = 'let bet = chosen;'
"#;

/// A secret answer that was typed is scrolled away as well, although nothing is hidden any more.
#[test]
fn nobody_reads_what_another_has_answered_in_secret() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bet.toml");
    std::fs::write(&file, BET).unwrap();
    // The other one bets and whoever is at turn sails, who then bets in turn; the round after nobody does.
    let told = typed(&["--seats", "human,human", "--variant", file.to_str().unwrap()], "\n72\n\n1\n72\n\n1\n1\n1\n");
    let sittings: Vec<&str> = told.split("Hand over to ").skip(1).collect();
    let [other, first, again] = sittings[..] else { panic!("{told}") };
    assert_eq!((&other[..4], other[..4] == first[..4]), (&again[..4], false), "{told}");
    assert!(other.contains("Only one player at a time may see this answer."), "{other}");
    assert!(!first.contains("Only one player") && !again.contains("Only one player") && !again.contains("71"), "{told}");
    for bet in [other, first] {
        assert!(bet.contains("71") && bet.ends_with(&"\n".repeat(60)), "{bet}");
    }
}

//! Damage is seen: whatever is changed in a trace or a part of the lab is told, with its place.

use crate::common;
use std::process::Output;
use triangulum::lab::games::Ledger;
use triangulum::lab::part::{Part, Parts, Shard};
use triangulum::lab::{Batch, Games};
use triangulum::problem::Source;
use triangulum::seal::{Sum, push_sealed, split};
use triangulum::table::read_trace;
use triangulum::table::trace::{Seal, Trace};

fn triangulum(arguments: &[&str]) -> Output {
    common::program().args(arguments).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A short recorded game with a person's name in its header.
fn recorded() -> String {
    let variant = common::from_text("pack = \"bermuda\"\nextends = \"short\"\n[victory]\ngoal = 20_000\n");
    let mut table = common::table(&variant, 2, 3);
    while table.let_bot_play() {}
    table.trace().to_owned()
}

/// What is wrong with a trace, in words; nothing when all is well.
fn wrong_with(text: String) -> Option<String> {
    let trace = match Trace::parse(Source::new("game.jsonl", text)) {
        Ok(trace) => trace,
        Err(problems) => return Some(problems.to_string()),
    };
    match common::replay(&trace) {
        Ok(replayed) => replayed.trouble().map(ToString::to_string),
        Err(problems) => Some(problems.to_string()),
    }
}

#[test]
fn every_change_of_one_character_in_a_trace_is_seen() {
    let whole = recorded();
    assert_eq!(wrong_with(whole.clone()), None);
    assert!(whole.is_ascii() && whole.lines().count() > 20);
    let header = whole.find('\n').unwrap();
    // Every character of the header, and every seventh of what follows; each changed, doubled, left out and swapped.
    let places = (0..header).step_by(3).chain((header..whole.len()).step_by(11)).chain(whole.len() - 40..whole.len());
    let mut edits = 0;
    for at in places {
        let (before, rest) = whole.split_at(at);
        let (one, after) = rest.split_at(1);
        let other = match one.as_bytes()[0] {
            b'9' => "8",
            digit if digit.is_ascii_digit() => "9",
            b'\n' => " ",
            letter if letter.is_ascii_uppercase() => "q",
            _ => "Q",
        };
        let next = after.chars().next().filter(|next| next.to_string() != one);
        let swapped = next.map(|next| format!("{before}{next}{one}{}", &after[1..]));
        let edited = [format!("{before}{other}{after}"), format!("{before}{one}{one}{after}"), format!("{before}{after}")];
        for edit in edited.into_iter().chain(swapped) {
            // Checked as files are read: the checksums alone must see it, whatever the game says.
            let seal = Trace::parse(Source::new("game.jsonl", edit.clone())).map(|trace| trace.seal);
            assert!(
                !matches!(seal, Ok(Seal::Whole | Seal::Absent)),
                "at {at}: {:?}",
                &edit[at.saturating_sub(20)..(at + 20).min(edit.len())]
            );
            edits += 1;
        }
    }
    assert!(edits > 2_000, "{edits}");
}

/// One byte of a file changed to any other, again and again the same.
fn random_change(whole: &[u8], number: u64) -> (usize, Vec<u8>) {
    let mut random = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    random ^= random >> 29;
    let at = (random >> 8) as usize % whole.len();
    let mut bytes = whole.to_vec();
    bytes[at] ^= 1 + (random % 255) as u8;
    (at, bytes)
}

#[test]
fn damage_is_told_by_checksum_first_with_its_line_and_always_with_a_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let shown = path.display().to_string();
    let whole = recorded();
    let (mut played, mut refused) = (0, 0);
    for number in 0..400 {
        let (at, bytes) = random_change(whole.as_bytes(), number);
        let line = 1 + whole[..at].matches('\n').count();
        // The last line before it that vouches for everything up to there.
        let good =
            whole.lines().zip(1..line).filter(|(text, _)| split(text, "chain").is_some()).last().map_or(0, |(_, number)| number);
        std::fs::write(&path, &bytes).unwrap();
        let problems = match read_trace(&path).and_then(|trace| common::replay(&trace)) {
            Ok(replayed) => {
                played += 1;
                replayed.trouble().cloned().into_iter().collect()
            }
            Err(problems) => {
                refused += 1;
                problems.0
            }
        };
        let first = problems.first().unwrap_or_else(|| panic!("change {number} at {at} is not seen"));
        let by_checksum = ["checksum", "nothing vouches"].iter().any(|words| first.message.to_string().contains(words));
        assert!(by_checksum, "change {number} at {at}: {first}");
        let place = first.place.as_ref().unwrap();
        assert!(first.path == shown && place.line > good && place.line <= line, "change {number} in line {line}: {first}");
        for problem in &problems {
            assert!(problem.remedy.is_some(), "change {number} at {at}: {problem}");
            assert!(problem.to_string().lines().all(|line| line.chars().count() < 2_000), "{problem}");
        }
    }
    // Both ways out were taken: played in spite of it, and refused.
    assert!(played > 0 && refused > 0, "{played} were played, {refused} refused");
}

#[test]
fn a_recorded_game_that_goes_another_way_has_a_remedy_without_checksums_too() {
    let older = |text: &str| -> String {
        text.lines().map(|line| split(line, "chain").map_or(line.to_owned(), |(body, _)| format!("{body}}}")) + "\n").collect()
    };
    let whole = older(&recorded());
    assert_eq!(wrong_with(whole.clone()), None);
    for (from, to) in [
        ("\"seed\":\"3\"", "\"seed\":\"4\""),
        ("\"format\":2", "\"format\":7"),
        ("{\"type\":\"offers\"", "{\"typo\":\"offers\""),
        ("\"pack\":", "\"sack\":"),
    ] {
        assert!(whole.contains(from), "{from}");
        let told = wrong_with(whole.replacen(from, to, 1)).unwrap_or_default();
        assert!(told.starts_with("game.jsonl:") && told.contains("  remedy: "), "{to}: {told}");
    }
}

#[test]
fn lines_that_are_missing_doubled_or_exchanged_are_seen_with_their_place() {
    let whole = recorded();
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    for at in 1..lines.len() {
        let mut missing = lines.clone();
        missing.remove(at);
        let mut doubled = lines.clone();
        doubled.insert(at, lines[at]);
        let mut exchanged = lines.clone();
        exchanged.swap(at - 1, at);
        for (what, edited) in [("missing", missing), ("doubled", doubled), ("exchanged", exchanged)] {
            // Leaving out the end of a game at a decision is a game that goes on; it does not say it is complete.
            let Some(told) = wrong_with(edited.concat()) else { panic!("line {} {what} was not seen", at + 1) };
            assert!(told.starts_with("game.jsonl:"), "{told}");
        }
    }
}

#[test]
fn a_trace_cut_anywhere_never_says_that_it_is_complete() {
    let whole = recorded();
    for at in (1..whole.len()).step_by(23).chain(whole.len() - 200..whole.len()) {
        let cut = whole[..at].to_owned();
        let Ok(trace) = Trace::parse(Source::new("game.jsonl", cut.clone())) else { continue };
        let Ok(replayed) = common::replay(&trace) else { panic!("what is left of a game is followed") };
        // At a decision it is a save like any other: the game goes on.
        let ends_at_a_decision = cut.ends_with('\n') && cut.lines().last().unwrap().starts_with("{\"type\":\"offers\"");
        assert_eq!(replayed.trouble().is_none(), ends_at_a_decision, "{}", &cut[cut.len().saturating_sub(80)..]);
        assert!(!(replayed.finished && replayed.trouble().is_none()));
    }
    let before_the_end = &whole[..=whole.trim_end().rfind('\n').unwrap()];
    assert!(wrong_with(before_the_end.to_owned()).unwrap().contains("cut off after this line: `ended` followed it"));
}

#[test]
fn the_recipe_in_the_docs_gives_the_same_checksums() {
    // As docs/trace.md has it, without anything of the program.
    let fnv = |bytes: &[u8]| {
        bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
    };
    let whole = recorded();
    let (mut start, mut chained) = (0, 0);
    for line in whole.split_inclusive('\n') {
        if let Some(at) = line.rfind(",\"chain\":\"") {
            let sum = format!("{:016x}", fnv(&whole.as_bytes()[..start + at]));
            assert_eq!(&line[at + 10..], format!("{sum}\"}}\n"));
            chained += 1;
        }
        start += line.len();
    }
    assert!(chained > 10);
}

#[test]
fn replay_says_complete_and_undamaged_or_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let replay = |contents: &str| {
        std::fs::write(&path, contents).unwrap();
        triangulum(&["replay", path.to_str().unwrap()])
    };
    let whole = recorded();
    let good = replay(&whole);
    assert!(
        good.status.success() && text(&good.stdout).contains("verified to the end, complete and undamaged"),
        "{}",
        text(&good.stdout)
    );
    let renamed = whole.replacen("\"name\":\"\"", "\"name\":\"Anna\"", 1);
    assert_ne!(renamed, whole);
    let edited = replay(&renamed);
    assert_eq!(edited.status.code(), Some(1));
    assert!(text(&edited.stdout).contains("but the file is not as it was written"), "{}", text(&edited.stdout));
    assert!(
        text(&edited.stderr).contains("game.jsonl:1:1: error: this line is not as it was written"),
        "{}",
        text(&edited.stderr)
    );
    let last = whole.lines().filter(|line| line.starts_with("{\"type\":\"offers\"")).nth(3).unwrap();
    let save = &whole[..=whole.find(last).unwrap() + last.len()];
    let save = replay(save);
    assert!(save.status.success() && text(&save.stdout).contains("undamaged; the game goes on: round"), "{}", text(&save.stdout));
    let older: String =
        whole.lines().map(|line| split(line, "chain").map_or(line.to_owned(), |(body, _)| format!("{body}}}")) + "\n").collect();
    let older = replay(&older);
    assert!(older.status.success() && text(&older.stdout).contains("without checksums"), "{}", text(&older.stdout));
    let windows = replay(&whole.replace('\n', "\r\n"));
    assert!(text(&windows.stderr).contains("line ends"), "{}", text(&windows.stderr));
}

#[test]
fn taking_back_and_doing_again_leaves_a_trace_undamaged() {
    use triangulum::table::Deed;
    let mut table = common::table(&common::variant("standard"), 2, 5);
    for _ in 0..12 {
        table.let_bot_play();
    }
    table.carry_out(Deed::Seek(5)).unwrap();
    table.carry_out(Deed::PlayOn).unwrap();
    for _ in 0..6 {
        table.let_bot_play();
    }
    assert_eq!(wrong_with(table.trace().to_owned()), None);
}

// ── Parts of the lab ──────────────────────────────────────────────────────────────────────────────────────────────

fn batch() -> Batch {
    let variant = common::from_text("pack = \"bermuda\"\nextends = \"short\"\n[victory]\ngoal = 20_000\n");
    Batch::new(variant.rules.clone(), vec!["random".to_owned(); 2], 1, 4)
}

fn part(number: u64) -> String {
    let (batch, shard) = (batch(), Shard { number, of: 2 });
    let ledger = Ledger::of_part(shard);
    Games::by(&ledger, &|_| true).run(&batch, 0..batch.games).unwrap();
    let entries = ledger.into_entries().unwrap();
    Part { command: vec!["lab".to_owned(), "run".to_owned()], shard, entries }.to_text()
}

#[test]
fn every_change_of_one_digit_in_a_part_is_refused() {
    let whole = part(1);
    assert!(Part::read(&Source::new("part.json", whole.clone())).is_ok());
    let digits: Vec<usize> = whole.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()).map(|(at, _)| at).collect();
    assert!(digits.len() > 200, "{} digits", digits.len());
    for at in digits {
        let mut bytes = whole.clone().into_bytes();
        bytes[at] = if bytes[at] == b'7' { b'3' } else { b'7' };
        let edited = String::from_utf8(bytes).unwrap();
        assert!(Part::read(&Source::new("part.json", edited)).is_err(), "digit {at} of {}", whole.len());
    }
    for at in (0..whole.len()).step_by(97) {
        let (before, after) = whole.split_at(at);
        assert!(Part::read(&Source::new("part.json", format!("{before}{}", &after[1..]))).is_err());
        assert!(Part::read(&Source::new("part.json", format!("{before} {after}"))).is_err());
    }
}

#[test]
fn a_part_of_another_version_or_format_is_refused_with_a_remedy() {
    let whole = part(1);
    let resealed = |from: &str, to: &str| {
        let (body, _) = split(whole.trim_end(), "checksum").unwrap();
        assert!(body.contains(from));
        let mut file = String::new();
        push_sealed(&mut file, &mut Sum::default(), &format!("{}}}", body.replacen(from, to, 1)), "checksum");
        Part::read(&Source::new("part.json", file)).err().map(|problems| problems.to_string()).unwrap_or_default()
    };
    let program = format!("\"program\":\"{}\"", env!("CARGO_PKG_VERSION"));
    let other = resealed(&program, "\"program\":\"9.9.9\"");
    assert!(
        other.contains("part.json: error: this part was written by version 9.9.9") && other.contains("run this part again"),
        "{other}"
    );
    assert!(resealed("\"rules\":2", "\"rules\":1").contains("(rules 1)"));
    let older = resealed("\"format\":3", "\"format\":2");
    assert!(older.contains("format 2, not 3") && older.contains("remedy:"), "{older}");
    assert!(resealed("\"shard\":\"1/2\"", "\"shard\":\"3/2\"").contains("`shard` is not what it should be"));
    let parts = vec![("one".to_owned(), Part::read(&Source::new("one", part(1))).unwrap_or_else(|p| panic!("{p}")))];
    assert!(Parts::of(parts).err().unwrap().to_string().contains("part 2/2 is missing"));
}

#[test]
fn what_spoils_a_part_is_pointed_at_where_it_stands() {
    let whole = part(1);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("part.json");
    let merge = |contents: &[u8]| {
        std::fs::write(&path, contents).unwrap();
        let output = triangulum(&["lab", "merge", path.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2));
        text(&output.stderr)
    };
    // Near the beginning and far behind it: a part is one long line.
    for at in [whole.find("\"seats\":").unwrap() + 8, whole.find("\"counts\":").unwrap() + 9] {
        let (before, after) = whole.split_at(at);
        let told = merge(format!("{before}!{after}").as_bytes());
        let says = format!("part.json:1:{}: error: the file is not as it was written", at + 1);
        assert!(told.contains(&says) && told.contains("remedy: take another copy of it, or run this part again"), "{told}");
        let lines: Vec<Vec<char>> = told.lines().map(|line| line.chars().collect()).collect();
        let caret = lines[2].iter().position(|c| *c == '^').unwrap();
        assert!(lines[1].get(caret) == Some(&'!') && lines[1].len() < 200, "{told}");
        let mut bytes = whole.clone().into_bytes();
        bytes[at] = 0xff;
        let told = merge(&bytes);
        assert!(told.contains(&format!("part.json:1:{}: error", at + 1)) && told.contains("run this part again"), "{told}");
    }
    let cut = merge(&whole.as_bytes()[..700]);
    assert!(
        cut.contains("part.json:1:700: error: the file was cut off here\n") && cut.contains("remedy: take another copy"),
        "{cut}"
    );
    let other = merge(b"games,wins\n1,0\n");
    assert!(
        other.contains("part.json:1:1: error: this is not a part file") && other.contains("remedy: write part files"),
        "{other}"
    );
}

#[test]
fn the_sum_is_the_published_one() {
    for (text, digits) in [("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8")] {
        let mut sum = Sum::default();
        sum.add(text);
        assert_eq!(sum.digits(), digits);
    }
}

#[test]
fn a_sealed_line_falls_apart_again() {
    let (mut file, mut sum) = (String::new(), Sum::default());
    push_sealed(&mut file, &mut sum, "{\"a\":1}", "chain");
    let (body, digits) = split(file.trim_end(), "chain").unwrap();
    let mut again = Sum::default();
    again.add(body);
    assert_eq!((body, digits), ("{\"a\":1", again.digits().as_str()));
    assert!(split("{\"a\":1}", "chain").is_none() && split("é\"}", "chain").is_none());
}

//! What the program writes arrives or is said not to have; what it reads is bounded and never waited for.

#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "that nothing is waited for is what is tested")]

use crate::common;
use crate::common::soon;
use std::fs;
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const HEAD: &str = "pack = \"bermuda\"\nextends = \"standard\"\n";

fn command(arguments: &[&str]) -> Command {
    let mut command = common::program();
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

fn triangulum(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn piped(arguments: &[&str]) -> Child {
    command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn fifo(folder: &TempDir, name: &str) -> PathBuf {
    let path = folder.path().join(name);
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    path
}

fn shown(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Every way to write a file that is named, without the name.
const WRITERS: [&[&str]; 4] = [
    &["board", "--svg"],
    &["run", "--seed", "7", "--variant", "short", "--trace"],
    &["lab", "run", "--games", "5", "--html"],
    &["lab", "run", "--games", "5", "--out"],
];

#[test]
fn output_goes_through_links_and_leaves_them_links() {
    for writer in WRITERS {
        let folder = tempfile::tempdir().unwrap();
        let [file, link, dangling, later] = ["file", "link", "dangling", "later"].map(|name| folder.path().join(name));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("file", &link).unwrap();
        symlink(&later, &dangling).unwrap();
        for (named, target) in [(&link, &file), (&dangling, &later)] {
            let output = triangulum(&[writer, &[shown(named)]].concat());
            assert!(output.status.success(), "{writer:?}: {}", text(&output.stderr));
            assert!(fs::symlink_metadata(named).unwrap().is_symlink(), "{writer:?}");
            assert!(fs::metadata(target).unwrap().len() > 100, "{writer:?}");
        }
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640, "{writer:?}");
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().flatten().map(|entry| entry.file_name()).collect();
        assert_eq!(left.len(), 4, "{writer:?} leaves {left:?}");
    }
}

#[test]
fn output_goes_into_fifos_and_devices_and_a_full_one_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let full = folder.path().join("full");
    symlink("/dev/full", &full).unwrap();
    for (number, writer) in WRITERS.into_iter().enumerate() {
        let fifo = fifo(&folder, &number.to_string());
        let child = piped(&[writer, &[shown(&fifo)]].concat());
        // Whoever reads waits until somebody writes, on a thread of their own, so that the test need not wait with them.
        let (tell, told) = std::sync::mpsc::channel();
        let reader = fifo.clone();
        std::thread::spawn(move || {
            let mut read = String::new();
            fs::File::open(reader).unwrap().read_to_string(&mut read).unwrap();
            let _ = tell.send(read.len());
        });
        assert!(soon(child).status.success(), "{writer:?}");
        let read = told.recv_timeout(Duration::from_secs(20)).expect("nothing has come through the FIFO");
        assert!(read > 100, "{writer:?}");
        assert!(fs::metadata(&fifo).unwrap().file_type().is_fifo(), "{writer:?}");
        let output = triangulum(&[writer, &[shown(&full)]].concat());
        assert_eq!(output.status.code(), Some(2), "{writer:?}");
        let told = text(&output.stderr);
        assert!(told.contains("cannot be written: the disk is full") && told.contains("remedy: make room"), "{writer:?}: {told}");
        assert!(fs::metadata("/dev/full").unwrap().file_type().is_char_device());
    }
    // What the system calls standard output is written into where it stands.
    let page = fs::File::options().append(true).create(true).open(folder.path().join("page")).unwrap();
    let status = command(&["board", "--svg", "/dev/stdout"]).stdout(page).status().unwrap();
    let page = fs::read_to_string(folder.path().join("page")).unwrap();
    assert!(status.success() && page.starts_with("<svg") && page.ends_with("wrote /dev/stdout\n"));
}

#[test]
fn the_part_beside_a_file_is_made_by_nobody_else() {
    let folder = tempfile::tempdir().unwrap();
    let victim = folder.path().join("victim");
    fs::write(&victim, "mine").unwrap();
    // Whoever guesses the name can lay a link there.
    for number in 0..100 {
        symlink(&victim, folder.path().join(format!(".triangulum-{}-{number}.part", std::process::id()))).unwrap();
    }
    let path = folder.path().join("file");
    triangulum::files::write_atomically(&path, "new").unwrap();
    assert_eq!(fs::read_to_string(victim).unwrap(), "mine");
    assert_eq!(fs::read_to_string(path).unwrap(), "new");
}

#[test]
fn a_write_that_fails_halfway_leaves_the_old_file_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.svg");
    fs::write(&path, "old").unwrap();
    // A shell that lets nobody write files longer than a block, and tells instead of killing.
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$@\"";
    let words = ["-c", script, "sh", env!("CARGO_BIN_EXE_triangulum"), "board", "--svg", shown(&path)];
    let output = Command::new("sh").env("LC_ALL", "C").args(words).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("cannot be written: it may not grow so long"), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_folder_or_a_circle_of_links_is_no_place_to_write_to() {
    let folder = tempfile::tempdir().unwrap();
    let circle = folder.path().join("circle");
    symlink("circle", &circle).unwrap();
    for writer in WRITERS {
        for path in [folder.path(), &circle] {
            let output = triangulum(&[writer, &[shown(path)]].concat());
            assert_eq!(output.status.code(), Some(2), "{writer:?}");
            assert!(text(&output.stderr).contains("remedy: "), "{writer:?}: {}", text(&output.stderr));
        }
    }
    assert!(fs::symlink_metadata(&circle).unwrap().is_symlink() && folder.path().is_dir());
}

/// A variant that is wrong, a scenario that fails, a contract that is broken, each with the verb that finds out.
fn failing_checks(folder: &TempDir) -> Vec<Vec<String>> {
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        shown(&path).to_owned()
    };
    let wrong = file("wrong.toml", "pack = \"bermuda\"\nextends = \"standard\"\n[victory]\ngoal = 3\n");
    let scenario = file("scenario.toml", "rule = \"B-1\"\n[then]\nturn = \"nobody\"\n");
    let broken = file("broken.toml", &format!("{HEAD}[contract]\nmedian_rounds = \"1..2\"\n"));
    let words = |words: &[&str], path: String| words.iter().map(|word| (*word).to_owned()).chain([path]).collect();
    vec![
        words(&["check"], wrong),
        words(&["scenario"], scenario),
        words(&["lab", "check", "--games", "600"], broken.clone()),
        words(&["lab", "check", "--games", "600", "--json"], broken),
    ]
}

#[test]
fn a_reader_that_goes_away_never_turns_a_failed_check_into_success() {
    let folder = tempfile::tempdir().unwrap();
    for words in failing_checks(&folder) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut child = piped(&words);
        drop(child.stdout.take());
        let output = soon(child);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{words:?}: {:?}", output.status);
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = command(&words).stdout(full).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(text(&output.stderr).contains("standard output: error: cannot be written"), "{}", text(&output.stderr));
    }
}

#[test]
fn a_reader_that_goes_away_is_fine_for_listings_and_told_where_data_was_asked_for() {
    let without_a_reader = |words: &[&str]| {
        let mut child = piped(words);
        drop(child.stdout.take());
        let output = soon(child);
        (output.status.code(), text(&output.stderr))
    };
    let listings: [&[&str]; 7] = [
        &["run", "--seed", "7"],
        &["run", "--seed", "7", "--trace", "-"],
        &["rulebook"],
        &["explain"],
        &["plan"],
        &["lab", "run", "--games", "5"],
        &["check"],
    ];
    for words in listings {
        assert_eq!(without_a_reader(words), (Some(0), String::new()), "{words:?}");
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        assert_eq!(command(words).stdout(full).output().unwrap().status.code(), Some(2), "{words:?}");
    }
    for words in [["lab", "run", "--games", "5", "--json"], ["lab", "run", "--games", "5", "--csv"]] {
        let (code, told) = without_a_reader(&words);
        assert!(code == Some(2) && told.contains("standard output: error: cannot be written"), "{words:?}: {code:?} {told}");
    }
    // The story has no listener, but the trace is whole.
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("game.jsonl");
    assert_eq!(without_a_reader(&["run", "--seed", "7", "--trace", shown(&trace)]).0, Some(0));
    let replay = triangulum(&["replay", shown(&trace)]);
    assert!(text(&replay.stdout).contains("verified to the end"), "{}", text(&replay.stderr));
}

#[test]
fn what_is_no_ordinary_file_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let (pipe, inside, device) =
        (fifo(&folder, "pipe.toml"), folder.path().join("folder.toml"), folder.path().join("endless.toml"));
    fs::create_dir(&inside).unwrap();
    symlink("/dev/zero", &device).unwrap();
    for path in [&pipe, &device] {
        for words in [&["check"][..], &["scenario"], &["run", "--variant"], &["replay"], &["lab", "merge"]] {
            let output = soon(piped(&[words, &[shown(path)]].concat()));
            assert!(!output.status.success(), "{words:?}");
            assert!(text(&output.stderr).contains("is no ordinary file"), "{words:?}: {}", text(&output.stderr));
        }
    }
    // Also where the name does not say that it should be one of our files, as with `check <(…)`.
    let unnamed = fifo(&folder, "pipe");
    for words in [&["check"][..], &["scenario"], &["run", "--variant"], &["explain"]] {
        let output = soon(piped(&[words, &[shown(&unnamed)]].concat()));
        assert!(!output.status.success(), "{words:?}");
        let told = text(&output.stderr);
        assert!(told.contains("pipe: error: is no ordinary file\n  remedy: save what it gives"), "{words:?}: {told}");
    }
    // What is an ordinary file is checked by whatever name.
    let odd = folder.path().join("mine.txt");
    fs::write(&odd, HEAD).unwrap();
    let output = triangulum(&["check", shown(&odd)]);
    assert!(output.status.success() && text(&output.stdout).starts_with("1 variant checked"), "{}", text(&output.stderr));
    let output = triangulum(&["run", "--variant", shown(&inside)]);
    assert!(output.status.code() == Some(2) && text(&output.stderr).contains("is a folder"), "{}", text(&output.stderr));
    // Found on a walk they are refused too, and the rest is still looked at.
    fs::write(folder.path().join("mine.toml"), HEAD).unwrap();
    let output = soon(piped(&["check", shown(folder.path())]));
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("3 variants checked: 2 errors"), "{}", text(&output.stdout));
}

#[test]
fn length_is_limited_while_reading_and_the_same_when_writing() {
    let folder = tempfile::tempdir().unwrap();
    let long = folder.path().join("long.toml");
    fs::write(&long, format!("{HEAD}#{}\n", "x".repeat(4 * 1024 * 1024))).unwrap();
    let output = triangulum(&["check", shown(&long)]);
    assert!(text(&output.stderr).contains("is too long\n  allowed: up to 4,194,304 bytes"), "{}", text(&output.stderr));
    let path = folder.path().join("written.toml");
    let problem = triangulum::files::write_atomically(&path, "x".repeat(4 * 1024 * 1024 + 1)).unwrap_err();
    assert!(problem.message.to_string().contains("is too long") && !path.exists());
    // Traces are longer than what people write, and are read again.
    let trace = folder.path().join("game.jsonl");
    assert!(triangulum(&["run", "--seed", "7", "--trace", shown(&trace)]).status.success());
    let mut lines = fs::read_to_string(&trace).unwrap();
    lines.push_str(&"\n".repeat(16 * 1024 * 1024));
    fs::write(&trace, lines).unwrap();
    let replay = triangulum(&["replay", shown(&trace)]);
    assert!(text(&replay.stdout).contains("verified to the end"), "{}", text(&replay.stderr));
    // Says that it is empty and is not.
    let endless = triangulum(&["run", "--variant", "/proc/self/mem.toml"]);
    assert_eq!(endless.status.code(), Some(2));
}

#[test]
fn walks_do_not_follow_circles() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mine.toml"), HEAD).unwrap();
    fs::create_dir(folder.path().join("below")).unwrap();
    for name in ["a", "b", "c"] {
        symlink("..", folder.path().join("below").join(name)).unwrap();
    }
    let output = soon(piped(&["check", shown(folder.path())]));
    assert!(text(&output.stdout).starts_with("1 variant checked: 0 errors"), "{}{}", text(&output.stdout), text(&output.stderr));
}

#[test]
fn many_mistakes_take_no_longer_than_reading_them() {
    let many = |line: &dyn Fn(usize) -> String| (0..20_000).map(line).collect::<String>();
    let rules = |rule: &dyn Fn(usize) -> String| format!("{HEAD}rules = [{}]\n", many(&|i| format!("\"{}\", ", rule(i))));
    for (text_of_file, says) in [
        (format!("{HEAD}{}", many(&|i| format!("key_{i} = 1\n"))), "and 19,950 more errors"),
        (format!("{HEAD}[victory]\n{}", many(&|i| format!("gaol_{i} = 1\n"))), "and 19,950 more errors"),
        (format!("{HEAD}victory = {{ {} x = 1 }}\n", many(&|i| format!("gaol_{i} = 1, "))), "and 19,951 more errors"),
        (format!("{HEAD}[contract]\n{}", many(&|i| format!("rounds_{i} = \"<1\"\n"))), "allowed: up to 200"),
        (rules(&|_| "toll".into()), "and 19,949 more warnings"),
        (rules(&|i| format!("toll_{i}")), "and 19,950 more errors"),
        (rules(&|i| ["toll", "!toll"][i % 2].into()), ""),
        (
            format!(
                "{HEAD}rules = [\"x\"]\n[rule.x]\n{}",
                many(&|i| (0..10).map(|n| format!("k{i}_{n} = 1\n")).collect::<Vec<_>>().concat())
            ),
            "is longer than",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.toml");
        fs::write(&path, text_of_file).unwrap();
        let begun = Instant::now();
        let output = soon(piped(&["check", shown(&path)]));
        assert!(begun.elapsed() < Duration::from_secs(10), "{says}: {:?}", begun.elapsed());
        assert!(text(&output.stderr).contains(says), "{says}: {}", text(&output.stderr));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_not_utf8_is_told_as_such() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(std::ffi::OsStr::from_bytes(b"caf\xe9.toml"));
    fs::write(&file, HEAD).unwrap();
    let output = triangulum(&["check", shown(folder.path())]);
    assert_eq!(output.status.code(), Some(2), "there is nothing else to check");
    assert!(text(&output.stderr).contains("the name is not UTF-8 text"), "{}", text(&output.stderr));
    // Such a name, or one that leads nowhere, is told, and the rest is looked at.
    fs::write(folder.path().join("mine.toml"), HEAD).unwrap();
    symlink("nowhere", folder.path().join("lost.toml")).unwrap();
    let output = triangulum(&["check", shown(folder.path())]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).starts_with("1 variant checked: 2 errors"), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("the name is not UTF-8 text\n  remedy: rename it"), "{}", text(&output.stderr));
    fs::write(folder.path().join("mine.toml"), "rule = \"B-1\"\n[then]\n").unwrap();
    let output = triangulum(&["scenario", shown(folder.path())]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("the name is not UTF-8 text"), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "1 passed, 2 failed\n", "{}", text(&output.stderr));
    for name in ["mine.toml", "lost.toml"] {
        fs::remove_file(folder.path().join(name)).unwrap();
    }
    fs::remove_file(file).unwrap();
    fs::write(folder.path().join("latin.toml"), b"pack = \"bermuda\"\nname = \"caf\xe9\"\n").unwrap();
    let output = triangulum(&["check", shown(folder.path())]);
    assert!(text(&output.stderr).contains("latin.toml:2:12: error: this is not UTF-8 text"), "{}", text(&output.stderr));
}

#[test]
fn folders_that_only_share_a_name_take_nothing_away() {
    let folder = tempfile::tempdir().unwrap();
    let here = |words: &[&str]| {
        let output = common::program().args(words).current_dir(&folder).output().unwrap();
        assert!(output.status.success(), "{words:?}: {}", text(&output.stderr));
        text(&output.stdout)
    };
    let elsewhere = here(&["explain"]);
    fs::create_dir_all(folder.path().join("rules/bermuda/house")).unwrap();
    fs::create_dir_all(folder.path().join("variants")).unwrap();
    fs::write(folder.path().join("rules/firewall.toml"), "chain = \"input\"\n").unwrap();
    fs::write(folder.path().join("variants/standard.toml"), "colour = \"blue\"\n").unwrap();
    assert_eq!(here(&["explain"]), elsewhere);
    // A file of the rules that is there counts, and only that one.
    let settings = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/bermuda/settings.toml")).unwrap();
    fs::write(folder.path().join("rules/bermuda/settings.toml"), settings.replace("350_000", "340_000")).unwrap();
    assert!(here(&["explain"]).contains("340000"));
    // A variant of another game does not hide one of this.
    fs::write(folder.path().join("variants/standard.toml"), HEAD.replace("standard", "short")).unwrap();
    assert!(here(&["explain", "--pack", "muehle"]).starts_with("Triple Mill: Standard game"));
}

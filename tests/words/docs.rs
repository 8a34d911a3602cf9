//! The pages: every link leads somewhere, every page is in the contents, paths and tests that are named are there, and whatever README
//! tells one to type does what it says.

use crate::common;
use crate::source::sources;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(page: &str) -> String {
    std::fs::read_to_string(root().join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// Every page of the repository, as a path from its root.
fn pages() -> Vec<String> {
    fn walk(folder: &Path, found: &mut Vec<String>) {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !["target", "node_modules"].contains(&name.as_str()) && !name.starts_with('.') {
                    walk(&path, found);
                }
            } else if path.extension().is_some_and(|extension| extension == "md") {
                found.push(path.strip_prefix(root()).unwrap().to_string_lossy().into_owned());
            }
        }
    }
    let mut found = Vec::new();
    walk(root(), &mut found);
    found.sort();
    found
}

/// A page without its blocks of code, line by line.
fn prose(text: &str) -> Vec<&str> {
    let mut inside = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        let fence = line.trim_start().starts_with("```");
        lines.push(if inside || fence { "" } else { line });
        inside ^= fence;
    }
    lines
}

/// The blocks of code in a language.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let opening = format!("```{language}\n");
    text.split(opening.as_str()).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

/// What stands between backticks, and the line without it.
fn spans(line: &str) -> (Vec<&str>, String) {
    let parts: Vec<&str> = line.split('`').collect();
    let code = parts.iter().skip(1).step_by(2).copied().collect();
    (code, parts.iter().step_by(2).copied().collect::<Vec<_>>().join("`"))
}

/// Where the links and pictures of a line lead.
fn links(line: &str) -> Vec<String> {
    let (_, bare) = spans(line);
    bare.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_owned())).collect()
}

/// The anchors of a page, as a reader's browser makes them from headings.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in prose(text) {
        let Some(heading) = line.strip_prefix('#').map(|rest| rest.trim_start_matches('#').trim()) else { continue };
        let kept = heading.to_lowercase().chars().filter(|c| c.is_alphanumeric() || "-_ ".contains(*c)).collect::<String>();
        let name = kept.replace(' ', "-");
        let mut again = 0;
        while !found.insert(if again == 0 { name.clone() } else { format!("{name}-{again}") }) {
            again += 1;
        }
    }
    found
}

#[test]
fn every_link_leads_somewhere() {
    let mut broken = Vec::new();
    let mut count = 0;
    for page in pages() {
        let text = read(&page);
        for (number, line) in prose(&text).iter().enumerate() {
            for link in links(line).iter().filter(|link| !link.contains("://") && !link.starts_with("mailto:")) {
                count += 1;
                let (path, anchor) = link.split_once('#').map_or((link.as_str(), None), |(path, anchor)| (path, Some(anchor)));
                let file = if path.is_empty() { root().join(&page) } else { root().join(&page).parent().unwrap().join(path) };
                let there = match anchor {
                    None => file.exists(),
                    Some(anchor) => std::fs::read_to_string(&file).is_ok_and(|text| anchors(&text).contains(anchor)),
                };
                if !there {
                    broken.push(format!("{page}:{}: {link}", number + 1));
                }
            }
        }
    }
    assert!(count > 50, "only {count} links were found");
    assert!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
}

#[test]
fn every_page_is_in_the_contents() {
    let contents = read("docs/README.md");
    let named: BTreeSet<String> = prose(&contents).iter().flat_map(|line| links(line)).collect();
    let missing: Vec<String> = pages()
        .into_iter()
        .filter_map(|page| page.strip_prefix("docs/").map(str::to_owned))
        .filter(|page| page != "README.md" && !named.contains(page))
        .collect();
    assert!(missing.is_empty(), "docs/README.md does not lead to {missing:?}");
    for page in ["README.md", "CONTRIBUTING.md"] {
        assert!(read(page).contains("docs/README.md"), "{page} leads to the contents");
    }
}

/// Paths that are named without being there: made by a command, or somebody's own.
const MADE: [&str; 5] =
    ["target/", "variants/rules/", "variants/tips.toml", "rules/tsoro/", "tests/scenarios/muehle/T-P6-a-jump-ends-on-empty"];

#[test]
fn every_path_that_is_named_is_there() {
    let rooms =
        ["src/", "docs/", "tests/", "rules/", "variants/", "assets/", "examples/", "benches/", "web/", "fuzz/", "packaging/"];
    let mut missing = Vec::new();
    for page in pages() {
        let text = read(&page);
        for (number, line) in prose(&text).iter().enumerate() {
            for name in spans(line).0 {
                let path = name.trim_end_matches(['/', '.']);
                let is_path = rooms.iter().any(|room| name.starts_with(room)) && !path.contains(['*', '<', '…', ' ', '{']);
                if is_path && !MADE.iter().any(|made| name.starts_with(made)) && !root().join(path).exists() {
                    missing.push(format!("{page}:{}: {name}", number + 1));
                }
            }
        }
    }
    assert!(missing.is_empty(), "paths that are not there:\n{}", missing.join("\n"));
}

/// What a page tells one to type: the lines of its `sh` blocks, without remarks.
fn commands(page: &str) -> Vec<String> {
    let lines = blocks(page, "sh").into_iter().flat_map(str::lines);
    lines.map(|line| line.split(" #").next().unwrap().trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

/// The program as `cargo run` starts it, in another folder; nothing when the command starts something else.
fn started(command: &str, folder: &Path) -> Option<Command> {
    let words = command.strip_prefix("cargo run --release").or_else(|| command.strip_prefix("triangulum"))?;
    let words = words.trim().strip_prefix("-- ").unwrap_or(words);
    let mut program = common::program();
    program.args(words.split_whitespace()).current_dir(folder).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    Some(program)
}

#[test]
fn everything_readme_tells_one_to_type_works() {
    let readme = read("README.md");
    let folder = tempfile::tempdir().unwrap();
    let rules = blocks(&readme, "toml").into_iter().find(|block| block.starts_with("# my_rules.toml\n")).unwrap();
    std::fs::write(folder.path().join("my_rules.toml"), rules).unwrap();
    let mut tried = 0;
    for command in commands(&readme) {
        let Some(mut program) = started(&command, folder.path()) else { continue };
        tried += 1;
        if command.contains("--watch") {
            a_saved_change_is_obeyed(program, folder.path(), &readme);
            continue;
        }
        let told = program.output().unwrap();
        let (out, err) = (String::from_utf8_lossy(&told.stdout), String::from_utf8_lossy(&told.stderr));
        if command == "cargo run --release" {
            // Whether it opens is for the tests of the window; here is none.
            assert_eq!(told.status.code(), Some(2), "{out}{err}");
            assert!(err.contains("triangulum run --seats"), "without a display the terminal's commands are named: {err}");
        } else {
            assert!(told.status.success(), "`{command}`\n{out}{err}");
            assert!(!err.contains("warning") && !err.contains("error"), "`{command}` complains: {err}");
        }
    }
    assert!(tried >= 6, "only {tried} commands were tried");
}

/// Plays with `--watch`, saves another goal and waits for the line that README shows.
fn a_saved_change_is_obeyed(mut program: Command, folder: &Path, readme: &str) {
    let promised = blocks(readme, "text").into_iter().find(|block| block.starts_with('↻')).unwrap().trim();
    let mut child = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut story = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    // The game is under way; the rest of it is read so that it can go on.
    assert!(story.nth(3).is_some());
    std::thread::spawn(move || story.count());
    let file = folder.join("my_rules.toml");
    let rules = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, format!("{rules}\n[victory]\ngoal = 150_000\n")).unwrap();
    // What is told about rules ends at the latest with the game, so this comes to an end without a clock.
    let seen = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap).any(|line| line == promised);
    child.kill().unwrap();
    child.wait().unwrap();
    std::fs::write(&file, rules).unwrap();
    assert!(seen, "{promised}");
}

#[test]
fn what_else_readme_names_is_run_for_changes_or_releases() {
    let readme = read("README.md");
    let scripts = [".ci/run", ".ci/long", "packaging/try"].map(read).concat();
    let named = prose(&readme).into_iter().flat_map(|line| spans(line).0).map(str::to_owned).chain(commands(&readme));
    let others = |command: &String| command.starts_with("cargo ") && !command.starts_with("cargo run --release");
    let others: BTreeSet<String> = named.filter(others).collect();
    assert!(others.contains("cargo test"));
    for command in others {
        let words: Vec<&str> = command.split_whitespace().collect();
        let run = scripts.lines().any(|line| words.iter().all(|word| line.split_whitespace().any(|there| there == *word)));
        assert!(run, "`{command}` is run by nobody");
    }
}

/// README's table has every verb of the program, and no other.
#[test]
fn all_commands_are_all_commands() {
    let readme = read("README.md");
    let table = readme.split_once("## All commands").unwrap().1.split_once("\n## ").unwrap().0;
    let first_words = |line: &str| spans(line.split('|').nth(1).unwrap_or_default()).0.join(" ");
    let told: BTreeSet<String> =
        table.lines().flat_map(|line| first_words(line).split(' ').take(1).map(str::to_owned).collect::<Vec<_>>()).collect();
    let help = common::program().args(["--help", "--lang", "en"]).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let listed = help.split_once("Commands:\n").unwrap().1.split_once("\n\n").unwrap().0;
    let verbs = listed.lines().filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    let verbs: BTreeSet<&str> = verbs.filter_map(|line| line.split_whitespace().next()).filter(|verb| *verb != "help").collect();
    for verb in &verbs {
        assert!(table.contains(&format!("`{verb}")), "README does not name `{verb}`");
    }
    for word in told.iter().filter(|word| !word.is_empty()) {
        assert!(verbs.contains(word.as_str()), "README names `{word}`, which is none");
    }
}

#[test]
fn tests_that_are_named_are_there() {
    let mut count = 0;
    for page in pages() {
        let text = read(&page);
        for rest in text.split("--test ").skip(1) {
            let mut words = rest.split([' ', '`', '\n']);
            let program = words.next().unwrap_or_default();
            // Behind it may stand which of its tests: a module, the name of a test, or the beginnings of both.
            let chosen = words.next().unwrap_or_default().trim_end_matches("::");
            let folder = root().join("tests").join(program);
            count += 1;
            let there = if program == "PROGRAM" {
                true
            } else if folder.is_dir() {
                let whole: String = sources(&folder).iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
                let is_named = |name: &str| ["mod", "fn"].iter().any(|kind| whole.contains(&format!("{kind} {name}")));
                let is_option = chosen.is_empty() || chosen == "NAME" || chosen.starts_with(['-', '#']);
                is_option || chosen.split("::").all(is_named)
            } else {
                folder.with_extension("rs").is_file()
            };
            assert!(there, "{page} names the test {program} {chosen}");
        }
    }
    assert!(count > 3);
}

#[test]
fn every_page_promises_the_same_rust() {
    let cargo = read("Cargo.toml");
    let promised = cargo.lines().find_map(|line| line.strip_prefix("rust-version = ")).unwrap().trim_matches('"');
    for page in ["README.md", "CONTRIBUTING.md", "docs/packages.md"] {
        let text = read(page);
        let named: Vec<&str> =
            text.split("Rust 1.").skip(1).map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next().unwrap()).collect();
        assert!(!named.is_empty() && named.iter().all(|minor| format!("1.{minor}") == promised), "{page}: {named:?}");
    }
}

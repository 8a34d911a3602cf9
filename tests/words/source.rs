//! Reads the program's own sources for tests that look through them: files, and the string literals in their code.

use std::path::{Path, PathBuf};

/// A string literal of the code outside tests and comments.
pub(crate) struct Literal {
    /// As it is written between the quotes.
    pub text: String,
    /// From 1.
    pub line: usize,
    /// What stands before it on its line.
    pub before: String,
    /// What stands before it since the last `;`, `{` or `}` at the end of a line.
    pub statement: String,
}

/// Every source file under a folder that is no test, sorted.
pub(crate) fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    let here = files.into_iter().filter(|path| path.extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs"));
    let mut all: Vec<PathBuf> = here.chain(folders.iter().flat_map(|folder| sources(folder))).collect();
    all.sort();
    all
}

/// The string literals of a source, up to its tests.
pub(crate) fn literals(source: &str) -> Vec<Literal> {
    let code = source.split("\n#[cfg(test)]").next().unwrap_or_default();
    let letters: Vec<char> = code.chars().collect();
    let (mut found, mut at, mut line) = (Vec::new(), 0, 1);
    let (mut before, mut statement) = (String::new(), String::new());
    while at < letters.len() {
        let rest = |n: usize| letters.get(at + n).copied().unwrap_or('\0');
        match letters[at] {
            '\n' => {
                line += 1;
                if before.trim_end().ends_with([';', '{', '}']) {
                    statement.clear();
                }
                before.clear();
                at += 1;
            }
            '/' if rest(1) == '/' => {
                while at < letters.len() && letters[at] != '\n' {
                    at += 1;
                }
            }
            // A letter in quotes, not the beginning of a lifetime.
            '\'' if rest(1) == '\\' || rest(2) == '\'' => {
                at += if rest(1) == '\\' { 3 } else { 2 };
                while at < letters.len() && letters[at] != '\'' {
                    at += 1;
                }
                at += 1;
            }
            'r' if rest(1) == '"' || rest(1) == '#' && (rest(2) == '"' || rest(2) == '#') => {
                let hashes = letters[at + 1..].iter().take_while(|c| **c == '#').count();
                let end: String = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
                let from = at + 2 + hashes;
                let text: String = letters[from..].iter().collect();
                let text = text.split(&end).next().unwrap_or_default().to_owned();
                at = from + text.chars().count() + end.len();
                let lines = text.matches('\n').count();
                found.push(Literal { text, line, before: before.clone(), statement: statement.clone() });
                line += lines;
            }
            '"' => {
                let (from, begun) = (at + 1, line);
                at += 1;
                while at < letters.len() && letters[at] != '"' {
                    line += usize::from(letters[at] == '\n');
                    at += if letters[at] == '\\' && rest_is_break(&letters, at) {
                        1
                    } else if letters[at] == '\\' {
                        2
                    } else {
                        1
                    };
                }
                let text: String = letters[from..at.min(letters.len())].iter().collect();
                found.push(Literal { text, line: begun, before: before.clone(), statement: statement.clone() });
                before.push_str("\"\"");
                at += 1;
            }
            letter => {
                before.push(letter);
                statement.push(letter);
                at += 1;
            }
        }
    }
    found
}

/// Whether a backslash goes on to the next line: the break is counted then.
fn rest_is_break(letters: &[char], at: usize) -> bool {
    letters.get(at + 1) == Some(&'\n')
}

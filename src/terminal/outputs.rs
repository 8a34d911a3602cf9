//! What a command reads and what it writes are different files: one that is named for both would be lost.

use crate::files;
use crate::problem::Problem;
use crate::words::msg;
use std::path::Path;

/// Options whose value is a file to be written.
const OUTPUTS: [&str; 6] = ["--out", "--html", "--svg", "--trace", "--write", "--rows"];

/// The file that is named to be written and once more besides, whether for reading or for writing.
pub(crate) fn named_twice(arguments: &[String]) -> Option<Problem> {
    let mut values: Vec<(&str, bool)> = Vec::new();
    let mut is_output = false;
    for argument in arguments {
        match argument.split_once('=') {
            Some((option, value)) if option.starts_with("--") => values.push((value, OUTPUTS.contains(&option))),
            _ if argument.starts_with("--") => {
                is_output = OUTPUTS.contains(&argument.as_str());
                continue;
            }
            _ => values.push((argument, is_output)),
        }
        is_output = false;
    }
    let is_twice = |at: usize| {
        let (value, written) = values[at];
        let same = |(other, (name, _)): (usize, &(&str, bool))| {
            other != at && (*name == value || files::is_same(Path::new(name), Path::new(value)))
        };
        // Devices stay what they are, however often they are written into.
        let lasts = files::is_file(Path::new(value)) || !files::exists(Path::new(value));
        written && value != "-" && lasts && values.iter().enumerate().any(same)
    };
    let (value, _) = values[(0..values.len()).find(|at| is_twice(*at))?];
    Some(Problem::about(value, msg!("terminal.outputs.twice")).remedy(msg!("terminal.outputs.other")))
}

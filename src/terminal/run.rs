//! run and replay.

use super::{Seats, Table, aside, say};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;
use triangulum::players;
use triangulum::problem::{Problem, Problems};
use triangulum::sim::event::TurnBegan;
use triangulum::sim::{Chance, Game};
use triangulum::trace::{self, Trace};
use triangulum::variant::shelf::read_file;

/// Where a trace goes, line by line, so that a game cut short is kept up to its last event.
struct Recorder {
    out: Option<Box<dyn Write>>,
    path: String,
}

impl Recorder {
    fn new(path: Option<&Path>) -> Result<Self, Problems> {
        let shown = path.map(|path| path.display().to_string()).unwrap_or_default();
        let out: Option<Box<dyn Write>> = match path {
            None => None,
            Some(path) if path == Path::new("-") => Some(Box::new(std::io::stdout())),
            Some(path) => {
                let file = File::create(path).map_err(|error| Problem::about(&shown, format!("cannot be written: {error}")))?;
                Some(Box::new(BufWriter::new(file)))
            }
        };
        Ok(Self { out, path: shown })
    }

    fn write(&mut self, lines: &[serde_json::Value]) -> Result<(), Problems> {
        let Some(out) = &mut self.out else { return Ok(()) };
        let written = lines.iter().try_for_each(|line| writeln!(out, "{line}")).and_then(|()| out.flush());
        match written {
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => std::process::exit(0),
            other => other.map_err(|error| Problem::about(&self.path, format!("cannot be written: {error}")).into()),
        }
    }
}

pub fn run(table: &Table, seats: &Seats, trace: Option<&Path>) -> Result<ExitCode, Problems> {
    let kinds = seats.kinds(table.pack()?)?;
    let seed = seats.seed()?;
    let (_, variant) = table.load()?;
    let mut recorder = Recorder::new(trace)?;
    let tells = trace != Some(Path::new("-"));
    let game = Game::recorded(variant.rules.clone(), kinds.len(), Chance::seeded(seed));
    let mut game = game.map_err(|error| Problem::about("--seats", error.to_string()))?;
    let mut players: Vec<_> = kinds.iter().zip(0..).filter_map(|(kind, seat)| players::seat(kind, seed, seat)).collect();
    recorder.write(&[trace::header(&game, &kinds, seed)])?;
    if tells {
        say(&format!("{}, {}, seed {seed}\n", game.rules.pack.title(), game.rules.blueprint.title));
    }
    loop {
        recorder.write(&trace::lines(&game))?;
        if tells {
            tell(&game);
        }
        if game.outcome().is_some() {
            return Ok(ExitCode::SUCCESS);
        }
        let command = players[game.to_act() as usize].choose(&game);
        if let Err(illegal) = game.apply(command) {
            return Err(Problem::about("run", illegal.to_string()).into());
        }
    }
}

/// Tells what happened since the last command, a line for each turn.
fn tell(game: &Game) {
    let mut line = String::new();
    for event in game.events() {
        let Some(sentence) = game.sentence(event) else { continue };
        let starts_turn = event.is(TurnBegan::kind());
        if starts_turn && !line.is_empty() {
            say(&std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += &sentence;
    }
    if !line.is_empty() {
        say(&line);
    }
}

pub fn replay(file: &Path) -> Result<ExitCode, Problems> {
    let trace = Trace::parse(read_file(file)?)?;
    match trace::replay(&trace) {
        Ok(replayed) => {
            let end = if replayed.finished { "to the end" } else { "as far as it goes" };
            say(&format!(
                "{}: {} commands, {} events and {} hashes verified {end}",
                file.display(),
                replayed.commands,
                replayed.events,
                replayed.hashes
            ));
            Ok(ExitCode::SUCCESS)
        }
        Err(problems) => {
            aside(&problems.to_string());
            Ok(ExitCode::from(2))
        }
    }
}

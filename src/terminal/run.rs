//! run and replay.

use super::{Played, Seats, aside, say};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use triangulum::players;
use triangulum::problem::{Problem, Problems};
use triangulum::sim::event::TurnBegan;
use triangulum::sim::{Chance, Game};
use triangulum::trace::{self, Trace};
use triangulum::variant::Variant;
use triangulum::variant::live::{Live, Verdict};
use triangulum::variant::shelf::read_file;
use triangulum::variant::watch::{News, Watch};

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

/// How a game is run.
pub struct Manner {
    pub trace: Option<PathBuf>,
    pub watch: bool,
    pub pace: String,
}

pub fn run(played: &Played, seats: &Seats, manner: &Manner) -> Result<ExitCode, Problems> {
    let seed = seats.seed()?;
    let pace = duration(&manner.pace)?;
    let (variant, mut live) = if manner.watch { watched(played)? } else { (played.table.load(&played.variant)?.1, None) };
    let kinds = seats.kinds(&variant.rules)?;
    let mut recorder = Recorder::new(manner.trace.as_deref())?;
    let tells = manner.trace.as_deref() != Some(Path::new("-"));
    let game = Game::recorded(variant.rules.clone(), kinds.len(), Chance::seeded(seed));
    let mut game = game.map_err(|error| Problem::about("--seats", error.to_string()))?;
    let mut players: Vec<_> = kinds.iter().zip(0..).filter_map(|(kind, seat)| players::seat(kind, seed, seat)).collect();
    recorder.write(&[trace::header(&game, &kinds, seed)])?;
    let mut teller = Teller { tells, line: String::new() };
    teller.title(&format!("{}, {}, seed {seed}\n", game.rules().pack.title(), game.rules().blueprint.title));
    loop {
        recorder.write(&trace::lines(&game))?;
        teller.tell(&game);
        if game.outcome().is_some() {
            return Ok(ExitCode::SUCCESS);
        }
        std::thread::sleep(pace);
        let changed = live.as_mut().is_some_and(|live| obey_files(live, &mut game));
        if changed {
            continue;
        }
        let command = players[game.deciding() as usize].choose(&game);
        if let Err(illegal) = game.apply(command) {
            return Err(Problem::about("run", illegal.to_string()).into());
        }
    }
}

/// Loads a variant and keeps an eye on its files; a file that is wrong at the start is waited for.
fn watched(played: &Played) -> Result<(Variant, Option<Live>), Problems> {
    let Played { table, variant } = played;
    let pack = table.pack()?.name();
    let library = Arc::new(table.library()?);
    let first = library.load(pack, variant);
    let watch = Watch::start(library, pack, variant, first.as_ref().ok().cloned());
    let variant = match first {
        Ok(variant) => variant,
        Err(problems) => {
            aside(&problems.to_string());
            aside("waiting for the file to be mended (Ctrl-C to stop)");
            loop {
                match watch.wait(Duration::from_secs(3600)) {
                    Some(News::Loaded(variant)) => break *variant,
                    Some(News::Broken(problems)) => aside(&problems.to_string()),
                    None => {}
                }
            }
        }
    };
    Ok((variant.clone(), Some(Live::new(variant, watch))))
}

/// Takes up changes of the files; true when the rules of the game have changed.
fn obey_files(live: &mut Live, game: &mut Game) -> bool {
    let mut changed = false;
    for verdict in live.poll(game) {
        match verdict {
            Verdict::Applied(changes) if changes.is_empty() => aside("↻ the rules are in order again"),
            Verdict::Applied(changes) => {
                changed = true;
                for change in changes {
                    aside(&format!("↻ {change}"));
                }
            }
            Verdict::Refused(problems) => aside(&format!("{problems}\n  the game goes on under the last good rules")),
        }
    }
    changed
}

/// A time such as 500ms or 2s.
fn duration(text: &str) -> Result<Duration, Problems> {
    let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let milliseconds = match unit {
        "ms" | "" => 1,
        "s" => 1_000,
        _ => 0,
    };
    match number.parse::<u64>() {
        Ok(number) if milliseconds > 0 && number <= 3_600_000 => Ok(Duration::from_millis(number * milliseconds)),
        _ => Err(Problem::about("--pace", format!("`{text}` is not a time"))
            .allowed("a number with ms or s, such as 500ms or 2s")
            .into()),
    }
}

/// Tells a game as a story, a line for each turn.
struct Teller {
    tells: bool,
    line: String,
}

impl Teller {
    fn title(&self, text: &str) {
        if self.tells {
            say(text);
        }
    }

    fn tell(&mut self, game: &Game) {
        if !self.tells {
            return;
        }
        for event in game.events() {
            let Some(sentence) = game.sentence(event) else { continue };
            if event.is(TurnBegan::kind()) {
                self.flush();
            }
            if !self.line.is_empty() {
                self.line.push(' ');
            }
            self.line += &sentence;
        }
        if game.outcome().is_some() {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if !self.line.is_empty() {
            say(&std::mem::take(&mut self.line));
        }
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

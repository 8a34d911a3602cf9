//! run and replay.

use super::{Played, Seats, aside, human, review, say, set, standard_output};
use crate::files::{Growing, cannot_be_written};
use crate::problem::{Problem, Problems};
use crate::sim::event::TurnBegan;
use crate::sim::{Eyes, Game, Seat};
use crate::table::trace::Seal;
use crate::table::{self, Heard, Keeper, Note, Table, Until, default_cast, read_trace};
use crate::variant::watch::{News, Watch};
use crate::variant::wording::WordsWatch;
use crate::variant::{Library, Shelf, Variant};
use crate::words::{Message, msg, speak};
use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// The file name that stands for standard output.
const STANDARD_OUTPUT: &str = "-";

/// Where a trace goes, line by line, so that a game cut short is kept up to its last event.
struct Recorder {
    path: PathBuf,
    /// Nothing before the first line, and for standard output.
    file: Option<Growing>,
    trouble: Option<Problem>,
}

impl Recorder {
    fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), file: None, trouble: None }
    }

    fn write(&mut self, lines: &[u8]) -> Result<(), Problem> {
        if self.path == Path::new(STANDARD_OUTPUT) {
            let mut out = std::io::stdout().lock();
            return match out.write_all(lines).and_then(|()| out.flush()) {
                // Whoever reads a game as it is played may have seen enough of it.
                Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
                other => other.map_err(|error| cannot_be_written(&standard_output(), &error)),
            };
        }
        match &mut self.file {
            Some(file) => file.add(lines),
            None => Growing::begin(&self.path, lines).map(|file| self.file = Some(file)),
        }
    }
}

impl Keeper for Recorder {
    fn keep(&mut self, note: Note) {
        // After the first line that is lost there is nothing to be added to.
        if self.trouble.is_none() {
            self.trouble = match note {
                Note::Begun(lines) | Note::Done(lines) => self.write(lines.as_bytes()).err(),
                Note::At(_) | Note::PlayOn => {
                    Some(Problem::about(self.path.display().to_string(), msg!("terminal.run.no_taking_back")))
                }
            };
        }
    }

    fn trouble(&self) -> Option<Problem> {
        self.trouble.clone()
    }
}

/// How a game is run.
pub(crate) struct Manner {
    pub trace: Option<PathBuf>,
    pub watch: bool,
    pub pace: String,
    /// Values that are to be others than the variant says.
    pub set: Vec<String>,
}

pub(crate) fn run(played: &Played, seats: &Seats, manner: &Manner) -> Result<ExitCode, Problems> {
    let seed = seats.seed()?;
    let pace = duration(&manner.pace)?;
    let (variant, watch) = if manner.watch { watched(played)? } else { (played.table.load(&played.variant)?.1, None) };
    let variant = set::set(variant, &manner.set)?;
    let kinds = seats.with_people(&variant.rules)?;
    let cast = default_cast(variant.rules.pack, &kinds);
    let mut table = Table::new(variant.rules.clone(), &played.variant, cast, seed)?;
    table.follow(&played.variant, Ok(variant));
    if let Some(path) = &manner.trace {
        table.keep_with(Recorder::new(path));
        told_trouble(&table)?;
    }
    let tells = manner.trace.as_deref() != Some(Path::new(STANDARD_OUTPUT));
    let mut teller = Teller { tells, line: String::new(), eyes: table.eyes(None) };
    let mut hot_seat = HotSeat::default();
    let rules = table.game().rules();
    let (game, variant) = (rules.pack.title(), rules.blueprint.called());
    teller.title(&msg!("terminal.run.title", game, variant, seed = seed.to_string()))?;
    let words = manner.watch.then(|| WordsWatch::start(Shelf::around(Path::new("."))));
    teller.tell(table.game())?;
    while table.game().outcome().is_none() {
        std::thread::sleep(pace);
        for (lexicon, problems) in words.iter().filter_map(WordsWatch::news) {
            speak(Arc::new(lexicon));
            aside(format!("↻ {}", msg!("terminal.run.words")));
            if !problems.0.is_empty() {
                aside(problems);
            }
        }
        for news in watch.iter().flat_map(Watch::news) {
            hear(&mut table, news, &mut teller)?;
        }
        if table.awaits_human() {
            teller.flush()?;
            let shows = manner.trace.as_deref() != Some(Path::new(STANDARD_OUTPUT));
            if !hot_seat.hand_over(&table, &mut teller, shows)? || !human::ask(&mut table, shows, teller.eyes)? {
                break;
            }
            teller.tell(table.game())?;
        } else if table.game().outcome().is_none() && table.let_bot_play() {
            teller.tell(table.game())?;
        }
        if !teller.tells && manner.trace.is_none() {
            // Nobody listens any longer, and nothing is kept.
            break;
        }
        told_trouble(&table)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn told_trouble(table: &Table) -> Result<(), Problem> {
    table.trouble().map_or(Ok(()), Err)
}

/// Loads a variant and keeps an eye on its files; a file that is wrong at the start is waited for.
fn watched(played: &Played) -> Result<(Variant, Option<Watch>), Problems> {
    let Played { table, variant } = played;
    let pack = table.pack()?.name();
    let library = Arc::new(table.library()?);
    let first = table.load_from(&library, variant);
    let watch = Watch::start(library, pack, variant, first.as_ref().ok().cloned());
    let variant = match first {
        Ok(variant) => variant,
        Err(problems) => {
            aside(problems);
            aside(msg!("terminal.run.waiting"));
            loop {
                match watch.wait(Duration::from_hours(1)) {
                    Some(Ok(variant)) => break variant,
                    Some(Err(problems)) => aside(problems),
                    None => {}
                }
            }
        }
    };
    Ok((variant, Some(watch)))
}

/// Lets the table hear what the files say, and tells what came of it.
fn hear(table: &mut Table, news: News, teller: &mut Teller) -> Result<(), Problems> {
    let before = table.deeds();
    match table.hear(news) {
        Heard::Nothing => {}
        Heard::Mended => aside(format!("↻ {}", msg!("terminal.run.mended"))),
        Heard::Changed(verdict) => {
            for line in verdict.lines() {
                aside(format!("↻ {line}"));
            }
            // What waits for the next game has not happened in this one.
            if table.deeds() > before {
                teller.tell(table.game())?;
            }
        }
        Heard::Refused(problems) => aside(format!("{problems}\n  {}", msg!("terminal.run.refused"))),
    }
    Ok(())
}

/// An hour, in milliseconds.
const LONGEST_PACE: u64 = 3_600_000;

/// A time such as 500ms or 2s.
fn duration(text: &str) -> Result<Duration, Problems> {
    let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let milliseconds = match unit {
        "ms" | "" => 1,
        "s" => 1_000,
        _ => 0,
    };
    match number.parse::<u64>() {
        Ok(number) if milliseconds > 0 && number <= LONGEST_PACE / milliseconds => {
            Ok(Duration::from_millis(number * milliseconds))
        }
        Ok(_) if milliseconds > 0 => {
            Err(Problem::about("--pace", msg!("terminal.pace.long", text)).allowed(msg!("terminal.pace.longest")).into())
        }
        _ => Err(Problem::about("--pace", msg!("terminal.pace.wrong", text)).allowed(msg!("terminal.pace.allowed")).into()),
    }
}

/// Who sits at the terminal, where it goes from hand to hand because something is hidden.
#[derive(Default)]
struct HotSeat {
    holds: Option<Seat>,
    /// Something was hidden when somebody was asked last.
    was_secret: bool,
    /// How much of the story there was when each of those who have sat here gave the terminal away.
    read: BTreeMap<Seat, usize>,
}

impl HotSeat {
    /// Has the terminal handed over to whoever decides, if need be, and tells what happened meanwhile; false when nobody is there.
    fn hand_over(&mut self, table: &Table, teller: &mut Teller, shows: bool) -> Result<bool, Problems> {
        let (game, to) = (table.game(), table.game().deciding());
        // An answer that was given in secret still stands there.
        let shows_answer = self.was_secret && table.humans() > 1 && self.holds != Some(to);
        self.was_secret = game.has_secrets() || game.is_asked_in_secret();
        if !shows_answer && !table.must_hand_over(to, self.holds) {
            return Ok(true);
        }
        if let Some(from) = self.holds {
            self.read.insert(from, table.story().len());
        }
        if !human::hand_over(table, to, shows)? {
            return Ok(false);
        }
        self.holds = Some(to);
        teller.eyes = table.eyes(self.holds);
        teller.tell_again(table, self.read.get(&to).copied().unwrap_or(0))?;
        Ok(true)
    }
}

/// Tells a game as a story, a line for each turn.
struct Teller {
    tells: bool,
    line: String,
    /// Who reads.
    eyes: Eyes,
}

impl Teller {
    fn title(&mut self, title: &Message) -> Result<(), Problems> {
        if self.tells {
            self.tells = say(title)? && say("")?;
        }
        Ok(())
    }

    fn tell(&mut self, game: &Game) -> Result<(), Problems> {
        if !self.tells {
            return Ok(());
        }
        for event in game.events() {
            let Some(sentence) = game.sentence(event) else { continue };
            let about = sentence.seats();
            self.add(&game.as_told(sentence, &about, self.eyes), event.is(TurnBegan::kind()))?;
        }
        if game.outcome().is_some() { self.flush() } else { Ok(()) }
    }

    /// Tells the story of a table from a line on.
    fn tell_again(&mut self, table: &Table, from: usize) -> Result<(), Problems> {
        if !self.tells {
            return Ok(());
        }
        for entry in table.story().iter().skip(from) {
            self.add(&table.read_to(entry, self.eyes), entry.opens)?;
        }
        self.flush()
    }

    fn add(&mut self, sentence: &Message, opens: bool) -> Result<(), Problems> {
        if opens {
            self.flush()?;
        }
        if !self.line.is_empty() {
            self.line.push(' ');
        }
        self.line += &sentence.to_string();
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Problems> {
        if !self.line.is_empty() {
            self.tells = say(std::mem::take(&mut self.line))?;
        }
        Ok(())
    }
}

pub(crate) fn replay(file: &Path, reviewed: bool) -> Result<ExitCode, Problems> {
    let trace = read_trace(file)?;
    let library = Library::new(Shelf::around(Path::new(".")));
    let replayed = table::replay(&trace, &library, Until::End)?;
    let end = match (&replayed.departs, replayed.finished) {
        (Some(_), _) => msg!("terminal.replay.here"),
        (None, true) => msg!("terminal.replay.to_the_end"),
        (None, false) => msg!("terminal.replay.as_far"),
    };
    let state = match (&replayed.seal, replayed.table.deciding()) {
        (Seal::Damaged(_), _) => msg!("terminal.replay.damaged"),
        (Seal::Absent, _) => msg!("terminal.replay.unsealed"),
        (Seal::Whole, None) => msg!("terminal.replay.complete"),
        (Seal::Whole, Some(next)) => {
            msg!("terminal.replay.goes_on", round = replayed.table.game().turn().round, who = &next.name)
        }
    };
    let [commands, events, hashes] = [replayed.commands, replayed.events, replayed.hashes];
    let hashes = if trace.header.is_of_this_hash() {
        msg!("terminal.replay.hashes", n = hashes)
    } else {
        msg!("terminal.replay.other_hashes")
    };
    say(msg!("terminal.replay.told", file, commands, events, hashes, end, state))?;
    if reviewed {
        review::review(&replayed.table)?;
    }
    if let Some(problem) = replayed.trouble() {
        aside(problem);
        return Ok(ExitCode::from(1));
    }
    Ok(ExitCode::SUCCESS)
}

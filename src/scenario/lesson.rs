//! Lessons: scenarios with steps, for a guided first game. What is said, what it points at, what may be chosen and what others do is
//! data; the window plays it with a person, and here it is checked by playing it alone. docs/lessons.md describes the format.

use super::matching::left_over;
use super::{Script, Verdict, texts, then_events};
use crate::document::{self, to_json};
use crate::files;
use crate::problem::{Problem, Problems, Source};
use crate::sim::{Game, Pack, Seat};
use crate::variant::{Library, STANDARD};
use crate::words::{self, Message, msg};
use std::path::Path;
use toml_edit::{Item, Table, TableLike};

const HEAD_KEYS: [&str; 6] = ["about", "pack", "variant", "learner", "given", "step"];
const STEP_KEYS: [&str; 7] = ["say", "show", "press", "allow", "plays", "else", "until"];
/// A step has at most one of these.
const DEEDS: [&str; 3] = ["press", "allow", "plays"];
/// Parts of the window a step can point at, beside pieces and places.
const PARTS: [&str; 5] = ["roll", "spin", "tray", "story", "players"];
/// Before the name of a button of the window, as scripts know it.
pub const BUTTON: &str = "button:";
/// The folder of a pack that has its lessons.
const FOLDER: &str = "lessons";
/// Where several moves are allowed, every way through the lesson is tried, up to so many.
const MOST_WAYS: usize = 200;

/// A guided game.
pub struct Lesson {
    /// The file without its number: the part of the ids of its words.
    pub name: String,
    pub pack: &'static dyn Pack,
    pub variant: String,
    /// Who is taught.
    pub learner: Seat,
    pub steps: Vec<Step>,
}

pub struct Step {
    pub says: Message,
    /// What is said when something else is clicked.
    pub otherwise: Option<Message>,
    /// Pieces, places and parts of the window that are pointed at.
    pub shows: Vec<String>,
    pub task: Task,
    until: Vec<String>,
}

/// What must happen before a lesson goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    /// It is read.
    Read,
    /// A press the motion waits for, by its name.
    Press(String),
    /// One of these commands is chosen.
    Choose(Vec<String>),
    /// Others do this.
    Watch(Vec<String>),
}

impl Lesson {
    /// What the lesson is called.
    pub fn title(&self) -> Message {
        word(self.pack, &self.name, "title")
    }
}

/// Every lesson of a game in the order of their files; none for most games.
pub fn files(library: &Library, pack: &dyn Pack) -> Vec<String> {
    library.shelf.rule_files(&format!("{}/{FOLDER}", pack.name()))
}

/// The lessons of a game in their order: what each is known by, whichever number it has, and what it is called.
pub fn listed(library: &Library, pack: &dyn Pack) -> Vec<(String, Message)> {
    let listed = |file: String| {
        let name = name_of(&file);
        (format!("{}/{name}", pack.name()), word(pack, &name, "title"))
    };
    files(library, pack).into_iter().map(listed).collect()
}

/// Whether a file is a lesson, by the folder it lies in.
pub fn is_lesson(path: &Path) -> bool {
    files::folders_of(path).first().is_some_and(|folder| folder == FOLDER)
}

/// Reads a lesson and the position it begins with.
pub fn read(library: &Library, source: &Source) -> Result<(Lesson, Game), Problems> {
    let document = document::parse(source)?;
    Script { source, document: &document }.lesson(library).map(|(lesson, game, _)| (lesson, game))
}

/// Reads a lesson and plays it through, every way that it allows.
pub(super) fn run(script: &Script<'_>, library: &Library) -> Result<Verdict, Problems> {
    let (lesson, game, tables) = script.lesson(library)?;
    let mut trial = Trial { script, lesson: &lesson, tables: &tables, failures: Vec::new(), ways: 0 };
    trial.follow(&game, 0);
    let about = script.document.get("about").and_then(Item::as_str).unwrap_or_default().to_owned();
    Ok(Verdict { path: script.source.path.clone(), rules: Vec::new(), about, failures: trial.failures, said: Vec::new() })
}

/// The words of a lesson under a key.
fn word(pack: &dyn Pack, lesson: &str, key: &str) -> Message {
    Message::new(format!("{}.lesson.{lesson}.{key}", pack.name()))
}

/// The name of a lesson: that of its file, without the number that puts it in order.
fn name_of(path: &str) -> String {
    let stem = Path::new(path).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    stem.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('_').to_owned()
}

impl Script<'_> {
    /// The lesson, the position it begins with, and its steps as they stand in the file.
    fn lesson(&self, library: &Library) -> Result<(Lesson, Game, Vec<&Table>), Problems> {
        let mut problems = Problems::default();
        let top = self.document.as_table();
        self.unknown_keys(top, &HEAD_KEYS, &mut problems);
        for key in ["about", "pack", "variant", "learner"] {
            if self.document.get(key).is_some_and(|item| !item.is_str()) {
                problems.push(self.at_key(top, key, msg!("scenario.no_text", key)));
            }
        }
        let steps = self.document.get("step").and_then(Item::as_array_of_tables);
        let tables: Vec<&Table> = steps.into_iter().flat_map(toml_edit::ArrayOfTables::iter).collect();
        if tables.is_empty() {
            problems.push(self.at_key(top, "step", msg!("scenario.lesson.no_steps")).remedy(msg!("scenario.lesson.step_form")));
        }
        let game = match self.given(library) {
            Ok(game) if !problems.has_errors() => game,
            Ok(_) => return Err(problems),
            Err(found) => {
                problems.0.extend(found.0);
                return Err(problems);
            }
        };
        let (pack, name) = (game.rules().pack, name_of(&self.source.path));
        let learner = match self.document.get("learner").and_then(Item::as_str) {
            None => Some(game.turn().seat),
            Some(wanted) => (0..game.turn().seats).find(|seat| pack.seat_name(*seat) == wanted),
        };
        if learner.is_none() {
            let names: Vec<&str> = (0..game.turn().seats).map(|seat| pack.seat_name(seat)).collect();
            problems.push(self.at_key(top, "learner", msg!("scenario.lesson.no_seat")).allowed_names(&names));
        }
        self.known_words(top, "step", &word(pack, &name, "title"), &mut problems);
        let mut read = Vec::new();
        for table in &tables {
            read.extend(self.step(&game, &name, table, &mut problems));
        }
        if let Some((last, table)) = read.last().zip(tables.last())
            && last.task != Task::Read
        {
            problems.push(self.at_key(*table, "say", msg!("scenario.lesson.no_close")).remedy(msg!("scenario.lesson.close")));
        }
        let variant = self.document.get("variant").and_then(Item::as_str).unwrap_or(STANDARD).to_owned();
        let lesson = Lesson { name, pack, variant, learner: learner.unwrap_or_default(), steps: read };
        problems.unless_errors(lesson).map(|(lesson, _)| (lesson, game, tables))
    }

    fn step(&self, game: &Game, lesson: &str, table: &Table, problems: &mut Problems) -> Option<Step> {
        self.unknown_keys(table, &STEP_KEYS, problems);
        let mut said = |key: &str| {
            let item = table.get(key)?;
            let Some(text) = item.as_str() else {
                problems.push(self.problem(item, msg!("scenario.no_text", key)));
                return None;
            };
            let message = word(game.rules().pack, lesson, text);
            self.known_words(table, key, &message, problems);
            Some(message)
        };
        let (says, otherwise) = (said("say"), said("else"));
        if table.get("say").is_none() {
            let place = table.span().unwrap_or(0..0);
            problems
                .push(Problem::at(self.source, place, msg!("scenario.lesson.silent")).remedy(msg!("scenario.lesson.step_form")));
        }
        let mut list = |key: &str| match table.get(key).map(|item| (item, texts(&to_json(item)))) {
            None => Vec::new(),
            Some((_, Ok(texts))) => texts,
            Some((item, Err(message))) => {
                problems.push(self.problem(item, message));
                Vec::new()
            }
        };
        let (shows, until, allowed, plays) = (list("show"), list("until"), list("allow"), list("plays"));
        for shown in shows.iter().filter(|shown| !can_be_shown(game, shown)) {
            let problem = self.at_key(table, "show", msg!("scenario.lesson.nothing_called", name = shown));
            problems.push(problem.did_you_mean(shown, PARTS).remedy(msg!("scenario.lesson.show_form", parts = PARTS.to_vec())));
        }
        let deeds: Vec<&str> = DEEDS.into_iter().filter(|key| table.get(key).is_some()).collect();
        if let [_, second, ..] = deeds[..] {
            let problem = self.at_key(table, second, msg!("scenario.lesson.two_deeds", keys = deeds.clone()));
            problems.push(problem.remedy(msg!("scenario.lesson.two_steps")));
        }
        if otherwise.is_some() && !["press", "allow"].iter().any(|key| table.get(key).is_some()) {
            problems.push(self.at_key(table, "else", msg!("scenario.lesson.needless_else")));
        }
        let task = match (table.get("press").map(Item::as_str), table.get("allow"), table.get("plays")) {
            (Some(Some(press)), ..) => Task::Press(press.to_owned()),
            (Some(None), ..) => {
                problems.push(self.at_key(table, "press", msg!("scenario.no_text", key = "press")));
                Task::Read
            }
            (_, Some(_), _) => Task::Choose(allowed),
            (.., Some(_)) => Task::Watch(plays),
            _ => Task::Read,
        };
        Some(Step { says: says?, otherwise, shows, task, until })
    }

    fn unknown_keys(&self, table: &dyn TableLike, known: &[&str], problems: &mut Problems) {
        for (key, _) in table.iter().filter(|(key, _)| !known.contains(key)) {
            let problem = self.at_key(table, key, msg!("scenario.unknown_key", key)).allowed_names(known);
            problems.push(problem.did_you_mean(key, known.iter().copied()));
        }
    }

    /// Whether there are words for what is said.
    fn known_words(&self, table: &dyn TableLike, key: &str, message: &Message, problems: &mut Problems) {
        if !words::spoken().knows(&message.id) && !words::english().knows(&message.id) {
            let problem = self.at_key(table, key, msg!("scenario.lesson.no_words", id = message.id.to_string()));
            problems.push(problem.remedy(msg!("scenario.lesson.write_words")));
        }
    }
}

/// Whether a name can be pointed at: a part of the window, or a piece or place, perhaps with its kind before it.
fn can_be_shown(game: &Game, name: &str) -> bool {
    let piece = name.rsplit_once(':').map_or(name, |(_, piece)| piece);
    // What a game calls its targets by numbers only the window can know.
    let by_number = name.contains(':') && piece.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    PARTS.contains(&name) || name.starts_with(BUTTON) || by_number || game.find(piece).is_some()
}

/// A lesson being played by nobody.
struct Trial<'a> {
    script: &'a Script<'a>,
    lesson: &'a Lesson,
    tables: &'a [&'a Table],
    failures: Vec<Problem>,
    /// How many ways through it have been tried.
    ways: usize,
}

impl Trial<'_> {
    /// Plays on from a step; whatever is wrong is told once.
    fn follow(&mut self, game: &Game, at: usize) {
        let Some(step) = self.lesson.steps.get(at) else {
            self.ways += 1;
            if self.ways == 1 {
                self.look_for_unused(game);
            }
            return;
        };
        let (key, ways): (&str, Vec<Vec<&String>>) = match &step.task {
            Task::Read | Task::Press(_) => ("say", vec![Vec::new()]),
            Task::Choose(allowed) => ("allow", allowed.iter().map(|text| vec![text]).collect()),
            Task::Watch(plays) => ("plays", vec![plays.iter().collect()]),
        };
        for way in ways {
            if self.ways > MOST_WAYS || !self.failures.is_empty() {
                return;
            }
            let mut game = game.clone();
            let mut events = Vec::new();
            for text in way {
                let by_learner = key == "allow";
                if (game.deciding() == self.lesson.learner) != by_learner && game.outcome().is_none() {
                    let who = game.rules().pack.seat(game.deciding());
                    return self.fail(at, key, msg!("scenario.lesson.not_their_turn", who));
                }
                if let Err(illegal) = game.apply_text(text) {
                    return self.fail(at, key, illegal.message());
                }
                events.extend(then_events(&game));
            }
            if let Some(wanted) = step.until.iter().find(|wanted| !events.contains(wanted)) {
                let happened = serde_json::json!(events).to_string();
                return self.fail(at, "until", msg!("scenario.not_happened", event = wanted, happened));
            }
            self.follow(&game, at + 1);
        }
    }

    fn fail(&mut self, at: usize, key: &str, message: Message) {
        let problem = self.script.at_key(self.tables[at], key, message);
        self.failures.push(problem);
    }

    /// Loaded chance that nobody asks for.
    fn look_for_unused(&mut self, game: &Game) {
        let Some(given) = self.script.document.get("given") else { return };
        for (key, n) in left_over(game, &to_json(given)) {
            let table = given.as_table_like().unwrap_or(self.script.document.as_table());
            self.failures.push(self.script.at_key(table, &key, msg!("scenario.unused_chance", n)));
        }
    }
}

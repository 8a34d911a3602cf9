//! One game at the table from its first event to its last, with everything that happened on the way: the trace, the
//! story, and the moments one can go back to.

use super::cast::{SeatCard, from_header, retell};
use crate::players::{self, Player};
use crate::problem::{Problem, Problems};
use crate::sim::event::TurnBegan;
use crate::sim::{Chance, Command, Event, Game, Illegal, Ruleset};
use crate::trace::{self, Trace};
use crate::variant::Library;
use crate::variant::reload::{Change, apply};
use serde_json::{Value, json};
use std::sync::Arc;

/// What brought the game from one moment to the next.
#[derive(Debug, Clone)]
pub enum Deed {
    Command(Command),
    Rules(Vec<Change>),
}

/// A line of the story.
#[derive(Debug, Clone)]
pub struct Entry {
    pub text: String,
    pub event: Event,
    /// Opens a turn.
    pub opens: bool,
}

/// Why a move cannot be taken back.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoUndo {
    #[error("there is nothing to take back")]
    Nothing,
    #[error("chance has spoken since: the settings can allow undo across a roll")]
    Chance,
}

/// The game as it was before a deed.
struct Moment {
    deed: Deed,
    before: Game,
    by_human: bool,
    text: usize,
    story: usize,
    course: usize,
}

pub struct Session {
    pub game: Game,
    pub cast: Vec<SeatCard>,
    pub seed: u64,
    /// The variant by the name or path it was loaded with.
    pub variant: String,
    pub story: Vec<Entry>,
    /// Everyone's score after each turn, for the plot at the end.
    pub course: Vec<(u32, Vec<i64>)>,
    text: String,
    past: Vec<Moment>,
    future: Vec<Deed>,
    bots: Vec<Option<Box<dyn Player>>>,
}

impl Session {
    pub fn new(rules: Arc<Ruleset>, variant: &str, cast: Vec<SeatCard>, seed: u64) -> Result<Self, Problems> {
        let game = Game::recorded(rules, cast.len(), Chance::seeded(seed));
        let game = game.map_err(|error| Problem::about("seats", error.to_string()))?;
        Ok(Self::around(game, variant, cast, seed))
    }

    fn around(game: Game, variant: &str, cast: Vec<SeatCard>, seed: u64) -> Self {
        let kinds: Vec<String> = cast.iter().map(|card| card.kind.clone()).collect();
        let mut header = trace::header(&game, &kinds, seed);
        header["players"] = cast.iter().map(SeatCard::to_json).collect();
        header["variant_file"] = json!(variant);
        let bots = kinds.iter().zip(0..).map(|(kind, seat)| players::seat(kind, seed, seat)).collect();
        let mut session = Self {
            game,
            cast,
            seed,
            variant: variant.to_owned(),
            story: Vec::new(),
            course: Vec::new(),
            text: format!("{header}\n"),
            past: Vec::new(),
            future: Vec::new(),
            bots,
        };
        session.note();
        session
    }

    /// Takes up a saved game where it stopped; every event of it is verified on the way.
    pub fn from_trace(trace: &Trace, library: &Library) -> Result<Self, Problems> {
        trace::replay(trace)?;
        Self::up_to(trace, usize::MAX, library)
    }

    /// The game of a trace after its first `deeds` commands and changes of rules.
    pub fn up_to(trace: &Trace, deeds: usize, library: &Library) -> Result<Self, Problems> {
        let header = &trace.header;
        let cast = from_header(header.pack, &header.seats, &header.extra["players"]);
        let variant = header.extra["variant_file"].as_str().unwrap_or(&header.rules.blueprint.variant).to_owned();
        let game = Game::recorded(furnished(&header.rules, library), cast.len(), Chance::seeded(header.seed));
        let game = game.map_err(|error| Problem::on_line(&trace.source, 1, error.to_string()))?;
        let mut session = Self::around(game, &variant, cast, header.seed);
        for line in trace.lines.iter().filter(|line| is_deed(&line.kind)).take(deeds) {
            let wrong = |message: String| Problems::from(Problem::on_line(&trace.source, line.number, message));
            let deed = session.read_deed(&line.kind, &line.value).map_err(wrong)?;
            session.carry_out(deed).map_err(wrong)?;
        }
        Ok(session)
    }

    fn read_deed(&self, kind: &str, value: &Value) -> Result<Deed, String> {
        if kind == "command" {
            let text = value["text"].as_str().ok_or("a command has no text")?;
            return self.game.parse_command(text).map(Deed::Command);
        }
        let changes = value["changes"].as_array().ok_or("a change of rules has no list of changes")?;
        changes.iter().map(Change::from_json).collect::<Result<_, _>>().map(Deed::Rules)
    }

    /// The whole game as a trace, ready to be written.
    pub fn trace(&self) -> &str {
        &self.text
    }

    /// The player whose decision is awaited, unless the game is over.
    pub fn to_act(&self) -> Option<&SeatCard> {
        self.game.outcome().is_none().then(|| &self.cast[self.game.deciding() as usize])
    }

    pub fn awaits_human(&self) -> bool {
        self.to_act().is_some_and(SeatCard::is_human)
    }

    pub fn humans(&self) -> usize {
        self.cast.iter().filter(|card| card.is_human()).count()
    }

    // ── Going forward ─────────────────────────────────────────────────────────────────────────────────────────

    /// Does what the player to act chose.
    pub fn play(&mut self, command: Command) -> Result<(), Illegal> {
        let before = self.game.clone();
        self.game.apply(command)?;
        self.remember(Deed::Command(command), before);
        self.future.clear();
        Ok(())
    }

    /// Lets the bot whose turn it is decide; false when it is a person's turn or nobody's.
    pub fn let_bot_play(&mut self) -> bool {
        if self.game.outcome().is_some() {
            return false;
        }
        let Some(bot) = &mut self.bots[self.game.deciding() as usize] else { return false };
        let command = bot.choose(&self.game);
        self.play(command).is_ok()
    }

    /// Lends out the bot whose decision is awaited, so that it can think elsewhere.
    pub fn lend_bot(&mut self) -> Option<(usize, Box<dyn Player>)> {
        if self.game.outcome().is_some() {
            return None;
        }
        let seat = usize::from(self.game.deciding());
        self.bots[seat].take().map(|bot| (seat, bot))
    }

    /// Takes a bot back that has thought elsewhere.
    pub fn return_bot(&mut self, seat: usize, bot: Box<dyn Player>) {
        self.bots[seat] = Some(bot);
    }

    /// Writes down a change of rules that the files have brought into the game.
    pub fn rules_changed(&mut self, changes: Vec<Change>, before: Game) {
        self.remember(Deed::Rules(changes), before);
        self.future.clear();
    }

    fn remember(&mut self, deed: Deed, before: Game) {
        let by_human = self.cast[before.deciding() as usize].is_human() || matches!(deed, Deed::Rules(_));
        let (text, story, course) = (self.text.len(), self.story.len(), self.course.len());
        self.past.push(Moment { deed, before, by_human, text, story, course });
        self.note();
    }

    /// Takes the last events into trace, story and course.
    fn note(&mut self) {
        for line in trace::lines(&self.game) {
            self.text += &line.to_string();
            self.text.push('\n');
        }
        for event in self.game.events() {
            if let Some(sentence) = self.game.sentence(event) {
                let text = retell(&self.game, &self.cast, &sentence);
                self.story.push(Entry { text, event: event.clone(), opens: event.is(TurnBegan::kind()) });
            }
        }
        self.course.push((self.game.turn().round, self.game.rules().pack.course(&self.game)));
    }

    fn carry_out(&mut self, deed: Deed) -> Result<(), String> {
        let before = self.game.clone();
        match &deed {
            Deed::Command(command) => {
                self.game.apply(*command).map_err(|illegal| illegal.to_string())?;
            }
            Deed::Rules(changes) => {
                apply(&mut self.game, changes, None).map_err(|problems| problems.to_string())?;
            }
        }
        self.remember(deed, before);
        Ok(())
    }

    // ── Going back ────────────────────────────────────────────────────────────────────────────────────────────

    /// How many deeds have been done.
    pub fn deeds(&self) -> usize {
        self.past.len()
    }

    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Whether the last decision of a person (or change of rules) could be taken back.
    pub fn can_undo(&self, across_chance: bool) -> Result<(), NoUndo> {
        let last = self.past.iter().rposition(|moment| moment.by_human).ok_or(NoUndo::Nothing)?;
        let drawn = self.game.chance().draws() > self.past[last].before.chance().draws();
        if drawn && !across_chance { Err(NoUndo::Chance) } else { Ok(()) }
    }

    /// Goes back to before the last decision of a person, or before the last change of rules.
    pub fn undo(&mut self, across_chance: bool) -> Result<(), NoUndo> {
        self.can_undo(across_chance)?;
        while !self.step_back().is_none_or(|by_human| by_human) {}
        Ok(())
    }

    /// Does again what was taken back, up to the next decision of a person.
    pub fn redo(&mut self) -> bool {
        let mut done = false;
        while self.step_forward() {
            done = true;
            let next_is_rules = matches!(self.future.last(), Some(Deed::Rules(_)));
            if self.awaits_human() || next_is_rules {
                break;
            }
        }
        done
    }

    /// Takes back one deed, whoever did it; tells whether a person did.
    fn step_back(&mut self) -> Option<bool> {
        let moment = self.past.pop()?;
        self.text.truncate(moment.text);
        self.story.truncate(moment.story);
        self.course.truncate(moment.course);
        self.game = moment.before;
        self.future.push(moment.deed);
        Some(moment.by_human)
    }

    /// Does again one deed that was taken back; false when there is none.
    pub fn step_forward(&mut self) -> bool {
        let Some(deed) = self.future.pop() else { return false };
        let done = self.carry_out(deed).is_ok();
        if !done {
            self.future.clear();
        }
        done
    }

    /// Goes to the moment after so many deeds, as far as they are known.
    pub fn seek(&mut self, deeds: usize) {
        while self.past.len() > deeds && self.step_back().is_some() {}
        while self.past.len() < deeds && self.step_forward() {}
    }

    /// How many deeds are known, done or taken back.
    pub fn known_deeds(&self) -> usize {
        self.past.len() + self.future.len()
    }

    /// Forgets what was taken back: the game goes on from here.
    pub fn play_on(&mut self) {
        self.future.clear();
    }
}

/// The rules of a trace with the whole board, coasts and all, if the library still has the one it was played on.
fn furnished(rules: &Arc<Ruleset>, library: &Library) -> Arc<Ruleset> {
    let known = library.catalogue(rules.pack).ok().filter(|known| rules.pack.same_board(&known.board, &rules.board));
    let built = known.and_then(|known| Ruleset::build(rules.pack, rules.blueprint.clone(), &known.board).ok());
    built.map_or_else(|| rules.clone(), Arc::new)
}

/// Whether a line of a trace is something that was done, rather than something that followed.
fn is_deed(kind: &str) -> bool {
    matches!(kind, "command" | "rules_changed")
}

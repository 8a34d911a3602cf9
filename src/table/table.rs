//! One game at a table from its first event to its last. The table owns the game, the rules in force and the record of
//! both; [`Table::carry_out`] is the only way anything changes.

use super::cast::{SeatCard, named};
use super::deed::{Deed, NoUndo, Refused, Verdict};
use super::files::{FileSide, Heard};
use super::handicap::Handicap;
use super::journal::Note;
use super::trace;
use crate::players::{self, Decision, Player};
use crate::problem::{Problem, Problems};
use crate::sim::event::{RulesChanged, TurnBegan};
use crate::sim::{Chance, Command, Event, Game, Ruleset, Seat};
use crate::variant::Variant;
use crate::variant::declare::Applies;
use crate::variant::propose::{Change, Proposal, asked_of};
use crate::words::{Message, msg};
use serde_json::{Value, json};
use std::sync::Arc;

/// Where the record of a table is kept while it is played.
pub trait Keeper: Send {
    /// Keeps what has just been done, or sees to it that it will be.
    fn keep(&mut self, note: Note);

    /// Why something could not be kept; nothing once that is made good.
    fn trouble(&self) -> Option<Problem>;

    /// Whether some of it is still on its way.
    fn is_behind(&self) -> bool {
        false
    }

    /// Waits until everything is kept, or cannot be.
    fn settle(&mut self) {}
}

/// A line of the story.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Everything it says; who may read it how, [`Table::read_to`] knows.
    pub message: Message,
    /// Whom it names; of a change of rules, everybody. They may read its sums even where others may not.
    pub about: Vec<Seat>,
    pub event: Event,
    /// Opens a turn.
    pub opens: bool,
}

/// Something that was done, ready to be done again.
#[derive(Clone)]
pub(super) enum Done {
    Command(Command),
    Rules(Proposal),
}

/// The game as it was before something was done.
struct Moment {
    done: Done,
    before: Game,
    by_human: bool,
    text: usize,
    chain: trace::Chain,
    story: usize,
    course: usize,
}

pub struct Table {
    game: Game,
    cast: Vec<SeatCard>,
    seed: u64,
    /// The variant by the name or path it was loaded with.
    variant: String,
    handicap: Handicap,
    files: FileSide,
    story: Vec<Entry>,
    /// Everyone's score after each turn, for the plot at the end.
    course: Vec<(u32, Vec<i64>)>,
    text: String,
    /// The checksum of that text.
    chain: trace::Chain,
    /// The lines of the trace that the last deed has added.
    added: Vec<Value>,
    past: Vec<Moment>,
    /// What was taken back, the next one last, with the lines it has in the trace.
    future: Vec<(Done, String)>,
    bots: Vec<Option<Box<dyn Player>>>,
    keeper: Option<Box<dyn Keeper>>,
}

impl Table {
    pub fn new(rules: Arc<Ruleset>, variant: &str, cast: Vec<SeatCard>, seed: u64) -> Result<Self, Problems> {
        Self::with_handicap(rules, variant, cast, seed, Handicap::default())
    }

    /// Like [`Table::new`], with values of single seats that are this game's own; the rules have them already.
    pub fn with_handicap(
        rules: Arc<Ruleset>,
        variant: &str,
        cast: Vec<SeatCard>,
        seed: u64,
        handicap: Handicap,
    ) -> Result<Self, Problems> {
        let game = Game::recorded(rules, cast.len(), Chance::seeded(seed));
        let game = game.map_err(|error| Problem::about("seats", error.message()))?;
        let kinds: Vec<String> = cast.iter().map(|card| card.kind.clone()).collect();
        let mut header = trace::header(&game, &kinds, seed);
        header["players"] = cast.iter().map(SeatCard::to_json).collect();
        header["variant_file"] = json!(variant);
        if !handicap.0.is_empty() {
            header["handicap"] = Value::Object(handicap.0.clone());
        }
        let (mut text, mut chain) = (String::new(), trace::Chain::default());
        chain.add(&mut text, &header);
        let mut table = Self::laid(game, variant, cast, seed, handicap, (text, chain));
        table.note();
        Ok(table)
    }

    /// A table with a position on it that somebody has arranged, such as a lesson’s. Its record begins there and cannot be played
    /// again without whoever arranged it.
    pub fn staged(game: Game, variant: &str, cast: Vec<SeatCard>) -> Self {
        let record = (String::new(), trace::Chain::default());
        let mut table = Self::laid(game, variant, cast, 0, Handicap::default(), record);
        table.note();
        table
    }

    /// A table with a game on it and so much of its record, before anything is done.
    fn laid(
        game: Game,
        variant: &str,
        cast: Vec<SeatCard>,
        seed: u64,
        handicap: Handicap,
        (text, chain): (String, trace::Chain),
    ) -> Self {
        let bots = cast.iter().zip(0..).map(|(card, seat)| players::seat(&card.kind, seed, seat)).collect();
        Self {
            game,
            cast,
            seed,
            variant: variant.to_owned(),
            handicap,
            files: FileSide::default(),
            story: Vec::new(),
            course: Vec::new(),
            text,
            chain,
            added: Vec::new(),
            past: Vec::new(),
            future: Vec::new(),
            bots,
            keeper: None,
        }
    }

    /// A copy of the table as it was before its last moves, so many of them, and these moves. It knows nothing of what was
    /// done before and keeps nothing.
    pub(super) fn before_last(&self, moves: usize) -> (Self, Vec<Command>) {
        let is_move = |at: &usize| matches!(self.past[*at].done, Done::Command(_));
        let first = (0..self.past.len()).rev().filter(is_move).take(moves).last().unwrap_or(self.past.len());
        let made = self.past[first..].iter().filter_map(|moment| match moment.done {
            Done::Command(command) => Some(command),
            Done::Rules(_) => None,
        });
        let (game, text, chain, story, course) = match self.past.get(first) {
            Some(moment) => (&moment.before, moment.text, moment.chain, moment.story, moment.course),
            None => (&self.game, self.text.len(), self.chain, self.story.len(), self.course.len()),
        };
        let record = (self.text[..text].to_owned(), chain);
        let mut table = Self::laid(game.clone(), &self.variant, self.cast.clone(), self.seed, self.handicap.clone(), record);
        table.story.extend_from_slice(&self.story[..story]);
        table.course.extend_from_slice(&self.course[..course]);
        (table, made.collect())
    }

    // ── Looking ───────────────────────────────────────────────────────────────────────────────────────────────

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn cast(&self) -> &[SeatCard] {
        &self.cast
    }

    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The variant by the name or path it was loaded with.
    pub fn variant(&self) -> &str {
        &self.variant
    }

    /// What was chosen for single seats when the game was set up.
    pub fn handicap(&self) -> &Handicap {
        &self.handicap
    }

    pub fn files(&self) -> &FileSide {
        &self.files
    }

    pub fn story(&self) -> &[Entry] {
        &self.story
    }

    /// Round and everyone's standing after each deed.
    pub fn course(&self) -> &[(u32, Vec<i64>)] {
        &self.course
    }

    /// The whole game as a trace, ready to be written.
    pub fn trace(&self) -> &str {
        &self.text
    }

    /// The lines the last deed has added to the trace.
    pub(super) fn added(&self) -> &[Value] {
        &self.added
    }

    /// Why the record could not be kept, if it could not.
    pub fn trouble(&self) -> Option<Problem> {
        self.keeper.as_ref().and_then(|keeper| keeper.trouble())
    }

    /// Whether everything that was done is kept somewhere.
    pub fn is_kept(&self) -> bool {
        self.keeper.as_ref().is_some_and(|keeper| !keeper.is_behind() && keeper.trouble().is_none())
    }

    /// The player whose decision is awaited, unless the game is over.
    pub fn deciding(&self) -> Option<&SeatCard> {
        self.game.outcome().is_none().then(|| &self.cast[usize::from(self.game.deciding())])
    }

    pub fn awaits_human(&self) -> bool {
        self.deciding().is_some_and(SeatCard::is_human)
    }

    pub fn humans(&self) -> usize {
        self.cast.iter().filter(|card| card.is_human()).count()
    }

    /// How many moves and changes of rules have been made.
    pub fn deeds(&self) -> usize {
        self.past.len()
    }

    /// Whether anything was done in the game itself, and not only to its rules.
    pub fn has_moves(&self) -> bool {
        self.past.iter().any(|moment| matches!(moment.done, Done::Command(_)))
    }

    /// How many are known, made or taken back.
    pub fn known_deeds(&self) -> usize {
        self.past.len() + self.future.len()
    }

    /// Everything that was decided up to here, for whoever wants to look back at it.
    pub fn decisions(&self) -> Vec<Decision> {
        let decision = |(deeds, moment): (usize, &Moment)| match moment.done {
            Done::Command(done) => Some(Decision { deeds, game: moment.before.clone(), done, by_person: moment.by_human }),
            Done::Rules(_) => None,
        };
        self.past.iter().enumerate().filter_map(decision).collect()
    }

    /// The game as it was before the last deed, if there was one.
    pub fn before(&self) -> Option<&Game> {
        self.past.last().map(|moment| &moment.before)
    }

    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Whether the last decision of a person (or change of rules) could be taken back.
    pub fn can_undo(&self, across_chance: bool) -> Result<(), NoUndo> {
        let last = self.last_of_a_person().ok_or(NoUndo::Nothing)?;
        let drawn = self.game.chance().draws() > self.past[last].before.chance().draws();
        if across_chance {
            Ok(())
        } else if self.has_turned_up() {
            Err(NoUndo::Seen)
        } else if drawn {
            Err(NoUndo::Chance)
        } else {
            Ok(())
        }
    }

    /// Whether something that nobody had seen lies open since the last decision of a person (or change of rules).
    pub fn has_turned_up(&self) -> bool {
        let unseen = |game: &Game| game.rules().pack.unseen(game);
        self.last_of_a_person().is_some_and(|last| unseen(&self.game) < unseen(&self.past[last].before))
    }

    fn last_of_a_person(&self) -> Option<usize> {
        self.past.iter().rposition(|moment| moment.by_human)
    }

    // ── The door ──────────────────────────────────────────────────────────────────────────────────────────────

    /// Does something, all of it or nothing, and records it before it answers.
    ///
    /// ```
    /// # use triangulum::{table::{Deed, Table, default_cast}, variant::{Library, Shelf}};
    /// let library = Library::new(Shelf::built_in());
    /// let load = |name| library.load("bermuda", name).expect("it comes with the program");
    /// let standard = load("standard");
    /// let cast = default_cast(standard.rules.pack, &["human".to_owned(), "quick".to_owned()]);
    /// let mut table = Table::new(standard.rules, "standard", cast, 7).expect("Bermuda is for two to four");
    ///
    /// // Other rules for the game that is being played, and back again.
    /// let verdict = table.carry_out(Deed::Rules(Box::new(load("short")))).expect("they can be played by at once");
    /// assert!(verdict.lines().iter().any(|line| line == "Goal: from 350,000 to 200,000 (now)"));
    /// table.carry_out(Deed::Undo { across_chance: false }).expect("nothing was drawn since");
    /// assert_eq!(table.game().rules().blueprint.variant, "standard");
    /// ```
    pub fn carry_out(&mut self, deed: Deed) -> Result<Verdict, Refused> {
        let (mut verdict, before) = (Verdict::default(), self.past.len());
        match deed {
            Deed::Command(command) => {
                self.apply(Done::Command(command))?;
                self.keep_last_deed();
            }
            Deed::Rules(variant) => verdict = self.change_rules(&variant)?,
            Deed::Undo { across_chance } => {
                self.can_undo(across_chance)?;
                while !self.step_back().is_none_or(|by_human| by_human) {}
                self.keep_place();
            }
            Deed::Redo | Deed::Seek(_) => {
                let done = if let Deed::Seek(deeds) = deed { self.seek(deeds) } else { self.redo() };
                if self.past.len() != before {
                    self.keep_place();
                }
                done?;
            }
            Deed::PlayOn => self.forget_future(),
        }
        self.compare_files();
        Ok(verdict)
    }

    /// Lets the bot that must decide do so; false when it is a person's turn or nobody's.
    pub fn let_bot_play(&mut self) -> bool {
        let Some((seat, mut bot)) = self.lend_bot() else { return false };
        let command = bot.choose(&self.game);
        self.return_bot(seat, bot);
        self.carry_out(Deed::Command(command)).is_ok()
    }

    fn change_rules(&mut self, variant: &Variant) -> Result<Verdict, Refused> {
        let mut proposal = Proposal::from_files(&self.game, variant)?;
        // What waits for the next game is told once, not with every save that follows.
        let told = &self.files.discord;
        proposal.changes.retain(|change| change.applies < Applies::NextGame || !told.contains(change));
        let mut verdict = Verdict { changes: proposal.changes.clone(), remarks: Vec::new() };
        if proposal.matters() {
            self.apply(Done::Rules(proposal))?;
            self.keep_last_deed();
            verdict.remarks = self.consequences(&verdict.changes);
        }
        Ok(verdict)
    }

    /// What follows from changes that nobody would expect, a line for each rule concerned.
    fn consequences(&self, changes: &[Change]) -> Vec<Message> {
        let mut sections: Vec<&str> = changes.iter().filter_map(Change::section).collect();
        sections.dedup();
        sections
            .into_iter()
            .filter_map(|section| self.game.consequence(section))
            .map(|remark| named(&self.cast, remark))
            .collect()
    }

    /// Whether what was done last is a change of rules.
    pub fn last_is_of_rules(&self) -> bool {
        matches!(self.past.last(), Some(Moment { done: Done::Rules(_), .. }))
    }

    /// Whether what would be done again next is a change of rules.
    pub fn next_is_of_rules(&self) -> bool {
        matches!(self.future.last(), Some((Done::Rules(_), _)))
    }

    fn redo(&mut self) -> Result<(), Refused> {
        loop {
            self.step_forward()?;
            if self.future.is_empty() || self.awaits_human() || self.next_is_of_rules() {
                return Ok(());
            }
        }
    }

    fn seek(&mut self, deeds: usize) -> Result<(), Refused> {
        while self.past.len() > deeds && self.step_back().is_some() {}
        while self.past.len() < deeds && !self.future.is_empty() {
            self.step_forward()?;
        }
        Ok(())
    }

    /// Takes back one deed, whoever did it; tells whether a person did.
    fn step_back(&mut self) -> Option<bool> {
        let moment = self.past.pop()?;
        let lines = self.text.split_off(moment.text);
        self.chain = moment.chain;
        self.story.truncate(moment.story);
        self.course.truncate(moment.course);
        self.added.clear();
        self.game = moment.before;
        self.future.push((moment.done, lines));
        Some(moment.by_human)
    }

    /// Does again one deed that was taken back.
    fn step_forward(&mut self) -> Result<(), Refused> {
        let (done, _) = self.future.pop().ok_or(Refused::NothingToRedo)?;
        self.apply(done).inspect_err(|_| self.forget_future())
    }

    /// Does one thing to the game and writes it down.
    pub(super) fn apply(&mut self, done: Done) -> Result<(), Refused> {
        let before = self.game.clone();
        match &done {
            Done::Command(command) => {
                self.game.apply(*command)?;
            }
            Done::Rules(proposal) => proposal.swap_into(&mut self.game),
        }
        let by_human = match done {
            Done::Command(_) => self.cast[usize::from(before.deciding())].is_human(),
            Done::Rules(_) => true,
        };
        let (text, story, course) = (self.text.len(), self.story.len(), self.course.len());
        let chain = self.chain;
        self.past.push(Moment { done, before, by_human, text, chain, story, course });
        self.note();
        Ok(())
    }

    // ── The record ────────────────────────────────────────────────────────────────────────────────────────────

    /// Takes the last events into trace, story and course.
    fn note(&mut self) {
        self.added = trace::lines(&self.game);
        for line in &self.added {
            self.chain.add(&mut self.text, line);
        }
        for event in self.game.events() {
            if let Some(message) = self.game.sentence(event) {
                let about = message.seats();
                let message = named(&self.cast, message);
                self.story.push(Entry { message, about, event: event.clone(), opens: event.is(TurnBegan::kind()) });
            }
        }
        self.note_rules();
        self.course.push((self.game.turn().round, self.game.rules().pack.course(&self.game)));
    }

    /// Tells in the story how the rules have just been changed.
    fn note_rules(&mut self) {
        let Some(Moment { done: Done::Rules(proposal), .. }) = self.past.last() else { return };
        let Some(event) = self.game.events().iter().find(|event| event.is(RulesChanged::kind())) else { return };
        let verdict = Verdict { changes: proposal.changes.clone(), remarks: Vec::new() };
        // Rules are nobody's secret.
        let everybody: Vec<Seat> = (0..self.game.turn().seats).collect();
        let line = |message: Message| Entry { about: everybody.clone(), message, event: event.clone(), opens: false };
        self.story.extend(verdict.said().into_iter().map(line));
    }

    /// Has the record kept from now on, beginning with what there is.
    pub fn keep_with(&mut self, keeper: impl Keeper + 'static) {
        self.keeper = Some(Box::new(keeper));
        let places: Vec<usize> = self.past.iter().map(|moment| moment.text).chain([self.text.len()]).collect();
        self.keep(Note::Begun(self.text[..places[0]].to_owned()));
        for place in places.windows(2) {
            self.keep(Note::Done(self.text[place[0]..place[1]].to_owned()));
        }
        let taken_back: Vec<Note> = self.future.iter().rev().map(|(_, lines)| Note::Done(lines.clone())).collect();
        if !taken_back.is_empty() {
            for note in taken_back {
                self.keep(note);
            }
            self.keep_place();
        }
    }

    /// Goes on with a keeper that knows everything up to here, and what was taken back.
    pub fn keep_on_with(&mut self, keeper: impl Keeper + 'static) {
        self.keeper = Some(Box::new(keeper));
    }

    /// Has nothing kept from now on: what follows is only looked at. What was kept stays where it is.
    pub fn keep_no_longer(&mut self) {
        self.settle();
        self.keeper = None;
    }

    /// Waits until everything that was done is kept, or cannot be.
    pub fn settle(&mut self) {
        if let Some(keeper) = &mut self.keeper {
            keeper.settle();
        }
    }

    fn keep(&mut self, note: Note) {
        if let Some(keeper) = &mut self.keeper {
            keeper.keep(note);
        }
    }

    /// Keeps the deed that was done last; it leads elsewhere than what was taken back.
    fn keep_last_deed(&mut self) {
        self.future.clear();
        if let Some(keeper) = &mut self.keeper
            && let Some(moment) = self.past.last()
        {
            keeper.keep(Note::Done(self.text[moment.text..].to_owned()));
        }
    }

    fn keep_place(&mut self) {
        self.keep(Note::At(self.past.len()));
    }

    fn forget_future(&mut self) {
        self.future.clear();
        self.keep_place();
        self.keep(Note::PlayOn);
    }

    // ── The files ─────────────────────────────────────────────────────────────────────────────────────────────

    /// Follows the files of a variant from now on; nothing in the game changes by that.
    pub fn follow(&mut self, variant: &str, loaded: Result<Variant, Problems>) {
        variant.clone_into(&mut self.variant);
        self.files = match self.handicap.over(loaded) {
            Ok(said) => FileSide { said: Some(said), ..FileSide::default() },
            Err(broken) => FileSide { broken: Some(broken), ..FileSide::default() },
        };
        self.compare_files();
    }

    /// Listens to what the files say now, and does it if that can be done.
    pub fn hear(&mut self, news: Result<Variant, Problems>) -> Heard {
        let was_broken = self.files.broken.take().is_some();
        let variant = match self.handicap.over(news) {
            Ok(variant) => variant,
            Err(problems) => {
                self.files.broken = Some(problems.clone());
                return Heard::Refused(problems);
            }
        };
        match self.carry_out(Deed::Rules(Box::new(variant.clone()))) {
            Ok(mut verdict) => {
                let waited = std::mem::take(&mut self.files.discord);
                self.files.said = Some(variant);
                self.compare_files();
                verdict.remarks.extend(self.withdrawn(&waited, &verdict.changes));
                match verdict.lines().is_empty() {
                    true if was_broken => Heard::Mended,
                    true => Heard::Nothing,
                    false => Heard::Changed(verdict),
                }
            }
            Err(refused) => {
                let problems = match refused {
                    Refused::Rules(problems) => problems,
                    other => variant.problem_on_line(1, other.message()).into(),
                };
                self.files.broken = Some(problems.clone());
                Heard::Refused(problems)
            }
        }
    }

    /// What waited for the next game and is no longer asked for.
    fn withdrawn(&self, waited: &[Change], changes: &[Change]) -> Vec<Message> {
        let still = |change: &Change| self.files.discord.iter().chain(changes).any(|other| other.key == change.key);
        let gone = waited.iter().filter(|change| change.applies == Applies::NextGame && !still(change));
        gone.map(|change| msg!("table.withdrawn", what = change.what())).collect()
    }

    fn compare_files(&mut self) {
        let said = self.files.said.as_ref();
        self.files.discord = said.map(|variant| asked_of(&self.game, variant)).unwrap_or_default();
    }

    // ── Bots ──────────────────────────────────────────────────────────────────────────────────────────────────

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
}

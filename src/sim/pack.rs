//! A pack is one game: its rules, its pieces, its words. Everything outside the pack meets it through this trait. What every game
//! must say comes first and has no default; the rest is there for games that want it otherwise than the table does it by itself.

use super::blueprint::BuildError;
use super::bot::{Bot, ByScore};
use super::chance::Chance;
use super::command::{Command, Reason};
use super::event::Event;
use super::from_files::{self, Reader};
use super::game::Game;
use super::id::{Seat, calling};
use super::measure::{Measure, NothingMore};
use super::rule::Rule;
use super::ruleset::Ruleset;
use super::secret::Eyes;
use super::show::{self, Show, Standing};
use super::snapshot::Part;
use super::{plain, speech};
use crate::built_in::Files;
use crate::problem::{Problems, Source};
use crate::words::{self, Arg, Message, msg};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::any::Any;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A pack's board and other fixed data, in a type only the pack knows.
pub type Board = Arc<dyn Any + Send + Sync>;

/// What a pack has worked out for a ruleset, or why it cannot be played.
pub type Prepared = Result<Board, Vec<BuildError>>;

/// Whether two boards of a type are equal in every detail.
pub fn equal_boards<T: PartialEq + 'static>(one: &Board, other: &Board) -> bool {
    matches!((one.downcast_ref::<T>(), other.downcast_ref::<T>()), (Some(one), Some(other)) if one == other)
}

/// A board that was read as it is written, in a type of the pack's own: what [`Pack::prepare`] usually gives. The names listed
/// under `places` are those of the first pieces a pack puts on the table, and an [`Id`](super::id::Id) anywhere in the board is one of them.
pub fn plain_board<T: DeserializeOwned + Send + Sync + 'static>(board: &Board, places: &str) -> Prepared {
    let plain = board.downcast_ref::<Value>().cloned().unwrap_or_default();
    let names = plain.get(places).and_then(|names| serde_json::from_value(names.clone()).ok()).unwrap_or_default();
    let error = |error: serde_json::Error| vec![BuildError::Section { section: "board".to_owned(), detail: error.to_string() }];
    calling(&Arc::new(names), || serde_json::from_value::<T>(plain).map(|board| Arc::new(board) as Board).map_err(error))
}

/// What seats are called where a pack does not say: the colours of the table.
const COLOURS: [&str; 6] = ["blue", "green", "red", "yellow", "violet", "white"];

pub trait Pack: Sync {
    // ── What every game must say ──────────────────────────────────────────────────────────────────────────────

    /// The short name used in files and on the command line.
    fn name(&self) -> &'static str;

    /// Its rules, variants and words as they are built into the program: `triangulum::game_files!()`.
    fn files(&self) -> Files;

    /// How many players the game is for, over all its variants.
    fn seats(&self) -> RangeInclusive<usize>;

    /// The game as printed, in order.
    fn base_rules(&self) -> &'static [&'static dyn Rule];

    /// Component types of the pack's pieces.
    fn parts(&self) -> &'static [Part];

    /// Puts the pieces on the table; their values come with [`Pack::deal`].
    fn furnish(&self, game: &mut Game);

    /// Gives every piece its starting value and says who begins.
    fn deal(&self, game: &mut Game);

    /// The words of the game's own verbs, each at the place of its number. Rules bring verbs of their own.
    fn verbs(&self) -> &'static [&'static str];

    /// A seat's score.
    fn total(&self, game: &Game, seat: Seat) -> i64;

    /// Every way a game can end, as [`Game::finish`] is told.
    fn endings(&self) -> &'static [&'static str];

    // ── Players ───────────────────────────────────────────────────────────────────────────────────────────────

    /// How many players a variant is for.
    fn seats_under(&self, _rules: &Ruleset) -> RangeInclusive<usize> {
        self.seats()
    }

    /// How many play when nobody says.
    fn usual_seats(&self, rules: &Ruleset) -> usize {
        *self.seats_under(rules).end()
    }

    /// Whether a seat has left the game and gets no more turns.
    fn is_out(&self, _game: &Game, _seat: u8) -> bool {
        false
    }

    /// What a seat is called, such as its colour.
    fn seat_name(&self, seat: u8) -> &'static str {
        COLOURS[usize::from(seat) % COLOURS.len()]
    }

    /// A seat's standing as a plot over the rounds shows it; the score, unless that tells too little.
    fn standing(&self, game: &Game, seat: Seat) -> i64 {
        self.total(game, seat)
    }

    /// A number that is another one whenever a standing has changed; nothing where the pack does not count.
    fn standings_stamp(&self, _game: &Game) -> Option<u32> {
        None
    }

    /// Rearranges by chance what nobody at the table can see, such as cards under the top one, so that a player who
    /// thinks ahead in a copy of the game learns nothing from it.
    fn veil(&self, _game: &mut Game) {}

    /// How much lies on the table that a person's own move may turn up, such as cards under the top one. When there is less of it,
    /// somebody has seen what nobody knew.
    fn unseen(&self, _game: &Game) -> usize {
        0
    }

    /// Puts something by chance, in a copy to think in, in the place of what is [hidden](super::secret) from a seat.
    fn conceal(&self, _game: &mut Game, _what: &str, _seat: Seat) {}

    /// Rules of thumb for the program's own players; they go by the scores where there are none.
    fn bot(&self) -> &'static dyn Bot {
        &ByScore
    }

    // ── Rules ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// House rules that are written in Rust, in the order they edit the plan.
    fn native_house_rules(&self) -> &'static [&'static dyn Rule] {
        &[]
    }

    /// What house rules from files can say and do in this game: a [`Dialect`](crate::script::Dialect). One that brings none has what
    /// every game has.
    fn dialect(&self) -> &'static dyn Reader {
        from_files::usual(self.name())
    }

    /// The revision of the game's own native rules: raised whenever a recorded game could go another way. Games that come with the
    /// program share one, and leave this as it is.
    fn revision(&self) -> u64 {
        0
    }

    /// Fits a running game to rules that have just changed, or to a position somebody has arranged: whatever is kept beside
    /// the world and follows from the pieces is worked out anew.
    fn refit(&self, _game: &mut Game) {}

    /// Whether everything that must always hold does: no piece lost, nothing in two places. The message says what
    /// does not.
    fn audit(&self, _game: &Game) -> Result<(), String> {
        Ok(())
    }

    /// Whether a piece lies where it cannot stay, as before a bump that is due: rules from files may not turn aside then.
    fn is_unsettled(&self, _game: &Game) -> bool {
        false
    }

    /// What is left to chance, each at the place of its [`Purpose`](super::chance::Purpose)'s number; a scenario loads outcomes by these names.
    fn purposes(&self) -> &'static [&'static str] {
        &[]
    }

    /// Loads the chance a scenario asks for by the name of a purpose: what is drawn, counted from 1.
    fn load_chance(&self, _rules: &Ruleset, chance: &mut Chance, given: &Value) -> Result<(), Message> {
        plain::load_chance(self.purposes(), chance, given)
    }

    // ── The board ─────────────────────────────────────────────────────────────────────────────────────────────

    /// Reads and checks a board from a file of its own, or from the table `board` inside a variant. One that no pack reads
    /// otherwise is the file as it is, a [`Value`], which [`Pack::prepare`] makes something of; there need not be one.
    fn read_board(&self, source: &Source, inside: bool) -> Result<Board, Problems> {
        plain::read_board(source, inside)
    }

    /// Reads the board from a trace header; the message says what is wrong with it. Nothing at all stands for no board.
    fn read_trace_board(&self, board: &Value) -> Result<Board, Message> {
        Ok(Arc::new(board.clone()))
    }

    /// Whether two boards are the same to play on, whatever is drawn around them. A trace holds only what is played on.
    fn same_board(&self, one: &Board, other: &Board) -> bool {
        equal_boards::<Value>(one, other)
    }

    /// The board as it stands in a trace header.
    fn trace_board(&self, game: &Game) -> Value {
        game.rules().board.downcast_ref::<Value>().cloned().unwrap_or_default()
    }

    /// Works out everything that depends only on board and settings; [`Ruleset::prepared`] gives it back.
    fn prepare(&self, _rules: &Ruleset, board: &Board) -> Prepared {
        Ok(board.clone())
    }

    // ── Words ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// How many pieces a command with one of the game's own verbs names: `move a1 a2` names two.
    fn pieces_named(&self, _verb: &str) -> usize {
        1
    }

    /// A command with one of the game's own verbs as its one-line text: the verb and the pieces it names.
    fn command_text(&self, game: &Game, command: Command) -> String {
        let Some(verb) = self.verbs().get(usize::from(command.verb.0)) else { return "?".to_owned() };
        speech::text(game, verb, command, self.pieces_named(verb))
    }

    /// A one-line text as a command with one of the game's own verbs, whether or not it is on offer; the message says
    /// what is wrong with it. See [`Game::parse_command`].
    fn parse_command(&self, game: &Game, text: &str) -> Result<Command, Message> {
        speech::parse(game, self.verbs(), text, &|verb| self.pieces_named(verb))
    }

    /// A command with one of the game's own verbs in words that follow "would"; nothing where there are none. See [`Game::deed`].
    fn deed(&self, game: &Game, command: Command) -> Option<Message> {
        self.show()?.deed(game, command)
    }

    /// Why a command with one of the game's own verbs is not on offer to the player whose turn it is.
    fn why_not(&self, game: &Game, command: Command) -> Reason {
        speech::not_on_offer(game, command)
    }

    /// An event as a sentence; nothing for events that need no telling. What no pack tells otherwise has the words
    /// `event.<name>` of the pack, with the fields of the event to speak of.
    fn sentence(&self, game: &Game, event: &Event) -> Option<Message> {
        game.told(event)
    }

    /// One of the things a setting lists, such as a segment of a spinner, as people read it; nothing where they read it as it is.
    fn listed(&self, _key: &str, _item: &Value) -> Option<Message> {
        None
    }

    /// What a rulebook says that no setting does, because it follows from the board or from several settings: the slots
    /// `{fact.<name>}` of its texts, and conditions on them.
    fn fact(&self, _rules: &Ruleset, _name: &str) -> Option<Arg> {
        None
    }

    // ── Pictures ──────────────────────────────────────────────────────────────────────────────────────────────

    /// How the game is looked at, without any graphics; a pack with a scene of its own can do without.
    fn show(&self) -> Option<&'static dyn Show> {
        None
    }

    /// How a seat stands: its score, and what goes with it. [`Standing::as_seen`] leaves out what is hidden.
    fn stands(&self, game: &Game, seat: Seat) -> Standing {
        let score = || Standing::of(msg!("sim.show.count", n = self.total(game, seat)), Message::verbatim(""));
        self.show().map_or_else(score, |show| show.standing(game, seat))
    }

    /// The position in words, a line for each thing that lies somewhere, for those who do not see the board. Nothing is said that is hidden
    /// from whoever it is told to.
    fn aloud(&self, game: &Game, _to: Eyes) -> Vec<Message> {
        self.show().map(|show| show::aloud(show, game)).unwrap_or_default()
    }

    /// The empty board as an SVG drawing, for games that have one.
    fn draw(&self, rules: &Ruleset) -> Option<String> {
        Some(show::board(self.show()?, rules))
    }

    /// A drawing for the rulebook by its name, beside the empty board that every game with one can show.
    fn illustration(&self, rules: &Ruleset, name: &str) -> Option<String> {
        if name == "board" { self.draw(rules) } else { None }
    }

    /// A position of a running game as an SVG drawing, for games that have one, with the pieces of every seat in its
    /// [colour](show::COLOURS).
    fn picture_in(&self, game: &Game, colours: &[usize]) -> Option<String> {
        Some(show::art::position(self.show()?, game, colours))
    }

    // ── Positions and measures ────────────────────────────────────────────────────────────────────────────────

    /// Arranges a position described by a scenario's `given`; the message says what is wrong with it. By itself it takes
    /// pieces by their names, and the values of their [readable](super::snapshot::readable) parts.
    fn arrange(&self, game: &mut Game, given: &Value) -> Result<(), Message> {
        plain::arrange(game, given)?;
        self.refit(game);
        Ok(())
    }

    /// What everyone at the table can see, as a scenario's `then` names it: by itself what [`Pack::arrange`] takes, and the
    /// scores.
    fn observe(&self, game: &Game) -> Value {
        plain::observe(game)
    }

    /// Event fields that name the piece an event is about, in order of preference: a divergence points at it.
    fn piece_fields(&self) -> &'static [&'static str] {
        &[]
    }

    /// Events so ordinary that no scenario is about them.
    fn everyday_events(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether there is money in this game, so that what house rules have paid can be counted.
    fn has_money(&self) -> bool {
        false
    }

    /// What is measured in this game beside what every game has.
    fn measure(&self) -> &'static dyn Measure {
        &NothingMore
    }
}

/// What can be asked of any pack.
impl dyn Pack + '_ {
    /// Optional rules, in the order they edit the plan: those written in Rust, then those in the files that came with the game.
    pub fn house_rules(&self) -> &'static [&'static dyn Rule] {
        self.dialect().house_rules(self.native_house_rules())
    }

    /// Reads a house rule from the text of its file; the message says what is wrong with it. Equal texts are one rule.
    pub fn read_rule(&self, id: &str, text: &str) -> Result<&'static dyn Rule, Message> {
        self.dialect().read(id, text)
    }

    /// A position as an SVG drawing, in the colours seats have where nobody chose any.
    pub fn picture(&self, game: &Game) -> Option<String> {
        self.picture_in(game, &show::usual_colours(game))
    }

    /// The name for people.
    pub fn title(&self) -> Message {
        Message::new(format!("{}.title", self.name())).with("id", self.name())
    }

    /// What people call a rule: the title of a house rule's page, be it one that a variant brings along, or the name of a
    /// printed rule that can be repealed.
    pub fn rule_name(&self, id: &str) -> Message {
        let title = format!("{}.house.{id}.title", self.name());
        let name = if self.base_rules().iter().any(|rule| rule.id() == id) {
            Message::new(format!("{}.rule.{id}", self.name()))
        } else if words::spoken().knows(&title) {
            Message::new(title)
        } else {
            Message::verbatim(id)
        };
        name.with("id", id)
    }

    /// Why there is a house rule, where its page says so.
    pub fn rule_reason(&self, id: &str) -> Option<Message> {
        let why = format!("{}.house.{id}.why", self.name());
        words::spoken().knows(&why).then(|| Message::new(why))
    }

    /// What people call a setting, by the key of an effective value such as `ports.capacity.4` or `ports.miami.capacity`:
    /// whatever has words, exactly or with a name left open.
    pub fn setting_name(&self, key: &str) -> Option<Message> {
        let words = words::spoken();
        let parts: Vec<&str> = key.split('.').collect();
        let known = |parts: &[&str]| {
            let id = format!("{}.setting.{}.name", self.name(), parts.join("."));
            words.knows(&id).then_some(id)
        };
        // The key itself or without its number of players, as it is or with a `*` for one of its names.
        let found = (0..2.min(parts.len())).find_map(|left_off| {
            let parts = &parts[..parts.len() - left_off];
            let open = |at: usize| [&parts[..at], &["*"], &parts[at + 1..]].concat();
            known(parts).or_else(|| (1..parts.len()).find_map(|at| known(&open(at))))
        });
        found.map(|id| Message::new(id).with("id", key))
    }

    /// Each seat's score.
    pub fn totals(&self, game: &Game) -> Vec<i64> {
        (0..game.turn().seats).map(|seat| self.total(game, seat)).collect()
    }

    /// Each seat's standing.
    pub fn course(&self, game: &Game) -> Vec<i64> {
        (0..game.turn().seats).map(|seat| self.standing(game, seat)).collect()
    }

    /// A seat as it stands in a message.
    pub fn seat(&self, seat: u8) -> Arg {
        words::seat(seat, self.seat_name(seat))
    }
}

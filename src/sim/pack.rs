//! A pack is one game: its rules, its pieces, its words. Everything outside the pack meets it through this trait.

use super::chance::Chance;
use super::command::{Command, Reason};
use super::event::Event;
use super::game::Game;
use super::gauge::Gauge;
use super::id::Seat;
use super::rule::{BuildError, Rule, Ruleset};
use super::snapshot::Part;
use crate::problem::{Problems, Source};
use serde_json::Value;
use std::any::Any;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A pack's board and other fixed data, in a type only the pack knows.
pub type Board = Arc<dyn Any + Send + Sync>;

/// Whether two boards of a type are equal in every detail.
pub fn equal_boards<T: PartialEq + 'static>(one: &Board, other: &Board) -> bool {
    matches!((one.downcast_ref::<T>(), other.downcast_ref::<T>()), (Some(one), Some(other)) if one == other)
}

/// One kind of chance: how often it spoke, what it gave, and what it gives on average.
#[derive(Debug, Clone, PartialEq)]
pub struct Luck {
    /// Such as "die".
    pub label: &'static str,
    /// What is counted, such as "pips a roll".
    pub unit: &'static str,
    /// The seat it happened to, or nothing when it happened to all.
    pub seat: Option<u8>,
    pub count: u32,
    pub total: f64,
    pub expected: f64,
}

pub trait Pack: Sync {
    /// The short name used in files and on the command line.
    fn name(&self) -> &'static str;

    /// The name for people.
    fn title(&self) -> &'static str;

    /// How many players the game is for, over all its variants.
    fn seats(&self) -> RangeInclusive<usize>;

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

    /// The game as printed, in order.
    fn base_rules(&self) -> &'static [&'static dyn Rule];

    /// Optional rules, in the order they edit the plan.
    fn house_rules(&self) -> &'static [&'static dyn Rule];

    /// Component types of the pack's pieces.
    fn parts(&self) -> &'static [Part];

    /// Reads and checks the pack's board from its data file.
    fn read_board(&self, source: &Source) -> Result<Board, Problems>;

    /// Reads the board from a trace header; the message says what is wrong with it.
    fn read_trace_board(&self, board: &Value) -> Result<Board, String>;

    /// Whether two boards are the same to play on, whatever is drawn around them. A trace holds only what is played on.
    fn same_board(&self, one: &Board, other: &Board) -> bool;

    /// The board as it stands in a trace header.
    fn trace_board(&self, game: &Game) -> Value;

    /// Works out everything that depends only on board and settings.
    fn prepare(&self, rules: &Ruleset, board: &Board) -> Result<Board, Vec<BuildError>>;

    /// Puts the pieces on the table; their values come with [`Pack::deal`].
    fn furnish(&self, game: &mut Game);

    /// Gives every piece its starting value and says who begins.
    fn deal(&self, game: &mut Game);

    /// Fits a running game to rules that have just changed.
    fn refit(&self, game: &mut Game);

    /// The words of the game's own verbs, each at the place of its number. Rules bring verbs of their own.
    fn verbs(&self) -> &'static [&'static str];

    /// A command with one of the game's own verbs as its one-line text.
    fn command_text(&self, game: &Game, command: Command) -> String;

    /// A one-line text as a command with one of the game's own verbs, whether or not it is on offer; the message says
    /// what is wrong with it. See [`Game::parse_command`].
    fn parse_command(&self, game: &Game, text: &str) -> Result<Command, String>;

    /// Why a command with one of the game's own verbs is not on offer to the player whose turn it is.
    fn why_not(&self, game: &Game, command: Command) -> Reason;

    /// Rearranges by chance what nobody at the table can see, such as cards under the top one, so that a player who
    /// thinks ahead in a copy of the game learns nothing from it.
    fn veil(&self, _game: &mut Game) {}

    /// A seat's score.
    fn total(&self, game: &Game, seat: Seat) -> i64;

    /// Each seat's score.
    fn totals(&self, game: &Game) -> Vec<i64> {
        (0..game.turn().seats).map(|seat| self.total(game, seat)).collect()
    }

    /// A seat's standing as a plot over the rounds shows it; the score, unless that tells too little.
    fn standing(&self, game: &Game, seat: Seat) -> i64 {
        self.total(game, seat)
    }

    /// Each seat's standing.
    fn course(&self, game: &Game) -> Vec<i64> {
        (0..game.turn().seats).map(|seat| self.standing(game, seat)).collect()
    }

    /// A number that is another one whenever a standing has changed; nothing where the pack does not count.
    fn standings_stamp(&self, _game: &Game) -> Option<u32> {
        None
    }

    /// What a seat is called, such as its colour.
    fn seat_name(&self, seat: u8) -> &'static str;

    /// An event as a sentence; nothing for events that need no telling.
    fn sentence(&self, game: &Game, event: &Event) -> Option<String>;

    /// The empty board as an SVG drawing, for games that have one.
    fn draw(&self, _rules: &Ruleset) -> Option<String> {
        None
    }

    /// A position of a running game as an SVG drawing, for games that have one.
    fn picture(&self, _game: &Game) -> Option<String> {
        None
    }

    /// Whether everything that must always hold does: no piece lost, nothing in two places. The message says what
    /// does not.
    fn audit(&self, game: &Game) -> Result<(), String>;

    /// Event fields that name the piece an event is about, in order of preference: a divergence points at it.
    fn piece_fields(&self) -> &'static [&'static str] {
        &[]
    }

    /// Events so ordinary that no scenario is about them.
    fn everyday_events(&self) -> &'static [&'static str] {
        &[]
    }

    /// Arranges a position described by a scenario's `given`; the message says what is wrong with it.
    fn arrange(&self, game: &mut Game, given: &Value) -> Result<(), String>;

    /// Keys of a scenario's `given` that load chance (dice, spins, …).
    fn chance_keys(&self) -> &'static [&'static str] {
        &[]
    }

    /// Loads the chance a scenario asks for under these keys.
    fn load_chance(&self, _rules: &Ruleset, _chance: &mut Chance, _given: &Value) -> Result<(), String> {
        Ok(())
    }

    /// What everyone at the table can see, as a scenario's `then` names it.
    fn observe(&self, game: &Game) -> Value;

    /// What an event says about luck, for events that are chance.
    fn luck(&self, _game: &Game, _event: &Event) -> Option<Luck> {
        None
    }

    /// Every way a game can end, as [`Game::finish`](super::game::Game::finish) is told.
    fn endings(&self) -> &'static [&'static str];

    /// What is measured in this game beside what every game has.
    fn gauge(&self, rules: &Ruleset) -> Box<dyn Gauge>;
}

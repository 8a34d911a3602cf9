//! Triple Mill: three-player morris on nested triangles, with stacks. This file is the game at a glance.

mod adopt;
mod arrange;
mod audit;
pub(crate) mod board_file;
mod bot;
pub(crate) mod capture;
pub mod components;
pub mod draw;
pub(crate) mod events;
mod facts;
pub(crate) mod figure;
mod finish;
pub(crate) mod gauge;
mod glance;
mod ground;
pub(crate) mod jump;
pub(crate) mod mills;
pub(crate) mod phrases;
mod points;
mod setup;
mod show;
pub(crate) mod slide;
pub mod speech;
pub(crate) mod stack;
pub mod stacks;
pub(crate) mod stones;
mod story;
pub mod threats;
pub(crate) mod turn;
pub mod view;
mod ways;
mod why;

pub use ground::Ground;

use crate::built_in::{self, Files};
use crate::problem::{Problems, Source};
use crate::sim::from_files::Reader;
use crate::sim::pack::{Board, Prepared, equal_boards};
use crate::sim::snapshot::Part;
use crate::sim::{Bot, Command, Event, Game, Gauge, Measure, Pack, Reason, Rule, Ruleset, Seat, Show, Verb};
use crate::words::{Arg, Message};
use serde_json::Value;
use stacks::Stacks;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The game as printed, in order. Each rule adds its steps to the end of the plan, `draw` also one at its head:
///
/// ```text
/// each turn    remember · offer · place · slide · jump · close_mill
///              choose_capture · capture · adopt · check_win (back to choose_capture while stones are due) · check_draw
/// ```
const BASE_RULES: &[&dyn Rule] = &[
    &turn::RULE,
    &stones::RULE,
    &stack::RULE,
    &slide::RULE,
    &jump::RULE,
    &mills::RULE,
    &capture::Capture,
    &adopt::RULE,
    &finish::RULE,
    &draw::Draw,
];

pub const COLOURS: [&str; 3] = ["yellow", "red", "blue"];

/// `place a1`, `move a1 a2`, `jump a1 c4`, `take b3` (or `take b3 1`, with the level, where it may be any).
const VERBS: &[&str] = &["place", "move", "jump", "take"];
pub const PLACE_VERB: Verb = Verb(0);
pub const MOVE_VERB: Verb = Verb(1);
pub const JUMP_VERB: Verb = Verb(2);
pub const TAKE_VERB: Verb = Verb(3);

pub struct Muehle;

impl Pack for Muehle {
    fn name(&self) -> &'static str {
        "muehle"
    }

    fn files(&self) -> Files {
        built_in::ours()
    }

    fn seats(&self) -> RangeInclusive<usize> {
        usize::from(*turn::PLAYERS.start())..=usize::from(*turn::PLAYERS.end())
    }

    fn seats_under(&self, rules: &Ruleset) -> RangeInclusive<usize> {
        let players = usize::from(Ground::of(rules).players);
        players..=players
    }

    fn is_out(&self, game: &Game, seat: u8) -> bool {
        Stacks::of(game).is_out(seat)
    }

    fn base_rules(&self) -> &'static [&'static dyn Rule] {
        BASE_RULES
    }

    fn dialect(&self) -> &'static dyn Reader {
        &speech::DIALECT
    }

    fn parts(&self) -> &'static [Part] {
        components::PARTS
    }

    fn read_board(&self, source: &Source, inside: bool) -> Result<Board, Problems> {
        Ok(Arc::new(Arc::new(board_file::read(source, inside)?)))
    }

    fn read_trace_board(&self, value: &Value) -> Result<Board, Message> {
        Ok(Arc::new(Arc::new(board_file::from_json(value)?)))
    }

    fn same_board(&self, one: &Board, other: &Board) -> bool {
        equal_boards::<Arc<figure::Figure>>(one, other)
    }

    fn trace_board(&self, game: &Game) -> Value {
        Ground::of(game.rules()).figure.to_json()
    }

    fn prepare(&self, rules: &Ruleset, board: &Board) -> Prepared {
        Ok(Arc::new(Ground::new(rules, board)?))
    }

    fn furnish(&self, game: &mut Game) {
        setup::furnish(game);
    }

    fn deal(&self, game: &mut Game) {
        setup::deal(game);
    }

    fn refit(&self, game: &mut Game) {
        stacks::recount(game);
    }

    fn verbs(&self) -> &'static [&'static str] {
        VERBS
    }

    fn command_text(&self, game: &Game, command: Command) -> String {
        view::text(game, command)
    }

    fn parse_command(&self, game: &Game, text: &str) -> Result<Command, Message> {
        view::parse(game, text)
    }

    fn why_not(&self, game: &Game, command: Command) -> Reason {
        why::why_not(game, command)
    }

    /// A point for everyone still in the game: one for the winner, or one each for those who share a draw.
    fn total(&self, game: &Game, seat: Seat) -> i64 {
        i64::from(!Stacks::of(game).is_out(seat))
    }

    fn standing(&self, game: &Game, seat: Seat) -> i64 {
        Stacks::of(game).left(seat).into()
    }

    fn standings_stamp(&self, game: &Game) -> Option<u32> {
        Some(Stacks::of(game).changes)
    }

    fn seat_name(&self, seat: u8) -> &'static str {
        COLOURS[seat as usize % COLOURS.len()]
    }

    fn sentence(&self, game: &Game, event: &Event) -> Option<Message> {
        story::sentence(game, event)
    }

    fn fact(&self, rules: &Ruleset, name: &str) -> Option<Arg> {
        facts::fact(rules, name)
    }

    fn show(&self) -> Option<&'static dyn Show> {
        Some(&show::MuehleShow)
    }

    fn audit(&self, game: &Game) -> Result<(), String> {
        audit::audit(game)
    }

    fn piece_fields(&self) -> &'static [&'static str] {
        &["stone", "field"]
    }

    fn arrange(&self, game: &mut Game, given: &Value) -> Result<(), Message> {
        arrange::arrange(game, given)
    }

    fn observe(&self, game: &Game) -> Value {
        arrange::observe(game)
    }

    fn endings(&self) -> &'static [&'static str] {
        &["last_player", "repetition", "no_capture"]
    }

    fn bot(&self) -> &'static dyn Bot {
        &bot::Miller
    }

    fn measure(&self) -> &'static dyn Measure {
        &Muehle
    }
}

impl Measure for Muehle {
    fn gauge(&self, rules: &Ruleset) -> Box<dyn Gauge> {
        Box::new(gauge::Stones::new(rules))
    }
}

//! Triangle Takes: triangles laid edge to edge, symbol to symbol, and whoever is surrounded is taken. This file is the
//! game at a glance.

mod aloud;
mod arrange;
pub mod art;
mod audit;
pub(crate) mod board_file;
mod bot;
pub mod capture;
pub(crate) mod cell;
pub mod components;
mod draw;
pub mod events;
mod facts;
pub(crate) mod finish;
pub mod fit;
mod gauge;
mod glance;
pub(crate) mod hand;
pub mod lattice;
pub(crate) mod lay;
mod offer;
pub mod phrases;
mod points;
mod put_under;
pub(crate) mod score;
mod setup;
pub mod speech;
mod story;
mod surround;
pub mod svg;
pub(crate) mod table;
pub(crate) mod tabletop;
mod take;
mod terms;
pub mod tiles;
mod veil;
pub mod view;
mod wanting;

pub use cell::Cell;
pub use tabletop::Tabletop;
pub use terms::Terms;

use crate::built_in::{self, Files};
use crate::problem::{Problems, Source};
use crate::sim::from_files::Reader;
use crate::sim::pack::{Board, Prepared, equal_boards};
use crate::sim::show::Standing;
use crate::sim::snapshot::Part;
use crate::sim::{Bot, Command, Event, Eyes, Game, Gauge, Measure, Pack, Reason, Rule, Ruleset, Seat, Verb};
use crate::words::{Arg, Message, msg};
use serde_json::{Value, json};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The game as printed, in order. Each rule adds its steps to the end of the plan:
///
/// ```text
/// each turn    draw · offer · lay · surround · choose_take · take · score · put_under · finish
/// ```
const BASE_RULES: &[&dyn Rule] =
    &[&tiles::RULE, &table::RULE, &hand::RULE, &fit::RULE, &lay::RULE, &capture::Capture, &score::RULE, &finish::RULE];

pub const COLOURS: [&str; tabletop::MOST_SEATS] = ["blue", "green", "red", "yellow", "violet", "white"];

const VERBS: &[&str] = &["lay", "pass", "take"];
pub const LAY_VERB: Verb = Verb(0);
/// Never on offer: passing happens by itself. The verb is there so that one can ask why.
pub const PASS_VERB: Verb = Verb(1);
/// Only where taking is optional.
pub const TAKE_VERB: Verb = Verb(2);

pub struct Dreieck;

impl Pack for Dreieck {
    fn name(&self) -> &'static str {
        "dreieck"
    }

    fn files(&self) -> Files {
        built_in::ours()
    }

    fn seats(&self) -> RangeInclusive<usize> {
        2..=tabletop::MOST_SEATS
    }

    fn usual_seats(&self, _rules: &Ruleset) -> usize {
        2
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
        equal_boards::<Arc<board_file::Setting>>(one, other)
    }

    fn trace_board(&self, game: &Game) -> Value {
        let mut board = Terms::of(game.rules()).board.to_json();
        board["tiles"] = json!(Tabletop::of(game).set.tiles());
        board
    }

    fn prepare(&self, rules: &Ruleset, board: &Board) -> Prepared {
        Ok(Arc::new(Terms::new(rules, board)?))
    }

    fn furnish(&self, game: &mut Game) {
        setup::furnish(game);
    }

    fn deal(&self, game: &mut Game) {
        setup::deal(game);
    }

    fn refit(&self, game: &mut Game) {
        setup::refit(game);
    }

    fn verbs(&self) -> &'static [&'static str] {
        VERBS
    }

    fn command_text(&self, game: &Game, command: Command) -> String {
        match command.verb {
            PASS_VERB => return "pass".to_owned(),
            TAKE_VERB => return "take".to_owned(),
            _ => {}
        }
        let top = Tabletop::of(game);
        let Some((_, tile)) = top.tile_of(command.piece()) else { return "?".to_owned() };
        let (cell, rotation) = tabletop::placed(command);
        format!("lay {} {cell} r{rotation}", top.set.name(tile))
    }

    fn deed(&self, game: &Game, command: Command) -> Option<Message> {
        let (tile, cell, _) = view::laying(command)?;
        let (_, number) = Tabletop::of(game).tile_of(tile)?;
        let (tile, others) = (phrases::tile(game, number), phrases::beside(game, cell));
        Some(match phrases::edge_beside(game, cell) {
            _ if others.is_empty() => msg!("dreieck.window.deed.middle", tile),
            Some(edge) => msg!("dreieck.window.deed.at_edge", tile, others, edge),
            None => msg!("dreieck.window.deed.beside", tile, others),
        })
    }

    /// `lay abc 0,0,1 r2`: the tile by its symbols (with or without the colour), the cell, the rotation.
    fn parse_command(&self, game: &Game, text: &str) -> Result<Command, Message> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["pass"] => Ok(Command::bare(PASS_VERB)),
            ["take"] => Ok(Command::bare(TAKE_VERB)),
            ["lay", tile, cell, rotation] => {
                let own = format!("{}-{tile}", COLOURS[game.deciding() as usize]);
                let id = game.find(&own).or_else(|| game.find(tile)).filter(|id| Tabletop::of(game).tile_of(*id).is_some());
                let id = id.ok_or_else(|| msg!("dreieck.problem.no_tile", name = tile))?;
                let cell: Cell = cell.parse().map_err(|error: cell::NoCell| error.message())?;
                let turns = rotation.strip_prefix('r').and_then(|r| r.parse().ok());
                let command = turns.and_then(|turns| view::lay(game, id, cell, turns));
                command.ok_or_else(|| msg!("dreieck.problem.no_rotation", text = rotation))
            }
            _ => Err(msg!("dreieck.problem.not_a_command", text)),
        }
    }

    fn why_not(&self, game: &Game, command: Command) -> Reason {
        fit::why_not(game, command)
    }

    fn veil(&self, game: &mut Game) {
        veil::veil(game);
    }

    fn total(&self, game: &Game, seat: Seat) -> i64 {
        score::total(game, seat)
    }

    fn standings_stamp(&self, game: &Game) -> Option<u32> {
        Some(Tabletop::of(game).changes)
    }

    fn sentence(&self, game: &Game, event: &Event) -> Option<Message> {
        story::sentence(game, event)
    }

    fn draw(&self, rules: &Ruleset) -> Option<String> {
        Some(svg::draw_set(&Terms::of(rules).set))
    }

    fn illustration(&self, rules: &Ruleset, name: &str) -> Option<String> {
        match name {
            "board" => self.draw(rules),
            "table" => svg::draw_table(Terms::of(rules)),
            _ => None,
        }
    }

    fn fact(&self, rules: &Ruleset, name: &str) -> Option<Arg> {
        facts::fact(rules, name)
    }

    fn picture_in(&self, game: &Game, colours: &[usize]) -> Option<String> {
        Some(svg::draw_in(game, colours))
    }

    fn stands(&self, game: &Game, seat: Seat) -> Standing {
        let prisoners = Tabletop::of(game).prisoners(seat);
        phrases::standing(self.total(game, seat), prisoners, view::unlaid(game, seat) as u16)
    }

    fn aloud(&self, game: &Game, to: Eyes) -> Vec<Message> {
        aloud::position(game, to)
    }

    fn audit(&self, game: &Game) -> Result<(), String> {
        audit::audit(game)
    }

    fn piece_fields(&self) -> &'static [&'static str] {
        &["tile", "cells"]
    }

    fn everyday_events(&self) -> &'static [&'static str] {
        &["scored"]
    }

    fn arrange(&self, game: &mut Game, given: &Value) -> Result<(), Message> {
        arrange::arrange(game, given)
    }

    fn observe(&self, game: &Game) -> Value {
        arrange::observe(game)
    }

    fn endings(&self) -> &'static [&'static str] {
        &["all_laid", "all_passed"]
    }

    fn bot(&self) -> &'static dyn Bot {
        &bot::Layer
    }

    fn measure(&self) -> &'static dyn Measure {
        &Dreieck
    }
}

impl Measure for Dreieck {
    fn gauge(&self, rules: &Ruleset) -> Box<dyn Gauge> {
        Box::new(gauge::Tiles::new(rules))
    }
}

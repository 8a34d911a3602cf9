//! Bermuda: merchant ships, four ports, and a magnetic cloud. This file is the game at a glance.

mod aloud;
mod arrange;
pub mod art;
mod audit;
mod blocking;
pub(crate) mod board;
pub(crate) mod board_file;
pub mod bot;
pub mod bumping;
pub mod cargo;
pub mod cloud;
pub mod components;
pub mod danger;
pub mod dice;
mod docking;
pub mod events;
mod facts;
pub(crate) mod fleet;
pub mod gauge;
mod glance;
pub(crate) mod home_bonus;
mod luck;
pub mod movement;
pub mod phrases;
mod points;
pub(crate) mod ports;
mod purses;
pub(crate) mod rules;
pub mod sailing;
mod sea;
mod setup;
mod signals;
pub mod speech;
mod story;
pub mod treasury;
mod turn;
pub(crate) mod victory;
pub mod waters;

pub use phrases::money;
pub use sea::Sea;

use crate::built_in::{self, Files};
use crate::problem::{Problems, Source};
use crate::sim::from_files::Reader;
use crate::sim::pack::{Board, Prepared};
use crate::sim::secret;
use crate::sim::show::Standing;
use crate::sim::snapshot::Part;
use crate::sim::{Bot, Chance, Command, Event, Eyes, Game, Gauge, Id, Luck, Measure, Pack, Reason, Rule, Ruleset, Seat, Verb};
use crate::words::{Arg, Message, msg};
use components::At;
use serde_json::{Value, json};
use std::ops::RangeInclusive;
use std::sync::Arc;
use waters::{MOST_FLEET, Waters, owner};

/// The game as printed, in order. Each rule adds its steps to the end of the plan:
///
/// ```text
/// each turn    roll · choose · sail · bump · load_cargo · draw_bonus · check_goal
/// each round   spin · rotate_cloud · travel_cloud · lift_cloud · settle · check_fleets
/// ```
const BASE_RULES: &[&dyn Rule] = &[
    &turn::Turn,
    &fleet::RULE,
    &dice::RULE,
    &sailing::Sailing,
    &ports::RULE,
    &bumping::RULE,
    &cargo::Cargo,
    &home_bonus::HomeBonus,
    &cloud::CloudRule,
    &cloud::lifting::RULE,
    &cloud::pushing::RULE,
    &victory::Victory,
];

pub const COLOURS: [&str; 4] = ["blue", "green", "red", "yellow"];
/// The deck of bonus cards; every other deck is a product.
pub const HOME_DECK: &str = "home";

/// What players may do in the game as printed: `sail blue-1`.
const VERBS: &[&str] = &["sail"];
pub const SAIL_VERB: Verb = Verb(0);

pub struct Bermuda;

impl Pack for Bermuda {
    fn name(&self) -> &'static str {
        "bermuda"
    }

    fn files(&self) -> Files {
        built_in::ours()
    }

    fn seats(&self) -> RangeInclusive<usize> {
        2..=4
    }

    fn base_rules(&self) -> &'static [&'static dyn Rule] {
        BASE_RULES
    }

    fn native_house_rules(&self) -> &'static [&'static dyn Rule] {
        rules::HOUSE_RULES
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
        let chart = |board: &Board| board.downcast_ref::<Arc<board::Chart>>().map(|chart| chart.to_json());
        chart(one).is_some() && chart(one) == chart(other)
    }

    fn trace_board(&self, game: &Game) -> Value {
        let sea = Sea::of(game.rules());
        let mut board = sea.chart.to_json();
        let magnets = sea.geometry.magnets.iter().map(|magnet| {
            let at = magnet.at();
            json!({"x": at.x, "y": at.y, "reach": magnet.reach, "capacity": magnet.capacity})
        });
        board["cloud"]["magnets"] = magnets.collect();
        let waters = Waters::of(game);
        let start =
            |number: usize| sea.chart.ports.get(number).filter(|_| number < sea.fleet.ships()).map_or("box", |port| &port.id);
        board["ships"] = (waters.all_ships())
            .map(|ship| json!({"id": game.name(waters.ship_id(ship)), "player": owner(ship), "at": start(ship % MOST_FLEET)}))
            .collect();
        board["spinner"] = sea.spinner.iter().map(|segment| segment.to_json()).collect();
        board
    }

    fn prepare(&self, rules: &Ruleset, board: &Board) -> Prepared {
        Ok(Arc::new(Sea::new(rules, board)?))
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
        let short = if sailing::is_short(command) { " short" } else { "" };
        format!("{} {}{short}", VERBS.get(command.verb.0 as usize).unwrap_or(&"?"), game.name(command.piece()))
    }

    fn parse_command(&self, game: &Game, text: &str) -> Result<Command, Message> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["sail", ship] => Ok(sailing::command(ship_called(game, ship)?, false)),
            ["sail", ship, "short"] => Ok(sailing::command(ship_called(game, ship)?, true)),
            _ => Err(msg!("bermuda.problem.command", text, ship = format!("{}-1", self.seat_name(game.deciding())))),
        }
    }

    fn deed(&self, game: &Game, command: Command) -> Option<Message> {
        let to = Waters::of(game).place(&Sea::of(game.rules()).chart, sailing::voyage_of(game, command)?.to);
        let id = if sailing::is_short(command) { "bermuda.window.deed.short" } else { "bermuda.window.deed.sail" };
        Some(msg!(id, ship = phrases::ship(game, command.piece()), to = phrases::place(game, to)))
    }

    fn why_not(&self, game: &Game, command: Command) -> Reason {
        if game.outcome().is_some() {
            return Reason::new("B-E1", msg!("sim.reason.over"));
        }
        let waters = Waters::of(game);
        let Some(ship) = waters.ship_number(command.piece()) else {
            return Reason::new("B-T1", msg!("bermuda.reason.no_ship"));
        };
        if owner(ship) != game.turn().seat {
            return Reason::new("B-T1", msg!("bermuda.reason.others_turn", player = game.rules().pack.seat(game.turn().seat)));
        }
        if game.waiting_at() != Some(sailing::CHOOSE.name) {
            return Reason::new("B-T1", msg!("bermuda.reason.something_else"));
        }
        match movement::voyage(Sea::of(game.rules()), waters, ship, waters.roll) {
            Err(stuck) => stuck.reason(game, ship),
            Ok(v) if sailing::is_short(command) => bumping::why_not_short(game, v),
            Ok(v) if v.stop == movement::Stop::Cloud => {
                Reason::new("B-M3", msg!("bermuda.reason.before_cloud", ship = phrases::ship(game, command.piece())))
            }
            Ok(_) => Reason::new("B-T1", msg!("bermuda.reason.on_offer")),
        }
    }

    fn veil(&self, game: &mut Game) {
        cargo::veil(game);
    }

    fn unseen(&self, game: &Game) -> usize {
        cargo::unseen(game)
    }

    fn conceal(&self, game: &mut Game, what: &str, seat: Seat) {
        if what == secret::MONEY {
            purses::conceal(game, seat);
        }
    }

    fn total(&self, game: &Game, seat: Seat) -> i64 {
        treasury::money_of(game, seat)
    }

    fn standings_stamp(&self, game: &Game) -> Option<u32> {
        Some(Waters::of(game).payments)
    }

    fn sentence(&self, game: &Game, event: &Event) -> Option<Message> {
        story::sentence(game, event)
    }

    fn draw(&self, rules: &Ruleset) -> Option<String> {
        Some(art::layout(Sea::of(rules)))
    }

    fn listed(&self, key: &str, item: &Value) -> Option<Message> {
        match key {
            "cloud.spinner" => cloud::spinner::Segment::parse(item.as_str()?).ok().map(phrases::segment),
            "cloud.magnets" => serde_json::from_value(item.clone()).ok().map(phrases::magnet),
            _ => None,
        }
    }

    fn fact(&self, rules: &Ruleset, name: &str) -> Option<Arg> {
        facts::fact(rules, name)
    }

    fn illustration(&self, rules: &Ruleset, name: &str) -> Option<String> {
        let sea = Sea::of(rules);
        match name {
            "board" => Some(art::chart(sea)),
            "cloud" => Some(art::cloud_from_above(sea)),
            "magnets" => Some(art::cloud_seen_through(sea)),
            "pushing" => Some(art::pushed_aside(sea)),
            "spinner" => Some(art::spinner(sea)),
            _ => None,
        }
    }

    fn picture_in(&self, game: &Game, colours: &[usize]) -> Option<String> {
        Some(art::position_in(game, colours))
    }

    fn is_unsettled(&self, game: &Game) -> bool {
        audit::in_one_spot(game).is_some()
    }

    fn audit(&self, game: &Game) -> Result<(), String> {
        audit::audit(game)
    }

    fn piece_fields(&self) -> &'static [&'static str] {
        &["ship"]
    }

    fn everyday_events(&self) -> &'static [&'static str] {
        &["rolled"]
    }

    fn arrange(&self, game: &mut Game, given: &Value) -> Result<(), Message> {
        arrange::arrange(game, given)
    }

    fn purposes(&self) -> &'static [&'static str] {
        &["dice", "spins"]
    }

    fn load_chance(&self, rules: &Ruleset, chance: &mut Chance, given: &Value) -> Result<(), Message> {
        arrange::load_chance(rules, chance, given)
    }

    fn stands(&self, game: &Game, seat: Seat) -> Standing {
        let detail = phrases::holdings(Sea::of(game.rules()), game.turn().seats, seat, treasury::cards_of(game, seat));
        Standing::of(Message::verbatim(money(self.total(game, seat))), detail)
    }

    fn aloud(&self, game: &Game, _to: Eyes) -> Vec<Message> {
        aloud::position(game)
    }

    fn observe(&self, game: &Game) -> Value {
        arrange::observe(game)
    }

    fn endings(&self) -> &'static [&'static str] {
        &["goal", "fleet_lost", "max_rounds"]
    }

    fn bot(&self) -> &'static dyn Bot {
        &bot::Captain
    }

    fn has_money(&self) -> bool {
        true
    }

    fn measure(&self) -> &'static dyn Measure {
        &Bermuda
    }
}

impl Measure for Bermuda {
    fn gauge(&self, rules: &Ruleset) -> Box<dyn Gauge> {
        Box::new(gauge::Voyages::new(rules))
    }

    fn luck(&self, game: &Game, event: &Event) -> Option<Luck> {
        luck::luck(game, event)
    }
}

fn ship_called(game: &Game, name: &str) -> Result<Id, Message> {
    let is_ship = |id: &Id| Waters::of(game).ship_number(*id).is_some();
    game.find(name).filter(is_ship).ok_or_else(|| msg!("bermuda.problem.no_ship", name))
}

/// How many of a player's ships there are, by what has become of them; those adrift are afloat.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Fleet {
    pub afloat: usize,
    pub hanging: usize,
    pub lost: usize,
    pub in_box: usize,
}

pub fn fleet_count(game: &Game, player: Seat) -> Fleet {
    let (waters, mut fleet) = (Waters::of(game), Fleet::default());
    for ship in waters.all_ships().filter(|ship| owner(*ship) == player) {
        *match waters.at(ship) {
            At::Spot(_) | At::Adrift { .. } => &mut fleet.afloat,
            At::Hanging { .. } => &mut fleet.hanging,
            At::Lost => &mut fleet.lost,
            At::InBox => &mut fleet.in_box,
        } += 1;
    }
    fleet
}

//! Bermuda on the screen: a sea chart, little ships and the cloud.

mod draw;
mod heat;
mod motion;
mod pieces;
mod plan;
mod tips;

use super::heat::HeatMap;
use super::laboratory::findings::Findings;
use super::scene::{Choice, Gate, Overlay, Scene, Standing, Target, Tip, Token, Tone, View, in_words};
use super::sprites::Gallery;
use crate::packs::bermuda::danger::{Danger, danger_map};
use crate::packs::bermuda::events as told;
use crate::packs::bermuda::sailing;
use crate::packs::bermuda::waters::Waters;
use crate::packs::bermuda::{SAIL_VERB, Sea, money};
use crate::sim::event::Arg;
use crate::sim::{Command, Event, Game, Id, Ruleset, Seat};
use crate::table::{SeatCard, Table};
use macroquad::prelude::{KeyCode, Vec2};
use motion::{Motion, Ripple, RippleKind};
use pieces::{Pieces, Place, shown_fleet, to_vec};
use std::cell::RefCell;
use std::sync::Arc;

const XRAY: Overlay = Overlay { name: "xray", label: "X-ray", tip: "See the magnets under the cloud", key: KeyCode::X };
const DANGER: Overlay = Overlay {
    name: "danger",
    label: "Danger",
    tip: "The exact chance that the next spin takes a ship, for every space",
    key: KeyCode::D,
};

pub(super) struct BermudaScene {
    rules: Arc<Ruleset>,
    pieces: Pieces,
    motion: Motion,
    gallery: Gallery,
    /// The danger on every spot, worked out when it is first asked for in a position.
    danger: RefCell<Option<Vec<Danger>>>,
    /// What somebody advises.
    advice: Option<Command>,
}

impl BermudaScene {
    pub(super) fn new(game: &Game) -> Self {
        let mut scene = Self {
            rules: game.rules().clone(),
            pieces: Pieces::of(game),
            motion: Motion::default(),
            gallery: Gallery::default(),
            danger: RefCell::default(),
            advice: None,
        };
        scene.show(game);
        scene
    }

    fn sea(&self) -> &Sea {
        Sea::of(&self.rules)
    }

    /// Whether the picture shows the game's own position: at rest, or with only the die still to be seen.
    fn is_current(&self) -> bool {
        self.motion.is_idle() || self.motion.gate().is_some_and(|gate| gate.name == "roll")
    }

    /// The danger of every spot in the game's position.
    fn danger_of(&self, game: &Game, spot: usize) -> Option<Danger> {
        let mut known = self.danger.borrow_mut();
        known.get_or_insert_with(|| danger_map(game)).get(spot).copied()
    }

    fn sail(game: &Game, ship: usize) -> Command {
        sailing::command(Waters::of(game).ship_id(ship), false)
    }

    fn ship_named(game: &Game, name: &str) -> Option<usize> {
        let id = game.find(name.strip_prefix("ship:")?)?;
        Waters::of(game).ship_number(id)
    }
}

impl Scene for BermudaScene {
    fn size(&self) -> Vec2 {
        to_vec(self.sea().chart.size)
    }

    fn fit(&mut self, _game: &Game, cast: &[SeatCard], pixels_per_unit: f32, tray_pixels: f32) {
        let (rules, cast) = (self.rules.clone(), cast.to_vec());
        self.gallery.commission(move || draw::commissions(Sea::of(&rules), &cast, pixels_per_unit, tray_pixels));
    }

    fn show(&mut self, game: &Game) {
        self.rules = game.rules().clone();
        self.pieces = Pieces::of(game);
        self.motion.clear();
        let segments = self.sea().spinner.len().max(1);
        if let Some(segment) = self.pieces.segment {
            self.motion.needle = segment as f32 / segments as f32 * std::f32::consts::TAU;
        }
        *self.danger.borrow_mut() = None;
    }

    fn play(&mut self, game: &Game, by_hand: &dyn Fn(Seat) -> bool) {
        self.rules = game.rules().clone();
        *self.danger.borrow_mut() = None;
        if self.pieces.clouds.len() != Waters::of(game).clouds() {
            self.pieces = Pieces::of(game);
        }
        plan::plan(&mut self.motion, game, by_hand);
    }

    fn tick(&mut self, seconds: f32) -> usize {
        self.gallery.refresh();
        let rules = self.rules.clone();
        self.motion.tick(Sea::of(&rules), &mut self.pieces, seconds)
    }

    fn moving(&self) -> bool {
        !self.motion.is_idle()
    }

    fn gate(&self) -> Option<&Gate> {
        self.motion.gate()
    }

    fn open_gate(&mut self) {
        self.motion.open_gate();
    }

    fn turn(&self) -> (Seat, u32) {
        (self.pieces.seat, self.pieces.round)
    }

    fn standings(&self, _game: &Game) -> Vec<Standing> {
        let goal = self.sea().victory.goal;
        (0..self.pieces.money.len())
            .map(|seat| {
                let (afloat, hanging, lost) = shown_fleet(&self.pieces, seat);
                let tokens = [(afloat, Token::InPlay), (hanging, Token::InPeril), (lost, Token::Gone)];
                let cards = self.pieces.cards[seat];
                Standing {
                    total: money(self.pieces.money[seat]),
                    detail: format!("{cards} {}", if cards == 1 { "card" } else { "cards" }),
                    progress: Some((self.pieces.money[seat] as f32 / goal.max(1) as f32).clamp(0.0, 1.0)),
                    tokens: tokens.iter().flat_map(|(count, token)| std::iter::repeat_n(*token, *count)).collect(),
                    round: false,
                }
            })
            .collect()
    }

    fn targets(&self, game: &Game) -> Vec<Target> {
        let idle = self.motion.is_idle();
        let waters = Waters::of(game);
        let radius = self.sea().chart.ship_radius as f32 * 1.35;
        let ships = self.pieces.ships.iter().enumerate().filter(|(_, ship)| !matches!(ship.place, Place::Lost | Place::InBox));
        let mut targets: Vec<Target> = ships
            .map(|(number, ship)| Target {
                name: format!("ship:{}", game.name(waters.ship_id(number))),
                at: ship.at,
                radius,
                choosable: idle && game.offers().contains(&Self::sail(game, number)),
            })
            .collect();
        targets.sort_by_key(|target| !target.choosable);
        let spots = self.sea().chart.spots.iter().enumerate();
        targets.extend(spots.map(|(spot, at)| Target {
            name: format!("spot:{}", crate::packs::bermuda::board::spot_name(&self.sea().chart, spot)),
            at: to_vec(*at),
            radius: radius * 0.9,
            choosable: false,
        }));
        targets
    }

    fn choose(&mut self, game: &Game, target: &str) -> Choice {
        match Self::ship_named(game, target).map(|ship| Self::sail(game, ship)) {
            Some(command) if game.offers().contains(&command) => Choice::Command(command),
            _ => Choice::Nothing,
        }
    }

    fn overlays(&self) -> &'static [Overlay] {
        &[XRAY, DANGER]
    }

    fn heat(&self, found: &Findings) -> Option<HeatMap> {
        Some(heat::map(&self.sea().chart, found))
    }

    fn cancel(&mut self) -> bool {
        false
    }

    fn tip(&self, table: &Table, target: &Target, overlays: &[&str]) -> Option<Tip> {
        tips::tip(self, table, target, overlays.contains(&DANGER.name))
    }

    fn hint(&self, game: &Game) -> String {
        match game.question() {
            Some(question) => question,
            None if game.offers().len() == 1 => "Only one ship can move: click it.".into(),
            None => format!("You rolled {}. Click the ship that shall sail.", Waters::of(game).roll),
        }
    }

    fn heed(&mut self, _game: &Game, advice: Option<Command>) {
        self.advice = advice;
    }

    fn next_target(&self, game: &Game, command: Command) -> Option<String> {
        (command.verb == SAIL_VERB && !sailing::is_short(command)).then(|| format!("ship:{}", game.name(command.piece())))
    }

    fn deed(&self, game: &Game, command: Command) -> String {
        if sailing::is_short(command) {
            return format!("let {} stop short", game.name(command.piece()));
        }
        in_words(game, command)
    }

    fn prospects(&self, game: &Game, command: Command) -> Vec<(Tone, String)> {
        tips::prospects(game, command)
    }

    fn draw(&self, game: &Game, view: &View<'_>) {
        draw::draw(self, game, view);
    }

    fn point_out(&mut self, game: &Game, event: &Event) {
        let places: Vec<Vec2> = event.args.iter().filter_map(|arg| self.place_of(game, *arg)).collect();
        for at in places {
            self.motion.ripples.push(Ripple { at, time: 0.0, kind: RippleKind::Pointed });
        }
        if event.is(told::SpunDots::kind()) || event.is(told::SpunWord::kind()) || event.is(told::Rotated::kind()) {
            for cloud in &self.pieces.clouds {
                self.motion.ripples.push(Ripple { at: cloud.at, time: 0.0, kind: RippleKind::Pointed });
            }
        }
    }
}

impl BermudaScene {
    /// Where a piece named in an event is.
    fn place_of(&self, game: &Game, arg: Arg) -> Option<Vec2> {
        let chart = &self.sea().chart;
        let waters = Waters::of(game);
        let port = |id: Id| id.index().checked_sub(waters.furniture.first_port.index()).filter(|port| *port < chart.ports.len());
        match arg {
            Arg::Piece(id) if id.index() < chart.spaces() => Some(to_vec(chart.spots[id.index()])),
            Arg::Piece(id) => {
                if let Some(port) = port(id) {
                    return Some(to_vec(chart.spots[chart.ports[port].berths.start as usize]));
                }
                let ship = self.pieces.ships.get(waters.ship_number(id)?)?;
                (!matches!(ship.place, Place::Lost | Place::InBox)).then_some(ship.at)
            }
            Arg::Pair([column, row]) => Some(to_vec(chart.grid.at(column, row))),
            Arg::Point(x, y) => Some(Vec2::new(x as f32, y as f32)),
            _ => None,
        }
    }
}

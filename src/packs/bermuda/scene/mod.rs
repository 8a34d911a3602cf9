//! Bermuda on the screen: a sea chart, little ships and the cloud.

mod draw;
mod heat;
mod pieces;
mod plan;
mod tips;

use super::heat::HeatMap;
use super::laboratory::findings::Findings;
use super::motion::{Gate, Motion, Pose, Speed};
use super::scene::{Choice, Overlay, Scene, Standing, Target, Tip, Token, Tone, View, in_words};
use super::sprites::Gallery;
use crate::packs::bermuda::art::{BADGED, cloud_reach};
use crate::packs::bermuda::danger::{Danger, danger_map};
use crate::packs::bermuda::events as told;
use crate::packs::bermuda::events::Place as At;
use crate::packs::bermuda::sailing;
use crate::packs::bermuda::waters::Waters;
use crate::packs::bermuda::{SAIL_VERB, Sea, money, phrases};
use crate::sim::event::Arg;
use crate::sim::{Command, Event, Game, Id, Seat};
use crate::table::{SeatCard, Table};
use crate::words::{self, Message, msg};
use macroquad::prelude::{KeyCode, Vec2};
use pieces::{Mark, Pieces, Place, Thing, shown_fleet, to_vec};
use std::cell::RefCell;

const XRAY: Overlay =
    Overlay { name: "xray", label: "bermuda.window.xray.label", tip: "bermuda.window.xray.tip", key: KeyCode::X };
const DANGER: Overlay =
    Overlay { name: "danger", label: "bermuda.window.danger.label", tip: "bermuda.window.danger.tip", key: KeyCode::D };

/// How long rings point at something.
const POINTED: f32 = 2.5;

/// How large a deck is, in radii of ships.
const DECK: f32 = 2.4;

pub(super) struct BermudaScene {
    motion: Motion<Pieces>,
    gallery: Gallery,
    /// The danger on every spot, worked out when it is first asked for in a position.
    danger: RefCell<Option<Vec<Danger>>>,
    /// What somebody advises.
    advice: Option<Command>,
}

impl BermudaScene {
    pub(super) fn new(game: &Game) -> Self {
        Self { motion: Motion::new(Pieces::of(game)), gallery: Gallery::default(), danger: RefCell::default(), advice: None }
    }

    fn pieces(&self) -> &Pieces {
        self.motion.picture()
    }

    fn sea(&self) -> &Sea {
        self.pieces().sea()
    }

    /// A ship as it is seen now, if it is.
    fn ship(&self, number: usize) -> Option<Pose> {
        self.motion.pose(Thing::Ship(number))
    }

    /// Every ship that is to be seen, by its number.
    fn ships(&self) -> impl Iterator<Item = (usize, Pose)> {
        (0..self.pieces().ships.len()).filter_map(|number| Some((number, self.ship(number)?)))
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

    /// What is chosen by pointing at a ship: to sail it, or the answer that names it.
    fn offer_of(game: &Game, ship: usize) -> Option<Command> {
        let sail = Self::sail(game, ship);
        if game.offers().contains(&sail) { Some(sail) } else { game.answer_naming(Waters::of(game).ship_id(ship)) }
    }

    /// The answer that names a space, or the port of a berth.
    fn answer_at(game: &Game, spot: usize) -> Option<Command> {
        let chart = &Sea::of(game.rules()).chart;
        match Waters::of(game).place(chart, spot as u8) {
            At::On(id) => game.answer_naming(id),
            At::Adrift | At::Cloud => None,
        }
    }

    /// What is chosen by pointing at a target.
    fn meaning(game: &Game, target: &str) -> Option<Command> {
        let ship = Self::ship_named(game, target).and_then(|ship| Self::offer_of(game, ship));
        ship.or_else(|| Self::spot_named(game, target).and_then(|spot| Self::answer_at(game, spot)))
    }

    fn spot_named(game: &Game, name: &str) -> Option<usize> {
        let (name, chart) = (name.strip_prefix("spot:")?, &Sea::of(game.rules()).chart);
        (0..chart.spots.len()).find(|spot| phrases::spot_id(chart, *spot) == name)
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
        let (rules, cast) = (self.pieces().rules.clone(), cast.to_vec());
        self.gallery.commission(move || draw::commissions(Sea::of(&rules), &cast, pixels_per_unit, tray_pixels));
    }

    fn show(&mut self, game: &Game) {
        let mut pieces = Pieces::of(game);
        // The needle stays where it is until somebody spins.
        pieces.segment = pieces.segment.or(self.pieces().segment);
        self.motion.show(pieces);
        *self.danger.borrow_mut() = None;
    }

    fn adopt(&mut self, game: &Game) {
        *self.danger.borrow_mut() = None;
        let pieces = self.motion.picture_mut();
        pieces.rules = game.rules().clone();
        if pieces.clouds.len() != Waters::of(game).clouds() {
            pieces.clouds = Pieces::of(game).clouds;
        }
    }

    fn play(&mut self, game: &Game, by_hand: &dyn Fn(Seat) -> bool) {
        self.adopt(game);
        plan::plan(&mut self.motion, game, by_hand);
    }

    fn tick(&mut self, seconds: f32, speed: Speed) -> usize {
        self.gallery.refresh();
        self.motion.tick(seconds, speed)
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
        (self.pieces().seat, self.pieces().round)
    }

    fn standings(&self, _game: &Game) -> Vec<Standing> {
        let goal = self.sea().victory.goal;
        let pieces = self.pieces();
        (0..pieces.money.len())
            .map(|seat| {
                let (afloat, hanging, lost) = shown_fleet(pieces, seat);
                let tokens = [(afloat, Token::InPlay), (hanging, Token::InPeril), (lost, Token::Gone)];
                let purse = self.motion.pose(Thing::Purse(seat)).unwrap_or_default().count.round();
                Standing {
                    total: Message::verbatim(money(purse as i64)),
                    detail: self.detail(seat),
                    progress: Some((purse as f32 / goal.of(seat as Seat).max(1) as f32).clamp(0.0, 1.0)),
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
        let in_play = |place: Place| !matches!(place, Place::Lost | Place::InBox);
        let mut targets: Vec<Target> = self
            .ships()
            .filter(|(number, _)| in_play(self.pieces().ships[*number]))
            .map(|(number, ship)| Target {
                name: format!("ship:{}", game.name(waters.ship_id(number))),
                at: ship.at,
                radius,
                choosable: idle && Self::offer_of(game, number).is_some(),
            })
            .collect();
        let spots = self.sea().chart.spots.iter().enumerate();
        targets.extend(spots.map(|(spot, at)| Target {
            name: format!("spot:{}", phrases::spot_id(&self.sea().chart, spot)),
            at: to_vec(*at),
            radius: radius * 0.9,
            choosable: idle && Self::answer_at(game, spot).is_some(),
        }));
        targets.sort_by_key(|target| !target.choosable);
        targets
    }

    fn choose(&mut self, game: &Game, target: &str) -> Choice {
        Self::meaning(game, target).map_or(Choice::Nothing, Choice::Command)
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

    fn hint(&self, game: &Game) -> Message {
        game.question().unwrap_or_else(|| match game.offers().len() {
            1 => msg!("bermuda.window.hint.one"),
            _ => msg!("bermuda.window.hint.roll", n = Waters::of(game).roll),
        })
    }

    fn heed(&mut self, _game: &Game, advice: Option<Command>) {
        self.advice = advice;
    }

    fn next_target(&self, game: &Game, command: Command) -> Option<String> {
        let names = self.targets(game).into_iter().map(|target| target.name);
        names.into_iter().find(|name| Self::meaning(game, name) == Some(command))
    }

    fn deed(&self, game: &Game, command: Command) -> Message {
        let ship = || phrases::ship(game, command.piece());
        match command.verb {
            SAIL_VERB if sailing::is_short(command) => msg!("bermuda.window.deed.short", ship = ship()),
            SAIL_VERB => msg!("bermuda.window.deed.sail", ship = ship()),
            _ => in_words(game, command),
        }
    }

    fn prospects(&self, game: &Game, command: Command) -> Vec<(Tone, Message)> {
        tips::prospects(game, command)
    }

    fn draw(&self, game: &Game, view: &View<'_>) {
        draw::draw(self, game, view);
    }

    fn spot_of(&self, game: &Game, id: Id) -> Option<(Vec2, f32)> {
        let furniture = &Waters::of(game).furniture;
        if let Some(cloud) = furniture.clouds.iter().position(|pieces| pieces.cloud == id) {
            let at = self.motion.pose(Thing::Cloud(cloud)).map(|pose| pose.at)?;
            return Some((at, cloud_reach(self.sea()) as f32));
        }
        if let Some(deck) = self.pieces().decks.iter().find(|deck| deck.name == game.name(id)) {
            return Some((deck.at, DECK * self.sea().chart.ship_radius as f32));
        }
        Some((self.place_of(game, Arg::Piece(id))?, BADGED * self.sea().chart.ship_radius as f32))
    }

    fn point_out(&mut self, game: &Game, event: &Event) {
        let places: Vec<Vec2> = event.args.iter().filter_map(|arg| self.place_of(game, *arg)).collect();
        let about_clouds =
            event.is(told::SpunDots::kind()) || event.is(told::SpunWord::kind()) || event.is(told::Rotated::kind());
        let clouds: Vec<Vec2> = self.pieces().clouds.iter().filter(|_| about_clouds).map(|cloud| cloud.at).collect();
        for at in places.into_iter().chain(clouds) {
            self.motion.point_out(Mark::Pointed(at), POINTED);
        }
    }
}

impl BermudaScene {
    /// How many cards a player has, and the goal where it is not the same for everybody.
    fn detail(&self, seat: usize) -> Message {
        let (pieces, goal) = (self.pieces(), self.sea().victory.goal);
        let (n, own) = (pieces.cards[seat], goal.of(seat as Seat));
        let all = (0..pieces.money.len()).all(|other| goal.of(other as Seat) == own);
        if all { msg!("bermuda.window.cards", n) } else { msg!("bermuda.window.cards_and_goal", n, goal = words::money(own)) }
    }

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
                self.ship(waters.ship_number(id)?).map(|ship| ship.at)
            }
            Arg::Pair([column, row]) => Some(to_vec(chart.grid.at(column, row))),
            Arg::Point(x, y) => Some(Vec2::new(x as f32, y as f32)),
            _ => None,
        }
    }
}

//! Bermuda on the screen: a sea chart, little ships and the cloud.

mod draw;
mod heat;
mod pieces;
mod plan;
mod tips;

use super::heat::HeatMap;
use super::laboratory::findings::Findings;
use super::motion::{Gate, Motion, Pose, Speed};
use super::scene::{Choice, Overlay, Scene, Standing, Target, Tip, Token, Tone, View, by_motion};
use super::sprites::Gallery;
use super::theme::{rgb, to_macroquad};
use crate::packs::bermuda::art::{BADGED, cloud_reach};
use crate::packs::bermuda::danger::{Danger, danger_map, with_ships_at};
use crate::packs::bermuda::events as told;
use crate::packs::bermuda::events::Place as At;
use crate::packs::bermuda::sailing;
use crate::packs::bermuda::waters::{Waters, owner};
use crate::packs::bermuda::{Sea, money, phrases};
use crate::sim::event::Arg;
use crate::sim::{Command, Effect, Event, Eyes, Game, Id, Seat, Where};
use crate::table::{SeatCard, Table};
use crate::words::{self, Message, msg};
use macroquad::prelude::{Color, KeyCode, Vec2};
use pieces::{Mark, Pieces, Place, ShownDeck, Thing, shown_fleet, to_vec};
use std::cell::RefCell;

const XRAY: Overlay =
    Overlay { name: "xray", label: "bermuda.window.xray.label", tip: "bermuda.window.xray.tip", key: KeyCode::X };
const DANGER: Overlay =
    Overlay { name: "danger", label: "bermuda.window.danger.label", tip: "bermuda.window.danger.tip", key: KeyCode::D };

/// The voyage a ship made last: where it set out, and where that ended, whatever became of the ship there.
struct Trail {
    ship: usize,
    from: u8,
    to: u8,
}

/// How near the middle of the cloud one must point to read about it, in distances between dots.
const CLOUD_TOUCH: f32 = 2.2;

/// How long rings point at something.
const POINTED: f32 = 2.5;

/// How large a deck is, in radii of ships.
const DECK: f32 = 2.4;

pub(super) struct BermudaScene {
    motion: Motion<Pieces>,
    gallery: Gallery,
    /// The danger on every spot, worked out when it is first asked for in a position; whether that is one before a spin.
    danger: RefCell<Option<(bool, Vec<Danger>)>>,
    /// The game as it is, and as it was before what is being shown: the picture comes from there.
    now: Game,
    before: Game,
    /// What each player's last voyage was, by the position it led to.
    trails: Vec<Trail>,
    /// The colours of the seats.
    colours: Vec<Color>,
    played: Option<u64>,
    /// What somebody advises.
    advice: Option<Command>,
}

impl BermudaScene {
    pub(super) fn new(game: &Game) -> Self {
        Self {
            motion: Motion::new(Pieces::of(game)),
            gallery: Gallery::default(),
            danger: RefCell::default(),
            now: game.clone(),
            before: game.clone(),
            trails: Vec::new(),
            colours: Vec::new(),
            played: None,
            advice: None,
        }
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

    /// Whether danger can be told: the picture shows the game's own position, at rest or with only the die still to be seen, or
    /// one that waits for the spin.
    fn is_current(&self) -> bool {
        self.motion.is_idle() || self.motion.gate().is_some_and(|gate| gate.name == "roll") || self.awaits_spin()
    }

    /// Whether everything waits for a spin, and the clouds are where they were before the command at hand.
    fn awaits_spin(&self) -> bool {
        let shown = &self.pieces().clouds;
        let still = |number: usize| {
            let cloud = pieces::shown_cloud(self.sea(), Waters::of(&self.before).cloud(number));
            shown.get(number).is_some_and(|shown| shown.at == cloud.at && shown.letter == cloud.letter)
        };
        let waits = self.motion.gate().is_some_and(|gate| gate.name == "spin");
        waits && shown.len() == Waters::of(&self.before).clouds() && (0..shown.len()).all(still)
    }

    /// The position as it is before the spin everything waits for: what was before the command, with ships where the picture has
    /// them.
    fn before_spin(&self) -> Game {
        let waters = Waters::of(&self.before);
        let moved = self.pieces().ships.iter().enumerate().filter_map(|(ship, place)| match place {
            Place::Spot(spot) if waters.spot_of(ship) != Some(*spot) => Some((ship, *spot)),
            _ => None,
        });
        with_ships_at(&self.before, &moved.collect::<Vec<_>>())
    }

    /// The danger of every spot in the position that is shown.
    fn danger_of(&self, game: &Game, spot: usize) -> Option<Danger> {
        let spins = self.awaits_spin();
        let mut known = self.danger.borrow_mut();
        if known.as_ref().is_none_or(|(then, _)| *then != spins) {
            *known = Some((spins, if spins { danger_map(&self.before_spin()) } else { danger_map(game) }));
        }
        known.as_ref().and_then(|(_, map)| map.get(spot)).copied()
    }

    /// Remembers the voyages of the last command; a player's own one lasts until the next.
    fn leave_trails(&mut self, game: &Game) {
        let (waters, chart) = (Waters::of(game), &self.sea().chart);
        let spot = |place| if let Where::On(id) = place { waters.spot_number(chart, id) } else { None };
        let sailed = (0..game.events().len()).filter(|number| game.events()[*number].is(told::Sailed::kind()));
        let trail = |effect| {
            let Effect::Moved { piece, from, to } = effect else { return None };
            Some(Trail { ship: waters.ship_number(piece)?, from: spot(from)?, to: spot(to)? })
        };
        for trail in sailed.flat_map(|number| game.effects_of(number)).filter_map(trail).collect::<Vec<_>>() {
            self.trails.retain(|other| owner(other.ship) != owner(trail.ship));
            self.trails.push(trail);
        }
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
    by_motion!();

    fn size(&self) -> Vec2 {
        to_vec(self.sea().chart.size)
    }

    fn fit(&mut self, _game: &Game, cast: &[SeatCard], pixels_per_unit: f32, tray_pixels: f32) {
        let (rules, cast) = (self.pieces().rules.clone(), cast.to_vec());
        self.colours = cast.iter().map(|card| to_macroquad(rgb(card.colour().rgb))).collect();
        self.gallery.commission(move || draw::commissions(Sea::of(&rules), &cast, pixels_per_unit, tray_pixels));
    }

    fn show(&mut self, game: &Game) {
        let mut pieces = Pieces::of(game);
        // The needle stays where it is until somebody spins.
        pieces.segment = pieces.segment.or(self.pieces().segment);
        self.motion.show(pieces);
        *self.danger.borrow_mut() = None;
        self.now.clone_from(game);
        if self.played != Some(game.hash()) {
            self.trails.clear();
        }
    }

    fn adopt(&mut self, game: &Game) {
        *self.danger.borrow_mut() = None;
        self.played = Some(game.hash());
        self.now.clone_from(game);
        let pieces = self.motion.picture_mut();
        pieces.rules = game.rules().clone();
        if pieces.clouds.len() != Waters::of(game).clouds() {
            pieces.clouds = Pieces::of(game).clouds;
        }
    }

    fn play(&mut self, game: &Game, by_hand: &dyn Fn(Seat) -> bool) {
        self.leave_trails(game);
        std::mem::swap(&mut self.before, &mut self.now);
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
                    detail: phrases::holdings(self.sea(), pieces.money.len() as Seat, seat as Seat, pieces.cards[seat]),
                    progress: Some((purse as f32 / goal.of(seat as Seat).max(1) as f32).clamp(0.0, 1.0)),
                    goal: Some(Message::verbatim(money(goal.of(seat as Seat)))),
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
        // What can only be read about lies below everything that can be chosen.
        let deck = |deck: &ShownDeck| Target { name: format!("deck:{}", deck.name), at: deck.at, radius: 30.0, choosable: false };
        targets.extend(self.pieces().decks.iter().map(deck));
        let clouds = (0..self.pieces().clouds.len()).filter_map(|number| Some((number, self.motion.pose(Thing::Cloud(number))?)));
        targets.extend(clouds.map(|(number, cloud)| Target {
            name: format!("cloud:{number}"),
            at: cloud.at,
            radius: CLOUD_TOUCH * self.sea().chart.grid.pitch as f32,
            choosable: false,
        }));
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

    fn tip(&self, table: &Table, target: &Target, eyes: Eyes, overlays: &[&str]) -> Option<Tip> {
        tips::tip(self, table, target, eyes, overlays.contains(&DANGER.name))
    }

    fn hint(&self, game: &Game) -> Message {
        game.question().unwrap_or_else(|| match game.offers().len() {
            1 => msg!("bermuda.window.hint.one"),
            _ => msg!("bermuda.window.hint.roll", n = Waters::of(game).roll),
        })
    }

    fn goal(&self, _game: &Game) -> Option<Message> {
        let (goal, seats) = (self.sea().victory.goal, self.pieces().money.len());
        let all = (1..seats).all(|seat| goal.of(seat as Seat) == goal.of(0));
        all.then(|| msg!("bermuda.window.goal", value = words::money(goal.of(0))))
    }

    fn tray_tip(&self) -> Option<Message> {
        Some(msg!("bermuda.window.tip.tray"))
    }

    fn heed(&mut self, _game: &Game, advice: Option<Command>) {
        self.advice = advice;
    }

    fn next_target(&self, game: &Game, command: Command) -> Option<String> {
        let names = self.targets(game).into_iter().map(|target| target.name);
        names.into_iter().find(|name| Self::meaning(game, name) == Some(command))
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

    fn traces(&self) -> Vec<(Seat, Id)> {
        let waters = Waters::of(&self.now);
        self.trails.iter().map(|trail| (owner(trail.ship), waters.ship_id(trail.ship))).collect()
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

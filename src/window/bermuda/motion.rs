//! Motion: acts played one after the other. `plan.rs` makes them from events; the game itself is already ahead.

use super::pieces::{Pieces, Place, mooring, to_vec};
use crate::packs::bermuda::Sea;
use crate::sim::{Account, Seat};
use crate::window::scene::Gate;
use macroquad::prelude::{Vec2, vec2};
use std::collections::VecDeque;
use std::f32::consts::{FRAC_PI_4, TAU};

/// One piece of motion.
#[derive(Debug, Clone)]
pub(super) enum Act {
    Turn {
        seat: Seat,
        round: u32,
    },
    /// Nothing to see, only something to tell.
    Tell,
    Gate(Gate),
    Roll {
        seat: Seat,
        value: u8,
    },
    Pause,
    Sail {
        ship: usize,
        spot: u8,
    },
    /// Carried through the air: bumped, set down, or back from where it was lost.
    Carry {
        ship: usize,
        spot: u8,
    },
    /// Caught or pushed by something else than a cloud's movement.
    Touched(Touch),
    /// Goes down where it is.
    Sink {
        ship: usize,
    },
    Card {
        seat: usize,
        deck: usize,
        value: i64,
    },
    /// A card goes from one player to another.
    Take {
        seat: usize,
        from: usize,
        deck: usize,
        value: i64,
    },
    Pay {
        from: Account,
        to: Account,
        amount: i64,
    },
    Spin {
        segment: usize,
    },
    Rotate {
        cloud: usize,
        eighths: u8,
        touches: Vec<Touch>,
    },
    Travel {
        cloud: usize,
        to: Vec2,
        dots: f32,
        touches: Vec<Touch>,
    },
    Lift {
        cloud: usize,
        lost: Vec<usize>,
    },
}

/// What a moving cloud does to a ship, in the order it happens.
#[derive(Debug, Clone, Copy)]
pub(super) struct Touch {
    pub ship: usize,
    pub what: TouchKind,
    /// The share of the cloud's movement after which it happens.
    pub moment: f32,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum TouchKind {
    Caught { cloud: usize, magnet: usize },
    Pushed { to: Vec2 },
}

/// An act in the queue, with how many events it shows.
#[derive(Debug, Clone)]
pub(super) struct Planned {
    pub act: Act,
    pub events: usize,
}

/// The act being played.
pub(super) struct Playing {
    pub planned: Planned,
    pub time: f32,
    pub length: f32,
    /// Way points of a voyage, or start of a flight.
    way: Vec<Vec2>,
    from_angle: f32,
    to_angle: f32,
    from: Vec2,
    end: Option<u8>,
    /// Touches that have happened.
    touched: usize,
}

/// Ships sliding aside or clicking up while something else goes on.
pub(super) struct Slide {
    ship: usize,
    from: Vec2,
    /// Nothing for a ship that goes to its magnet.
    to: Option<Vec2>,
    time: f32,
}

const SLIDE: f32 = 0.22;
/// How far above its place a ship appears that comes back.
const COMES_FROM: f32 = 140.0;

/// A ring that spreads where something happened.
pub(super) struct Ripple {
    pub at: Vec2,
    pub time: f32,
    pub kind: RippleKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RippleKind {
    Catch,
    Pointed,
}

/// A card or money on its way to its new owner.
pub(super) struct Flying {
    pub what: Cargo,
    pub from: Harbour,
    pub to: Harbour,
    pub progress: f32,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Cargo {
    Card { deck: usize, value: i64 },
    Coins(i64),
}

/// Where what flies comes from and goes to.
#[derive(Debug, Clone, Copy)]
pub(super) enum Harbour {
    Deck(usize),
    Seat(usize),
    Bank,
}

impl From<Account> for Harbour {
    fn from(account: Account) -> Self {
        match account {
            Account::Seat(seat) => Self::Seat(seat.into()),
            Account::Bank => Self::Bank,
        }
    }
}

#[derive(Default)]
pub(super) struct Motion {
    queue: VecDeque<Planned>,
    playing: Option<Playing>,
    slides: Vec<Slide>,
    pub ripples: Vec<Ripple>,
    pub flying: Option<Flying>,
    /// The die's tumbling, 0 when it rests.
    pub tumble: f32,
    pub needle: f32,
}

impl Motion {
    pub(super) fn clear(&mut self) {
        *self = Self { needle: self.needle, ..Self::default() };
    }

    pub(super) fn is_idle(&self) -> bool {
        self.queue.is_empty() && self.playing.is_none() && self.slides.is_empty()
    }

    pub(super) fn gate(&self) -> Option<&Gate> {
        match &self.playing.as_ref()?.planned.act {
            Act::Gate(gate) => Some(gate),
            _ => None,
        }
    }

    pub(super) fn open_gate(&mut self) {
        if self.gate().is_some() {
            self.playing = None;
        }
    }

    pub(super) fn push(&mut self, act: Act, events: usize) {
        self.queue.push_back(Planned { act, events });
    }

    /// Lets time pass; gives how many events have been shown.
    pub(super) fn tick(&mut self, sea: &Sea, pieces: &mut Pieces, mut seconds: f32) -> usize {
        let mut shown = 0;
        for ripple in &mut self.ripples {
            ripple.time += seconds;
        }
        self.ripples.retain(|ripple| ripple.time < if ripple.kind == RippleKind::Pointed { 2.5 } else { 0.7 });
        self.slide(sea, pieces, seconds);
        while seconds > 0.0 {
            if self.playing.is_none() {
                let Some(planned) = self.queue.pop_front() else { break };
                self.playing = Some(Playing::begin(&planned, sea, pieces, self.needle));
            }
            let Some(playing) = &mut self.playing else { break };
            if matches!(playing.planned.act, Act::Gate(_)) {
                break;
            }
            let used = seconds.min(playing.length - playing.time);
            playing.time += used;
            seconds -= used;
            let done = playing.time >= playing.length;
            let progress = if playing.length > 0.0 { playing.time / playing.length } else { 1.0 };
            let mut playing = self.playing.take().expect("looked at above");
            self.advance(&mut playing, pieces, progress);
            if done {
                self.end(&playing, sea, pieces);
                shown += playing.planned.events;
            } else {
                self.playing = Some(playing);
                break;
            }
        }
        for ship in 0..pieces.ships.len() {
            if !self.slides.iter().any(|slide| slide.ship == ship) {
                pieces.hang(sea, ship);
            }
        }
        shown
    }

    fn slide(&mut self, sea: &Sea, pieces: &mut Pieces, seconds: f32) {
        for slide in &mut self.slides {
            slide.time += seconds;
            let t = ease((slide.time / SLIDE).min(1.0));
            let to = slide.to.or_else(|| pieces.hanging_place(sea, slide.ship).map(|(at, _)| at)).unwrap_or(slide.from);
            pieces.ships[slide.ship].at = slide.from.lerp(to, t);
            if slide.to.is_none() {
                pieces.ships[slide.ship].height = t;
            }
        }
        self.slides.retain(|slide| slide.time < SLIDE);
    }

    fn advance(&mut self, playing: &mut Playing, pieces: &mut Pieces, progress: f32) {
        match &playing.planned.act {
            Act::Roll { seat, value } => {
                pieces.die_of = *seat;
                self.tumble = 1.0 - progress;
                let face = (playing.time * 14.0) as u8;
                pieces.die = if progress > 0.72 { *value } else { (face * 5 + value) % 6 + 1 };
            }
            Act::Sail { ship, .. } => {
                let (at, angle) = along(&playing.way, ease(progress));
                pieces.ships[*ship].at = at;
                if let Some(angle) = angle {
                    pieces.ships[*ship].angle = nearer(pieces.ships[*ship].angle, angle, 0.25);
                }
            }
            Act::Carry { ship, .. } => {
                let t = ease(progress);
                let to = *playing.way.last().unwrap_or(&playing.from);
                let shown = &mut pieces.ships[*ship];
                shown.at = playing.from.lerp(to, t);
                shown.height = (t * (1.0 - t)) * 5.0;
                shown.alpha = shown.alpha.max(t);
                shown.angle = playing.from_angle + shortest(playing.from_angle, playing.to_angle) * t;
            }
            Act::Touched(touch) => {
                let touch = *touch;
                self.touch(playing, &[touch], pieces, 1.0);
            }
            Act::Sink { ship } => {
                let t = ease(progress);
                (pieces.ships[*ship].alpha, pieces.ships[*ship].height) = (1.0 - t, -t);
            }
            Act::Card { .. } | Act::Take { .. } | Act::Pay { .. } => {
                self.flying = flying(&playing.planned.act, ease(progress));
            }
            Act::Spin { .. } => self.needle = playing.from_angle + (playing.to_angle - playing.from_angle) * slow_down(progress),
            Act::Rotate { cloud, touches, .. } => {
                let touches = touches.clone();
                pieces.clouds[*cloud].angle = playing.from_angle + (playing.to_angle - playing.from_angle) * ease(progress);
                self.touch(playing, &touches, pieces, ease(progress));
            }
            Act::Travel { cloud, to, dots, touches } => {
                let touches = touches.clone();
                let t = dot_by_dot(progress, *dots);
                pieces.clouds[*cloud].at = playing.from.lerp(*to, t);
                self.touch(playing, &touches, pieces, t);
            }
            Act::Lift { cloud, lost } => {
                if playing.touched == 0 {
                    playing.touched = 1;
                    let places = lost.iter().map(|ship| pieces.ships[*ship].at);
                    self.ripples.extend(places.map(|at| Ripple { at, time: 0.0, kind: RippleKind::Catch }));
                    // They fall off and sink where they are.
                    for ship in lost {
                        pieces.ships[*ship].place = Place::Adrift;
                    }
                }
                let shown = &mut pieces.clouds[*cloud];
                if progress < 0.6 {
                    shown.lift = ease(progress / 0.6);
                    for ship in lost {
                        let ship = &mut pieces.ships[*ship];
                        ship.alpha = 1.0 - ease((progress / 0.6).min(1.0));
                        ship.height = -ease((progress / 0.6).min(1.0));
                    }
                } else {
                    let t = ease((progress - 0.6) / 0.4);
                    shown.at = shown.home;
                    shown.angle = 0.0;
                    shown.lift = 1.0 - t;
                }
            }
            Act::Turn { .. } | Act::Tell | Act::Gate(_) | Act::Pause => {}
        }
    }

    /// Lets the touches happen whose moment has come.
    fn touch(&mut self, playing: &mut Playing, touches: &[Touch], pieces: &mut Pieces, t: f32) {
        while playing.touched < touches.len() && touches[playing.touched].moment <= t {
            let touch = touches[playing.touched];
            playing.touched += 1;
            let from = pieces.ships[touch.ship].at;
            match touch.what {
                TouchKind::Caught { cloud, magnet } => {
                    pieces.ships[touch.ship].place = Place::Hanging { cloud, magnet };
                    self.ripples.push(Ripple { at: from, time: 0.0, kind: RippleKind::Catch });
                    self.slides.push(Slide { ship: touch.ship, from, to: None, time: 0.0 });
                }
                TouchKind::Pushed { to } => {
                    pieces.ships[touch.ship].place = Place::Adrift;
                    self.slides.push(Slide { ship: touch.ship, from, to: Some(to), time: 0.0 });
                }
            }
        }
    }

    fn end(&mut self, playing: &Playing, sea: &Sea, pieces: &mut Pieces) {
        match &playing.planned.act {
            Act::Turn { seat, round } => {
                pieces.seat = *seat;
                pieces.round = *round;
            }
            Act::Roll { value, .. } => {
                pieces.die = *value;
                self.tumble = 0.0;
            }
            Act::Sail { ship, .. } | Act::Carry { ship, .. } => {
                if let Some(spot) = playing.end {
                    let (at, angle) = mooring(sea, spot);
                    let shown = &mut pieces.ships[*ship];
                    (shown.at, shown.angle, shown.height, shown.alpha) = (at, angle, 0.0, 1.0);
                    shown.place = Place::Spot(spot);
                }
            }
            Act::Sink { ship } => (pieces.ships[*ship].place, pieces.ships[*ship].alpha) = (Place::Lost, 0.0),
            Act::Take { seat, from, .. } => {
                self.flying = None;
                pieces.cards[*seat] += 1;
                pieces.cards[*from] = pieces.cards[*from].saturating_sub(1);
            }
            Act::Pay { from, to, amount } => {
                self.flying = None;
                for (account, money) in [(from, -amount), (to, *amount)] {
                    if let Account::Seat(seat) = account {
                        pieces.money[usize::from(*seat)] += money;
                    }
                }
            }
            Act::Card { seat, deck, value } => {
                self.flying = None;
                pieces.money[*seat] += value;
                pieces.cards[*seat] += 1;
                let deck = &mut pieces.decks[*deck];
                if !deck.cards.is_empty() {
                    deck.cards.remove(0);
                }
            }
            Act::Spin { segment } => pieces.segment = Some(*segment),
            Act::Lift { cloud, lost } => {
                pieces.clouds[*cloud].lift = 0.0;
                for ship in lost {
                    pieces.ships[*ship].place = Place::Lost;
                    pieces.ships[*ship].alpha = 0.0;
                }
            }
            Act::Rotate { cloud, .. } => pieces.clouds[*cloud].angle = playing.to_angle.rem_euclid(TAU),
            Act::Tell | Act::Gate(_) | Act::Pause | Act::Travel { .. } | Act::Touched(_) => {}
        }
    }
}

impl Playing {
    fn begin(planned: &Planned, sea: &Sea, pieces: &mut Pieces, needle: f32) -> Self {
        let mut playing = Self {
            time: 0.0,
            length: 0.0,
            way: Vec::new(),
            from_angle: 0.0,
            to_angle: 0.0,
            from: Vec2::ZERO,
            end: None,
            touched: 0,
            planned: planned.clone(),
        };
        match planned.act {
            Act::Turn { .. } => playing.length = 0.12,
            Act::Gate(_) | Act::Tell => {}
            Act::Roll { .. } => playing.length = 0.85,
            Act::Pause => playing.length = 0.5,
            Act::Sail { ship, spot } => playing.set_sail(sea, pieces, ship, spot),
            Act::Touched(_) => playing.length = SLIDE,
            Act::Sink { ship } => {
                pieces.ships[ship].place = Place::Adrift;
                playing.length = 0.9;
            }
            Act::Carry { ship, spot } => {
                let (at, angle) = mooring(sea, spot);
                // A ship that was lost comes down from above.
                let lost = matches!(pieces.ships[ship].place, Place::Lost | Place::InBox);
                playing.from = if lost { at - vec2(0.0, COMES_FROM) } else { pieces.ships[ship].at };
                playing.from_angle = pieces.ships[ship].angle;
                playing.to_angle = angle;
                playing.way = vec![at];
                playing.end = Some(spot);
                playing.length = 0.8;
                pieces.ships[ship].place = Place::Spot(spot);
            }
            Act::Card { .. } | Act::Take { .. } => playing.length = 0.75,
            Act::Pay { .. } => playing.length = 0.9,
            Act::Spin { segment } => {
                let step = TAU / sea.spinner.len().max(1) as f32;
                playing.from_angle = needle.rem_euclid(TAU);
                playing.to_angle = segment as f32 * step + TAU * 4.0;
                playing.length = 2.0;
            }
            Act::Rotate { cloud, eighths, .. } => {
                playing.from_angle = pieces.clouds[cloud].angle;
                playing.to_angle = playing.from_angle + f32::from(eighths) * FRAC_PI_4;
                playing.length = 0.35 * f32::from(eighths) + 0.2;
            }
            Act::Travel { cloud, dots, .. } => {
                playing.from = pieces.clouds[cloud].at;
                playing.length = 0.24 * dots + 0.1;
            }
            Act::Lift { .. } => playing.length = 1.8,
        }
        playing
    }

    fn set_sail(&mut self, sea: &Sea, pieces: &mut Pieces, ship: usize, spot: u8) {
        let chart = &sea.chart;
        let mut way = vec![pieces.ships[ship].at];
        let start = match pieces.ships[ship].place {
            Place::Spot(from) => match chart.port_of(from) {
                Some(port) => chart.legs[(chart.ports[port].after_leg as usize + 1) % chart.legs.len()].start,
                None => from + 1,
            },
            _ => spot,
        };
        let port = chart.port_of(spot);
        let last = port.map_or(spot, |port| chart.legs[chart.ports[port].after_leg as usize].end.saturating_sub(1));
        way.extend((start..=last).map(|space| to_vec(chart.spots[space as usize])));
        if port.is_some() {
            way.push(to_vec(chart.spots[spot as usize]));
        }
        self.length = 0.30 * (way.len() - 1) as f32 + 0.15;
        self.way = way;
        self.end = Some(spot);
    }
}

/// What is in the air while an act is played.
fn flying(act: &Act, progress: f32) -> Option<Flying> {
    let (what, from, to) = match *act {
        Act::Card { seat, deck, value } => (Cargo::Card { deck, value }, Harbour::Deck(deck), Harbour::Seat(seat)),
        Act::Take { seat, from, deck, value } => (Cargo::Card { deck, value }, Harbour::Seat(from), Harbour::Seat(seat)),
        Act::Pay { from, to, amount } => (Cargo::Coins(amount), from.into(), to.into()),
        _ => return None,
    };
    Some(Flying { what, from, to, progress })
}

pub(super) fn ease(t: f32) -> f32 {
    t * t * (3.0 - 2.0 * t)
}

fn slow_down(t: f32) -> f32 {
    1.0 - (1.0 - t).powi(3)
}

/// Glides from dot to dot with a breath at each.
fn dot_by_dot(t: f32, dots: f32) -> f32 {
    if dots <= 0.0 {
        return 1.0;
    }
    let whole = (t * dots).floor().min(dots - 1.0);
    let rest = t * dots - whole;
    (whole + 0.35 * rest + 0.65 * ease(rest.min(1.0))) / dots
}

fn shortest(from: f32, to: f32) -> f32 {
    (to - from + TAU * 1.5).rem_euclid(TAU) - TAU / 2.0
}

fn nearer(from: f32, to: f32, share: f32) -> f32 {
    from + shortest(from, to) * share
}

/// The point a share of the way along a line, and its direction there.
pub(super) fn along(way: &[Vec2], share: f32) -> (Vec2, Option<f32>) {
    let legs = way.len().saturating_sub(1);
    if legs == 0 {
        return (way.first().copied().unwrap_or_default(), None);
    }
    let place = share.clamp(0.0, 1.0) * legs as f32;
    let leg = (place as usize).min(legs - 1);
    let direction = way[leg + 1] - way[leg];
    (way[leg].lerp(way[leg + 1], place - leg as f32), Some(direction.y.atan2(direction.x)))
}

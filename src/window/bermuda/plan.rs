//! What happened becomes what is shown: a command's events as acts in a row. Events the printed game knows have motions of
//! their own; any other is shown by its effects.

use super::motion::{Act, Motion, Touch, TouchKind};
use super::pieces::to_vec;
use crate::packs::bermuda::Sea;
use crate::packs::bermuda::cloud::MOST_MAGNETS;
use crate::packs::bermuda::cloud::spinner::Segment;
use crate::packs::bermuda::components::Card;
use crate::packs::bermuda::events as told;
use crate::packs::bermuda::waters::Waters;
use crate::sim::event::{Passed, TurnBegan};
use crate::sim::{Effect, Event, Game, Id, Seat, Where};
use crate::window::scene::Gate;
use macroquad::prelude::vec2;

/// Turns a command's events into acts.
pub(super) fn plan(motion: &mut Motion, game: &Game, by_hand: &dyn Fn(Seat) -> bool) {
    let sea = Sea::of(game.rules());
    let waters = Waters::of(game);
    let number = |id: Id| waters.ship_number(id).unwrap_or(0);
    let events = game.events();
    let mut phase = [0usize; 3];
    let mut at = 0;
    while at < events.len() {
        let event = &events[at];
        at += 1;
        if let Some(e) = TurnBegan::read(event) {
            motion.push(Act::Turn { seat: e.player, round: e.round }, 1);
        } else if let Some(e) = told::StartRoll::read(event) {
            motion.push(Act::Roll { seat: e.player, value: e.value }, 1);
        } else if let Some(e) = told::Rolled::read(event) {
            if by_hand(e.player) {
                motion.push(Act::Gate(Gate { name: "roll", label: "Roll the die", seat: e.player, does: None }), 0);
            }
            motion.push(Act::Roll { seat: e.player, value: e.value }, 1);
        } else if event.is(Passed::kind()) {
            motion.push(Act::Pause, 1);
        } else if let Some(e) = told::Sailed::read(event) {
            let spot = spot(game, e.to, e.berth);
            motion.push(spot.map_or(Act::Tell, |spot| Act::Sail { ship: number(e.ship), spot }), 1);
        } else if let Some((segment, mover)) = Segment::spun(event) {
            phase = [0; 3];
            if by_hand(mover) {
                motion.push(Act::Gate(Gate { name: "spin", label: "Spin for the cloud", seat: mover, does: Some("spins") }), 0);
            }
            let segment = sea.spinner.iter().position(|known| *known == segment).unwrap_or(0);
            motion.push(Act::Spin { segment }, 1);
        } else if let Some(e) = told::Rotated::read(event) {
            let touches = touches(events, &mut at, &number);
            let shown = 1 + touches.len();
            if e.eighths > 0 && phase[0] < waters.clouds() {
                motion.push(Act::Rotate { cloud: phase[0], eighths: e.eighths, touches }, shown);
            } else {
                motion.push(Act::Tell, shown);
            }
            phase[0] += 1;
        } else if let Some(e) = told::Travelled::read(event) {
            let touches = touches(events, &mut at, &number);
            let dots = f32::from((e.to[0] - e.from[0]).abs() + (e.to[1] - e.from[1]).abs());
            let to = to_vec(sea.chart.grid.at(e.to[0], e.to[1]));
            let shown = 1 + touches.len();
            if phase[1] < waters.clouds() {
                motion.push(Act::Travel { cloud: phase[1], to, dots, touches }, shown);
            }
            phase[1] += 1;
        } else if let Some(e) = told::Lifted::read(event) {
            if phase[2] < waters.clouds() {
                motion.push(Act::Lift { cloud: phase[2], lost: e.lost.iter().map(|id| number(*id)).collect() }, 1);
            }
            phase[2] += 1;
        } else {
            game.effects_of(at - 1).filter_map(|effect| show(game, effect)).for_each(|act| motion.push(act, 0));
            motion.push(Act::Tell, 1);
        }
    }
}

/// The spot an event names by its place and its berth.
fn spot(game: &Game, place: told::Place, berth: Option<u8>) -> Option<u8> {
    let chart = &Sea::of(game.rules()).chart;
    let told::Place::On(id) = place else { return None };
    if id.index() < chart.spaces() {
        return Some(id.index() as u8);
    }
    let port = id.index().checked_sub(Waters::of(game).furniture.first_port.index())?;
    Some(chart.ports.get(port)?.berths.start + berth.unwrap_or(0))
}

/// The motion of one effect.
fn show(game: &Game, effect: Effect) -> Option<Act> {
    let waters = Waters::of(game);
    let deck_at = |deck: Id| waters.furniture.decks.iter().flatten().position(|known| *known == deck);
    let cloud_at = |piece: Id| waters.furniture.clouds.iter().position(|pieces| pieces.cloud == piece);
    match effect {
        Effect::Moved { piece, to, .. } | Effect::Appeared { piece, at: to } => match waters.ship_number(piece) {
            Some(ship) => ship_moved(game, ship, to),
            None => cloud_moved(game, cloud_at(piece)?, effect),
        },
        Effect::Turned { piece, degrees } => {
            Some(Act::Rotate { cloud: cloud_at(piece)?, eighths: (degrees / 45) as u8, touches: Vec::new() })
        }
        Effect::Left { piece, .. } => Some(Act::Sink { ship: waters.ship_number(piece)? }),
        Effect::Paid { from, to, amount } => Some(Act::Pay { from, to, amount }),
        Effect::Drew { seat, deck, value, .. } => Some(Act::Card { seat: seat.into(), deck: deck_at(deck)?, value }),
        Effect::Took { seat, from, piece } => {
            let card: Card = *game.world().get::<&Card>(game.entity(piece)).ok()?;
            Some(Act::Take { seat: seat.into(), from: from.into(), deck: deck_at(card.deck)?, value: card.value })
        }
        _ => None,
    }
}

fn ship_moved(game: &Game, ship: usize, to: Where) -> Option<Act> {
    let waters = Waters::of(game);
    let what = match to {
        Where::On(place) => {
            if let Some(spot) = waters.spot_number(&Sea::of(game.rules()).chart, place) {
                return Some(Act::Carry { ship, spot });
            }
            let (cloud, magnet) = waters.hook(place)?;
            TouchKind::Caught { cloud, magnet }
        }
        Where::At(x, y) => TouchKind::Pushed { to: vec2(x, y) },
        Where::With(_) | Where::Away => return None,
    };
    Some(Act::Touched(Touch { ship, what, moment: 0.0 }))
}

fn cloud_moved(game: &Game, cloud: usize, effect: Effect) -> Option<Act> {
    let Effect::Moved { from: Where::At(left, top), to: Where::At(x, y), .. } = effect else { return None };
    let dots = (vec2(left, top).distance(vec2(x, y)) / Sea::of(game.rules()).chart.grid.pitch as f32).round();
    Some(Act::Travel { cloud, to: vec2(x, y), dots, touches: Vec::new() })
}

/// Takes the touches that follow a movement of the cloud.
fn touches(events: &[Event], at: &mut usize, number: &dyn Fn(Id) -> usize) -> Vec<Touch> {
    let mut touches = Vec::new();
    while let Some(event) = events.get(*at) {
        let touch = if let Some(e) = told::Captured::read(event) {
            let magnet = usize::from(e.magnet);
            let what = TouchKind::Caught { cloud: magnet / MOST_MAGNETS, magnet: magnet % MOST_MAGNETS };
            Touch { ship: number(e.ship), what, moment: e.moment.share() as f32 }
        } else if let Some(e) = told::Pushed::read(event) {
            let what = TouchKind::Pushed { to: to_vec(e.at) };
            Touch { ship: number(e.ship), what, moment: e.moment.share() as f32 }
        } else {
            break;
        };
        touches.push(touch);
        *at += 1;
    }
    touches
}

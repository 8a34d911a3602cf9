//! What happened becomes what is shown: a command's events as acts in a row.

use super::motion::{Act, Goal, Motion, Touch, TouchKind};
use super::pieces::to_vec;
use crate::packs::bermuda::Sea;
use crate::packs::bermuda::cloud::MOST_MAGNETS;
use crate::packs::bermuda::cloud::geometry::LETTERS;
use crate::packs::bermuda::cloud::spinner::{Segment, Way};
use crate::packs::bermuda::events as told;
use crate::packs::bermuda::waters::Waters;
use crate::sim::event::{Passed, TurnBegan};
use crate::sim::{Event, Game, Id, Seat};
use crate::window::scene::Gate;

/// Turns a command's events into acts.
pub fn plan(motion: &mut Motion, game: &Game, by_hand: &dyn Fn(Seat) -> bool) {
    let sea = Sea::of(game.rules());
    let waters = Waters::of(game);
    let number = |id: Id| waters.ship_number(id).unwrap_or(0);
    let goal = |place: told::Place| match place {
        told::Place::On(id) if id.index() < sea.chart.spaces() => Some(Goal::Space(id.index() as u8)),
        told::Place::On(id) => Some(Goal::Port(id.index().checked_sub(waters.pieces.first_port.index())?)),
        _ => None,
    };
    let events = game.events();
    let mut round = opening_round(game, sea);
    let mut phase = [0usize; 3];
    let mut at = 0;
    while at < events.len() {
        let event = &events[at];
        at += 1;
        if let Some(e) = TurnBegan::read(event) {
            round = e.round;
            motion.push(Act::Turn { seat: e.player, round: e.round }, 1);
        } else if let Some(e) = told::StartRoll::read(event) {
            motion.push(Act::Roll { seat: e.player, value: e.value }, 1);
        } else if let Some(e) = told::Rolled::read(event) {
            if by_hand(e.player) {
                motion.push(Act::Gate(Gate { name: "roll", label: "Roll the die", seat: e.player }), 0);
            }
            motion.push(Act::Roll { seat: e.player, value: e.value }, 1);
        } else if event.is(Passed::kind()) {
            motion.push(Act::Pause, 1);
        } else if let Some((e, to)) = told::Sailed::read(event).and_then(|e| Some((goal(e.to)?, e))).map(|(to, e)| (e, to)) {
            motion.push(Act::Sail { ship: number(e.ship), to }, 1);
        } else if let Some((e, to)) = told::Bumped::read(event).and_then(|e| Some((goal(e.to)?, e))).map(|(to, e)| (e, to)) {
            motion.push(Act::Carry { ship: number(e.ship), to }, 1);
        } else if let Some((e, to)) = told::Settled::read(event).and_then(|e| Some((goal(e.to)?, e))).map(|(to, e)| (e, to)) {
            motion.push(Act::Carry { ship: number(e.ship), to }, 1);
        } else if let Some(e) = told::CardDrawn::read(event) {
            let deck = waters.decks.iter().flatten().position(|deck| *deck == e.deck).unwrap_or(0);
            motion.push(Act::Card { seat: e.player.into(), deck, value: e.value }, 1);
        } else if let Some(segment) = spun(sea, event) {
            phase = [0; 3];
            // The first player spins in the first round, then the others clockwise (B-T4).
            let mover = ((u32::from(game.turn().first) + round.max(1) - 1) % u32::from(game.turn().seats)) as Seat;
            if by_hand(mover) {
                motion.push(Act::Gate(Gate { name: "spin", label: "Spin for the cloud", seat: mover }), 0);
            }
            motion.push(Act::Spin { segment }, 1);
        } else if let Some(e) = told::Rotated::read(event) {
            let touches = touches(events, &mut at, &number);
            let act = Act::Rotate { cloud: phase[0], eighths: e.eighths, touches: touches.clone() };
            if e.eighths > 0 && phase[0] < waters.clouds.len() {
                motion.push(act, 1 + touches.len());
            } else {
                motion.push(Act::Tell, 1 + touches.len());
            }
            phase[0] += 1;
        } else if let Some(e) = told::Travelled::read(event) {
            let touches = touches(events, &mut at, &number);
            let dots = f32::from((e.to[0] - e.from[0]).abs() + (e.to[1] - e.from[1]).abs());
            let to = to_vec(sea.chart.grid.at(e.to[0], e.to[1]));
            let shown = 1 + touches.len();
            if phase[1] < waters.clouds.len() {
                motion.push(Act::Travel { cloud: phase[1], to, dots, touches }, shown);
            }
            phase[1] += 1;
        } else if let Some(e) = told::Lifted::read(event) {
            if phase[2] < waters.clouds.len() {
                motion.push(Act::Lift { cloud: phase[2], lost: e.lost.iter().map(|id| number(*id)).collect() }, 1);
            }
            phase[2] += 1;
        } else {
            motion.push(Act::Tell, 1);
        }
    }
}

/// The round in which the game's last events begin.
fn opening_round(game: &Game, sea: &Sea) -> u32 {
    let events = game.events();
    let Some((at, turn)) = events.iter().enumerate().find_map(|(at, event)| Some((at, TurnBegan::read(event)?))) else {
        return game.turn().round;
    };
    let spun_before = events[..at].iter().any(|event| spun(sea, event).is_some());
    if spun_before { turn.round.saturating_sub(1) } else { turn.round }
}

fn spun(sea: &Sea, event: &Event) -> Option<usize> {
    let (letter, way) = if let Some(e) = told::SpunDots::read(event) {
        (e.letter, (Way::Dots(e.dots), e.dir))
    } else {
        let e = told::SpunWord::read(event)?;
        (e.letter, (Way::Word, e.word))
    };
    let fits = |s: &&Segment| LETTERS[s.letter as usize] == letter && s.way == way.0 && s.direction.letter() == way.1;
    let found = sea.spinner.iter().position(|segment| fits(&segment));
    Some(found.unwrap_or(0))
}

/// Takes the touches that follow a movement of the cloud.
fn touches(events: &[Event], at: &mut usize, number: &dyn Fn(Id) -> usize) -> Vec<Touch> {
    let mut touches = Vec::new();
    while let Some(event) = events.get(*at) {
        let touch = if let Some(e) = told::Captured::read(event) {
            let magnet = usize::from(e.magnet);
            let what = TouchKind::Caught { cloud: magnet / MOST_MAGNETS, magnet: magnet % MOST_MAGNETS };
            Touch { ship: number(e.ship), what }
        } else if let Some(e) = told::Pushed::read(event) {
            let by = match e.by {
                told::Pusher::Cylinder => None,
                told::Pusher::Ship(id) => Some(number(id)),
            };
            Touch { ship: number(e.ship), what: TouchKind::Pushed { by, to: to_vec(e.at) } }
        } else {
            break;
        };
        touches.push(touch);
        *at += 1;
    }
    touches
}

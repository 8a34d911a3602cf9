//! Bermuda by rule of thumb: dock for good cards, sail away from the cloud, bump those who are close to theirs.

use super::Sea;
use super::cargo::{is_unpaid, on_top};
use super::danger::{Danger, dangers};
use super::movement::{Stop, Voyage};
use super::sailing::voyage_of;
use super::treasury::money_of;
use super::waters::{Waters, owner};
use crate::sim::{Bot, Command, Game, Manner, Seat};

/// Money in a unit of rating.
const UNIT: f64 = 40_000.0;
/// What a ship may still earn, in money, as one of a full fleet.
const SHIP: f64 = 45_000.0;
/// How much of a port's cards a ship just before it is worth already; somebody may come first.
const UNDERWAY: f64 = 0.7;
/// How much of an opponent's loss is a gain.
const SPITE: f64 = 0.4;
/// More than all cards.
const WON: f64 = 4_000_000.0;

pub(super) struct Captain;

impl Bot for Captain {
    fn ratings(&self, game: &Game, trial: &mut Game) -> Vec<f64> {
        let sails = game.offers().iter().any(|offer| voyage_of(game, *offer).is_some());
        let now = if sails { dangers(trial, game, None) } else { Vec::new() };
        let mut rate = |offer: &Command| match voyage_of(game, *offer) {
            Some(voyage) => sailing(game, trial, &now, voyage) / UNIT,
            None => other(game, trial, *offer),
        };
        game.offers().iter().map(&mut rate).collect()
    }

    fn value(&self, game: &Game, seat: Seat) -> f64 {
        value(game, seat)
    }

    /// The offer that docks for the best cards, if any does.
    fn quick(&self, game: &Game) -> Option<Command> {
        let docks = |offer: &&Command| {
            let voyage = voyage_of(game, **offer).filter(|voyage| voyage.stop == Stop::Docked)?;
            Some(cards(game, voyage))
        };
        game.offers().iter().filter(|offer| docks(offer).is_some()).max_by_key(docks).copied()
    }

    fn manner(&self) -> Manner {
        Manner { playout: 1, decisive: 2.0, obvious: 0.7 }
    }
}

/// What an offer to sail brings at once, and the ship's danger at the next spin before and after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outlook {
    pub money: i64,
    pub before: Danger,
    pub after: Danger,
}

/// Money and danger of an offer to sail; nothing for other offers.
pub fn outlook(game: &Game, offer: Command) -> Option<Outlook> {
    let voyage = voyage_of(game, offer)?;
    let ship = usize::from(voyage.ship);
    let mut trial = game.clone();
    let before = dangers(&mut trial, game, None)[ship];
    let after = dangers(&mut trial, game, Some((ship, voyage.to)))[ship];
    Some(Outlook { money: cards(game, voyage), before, after })
}

/// The top cards a voyage docks for.
fn cards(game: &Game, voyage: Voyage) -> i64 {
    let docks = voyage.stop == Stop::Docked && !is_unpaid(game, voyage);
    let port = Sea::of(game.rules()).chart.port_of(voyage.to).filter(|_| docks);
    port.map_or(0, |port| on_top(game, port))
}

/// What a voyage is worth in money: cards, progress, what the cloud may no longer take, and what others lose.
fn sailing(game: &Game, trial: &mut Game, now: &[Danger], voyage: Voyage) -> f64 {
    let (ship, player) = (usize::from(voyage.ship), game.deciding());
    let mut worth = underway(game, voyage.to) - underway(game, voyage.from);
    if voyage.stop == Stop::Docked {
        let cards = cards(game, voyage);
        worth += cards as f64;
        if money_of(game, player) + cards >= Sea::of(game.rules()).victory.goal.of(player) {
            worth += WON;
        }
    }
    if let Some(bumped) = voyage.bumps.map(usize::from) {
        let owner = owner(bumped);
        let loss = underway(game, voyage.to) * if owner == player { -1.0 } else { grudge(game, owner) };
        worth += loss;
    }
    let then = dangers(trial, game, Some((ship, voyage.to)));
    for other in Waters::of(game).all_ships() {
        let owner = owner(other);
        let saved = (now[other].chance() - then[other].chance()) * ship_worth(game, other);
        let spot = Waters::of(game).spot_of(other);
        let lies = if other == ship { Some(voyage.to) } else { spot };
        let aboard = lies.map_or(0.0, |spot| underway(game, spot)) * then[other].chance();
        worth += if owner == player { saved - aboard } else { -saved * grudge(game, owner) };
    }
    worth
}

/// What a ship on a spot has made of the way to the next port's cards.
fn underway(game: &Game, spot: u8) -> f64 {
    let chart = &Sea::of(game.rules()).chart;
    if chart.port_of(spot).is_some() {
        return 0.0;
    }
    let leg = chart.leg_of(spot);
    let (start, end) = (chart.legs[leg].start, chart.legs[leg].end);
    let share = f64::from(spot - start + 1) / f64::from(end - start + 1);
    UNDERWAY * share * on_top(game, chart.port_after(leg)) as f64
}

/// What losing a ship costs: the fewer there are, the more.
fn ship_worth(game: &Game, ship: usize) -> f64 {
    let seat = owner(ship);
    SHIP * Waters::of(game).ships_of(seat).count() as f64 / fleet(game, seat).count().max(1) as f64
}

/// A seat's ships that lie on the board.
fn fleet(game: &Game, seat: Seat) -> impl Iterator<Item = u8> {
    Waters::of(game).ships_of(seat).filter_map(|ship| Waters::of(game).spot_of(ship))
}

/// How much a loss of that seat is worth to others: most of all if it leads.
fn grudge(game: &Game, seat: Seat) -> f64 {
    let totals = game.rules().pack.totals(game);
    let leads = totals.iter().all(|total| *total <= totals[usize::from(seat)]);
    let share = SPITE / f64::from(game.turn().seats - 1);
    if leads { 2.0 * share } else { share }
}

/// Decisions before the roll, such as buying a ship back: try it with other dice and compare.
fn other(game: &Game, trial: &mut Game, offer: Command) -> f64 {
    trial.clone_from(game);
    trial.mute();
    trial.chance_mut().reseed(0);
    if trial.apply(offer).is_err() {
        return f64::NEG_INFINITY;
    }
    value(trial, game.deciding())
}

/// What a seat has: money, ships, and their way.
fn value(game: &Game, seat: Seat) -> f64 {
    let money = money_of(game, seat) as f64;
    let (mut afloat, mut way) = (0.0, 0.0);
    for spot in fleet(game, seat) {
        afloat += if Waters::of(game).is_under(spot) { 0.8 } else { 1.0 };
        way += underway(game, spot);
    }
    // The first ship matters more than the fourth.
    (money + way + SHIP * 2.0 * f64::sqrt(afloat)) / UNIT
}

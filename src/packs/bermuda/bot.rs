//! Bermuda by rule of thumb: dock for good cards, sail away from the cloud, bump those who are close to theirs.

use super::Sea;
use super::cargo::{is_unpaid, on_top};
use super::danger::{Danger, dangers};
use super::glance::{Glance, WON, grudge};
use super::movement::{Stop, Voyage};
use super::points;
use super::sailing::voyage_of;
use super::treasury::money_of;
use super::waters::{Waters, owner};
use crate::sim::bot::try_out;
use crate::sim::{Bot, Command, Game, Manner, Point, Seat, Thinking};

/// Money in a unit of rating.
pub(super) const UNIT: f64 = 40_000.0;

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
        Glance::at(game).value(seat) / UNIT
    }

    fn glance(&self, game: &Game, ratings: &mut Vec<f64>) -> bool {
        Glance::at(game).rate(ratings)
    }

    fn points(&self, game: &Game, offer: Command) -> Vec<Point> {
        points::of(game, offer)
    }

    fn manner(&self) -> Manner {
        Manner { playout: 8, decisive: 2.0, obvious: 0.7 }
    }

    fn thinking(&self) -> Thinking {
        Thinking::Halving
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
    let mut glance = Glance::at(game);
    let mut worth = glance.underway(voyage.to) - glance.underway(voyage.from);
    if voyage.stop == Stop::Docked {
        let cards = cards(game, voyage);
        worth += cards as f64;
        if money_of(game, player) + cards >= Sea::of(game.rules()).victory.goal.of(player) {
            worth += WON;
        }
    }
    if let Some(bumped) = voyage.bumps.map(usize::from) {
        let owner = owner(bumped);
        worth += glance.underway(voyage.to) * if owner == player { -1.0 } else { grudge(game, owner) };
    }
    let then = dangers(trial, game, Some((ship, voyage.to)));
    for other in Waters::of(game).all_ships() {
        let owner = owner(other);
        let saved = (now[other].chance() - then[other].chance()) * glance.ship_worth(owner);
        let spot = Waters::of(game).spot_of(other);
        let lies = if other == ship { Some(voyage.to) } else { spot };
        let aboard = lies.map_or(0.0, |spot| glance.underway(spot)) * then[other].chance();
        worth += if owner == player { saved - aboard } else { -saved * grudge(game, owner) };
    }
    worth
}

/// Decisions before the roll, such as buying a ship back: try it with other dice and compare.
fn other(game: &Game, trial: &mut Game, offer: Command) -> f64 {
    if try_out(game, trial, offer) { Glance::at(trial).value(game.deciding()) / UNIT } else { f64::NEG_INFINITY }
}

//! Bermuda at a glance: what a voyage is worth by looking at cards, ships and the table of perils, without trying anything out.

use super::Sea;
use super::board::PORTS;
use super::cargo::{is_unpaid, on_top};
use super::cloud::peril::Outlook;
use super::movement::{Stop, Voyage};
use super::sailing::voyage_of;
use super::treasury::money_of;
use super::waters::{Waters, owner};
use crate::sim::{Game, Seat};

/// What a ship may still earn, in money, as one of a full fleet.
const SHIP: f64 = 45_000.0;
/// How much of a port's cards a ship just before it is worth already; somebody may come first.
const UNDERWAY: f64 = 0.7;
/// How much of an opponent's loss is a gain.
const SPITE: f64 = 0.4;
/// More than all cards.
pub(super) const WON: f64 = 4_000_000.0;

/// What one look takes in: cards are turned to once, when they are first asked for.
pub(super) struct Glance<'a> {
    game: &'a Game,
    sea: &'a Sea,
    waters: &'a Waters,
    outlook: Outlook<'a>,
    tops: [Option<f64>; PORTS],
}

impl<'a> Glance<'a> {
    pub(super) fn at(game: &'a Game) -> Self {
        let (sea, waters) = (Sea::of(game.rules()), Waters::of(game));
        Self { game, sea, waters, outlook: Outlook::of(game), tops: [None; PORTS] }
    }

    /// How good each offer looks, in money; false if one is no voyage, for such a thing must be tried out.
    pub(super) fn rate(&mut self, ratings: &mut Vec<f64>) -> bool {
        let player = self.game.deciding();
        let ship = self.ship_worth(player);
        for offer in self.game.offers() {
            let Some(voyage) = voyage_of(self.game, *offer) else { return false };
            ratings.push(self.voyage(player, voyage, ship));
        }
        true
    }

    fn voyage(&mut self, player: Seat, voyage: Voyage, ship: f64) -> f64 {
        let (before, after) = (self.underway(voyage.from), self.underway(voyage.to));
        let mut worth = after - before;
        if voyage.stop == Stop::Docked && !is_unpaid(self.game, voyage) {
            let cards = self.sea.chart.port_of(voyage.to).map_or(0.0, |port| self.on_top(port));
            worth += cards;
            if money_of(self.game, player) as f64 + cards >= self.sea.victory.goal.of(player) as f64 {
                worth += WON;
            }
        }
        if let Some(bumped) = voyage.bumps {
            let other = owner(bumped.into());
            worth += after * if other == player { -1.0 } else { grudge(self.game, other) };
        }
        let number = voyage.ship.into();
        worth + self.peril(number, voyage.from) * (ship + before) - self.peril(number, voyage.to) * (ship + after)
    }

    /// What a seat has, in money: money, ships, and their way, each as far as the next spin leaves it.
    pub(super) fn value(&mut self, seat: Seat) -> f64 {
        let (mut afloat, mut way) = (0.0, 0.0);
        for ship in self.waters.ships_of(seat) {
            if let Some(spot) = self.waters.spot_of(ship) {
                let safe = 1.0 - self.peril(ship, spot);
                afloat += safe;
                way += safe * self.underway(spot);
            }
        }
        // The first ship matters more than the fourth.
        money_of(self.game, seat) as f64 + way + SHIP * 2.0 * f64::sqrt(afloat)
    }

    fn on_top(&mut self, port: usize) -> f64 {
        *self.tops[port].get_or_insert_with(|| on_top(self.game, port) as f64)
    }

    /// The chance that the next spin takes a ship, if it lay on a spot.
    pub(super) fn peril(&self, ship: usize, spot: u8) -> f64 {
        let sheltered = self.waters.sheltered >> ship & 1 == 1 || self.waters.sheltering >> spot & 1 == 1;
        if sheltered { 0.0 } else { self.outlook.at(spot) }
    }

    /// What a ship on a spot has made of the way to the next port's cards.
    pub(super) fn underway(&mut self, spot: u8) -> f64 {
        let chart = &self.sea.chart;
        if chart.port_of(spot).is_some() {
            return 0.0;
        }
        let leg = chart.leg_of(spot);
        let (start, end) = (chart.legs[leg].start, chart.legs[leg].end);
        let share = f64::from(spot - start + 1) / f64::from(end - start + 1);
        UNDERWAY * share * self.on_top(chart.port_after(leg))
    }

    /// What losing a ship costs its player: the fewer there are, the more.
    pub(super) fn ship_worth(&self, seat: Seat) -> f64 {
        let fleet = || self.waters.ships_of(seat);
        let afloat = fleet().filter(|ship| self.waters.spot_of(*ship).is_some()).count();
        SHIP * fleet().count() as f64 / afloat.max(1) as f64
    }
}

/// How much a loss of that seat is worth to others: most of all if it leads.
pub(super) fn grudge(game: &Game, seat: Seat) -> f64 {
    let money = money_of(game, seat);
    let leads = (0..game.turn().seats).all(|other| money_of(game, other) <= money);
    if leads { 2.0 * spite(game) } else { spite(game) }
}

/// How much a loss of anybody else is worth, whoever leads.
pub(super) fn spite(game: &Game) -> f64 {
    SPITE / f64::from(game.turn().seats - 1)
}

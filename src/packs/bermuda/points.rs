//! What speaks for sailing a ship, and against it: cards, the goal, the way to the next port, the cloud, and who is bumped.

use super::bot::{UNIT, outlook};
use super::glance::{Glance, WON, grudge, spite};
use super::sailing::voyage_of;
use super::treasury::money_of;
use super::waters::{Waters, owner};
use super::{Sea, phrases};
use crate::sim::{Command, Eyes, Game, Point, Seat, secret};
use crate::words::{Message, money, msg};

/// The points of an offer to sail; other offers have none.
pub(super) fn of(game: &Game, offer: Command) -> Vec<Point> {
    let (Some(voyage), Some(outlook)) = (voyage_of(game, offer), outlook(game, offer)) else { return Vec::new() };
    let (sea, player) = (Sea::of(game.rules()), game.deciding());
    let mut glance = Glance::at(game);
    let mut points = Vec::new();
    let mut point = |about, money: f64, said: Message| points.push(Point { about, weight: money / UNIT, said });
    if outlook.money > 0 {
        if money_of(game, player) + outlook.money >= sea.victory.goal.of(player) {
            point("goal", WON, msg!("bermuda.advice.goal"));
        }
        point("gain", outlook.money as f64, msg!("bermuda.advice.gain", money = money(outlook.money)));
    }
    if sea.chart.port_of(voyage.to).is_none() {
        let leg = sea.chart.leg_of(voyage.to);
        let left = u32::from(sea.chart.legs[leg].end - voyage.to);
        // The mean of a roll, doubled to stay whole.
        let double_roll = u32::from(sea.dice.count) * (u32::from(sea.dice.sides) + 1);
        let n = (2 * left).div_ceil(double_roll.max(1));
        let (waters, next) = (Waters::of(game), sea.chart.port_after(leg));
        let port = phrases::port(&sea.chart, next);
        let said = if (voyage.to + 1..sea.chart.legs[leg].end).any(|spot| waters.is_under(spot)) {
            msg!("bermuda.advice.tempo_cloud", port, n)
        } else if waters.is_full(next) {
            msg!("bermuda.advice.tempo_full", port, n)
        } else {
            msg!("bermuda.advice.tempo", port, n)
        };
        point("tempo", glance.underway(voyage.to) - glance.underway(voyage.from), said);
    }
    let (before, after, of) = (outlook.before.taken, outlook.after.taken, outlook.after.of);
    let at_stake = glance.ship_worth(player);
    let saved = (outlook.before.chance() - outlook.after.chance()) * at_stake;
    if before > after {
        point("danger", saved, msg!("bermuda.advice.escape", before, after, of));
    } else if after > before {
        point("danger", saved, msg!("bermuda.advice.danger", n = after, of));
    }
    if let Some(bumped) = voyage.bumps {
        let ship = phrases::ship(game, Waters::of(game).ship_id(bumped.into()));
        let lost = glance.underway(voyage.to);
        match owner(bumped.into()) {
            own if own == player => point("bump", -lost, msg!("bermuda.advice.own_bump", ship)),
            other => point("bump", lost * known_grudge(game, other), msg!("bermuda.advice.bump", ship)),
        }
    }
    points
}

/// How much a loss of that seat is worth to whoever decides. A reason must not tell who leads while purses are hidden.
fn known_grudge(game: &Game, seat: Seat) -> f64 {
    let by = Eyes::Of(game.deciding());
    let knows_all = (0..game.turn().seats).all(|other| game.is_seen(secret::MONEY, other, by));
    if knows_all { grudge(game, seat) } else { spite(game) }
}

//! bumping: landing on a ship by exact count sends it back to the port at the start of its leg (B-B1 … B-B4).

use super::Sea;
use super::components::At;
use super::docking::{admits, clear_berth};
use super::events::Bumped;
use super::movement::Voyage;
use super::phrases;
use super::signals::BUMPS;
use super::waters::{Waters, bar, barred_from, owner, relocate, spots};
use crate::sim::rule::Printed;
use crate::sim::{Game, Phase, Reason, Step};
use crate::words::msg;
use serde::Deserialize;

pub const BUMP: Step = Step::new("bump", bump).when(BUMPS);

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a setting of its own, as the file writes it")]
pub struct Settings {
    pub enabled: bool,
    /// Whether a player's own ships can be bumped too.
    pub own: bool,
    pub overflow: Overflow,
    /// Whether the mover may stop short of the ship instead.
    pub optional: bool,
    /// Whether a place under the cloud may receive a bumped ship.
    pub under_cloud: bool,
}

/// Where a bumped ship goes when its port cannot take it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Overflow {
    AfterPort,
    BeforePort,
}

pub(crate) const RULE: Printed = Printed::new("bumping", &[(Phase::Turn, BUMP)]).reading::<Settings>().optional();

fn bump(game: &mut Game) {
    let Some(v) = Waters::of(game).voyage() else { return };
    let Some(ship) = v.bumps else { return };
    let ship = ship as usize;
    let Refuge { spot, before } = refuge(game, ship, v.to);
    game.emit_with(|game| {
        let (waters, chart) = (Waters::of(game), &Sea::of(game.rules()).chart);
        Bumped {
            ship: waters.ship_id(ship),
            by: waters.ship_id(v.ship.into()),
            from: waters.place(chart, v.to),
            to: waters.place(chart, spot),
            berth: chart.berth_of(spot),
        }
    });
    relocate(game, ship, At::Spot(spot));
    if let Some(port) = before {
        // It may have been put back before another port already, and owes that one its mark still.
        bar(game, ship, barred_from(game, ship) | 1 << port);
    }
}

/// Where a bumped ship is carried back to.
struct Refuge {
    spot: u8,
    /// The port it now lies before, though it had passed it.
    before: Option<u8>,
}

/// A bumped ship goes back, never forward: into the port at the start of its leg, else to the nearest free space between
/// that port and where it lay (unless it has to queue), else to the nearest free space before the port.
fn refuge(game: &Game, ship: usize, space: u8) -> Refuge {
    let sea = Sea::of(game.rules());
    let waters = Waters::of(game);
    let chart = &*sea.chart;
    let leg = chart.leg_of(space);
    let port = chart.port_before(leg);
    let room = admits(waters, port, owner(ship)).is_ok();
    let (spaces, first) = (chart.spaces() as u8, chart.legs[leg].start);
    let settings = sea.bumping.as_ref();
    let queues = settings.is_some_and(|b| b.overflow == Overflow::BeforePort);
    let after = if queues { first..first } else { first..space };
    let before = (1..spaces - (space - first)).map(|back| (first + spaces - back) % spaces);
    let seek = |taken: u128| {
        let is_open = |spot: &u8| taken >> spot & 1 == 0;
        let berth = chart.ports[port].berths.clone().find(is_open).filter(|_| room);
        let on_its_leg = berth.or_else(|| after.clone().find(is_open)).map(|spot| Refuge { spot, before: None });
        on_its_leg.or_else(|| before.clone().find(is_open).map(|spot| Refuge { spot, before: Some(port as u8) }))
    };
    let berths = &chart.ports[port].berths;
    let clear_berth = || clear_berth(waters, spots(berths.start, berths.end)).filter(|_| room);
    let clear = if settings.is_none_or(|b| b.under_cloud) {
        // In port, too, a clear berth is taken first.
        clear_berth().map(|spot| Refuge { spot, before: None })
    } else {
        seek(waters.occupied | waters.under)
    };
    // Where it should queue and all is taken, it stays on its leg after all; ships never fill the whole route.
    let anywhere = || (0..spaces).find(|spot| waters.occupied >> spot & 1 == 0).unwrap_or(space);
    clear.or_else(|| seek(waters.occupied)).unwrap_or_else(|| Refuge { spot: anywhere(), before: None })
}

/// Why a ship that can move may not stop short.
pub(crate) fn why_not_short(game: &Game, voyage: Voyage) -> Reason {
    let ship = phrases::ship(game, Waters::of(game).ship_id(voyage.ship.into()));
    if voyage.bumps.is_none() {
        return Reason::new("B-B4", msg!("bermuda.reason.bumps_nobody", ship));
    }
    if Sea::of(game.rules()).bumping.as_ref().is_some_and(|b| b.optional) {
        return Reason::new("B-B4", msg!("bermuda.reason.no_room_short", ship));
    }
    Reason::new("B-B4", msg!("bermuda.reason.must_bump")).because_of("bumping.optional")
}

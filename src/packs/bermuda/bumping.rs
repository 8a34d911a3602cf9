//! bumping: landing on a ship by exact count sends it back to the port at the start of its leg (B-B1 … B-B3).

use super::Sea;
use super::components::At;
use super::events::Bumped;
use super::waters::{FLEET, Waters, relocate, spots};
use crate::sim::plan::{Editor, PlanError};
use crate::sim::rule::{Section, read};
use crate::sim::{Game, Phase, Rule, Step};
use serde::Deserialize;

pub const BUMP: Step = Step::new("bump", bump);

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub enabled: bool,
    /// Whether a player's own ships can be bumped too.
    pub own: bool,
    pub overflow: Overflow,
}

/// Where a bumped ship goes when its port cannot take it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Overflow {
    AfterPort,
    BeforePort,
}

pub struct Bumping;

impl Rule for Bumping {
    fn id(&self) -> &'static str {
        "bumping"
    }
    fn edit(&self, plan: &mut Editor<'_>) -> Result<(), PlanError> {
        plan.append(Phase::Turn, BUMP)
    }
    fn settings(&self, section: &serde_json::Value) -> Result<Option<Section>, serde_json::Error> {
        read::<Settings>(section)
    }
}

fn bump(game: &mut Game) {
    let Some(v) = Waters::of(game).voyage else { return };
    let Some(ship) = v.bumps else { return };
    let ship = ship as usize;
    let refuge = refuge(game, ship, v.to);
    let sea = Sea::of(game.rules());
    let waters = Waters::of(game);
    let event = Bumped {
        ship: waters.ship_id(ship),
        by: waters.ship_id(v.ship as usize),
        from: waters.place(&sea.chart, v.to),
        to: waters.place(&sea.chart, refuge),
        berth: sea.chart.berth_of(refuge),
    };
    game.emit(event);
    relocate(game, ship, At::Spot(refuge));
}

/// The spot a ship bumped from a space is carried back to.
fn refuge(game: &Game, ship: usize, space: u8) -> u8 {
    let sea = Sea::of(game.rules());
    let waters = Waters::of(game);
    let chart = &*sea.chart;
    let leg = chart.leg_of(space);
    let port = chart.port_before(leg);
    let berth = waters.free_berth(&chart.ports[port].berths);
    if let Some(berth) = berth.filter(|_| waters.has_room(sea, port, (ship / FLEET) as u8)) {
        return berth;
    }
    let spaces = chart.spaces() as u8;
    let free = spots(0, spaces) & !waters.occupied;
    let first = chart.legs[leg].start;
    let overflow = sea.bumping.as_ref().map_or(Overflow::AfterPort, |b| b.overflow);
    let mut nearest_first = (0..spaces).map(|step| match overflow {
        Overflow::AfterPort => (first + step) % spaces,
        Overflow::BeforePort => (first + spaces - 1 - step) % spaces,
    });
    nearest_first.find(|space| free >> space & 1 == 1).expect("the route has more spaces than there are ships")
}

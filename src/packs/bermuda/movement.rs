//! Movement: where a ship would go with a roll. The one place that decides a move, composed from blocking and docking, and
//! asked by the offers, by "why not?" and by previews.

use super::Sea;
use super::blocking::{cloud_ahead, ship_on, waiting_space};
use super::components::At;
use super::docking::{Shut, admits, clear_berth};
use super::phrases;
use super::waters::{Index, Lane, Waters, owner};
use crate::sim::{Game, Reason};
use crate::words::msg;

/// What ends a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The whole roll was sailed.
    Full,
    /// The last free space before the cloud.
    Cloud,
    /// Waiting before a port that cannot take the ship.
    PortFull,
    /// Waiting behind a ship that may not be bumped, or is spared.
    Occupied,
    Docked,
}

impl Stop {
    pub const ALL: [Self; 5] = [Self::Full, Self::Cloud, Self::PortFull, Self::Occupied, Self::Docked];

    pub fn word(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Cloud => "cloud",
            Self::PortFull => "port_full",
            Self::Occupied => "occupied",
            Self::Docked => "docked",
        }
    }
}

/// A move a ship can make with the present roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Voyage {
    pub ship: u8,
    pub from: u8,
    pub to: u8,
    pub pips: u8,
    pub stop: Stop,
    /// The ship that is bumped.
    pub bumps: Option<u8>,
    /// It has docked in a port that owes it nothing; known only of a voyage that has been made.
    pub unpaid: bool,
}

impl Voyage {
    /// How a voyage that bumps may end instead where bumping is optional: on the nearest free space before that ship.
    pub fn stopped_short(self, waters: &Index) -> Option<Self> {
        self.bumps?;
        let first = self.to + 1 - self.pips;
        let to = waiting_space(waters, first, self.to)?;
        Some(Self { to, pips: to - first + 1, stop: Stop::Occupied, bumps: None, ..self })
    }
}

/// Why a ship cannot move with the present roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stuck {
    InBox,
    Lost,
    Hanging,
    Adrift,
    UnderCloud,
    /// The cloud is in the way and there is no free space before it.
    CloudAhead,
    /// The port is full and there is no free space before it.
    PortFull {
        port: u8,
    },
    /// The player has as many ships there as allowed, and there is no free space before it.
    OwnShips {
        port: u8,
    },
    /// The count ends on a ship that may not be bumped, and there is no free space before it.
    Occupied,
}

/// The move of a ship with a roll. A [`Stop::Cloud`] may only be chosen when no ship has another move.
#[inline(always)]
#[allow(clippy::inline_always, reason = "the offers ask for four at a time, and only how they end")]
pub fn voyage(sea: &Sea, waters: &Index, ship: usize, roll: u8) -> Result<Voyage, Stuck> {
    let At::Spot(from) = waters.at(ship) else { return Err(Stuck::elsewhere(waters.at(ship))) };
    if waters.is_under(from) {
        return Err(Stuck::UnderCloud);
    }
    let player = owner(ship);
    let &Lane { first, end, port, ref berths } = waters.lane(from);
    // Before the first roll there is none.
    let target = (first + roll).saturating_sub(1);
    let sail =
        |to: u8, pips: u8, stop: Stop, bumps: Option<u8>| Voyage { ship: ship as u8, from, to, pips, stop, bumps, unpaid: false };
    let wait = |end: u8, stop: Stop| waiting_space(waters, first, end).map(|to| sail(to, to - first + 1, stop, None));
    if let Some(covered) = cloud_ahead(waters, first, end.min(target.saturating_add(1))) {
        return wait(covered, Stop::Cloud).ok_or(Stuck::CloudAhead);
    }
    if target < end {
        return match ship_on(sea, waters, target, player) {
            None => Ok(sail(target, roll, Stop::Full, None)),
            Some((other, true)) => Ok(sail(target, roll, Stop::Full, Some(other as u8))),
            Some((_, false)) => wait(target, Stop::Occupied).ok_or(Stuck::Occupied),
        };
    }
    if let Err(shut) = admits(waters, port.into(), player) {
        return wait(end, Stop::PortFull).ok_or(match shut {
            Shut::Full => Stuck::PortFull { port },
            Shut::OwnShips => Stuck::OwnShips { port },
        });
    }
    match clear_berth(waters, *berths) {
        Some(berth) => Ok(sail(berth, end - first + 1, Stop::Docked, None)),
        None => wait(end, Stop::Cloud).ok_or(Stuck::CloudAhead),
    }
}

impl Stuck {
    /// Why a ship that lies on no spot cannot move.
    #[cold]
    fn elsewhere(at: At) -> Self {
        match at {
            At::Hanging { .. } => Self::Hanging,
            At::Adrift { .. } => Self::Adrift,
            At::InBox => Self::InBox,
            At::Lost | At::Spot(_) => Self::Lost,
        }
    }

    /// The reason in words, with rule and setting.
    pub fn reason(self, game: &Game, ship: usize) -> Reason {
        let sea = Sea::of(game.rules());
        let ship = phrases::ship(game, Waters::of(game).ship_id(ship));
        let port_of = |port: u8| phrases::port(&sea.chart, port.into());
        match self {
            Self::InBox => Reason::new("B-S1", msg!("bermuda.reason.in_box", ship)),
            Self::Lost => Reason::new("B-K9", msg!("bermuda.reason.lost", ship)),
            Self::Hanging => Reason::new("B-K6", msg!("bermuda.reason.hanging", ship)),
            Self::Adrift => Reason::new("B-K8", msg!("bermuda.reason.adrift", ship)),
            Self::UnderCloud => Reason::new("B-M2", msg!("bermuda.reason.under_cloud", ship)),
            Self::CloudAhead => Reason::new("B-M3", msg!("bermuda.reason.cloud_ahead", ship)),
            Self::PortFull { port } => Reason::new("B-M7", msg!("bermuda.reason.port_full", port = port_of(port), ship))
                .because_of(sea.capacity_key(port.into(), game.turn().seats)),
            Self::OwnShips { port } => {
                let text = msg!("bermuda.reason.own_ships", n = sea.ports.per_player, port = port_of(port), ship);
                Reason::new("B-M5", text).because_of("ports.per_player")
            }
            Self::Occupied => {
                let setting = if sea.bumping.as_ref().is_some_and(|b| b.enabled) { "bumping.own" } else { "bumping.enabled" };
                Reason::new("B-B1", msg!("bermuda.reason.occupied", ship)).because_of(setting)
            }
        }
    }
}

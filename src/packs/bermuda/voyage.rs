//! Where a ship would go: the one place that decides a move, asked by the offers, by "why not?" and by previews.

use super::Sea;
use super::waters::{FLEET, Waters, spaces};
use crate::sim::{Game, Reason};

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
    pub fn stopped_short(self, waters: &Waters) -> Option<Self> {
        self.bumps?;
        let first = self.to + 1 - self.pips;
        let free = spaces(first, self.to) & !(waters.occupied | waters.under) as u64;
        let to = (free != 0).then(|| 63 - free.leading_zeros() as u8)?;
        Some(Self { to, pips: to - first + 1, stop: Stop::Occupied, bumps: None, ..self })
    }
}

/// Why a ship cannot move with the present roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stuck {
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
#[inline]
pub fn voyage(sea: &Sea, waters: &Waters, ship: usize, roll: u8) -> Result<Voyage, Stuck> {
    let Some(from) = waters.spot_of(ship) else {
        return Err(if waters.hanging >> ship & 1 == 1 {
            Stuck::Hanging
        } else if waters.adrift >> ship & 1 == 1 {
            Stuck::Adrift
        } else {
            Stuck::Lost
        });
    };
    if waters.is_under(from) {
        return Err(Stuck::UnderCloud);
    }
    let player = (ship / FLEET) as u8;
    let chart = &*sea.chart;
    let (first, leg) = match chart.port_of(from) {
        Some(port) => {
            let leg = (chart.ports[port].after_leg as usize + 1) % chart.legs.len();
            (chart.legs[leg].start, leg)
        }
        None => (from + 1, chart.leg_of(from)),
    };
    let end = chart.legs[leg].end;
    let target = first + roll - 1;
    let sail = |to: u8, stop: Stop, bumps: Option<u8>| {
        let pips = if stop == Stop::Docked { end - first + 1 } else { to - first + 1 };
        Voyage { ship: ship as u8, from, to, pips, stop, bumps, unpaid: false }
    };
    // The nearest empty space ahead of the ship and before `limit`.
    let wait = |limit: u8, stop: Stop| {
        let free = spaces(first, limit) & !(waters.occupied | waters.under) as u64;
        (free != 0).then(|| sail(63 - free.leading_zeros() as u8, stop, None))
    };
    let covered = spaces(first, end.min(target.saturating_add(1))) & waters.under as u64;
    if covered != 0 {
        return wait(covered.trailing_zeros() as u8, Stop::Cloud).ok_or(Stuck::CloudAhead);
    }
    if target < end {
        return match waters.ship_at(target) {
            None => Ok(sail(target, Stop::Full, None)),
            Some(other) if sea.may_bump(player, (other / FLEET) as u8) => Ok(sail(target, Stop::Full, Some(other as u8))),
            Some(_) => wait(target, Stop::Occupied).ok_or(Stuck::Occupied),
        };
    }
    let port = chart.port_after(leg);
    if !waters.has_room(sea, port, player) {
        let full = waters.ships_in(port) >= waters.capacity[port];
        let port = port as u8;
        let stuck = if full { Stuck::PortFull { port } } else { Stuck::OwnShips { port } };
        return wait(end, Stop::PortFull).ok_or(stuck);
    }
    match waters.free_berth(&chart.ports[port].berths) {
        Some(berth) if !waters.is_under(berth) => Ok(sail(berth, Stop::Docked, None)),
        _ => wait(end, Stop::Cloud).ok_or(Stuck::CloudAhead),
    }
}

impl Stuck {
    /// The reason in words, with rule and setting.
    pub fn reason(self, game: &Game, ship: usize) -> Reason {
        let sea = Sea::of(game.rules());
        let name = game.name(Waters::of(game).ship_id(ship));
        let seats = game.turn().seats;
        let port_name = |port: u8| &sea.chart.ports[port as usize].name;
        match self {
            Self::Lost => Reason::new("B-K9", format!("{name} is out of the game")),
            Self::Hanging => Reason::new("B-K6", format!("{name} hangs from the cloud")),
            Self::Adrift => Reason::new("B-K8", format!("{name} is adrift until the cloud has gone")),
            Self::UnderCloud => Reason::new("B-M2", format!("{name} lies under the cloud")),
            Self::CloudAhead => Reason::new("B-M3", format!("the cloud is in {name}'s way and there is no free space before it")),
            Self::PortFull { port } => {
                let text = format!("{} is full and there is no free space before it for {name}", port_name(port));
                Reason::new("B-M7", text).because_of(sea.capacity_key(port as usize, seats))
            }
            Self::OwnShips { port } => {
                let limit = sea.ports.per_player;
                let text = format!(
                    "there are {limit} ships of the same colour in {} and there is no free space before it for {name}",
                    port_name(port)
                );
                Reason::new("B-M5", text).because_of("ports.per_player")
            }
            Self::Occupied => {
                let text = format!("{name}'s count ends on a ship that may not be bumped and there is no free space before it");
                let setting = if sea.bumping.as_ref().is_some_and(|b| b.enabled) { "bumping.own" } else { "bumping.enabled" };
                Reason::new("B-B1", text).because_of(setting)
            }
        }
    }
}

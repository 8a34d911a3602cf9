//! What Bermuda has worked out from its board and the settings in force: one typed place for every step to look.

use super::HOME_DECK;
use super::board::{Chart, PORTS};
use super::cloud::geometry::{Geometry, MagnetSettings, inside, turned};
use super::cloud::peril::Perils;
use super::cloud::spinner::Segment;
use super::cloud::{self, LiftOn, MOST_MAGNETS, SameLetter};
use super::facts::beside_letter;
use super::{bumping, cargo, dice, fleet, home_bonus, phrases, ports, victory};
use crate::sim::blueprint::BuildError;
use crate::sim::pack::Board;
use crate::sim::{PerSeat, Phase, Ruleset, Seat};
use crate::words::{Message, figure, msg};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// Cards a deck may hold at most.
const MOST_CARDS: usize = 64;
/// Segments a spinner may have at most.
const MOST_SEGMENTS: usize = 250;

#[derive(Debug)]
pub struct Sea {
    pub chart: Arc<Chart>,
    pub geometry: Arc<Geometry>,
    pub spinner: Vec<Segment>,
    pub same_letter: SameLetter,
    pub lift_on: LiftOn,
    pub pushing: bool,
    /// The cloud moves after every player, not once a round.
    pub spins_every_turn: bool,
    pub dice: dice::Settings,
    pub fleet: fleet::Settings,
    pub ports: ports::Settings,
    /// Nothing when the rule is repealed.
    pub bumping: Option<bumping::Settings>,
    pub cards_per_dock: PerSeat<u8>,
    pub shuffled: bool,
    decks: BTreeMap<String, Vec<i64>>,
    pub victory: victory::Settings,
    /// What each spin catches, worked out when somebody first asks.
    pub perils: Perils,
}

fn wrong(key: &str, message: Message) -> BuildError {
    BuildError::Setting { key: key.to_owned(), message }
}

impl Sea {
    #[inline]
    pub fn of(rules: &Ruleset) -> &Self {
        rules.prepared()
    }

    pub fn new(rules: &Ruleset, board: &Board) -> Result<Self, Vec<BuildError>> {
        let chart: &Arc<Chart> = board.downcast_ref().expect("Bermuda reads its own board");
        let ports: &ports::Settings = rules.essential();
        let dice: dice::Settings = *rules.essential();
        let victory: victory::Settings = *rules.essential();
        let mut errors = Vec::new();
        if u32::from(dice.count) * u32::from(dice.sides) > 100 || dice.count == 0 || dice.sides == 0 {
            errors.push(wrong("dice.count", msg!("bermuda.problem.dice", n = dice.count, sides = dice.sides)));
        }
        errors.extend(check_ports(chart, ports).err());
        let cargo: Option<&cargo::Settings> = rules.section();
        let mut decks = cargo.map(|c| c.decks.clone()).unwrap_or_default();
        for (deck, cards) in decks.iter().filter(|(_, cards)| cards.len() > MOST_CARDS) {
            let message = msg!("bermuda.problem.too_many_cards", n = cards.len(), most = MOST_CARDS);
            errors.push(wrong(&format!("cargo.decks.{deck}"), message));
        }
        if let Some(bonus) = rules.section::<home_bonus::Settings>() {
            decks.insert(HOME_DECK.to_owned(), vec![bonus.value; usize::from(bonus.cards).min(MOST_CARDS)]);
        }
        let cloud: Option<&cloud::Settings> = rules.section();
        let magnets = cloud.map_or(&[][..], |c| &c.magnets[..]);
        let mut spinner = Vec::new();
        for (at, text) in cloud.map_or(&[][..], |c| &c.spinner[..]).iter().enumerate() {
            match Segment::parse(text) {
                Ok(segment) => spinner.push(segment),
                Err(message) => {
                    let (key, allowed) = ("cloud.spinner".to_owned(), Segment::allowed());
                    errors.push(BuildError::Item { key, at, message, allowed });
                }
            }
        }
        if cloud.is_some_and(|c| c.spinner.len() == spinner.len()) {
            errors.extend(check_cloud(chart, magnets, &spinner).err());
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(Self {
            chart: chart.clone(),
            geometry: geometry_for(chart, magnets),
            spinner,
            same_letter: cloud.map_or(SameLetter::Stay, |c| c.same_letter),
            lift_on: cloud.map_or(LiftOn::Word, |c| c.lift_on),
            pushing: rules.is_in_force("pushing"),
            spins_every_turn: matches!(rules.plan.find(cloud::SPIN.name), Some((Phase::Turn, _))),
            dice,
            fleet: *rules.essential(),
            ports: ports.clone(),
            bumping: rules.section().copied(),
            cards_per_dock: cargo.map_or(PerSeat::same(0), |c| c.cards_per_dock),
            shuffled: cargo.is_none_or(|c| c.shuffled),
            decks,
            victory,
            perils: Perils::default(),
        })
    }

    /// Whether a ship may land on another one and send it back.
    pub fn may_bump(&self, player: Seat, other: Seat) -> bool {
        self.bumping.as_ref().is_some_and(|b| b.enabled && (b.own || player != other))
    }

    pub fn cards_of(&self, deck: &str) -> &[i64] {
        self.decks.get(deck).map_or(&[], Vec::as_slice)
    }

    /// The setting that decides how many ships a port takes.
    pub fn capacity_key(&self, port: usize, seats: Seat) -> String {
        let id = &self.chart.ports[port].id;
        let named = self.ports.named.get(id).is_some_and(|n| n.capacity.contains_key(&seats.to_string()));
        if named { format!("ports.{id}.capacity.{seats}") } else { format!("ports.capacity.{seats}") }
    }

    /// How many ships each port takes with so many players.
    pub fn capacities(&self, seats: Seat) -> [u8; PORTS] {
        let key = seats.to_string();
        std::array::from_fn(|port| {
            let named = self.ports.named.get(&self.chart.ports[port].id).and_then(|n| n.capacity.get(&key));
            named.or_else(|| self.ports.capacity.get(&key)).copied().unwrap_or(seats)
        })
    }
}

fn check_ports(chart: &Chart, ports: &ports::Settings) -> Result<(), BuildError> {
    if let Some(unknown) = ports.named.keys().find(|id| !chart.ports.iter().any(|port| port.id == **id)) {
        return Err(wrong(&format!("ports.{unknown}"), msg!("bermuda.problem.no_port", name = unknown)));
    }
    for (number, port) in chart.ports.iter().enumerate() {
        let own = ports.named.get(&port.id).map(|named| &named.capacity);
        for (key, table) in [("ports".to_owned(), Some(&ports.capacity)), (format!("ports.{}", port.id), own)] {
            for (players, ships) in table.into_iter().flatten() {
                if *ships as usize > port.berths.len() {
                    let (name, n) = (phrases::port_name(port), port.berths.len());
                    let message = msg!("bermuda.problem.too_few_berths", port = name, n, ships = *ships);
                    let part = ["port".to_owned(), number.to_string(), "berths".to_owned()].into();
                    return Err(BuildError::Board { key: format!("{key}.capacity.{players}"), part, message });
                }
            }
        }
    }
    Ok(())
}

fn check_cloud(chart: &Chart, magnets: &[MagnetSettings], spinner: &[Segment]) -> Result<(), BuildError> {
    if magnets.is_empty() || magnets.len() > MOST_MAGNETS {
        return Err(wrong("cloud.magnets", msg!("bermuda.problem.magnets.count", most = MOST_MAGNETS, n = magnets.len())));
    }
    if spinner.is_empty() || spinner.len() > MOST_SEGMENTS {
        return Err(wrong("cloud.spinner", msg!("bermuda.problem.segment.count", most = MOST_SEGMENTS)));
    }
    for magnet in magnets {
        if !magnet.radius.is_finite() || magnet.radius < 1.0 || !magnet.angle.is_finite() || !magnet.reach.is_finite() {
            return Err(wrong("cloud.magnets", msg!("bermuda.problem.magnets.numbers")));
        }
        if !inside(&chart.cloud.outline, magnet.at()) {
            let (place, distance, angle) = (beside_letter(magnet), figure(magnet.radius, 2), figure(magnet.angle, 2));
            let (key, part) = ("cloud.magnets".to_owned(), ["cloud".to_owned(), "outline".to_owned()].into());
            return Err(BuildError::Board {
                key,
                part,
                message: msg!("bermuda.problem.magnets.outside", place, angle, distance),
            });
        }
    }
    // Each letter must mean another danger: no eighth turn may bring the magnets onto themselves.
    let footprint = |eighths: usize| magnets.iter().map(move |m| (turned(m.at(), eighths), m.reach, m.capacity));
    for eighths in 1..8 {
        let same = footprint(eighths).all(|(at, reach, capacity)| {
            footprint(0).any(|(other, r, c)| at.distance(other) < 1.0 && r == reach && c == capacity)
        });
        if same {
            return Err(wrong("cloud.magnets", msg!("bermuda.problem.magnets.alike")));
        }
    }
    Ok(())
}

/// Geometry tables take a millisecond to work out and rarely change, so the last few are kept.
fn geometry_for(chart: &Arc<Chart>, magnets: &[MagnetSettings]) -> Arc<Geometry> {
    static KEPT: Mutex<Vec<(Arc<Chart>, Arc<Geometry>)>> = Mutex::new(Vec::new());
    const MOST_KEPT: usize = 16;
    let mut kept = KEPT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let fits = |(for_chart, geometry): &&(Arc<Chart>, Arc<Geometry>)| {
        geometry.magnets == magnets && (Arc::ptr_eq(for_chart, chart) || for_chart == chart)
    };
    if let Some((_, geometry)) = kept.iter().find(fits) {
        return geometry.clone();
    }
    let geometry = Arc::new(Geometry::new(chart, magnets));
    if kept.len() >= MOST_KEPT {
        kept.remove(0);
    }
    kept.push((chart.clone(), geometry.clone()));
    geometry
}

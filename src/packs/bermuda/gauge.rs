//! What is measured in games of Bermuda: cargo, blocked ports, and on which leg the cloud takes its ships.

use super::board::{Chart, PORTS, space_name};
use super::cloud::spinner::Segment;
use super::components::Purse;
use super::events::{Bumped, Captured, CardDrawn, Lifted, Place, Pushed, Sailed, SpunDots, SpunWord};
use super::movement::Stop;
use super::waters::{MOST_SHIPS, Waters, ships};
use super::{Sea, cargo, fleet_count, phrases};
use crate::sim::event::{Arg, Ended, Passed, Record, Wanted};
use crate::sim::{Element, Event, Game, Gauge, Metric, Reading, Ruleset};
use crate::words::{Message, money, msg};
use std::sync::Arc;

// Headings, by the ids of their words.
const CARGO: &str = "bermuda.metric.group.cargo";
const SHIPS: &str = "bermuda.metric.group.ships";
const CAUGHT: &str = "bermuda.metric.group.caught";
const LOST: &str = "bermuda.metric.group.lost";
const SPUN: &str = "bermuda.metric.group.spun";
const DRAWN: &str = "bermuda.metric.group.drawn";
const DOCKED_IN: &str = "bermuda.metric.group.docked_in";
const STOPPED_ON: &str = "bermuda.metric.group.stopped_on";

/// Elements: where a ship was caught; a window draws them as a map.
pub const CAUGHT_ON: &str = "bermuda.metric.group.caught_on";

/// Places of the single counts; blocked ports, catches and losses follow them.
#[derive(Clone, Copy)]
enum Count {
    Cards,
    Passes,
    Blocked,
    Bumped,
    Pushed,
    Caught,
    Lost,
    WonWithoutShips,
    FewestCards,
}
const COUNTS: usize = 9;

/// Where a ship was caught: on a leg (by its number), in a port, or adrift.
const ELSEWHERE: [&str; 2] = ["in_port", "adrift"];
/// Where ships were caught that hung in the cloud when the count began, as far as is known.
const BEFORE: &str = "before";

/// The ports a leg lies between.
fn ends(chart: &Chart, leg: usize) -> [usize; 2] {
    [chart.port_before(leg), chart.port_after(leg)]
}

/// What a leg is called in the keys of metrics.
fn leg_key(chart: &Chart, leg: usize) -> String {
    ends(chart, leg).map(|port| chart.ports[port].id.as_str()).join("_")
}

/// The metric that counts the ships lost on a leg.
pub fn lost_on(chart: &Chart, leg: usize) -> String {
    format!("lost_{}", leg_key(chart, leg))
}

pub struct Voyages {
    chart: Arc<Chart>,
    segments: Vec<Segment>,
    /// The place of each segment there can be, by its [key](Segment::key).
    segment_at: Vec<Option<u8>>,
    /// Every card there is, by deck and value.
    cards: Vec<(String, i64)>,
    /// Where each ship was caught, as a place among the catches.
    caught_at: [u8; MOST_SHIPS],
}

impl Voyages {
    pub fn new(rules: &Ruleset) -> Self {
        let sea = Sea::of(rules);
        let dealt = cargo::decks(sea).flat_map(|(_, deck, values)| values.iter().map(|value| (deck.to_owned(), *value)));
        let mut cards: Vec<(String, i64)> = dealt.collect();
        cards.sort();
        cards.dedup();
        let mut segment_at = vec![None; Segment::KEYS];
        for (at, segment) in sea.spinner.iter().enumerate().rev() {
            segment_at[segment.key()] = Some(at as u8);
        }
        Self { chart: sea.chart.clone(), segments: sea.spinner.clone(), segment_at, cards, caught_at: [0; MOST_SHIPS] }
    }

    fn legs(&self) -> usize {
        self.chart.legs.len()
    }

    /// Keys and labels of the places where a ship can be caught.
    fn waters(&self) -> Vec<(String, Message)> {
        let leg = |leg: usize| {
            let [from, to] = ends(&self.chart, leg).map(|port| phrases::port(&self.chart, port));
            (leg_key(&self.chart, leg), msg!("bermuda.metric.between", from, to))
        };
        let elsewhere = ELSEWHERE.iter().map(|key| ((*key).to_owned(), Message::new(format!("bermuda.metric.{key}"))));
        (0..self.legs()).map(leg).chain(elsewhere).collect()
    }

    fn water_of(&self, place: Place) -> usize {
        match place {
            Place::On(id) if id.index() < self.chart.spaces() => self.chart.leg_of(id.index() as u8),
            Place::On(_) => self.legs(),
            Place::Adrift | Place::Cloud => self.legs() + 1,
        }
    }

    // Elements stand in this order: segments, cards, ports, spaces stopped on, spaces with a catch.

    fn touch_segment(&self, spun: Segment, reading: &mut Reading) {
        if let Some(at) = self.segment_at[spun.key()] {
            reading.touched[usize::from(at)] += 1;
        }
    }

    fn touch_card(&self, deck: &str, value: i64, reading: &mut Reading) {
        if let Some(at) = self.cards.iter().position(|(name, worth)| *worth == value && name == deck) {
            reading.touched[self.segments.len() + at] += 1;
        }
    }

    fn first_port(&self) -> usize {
        self.segments.len() + self.cards.len()
    }

    fn sailed(&self, event: &Event, reading: &mut Reading) {
        let Arg::Piece(to) = event.args[2] else { return };
        if to.index() < self.chart.spaces() {
            reading.touched[self.first_port() + PORTS + to.index()] += 1;
        } else if let Some(port) = to.index().checked_sub(self.chart.spaces()).filter(|port| *port < PORTS) {
            reading.touched[self.first_port() + port] += 1;
        }
        if event.args[4] == Arg::Word(Stop::PortFull.word()) {
            reading.counts[Count::Blocked as usize] += 1;
            let port = self.chart.port_after(self.chart.leg_of(to.index() as u8));
            reading.counts[COUNTS + port] += 1;
        }
    }
}

impl Gauge for Voyages {
    fn metrics(&self) -> Vec<Metric> {
        let count = |group, key: &str| Metric::count(group, key, Message::new(format!("bermuda.metric.{key}")));
        let mut metrics = vec![
            count(CARGO, "cards"),
            count(CARGO, "passes"),
            count(CARGO, "blocked"),
            count(SHIPS, "bumped"),
            count(SHIPS, "pushed"),
            count(SHIPS, "caught"),
            count(SHIPS, "lost"),
            Metric::share(SHIPS, "won_without_ships", msg!("bermuda.metric.won_without_ships"), 1),
            count(CARGO, "fewest_cards"),
        ];
        metrics.extend(self.chart.ports.iter().enumerate().map(|(number, port)| {
            let label = msg!("bermuda.metric.blocked_before", port = phrases::port(&self.chart, number));
            Metric::count(CARGO, format!("blocked_{}", port.id), label)
        }));
        for (group, word) in [(CAUGHT, "caught"), (LOST, "lost")] {
            let waters = self.waters().into_iter();
            metrics.extend(waters.map(|(key, label)| Metric::count(group, format!("{word}_{key}"), label)));
        }
        metrics.push(Metric::count(LOST, format!("lost_{BEFORE}"), msg!("bermuda.metric.before")));
        metrics
    }

    fn elements(&self) -> Vec<Element> {
        let segments = self.segments.iter().map(|at| Element::new(SPUN, at.text()).called(phrases::segment(*at)));
        let cards = self.cards.iter().map(|(deck, value)| {
            let label = msg!("bermuda.metric.card", deck = phrases::deck(deck), value = money(*value));
            Element::new(DRAWN, format!("{deck} {value}")).called(label)
        });
        let ports = self
            .chart
            .ports
            .iter()
            .enumerate()
            .map(|(number, port)| Element::new(DOCKED_IN, port.name.clone()).called(phrases::port(&self.chart, number)));
        let space = |group, space| Element::new(group, space_name(space)).called(phrases::space(&self.chart, space));
        let spaces = |group| (0..self.chart.spaces()).map(move |at| space(group, at));
        segments.chain(cards).chain(ports).chain(spaces(STOPPED_ON)).chain(spaces(CAUGHT_ON)).collect()
    }

    fn wants(&self) -> Wanted {
        let moves = [Sailed::WANTED, Bumped::WANTED, Passed::WANTED, Pushed::WANTED, Captured::WANTED, Lifted::WANTED];
        let others = [SpunDots::WANTED, SpunWord::WANTED, CardDrawn::WANTED, Ended::WANTED];
        moves.into_iter().chain(others).fold(Wanted::NOTHING, Wanted::and)
    }

    fn begin(&mut self, game: &Game) {
        let adrift = self.legs() as u8 + 1;
        self.caught_at.fill(adrift);
        for ship in ships(Waters::of(game).hanging()) {
            self.caught_at[ship] = adrift + 1;
        }
    }

    fn see(&mut self, game: &Game, event: &Event, reading: &mut Reading) {
        let mut count = |what: Count, more: i64| reading.counts[what as usize] += more;
        if event.is(Sailed::kind()) {
            self.sailed(event, reading);
        } else if let Some((segment, _)) = Segment::spun(event) {
            self.touch_segment(segment, reading);
        } else if let Some(e) = CardDrawn::read(event) {
            count(Count::Cards, 1);
            self.touch_card(game.name(e.deck), e.value, reading);
        } else if event.is(Bumped::kind()) {
            count(Count::Bumped, 1);
        } else if event.is(Passed::kind()) {
            count(Count::Passes, 1);
        } else if event.is(Pushed::kind()) {
            count(Count::Pushed, 1);
        } else if let Some(e) = Captured::read(event) {
            count(Count::Caught, 1);
            let water = self.water_of(e.from);
            reading.counts[COUNTS + PORTS + water] += 1;
            if let Some(ship) = Waters::of(game).ship_number(e.ship) {
                self.caught_at[ship] = water as u8;
            }
            if let Place::On(space) = e.from
                && space.index() < self.chart.spaces()
            {
                reading.touched[self.first_port() + PORTS + self.chart.spaces() + space.index()] += 1;
            }
        } else if let Some(e) = Lifted::read(event) {
            count(Count::Lost, e.lost.len() as i64);
            for ship in e.lost.iter().filter_map(|ship| Waters::of(game).ship_number(*ship)) {
                let first = COUNTS + PORTS + self.legs() + ELSEWHERE.len();
                reading.counts[first + usize::from(self.caught_at[ship])] += 1;
            }
        } else if let Some(e) = Ended::read(event) {
            let without = |seat: &&i64| {
                let fleet = fleet_count(game, **seat as u8);
                fleet.afloat + fleet.hanging == 0
            };
            count(Count::WonWithoutShips, i64::from(e.winners.iter().any(|seat| without(&seat))));
            let purse = |seat: u8| game.get::<Purse>(Waters::of(game).purse_id(seat));
            count(Count::FewestCards, (0..game.turn().seats).map(|seat| i64::from(purse(seat).cards)).min().unwrap_or(0));
        }
    }
}

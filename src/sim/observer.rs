//! Watches games being played and reads off everything that can be measured: wins, length, lead and drama, which every
//! game has, and whatever the pack's own gauge adds.

use super::effect::Effect;
use super::event::Wanted;
use super::game::Game;
use super::gauge::{Element, Gauge, Metric, Reading};
use super::id::Seat;
use super::rule::Ruleset;
use std::sync::Arc;

/// A win in parts: sixty can be shared evenly by two to six winners.
pub const WHOLE_WIN: u32 = 60;
/// How finely the course of a game is told.
const WHOLE_GAME: u32 = 1_000;

/// The headings of what every game has.
pub const BY_SEAT: &str = "wins by seat";
pub const BY_TURN: &str = "wins by order of play";
pub const LENGTH: &str = "length";
pub const COURSE: &str = "course";
pub const ENDINGS: &str = "how games end";
pub const TOTALS: &str = "scores at the end";
pub const TOLD: &str = "what house rules did";

/// Places of the common metrics behind the wins.
#[derive(Clone, Copy)]
enum Common {
    Shared,
    Rounds,
    Decisions,
    Choices,
    LeadChanges,
    Drama,
}
const COMMON: usize = 6;

/// Everything measured in games by these rules with so many seats, in the order of an observer's readings.
pub fn metrics(rules: &Ruleset, seats: Seat) -> Vec<Metric> {
    let mut all = named(rules, seats);
    for name in told(rules, &all) {
        let label = name.replace('_', " ");
        all.push(Metric::count(TOLD, name, label.clone()));
        all.push(Metric::count(TOLD, format!("{name}_paid"), format!("{label}: money paid")));
    }
    all
}

/// What every game has, and what the pack has thought of.
fn named(rules: &Ruleset, seats: Seat) -> Vec<Metric> {
    let pack = rules.pack;
    let names = || (0..seats).map(|seat| pack.seat_name(seat));
    let mut all: Vec<Metric> = names().map(|name| Metric::share(BY_SEAT, format!("win_{name}"), name, WHOLE_WIN)).collect();
    all.extend(
        (1..=seats).map(|place| Metric::share(BY_TURN, format!("win_turn_{place}"), format!("player {place}"), WHOLE_WIN)),
    );
    all.extend([
        Metric::share(BY_TURN, "shared_win", "shared wins", 1),
        Metric::count(LENGTH, "rounds", "rounds"),
        Metric::count(LENGTH, "decisions", "decisions"),
        Metric::count(LENGTH, "choices", "decisions with more than one option"),
        Metric::count(COURSE, "lead_changes", "changes of the lead"),
        Metric::share(COURSE, "drama", "played when the winner took the lead for good", WHOLE_GAME),
    ]);
    all.extend(endings(rules).map(|reason| Metric::share(ENDINGS, format!("ends_{reason}"), reason.replace('_', " "), 1)));
    all.extend(names().map(|name| Metric::count(TOTALS, format!("total_{name}"), name)));
    all.extend(pack.gauge(rules).metrics());
    all
}

/// Names of the events that rules in force tell and that are not among the named metrics.
fn told(rules: &Ruleset, named: &[Metric]) -> Vec<&'static str> {
    let mut names = Vec::new();
    for kind in rules.in_force.iter().flat_map(|rule| rule.events()) {
        if !names.contains(&kind.name) && !named.iter().any(|metric| metric.key == kind.name) {
            names.push(kind.name);
        }
    }
    names
}

/// How often an event was told, and how much money went with it.
struct Told {
    name: &'static str,
    times: i64,
    paid: i64,
}

/// Every way a game by these rules can end.
fn endings(rules: &Ruleset) -> impl Iterator<Item = &'static str> {
    rules.pack.endings().iter().copied().chain([super::engine::STALLED])
}

/// Who has been in front, and since when.
#[derive(Debug, Clone, Copy, Default)]
struct Lead {
    leader: Option<Seat>,
    changes: i64,
    /// Decisions made when the present leader took the lead.
    since: i64,
    /// Nobody is alone in front at the moment.
    contested: bool,
}

pub struct Observer {
    metrics: Arc<[Metric]>,
    elements: Arc<[Element]>,
    gauge: Box<dyn Gauge>,
    reading: Reading,
    told: Vec<Told>,
    endings: Vec<&'static str>,
    seats: usize,
    decisions: i64,
    choices: i64,
    lead: Lead,
    /// The pack's number for the standings as they were seen last.
    stamp: Option<u32>,
    values: Vec<i64>,
}

impl Observer {
    pub fn new(rules: &Ruleset, seats: Seat) -> Self {
        let gauge = rules.pack.gauge(rules);
        let elements: Arc<[Element]> = gauge.elements().into();
        let metrics: Arc<[Metric]> = metrics(rules, seats).into();
        let told = told(rules, &named(rules, seats)).into_iter().map(|name| Told { name, times: 0, paid: 0 }).collect();
        let reading = Reading { counts: vec![0; gauge.metrics().len()], touched: vec![0; elements.len()] };
        Self {
            values: vec![0; metrics.len()],
            metrics,
            elements,
            gauge,
            reading,
            told,
            endings: endings(rules).collect(),
            seats: seats.into(),
            decisions: 0,
            choices: 0,
            lead: Lead::default(),
            stamp: None,
        }
    }

    /// The kinds of events it reads: a game that is observed need write no others.
    pub fn wants(&self) -> Wanted {
        self.told.iter().fold(self.gauge.wants(), |wanted, told| wanted.and(Wanted::named(told.name)))
    }

    pub fn metrics(&self) -> &Arc<[Metric]> {
        &self.metrics
    }

    pub fn elements(&self) -> &Arc<[Element]> {
        &self.elements
    }

    /// Adds how often each element had a part in anything since the last time this was asked.
    pub fn hand_over_touched(&mut self, sums: &mut [u64]) {
        for (sum, touched) in sums.iter_mut().zip(&mut self.reading.touched) {
            *sum += std::mem::take(touched);
        }
    }

    /// Whether there is anything to learn from effects: a game that is observed should keep them then.
    pub fn wants_effects(&self) -> bool {
        !self.told.is_empty()
    }

    /// A game begins, or goes on from where it stands.
    pub fn begin(&mut self, game: &Game) {
        self.gauge.begin();
        self.told.iter_mut().for_each(|told| (told.times, told.paid) = (0, 0));
        self.reading.counts.fill(0);
        (self.decisions, self.choices, self.lead, self.stamp) = (0, 0, Lead::default(), None);
        self.events(game);
    }

    /// A decision is about to be made.
    pub fn decision(&mut self, game: &Game) {
        self.decisions += 1;
        self.choices += i64::from(game.offers().len() > 1);
    }

    /// Something has happened.
    pub fn events(&mut self, game: &Game) {
        for event in game.events() {
            self.gauge.see(game, event, &mut self.reading);
        }
        if self.wants_effects() {
            self.count_told(game);
        }
        self.follow_lead(game);
    }

    fn count_told(&mut self, game: &Game) {
        for (number, event) in game.events().iter().enumerate() {
            let Some(told) = self.told.iter_mut().find(|told| told.name == event.kind.name) else { continue };
            told.times += 1;
            let paid = |effect| if let Effect::Paid { amount, .. } = effect { amount } else { 0 };
            told.paid += game.effects_of(number).map(paid).sum::<i64>();
        }
    }

    fn follow_lead(&mut self, game: &Game) {
        let pack = game.rules.pack;
        // With the same standings as before nothing about the lead is new.
        let stamp = pack.standings_stamp(game);
        if stamp.is_some() && std::mem::replace(&mut self.stamp, stamp) == stamp {
            return;
        }
        let (mut best, mut front, mut shared) = (i64::MIN, 0, false);
        for seat in 0..game.turn.seats {
            let standing = pack.standing(game, seat);
            shared = standing == best || shared && standing < best;
            if standing > best {
                (best, front) = (standing, seat);
            }
        }
        let lead = &mut self.lead;
        match (front, shared) {
            (leader, false) => {
                let new = lead.leader != Some(leader);
                lead.changes += i64::from(new && lead.leader.is_some());
                if new || lead.contested {
                    lead.since = self.decisions;
                }
                (lead.leader, lead.contested) = (Some(leader), false);
            }
            _ => lead.contested = true,
        }
    }

    /// The readings of a game that is over, in the order of the metrics.
    pub fn end(&mut self, game: &Game) -> &[i64] {
        self.values.fill(0);
        let seats = self.seats;
        let common = seats * 2;
        let mut note = |what: Common, value: i64| self.values[common + what as usize] = value;
        note(Common::Rounds, game.turn.round.into());
        note(Common::Decisions, self.decisions);
        note(Common::Choices, self.choices);
        note(Common::LeadChanges, self.lead.changes);
        if let Some(outcome) = game.outcome() {
            note(Common::Shared, i64::from(outcome.winners.len() > 1));
            let led = outcome.winners[..] == self.lead.leader.map_or(vec![], |leader| vec![leader]) && !self.lead.contested;
            let since = if led { self.lead.since * i64::from(WHOLE_GAME) / self.decisions.max(1) } else { WHOLE_GAME.into() };
            note(Common::Drama, since);
            let part = i64::from(WHOLE_WIN) / outcome.winners.len().max(1) as i64;
            for winner in &outcome.winners {
                let place = (winner + game.turn.seats - game.turn.first) % game.turn.seats;
                self.values[usize::from(*winner)] = part;
                self.values[seats + usize::from(place)] = part;
            }
            let endings = common + COMMON;
            if let Some(ending) = self.endings.iter().position(|reason| *reason == outcome.reason) {
                self.values[endings + ending] = 1;
            }
            let totals = endings + self.endings.len();
            self.values[totals..totals + seats].copy_from_slice(&outcome.totals);
            let gauged = totals + seats;
            let told = gauged + self.reading.counts.len();
            self.values[gauged..told].copy_from_slice(&self.reading.counts);
            for (value, told) in self.values[told..].chunks_exact_mut(2).zip(&self.told) {
                value.copy_from_slice(&[told.times, told.paid]);
            }
        }
        &self.values
    }
}

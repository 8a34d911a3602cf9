//! Watches games being played and reads off everything that can be measured: wins, length, options, lead, drama and waiting, which every
//! game has, and whatever the pack's own gauge adds.

use super::effect::Effect;
use super::engine::STALLED;
use super::event::{Arg, Wanted};
use super::game::Game;
use super::gauge::{Element, Gauge, Metric, Reading};
use super::id::Seat;
use super::moment::BY_RULE;
use super::rule::Count;
use super::ruleset::Ruleset;
use crate::words::{Message, msg};
use std::sync::Arc;

/// A win in parts: sixty can be shared evenly by two to six winners.
pub const WHOLE_WIN: u32 = 60;
/// How finely the course of a game is told.
const WHOLE_GAME: u32 = 1_000;

/// The headings of what every game has, by the ids of their words.
pub const BY_SEAT: &str = "lab.group.by_seat";
pub const BY_TURN: &str = "lab.group.by_turn";
pub const LENGTH: &str = "lab.group.length";
pub const COURSE: &str = "lab.group.course";
pub const ENDINGS: &str = "lab.group.endings";
pub const TOTALS: &str = "lab.group.totals";
pub const LEADERS: &str = "lab.group.leaders";
pub const WAITING: &str = "lab.group.waiting";
pub const TOLD: &str = "lab.group.told";

/// Places of the common metrics behind the wins.
#[derive(Clone, Copy)]
enum Common {
    Shared,
    Rounds,
    Decisions,
    Choices,
    Options,
    LeadChanges,
    Drama,
    Margin,
    /// The first of [`MOMENTS`].
    Leader,
}
/// Quarters of the game after which it is asked who leads.
const MOMENTS: [i64; 3] = [1, 2, 3];
const COMMON: usize = Common::Leader as usize + MOMENTS.len();
/// How finely options are counted.
const OPTION: u32 = 100;

/// Everything measured in games by these rules with so many seats, in the order of an observer's readings.
pub fn metrics(rules: &Ruleset, seats: Seat) -> Vec<Metric> {
    let (mut all, _) = listed(rules, seats);
    let told = told(rules, &all);
    for (name, rule) in &told {
        let (title, event) = (rules.pack.rule_name(rule), name.replace('_', " "));
        // Whoever tells several things must tell them apart.
        let (often, paid) = if told.iter().filter(|(_, other)| other == rule).count() > 1 {
            (msg!("sim.metric.told_of", rule = &title, event = &event), msg!("sim.metric.told_paid_of", rule = &title, event))
        } else {
            (msg!("sim.metric.told", rule = &title), msg!("sim.metric.told_paid", rule = &title))
        };
        all.push(Metric::count(TOLD, *name, often));
        if rules.pack.has_money() {
            all.push(Metric::count(TOLD, paid_key(name), paid));
        }
    }
    all
}

/// What stands behind the name of an event for the money that went with it.
pub const PAID: &str = "_paid";

fn paid_key(event: &str) -> String {
    format!("{event}{PAID}")
}

/// The names that the lab has for what every game has and the pack has thought of.
pub fn own_keys(rules: &Ruleset) -> Vec<String> {
    named(rules, *rules.seats().end() as Seat).into_iter().map(|metric| metric.key).collect()
}

/// What every game has, and what the pack has thought of.
fn named(rules: &Ruleset, seats: Seat) -> Vec<Metric> {
    let pack = rules.pack;
    let names = || (0..seats).map(|seat| (seat, pack.seat_name(seat)));
    // As an argument, so that whoever knows who sits there can say so.
    let label = |seat| msg!("sim.metric.seat", seat = pack.seat(seat));
    let mut all: Vec<Metric> =
        names().map(|(seat, name)| Metric::share(BY_SEAT, format!("win_{name}"), label(seat), WHOLE_WIN)).collect();
    let in_turn = |place| Metric::share(BY_TURN, format!("win_turn_{place}"), msg!("sim.metric.player", place), WHOLE_WIN);
    all.extend((1..=seats).map(in_turn));
    all.extend([
        Metric::share(BY_TURN, "shared_win", msg!("sim.metric.shared_win"), 1),
        Metric::count(LENGTH, "rounds", msg!("sim.metric.rounds")),
        Metric::count(LENGTH, "decisions", msg!("sim.metric.decisions")),
        Metric::count(LENGTH, "choices", msg!("sim.metric.choices")),
        Metric { scale: OPTION, ..Metric::count(LENGTH, "options", msg!("sim.metric.options")) },
        Metric::count(COURSE, "lead_changes", msg!("sim.metric.lead_changes")),
        Metric::share(COURSE, "drama", msg!("sim.metric.drama"), WHOLE_GAME),
        Metric::count(COURSE, "margin", msg!("sim.metric.margin")),
    ]);
    let leader = |quarter: i64| {
        let part = 25 * quarter;
        Metric::share(LEADERS, format!("leader_wins_{part}"), msg!("sim.metric.leader", part), WHOLE_GAME)
    };
    all.extend(MOMENTS.map(leader));
    let ending = |reason| match reason {
        STALLED => msg!("sim.ending.stalled"),
        BY_RULE => msg!("sim.ending.house_rule"),
        reason => Message::new(format!("{}.ending.{reason}", pack.name())),
    };
    all.extend(endings(rules).map(|reason| Metric::share(ENDINGS, format!("ends_{reason}"), ending(reason), 1)));
    all.extend(names().map(|(seat, name)| Metric::count(TOTALS, format!("total_{name}"), label(seat))));
    all.extend(names().map(|(seat, name)| Metric::count(WAITING, format!("wait_{name}"), label(seat))));
    all.extend(pack.measure().gauge(rules.for_players(seats.into())).metrics());
    all
}

/// Names of the events that rules in force tell and that are not among the named metrics, each with its rule.
fn told(rules: &Ruleset, named: &[Metric]) -> Vec<(&'static str, &'static str)> {
    let mut names: Vec<(&str, &str)> = Vec::new();
    for (kind, rule) in rules.in_force.iter().flat_map(|rule| rule.events().iter().map(|kind| (kind, rule.id()))) {
        let is_free = |key: &str| !named.iter().any(|metric| metric.key == key);
        if !names.iter().any(|(name, _)| *name == kind.name) && is_free(kind.name) && is_free(&paid_key(kind.name)) {
            names.push((kind.name, rule));
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
    let by_rule = rules.in_force.iter().any(|rule| rule.may_end()).then_some(BY_RULE);
    rules.pack.endings().iter().copied().chain([STALLED]).chain(by_rule)
}

/// What every game has, what the pack has thought of, and what rules in force count themselves; of one name, the first.
fn listed(rules: &Ruleset, seats: Seat) -> (Vec<Metric>, Vec<Count>) {
    let mut all = named(rules, seats);
    let mut counts: Vec<Count> = Vec::new();
    for count in rules.in_force.iter().flat_map(|rule| rule.counts()) {
        if !all.iter().any(|metric| metric.key == count.key) {
            all.push(Metric::count(TOLD, count.key, count.label.clone()));
            counts.push(count.clone());
        }
    }
    (all, counts)
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

/// How long a seat has waited to choose something, in decisions.
#[derive(Debug, Clone, Copy, Default)]
struct Wait {
    longest: i64,
    /// Decisions made when it chose last.
    since: i64,
}

pub struct Observer {
    metrics: Arc<[Metric]>,
    elements: Arc<[Element]>,
    gauge: Box<dyn Gauge>,
    reading: Reading,
    told: Vec<Told>,
    /// Numbers for each of these: how often, and in games that have money, how much.
    told_width: usize,
    /// What rules count themselves, and how far they have come.
    counts: Vec<(Count, i64)>,
    endings: Vec<&'static str>,
    seats: usize,
    decisions: i64,
    choices: i64,
    /// Offers of all decisions.
    options: i64,
    lead: Lead,
    /// Who was in front from which decision on: a bit for each seat.
    fronts: Vec<(i64, u32)>,
    waits: Vec<Wait>,
    /// Rounds that were played before it was there.
    rounds_before: i64,
    /// The pack's number for the standings as they were seen last.
    stamp: Option<u32>,
    values: Vec<i64>,
    /// Whether it wants to hear everything, whatever it reads.
    pub listens_to_all: bool,
}

impl Observer {
    pub fn new(rules: &Ruleset, seats: Seat) -> Self {
        let gauge = rules.pack.measure().gauge(rules.for_players(seats.into()));
        let elements: Arc<[Element]> = gauge.elements().into();
        let metrics: Arc<[Metric]> = metrics(rules, seats).into();
        let (listed, counts) = listed(rules, seats);
        let told = told(rules, &listed).into_iter().map(|(name, _)| Told { name, times: 0, paid: 0 }).collect();
        let reading = Reading { counts: vec![0; gauge.metrics().len()], touched: vec![0; elements.len()] };
        Self {
            values: vec![0; metrics.len()],
            metrics,
            elements,
            gauge,
            reading,
            told,
            told_width: 1 + usize::from(rules.pack.has_money()),
            counts: counts.into_iter().map(|count| (count, 0)).collect(),
            endings: endings(rules).collect(),
            seats: seats.into(),
            decisions: 0,
            choices: 0,
            options: 0,
            lead: Lead::default(),
            fronts: Vec::new(),
            waits: vec![Wait::default(); seats.into()],
            rounds_before: 0,
            stamp: None,
            listens_to_all: false,
        }
    }

    /// The kinds of events it reads: a game that is observed need write no others.
    pub fn wants(&self) -> Wanted {
        if self.listens_to_all {
            return Wanted::EVERYTHING;
        }
        let read = self.told.iter().map(|told| told.name).chain(self.counts.iter().map(|(count, _)| count.event));
        read.fold(self.gauge.wants(), |wanted, name| wanted.and(Wanted::named(name)))
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
        !self.told.is_empty() || !self.counts.is_empty()
    }

    /// A game begins.
    pub fn begin(&mut self, game: &Game) {
        self.forget(game);
        self.rounds_before = 0;
        self.events(game);
    }

    /// A game goes on from where it stands: what happened before belongs to nobody's count.
    pub fn resume(&mut self, game: &Game) {
        self.forget(game);
        self.rounds_before = game.turn.round.into();
        self.follow_lead(game);
    }

    fn forget(&mut self, game: &Game) {
        self.gauge.begin(game);
        self.told.iter_mut().for_each(|told| (told.times, told.paid) = (0, 0));
        self.counts.iter_mut().for_each(|(_, sum)| *sum = 0);
        self.reading.counts.fill(0);
        (self.decisions, self.choices, self.options) = (0, 0, 0);
        (self.lead, self.stamp) = (Lead::default(), None);
        self.fronts.clear();
        self.waits.fill(Wait::default());
    }

    /// A decision is about to be made.
    pub fn decision(&mut self, game: &Game) {
        let (offers, wait) = (game.offers().len(), &mut self.waits[usize::from(game.deciding())]);
        if offers > 1 {
            self.choices += 1;
            wait.longest = wait.longest.max(self.decisions - wait.since);
            wait.since = self.decisions + 1;
        }
        self.options += offers as i64;
        self.decisions += 1;
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
            for (count, sum) in self.counts.iter_mut().filter(|(count, _)| count.event == event.kind.name) {
                let field = count.field.and_then(|field| event.args.get(field));
                *sum = sum.saturating_add(match (count.field, field) {
                    (Some(_), Some(Arg::Int(number))) => *number,
                    (Some(_), _) => 0,
                    (None, _) => 1,
                });
            }
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
        let (mut best, mut front) = (i64::MIN, 0u32);
        for seat in 0..game.turn.seats {
            let standing = pack.standing(game, seat);
            if standing > best {
                (best, front) = (standing, 0);
            }
            front |= u32::from(standing == best) << seat;
        }
        if self.fronts.last().is_none_or(|(_, before)| *before != front) {
            self.fronts.push((self.decisions, front));
        }
        let lead = &mut self.lead;
        match front.count_ones() {
            1 => {
                let leader = front.trailing_zeros() as Seat;
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

    /// The part of the win that goes to who is in front after a quarter of all decisions or more, in [`WHOLE_GAME`]s; if several
    /// are, what one of them can expect.
    fn won_by_leader(&self, quarter: i64, winners: &[Seat]) -> i64 {
        let at = self.decisions * quarter / 4;
        let front = self.fronts.iter().take_while(|(since, _)| *since <= at).last().map_or(0, |(_, front)| *front);
        let won = winners.iter().filter(|winner| front >> **winner & 1 == 1).count() as i64;
        i64::from(WHOLE_GAME) * won / (winners.len() as i64 * i64::from(front.count_ones())).max(1)
    }

    /// Everything that is counted as it happens, so far in this game.
    fn sums(&self) -> impl Iterator<Item = i64> {
        let told = self.told.iter().flat_map(|told| [told.times, told.paid].into_iter().take(self.told_width));
        self.reading.counts.iter().copied().chain(self.counts.iter().map(|(_, sum)| *sum)).chain(told)
    }

    /// How often a metric that is counted as things happen was counted so far in this game; nothing for one that is not.
    pub fn counted(&self, metric: usize) -> Option<i64> {
        let first = 4 * self.seats + COMMON + self.endings.len();
        self.sums().nth(metric.checked_sub(first)?)
    }

    /// The readings that were taken last.
    pub fn readings(&self) -> &[i64] {
        &self.values
    }

    /// The readings of a game that is over, in the order of the metrics.
    pub fn end(&mut self, game: &Game) -> &[i64] {
        let mut values = std::mem::take(&mut self.values);
        values.fill(0);
        let seats = self.seats;
        let common = seats * 2;
        let mut note = |what: Common, value: i64| values[common + what as usize] = value;
        note(Common::Rounds, i64::from(game.turn.round) - self.rounds_before);
        note(Common::Decisions, self.decisions);
        note(Common::Choices, self.choices);
        note(Common::Options, self.options * i64::from(OPTION) / self.decisions.max(1));
        note(Common::LeadChanges, self.lead.changes);
        if let Some(outcome) = game.outcome() {
            note(Common::Shared, i64::from(outcome.winners.len() > 1));
            let led = outcome.winners[..] == self.lead.leader.map_or(vec![], |leader| vec![leader]) && !self.lead.contested;
            let since = if led { self.lead.since * i64::from(WHOLE_GAME) / self.decisions.max(1) } else { WHOLE_GAME.into() };
            note(Common::Drama, since);
            note(Common::Margin, margin(&outcome.winners, &outcome.totals));
            for (at, quarter) in MOMENTS.into_iter().enumerate() {
                values[common + Common::Leader as usize + at] = self.won_by_leader(quarter, &outcome.winners);
            }
            let part = i64::from(WHOLE_WIN) / outcome.winners.len().max(1) as i64;
            for winner in &outcome.winners {
                let place = (winner + game.turn.seats - game.turn.first) % game.turn.seats;
                values[usize::from(*winner)] = part;
                values[seats + usize::from(place)] = part;
            }
            let endings = common + COMMON;
            if let Some(ending) = self.endings.iter().position(|reason| *reason == outcome.reason) {
                values[endings + ending] = 1;
            }
            let totals = endings + self.endings.len();
            values[totals..totals + seats].copy_from_slice(&outcome.totals);
            let waited = self.waits.iter().map(|wait| wait.longest.max(self.decisions - wait.since));
            let late = waited.chain(self.sums());
            values[totals + seats..].iter_mut().zip(late).for_each(|(value, sum)| *value = sum);
        }
        self.values = values;
        &self.values
    }
}

/// What the winner has more than the best of the others; nothing when all have won.
fn margin(winners: &[Seat], totals: &[i64]) -> i64 {
    let best = |won: bool| {
        let own = totals.iter().zip(0..).filter(|(_, seat)| winners.contains(seat) == won);
        own.map(|(total, _)| *total).max()
    };
    best(true).zip(best(false)).map_or(0, |(winner, other)| winner - other)
}

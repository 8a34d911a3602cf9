//! What is counted over many games: whole numbers only, so that sums are exact in any order.

use crate::sim::Game;
use std::collections::BTreeMap;
use std::fmt;

/// Rounds are counted one by one up to here; longer games share the last place.
const LONGEST: usize = 1_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    pub games: u64,
    pub seat_names: Vec<&'static str>,
    /// Wins by seat; a shared win counts for each winner.
    pub wins: Vec<u64>,
    /// Wins of the player who began, of the next one, and so on.
    pub wins_by_turn: Vec<u64>,
    pub shared: u64,
    pub decisions: u64,
    /// Decisions with more than one offer.
    pub choices: u64,
    /// How many games took how many rounds.
    pub rounds: Vec<u64>,
    pub reasons: BTreeMap<&'static str, u64>,
    /// What the pack counts, by label.
    pub labels: Vec<String>,
    pub counts: Vec<u64>,
}

impl Tally {
    pub fn new(game: &Game) -> Self {
        let seats = game.turn.seats;
        let labels = game.rules.pack.tally_labels(game);
        Self {
            games: 0,
            seat_names: (0..seats).map(|seat| game.rules.pack.seat_name(seat)).collect(),
            wins: vec![0; seats.into()],
            wins_by_turn: vec![0; seats.into()],
            shared: 0,
            decisions: 0,
            choices: 0,
            rounds: vec![0; LONGEST + 1],
            reasons: BTreeMap::new(),
            counts: vec![0; labels.len()],
            labels,
        }
    }

    pub fn begin(&mut self, game: &Game) {
        self.events(game);
    }

    pub fn decision(&mut self, game: &Game) {
        self.decisions += 1;
        self.choices += u64::from(game.offers().len() > 1);
    }

    pub fn events(&mut self, game: &Game) {
        for event in game.events() {
            game.rules.pack.tally(game, event, &mut self.counts);
        }
    }

    pub fn end(&mut self, game: &Game) {
        self.games += 1;
        self.rounds[(game.turn.round as usize).min(LONGEST)] += 1;
        let Some(outcome) = game.outcome() else { return };
        *self.reasons.entry(outcome.reason).or_default() += 1;
        self.shared += u64::from(outcome.winners.len() > 1);
        for winner in &outcome.winners {
            self.wins[*winner as usize] += 1;
            let place = (winner + game.turn.seats - game.turn.first) % game.turn.seats;
            self.wins_by_turn[place as usize] += 1;
        }
    }

    /// Adds another tally of the same rules and seats.
    pub fn plus(mut self, other: Self) -> Self {
        let add = |mine: &mut Vec<u64>, theirs: &[u64]| mine.iter_mut().zip(theirs).for_each(|(a, b)| *a += b);
        self.games += other.games;
        self.shared += other.shared;
        self.decisions += other.decisions;
        self.choices += other.choices;
        add(&mut self.wins, &other.wins);
        add(&mut self.wins_by_turn, &other.wins_by_turn);
        add(&mut self.rounds, &other.rounds);
        add(&mut self.counts, &other.counts);
        for (reason, count) in other.reasons {
            *self.reasons.entry(reason).or_default() += count;
        }
        self
    }

    /// The number of rounds that a share of the games did not exceed.
    pub fn rounds_quantile(&self, share: f64) -> usize {
        let wanted = (self.games as f64 * share).ceil().max(1.0) as u64;
        let mut seen = 0;
        self.rounds
            .iter()
            .position(|count| {
                seen += count;
                seen >= wanted
            })
            .unwrap_or(0)
    }

    fn percent(&self, count: u64) -> f64 {
        100.0 * count as f64 / self.games.max(1) as f64
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} games", self.games)?;
        writeln!(f, "wins by seat")?;
        for (name, wins) in self.seat_names.iter().zip(&self.wins) {
            writeln!(f, "  {name:<24} {:>6.2} %", self.percent(*wins))?;
        }
        writeln!(f, "wins by order of play")?;
        for (place, wins) in self.wins_by_turn.iter().enumerate() {
            writeln!(f, "  {:<24} {:>6.2} %", format!("player {}", place + 1), self.percent(*wins))?;
        }
        writeln!(f, "  {:<24} {:>6.2} %", "shared wins", self.percent(self.shared))?;
        let quantiles = [0.05, 0.25, 0.5, 0.75, 0.95].map(|share| self.rounds_quantile(share).to_string());
        writeln!(f, "rounds (5, 25, 50, 75, 95 %)  {}", quantiles.join("  "))?;
        writeln!(f, "decisions per game            {:.1}", self.decisions as f64 / self.games.max(1) as f64)?;
        writeln!(f, "  with a real choice          {:.1} %", 100.0 * self.choices as f64 / self.decisions.max(1) as f64)?;
        writeln!(f, "how games end")?;
        for (reason, count) in &self.reasons {
            writeln!(f, "  {:<24} {:>6.2} %", reason.replace('_', " "), self.percent(*count))?;
        }
        if !self.labels.is_empty() {
            writeln!(f, "per game")?;
        }
        for (label, count) in self.labels.iter().zip(&self.counts) {
            writeln!(f, "  {label:<40} {:>8.3}", *count as f64 / self.games.max(1) as f64)?;
        }
        Ok(())
    }
}

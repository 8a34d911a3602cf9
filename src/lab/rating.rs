//! What the rounds of a tournament amount to: shares with their errors, and strengths fitted to all pairings at once.

use super::interval::{USUAL, reach, student_two_sided};
use super::report::percent;
use crate::players;
use crate::words::{Message, fixed, msg, say};
use std::collections::BTreeSet;
use std::fmt;

/// The games of two players, by their places among those who were named: rounds of all seat orders, and of each game the first
/// one's share of the win and the hash of the last position.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Met {
    pub places: [usize; 2],
    pub rounds: Vec<Vec<(f64, u64)>>,
}

/// How two kinds have met. Shares are those of the first one, fair is one half.
#[derive(Debug, Clone, PartialEq)]
pub struct Pairing {
    pub places: [usize; 2],
    pub kinds: [String; 2],
    pub games: u64,
    /// Games that ended in different positions: if they are few, the same games were played again and p means little.
    pub different: u64,
    /// Won games of each; who shares a win has a part of it.
    pub wins: [f64; 2],
    pub share: f64,
    /// The standard error of the share.
    pub error: f64,
    /// How likely a share so far from one half is between equals.
    pub p: f64,
    pub rounds: u64,
    pub degenerate: Option<Degenerate>,
}

/// Why a pairing says less than it seems to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Degenerate {
    /// Less than half of the games were different ones.
    SameGames,
    /// Every round came out the same.
    SameRounds,
    /// Fewer than ten rounds.
    FewRounds,
}

/// Fewer rounds than these say little.
const FEW_ROUNDS: usize = 10;

impl Degenerate {
    /// As machines know it; people read [`Pairing::warning`].
    pub fn word(self) -> &'static str {
        match self {
            Self::SameGames => "same_games",
            Self::SameRounds => "same_rounds",
            Self::FewRounds => "few_rounds",
        }
    }
}

/// A player's strength on a scale like Elo's; the first one named stands at 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Rating {
    pub kind: String,
    pub games: u64,
    pub wins: f64,
    pub elo: f64,
    /// Half of a 95 % interval of how far it is from the first one.
    pub error: f64,
}

impl Rating {
    /// The strength and how far it may be off, for people.
    pub fn shown(&self) -> String {
        let error = if self.error.is_finite() { fixed(self.error, 0) } else { "–".to_owned() };
        format!("{} ± {error}", fixed(self.elo, 0))
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Standings {
    pub pairings: Vec<Pairing>,
    pub ratings: Vec<Rating>,
}

impl Standings {
    /// Sums up what was played; pairings without a whole round are left out, and so are players without a pairing.
    pub fn of(kinds: &[String], met: &[Met]) -> Self {
        let pairings: Vec<Pairing> = met.iter().filter_map(|met| Pairing::of(kinds, met)).collect();
        let places: Vec<usize> =
            (0..kinds.len()).filter(|place| pairings.iter().any(|pairing| pairing.places.contains(place))).collect();
        let ratings = rate(kinds, &places, &pairings);
        Self { pairings, ratings }
    }
}

impl Pairing {
    fn of(kinds: &[String], met: &Met) -> Option<Self> {
        let orders = met.rounds.first()?.len();
        let games = || met.rounds.iter().flatten();
        let different = games().map(|(_, end)| *end).collect::<BTreeSet<u64>>().len() as u64;
        let won: f64 = games().map(|(share, _)| share).sum();
        let rounds: Vec<f64> =
            met.rounds.iter().map(|round| round.iter().map(|(share, _)| share).sum::<f64>() / orders as f64).collect();
        let played = games().count() as u64;
        let share = won / played as f64;
        let error = standard_error(&rounds, orders);
        let degenerate = if different * 2 < played {
            Some(Degenerate::SameGames)
        } else if rounds.len() < FEW_ROUNDS {
            Some(Degenerate::FewRounds)
        } else if rounds.iter().all(|round| *round == rounds[0]) {
            Some(Degenerate::SameRounds)
        } else {
            None
        };
        Some(Self {
            places: met.places,
            kinds: met.places.map(|place| kinds[place].clone()),
            games: played,
            different,
            wins: [won, played as f64 - won],
            share,
            error,
            p: student_two_sided((share - 0.5) / error, rounds.len() as u64),
            rounds: rounds.len() as u64,
            degenerate,
        })
    }

    /// How likely a share so far from one half is between equals, as people read it: never as nothing.
    pub fn likely(&self) -> String {
        const LEAST: f64 = 0.0001;
        if self.p < LEAST { format!("< {}", fixed(LEAST, 4)) } else { fixed(self.p, 4) }
    }

    /// Who meets, as people call them.
    pub fn named(&self) -> String {
        self.kinds.each_ref().map(|kind| players::called(kind).to_string()).join(" – ")
    }

    /// Won games of each, for people.
    pub fn shown_wins(&self) -> String {
        self.wins.map(|wins| fixed(wins, 1)).join(" : ")
    }

    /// The share of the first one and its 95 % interval, for people.
    pub fn shown_share(&self) -> String {
        let reach = 100.0 * reach(USUAL, self.rounds) * self.error;
        percent(format!("{} ± {}", fixed(100.0 * self.share, 1), fixed(reach, 1)))
    }

    /// Why it says less than it seems to.
    pub fn warning(&self) -> Option<Message> {
        let pairing = self.named();
        self.degenerate.map(|degenerate| match degenerate {
            Degenerate::SameGames => msg!("lab.ladder.same_games", pairing, different = self.different, n = self.games),
            Degenerate::SameRounds => msg!("lab.ladder.same_rounds", pairing),
            Degenerate::FewRounds => msg!("lab.ladder.few_rounds", pairing, n = self.rounds),
        })
    }
}

/// The standard error of the mean over rounds, which are independent of each other. Two rounds are added to the spread, as
/// far from the mean as single games would put them, so that a clean sweep of a few games is not taken for certainty.
fn standard_error(rounds: &[f64], orders: usize) -> f64 {
    let count = rounds.len() as f64;
    let mean = rounds.iter().sum::<f64>() / count;
    let spread: f64 = rounds.iter().map(|share| (share - mean).powi(2)).sum();
    let added = 2.0 * 0.25 / orders as f64;
    ((spread + added) / (count + 1.0) / count).sqrt()
}

/// Rounds of fitting; the strengths have settled long before.
const FITTINGS: usize = 500;

/// Fits strengths to all pairings at once (Bradley and Terry), with half a game won and lost added to each.
#[allow(clippy::disallowed_methods, reason = "a report to four digits; nothing is decided by it")]
fn rate(kinds: &[String], places: &[usize], pairings: &[Pairing]) -> Vec<Rating> {
    let row = |place: usize| places.iter().position(|known| *known == place).unwrap_or(0);
    let met: Vec<(usize, usize, f64, f64)> =
        pairings.iter().map(|p| (row(p.places[0]), row(p.places[1]), p.wins[0] + 0.5, p.wins[1] + 0.5)).collect();
    let mut strength = vec![1.0; places.len()];
    for _ in 0..FITTINGS {
        let fit = |player: usize| {
            let (mut won, mut weight) = (0.0, 0.0);
            for (a, b, by_a, by_b) in met.iter().filter(|(a, b, ..)| *a == player || *b == player) {
                won += if *a == player { by_a } else { by_b };
                weight += (by_a + by_b) / (strength[*a] + strength[*b]);
            }
            won / weight
        };
        let fitted: Vec<f64> = (0..places.len()).map(fit).collect();
        strength = fitted.iter().map(|s| s / fitted[0]).collect();
    }
    let scale = 400.0 / std::f64::consts::LN_10;
    let apart = apart_from_first(&strength, pairings, &met);
    let rounds = pairings.iter().map(|pairing| pairing.rounds).min().unwrap_or(0);
    let rating = |(player, place): (usize, &usize)| {
        let own = || pairings.iter().filter(move |pairing| pairing.places.contains(place));
        Rating {
            kind: kinds[*place].clone(),
            games: own().map(|pairing| pairing.games).sum(),
            wins: own().map(|pairing| pairing.wins[usize::from(pairing.places[0] != *place)]).sum(),
            elo: scale * f64::ln(strength[player]),
            error: reach(USUAL, rounds) * scale * apart[player].sqrt(),
        }
    };
    places.iter().enumerate().map(rating).collect()
}

/// The variance of how far each player's strength is from the first one's: what all pairings tell of all differences, taken
/// back from there, so that what is not known of the first one counts for everybody.
fn apart_from_first(strength: &[f64], pairings: &[Pairing], met: &[(usize, usize, f64, f64)]) -> Vec<f64> {
    let count = strength.len();
    let mut known = vec![vec![0.0; count]; count];
    for (pairing, (a, b, ..)) in pairings.iter().zip(met) {
        let expected = strength[*a] / (strength[*a] + strength[*b]);
        let told = (expected * (1.0 - expected) / pairing.error).powi(2);
        known[*a][*a] += told;
        known[*b][*b] += told;
        known[*a][*b] -= told;
        known[*b][*a] -= told;
    }
    // The first one stands at 0 by agreement.
    let others: Vec<Vec<f64>> = known.iter().skip(1).map(|row| row[1..].to_vec()).collect();
    std::iter::once(0.0).chain(diagonal_of_inverse(others)).collect()
}

/// The diagonal of the inverse of a small symmetric table; infinite where it has none.
fn diagonal_of_inverse(mut table: Vec<Vec<f64>>) -> Vec<f64> {
    let count = table.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..count).map(|row| (0..count).map(|at| f64::from(u8::from(at == row))).collect()).collect();
    for pivot in 0..count {
        let size = table[pivot][pivot];
        if size.abs() < 1e-12 {
            return vec![f64::INFINITY; count];
        }
        for at in 0..count {
            table[pivot][at] /= size;
            inverse[pivot][at] /= size;
        }
        for row in (0..count).filter(|row| *row != pivot) {
            let factor = table[row][pivot];
            for at in 0..count {
                table[row][at] -= factor * table[pivot][at];
                inverse[row][at] -= factor * inverse[pivot][at];
            }
        }
    }
    (0..count).map(|at| inverse[at][at]).collect()
}

/// The narrowest first column.
const FIRST: usize = 28;

impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = |name: &str| say!(format!("lab.ladder.{name}"));
        let [games, wins] = ["games", "wins"].map(column);
        let [pairing, different, share, p] = ["pairing", "different", "share", "p"].map(column);
        let pairs: Vec<String> = self.pairings.iter().map(Pairing::named).collect();
        let first = pairs.iter().map(|pair| pair.chars().count()).max().unwrap_or_default().max(FIRST);
        writeln!(f, "{pairing:<first$} {games:>8} {different:>11} {wins:>17} {share:>16} {p:>9}")?;
        for (p, pair) in self.pairings.iter().zip(&pairs) {
            let (wins, share, chance) = (p.shown_wins(), p.shown_share(), p.likely());
            writeln!(f, "{pair:<first$} {:>8} {:>11} {wins:>17} {share:>16} {chance:>9}", p.games, p.different)?;
        }
        let [player, rating] = ["player", "rating"].map(column);
        writeln!(f, "\n{player:<first$} {games:>8} {:>11} {wins:>17} {rating:>16}", "")?;
        for r in &self.ratings {
            let (name, wins, rating) = (players::called(&r.kind).to_string(), fixed(r.wins, 1), r.shown());
            writeln!(f, "{name:<first$} {:>8} {:>11} {wins:>17} {rating:>16}", r.games, "")?;
        }
        for warning in self.pairings.iter().filter_map(Pairing::warning) {
            writeln!(f, "\n{}", warning.to_string().trim_end())?;
        }
        writeln!(f, "\n{}", column("note").trim_end())
    }
}

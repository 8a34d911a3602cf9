//! Advice: what a player who has thought would do, and what speaks for it, in numbers for machines and in words for people.

use crate::sim::{Command, Game, Point};
use crate::words::{Message, msg};

/// An offer, how often it was followed in thought, and what that brought.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weighed {
    pub command: Command,
    pub visits: u32,
    /// The part of the win to be expected, from 0 to 1; 0 for an offer that was never followed.
    pub share: f64,
}

/// What came of thinking: every offer, the best one first.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    pub choices: Vec<Weighed>,
}

impl Advice {
    /// What is advised, if there is anything to decide.
    pub fn best(&self) -> Option<Command> {
        self.choices.first().map(|choice| choice.command)
    }

    /// How many thoughts there were in all.
    pub fn thoughts(&self) -> u32 {
        self.choices.iter().map(|choice| choice.visits).sum()
    }

    /// The advice as a message: what to do, why, and what speaks against the second choice. `deed` says a command in words that
    /// follow "would", such as "sail the Kestrel".
    pub fn in_words(&self, game: &Game, deed: &dyn Fn(Command) -> Message) -> Message {
        let Some((best, others)) = self.choices.split_first() else { return msg!("players.advice.none") };
        let does = deed(best.command);
        let Some(next) = others.first() else { return msg!("players.advice.only", does) };
        let compared = compare(game, best.command, next.command);
        let next_does = deed(next.command);
        let common = if compared.fors.is_empty() { reasons_for(game, best.command) } else { Vec::new() };
        let is_even = compared.is_nothing() && common.is_empty() && best.share - next.share < EVEN;
        let reasons = if common.is_empty() { compared.reasons() } else { common };
        // The same in other words would be no second choice.
        if does.to_string() == next_does.to_string() {
            return if is_even { msg!("players.advice.any_way", does) } else { msg!("players.advice.best", does, reasons) };
        }
        if is_even {
            return msg!("players.advice.even", does, next = next_does);
        }
        match compared.against {
            Some(against) => msg!("players.advice.best_not_next", does, reasons, next = next_does, against),
            None => msg!("players.advice.best_and_next", does, reasons, next = next_does),
        }
    }
}

/// Differences of the share that nobody would notice.
const EVEN: f64 = 0.02;
/// Differences of weight that are worth a word.
const NOTABLE: f64 = 0.1;
/// Nobody listens to more reasons than these.
const MOST_REASONS: usize = 2;

/// What tells one offer from another.
pub(super) struct Compared {
    /// What speaks for the first.
    fors: Vec<Message>,
    /// What speaks most against the second.
    pub(super) against: Option<Message>,
}

impl Compared {
    fn is_nothing(&self) -> bool {
        self.fors.is_empty() && self.against.is_none()
    }

    /// What speaks for the first; where no point does, thinking ahead did.
    pub(super) fn reasons(&self) -> Vec<Message> {
        if self.fors.is_empty() { vec![msg!("players.advice.ahead")] } else { self.fors.clone() }
    }
}

/// Compares two offers point by point: what weighs most comes first.
pub(super) fn compare(game: &Game, best: Command, next: Command) -> Compared {
    let bot = game.rules().pack.bot();
    let (best, next) = (bot.points(game, best), bot.points(game, next));
    let weight =
        |points: &[Point], about: &str| points.iter().find(|point| point.about == about).map_or(0.0, |point| point.weight);
    let notable = |point: &Point, lead: f64| (lead >= NOTABLE).then(|| (lead, point.said.clone()));
    let fors = best.iter().filter(|point| point.weight > 0.0);
    let fors = fors.filter_map(|point| notable(point, point.weight - weight(&next, point.about))).collect();
    let againsts = next.iter().filter(|point| point.weight < 0.0);
    let againsts = againsts.filter_map(|point| notable(point, weight(&best, point.about) - point.weight)).collect();
    Compared { fors: ranked(fors).take(MOST_REASONS).collect(), against: ranked(againsts).next() }
}

/// What speaks for an offer, be it that it speaks for others as well.
fn reasons_for(game: &Game, offer: Command) -> Vec<Message> {
    let points = game.rules().pack.bot().points(game, offer);
    let notable = points.into_iter().filter(|point| point.weight >= NOTABLE).map(|point| (point.weight, point.said));
    ranked(notable.collect()).take(MOST_REASONS).collect()
}

/// What weighs most comes first.
fn ranked(mut found: Vec<(f64, Message)>) -> impl Iterator<Item = Message> {
    found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    found.into_iter().map(|(_, said)| said)
}

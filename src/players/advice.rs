//! Advice: what a player who has thought would do, and what speaks for it, in numbers and in words.

use crate::sim::Command;
use crate::words::{Message, figure, msg};

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
    /// How many thoughts there were in all.
    pub fn thoughts(&self) -> u32 {
        self.choices.iter().map(|choice| choice.visits).sum()
    }

    /// The advice as a message. `deed` says a command in words that follow "would", such as "sail the Kestrel".
    pub fn in_words(&self, deed: &dyn Fn(Command) -> Message) -> Message {
        let percent = |choice: &Weighed| figure(100.0 * choice.share, 0);
        let Some((best, others)) = self.choices.split_first() else { return msg!("players.advice.none") };
        let (does, share, visits) = (deed(best.command), percent(best), best.visits);
        let thoughts = self.thoughts();
        match others.first() {
            None => msg!("players.advice.only", does, share),
            Some(next) if next.visits > 0 => {
                let (next, next_share, next_visits) = (deed(next.command), percent(next), next.visits);
                msg!("players.advice.best_and_next", does, share, visits, thoughts, next, next_share, next_visits)
            }
            Some(_) => msg!("players.advice.best", does, share, visits, thoughts),
        }
    }
}

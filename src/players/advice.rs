//! Advice: what a player who has thought would do, and what speaks for it, in numbers and in words.

use super::title;
use crate::sim::Command;

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

    /// The advice as sentences. `deed` says a command in words that follow "would", such as "sail red-2".
    pub fn in_words(&self, deed: &dyn Fn(Command) -> String) -> String {
        let Some((best, others)) = self.choices.split_first() else { return "There is nothing to decide.".to_owned() };
        let does = deed(best.command);
        let expects = format!("{} of wins expected", percent(best.share));
        if others.is_empty() {
            return format!("There is no choice but to {does}: {expects}.");
        }
        let (visits, thoughts) = (grouped(best.visits), grouped(self.thoughts()));
        let mut words = format!("The {} would {does}: {expects}, {visits} of {thoughts} thoughts.", title("search"));
        if let Some(next) = others.first().filter(|next| next.visits > 0) {
            words += &format!(" Next best: {}, {} in {}.", deed(next.command), percent(next.share), grouped(next.visits));
        }
        words
    }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// A number with commas between thousands.
fn grouped(number: u32) -> String {
    let digits = number.to_string();
    let comma = |at: usize| at > 0 && (digits.len() - at).is_multiple_of(3);
    digits.char_indices().flat_map(|(at, digit)| comma(at).then_some(',').into_iter().chain([digit])).collect()
}

//! The last moves once more, under other rules: a table of its own that nobody keeps, to be looked at and left again.

use super::deed::Deed;
use super::files::FileSide;
use super::table::{Done, Table};
use crate::players;
use crate::problem::Problems;
use crate::sim::Command;
use crate::variant::Variant;

/// What became of the moves.
pub struct Again {
    pub table: Table,
    /// How many of the moves could be made again, and how many there were.
    pub made: usize,
    pub of: usize,
}

impl Table {
    /// Goes so many moves back in a copy, takes up the rules of a variant there and makes the same moves again, as far as these
    /// rules allow them. Chance is the same.
    pub fn again(&self, moves: usize, variant: &Variant) -> Result<Again, Problems> {
        let is_move = |at: &usize| matches!(self.past[*at].done, Done::Command(_));
        let first = (0..self.past.len()).rev().filter(is_move).take(moves).last().unwrap_or(self.past.len());
        let commands: Vec<Command> = self.past[first..]
            .iter()
            .filter_map(|moment| match moment.done {
                Done::Command(command) => Some(command),
                Done::Rules(_) => None,
            })
            .collect();
        let mut table = self.at(first);
        table.carry_out(Deed::Rules(Box::new(variant.clone()))).map_err(|refused| match refused {
            super::Refused::Rules(problems) => problems,
            other => crate::problem::Problem::about(&self.variant, other.message()).into(),
        })?;
        let made = commands.iter().take_while(|command| table.carry_out(Deed::Command(**command)).is_ok()).count();
        Ok(Again { table, made, of: commands.len() })
    }

    /// A copy of the table as it was after so many deeds. It knows nothing of what was before and keeps nothing.
    fn at(&self, deeds: usize) -> Self {
        let moment = self.past.get(deeds);
        let (game, text, chain, story, course) = match moment {
            Some(moment) => (&moment.before, moment.text, moment.chain, moment.story, moment.course),
            None => (&self.game, self.text.len(), self.chain, self.story.len(), self.course.len()),
        };
        let bots = self.cast.iter().zip(0..).map(|(card, seat)| players::seat(&card.kind, self.seed, seat)).collect();
        Self {
            game: game.clone(),
            cast: self.cast.clone(),
            seed: self.seed,
            variant: self.variant.clone(),
            handicap: self.handicap.clone(),
            files: FileSide::default(),
            story: self.story[..story].to_vec(),
            course: self.course[..course].to_vec(),
            text: self.text[..text].to_owned(),
            chain,
            added: Vec::new(),
            past: Vec::new(),
            future: Vec::new(),
            bots,
            keeper: None,
        }
    }
}

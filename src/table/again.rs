//! The last moves once more, under other rules: a table of its own that nobody keeps, to be looked at and left again.

use super::deed::{Deed, Refused};
use super::table::Table;
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
    pub fn again(&self, moves: usize, variant: &Variant) -> Result<Again, Refused> {
        let (mut table, moves) = self.before_last(moves);
        table.carry_out(Deed::Rules(Box::new(variant.clone())))?;
        let made = moves.iter().take_while(|command| table.carry_out(Deed::Command(**command)).is_ok()).count();
        Ok(Again { table, made, of: moves.len() })
    }
}

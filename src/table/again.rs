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
    /// rules allow them. Chance is the same; so the last of them is left out where nobody has seen yet what came of it.
    pub fn again(&self, moves: usize, variant: &Variant, is_seen: bool) -> Result<Again, Refused> {
        let unseen = usize::from(!is_seen);
        let (mut table, mut moves) = self.before_last(moves + unseen);
        moves.truncate(moves.len().saturating_sub(unseen));
        table.carry_out(Deed::Rules(Box::new(variant.clone())))?;
        let made = moves.iter().take_while(|command| table.carry_out(Deed::Command(**command)).is_ok()).count();
        Ok(Again { table, made, of: moves.len() })
    }
}

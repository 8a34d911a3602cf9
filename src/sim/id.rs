//! Stable names for pieces: an [`Id`] never changes while a game is played, whatever the ECS does underneath.

/// The number of a piece. Board questions answer in id order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub u16);

impl Id {
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The id `steps` after this one; pieces of one kind are numbered in a row.
    pub fn plus(self, steps: usize) -> Self {
        Self(self.0 + steps as u16)
    }
}

/// A seat at the table, from 0.
pub type Seat = u8;

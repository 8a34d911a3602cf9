//! Stable names for pieces. Nothing is ever taken out of the world, so an [`Id`] is the number hecs gives the entity.

use hecs::Entity;

/// The number of a piece. Board questions answer in id order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub u16);

impl Id {
    /// The piece that an entity is.
    #[inline]
    pub fn of(entity: Entity) -> Self {
        Self(entity.id() as u16)
    }

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

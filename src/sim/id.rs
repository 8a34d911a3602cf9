//! Stable names for pieces. Nothing is ever taken out of the world, so an [`Id`] is the number hecs gives the entity.

use hecs::Entity;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::cell::RefCell;
use std::sync::Arc;

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

thread_local! {
    /// How pieces are called while components are read and written.
    static NAMES: RefCell<Option<Arc<Vec<String>>>> = const { RefCell::new(None) };
}

/// Reads or writes components with pieces by these names: a component that knows another piece knows its number, but whoever
/// writes a position knows its name.
pub(super) fn calling<T>(names: &Arc<Vec<String>>, work: impl FnOnce() -> T) -> T {
    let before = NAMES.replace(Some(names.clone()));
    let done = work();
    NAMES.set(before);
    done
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = NAMES.with_borrow(|names| names.as_ref().and_then(|names| names.get(self.index()).cloned()));
        match name {
            Some(name) => serializer.serialize_str(&name),
            None => serializer.serialize_u16(self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let number = NAMES.with_borrow(|names| names.as_ref().and_then(|names| names.iter().position(|known| *known == name)));
        number.map(|number| Self(number as u16)).ok_or_else(|| D::Error::unknown_variant(&name, &[]))
    }
}

/// A seat at the table, from 0.
pub type Seat = u8;

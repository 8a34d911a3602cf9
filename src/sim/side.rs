//! What a pack keeps beside the world: an index that follows from the components, and the scratch of the turn at hand.

use super::game::Game;
use super::kept::{Kept, as_type, as_type_mut};
use std::any::TypeId;
use std::fmt::Debug;

/// Kept beside the world and never hashed. The index follows from the components: it may decide, for speed, but they are
/// the truth, and whoever sets a component keeps it. Everything else is scratch, good for the turn at hand.
pub trait Beside: Clone + Send + Sync + 'static {
    /// Everything the index can be asked, in a form that two of them can be compared by.
    type Index: PartialEq + Debug;

    fn index(&self) -> Self::Index;

    /// The same side with its index worked out anew, from the components and the rules in force.
    fn recounted(game: &Game) -> Self;
}

/// What can be done with a side whatever its type.
struct Handling {
    copy: fn(&Kept) -> Box<Kept>,
    copy_into: fn(&Kept, &mut Kept),
    astray: fn(&Game) -> Option<String>,
}

pub(crate) struct Side {
    value: Box<Kept>,
    type_id: TypeId,
    handling: &'static Handling,
}

const KEEPS_TYPE: &str = "a side keeps its type";

impl Side {
    /// For a table nothing has been put on yet.
    pub(super) fn bare() -> Self {
        let handling = &Handling { copy: |_| Box::new(()), copy_into: |_, _| (), astray: |_| None };
        Self { value: Box::new(()), type_id: TypeId::of::<()>(), handling }
    }

    pub(super) fn new<T: Beside>(value: T) -> Self {
        Self { value: Box::new(value), type_id: TypeId::of::<T>(), handling: handling::<T>() }
    }

    #[inline]
    pub(super) fn get<T: 'static>(&self) -> &T {
        as_type(&*self.value, self.type_id)
    }

    #[inline]
    pub(super) fn get_mut<T: 'static>(&mut self) -> &mut T {
        as_type_mut(&mut *self.value, self.type_id)
    }
}

fn handling<T: Beside>() -> &'static Handling {
    &Handling {
        copy: |value| Box::new(value.downcast_ref::<T>().expect(KEEPS_TYPE).clone()),
        copy_into: |from, to| {
            if let (Some(from), Some(to)) = (from.downcast_ref::<T>(), to.downcast_mut::<T>()) {
                to.clone_from(from);
            }
        },
        astray: |game| {
            let (kept, counted) = (game.side::<T>().index(), T::recounted(game).index());
            (kept != counted).then(|| first_difference(&format!("{kept:#?}"), &format!("{counted:#?}")))
        },
    }
}

/// The first line in which two texts differ, and what is around it.
fn first_difference(kept: &str, counted: &str) -> String {
    let (kept, counted): (Vec<&str>, Vec<&str>) = (kept.lines().collect(), counted.lines().collect());
    let at = kept.iter().zip(&counted).take_while(|(one, other)| one == other).count();
    let around = |lines: &[&str]| lines[at.saturating_sub(6)..(at + 3).min(lines.len())].join("\n");
    format!("the index is kept as\n{}\nbut counted as\n{}", around(&kept), around(&counted))
}

impl Clone for Side {
    fn clone(&self) -> Self {
        Self { value: (self.handling.copy)(&*self.value), type_id: self.type_id, handling: self.handling }
    }

    /// Takes over what another side holds, in place.
    fn clone_from(&mut self, other: &Self) {
        if self.type_id == other.type_id {
            (self.handling.copy_into)(&*other.value, &mut *self.value);
        } else {
            *self = other.clone();
        }
    }
}

impl Game {
    /// Whether everything that must always hold does; the message says what does not.
    pub fn audit(&self) -> Result<(), String> {
        self.rules.pack.audit(self)?;
        self.index_astray().map_or(Ok(()), Err)
    }

    /// Where the pack's index is not what the components say; nothing in a sound game.
    pub fn index_astray(&self) -> Option<String> {
        (self.side.handling.astray)(self)
    }
}

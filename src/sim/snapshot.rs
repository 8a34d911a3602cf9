//! One view of the whole state, in id order, behind cloning, equality, the 64-bit hash and the text dump.

use super::game::Game;
use super::id::Id;
use hecs::{Archetype, ColumnBatchBuilder, ColumnBatchType, Entity, EntityRef, World};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::any::TypeId;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// A component type as the snapshot sees it. Every component in a world must be registered as a part.
#[derive(Clone, Copy)]
pub struct Part {
    pub name: &'static str,
    type_id: fn() -> TypeId,
    declare: fn(&mut ColumnBatchType),
    copy: fn(&Archetype, &ColumnBatchBuilder),
    overwrite: fn(&Archetype, &Archetype),
    digest: fn(EntityRef<'_>, &mut StateHasher),
    describe: fn(EntityRef<'_>) -> Option<String>,
    plain: Option<Plain>,
}

/// A component type as whoever arranges a position sees it.
#[derive(Clone, Copy)]
struct Plain {
    read: fn(&mut World, Entity, &Value) -> Result<(), String>,
    write: fn(EntityRef<'_>) -> Option<Value>,
}

/// Registers a component type under a name.
pub const fn part<T: Clone + Hash + Debug + Send + Sync + 'static>(name: &'static str) -> Part {
    Part {
        name,
        type_id: TypeId::of::<T>,
        declare: |batch| {
            batch.add::<T>();
        },
        copy: |archetype, batch| {
            if let (Some(column), Some(mut writer)) = (archetype.get::<&T>(), batch.writer::<T>()) {
                for value in column.iter() {
                    let fitted = writer.push(value.clone()).is_ok();
                    debug_assert!(fitted, "a batch is made as long as its archetype");
                }
            }
        },
        overwrite: |from, to| {
            if let (Some(from), Some(mut to)) = (from.get::<&T>(), to.get::<&mut T>()) {
                to.clone_from_slice(&from);
            }
        },
        digest: |entity, hasher| {
            if let Some(value) = entity.get::<&T>() {
                value.hash(hasher);
            }
        },
        describe: |entity| entity.get::<&T>().map(|value| format!("{:?}", &*value)),
        plain: None,
    }
}

/// Registers a component type whose values can be written into a scenario and looked up there; see
/// [`Pack::arrange`](super::pack::Pack::arrange).
pub const fn readable<T>(name: &'static str) -> Part
where
    T: Clone + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static,
{
    let plain = Plain {
        read: |world, entity, value| {
            let value: T = serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
            world.query_one_mut::<&mut T>(entity).map(|place| *place = value).map_err(|error| error.to_string())
        },
        write: |entity| entity.get::<&T>().and_then(|value| serde_json::to_value(&*value).ok()),
    };
    Part { plain: Some(plain), ..part::<T>(name) }
}

impl Part {
    pub fn type_id(&self) -> TypeId {
        (self.type_id)()
    }

    pub(super) fn is_on(&self, world: &World, entity: Entity) -> bool {
        world.entity(entity).is_ok_and(|entity| (self.describe)(entity).is_some())
    }

    pub(super) fn is_readable(&self) -> bool {
        self.plain.is_some()
    }

    /// Gives a piece another value of this part; the text says what is wrong with it.
    pub(super) fn read(&self, world: &mut World, entity: Entity, value: &Value) -> Result<(), String> {
        self.plain.map_or(Ok(()), |plain| (plain.read)(world, entity, value))
    }

    /// The value a piece has of this part, if it has one that can be read.
    pub(super) fn write(&self, world: &World, entity: Entity) -> Option<Value> {
        self.plain.and_then(|plain| (plain.write)(world.entity(entity).ok()?))
    }
}

/// A copy of a world with the same entity handles. `pieces` maps ids to entities.
pub(super) fn clone_world(world: &World, pieces: &[Entity], parts: &[Part]) -> World {
    let mut copy = World::new();
    let mut handles = Vec::new();
    for archetype in world.archetypes().filter(|a| !a.is_empty()) {
        let mut kinds = ColumnBatchType::new();
        let present = || parts.iter().filter(|p| archetype.has_dynamic(p.type_id()));
        present().for_each(|p| (p.declare)(&mut kinds));
        let batch = kinds.into_batch(archetype.len());
        present().for_each(|p| (p.copy)(archetype, &batch));
        handles.clear();
        handles.extend(archetype.ids().iter().map(|id| pieces[*id as usize]));
        copy.spawn_column_batch_at(&handles, batch.build().expect("every column was copied whole"));
    }
    copy
}

/// Copies every value of a world into another one with the same pieces in the same places; false, and nothing done,
/// when the places differ.
pub(super) fn copy_world(from: &World, to: &mut World, parts: &[Part]) -> bool {
    let alike = |(a, b): (&Archetype, &Archetype)| {
        let same_types = a.component_types().eq(b.component_types());
        same_types && a.ids() == b.ids()
    };
    let filled = |world: &'_ World| world.archetypes().filter(|a| !a.is_empty()).count();
    let pairs = || from.archetypes().filter(|a| !a.is_empty()).zip(to.archetypes().filter(|a| !a.is_empty()));
    if filled(from) != filled(to) || !pairs().all(alike) {
        return false;
    }
    for (from, to) in pairs() {
        for kind in from.component_types() {
            if let Some(part) = parts.iter().find(|part| part.type_id() == kind) {
                (part.overwrite)(from, to);
            }
        }
    }
    true
}

impl Game {
    /// The 64-bit hash of everything that decides how the game goes on.
    pub fn hash(&self) -> u64 {
        let mut hasher = StateHasher::default();
        for (index, entity) in self.pieces().iter().enumerate() {
            let Ok(entity) = self.world.entity(*entity) else { continue };
            hasher.write_usize(index);
            for part in &self.rules().parts {
                (part.digest)(entity, &mut hasher);
            }
        }
        self.turn.hash(&mut hasher);
        self.chance.asked().hash(&mut hasher);
        self.waiting_at().hash(&mut hasher);
        // Only where the two differ, so that games without such questions keep the hashes they have always had.
        if self.asked.is_some() {
            self.deciding().hash(&mut hasher);
        }
        self.asking.digest(&mut hasher);
        // Only inside a call, for the same reason.
        if !self.calls.is_empty() {
            self.calls.hash(&mut hasher);
            self.stretch.until.hash(&mut hasher);
        }
        // And only where rules from files have something to remember.
        if !self.suspended.is_empty() {
            self.suspended.hash(&mut hasher);
        }
        if !self.chance.own_asked().is_empty() {
            self.chance.own_asked().hash(&mut hasher);
        }
        self.outcome().is_some().hash(&mut hasher);
        hasher.finish()
    }

    /// Everything the hash covers, as lines a person can read and compare.
    pub fn dump(&self) -> String {
        let mut text = String::new();
        for (index, entity) in self.pieces().iter().enumerate() {
            let Ok(entity) = self.world.entity(*entity) else { continue };
            let facts: Vec<String> =
                self.rules().parts.iter().filter_map(|p| Some(format!("{}={}", p.name, (p.describe)(entity)?))).collect();
            text += &format!("{} {}\n", self.name(Id(index as u16)), facts.join(" "));
        }
        text += &format!("{:?}\ndrawn {:?}\nwaiting at {:?}\n", self.turn, self.chance.asked(), self.waiting_at());
        if !self.suspended.is_empty() || !self.chance.own_asked().is_empty() {
            text += &format!("resting {:?} drawn by rules {:?}\n", self.suspended, self.chance.own_asked());
        }
        if let Some(asked) = self.asked {
            text += &format!("asked {asked}\n");
        }
        text += &self.asking.describe().unwrap_or_default();
        if !self.calls.is_empty() {
            text += &format!("called from {:?} up to step {}\n", self.calls, self.stretch.until);
        }
        text
    }

    /// Component types in the world that no part registers; always empty in a sound pack.
    pub fn unregistered_components(&self) -> usize {
        let known: Vec<TypeId> = self.rules().parts.iter().map(Part::type_id).collect();
        self.world
            .archetypes()
            .filter(|a| !a.is_empty())
            .flat_map(|a| a.component_types().collect::<Vec<_>>())
            .filter(|t| !known.contains(t))
            .count()
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.hash() == other.hash() && self.dump() == other.dump()
    }
}

/// FNV-1a over little-endian words with a final mix. Pointer-sized numbers are widened, so that 32-bit machines
/// and browsers get the same hash.
pub struct StateHasher(u64);

impl Default for StateHasher {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl StateHasher {
    fn word(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01b3);
        self.0 ^= self.0 >> 29;
    }
}

/// Numbers of at most 64 bits are one word each; below 0 the bits above them are set.
macro_rules! one_word {
    ($($write:ident: $number:ty,)*) => {$(
        fn $write(&mut self, value: $number) {
            self.word(value as u64);
        }
    )*};
}

impl Hasher for StateHasher {
    fn finish(&self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ (mixed >> 32)
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.word(u64::from(*byte));
        }
    }
    fn write_u128(&mut self, value: u128) {
        self.word(value as u64);
        self.word((value >> 64) as u64);
    }
    one_word! {
        write_u8: u8, write_u16: u16, write_u32: u32, write_u64: u64, write_usize: usize,
        write_i8: i8, write_i16: i16, write_i32: i32, write_i64: i64, write_isize: isize,
    }
}

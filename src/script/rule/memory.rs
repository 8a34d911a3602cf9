//! What a rule remembers: whole numbers of the game, of seats and of pieces, kept with the game.

use super::ScriptRule;
use crate::script::file::{Per, Reset};
use crate::script::value::{Mistake, Val};
use crate::sim::name::intern;
use crate::sim::{Game, Id, Memory};
use crate::words::msg;
use std::sync::atomic::Ordering;

impl ScriptRule {
    pub(super) fn memory_name(&self) -> String {
        format!("{}-memory", self.id)
    }

    pub(in crate::script) fn memory(&self, game: &Game) -> Option<Id> {
        let name = |id: u16| game.names().get(usize::from(id)).map(String::as_str);
        let is = |found: Option<&str>| found.and_then(|name| name.strip_suffix("-memory")) == Some(self.id);
        let hint = self.memory.load(Ordering::Relaxed);
        if is(name(hint)) {
            return Some(Id(hint));
        }
        let found = game.find(&self.memory_name())?;
        self.memory.store(found.0, Ordering::Relaxed);
        Some(found)
    }

    /// Which of the numbers of a state is meant.
    fn place(&self, game: &Game, slot: usize, index: Option<&Val>) -> Result<usize, Mistake> {
        match (self.kept[slot].per, index) {
            (Per::Game, None) => Ok(0),
            (Per::Seat, Some(Val::Int(seat))) if (0..i64::from(game.turn().seats)).contains(seat) => Ok(*seat as usize),
            (Per::Piece, Some(Val::Thing(id))) => Ok(id.index()),
            (per, _) => Err(per.how_kept(self.kept[slot].name).into()),
        }
    }

    pub(in crate::script) fn remembered(&self, game: &Game, slot: usize, index: Option<&Val>) -> Result<i64, Mistake> {
        let (place, kept) = (self.place(game, slot, index)?, &self.kept[slot]);
        let start = Ok(kept.start);
        let Some(id) = self.memory(game) else { return start };
        let Ok(memory) = game.world().get::<&Memory>(game.entity(id)) else { return start };
        let forgotten = match kept.reset {
            Reset::Never => false,
            Reset::Turn => (memory.round, memory.seat) != (game.turn().round, game.turn().seat),
            Reset::Round => memory.round != game.turn().round,
        };
        if forgotten {
            return start;
        }
        Ok(memory.values.get(slot).and_then(|values| values.get(place)).copied().unwrap_or(kept.start))
    }

    pub(in crate::script) fn remember(
        &self,
        game: &mut Game,
        slot: usize,
        index: Option<&Val>,
        number: i64,
    ) -> Result<(), Mistake> {
        let place = self.place(game, slot, index)?;
        let id = self.memory(game).ok_or_else(|| Mistake(msg!("script.mistake.state")))?;
        let turn = game.turn();
        game.update(id, |memory: &mut Memory| {
            let (new_round, new_turn) = (memory.round != turn.round, (memory.round, memory.seat) != (turn.round, turn.seat));
            for (kept, values) in self.kept.iter().zip(&mut memory.values) {
                if kept.reset == Reset::Round && new_round || kept.reset == Reset::Turn && new_turn {
                    values.clear();
                }
            }
            (memory.round, memory.seat) = (turn.round, turn.seat);
            if let Some(values) = memory.values.get_mut(slot) {
                if values.len() <= place {
                    values.resize(place + 1, self.kept[slot].start);
                }
                values[place] = number;
            }
        });
        Ok(())
    }

    /// What is remembered, by name: numbers, then the cards of decks.
    pub(super) fn memories(&self) -> Vec<&'static str> {
        let decks = self.decks.iter().map(|deck| intern(&format!("deck.{}", deck.name)));
        self.kept.iter().map(|kept| kept.name).chain(decks).collect()
    }

    pub(super) fn blank(&self) -> Memory {
        let names = self.memories();
        Memory { values: vec![Vec::new(); names.len()], names, round: 0, seat: 0 }
    }

    /// Another text may remember other things; what has the same name is still known.
    pub(super) fn fit_memory(&self, game: &mut Game) {
        let Some(id) = self.memory(game) else { return };
        game.update(id, |memory: &mut Memory| {
            if memory.names != self.memories() {
                let old = std::mem::replace(memory, self.blank());
                (memory.round, memory.seat) = (old.round, old.seat);
                for (name, values) in old.names.iter().zip(old.values) {
                    if let Some(slot) = memory.names.iter().position(|known| known == name) {
                        memory.values[slot] = values;
                    }
                }
            }
        });
    }
}

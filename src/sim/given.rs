//! What a scenario gives, read by whoever arranges a position: which keys there are, their tables and numbers, and seats by their names.

use super::game::Game;
use super::id::Seat;
use crate::words::{Message, msg};
use serde_json::{Map, Value};
use std::ops::RangeInclusive;

const ROUND: &str = "round";

/// The table `given` of a scenario.
pub struct Given<'a>(&'a Map<String, Value>);

impl<'a> Given<'a> {
    pub fn read(given: &'a Value) -> Result<Self, Message> {
        Ok(Self(as_table("given", given)?))
    }

    /// Only these keys may be there, and `round`.
    pub fn only(self, keys: &[&str]) -> Result<Self, Message> {
        match self.0.keys().find(|key| *key != ROUND && !keys.contains(&key.as_str())) {
            Some(key) => Err(msg!("sim.arrange.unknown", key, keys = [keys, &[ROUND][..]].concat())),
            None => Ok(self),
        }
    }

    pub fn get(&self, key: &str) -> Option<&'a Value> {
        self.0.get(key)
    }

    /// Everything but the round.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (&'a String, &'a Value)> {
        self.0.iter().filter(|(key, _)| *key != ROUND)
    }

    /// The entries of a table; none where it is not given.
    pub fn table(&self, key: &str) -> Result<impl Iterator<Item = (&'a String, &'a Value)> + use<'a>, Message> {
        let table = self.get(key).map(|value| as_table(key, value)).transpose()?;
        Ok(table.into_iter().flatten())
    }

    pub fn number(&self, key: &str, range: RangeInclusive<u64>) -> Result<Option<u64>, Message> {
        let within = |value: &Value| value.as_u64().filter(|number| range.contains(number));
        let wrong = || msg!("sim.arrange.number", key, low = *range.start(), high = *range.end());
        self.get(key).map(|value| within(value).ok_or_else(wrong)).transpose()
    }

    /// Lets the game be in the round that is given.
    pub fn set_round(&self, game: &mut Game) -> Result<(), Message> {
        if let Some(round) = self.number(ROUND, 1..=10_000)? {
            game.set_round(round as u32);
        }
        Ok(())
    }
}

pub(super) fn as_table<'a>(key: &str, value: &'a Value) -> Result<&'a Map<String, Value>, Message> {
    value.as_object().ok_or_else(|| msg!("sim.arrange.no_table", key))
}

impl Game {
    /// The seat a scenario calls by its name, such as a colour.
    pub fn seat_called(&self, name: &str) -> Result<Seat, Message> {
        let seat = (0..self.turn().seats).find(|seat| self.rules().pack.seat_name(*seat) == name);
        seat.ok_or_else(|| msg!("sim.arrange.nobody", name))
    }

    /// A table with a value for every seat, under its name.
    pub fn for_each_seat(&self, value: impl Fn(Seat) -> Value) -> Value {
        (0..self.turn().seats).map(|seat| (self.rules().pack.seat_name(seat).to_owned(), value(seat))).collect()
    }
}

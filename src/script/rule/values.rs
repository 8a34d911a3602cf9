//! The settings of a rule as numbers: read when rules are built, and looked up at play.

use super::ScriptRule;
use crate::script::file::{SettingDecl, SettingKind};
use crate::script::value::{Mistake, Val};
use crate::sim::rule::Section;
use crate::sim::{Game, PerSeat, Seat};
use crate::words::msg;
use serde_json::Value;

/// Settings as they are read, by their numbers.
struct Values(Vec<PerSeat<i64>>);

impl ScriptRule {
    pub(super) fn read_settings(&self, section: &Value) -> Result<Section, serde_json::Error> {
        let read = |declared: &SettingDecl| {
            let one = |value: &Value| {
                let number = match declared.kind {
                    SettingKind::Int => value.as_i64().filter(|value| (declared.range[0]..=declared.range[1]).contains(value)),
                    SettingKind::Bool => value.as_bool().map(i64::from),
                    SettingKind::Choice => {
                        let place = |text: &str| declared.choices.iter().position(|choice| *choice == text);
                        value.as_str().and_then(place).map(|place| place as i64)
                    }
                };
                number.ok_or_else(|| serde::de::Error::custom(format!("`{}` = {value}", declared.name)))
            };
            let value = section.get(declared.name).unwrap_or(&declared.default);
            let numbers = match value {
                Value::Array(by_seat) => {
                    Value::Array(by_seat.iter().map(|value| one(value).map(Value::from)).collect::<Result<_, _>>()?)
                }
                value => one(value)?.into(),
            };
            serde_json::from_value::<PerSeat<i64>>(numbers)
        };
        let values = self.settings.iter().map(read).collect::<Result<Vec<_>, serde_json::Error>>()?;
        Ok(Section::new(Values(values)))
    }

    /// A setting for a seat, or else for the player whose turn it is.
    pub(in crate::script) fn setting(&self, game: &Game, slot: usize, seat: Option<Seat>) -> Val {
        let values = game.rules().section_of::<Values>(self.id);
        let Some(value) = values.and_then(|values| values.0.get(slot)) else { return Val::Unit };
        let value = value.of(seat.unwrap_or(game.turn().seat));
        let declared = &self.settings[slot];
        match declared.kind {
            SettingKind::Int => Val::Int(value),
            SettingKind::Bool => Val::Bool(value != 0),
            SettingKind::Choice => declared.choices.get(value as usize).map_or(Val::Unit, |choice| Val::Word(choice)),
        }
    }

    pub(in crate::script) fn setting_named(&self, game: &Game, name: &str) -> Result<Val, Mistake> {
        let slot = self.settings.iter().position(|setting| setting.name == name);
        slot.map(|slot| self.setting(game, slot, None)).ok_or_else(|| msg!("script.mistake.setting").into())
    }
}

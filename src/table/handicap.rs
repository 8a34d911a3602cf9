//! Handicaps: values of single seats that were chosen when the game was set up. They belong to this game and not to its files, so
//! they are laid over whatever the files say.

use crate::lab::alter::altered;
use crate::problem::{Problem, Problems};
use crate::sim::Ruleset;
use crate::variant::Variant;
use serde_json::{Map, Value};
use std::sync::Arc;

/// Values of seats by dotted key, such as `victory.goal.blue`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Handicap(pub Map<String, Value>);

impl Handicap {
    /// As the header of a record has it.
    pub(super) fn from_header(header: &Value) -> Self {
        Self(header["handicap"].as_object().cloned().unwrap_or_default())
    }

    /// The rules of a variant with it.
    pub fn rules(&self, variant: &Variant) -> Result<Arc<Ruleset>, Problem> {
        if self.0.is_empty() {
            return Ok(variant.rules.clone());
        }
        let values: Vec<(&str, &Value)> = self.0.iter().map(|(key, value)| (key.as_str(), value)).collect();
        altered(variant, &values)
    }

    /// What files say, with it. Files under which it cannot be are told as they are.
    pub(super) fn over(&self, said: Result<Variant, Problems>) -> Result<Variant, Problems> {
        let mut variant = said?;
        if let Ok(rules) = self.rules(&variant) {
            variant.rules = rules;
        }
        Ok(variant)
    }
}

//! Settings as values: dotted keys, and values that are not the same for everybody. Such a value is a table of cases, by
//! number of players (`2`) or by seat (`blue`), with the value for all others under [`ELSE`]; as a dotted key a case
//! stands behind the setting (`victory.goal.2`), and the setting alone is the value for all others.

use super::id::Seat;
use super::pack::Pack;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The case of everybody that has none of their own.
pub const ELSE: &str = "else";

/// More seats than any game has.
const MOST_SEATS: usize = 8;

/// A setting that its rule reads for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PerSeat<T>([T; MOST_SEATS]);

impl<T: Copy> PerSeat<T> {
    /// The same for everybody.
    pub fn same(value: T) -> Self {
        Self([value; MOST_SEATS])
    }

    #[inline]
    pub fn of(&self, seat: Seat) -> T {
        self.0[usize::from(seat) % MOST_SEATS]
    }

    /// The values of so many seats.
    pub fn first(&self, seats: Seat) -> &[T] {
        &self.0[..usize::from(seats).min(MOST_SEATS)]
    }
}

/// From one value for all seats, or from a list by seat, as `resolved` makes them.
impl<'de, T: Copy + DeserializeOwned> Deserialize<'de> for PerSeat<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Given<T> {
            Same(T),
            Each(Vec<T>),
        }
        match Given::deserialize(deserializer)? {
            Given::Same(value) => Ok(Self::same(value)),
            Given::Each(values) => {
                let last = *values.last().ok_or_else(|| serde::de::Error::custom("no value for any seat"))?;
                Ok(Self(std::array::from_fn(|seat| values.get(seat).copied().unwrap_or(last))))
            }
        }
    }
}

/// Settings as dotted keys: tables fall apart, lists and values are whole.
pub fn flatten(settings: &Value) -> BTreeMap<String, Value> {
    fn walk(prefix: &str, value: &Value, leaves: &mut BTreeMap<String, Value>) {
        match value {
            Value::Object(table) => {
                for (key, value) in table {
                    match key.as_str() {
                        ELSE => walk(prefix, value, leaves),
                        key if prefix.is_empty() => walk(key, value, leaves),
                        key => walk(&format!("{prefix}.{key}"), value, leaves),
                    }
                }
            }
            other => {
                leaves.insert(prefix.to_owned(), other.clone());
            }
        }
    }
    let mut leaves = BTreeMap::new();
    walk("", settings, &mut leaves);
    leaves
}

/// Dotted keys put together again.
pub fn nest<'a>(leaves: impl IntoIterator<Item = (&'a str, &'a Value)>) -> Value {
    let mut root = json!({});
    for (key, value) in leaves {
        let mut at = &mut root;
        for part in key.split('.') {
            if !at.is_object() {
                // What has cases has had a value for everybody before.
                *at = json!({ ELSE: at.take() });
            }
            at = at.as_object_mut().expect("made a table on the line above").entry(part).or_insert_with(|| json!({}));
        }
        match at {
            Value::Object(cases) if !cases.is_empty() => {
                cases.insert(ELSE.to_owned(), value.clone());
            }
            _ => *at = value.clone(),
        }
    }
    root
}

fn cases(value: &Value) -> Option<&serde_json::Map<String, Value>> {
    value.as_object().filter(|table| table.contains_key(ELSE))
}

/// A value, or what it is for everybody that has no case of their own.
pub(super) fn otherwise(value: &Value) -> &Value {
    cases(value).map_or(value, |cases| &cases[ELSE])
}

fn for_players(cases: &serde_json::Map<String, Value>, players: Option<usize>) -> &Value {
    players.and_then(|players| cases.get(&players.to_string())).unwrap_or(&cases[ELSE])
}

/// The value for a seat by its name: its own case, else that of the number of players, else the one of everybody.
pub(super) fn for_seat<'a>(value: &'a Value, players: Option<usize>, seat: &str) -> &'a Value {
    cases(value).map_or(value, |cases| cases.get(seat).unwrap_or_else(|| for_players(cases, players)))
}

/// Whether any setting has a case for a number of players.
pub(super) fn vary_by_players(settings: &Value) -> bool {
    any_case(settings, &|case| case.parse::<u8>().is_ok())
}

/// Whether any setting has a case for a seat.
pub(super) fn vary_by_seat(settings: &Value) -> bool {
    any_case(settings, &|case| case != ELSE && case.parse::<u8>().is_err())
}

fn any_case(settings: &Value, wanted: &dyn Fn(&str) -> bool) -> bool {
    let Some(table) = settings.as_object() else { return false };
    match cases(settings) {
        Some(cases) => cases.keys().any(|case| wanted(case)),
        None => table.values().any(|value| any_case(value, wanted)),
    }
}

/// Settings as rules read them for so many players: one value, or a list by seat where a seat has a case of its own.
pub(super) fn resolved<'a>(settings: &'a Value, players: Option<usize>, pack: &dyn Pack) -> Cow<'a, Value> {
    fn vary(value: &Value) -> bool {
        cases(value).is_some() || value.as_object().is_some_and(|table| table.values().any(vary))
    }
    fn resolve(value: &Value, players: Option<usize>, names: &[&str]) -> Value {
        match (cases(value), value) {
            (Some(cases), _) if names.iter().any(|name| cases.contains_key(*name)) => {
                names.iter().map(|name| for_seat(value, players, name).clone()).collect()
            }
            (Some(cases), _) => for_players(cases, players).clone(),
            (None, Value::Object(table)) => {
                table.iter().map(|(key, value)| (key.clone(), resolve(value, players, names))).collect()
            }
            (None, other) => other.clone(),
        }
    }
    if !vary(settings) {
        return Cow::Borrowed(settings);
    }
    let names: Vec<&str> = (0..*pack.seats().end()).map(|seat| pack.seat_name(seat as Seat)).collect();
    Cow::Owned(resolve(settings, players, &names))
}

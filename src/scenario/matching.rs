//! What of a scenario fits what happened: values that mean the same, scores with what rules gave at the end, and loaded
//! chance that nobody asked for.

use super::OWN_CHANCE;
use crate::script::stream_of;
use crate::sim::{Chance, Game, Rule, Ruleset};
use crate::words::{Message, msg};
use serde_json::{Value, json};

/// Whether a value is what was expected, or says more of the same.
pub(super) fn is_like(expected: &Value, actual: &Value) -> bool {
    match (expected, actual) {
        _ if expected == actual => true,
        // Who expects a ship to hang from the cloud need not say from which magnet.
        (Value::String(expected), Value::String(actual)) => {
            actual.strip_prefix(expected.as_str()).is_some_and(|rest| rest.starts_with(' '))
        }
        // A single one need not be written as a list, as in a position that is given.
        (Value::String(_), Value::Array(items)) => items.len() == 1 && items[0] == *expected,
        _ => false,
    }
}

/// Everyone's score when the game is over, with what rules gave at its end.
pub(super) fn final_totals(game: &Game) -> Option<Value> {
    let (totals, pack) = (&game.outcome()?.totals, game.rules().pack);
    let by_seat = totals.iter().enumerate().map(|(seat, total)| (pack.seat_name(seat as u8).to_owned(), json!(total)));
    Some(Value::Object(by_seat.collect()))
}

/// How many outcomes were loaded and never used, by the key of the position that loaded them.
pub(super) fn left_over(game: &Game, given: &Value) -> Vec<(String, usize)> {
    let (rules, pack) = (game.rules(), game.rules().pack);
    let mut found = Vec::new();
    for (key, value) in given.as_object().into_iter().flatten() {
        let mut loaded = Chance::seeded(0);
        if key == OWN_CHANCE {
            rules_chance(rules, value).unwrap_or_default().iter().for_each(|(of, outcome)| loaded.load_own(*of, *outcome));
        } else if !pack.purposes().contains(&key.as_str()) || pack.load_chance(rules, &mut loaded, &json!({key: value})).is_err()
        {
            continue;
        }
        let left = game.chance().unused_of(&loaded);
        if left > 0 {
            found.push((key.clone(), left));
        }
    }
    found
}

/// What the dice of rules from files will show, from 1, by rule: which numbers of which streams.
pub(super) fn rules_chance(rules: &Ruleset, given: &Value) -> Result<Vec<(u64, u32)>, Message> {
    let mut outcomes = Vec::new();
    for (rule, list) in given.as_object().ok_or_else(|| msg!("scenario.no_table", key = OWN_CHANCE))? {
        if rules.rule(rule).and_then(Rule::text).is_none() {
            return Err(msg!("scenario.no_such_rule", rule));
        }
        for number in list.as_array().into_iter().flatten() {
            let number = number.as_u64().and_then(|number| u32::try_from(number).ok()).filter(|number| *number > 0);
            outcomes.push((stream_of(rule), number.ok_or_else(|| msg!("scenario.no_outcomes", rule))? - 1));
        }
    }
    Ok(outcomes)
}

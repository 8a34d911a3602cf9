//! Functions of rhai that conditions know as well, worked out natively there and with the same result.

use super::api::{Entry, int_of};
use super::value::{Kind, Val};
use crate::words::msg;

/// What may stand in a condition beside the questions of the game; what each does is said in
/// [`LANGUAGE`](super::api::LANGUAGE).
pub(super) static PLAIN: &[Entry] = &[
    Entry::read("contains", &[Kind::List, Kind::Any], Kind::Bool, "", |_, values| {
        let Val::List(items) = &values[0] else { return Ok(Val::Bool(false)) };
        Ok(Val::Bool(items.iter().any(|item| item.equals(&values[1]))))
    }),
    Entry::read("len", &[Kind::List], Kind::Int, "", |_, values| {
        let Val::List(items) = &values[0] else { return Ok(Val::Int(0)) };
        Ok(Val::Int(items.len() as i64))
    }),
    Entry::read("min", &[Kind::Int, Kind::Int], Kind::Int, "", |_, values| {
        Ok(Val::Int(int_of(&values[0]).min(int_of(&values[1]))))
    }),
    Entry::read("max", &[Kind::Int, Kind::Int], Kind::Int, "", |_, values| {
        Ok(Val::Int(int_of(&values[0]).max(int_of(&values[1]))))
    }),
    Entry::read("abs", &[Kind::Int], Kind::Int, "", |_, values| {
        int_of(&values[0]).checked_abs().map(Val::Int).ok_or_else(|| msg!("script.mistake.numbers").into())
    }),
];

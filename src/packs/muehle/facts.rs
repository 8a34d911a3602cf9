//! What the rulebook tells of the board that no setting says.

use super::view;
use crate::sim::Ruleset;
use crate::words::Arg;

pub(super) fn fact(rules: &Ruleset, name: &str) -> Option<Arg> {
    Some(match name {
        "fields" => view::fields(rules).len().into(),
        "lines" => view::lines(rules).len().into(),
        _ => return None,
    })
}

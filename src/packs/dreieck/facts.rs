//! What the rulebook tells of tiles and table that no single setting says.

use super::phrases::symbol_on;
use super::tiles::Corners;
use super::{COLOURS, Terms};
use crate::sim::Ruleset;
use crate::words::Arg;

pub(super) fn fact(rules: &Ruleset, name: &str) -> Option<Arg> {
    let terms = Terms::of(rules);
    let kinds = |[a, b, c]: Corners| 1 + usize::from(b != a) + usize::from(c != a && c != b);
    let with = |wanted: usize| terms.set.tiles().iter().filter(|corners| kinds(**corners) == wanted).count();
    Some(match name {
        "tiles" => terms.set.len().into(),
        "all_tiles" => (COLOURS.len() * terms.set.len()).into(),
        "alike" => with(1).into(),
        "two_alike" => with(2).into(),
        "different" => with(3).into(),
        "symbols" => (0..terms.set.symbols()).map(|number| symbol_on(&terms.board, number)).collect::<Vec<_>>().into(),
        "cells" => (6 * i64::from(terms.radius) * i64::from(terms.radius)).into(),
        _ => return None,
    })
}

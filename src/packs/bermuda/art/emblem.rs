//! The products' emblems, drawn around the origin within eleven units, and their colours.

use super::super::HOME_DECK;
use crate::built_in::drawing;

/// The colour of a deck's cards.
pub(super) fn colour(deck: &str) -> &'static str {
    match deck {
        "bananas" => "#c8930f",
        "lumber" => "#80522c",
        "oil" => "#3d4a55",
        "sugar" => "#5d8a3c",
        HOME_DECK => "#8e2f27",
        _ => "#3c7378",
    }
}

/// The emblem of a deck; a chest for one that this game does not know.
pub(super) fn emblem(deck: &str) -> String {
    let drawn = |name: &str| drawing(&format!("bermuda/emblem-{name}"));
    drawn(deck).or_else(|| drawn("chest")).unwrap_or_default()
}

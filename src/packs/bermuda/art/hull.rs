//! Ships: four little merchant hulls that differ in colour, outline and deck.

use super::ink::document;
use crate::built_in::drawing;

/// So many there are pictures of.
const HULLS: usize = 4;

pub fn hull(seat: usize) -> String {
    document([-20.0, -20.0, 40.0, 40.0], &fragment(seat))
}

pub(super) fn fragment(seat: usize) -> String {
    drawing(&format!("bermuda/hull-{}", seat % HULLS)).unwrap_or_default()
}

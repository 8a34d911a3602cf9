//! What is asked of the corners of an empty cell, and which tiles show it. Where there is a joker, it asks for nothing and goes with
//! everything.

use super::lattice::ANY;
use super::tiles::{Corners, TileSet};

/// Asks a symbol of a corner; nothing when it must already show another one and no joker can stand for both.
pub(super) fn ask(set: &TileSet, wants: &mut Corners, corner: usize, symbol: u8) -> Option<()> {
    let wanted = &mut wants[corner];
    if set.joker() == Some(symbol) {
        return Some(());
    }
    if *wanted == ANY {
        *wanted = symbol;
    } else if *wanted != symbol {
        *wanted = set.joker()?;
    }
    Some(())
}

/// Every tile and rotation that shows what is asked.
pub(super) fn for_each_fit(set: &TileSet, wants: Corners, mut each: impl FnMut(u8, u8)) {
    let choices = |wanted: u8| if wanted == ANY { 0..set.symbols() } else { wanted..wanted + 1 };
    // The joker will do in every corner of which another symbol is asked.
    let or_joker = |wanted: u8| match set.joker() {
        Some(joker) if wanted != ANY && wanted != joker => joker..joker + 1,
        _ => 0..0,
    };
    let all = |wanted: u8| choices(wanted).chain(or_joker(wanted));
    for x in all(wants[0]) {
        for y in all(wants[1]) {
            for z in all(wants[2]) {
                let (tile, rotation) = set.showing([x, y, z]);
                each(tile, rotation);
            }
        }
    }
}

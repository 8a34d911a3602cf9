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
pub(super) fn for_each_fit(set: &TileSet, wants: Corners, each: impl FnMut(u8, u8)) {
    let choices = |wanted: u8| if wanted == ANY { 0..set.symbols() } else { wanted..wanted + 1 };
    let Some(joker) = set.joker() else { return show(set, wants.map(choices), each) };
    // The joker will do in every corner of which another symbol is asked.
    let or_joker = |wanted: u8| if wanted == ANY || wanted == joker { 0..0 } else { joker..joker + 1 };
    show(set, wants.map(|wanted| choices(wanted).chain(or_joker(wanted))), each);
}

/// The tiles and rotations that show any of these symbols in each corner.
fn show<I: Iterator<Item = u8> + Clone>(set: &TileSet, [first, second, third]: [I; 3], mut each: impl FnMut(u8, u8)) {
    for x in first {
        for y in second.clone() {
            for z in third.clone() {
                let (tile, rotation) = set.showing([x, y, z]);
                each(tile, rotation);
            }
        }
    }
}
